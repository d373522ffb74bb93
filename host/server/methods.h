/* The methods of docs/protocol.md: what each asks of the host. Their params have been checked (rpc.h). */
#pragma once

#include "host/match/match.h"
#include "result.h"
#include "rpc.h"

G_BEGIN_DECLS

/* The protocol's version, which host.hello settles. */
#define LAP_PROTOCOL 1
/* How many entries match.subscribe tells of those that were missed. */
#define LAP_MISSED_MAX 200

/* methods-host.c */
gboolean lap_method_host_hello(LapCall *call);
gboolean lap_method_rpc_discover(LapCall *call);

/* methods-games.c */
gboolean lap_method_games_list(LapCall *call);
gboolean lap_method_games_describe(LapCall *call);

/* methods-create.c, methods-list.c */
gboolean lap_method_match_create(LapCall *call);
gboolean lap_method_match_list(LapCall *call);

/* methods-match.c */
gboolean lap_method_match_join(LapCall *call);
gboolean lap_method_match_leave(LapCall *call);
gboolean lap_method_match_bot(LapCall *call);
gboolean lap_method_match_subscribe(LapCall *call);
gboolean lap_method_match_unsubscribe(LapCall *call);
gboolean lap_method_match_view(LapCall *call);
gboolean lap_method_match_export(LapCall *call);

/* methods-play.c */
gboolean lap_method_match_legal(LapCall *call);
gboolean lap_method_match_play(LapCall *call);
gboolean lap_method_match_propose(LapCall *call);
gboolean lap_method_match_answer(LapCall *call);
gboolean lap_method_match_resign(LapCall *call);

/* methods-plugins.c */
gboolean lap_method_plugins_list(LapCall *call);
gboolean lap_method_plugins_scan(LapCall *call);
gboolean lap_method_plugins_disable(LapCall *call);

/* --- what they share */

/* The host behind the call's server. */
LapHost *lap_call_host(const LapCall *call);
/* The language that the call is to be answered in: its "locale" if the host speaks that, else its connection's. */
const char *lap_call_language(const LapCall *call);

/* Whether there is a plugin of that id; else the call has failed. */
gboolean lap_call_knows_game(LapCall *call, const char *id);

/* The match that "match" names. NULL after the call has failed. Returns: (transfer full) */
LapMatch *lap_call_match(LapCall *call);
/* The same, and who "token" is in it: a seat, or LAP_WATCHER. Returns: (transfer full) */
LapMatch *lap_call_viewer(LapCall *call, guint *viewer);
/* The same, where only a seat will do. Returns: (transfer full) */
LapMatch *lap_call_seat(LapCall *call, guint *seat);

/* The result of a change that says no more than where the match stands: {"seq":N}. */
gboolean lap_call_answer_seq(LapCall *call, guint64 seq);
/* lap_call_fail_with, and where the match stands if the request came too late. */
gboolean lap_call_fail_at(LapCall *call, LapMatch *match, const GError *error);

G_END_DECLS
