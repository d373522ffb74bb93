/* A match at this terminal: the session, who sits there, and what each has heard. */
#pragma once

#include "arguments.h"
#include "draft.h"
#include "host/match/log.h"
#include "story.h"
#include "symbols.h"

typedef struct {
  LoadedGame loaded;
  Looks *looks;
  LapSession *session;
  Seats seats;
  Story story;
  Draft draft;
  LapLog *log;
  char *file; /* where the log goes, or NULL */
  guint64 seed;
  LapGenerator chance; /* of the bots */
  gpointer memory[LAP_SEATS_MAX];
  int heard[LAP_OMNISCIENT + 1]; /* moves that each viewer was told of; -1: not even the start */
  int at_screen;                 /* the person who saw the screen last, or -1 */
} Match;

/* Begins a match of the opened game. -1, or an exit code after it has said what is wrong. */
int match_begin(Match *match, const LapOptions *options);
void match_clear(Match *match);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Match, match_clear)

static inline const char *const *match_names(const Match *match) { return (const char *const *)match->seats.name; }

/* Writes the log to its file, if there is one to write. */
gboolean match_save(const Match *match, GError **error);

/* Plays the draft, and logs and tells it. */
gboolean match_play_draft(Match *match, GError **error);
/* A bot's move. */
gboolean match_play_bot(Match *match, guint seat, GError **error);
/* Takes back the last move of `seat` and all since. FALSE if it has made none. */
gboolean match_undo(Match *match, guint seat);

/* Prints what `viewer` has not heard yet, at most `lines` sentences of it; 0: all. */
void match_tell(Match *match, guint viewer, guint lines);
/* Prints the heading, what is new, and the table as `viewer` may see it; `block` is the committed one or a draft's. */
void match_show(Match *match, LapEngine *engine, const LapBlock *block, guint viewer, const LapActions *choices);
