#include "prospects.h"

#include <string.h>

#include "guild.h"
#include "lapidary/emit.h"
#include "score.h"
#include "workshop.h"

enum { NOWHERE = -1 };

/* --- a Proclamation */

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

/* --- a gemstone */

/* What it brings itself. Rows that are sure to be full are left out. While the jewel may still move, no row counts yet;
 * then a row can be out of reach only for the Decoration between it and the gems, as rows have no gaps. */
static void tell_rows(const LapContext *context, LapBlock *block, int16_t seat, int16_t card)
{
  const Messengers *game = messengers_of(context, block);
  const LapSlot *gem = game->workshop[seat];
  int32_t elsewhere = context->host->rule(context, block, MESSENGERS_GEM_WORTH, NOWHERE, card);
  for (int16_t row = 0; row < MESSENGERS_ROWS; row++) {
    int16_t worth = (int16_t)context->host->rule(context, block, MESSENGERS_GEM_WORTH, row, card);
    if (worth <= elsewhere || workshop_is_full(gem, game->room, row)) continue;
    if (game->slack[seat])
      lap_emit_to(context, block, 1u << seat, MESSENGERS_MAY_COUNT_LATER, seat, card, row, worth);
    else if (workshop_reaches(gem, game->room, row))
      lap_emit_to(context, block, 1u << seat, MESSENGERS_MAY_COUNT, seat, card, row, worth);
    else
      lap_emit_to(context, block, 1u << seat, MESSENGERS_OUT_OF_REACH, seat, card, row, worth, MESSENGERS_DECORATION);
  }
}

static int lies_in(const LapSlot *gem, int row, uint16_t face)
{
  for (int cell = row * MESSENGERS_WIDTH; cell < (row + 1) * MESSENGERS_WIDTH; cell++)
    if (gem[cell].piece == face) return 1;
  return 0;
}

/* Whether a gem, which lies already, is in that row for certain after some placement of another one. */
static int may_settle(const Messengers *game, int seat, int row, uint16_t face)
{
  for (int where = 0; where < MESSENGERS_WHERES; where++) {
    LapSlot after[MESSENGERS_CELLS];
    memcpy(after, game->workshop[seat], sizeof after);
    if (!workshop_may_place(after, game->room, where)) continue;
    int place = workshop_place(after, game->room, where, (LapSlot){.piece = 1});
    if (workshop_slack(after, game->room)) continue;
    after[place].piece = 0;
    if (lies_in(after, row, face)) return 1;
  }
  return 0;
}

static void tell_settling(const LapContext *context, LapBlock *block, int16_t seat, int16_t face)
{
  const Messengers *game = messengers_of(context, block);
  int32_t elsewhere = context->host->rule(context, block, MESSENGERS_GEM_WORTH, NOWHERE, face);
  for (int16_t row = 0; row < MESSENGERS_ROWS; row++) {
    int16_t worth = (int16_t)context->host->rule(context, block, MESSENGERS_GEM_WORTH, row, face);
    if (worth > elsewhere && may_settle(game, seat, row, (uint16_t)face))
      lap_emit_to(context, block, 1u << seat, MESSENGERS_MAY_SETTLE, seat, face, row, worth);
  }
}

/* What it brings through gems that lie already, of each kind once. That is never sure: wherever rows may still move, a
 * row can be added above or below, and with these they become certain a row apart. */
static void tell_settling_of_all(const LapContext *context, LapBlock *block, int16_t seat)
{
  const Messengers *game = messengers_of(context, block);
  uint32_t told = 0;
  for (int cell = 0; cell < MESSENGERS_CELLS && game->slack[seat]; cell++) {
    uint16_t face = game->workshop[seat][cell].piece;
    if (face && !(told >> face & 1)) tell_settling(context, block, seat, (int16_t)face);
    told |= 1u << face;
  }
}

/* The most gems that any other jewel lacks. */
static int others_lack(const LapContext *context, const Messengers *game, int seat)
{
  int most = 0;
  for (int other = 0; other < context->seats; other++) {
    int lacks = other == seat ? 0 : workshop_lacks(game->workshop[other], game->room);
    if (lacks > most) most = lacks;
  }
  return most;
}

/* By what lay before the turn: whoever is to pick knows that, but not what others pick. */
static void tell_finish(const LapContext *context, LapBlock *block, int16_t seat, int16_t card)
{
  const Messengers *game = messengers_of(context, block);
  int lacks = others_lack(context, game, seat);
  lap_emit_to(context, block, 1u << seat, MESSENGERS_WILL_FINISH, seat, card, game->round);
  if (lacks == 0)
    messengers_tell_end(context, block, (uint16_t)(1u << seat));
  else if (lacks == 1)
    lap_emit_to(context, block, 1u << seat, MESSENGERS_MAY_END, seat, card, messengers_end_of_round(game));
  else
    lap_emit_to(context, block, 1u << seat, MESSENGERS_WILL_TAKE_TOKENS, seat, card);
}

static void tell_gemstone(const LapContext *context, LapBlock *block, int16_t seat, int16_t card)
{
  const Messengers *game = messengers_of(context, block);
  if (workshop_lacks(game->workshop[seat], game->room) == 1) tell_finish(context, block, seat, card);
  tell_rows(context, block, seat, card);
  tell_settling_of_all(context, block, seat);
}

void messengers_tell_prospects(const LapContext *context, LapBlock *block, int16_t seat, int16_t card)
{
  if (messengers_card(context, (uint16_t)card)->kind == MESSENGERS_PROCLAMATION)
    tell_proclamation(context, block, seat, card);
  else
    tell_gemstone(context, block, seat, card);
}
