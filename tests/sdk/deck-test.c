#include "lapidary/deck.h"

#include "fake-host.h"

#define CAPACITY 12

typedef struct {
  guint16 count;
  LapSlot slot[CAPACITY];
} Zone;

typedef struct {
  FakeHost host;
  Zone draw, discard, to;
} Table;

static void begin(Table *table)
{
  *table = (Table){0};
  fake_host_init(&table->host, 7);
}

/* Faces first..last, known to everyone, the last one on top. */
static void lay(Zone *zone, guint16 first, guint16 last)
{
  for (guint16 face = first; face <= last; face++) lap_zone_put(LAP_ZONE(zone), (LapSlot){face, LAP_EVERYONE});
}

static guint bits(const Zone *zone)
{
  guint faces = 0;
  for (guint i = 0; i < zone->count; i++) faces |= 1u << zone->slot[i].piece;
  return faces;
}

static guint16 known_to_any(const Zone *zone)
{
  guint16 known = 0;
  for (guint i = 0; i < zone->count; i++) known |= zone->slot[i].known;
  return known;
}

static void a_set_is_filled_in(void)
{
  static const guint8 copies[] = {0, 2, 0, 3};
  Zone zone = {0};
  g_assert_cmpuint(lap_deck_fill(LAP_ZONE(&zone), 3, copies), ==, 5);
  g_assert_cmpuint(lap_zone_copies(LAP_CONST_ZONE(&zone), 1), ==, 2);
  g_assert_cmpuint(lap_zone_copies(LAP_CONST_ZONE(&zone), 2), ==, 0);
  g_assert_cmpuint(lap_zone_copies(LAP_CONST_ZONE(&zone), 3), ==, 3);
  g_assert_cmpuint(known_to_any(&zone), ==, 0);
  g_assert_cmpuint(lap_deck_fill(LAP_ZONE(&zone), 4, NULL), ==, 4);
  g_assert_cmpuint(lap_deck_add(LAP_ZONE(&zone), 9, 5), ==, 3);
  g_assert_cmpuint(zone.count, ==, CAPACITY);
}

static void a_shuffled_deck_is_unknown(void)
{
  Table table;
  begin(&table);
  lay(&table.draw, 1, 9);
  lap_deck_shuffle(&table.host.context, &table.host.block, LAP_ZONE(&table.draw));
  g_assert_cmpuint(known_to_any(&table.draw), ==, 0);
  g_assert_cmphex(bits(&table.draw), ==, 0x3FE);
  g_assert_cmpuint(table.draw.count, ==, 9);
  g_assert_cmpuint(table.host.block.drawn, ==, 8);
}

/* The number of an order of 1..4, 0..23. */
static guint order_of(const Zone *zone)
{
  guint number = 0;
  for (guint i = 0; i < 4; i++) {
    guint smaller = 0;
    for (guint j = i + 1; j < 4; j++) smaller += zone->slot[j].piece < zone->slot[i].piece;
    number = number * (4 - i) + smaller;
  }
  return number;
}

static void every_order_is_as_likely(void)
{
  Table table;
  guint count[24] = {0};
  begin(&table);
  lay(&table.draw, 1, 4);
  for (guint i = 0; i < 24000; i++) {
    lap_deck_shuffle(&table.host.context, &table.host.block, LAP_ZONE(&table.draw));
    count[order_of(&table.draw)]++;
  }
  assert_even(count, 24, 24000);
}

static void a_shuffled_hand_is_sorted(void)
{
  Table table;
  begin(&table);
  for (guint16 face = 5; face >= 1; face--) lap_zone_put(LAP_ZONE(&table.to), (LapSlot){face, 3});
  lap_deck_shuffle(&table.host.context, &table.host.block, LAP_HAND(&table.to));
  for (guint16 i = 0; i < 5; i++) g_assert_cmpuint(table.to.slot[i].piece, ==, i + 1);
  g_assert_cmpuint(known_to_any(&table.to), ==, 0);
  g_assert_cmpuint(table.host.block.drawn, ==, 0);
}

typedef struct {
  const char *why;
  guint discarded, in_draw, keep, answer;
} Reshuffle;

