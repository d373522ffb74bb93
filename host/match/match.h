/* A match: seats, a block, and a number of entries. */
#pragma once

#include "host.h"

G_BEGIN_DECLS

typedef struct LapSession LapSession;       /* host/engine/session.h */
typedef struct LapSuspension LapSuspension; /* host/match/entry.h */

#define LAP_TYPE_MATCH (lap_match_get_type())
/**
 * LapMatch:
 *
 * A match: seats, a block, and a number of entries.
 *
 * `seq` counts entries: 0 when it is created, one more with each change of any kind. A move is meant for a decision:
 * the seq at which it came up. It is stale if another decision has come up since; other changes meanwhile (somebody
 * joined, sealed a choice, proposed) do not matter.
 *
 * Seats are numbers from 0. Viewers are seats, `LAP_WATCHER`, or `LAP_OMNISCIENT`. A call that changes something takes
 * a `key`, %NULL or as in [method@Lapidary.MatchSettings.set_key]: the same call with the same key by the same seat
 * changes nothing and gives the first answer; another call with that key is %LAP_MATCH_ERROR_KEY_REUSED. This survives
 * restarts.
 */
G_DECLARE_FINAL_TYPE(LapMatch, lap_match, LAP, MATCH, GObject)

/**
 * LapMatchState:
 * @LAP_MATCH_OPEN: seats are free
 * @LAP_MATCH_RUNNING: it is played
 * @LAP_MATCH_OVER: it has ended
 * @LAP_MATCH_SUSPENDED: its rules have failed, and it stands still until it is resumed
 *
 * How far a match is.
 */
typedef enum { LAP_MATCH_OPEN, LAP_MATCH_RUNNING, LAP_MATCH_OVER, LAP_MATCH_SUSPENDED } LapMatchState;

/**
 * LapProposalKind:
 * @LAP_PROPOSAL_NONE: there is no proposal
 * @LAP_PROPOSAL_UNDO: takes back the proposer's last move and all since
 * @LAP_PROPOSAL_REMATCH: the same settings, seats and tokens again, for a match that is over
 * @LAP_PROPOSAL_ABORT: ends the match without a result
 * @LAP_PROPOSAL_SWAP: goes on as a match of another variant
 *
 * What seats may propose to each other.
 */
typedef enum {
  LAP_PROPOSAL_NONE,
  LAP_PROPOSAL_UNDO,
  LAP_PROPOSAL_REMATCH,
  LAP_PROPOSAL_ABORT,
  LAP_PROPOSAL_SWAP
} LapProposalKind;

/**
 * LapSeat:
 * @index: its number
 * @name: "" while it is free
 * @bot: the bot that sits there, or %NULL
 * @free: whether nobody sits there
 * @resigned: whether it has given up
 * @late: whether that was because its time ran out
 * @left: milliseconds on its clock now, or -1 without clocks
 *
 * A seat as everybody may see it.
 */
typedef struct {
  guint index;
  const char *name;
  const char *bot;
  gboolean free, resigned, late;
  gint64 left;
} LapSeat;
#define LAP_TYPE_SEAT (lap_seat_get_type())
GType lap_seat_get_type(void);

/**
 * lap_seat_copy:
 * @seat: a seat
 *
 * Copies it.
 *
 * Returns: (transfer full): the copy
 */
LapSeat *lap_seat_copy(const LapSeat *seat);

/**
 * lap_seat_free:
 * @seat: a seat
 *
 * Frees it.
 */
void lap_seat_free(LapSeat *seat);

/**
 * lap_match_get_id:
 * @match: a match
 *
 * Gets its id.
 *
 * Returns: (transfer none): a word of a-z, 0-9
 */
const char *lap_match_get_id(LapMatch *match);

/**
 * lap_match_get_host:
 * @match: a match
 *
 * Gets its host.
 *
 * Returns: (transfer none): its host
 */
