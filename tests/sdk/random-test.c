#include "lapidary/random.h"

#include "fake-host.h"

#define DRAWS 6000

static void a_number_between_is_any_of_them(void)
{
  FakeHost host;
  guint count[6] = {0};
  fake_host_init(&host, 1);
  for (guint i = 0; i < DRAWS; i++) {
    gint32 number = lap_random_between(&host.context, &host.block, -2, 3);
    g_assert_cmpint(number, >=, -2);
    g_assert_cmpint(number, <=, 3);
    count[number + 2]++;
  }
  assert_even(count, 6, DRAWS);
}

static void the_widest_range_holds(void)
{
  FakeHost host;
  guint negative = 0;
  fake_host_init(&host, 1);
  for (guint i = 0; i < DRAWS; i++)
    negative += lap_random_between(&host.context, &host.block, G_MININT32 + 1, G_MAXINT32) < 0;
  guint count[2] = {negative, DRAWS - negative};
  assert_even(count, 2, DRAWS);
}

static void no_choice_draws_nothing(void)
{
  FakeHost host;
  fake_host_init(&host, 1);
  g_assert_cmpint(lap_random_between(&host.context, &host.block, 5, 5), ==, 5);
  g_assert_cmpint(lap_random_between(&host.context, &host.block, 5, 4), ==, 5);
  g_assert_cmpuint(lap_random_below(&host.context, &host.block, 1), ==, 0);
  g_assert_cmpuint(lap_random_below(&host.context, &host.block, 0), ==, 0);
  g_assert_false(lap_random_chance(&host.context, &host.block, 0, 3));
  g_assert_true(lap_random_chance(&host.context, &host.block, 3, 3));
  g_assert_true(lap_random_chance(&host.context, &host.block, 4, 3));
  g_assert_cmpint(lap_random_bit(&host.context, &host.block, 0), ==, -1);
  g_assert_cmpint(lap_random_bit(&host.context, &host.block, 1 << 6), ==, 6);
  g_assert_cmpuint(host.block.drawn, ==, 0);
}

static void a_chance_is_as_it_says(void)
{
  FakeHost host;
  guint count[3] = {0};
  fake_host_init(&host, 2);
  for (guint i = 0; i < DRAWS; i++) count[lap_random_chance(&host.context, &host.block, 2, 3) ? 0 : 1]++;
  count[2] = count[0] / 2;
  count[0] -= count[2];
  assert_even(count, 3, DRAWS);
}

static void any_bit_comes(void)
{
  static const guint bit_number[] = {0, 3, 31, 32, 50, 63};
  FakeHost host;
  guint64 mask = 0;
  guint count[64] = {0}, set[6];
  fake_host_init(&host, 3);
  for (guint i = 0; i < 6; i++) mask |= G_GUINT64_CONSTANT(1) << bit_number[i];
  for (guint i = 0; i < DRAWS; i++) count[lap_random_bit(&host.context, &host.block, mask)]++;
  for (guint i = 0; i < 6; i++) set[i] = count[bit_number[i]];
  assert_even(set, 6, DRAWS);
}

static void weights_weigh(void)
{
  static const guint16 weight[] = {1, 0, 3, 2}, nothing[] = {0, 0};
  FakeHost host;
  guint count[4] = {0};
  fake_host_init(&host, 4);
  for (guint i = 0; i < DRAWS; i++) count[lap_random_weighted(&host.context, &host.block, weight, 4)]++;
  g_assert_cmpuint(count[1], ==, 0);
  guint sixths[6] = {count[0], count[2] / 3, count[2] / 3, count[2] / 3, count[3] / 2, count[3] / 2};
  assert_even(sixths, 6, DRAWS);
  g_assert_cmpint(lap_random_weighted(&host.context, &host.block, nothing, 2), ==, -1);
}

static void an_array_is_shuffled(void)
{
  FakeHost host;
  guint count_u8[3] = {0}, count_u16[3] = {0};
  fake_host_init(&host, 5);
  for (guint i = 0; i < DRAWS; i++) {
    guint8 bytes[] = {0, 1, 2};
    guint16 words[] = {0, 1, 2};
    lap_random_shuffle_u8(&host.context, &host.block, bytes, 3);
    lap_random_shuffle_u16(&host.context, &host.block, words, 3);
    g_assert_cmpuint(1u << bytes[0] | 1u << bytes[1] | 1u << bytes[2], ==, 7);
    g_assert_cmpuint(1u << words[0] | 1u << words[1] | 1u << words[2], ==, 7);
    count_u8[bytes[i % 3]]++;
    count_u16[words[0]]++;
  }
  assert_even(count_u8, 3, DRAWS);
  assert_even(count_u16, 3, DRAWS);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/random/a-number-between-two-is-any-of-them", a_number_between_is_any_of_them);
  g_test_add_func("/random/the-widest-range-holds", the_widest_range_holds);
  g_test_add_func("/random/where-there-is-no-choice-nothing-is-drawn", no_choice_draws_nothing);
  g_test_add_func("/random/a-chance-is-as-it-says", a_chance_is_as_it_says);
  g_test_add_func("/random/any-bit-of-a-mask-comes", any_bit_comes);
  g_test_add_func("/random/weights-weigh", weights_weigh);
  g_test_add_func("/random/an-array-is-shuffled", an_array_is_shuffled);
  return g_test_run();
}
