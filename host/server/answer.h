/* An answer while it waits for the end of its turn: to one message, which may have been a batch. */
#pragma once

#include "connection.h"
#include "routes.h"
#include "rpc.h"

G_BEGIN_DECLS

/* What came of one request. */
typedef struct {
  LapRoute *route;  /* its method; that of unknown ones where there is none */
  char *id;         /* JSON text; NULL: a notification, which is not answered */
  GString *text;    /* the whole answer */
  LapRpcError code; /* 0: fine */
  char *match;      /* or NULL */
  gboolean touches; /* holds only if the turn is committed */
  gint64 began;     /* monotonic */
} LapOutcome;

typedef struct {
  gboolean batch;
  GPtrArray *outcomes; /* of LapOutcome */
} LapAnswer;

LapAnswer *lap_answer_new(gboolean batch);
void lap_answer_free(LapAnswer *answer);

/* Adds one, with `"jsonrpc"` and `"id"` written, so that the result can be appended to its text.
 * `id`: JSON text (transfer full), or NULL. */
LapOutcome *lap_answer_add(LapAnswer *answer, LapRoute *route, char *id);
/* Ends a text after the result. */
void lap_outcome_end(LapOutcome *outcome);
/* Makes it an error, whatever it was. `data`: see lap_rpc_write_error. */
void lap_outcome_fail(LapOutcome *outcome, LapRpcError code, const char *message, const char *data);

/* How long the texts are together. */
gsize lap_answer_length(const LapAnswer *answer);
/* Takes the texts out. NULL if there is nothing to answer. Returns: (transfer full) */
GBytes *lap_answer_message(LapAnswer *answer);

G_END_DECLS
