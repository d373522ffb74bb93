/* A match that goes on from a moment of another one, which is over: it begins as that did, with the same seed, and the
 * moves that stood at that moment are its first entries. So its log replays by itself. Whoever has seen the other match
 * can work out what is hidden: it is called seeded. */
#pragma once

#include "host-private.h"

G_BEGIN_DECLS

typedef struct {
  LapMatch *source;
  guint64 seed;
  GPtrArray *entries; /* of LapCarried: private */
} LapContinuation;

void lap_continuation_clear(LapContinuation *continuation);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(LapContinuation, lap_continuation_clear)

/* Reads what the match of the settings goes on from, and checks that it can. Changes nothing. */
gboolean lap_continuation_read(LapContinuation *continuation, LapHost *host, const LapMatchSettings *settings,
                               GError **error);
/* Enters it in a match that has just been created with the number of entries in its header, in a batch. */
gboolean lap_continuation_enter(const LapContinuation *continuation, LapMatch *match, GError **error);

G_END_DECLS
