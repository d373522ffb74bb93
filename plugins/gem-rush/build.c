#include "build.h"

#include "events.h"
#include "kinds.h"
#include "lapidary/emit.h"
#include "lapidary/zone.h"
#include "mine.h"
#include "stock.h"
#include "turn.h"

/* --- who pays, and what */

static Purse purse_of(const LapContext *context, const GemRush *game, uint8_t seat)
{
  const Skill *skill = skill_of(context, game, seat);
  return (Purse){.card = gem_cards(context),
                 .wild = skill->kind == SKILL_OWN_WILD ? own_gem(seat) : -1,
                 .dust = skill->kind == SKILL_DUST ? skill->n : 1,
                 .echo_is_dust = skill->kind == SKILL_ECHO_WILD};
}

static bool may_haggle(const LapContext *context, const GemRush *game, uint8_t seat, const Door *door)
{
  const Skill *skill = has_unused_skill(context, game, seat, SKILL_HAGGLE);
  return skill && door->n >= skill->least;
}

/* The cards of a hand, and one that is already spent as a warpstone. */
static uint8_t all_cards(const GemRush *game, uint8_t seat, uint16_t *face)
{
  uint8_t n = 0;
  for (int i = 0; i < game->hand[seat].count; i++) face[n++] = game->hand[seat].slot[i].piece;
  for (int i = 0; i < game->payment.count; i++) face[n++] = game->payment.slot[i].piece;
  return n;
}

Means means_of_seat(const LapContext *context, const GemRush *game, uint8_t seat)
{
  uint16_t face[GEM_RUSH_HAND + GEM_RUSH_PAYMENT];
  uint8_t n = all_cards(game, seat, face);
  Purse purse = purse_of(context, game, seat);
  return means_of(&purse, face, n);
}

bool can_pay(const LapContext *context, const GemRush *game, uint8_t seat, const Means *means, const Door *door)
{
  Cost cost = cost_of(door);
  if (means_suffice(means, &cost)) return true;
  if (!may_haggle(context, game, seat, door)) return false;
  for (uint8_t gem = 0; gem < STANDARD_GEMS; gem++) {
    Cost less = cost.of[gem] ? cost_without(cost, gem) : cost;
    if (less.n < cost.n && means_suffice(means, &less)) return true;
  }
  return false;
}

/* --- a payment, as it stands between two steps */

/* The door that is being paid. */
static const Door *this_door(const LapContext *context, const GemRush *game)
{
  return door_at(context, game, game->door_place, game->door_direction);
}

typedef struct {
  Purse purse;
  Cost cost;
  Payment payment;
  uint16_t rest[GEM_RUSH_HAND]; /* what may still be added: ascending, from the last face on */
  uint8_t n_rest;
} Till;

static void fill_rest(const GemRush *game, uint8_t seat, Till *till)
{
  uint16_t face[GEM_RUSH_HAND], cards = lap_zone_sorted(LAP_CONST_ZONE(&game->hand[seat]), face);
  for (uint16_t i = 0; i < cards; i++)
    if (face[i] >= game->last) till->rest[till->n_rest++] = face[i];
}

static Till open_till(const LapContext *context, const GemRush *game, uint8_t seat)
{
  Till till = {.purse = purse_of(context, game, seat), .cost = cost_of(this_door(context, game))};
  if (game->haggled) till.cost = cost_without(till.cost, game->haggled - 1);
  till.payment.warp = game->by_warp;
  for (int i = 0; i < game->payment.count; i++) till.payment.face[till.payment.n++] = game->payment.slot[i].piece;
  fill_rest(game, seat, &till);
  return till;
}

/* The payment with card `i` of the rest. */
static Payment payment_with(const Till *till, uint8_t i)
{
  Payment payment = till->payment;
  payment.face[payment.n++] = till->rest[i];
  return payment;
}

/* Whether the rest can complete the payment after its card `i` is added. */
static bool may_pay(const Till *till, uint8_t i)
{
  if (i > 0 && till->rest[i] == till->rest[i - 1]) return false;
  Payment payment = payment_with(till, i);
  return can_complete(&till->purse, &payment, till->rest + i + 1, till->n_rest - i - 1, &till->cost);
}

