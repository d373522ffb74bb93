/* Inside of telling: each part of what is told. None of them needs a match, only what it stands on: an engine, a block,
 * an entry, and an addressee. */
#pragma once

#include "entry.h"
#include "host/engine/session.h"
#include "host/text/texts.h"
#include "match-private.h"

/* --- addressee.c */

/* Who is told, and in what words. */
typedef struct {
  const LapGame *game;
  guint viewer; /* a seat, LAP_WATCHER or LAP_OMNISCIENT */
  const char *language;
  LapTexts *texts; /* of that game and language */
  guint seats;
  const char *name[LAP_SEATS_MAX]; /* [seats], none is NULL: one without a name is "seat 2" in the language */
  char *own_name[LAP_SEATS_MAX];   /* those of them that are the addressee's */
} LapAddressee;

/* `names`: [seats], NULL elements allowed. All that is handed over outlives the addressee. */
void lap_addressee_init(LapAddressee *addressee, const LapGame *game, LapTexts *texts, const char *language,
                        guint viewer, const char *const *names, guint seats);
/* From now on the seat is called so; NULL: it has no name. */
void lap_addressee_rename(LapAddressee *addressee, guint seat, const char *name);
void lap_addressee_clear(LapAddressee *addressee);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(LapAddressee, lap_addressee_clear)

/* --- telling.c */

/* An addressee to the match as it is now; FALSE if there are no texts. */
gboolean lap_addressee_to(LapAddressee *addressee, LapMatch *match, guint viewer, const char *language, GError **error);

/* --- telling-past.c */

/* The view after `at` entries, as lap_tell_view tells it; the match is played again up to there. */
gboolean lap_tell_moment(const LapAddressee *addressee, LapMatch *match, guint64 at, GString *out, GError **error);

/* --- telling-text.c */

/* What is told of an entry, as a JSON array of sentences. */
void lap_tell_sentences(const LapAddressee *addressee, const LapEntry *entry, GString *out);

/* --- telling-entry.c */

/* The members of an entry that do not depend on the state after it: "seq" to "applied". */
void lap_tell_entry_itself(const LapAddressee *addressee, const LapEntry *entry, GString *out);

/* --- telling-legal.c */

/* An array of steps, with labels and highlights. They are legal in `block`, and may be the engine's own list. */
void lap_tell_steps(const LapAddressee *addressee, LapEngine *engine, const LapBlock *block, const LapActions *actions,
                    GString *out);

/* --- telling-score.c */

/* What a score needs to know of the match besides its block. */
typedef struct {
  guint32 resigned; /* seats, as bits */
  gboolean final;   /* the match is over, and this is its result */
} LapStanding;

/* The score as a JSON object. */
void lap_tell_score(const LapAddressee *addressee, LapEngine *engine, const LapBlock *block,
                    const LapStanding *standing, GString *out);

/* --- telling-patch.c */

/* Appends the merge patch (RFC 7396) that makes the JSON object `after` of `before`, byte for byte: unchanged members
 * stay where they were, new ones come last. Both are as lap_view_write has them. FALSE, and nothing appended, if no
 * patch can say it: members in another order, or null as a new value. */
gboolean lap_tell_patch(const GString *before, const GString *after, GString *out);

/* --- telling-view.c */

/* What a viewer sees now, and saw before. */
typedef struct {
  GString *text, *before;
  char hash[17];    /* of `text` */
  gboolean fresh;   /* `text` is the view of the told block */
  gboolean follows; /* `before` is the view of the entry before, or with `same` `text` is */
  gboolean same;
} LapToldView;

LapTold *lap_told_new(void);
/* The match stands at `seq` and `block` now. Views that are still so stay. */
void lap_told_move_on(LapTold *told, guint64 seq, LapEngine *engine, const LapBlock *block);
/* What `viewer` sees of the block that was last moved on to; made once. (transfer none): until the next of these. */
const LapToldView *lap_told_view(LapTold *told, LapEngine *engine, const LapBlock *block, guint viewer);
/* Appends a patch from the view of the entry before. FALSE, and nothing appended, if it is not known or cannot be. */
gboolean lap_told_patch(const LapToldView *view, GString *out);
