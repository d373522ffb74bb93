/* Tournaments: each player meets each other in pairs of matches of one deal with the seats swapped, so that neither the
 * deal nor the seat favours one.
 *
 * In each match seats 1, 3, 5... are one player's and seats 2, 4, 6... the other's; a player has won if only it has a
 * seat in the first place. A sequential test ends a meeting as soon as it is decided who is better. It looks after
 * each round of LAP_TOURNAMENT_ROUND pairs, so what comes out depends on the seed alone, not on threads. */
#pragma once

#include "inference.h"
#include "simulate.h"

G_BEGIN_DECLS

#define LAP_TOURNAMENT_ROUND 32
#define LAP_PLAYERS_MAX 16

typedef struct {
  const char *name;
  const LapBot *bot;
  const LapBudget *budget; /* or NULL: the bot's own */
} LapPlayer;

typedef struct {
  LapGame *game;
  guint seats; /* 2 or more */
  const LapOptions *options;
  const LapPlayer *players;
  guint n;             /* 2 to LAP_PLAYERS_MAX */
  guint64 seed, pairs; /* the most of each meeting */
  guint threads;
  double margin; /* tests whether the first is so many Elo better or worse; 0: no test, all pairs are played */
  double error;  /* how often that may go wrong */

  gboolean (*progress)(guint64 done, guint64 pairs, gpointer data); /* FALSE stops; or NULL */
  gpointer progress_data;
} LapTournament;

typedef struct {
  guint first, second;         /* players */
  LapPairs pairs;              /* as `first` sees them */
  guint64 played;              /* pairs */
  guint64 wins, draws, losses; /* matches of `first` */
  double ratio;                /* logarithm of the likelihood ratio */
  gint decided;                /* 1: the first is better, -1: the second; 0: open */
} LapMeeting;

/* Returns: (transfer full): LapMeeting, all with all. NULL with an error if a match cannot be played to its end, or
 * seats play together. */
GArray *lap_tournament_play(const LapTournament *tournament, GError **error);

/* A rating of all that fits all meetings best (Bradley and Terry 1952; draws are half a win), on average 0, with
 * intervals. Half a drawn pair more for each meeting keeps those apart from infinity that have only won. */
void lap_tournament_rate(const GArray *meetings, guint n, LapElo *ratings);

char *lap_tournament_to_table(const LapTournament *tournament, const GArray *meetings);
char *lap_tournament_to_json(const LapTournament *tournament, const GArray *meetings);

G_END_DECLS