static bool shows_orichalcum(const GemCard *card) { return gems_on(card) >> ORICHALCUM & 1; }

/* Whether the door can be paid without card `i` of the rest, so that it may be lost for nothing. One that brings a
 * point is told apart only once the door is paid. */
static bool is_too_much(const Till *till, uint8_t i, bool is_paid)
{
  if (is_paid) return true;
  if (shows_orichalcum(till->purse.card + till->rest[i])) return false;
  Payment payment = payment_with(till, i);
  return !is_last_needed(&till->purse, &payment, till->rest + i + 1, till->n_rest - i - 1, &till->cost);
}

static bool is_settled(const Till *till)
{
  if (!pays(&till->purse, &till->payment, &till->cost)) return false;
  for (uint8_t i = 0; i < till->n_rest; i++)
    if (may_pay(till, i)) return false;
  return true;
}

static void legal_haggling(const Till *till, uint8_t seat, LapActions *actions)
{
  for (uint8_t gem = 0; gem < STANDARD_GEMS; gem++) {
    if (till->cost.of[gem] == 0) continue;
    Cost less = cost_without(till->cost, gem);
    if (can_complete(&till->purse, &till->payment, till->rest, till->n_rest, &less))
      lap_add_1(actions, HAGGLE, seat, gem);
  }
}

/* All that can be part of a payment; what it can do without comes last. */
static void legal_cards_to_pay(const Till *till, uint8_t seat, LapActions *actions)
{
  bool is_paid = pays(&till->purse, &till->payment, &till->cost);
  uint16_t added[GEM_RUSH_HAND];
  uint8_t n_added = 0;
  if (is_paid) lap_add(actions, SETTLE, seat);
  for (uint8_t i = 0; i < till->n_rest; i++) {
    if (!may_pay(till, i)) continue;
    if (is_too_much(till, i, is_paid))
      added[n_added++] = till->rest[i];
    else
      lap_add_1(actions, PAY, seat, till->rest[i]);
  }
  for (uint8_t i = 0; i < n_added; i++) lap_add_1(actions, ADD, seat, added[i]);
}

void payment_legal(const LapContext *context, const GemRush *game, uint8_t seat, LapActions *actions)
{
  Till till = open_till(context, game, seat);
  bool begun = game->haggled || game->last;
  if (!begun && may_haggle(context, game, seat, this_door(context, game))) legal_haggling(&till, seat, actions);
  legal_cards_to_pay(&till, seat, actions);
}

/* --- a door is paid: its points, a tile */

static int orichalcum_in(const LapContext *context, const GemRush *game)
{
  int cards = 0;
  for (int i = 0; i < game->payment.count; i++)
    cards += shows_orichalcum(gem_cards(context) + game->payment.slot[i].piece);
  return cards;
}

static int points_by_skill(const LapContext *context, const GemRush *game, uint8_t seat, const Door *door)
{
  const Skill *skill = skill_of(context, game, seat);
  if (skill->kind == SKILL_BIG_DOOR && door->n >= skill->least) return skill->n;
  if (skill->kind == SKILL_SECOND_BUILD && game->built == 2) return skill->n;
  return 0;
}

/* What a door brings. */
typedef struct {
  int16_t by_door, by_orichalcum, by_skill;
} Gain;

/* Points and skills go by the printed cost, whatever was haggled away. */
static Gain score_door(const LapContext *context, GemRush *game, uint8_t seat)
{
  const Door *door = this_door(context, game);
  const Skill *smith = has_skill(context, game, seat, SKILL_ORICHALCUM);
  Gain gain = {.by_door = door->points,
               .by_orichalcum = (int16_t)(orichalcum_in(context, game) * (smith ? smith->n : 1)),
               .by_skill = (int16_t)points_by_skill(context, game, seat, door)};
  game->points[seat][GEM_RUSH_BY_DOORS] += gain.by_door;
  game->points[seat][GEM_RUSH_BY_ORICHALCUM] += gain.by_orichalcum;
  game->points[seat][GEM_RUSH_BY_SKILL] += gain.by_skill;
  return gain;
}

