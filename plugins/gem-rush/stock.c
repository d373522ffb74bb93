#include "stock.h"

#include "events.h"
#include "lapidary/deck.h"
#include "lapidary/emit.h"
#include "lapidary/sets.h"

bool refill_deck(const LapContext *context, LapBlock *block)
{
  GemRush *game = gem_rush_in(context, block);
  if (game->gem_deck.count) return true;
  int16_t cards = lap_deck_reshuffle(context, block, LAP_ZONE(&game->discard_pile), LAP_ZONE(&game->gem_deck), 0);
  if (cards)
    lap_emit(context, block, RESHUFFLED, cards);
  else
    lap_emit(context, block, NO_CARDS);
  return cards > 0;
}

void draw_cards(const LapContext *context, LapBlock *block, uint8_t seat, int n)
{
  GemRush *game = gem_rush_in(context, block);
  uint16_t seen = context->host->rule(context, block, GEM_RUSH_SEES_DRAWN, seat, 0);
  for (; n > 0 && game->hand[seat].count < GEM_RUSH_HAND && refill_deck(context, block); n--) {
    int16_t card = lap_zone_draw(LAP_ZONE(&game->gem_deck), LAP_HAND(&game->hand[seat]), seen);
    lap_emit_to(context, block, seen, DREW, seat, card);
  }
}

uint16_t reveal_card(const LapContext *context, LapBlock *block)
{
  GemRush *game = gem_rush_in(context, block);
  if (!refill_deck(context, block)) return 0;
  int16_t card = lap_zone_draw(LAP_ZONE(&game->gem_deck), LAP_ZONE(&game->aside), LAP_EVERYONE);
  lap_emit(context, block, REVEALED, card);
  return card;
}

void keep_card(const LapContext *context, LapBlock *block, uint8_t seat, uint16_t face)
{
  GemRush *game = gem_rush_in(context, block);
  if (!lap_zone_move(LAP_ZONE(&game->aside), face, LAP_HAND(&game->hand[seat]), LAP_EVERYONE)) return;
  lap_emit(context, block, KEPT, seat, face);
}

void discard_card(const LapContext *context, LapBlock *block, uint8_t seat, uint16_t face)
{
  GemRush *game = gem_rush_in(context, block);
  lap_zone_move(LAP_HAND(&game->hand[seat]), face, LAP_ZONE(&game->discard_pile), LAP_EVERYONE);
  lap_emit(context, block, DISCARDED, seat, face);
}

void clear_aside(const LapContext *context, LapBlock *block)
{
  GemRush *game = gem_rush_in(context, block);
  int16_t cards = lap_zone_pass(LAP_ZONE(&game->aside), LAP_ZONE(&game->discard_pile), LAP_EVERYONE);
  if (cards) lap_emit(context, block, CLEARED, cards);
}

void draw_by_skill(const LapContext *context, LapBlock *block, uint8_t seat, int kind, bool once)
{
  GemRush *game = gem_rush_in(context, block);
  const Skill *skill = once ? has_unused_skill(context, game, seat, kind) : has_skill(context, game, seat, kind);
  if (!skill) return;
  game->skill_used |= once;
  lap_emit(context, block, USED_SKILL, seat, game->skill[seat][0].piece);
  draw_cards(context, block, seat, skill->n);
}

/* --- choosing cards, in ascending order */

void begin_choosing(GemRush *game, int n)
{
  game->to_choose = n;
  game->last = 0;
}

bool chosen(GemRush *game, uint16_t face)
{
  game->to_choose--;
  game->last = game->to_choose ? face : 0;
  return game->to_choose == 0;
}

void legal_cards(LapActions *actions, uint16_t kind, uint8_t seat, const GemRush *game)
{
  LapConstZone hand = LAP_CONST_ZONE(&game->hand[seat]);
  for (uint16_t face = lap_sets_step(hand, game->last, game->to_choose, 0); face;
       face = lap_sets_step(hand, game->last, game->to_choose, face))
    lap_add_1(actions, kind, seat, face);
}

void legal_any_card(LapActions *actions, uint16_t kind, uint8_t seat, const GemRush *game)
{
  LapConstZone hand = LAP_CONST_ZONE(&game->hand[seat]);
  for (uint16_t face = lap_zone_next(hand, 0); face; face = lap_zone_next(hand, face))
    lap_add_1(actions, kind, seat, face);
}

bool discard_chosen(const LapContext *context, LapBlock *block, const LapAction *action)
{
  discard_card(context, block, action->seat, action->arg[0]);
  return chosen(gem_rush_in(context, block), action->arg[0]);
}
