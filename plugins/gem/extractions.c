/* Numbers in comments are rulings of README.md. */
#include "extractions.h"

#include "knowledge.h"
#include "lapidary/emit.h"
#include "lapidary/turns.h"
#include "lasers.h"
#include "lines.h"
#include "tables.h"

/* --- finding them */

/* Whether the laser on `from` and another of its player point at each other over nothing but gems. */
static int extracts(const Gem *game, uint8_t seat, uint8_t from, uint8_t direction, GemExtraction *extraction)
{
  uint8_t facing = gem_laser(seat, lap_direction_opposite(direction)), gems;
  uint16_t to = gem_line_end(game, from, direction, &gems);
  *extraction = (GemExtraction){from, (uint8_t)to, direction, gems};
  return gems > 0 && to != LAP_NOWHERE && game->board[to] == facing;
}

/* From each top laser that points east or south. */
int gem_extractions(const Gem *game, uint8_t seat, GemExtraction extraction[GEM_EXTRACTIONS_MAX])
{
  uint8_t last = GEM_SQUARES;
  int n = 0;
  for (int i = 0; i < game->lasers[seat]; i++) {
    uint8_t from = game->laser_square[seat][i], direction = game->board[from] - gem_laser(seat, LAP_NORTH);
    GemExtraction found;
    if (from == last || (direction != LAP_EAST && direction != LAP_SOUTH)) continue;
    if (extracts(game, seat, from, direction, &found)) extraction[n++] = found;
    last = from;
  }
  return n;
}

int gem_would_extract(const Gem *game, uint8_t seat, uint8_t square, uint8_t direction)
{
  GemExtraction extraction;
  return extracts(game, seat, square, direction, &extraction);
}

int gem_may_extract(const Gem *game, uint8_t seat, uint8_t square)
{
  for (uint8_t direction = LAP_NORTH; direction <= LAP_WEST; direction++)
    if (gem_would_extract(game, seat, square, direction)) return 1;
  return 0;
}

uint16_t gem_extracting_seat(const LapContext *context, const Gem *game, uint8_t first, uint8_t seats)
{
  GemExtraction extraction[GEM_EXTRACTIONS_MAX];
  for (uint8_t i = 0; i < seats; i++) {
    uint8_t seat = lap_seat_after(context, first, i);
    if (gem_extractions(game, seat, extraction)) return seat;
  }
  return LAP_NOWHERE;
}

/* --- scoring one */

/* Takes the gems between two lasers off the board; answers how many of each kind, as gem_of_kind says. */
static int32_t take_gems(Gem *game, const GemExtraction *extraction)
{
  int32_t kinds = 0;
  uint16_t square = extraction->from;
  for (int i = 0; i < extraction->gems; i++) {
    square = lap_grid_step(&gem_board, square, extraction->direction);
    if (square == LAP_NOWHERE) break; /* never: it ends at a laser */
    kinds += gem_one_of_kind(game->board[square] - GEM_GEM);
    game->board[square] = GEM_OPEN;
  }
  return kinds;
}

/* A laser that lay below one that was taken back counts again. */
static void tell_uncovered(const LapContext *context, LapBlock *block, uint8_t seat, uint8_t square)
{
  uint8_t seen = gem_of(context, block)->board[square];
  if (gem_is_laser(seen)) lap_emit(context, block, GEM_UNCOVERED, seat, square, seen - gem_laser(seat, LAP_NORTH));
}

/* Lines that were blocked, or went on, end at the squares of an extraction now. */
static void tell_opened(const LapContext *context, LapBlock *block, const GemExtraction *extraction)
{
  uint16_t square = extraction->from;
  for (int i = 0; i < extraction->gems + 2 && square != LAP_NOWHERE; i++) {
    gem_tell_opened(context, block, square);
    square = lap_grid_step(&gem_board, square, extraction->direction);
  }
}