static void emit_gain(const LapContext *context, const LapBlock *block, uint8_t seat, const Gain *gain)
{
  const GemRush *game = gem_rush_of(context, block);
  int16_t from = game->room[game->door_place].piece;
  lap_emit(context, block, BUILT, seat, from, game->door_direction, gain->by_door);
  if (gain->by_orichalcum) lap_emit(context, block, ORICHALCUM_COUNTED, seat, gain->by_orichalcum);
  if (gain->by_skill) lap_emit(context, block, SKILL_COUNTED, seat, gain->by_skill);
  tell_last_round(context, block, seat, gain->by_door + gain->by_orichalcum + gain->by_skill);
}

void spend_warpstone(GemRush *game, uint8_t seat, uint16_t face)
{
  lap_zone_move(LAP_HAND(&game->hand[seat]), face, LAP_ZONE(&game->payment), LAP_EVERYONE);
}

void discard_payment(GemRush *game) { lap_zone_pass(LAP_ZONE(&game->payment), LAP_ZONE(&game->discard_pile), 0); }

/* Whether these cards pay only as the skill lets gems pay. */
static bool pays_by_skill(const Till *till)
{
  const Purse plain = {.card = till->purse.card, .wild = -1, .dust = 1};
  return !pays(&plain, &till->payment, &till->cost);
}

static void emit_skill_of_payment(const LapContext *context, const LapBlock *block, uint8_t seat)
{
  const GemRush *game = gem_rush_of(context, block);
  Till till = open_till(context, game, seat);
  if (pays_by_skill(&till)) lap_emit(context, block, USED_SKILL, seat, game->skill[seat][0].piece);
}

static void draw_tiles(const LapContext *context, LapBlock *block, uint8_t seat)
{
  GemRush *game = gem_rush_in(context, block);
  int n = has_skill(context, game, seat, SKILL_SURVEY) ? 2 : 1;
  while (n-- > 0 && game->room_deck.count) {
    int16_t tile = lap_zone_draw(LAP_ZONE(&game->room_deck), LAP_ZONE(&game->drawn), LAP_EVERYONE);
    lap_emit(context, block, DREW_TILE, seat, tile);
  }
}

static uint16_t build(const LapContext *context, LapBlock *block, uint8_t seat)
{
  GemRush *game = gem_rush_in(context, block);
  game->built++;
  Gain gain = score_door(context, game, seat);
  emit_skill_of_payment(context, block, seat);
  discard_payment(game);
  if (game->haggled) game->skill_used = 1;
  if (!game->by_warp) game->steps--;
  game->open_move = GEM_RUSH_NOTHING;
  game->haggled = game->owed = game->owed_of_more = 0;
  game->last = 0;
  game->built_by[game->door_place] |= (uint16_t)((seat + 1) << 4 * game->door_direction);
  emit_gain(context, block, seat, &gain);
  draw_tiles(context, block, seat);
  return GEM_RUSH_CHOOSE_TILE;
}

/* --- the steps of a payment; each tells what it does, the last one also what is built */

/* Gems that pay for others leave it open which of the door's gems they pay, of all that no card shows. */
static void count_owed(const LapContext *context, GemRush *game, const Till *till)
{
  Cost printed = cost_of(this_door(context, game));
  game->owed = owed_after(&till->purse, &till->payment, &till->cost);
  game->owed_of_more = game->owed < not_printed(&till->purse, &till->payment, &printed);
}

/* Where nothing more can be added, the payment is complete. */
static uint16_t go_on(const LapContext *context, LapBlock *block, uint8_t seat)
{
  GemRush *game = gem_rush_in(context, block);
  Till till = open_till(context, game, seat);
  if (is_settled(&till)) return build(context, block, seat);
  count_owed(context, game, &till);
  return LAP_MORE;
}

