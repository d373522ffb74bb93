#include "rooms.h"

#include "events.h"
#include "kinds.h"
#include "lapidary/emit.h"
#include "lapidary/sets.h"
#include "mine.h"
#include "stock.h"
#include "turn.h"

/* --- what an effect asks for */

static bool draws(const EffectOp *op)
{
  return op->op == OP_DRAW || op->op == OP_DRAW_X || op->op == OP_REVEAL || op->op == OP_REVEAL_X || op->op == OP_DIG;
}

/* The cards that must be there to be discarded: before anything is drawn; later ones take what there is. */
static int must_discard(const EffectOp *op)
{
  int cards = 0;
  for (int i = 0; i < GEM_RUSH_OPS && !draws(&op[i]); i++)
    if (op[i].op == OP_DISCARD) cards += op[i].n;
  return cards;
}

static int count_ops(const EffectOp *op, int word)
{
  int n = 0;
  for (int i = 0; i < GEM_RUSH_OPS; i++) n += op[i].op == word;
  return n;
}

static bool has_x(const EffectOp *op)
{
  return count_ops(op, OP_DRAW_X) || count_ops(op, OP_REVEAL_X) || count_ops(op, OP_DISCARD_X);
}

/* The greatest X that can be carried out in full: the hand has the cards to discard, and with these there are enough to
 * draw. */
static int greatest_x(const GemRush *game, uint8_t seat, const EffectOp *op)
{
  int discards = count_ops(op, OP_DISCARD_X), draws_x = count_ops(op, OP_DRAW_X) + count_ops(op, OP_REVEAL_X);
  int x = game->hand[seat].count;
  while (x > 0 && (x * discards > game->hand[seat].count || x * (draws_x - discards) > gem_rush_stock(game))) x--;
  return x;
}

/* --- where an effect can lead */

static bool is_line(const GemRush *game, uint16_t a, uint16_t b)
{
  return game->x[a] == game->x[b] || game->y[a] == game->y[b];
}

static bool leads_to(const LapContext *context, const LapBlock *block, uint8_t seat, int where, uint16_t place)
{
  const GemRush *game = gem_rush_of(context, block);
  uint16_t here = game->dwarf[seat];
  if (place == here) return false;
  switch (where) {
  case GO_MOVEMENT_ROOM:
    return room_at(context, game, place)->type == ROOM_MOVEMENT;
  case GO_SAME_LINE:
    return is_line(game, here, place);
  case GO_NEIGHBOUR:
    return lap_map_distance_king(mine_map(game), here, place) == 1;
  case GO_TWO_AWAY:
    return lap_map_distance(mine_map(game), here, place) == 2;
  case GO_START:
    return place == game->start;
  case GO_DWARF:
    return context->host->rule(context, block, GEM_RUSH_HAS_COMPANY, seat, place);
  default:
    return true;
  }
}

static bool leads_anywhere(const LapContext *context, const LapBlock *block, uint8_t seat, int where)
{
  for (uint16_t place = 0; place < gem_rush_of(context, block)->rooms; place++)
    if (leads_to(context, block, seat, where, place)) return true;
  return false;
}

/* --- use */

bool can_use(const LapContext *context, const LapBlock *block, uint8_t seat, const EffectOp *op)
{
  uint16_t hand = gem_rush_of(context, block)->hand[seat].count;
  if (op->op == OP_NONE || hand < must_discard(op)) return false;
  for (int i = 0; i < GEM_RUSH_OPS; i++) {
    if (op[i].op == OP_REQUIRE_HAND_MAX && hand > op[i].n) return false;
    if (op[i].op == OP_GO && !leads_anywhere(context, block, seat, op[i].where)) return false;
  }
  return true;
}

static const EffectOp *effect(const LapContext *context, const GemRush *game)
{
  return game->effect_room ? room_tile(context, game->effect_room)->op : skill_card(context, game->effect_skill)->op;
}

static uint16_t begin(const LapContext *context, GemRush *game, bool in_action)
{
  game->in_action = in_action;
  return has_x(effect(context, game)) ? GEM_RUSH_CHOOSE_X : GEM_RUSH_EFFECT;
}

uint16_t use_room(const LapContext *context, LapBlock *block, uint8_t seat, bool in_action)
{
  GemRush *game = gem_rush_in(context, block);
  game->effect_room = own_tile(game, seat);
  lap_emit(context, block, USED_ROOM, seat, game->effect_room);
  return begin(context, game, in_action);
}

