#include "log.h"

#include <json-glib/json-glib.h>

#include "data-hash.h"
#include "host/engine/knowledge.h"
#include "host/engine/position.h"
#include "log-private.h"

GQuark lap_log_error_quark(void) { return g_quark_from_static_string("lap-log-error-quark"); }

struct LapLog {
  char *header;     /* without the end of the line, as the moves */
  GPtrArray *moves; /* char * */
};

/* Ids, versions, names and keys are checked when a game is linked: they need no escapes. */

/* As the header lists them: [{"id":"x","version":"1.0.0"}]. */
static void write_plugins(const LapGame *game, GString *out)
{
  g_string_append_c(out, '[');
  for (guint d = 0; d < game->depth; d++) {
    g_string_append_printf(out, "%s{\"id\":\"%s\",\"version\":\"%s\"}", d ? "," : "", game->level[d].plugin.id,
                           game->level[d].plugin.version);
  }
  g_string_append_c(out, ']');
}

void lap_log_write_catalogues(const LapGame *game, GString *out)
{
  const char *comma = "";
  g_string_append_c(out, '{');
  for (guint d = 0; d < game->depth; d++)
    for (guint i = 0; i < game->level[d].plugin.catalogues.n; i++, comma = ",") {
      g_autofree char *hash = lap_data_hash(&game->level[d], i);
      g_string_append_printf(out, "%s\"%s/%s\":\"%s\"", comma, game->level[d].plugin.id,
                             game->level[d].catalogues[i].name, hash);
    }
  g_string_append_c(out, '}');
}

/* All of them with their values: {"x/rounds":"3"}. */
static void write_options(const LapGame *game, const LapOptions *options, GString *out)
{
  const char *comma = "";
  g_string_append_c(out, '{');
  for (guint d = 0; d < game->depth; d++)
    for (guint i = 0; i < game->level[d].plugin.options.n; i++, comma = ",") {
      g_autofree char *value = lap_options_get(options, game, d, i);
      g_string_append_printf(out, "%s\"%s/%s\":\"%s\"", comma, game->level[d].plugin.id, game->level[d].options[i].name,
                             value);
    }
  g_string_append_c(out, '}');
}

void lap_log_write_hash(LapSession *session, GString *out)
{
  guint64 hash = lap_hash(lap_session_engine(session), lap_session_block(session));
  g_string_append_printf(out, "%016" G_GINT64_MODIFIER "x", hash);
}

void lap_log_write_settings(const LapGame *game, const LapOptions *options, guint seats, GString *out)
{
  g_string_append(out, "\"plugins\":");
  write_plugins(game, out);
  g_string_append(out, ",\"catalogues\":");
  lap_log_write_catalogues(game, out);
  g_string_append(out, ",\"options\":");
  write_options(game, options, out);
  g_string_append_printf(out, ",\"seats\":%u", seats);
}

static char *header_of(LapSession *session, guint64 seed)
{
  LapEngine *engine = lap_session_engine(session);
  GString *out = g_string_new(NULL);
  g_string_append_printf(out, "{\"lapidary\":\"log\",\"format\":%d,", LAP_LOG_FORMAT);
  lap_log_write_settings(lap_engine_game(engine), lap_engine_options(engine), lap_engine_seats(engine), out);
  g_string_append_printf(out, ",\"seed\":\"%" G_GUINT64_FORMAT "\",\"hash\":\"", seed);
  lap_log_write_hash(session, out);
  g_string_append(out, "\"}");
  return g_string_free(out, FALSE);
}

LapLog *lap_log_new(LapSession *session, guint64 seed)
{
  LapLog *log = g_new0(LapLog, 1);
  log->header = header_of(session, seed);
  log->moves = g_ptr_array_new_with_free_func(g_free);
  return log;
}

void lap_log_free(LapLog *log)
{
  if (!log) return;
  g_free(log->header);
  g_ptr_array_unref(log->moves);
  g_free(log);
}

void lap_log_add(LapLog *log, LapSession *session, const LapAction *steps, guint n)
{
  const LapGame *game = lap_engine_game(lap_session_engine(session));
  GString *out = g_string_new(NULL);
  g_string_append_printf(out, "{\"seat\":%u,\"steps\":[", steps[0].seat);
  for (guint i = 0; i < n; i++) {
    if (i) g_string_append_c(out, ',');
    lap_action_write(game, &steps[i], LAP_OMNISCIENT, out);
  }
  g_string_append(out, "],\"hash\":\"");
  lap_log_write_hash(session, out);
  g_string_append(out, "\"}");
  g_ptr_array_add(log->moves, g_string_free(out, FALSE));
}

void lap_log_drop(LapLog *log)
{
  if (log->moves->len) g_ptr_array_set_size(log->moves, (gint)log->moves->len - 1);
}

guint lap_log_length(const LapLog *log) { return log->moves->len; }

char *lap_log_to_text(const LapLog *log)
{
  GString *out = g_string_new(log->header);
  g_string_append_c(out, '\n');
  for (guint i = 0; i < log->moves->len; i++) g_string_append_printf(out, "%s\n", (char *)log->moves->pdata[i]);
  return g_string_free(out, FALSE);
}

gboolean lap_log_save(const LapLog *log, const char *file, GError **error)
{
  g_autofree char *text = lap_log_to_text(log);
  return g_file_set_contents(file, text, -1, error);
}