LapHost *lap_match_get_host(LapMatch *match);

/**
 * lap_match_get_game_id:
 * @match: a match
 *
 * Gets the id of its game.
 *
 * Returns: (transfer none): id of a plugin
 */
const char *lap_match_get_game_id(LapMatch *match);

/**
 * lap_match_get_game: (skip)
 * @match: a match
 *
 * Gets the game that is played: the build that it was begun with.
 *
 * Returns: (transfer none): its game
 */
LapGame *lap_match_get_game(LapMatch *match);

/**
 * lap_match_get_state:
 * @match: a match
 *
 * Gets how far it is.
 *
 * Returns: its state
 */
LapMatchState lap_match_get_state(LapMatch *match);

/**
 * lap_match_get_seq:
 * @match: a match
 *
 * Counts its entries.
 *
 * Returns: how many
 */
guint64 lap_match_get_seq(LapMatch *match);

/**
 * lap_match_get_decision:
 * @match: a match
 *
 * Gets the seq at which the present decision came up.
 *
 * Returns: a seq
 */
guint64 lap_match_get_decision(LapMatch *match);

/**
 * lap_match_get_seats:
 * @match: a match
 *
 * Counts its seats.
 *
 * Returns: how many
 */
guint lap_match_get_seats(LapMatch *match);

/**
 * lap_match_get_seat:
 * @match: a match
 * @index: of a seat
 * @seat: (out caller-allocates): what everybody may see of it; its strings live until the next change of the match
 *
 * Describes a seat.
 */
void lap_match_get_seat(LapMatch *match, guint index, LapSeat *seat);

/**
 * lap_match_get_waiting:
 * @match: a match
 *
 * Gets the seats that have to decide.
 *
 * Returns: seats as bits
 */
guint32 lap_match_get_waiting(LapMatch *match);

/**
 * lap_match_is_public:
 * @match: a match
 *
 * Tells whether it is listed for all ([method@Lapidary.MatchSettings.set_public]).
 *
 * Returns: whether it is
 */
gboolean lap_match_is_public(LapMatch *match);

/**
 * lap_match_is_seeded:
 * @match: a match
 *
 * Tells whether its chance follows from a seed that its creator chose ([method@Lapidary.MatchSettings.set_seed]).
 *
 * Returns: whether it does
 */
gboolean lap_match_is_seeded(LapMatch *match);

/**
 * lap_match_get_created:
 * @match: a match
 *
 * Gets when it was created.
 *
 * Returns: microseconds since 1970
 */
gint64 lap_match_get_created(LapMatch *match);

/**
 * lap_match_get_changed:
 * @match: a match
 *
 * Gets when it last changed.
 *
 * Returns: microseconds since 1970
 */
gint64 lap_match_get_changed(LapMatch *match);

/**
 * lap_match_get_proposal:
 * @match: a match
 * @id: (out) (optional): the seq of its entry
 * @seat: (out) (optional): whose it is
 * @asked: (out) (optional): seats that have not answered, as bits
 *
 * Gets the open proposal.
 *
 * Returns: what is proposed
 */
LapProposalKind lap_match_get_proposal(LapMatch *match, guint64 *id, guint *seat, guint32 *asked);

/**
 * lap_match_get_swap:
 * @match: a match
 *
 * Gets the game that the match becomes one of, if the open proposal is a %LAP_PROPOSAL_SWAP.
 *
 * Returns: (nullable): its id
 */
const char *lap_match_get_swap(LapMatch *match);

/**
 * lap_match_get_rematch:
 * @match: a match
 *
 * Gets the match that followed by agreement.
 *
 * Returns: (nullable): its id
 */
const char *lap_match_get_rematch(LapMatch *match);

/**
 * lap_match_authenticate:
 * @match: a match
 * @token: (nullable): a token; %NULL watches a public match
 * @viewer: (out): a seat, or `LAP_WATCHER`
 * @error: why not
 *
 * Gets who has a token.
 *
 * Returns: whether the token opens anything here
 */
