/* What is told: the state of a match, and an entry with the state after it. */
#include "telling.h"

#include "host/engine/knowledge.h"
#include "host/json/write.h"
#include "log-entry.h"
#include "telling-private.h"

/* Something in the telling. */
typedef struct {
  LapMatch *match;
  LapSession *session; /* stands at the match's block */
  LapAddressee addressee;
  GString *out;
  gsize from; /* where it began */
} Telling;

static void telling_clear(Telling *telling) { lap_addressee_clear(&telling->addressee); }
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Telling, telling_clear)

gboolean lap_addressee_to(LapAddressee *addressee, LapMatch *match, guint viewer, const char *language, GError **error)
{
  LapTexts *texts = lap_host_get_texts(lap_match_get_host(match), lap_match_get_game_id(match), language, error);
  if (!texts) return FALSE;
  lap_addressee_init(addressee, lap_match_game(match), texts, language, viewer, lap_match_names(match),
                     lap_match_get_seats(match));
  return TRUE;
}

static gboolean telling_begin(Telling *telling, LapMatch *match, guint viewer, const char *language, GString *out,
                              GError **error)
{
  telling->match = match;
  telling->out = out;
  telling->from = out->len;
  telling->session = lap_match_session(match, error);
  return telling->session && lap_addressee_to(&telling->addressee, match, viewer, language, error);
}

/* Nothing is told by halves. */
static gboolean telling_end(Telling *telling, gboolean told)
{
  if (!told) g_string_truncate(telling->out, telling->from);
  return told;
}

static void write_number(Telling *telling, const char *name, guint64 number)
{
  g_string_append(telling->out, name);
  lap_json_number(telling->out, (gint64)number);
}

static void write_string(Telling *telling, const char *name, const char *text)
{
  g_string_append(telling->out, name);
  lap_json_quote(telling->out, text);
}

static gboolean is_seat(const Telling *telling) { return telling->addressee.viewer < telling->addressee.seats; }

/* --- who sits there, and who has to decide */

static void write_seat(Telling *telling, guint index)
{
  LapSeat seat;
  lap_match_get_seat(telling->match, index, &seat);
  write_string(telling, "{\"name\":", seat.name);
  if (seat.free) g_string_append(telling->out, ",\"free\":true");
  if (seat.bot) write_string(telling, ",\"bot\":", seat.bot);
  if (seat.resigned) g_string_append(telling->out, ",\"resigned\":true");
  if (seat.left >= 0) write_number(telling, ",\"left\":", (guint64)seat.left);
  g_string_append_c(telling->out, '}');
}

static void write_seats(Telling *telling)
{
  gboolean first = TRUE;
  g_string_append(telling->out, ",\"seats\":[");
  for (guint seat = 0; seat < telling->addressee.seats; seat++) {
    lap_json_separate(telling->out, &first);
    write_seat(telling, seat);
  }
  g_string_append(telling->out, "],\"waiting\":");
  lap_json_bits(telling->out, lap_match_get_waiting(telling->match));
}

static guint32 resigned_of(LapMatch *match)
{
  guint32 resigned = 0;
  for (guint index = 0; index < lap_match_get_seats(match); index++) {
    LapSeat seat;
    lap_match_get_seat(match, index, &seat);
    if (seat.resigned) resigned |= 1u << index;
  }
  return resigned;
}

/* --- what is on the table */

static const LapToldView *view_of(Telling *telling)
{
  LapTold **told = lap_match_told(telling->match);
  LapEngine *engine = lap_session_engine(telling->session);
  const LapBlock *block = lap_session_block(telling->session);
  if (!*told) *told = lap_told_new();
  lap_told_move_on(*told, lap_match_get_seq(telling->match), engine, block);
  return lap_told_view(*told, engine, block, telling->addressee.viewer);
}

static void write_view(Telling *telling, gboolean patch)
{
  const LapToldView *view = view_of(telling);
  GString *out = telling->out;
  gsize from = out->len;
  g_string_append(out, ",\"patch\":");
  if (!patch || !lap_told_patch(view, out)) {
    g_string_truncate(out, from);
    g_string_append(out, ",\"view\":");
    g_string_append_len(out, view->text->str, (gssize)view->text->len);
  }
  write_string(telling, ",\"hash\":", view->hash);
}

