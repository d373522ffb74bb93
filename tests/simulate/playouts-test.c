/* Many playouts in one call: the same sums whether the rules run here or elsewhere, and no others are believed. */
#include "host/engine/playouts.h"

#include <string.h>

#include "host/engine/knowledge.h"
#include "host/engine/wire.h"
#include "host/simulate/report.h"
#include "tests/match/parcel.h"

#define SEATS 3
#define PLIES 1000

/* --- rules that run elsewhere: in another engine of this process, which all goes to as bytes */

typedef struct {
  LapRemote remote;
  LapEngine *engine; /* with the rules */
  LapRemoteReply reply;
  guint calls;
  void (*spoil)(LapRemoteReply *reply); /* before it is sent; may be NULL */
  guint32 ends_at;                      /* it has ended at a step of this ply; 0: never */
} Elsewhere;

static guint8 bytes[1 << 16] __attribute__((aligned(8)));

static gboolean call(LapRemote *remote, const LapEngine *engine, const LapRemoteCall *call, LapBlock *block,
                     LapRemoteReply *reply)
{
  Elsewhere *elsewhere = (Elsewhere *)remote;
  g_autoptr(LapBlock) there = lap_block_new(elsewhere->engine);
  const LapWire wire = {bytes, sizeof bytes};
  LapRemoteCall read;
  elsewhere->calls++;
  gboolean is_step = call->kind != LAP_CALL_PLAYOUT && call->kind != LAP_CALL_PLAYOUTS &&
                     call->kind != LAP_CALL_MATCHES;
  if (elsewhere->ends_at &&
      (!is_step || (lap_head_of(block)->ply == elsewhere->ends_at && call->kind == LAP_CALL_APPLY))) {
    g_string_assign(reply->fault, "crashed");
    return FALSE;
  }
  g_assert_true(lap_wire_write_call(wire, engine, call, block));
  g_assert_true(lap_wire_read_call(wire, elsewhere->engine, &read, there));
  lap_remote_run(elsewhere->engine, &read, there, &elsewhere->reply);
  if (elsewhere->spoil) elsewhere->spoil(&elsewhere->reply);
  g_assert_true(lap_wire_write_reply(wire, elsewhere->engine, &elsewhere->reply, there));
  return lap_wire_read_reply(wire, engine, reply, lap_remote_call_keeps_block(call) ? NULL : block);
}

static void leave(LapRemote *remote G_GNUC_UNUSED) {}

typedef struct {
  LapGame *game, *far;
  LapEngine *here, *there; /* with rules, without */
  Elsewhere elsewhere;
} Pair;

static void set_up(Pair *pair, gconstpointer broken)
{
  pair->game = parcel_link(parcel_routes);
  pair->far = parcel_link(parcel_routes);
  g_autofree char *setting = g_strconcat("broken=", broken, NULL);
  g_autoptr(LapOptions) options = parcel_options(pair->game, (const char *const[]){broken ? setting : NULL, NULL});
  pair->elsewhere = (Elsewhere){.remote = {call, leave}, .engine = lap_engine_new(pair->game, SEATS, options, NULL)};
  lap_remote_reply_init(&pair->elsewhere.reply);
  lap_game_set_remote(pair->far, &pair->elsewhere.remote);
  pair->here = lap_engine_new(pair->game, SEATS, options, NULL);
  pair->there = lap_engine_new(pair->far, SEATS, options, NULL);
}

static void tear_down(Pair *pair, gconstpointer broken G_GNUC_UNUSED)
{
  lap_engine_free(pair->here);
  lap_engine_free(pair->there);
  lap_engine_free(pair->elsewhere.engine);
  lap_remote_reply_clear(&pair->elsewhere.reply);
  lap_game_unref(pair->far);
  lap_game_unref(pair->game);
}

static LapStatistics *statistics_new(const Pair *pair) { return lap_statistics_new(pair->game, SEATS); }

static void assert_same(const LapStatistics *one, const LapStatistics *other)
{
  g_autofree char *first = lap_statistics_to_json(one, FALSE), *second = lap_statistics_to_json(other, FALSE);
  g_assert_cmpstr(first, ==, second);
}

/* --- tests */

