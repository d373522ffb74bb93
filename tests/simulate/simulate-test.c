#include "host/simulate/simulate.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "tests/match/parcel.h"

static LapGame *game;

static LapStatistics *simulate(LapSimulation simulation)
{
  g_autoptr(GError) error = NULL;
  LapStatistics *statistics = lap_simulate(game, &simulation, &error);
  g_assert_no_error(error);
  return statistics;
}

static char *json_of(LapSimulation simulation)
{
  g_autoptr(LapStatistics) statistics = simulate(simulation);
  return lap_statistics_to_json(statistics, FALSE);
}

static const LapSimulation three = {.seats = 3, .matches = 200, .seed = 42, .threads = 1};

static void test_threads(void)
{
  static const guint threads[] = {0, 2, 3, 7};
  g_autofree char *alone = json_of(three);
  for (guint i = 0; i < G_N_ELEMENTS(threads); i++) {
    LapSimulation simulation = three;
    simulation.threads = threads[i];
    g_autofree char *shared = json_of(simulation);
    g_assert_cmpstr(shared, ==, alone);
  }
}

static void test_seed(void)
{
  LapSimulation simulation = three;
  simulation.seed = 43;
  g_autofree char *one = json_of(three), *other = json_of(simulation);
  g_assert_cmpstr(one, !=, other);
}

/* As the random bot chooses, but it is not known as that, so that no playout stands in for it. */
static guint choose_at_random(gpointer memory, const LapActions *legal, const LapBudget *budget G_GNUC_UNUSED,
                              LapGenerator *generator)
{
  LapWorlds *worlds = memory;
  LapEngine *engine = lap_worlds_engine(worlds);
  LapGenerator other = lap_generator_seeded(legal->n);
  g_autoptr(LapBlock) world = lap_block_new(engine);
  g_assert_cmpuint(legal->n, >, 1);
  guint n = legal->n;
  LapAction first = legal->v[0];
  g_assert_true(lap_worlds_deal(worlds, world, &other));
  g_assert_cmpuint(lap_engine_legal(engine, world, lap_worlds_seat(worlds))->n, ==, n);
  g_assert_cmpmem(&first, sizeof first, &legal->v[0], sizeof first);
  return lap_generator_below(generator, n);
}
static gpointer keep_worlds(LapWorlds *worlds, const LapBudget *budget G_GNUC_UNUSED) { return worlds; }
static const LapBot slow = {.name = "slow", .open = keep_worlds, .choose = choose_at_random};

static void test_paths(void)
{
  const LapBot *const bots[] = {&slow, &slow, &slow};
  LapSimulation stepwise = three, checked = three;
  stepwise.bots = bots;
  checked.checked = TRUE;
  g_autofree char *playout = json_of(three), *by_step = json_of(stepwise), *by_session = json_of(checked);
  g_assert_cmpstr(by_step, ==, playout);
  g_assert_cmpstr(by_session, ==, playout);
}

/* The figures of a simulation, in which every match is traced. */
static LapFigures *figures_of(LapSimulation simulation)
{
  g_autoptr(LapFigures) figures = lap_figures_new(lap_statistics_new(game, simulation.seats));
  simulation.figures = figures;
  if (!simulation.trace) simulation.trace = 1;
  lap_statistics_free(simulate(simulation));
  return g_steal_pointer(&figures);
}

static void test_traced(void)
{
  g_autoptr(LapStatistics) plain = simulate(three);
  g_autoptr(LapFigures) figures = figures_of(three);
  g_autofree char *all = lap_statistics_to_json(plain, FALSE), *same = lap_statistics_to_json(figures->all, FALSE);
  g_assert_cmpstr(same, ==, all);
  g_assert_cmpuint(figures->traced, ==, 200);
  g_assert_cmpuint(figures->choices.of.n, ==, (guint64)plain->steps.sum);
  g_assert_cmpint(figures->choices.of.min, ==, 1);
  g_assert_cmpfloat(lap_measure_mean(&figures->choices.of), >, 2);
  g_assert_cmpmem(&figures->plies.of, sizeof(LapMeasure), &plain->plies, sizeof(LapMeasure));
  g_assert_cmpmem(&figures->seat[1].points.of, sizeof(LapMeasure), &plain->seat[1].points, sizeof(LapMeasure));
  g_assert_cmpuint(figures->seat[2].wins, ==, plain->seat[2].wins);
  g_assert_cmpuint(figures->seat[0].places[0], ==, plain->seat[0].wins + plain->seat[0].shared);
}