uint16_t begin_payment(const LapContext *context, LapBlock *block, uint8_t seat, uint16_t place, uint8_t direction)
{
  GemRush *game = gem_rush_in(context, block);
  game->open_move = GEM_RUSH_PAYING;
  game->door_place = place;
  game->door_direction = direction;
  return go_on(context, block, seat);
}

static uint16_t haggle(const LapContext *context, LapBlock *block, uint8_t seat, uint8_t gem)
{
  gem_rush_in(context, block)->haggled = gem + 1;
  lap_emit(context, block, HAGGLED, seat, gem);
  return go_on(context, block, seat);
}

/* One that is added is lost for nothing, but for the point of its orichalcum. */
static void emit_card(const LapContext *context, const LapBlock *block, const LapAction *action)
{
  bool is_lost = action->kind == ADD && !shows_orichalcum(gem_cards(context) + action->arg[0]);
  lap_emit(context, block, is_lost ? LOST_CARD : PAID_CARD, action->seat, action->arg[0]);
}

static uint16_t pay_card(const LapContext *context, LapBlock *block, const LapAction *action)
{
  GemRush *game = gem_rush_in(context, block);
  lap_zone_move(LAP_HAND(&game->hand[action->seat]), action->arg[0], LAP_ZONE(&game->payment), LAP_EVERYONE);
  game->last = action->arg[0];
  emit_card(context, block, action);
  return go_on(context, block, action->seat);
}

uint16_t payment_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  switch (action->kind) {
  case HAGGLE:
    return haggle(context, block, action->seat, (uint8_t)action->arg[0]);
  case PAY:
  case ADD:
    return pay_card(context, block, action);
  default:
    return build(context, block, action->seat);
  }
}

/* --- choose tile: of two, the other goes under the deck for all to see */

uint16_t choose_tile_enter(const LapContext *context, LapBlock *block)
{
  return gem_rush_of(context, block)->drawn.count < 2 ? GEM_RUSH_ROTATE : LAP_STAY;
}

void choose_tile_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  LapConstZone drawn = LAP_CONST_ZONE(&gem_rush_of(context, block)->drawn);
  for (uint16_t face = lap_zone_next(drawn, 0); face; face = lap_zone_next(drawn, face))
    lap_add_1(actions, CHOOSE_TILE, seat, face);
}

uint16_t choose_tile_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  GemRush *game = gem_rush_in(context, block);
  int16_t other = game->drawn.slot[game->drawn.slot[0].piece == action->arg[0]].piece;
  lap_zone_tuck(LAP_ZONE(&game->drawn), other, LAP_ZONE(&game->room_deck), LAP_EVERYONE);
  lap_emit(context, block, PUT_UNDER, other);
  return GEM_RUSH_ROTATE;
}

/* --- rotate: a door of the tile faces the room that was left */

void rotate_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const GemRush *game = gem_rush_of(context, block);
  const Room *room = room_tile(context, game->drawn.slot[0].piece);
  for (uint8_t turned = 0; turned < 4; turned++)
    if (faces_back(room, turned, game->door_direction)) lap_add_1(actions, ROTATE, seat, turned);
}

/* Doors that one can go through, but not come back by. */
static void tell_one_way_doors(const LapContext *context, const LapBlock *block, uint16_t place)
{
  const GemRush *game = gem_rush_of(context, block);
  Sides sides = sides_of(context, game, place, false);
  for (uint8_t direction = 0; direction < 4; direction++) {
    uint16_t next = sides.next[direction];
    if (next != LAP_NOWHERE && !leads_back(context, game, next, direction))
      lap_emit(context, block, ONE_WAY, game->room[place].piece, game->room[next].piece);
  }
}

uint16_t rotate_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  GemRush *game = gem_rush_in(context, block);
  uint16_t place = lay_tile(game, game->door_place, game->door_direction, action->arg[0]);
  game->dwarf[action->seat] = place;
  game->door_place = game->door_direction = game->by_warp = 0;
  lap_emit(context, block, PLACED, action->seat, game->room[place].piece);
  tell_one_way_doors(context, block, place);
  draw_by_skill(context, block, action->seat, SKILL_BUILD_DRAW, true);
  return GEM_RUSH_MOVE;
}
