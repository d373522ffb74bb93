/* What a match shows of itself, as text. */
#include <string.h>

#include "host-private.h"
#include "host/engine/knowledge.h"
#include "log.h"
#include "telling-private.h"

#define LANGUAGE "en"

/* --- views */

typedef struct {
  guint viewer;
  guint64 at, reached;
  GString *out;
} Moment;

static gboolean look(LapSession *session, const LapEntry *entry, gpointer data)
{
  Moment *moment = data;
  moment->reached = entry ? entry->seq : 0;
  if (moment->reached < moment->at) return TRUE;
  lap_view_write(lap_session_engine(session), lap_session_block(session), moment->viewer, moment->out);
  return FALSE;
}

static gboolean view_then(LapMatch *match, guint viewer, guint64 at, GString *out, GError **error)
{
  Moment moment = {.viewer = viewer, .at = at, .out = out};
  if (at > match->seq)
    return lap_match_refuse(error, LAP_MATCH_ERROR_NOT_FOUND,
                            "there is no moment %" G_GUINT64_FORMAT "; they go from 0 to %" G_GUINT64_FORMAT, at,
                            match->seq);
  return lap_match_visit(match, at, look, &moment, error);
}

static gboolean view_now(LapMatch *match, guint viewer, GString *out, GError **error)
{
  LapSession *session = lap_match_session(match, error);
  if (session) lap_view_write(lap_session_engine(session), lap_session_block(session), viewer, out);
  return session != NULL;
}

char *lap_match_view(LapMatch *match, guint viewer, gint64 at, GError **error)
{
  g_autoptr(GString) out = g_string_new(NULL);
  if (!lap_match_ready(match, error)) return NULL;
  gboolean seen = at < 0 ? view_now(match, viewer, out, error) : view_then(match, viewer, (guint64)at, out, error);
  return seen ? g_string_free(g_steal_pointer(&out), FALSE) : NULL;
}

/* --- what is legal */

static gboolean find_next(LapSession *session, guint seat, const GArray *steps, const LapActions **next,
                          gboolean *complete, GError **error)
{
  *complete = FALSE;
  if (steps->len == 0) return (*next = lap_session_legal(session, seat, NULL, 0, error)) != NULL;
  LapMove move = lap_session_try(session, (const LapAction *)(gpointer)steps->data, steps->len, next, error);
  *complete = move == LAP_MOVE_MADE;
  return move != LAP_MOVE_FAULT;
}

static char *actions_text(const LapGame *game, const LapActions *actions, guint seat)
{
  GString *out = g_string_new("[");
  for (guint i = 0; actions && i < actions->n; i++) {
    if (i) g_string_append_c(out, ',');
    lap_action_write(game, &actions->v[i], seat, out);
  }
  g_string_append_c(out, ']');
  return g_string_free(out, FALSE);
}

static gboolean may_ask(LapMatch *match, guint seat, GError **error)
{
  if (seat >= lap_match_seats(match))
    return lap_match_refuse(error, LAP_MATCH_ERROR_NOT_FOUND, "there is no seat %u", seat);
  if (lap_match_get_state(match) == LAP_MATCH_OPEN)
    return lap_match_refuse(error, LAP_MATCH_ERROR_NOT_STARTED, "seats are free still");
  if (lap_match_get_state(match) == LAP_MATCH_OVER)
    return lap_match_refuse(error, LAP_MATCH_ERROR_OVER, "match %s is over", match->id);
  return (match->waiting >> seat & 1 && !match->seat[seat].resigned) ||
         lap_match_refuse(error, LAP_MATCH_ERROR_NOT_YOUR_TURN, "seat %u has nothing to decide now", seat);
}

char *lap_match_legal_text(LapMatch *match, guint seat, const char *prefix, gboolean *complete, GError **error)
{
  g_autoptr(GError) failure = NULL;
  const LapActions *next = NULL;
  gboolean is_whole;
  LapSession *session = lap_match_session(match, error);
  if (!session || !may_ask(match, seat, error)) return NULL;
  g_autoptr(GArray) steps = lap_match_read_steps(match, seat, prefix ? prefix : "[]", error);
  if (!steps) return NULL;
  if (find_next(session, seat, steps, &next, complete ? complete : &is_whole, &failure))
    return actions_text(match->ruleset->game, next, seat);
  gboolean illegal = g_error_matches(failure, LAP_GAME_ERROR, LAP_GAME_ERROR_ILLEGAL);
  lap_match_refuse(error, illegal ? LAP_MATCH_ERROR_ILLEGAL : LAP_MATCH_ERROR_FAULT, "%s", failure->message);
  return NULL;
}

