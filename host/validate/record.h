/* The moves of the match that a trial plays, recorded where its parent can read them after its end, whatever that was:
 * so that a position that fails can be saved as the log of a match (host/match/log.h). */
#pragma once

#include "trial.h"

G_BEGIN_DECLS

/* In memory that child and parent share; a longer match is recorded in part. */
#define LAP_RECORD_STEPS 65536
#define LAP_RECORD_TEXT (8u << 20)

struct LapRecord {
  guint64 seed;
  gboolean begun;
  guint32 n;                        /* steps of whole moves */
  guint32 length;                   /* of `text`, in bytes */
  LapAction step[LAP_RECORD_STEPS]; /* move after move */
  guint8 last[LAP_RECORD_STEPS];    /* whether the step completes its move */
  char text[LAP_RECORD_TEXT];       /* the log, once a child has written it */
};

LapRecord *lap_record_new(void);
void lap_record_free(LapRecord *record);

/* Forgets the match before: nothing is recorded until a session begins one. `record` may be NULL here and below. */
void lap_record_reset(LapRecord *record);
/* Begins to record the moves of a match with this seed. */
void lap_record_begin(LapRecord *record, guint64 seed);
void lap_record_add(LapRecord *record, const LapAction *steps, guint n);

/* Plays the recorded moves again, as far as they can be played, and writes the log to the record as it does. For a
 * child of its own (child.h), since the last may do what ended the trial. */
gboolean lap_record_write_log(LapTrial *trial);

G_END_DECLS
