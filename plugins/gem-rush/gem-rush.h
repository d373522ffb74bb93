/* Gem Rush: its state and the ids of its parts, for its own rules and for variants.
 *
 * A variant names gem_rush_fields as its `base`, and may then read and write the state through gem_rush_of and
 * gem_rush_in. */
#ifndef GEM_RUSH_H
#define GEM_RUSH_H

#include "lapidary/state.h"

enum {
  GEM_RUSH_SEATS = 7,
  GEM_RUSH_CARDS = 75,
  GEM_RUSH_FACES = 52, /* different gem cards */
  GEM_RUSH_ROOMS = 80,
  GEM_RUSH_SKILLS = 20,
  GEM_RUSH_HAND = 24, /* far more than a turn can bring: a full hand takes no more */
  GEM_RUSH_COST = 6,  /* gems of the dearest door */
  GEM_RUSH_PAYMENT = GEM_RUSH_COST + 1,
  GEM_RUSH_OPS = 4 /* parts of the longest effect */
};

/* The phases, in the order of a turn. Those between EFFECT and GO are choices within the effect of a room. */
enum {
  GEM_RUSH_SETUP = LAP_ID(0, 0),
  GEM_RUSH_TURN_BEGINS = LAP_ID(0, 1),
  GEM_RUSH_CHECK = LAP_ID(0, 2), /* whether the game is over; then DISCARD */
  GEM_RUSH_DISCARD = LAP_ID(0, 3),
  GEM_RUSH_MOVE = LAP_ID(0, 4),
  GEM_RUSH_CHOOSE_TILE = LAP_ID(0, 5),
  GEM_RUSH_ROTATE = LAP_ID(0, 6),
  GEM_RUSH_ACTION = LAP_ID(0, 7),
  GEM_RUSH_EFFECT = LAP_ID(0, 8),
  GEM_RUSH_CHOOSE_X = LAP_ID(0, 9),
  GEM_RUSH_NAME_GEM = LAP_ID(0, 10),
  GEM_RUSH_KEEP = LAP_ID(0, 11),
  GEM_RUSH_GIVE = LAP_ID(0, 12),
  GEM_RUSH_GO = LAP_ID(0, 13),
  GEM_RUSH_AFTER_ACTION = LAP_ID(0, 14),
  GEM_RUSH_TURN_ENDS = LAP_ID(0, 15)
};

/* What a variant may rule otherwise. */
enum {
  GEM_RUSH_SEES_DRAWN = LAP_ID(0, 0),  /* (seat): the mask of who sees a card that the seat draws face down */
  GEM_RUSH_HAS_COMPANY = LAP_ID(0, 1), /* (seat, place): whether another dwarf is there */
  GEM_RUSH_SCORES_FOR = LAP_ID(0, 2),  /* (seat): whose points its points are, a seat or LAP_TOGETHER */
  GEM_RUSH_TARGET = LAP_ID(0, 3)       /* the points that end the game, or 0: none do */
};

/* What points were made with. */
enum { GEM_RUSH_BY_DOORS, GEM_RUSH_BY_ORICHALCUM, GEM_RUSH_BY_SKILL, GEM_RUSH_BY_ROOMS, GEM_RUSH_SOURCES };

/* What of a move is still open between two steps of it. */
enum { GEM_RUSH_NOTHING, GEM_RUSH_WARPING, GEM_RUSH_PAYING };

/* What was done in this turn in a room, as bits. */
enum { GEM_RUSH_USED = 1, GEM_RUSH_LEFT_FREE = 2, GEM_RUSH_ENTERED_FREE = 4 };

#define GEM_RUSH_GEM_CARDS .set = LAP_ID(0, 0)
#define GEM_RUSH_ROOM_TILES .set = LAP_ID(0, 1)
#define GEM_RUSH_SKILL_CARDS .set = LAP_ID(0, 2)

