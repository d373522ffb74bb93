#include "score.h"

/* What a gem is worth where its Proclamation lies in the same row, by the number of Proclamations there. */
static const int8_t worth_of_match[MESSENGERS_WIDTH + 1] = {0, 4, 3, 2};
enum { WORTH_ELSEWHERE = 1, UNKNOWN_ROW = -1 };

static int is_proclaimed(const LapContext *context, const Messengers *game, int row, int suit)
{
  const LapSlot *card = &game->guild[row * MESSENGERS_WIDTH];
  for (int i = 0; i < MESSENGERS_WIDTH && card[i].piece; i++)
    if (messengers_card(context, card[i].piece)->suit == suit) return 1;
  return 0;
}

/* The same in all three rounds (3). */
int32_t messengers_gem_worth(const LapContext *context, const LapBlock *block, int32_t row, int32_t face)
{
  const Messengers *game = messengers_of(context, block);
  int suit = messengers_card(context, (uint16_t)face)->suit;
  if (row == UNKNOWN_ROW || !is_proclaimed(context, game, row, suit)) return WORTH_ELSEWHERE;
  return worth_of_match[messengers_proclaimed(game, row)];
}

static int32_t worth_of_cell(const LapContext *context, const LapBlock *block, int seat, int cell, int *row)
{
  const Messengers *game = messengers_of(context, block);
  *row = game->slack[seat] ? UNKNOWN_ROW : cell / MESSENGERS_WIDTH;
  return context->host->rule(context, block, MESSENGERS_GEM_WORTH, *row, game->workshop[seat][cell].piece);
}

int32_t messengers_points_of_round(const LapContext *context, const LapBlock *block, int seat,
                                   int16_t part[MESSENGERS_PARTS])
{
  const Messengers *game = messengers_of(context, block);
  int32_t points = 0;
  int row;
  for (int i = 0; i < MESSENGERS_PARTS; i++) part[i] = 0;
  part[MESSENGERS_OF_TOKENS] = (int16_t)(game->prestige[seat] * MESSENGERS_TOKEN_WORTH);
  for (int cell = 0; cell < MESSENGERS_CELLS; cell++) {
    if (!game->workshop[seat][cell].piece) continue;
    int16_t worth = (int16_t)worth_of_cell(context, block, seat, cell, &row);
    part[row == UNKNOWN_ROW ? MESSENGERS_LOOSE : row] += worth;
  }
  for (int i = 0; i < MESSENGERS_PARTS; i++) points += part[i];
  return points;
}

int32_t messengers_earned(const Messengers *game, int seat)
{
  int32_t points = 0;
  for (int i = 0; i < game->round * MESSENGERS_COUNTS; i++) points += game->earned[seat][i];
  return points;
}

void messengers_keep_points(const LapContext *context, LapBlock *block)
{
  Messengers *game = messengers_in(context, block);
  for (int seat = 0; seat < context->seats; seat++) {
    uint8_t *made = &game->made[seat][game->round * MESSENGERS_CELLS];
    uint8_t *earned = &game->earned[seat][game->round * MESSENGERS_COUNTS];
    int row;
    for (int cell = 0; cell < MESSENGERS_CELLS; cell++) {
      made[cell] = (uint8_t)game->workshop[seat][cell].piece;
      earned[cell] = made[cell] ? (uint8_t)worth_of_cell(context, block, seat, cell, &row) : 0;
    }
    earned[MESSENGERS_CELLS] = game->prestige[seat] * MESSENGERS_TOKEN_WORTH;
    game->uncertain[seat] |= (game->slack[seat] > 0) << game->round;
  }
}

/* --- the sheet */

static void score_tokens(const LapContext *context, int8_t seat, int round, int32_t points)
{
  LapLine line = {.kind = MESSENGERS_PRESTIGE_POINTS, .knows = LAP_EVERYONE, .seat = seat, .points = points};
  line.arg[0] = (int16_t)round;
  if (points) context->host->line(context, &line);
}

static void score_kept_round(const LapContext *context, const Messengers *game, int8_t seat, int round)
{
  LapLine line = {.kind = MESSENGERS_EARNED + round, .knows = LAP_EVERYONE, .seat = seat};
  const uint8_t *made = &game->made[seat][round * MESSENGERS_CELLS];
  const uint8_t *earned = &game->earned[seat][round * MESSENGERS_COUNTS];
  int uncertain = game->uncertain[seat] >> round & 1;
  for (int cell = 0; cell < MESSENGERS_CELLS; cell++) {
    if (!made[cell]) continue;
    line.arg[0] = uncertain ? MESSENGERS_LOOSE : (int16_t)(cell / MESSENGERS_WIDTH);
    line.arg[1] = made[cell];
    line.points = earned[cell];
    context->host->line(context, &line);
  }
  score_tokens(context, seat, round, earned[MESSENGERS_CELLS]);
}

static void score_gem(const LapContext *context, const LapBlock *block, int8_t seat, int cell)
{
  int row;
  LapLine line = {.kind = MESSENGERS_LOOSE_GEM, .knows = LAP_EVERYONE, .seat = seat};
  line.arg[0] = messengers_of(context, block)->workshop[seat][cell].piece;
  line.points = worth_of_cell(context, block, seat, cell, &row);
  if (row != UNKNOWN_ROW) line.kind = MESSENGERS_GEM + row;
  context->host->line(context, &line);
}

static void score_open_round(const LapContext *context, const LapBlock *block, int8_t seat)
{
  const Messengers *game = messengers_of(context, block);
  for (int cell = 0; cell < MESSENGERS_CELLS; cell++)
    if (game->workshop[seat][cell].piece) score_gem(context, block, seat, cell);
  score_tokens(context, seat, game->round, game->prestige[seat] * MESSENGERS_TOKEN_WORTH);
}

/* Once it is over, the last round is kept as well. */
void messengers_score(const LapContext *context, const LapBlock *block, int final)
{
  const Messengers *game = messengers_of(context, block);
  int kept = game->round + (final ? 1 : 0);
  for (int8_t seat = 0; seat < context->seats; seat++) {
    for (int round = 0; round < kept; round++) score_kept_round(context, game, seat, round);
    if (!final) score_open_round(context, block, seat);
  }
}