gboolean lap_match_authenticate(LapMatch *match, const char *token, guint *viewer, GError **error);

/**
 * lap_match_remembers:
 * @match: a match
 * @token: a token
 * @key: of idempotency
 * @seat: that the token opened
 *
 * Tells whether a token that no longer opens its seat was granted a request with this key: a person who left, or let a
 * bot take the seat, may have the first answer again. Nothing new may be asked with that token: another request with
 * the key is %LAP_MATCH_ERROR_KEY_REUSED.
 *
 * Returns: whether it was
 */
gboolean lap_match_remembers(LapMatch *match, const char *token, const char *key, guint *seat);

/**
 * lap_match_hold_clocks:
 * @match: a match that runs
 * @ms: how long; 0 lets them go on at once
 * @error: why not: it has no clocks, or does not run
 *
 * Lets its clocks stand still for a time, or until the next entry. It is not stored, and takes no time from anybody.
 *
 * Returns: whether that was possible
 */
gboolean lap_match_hold_clocks(LapMatch *match, gint64 ms, GError **error);

/**
 * lap_match_find_invited:
 * @match: a match
 * @invitation: an invitation
 * @seat: (out): the seat that it opens
 * @error: why not: it opens none, somebody sits there, or the match is over
 *
 * Finds the seat that an invitation opens now.
 *
 * Returns: whether there is one
 */
gboolean lap_match_find_invited(LapMatch *match, const char *invitation, guint *seat, GError **error);

/**
 * lap_match_get_person:
 * @match: a match
 * @seat: which
 *
 * Gets a mark of the person in a seat, which is different for each person that takes it.
 *
 * Returns: the mark; 0 if nobody sits there, or a bot
 */
guint64 lap_match_get_person(LapMatch *match, guint seat);

/**
 * lap_match_granted:
 * @match: a match
 * @seat: which
 * @key: of idempotency
 *
 * Tells whether a seat was granted a request with this key: then the request is a replay: its response is sent again,
 * and nothing is changed.
 *
 * Returns: whether it was
 */
gboolean lap_match_granted(LapMatch *match, guint seat, const char *key);

/**
 * lap_match_join:
 * @match: a match
 * @invitation: (nullable): to a seat; may be %NULL in a public match, and then the key is a must
 * @seat: which, without an invitation; -1 for the first that is free
 * @name: 1 to 40 characters of UTF-8, not all of them blank, none for control or a change of direction
 * @key: (nullable): of idempotency
 * @taken: (out) (optional): the seat
 * @token: (out) (transfer full) (optional): what opens it, 32 hexadecimal digits; only its hash is stored
 * @seq: (out) (optional): the seq of the entry
 * @error: why not
 *
 * Takes a seat.
 *
 * Returns: whether that was possible
 */
gboolean lap_match_join(LapMatch *match, const char *invitation, gint seat, const char *name, const char *key,
                        guint *taken, char **token, guint64 *seq, GError **error);

/**
 * lap_match_leave:
 * @match: a match
 * @seat: which
 * @key: (nullable): of idempotency
 * @invitation: (out) (transfer full) (optional): to the seat that is free now
 * @seq: (out) (optional): the seq of the entry
 * @error: why not
 *
 * Frees a seat. The match waits until it is taken again.
 *
 * Returns: whether that was possible
 */
gboolean lap_match_leave(LapMatch *match, guint seat, const char *key, char **invitation, guint64 *seq, GError **error);

/**
 * lap_match_seat_bot:
 * @match: a match
 * @by: the seat that asks
 * @seat: where it is to sit: the seat that asks, or a free one
 * @bot: which: "random"
 * @name: (nullable): what it is called, as in [method@Lapidary.Match.join]; %NULL for "BOT NUMBER", its seat from 1
 * @key: (nullable): of idempotency
 * @seq: (out) (optional): the seq of the entry
 * @error: why not
 *
 * Puts a bot in a seat.
 *
 * Returns: whether that was possible
 */