static void test_matches(Pair *pair, gconstpointer broken G_GNUC_UNUSED)
{
  g_autoptr(LapStatistics) here = statistics_new(pair), there = statistics_new(pair);
  g_assert_cmpuint(lap_engine_play_matches(pair->here, 7, 100, 50, PLIES, here), ==, 50);
  g_assert_cmpuint(lap_engine_play_matches(pair->there, 7, 100, 20, PLIES, there), ==, 20);
  g_assert_cmpuint(lap_engine_play_matches(pair->there, 7, 120, 30, PLIES, there), ==, 30);
  g_assert_cmpuint(pair->elsewhere.calls, ==, 2);
  g_assert_cmpuint(here->matches, ==, 50);
  assert_same(here, there);
}

/* A block some moves into a match. */
static LapBlock *reach(LapEngine *engine, guint plies)
{
  LapBlock *block = lap_block_new(engine);
  LapGenerator chooser = lap_generator_seeded(1);
  lap_engine_start(engine, block, 1);
  lap_engine_playout(engine, block, &chooser, plies, NULL);
  return block;
}

static void test_playouts(Pair *pair, gconstpointer broken G_GNUC_UNUSED)
{
  static const guint viewers[] = {0, 2, SEATS, G_MAXUINT}, plies[] = {PLIES, 2, 0};
  for (guint i = 0; i < G_N_ELEMENTS(viewers) * G_N_ELEMENTS(plies); i++) {
    guint viewer = viewers[i % G_N_ELEMENTS(viewers)], most = plies[i / G_N_ELEMENTS(viewers)];
    g_autoptr(LapStatistics) here = statistics_new(pair), there = statistics_new(pair);
    g_autoptr(LapBlock) block = reach(pair->here, 5), before = reach(pair->here, 5);
    LapGenerator one = lap_generator_seeded(3), other = one;
    g_assert_true(lap_engine_playouts(pair->here, block, viewer, 40, most, &one, here));
    g_assert_true(lap_engine_playouts(pair->there, block, viewer, 40, most, &other, there));
    g_assert_cmpuint(one.state, ==, other.state);
    g_assert_cmpmem(block, lap_engine_block_size(pair->here), before, lap_engine_block_size(pair->here));
    g_assert_cmpuint(here->matches, ==, 40);
    if (most < PLIES) g_assert_cmpint(here->plies.max, ==, most);
    assert_same(here, there);
  }
  g_assert_cmpuint(pair->elsewhere.calls, ==, G_N_ELEMENTS(viewers) * G_N_ELEMENTS(plies));
}

/* What many playouts count is what they come to one by one. */
static void test_one_by_one(Pair *pair, gconstpointer broken G_GNUC_UNUSED)
{
  g_autoptr(LapStatistics) many = statistics_new(pair), singly = statistics_new(pair);
  g_autoptr(LapBlock) block = reach(pair->here, 5), world = lap_block_new(pair->here);
  LapGenerator one = lap_generator_seeded(3), other = one;
  for (guint i = 0; i < 20; i++) {
    LapSheet sheet;
    guint64 steps = 0;
    memcpy(world, block, lap_engine_block_size(pair->here));
    g_assert_true(lap_determinise(pair->here, world, 1, &one));
    g_assert_cmpint(lap_engine_playout(pair->here, world, &one, PLIES, &steps), ==, LAP_MOVE_MADE);
    lap_engine_score(pair->here, world, &sheet);
    lap_statistics_add(singly, &sheet, lap_head_of(world)->ply - 5, steps);
  }
  g_assert_true(lap_engine_playouts(pair->here, block, 1, 20, PLIES, &other, many));
  assert_same(singly, many);
}

/* Those before it are counted, and it says why by itself. */
static void test_fault(Pair *pair, gconstpointer broken G_GNUC_UNUSED)
{
  g_autoptr(LapStatistics) here = statistics_new(pair), there = statistics_new(pair);
  guint played = lap_engine_play_matches(pair->here, 0, 0, 300, PLIES, here);
  g_assert_cmpuint(played, <, 300);
  g_assert_cmpuint(here->matches, ==, played);
  g_assert_cmpuint(lap_engine_play_matches(pair->there, 0, 0, 300, PLIES, there), ==, played);
  assert_same(here, there);
}

