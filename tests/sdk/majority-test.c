#include "lapidary/majority.h"

#include <glib.h>

/* The examples of the rulebooks that share places, and what lies beyond them. */
typedef struct {
  const char *why;
  guint8 n, awards;
  LapBest best;
  gint32 needed, amount[4];
  gint16 award[4], points[4];
  guint32 leaders;
} Case;

static const Case cases[] = {
    {"all different", 4, 4, LAP_MOST, 1, {20, 15, 10, 5}, {10, 5, 3, 0}, {10, 5, 3, 0}, 0x1},
    {"two share the first place", 4, 4, LAP_MOST, 1, {18, 18, 7, 3}, {10, 5, 3, 0}, {5, 5, 3, 0}, 0x3},
    {"two share the second place", 4, 4, LAP_MOST, 1, {12, 8, 8, 2}, {10, 5, 3, 0}, {10, 3, 3, 0}, 0x1},
    {"three share the first place", 4, 4, LAP_MOST, 1, {9, 9, 1, 9}, {10, 5, 3, 0}, {3, 3, 0, 3}, 0xB},
    {"all share", 4, 4, LAP_MOST, 1, {6, 6, 6, 6}, {10, 5, 3, 0}, {0, 0, 0, 0}, 0xF},
    {"two players share", 2, 4, LAP_MOST, 1, {7, 7}, {10, 5, 3, 0}, {5, 5}, 0x3},
    {"with nothing one gets nothing", 4, 4, LAP_MOST, 1, {4, 0, 9, 0}, {3, 2, 1, 7}, {2, 0, 3, 0}, 0x4},
    {"nobody has enough", 3, 3, LAP_MOST, 1, {0, 0, 0}, {3, 2, 1}, {0, 0, 0}, 0x0},
    {"fewer awards than places", 4, 2, LAP_MOST, 1, {4, 3, 2, 1}, {5, 1}, {5, 1, 0, 0}, 0x1},
    {"the least is the best", 4, 4, LAP_LEAST, G_MININT32, {4, 0, 9, 4}, {3, 2, 1, 0}, {1, 3, 0, 1}, 0x2},
    {"below zero", 3, 3, LAP_MOST, G_MININT32, {-4, -1, -9}, {3, 2, 1}, {2, 3, 1}, 0x2},
};

static void places_are_awarded(gconstpointer data)
{
  const Case *this = data;
  gint16 points[4];
  lap_majority_award(this->amount, this->n, this->best, this->needed, this->award, this->awards, points);
  for (guint i = 0; i < this->n; i++) g_assert_cmpint(points[i], ==, this->points[i]);
  g_assert_cmphex(lap_majority_leaders(this->amount, this->n, this->best, this->needed), ==, this->leaders);
}

static void assert_places_follow_the_order(const gint32 *amount, guint8 n, LapBest best, const guint8 *order)
{
  for (guint8 place = 1; place <= n; place++) {
    guint8 who = order[place - 1];
    g_assert_cmpuint(lap_majority_first_place(amount, n, best, who), <=, place);
    g_assert_cmpuint(lap_majority_last_place(amount, n, best, who), >=, place);
    if (place == 1) continue;
    gint32 better = amount[order[place - 2]], worse = amount[who];
    g_assert_true(best == LAP_MOST ? better >= worse : better <= worse);
    if (better == worse) g_assert_cmpuint(order[place - 2], <, who);
  }
}

static void the_order_agrees_with_the_places(void)
{
  for (guint round = 0; round < 500; round++) {
    gint32 amount[6];
    guint8 order[6], n = (guint8)g_test_rand_int_range(1, 7), seen = 0;
    LapBest best = round % 2 ? LAP_MOST : LAP_LEAST;
    for (guint i = 0; i < n; i++) amount[i] = g_test_rand_int_range(-3, 4);
    lap_majority_order(amount, n, best, order);
    for (guint i = 0; i < n; i++) seen |= (guint8)(1u << order[i]);
    g_assert_cmphex(seen, ==, (1u << n) - 1);
    assert_places_follow_the_order(amount, n, best, order);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *path = g_strdelimit(g_strdup_printf("/majority/award/%s", cases[i].why), " ", '-');
    g_test_add_data_func(path, &cases[i], places_are_awarded);
  }
  g_test_add_func("/majority/the-order-agrees-with-the-places", the_order_agrees_with_the_places);
  return g_test_run();
}
