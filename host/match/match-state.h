/* Inside host/match: the state of a match, and who may change it.
 *
 * Calls go one way, from the bottom of this list to the top; a file calls nothing below itself:
 *
 *   values     settings, names, secret, hook-mark, action-reader, log-header, log-entry, match-header, log, ruleset,
 *              positions, thinking (on other threads)
 *   state      match (reads), match-seating and match-apply (change), schedule (which bots and clocks wait)
 *   host       host (games, matches in memory), match-rules (what a match is played by, and could be), match-snapshot
 *              (kept and put back), builds (in the store), match-history (from the store), batch (commit or go back)
 *   requests   request (once, however often it is sent), continuation (of another match), host-create, match-seats
 *   play       suspension (of matches whose rules fail), bots (and clocks that run out), hint, analysis, match-play,
 *              renewal (to new builds)
 *
 * What a match *is* (all members up to `answered`) changes in match-apply.c alone, when a match is started from its
 * header and with each log entry; match-snapshot.c puts back what that has made of it before. The members after them
 * say how the host keeps it: each belongs to the file that is named there, and the others only read it. Everything that
 * players are sent is written by host/projection from this state. */
#pragma once

#include "hook-mark.h"
#include "host/bots/bot.h"
#include "match-header.h"
#include "match-private.h"
#include "names.h"
#include "refuse.h"
#include "ruleset.h"
#include "thinking.h"

G_BEGIN_DECLS

/* A seat, taken or not. It is free if it has neither token nor bot. */
typedef struct {
  char *name;               /* NULL while it is free */
  const LapBot *bot;        /* or NULL */
  LapSecretHash token;      /* set if a person sits there */
  LapSecretHash former;     /* the previous token: a person who left may repeat the request with the same key */
  LapSecretHash invitation; /* opens the seat while it is free */
  gint64 left;              /* ms on its clock at clocks_started_ms; 0 without clocks */
  gboolean resigned;        /* bots decide for it */
  gboolean late;            /* because its time ran out */
} LapSeatState;

/* A request that was granted, to answer it again. */
typedef struct {
  LapRequestMark request;
  guint32 seq; /* of its entry */
  guint32 seat;
} LapIdempotencyRecord;

/* A move that stands. */
typedef struct {
  guint32 seq; /* of its entry */
  guint32 seat;
} LapMoveRecord;

typedef enum { LAP_RESULT_NONE, LAP_RESULT_FINISHED, LAP_RESULT_RESIGNED, LAP_RESULT_ABORTED } LapMatchResult;

struct _LapMatch {
  GObject parent_instance;
  LapHost *host; /* NULL when it is gone */
  char *id;
  LapGame *game; /* match.c: the build that it is begun with; NULL until it has begun */

  /* As it was agreed on, from the header. */
  gint64 created;       /* us since 1970 */
  LapRuleset *original; /* what it begins with */
  gboolean is_public, seeded;
  LapHints hints;
  LapMessages messages;
  gint64 initial, increment; /* ms; 0: no clocks */
  LapSecretHash watch;
  guint8 salt[LAP_SALT_SIZE];
  guint64 digest;            /* of the settings */
  char *from;                /* the match that it goes on from, or NULL */
  guint64 from_seq, carried; /* after which of its entries; so many entries of it come first */

  /* What the entries have made of it. */
  guint64 seq, decision;
  gint64 changed;      /* us since 1970 */
  LapRuleset *ruleset; /* what it is played by */
  LapBlock *block;
  LapBlock *previous; /* before the last move, or NULL: for lap_match_mark alone */
  guint32 waiting;    /* seats that have a decision in the block */
  GArray *moves;      /* LapMoveRecord: the moves that stand */
  LapSeatState *seat; /* [seats] */
  const char **names; /* [seats], of the seats */
  GArray *rules;      /* guint32: the seq of each entry of LAP_ENTRY_RULES that stands */
  LapMatchResult result;
  LapSuspension *suspension; /* how its rules have failed, if it is suspended, or was when it ended; or NULL */
  LapProposalKind proposal;
  guint64 proposal_id;
  guint proposer;
  guint32 asked;
  char *swap;          /* the game of a proposal to swap, or NULL */
  char **swap_options; /* its options that were chosen: name, value ..., NULL */
  guint64 declined;    /* the last builds that it was not renewed to; 0: none */
  char *rematch;
  GArray *answered; /* LapIdempotencyRecord */

  /* match-snapshot.c: how much of it there was at the last snapshot, or at the start. */
  guint64 snapshot_seq;
  guint snapshot_moves, snapshot_answered;

