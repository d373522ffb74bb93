/* Positions of Gems Tracker, laid out by hand.
 *
 *   g_autoptr(GemsPosition) position = gems_position_new("gems-tracker", 2);
 *   gems_position_area(position, 0, "5 = 8");
 *   gems_position_gems(position, 0, 0, "WW|.W|..");
 *   g_autoptr(LapSession) session = gems_position_play(position);
 *
 * A match in its first round, about to bid; cards and mines that a tableau needs come from the box or from hands. */
#pragma once

#include "games.h"
#include "plugins/gems-tracker/gems-tracker.h"

typedef struct {
  LapGame *game;
  LapEngine *engine;
  LapBlock *block;
  GemsTracker *state; /* in `block` */
} GemsPosition;

GemsPosition *gems_position_new(const char *game, guint seats);
void gems_position_free(GemsPosition *position);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GemsPosition, gems_position_free)

/* Adds an area: numbers of columns, '=' a Booking of an earlier round, '+' one of this round. Under each column lies a
 * mine that has gems, though none of them are on the ground. */
void gems_position_area(GemsPosition *position, guint seat, const char *slots);

/* Puts gems on the ground from a slot on: "WG|.R|..", rows of any length; '.' is rock. */
void gems_position_gems(GemsPosition *position, guint seat, guint slot, const char *rows);

/* Takes the numbers into hand, and only those. */
void gems_position_hand(GemsPosition *position, guint seat, const char *numbers);

/* Adds numbers to the discards. */
void gems_position_discards(GemsPosition *position, guint seat, const char *numbers);

/* Opens mines, and only those; or as many empty ones, which have three rails each. */
void gems_position_mines(GemsPosition *position, const char *keys);
void gems_position_empty_mines(GemsPosition *position, guint n);

/* Makes a mine of the tableau that has gems an empty one. */
void gems_position_empty_mine(GemsPosition *position, guint seat);

/* Advances on the rails. */
void gems_position_ride(GemsPosition *position, guint seat, guint rails);

/* Lays this tender, by its key, at a place. */
void gems_position_tender(GemsPosition *position, guint place, const char *key);

/* A match that goes on from here. */
LapSession *gems_position_play(GemsPosition *position);

/* A match for two that goes on from here: seat 0 has just taken this number, with this mine of m01, m03 and m04. */
LapSession *gems_position_about_to_place(GemsPosition *position, guint number, const char *mine);

/* The state of a running match, and the segment of its variant. */
const void *gems_segment(LapSession *session, guint depth);
const GemsTracker *gems_state(LapSession *session);

/* "5 = 8 | 2": the areas of a seat. */
char *gems_areas(const GemsTracker *state, guint seat);

/* What a tender is worth to a seat now. */
gint gems_position_worth(const GemsPosition *position, guint seat, const char *tender);

/* Whether it may be worth something at a glance, and whether its highest tier is reached; it is laid at place 0 for
 * that. */
gboolean gems_position_in_reach(GemsPosition *position, guint seat, const char *tender);
gboolean gems_position_topped(GemsPosition *position, guint seat, const char *tender);

/* Scores what lies there, as after the position's round. How many numbers the rails decided. */
guint gems_position_score(GemsPosition *position);