#define GEM_RUSH_STATE(F, T)                                                                                           \
  /* Gem cards. `aside` is what an effect has revealed, `payment` what is chosen so far to pay for a door, the warp    \
   * card first, within one move and so in no view. Both are empty whenever nothing of the kind is under way. */       \
  F(T, ZONE, gem_deck, GEM_RUSH_CARDS, .visibility = LAP_SIZE, GEM_RUSH_GEM_CARDS)                                     \
  F(T, ZONE, discard_pile, GEM_RUSH_CARDS, .visibility = LAP_BY_MASK, GEM_RUSH_GEM_CARDS)                              \
  F(T, ZONE, aside, GEM_RUSH_CARDS, .visibility = LAP_BY_MASK, GEM_RUSH_GEM_CARDS)                                     \
  F(T, ZONE, payment, GEM_RUSH_PAYMENT, .visibility = LAP_NOBODY, GEM_RUSH_GEM_CARDS)                                  \
  F(T, ZONES, hand, GEM_RUSH_SEATS, GEM_RUSH_HAND, .visibility = LAP_BY_MASK, .order = LAP_SET,                        \
    .rows_are = LAP_ROWS_SEATS, GEM_RUSH_GEM_CARDS)                                                                    \
  F(T, SLOT_ROWS, skill, GEM_RUSH_SEATS, 1, .visibility = LAP_BY_MASK, .rows_are = LAP_ROWS_SEATS,                     \
    GEM_RUSH_SKILL_CARDS)                                                                                              \
  F(T, ZONE, skill_box, GEM_RUSH_SKILLS, .visibility = LAP_NOBODY, GEM_RUSH_SKILL_CARDS)                               \
  /* Room tiles. `drawn` is what a builder has drawn and not laid yet. */                                              \
  F(T, ZONE, room_deck, GEM_RUSH_ROOMS, .visibility = LAP_SIZE, GEM_RUSH_ROOM_TILES)                                   \
  F(T, ZONE, drawn, 2, .visibility = LAP_BY_MASK, GEM_RUSH_ROOM_TILES)                                                 \
  /* The mine, a map of lapidary/map.h: tile, square, quarter turns to the right, what was done there in this turn. */ \
  F(T, COUNT, rooms)                                                                                                   \
  F(T, SLOT_COLUMN, rooms, room, GEM_RUSH_ROOMS, .visibility = LAP_BY_MASK, GEM_RUSH_ROOM_TILES)                       \
  F(T, COLUMN, rooms, i16, x, GEM_RUSH_ROOMS, .visibility = LAP_PUBLIC)                                                \
  F(T, COLUMN, rooms, i16, y, GEM_RUSH_ROOMS, .visibility = LAP_PUBLIC)                                                \
  /* Those by doors are the sum of the doors in `built_by`, which bots need not go through. */                         \
  F(T, MATRIX, i16, points, GEM_RUSH_SEATS, GEM_RUSH_SOURCES, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)    \
  /* The face that was chosen last where several are chosen in ascending order, and how many are still to choose. */   \
  F(T, VALUE, u16, last, .visibility = LAP_PUBLIC)                                                                     \
  F(T, VALUE, u16, to_choose, .visibility = LAP_PUBLIC)                                                                \
  /* The gems that were named in this effect, as bits. */                                                              \
  F(T, VALUE, u16, named, .visibility = LAP_PUBLIC)                                                                    \
  /* The points that end the game, or 0. */                                                                            \
  F(T, VALUE, u16, target, .visibility = LAP_PUBLIC)                                                                   \
  /* Who built through each door of a room, as gem_rush_builder reads it. */                                           \
  F(T, COLUMN, rooms, u16, built_by, GEM_RUSH_ROOMS, .visibility = LAP_PUBLIC)                                         \
  F(T, COLUMN, rooms, u8, turned, GEM_RUSH_ROOMS, .visibility = LAP_PUBLIC)                                            \
  F(T, COLUMN, rooms, u8, done, GEM_RUSH_ROOMS, .visibility = LAP_PUBLIC)                                              \
  /* The place of each dwarf in the mine, and where all began. */                                                      \
  F(T, EACH, u8, dwarf, GEM_RUSH_SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)                          \
  F(T, VALUE, u8, start, .visibility = LAP_PUBLIC)                                                                     \
  /* The seat whose turn it is, full rounds played; of this turn: steps left, rooms built, 1 if a skill that serves    \
   * once a turn has served. */                                                                                        \
  F(T, VALUE, u8, active, .visibility = LAP_PUBLIC)                                                                    \
  F(T, VALUE, u8, rounds, .visibility = LAP_PUBLIC)                                                                    \
  F(T, VALUE, u8, steps, .visibility = LAP_PUBLIC)                                                                     \
  F(T, VALUE, u8, built, .visibility = LAP_PUBLIC)                                                                     \
  F(T, VALUE, u8, skill_used, .visibility = LAP_PUBLIC)                                                                \
  /* What of a move is open; the door that is being built through: its place, its direction, 1 if by a warpstone, the  \
   * gem that is haggled away plus 1, how many gems the cards so far do not pay, 1 if these are some of more that the  \
   * cards do not show. */                                                                                             \
  F(T, VALUE, u8, open_move, .visibility = LAP_PUBLIC)                                                                 \
  F(T, VALUE, u8, door_place, .visibility = LAP_PUBLIC)                                                                \
  F(T, VALUE, u8, door_direction, .visibility = LAP_PUBLIC)                                                            \
  F(T, VALUE, u8, by_warp, .visibility = LAP_PUBLIC)                                                                   \
  F(T, VALUE, u8, haggled, .visibility = LAP_PUBLIC)                                                                   \
  F(T, VALUE, u8, owed, .visibility = LAP_PUBLIC)                                                                      \
  F(T, VALUE, u8, owed_of_more, .visibility = LAP_PUBLIC)                                                              \
  /* The effect under way: the face of its room or of its skill, the part that comes next, the X of the player, 1 if   \
   * it is the action of the turn. */                                                                                  \
  F(T, VALUE, u8, effect_room, .visibility = LAP_PUBLIC)                                                               \
  F(T, VALUE, u8, effect_skill, .visibility = LAP_PUBLIC)                                                              \
  F(T, VALUE, u8, next_op, .visibility = LAP_PUBLIC)                                                                   \
  F(T, VALUE, u8, chosen_x, .visibility = LAP_PUBLIC)                                                                  \
  F(T, VALUE, u8, in_action, .visibility = LAP_PUBLIC)
LAP_STATE(GemRush, gem_rush, GEM_RUSH_STATE)

/* All points of a seat. */
static inline int32_t gem_rush_points(const GemRush *game, int32_t seat)
{
  int32_t points = 0;
  for (int source = 0; source < GEM_RUSH_SOURCES; source++) points += game->points[seat][source];
  return points;
}

/* The seat that built through the door of a room to a direction, or -1: four bits each, the seat plus 1. */
static inline int gem_rush_builder(const GemRush *game, int place, int direction)
{
  return (game->built_by[place] >> 4 * direction & 15) - 1;
}

/* How many gem cards can still be drawn. */
static inline int gem_rush_stock(const GemRush *game) { return game->gem_deck.count + game->discard_pile.count; }

#endif
