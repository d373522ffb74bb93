/* A bot knows no more than its seat does: over random play of a game, two bots of a seat look at two blocks that it
 * cannot tell apart, the true one and another that is dealt for it, and do everything alike.
 *
 * Built with leaky-worlds.c in place of worlds.c, and LEAKY, it shows that a bot which looks at the true block is
 * caught. */
#include <string.h>

#include "host/bots/greedy.h"
#include "host/bots/search.h"
#include "host/engine/knowledge.h"
#include "host/projection/view.h"
#include "positions.h"

#define WORLDS 3
#define SEED 7
#define TREE_BYTES (1u << 20)
/* Positions of a number of seats: each is thought about twice. */
#define MOST 100

#ifdef LEAKY
#define EXPECTED "the true one is seen"
#else
#define EXPECTED "they are alike"
#endif

static const LapBudget little = {.iterations = 40}, least = {.iterations = 2};

/* What one of the two thinks with, all through a match. */
typedef struct {
  LapWorlds *worlds;
  LapSearch *search;
  LapBotSeat *greedy;
} Thinker;

static void thinker_init(Thinker *thinker, const Positions *positions, guint seat)
{
  guint seats = lap_engine_seats(positions->engine);
  thinker->worlds = lap_worlds_new(positions->game, seats, NULL, seat, NULL);
  thinker->search = lap_search_new(thinker->worlds, TREE_BYTES);
  thinker->greedy = lap_bot_seat_new(&lap_bot_greedy, positions->game, seats, NULL, seat, &least, NULL);
}

static void thinker_clear(Thinker *thinker)
{
  lap_search_free(thinker->search);
  lap_worlds_free(thinker->worlds);
  lap_bot_seat_free(thinker->greedy);
}

/* A copy of what lap_engine_legal answers. */
static LapActions copy_legal(LapEngine *engine, const LapBlock *block, guint seat)
{
  LapActions legal = *lap_engine_legal(engine, block, seat);
  legal.v = g_memdup2(legal.v, legal.n * sizeof *legal.v);
  return legal;
}

static gboolean deal_alike(Thinker *a, Thinker *b)
{
  LapEngine *engine = lap_worlds_engine(a->worlds);
  g_autoptr(LapBlock) world_a = lap_block_new(engine);
  g_autoptr(LapBlock) world_b = lap_block_new(engine);
  LapGenerator chooser_a = lap_generator_seeded(SEED), chooser_b = chooser_a;
  for (guint i = 0; i < WORLDS; i++) {
    g_assert_true(lap_worlds_deal(a->worlds, world_a, &chooser_a));
    g_assert_true(lap_worlds_deal(b->worlds, world_b, &chooser_b));
    if (memcmp(world_a, world_b, lap_engine_block_size(engine)) != 0) return FALSE;
  }
  return chooser_a.state == chooser_b.state;
}

static gboolean are_same_choices(const GArray *a, const GArray *b)
{
  if (a->len != b->len) return FALSE;
  for (guint i = 0; i < a->len; i++) {
    const LapChoice *x = &g_array_index(a, LapChoice, i), *y = &g_array_index(b, LapChoice, i);
    if (!lap_same_action(&x->action, &y->action) || x->visits != y->visits || x->value != y->value) return FALSE;
  }
  return TRUE;
}

static gboolean search_alike(Thinker *a, Thinker *b, const LapActions *legal)
{
  LapGenerator chooser_a = lap_generator_seeded(SEED), chooser_b = chooser_a;
  if (legal->n < 2) return TRUE;
  g_assert_true(lap_search_think(a->search, legal, &little, &chooser_a));
  g_assert_true(lap_search_think(b->search, legal, &little, &chooser_b));
  return chooser_a.state == chooser_b.state && lap_search_size(a->search) == lap_search_size(b->search) &&
         are_same_choices(lap_search_choices(a->search), lap_search_choices(b->search));
}

static gboolean grab_alike(Thinker *a, Thinker *b, const LapBlock *block, const LapBlock *twin, const LapActions *legal)
{
  LapGenerator chooser_a = lap_generator_seeded(SEED), chooser_b = chooser_a;
  return lap_bot_seat_choose(a->greedy, block, legal, &chooser_a) ==
             lap_bot_seat_choose(b->greedy, twin, legal, &chooser_b) &&
         chooser_a.state == chooser_b.state;
}

/* Whether the two do all alike in a position, of which `twin` is another world. */
static gboolean think_alike(const Positions *positions, Thinker *a, Thinker *b, const LapBlock *twin, guint seat)
{
  LapActions legal = copy_legal(positions->engine, positions->block, seat);
  LapActions same = copy_legal(positions->engine, twin, seat);
  g_assert_cmpmem(legal.v, legal.n * sizeof *legal.v, same.v, same.n * sizeof *same.v);
  g_assert_true(lap_worlds_look(a->worlds, positions->block));
  g_assert_true(lap_worlds_look(b->worlds, twin));
  gboolean alike = deal_alike(a, b) && search_alike(a, b, &legal) && grab_alike(a, b, positions->block, twin, &legal);
  g_free(legal.v);
  g_free(same.v);
  return alike;
}

