/* Matches live at random, and are at each step what the store makes of them. The game comes in LAPIDARY_TEST_GAME. */
#include "host/engine/position.h"
#include "host/match/log.h"
#include "host/match/match-rules.h"
#include "host/projection/text.h"
#include "host/projection/view.h"
#include "table.h"

#define LIVES 6
#define ENTRIES 60

static const char *game_id(void) { return g_getenv("LAPIDARY_TEST_GAME"); }

typedef struct {
  Table *table;
  LapMatch *match;
  guint keys;
  gboolean in_turn;
} Life;

static guint below(Life *life, guint n) { return lap_generator_below(&life->table->chance, n); }
static guint some_seat(Life *life) { return below(life, lap_match_get_seats(life->match)); }

/* --- what may happen; much of it is refused, and then nothing has changed */

static void move(Life *life)
{
  LapAction steps[64];
  guint32 waiting = lap_match_get_waiting(life->match);
  if (!waiting || lap_match_get_state(life->match) != LAP_MATCH_RUNNING) return;
  guint seat = some_seat(life);
  while (!(waiting >> seat & 1)) seat = some_seat(life);
  guint n = table_choose(life->table, life->match, seat, steps, G_N_ELEMENTS(steps));
  lap_match_play(life->match, seat, steps, n, -1, table_key(life->keys++), NULL, NULL);
}

static void join(Life *life)
{
  g_autofree char *name = g_strdup_printf("Fay \"the\" <fox> %u", life->keys);
  lap_match_join(life->match, NULL, -1, name, table_key(life->keys++), NULL, NULL, NULL, NULL);
}

static void leave(Life *life)
{
  lap_match_leave(life->match, some_seat(life), table_key(life->keys++), NULL, NULL, NULL);
}

static void seat_bot(Life *life)
{
  const char *name = life->keys % 2 ? "Marvin" : NULL;
  lap_match_seat_bot(life->match, some_seat(life), some_seat(life), "random", name, table_key(life->keys++), NULL,
                     NULL);
}

static void resign(Life *life)
{
  if (below(life, 4) == 0) lap_match_resign(life->match, some_seat(life), table_key(life->keys++), NULL, NULL);
}

static void propose(Life *life)
{
  static const LapProposalKind kinds[] = {LAP_PROPOSAL_UNDO, LAP_PROPOSAL_UNDO,    LAP_PROPOSAL_UNDO,
                                          LAP_PROPOSAL_UNDO, LAP_PROPOSAL_REMATCH, LAP_PROPOSAL_ABORT};
  LapProposalKind kind = kinds[below(life, G_N_ELEMENTS(kinds))];
  if (kind == LAP_PROPOSAL_ABORT && below(life, 4)) return;
  lap_match_propose(life->match, some_seat(life), kind, table_key(life->keys++), NULL, NULL);
}

static void pick_variant(const LapVariant *variant, gpointer data)
{
  if (variant->later || !variant->refusal) g_ptr_array_add(data, (gpointer)variant->game->id);
}

static void swap(Life *life)
{
  g_autoptr(GPtrArray) games = g_ptr_array_new();
  lap_match_visit_variants(life->match, pick_variant, games, NULL);
  if (!games->len) return;
  const char *game = games->pdata[below(life, games->len)];
  lap_match_propose_swap(life->match, some_seat(life), game, NULL, table_key(life->keys++), NULL, NULL);
}

static void answer(Life *life)
{
  guint64 id;
  if (lap_match_get_proposal(life->match, &id, NULL, NULL) == LAP_PROPOSAL_NONE) return;
  lap_match_answer(life->match, some_seat(life), id, below(life, 5) != 0, table_key(life->keys++), NULL, NULL);
}

static void play_bots(Life *life) { lap_host_play_bots(life->table->host, 1 + below(life, 4)); }

static void run_clocks(Life *life)
{
  table_wait(life->table, below(life, 3000));
  lap_host_run_clocks(life->table->host);
}

static void act(Life *life)
{
  static void (*const acts[])(Life *) = {move,   move,   move,      move,       move,    join,
                                         join,   leave,  seat_bot,  resign,     propose, answer,
                                         answer, answer, play_bots, run_clocks, swap};
  acts[below(life, G_N_ELEMENTS(acts))](life);
}

/* --- lives */

static LapMatchSettings *some_settings(Table *table, guint n)
{
  LapGame *game = lap_host_get_game(table->host, game_id(), NULL);
  g_assert_nonnull(game);
  guint seats = game->seats_min + lap_generator_below(&table->chance, game->seats_max - game->seats_min + 1u);
  LapMatchSettings *settings = lap_match_settings_new(game_id(), seats);
  lap_match_settings_set_public(settings, TRUE);
  lap_match_settings_set_seed(settings, n);
  if (n % 2) lap_match_settings_set_clock(settings, 60000, 500);
  if (n % 3 == 0) lap_match_settings_set_bot(settings, seats - 1, "random");
  if (n % 6 == 0) lap_match_settings_set_bot_name(settings, seats - 1, "Hal");
  return settings;
}

static void begin(Life *life, Table *table, guint n)
{
  g_autoptr(LapMatchSettings) settings = some_settings(table, n);
  *life = (Life){.table = table, .match = table_create_by(table, settings, NULL)};
  table_seat_all(life->match);
}