static const Reshuffle reshuffles[] = {
    {"the whole discard pile", 4, 0, 0, 4}, {"all but its top", 4, 0, 1, 3}, {"with what is left to draw", 4, 3, 1, 3},
    {"nothing to reshuffle", 0, 3, 0, 0},   {"all is kept", 2, 3, 2, 0},     {"more is kept than there is", 2, 3, 5, 0},
};

static void a_discard_pile_is_reshuffled(gconstpointer data)
{
  const Reshuffle *reshuffle = data;
  Table table;
  begin(&table);
  lay(&table.discard, 1, reshuffle->discarded);
  lay(&table.draw, 6, 5 + reshuffle->in_draw);
  guint all = bits(&table.discard) | bits(&table.draw), top = lap_zone_top(LAP_CONST_ZONE(&table.discard));
  guint moved = lap_deck_reshuffle(&table.host.context, &table.host.block, LAP_ZONE(&table.discard),
                                   LAP_ZONE(&table.draw), reshuffle->keep);
  g_assert_cmpuint(moved, ==, reshuffle->answer);
  g_assert_cmpuint(table.discard.count, ==, reshuffle->discarded - moved);
  g_assert_cmpuint(table.draw.count, ==, reshuffle->in_draw + moved);
  g_assert_cmphex(bits(&table.discard) | bits(&table.draw), ==, all);
  if (reshuffle->keep) g_assert_cmpuint(lap_zone_top(LAP_CONST_ZONE(&table.discard)), ==, top);
  if (moved)
    g_assert_cmpuint(known_to_any(&table.draw), ==, 0);
  else
    g_assert_cmpuint(table.host.block.drawn, ==, 0);
}

static void what_does_not_fit_stays(void)
{
  Table table;
  begin(&table);
  lay(&table.discard, 1, 5);
  lay(&table.draw, 6, 13);
  guint moved = lap_deck_reshuffle(&table.host.context, &table.host.block, LAP_ZONE(&table.discard),
                                   LAP_ZONE(&table.draw), 0);
  g_assert_cmpuint(moved, ==, 0);
  g_assert_cmpuint(table.discard.count, ==, 5);
  g_assert_cmpuint(table.draw.slot[0].known, ==, LAP_EVERYONE);
}

static guint drawn(Table *table, LapZone discard, guint n)
{
  return lap_deck_draw(&table->host.context, &table->host.block, LAP_ZONE(&table->draw), discard, LAP_HAND(&table->to),
                       n, 1);
}

static void a_draw_goes_on_with_the_discard_pile(void)
{
  Table table;
  begin(&table);
  lay(&table.draw, 1, 2);
  lay(&table.discard, 3, 6);
  g_assert_cmpuint(drawn(&table, LAP_ZONE(&table.discard), 3), ==, 3);
  g_assert_cmpuint(table.draw.count, ==, 3);
  g_assert_cmpuint(table.discard.count, ==, 0);
  g_assert_cmpuint(table.to.slot[0].known, ==, LAP_EVERYONE); /* it was drawn from an open pile */
  g_assert_cmpuint(table.to.slot[2].known, ==, 1);            /* it was shuffled before */
  g_assert_cmpuint(drawn(&table, LAP_ZONE(&table.discard), 9), ==, 3);
}

static void a_deck_is_not_made_anew_before_it_must(void)
{
  Table table;
  begin(&table);
  lay(&table.draw, 1, 2);
  lay(&table.discard, 3, 6);
  g_assert_cmpuint(drawn(&table, LAP_ZONE(&table.discard), 2), ==, 2);
  g_assert_cmpuint(table.discard.count, ==, 4);
  g_assert_cmpuint(table.host.block.drawn, ==, 0);
}

static void a_deck_without_discards_ends(void)
{
  Table table;
  begin(&table);
  lay(&table.draw, 1, 2);
  g_assert_cmpuint(drawn(&table, LAP_NO_ZONE, 3), ==, 2);
}

static bool is_even(uint16_t face, const void *user)
{
  ++*(guint *)user;
  return face % 2 == 0;
}

typedef struct {
  const char *why;
  guint in_draw, discarded, n, answer, aside;
} Dig;

