/* Parts of a match as JSON text: lap_match_view, _legal_text, _sheet and _export, in English where there is text for
 * people. */
#include "text.h"

#include "history.h"
#include "host/engine/action-json.h"
#include "host/match/match-private.h"
#include "projection.h"
#include "steps.h"
#include "view.h"
#include "visibility.h"

#define LANGUAGE "en"

/* --- views and scores */

typedef struct {
  guint viewer;
  GString *out;
} Onlooker;

static void write_view(const LapMoment *moment, gpointer data)
{
  const Onlooker *onlooker = data;
  lap_view_write(moment->engine, moment->block, onlooker->viewer, onlooker->out);
}

char *lap_match_view(LapMatch *match, guint viewer, gint64 at, GError **error)
{
  g_autoptr(GString) out = g_string_new(NULL);
  Onlooker onlooker = {viewer, out};
  gboolean seen = lap_match_look_at(match, at, write_view, &onlooker, error);
  return seen ? g_string_free(g_steal_pointer(&out), FALSE) : NULL;
}

char *lap_match_sheet(LapMatch *match, guint viewer, GError **error)
{
  g_auto(LapRecipient) recipient = {0};
  LapSession *session = lap_match_session(match, error);
  if (!session || !lap_recipient_of_match(&recipient, match, viewer, LANGUAGE, error)) return NULL;
  GString *out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  LapStanding standing = lap_standing_of_match(match);
  lap_score_to_json(&recipient, lap_session_engine(session), lap_session_block(session), &standing, &json);
  return g_string_free(out, FALSE);
}

/* --- what is legal */

static char *actions_text(const LapGame *game, const LapActions *actions, guint seat)
{
  GString *out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  lap_json_begin_array(&json);
  for (guint i = 0; i < actions->n; i++)
    lap_action_to_json(game, &actions->v[i], lap_shows_action_arguments(&actions->v[i], seat), &json);
  lap_json_end_array(&json);
  return g_string_free(out, FALSE);
}

char *lap_match_legal_text(LapMatch *match, guint seat, const char *prefix, gboolean *complete, GError **error)
{
  LapNextSteps next;
  g_autoptr(GArray) steps = lap_match_read_steps(match, seat, prefix ? prefix : "[]", error);
  if (!steps) return NULL;
  if (!lap_next_steps(match, seat, (const LapAction *)(gpointer)steps->data, steps->len, &next, error)) return NULL;
  if (complete) *complete = next.complete;
  return actions_text(lap_match_game(match), next.actions, seat);
}

/* --- logs */

static char *entries_text(LapMatch *match, guint viewer, GError **error)
{
  g_autoptr(GString) out = g_string_new(NULL);
  LapJsonWriter json = lap_json_line_writer(out);
  gboolean written = lap_project_entries(match, viewer, LANGUAGE, 0, G_MAXUINT, &json, error);
  return written ? g_string_free(g_steal_pointer(&out), FALSE) : NULL;
}

char *lap_match_export(LapMatch *match, guint viewer, GError **error)
{
  gboolean whole = viewer == LAP_OMNISCIENT || lap_match_get_state(match) == LAP_MATCH_OVER;
  return whole ? lap_match_log_text(match, error) : entries_text(match, viewer, error);
}
