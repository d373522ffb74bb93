#include "host/match/log.h"

#include <string.h>

#include "folder.h"
#include "host/engine/position.h"
#include "parcel.h"

/* SHA-256 of the names and values of parcel_routes, made once with another program. */
#define ROUTES_HASH "abbba2f9181fd9e7f3c8f281bb4a6952f1d80fd616485778253bf884368487f5"
#define SEED G_GUINT64_CONSTANT(18446744073709551557)

/* A match of three seats, played at random to its end, with its log. */
typedef struct {
  LapGame *game;
  LapSession *session;
  LapLog *log;
} Played;

/* Which step an imagined seat takes: any that there is, by a generator of its own. */
static void play_move(LapSession *session, LapLog *log, LapGenerator *generator)
{
  guint seat = (guint)__builtin_ctz(lap_session_waiting(session)), n = 0;
  LapAction steps[8];
  gboolean whole = FALSE;
  while (!whole) {
    const LapActions *legal = lap_session_legal(session, seat, steps, n, NULL);
    g_assert_nonnull(legal);
    steps[n] = legal->v[lap_generator_below(generator, legal->n)];
    n++;
    whole = lap_session_play(session, steps, n, NULL);
  }
  lap_log_add(log, session, steps, n);
}

static void begin(Played *played, LapGame *game, const char *const *pairs)
{
  g_autoptr(LapOptions) options = parcel_options(game, pairs);
  g_autoptr(GError) error = NULL;
  played->game = game;
  played->session = lap_session_new(game, 3, options, SEED, &error);
  g_assert_no_error(error);
  played->log = lap_log_new(played->session, SEED);
}

static void play(Played *played, LapGame *game)
{
  const char *const pairs[] = {"rounds=2", NULL};
  begin(played, game, pairs);
  LapGenerator generator = lap_generator_seeded(7);
  while (!lap_session_over(played->session)) play_move(played->session, played->log, &generator);
}

static void played_clear(Played *played)
{
  lap_log_free(played->log);
  lap_session_free(played->session);
  lap_game_unref(played->game);
}

static guint64 hash_of(LapSession *session)
{
  return lap_hash(lap_session_engine(session), lap_session_block(session));
}

static void test_round_trip(void)
{
  Played played;
  play(&played, parcel_link(parcel_routes));
  g_autofree char *text = lap_log_to_text(played.log);
  g_autoptr(GError) error = NULL;
  LapSession *session = NULL;
  g_autoptr(LapLog) again = lap_log_replay(played.game, NULL, NULL, text, &session, &error);
  g_assert_no_error(error);
  g_autofree char *text_again = lap_log_to_text(again);
  g_assert_cmpstr(text_again, ==, text);
  g_assert_cmpuint(lap_log_length(again), ==, 12);
  g_assert_cmphex(hash_of(session), ==, hash_of(played.session));
  g_assert_true(lap_session_over(session));
  lap_session_free(session);
  played_clear(&played);
}

static void test_undo(void)
{
  Played played;
  play(&played, parcel_link(parcel_routes));
  g_autofree char *text = lap_log_to_text(played.log);
  LapSession *session = NULL;
  g_autoptr(LapLog) again = lap_log_replay(played.game, NULL, NULL, text, &session, NULL);
  guint undone = 0;
  while (lap_session_undo(session)) undone++;
  g_assert_cmpuint(undone, ==, lap_log_length(again));
  while (lap_session_redo(session)) undone--;
  g_assert_cmpuint(undone, ==, 0);
  g_assert_cmphex(hash_of(session), ==, hash_of(played.session));
  lap_session_free(session);
  played_clear(&played);
}

static void test_header(void)
{
  Played played;
  const char *const pairs[] = {"goal=7", "rounds=1", NULL};
  begin(&played, parcel_express_link(), pairs);
  g_autofree char *text = lap_log_to_text(played.log);
  g_autofree char *expected = g_strdup_printf(
      "{\"lapidary\":\"log\",\"format\":1,\"plugins\":[{\"id\":\"parcel\",\"version\":\"1.2.0\"},"
      "{\"id\":\"parcel-express\",\"version\":\"0.3.1\"}],\"catalogues\":{\"parcel/routes\":"
      "\"" ROUTES_HASH
      "\"},\"options\":{\"parcel/rounds\":\"1\",\"parcel/broken\":\"no\",\"parcel-express/goal\":\"7\"},"
      "\"seats\":3,\"seed\":\"18446744073709551557\",\"hash\":\"%016" G_GINT64_MODIFIER "x\"}\n",
      hash_of(played.session));
  g_assert_cmpstr(text, ==, expected);
  g_autofree char *id = lap_log_game(text, NULL);
  g_assert_cmpstr(id, ==, "parcel-express");
  g_autoptr(LapLog) again = lap_log_replay(played.game, NULL, NULL, text, NULL, NULL);
  g_assert_cmpuint(lap_log_length(again), ==, 0);
  played_clear(&played);
}

