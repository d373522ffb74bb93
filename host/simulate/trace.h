/* Tracing a match step by step: what is done in it, and who is ahead. Nothing is allocated per step, except when
 * something is done for the first time in the whole simulation. */
#pragma once

#include "figures.h"

G_BEGIN_DECLS

typedef struct LapTracer LapTracer;

/* Matches are to be played on `engine`; both outlive it. */
LapTracer *lap_tracer_new(LapEngine *engine, LapFigures *figures);
void lap_tracer_free(LapTracer *tracer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapTracer, lap_tracer_free)

/* Called when a match begins; before each step, which is one of `legal`; after each whole move; at the end with the
 * final score. What was noted of a match without an end is dropped when the next begins. */
void lap_tracer_begin(LapTracer *tracer);
void lap_tracer_step(LapTracer *tracer, const LapBlock *block, const LapAction *action, guint legal);
void lap_tracer_move(LapTracer *tracer, const LapBlock *block);
void lap_tracer_end(LapTracer *tracer, const LapSheet *sheet, guint32 plies, guint64 steps);

G_END_DECLS
