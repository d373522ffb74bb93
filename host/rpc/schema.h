/* Schemas: what JSON must be like, as the OpenRPC document says it, compiled once so that checking a request costs a
 * few microseconds.
 *
 * Of JSON Schema there are: type (one of object, array, string, integer, boolean, null), properties, required,
 * additionalProperties (false, or a schema), maxProperties, items, minItems, maxItems, enum (of strings), minimum,
 * maximum, minLength and maxLength (characters), format (those of schema.c, "pattern" beside it is for other
 * readers), oneOf (read as: any of), and $ref to #/components/schemas/NAME. Title, description, default and examples
 * are skipped; whatever else stands in a schema is an error when it is compiled. */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

#define LAP_SCHEMA_ERROR (lap_schema_error_quark())
GQuark lap_schema_error_quark(void);
typedef enum {
  LAP_SCHEMA_ERROR_SCHEMA, /* a schema cannot be compiled */
  LAP_SCHEMA_ERROR_VALUE   /* a value is not as it should be */
} LapSchemaError;

/* All schemas of one document. */
typedef struct LapSchemas LapSchemas;
typedef struct LapSchema LapSchema;

/* `components`: the object that $ref looks in, which must stay as long as there is something to compile; or NULL. */
LapSchemas *lap_schemas_new(JsonObject *components);
void lap_schemas_free(LapSchemas *schemas);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapSchemas, lap_schemas_free)

/* Returns: (transfer none): lives as long as `schemas`; NULL if it cannot be compiled. */
const LapSchema *lap_schemas_compile(LapSchemas *schemas, JsonNode *schema, GError **error);

/* Checks a value. `name` is what errors call it: "params.seats[2]: must be \"open\" or {\"bot\":...}". */
gboolean lap_schema_check(const LapSchema *schema, const char *name, JsonNode *value, GError **error);

G_END_DECLS
