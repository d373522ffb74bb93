/* Calls: one request while a method carries it out, and the functions that methods use on it. */
#pragma once

#include <json-glib/json-glib.h>

#include "host/match/match.h"
#include "response.h"

G_BEGIN_DECLS

typedef struct LapRpc LapRpc;
typedef struct LapCaller LapCaller;

struct LapCall {
  LapRpc *rpc;
  LapCaller *caller;
  const char *method;
  JsonObject *params;    /* checked; an empty one where there were none */
  LapJsonWriter *result; /* the method writes the result, one value */
  LapReply *reply;       /* that the response is part of */

  /* Set by lap_call_touches. */
  gboolean touches; /* the response holds only if the changes are committed */
  char *match;      /* id, for the log, or NULL */

  /* Set by lap_call_fail. */
  LapRpcError code; /* 0: no error */
  char *message;
  GString *data; /* further members of "data", each after a comma, or NULL */
};

/* --- failing */

/* Makes the call fail. Returns FALSE, so that a method may return it. */
gboolean lap_call_fail(LapCall *call, LapRpcError code, const char *format, ...) G_GNUC_PRINTF(3, 4);
/* The same because the caller has exceeded its rate and must wait for so many milliseconds. */
gboolean lap_call_too_fast(LapCall *call, gint64 wait);
/* Adds a number or a text to "data" of the error. */
void lap_call_data_number(LapCall *call, const char *name, gint64 value);
void lap_call_data_string(LapCall *call, const char *name, const char *value);
/* Fails with the code for clients that corresponds to an error of host/match or a layer below it. Messages that may
 * name files of the host go to the log and to operators; others get a general sentence. */
gboolean lap_call_fail_with(LapCall *call, const GError *error);

/* --- answering later */

/* A call whose result takes longer than other clients may wait. Its client is answered once lap_deferred_end is called,
 * after what it asked later; a client that has gone by then is not. */
typedef struct {
  LapRpc *rpc; /* lives as long as this does */
  LapCaller *caller;
  LapReply *reply;
  LapJsonWriter *result; /* to be written before the end: one value */
} LapDeferred;

/* Makes the call one that is answered later; the method then returns TRUE. NULL: the call has failed, since it is one
 * of several in a message. */
LapDeferred *lap_call_defer(LapCall *call);
/* Sends the response, and frees `deferred`. */
void lap_deferred_end(LapDeferred *deferred);
/* The same with an error, as lap_call_fail_with; the caller is an operator. */
void lap_deferred_fail_with(LapDeferred *deferred, const GError *error);

/* --- params, which have been checked */

/* Each returns NULL, or `otherwise`, if an optional member is missing. */
const char *lap_call_string(const LapCall *call, const char *name);
gint64 lap_call_integer(const LapCall *call, const char *name, gint64 otherwise);
gboolean lap_call_boolean(const LapCall *call, const char *name, gboolean otherwise);

/* The languages of the host: "en", "es", "id"; ended by NULL. */
extern const char *const lap_languages[];
/* The language to answer in: that of "locale" ("es", "es-MX", "es_MX.UTF-8") if the host has it, else the caller's.
 * Interned. */
const char *lap_call_language(const LapCall *call);

/* --- matches */

/* Marks the call as one that reads or changes a match: if the commit fails, its response is replaced by the error
 * outcome_unknown. Every method that finds or creates a match must call this first. `match`: its id, or NULL if it is
 * not known yet. */
void lap_call_touches(LapCall *call, const char *match);

G_END_DECLS
