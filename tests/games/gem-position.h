/* Positions of GEM, laid out by hand.
 *
 *   g_autoptr(GemPosition) position = gem_position_new("gem", 2);
 *   gem_position_gems(position, "b1 c1");
 *   gem_position_laser(position, 1, "a1", "east", 3);
 *   g_autoptr(LapSession) session = gem_position_play(position);
 *   gem_play(session, "laser, place d1, point west, coin 4"); */
#pragma once

#include "games.h"
#include "plugins/gem-advanced/gem-advanced.h"

typedef struct {
  LapGame *game;
  LapOptions *options;
  LapEngine *engine;
  LapBlock *block;
  Gem *state;         /* in `block` */
  Advanced *advanced; /* in `block`, or NULL */
} GemPosition;

/* The setup is done, but the board is empty, all lasers are in their supplies, and it is the turn of seat 0. */
GemPosition *gem_position_new(const char *game, guint seats);
void gem_position_free(GemPosition *position);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GemPosition, gem_position_free)

/* Each puts something on squares, "a1 b1". Of the colour (-1: of none) there stay as many gems to place as before. */
void gem_position_gems(GemPosition *position, const char *squares);
void gem_position_gems_of(GemPosition *position, int colour, const char *squares);
void gem_position_shields(GemPosition *position, const char *squares);
/* Onto those of the seat that are there. */
void gem_position_laser(GemPosition *position, guint seat, const char *square, const char *direction, guint value);
/* Two lines of lasers and gems that cross at a square where only a gem is missing, of two seats or of one, over other
 * lasers; and gems here and there. Answers that square. */
guint gem_position_crossing(GemPosition *position, LapGenerator *chooser);

/* A match that goes on from here. */
LapSession *gem_position_play(GemPosition *position);

/* A move in words, its steps separated by commas; a coin is its value. */
void gem_play(LapSession *session, const char *move);
/* Whether the seat that acts may take the last of such steps after those before it. */
gboolean gem_may(LapSession *session, const char *move);
/* In how many ways it may go on after such steps (NULL: begin). */
guint gem_ways(LapSession *session, const char *move);

/* The state of a running match. */
const Gem *gem_state(LapSession *session);
const Advanced *gem_advanced_state(LapSession *session);
/* What is seen on a square. */
guint gem_seen(LapSession *session, const char *square);
guint gem_square(const char *square);

/* All points of a seat for a category ("gem/extractions"), or with NULL its total. */
int gem_points(LapSession *session, guint seat, const char *category);
/* What a seat would get at the end as it stands. */
int gem_progress(LapSession *session, guint seat, const char *category);
/* How often an event ("gem/revealed") was told by the last move. */
guint gem_told(LapSession *session, const char *event);
/* The first of them, which is an event of the last move: NULL if it was not told. Where it stands among those of the
 * move shows what was told before it. */
const LapEvent *gem_event(LapSession *session, const char *event);
