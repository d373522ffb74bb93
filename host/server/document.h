/* The OpenRPC document, as it is compiled in (openrpc.json). */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* A new copy. Version and limits are not filled in. (transfer full) */
JsonNode *lap_document_load(void);

/* The schema of an object whose properties are a method's params, all by name. (transfer full) */
JsonNode *lap_document_params(JsonObject *method);

G_END_DECLS
