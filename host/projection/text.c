/* Parts of a match as JSON text: lap_match_view, _legal_text, _sheet and _export, in English where there is text for
 * people. */
#include "text.h"

#include <string.h>

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
} ViewRequest;

static void write_view(const LapMoment *moment, gpointer data)
{
  const ViewRequest *request = data;
  lap_view_write(moment->engine, moment->block, request->viewer, request->out);
}

char *lap_match_view(LapMatch *match, guint viewer, gint64 at, GError **error)
{
  g_autoptr(GString) out = g_string_new(NULL);
  ViewRequest request = {viewer, out};
  gboolean seen = lap_match_look_at(match, at, write_view, &request, error);
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
  return actions_text(lap_match_get_game(match), next.actions, seat);
}

/* --- logs */

/* A log that is exported in pages is of one kind to its end, although the match may be over meanwhile. */
typedef struct {
  gboolean whole; /* as match-log.c writes it, with all secrets; else the entries as the viewer was shown them */
  guint64 since;  /* the entry that it has come to */
} LogPlace;

static gboolean may_export_whole(LapMatch *match, guint viewer)
{
  return lap_shows_log(lap_match_get_state(match) == LAP_MATCH_OVER, viewer);
}

static gboolean read_place(LapMatch *match, guint viewer, const char *cursor, LogPlace *place)
{
  *place = (LogPlace){.whole = may_export_whole(match, viewer)};
  if (!cursor) return TRUE;
  gboolean whole = g_str_has_prefix(cursor, "whole-");
  const char *number = strchr(cursor, '-');
  if (!number || (whole ? !place->whole : !g_str_has_prefix(cursor, "view-"))) return FALSE;
  place->whole = whole;
  return g_ascii_string_to_unsigned(number + 1, 10, 1, G_MAXUINT32, &place->since, NULL);
}

static gboolean add_projected(LapMatch *match, guint viewer, LogPlace *place, guint64 upto, gsize room, GString *out,
                              GError **error)
{
  LapJsonWriter json = lap_json_line_writer(out);
  return lap_project_page(match, viewer, LANGUAGE, place->since, upto, room, &place->since, &json, error);
}

static gboolean add_page(LapMatch *match, guint viewer, LogPlace *place, guint64 upto, gsize room, GString *out,
                         GError **error)
{
  return place->whole ? lap_match_log_page(match, place->since, upto, room, out, &place->since, error)
                      : add_projected(match, viewer, place, upto, room, out, error);
}

gboolean lap_project_log(LapMatch *match, guint viewer, const char *cursor, guint max, gsize room, GString *out,
                         char **next, GError **error)
{
  LogPlace place;
  *next = NULL;
  if (!lap_match_ready(match, error)) return FALSE;
  if (!read_place(match, viewer, cursor, &place)) {
    g_set_error(error, LAP_MATCH_ERROR, LAP_MATCH_ERROR_INVALID, "params.cursor: must be \"next\" of an earlier page");
    return FALSE;
  }
  if (!add_page(match, viewer, &place, place.since + max, room, out, error)) return FALSE;
  if (place.since < lap_match_get_seq(match))
    *next = g_strdup_printf("%s-%" G_GUINT64_FORMAT, place.whole ? "whole" : "view", place.since);
  return TRUE;
}

char *lap_match_export(LapMatch *match, guint viewer, GError **error)
{
  LogPlace place = {.whole = may_export_whole(match, viewer)};
  g_autoptr(GString) out = g_string_new(NULL);
  gboolean written = add_page(match, viewer, &place, G_MAXUINT64, G_MAXSIZE, out, error);
  return written ? g_string_free(g_steal_pointer(&out), FALSE) : NULL;
}
