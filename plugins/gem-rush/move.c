#include "move.h"

#include "build.h"
#include "events.h"
#include "kinds.h"
#include "lapidary/emit.h"
#include "lapidary/zone.h"
#include "mine.h"
#include "rooms.h"
#include "stock.h"

/* --- steps: the own tile must show a door, the other's side does not matter */

/* Of a tunnel that is left, and for a tunnel rat of one that is entered, the first time in a turn is free. */
static bool leaves_free(const LapContext *context, const GemRush *game, uint16_t place)
{
  return room_at(context, game, place)->type == ROOM_TUNNEL && !(game->done[place] & GEM_RUSH_LEFT_FREE);
}

static bool enters_free(const LapContext *context, const GemRush *game, uint8_t seat, uint16_t place)
{
  return has_skill(context, game, seat, SKILL_TUNNEL_FREE) && room_at(context, game, place)->type == ROOM_TUNNEL &&
         !(game->done[place] & GEM_RUSH_ENTERED_FREE);
}

/* Whether any step, to build or to walk, is left. */
static bool has_steps(const LapContext *context, const GemRush *game, uint8_t seat)
{
  return game->steps > 0 || leaves_free(context, game, game->dwarf[seat]) ||
         has_skill(context, game, seat, SKILL_TUNNEL_FREE);
}

static bool may_step(const LapContext *context, const GemRush *game, uint8_t seat, const Sides *sides,
                     uint8_t direction)
{
  uint16_t here = game->dwarf[seat], there = sides->next[direction];
  if (!sides->door[direction] || there == LAP_NOWHERE) return false;
  return game->steps > 0 || leaves_free(context, game, here) || enters_free(context, game, seat, there);
}

static void legal_walks(const LapContext *context, const GemRush *game, uint8_t seat, const Sides *sides,
                        LapActions *actions)
{
  for (uint8_t direction = 0; direction < 4; direction++)
    if (may_step(context, game, seat, sides, direction)) lap_add_1(actions, STEP, seat, direction);
}

/* Through a wall, once a turn, and always for a step. */
static bool may_break_walls(const LapContext *context, const GemRush *game, uint8_t seat)
{
  return game->steps > 0 && has_unused_skill(context, game, seat, SKILL_BREAK_WALL);
}

static void legal_breaks(const Sides *sides, uint8_t seat, LapActions *actions)
{
  for (uint8_t direction = 0; direction < 4; direction++)
    if (!sides->door[direction] && sides->next[direction] != LAP_NOWHERE)
      lap_add_1(actions, BREAK_WALL, seat, direction);
}

/* Through a door to an empty square. */
static bool may_build(const GemRush *game, const Sides *sides)
{
  if (game->steps == 0 || game->room_deck.count == 0) return false;
  for (uint8_t direction = 0; direction < 4; direction++)
    if (sides->door[direction] && sides->next[direction] == LAP_NOWHERE) return true;
  return false;
}

static void legal_builds(const LapContext *context, const GemRush *game, uint8_t seat, const Sides *sides,
                         LapActions *actions)
{
  Means means = means_of_seat(context, game, seat);
  for (uint8_t direction = 0; direction < 4; direction++) {
    const Door *door = sides->door[direction];
    if (door && sides->next[direction] == LAP_NOWHERE && can_pay(context, game, seat, &means, door))
      lap_add_1(actions, BUILD, seat, direction);
  }
}

static void legal_steps(const LapContext *context, const GemRush *game, uint8_t seat, LapActions *actions)
{
  bool breaks = may_break_walls(context, game, seat);
  Sides sides = sides_of(context, game, game->dwarf[seat], breaks);
  legal_walks(context, game, seat, &sides, actions);
  if (breaks) legal_breaks(&sides, seat, actions);
  if (may_build(game, &sides)) legal_builds(context, game, seat, &sides, actions);
}

/* The dwarf enters the next room, of which the event tells. Whether there is a way back is told, too, as the way there
 * does not show it. */
static void enter_next(const LapContext *context, LapBlock *block, uint8_t seat, uint8_t direction, uint16_t event)
{
  GemRush *game = gem_rush_in(context, block);
  uint16_t there = next_place(game, game->dwarf[seat], direction);
  game->dwarf[seat] = (uint8_t)there;
  lap_emit(context, block, event, seat, game->room[there].piece);
  if (!leads_back(context, game, there, direction)) lap_emit(context, block, NO_WAY_BACK, game->room[there].piece);
}