uint16_t use_skill_as_action(const LapContext *context, LapBlock *block, uint8_t seat)
{
  GemRush *game = gem_rush_in(context, block);
  game->effect_skill = game->skill[seat][0].piece;
  lap_emit(context, block, USED_SKILL, seat, game->effect_skill);
  return begin(context, game, true);
}

/* --- the parts of an effect, from left to right */

/* The part at hand: the one before the next. */
static const EffectOp *this_op(const LapContext *context, const GemRush *game)
{
  return effect(context, game) + game->next_op - 1;
}

static bool matches(const LapContext *context, const GemRush *game, const EffectOp *op, uint16_t face)
{
  const uint16_t special = (1u << GEMS) - (1u << STANDARD_GEMS);
  uint16_t shown = gems_on(gem_cards(context) + face), wanted = op->of & ((1u << GEMS) - 1);
  if (op->of & OF_SPECIAL) wanted |= special;
  if (op->of & OF_NAMED) wanted |= game->named;
  if (op->of & OF_OWN) wanted |= 1u << own_gem(game->active);
  return (shown & wanted) || (op->of & OF_ALL) || ((op->of & OF_STANDARD_ONLY) && !(shown & special));
}

static void reveal(const LapContext *context, LapBlock *block, int n)
{
  while (n-- > 0 && reveal_card(context, block)) continue;
}

static void dig(const LapContext *context, LapBlock *block, const EffectOp *op)
{
  for (int found = 0; found < op->n;) {
    uint16_t card = reveal_card(context, block);
    if (!card) return;
    found += matches(context, gem_rush_of(context, block), op, card);
  }
}

static void keep_all(const LapContext *context, LapBlock *block, const EffectOp *op)
{
  GemRush *game = gem_rush_in(context, block);
  for (uint16_t i = game->aside.count; i-- > 0;) {
    uint16_t card = game->aside.slot[i].piece;
    if (matches(context, game, op, card)) keep_card(context, block, game->active, card);
  }
}

static void gain_steps(const LapContext *context, LapBlock *block, int n)
{
  GemRush *game = gem_rush_in(context, block);
  game->steps += n;
  lap_emit(context, block, GAINED_STEPS, game->active, n);
}

static void gain_points(const LapContext *context, LapBlock *block, int n)
{
  GemRush *game = gem_rush_in(context, block);
  game->points[game->active][GEM_RUSH_BY_ROOMS] += n;
  lap_emit(context, block, GAINED_POINTS, game->active, n);
  tell_last_round(context, block, game->active, n);
}

/* Where the seat must choose up to n of these cards, if it has any choice to make. */
static uint16_t let_choose(GemRush *game, int n, uint16_t cards, uint16_t phase)
{
  begin_choosing(game, n < cards ? n : cards);
  return game->to_choose ? phase : LAP_STAY;
}

static uint16_t room_in_hand(const GemRush *game) { return GEM_RUSH_HAND - game->hand[game->active].count; }

/* How many gems are named one after the other, from this one on. */
static uint16_t let_name(GemRush *game, const EffectOp *op)
{
  const EffectOp *end = op + 1 + (GEM_RUSH_OPS - game->next_op), *last = op;
  while (last + 1 < end && last[1].op == OP_NAME) last++;
  begin_choosing(game, last - op + 1);
  return GEM_RUSH_NAME_GEM;
}

static uint16_t do_op(const LapContext *context, LapBlock *block, const EffectOp *op)
{
  GemRush *game = gem_rush_in(context, block);
  switch (op->op) {
  case OP_DRAW:
  case OP_DRAW_X:
    draw_cards(context, block, game->active, op->op == OP_DRAW ? op->n : game->chosen_x);
    return LAP_STAY;
  case OP_REVEAL:
  case OP_REVEAL_X:
    reveal(context, block, op->op == OP_REVEAL ? op->n : game->chosen_x);
    return LAP_STAY;
  case OP_DIG:
    dig(context, block, op);
    return LAP_STAY;
  case OP_KEEP:
    keep_all(context, block, op);
    return LAP_STAY;
  case OP_KEEP_CHOOSE:
    return let_choose(game, op->n < room_in_hand(game) ? op->n : room_in_hand(game), game->aside.count, GEM_RUSH_KEEP);
  case OP_DISCARD:
  case OP_DISCARD_X:
    return let_choose(game, op->op == OP_DISCARD ? op->n : game->chosen_x, game->hand[game->active].count,
                      GEM_RUSH_GIVE);
  case OP_NAME:
    return let_name(game, op);
  case OP_GO:
    return leads_anywhere(context, block, game->active, op->where) ? GEM_RUSH_GO : LAP_STAY;
  case OP_GAIN_STEPS:
    gain_steps(context, block, op->n);
    return LAP_STAY;
  case OP_POINTS:
    gain_points(context, block, op->n);
    return LAP_STAY;
  default:
    return LAP_STAY;
  }
}