static void write_score(Telling *telling)
{
  const char *outcome = lap_match_result(telling->match);
  LapStanding standing = {.resigned = resigned_of(telling->match),
                          .final = outcome && !g_str_equal(outcome, "aborted")};
  g_string_append(telling->out, ",\"score\":");
  lap_tell_score(&telling->addressee, lap_session_engine(telling->session), lap_session_block(telling->session),
                 &standing, telling->out);
}

/* Whether the viewer has anything to decide. */
static gboolean is_asked(const Telling *telling)
{
  guint viewer = telling->addressee.viewer;
  if (!is_seat(telling) || lap_match_get_state(telling->match) != LAP_MATCH_RUNNING) return FALSE;
  LapSeat seat;
  lap_match_get_seat(telling->match, viewer, &seat);
  return !seat.resigned && lap_match_get_waiting(telling->match) >> viewer & 1;
}

static gboolean write_legal(Telling *telling, GError **error)
{
  g_string_append(telling->out, ",\"legal\":");
  if (!is_asked(telling)) {
    g_string_append(telling->out, "[]");
    return TRUE;
  }
  const LapActions *steps = lap_session_legal(telling->session, telling->addressee.viewer, NULL, 0, error);
  if (!steps) return FALSE;
  lap_tell_steps(&telling->addressee, lap_session_engine(telling->session), lap_session_block(telling->session), steps,
                 telling->out);
  return TRUE;
}

/* --- how the match stands */

static void write_standing(Telling *telling)
{
  static const char *const word[] = {
      [LAP_MATCH_OPEN] = "open", [LAP_MATCH_RUNNING] = "running", [LAP_MATCH_OVER] = "over"};
  const char *outcome = lap_match_result(telling->match);
  g_string_append(telling->out, ",\"state\":");
  lap_json_text(telling->out, word[lap_match_get_state(telling->match)]);
  if (outcome) write_string(telling, ",\"result\":", outcome);
}

static void write_proposal(Telling *telling)
{
  guint64 id;
  guint seat;
  guint32 asked;
  LapProposalKind kind = lap_match_get_proposal(telling->match, &id, &seat, &asked);
  if (kind == LAP_PROPOSAL_NONE) return;
  write_number(telling, ",\"proposal\":{\"id\":", id);
  write_string(telling, ",\"kind\":", lap_proposal_kinds[kind]);
  write_number(telling, ",\"seat\":", seat);
  g_string_append(telling->out, ",\"asked\":");
  lap_json_bits(telling->out, asked);
  g_string_append_c(telling->out, '}');
}

/* From "state" on: the same after an entry as for somebody who has just come. */
static gboolean write_state(Telling *telling, gboolean patch, GError **error)
{
  const char *rematch = lap_match_get_rematch(telling->match);
  write_standing(telling);
  write_seats(telling);
  write_view(telling, patch);
  if (!write_legal(telling, error)) return FALSE;
  write_score(telling);
  write_proposal(telling);
  if (rematch) write_string(telling, ",\"rematch\":", rematch);
  return TRUE;
}

/* --- whole messages */

static void write_head(Telling *telling)
{
  write_string(telling, "\"match\":", lap_match_get_id(telling->match));
  g_string_append(telling->out, ",\"viewer\":");
  lap_json_number(telling->out, is_seat(telling) ? (gint64)telling->addressee.viewer : -1);
}

static void write_options(Telling *telling)
{
  const char *const *option = lap_match_options(telling->match);
  gboolean first = TRUE;
  g_string_append(telling->out, ",\"options\":{");
  for (; option && *option; option += 2) {
    lap_json_separate(telling->out, &first);
    lap_json_quote(telling->out, option[0]);
    write_string(telling, ":", option[1]);
  }
  g_string_append_c(telling->out, '}');
}

static void write_game(Telling *telling)
{
  write_string(telling, ",\"game\":", lap_match_get_game_id(telling->match));
  write_options(telling);
  g_string_append(telling->out, lap_match_is_public(telling->match) ? ",\"public\":true" : ",\"public\":false");
}

