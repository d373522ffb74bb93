/* Playing: one match after another, in one thread. */
#pragma once

#include "simulate.h"

G_BEGIN_DECLS

typedef struct LapPlaying LapPlaying;

/* `simulation` outlives it. The error is that of lap_engine_new. */
LapPlaying *lap_playing_new(LapGame *game, const LapSimulation *simulation, GError **error);
void lap_playing_free(LapPlaying *playing);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapPlaying, lap_playing_free)

/* Plays the match of that number and adds it to the statistics. */
void lap_playing_match(LapPlaying *playing, guint64 match);
const LapStatistics *lap_playing_statistics(const LapPlaying *playing);

G_END_DECLS
