/* Gemtrix, the tournament: games in a row, in which each trix counts its points, until somebody has enough of them.
 *
 * What is not here is as in the fast game, in ../gemtrix. Numbers in comments are rulings of its README. */
#include "gemtrix-tournament.h"

#include "lapidary/appearance.h"
#include "lapidary/emit.h"
#include "lapidary/tables.h"

enum { TARGET, GAMES_LIMIT };
enum { EARLIER_GAMES = LAP_ID(1, 0) };
enum {
  GAME_COUNTED = LAP_ID(1, 0),
  NEXT_GAME,
  LAST_GAME,
  POINTS_REACHED,
  GAMES_PLAYED,
  HAS_ENOUGH,
  LEADS,
  EQUAL_AT_TOP
};

/* --- the table says what ends it */

static uint16_t opens(const LapContext *context, LapBlock *block)
{
  Tournament *tournament = tournament_in(context, block);
  tournament->target = (uint16_t)lap_option(context, 1, TARGET);
  tournament->games_limit = (uint16_t)lap_option(context, 1, GAMES_LIMIT);
  return LAP_RESUME;
}

/* --- a trix counts the sum of its points, times the highest bonus in it; three bonuses count nothing */

static int32_t trix_worth(const LapContext *context, const LapBlock *block, int32_t seat, int32_t trix)
{
  const Gemtrix *game = gemtrix_of(context, block);
  int32_t points = 0, bonus = 1;
  for (int i = 0; i < GEMTRIX_TRIX; i++) {
    const GemtrixCard *card = gemtrix_card_of_trix(context, game, seat, trix, i);
    points += card->points;
    if (card->bonus > bonus) bonus = card->bonus;
  }
  return points * bonus;
}

/* Equal totals at the top are parted by one more game, or share the victory (11). */
static int32_t tie_break(const LapContext *context, const LapBlock *block, int32_t seat, int32_t b) { return 0; }

/* --- points */

static int32_t points_of_game(const LapContext *context, const LapBlock *block, int seat)
{
  int trixes = gemtrix_of(context, block)->table[seat].count / GEMTRIX_TRIX;
  int32_t points = 0;
  for (int trix = 0; trix < trixes; trix++)
    points += context->host->rule(context, block, GEMTRIX_TRIX_WORTH, seat, trix);
  return points;
}

static int32_t total(const LapContext *context, const LapBlock *block, int seat)
{
  return tournament_of(context, block)->points[seat] + points_of_game(context, block, seat);
}

/* --- before a turn ends: with the first claim that makes enough points everybody knows that this game is the last,
 * unless several have most (11) */

static uint16_t claims_count(const LapContext *context, LapBlock *block)
{
  Tournament *tournament = tournament_in(context, block);
  const Gemtrix *game = gemtrix_of(context, block);
  if (tournament->enough || !game->claimed) return LAP_RESUME;
  int32_t points = total(context, block, game->active), target = lap_option(context, 1, TARGET);
  if (points < target) return LAP_RESUME;
  tournament->enough = 1;
  lap_emit(context, block, HAS_ENOUGH, game->active, (int16_t)points, target);
  return LAP_RESUME;
}

/* --- game ends */

/* The seats that have most, as bits; `most`: how many points that is. */
static uint32_t find_leaders(const LapContext *context, const LapBlock *block, int32_t *most)
{
  uint32_t leaders = 0;
  *most = 0;
  for (int seat = 0; seat < context->seats; seat++) {
    int32_t points = total(context, block, seat);
    if (leaders == 0 || points > *most) {
      *most = points;
      leaders = 0;
    }
    if (points == *most) leaders |= 1u << seat;
  }
  return leaders;
}

/* Whether somebody has the points, and nobody as many (11); or as many games as there may be have been played. Says
 * which of the two it is. */
static int is_decided(const LapContext *context, LapBlock *block)
{
  int32_t most, target = lap_option(context, 1, TARGET);
  uint32_t leaders = find_leaders(context, block, &most);
  uint32_t games = tournament_of(context, block)->games, games_limit = lap_option(context, 1, GAMES_LIMIT);
  if (most >= target && (leaders & (leaders - 1)) == 0) {
    lap_emit(context, block, POINTS_REACHED, (int16_t)games, target, (int16_t)__builtin_ctz(leaders), (int16_t)most);
    return 1;
  }
  if (!games_limit || games < games_limit) return 0;
  lap_emit(context, block, GAMES_PLAYED, (int16_t)games);
  return 1;
}

/* Who is ahead as the tournament goes on; or that equal totals make it go on. */
static void emit_leaders(const LapContext *context, const LapBlock *block)
{
  int32_t most, target = lap_option(context, 1, TARGET);
  uint32_t leaders = find_leaders(context, block, &most);
  if (most >= target) lap_emit(context, block, EQUAL_AT_TOP, (int16_t)most);
  for (int16_t seat = 0; most < target && seat < context->seats; seat++)
    if (leaders >> seat & 1) lap_emit(context, block, LEADS, seat, (int16_t)most, target);
}

static void emit_points(const LapContext *context, const LapBlock *block)
{
  for (int16_t seat = 0; seat < context->seats; seat++) {
    int16_t points = points_of_game(context, block, seat);
    lap_emit(context, block, GAME_COUNTED, seat, points, (int16_t)total(context, block, seat));
  }
}

