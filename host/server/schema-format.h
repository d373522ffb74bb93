/* Formats of strings that the protocol uses. Each has a pattern in the document for other readers, too. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  const char *name;  /* "token" */
  const char *right; /* "32 hexadecimal digits (0-9, a-f)" */
  gboolean (*fits)(const char *text);
} LapFormat;

/* NULL if there is none of that name. */
const LapFormat *lap_format_named(const char *name);

G_END_DECLS
