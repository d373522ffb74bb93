/* A match at this terminal.
 *
 * It runs on a host with a store in memory, as matches do on a server: moves, bots, undo and the log are the host's,
 * and what a viewer sees and reads is what a browser would be sent. The terminal adds which seats are played here, and
 * what each of those players has read already. */
#pragma once

#include "arguments.h"
#include "host/engine/session.h"
#include "host/match/match.h"
#include "host/projection/view.h"
#include "picture.h"
#include "render.h"

/* The sentences of the match for one viewer. */
typedef struct {
  GPtrArray *sentences; /* char *; NULL: nobody reads as this viewer */
  guint read;           /* how many of them have been shown */
} Reader;

typedef struct {
  LoadedGame loaded;
  const char *language;
  Seats seats;
  guint64 seed;
  char *file; /* where the log goes, or NULL */

  LapHost *host;
  LapMatch *match;
  LapGenerator chance; /* where the host's random bytes come from: the seed decides what bots do */
  LapGameAppearance *appearance;
  LapView *view;                     /* what was shown last */
  Reader reader[LAP_OMNISCIENT + 1]; /* by viewer */
  int at_screen;                     /* the person who saw the screen last, or -1 */
} Match;

/* Starts a match of the loaded game, with all seats taken. `options`: "NAME=VALUE", NULL-terminated, or NULL.
 * `readers`: viewers, as bits. Returns -1, or the exit code after it has said what is wrong. */
int match_begin(Match *match, char **options, guint32 readers);
void match_clear(Match *match);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Match, match_clear)

const char *const *match_names(const Match *match);
/* The session, which stands at the match's block until the next call for the match. NULL with an error. */
LapSession *match_session(const Match *match, GError **error);
/* How many moves stand. */
guint match_moves(const Match *match);

/* Lets a bot make its move. FALSE if no bot has to move, or the rules fail (match_fault). */
gboolean match_play_bot(Match *match);
/* The fault of the rules that keeps a bot from moving, or NULL. */
const char *match_fault(const Match *match);
/* Takes back the last move of `seat` and all since; all people at this terminal agree. FALSE with
 * LAP_MATCH_ERROR_REFUSED if it has made none. */
gboolean match_undo(Match *match, guint seat, GError **error);
/* Goes on as one of another variant, now or as soon as it can; all people at this terminal agree. `options`: name,
 * value ..., NULL; or NULL for none. */
gboolean match_swap(Match *match, guint seat, const char *game, const char *const *options, GError **error);
/* Whether that is agreed, but has not happened yet; `seat` may call it off. */
gboolean match_awaits_swap(const Match *match);
gboolean match_call_off(Match *match, guint seat, GError **error);
/* Writes the log to its file, if there is one to write. */
gboolean match_save(const Match *match, GError **error);

/* Prints what `viewer` has not read yet, at most the last `lines` sentences of it; 0: all. */
void match_print_news(Match *match, guint viewer, guint lines);
/* Prints the heading, what is new, and the table as `viewer` may see it. `block` is the match's or that of an
 * unfinished move; `choices`, or NULL, are numbered on the table where they act, and number `at` (0: none) stands out.
 * Returns: (transfer full): the table, which is as it was printed */
Picture *match_show(Match *match, LapEngine *engine, const LapBlock *block, guint viewer, const LapActions *choices,
                    guint at);
