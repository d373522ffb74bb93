/* Failing: the one form of the messages in here, "<file>: <what is wrong, and what would be right>". */
#pragma once

#include "registry.h"

G_BEGIN_DECLS

/* Each returns FALSE. */
gboolean lap_plugin_fail(GError **error, LapPluginError code, const char *file, const char *format, ...)
    G_GNUC_PRINTF(4, 5);
/* With LAP_PLUGIN_ERROR_REFUSED. */
#define lap_plugin_refuse(error, file, ...) lap_plugin_fail(error, LAP_PLUGIN_ERROR_REFUSED, file, __VA_ARGS__)
/* The same, in the words of the engine, whose error is taken over. */
gboolean lap_plugin_refuse_because(GError **error, const char *file, GError *why);

G_END_DECLS