/* --- the score */

static LapStanding standing_of(const LapMatch *match)
{
  LapStanding standing = {.final = match->result == LAP_RESULT_FINISHED || match->result == LAP_RESULT_RESIGNED};
  for (guint seat = 0; seat < lap_match_seats(match); seat++)
    if (match->seat[seat].resigned) standing.resigned |= 1u << seat;
  return standing;
}

char *lap_match_sheet(LapMatch *match, guint viewer, GError **error)
{
  LapSession *session = lap_match_session(match, error);
  if (!session) return NULL;
  g_auto(LapAddressee) addressee = {0};
  if (!lap_addressee_to(&addressee, match, viewer, LANGUAGE, error)) return NULL;
  GString *out = g_string_new(NULL);
  LapStanding standing = standing_of(match);
  lap_tell_score(&addressee, lap_session_engine(session), lap_session_block(session), &standing, out);
  return g_string_free(out, FALSE);
}

/* --- logs */

typedef struct {
  guint64 seed;
  LapLog *log;
} Logging;

/* How many moves stand is in the block. */
static gboolean log_entry(LapSession *session, const LapEntry *entry, gpointer data)
{
  Logging *logging = data;
  guint32 moves = lap_head_of(lap_session_block(session))->ply;
  if (!entry) logging->log = lap_log_new(session, logging->seed);
  if (entry && entry->kind == LAP_ENTRY_MOVE) lap_log_add(logging->log, session, entry->steps, entry->n_steps);
  while (lap_log_length(logging->log) > moves) lap_log_drop(logging->log);
  return TRUE;
}

static gboolean read_seed(LapMatch *match, guint64 *seed, GError **error)
{
  g_autoptr(GError) failure = NULL;
  g_auto(LapLogHeader) log = {0};
  LapMatchHeader header;
  g_autoptr(LapStored) stored = lap_store_find(match->host->store, match->id, &failure);
  if (stored && lap_match_header_read(&header, &log, stored->header, &failure)) {
    *seed = header.seed;
    return TRUE;
  }
  return lap_match_refuse(error, LAP_MATCH_ERROR_STORE, "match %s cannot be read: %s", match->id, failure->message);
}

static char *export_log(LapMatch *match, GError **error)
{
  Logging logging = {0};
  if (!read_seed(match, &logging.seed, error)) return NULL;
  gboolean logged = lap_match_visit(match, match->seq, log_entry, &logging, error);
  char *text = logged ? lap_log_to_text(logging.log) : NULL;
  lap_log_free(logging.log);
  return text;
}

/* An array of objects becomes an object a line. */
static char *lines_of(const GString *array)
{
  GString *out = g_string_new(NULL);
  guint depth = 0;
  gboolean quoted = FALSE;
  for (const char *c = array->str; *c; c++) {
    gboolean between = !quoted && depth == 1 && strchr("[,]", *c);
    if (*c == '\\' && quoted) {
      g_string_append_c(out, *c++);
    } else if (*c == '"') {
      quoted = !quoted;
    } else if (!quoted && strchr("[{", *c)) {
      if (depth++ == 0) continue;
    } else if (!quoted && strchr("]}", *c)) {
      depth--;
    }
    if (!between && depth + quoted > 0) g_string_append_c(out, *c);
    if (!quoted && depth == 1 && *c == '}') g_string_append_c(out, '\n');
  }
  return g_string_free(out, FALSE);
}

static char *export_told(LapMatch *match, guint viewer, GError **error)
{
  g_autoptr(GString) out = g_string_new(NULL);
  return lap_tell_since(match, viewer, LANGUAGE, 0, G_MAXUINT, out, error) ? lines_of(out) : NULL;
}

char *lap_match_export(LapMatch *match, guint viewer, GError **error)
{
  if (!lap_match_ready(match, error)) return NULL;
  gboolean whole = viewer == LAP_OMNISCIENT || lap_match_get_state(match) == LAP_MATCH_OVER;
  return whole ? export_log(match, error) : export_told(match, viewer, error);
}
