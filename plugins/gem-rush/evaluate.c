/* What bots take a position for: the points of each seat, the cards that it can keep, and the best door in reach of its
 * dwarf that they pay.
 *
 * In worlds that are played out at random dwarves walk much and build seldom, and by their end it hardly matters what
 * one turn did. So a world is judged where the search leaves it: by what is gained, and by what can be built next. */
#include "evaluate.h"

#include "build.h"
#include "lapidary/leads.h"
#include "mine.h"
#include "payment.h"
#include "turn.h"

enum {
  PART = 20,                /* parts of a point that are counted */
  HALF = 5 * PART,          /* a lead that is worth half of what is left to win */
  NEXT_DOOR = PART * 2 / 5, /* how much of the points of a door that can be built next counts */
  CARD = PART / 6,          /* a card that can be kept, */
  SPARE_CARD = PART / 20,   /* and one that cannot */
  STEP_LEFT = 1,            /* so that nobody walks to and fro */
  FAR = 8,                  /* steps */
  TOGETHER_MOST = 100       /* points */
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

/* What a door of so many points counts that can be built after so many turns: less with each of them. */
static int32_t worth_of_door(int points, int turns) { return points * NEXT_DOOR / (1 + turns); }

/* Rooms by how many steps they are away: the dwarf's first. */
typedef struct {
  uint8_t place[GEM_RUSH_ROOMS], steps[GEM_RUSH_ROOMS], n;
  uint8_t seen[GEM_RUSH_ROOMS];
} Walk;

static void add_room(Walk *walk, uint16_t place, uint8_t steps)
{
  if (place == LAP_NOWHERE || walk->seen[place]) return;
  walk->seen[place] = 1;
  walk->place[walk->n] = (uint8_t)place;
  walk->steps[walk->n++] = steps;
}

/* The best of all doors that can be walked to. */
static int32_t best_door(const LapContext *context, const GemRush *game, uint8_t seat, const Means *means)
{
  Walk walk = {.n = 0};
  int32_t best = 0;
  int steps = steps_of_turn(context, game, seat);
  add_room(&walk, game->dwarf[seat], 0);
  for (uint8_t i = 0; i < walk.n; i++) {
    Sides sides = sides_of(context, game, walk.place[i], false);
    int32_t worth = worth_of_door(dearest_door(context, game, seat, means, &sides), walk.steps[i] / steps);
    if (worth > best) best = worth;
    for (uint8_t direction = 0; walk.steps[i] < FAR && direction < 4; direction++)
      if (sides.door[direction]) add_room(&walk, sides.next[direction], walk.steps[i] + 1);
  }
  return best;
}

static int32_t prospects(const LapContext *context, const GemRush *game, uint8_t seat)
{
  Means means = means_of_seat(context, game, seat);
  int cards = game->hand[seat].count, limit = hand_limit(context, game, seat), kept = cards < limit ? cards : limit;
  int32_t parts = gem_rush_points(game, seat) * PART + best_door(context, game, seat, &means);
  parts += kept * CARD + (cards - kept) * SPARE_CARD;
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