gboolean lap_match_seat_bot(LapMatch *match, guint by, guint seat, const char *bot, const char *name, const char *key,
                            guint64 *seq, GError **error);

/**
 * lap_match_play: (skip)
 * @match: a match
 * @seat: whose move
 * @steps: the steps
 * @n: how many
 * @decision: a seq that the mover had seen, or -1 for the decision that is up now
 * @key: of idempotency, or NULL
 * @seq: the seq of the entry; may be NULL
 * @error: why not
 *
 * Makes a whole move.
 *
 * Returns: whether that was possible
 */
gboolean lap_match_play(LapMatch *match, guint seat, const LapAction *steps, guint n, gint64 decision, const char *key,
                        guint64 *seq, GError **error);

/**
 * lap_match_play_text:
 * @match: a match
 * @seat: whose move
 * @steps: JSON: `[{"kind": "x/claim", "args": {...}}]`, as [method@Lapidary.Match.legal_text] has them
 * @decision: a seq that the mover had seen, or -1 for the decision that is up now
 * @key: (nullable): of idempotency
 * @seq: (out) (optional): the seq of the entry
 * @error: why not
 *
 * Makes a whole move.
 *
 * Returns: whether that was possible
 */
gboolean lap_match_play_text(LapMatch *match, guint seat, const char *steps, gint64 decision, const char *key,
                             guint64 *seq, GError **error);

/**
 * lap_match_propose:
 * @match: a match
 * @seat: whose proposal
 * @kind: what
 * @key: (nullable): of idempotency
 * @seq: (out) (optional): the seq of the entry
 * @error: why not
 *
 * Proposes. It is applied at once if there is nobody to ask (bots are not asked, and those who resigned only for a
 * rematch), else when the last one has accepted. With nobody to ask, a move after which anything hidden from the seat
 * was shown to it, or was decided by chance, cannot be taken back, except in a match whose seed was chosen. There is
 * one proposal at a time, and any move drops it. Another variant is proposed with [method@Lapidary.Match.propose_swap].
 *
 * Returns: whether that was possible
 */
gboolean lap_match_propose(LapMatch *match, guint seat, LapProposalKind kind, const char *key, guint64 *seq,
                           GError **error);

/**
 * lap_match_is_undoable:
 * @match: a match
 * @seat: who asks
 * @error: why not
 *
 * Whether [method@Lapidary.Match.propose] would propose to take back the last move of the seat, or take it back at once
 * where there is nobody to ask. Nothing changes.
 *
 * Returns: whether that is possible now
 */
gboolean lap_match_is_undoable(LapMatch *match, guint seat, GError **error);

/**
 * lap_match_propose_swap:
 * @match: a match
 * @seat: whose proposal
 * @game: the id of the variant, or of the game that the match is a variant of
 * @options: (nullable) (array zero-terminated=1): options of the levels that the match has not yet: name, value, name,
 *   value ...; %NULL for none
 * @key: (nullable): of idempotency
 * @seq: (out) (optional): the seq of the entry
 * @error: why not
 *
 * Proposes to go on as a match of another variant. Once all have accepted, that happens as soon as the match stands
 * between two moves in a phase that both games have; moves do not drop it, and until it happens each seat can end it by
 * an answer that does not accept. The rules may refuse it then, with a reason.
 *
 * Returns: whether that was possible
 */
gboolean lap_match_propose_swap(LapMatch *match, guint seat, const char *game, const char *const *options,
                                const char *key, guint64 *seq, GError **error);

/**
 * lap_match_answer:
 * @match: a match
 * @seat: whose answer
 * @proposal: the seq of the proposal's entry
 * @accept: whether it accepts
 * @key: (nullable): of idempotency
 * @seq: (out) (optional): the seq of the entry
 * @error: why not
 *
 * Answers the open proposal.
 *
 * Returns: whether that was possible
 */