/* A step that is free for two reasons uses up both. */
static uint16_t step(const LapContext *context, LapBlock *block, uint8_t seat, uint8_t direction)
{
  GemRush *game = gem_rush_in(context, block);
  uint16_t here = game->dwarf[seat], there = next_place(game, here, direction);
  bool leaves = leaves_free(context, game, here), enters = enters_free(context, game, seat, there);
  if (leaves) game->done[here] |= GEM_RUSH_LEFT_FREE;
  if (enters) game->done[there] |= GEM_RUSH_ENTERED_FREE;
  enter_next(context, block, seat, direction, WALKED);
  if (leaves) lap_emit(context, block, LEFT_FREE, seat);
  if (enters) lap_emit(context, block, ENTERED_FREE, seat);
  if (!leaves && !enters) game->steps--;
  return LAP_STAY;
}

static uint16_t break_wall(const LapContext *context, LapBlock *block, uint8_t seat, uint8_t direction)
{
  GemRush *game = gem_rush_in(context, block);
  game->steps--;
  game->skill_used = 1;
  enter_next(context, block, seat, direction, BROKE_WALL);
  return LAP_STAY;
}

/* --- warpstone: to any room, or through any door that leads to an empty square */

static bool may_warp_build(const LapContext *context, const GemRush *game, uint8_t seat, const Means *means,
                           uint16_t place, uint8_t direction)
{
  const Door *door = door_at(context, game, place, direction);
  return door && can_pay(context, game, seat, means, door) && next_place(game, place, direction) == LAP_NOWHERE;
}

/* Whether a warpstone can lead anywhere: but in the very first room it always does. */
static bool may_warp(const LapContext *context, const GemRush *game, uint8_t seat)
{
  if (game->rooms > 1) return true;
  Means means = means_of_seat(context, game, seat);
  for (uint8_t direction = 0; game->room_deck.count && direction < 4; direction++)
    if (may_warp_build(context, game, seat, &means, 0, direction)) return true;
  return false;
}

static void legal_warps(const LapContext *context, const GemRush *game, uint8_t seat, LapActions *actions)
{
  uint16_t face[GEM_RUSH_HAND], faces = lap_zone_faces(LAP_CONST_ZONE(&game->hand[seat]), face);
  for (uint16_t i = 0; i < faces; i++)
    if ((gems_on(gem_cards(context) + face[i]) >> WARPSTONE & 1) && may_warp(context, game, seat))
      lap_add_1(actions, WARP, seat, face[i]);
}

static void legal_warp_builds(const LapContext *context, const GemRush *game, uint8_t seat, const MineIndex *index,
                              LapActions *actions)
{
  if (game->room_deck.count == 0) return;
  Means means = means_of_seat(context, game, seat);
  for (uint16_t face = 1; face <= GEM_RUSH_ROOMS; face++)
    for (uint8_t direction = 0; direction < 4 && index->place[face] != NO_PLACE; direction++)
      if (may_warp_build(context, game, seat, &means, index->place[face], direction))
        lap_add_2(actions, WARP_BUILD, seat, face, direction);
}

static void warp_legal(const LapContext *context, const GemRush *game, uint8_t seat, LapActions *actions)
{
  MineIndex index = index_mine(game);
  for (uint16_t face = 1; face <= GEM_RUSH_ROOMS; face++)
    if (index.place[face] != NO_PLACE && index.place[face] != game->dwarf[seat])
      lap_add_1(actions, WARP_TO, seat, face);
  legal_warp_builds(context, game, seat, &index, actions);
}

static uint16_t warp(const LapContext *context, LapBlock *block, uint8_t seat, uint16_t card)
{
  GemRush *game = gem_rush_in(context, block);
  spend_warpstone(game, seat, card);
  game->open_move = GEM_RUSH_WARPING;
  return LAP_MORE;
}

static uint16_t warp_to(const LapContext *context, LapBlock *block, uint8_t seat, uint16_t face)
{
  GemRush *game = gem_rush_in(context, block);
  int16_t card = game->payment.slot[0].piece;
  discard_payment(game);
  game->open_move = GEM_RUSH_NOTHING;
  game->dwarf[seat] = place_of(game, face);
  lap_emit(context, block, WARPED, seat, card, face);
  draw_by_skill(context, block, seat, SKILL_WARP_DRAW, true);
  return LAP_STAY;
}