/* Some have snapshots after every other entry, some none at all. */
static guint snapshot_every(guint n) { return n % 3 == 0 ? 64 : n; }

static void test_restored(void)
{
  for (guint n = 0; n < LIVES; n++) {
    g_auto(Table) table = {0};
    Life life;
    table_init(&table, NULL);
    table.chance = lap_generator_seeded(n);
    table.host->snapshot_every = snapshot_every(n);
    begin(&life, &table, n);
    for (guint64 seq = 0; seq < ENTRIES && lap_match_get_rematch(life.match) == NULL; seq++) {
      act(&life);
      table_assert_stored(&table, life.match);
    }
    g_object_unref(life.match);
  }
}

/* --- the same life, visited */

typedef struct {
  GPtrArray *views; /* char *: of the host, after each entry */
  guint64 next;
} Visit;

static gboolean compare(LapMatch *then, const LapEntry *entry, gpointer data)
{
  Visit *visit = data;
  LapSession *session = lap_match_session(then, NULL);
  g_autoptr(GString) view = g_string_new(NULL);
  lap_view_write(lap_session_engine(session), lap_session_block(session), LAP_WATCHER, view);
  g_assert_cmpuint(lap_match_get_seq(then), ==, visit->next);
  if (entry) g_assert_cmpuint(entry->seq, ==, visit->next);
  g_assert_cmpstr(view->str, ==, visit->views->pdata[visit->next]);
  visit->next++;
  return TRUE;
}

/* From each entry on, and at each alone. */
static void compare_parts(LapMatch *match, GPtrArray *views)
{
  for (guint64 seq = 0; seq <= lap_match_get_seq(match); seq++) {
    g_autoptr(GError) error = NULL;
    Visit visit = {views, seq};
    g_autofree char *view = lap_match_view(match, LAP_WATCHER, (gint64)seq, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(view, ==, views->pdata[seq]);
    lap_match_visit(match, seq, seq + 7, compare, &visit, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(visit.next, ==, MIN(seq + 7, lap_match_get_seq(match)) + 1);
  }
}

static void note_view(LapHost *host G_GNUC_UNUSED, LapMatch *match, const LapEntry *entry G_GNUC_UNUSED,
                      GPtrArray *views)
{
  g_ptr_array_add(views, lap_match_view(match, LAP_WATCHER, -1, NULL));
}

static void test_visited(void)
{
  for (guint n = 0; n < LIVES; n++) {
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) views = g_ptr_array_new_with_free_func(g_free);
    g_auto(Table) table = {0};
    Life life;
    table_init(&table, NULL);
    table.chance = lap_generator_seeded(n);
    table.host->snapshot_every = snapshot_every(n);
    g_autoptr(LapMatchSettings) settings = some_settings(&table, n);
    life = (Life){.table = &table, .match = table_create_by(&table, settings, NULL)};
    note_view(NULL, life.match, NULL, views);
    g_signal_connect(table.host, "entry", G_CALLBACK(note_view), views);
    table_seat_all(life.match);
    while (lap_match_get_seq(life.match) < ENTRIES && lap_match_get_state(life.match) != LAP_MATCH_OVER) act(&life);
    Visit visit = {views, 0};
    lap_match_visit(life.match, 0, G_MAXUINT64, compare, &visit, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(visit.next, ==, lap_match_get_seq(life.match) + 1);
    compare_parts(life.match, views);
    g_signal_handlers_disconnect_by_data(table.host, views);
    g_object_unref(life.match);
  }
}

/* --- and its log */

static void play_to_the_end(Life *life)
{
  for (guint i = 0; lap_match_get_state(life->match) != LAP_MATCH_OVER; i++) {
    g_assert_cmpuint(i, <, 5000);
    if (i % 8 == 7) {
      (i % 16 == 7 ? propose : swap)(life);
      for (guint seat = 0; seat < lap_match_get_seats(life->match); seat++) answer(life);
    }
    move(life);
  }
}

static LapGame *find_game(const char *id, gpointer host, GError **error) { return lap_host_get_game(host, id, error); }

static void test_log(void)
{
  g_autoptr(GError) error = NULL;
  g_auto(Table) table = {0};
  Life life;
  table_init(&table, NULL);
  begin(&life, &table, 4);
  play_to_the_end(&life);
  g_autofree char *text = lap_match_export(life.match, LAP_WATCHER, &error);
  g_assert_no_error(error);
  LapSession *session = NULL;
  g_autoptr(LapLog) log = lap_log_replay(life.match->original->game, find_game, table.host, text, &session, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(lap_log_length(log), ==, life.match->moves->len);
  g_assert_cmpuint(lap_hash(lap_session_engine(session), lap_session_block(session)), ==,
                   lap_hash(lap_session_engine(session), life.match->block));
  lap_session_free(session);
  g_object_unref(life.match);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_assert_nonnull(game_id());
  g_test_add_func("/match/life/at-each-step-it-is-what-the-store-makes-of-it", test_restored);
  g_test_add_func("/match/life/a-visit-sees-what-there-was-to-see", test_visited);
  g_test_add_func("/match/life/the-log-of-one-that-is-over-replays-to-its-block", test_log);
  return g_test_run();
}
