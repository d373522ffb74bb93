/* An entry: one thing that happened to a match. What is stored is a JSON object a line; this is it in memory, with what
 * follows from it. */
#pragma once

#include <glib-object.h>

#include "host/engine/game.h"

G_BEGIN_DECLS

typedef enum {
  LAP_ENTRY_JOIN,
  LAP_ENTRY_LEAVE,
  LAP_ENTRY_BOT,
  LAP_ENTRY_MOVE,
  LAP_ENTRY_RESIGN,
  LAP_ENTRY_TIMEOUT, /* a clock has run out, which resigns */
  LAP_ENTRY_PROPOSE,
  LAP_ENTRY_ANSWER
} LapEntryKind;

typedef struct {
  guint64 seq;
  LapEntryKind kind;
  guint seat;       /* whose it is */
  gint64 at;        /* microseconds since 1970 */
  guint64 decision; /* that came up with it, or was up before */
  gboolean over;    /* the match is over with it */
  char *name;       /* JOIN: of the seat; BOT: what it was called, else of the bot; else NULL */
  guint proposal;   /* PROPOSE, ANSWER: a LapProposalKind */
  gboolean accept;  /* ANSWER */
  gboolean applied; /* PROPOSE, ANSWER: with it, what was proposed is done */
  char *rematch;    /* id of the new match, or NULL */

  /* MOVE */
  const LapAction *steps; /* [n_steps] */
  guint n_steps;
  const LapEvent *events; /* [n_events]: what was told with it; sealed: none */
  guint n_events;
  gboolean sealed;         /* a choice made at once with others, not open yet: only its seat may know the steps */
  const LapAction *opened; /* [n_opened] steps of all seats, in seat order, that are open with this one */
  guint n_opened;
} LapEntry;

#define LAP_TYPE_ENTRY (lap_entry_get_type())
GType lap_entry_get_type(void);
LapEntry *lap_entry_copy(const LapEntry *entry);
void lap_entry_free(LapEntry *entry);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapEntry, lap_entry_free)

G_END_DECLS
