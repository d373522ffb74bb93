#include "lapidary/dice.h"

#include "fake-host.h"

static void every_face_is_as_likely(void)
{
  FakeHost host;
  guint count[6] = {0};
  fake_host_init(&host, 11);
  for (guint i = 0; i < 6000; i++) count[lap_dice_roll(&host.context, &host.block, 6) - 1]++;
  assert_even(count, 6, 6000);
}

static void a_die_of_one_side_needs_no_luck(void)
{
  FakeHost host;
  fake_host_init(&host, 11);
  g_assert_cmpuint(lap_dice_roll(&host.context, &host.block, 1), ==, 1);
  g_assert_cmpuint(host.block.drawn, ==, 0);
}

static void a_pool_is_rolled(void)
{
  FakeHost host, same;
  guint8 die[5];
  guint32 sum = 0;
  fake_host_init(&host, 12);
  fake_host_init(&same, 12);
  g_assert_cmpuint(lap_dice_roll_pool(&host.context, &host.block, 8, 5, die), ==, lap_dice_sum(die, 5));
  for (guint i = 0; i < 5; i++) {
    g_assert_cmpuint(die[i], ==, lap_dice_roll(&same.context, &same.block, 8));
    sum += die[i];
  }
  g_assert_cmpuint(lap_dice_sum(die, 5), ==, sum);
}

static void only_some_dice_are_rolled_again(void)
{
  FakeHost host;
  guint changed = 0;
  fake_host_init(&host, 13);
  for (guint i = 0; i < 60; i++) {
    guint8 die[] = {7, 7, 7, 7};
    g_assert_cmpuint(lap_dice_roll_again(&host.context, &host.block, 6, 4, die, 0xA), ==, lap_dice_sum(die, 4));
    g_assert_true(die[0] == 7 && die[2] == 7);
    changed += (die[1] < 7) + (die[3] < 7);
  }
  g_assert_cmpuint(changed, ==, 120);
}

static void a_pool_is_read(void)
{
  guint8 die[] = {2, 5, 2, 6, 1};
  static const guint8 sorted[] = {6, 5, 2, 2, 1};
  g_assert_cmpuint(lap_dice_showing(die, 5, 2), ==, 2);
  g_assert_cmpuint(lap_dice_showing(die, 5, 4), ==, 0);
  g_assert_cmpuint(lap_dice_highest(die, 5), ==, 6);
  g_assert_cmpuint(lap_dice_highest(die, 0), ==, 0);
  lap_dice_sort(die, 5);
  g_assert_cmpmem(die, 5, sorted, 5);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/dice/every-face-is-as-likely", every_face_is_as_likely);
  g_test_add_func("/dice/a-die-of-one-side-needs-no-luck", a_die_of_one_side_needs_no_luck);
  g_test_add_func("/dice/a-pool-is-rolled-die-by-die", a_pool_is_rolled);
  g_test_add_func("/dice/only-some-are-rolled-again", only_some_dice_are_rolled_again);
  g_test_add_func("/dice/a-pool-is-read-and-sorted", a_pool_is_read);
  return g_test_run();
}
