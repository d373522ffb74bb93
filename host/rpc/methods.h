/* The methods of docs/protocol.md. */
#pragma once

#include "rpc.h"

G_BEGIN_DECLS

/* The protocol's version, which host.hello negotiates. */
#define LAP_PROTOCOL 1
/* How many missed entries match.subscribe sends. */
#define LAP_MISSED_MAX 200
/* Entries of a page of match.export unless it says otherwise, and the bytes of text after which a page ends. */
enum { LAP_LOG_PAGE = 100, LAP_LOG_PAGE_ROOM = 32 * 1024 };

/* The table of all methods, ended by a NULL name. */
extern const LapMethodEntry lap_methods[];

/* methods.c */
gboolean lap_method_host_hello(LapCall *call);
gboolean lap_method_rpc_discover(LapCall *call);

/* methods-games.c */
gboolean lap_method_games_list(LapCall *call);
gboolean lap_method_games_describe(LapCall *call);

/* methods-plugins.c */
gboolean lap_method_plugins_list(LapCall *call);
gboolean lap_method_plugins_scan(LapCall *call);
gboolean lap_method_plugins_disable(LapCall *call);

/* methods-store.c */
gboolean lap_method_store_backup(LapCall *call);

/* methods-lobby.c */
gboolean lap_method_match_create(LapCall *call);
gboolean lap_method_match_list(LapCall *call);

/* methods-match.c */
gboolean lap_method_match_invitation(LapCall *call);
gboolean lap_method_match_join(LapCall *call);
gboolean lap_method_match_leave(LapCall *call);
gboolean lap_method_match_bot(LapCall *call);
gboolean lap_method_match_subscribe(LapCall *call);
gboolean lap_method_match_unsubscribe(LapCall *call);
gboolean lap_method_match_view(LapCall *call);
gboolean lap_method_match_export(LapCall *call);

/* methods-messages.c */
gboolean lap_method_match_say(LapCall *call);
gboolean lap_method_match_messages(LapCall *call);

/* methods-play.c */
gboolean lap_method_match_legal(LapCall *call);
gboolean lap_method_match_play(LapCall *call);
gboolean lap_method_match_preview(LapCall *call);
gboolean lap_method_match_hint(LapCall *call);
gboolean lap_method_match_analyse(LapCall *call);
gboolean lap_method_match_variants(LapCall *call);
gboolean lap_method_match_undoable(LapCall *call);
gboolean lap_method_match_propose(LapCall *call);
gboolean lap_method_match_answer(LapCall *call);
gboolean lap_method_match_resign(LapCall *call);
gboolean lap_method_match_hold(LapCall *call);
gboolean lap_method_match_resume(LapCall *call);

/* Called when something about games has changed: what is cached of them is dropped. */
void lap_games_forget(LapRpc *rpc);
/* Starts and stops sending changes of plugins to all callers (games.changed). */
void lap_plugins_follow(LapRpc *rpc);
void lap_plugins_forget(LapRpc *rpc);

/* --- what they share (methods.c) */

/* Returns the match that "match" names, or makes the call fail and returns NULL. (transfer full) */
LapMatch *lap_call_match(LapCall *call);
/* The same, with the viewer that "token" stands for: a seat, or LAP_WATCHER. (transfer full) */
LapMatch *lap_call_viewer(LapCall *call, guint *viewer);
/* The same of a match that another param names. */
LapMatch *lap_call_viewer_of(LapCall *call, const char *id, const char *token, guint *viewer);
/* The same, where the token must be a seat's. (transfer full) */
LapMatch *lap_call_seat(LapCall *call, guint *seat);
/* Says what came of trying a token or an invitation (may be NULL), after `may_try` of the service allowed it. `error`:
 * NULL if it was right; only those that say it opens nothing count as wrong. */
void lap_call_tried(LapCall *call, const char *what, const char *secret, const GError *error);

/* Charges the caller for so many entries of the past: as much as for another request, and for one more for each
 * LAP_BILLED_ENTRIES of them. */
enum { LAP_BILLED_ENTRIES = 50 };
void lap_call_bill_entries(LapCall *call, guint64 entries);
/* Whether there is a plugin of that id. If not, makes the call fail. */
gboolean lap_call_knows_game(LapCall *call, const char *id);
/* As lap_call_fail_with. The error of a stale request also has the present "seq" of the match. */
gboolean lap_call_fail_at(LapCall *call, LapMatch *match, const GError *error);
/* Writes the result of methods that return only the present number of entries: {"seq":N}. */
gboolean lap_call_answer_seq(LapCall *call, guint64 seq);

G_END_DECLS
