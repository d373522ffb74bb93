/* How fast the contract is: against the same games by hand, and what each game costs. */
#include <locale.h>

#include "hand.h"
#include "host/plugins/registry.h"
#include "measure.h"
#include "player.h"
#include "report.h"
#include "stepper.h"
#include "thinker.h"

#define ROUNDS 7
#define FIGURE_ROUNDS 5

static double seconds = 0.3;
static gboolean as_json, only_search, only_environments;
static const GOptionEntry options[] = {
    {"json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Print JSON", NULL},
    {"seconds", 0, 0, G_OPTION_ARG_DOUBLE, &seconds, "How long each piece of work runs in a round (0.3)", "SECONDS"},
    {"search", 0, 0, G_OPTION_ARG_NONE, &only_search, "Only what the search does", NULL},
    {"environments", 0, 0, G_OPTION_ARG_NONE, &only_environments, "Only environments for learning", NULL},
    {0}};

/* The games that are written by hand, with the least that the trusted path must reach of them. */
static const struct {
  const char *game;
  HandGame play;
  double target;
} by_hand[] = {{"tic-tac-toe", hand_tic_tac_toe, 0.2}, {"connect-four", hand_connect_four, 0.5}};

typedef struct {
  HandGame play;
  LapGenerator chooser;
  guint64 plies; /* used, so that no game is left out */
} Hand;

static guint64 work_by_hand(gpointer data, guint64 amount)
{
  Hand *hand = data;
  LapGenerator chooser = hand->chooser;
  for (guint64 i = 0; i < amount; i++) hand->plies += hand->play(&chooser).plies;
  hand->chooser = chooser;
  return amount;
}

/* Moves of the faster loop, which the plies of every game are held against. */
static guint64 work_plies_by_hand(gpointer data, guint64 amount)
{
  Hand *hand = data;
  guint64 before = hand->plies;
  while (hand->plies - before < amount) hand->plies += hand->play(&hand->chooser).plies;
  return hand->plies - before;
}

static Player *load(LapRegistry *registry, const char *id, GError **error)
{
  LapGame *game = lap_registry_load(registry, id, error);
  return game ? player_new(game, game->seats_min, error) : NULL;
}

static gboolean contest(LapRegistry *registry, guint i, Contest *out, GError **error)
{
  g_autoptr(Player) player = load(registry, by_hand[i].game, error);
  if (!player) return FALSE;

  Hand hand = {by_hand[i].play, lap_generator_seeded(1), 0};
  Measure measures[] = {{"hand", work_by_hand, &hand, 0},
                        {"trusted", work_matches_trusted, player, 0},
                        {"checked", work_matches_checked, player, 0}};
  measure(measures, G_N_ELEMENTS(measures), ROUNDS, seconds);
  *out = (Contest){by_hand[i].game, measures[0].rate, measures[1].rate, measures[2].rate, by_hand[i].target};
  return TRUE;
}

static gboolean cost(LapRegistry *registry, const char *id, Figures *out, GError **error)
{
  g_autoptr(Player) player = load(registry, id, error);
  if (!player) return FALSE;

  Hand hand = {hand_connect_four, lap_generator_seeded(1), 0};
  Measure measures[] = {{"plies", work_plies, player, 0},      {"clones", work_clones, player, 0},
                        {"memcpys", work_memcpys, player, 0},  {"determinisations", work_determinisations, player, 0},
                        {"views", work_views, player, 0},      {"hashes", work_hashes, player, 0},
                        {"hand", work_plies_by_hand, &hand, 0}};
  measure(measures, G_N_ELEMENTS(measures), FIGURE_ROUNDS, seconds / 6);
  *out = (Figures){.game = id,
                   .seats = player->game->seats_min,
                   .bytes = player->block_size,
                   .plies = measures[0].rate,
                   .clones = measures[1].rate,
                   .memcpys = measures[2].rate,
                   .determinisations = measures[3].rate,
                   .views = measures[4].rate,
                   .hashes = measures[5].rate,
                   .hand = measures[6].rate};
  return TRUE;
}

/* Everything that can be played, in the order of the registry. A plugin that does not load is left out. */
static gboolean costs(LapRegistry *registry, GArray *figures, GError **error)
{
  GPtrArray *list = lap_registry_list(registry);
  for (guint i = 0; i < list->len; i++) {
    const LapPluginInfo *info = g_ptr_array_index(list, i);
    Figures one;
    if (info->error) continue;
    if (!cost(registry, info->id, &one, error)) {
      g_prefix_error(error, "%s: ", info->id);
      return FALSE;
    }
    g_array_append_val(figures, one);
  }
  return TRUE;
}

/* --- rules in workers */

/* A bot or a simulation asks for so many at a time. */
#define CALL_SECONDS 0.05

static LapRegistry *isolated_registry(LapIsolation isolation)
{
  LapRegistry *registry = lap_registry_new(NULL);
  lap_registry_set_isolation(registry, isolation);
  return registry;
}

