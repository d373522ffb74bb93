#include "guild.h"

#include "lapidary/emit.h"
#include "lapidary/zone.h"
#include "score.h"

enum { NOBODY = -1 };

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

/* In the turn in which the last jewel is finished a token is taken for each that was before. */
static int tokens_before_the_end(const Messengers *game)
{
  int tokens = game->tokens[0] + game->tokens[1] + game->tokens[2], collectors = 0;
  for (int seat = 0; seat < MESSENGERS_SEATS; seat++) collectors += game->collects[seat];
  return tokens < collectors ? tokens : collectors;
}

void messengers_tell_end(const LapContext *context, const LapBlock *block, uint16_t knows)
{
  const Messengers *game = messengers_of(context, block);
  int tokens = tokens_before_the_end(game);
  lap_emit_to(context, block, knows, MESSENGERS_ALL_FINISHED, messengers_end_of_round(game));
  if (tokens) lap_emit_to(context, block, knows, MESSENGERS_TOKENS_FIRST, (int16_t)tokens);
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
