/* The tools: each calls methods of the protocol, and says what came of it in words. */
#pragma once

#include "client.h"

G_BEGIN_DECLS

typedef struct LapMcpTools LapMcpTools;

LapMcpTools *lap_mcp_tools_new(LapServer *server);
void lap_mcp_tools_free(LapMcpTools *tools);

/* The array that tools/list answers, as one line of JSON. */
const char *lap_mcp_tools_list(const LapMcpTools *tools);
gboolean lap_mcp_tools_has(const LapMcpTools *tools, const char *name);

/* Runs a tool. Appends its text to `text` and, where it is about a seat, a JSON object to `structured`. FALSE if the
 * arguments are wrong or a method fails: the error says what to do. */
gboolean lap_mcp_tools_run(LapMcpTools *tools, const char *name, JsonNode *arguments, GString *text,
                           GString *structured, GError **error);

G_END_DECLS
