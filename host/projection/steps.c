#include "steps.h"

#include "host/engine/action-json.h"
#include "host/match/match-private.h"
#include "projection.h"
#include "prompt.h"
#include "visibility.h"

/* Highlights that are being written. */
typedef struct {
  const LapRecipient *recipient;
  LapJsonWriter *json;
  guint row; /* the seat whose row is meant from here on */
} Highlights;

/* --- highlights */

/* Sets of cells are sent as one array, whatever their rows are. */
static gboolean has_row(const LapGameField *field) { return field->of_seats && field->type != LAP_PLANE; }

static void begin_highlight(const Highlights *highlights, const LapGameField *field)
{
  lap_json_begin_object(highlights->json);
  lap_json_member_word(highlights->json, "field", field->name);
  if (has_row(field)) lap_json_member_int(highlights->json, "row", highlights->row);
}

static void highlight_place(const Highlights *highlights, const LapGameField *field, gint index)
{
  begin_highlight(highlights, field);
  lap_json_member_int(highlights->json, "index", index);
  lap_json_end_object(highlights->json);
}

static void highlight_piece(const Highlights *highlights, const LapGameField *field, gint face)
{
  begin_highlight(highlights, field);
  lap_json_member_word(highlights->json, "piece", field->set->key[face]);
  lap_json_end_object(highlights->json);
}

static void highlight_seat(Highlights *highlights, gint seat)
{
  highlights->row = (guint)seat;
  lap_json_begin_object(highlights->json);
  lap_json_member_int(highlights->json, "seat", seat);
  lap_json_end_object(highlights->json);
}

static void highlight_argument(Highlights *highlights, const LapGameKind *kind, guint i, gint value)
{
  const LapGameField *field = kind->field[i];
  guint type = kind->args[i].type;
  if (type == LAP_ARG_SEAT && value >= 0 && value < (gint)highlights->recipient->seats)
    highlight_seat(highlights, value);
  if (!field || !lap_shows_field(field, highlights->recipient->viewer)) return;
  if (type == LAP_ARG_PIECE && value > 0 && value <= field->set->faces) highlight_piece(highlights, field, value);
  if ((type == LAP_ARG_ITEM || type == LAP_ARG_CELL) && value >= 0) highlight_place(highlights, field, value);
}

/* A place that the plugin names. */
static void highlight_named(Highlights *highlights, const LapHighlightedPlace *place)
{
  static const char *const sides[] = {
      [LAP_AT_NORTH] = "north", [LAP_AT_EAST] = "east", [LAP_AT_SOUTH] = "south", [LAP_AT_WEST] = "west"};
  highlights->row = place->row;
  begin_highlight(highlights, place->field);
  lap_json_member_int(highlights->json, "index", place->index);
  if (place->side) lap_json_member_word(highlights->json, "side", sides[place->side]);
  lap_json_end_object(highlights->json);
}

guint lap_shown_highlights(LapEngine *engine, const LapBlock *block, const LapAction *step,
                           LapHighlightedPlace place[LAP_HIGHLIGHTS_MAX])
{
  guint n = lap_engine_highlights(engine, block, step, place), shown = 0;
  for (guint i = 0; i < n; i++) {
    gboolean pile = lap_shows_pile(place[i].field, place[i].row, step->seat);
    if (pile) place[i].index = place[i].side = 0; /* where in it may be hidden: it is highlighted as a whole */
    if (pile || lap_shows_items(place[i].field, place[i].row, step->seat)) place[shown++] = place[i];
  }
  return shown;
}

/* The places of the step's arguments, and those that the plugin adds. */
static void write_highlights(const LapRecipient *recipient, LapEngine *engine, const LapBlock *block,
                             const LapAction *action, LapJsonWriter *json)
{
  const LapGameKind *kind = lap_game_action(recipient->game, action->kind);
  LapHighlightedPlace place[LAP_HIGHLIGHTS_MAX];
  Highlights highlights = {recipient, json, action->seat};
  lap_json_member_array(json, "highlights");
  for (guint i = 0; i < kind->n_args; i++) highlight_argument(&highlights, kind, i, action->arg[i]);
  guint n = lap_shown_highlights(engine, block, action, place);
  for (guint i = 0; i < n; i++) highlight_named(&highlights, &place[i]);
  lap_json_end_array(json);
}

/* --- steps */

void lap_step_to_json(const LapRecipient *recipient, LapEngine *engine, const LapBlock *block, const LapAction *action,
                      LapJsonWriter *json)
{
  g_autofree char *label = lap_texts_action(recipient->texts, action, recipient->name, recipient->viewer);
  lap_json_begin_object(json);
  lap_action_members(recipient->game, action, lap_shows_action_arguments(action, recipient->viewer), json);
  lap_json_member_string(json, "label", label);
  write_highlights(recipient, engine, block, action, json);
  lap_json_end_object(json);
}