/* It is found by taking its steps one by one. */
static void test_end(Pair *pair, gconstpointer broken G_GNUC_UNUSED)
{
  g_autoptr(LapStatistics) statistics = statistics_new(pair);
  g_autoptr(LapBlock) block = reach(pair->there, 0);
  LapGenerator chooser = lap_generator_seeded(3);
  pair->elsewhere.ends_at = 7;
  g_assert_cmpuint(lap_engine_play_matches(pair->there, 0, 0, 10, PLIES, statistics), ==, 0);
  g_assert_false(lap_engine_playouts(pair->there, block, 0, 10, PLIES, &chooser, statistics));
  g_assert_cmpstr(lap_engine_fault(pair->there), ==, "crashed");
  g_assert_cmpint(lap_engine_playout(pair->there, block, &chooser, PLIES, NULL), ==, LAP_MOVE_FAULT);
  g_assert_true(g_str_has_prefix(lap_engine_fault(pair->there), "phase parcel/"));
  g_assert_true(g_str_has_suffix(lap_engine_fault(pair->there), ", hook apply: crashed"));
  g_assert_cmpuint(lap_head_of(block)->ply, ==, 7);
  g_assert_cmpuint(statistics->matches, ==, 0);
}

/* --- lies */

static void add_number(LapRemoteReply *reply) { g_array_set_size(reply->sums, reply->sums->len + 1); }
static void drop_number(LapRemoteReply *reply) { g_array_set_size(reply->sums, reply->sums->len - 1); }
static void drop_all(LapRemoteReply *reply) { g_array_set_size(reply->sums, 0); }
static void say_more(LapRemoteReply *reply) { reply->steps = G_MAXUINT64; }
static void say_fewer(LapRemoteReply *reply) { reply->steps--; }

/* Any of the numbers as large as can be: refused, but for those that say nothing of how many there were. */
static guint spoiled;
static void enlarge(LapRemoteReply *reply) { g_array_index(reply->sums, gint64, spoiled) = G_MAXINT64; }
static void lessen(LapRemoteReply *reply) { g_array_index(reply->sums, gint64, spoiled) = G_MININT64; }

static void test_lies(Pair *pair, gconstpointer broken G_GNUC_UNUSED)
{
  void (*const lies[])(LapRemoteReply *) = {add_number, drop_number, drop_all, say_more, say_fewer};
  g_autoptr(LapStatistics) statistics = statistics_new(pair), nothing = statistics_new(pair);
  for (guint i = 0; i < G_N_ELEMENTS(lies); i++) {
    pair->elsewhere.spoil = lies[i];
    g_assert_cmpuint(lap_engine_play_matches(pair->there, 0, 0, 10, PLIES, statistics), ==, 0);
  }
  assert_same(statistics, nothing);
  g_autoptr(GArray) sums = g_array_new(FALSE, FALSE, sizeof(gint64));
  lap_statistics_to_numbers(nothing, sums);
  for (spoiled = 0; spoiled < sums->len; spoiled++) {
    g_autoptr(LapStatistics) read = statistics_new(pair);
    pair->elsewhere.spoil = spoiled % 2 ? enlarge : lessen;
    guint played = lap_engine_play_matches(pair->there, 0, 0, 10, PLIES, read);
    g_assert_cmpuint(read->matches, ==, played);
    g_assert_cmpint(read->plies.sum, <, G_MAXINT32);
    g_autofree char *json = lap_statistics_to_json(read, FALSE);
    g_assert_cmpuint(played, <=, 10);
  }
}

int main(int argc, char **argv)
{
  static const struct {
    const char *name, *broken;
    void (*test)(Pair *pair, gconstpointer broken);
  } tests[] = {
      {"/playouts/matches-that-are-played-elsewhere-come-to-the-same-sums", NULL, test_matches},
      {"/playouts/those-from-a-position-come-to-the-same-sums", NULL, test_playouts},
      {"/playouts/many-are-counted-as-they-are-one-by-one", NULL, test_one_by_one},
      {"/playouts/a-match-that-fails-ends-the-call-and-those-before-it-count", "fault", test_fault},
      {"/playouts/a-match-without-an-end-does-so-too", "endless", test_fault},
      {"/playouts/where-a-process-ended-is-found-step-by-step", NULL, test_end},
      {"/playouts/sums-that-are-not-possible-are-not-believed", NULL, test_lies},
  };
  g_test_init(&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(tests); i++)
    g_test_add(tests[i].name, Pair, tests[i].broken, set_up, tests[i].test, tear_down);
  return g_test_run();
}
