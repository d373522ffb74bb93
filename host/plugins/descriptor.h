/* Descriptors: whether what a plugin's entry yields is one that this host can read, and the one its keyfile promised.
 */
#pragma once

#include "keyfile.h"

G_BEGIN_DECLS

/* Checks, in this order, so that nothing is read that may not be there: magic, contract version, struct size, then id,
 * version, base and contract version against the keyfile, then depth (the number of levels below it in its chain). Its
 * tables are the linker's to check. LAP_PLUGIN_ERROR_REFUSED, or _KEYFILE where the two contradict each other. */
gboolean lap_descriptor_check(const LapPlugin *plugin, const LapKeyfile *keyfile, guint depth, GError **error);

G_END_DECLS