/* Some matches are traced, the same ones in any part, and all are counted. */
static void test_parts(void)
{
  LapSimulation simulation = {.seats = 3, .matches = 700, .seed = 42, .trace = 3};
  g_autoptr(LapFigures) whole = figures_of(simulation), sum = NULL;
  static const guint64 ends[] = {700, 410, 64, 1, 0};
  for (guint i = 0; i + 1 < G_N_ELEMENTS(ends); i++) {
    simulation.first = ends[i + 1];
    simulation.matches = ends[i] - ends[i + 1];
    simulation.threads = i;
    LapFigures *part = figures_of(simulation);
    if (sum) {
      lap_figures_merge(sum, part);
      lap_figures_free(part);
    } else {
      sum = part;
    }
  }
  g_autofree char *of_whole = lap_figures_to_json(whole, FALSE), *of_sum = lap_figures_to_json(sum, FALSE);
  g_assert_cmpuint(whole->traced, ==, 256); /* 0 to 63, 192 to 255, 384 to 447, 576 to 639 */
  g_assert_cmpuint(whole->all->matches, ==, 700);
  g_assert_cmpstr(of_sum, ==, of_whole);
}

/* Takes the first step that there is: aims at the first card while there is one, and posts it. */
static guint choose_first(gpointer memory, const LapActions *legal G_GNUC_UNUSED, const LapBudget *budget G_GNUC_UNUSED,
                          LapGenerator *generator G_GNUC_UNUSED)
{
  if (memory) (*(guint *)memory)++;
  return 0;
}
static const LapBot first = {.name = "first", .choose = choose_first};

static void test_known_match(void)
{
  const LapBot *const bots[] = {&first, &first};
  g_autoptr(LapOptions) options = parcel_options(game, (const char *const[]){"rounds=2", NULL});
  g_autoptr(LapStatistics)
      statistics = simulate((LapSimulation){.seats = 2, .options = options, .bots = bots, .matches = 10, .threads = 1});
  g_assert_cmpuint(statistics->matches, ==, 10);
  g_assert_cmpint(statistics->plies.min, ==, 8); /* two rounds of two pledges and two turns */
  g_assert_cmpint(statistics->plies.max, ==, 8);
  g_assert_cmpint(statistics->steps.min, ==, 16); /* each of two steps */
  g_assert_cmpfloat(lap_measure_deviation(&statistics->steps), ==, 0);
  for (guint seat = 0; seat < 2; seat++) { /* two parcels posted, pledges of nothing at the high way */
    g_assert_cmpint(statistics->seat[seat].points.min, ==, 6);
    g_assert_cmpint(statistics->seat[seat].points.max, ==, 6);
    g_assert_cmpuint(statistics->seat[seat].wins, ==, 0);
    g_assert_cmpuint(statistics->seat[seat].shared, ==, 10);
  }
  g_assert_cmpstr(statistics->category[PARCEL_SHELF].name, ==, "parcel/shelf");
  g_assert_cmpfloat(lap_category_mean(statistics, &statistics->category[PARCEL_SHELF]), ==, 6);
  g_assert_cmpfloat(lap_category_seat_mean(statistics, &statistics->category[PARCEL_SHELF], 1), ==, 6);
  g_assert_true(statistics->category[PARCEL_COINS].used);
  g_assert_false(statistics->category[PARCEL_CARDS].used); /* breaks ties, is no points */
}

static void test_wins_add_up(void)
{
  g_autoptr(LapStatistics) statistics = simulate(three);
  guint64 wins = 0, shared = 0;
  for (guint seat = 0; seat < 3; seat++) {
    wins += statistics->seat[seat].wins;
    shared += statistics->seat[seat].shared;
    g_assert_cmpuint(statistics->seat[seat].points.n, ==, 200);
  }
  g_assert_cmpuint(wins, >, 0);
  g_assert_cmpuint(wins, <=, 200);
  g_assert_cmpuint(shared, >=, 2 * (200 - wins));
  g_assert_cmpuint(shared, <=, 3 * (200 - wins));
}

static gpointer open_memory(LapWorlds *worlds, const LapBudget *budget)
{
  g_assert_cmpuint(lap_engine_seats(lap_worlds_engine(worlds)), ==, 2);
  g_assert_cmpuint(budget->iterations, ==, 7);
  guint *memory = g_new0(guint, 1);
  *memory = lap_worlds_seat(worlds) * 1000000;
  return memory;
}
static gint closed[2]; /* atomic: threads close bots behind each match */
static void close_memory(gpointer memory)
{
  guint seat = *(guint *)memory >= 1000000;
  g_atomic_int_add(&closed[seat], (gint)(*(guint *)memory - seat * 1000000));
  g_free(memory);
}
static const LapBot keeper = {
    .name = "keeper", .budget = {.iterations = 7}, .open = open_memory, .close = close_memory, .choose = choose_first};