static uint16_t warp_build(const LapContext *context, LapBlock *block, const LapAction *action)
{
  GemRush *game = gem_rush_in(context, block);
  game->by_warp = 1;
  lap_emit(context, block, WARP_SPENT, action->seat, game->payment.slot[0].piece);
  return begin_payment(context, block, action->seat, place_of(game, action->arg[0]), action->arg[1]);
}

/* --- rooms that are used on the way: once a turn each, a Movement room for a step */

static bool may_use_room(const LapContext *context, const LapBlock *block, uint8_t seat)
{
  const GemRush *game = gem_rush_of(context, block);
  const Room *room = own_room(context, game, seat);
  if (room->type != ROOM_MOVEMENT && room->type != ROOM_FREE) return false;
  if (room->type == ROOM_MOVEMENT && game->steps == 0) return false;
  return !(game->done[game->dwarf[seat]] & GEM_RUSH_USED) && can_use(context, block, seat, room->op);
}

static uint16_t use_room_on_the_way(const LapContext *context, LapBlock *block, uint8_t seat)
{
  GemRush *game = gem_rush_in(context, block);
  if (own_room(context, game, seat)->type == ROOM_MOVEMENT) game->steps--;
  game->done[game->dwarf[seat]] |= GEM_RUSH_USED;
  return use_room(context, block, seat, false);
}

/* --- skills: a card for a step, a card for a card */

static bool may_use_skill(const LapContext *context, const GemRush *game, uint8_t seat)
{
  return has_unused_skill(context, game, seat, SKILL_RUN) || has_unused_skill(context, game, seat, SKILL_TRADE);
}

static uint16_t use_skill(const LapContext *context, LapBlock *block, uint8_t seat, uint16_t face)
{
  GemRush *game = gem_rush_in(context, block);
  const Skill *skill = skill_of(context, game, seat);
  game->skill_used = 1;
  lap_emit(context, block, USED_SKILL, seat, game->skill[seat][0].piece);
  discard_card(context, block, seat, face);
  if (skill->kind == SKILL_TRADE) {
    draw_cards(context, block, seat, skill->n);
    return LAP_STAY;
  }
  game->steps += skill->n;
  lap_emit(context, block, GAINED_STEPS, seat, skill->n);
  return LAP_STAY;
}

/* --- the phase */

static void legal_now(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const GemRush *game = gem_rush_of(context, block);
  if (has_steps(context, game, seat)) legal_steps(context, game, seat, actions);
  legal_warps(context, game, seat, actions);
  if (may_use_room(context, block, seat)) lap_add_1(actions, USE_ROOM, seat, own_tile(game, seat));
  if (may_use_skill(context, game, seat)) legal_any_card(actions, USE_SKILL, seat, game);
  lap_add(actions, END_MOVE, seat);
}

void move_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const GemRush *game = gem_rush_of(context, block);
  switch (game->open_move) {
  case GEM_RUSH_WARPING:
    warp_legal(context, game, seat, actions);
    return;
  case GEM_RUSH_PAYING:
    payment_legal(context, game, seat, actions);
    return;
  default:
    legal_now(context, block, seat, actions);
  }
}

uint16_t move_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  uint8_t seat = action->seat;
  switch (action->kind) {
  case STEP:
    return step(context, block, seat, action->arg[0]);
  case BREAK_WALL:
    return break_wall(context, block, seat, action->arg[0]);
  case BUILD:
    return begin_payment(context, block, seat, gem_rush_of(context, block)->dwarf[seat], action->arg[0]);
  case WARP:
    return warp(context, block, seat, action->arg[0]);
  case WARP_TO:
    return warp_to(context, block, seat, action->arg[0]);
  case WARP_BUILD:
    return warp_build(context, block, action);
  case USE_ROOM:
    return use_room_on_the_way(context, block, seat);
  case USE_SKILL:
    return use_skill(context, block, seat, action->arg[0]);
  case END_MOVE:
    return GEM_RUSH_ACTION;
  default:
    return payment_apply(context, block, action);
  }
}
