/* A match as a log: seed, plugins and versions, options, and the moves, each with the hash of the block after it.
 *
 * The file is a JSON object a line: first the header, then one line a move. Replaying it verifies it: if a rule has
 * changed, the first hash that differs shows at which move.
 *
 *   {"lapidary":"log","format":1,"plugins":[{"id":"x","version":"1.0.0"}],"catalogues":{"x/cards":"<SHA-256>"},
 *    "options":{"x/rounds":"3"},"seats":2,"seed":"42","hash":"0123456789abcdef"}          (on one line)
 *   {"seat":0,"steps":[{"kind":"x/claim","seat":0,"args":{"card":"blue_2"}}],"hash":"0123456789abcdef"}
 *
 * Plugins are listed base first. The catalogues' hashes are of their values, not of their files. The seed is a string,
 * since many readers of JSON lose digits past 2^53. Steps are as lap_action_to_json writes them for LAP_OMNISCIENT: a
 * log has all secrets.
 *
 * Where a match became one of another variant, there is a line with what it is played by from there on, as in the
 * header, and the hash of the block then:
 *   {"rules":"x-fair","plugins":[...],"catalogues":{...},"options":{...},"seats":2,"hash":"..."}
 * The same line names another build of the game from there on. It has a "position" where that build would have played
 * otherwise before: then the log as a whole replays with neither build alone. */
#pragma once

#include <gio/gio.h>

#include "host/engine/session.h"

G_BEGIN_DECLS

#define LAP_LOG_FORMAT 1

#define LAP_LOG_ERROR (lap_log_error_quark())
GQuark lap_log_error_quark(void);
typedef enum {
  LAP_LOG_ERROR_SYNTAX,  /* not a log, or a line of it is broken */
  LAP_LOG_ERROR_VERSION, /* of other plugins or versions, other data, or a newer format */
  LAP_LOG_ERROR_DIVERGED /* a move is not legal any more, or its hash differs */
} LapLogError;

typedef struct LapLog LapLog;

/* An empty log of a match that starts as `session` did, before its first move. */
LapLog *lap_log_new(LapSession *session, guint64 seed);
void lap_log_free(LapLog *log);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapLog, lap_log_free)

/* Adds a move that the session has just made. */
void lap_log_add(LapLog *log, LapSession *session, const LapAction *steps, guint n);
/* Appends the line of a move, without its end; `hash`: of the block after it. */
void lap_log_write_move(const LapGame *game, const LapAction *steps, guint n, guint64 hash, GString *out);
/* Appends the line of other rules, without its end. `settings`: as lap_log_write_settings has them, without braces.
 * `position`: where they begin, if that does not follow from what was before; or NULL. */
void lap_log_write_rules(const char *game, const char *settings, const char *position, guint64 hash, GString *out);
/* Forgets the last move, for undo. */
void lap_log_drop(LapLog *log);
guint lap_log_length(const LapLog *log);
char *lap_log_to_text(const LapLog *log);
/* Replaces `file` atomically. */
gboolean lap_log_save(const LapLog *log, const char *file, GError **error);

/* Reads a header: which game it is of. Text of the whole file in `text`.
 * Returns: (transfer full): the id of the topmost plugin. */
char *lap_log_game(const char *text, GError **error);
/* Where a replay finds another game: NULL with an error if there is none. (transfer none) */
typedef LapGame *(*LapLogFind)(const char *id, gpointer data, GError **error);
/* Reads a log against `game` and replays it: every move legal, every hash equal. The error names line and move. `find`:
 * for variants that the match became one of; NULL if there are none. `session`, if not NULL, gets the match at its end;
 * undo and redo go through its moves, back to where it became one of the last variant. */
LapLog *lap_log_replay(LapGame *game, LapLogFind find, gpointer data, const char *text, LapSession **session,
                       GError **error);
/* Whether another build of the game gives the same results at every move. `*session`: NULL, and `text` is a whole log;
 * or where a call before this one has come to (transfer full), and `text` is what follows. On any thread. */
gboolean lap_log_plays_alike(LapGame *game, LapLogFind find, gpointer data, const char *text, LapSession **session,
                             GError **error);

G_END_DECLS