static guint many_for(const Measure *measure)
{
  return (guint)CLAMP(measure->rate * CALL_SECONDS, 16, LAP_PLAYOUTS_MAX);
}

/* Rates of the same work in the host and in a worker, `many` in a call. */
static guint race(Work work, Player *in_host, Player *in_worker, double *rate_in_host, double *rate_isolated)
{
  Measure measures[] = {{"in the host", work, in_host, 0}, {"isolated", work, in_worker, 0}};
  in_host->many = 16;
  measure(measures, 1, 1, CALL_SECONDS);
  in_host->many = in_worker->many = many_for(&measures[0]);
  measure(measures, G_N_ELEMENTS(measures), ROUNDS, seconds / 2);
  *rate_in_host = measures[0].rate;
  *rate_isolated = measures[1].rate;
  return in_host->many;
}

static gboolean compare(LapRegistry *trusted, LapRegistry *isolated, const char *id, Isolated *out, GError **error)
{
  g_autoptr(Player) in_host = load(trusted, id, error), in_worker = in_host ? load(isolated, id, error) : NULL;
  if (!in_worker) return FALSE;
  *out = (Isolated){.game = id};
  out->playouts = race(work_playouts, in_host, in_worker, &out->playouts_in_host, &out->playouts_isolated);
  out->worlds = race(work_worlds, in_host, in_worker, &out->worlds_in_host, &out->worlds_isolated);
  return TRUE;
}

static gboolean compare_all(LapRegistry *registry, GArray *rows, GError **error)
{
  g_autoptr(LapRegistry) trusted = isolated_registry(LAP_ISOLATION_NONE);
  g_autoptr(LapRegistry) isolated = isolated_registry(LAP_ISOLATION_ALL);
  GPtrArray *list = lap_registry_list(registry);
  for (guint i = 0; i < list->len; i++) {
    const LapPluginInfo *info = g_ptr_array_index(list, i);
    Isolated one;
    if (info->error) continue;
    if (!compare(trusted, isolated, info->id, &one, error)) return FALSE;
    g_array_append_val(rows, one);
  }
  return TRUE;
}

/* --- the search */

static gboolean search(LapRegistry *registry, const char *id, Searching *out, GError **error)
{
  g_autoptr(Player) player = load(registry, id, error);
  g_autoptr(Thinker) one = player ? thinker_new(player, error) : NULL;
  g_autoptr(Thinker) other = one ? thinker_new(player, error) : NULL;
  if (!other) return FALSE;

  Measure measures[] = {{"playouts", work_plain_playouts, one, 0}, {"iterations", work_iterations, one, 0}};
  measure(measures, G_N_ELEMENTS(measures), FIGURE_ROUNDS, seconds / 2);
  *out = (Searching){.game = id,
                     .playouts = measures[0].rate,
                     .iterations = measures[1].rate,
                     .two = thinker_rate_of_threads((Thinker *[]){one, other}, 2, seconds * 2),
                     .bytes = thinker_bytes_a_node(one)};
  return TRUE;
}

static gboolean searches(LapRegistry *registry, GArray *rows, GError **error)
{
  g_autoptr(LapRegistry) trusted = isolated_registry(LAP_ISOLATION_NONE);
  GPtrArray *list = lap_registry_list(registry);
  lap_registry_list(trusted);
  for (guint i = 0; i < list->len; i++) {
    const LapPluginInfo *info = g_ptr_array_index(list, i);
    Searching one;
    if (info->error) continue;
    if (!search(trusted, info->id, &one, error)) return FALSE;
    g_array_append_val(rows, one);
  }
  return TRUE;
}

/* --- environments */

#define BATCH 1024

static gboolean step(LapRegistry *registry, const char *id, Stepping *out, GError **error)
{
  g_autoptr(Player) player = load(registry, id, error);
  g_autoptr(Stepper) stepper = player ? stepper_new(player, BATCH, error) : NULL;
  if (!stepper) return FALSE;

  Measure measures[] = {{"bare", work_bare_steps, stepper, 0}, {"environment", work_steps, stepper, 0}};
  measure(measures, G_N_ELEMENTS(measures), FIGURE_ROUNDS, seconds / 2);
  *out = (Stepping){.game = id,
                    .matches = BATCH,
                    .bare = measures[0].rate,
                    .steps = measures[1].rate,
                    .observation = lap_env_observation_size(stepper->env),
                    .actions = lap_env_actions(stepper->env),
                    .left_out = lap_env_left_out(stepper->env)};
  return TRUE;
}

static gboolean steps(LapRegistry *registry, GArray *rows, GError **error)
{
  g_autoptr(LapRegistry) trusted = isolated_registry(LAP_ISOLATION_NONE);
  GPtrArray *list = lap_registry_list(registry);
  for (guint i = 0; i < list->len; i++) {
    const LapPluginInfo *info = g_ptr_array_index(list, i);
    Stepping one;
    if (info->error) continue;
    if (!step(trusted, info->id, &one, error)) {
      g_prefix_error(error, "%s: ", info->id);
      return FALSE;
    }
    g_array_append_val(rows, one);
  }
  return TRUE;
}

