#include "log.h"

#include <string.h>

#include "action-reader.h"
#include "host/engine/convert.h"
#include "host/engine/position.h"
#include "log-header.h"

struct LapLog {
  char *header;     /* without the end of the line, as the others */
  GPtrArray *lines; /* char *: moves, and other rules */
  guint moves;
};

/* --- writing */

static guint64 hash_of(LapSession *session)
{
  return lap_hash(lap_session_engine(session), lap_session_block(session));
}

static char *header_of(LapSession *session, guint64 seed)
{
  LapEngine *engine = lap_session_engine(session);
  GString *out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  lap_json_begin_object(&json);
  lap_json_member_word(&json, "lapidary", "log");
  lap_json_member_int(&json, "format", LAP_LOG_FORMAT);
  lap_log_write_settings(lap_engine_game(engine), lap_engine_options(engine), lap_engine_seats(engine), &json);
  lap_log_write_start(seed, hash_of(session), &json);
  lap_json_end_object(&json);
  return g_string_free(out, FALSE);
}

LapLog *lap_log_new(LapSession *session, guint64 seed)
{
  LapLog *log = g_new0(LapLog, 1);
  log->header = header_of(session, seed);
  log->lines = g_ptr_array_new_with_free_func(g_free);
  return log;
}

void lap_log_free(LapLog *log)
{
  if (!log) return;
  g_free(log->header);
  g_ptr_array_unref(log->lines);
  g_free(log);
}

void lap_log_write_move(const LapGame *game, const LapAction *steps, guint n, guint64 hash, GString *out)
{
  LapJsonWriter json = lap_json_writer(out);
  lap_json_begin_object(&json);
  lap_json_member_int(&json, "seat", steps[0].seat);
  lap_json_name(&json, "steps");
  lap_steps_write(game, steps, n, &json);
  lap_json_name(&json, "hash");
  lap_json_hex(&json, hash);
  lap_json_end_object(&json);
}

void lap_log_write_rules(const char *game, const char *settings, const char *position, guint64 hash, GString *out)
{
  g_string_append_printf(out, "{\"rules\":\"%s\",%s", game, settings);
  LapJsonWriter json = lap_json_writer_inside(out);
  lap_json_member_optional(&json, "position", position);
  lap_json_name(&json, "hash");
  lap_json_hex(&json, hash);
  lap_json_end_object(&json);
}

void lap_log_add(LapLog *log, LapSession *session, const LapAction *steps, guint n)
{
  GString *out = g_string_new(NULL);
  lap_log_write_move(lap_engine_game(lap_session_engine(session)), steps, n, hash_of(session), out);
  g_ptr_array_add(log->lines, g_string_free(out, FALSE));
  log->moves++;
}

void lap_log_drop(LapLog *log)
{
  if (!log->moves) return;
  g_ptr_array_set_size(log->lines, (gint)log->lines->len - 1);
  log->moves--;
}

guint lap_log_length(const LapLog *log) { return log->moves; }

char *lap_log_to_text(const LapLog *log)
{
  GString *out = g_string_new(log->header);
  g_string_append_c(out, '\n');
  for (guint i = 0; i < log->lines->len; i++) g_string_append_printf(out, "%s\n", (char *)log->lines->pdata[i]);
  return g_string_free(out, FALSE);
}

gboolean lap_log_save(const LapLog *log, const char *file, GError **error)
{
  g_autofree char *text = lap_log_to_text(log);
  return g_file_set_contents(file, text, -1, error);
}

/* --- reading: every move is played again, and every hash compared */

/* A replay under way. */
typedef struct {
  LapGame *game; /* as it is played now */
  LapLogFind find;
  gpointer data;
  gboolean any_build; /* versions and data may differ, results must not */
  LapSession *session;
  LapLog *log;
  guint line, move; /* of the file, both from 1; move 0 is the start */
} Replay;

static gboolean fail(const Replay *replay, GError **error, LapLogError code, const char *format, ...)
    G_GNUC_PRINTF(4, 5);
