/* A match: seats, a block, and a number of entries.
 *
 * `seq` counts entries: 0 when it is created, one more with each change of any kind. A move is meant for a decision:
 * the seq at which it came up. It is stale if another decision has come up since; what else has happened meanwhile
 * (somebody joined, sealed a choice, proposed) does not matter.
 *
 * Seats are numbers from 0. Viewers are seats, LAP_WATCHER, or LAP_OMNISCIENT. A call that changes something takes a
 * `key`, NULL or as in lap_match_settings_set_key: the same call with the same key by the same seat changes nothing and
 * gives the first answer; another call with that key is LAP_MATCH_ERROR_KEY_REUSED. This survives restarts. */
#pragma once

#include "host.h"

G_BEGIN_DECLS

#define LAP_TYPE_MATCH (lap_match_get_type())
G_DECLARE_FINAL_TYPE(LapMatch, lap_match, LAP, MATCH, GObject)

typedef enum { LAP_MATCH_OPEN, LAP_MATCH_RUNNING, LAP_MATCH_OVER } LapMatchState;
typedef enum { LAP_PROPOSAL_NONE, LAP_PROPOSAL_UNDO, LAP_PROPOSAL_REMATCH, LAP_PROPOSAL_ABORT } LapProposalKind;

/* A seat as everybody may see it. */
typedef struct {
  guint index;
  const char *name; /* "" while it is free */
  const char *bot;  /* the bot that sits there, or NULL */
  gboolean free, resigned;
  gint64 left; /* milliseconds on its clock now, or -1 without clocks */
} LapSeat;
#define LAP_TYPE_SEAT (lap_seat_get_type())
GType lap_seat_get_type(void);
LapSeat *lap_seat_copy(const LapSeat *seat);
void lap_seat_free(LapSeat *seat);

const char *lap_match_get_id(LapMatch *match);
LapHost *lap_match_get_host(LapMatch *match);
const char *lap_match_get_game_id(LapMatch *match);
LapMatchState lap_match_get_state(LapMatch *match);
guint64 lap_match_get_seq(LapMatch *match);
/* The seq at which the present decision came up. */
guint64 lap_match_get_decision(LapMatch *match);
guint lap_match_get_seats(LapMatch *match);
/* Strings of it live until the next change of the match. */
void lap_match_get_seat(LapMatch *match, guint index, LapSeat *seat);
/* The seats that have to decide, as bits. */
guint32 lap_match_get_waiting(LapMatch *match);
gboolean lap_match_is_public(LapMatch *match);
gint64 lap_match_get_created(LapMatch *match); /* microseconds since 1970 */
gint64 lap_match_get_changed(LapMatch *match);
/* The open proposal. `*id` is the seq of its entry, `*seat` whose it is, `*asked` the seats that have not answered. */
LapProposalKind lap_match_get_proposal(LapMatch *match, guint64 *id, guint *seat, guint32 *asked);
/* What came after it by agreement, or NULL. */
const char *lap_match_get_rematch(LapMatch *match);

/* Who a token is: a seat or LAP_WATCHER. NULL watches a public match. */
gboolean lap_match_authenticate(LapMatch *match, const char *token, guint *viewer, GError **error);

/* Whether a token that opens its seat no more was granted a request with this key: who left, or had a bot take the
 * seat, may hear the first answer again. Nothing new may be asked in that name: another request with the key is
 * LAP_MATCH_ERROR_KEY_REUSED. */
gboolean lap_match_remembers(LapMatch *match, const char *token, const char *key, guint *seat);

/* A mark of the person in a seat: another one for everybody who comes, 0 where nobody sits or a bot. */
guint64 lap_match_get_person(LapMatch *match, guint seat);

/* Whether a seat was granted a request with this key: then its answer comes again, and nothing new is done. */
gboolean lap_match_granted(LapMatch *match, guint seat, const char *key);

/* Takes a seat: that of the invitation; in a public match `seat`, or the first free one if it is -1. `name`: 1 to 40
 * characters of UTF-8, not all of them blank, none for control or a change of direction. Without an invitation a key is
 * a must. `token` (out) (transfer full): 32 hexadecimal digits; only its hash is stored. */
gboolean lap_match_join(LapMatch *match, const char *invitation, gint seat, const char *name, const char *key,
                        guint *taken, char **token, guint64 *seq, GError **error);
/* Frees the seat; the match waits until it is taken again. `invitation` (out) (transfer full): a new one for it. */
gboolean lap_match_leave(LapMatch *match, guint seat, const char *key, char **invitation, guint64 *seq, GError **error);
/* Puts a bot ("random") in a seat: one's own, or a free one. `by` is who asks. `name`: what it is called, as in
 * lap_match_join; NULL: "BOT NUMBER", its seat counted from 1. */
gboolean lap_match_seat_bot(LapMatch *match, guint by, guint seat, const char *bot, const char *name, const char *key,
                            guint64 *seq, GError **error);

/* Makes a whole move. `decision`: a seq that the mover had seen, or -1 for whatever is up now. */
gboolean lap_match_play(LapMatch *match, guint seat, const LapAction *steps, guint n, gint64 decision, const char *key,
                        guint64 *seq, GError **error);
/* The same from JSON: [{"kind":"x/claim","args":{...}}], as lap_match_legal_text has them. */
gboolean lap_match_play_text(LapMatch *match, guint seat, const char *steps, gint64 decision, const char *key,
                             guint64 *seq, GError **error);

/* Proposes; it happens at once if there is nobody to ask (bots and those who resigned are not asked), else when the
 * last has accepted. UNDO takes back the proposer's last move and all since; REMATCH is for a match that is over, with
 * the same settings, seats and tokens; ABORT ends the match without a result. One proposal at a time; any move drops
 * it.
 */
gboolean lap_match_propose(LapMatch *match, guint seat, LapProposalKind kind, const char *key, guint64 *seq,
                           GError **error);
gboolean lap_match_answer(LapMatch *match, guint seat, guint64 proposal, gboolean accept, const char *key, guint64 *seq,
                          GError **error);
/* Gives up. A bot plays on for the seat, whose place is the last; if one seat is left, or they play together, the match
 * is over. */
gboolean lap_match_resign(LapMatch *match, guint seat, const char *key, guint64 *seq, GError **error);

/* --- what a viewer may know, as JSON text. (transfer full) */

/* The view, as lap_view_write has it; `at`: after that many entries, -1: now. */
char *lap_match_view(LapMatch *match, guint viewer, gint64 at, GError **error);
/* The steps that `seat` may take after those of `prefix` (JSON or NULL): [{"kind","seat","args"}]. `*complete`: the
 * prefix is a whole move, and the list empty. */
char *lap_match_legal_text(LapMatch *match, guint seat, const char *prefix, gboolean *complete, GError **error);
/* The score sheet: see docs/protocol.md, "score". */
char *lap_match_sheet(LapMatch *match, guint viewer, GError **error);
/* The match's log, a JSON object a line: that of `lapidary replay` when it is over, and for LAP_OMNISCIENT; while it
 * runs, what any other `viewer` was told of each entry. */
char *lap_match_export(LapMatch *match, guint viewer, GError **error);

G_END_DECLS