static void score_extraction(const LapContext *context, LapBlock *block, uint8_t seat, const GemExtraction *extraction)
{
  Gem *game = gem_in(context, block);
  int16_t gems = extraction->gems, points = gem_extraction_points(context, extraction->gems);
  int32_t kinds = take_gems(game, extraction);
  gem_lift_laser(game, seat, extraction->from);
  gem_lift_laser(game, seat, extraction->to);
  game->extracted[seat][gems - 1]++;
  game->gems[seat] += gems;
  if (gems > game->chain[seat]) game->chain[seat] = gems;
  lap_emit(context, block, GEM_TOOK_EXTRACTION, seat, extraction->from, extraction->to, gems, points);
  context->host->notify(context, block, GEM_EXTRACTED, seat, kinds);
  tell_uncovered(context, block, seat, extraction->from);
  tell_uncovered(context, block, seat, extraction->to);
  tell_opened(context, block, extraction);
}

/* --- a contest: a gem that was just played completes lines of two players, one each */

static int16_t reveal(const LapContext *context, LapBlock *block, uint8_t seat, const GemExtraction *extraction)
{
  Gem *game = gem_in(context, block);
  uint16_t first = gem_top_laser(game, seat, extraction->from), second = gem_top_laser(game, seat, extraction->to);
  gem_reveal_laser(game, seat, first);
  gem_reveal_laser(game, seat, second);
  int16_t from = game->laser[seat][first].piece, to = game->laser[seat][second].piece;
  int16_t power = gem_coin_value(from) + gem_coin_value(to);
  lap_emit(context, block, GEM_REVEALED, seat, from, to, power);
  return power;
}

/* The higher power takes its extraction. If equal, the one nearer to the active player, clockwise, with himself the
 * nearest (7): that is `first`. */
static void contest(const LapContext *context, LapBlock *block, uint8_t first, uint8_t second)
{
  GemExtraction of_first[GEM_EXTRACTIONS_MAX], of_second[GEM_EXTRACTIONS_MAX];
  gem_extractions(gem_of(context, block), first, of_first);
  gem_extractions(gem_of(context, block), second, of_second);
  int16_t power = reveal(context, block, first, of_first);
  int wins = power >= reveal(context, block, second, of_second);
  lap_emit(context, block, GEM_WON_CONTEST, wins ? first : second, wins ? second : first);
  score_extraction(context, block, wins ? first : second, wins ? of_first : of_second);
}

/* --- resolve: until nothing is left to extract. Lasers that were covered may now point at each other (8). */

uint16_t gem_resolve(const LapContext *context, LapBlock *block)
{
  Gem *game = gem_in(context, block);
  GemExtraction extraction[GEM_EXTRACTIONS_MAX];
  gem_count_open(game);
  uint16_t first = gem_extracting_seat(context, game, game->active, context->seats);
  if (first == LAP_NOWHERE) return GEM_TURN_ENDS;

  uint8_t others = (game->active + context->seats - first - 1) % context->seats;
  uint16_t second = gem_extracting_seat(context, game, first + 1, others);
  int n = gem_extractions(game, first, extraction);
  if (second == LAP_NOWHERE && n > 1) return GEM_CHOICE;
  if (second == LAP_NOWHERE)
    score_extraction(context, block, first, extraction);
  else
    contest(context, block, first, second);
  return LAP_STAY;
}

/* --- choice: of two extractions of one player he takes one; the other may have lost a gem to it (6) */

uint32_t gem_choice_actors(const LapContext *context, const LapBlock *block)
{
  const Gem *game = gem_of(context, block);
  return 1u << gem_extracting_seat(context, game, game->active, context->seats);
}

void gem_choice_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  GemExtraction extraction[GEM_EXTRACTIONS_MAX];
  int n = gem_extractions(gem_of(context, block), seat, extraction);
  for (int i = 0; i < n; i++) lap_add_2(actions, GEM_EXTRACT, seat, extraction[i].from, extraction[i].to);
}

uint16_t gem_choice_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  GemExtraction extraction[GEM_EXTRACTIONS_MAX];
  int n = gem_extractions(gem_of(context, block), action->seat, extraction);
  for (int i = 0; i < n; i++) {
    if (extraction[i].from != action->arg[0]) continue;
    score_extraction(context, block, action->seat, &extraction[i]);
    break;
  }
  return GEM_RESOLVE;
}