static void test_memory(void)
{
  const LapBot *const bots[] = {&keeper, &keeper};
  closed[0] = closed[1] = 0;
  g_autoptr(LapOptions) options = parcel_options(game, (const char *const[]){"rounds=1", NULL});
  g_autoptr(LapStatistics) statistics = simulate(
      (LapSimulation){.seats = 2, .options = options, .bots = bots, .matches = 100, .threads = 3});
  g_assert_cmpint(closed[0], ==, 400); /* pledge, mark, aim, post */
  g_assert_cmpint(closed[1], ==, 400);
}

static void test_together(void)
{
  g_autoptr(LapGame) express = parcel_express_link();
  g_autoptr(LapOptions) options = parcel_options(express, (const char *const[]){"goal=18", NULL});
  const LapSimulation simulation = {.seats = 2, .options = options, .matches = 300, .seed = 1};
  g_autoptr(LapStatistics) statistics = lap_simulate(express, &simulation, NULL);
  g_assert_cmpuint(statistics->together, ==, 300);
  g_assert_cmpuint(statistics->won, >, 0);
  g_assert_cmpuint(statistics->won, <, 300);
  g_assert_cmpuint(statistics->team.n, ==, 300);
  g_assert_cmpint(statistics->team.max, >=, 18);
  g_assert_cmpuint(statistics->seat[0].points.n, ==, 0);
  const LapCategoryStatistics *team = &statistics->category[3];
  g_assert_cmpstr(team->name, ==, "parcel-express/team");
  g_assert_cmpfloat(lap_category_mean(statistics, team), ==, lap_measure_mean(&statistics->team));
}

typedef struct {
  const char *option;
  gboolean checked;
  const char *message;
} FaultCase;

static const FaultCase fault_cases[] = {
    {"broken=stuck", FALSE, "phase parcel/playing: seat 0 has nothing that it may do"},
    {"broken=stuck", TRUE, "a dead end: seat 0"},
    {"broken=fault", FALSE, "the post office is \"closed\""},
    {"broken=fault", TRUE, "the post office is \"closed\""},
    {"broken=endless", FALSE, "not over after 500 plies"},
    {"broken=endless", TRUE, "not over after 500 plies"},
};

static void check_faults(const FaultCase *fault_case, LapSimulation simulation)
{
  g_autoptr(LapStatistics) statistics = simulate(simulation);
  g_assert_cmpuint(statistics->n_faults, >, 0);
  g_assert_cmpuint(statistics->matches + statistics->n_faults, ==, simulation.matches);
  g_assert_cmpuint(statistics->faults->len, ==, MIN(statistics->n_faults, LAP_FAULTS_KEPT));
  for (guint i = 0; i < statistics->faults->len; i++) {
    const LapSimulationFault *fault = &g_array_index(statistics->faults, LapSimulationFault, i);
    if (!strstr(fault->message, fault_case->message)) g_assert_cmpstr(fault->message, ==, fault_case->message);
    g_assert_cmpuint(fault->seed, ==, lap_match_seed(simulation.seed, fault->match));
    g_assert_cmpuint(fault->match, >=, i);
  }
}

static void test_faults(void)
{
  for (guint i = 0; i < G_N_ELEMENTS(fault_cases); i++) {
    g_autoptr(LapOptions) options = parcel_options(game, (const char *const[]){fault_cases[i].option, NULL});
    const LapSimulation simulation = {.seats = 2,
                                      .options = options,
                                      .matches = 100,
                                      .plies_max = 500,
                                      .threads = 2,
                                      .checked = fault_cases[i].checked};
    check_faults(&fault_cases[i], simulation);
  }
}

static void test_faults_and_threads(void)
{
  g_autoptr(LapOptions) options = parcel_options(game, (const char *const[]){"broken=fault", NULL});
  LapSimulation simulation = {.seats = 2, .options = options, .matches = 300, .threads = 1};
  g_autofree char *alone = json_of(simulation);
  simulation.threads = 4;
  g_autofree char *shared = json_of(simulation);
  g_assert_cmpstr(shared, ==, alone);
}