  gpointer attachment; /* lap_match_attach */
  GDestroyNotify destroy_attachment;
  GList link;               /* host.c: in the host's list of matches in memory */
  gint64 clocks_started_ms; /* lap_host_clock_ms: since then clocks run; set by request.c and match-history.c */
  gint64 deadline_ms;       /* schedule.c: by which a clock runs out; 0: none runs */
  gboolean unnamed;  /* match-history.c: it is played by builds that its log does not name, since those are gone */
  gboolean renewing; /* renewal.c: it waits for the verdict on another build */
  gboolean queued;   /* schedule.c: bots are to move in it */
  gboolean retried;  /* bots.c: the move of a bot was put off, and is tried again with `chance` */
  LapGenerator chance;
  LapThought *hint[LAP_SEATS_MAX]; /* hint.c: likewise, for the person of a seat */
  LapThought *thought;             /* bots.c: what a bot thinks of, or has thought of; or NULL */
  GArray *estimates;               /* analysis.c: LapEstimateAt, what is known of who was ahead; or NULL */
  guint64 looked_at;               /* analysis.c: up to this entry all positions have estimates */
  gboolean analysed;               /* analysis.c: there are no others */
  LapThought *retrospect;          /* analysis.c: what is thought of further ones, or NULL */
  guint failures;                  /* suspension.c: how often the rules have failed since the last entry */
  LapSuspension *failure;          /* suspension.c: how they did last; or NULL */
  gboolean still;  /* match-history.c: its entries are applied without its rules, since it is suspended */
  gboolean waking; /* suspension.c: it is read again by its rules, though it is suspended */
  gboolean lost;   /* match-apply.c: its block is not known, since its rules were not called; it is zero */
  gboolean staged; /* batch.c: has changed in this batch */
  gboolean gone;   /* match-history.c: its creation was taken back; it holds the host then, not the host it */
  gboolean broken; /* match-history.c: a change was taken back, and it could not be read again yet */
};

/* A match with so many entries is only played to its end: nothing is proposed in it any more, and no seat left. Without
 * that it could go on for ever, and what goes through its history again (views of a moment, exports) would take for
 * ever. */
#define LAP_TALK_MAX 10000

static inline guint lap_match_seats(const LapMatch *match) { return match->ruleset->seats; }
static inline gboolean lap_seat_is_free(const LapSeatState *seat) { return !seat->name; }
static inline gboolean lap_seat_is_person(const LapSeatState *seat) { return seat->name && !seat->bot; }
/* Whether the host decides for it. */
static inline gboolean lap_seat_is_played(const LapSeatState *seat) { return seat->bot || seat->resigned; }

/* --- match.c */

/* A match of the host that is in no state yet. */
LapMatch *lap_match_new(LapHost *host, const char *id);
/* Decides which build of its game it is played with. */
void lap_match_play_with(LapMatch *match, LapGame *game);
/* Must be called before a hook is called for the match: notes in the mark of the process where it stands. */
void lap_match_mark(const LapMatch *match);
/* The shared session at `block`, which is the match's or about to be. */
LapSession *lap_match_session_at(LapMatch *match, const LapBlock *block, GError **error);
gboolean lap_match_is_seat(const LapMatch *match, guint seat, GError **error);
/* Puts a copy of `to`, or NULL, in place of a suspension. */
void lap_suspension_set(LapSuspension **suspension, const LapSuspension *to);
/* The seats that are asked when `seat` proposes: the other people, those who have given up only where they play again.
 */
guint32 lap_match_to_ask(const LapMatch *match, guint seat, LapProposalKind kind);

/* --- match-seating.c, for match-apply.c */

void lap_match_clear_seat(LapMatch *match, guint seat);
void lap_match_seat_person(LapMatch *match, guint seat, const char *name, const LapSecretHash *token);
/* Bots of the same kind are distinguished by their seats. */
void lap_match_put_bot(LapMatch *match, guint seat, const LapBot *bot, const char *name);
/* What was agreed on, and who sits there from the start. Its ruleset is set. */
void lap_match_take_header(LapMatch *match, const LapMatchHeader *header);

/* --- match-apply.c */

/* Back to no state at all. */
void lap_match_clear(LapMatch *match);
/* Puts the match at its beginning; whatever it was before is forgotten. Takes the ruleset over. On FALSE it is in no
 * state that can be used. */
gboolean lap_match_start(LapMatch *match, const LapMatchHeader *header, LapRuleset *ruleset, gint64 created,
                         GError **error);
/* Likewise for a match whose rules are not called: its block is lost. */
gboolean lap_match_start_still(LapMatch *match, const LapMatchHeader *header, LapRuleset *ruleset, gint64 created,
                               GError **error);
/* Whether all have agreed to another variant, and it has not happened yet. */
gboolean lap_match_awaits_swap(LapMatch *match);
/* Does what an entry says and fills in what follows from it: seq, decision, over, and of a move the hash of the block
 * after it, `events` and `opened`, which are the caller's (lap_entry_clear). On FALSE nothing has changed. */
gboolean lap_match_apply(LapMatch *match, LapEntry *entry, GError **error);

/* --- match-snapshot.c */

/* Whether a snapshot is due after the entry, which was just applied. */
gboolean lap_match_snapshot_is_due(const LapMatch *match, const LapEntry *entry);
/* Takes one. Returns: (transfer full) */
LapSnapshot *lap_match_take_snapshot(LapMatch *match);
/* Puts a match that was started from its header into the state of a snapshot of it. `tails`: of all its snapshots up to
 * this one; NULL if neither the moves that stand (only how many) nor idempotency records are needed. On FALSE the
 * snapshot does not fit, and the match is in no state that can be used. */
gboolean lap_match_load_snapshot(LapMatch *match, const LapSnapshot *snapshot, GPtrArray *tails);

G_END_DECLS
