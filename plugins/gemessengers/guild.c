#include "guild.h"

#include "lapidary/emit.h"
#include "lapidary/zone.h"
#include "score.h"
#include "workshop.h"

enum { NOBODY = -1, NOWHERE = -1 };

/* --- guild: Proclamations in ascending order of their numbers, each into a row of its player's choice (7) */

static int next_messenger(const LapContext *context, const Messengers *game)
{
  int next = NOBODY, lowest = INT8_MAX;
  for (int seat = 0; seat < context->seats; seat++) {
    uint16_t face = messengers_revealed(context, game, seat, MESSENGERS_PROCLAMATION);
    if (!face || messengers_card(context, face)->number >= lowest) continue;
    next = seat;
    lowest = messengers_card(context, face)->number;
  }
  return next;
}

uint32_t messengers_guild_actors(const LapContext *context, const LapBlock *block)
{
  return 1u << next_messenger(context, messengers_of(context, block));
}

uint16_t messengers_guild_enter(const LapContext *context, LapBlock *block)
{
  return next_messenger(context, messengers_of(context, block)) == NOBODY ? MESSENGERS_PRESTIGE : LAP_STAY;
}

/* Seven Proclamations, nine places: there is always room. */
void messengers_guild_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const Messengers *game = messengers_of(context, block);
  for (int16_t row = 0; row < MESSENGERS_ROWS; row++)
    if (messengers_proclaimed(game, row) < MESSENGERS_WIDTH) lap_add_1(actions, MESSENGERS_PROCLAIM, seat, row);
}

static void take_token(const LapContext *context, LapBlock *block, int16_t seat, int16_t row)
{
  Messengers *game = messengers_in(context, block);
  game->tokens[row]--;
  game->prestige[seat]++;
  lap_emit(context, block, MESSENGERS_TOOK_TOKEN, seat, row);
}

static void points_of_all(const LapContext *context, const LapBlock *block, int32_t points[MESSENGERS_SEATS])
{
  int16_t part[MESSENGERS_PARTS];
  for (int seat = 0; seat < context->seats; seat++)
    points[seat] = messengers_points_of_round(context, block, seat, part);
}

/* What a Proclamation has changed for gems that lie already. */
static void emit_changes(const LapContext *context, const LapBlock *block, const int32_t before[MESSENGERS_SEATS])
{
  int32_t after[MESSENGERS_SEATS];
  points_of_all(context, block, after);
  for (int16_t seat = 0; seat < context->seats; seat++)
    if (after[seat] != before[seat])
      lap_emit(context, block, MESSENGERS_REVALUED, seat,
               after[seat] > before[seat] ? MESSENGERS_MORE : MESSENGERS_LESS);
}

/* Where no token is left the Proclamation is laid without one (8). */
uint16_t messengers_guild_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  Messengers *game = messengers_in(context, block);
  int16_t seat = action->seat, row = action->arg[0];
  int32_t before[MESSENGERS_SEATS];
  points_of_all(context, block, before);
  LapSlot *place = &game->guild[row * MESSENGERS_WIDTH + messengers_proclaimed(game, row)];
  *place = lap_zone_take_at(LAP_ZONE(&game->revealed[seat]), 0, LAP_EVERYONE);
  int16_t worth = (int16_t)context->host->rule(context, block, MESSENGERS_GEM_WORTH, row, place->piece);
  lap_emit(context, block, MESSENGERS_PROCLAIMED, seat, place->piece, row);
  lap_emit(context, block, MESSENGERS_ROW_COUNTS, worth);
  emit_changes(context, block, before);
  if (game->tokens[row]) take_token(context, block, seat, row);
  return next_messenger(context, game) == NOBODY ? MESSENGERS_PRESTIGE : LAP_STAY;
}

/* --- what a picked card may bring */

/* Of those that may still count more: in a row that is certain, only where its kind can still be proclaimed. */
static int gems_of_suit(const LapContext *context, const Messengers *game, int seat, int suit)
{
  int gems = 0;
  for (int cell = 0; cell < MESSENGERS_CELLS; cell++) {
    uint16_t face = game->workshop[seat][cell].piece;
    int may_count = game->slack[seat] || messengers_proclaimed(game, cell / MESSENGERS_WIDTH) < MESSENGERS_WIDTH;
    gems += face && may_count && messengers_card(context, face)->suit == suit;
  }
  return gems;
}

/* What a Proclamation would bring a seat at a row, with the token. */
static int32_t gain_at(const LapContext *context, LapBlock *block, int seat, int16_t card, int row)
{
  Messengers *game = messengers_in(context, block);
  const Messengers before = *game;
  int16_t part[MESSENGERS_PARTS];
  int32_t points = messengers_points_of_round(context, block, seat, part);
  game->guild[row * MESSENGERS_WIDTH + messengers_proclaimed(game, row)].piece = (uint16_t)card;
  game->prestige[seat] += game->tokens[row] > 0;
  points = messengers_points_of_round(context, block, seat, part) - points;
  *game = before;
  return points;
}

