/* Reading a log back: every move played again, every hash compared. */
#include <string.h>

#include "action-reader.h"
#include "host/engine/position.h"
#include "log-header.h"
#include "log-private.h"

/* A replay under way. */
typedef struct {
  LapGame *game;
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
  g_autoptr(GString) live = g_string_new(NULL);
  lap_log_write_hash(replay->session, live);
  if (g_str_equal(logged, live->str)) return TRUE;
  return fail(replay, error, LAP_LOG_ERROR_DIVERGED, "hash %s here, %s in the log", live->str, logged);
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

static gboolean start(Replay *replay, const char *line, GError **error)
{
  g_auto(LapLogHeader) header = {0};
  if (!lap_log_header_read(&header, line, error) || !lap_log_header_fits(&header, replay->game, error)) return FALSE;
  g_autoptr(LapOptions) options = read_options(&header, replay->game, error);
  if (!options) return FALSE;
  g_autoptr(GError) failure = NULL;
  replay->session = lap_session_new(replay->game, header.seats, options, header.seed, &failure);
  if (!replay->session) return fail(replay, error, LAP_LOG_ERROR_DIVERGED, "%s", failure->message);
  replay->log = lap_log_new(replay->session, header.seed);
  return check_hash(replay, header.hash, error);
}

static gboolean read_step(const Replay *replay, JsonNode *node, guint seat, LapAction *step, GError **error)
{
  if (!JSON_NODE_HOLDS_OBJECT(node))
    return fail(replay, error, LAP_LOG_ERROR_SYNTAX, "a step must be an object with \"kind\" and \"args\"");
  g_autoptr(GError) failure = NULL;
  if (lap_action_read(replay->game, json_node_get_object(node), seat, step, &failure)) return TRUE;
  return fail(replay, error, LAP_LOG_ERROR_SYNTAX, "%s", failure->message);
}

/* Returns: (transfer full): LapAction, or NULL */
static GArray *read_steps(const Replay *replay, JsonObject *object, GError **error)
{
  gint64 seat = lap_log_number(object, "seat", LAP_SEATS_MAX - 1);
  if (seat < 0) {
    fail(replay, error, LAP_LOG_ERROR_SYNTAX, "\"seat\" must be a number of 0 to %d", LAP_SEATS_MAX - 1);
    return NULL;
  }
  JsonNode *node = json_object_get_member(object, "steps");
  JsonArray *given = node && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
  guint n = given ? json_array_get_length(given) : 0;
  if (!n) {
    fail(replay, error, LAP_LOG_ERROR_SYNTAX, "\"steps\" must be an array of at least one action");
    return NULL;
  }
  g_autoptr(GArray) steps = g_array_sized_new(FALSE, TRUE, sizeof(LapAction), n);
  g_array_set_size(steps, n);
  for (guint i = 0; i < n; i++)
    if (!read_step(replay, json_array_get_element(given, i), (guint)seat, &g_array_index(steps, LapAction, i), error))
      return NULL;
  return g_steal_pointer(&steps);
}

static gboolean play_line(Replay *replay, const char *line, GError **error)
{
  g_autoptr(JsonNode) root = lap_log_line_parse(line, replay->line, error);
  if (!root) return FALSE;
  JsonObject *object = json_node_get_object(root);
  const char *hash = lap_log_string(object, "hash");
  if (!hash) return fail(replay, error, LAP_LOG_ERROR_SYNTAX, "\"hash\" must be a string of 16 hexadecimal digits");
  g_autoptr(GArray) steps = read_steps(replay, object, error);
  if (!steps) return FALSE;
  const LapAction *step = (const LapAction *)(gpointer)steps->data;
  g_autoptr(GError) failure = NULL;
  if (!lap_session_play(replay->session, step, steps->len, &failure))
    return fail(replay, error, LAP_LOG_ERROR_DIVERGED, "%s", failure->message);
  lap_log_add(replay->log, replay->session, step, steps->len);
  return check_hash(replay, hash, error);
}

static gboolean play_all(Replay *replay, char **lines, GError **error)
{
  replay->line = 1;
  if (!start(replay, lines[0] ? lines[0] : "", error)) return FALSE;
  for (guint i = 1; lines[i]; i++) {
    if (!*lines[i] && !lines[i + 1]) break; /* the end of the last line */
    replay->line = i + 1;
    replay->move = i;
    if (!play_line(replay, lines[i], error)) return FALSE;
  }
  return TRUE;
}

LapLog *lap_log_replay(LapGame *game, const char *text, LapSession **session, GError **error)
{
  Replay replay = {.game = game};
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

char *lap_log_game(const char *text, GError **error)
{
  g_autofree char *line = g_strndup(text, strcspn(text, "\n"));
  g_auto(LapLogHeader) header = {0};
  if (!lap_log_header_read(&header, line, error)) return NULL;
  guint top = json_array_get_length(header.plugins) - 1;
  return g_strdup(lap_log_string(json_array_get_object_element(header.plugins, top), "id"));
}
