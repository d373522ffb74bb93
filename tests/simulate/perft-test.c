#include "host/simulate/perft.h"

#include "tests/match/parcel.h"

typedef struct {
  guint seats;
  const char *pairs[2];
  guint depth;
  LapPerftCount counts[5];
} PerftCase;

/* Counted by hand. Two seats pledge one after the other: 6 moves each, of 3 amounts and 2 ways. */
static const PerftCase cases[] = {
    {2, {"rounds=1"}, 2, {{6, 0}, {36, 0}}},
    {3, {"rounds=1"}, 3, {{6, 0}, {36, 0}, {216, 0}}},
    {2, {"rounds=1"}, 0, {{0, 0}}},
};

static LapPerftCount *count(const PerftCase *perft_case, guint64 seed, GError **error)
{
  g_autoptr(LapGame) game = parcel_link(parcel_routes);
  g_autoptr(LapOptions) options = parcel_options(game, perft_case->pairs);
  g_autoptr(LapEngine) engine = lap_engine_new(game, perft_case->seats, options, NULL);
  g_autoptr(LapBlock) block = lap_block_new(engine);
  g_assert_cmpint(lap_engine_start(engine, block, seed), ==, LAP_MOVE_MADE);
  return lap_perft(engine, block, perft_case->depth, error);
}

static void test_sealed(void)
{
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree LapPerftCount *counts = count(&cases[i], 1, NULL);
    g_assert_cmpmem(counts, cases[i].depth * sizeof *counts, cases[i].counts, cases[i].depth * sizeof *counts);
  }
}

/* The moves of a seat on its turn, by what it has: each different card to each empty cell, one or two cards drawn, a
 * tip if it has coins, and a rest. */
static guint64 turns(guint faces, guint empty, gboolean coins) { return (guint64)faces * empty + 2 + coins + 1; }

/* How many different faces the seats were dealt with this seed. */
static void faces_dealt(guint64 seed, guint faces[2])
{
  g_autoptr(LapGame) game = parcel_link(parcel_routes);
  g_autoptr(LapEngine) engine = lap_engine_new(game, 2, NULL, NULL);
  g_autoptr(LapBlock) block = lap_block_new(engine);
  lap_engine_start(engine, block, seed);
  const LapAction pledges[] = {
      {PARCEL_PLEDGE, 0, 1, {0}}, {PARCEL_MARK, 0, 1, {0}}, {PARCEL_PLEDGE, 1, 1, {0}}, {PARCEL_MARK, 1, 1, {0}}};
  for (guint i = 0; i < G_N_ELEMENTS(pledges); i++) lap_engine_apply(engine, block, &pledges[i]);
  for (guint seat = 0; seat < 2; seat++) {
    const LapActions *legal = lap_engine_legal(engine, block, seat);
    faces[seat] = 0;
    for (guint i = 0; i < legal->n; i++) faces[seat] += legal->v[i].kind == PARCEL_AIM;
    const LapAction rest = {PARCEL_REST, (guint8)seat, 0, {0}};
    lap_engine_apply(engine, block, &rest);
  }
}

/* A pledge of 0, 1 or 2 high, or of 2, 1 or 0 low: in 2 of 6 it yields no coins. Both seats' turns, then, in one round:
 * the second has coins if it got some, or was tipped. */
static void expect_round(const guint faces[2], LapPerftCount *third, LapPerftCount *fourth)
{
  *third = *fourth = (LapPerftCount){0};
  for (guint pledge = 0; pledge < 36; pledge++) {
    gboolean coins_0 = pledge % 6 >= 2, coins_1 = pledge / 6 >= 2;
    third->positions += turns(faces[0], 6, coins_0);
    fourth->positions += (guint64)faces[0] * 6 * turns(faces[1], 5, coins_1); /* after a card posted */
    fourth->positions += 3 * turns(faces[1], 6, coins_1);                     /* after one or two drawn, or a rest */
    if (coins_0) fourth->positions += turns(faces[1], 6, TRUE);               /* after a tip */
  }
  fourth->finished = fourth->positions;
}

static void test_steps(void)
{
  for (guint64 seed = 1; seed <= 5; seed++) {
    const PerftCase whole = {.seats = 2, .pairs = {"rounds=1"}, .depth = 5};
    guint faces[2];
    LapPerftCount third, fourth;
    faces_dealt(seed, faces);
    expect_round(faces, &third, &fourth);
    g_autofree LapPerftCount *counts = count(&whole, seed, NULL);
    g_assert_cmpuint(counts[1].positions, ==, 36);
    g_assert_cmpmem(&counts[2], sizeof third, &third, sizeof third);
    g_assert_cmpmem(&counts[3], sizeof fourth, &fourth, sizeof fourth);
    g_assert_cmpuint(counts[4].positions, ==, 0);
  }
}

static void test_fault(void)
{
  const PerftCase broken = {.seats = 2, .pairs = {"broken=fault"}, .depth = 3};
  guint failed = 0;
  for (guint64 seed = 1; seed <= 100; seed++) {
    g_autoptr(GError) error = NULL;
    g_autofree LapPerftCount *counts = count(&broken, seed, &error);
    g_assert_true((counts == NULL) == (error != NULL));
    if (!error) continue;
    g_assert_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_FAULT);
    g_assert_cmpstr(error->message, ==, "parcel: the post office is \"closed\"");
    failed++;
  }
  g_assert_cmpuint(failed, >, 0);
  g_assert_cmpuint(failed, <, 100);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/perft/sealed-moves-are-counted-in-one-order-only", test_sealed);
  g_test_add_func("/perft/a-move-of-several-steps-is-one-ply-and-a-finished-match-counts-once", test_steps);
  g_test_add_func("/perft/a-fault-is-an-error", test_fault);
  return g_test_run();
}
