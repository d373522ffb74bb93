/* Versions: "1.2.3", and the rule by which a variant accepts its base (LapPlugin.accepts). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  guint major, minor, patch; /* each at most 65535 */
} LapVersion;

/* Versions from `from` on, without `below`. */
typedef struct {
  LapVersion from, below;
} LapVersionRange;

/* Three numbers without leading zeros. FALSE if `text` is anything else, NULL too. */
gboolean lap_version_parse(const char *text, LapVersion *version);

/* "1.2" or "1.2.3": from there to the next major, or, below 1.0.0, to the next minor. */
gboolean lap_version_range_parse(const char *text, LapVersionRange *range);
gboolean lap_version_range_has(const LapVersionRange *range, const LapVersion *version);
/* ">= 1.2.0 and < 2.0.0" */
char *lap_version_range_describe(const LapVersionRange *range);

G_END_DECLS