static const Dig digs[] = {
    {"until one is found", 5, 0, 1, 1, 2},       {"the first is wanted", 4, 0, 1, 1, 1},
    {"until two are found", 5, 0, 2, 2, 4},      {"until the deck ends", 5, 0, 3, 2, 5},
    {"through the discard pile", 3, 4, 3, 3, 0}, {"for none", 5, 0, 0, 0, 0},
};

static void a_dig(gconstpointer data)
{
  const Dig *dig = data;
  Table table;
  guint asked = 0;
  begin(&table);
  lay(&table.draw, 1, dig->in_draw);
  lay(&table.discard, 6, 5 + dig->discarded);
  guint found = lap_deck_dig(&table.host.context, &table.host.block, LAP_ZONE(&table.draw), LAP_ZONE(&table.discard),
                             LAP_ZONE(&table.to), dig->n, is_even, &asked);
  g_assert_cmpuint(found, ==, dig->answer);
  g_assert_cmpuint(table.to.count, ==, asked);
  if (dig->aside) g_assert_cmpuint(table.to.count, ==, dig->aside);
  for (guint i = 0; i < table.to.count; i++) g_assert_cmpuint(table.to.slot[i].known, ==, LAP_EVERYONE);
  g_assert_cmpuint(table.to.count + table.draw.count + table.discard.count, ==, dig->in_draw + dig->discarded);
}

static void any_piece_of_a_bag_comes(void)
{
  guint count[6] = {0};
  Table table;
  begin(&table);
  for (guint i = 0; i < 6000; i++) {
    table.draw = table.to = (Zone){0};
    lay(&table.draw, 1, 6);
    guint face = lap_deck_draw_any(&table.host.context, &table.host.block, LAP_HAND(&table.draw), LAP_ZONE(&table.to),
                                   4);
    g_assert_cmpuint(table.to.slot[0].known, ==, 4);
    g_assert_cmpuint(known_to_any(&table.draw), ==, 4);
    count[face - 1]++;
  }
  assert_even(count, 6, 6000);
}

static void an_empty_bag_gives_nothing(void)
{
  Table table;
  begin(&table);
  LapZone to = LAP_ZONE(&table.to);
  g_assert_cmpuint(lap_deck_draw_any(&table.host.context, &table.host.block, LAP_HAND(&table.draw), to, 4), ==, 0);
}

static void add_cases(void)
{
  for (guint i = 0; i < G_N_ELEMENTS(reshuffles); i++) {
    g_autofree char *path = g_strdelimit(g_strdup_printf("/deck/reshuffle/%s", reshuffles[i].why), " ", '-');
    g_test_add_data_func(path, &reshuffles[i], a_discard_pile_is_reshuffled);
  }
  for (guint i = 0; i < G_N_ELEMENTS(digs); i++) {
    g_autofree char *path = g_strdelimit(g_strdup_printf("/deck/dig/%s", digs[i].why), " ", '-');
    g_test_add_data_func(path, &digs[i], a_dig);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  add_cases();
  g_test_add_func("/deck/a-set-is-filled-in-with-all-its-copies", a_set_is_filled_in);
  g_test_add_func("/deck/a-shuffled-deck-is-unknown-to-all", a_shuffled_deck_is_unknown);
  g_test_add_func("/deck/every-order-is-as-likely", every_order_is_as_likely);
  g_test_add_func("/deck/a-shuffled-hand-is-forgotten-and-sorted", a_shuffled_hand_is_sorted);
  g_test_add_func("/deck/discards-that-do-not-fit-stay", what_does_not_fit_stays);
  g_test_add_func("/deck/a-draw-goes-on-with-the-discard-pile", a_draw_goes_on_with_the_discard_pile);
  g_test_add_func("/deck/a-deck-is-not-made-anew-before-it-must", a_deck_is_not_made_anew_before_it_must);
  g_test_add_func("/deck/a-deck-without-discards-ends", a_deck_without_discards_ends);
  g_test_add_func("/deck/any-piece-of-a-bag-comes-and-the-rest-is-forgotten", any_piece_of_a_bag_comes);
  g_test_add_func("/deck/an-empty-bag-gives-nothing", an_empty_bag_gives_nothing);
  return g_test_run();
}