void lap_steps_to_json(const LapRecipient *recipient, LapEngine *engine, const LapBlock *block,
                       const LapActions *actions, LapJsonWriter *json)
{
  lap_json_begin_array(json);
  for (guint i = 0; i < actions->n; i++) lap_step_to_json(recipient, engine, block, &actions->v[i], json);
  lap_json_end_array(json);
}

/* --- of a match */

gboolean lap_viewer_is_asked(LapMatch *match, guint viewer)
{
  LapSeat seat;
  if (viewer >= lap_match_get_seats(match) || lap_match_get_state(match) != LAP_MATCH_RUNNING) return FALSE;
  lap_match_get_seat(match, viewer, &seat);
  return !seat.resigned && lap_match_get_waiting(match) >> viewer & 1;
}

static gboolean set_error(GError **error, LapMatchError code, const char *format, guint seat)
{
  g_set_error(error, LAP_MATCH_ERROR, (gint)code, format, seat);
  return FALSE;
}

static gboolean check_asked(LapMatch *match, guint seat, GError **error)
{
  LapMatchState state = lap_match_get_state(match);
  if (seat >= lap_match_get_seats(match))
    return set_error(error, LAP_MATCH_ERROR_NOT_FOUND, "there is no seat %u", seat);
  if (state == LAP_MATCH_OPEN)
    return set_error(error, LAP_MATCH_ERROR_NOT_STARTED, "seat %u: the match begins when all seats are taken", seat);
  if (state == LAP_MATCH_OVER) return set_error(error, LAP_MATCH_ERROR_OVER, "seat %u: the match is over", seat);
  if (lap_viewer_is_asked(match, seat)) return TRUE;
  return set_error(error, LAP_MATCH_ERROR_NOT_YOUR_TURN, "seat %u has nothing to decide", seat);
}

static gboolean find_next(LapSession *session, guint seat, const LapAction *steps, guint n, LapNextSteps *next,
                          GError **error)
{
  static const LapActions none;
  next->complete = FALSE;
  if (n == 0) return (next->actions = lap_session_legal(session, seat, NULL, 0, error)) != NULL;
  LapMove move = lap_session_try(session, steps, n, &next->actions, error);
  next->complete = move == LAP_MOVE_MADE;
  if (!next->actions) next->actions = &none;
  return move != LAP_MOVE_FAULT;
}

static gboolean look_ahead(LapMatch *match, guint seat, const LapAction *steps, guint n, gboolean notes,
                           LapNextSteps *next, GError **error)
{
  g_autoptr(GError) failure = NULL;
  next->session = lap_match_session(match, error);
  if (!next->session || !check_asked(match, seat, error)) return FALSE;
  if (find_next(next->session, seat, steps, n, next, &failure)) return TRUE;
  if (notes) lap_match_note_failure(match, failure);
  gboolean illegal = g_error_matches(failure, LAP_GAME_ERROR, LAP_GAME_ERROR_ILLEGAL);
  g_set_error_literal(error, LAP_MATCH_ERROR, illegal ? LAP_MATCH_ERROR_ILLEGAL : LAP_MATCH_ERROR_FAULT,
                      failure->message);
  return FALSE;
}

gboolean lap_next_steps(LapMatch *match, guint seat, const LapAction *steps, guint n, LapNextSteps *next,
                        GError **error)
{
  return look_ahead(match, seat, steps, n, TRUE, next, error);
}

gboolean lap_next_steps_foreseen(LapMatch *match, guint seat, const LapAction *steps, guint n, LapNextSteps *next,
                                 GError **error)
{
  return look_ahead(match, seat, steps, n, FALSE, next, error);
}

gboolean lap_project_legal(LapMatch *match, guint seat, const char *language, const LapAction *steps, guint n,
                           const char *name, gboolean *complete, LapJsonWriter *json, GError **error)
{
  g_auto(LapRecipient) recipient = {0};
  LapNextSteps next;
  if (!lap_next_steps(match, seat, steps, n, &next, error)) return FALSE;
  if (!lap_recipient_of_match(&recipient, match, seat, language, error)) return FALSE;
  LapEngine *engine = lap_session_engine(next.session);
  const LapBlock *block = n ? lap_session_tried(next.session) : lap_session_block(next.session);
  lap_json_name(json, name);
  lap_steps_to_json(&recipient, engine, block, next.actions, json);
  lap_prompts_to_json(&(LapAsked){recipient.texts, engine, block, seat, next.actions}, json);
  *complete = next.complete;
  return TRUE;
}