gboolean lap_match_answer(LapMatch *match, guint seat, guint64 proposal, gboolean accept, const char *key, guint64 *seq,
                          GError **error);

/**
 * lap_match_resign:
 * @match: a match
 * @seat: which
 * @key: (nullable): of idempotency
 * @seq: (out) (optional): the seq of the entry
 * @error: why not
 *
 * Gives up. A bot plays on for the seat, whose place is the last; if one seat is left, or they play together, the match
 * is over.
 *
 * Returns: whether that was possible
 */
gboolean lap_match_resign(LapMatch *match, guint seat, const char *key, guint64 *seq, GError **error);

/**
 * lap_match_session: (skip)
 * @match: a match
 * @error: why not, if the plugin is unavailable
 *
 * Gets a session that stands at the match's block, for frontends that draw it themselves: one for all matches of the
 * same game, seats and options, so it is the caller's until the next call for any match.
 *
 * Returns: (transfer none) (nullable): the session
 */
LapSession *lap_match_session(LapMatch *match, GError **error);

/**
 * lap_match_names: (skip)
 * @match: a match
 *
 * Gets the names of the seats, for sentences.
 *
 * Returns: (transfer none): a name for each seat; %NULL elements where free
 */
const char *const *lap_match_names(LapMatch *match);

/**
 * lap_match_get_suspension: (skip)
 * @match: a match
 *
 * Gets how its rules have failed, if that has suspended it: then they are not called until it is resumed. It is so
 * still if it has ended meanwhile, since seats have resigned or agreed on that.
 *
 * Returns: (transfer none) (nullable): how
 */
const LapSuspension *lap_match_get_suspension(LapMatch *match);

/**
 * lap_match_resume:
 * @match: a match that is suspended
 * @error: why not
 *
 * Lets it go on, for an operator: its log is played again by its rules. It stays suspended if they fail again.
 *
 * Returns: whether that was possible
 */
gboolean lap_match_resume(LapMatch *match, GError **error);

/**
 * lap_match_log_text:
 * @match: a match
 * @error: why not
 *
 * Writes the whole log, with all secrets: a JSON object a line, as lap_log_to_text() has it.
 *
 * Returns: (transfer full) (nullable): the text
 */
char *lap_match_log_text(LapMatch *match, GError **error);

/**
 * LapVariant: (skip)
 * @game: the game
 * @shared: levels that it shares with the match's game, from the base up
 * @later: whether it may be possible later, if not right now
 * @refusal: (nullable): the key of the text that says why not now (lap_swap_refusal()), or %NULL
 *
 * Another variant that a match could become one of.
 */
typedef struct {
  LapGame *game;
  guint shared;
  gboolean later;
  const char *refusal;
} LapVariant;

/**
 * LapVariantVisit: (skip)
 * @variant: one of them
 * @data: of the caller
 *
 * Called for each variant that a match could become one of.
 */
typedef void (*LapVariantVisit)(const LapVariant *variant, gpointer data);

/**
 * lap_match_visit_variants: (skip)
 * @match: a match
 * @visit: what is called
 * @data: for it
 * @error: why not
 *
 * Visits each other game that has the same base, as it would be with the default options of what is added.
 *
 * Returns: whether that was possible
 */
gboolean lap_match_visit_variants(LapMatch *match, LapVariantVisit visit, gpointer data, GError **error);

/**
 * lap_swap_refusal: (skip)
 * @host: a host
 * @from: the id of a game
 * @to: the id of a variant
 * @key: of a text that plugins of either game or the host have
 * @language: of the text
 *
 * Says why a match of one game does not become one of the other.
 *
 * Returns: (transfer full): the text
 */
char *lap_swap_refusal(LapHost *host, const char *from, const char *to, const char *key, const char *language);

G_END_DECLS
