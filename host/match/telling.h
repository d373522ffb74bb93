/* Telling: what a viewer is told of a match, in their language, as JSON. The one way out: everything here goes through
 * the redactor, and what a viewer cannot know changes no byte of it. docs/protocol.md has the shapes. */
#pragma once

#include "entry.h"
#include "match.h"

G_BEGIN_DECLS

/* All that one needs to go on: the result of match.subscribe and the params of match.resync, but for "events".
 * Appends members without the braces. */
gboolean lap_tell_match(LapMatch *match, guint viewer, const char *language, GString *out, GError **error);

/* One entry that has just been applied: the params of match.event, members without the braces. `patch`: instead of the
 * view, what has changed in it since the entry before (RFC 7396), if that is known and can be said so. */
gboolean lap_tell_entry(LapMatch *match, const LapEntry *entry, guint viewer, const char *language, gboolean patch,
                        GString *out, GError **error);

/* The entries behind `since`, oldest first, at most `max` (the newest): a JSON array of
 * {"seq","at","kind","seat","text",...} without views. */
gboolean lap_tell_since(LapMatch *match, guint viewer, const char *language, guint64 since, guint max, GString *out,
                        GError **error);

/* What is legal: a JSON array of steps, each with "label" and "highlights". `steps`: those so far. */
gboolean lap_tell_legal(LapMatch *match, guint seat, const char *language, const LapAction *steps, guint n,
                        gboolean *complete, GString *out, GError **error);

/* The view after `at` entries (-1: now): {"seq","view","hash","score"} without the braces. */
gboolean lap_tell_view(LapMatch *match, guint viewer, const char *language, gint64 at, GString *out, GError **error);

/* The hash that goes with a view: FNV-1a of 64 bits over its text, as 16 hexadecimal digits. */
void lap_tell_hash(const char *view, gsize length, char hash[17]);

G_END_DECLS