/* What was revealed and not kept is discarded. */
static uint16_t end_effect(const LapContext *context, LapBlock *block)
{
  GemRush *game = gem_rush_in(context, block);
  bool in_action = game->in_action;
  clear_aside(context, block);
  game->effect_room = game->effect_skill = game->next_op = game->chosen_x = game->in_action = 0;
  game->named = 0;
  return in_action ? GEM_RUSH_AFTER_ACTION : GEM_RUSH_MOVE;
}

uint16_t effect_run(const LapContext *context, LapBlock *block)
{
  GemRush *game = gem_rush_in(context, block);
  const EffectOp *op = effect(context, game) + game->next_op;
  if (game->next_op >= GEM_RUSH_OPS || op->op == OP_NONE) return end_effect(context, block);
  game->next_op++;
  return do_op(context, block, op);
}

/* --- choose x: one value for all of the room */

void choose_x_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const GemRush *game = gem_rush_of(context, block);
  int most = greatest_x(game, seat, effect(context, game));
  for (int16_t x = 0; x <= most; x++) lap_add_1(actions, CHOOSE_X, seat, x);
}

uint16_t choose_x_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  gem_rush_in(context, block)->chosen_x = action->arg[0];
  lap_emit(context, block, CHOSE_X, action->seat, action->arg[0]);
  return GEM_RUSH_EFFECT;
}

/* --- name a gem: any of the eleven, the same one twice if one likes */

void name_gem_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  for (int16_t gem = 0; gem < GEMS; gem++) lap_add_1(actions, NAME_GEM, seat, gem);
}

uint16_t name_gem_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  GemRush *game = gem_rush_in(context, block);
  int is_again = game->named >> action->arg[0] & 1;
  game->named |= 1u << action->arg[0];
  game->to_choose--;
  lap_emit(context, block, NAMED, action->seat, action->arg[0]);
  if (is_again) lap_emit(context, block, NAMED_AGAIN, action->seat, action->arg[0]);
  return GEM_RUSH_EFFECT;
}

/* --- keep: so many of the revealed cards as one chooses */

void keep_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const GemRush *game = gem_rush_of(context, block);
  LapConstZone aside = LAP_CONST_ZONE(&game->aside);
  for (uint16_t face = lap_sets_step(aside, game->last, game->to_choose, 0); face;
       face = lap_sets_step(aside, game->last, game->to_choose, face))
    lap_add_1(actions, KEEP, seat, face);
}

uint16_t keep_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  keep_card(context, block, action->seat, action->arg[0]);
  return chosen(gem_rush_in(context, block), action->arg[0]) ? GEM_RUSH_EFFECT : LAP_MORE;
}

/* --- give: so many cards of the hand */

void give_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  legal_cards(actions, DISCARD, seat, gem_rush_of(context, block));
}

uint16_t give_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  return discard_chosen(context, block, action) ? GEM_RUSH_EFFECT : LAP_MORE;
}

/* --- go: to one of the rooms that the effect leads to */

void go_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const GemRush *game = gem_rush_of(context, block);
  int where = this_op(context, game)->where;
  MineIndex index = index_mine(game);
  for (uint16_t face = 1; face <= GEM_RUSH_ROOMS; face++) {
    uint8_t place = index.place[face];
    if (place != NO_PLACE && leads_to(context, block, seat, where, place)) lap_add_1(actions, GO, seat, face);
  }
}

uint16_t go_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  GemRush *game = gem_rush_in(context, block);
  game->dwarf[action->seat] = place_of(game, action->arg[0]);
  lap_emit(context, block, WALKED, action->seat, action->arg[0]);
  return GEM_RUSH_EFFECT;
}
