/* Requests of the Model Context Protocol, and the answers to them. */
#pragma once

#include "tools.h"

G_BEGIN_DECLS

/* Answers a message. Returns the answer without an end of line; NULL if the message wants none. (transfer full) */
char *lap_mcp_answer(LapMcpTools *tools, const char *text, gsize length);
/* The answer to a message that was too long to be read. (transfer full) */
char *lap_mcp_refuse_size(gsize max);

G_END_DECLS
