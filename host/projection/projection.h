/* Projection: a match as one viewer is shown it, in their language, as JSON. It is the one way out of the host: what is
 * sent to clients, shown in terminals and exported is written here, from what visibility.h lets the viewer know. Two
 * matches that differ only in what a viewer cannot know give it the same bytes.
 *
 * docs/protocol.md has the shapes. Functions that write "members" do so in an object that is open. Where one returns
 * FALSE, the text that it has begun is to be thrown away. */
#pragma once

#include "host/json/writer.h"
#include "host/match/entry.h"
#include "host/match/match.h"
#include "host/match/messages.h"

G_BEGIN_DECLS

/* --- state.c: a match as it is now */

/* Members: all that a client needs to continue. The result of match.subscribe and the params of match.resync, but for
 * "events". */
gboolean lap_project_match(LapMatch *match, guint viewer, const char *language, LapJsonWriter *json, GError **error);
/* Members: one entry that has just been applied, and the state after it; the params of match.event. `patch`: instead of
 * the view, what has changed in it since the entry before (RFC 7396), if that is known and a patch can express it. */
gboolean lap_project_entry(LapMatch *match, const LapEntry *entry, guint viewer, const char *language, gboolean patch,
                           LapJsonWriter *json, GError **error);

/* Members: what somebody who is invited may read before joining:
 * {"game","options","clock"?,"public",...,"state","seats"}. Nothing of how the match stands. */
gboolean lap_project_settings(LapMatch *match, LapJsonWriter *json, GError **error);

/* Writes a match as lists have it, from what the store knows of it, with public information only:
 * {"match","game","options"?,"clock"?,"state","seq","seats":[{"name","free"?,"bot"?,"resigned"?,"late"?}],"created","changed"}.
 */
void lap_project_summary(const LapStored *stored, LapJsonWriter *json);
/* "open", "running", "over". */
const char *lap_project_state_name(LapMatch *match);
const char *lap_project_stored_state_name(const LapStored *stored);

/* --- hint.c */

/* Writes {"choices":[{"step","worlds"?,"value"?}],"worlds"}: the best steps that may follow `steps`, those of `seat` so
 * far: the one that a bot would take, then the others by how often it tried each in how many worlds; and what each is
 * worth, 0 to 100. */
gboolean lap_project_hint(LapMatch *match, guint seat, const char *language, const LapAction *steps, guint n,
                          LapJsonWriter *json, GError **error);

/* --- messages.c */

/* Members: {"number","seat","name","at","word" or "text"}: what somebody has said at a match. */
void lap_project_message(const LapMessage *message, LapJsonWriter *json);

/* --- analysis.c */

/* Members: {"estimates":[{"seq","chances":[parts of 1000]} or {"seq","tenths","goal"?,"reached"?}],"next"?,"turns"?}:
 * what each position of a match that is over was worth, of at most `max` after the entry `since` (-1: from the start),
 * and with the last ones the turning points, [{"seq","seat","about"?,"before","after","text"}]. */
gboolean lap_project_analysis(LapMatch *match, guint viewer, const char *language, gint64 since, guint max,
                              LapJsonWriter *json, GError **error);

/* --- steps.c: legal steps */

/* Writes the member `name`, the array of the steps that may follow `steps`, those of `seat` so far, each with "label"
 * and "highlights"; and what is to be chosen there, in words: the members "prompt" and "prompts" (prompt.h).
 * `*complete`: they are a whole move, and the array is empty. */
gboolean lap_project_legal(LapMatch *match, guint seat, const char *language, const LapAction *steps, guint n,
                           const char *name, gboolean *complete, LapJsonWriter *json, GError **error);

/* --- preview.c */

/* Writes the array of those of the same steps of which it is sure what they bring, whatever others and chance do:
 * [{"step","changes":[{"seat","points"}],"text":[sentences]}]. */
gboolean lap_project_previews(LapMatch *match, guint seat, const char *language, const LapAction *steps, guint n,
                              LapJsonWriter *json, GError **error);

/* --- variants.c */

/* Writes the array of what the match could become: {"game","title","when":"now"|"later"|"never","why"?,"options"?}. */
gboolean lap_project_variants(LapMatch *match, const char *language, LapJsonWriter *json, GError **error);

/* --- history.c: entries, and earlier states */

/* Writes the entries after `since`, oldest first, at most `max` (the newest), as values of the array (or the lines)
 * that is open: {"seq","at","kind","seat","text",...} without views. */
gboolean lap_project_entries(LapMatch *match, guint viewer, const char *language, guint64 since, guint max,
                             LapJsonWriter *json, GError **error);
/* The same of those after `since` up to `upto`, and none once the text has grown by `room` bytes. `*reached`: the entry
 * up to which they were written. */
gboolean lap_project_page(LapMatch *match, guint viewer, const char *language, guint64 since, guint64 upto, gsize room,
                          guint64 *reached, LapJsonWriter *json, GError **error);
/* Appends a page of the log that lap_match_export writes: of the next `max` entries, and no further one once it has
 * grown by `room` bytes. `cursor`: NULL, or `*next` of the page before. `*next`: NULL after the last page (transfer
 * full). */
gboolean lap_project_log(LapMatch *match, guint viewer, const char *cursor, guint max, gsize room, GString *out,
                         char **next, GError **error);
/* Members: the view after `at` entries (-1: now), {"seq","view","hash","score"}. */
gboolean lap_project_view(LapMatch *match, guint viewer, const char *language, gint64 at, LapJsonWriter *json,
                          GError **error);

G_END_DECLS