/* --- bots */

static void test_bots(gconstpointer data)
{
  const PositionsOf *of = data;
  g_autoptr(Positions) positions = positions_new(of);
  g_autoptr(LapBlock) twin = lap_block_new(positions->engine);
  guint differ = 0, seats = of->seats;
  Thinker thinker[2 * LAP_SEATS_MAX];
  while (positions_next_match(positions)) {
    for (guint i = 0; i < 2 * seats; i++) thinker_init(&thinker[i], positions, i / 2);
    while (positions_next(positions)) {
      guint seat = positions->seat;
      positions_twin(positions, seat, twin);
      differ += !think_alike(positions, &thinker[2 * seat], &thinker[2 * seat + 1], twin, seat);
    }
    for (guint i = 0; i < 2 * seats; i++) thinker_clear(&thinker[i]);
  }
  g_test_message("%u of %u positions differ: " EXPECTED, differ, positions->n);
#ifdef LEAKY
  g_assert_cmpuint(differ, >, 0);
#else
  g_assert_cmpuint(differ, ==, 0);
#endif
}

#ifndef LEAKY
/* --- information sets */

/* What the seat is shown of the fields; the rest of a view is public, and no part of an information set. */
static char *fields_shown(LapEngine *engine, const LapBlock *block, guint seat)
{
  g_autoptr(GString) view = g_string_new(NULL);
  lap_view_write(engine, block, seat, view);
  const LapHead *head = lap_head_of(block);
  return g_strdup_printf("%u %s", head->phase, strstr(view->str, "\"fields\":"));
}

/* Blocks that the seat sees differently have different numbers. */
static void check_is_one_view(GHashTable *views, const Positions *positions, const LapBlock *block, guint seat)
{
  guint64 key = lap_information_set(positions->engine, block, (guint16)(1u << seat), seat);
  g_autofree char *view = fields_shown(positions->engine, block, seat);
  const char *before = g_hash_table_lookup(views, &key);
  if (before)
    g_assert_cmpstr(view, ==, before);
  else
    g_hash_table_insert(views, g_memdup2(&key, sizeof key), g_steal_pointer(&view));
}

/* Blocks that the seat cannot tell apart have the same number: of itself, and of what it has in common with others. */
static void check_is_one_set(const Positions *positions, const LapBlock *block, const LapBlock *twin, guint seat)
{
  for (guint other = 0; other < lap_engine_seats(positions->engine); other++) {
    guint16 both = (guint16)(1u << seat | 1u << other);
    g_assert_cmphex(lap_information_set(positions->engine, block, both, other), ==,
                    lap_information_set(positions->engine, twin, both, other));
  }
}

static void check_sets_of(const Positions *positions, GHashTable *views, LapBlock *block, LapBlock *twin, guint seat)
{
  gsize size = lap_engine_block_size(positions->engine);
  memcpy(block, positions->block, size);
  positions_twin(positions, seat, twin);
  check_is_one_view(views, positions, block, seat);
  check_is_one_view(views, positions, twin, seat);
  lap_forget_choices(positions->engine, block, seat);
  lap_forget_choices(positions->engine, twin, seat);
  check_is_one_set(positions, block, twin, seat);
}

static void test_sets(gconstpointer data)
{
  const PositionsOf *of = data;
  g_autoptr(Positions) positions = positions_new(of);
  g_autoptr(LapBlock) block = lap_block_new(positions->engine);
  g_autoptr(LapBlock) twin = lap_block_new(positions->engine);
  GHashTable *views[LAP_SEATS_MAX];
  for (guint seat = 0; seat < of->seats; seat++)
    views[seat] = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
  while (positions_next_match(positions))
    while (positions_next(positions))
      for (guint seat = 0; seat < of->seats; seat++) check_sets_of(positions, views[seat], block, twin, seat);
  for (guint seat = 0; seat < of->seats; seat++) g_hash_table_unref(views[seat]);
}
#endif

int main(int argc, char **argv)
{
  static const PositionsTest tests[] = {
#ifdef LEAKY
      {"a-bot-that-sees-the-true-block-is-caught", test_bots},
#else
      {"bots-cannot-tell-worlds-apart-that-their-seat-cannot", test_bots},
      {"information-sets-are-what-a-seat-knows", test_sets},
#endif
      {0}};
  return positions_main(argc, argv, "secrecy", tests, 60, MOST);
}
