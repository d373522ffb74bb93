/* Inside of schemas: how they are kept. */
#pragma once

#include "schema.h"

G_BEGIN_DECLS

typedef enum {
  LAP_TYPE_ANY, /* any value is valid */
  LAP_TYPE_OBJECT,
  LAP_TYPE_ARRAY,
  LAP_TYPE_STRING,
  LAP_TYPE_INTEGER,
  LAP_TYPE_BOOLEAN,
  LAP_TYPE_NULL
} LapType;

/* A format of strings that the protocol uses. */
typedef struct {
  const char *name;  /* "token" */
  const char *right; /* "32 hexadecimal digits (0-9, a-f)" */
  gboolean (*fits)(const char *text);
} LapFormat;

typedef struct {
  char *name;
  const LapSchema *schema;
  gboolean required;
} LapProperty;

struct LapSchema {
  LapType type;

  /* object */
  LapProperty *properties; /* [n_properties] */
  guint n_properties, n_required;
  const LapSchema *additional; /* of every other member; NULL: there may be none */
  gint64 max_properties;

  /* array */
  const LapSchema *items; /* NULL: anything */
  gint64 min_items, max_items;

  /* string */
  char **words; /* the only ones, NULL-terminated; NULL: any */
  gint64 min_length, max_length;
  const LapFormat *format; /* or NULL */

  /* integer */
  gint64 min, max;

  const LapSchema **one_of; /* NULL-terminated, and type is LAP_TYPE_ANY; or NULL */
};

G_END_DECLS
