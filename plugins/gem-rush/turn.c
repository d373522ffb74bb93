#include "turn.h"

#include "build.h"
#include "events.h"
#include "kinds.h"
#include "lapidary/emit.h"
#include "lapidary/turns.h"
#include "mine.h"
#include "rooms.h"
#include "stock.h"

enum { STEPS = 3, HAND_LIMIT = 4, ROUNDS_MAX = 100 };

/* --- turn begins */

int steps_of_turn(const LapContext *context, const GemRush *game, uint8_t seat)
{
  const Skill *surefoot = has_skill(context, game, seat, SKILL_STEPS);
  return surefoot ? surefoot->n : STEPS;
}

uint16_t turn_begins_run(const LapContext *context, LapBlock *block)
{
  GemRush *game = gem_rush_in(context, block);
  game->steps = (uint8_t)steps_of_turn(context, game, game->active);
  game->built = game->skill_used = 0;
  for (int place = 0; place < game->rooms; place++) game->done[place] = 0;
  return GEM_RUSH_CHECK;
}

/* --- check: the game ends only when it is the first player's turn, so that all have had as many; whatever ends it
 * stays so till then, and each turn before is the last one of its player */

/* How many seats have the points. */
static int reached_by(const LapContext *context, const GemRush *game)
{
  int seats = 0;
  for (uint8_t seat = 0; seat < context->seats; seat++) seats += gem_rush_points(game, seat) >= game->target;
  return seats;
}

static bool is_first_to_reach(const LapContext *context, const GemRush *game, uint8_t seat, int gained)
{
  int32_t points = gem_rush_points(game, seat);
  return points >= game->target && points - gained < game->target && reached_by(context, game) == 1;
}

/* Points that do not count for the seat alone end no race. */
void tell_last_round(const LapContext *context, const LapBlock *block, uint8_t seat, int gained)
{
  const GemRush *game = gem_rush_of(context, block);
  if (!is_first_to_reach(context, game, seat, gained)) return;
  if (context->host->rule(context, block, GEM_RUSH_SCORES_FOR, seat, 0) != seat) return;
  int16_t points = (int16_t)gem_rush_points(game, seat);
  for (int16_t other = seat + 1; other < context->seats; other++)
    lap_emit(context, block, LAST_ROUND, seat, points, other);
  if (seat + 1 == context->seats) lap_emit(context, block, RACE_ENDS, seat, points);
}

static int why_it_ends(const LapContext *context, const GemRush *game)
{
  if (reached_by(context, game)) return END_TARGET;
  if (game->room_deck.count == 0) return END_NO_TILES;
  if (!mine_is_open(context, game)) return END_CLOSED;
  return game->rounds >= ROUNDS_MAX ? END_ROUNDS : -1;
}

uint16_t check_run(const LapContext *context, LapBlock *block)
{
  const GemRush *game = gem_rush_of(context, block);
  int16_t reason = why_it_ends(context, game);
  if (reason >= 0 && game->active == 0) {
    lap_emit(context, block, ENDED, reason);
    return LAP_OVER;
  }
  if (reason >= 0) lap_emit(context, block, LAST_TURN, game->active, reason);
  return GEM_RUSH_DISCARD;
}

/* --- discard: down to four cards */

uint32_t only_active(const LapContext *context, const LapBlock *block)
{
  return 1u << gem_rush_of(context, block)->active;
}

int hand_limit(const LapContext *context, const GemRush *game, uint8_t seat)
{
  const Skill *pockets = has_skill(context, game, seat, SKILL_HAND_LIMIT);
  return pockets ? pockets->n : HAND_LIMIT;
}

uint16_t discard_enter(const LapContext *context, LapBlock *block)
{
  GemRush *game = gem_rush_in(context, block);
  int too_many = game->hand[game->active].count - hand_limit(context, game, game->active);
  if (too_many <= 0) return GEM_RUSH_MOVE;
  begin_choosing(game, too_many);
  return LAP_STAY;
}