gboolean lap_tell_match(LapMatch *match, guint viewer, const char *language, GString *out, GError **error)
{
  g_auto(Telling) telling = {0};
  if (!telling_begin(&telling, match, viewer, language, out, error)) return FALSE;
  write_head(&telling);
  write_number(&telling, ",\"seq\":", lap_match_get_seq(match));
  write_number(&telling, ",\"decision\":", lap_match_get_decision(match));
  write_game(&telling);
  return telling_end(&telling, write_state(&telling, FALSE, error));
}

gboolean lap_tell_entry(LapMatch *match, const LapEntry *entry, guint viewer, const char *language, gboolean patch,
                        GString *out, GError **error)
{
  g_auto(Telling) telling = {0};
  if (!telling_begin(&telling, match, viewer, language, out, error)) return FALSE;
  write_head(&telling);
  g_string_append_c(out, ',');
  lap_tell_entry_itself(&telling.addressee, entry, out);
  write_number(&telling, ",\"decision\":", entry->decision);
  return telling_end(&telling, write_state(&telling, patch, error));
}

/* --- parts of it, for those who ask */

static gboolean refuse(GError **error, LapMatchError code, const char *format, guint seat)
{
  g_set_error(error, LAP_MATCH_ERROR, (gint)code, format, seat);
  return FALSE;
}

static gboolean may_ask(const Telling *telling, guint seat, GError **error)
{
  LapMatchState state = lap_match_get_state(telling->match);
  if (!is_seat(telling)) return refuse(error, LAP_MATCH_ERROR_NOT_FOUND, "there is no seat %u", seat);
  if (state == LAP_MATCH_OPEN)
    return refuse(error, LAP_MATCH_ERROR_NOT_STARTED, "seat %u: the match begins when all seats are taken", seat);
  if (state == LAP_MATCH_OVER) return refuse(error, LAP_MATCH_ERROR_OVER, "seat %u: the match is over", seat);
  if (!is_asked(telling)) return refuse(error, LAP_MATCH_ERROR_NOT_YOUR_TURN, "seat %u has nothing to decide", seat);
  return TRUE;
}

/* An error of the session in the words of matches. */
static gboolean pass_on(GError *failure, GError **error)
{
  gboolean illegal = g_error_matches(failure, LAP_GAME_ERROR, LAP_GAME_ERROR_ILLEGAL);
  g_set_error_literal(error, LAP_MATCH_ERROR, illegal ? LAP_MATCH_ERROR_ILLEGAL : LAP_MATCH_ERROR_FAULT,
                      failure->message);
  return FALSE;
}

static gboolean find_next(LapSession *session, guint seat, const LapAction *steps, guint n, gboolean *complete,
                          const LapActions **next, GError **error)
{
  *complete = FALSE;
  if (n == 0) return (*next = lap_session_legal(session, seat, NULL, 0, error)) != NULL;
  LapMove move = lap_session_try(session, steps, n, next, error);
  *complete = move == LAP_MOVE_MADE;
  return move != LAP_MOVE_FAULT;
}

gboolean lap_tell_legal(LapMatch *match, guint seat, const char *language, const LapAction *steps, guint n,
                        gboolean *complete, GString *out, GError **error)
{
  static const LapActions none;
  g_autoptr(GError) failure = NULL;
  g_auto(Telling) telling = {0};
  const LapActions *next;
  if (!telling_begin(&telling, match, seat, language, out, error) || !may_ask(&telling, seat, error)) return FALSE;
  if (!find_next(telling.session, seat, steps, n, complete, &next, &failure)) return pass_on(failure, error);
  const LapBlock *block = n ? lap_session_tried(telling.session) : lap_session_block(telling.session);
  lap_tell_steps(&telling.addressee, lap_session_engine(telling.session), block, next ? next : &none, out);
  return TRUE;
}

gboolean lap_tell_view(LapMatch *match, guint viewer, const char *language, gint64 at, GString *out, GError **error)
{
  g_auto(Telling) telling = {0};
  guint64 seq = lap_match_get_seq(match);
  if (!telling_begin(&telling, match, viewer, language, out, error)) return FALSE;
  if (at >= 0 && (guint64)at != seq)
    return telling_end(&telling, lap_tell_moment(&telling.addressee, match, (guint64)at, out, error));
  write_number(&telling, "\"seq\":", seq);
  write_view(&telling, FALSE);
  write_score(&telling);
  return TRUE;
}