/* The row where a Proclamation would bring most, and how much; NOWHERE if it would bring nothing. */
static int16_t best_row(const LapContext *context, LapBlock *block, int16_t seat, int16_t card, int32_t *most)
{
  const Messengers *game = messengers_of(context, block);
  int16_t best = NOWHERE;
  *most = 0;
  for (int16_t row = 0; row < MESSENGERS_ROWS; row++) {
    if (messengers_proclaimed(game, row) == MESSENGERS_WIDTH) continue;
    int32_t points = gain_at(context, block, seat, card, row);
    if (points > *most) best = row, *most = points;
  }
  return best;
}

/* Where it brings no more than a token, it is for gems of its kind that it may become worth more. */
static void tell_proclamation(const LapContext *context, LapBlock *block, int16_t seat, int16_t card)
{
  const Messengers *game = messengers_of(context, block);
  int16_t gems = (int16_t)gems_of_suit(context, game, seat, messengers_card(context, (uint16_t)card)->suit);
  int32_t most;
  int16_t best = best_row(context, block, seat, card, &most);
  int is_token = most == MESSENGERS_TOKEN_WORTH && game->tokens[best];
  if (is_token)
    lap_emit_to(context, block, 1u << seat, MESSENGERS_MAY_BRING_TOKEN, seat, card);
  else if (best != NOWHERE)
    lap_emit_to(context, block, 1u << seat, MESSENGERS_MAY_BRING, seat, card, best, (int16_t)most);
  else
    lap_emit_to(context, block, 1u << seat, MESSENGERS_MAY_BRING_NOTHING, seat, card);
  if (gems && (is_token || best == NOWHERE)) lap_emit_to(context, block, 1u << seat, MESSENGERS_KIN, seat, card, gems);
}

/* Rows that are sure to be full are left out. While the jewel may still move, no row counts yet. */
static void tell_gemstone(const LapContext *context, LapBlock *block, int16_t seat, int16_t card)
{
  const Messengers *game = messengers_of(context, block);
  uint16_t kind = game->slack[seat] ? MESSENGERS_MAY_COUNT_LATER : MESSENGERS_MAY_COUNT;
  int32_t elsewhere = context->host->rule(context, block, MESSENGERS_GEM_WORTH, NOWHERE, card);
  if (workshop_lacks(game->workshop[seat], game->room) == 1)
    lap_emit_to(context, block, 1u << seat, MESSENGERS_WILL_FINISH, seat, card, game->round);
  for (int16_t row = 0; row < MESSENGERS_ROWS; row++) {
    int32_t worth = context->host->rule(context, block, MESSENGERS_GEM_WORTH, row, card);
    int is_full = game->workshop[seat][row * MESSENGERS_WIDTH + game->room[row] - 1].piece && !game->slack[seat];
    if (worth > elsewhere && !is_full) lap_emit_to(context, block, 1u << seat, kind, seat, card, row, (int16_t)worth);
  }
}

void messengers_tell_prospects(const LapContext *context, LapBlock *block, int16_t seat, int16_t card)
{
  if (messengers_card(context, (uint16_t)card)->kind == MESSENGERS_PROCLAMATION)
    tell_proclamation(context, block, seat, card);
  else
    tell_gemstone(context, block, seat, card);
}

/* --- prestige: a token for each who had finished before this turn, while there are any */

/* Fewest points of earlier rounds first, then fewest tokens, then the lower seat (9). */
static int comes_before(const Messengers *game, int seat, int other)
{
  int32_t points = messengers_earned(game, seat), points_of_other = messengers_earned(game, other);
  if (points != points_of_other) return points < points_of_other;
  return game->prestige[seat] < game->prestige[other];
}

static int next_collector(const LapContext *context, const Messengers *game)
{
  int next = NOBODY;
  if (!messengers_any_token(game)) return NOBODY;
  for (int seat = 0; seat < context->seats; seat++)
    if (game->collects[seat] && (next == NOBODY || comes_before(game, seat, next))) next = seat;
  return next;
}

uint32_t messengers_prestige_actors(const LapContext *context, const LapBlock *block)
{
  return 1u << next_collector(context, messengers_of(context, block));
}

uint16_t messengers_prestige_enter(const LapContext *context, LapBlock *block)
{
  return next_collector(context, messengers_of(context, block)) == NOBODY ? MESSENGERS_TURN_ENDS : LAP_STAY;
}

void messengers_prestige_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const Messengers *game = messengers_of(context, block);
  for (int16_t row = 0; row < MESSENGERS_ROWS; row++)
    if (game->tokens[row]) lap_add_1(actions, MESSENGERS_TAKE_TOKEN, seat, row);
}

uint16_t messengers_prestige_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  Messengers *game = messengers_in(context, block);
  game->collects[action->seat] = 0;
  take_token(context, block, action->seat, action->arg[0]);
  if (messengers_all_finished(context, game))
    lap_emit(context, block, MESSENGERS_LAST_TOKEN, action->seat, messengers_end_of_round(game));
  return next_collector(context, game) == NOBODY ? MESSENGERS_TURN_ENDS : LAP_STAY;
}