void discard_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  legal_cards(actions, DISCARD, seat, gem_rush_of(context, block));
}

uint16_t discard_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  if (!discard_chosen(context, block, action)) return LAP_MORE;
  draw_by_skill(context, block, action->seat, SKILL_DISCARD_DRAW, true);
  return GEM_RUSH_MOVE;
}

/* --- action: exactly one, and no step after it */

void action_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const GemRush *game = gem_rush_of(context, block);
  const Room *room = own_room(context, game, seat);
  if (room->type == ROOM_ACTION && can_use(context, block, seat, room->op))
    lap_add_1(actions, USE_ROOM, seat, own_tile(game, seat));
  lap_add(actions, DRAW, seat);
}

uint16_t action_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  if (action->kind == USE_ROOM) return use_room(context, block, action->seat, true);
  if (has_skill(context, gem_rush_of(context, block), action->seat, SKILL_DRAW_ACTION))
    return use_skill_as_action(context, block, action->seat);
  draw_cards(context, block, action->seat, 1);
  return GEM_RUSH_AFTER_ACTION;
}

uint16_t after_action_run(const LapContext *context, LapBlock *block)
{
  const GemRush *game = gem_rush_of(context, block);
  uint8_t seat = game->active;
  if (context->host->rule(context, block, GEM_RUSH_HAS_COMPANY, seat, game->dwarf[seat]))
    draw_by_skill(context, block, seat, SKILL_COMPANY_DRAW, false);
  return GEM_RUSH_TURN_ENDS;
}

/* --- turn ends */

uint16_t turn_ends_run(const LapContext *context, LapBlock *block)
{
  GemRush *game = gem_rush_in(context, block);
  game->active = lap_seat_after(context, game->active, 1);
  game->rounds += game->active == 0;
  return GEM_RUSH_TURN_BEGINS;
}

/* --- what a variant may rule otherwise */

int32_t sees_drawn(const LapContext *context, const LapBlock *block, int32_t seat, int32_t b) { return 1 << seat; }

int32_t has_company(const LapContext *context, const LapBlock *block, int32_t seat, int32_t place)
{
  const GemRush *game = gem_rush_of(context, block);
  for (int32_t other = 0; other < context->seats; other++)
    if (other != seat && game->dwarf[other] == place) return 1;
  return 0;
}

int32_t scores_for(const LapContext *context, const LapBlock *block, int32_t seat, int32_t b) { return seat; }

/* --- score: most points; if equal, together */

static void score_line(const LapContext *context, const LapBlock *block, LapLine line)
{
  if (line.points == 0) return;
  line.knows = LAP_EVERYONE;
  line.seat = (int8_t)context->host->rule(context, block, GEM_RUSH_SCORES_FOR, line.arg[0], 0);
  context->host->line(context, &line);
}

static void score_doors(const LapContext *context, const LapBlock *block)
{
  const GemRush *game = gem_rush_of(context, block);
  for (uint16_t place = 0; place < game->rooms; place++)
    for (uint8_t direction = 0; direction < 4; direction++) {
      int builder = gem_rush_builder(game, place, direction);
      if (builder < 0) continue;
      LapLine line = {.kind = LAP_ID(0, GEM_RUSH_BY_DOORS), .points = door_at(context, game, place, direction)->points};
      line.arg[0] = (int16_t)builder;
      line.arg[1] = (int16_t)game->room[place].piece;
      line.arg[2] = direction;
      score_line(context, block, line);
    }
}

void score(const LapContext *context, const LapBlock *block, int final)
{
  const GemRush *game = gem_rush_of(context, block);
  score_doors(context, block);
  for (int16_t seat = 0; seat < context->seats; seat++)
    for (uint8_t source = GEM_RUSH_BY_DOORS + 1; source < GEM_RUSH_SOURCES; source++)
      score_line(context, block,
                 (LapLine){.kind = LAP_ID(0, source), .arg = {seat}, .points = game->points[seat][source]});
}
