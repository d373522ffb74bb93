#include "lapidary/supply.h"

#include <glib.h>

typedef struct {
  guint16 from, to, n, moved;
} Case;

static void tokens_move_as_far_as_there_are_any(void)
{
  static const Case cases[] = {
      {5, 1, 3, 3}, {5, 1, 5, 5},     {5, 1, 9, 5},     {0, 1, 9, 0},
      {5, 1, 0, 0}, {9, 65533, 4, 2}, {9, 65535, 4, 0}, {65535, 0, 65535, 65535},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    guint16 from = cases[i].from, to = cases[i].to;
    g_assert_cmpuint(lap_supply_move(&from, &to, cases[i].n), ==, cases[i].moved);
    g_assert_cmpuint(from, ==, cases[i].from - cases[i].moved);
    g_assert_cmpuint(to, ==, cases[i].to + cases[i].moved);
  }
}

static void a_heap_moved_to_itself_stays(void)
{
  guint16 heap = 65530;
  g_assert_cmpuint(lap_supply_move(&heap, &heap, 20), ==, 20);
  g_assert_cmpuint(heap, ==, 65530);
}

static void tokens_are_taken_and_given(void)
{
  guint16 heap = 4;
  g_assert_cmpuint(lap_supply_take(&heap, 3), ==, 3);
  g_assert_cmpuint(lap_supply_take(&heap, 3), ==, 1);
  g_assert_cmpuint(heap, ==, 0);
  g_assert_cmpuint(lap_supply_give(&heap, 65534), ==, 65534);
  g_assert_cmpuint(lap_supply_give(&heap, 7), ==, 1);
  g_assert_cmpuint(heap, ==, 65535);
}

static void a_purse_is_counted(void)
{
  static const guint16 purse[] = {3, 0, 65535, 2};
  g_assert_cmpuint(lap_supply_total(purse, 4), ==, 65540);
  g_assert_cmpuint(lap_supply_kinds(purse, 4), ==, 3);
  g_assert_cmpuint(lap_supply_total(purse, 0), ==, 0);
}

static void what_is_affordable_is_paid(void)
{
  static const guint16 price[] = {2, 0, 1};
  guint16 purse[] = {5, 4, 1}, bank[] = {0, 65535, 10};
  g_assert_true(lap_supply_pay(purse, bank, price, 3));
  g_assert_true(purse[0] == 3 && purse[1] == 4 && purse[2] == 0);
  g_assert_true(bank[0] == 2 && bank[1] == 65535 && bank[2] == 11);
}

static void what_is_not_affordable_changes_nothing(void)
{
  static const guint16 price[] = {2, 0, 1};
  guint16 poor[] = {5, 4, 0}, rich[] = {5, 4, 1}, bank[] = {0, 0, 0}, full[] = {65534, 0, 0};
  g_assert_false(lap_supply_pay(poor, bank, price, 3));
  g_assert_false(lap_supply_pay(rich, full, price, 3));
  g_assert_true(poor[0] == 5 && rich[0] == 5 && rich[2] == 1 && bank[0] == 0 && full[0] == 65534 && full[2] == 0);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/supply/tokens-move-as-far-as-there-are-any", tokens_move_as_far_as_there_are_any);
  g_test_add_func("/supply/a-heap-moved-to-itself-stays", a_heap_moved_to_itself_stays);
  g_test_add_func("/supply/tokens-are-taken-and-given", tokens_are_taken_and_given);
  g_test_add_func("/supply/a-purse-is-counted", a_purse_is_counted);
  g_test_add_func("/supply/what-is-affordable-is-paid", what_is_affordable_is_paid);
  g_test_add_func("/supply/what-is-not-affordable-changes-nothing", what_is_not_affordable_changes_nothing);
  return g_test_run();
}