static void test_drop(void)
{
  Played played;
  const char *const pairs[] = {NULL};
  begin(&played, parcel_link(parcel_routes), pairs);
  g_autofree char *before = lap_log_to_text(played.log);
  LapGenerator generator = lap_generator_seeded(7);
  lap_log_drop(played.log);
  play_move(played.session, played.log, &generator);
  g_assert_cmpuint(lap_log_length(played.log), ==, 1);
  lap_log_drop(played.log);
  g_autofree char *after = lap_log_to_text(played.log);
  g_assert_cmpstr(after, ==, before);
  played_clear(&played);
}

static void test_save(void)
{
  Played played;
  play(&played, parcel_link(parcel_routes));
  g_autoptr(GError) error = NULL;
  g_autofree char *folder = make_folder("log");
  g_autofree char *file = g_build_filename(folder, "match.log", NULL), *saved = NULL;
  g_assert_true(lap_log_save(played.log, file, &error));
  g_assert_true(g_file_get_contents(file, &saved, NULL, &error));
  g_autofree char *text = lap_log_to_text(played.log);
  g_assert_cmpstr(saved, ==, text);
  g_assert_false(lap_log_save(played.log, folder, &error));
  g_assert_nonnull(error);
  remove_folder(folder);
  played_clear(&played);
}

/* A change to the text of a log, the first place only, and what is said of it. */
typedef struct {
  const char *from, *to;
  LapLogError code;
  const char *message;
} DamageCase;

static const DamageCase damages[] = {
    {"{\"lapidary\":\"log\",", "{", LAP_LOG_ERROR_SYNTAX, "line 1: not the header of a log: no \"lapidary\":\"log\""},
    {"\"format\":1", "\"format\":2", LAP_LOG_ERROR_VERSION, "line 1: the log is of format 2, this host reads format 1"},
    {"\"format\":1", "\"format\":\"1\"", LAP_LOG_ERROR_SYNTAX, "line 1: \"format\" must be a whole number from 1"},
    {"\"plugins\":[", "\"plugins\":[3,", LAP_LOG_ERROR_SYNTAX,
     "line 1: \"plugins\" must be an array of {\"id\":\"...\",\"version\":\"...\"}"},
    {"\"version\":\"1.2.0\"", "\"version\":\"1.1.0\"", LAP_LOG_ERROR_VERSION,
     "line 1: the log is of parcel 1.1.0, but there is parcel 1.2.0"},
    {"parcel/routes\":\"", "parcel/routes\":\"f", LAP_LOG_ERROR_VERSION,
     "line 1: the data of catalogue parcel/routes is not what the match was played with"},
    {"\"parcel/routes\"", "\"parcel/x\":\"\",\"parcel/routes\"", LAP_LOG_ERROR_VERSION,
     "line 1: the log names 2 catalogues, the game has 1"},
    {"\"parcel/rounds\":\"2\"", "\"parcel/rounds\":2", LAP_LOG_ERROR_SYNTAX,
     "line 1: \"options\" must be an object from name to string"},
    {"\"parcel/rounds\":\"2\"", "\"parcel/rounds\":\"99\"", LAP_LOG_ERROR_VERSION,
     "line 1: option \"parcel/rounds\" cannot be \"99\""},
    {"\"seats\":3", "\"seats\":0", LAP_LOG_ERROR_SYNTAX, "line 1: \"seats\" must be a number of 1 to 15"},
    {"\"seats\":3", "\"seats\":9", LAP_LOG_ERROR_DIVERGED, "line 1, start: "},
    {"\"seed\":\"18446744073709551557\"", "\"seed\":\"-1\"", LAP_LOG_ERROR_SYNTAX,
     "line 1: \"seed\" must be a string, a whole number of 64 bits"},
    {"\"seed\":\"18446744073709551557\"", "\"seed\":\"5\"", LAP_LOG_ERROR_DIVERGED, "line 1, start: hash "},
    {"}\n{\"seat\":0,", "}\n{\"seat\":7,", LAP_LOG_ERROR_SYNTAX, "line 2, move 1: \"seat\" of an action is 0"},
    {"}\n{\"seat\":0,", "}\n{\"seat\":15,", LAP_LOG_ERROR_SYNTAX,
     "line 2, move 1: \"seat\" must be a number of 0 to 14"},
    {"\n{\"seat\":0,\"steps\":[", "\n{\"seat\":0,\"steps\":[],\"x\":[", LAP_LOG_ERROR_SYNTAX,
     "line 2, move 1: \"steps\" must be an array of at least one action"},
    {"\"steps\":[", "\"steps\":[7,", LAP_LOG_ERROR_SYNTAX, "line 2, move 1: a step must be an object"},
    {"parcel/pledge", "parcel/plunge", LAP_LOG_ERROR_SYNTAX,
     "line 2, move 1: there is no kind of action \"parcel/plunge\""},
    {"\"amount\":", "\"amount\":1", LAP_LOG_ERROR_DIVERGED,
     "line 2, move 1: step 1 (parcel/pledge) of seat 0 is not legal"},
    {"],\"hash\":\"", "],\"hash\":\"x", LAP_LOG_ERROR_DIVERGED, "line 2, move 1: hash "},
    {"],\"hash\":\"", "],\"sum\":\"", LAP_LOG_ERROR_SYNTAX, "line 2, move 1: \"hash\" must be a string"},
    {"\n{\"seat\":1,", "\n\n{\"seat\":1,", LAP_LOG_ERROR_SYNTAX, "line 3: column 1"},
    {"\n{\"seat\":1,", "\n[{\"seat\":1,", LAP_LOG_ERROR_SYNTAX, "line 3: column "},
    {"\n{\"seat\":1,", "\n[]\n{\"seat\":1,", LAP_LOG_ERROR_SYNTAX, "line 3: not a JSON object"},
    {"\n{\"seat\":1,", "\n{\"seat\":1,\"seat\":1,", LAP_LOG_ERROR_SYNTAX, "line 3: column "},
};