static gboolean fail(const Replay *replay, GError **error, LapLogError code, const char *format, ...)
{
  va_list values;
  va_start(values, format);
  g_autofree char *what = g_strdup_vprintf(format, values);
  va_end(values);
  g_autofree char *where = replay->move ? g_strdup_printf("move %u", replay->move) : g_strdup("start");
  g_set_error(error, LAP_LOG_ERROR, (gint)code, "line %u, %s: %s", replay->line, where, what);
  return FALSE;
}

static gboolean check_hash(const Replay *replay, const char *logged, GError **error)
{
  g_autofree char *live = g_strdup_printf("%016" G_GINT64_MODIFIER "x", hash_of(replay->session));
  if (g_str_equal(logged, live)) return TRUE;
  return fail(replay, error, LAP_LOG_ERROR_DIVERGED, "hash %s here, %s in the log", live, logged);
}

static gboolean set_option(LapOptions *options, const LapGame *game, JsonObject *logged, const char *name,
                           GError **error)
{
  g_autoptr(GError) failure = NULL;
  if (lap_options_set(options, game, name, lap_log_string(logged, name), &failure)) return TRUE;
  g_set_error(error, LAP_LOG_ERROR, LAP_LOG_ERROR_VERSION, "line 1: %s", failure->message);
  return FALSE;
}

static LapOptions *read_options(const LapLogHeader *header, const LapGame *game, GError **error)
{
  g_autoptr(LapOptions) options = lap_options_new(game);
  g_autoptr(GList) names = json_object_get_members(header->options);
  for (GList *name = names; name; name = name->next)
    if (!set_option(options, game, header->options, name->data, error)) return NULL;
  return g_steal_pointer(&options);
}

static gboolean fits(const Replay *replay, const LapLogHeader *header, const LapGame *game, GError **error)
{
  return (replay->any_build && lap_log_header_is_of(header, game)) || lap_log_header_fits(header, game, error);
}

static gboolean start(Replay *replay, const char *line, GError **error)
{
  g_auto(LapLogHeader) header = {0};
  if (!lap_log_header_read(&header, line, error) || !fits(replay, &header, replay->game, error)) return FALSE;
  g_autoptr(LapOptions) options = read_options(&header, replay->game, error);
  if (!options) return FALSE;
  g_autoptr(GError) failure = NULL;
  replay->session = lap_session_new(replay->game, header.seats, options, header.seed, &failure);
  if (!replay->session) return fail(replay, error, LAP_LOG_ERROR_DIVERGED, "%s", failure->message);
  replay->log = lap_log_new(replay->session, header.seed);
  return check_hash(replay, header.hash, error);
}

/* Returns: (transfer full): LapAction, or NULL */
static GArray *read_steps(const Replay *replay, JsonObject *object, GError **error)
{
  g_autoptr(GError) failure = NULL;
  gint64 seat = lap_log_number(object, "seat", LAP_SEATS_MAX - 1);
  if (seat < 0) {
    fail(replay, error, LAP_LOG_ERROR_SYNTAX, "\"seat\" must be a number of 0 to %d", LAP_SEATS_MAX - 1);
    return NULL;
  }
  GArray *steps = lap_steps_read(replay->game, json_object_get_member(object, "steps"), (guint)seat, LAP_STEPS_OF_LOG,
                                 NULL, &failure);
  if (!steps) fail(replay, error, LAP_LOG_ERROR_SYNTAX, "%s", failure->message);
  return steps;
}

/* --- other rules */

static LapSession *converted(const Replay *replay, LapGame *game, const LapLogHeader *settings, GError **error)
{
  g_autoptr(LapOptions) options = read_options(settings, game, error);
  g_autoptr(LapEngine) to = options ? lap_engine_new(game, settings->seats, options, error) : NULL;
  g_autoptr(LapBlock) block = to ? lap_block_new(to) : NULL;
  if (!block || !lap_convert(lap_session_engine(replay->session), lap_session_block(replay->session), to, block, error))
    return NULL;
  return lap_session_new_at(game, settings->seats, options, block, error);
}

static LapSession *swapped(Replay *replay, JsonNode *root, GError **error)
{
  g_auto(LapLogHeader) settings = {0};
  if (!lap_log_header_take_settings(&settings, root, error)) return NULL;
  const char *id = lap_log_header_game(&settings);
  LapGame *game = replay->find ? replay->find(id, replay->data, error) : NULL;
  if (!replay->find) g_set_error(error, LAP_LOG_ERROR, LAP_LOG_ERROR_VERSION, "there is no game %s", id);
  if (!game || !fits(replay, &settings, game, error)) return NULL;
  replay->game = game;
  return converted(replay, game, &settings, error);
}

