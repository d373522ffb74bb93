/* Parts of a match as JSON text, for programs that hold matches themselves. Each is (transfer full). */
#pragma once

#include "host/match/match.h"

G_BEGIN_DECLS

/* The view, as lap_view_to_json has it; `at`: after that many entries, -1: now. */
char *lap_match_view(LapMatch *match, guint viewer, gint64 at, GError **error);
/* The steps that `seat` may take after those of `prefix` (JSON or NULL): [{"kind","seat","args"}]. `*complete`: the
 * prefix is a whole move, and the list empty. */
char *lap_match_legal_text(LapMatch *match, guint seat, const char *prefix, gboolean *complete, GError **error);
/* The score: see docs/protocol.md, "score". */
char *lap_match_sheet(LapMatch *match, guint viewer, GError **error);
/* The match's log, a JSON object a line: that of `lapidary replay` when it is over, and for LAP_OMNISCIENT; while it
 * runs, the entries as any other `viewer` was shown them. */
char *lap_match_export(LapMatch *match, guint viewer, GError **error);

G_END_DECLS
