/* A trial: one property, tried over random play of one game with one number of seats. */
#pragma once

#include "host/engine/session.h"
#include "host/plugins/pictures.h"
#include "validate.h"

G_BEGIN_DECLS

/* Of the property "orders": so many matches, so many moves of each. */
#define LAP_ORDER_MATCHES 6
#define LAP_ORDER_PLIES 64

/* What the child that runs a trial reports to its parent, in memory that both share. */
typedef struct {
  guint64 positions;
  guint64 seed; /* of the current match: of its block and, inverted, of the chooser */
  guint32 ply;
  gboolean played; /* a match has begun: seed, ply and phase say where */
  gboolean finished, failed;
  gboolean hung, exhausted; /* how it was ended: a hook did not come back, there was no memory left */
  gboolean moved;           /* where the block was before may not be touched */
  gint32 forbidden;         /* the number of the system call that it was ended for; -1: not known */
  char phase[96], hook[32]; /* where it was then, or "" */
  char message[2048];
  char note[512];                                     /* what might be better although it passes, or "" */
  guint64 hashes[LAP_ORDER_MATCHES][LAP_ORDER_PLIES]; /* kept for the second child */
} LapTrialPage;

/* Where a trial is. Strings belong to the game. */
typedef struct {
  LapTrace trace;    /* the hook that an engine is in, or was last */
  const char *phase; /* of the position, or NULL */
  guint64 positions; /* counts those that it was at */
} LapTrialPlace;

typedef struct LapRecord LapRecord; /* record.h */

typedef struct {
  LapGame *game, *base;        /* `base`: one level below, or NULL */
  const char *const *folders;  /* [game->depth] of texts, or NULL */
  const LapPictures *pictures; /* of these folders, or NULL: read before a child is locked in */
  guint seats;
  const LapOptions *options; /* NULL: the defaults */
  guint64 seed, positions;   /* where seeds begin; positions to try */
  gboolean fork;             /* runs in a child: a crash ends that alone */
  gboolean reads_files;      /* calls no hook, and is not locked in */
  gboolean again;            /* this is the second of two children, one after the other */
  LapGenerator chooser;      /* seeded anew for each match */
  LapTrialPage *page;
  LapTrialPlace *place;
  LapRecord *record;      /* or NULL */
  gconstpointer recorded; /* the session or block whose moves are recorded */
} LapTrial;

/* The properties: name, function, promise. */
#define LAP_PROPERTIES(X)                                                                                            \
  X("ends", lap_try_ends, "a match of random moves comes to its end")                                                \
  X("clone", lap_try_clone, "a copy of a match and its original play on alike, and leave each other alone")          \
  X("moved", lap_try_moved, "a match moved elsewhere in memory, its old place poisoned, plays on as if it were not") \
  X("interleaved", lap_try_interleaved, "two matches played in turns go as each goes alone")                         \
  X("deterministic", lap_try_deterministic, "the same seed and moves give the same block")                           \
  X("orders", lap_try_orders, "matches go the same in another process, and in another order")                        \
  X("steady", lap_try_steady, "the same moves again and again take no more memory, and no more time")                \
  X("questions", lap_try_questions, "asking for moves, highlights, score and views changes nothing")                 \
  X("saved", lap_try_saved, "a position that is saved and loaded has the same hash, moves and future")               \
  X("undone", lap_try_undone, "moves that are undone and redone lead to the same blocks")                            \
  X("replayed", lap_try_replayed, "the list of moves gives the match again, hash by hash")                           \
  X("appearance", lap_try_appearance, "faces are of pieces, and placements of fields, that the game has")            \
  X("highlights", lap_try_highlights, "what a step highlights is there")                                             \
  X("texts", lap_try_texts, "each key of its texts is of something that the game has")                               \
  X("legal", lap_try_legal, "legal steps are sorted, unique and well-formed, each is accepted, none is a dead end")  \
  X("refused", lap_try_refused, "anything else is refused, and changes nothing")                                     \
  X("steps", lap_try_steps, "a step that leaves its move open draws nothing and shows its mover nothing")            \
  X("census", lap_try_census, "every piece is somewhere, every count within its capacity, what is unused is zero")   \
  X("sealed", lap_try_sealed, "moves made at once give the same block in any order of the seats")                    \
  X("checked", lap_try_checked, "the trusted and the checked engine play the same match")                            \
  X("playout", lap_try_playout, "a playout ends where its steps lead one by one")                                    \
  X("variant", lap_try_variant, "a match of the base becomes one of the variant, and back, and can be played on")    \
  X("secrets", lap_try_secrets, "hidden values are drawn anew in other worlds, and no public one tells them")        \
  X("paired-worlds", lap_try_paired_worlds, "what a seat is sent does not depend on what it cannot know")            \
  X("twin-actions", lap_try_twin_actions, "actions that differ in secret arguments look the same to all others")

#define LAP_DECLARE_TRY(name, function, promise) gboolean function(LapTrial *trial);
LAP_PROPERTIES(LAP_DECLARE_TRY)
#undef LAP_DECLARE_TRY

/* Records what is wrong; the first report stands. Returns FALSE, for `return lap_trial_fail(...)`. */
gboolean lap_trial_fail(LapTrial *trial, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* The same, of a seat that has a decision and no step. */
gboolean lap_trial_dead_end(LapTrial *trial, guint seat);

/* The same, "<what>: <the error's message>". Frees the error. */
gboolean lap_trial_fail_error(LapTrial *trial, const char *what, GError *error);

/* FALSE, and the trial has failed, if two blocks of `engine` differ in any byte. `how` says when they should not. */
gboolean lap_trial_same(LapTrial *trial, const LapEngine *engine, const LapBlock *a, const LapBlock *b,
                        const char *how);

/* Writes to the page which phase it is, and with `hook` which hook runs, if one does. May be called by the handler of a
 * signal. */
void lap_trial_note(const LapTrial *trial, gboolean hook);

/* Whether a level has lapidary.resample/1. */
gboolean lap_trial_resamples(const LapTrial *trial);

/* A number that grows while the trial comes on. */
guint64 lap_trial_progress(const LapTrial *trial);

/* Records the position that the trial is at, for messages. */
void lap_trial_at(LapTrial *trial, const LapEngine *engine, const LapBlock *block);

/* Counts a position; returns TRUE when enough were tried. */
gboolean lap_trial_count(LapTrial *trial);

/* Begins the next match: records its seed, seeds the chooser. */
void lap_trial_begin(LapTrial *trial, guint64 seed);

/* From now on the moves of `match`, a session or a block, which has begun with this seed, are recorded. */
void lap_trial_record(LapTrial *trial, gconstpointer match, guint64 seed);

/* Sessions whose engine writes its trace to the page. NULL: the trial has failed.
 * Returns: (transfer full) */
LapSession *lap_trial_session(LapTrial *trial, guint64 seed);
LapSession *lap_trial_session_at(LapTrial *trial, const LapBlock *block);

/* A trusted engine, whose score and highlights write the trace, too. Returns: (transfer full) */
LapEngine *lap_trial_engine(LapTrial *trial);

G_END_DECLS