static char *replace_first(const char *text, const char *from, const char *to)
{
  const char *at = strstr(text, from);
  g_assert_nonnull(at);
  return g_strdup_printf("%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
}

static void test_damage(void)
{
  Played played;
  play(&played, parcel_link(parcel_routes));
  g_autofree char *text = lap_log_to_text(played.log);
  for (guint i = 0; i < G_N_ELEMENTS(damages); i++) {
    g_autofree char *damaged = replace_first(text, damages[i].from, damages[i].to);
    g_autoptr(GError) error = NULL;
    LapSession *session = NULL;
    g_assert_null(lap_log_replay(played.game, NULL, NULL, damaged, &session, &error));
    g_assert_null(session);
    if (!g_str_has_prefix(error->message, damages[i].message)) g_assert_cmpstr(error->message, ==, damages[i].message);
    g_assert_error(error, LAP_LOG_ERROR, (gint)damages[i].code);
  }
  played_clear(&played);
}

static void test_no_log(void)
{
  static const char *const texts[] = {"", "\n", "[]", "nothing", "{\"lapidary\":\"position\"}", "{'lapidary':'log'}"};
  g_autoptr(LapGame) game = parcel_link(parcel_routes);
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    g_autoptr(GError) error = NULL, other = NULL;
    g_assert_null(lap_log_game(texts[i], &error));
    g_assert_error(error, LAP_LOG_ERROR, LAP_LOG_ERROR_SYNTAX);
    g_assert_null(lap_log_replay(game, NULL, NULL, texts[i], NULL, &other));
    g_assert_cmpstr(other->message, ==, error->message);
  }
}

static void test_other_game(void)
{
  Played played;
  play(&played, parcel_link(parcel_routes));
  g_autofree char *text = lap_log_to_text(played.log);
  g_autoptr(LapGame) data = parcel_link(parcel_other_routes), version = parcel_link_version("1.3.0");
  g_autoptr(LapGame) variant = parcel_express_link();
  const struct {
    LapGame *game;
    const char *message;
  } cases[] = {
      {data, "line 1: the data of catalogue parcel/routes is not what the match was played with"},
      {version, "line 1: the log is of parcel 1.2.0, but there is parcel 1.3.0"},
      {variant, "line 1: the log is of parcel 1.2.0, but there is parcel 1.2.0 + parcel-express 0.3.1"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(lap_log_replay(cases[i].game, NULL, NULL, text, NULL, &error));
    g_assert_error(error, LAP_LOG_ERROR, LAP_LOG_ERROR_VERSION);
    g_assert_cmpstr(error->message, ==, cases[i].message);
  }
  played_clear(&played);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/log/a-replay-comes-to-the-same-match", test_round_trip);
  g_test_add_func("/log/undo-goes-through-a-replayed-match", test_undo);
  g_test_add_func("/log/the-header-says-all-that-the-match-began-with", test_header);
  g_test_add_func("/log/the-last-move-can-be-forgotten", test_drop);
  g_test_add_func("/log/a-saved-log-is-its-text", test_save);
  g_test_add_func("/log/whatever-is-damaged-is-named-by-line-and-move", test_damage);
  g_test_add_func("/log/what-is-no-log-is-refused", test_no_log);
  g_test_add_func("/log/other-versions-and-data-are-refused", test_other_game);
  return g_test_run();
}
