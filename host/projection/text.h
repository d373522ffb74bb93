/* Parts of a match as JSON text, for programs that hold matches themselves. */
#pragma once

#include "host/match/match.h"

G_BEGIN_DECLS

/**
 * lap_match_view:
 * @match: a match
 * @viewer: a seat, `LAP_WATCHER` or `LAP_OMNISCIENT`
 * @at: after that many entries, -1 for now
 * @error: why not
 *
 * Writes what a viewer sees: the "view" of docs/protocol.md.
 *
 * Returns: (transfer full): JSON
 */
char *lap_match_view(LapMatch *match, guint viewer, gint64 at, GError **error);

/**
 * lap_match_legal_text:
 * @match: a match
 * @seat: whose
 * @prefix: (nullable): JSON of the steps so far
 * @complete: (out) (optional): whether those are a whole move, and then the list is empty
 * @error: why not
 *
 * Lists the steps that a seat may take next: `[{"kind", "seat", "args"}]`.
 *
 * Returns: (transfer full): JSON
 */
char *lap_match_legal_text(LapMatch *match, guint seat, const char *prefix, gboolean *complete, GError **error);

/**
 * lap_match_sheet:
 * @match: a match
 * @viewer: a seat, `LAP_WATCHER` or `LAP_OMNISCIENT`
 * @error: why not
 *
 * Writes the score as a viewer may know it: the "score" of docs/protocol.md.
 *
 * Returns: (transfer full): JSON
 */
char *lap_match_sheet(LapMatch *match, guint viewer, GError **error);

/**
 * lap_match_export:
 * @match: a match
 * @viewer: a seat, `LAP_WATCHER` or `LAP_OMNISCIENT`
 * @error: why not
 *
 * Writes the match's log: that of `lapidary replay` when it is over, and for `LAP_OMNISCIENT`; while it runs, the
 * entries as any other viewer was shown them.
 *
 * Returns: (transfer full): JSON objects, one on a line
 */
char *lap_match_export(LapMatch *match, guint viewer, GError **error);

G_END_DECLS
