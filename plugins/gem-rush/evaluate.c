/* What bots take a position for: the points of each seat, the cards that it can keep, and the dearest door near its
 * dwarf that they pay.
 *
 * In worlds that are played out at random dwarves walk much and build seldom, and by their end it hardly matters what
 * one turn did. So a world is judged where the search leaves it: by what is gained, and by what can be built next. */
#include "evaluate.h"

#include "build.h"
#include "lapidary/leads.h"
#include "mine.h"
#include "payment.h"

enum {
  PART = 20,              /* parts of a point that are counted */
  HALF = 5 * PART,        /* a lead that is worth half of what is left to win */
  NEXT_DOOR = PART / 2,   /* how much of the points of a door that can be built next counts */
  CARD = PART / 3,        /* a card that can be kept, */
  SPARE_CARD = PART / 20, /* and one that cannot */
  STEP_LEFT = 1,          /* so that nobody walks to and fro */
  HAND_LIMIT = 4,
  NEAR = 2,           /* steps */
  TOGETHER_MOST = 100 /* points */
};

/* The most points of a door of the room at a place that leads to an empty square and that the seat can pay. */
static int dearest_door(const LapContext *context, const GemRush *game, uint8_t seat, const Means *means,
                        const Sides *sides)
{
  int most = 0;
  for (uint8_t direction = 0; direction < 4; direction++) {
    const Door *door = sides->door[direction];
    if (!door || sides->next[direction] != LAP_NOWHERE || door->points <= most) continue;
    if (can_pay(context, game, seat, means, door)) most = door->points;
  }
  return most;
}

/* The same of all rooms that are at most so many steps away. */
static int dearest_near(const LapContext *context, const GemRush *game, uint8_t seat, const Means *means,
                        uint16_t place, int steps)
{
  Sides sides = sides_of(context, game, place, false);
  int most = dearest_door(context, game, seat, means, &sides);
  for (uint8_t direction = 0; steps > 0 && direction < 4; direction++) {
    if (!sides.door[direction] || sides.next[direction] == LAP_NOWHERE) continue;
    int there = dearest_near(context, game, seat, means, sides.next[direction], steps - 1);
    if (there > most) most = there;
  }
  return most;
}

static int32_t prospects(const LapContext *context, const GemRush *game, uint8_t seat)
{
  Means means = means_of_seat(context, game, seat);
  int cards = game->hand[seat].count, kept = cards < HAND_LIMIT ? cards : HAND_LIMIT;
  int door = dearest_near(context, game, seat, &means, game->dwarf[seat], NEAR);
  int32_t parts = gem_rush_points(game, seat) * PART + door * NEXT_DOOR + kept * CARD + (cards - kept) * SPARE_CARD;
  return seat == game->active ? parts + game->steps * STEP_LEFT : parts;
}

/* Of those who play together, all points. */
static void evaluate_together(const int32_t *expected, uint8_t seats, uint16_t *worth)
{
  int32_t sum = 0;
  for (uint8_t seat = 0; seat < seats; seat++) sum += expected[seat];
  int32_t share = sum * LAP_EVALUATION_MAX / (TOGETHER_MOST * PART);
  for (uint8_t seat = 0; seat < seats; seat++)
    worth[seat] = (uint16_t)(share < LAP_EVALUATION_MAX ? share : LAP_EVALUATION_MAX);
}

static void evaluate(const LapContext *context, const LapBlock *block, uint16_t *worth)
{
  const GemRush *game = gem_rush_of(context, block);
  int32_t expected[GEM_RUSH_SEATS];
  for (uint8_t seat = 0; seat < context->seats; seat++) expected[seat] = prospects(context, game, seat);
  if (context->host->rule(context, block, GEM_RUSH_SCORES_FOR, 0, 0) < 0)
    evaluate_together(expected, context->seats, worth);
  else
    lap_worth_of_leads(expected, context->seats, HALF, worth);
}

const LapEvaluate gem_rush_evaluate = {.struct_size = sizeof(LapEvaluate), .plies = 0, .evaluate = evaluate};