/* Another build of the same game changes nothing that a replay with one build sees. */
static gboolean swap(Replay *replay, const char *line, JsonNode *root, const char *hash, GError **error)
{
  g_autoptr(GError) failure = NULL;
  if (g_strcmp0(lap_log_string(json_node_get_object(root), "rules"), replay->game->id) == 0) {
    g_ptr_array_add(replay->log->lines, g_strdup(line));
    return check_hash(replay, hash, error);
  }
  LapSession *session = swapped(replay, root, &failure);
  if (!session)
    return fail(replay, error, failure->domain == LAP_LOG_ERROR ? failure->code : LAP_LOG_ERROR_DIVERGED, "%s",
                lap_log_past_line_1(failure->message));
  lap_session_free(replay->session);
  replay->session = session;
  g_ptr_array_add(replay->log->lines, g_strdup(line));
  return check_hash(replay, hash, error);
}

/* --- a line */

static gboolean play_line(Replay *replay, const char *line, GError **error)
{
  g_autoptr(JsonNode) root = lap_log_line_parse(line, replay->line, error);
  if (!root) return FALSE;
  JsonObject *object = json_node_get_object(root);
  const char *hash = lap_log_string(object, "hash");
  if (!hash) return fail(replay, error, LAP_LOG_ERROR_SYNTAX, "\"hash\" must be a string of 16 hexadecimal digits");
  if (json_object_has_member(object, "rules")) return swap(replay, line, root, hash, error);
  g_autoptr(GArray) steps = read_steps(replay, object, error);
  if (!steps) return FALSE;
  const LapAction *step = (const LapAction *)(gpointer)steps->data;
  g_autoptr(GError) failure = NULL;
  if (!lap_session_play(replay->session, step, steps->len, &failure))
    return fail(replay, error, LAP_LOG_ERROR_DIVERGED, "%s", failure->message);
  lap_log_add(replay->log, replay->session, step, steps->len);
  return check_hash(replay, hash, error);
}

/* From line `first` on, as the text has it from 0. */
static gboolean play_lines(Replay *replay, char **lines, guint first, GError **error)
{
  for (guint i = first; lines[i]; i++) {
    if (!*lines[i] && !lines[i + 1]) break; /* the end of the last line */
    replay->line = i + 1;
    replay->move = replay->log->moves + 1;
    if (!play_line(replay, lines[i], error)) return FALSE;
  }
  return TRUE;
}

static gboolean play_all(Replay *replay, char **lines, GError **error)
{
  replay->line = 1;
  return start(replay, lines[0] ? lines[0] : "", error) && (!lines[0] || play_lines(replay, lines, 1, error));
}

LapLog *lap_log_replay(LapGame *game, LapLogFind find, gpointer data, const char *text, LapSession **session,
                       GError **error)
{
  Replay replay = {.game = game, .find = find, .data = data};
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  if (play_all(&replay, lines, error)) {
    if (session)
      *session = replay.session;
    else
      lap_session_free(replay.session);
    return replay.log;
  }
  g_clear_pointer(&replay.session, lap_session_free);
  g_clear_pointer(&replay.log, lap_log_free);
  return NULL;
}

gboolean lap_log_plays_alike(LapGame *game, LapLogFind find, gpointer data, const char *text, LapSession **session,
                             GError **error)
{
  Replay replay = {.game = game, .find = find, .data = data, .any_build = TRUE, .session = *session};
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  if (*session) replay.log = lap_log_new(*session, 0);
  gboolean alike = *session ? play_lines(&replay, lines, 0, error) : play_all(&replay, lines, error);
  *session = replay.session;
  g_clear_pointer(&replay.log, lap_log_free);
  return alike;
}

char *lap_log_game(const char *text, GError **error)
{
  g_autofree char *line = g_strndup(text, strcspn(text, "\n"));
  g_auto(LapLogHeader) header = {0};
  if (!lap_log_header_read(&header, line, error)) return NULL;
  return g_strdup(lap_log_header_game(&header));
}
