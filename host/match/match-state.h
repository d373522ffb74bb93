/* Inside host/match: what a match is made of, and how it changes. */
#pragma once

#include "host/simulate/bot.h"
#include "match-header.h"
#include "match-private.h"
#include "record.h"
#include "refuse.h"
#include "ruleset.h"

G_BEGIN_DECLS

/* A seat, taken or not. It is free if it has neither token nor bot. */
typedef struct {
  char *name;               /* NULL while it is free */
  const LapBot *bot;        /* or NULL */
  LapSecretHash token;      /* set if a person sits there */
  LapSecretHash former;     /* the last one that opens it no more: who left may ask again with the same key */
  LapSecretHash invitation; /* opens the seat while it is free */
  gint64 left;              /* ms on its clock when it was last wound; 0 without clocks */
  gboolean resigned;        /* bots decide for it */
} LapChair;

/* A request that was granted. */
typedef struct {
  LapRequest request;
  guint32 seq; /* of its entry */
  guint32 seat;
} LapGranted;

typedef enum { LAP_RESULT_NONE, LAP_RESULT_FINISHED, LAP_RESULT_RESIGNED, LAP_RESULT_ABORTED } LapResultKind;

struct _LapMatch {
  GObject parent_instance;

  LapHost *host; /* NULL when it is gone */
  GList link;    /* in the host's list of matches in memory */
  char *id;
  gint64 created; /* us since 1970 */

  /* As it was agreed on, from the header. */
  LapRuleset *ruleset;
  gboolean is_public;
  gint64 initial, increment; /* ms; 0: no clocks */
  LapSecretHash watch;
  guint8 salt[LAP_SALT_SIZE];
  guint64 digest; /* of the settings */

  /* What the entries have made of it. */
  guint64 seq, decision;
  gint64 changed; /* us since 1970 */
  LapBlock *block;
  guint32 waiting;    /* seats that have a decision in the block */
  GByteArray *movers; /* the seat of each move that stands */
  LapChair *chair;    /* [seats] */
  const char **names; /* [seats], of the chairs */
  LapResultKind result;
  LapProposalKind proposal;
  guint64 proposal_id;
  guint proposer;
  guint32 asked;
  char *rematch;
  GArray *granted; /* LapGranted */

  gint64 wound;    /* ms: since when clocks run */
  gint64 deadline; /* ms: by which a clock runs out; 0: it is not among those whose clocks run */
  LapTold *told;
  gboolean staged; /* has changed in this turn */
  gboolean gone;   /* it was created in a turn that failed; it holds the host then, not the host it */
  gboolean broken; /* it changed in a turn that failed, and has not been read again */
  gboolean queued; /* bots are to move in it */
  gboolean stuck;  /* its rules fail where a bot is to move */
};

/* A match with so many entries is only played to its end: nothing is proposed in it any more, and no seat left. Without
 * that it could go on for ever, and what goes through its life again (views of a moment, exports) would take for ever.
 */
#define LAP_TALK_MAX 10000

static inline guint lap_match_seats(const LapMatch *match) { return match->ruleset->seats; }
static inline gboolean lap_chair_is_free(const LapChair *chair) { return !chair->name; }
static inline gboolean lap_chair_is_person(const LapChair *chair) { return chair->name && !chair->bot; }
/* Whether the host decides for it. */
static inline gboolean lap_chair_is_played(const LapChair *chair) { return chair->bot || chair->resigned; }

/* --- match.c */

/* A match of the host that is in no state yet. */
LapMatch *lap_match_new(LapHost *host, const char *id);
/* Puts whoever sits there, or nobody, out of the chair. */
void lap_match_clear_chair(LapMatch *match, guint seat);
void lap_match_seat_person(LapMatch *match, guint seat, const char *name, const LapSecretHash *token);
/* `name` NULL: one that follows from bot and seat. */
void lap_match_set_bot(LapMatch *match, guint seat, const LapBot *bot, const char *name);
/* The shared session at `block`, which is the match's or about to be. */
LapSession *lap_match_stand(LapMatch *match, const LapBlock *block, GError **error);
/* Whether it can be used: there still, and read again if it had to be. */
gboolean lap_match_ready(LapMatch *match, GError **error);

/* --- match-begin.c */

/* Puts the match at its beginning, as the header has it; whatever it was before is forgotten. */
gboolean lap_match_begin(LapMatch *match, const LapStored *stored, GError **error);

/* --- match-apply.c */

/* What a record does: the one place where the state of a match changes, whether it has just happened or is read from
 * the store. `back`: the block that an undo which happens goes back to. `record->hash` becomes that of the block after
 * it. Fills `entry`, whose events and opened steps are the caller's (lap_match_entry_clear). On FALSE nothing has
 * changed. */
gboolean lap_match_apply(LapMatch *match, LapRecord *record, const LapBlock *back, LapEntry *entry, GError **error);
void lap_match_entry_clear(LapEntry *entry);
/* The seats that are asked when `seat` proposes. */
guint32 lap_match_to_ask(const LapMatch *match, guint seat);

/* --- match-enter.c */

/* A change that is new: stamps the record, applies it, keeps it and tells of it. */
gboolean lap_match_enter(LapMatch *match, LapRecord *record, const LapBlock *back, guint64 *seq, GError **error);

/* --- match-life.c */

/* Reads it again from the store, in place. */
gboolean lap_match_restore(LapMatch *match, const LapStored *stored, GError **error);
/* The block as it was after `moves` of the moves that stand. Returns: (transfer full) */
LapBlock *lap_match_block_after(LapMatch *match, guint moves, GError **error);

/* --- request.c */

typedef enum { LAP_REQUEST_NEW, LAP_REQUEST_AGAIN, LAP_REQUEST_REFUSED } LapRequestState;
/* Whoever has no seat yet asks as this. */
#define LAP_NOBODY_YET 255
/* Whether `who` has been granted anything with this key. */
gboolean lap_request_was_granted(const LapMatch *match, guint who, const char *key);
/* Whether `who` has asked for this before with this key (or NULL). Fills `request`; `*granted` with AGAIN. */
LapRequestState lap_request_begin(LapMatch *match, guint who, const char *key, guint64 digest, LapRequest *request,
                                  const LapGranted **granted, GError **error);
void lap_request_grant(LapMatch *match, const LapRequest *request, guint64 seq, guint seat);
/* Digests: begin with what is asked for, add to it. */
guint64 lap_digest_word(const char *word);
guint64 lap_digest_add(guint64 digest, guint64 number);
guint64 lap_digest_add_text(guint64 digest, const char *text);

/* --- match-play.c */

/* Steps of `seat` from a JSON array; "seat", "label" and "highlights" of each are not read.
 * Returns: (transfer full): of LapAction */
GArray *lap_match_read_steps(LapMatch *match, guint seat, const char *text, GError **error);

/* --- clocks.c */

/* ms on the clock of a seat now; -1 without clocks. */
gint64 lap_clock_left(const LapMatch *match, guint seat, gint64 now);
/* What is on all clocks when the record happens. */
void lap_clock_stamp(const LapMatch *match, LapRecord *record);
/* Time is up for seats whose clock has run out. */
gboolean lap_clock_expire(LapMatch *match, GError **error);

G_END_DECLS