/* The seat to the dealer's right deals next (12); of the last game that may be played it is told that it is. */
static void begin_next_game(const LapContext *context, LapBlock *block)
{
  Tournament *tournament = tournament_in(context, block);
  Gemtrix *game = gemtrix_in(context, block);
  for (int seat = 0; seat < context->seats; seat++) tournament->points[seat] = total(context, block, seat);
  game->dealer = gemtrix_right(context, game->dealer);
  uint32_t next = tournament->games + 1;
  lap_emit(context, block, next == tournament->games_limit ? LAST_GAME : NEXT_GAME, (int16_t)next);
}

static uint16_t game_ends(const LapContext *context, LapBlock *block)
{
  context->host->run_up(context, block, GEMTRIX_GAME_ENDS);
  emit_points(context, block);
  tournament_in(context, block)->games++;
  if (is_decided(context, block)) return LAP_OVER;
  emit_leaders(context, block);
  begin_next_game(context, block);
  return GEMTRIX_DEAL;
}

/* --- score: the games before, and the trixes of this one, which has been counted as a game once all is over */

static void score(const LapContext *context, const LapBlock *block, int final)
{
  const Tournament *tournament = tournament_of(context, block);
  for (int8_t seat = 0; seat < context->seats; seat++) {
    LapLine line = {.kind = EARLIER_GAMES, .knows = LAP_EVERYONE, .seat = seat, .points = tournament->points[seat]};
    line.arg[0] = (int16_t)(tournament->games - (final ? 1 : 0));
    if (line.arg[0]) context->host->line(context, &line);
  }
  context->host->score_up(context, block, final);
}

/* --- a running fast game becomes the first of a tournament; and a fast game again, until a second begins */

static const char *join(const LapContext *context, LapBlock *block)
{
  opens(context, block);
  return NULL;
}

static const char *leave(const LapContext *context, LapBlock *block)
{
  return tournament_of(context, block)->games ? "games_have_counted" : NULL;
}

/* --- the looks: what is drawn besides the base's */

static const char *const limits[] = {"any_number", NULL};
static const char *const enough[] = {"nobody_yet", "last_game", NULL};
static const LapPlacement places[] = {{.field = "target", .draw = LAP_DRAW_COUNTER},
                                      {.field = "points", .draw = LAP_DRAW_COUNTER},
                                      {.field = "games", .draw = LAP_DRAW_COUNTER},
                                      {.field = "games_limit", .draw = LAP_DRAW_COUNTER, .labels = limits},
                                      {.field = "enough", .draw = LAP_DRAW_COUNTER, .labels = enough}};
static const LapTable placements = LAP_TABLE(places);
static const LapExtension extensions[] = {{LAP_PLACEMENTS, &placements}};

/* --- the tables that name all this */

static const LapOption options[] = {{.name = "target", .min = 1, .max = 10000, .def = 150},
                                    {.name = "games_limit", .min = 0, .max = 1000, .def = 50}};
static const LapPhase phases[] = {
    {"opens", .before = "gemtrix/deal", .kind = LAP_PHASE_AUTOMATIC, .run = opens},
    {"game_ends", .replaces = "gemtrix/game_ends", .run = game_ends},
    {"claims_count", .before = "gemtrix/turn_ends", .kind = LAP_PHASE_AUTOMATIC, .run = claims_count}};
static const LapKind events[] = {
    LAP_KIND("game_counted", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("points"), LAP_NUMBER_ARG("total")),
    LAP_KIND("next_game", LAP_NUMBER_ARG("game")),
    LAP_KIND("last_game", LAP_NUMBER_ARG("game")),
    LAP_KIND("points_reached", LAP_NUMBER_ARG("games"), LAP_NUMBER_ARG("target"), LAP_SEAT_ARG("winner"),
             LAP_NUMBER_ARG("total")),
    LAP_KIND("games_played", LAP_NUMBER_ARG("games")),
    LAP_KIND("has_enough", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("total"), LAP_NUMBER_ARG("target")),
    LAP_KIND("leads", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("total"), LAP_NUMBER_ARG("target")),
    LAP_KIND("equal_at_top", LAP_NUMBER_ARG("total"))};
static const LapKind categories[] = {LAP_KIND("earlier_games", LAP_NUMBER_ARG("games"))};
static const LapRule rules[] = {{"trix_worth", .overrides = "gemtrix/trix_worth", .rule = trix_worth},
                                {"tie_break", .overrides = "gemtrix/tie_break", .rule = tie_break}};

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 LAP_STATE_OF_PLUGIN(Tournament, tournament),
                                 .id = "gemtrix-tournament",
                                 .version = "1.0.0",
                                 .licence = "MIT",
                                 .authors = "The Lapidary authors",
                                 .depth = 1,
                                 .extends = "gemtrix",
                                 .accepts = "1.0",
                                 .base = LAP_TABLE(gemtrix_fields),
                                 .options = LAP_TABLE(options),
                                 .phases = LAP_TABLE(phases),
                                 .events = LAP_TABLE(events),
                                 .categories = LAP_TABLE(categories),
                                 .rules = LAP_TABLE(rules),
                                 .score = score,
                                 .join = join,
                                 .leave = leave,
                                 .extensions = LAP_TABLE(extensions)};
LAP_PLUGIN_ENTRY { return &plugin; }
