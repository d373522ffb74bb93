/* One run of a tool, for the files that have them. */
#pragma once

#include "client.h"

G_BEGIN_DECLS

typedef struct {
  LapMcpClient *client;
  JsonObject *arguments; /* checked */
  GString *text;         /* the result */
  GString *structured;   /* the same for programs, a JSON object, or empty */
} LapMcpRun;

typedef gboolean (*LapMcpTool)(LapMcpRun *run, GError **error);

/* --- about.c: what there is to play */
gboolean lap_mcp_tool_list_games(LapMcpRun *run, GError **error);
gboolean lap_mcp_tool_rules(LapMcpRun *run, GError **error);

/* --- seating.c: how a seat is taken and left */
gboolean lap_mcp_tool_new_match(LapMcpRun *run, GError **error);
gboolean lap_mcp_tool_join_match(LapMcpRun *run, GError **error);
gboolean lap_mcp_tool_resign(LapMcpRun *run, GError **error);

/* --- playing.c: what a seat sees and does */
gboolean lap_mcp_tool_look(LapMcpRun *run, GError **error);
gboolean lap_mcp_tool_legal_moves(LapMcpRun *run, GError **error);
gboolean lap_mcp_tool_hint(LapMcpRun *run, GError **error);
gboolean lap_mcp_tool_play(LapMcpRun *run, GError **error);

/* --- seat.c: what they share */

/* An argument, or what stands for it. */
const char *lap_mcp_string(const LapMcpRun *run, const char *name, const char *otherwise);

/* A seat as tools name it: "MATCH/TOKEN", so that nothing about it has to be remembered between two calls. */
typedef struct {
  char *match, *token; /* owned */
} LapMcpSeat;

/* Reads the two parts of the argument `name`. */
gboolean lap_mcp_seat_read(LapMcpSeat *seat, const LapMcpRun *run, const char *name, GError **error);
void lap_mcp_seat_clear(LapMcpSeat *seat);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(LapMcpSeat, lap_mcp_seat_clear)
/* The params of the next call, with "match" and "token". */
LapJsonWriter *lap_mcp_seat_params(const LapMcpSeat *seat, const LapMcpRun *run);
/* Adds a new idempotency key to params. */
void lap_mcp_add_key(LapJsonWriter *params);

/* --- playing.c */

/* Waits for bots that have to move, then writes the situation with what has happened after `since`; -1: the last
 * things. */
gboolean lap_mcp_report(LapMcpRun *run, const LapMcpSeat *seat, gint64 since, GError **error);

G_END_DECLS