/* --- all of it */

#define START_GAMES 9

/* On a thread of its own, as a host has them that waits for workers. */
static gpointer ask_first(gpointer engine)
{
  g_autoptr(LapBlock) block = lap_block_new(engine);
  return GINT_TO_POINTER(lap_engine_start(engine, block, 1) != LAP_MOVE_FAULT);
}

/* Loads games anew, and asks all for their first positions at once. */
static gboolean start_workers(LapRegistry *registry, Start *start, GError **error)
{
  g_autoptr(LapRegistry) isolated = isolated_registry(LAP_ISOLATION_ALL);
  g_autoptr(GPtrArray) engines = g_ptr_array_new_with_free_func((GDestroyNotify)lap_engine_free);
  GPtrArray *list = lap_registry_list(registry);
  lap_registry_list(isolated);
  gint64 begun = g_get_monotonic_time();
  for (guint i = 0; i < list->len && engines->len < START_GAMES; i++) {
    const LapPluginInfo *info = g_ptr_array_index(list, i);
    g_autoptr(LapGame) game = info->error ? NULL : lap_registry_load(isolated, info->id, error);
    if (info->error) continue;
    LapEngine *engine = game ? lap_engine_new(game, game->seats_min, NULL, error) : NULL;
    if (!engine) return FALSE;
    g_ptr_array_add(engines, engine);
  }
  gint64 loaded = g_get_monotonic_time();
  GThread *asking[START_GAMES];
  guint asked = 0, answered = 0;
  for (; asked < engines->len; asked++) asking[asked] = g_thread_new("ask", ask_first, engines->pdata[asked]);
  while (asked-- > 0) answered += g_thread_join(asking[asked]) ? 1 : 0;
  if (answered < engines->len) {
    g_set_error_literal(error, LAP_GAME_ERROR, LAP_GAME_ERROR_FAULT, "a worker cannot be started");
    return FALSE;
  }
  *start = (Start){engines->len, (double)(loaded - begun) / 1000, (double)(g_get_monotonic_time() - loaded) / 1000};
  return TRUE;
}

static gboolean run_search(GError **error)
{
  g_autoptr(LapRegistry) registry = lap_registry_new(NULL);
  g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(Searching));
  Report report = {0};
  if (!searches(registry, rows, error)) return FALSE;
  report.searching = (const Searching *)(gpointer)rows->data;
  report.n_searching = rows->len;
  (as_json ? report_json : report_search)(&report);
  return TRUE;
}

static gboolean run_environments(GError **error)
{
  g_autoptr(LapRegistry) registry = lap_registry_new(NULL);
  g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(Stepping));
  Report report = {0};
  if (!steps(registry, rows, error)) return FALSE;
  report.stepping = (const Stepping *)(gpointer)rows->data;
  report.n_stepping = rows->len;
  (as_json ? report_json : report_environments)(&report);
  return TRUE;
}

static gboolean run(GError **error)
{
  g_autoptr(LapRegistry) registry = lap_registry_new(NULL);
  g_autoptr(GArray) searching = g_array_new(FALSE, FALSE, sizeof(Searching));
  g_autoptr(GArray) stepping = g_array_new(FALSE, FALSE, sizeof(Stepping));
  g_autoptr(GArray) figures = g_array_new(FALSE, FALSE, sizeof(Figures));
  g_autoptr(GArray) in_worker = g_array_new(FALSE, FALSE, sizeof(Isolated));
  Contest contests[G_N_ELEMENTS(by_hand)];
  Report report = {.contests = contests, .n_contests = G_N_ELEMENTS(contests)};

  if (!start_workers(registry, &report.start, error)) return FALSE;
  if (!compare_all(registry, in_worker, error)) return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS(by_hand); i++)
    if (!contest(registry, i, &contests[i], error)) return FALSE;
  if (!costs(registry, figures, error) || !searches(registry, searching, error) || !steps(registry, stepping, error))
    return FALSE;
  report.figures = (const Figures *)(gpointer)figures->data;
  report.n_figures = figures->len;
  report.isolated = (const Isolated *)(gpointer)in_worker->data;
  report.n_isolated = in_worker->len;
  report.searching = (const Searching *)(gpointer)searching->data;
  report.n_searching = searching->len;
  report.stepping = (const Stepping *)(gpointer)stepping->data;
  report.n_stepping = stepping->len;
  (as_json ? report_json : report_text)(&report);
  return TRUE;
}

int main(int argc, char **argv)
{
  g_autoptr(GOptionContext) context = g_option_context_new("- how fast the contract is");
  g_autoptr(GError) error = NULL;

  setlocale(LC_CTYPE, "");
  g_option_context_add_main_entries(context, options, NULL);
  if (g_option_context_parse(context, &argc, &argv, &error) && (only_search         ? run_search
                                                                : only_environments ? run_environments
                                                                                    : run)(&error))
    return 0;
  g_printerr("bench: %s\n", error->message);
  return 1;
}
