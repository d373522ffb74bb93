/* Writes that were noted, to be carried out later on a store, in their order. */
#pragma once

#include "store.h"

G_BEGIN_DECLS

/* Which members it has depends on what it is. */
typedef struct {
  enum {
    LAP_NOTED_CREATE,
    LAP_NOTED_APPEND,
    LAP_NOTED_SET_SEATS,
    LAP_NOTED_SET_GAME,
    LAP_NOTED_ADD_MESSAGE,
    LAP_NOTED_KEEP,
    LAP_NOTED_KEEP_BUILD,
    LAP_NOTED_RELEASE_BUILDS,
    LAP_NOTED_RELEASE
  } what;
  const char *match, *text; /* of the notes, once it is among them */
  guint64 number;
  LapStoredState state;
  gint64 now;
  gboolean drop;
  LapStored *stored;    /* owned, or NULL */
  GPtrArray *snapshots; /* a reference, or NULL */
  GBytes *content;      /* likewise */
} LapNotedWrite;

typedef struct {
  GArray *writes; /* LapNotedWrite */
  GStringChunk *texts;
} LapNotes;

LapNotes *lap_notes_new(void);
void lap_notes_clear(LapNotes *notes);
void lap_notes_free(LapNotes *notes);
/* Takes what the write refers to, but for texts, which are copied. */
void lap_notes_add(LapNotes *notes, LapNotedWrite write);
/* Up to the first that fails; none are left in any case. */
gboolean lap_notes_carry_out(LapNotes *notes, LapStore *store, GError **error);

G_END_DECLS