static guint choose_too_much(gpointer memory G_GNUC_UNUSED, const LapActions *legal,
                             const LapBudget *budget G_GNUC_UNUSED, LapGenerator *generator G_GNUC_UNUSED)
{
  return legal->n;
}
static const LapBot greedy = {.name = "greedy", .choose = choose_too_much};

static void test_bad_bot(void)
{
  const LapBot *const bots[] = {&lap_bot_random, &greedy};
  g_autoptr(LapStatistics) statistics = simulate((LapSimulation){.seats = 2, .bots = bots, .matches = 1});
  g_assert_cmpuint(statistics->n_faults, ==, 1);
  g_assert_cmpstr(g_array_index(statistics->faults, LapSimulationFault, 0).message, ==,
                  "bot greedy of seat 1: took a step that there is not");
}

static gboolean stop_at_once(guint64 done G_GNUC_UNUSED, guint64 matches G_GNUC_UNUSED, gpointer data)
{
  (*(guint *)data)++;
  return FALSE;
}

static gboolean go_on(guint64 done, guint64 matches, gpointer data)
{
  g_assert_cmpuint(done, <=, matches);
  *(guint64 *)data = done;
  return TRUE;
}

static void test_progress(void)
{
  guint told = 0;
  guint64 done = 0;
  LapSimulation simulation = three;
  simulation.progress = go_on;
  simulation.progress_data = &done;
  g_autoptr(LapStatistics) whole = simulate(simulation);
  g_assert_cmpuint(done, ==, 200);
  g_assert_false(whole->stopped);
  g_autoptr(LapOptions) options = parcel_options(game, (const char *const[]){"broken=endless", NULL});
  simulation = (LapSimulation){.seats = 2, .options = options, .matches = G_MAXUINT32, .plies_max = 1000};
  simulation.progress = stop_at_once;
  simulation.progress_data = &told;
  g_autoptr(LapStatistics) part = simulate(simulation);
  g_assert_cmpuint(told, ==, 1);
  g_assert_true(part->stopped);
  g_assert_cmpuint(part->n_faults, <, G_MAXUINT32);
}

static void test_refused(void)
{
  const LapSimulation simulation = {.seats = 5, .matches = 1};
  g_autoptr(GError) error = NULL;
  g_assert_null(lap_simulate(game, &simulation, &error));
  g_assert_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_OPTION);
}

static void test_nothing(void)
{
  g_autoptr(LapStatistics) statistics = simulate((LapSimulation){.seats = 2});
  g_autofree char *json = lap_statistics_to_json(statistics, TRUE), *table = lap_statistics_to_table(statistics, NULL);
  g_assert_cmpuint(statistics->matches, ==, 0);
  g_assert_nonnull(strstr(json, "\"matches\":0,"));
  g_assert_true(g_str_has_prefix(table, "0 matches\n"));
}

static void test_bots(void)
{
  g_assert_true(lap_bot_named("random") == &lap_bot_random);
  g_assert_null(lap_bot_named("wise"));
  g_assert_cmpstr(lap_bots()[0]->name, ==, "easy");
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  game = parcel_link(parcel_routes);
  g_test_add_func("/simulate/what-comes-out-does-not-depend-on-threads", test_threads);
  g_test_add_func("/simulate/another-seed-plays-other-matches", test_seed);
  g_test_add_func("/simulate/playouts-steps-and-sessions-play-the-same-matches", test_paths);
  g_test_add_func("/simulate/what-is-traced-is-what-is-played", test_traced);
  g_test_add_func("/simulate/parts-add-up-to-the-whole", test_parts);
  g_test_add_func("/simulate/a-match-that-is-known-is-counted-as-it-was", test_known_match);
  g_test_add_func("/simulate/wins-and-shared-wins-add-up", test_wins_add_up);
  g_test_add_func("/simulate/a-bot-keeps-its-memory-seat-by-seat", test_memory);
  g_test_add_func("/simulate/seats-that-play-together-win-together", test_together);
  g_test_add_func("/simulate/a-match-that-fails-is-told-with-its-seed", test_faults);
  g_test_add_func("/simulate/the-faults-kept-do-not-depend-on-threads", test_faults_and_threads);
  g_test_add_func("/simulate/a-bot-that-takes-what-is-not-there-is-a-fault", test_bad_bot);
  g_test_add_func("/simulate/progress-is-told-and-may-stop", test_progress);
  g_test_add_func("/simulate/too-many-seats-are-refused", test_refused);
  g_test_add_func("/simulate/no-match-at-all-is-no-error", test_nothing);
  g_test_add_func("/simulate/bots-have-names", test_bots);
  int status = g_test_run();
  lap_game_unref(game);
  return status;
}
