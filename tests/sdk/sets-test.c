#include "lapidary/sets.h"

#include <glib.h>
#include <string.h>

typedef struct {
  guint16 count;
  LapSlot slot[LAP_SETS_PIECES + 8];
} Hand;

static Hand held(const char *faces)
{
  Hand hand = {0};
  for (; *faces; faces++) hand.slot[hand.count++].piece = (guint16)(*faces - '0');
  return hand;
}

static bool is_odd(uint16_t face, G_GNUC_UNUSED const void *user) { return face & 1; }

typedef struct {
  const char *faces;
  LapWanted wanted;
  guint k;
  const char *sets;
} Case;

static void each_set_comes_once_in_order(void)
{
  static const Case cases[] = {
      {"123", NULL, 2, "12 13 23 "},
      {"321", NULL, 2, "12 13 23 "},
      {"1122", NULL, 2, "11 12 22 "},
      {"2212", NULL, 3, "122 222 "},
      {"111", NULL, 3, "111 "},
      {"11", NULL, 3, ""},
      {"", NULL, 1, ""},
      {"5", NULL, 0, " "},
      {"", NULL, 0, " "},
      {"1234135", is_odd, 3, "113 115 133 135 335 "},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    Hand hand = held(cases[i].faces);
    g_autoptr(GString) out = g_string_new(NULL);
    LapSets sets = lap_sets_of(LAP_CONST_ZONE(&hand), cases[i].wanted, NULL, (guint8)cases[i].k);
    while (lap_sets_next(&sets)) {
      for (guint j = 0; j < cases[i].k; j++) g_string_append_printf(out, "%u", sets.face[j]);
      for (guint j = cases[i].k; j < LAP_SETS_CHOSEN; j++) g_assert_cmpuint(sets.face[j], ==, 0);
      g_string_append_c(out, ' ');
    }
    g_assert_cmpstr(out->str, ==, cases[i].sets);
    g_assert_false(lap_sets_next(&sets));
  }
}

/* Every choice of k of at most 8 places as a sorted word of decimal digits. */
static guint slow_sets(const Hand *hand, guint k, guint *word)
{
  guint n = 0;
  for (guint mask = 0; mask < 1u << hand->count; mask++) {
    guint digits[8] = {0}, chosen = 0, value = 0;
    for (guint i = 0; i < hand->count; i++)
      if (mask >> i & 1) digits[chosen++] = hand->slot[i].piece;
    if (chosen != k) continue;
    for (guint face = 1; face < 10; face++)
      for (guint i = 0; i < chosen; i++)
        if (digits[i] == face) value = value * 10 + face;
    gboolean is_new = TRUE;
    for (guint i = 0; i < n; i++) is_new = is_new && word[i] != value;
    if (is_new) word[n++] = value;
  }
  return n;
}

static Hand any_hand(void)
{
  Hand hand = {.count = (guint16)g_test_rand_int_range(0, 8)};
  for (guint i = 0; i < hand.count; i++) hand.slot[i].piece = (guint16)g_test_rand_int_range(1, 5);
  return hand;
}

static void assert_is_among(guint value, const guint *word, guint n)
{
  gboolean there = FALSE;
  for (guint i = 0; i < n; i++) there = there || word[i] == value;
  g_assert_true(there);
}

static void all_choices_are_there(void)
{
  for (guint round = 0; round < 400; round++) {
    Hand hand = any_hand();
    guint word[256], k = round % 5, last = 0, n = 0;
    guint expected = slow_sets(&hand, k, word);
    LapSets sets = lap_sets_of(LAP_CONST_ZONE(&hand), NULL, NULL, (guint8)k);
    for (; lap_sets_next(&sets); n++) {
      guint value = 0;
      for (guint i = 0; i < k; i++) value = value * 10 + sets.face[i];
      if (n > 0) g_assert_cmpuint(value, >, last);
      assert_is_among(value, word, expected);
      last = value;
    }
    g_assert_cmpuint(n, ==, expected);
  }
}

/* Steps, one piece after the other out of the hand: how many ways to the end there are. No way ends early. */
static guint ways(Hand hand, guint16 last, guint16 more)
{
  guint n = 0;
  if (more == 0) return 1;
  LapConstZone read = LAP_CONST_ZONE(&hand);
  for (guint16 face = lap_sets_step(read, last, more, 0); face; face = lap_sets_step(read, last, more, face)) {
    Hand rest = hand;
    lap_zone_take(LAP_HAND(&rest), face, LAP_EVERYONE);
    guint further = ways(rest, face, more - 1);
    g_assert_cmpuint(further, >, 0);
    n += further;
  }
  return n;
}

static void steps_lead_to_each_set_on_one_way(void)
{
  for (guint round = 0; round < 400; round++) {
    Hand hand = any_hand();
    guint word[256], k = 1 + round % 4;
    g_assert_cmpuint(ways(hand, 0, (guint16)k), ==, slow_sets(&hand, k, word));
  }
}

static void faces_come_from_an_array_too(void)
{
  static const guint16 faces[] = {7, 3, 7};
  LapSets sets = lap_sets_of_faces(faces, 3, 2);
  g_assert_true(lap_sets_next(&sets) && sets.face[0] == 3 && sets.face[1] == 7);
  g_assert_true(lap_sets_next(&sets) && sets.face[0] == 7 && sets.face[1] == 7);
  g_assert_false(lap_sets_next(&sets));
}

static void a_great_hand_is_cut_short(void)
{
  Hand hand = {.count = LAP_SETS_PIECES + 8};
  guint n = 0;
  for (guint i = 0; i < hand.count; i++) hand.slot[i].piece = (guint16)(i + 1);
  LapSets sets = lap_sets_of(LAP_CONST_ZONE(&hand), NULL, NULL, 2);
  while (lap_sets_next(&sets)) n++;
  g_assert_cmpuint(n, ==, 64 * 63 / 2);
  sets = lap_sets_of(LAP_CONST_ZONE(&hand), NULL, NULL, LAP_SETS_CHOSEN + 1);
  g_assert_false(lap_sets_next(&sets));
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/sets/each-set-comes-once-in-ascending-order", each_set_comes_once_in_order);
  g_test_add_func("/sets/all-choices-are-there", all_choices_are_there);
  g_test_add_func("/sets/steps-lead-to-each-set-on-one-way-and-never-to-a-dead-end", steps_lead_to_each_set_on_one_way);
  g_test_add_func("/sets/faces-come-from-an-array-too", faces_come_from_an_array_too);
  g_test_add_func("/sets/a-great-hand-is-cut-short", a_great_hand_is_cut_short);
  return g_test_run();
}
