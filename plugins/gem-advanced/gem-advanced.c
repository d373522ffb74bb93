/* GEM, the advanced game: gems have colours, and everybody has a shield.
 *
 * What is not here is as in the base game, in ../gem. Numbers in comments are rulings of its README. */
#include "gem-advanced.h"

#include <string.h>

#include "lapidary/appearance.h"
#include "lapidary/emit.h"
#include "lapidary/highlights.h"
#include "lapidary/majority.h"
#include "lapidary/tables.h"
#include "plugins/gem/lines.h"

enum {
  TOOK_COLOUR = LAP_ID(1, 0),
  PLACED_SHIELD,
  SHIELDED_GEM,
  SHIELDED_LASERS,
  SCORED_BONUS,
  PLACES_GEM,
  GOT_MOST_OF_COLOUR
};
enum { COLOUR_BONUSES = LAP_ID(1, 0), SHIELDED_GEMS, MOST_OF_COLOUR };
enum { SHIELDED_GEM_POINTS = 1, MOST_OF_COLOUR_POINTS = 5 };

/* --- roll: everybody takes a shield, too */

static void take_shields(const LapContext *context, LapBlock *block)
{
  Advanced *advanced = advanced_in(context, block);
  memset(advanced->colours_left, GEM_OF_COLOUR, sizeof advanced->colours_left);
  memset(advanced->shields, 1, context->seats);
  memset(advanced->shield_square, GEM_SQUARES, context->seats);
}

static uint16_t roll(const LapContext *context, LapBlock *block)
{
  take_shields(context, block);
  return context->host->run_up(context, block, GEM_ROLL);
}

/* --- colour: of each gem that is placed, in the setup too (3) */

static void take_colour(const LapContext *context, LapBlock *block, int16_t colour)
{
  Gem *game = gem_in(context, block);
  advanced_in(context, block)->colours_left[colour]--;
  game->kind = gem_kind_of_colour(colour);
  lap_emit(context, block, TOOK_COLOUR, game->active, colour, game->square);
}

/* The last colour is no choice. The square of the gem and what it does to lines are told at once, its colour and where
 * that changes points when it is chosen. */
static uint16_t colour_enter(const LapContext *context, LapBlock *block)
{
  const Gem *game = gem_of(context, block);
  const Advanced *advanced = advanced_of(context, block);
  int16_t last = 0;
  int n = 0;
  for (int16_t colour = 0; colour < GEM_COLOURS; colour++) {
    if (!advanced->colours_left[colour]) continue;
    last = colour;
    n++;
  }
  lap_emit(context, block, PLACES_GEM, game->active, game->square);
  if (n == 1) take_colour(context, block, last);
  if (!game->setup_left) gem_tell_gem(context, block, game->square);
  return n > 1 ? LAP_STAY : LAP_RESUME;
}

static uint32_t the_active(const LapContext *context, const LapBlock *block)
{
  return 1u << gem_of(context, block)->active;
}

static void colour_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const Advanced *advanced = advanced_of(context, block);
  for (int16_t colour = 0; colour < GEM_COLOURS; colour++)
    if (advanced->colours_left[colour]) lap_add_1(actions, GEM_COLOUR, seat, colour);
}

static uint16_t colour_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  const Gem *game = gem_of(context, block);
  take_colour(context, block, action->arg[0]);
  if (!game->setup_left) gem_tell_kind(context, block, game->square);
  return LAP_RESUME;
}

/* --- turn: or a shield, once in a game, as the whole turn (4); on any square but one with a shield (5) */

static void legal_for_shield(const Gem *game, uint8_t seat, LapActions *actions)
{
  for (int16_t square = 0; square < GEM_SQUARES; square++)
    if (game->board[square] != GEM_OBSTACLE) lap_add_1(actions, GEM_SHIELD_ON, seat, square);
}

static void turn_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const Gem *game = gem_of(context, block);
  if (game->step == GEM_PLACES_OTHER) {
    legal_for_shield(game, seat, actions);
    return;
  }
  context->host->legal_up(context, block, GEM_TURN, seat, actions);
  if (game->step == GEM_BEGINS && advanced_of(context, block)->shields[seat]) lap_add(actions, GEM_TAKE_SHIELD, seat);
}

/* Out of the game, for a point. */
static void shield_gem(const LapContext *context, LapBlock *block, uint8_t seat, int16_t square)
{
  gem_in(context, block)->board[square] = GEM_OBSTACLE;
  advanced_in(context, block)->shielded[seat] += SHIELDED_GEM_POINTS;
  lap_emit(context, block, SHIELDED_GEM, seat, square, SHIELDED_GEM_POINTS);
}

/* The whole stack goes back to its player, whoever that is (5). */
static void shield_lasers(const LapContext *context, LapBlock *block, int16_t square)
{
  Gem *game = gem_in(context, block);
  int16_t owner = 0;
  while (!gem_is_laser_of(game->board[square], owner)) owner++;
  int16_t lasers = context->host->operation(context, block, GEM_CLEAR_STACK, owner, square);
  game->board[square] = GEM_OBSTACLE;
  lap_emit(context, block, SHIELDED_LASERS, owner, square, lasers);
}

static uint16_t place_shield(const LapContext *context, LapBlock *block, uint8_t seat, int16_t square)
{
  Gem *game = gem_in(context, block);
  uint8_t seen = game->board[square];
  advanced_in(context, block)->shields[seat] = 0;
  advanced_in(context, block)->shield_square[seat] = (uint8_t)square;
  lap_emit(context, block, PLACED_SHIELD, seat, square);
  if (gem_is_gem(seen))
    shield_gem(context, block, seat, square);
  else if (gem_is_laser(seen))
    shield_lasers(context, block, square);
  else
    game->board[square] = GEM_OBSTACLE;
  gem_tell_blocked(context, block, seat, (uint8_t)square, seen);
  return GEM_RESOLVE;
}

static uint16_t turn_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  Gem *game = gem_in(context, block);
  if (action->kind == GEM_TAKE_SHIELD) {
    game->step = GEM_PLACES_OTHER;
    return LAP_MORE;
  }
  if (action->kind == GEM_SHIELD_ON) return place_shield(context, block, action->seat, action->arg[0]);
  return context->host->apply_up(context, block, GEM_TURN, action);
}

/* --- an extraction: a bonus if all its gems are of different colours, or all of one (10) */

typedef struct {
  int8_t gems, different, same;
} BonusRow;

enum { DIFFERENT, SAME };
static const char *const matches[] = {"different", "same", NULL};

/* What gems match in, and how many they are. */
typedef struct {
  int16_t gems, match, points;
} Bonus;

static Bonus bonus_of(const LapContext *context, int32_t kinds)
{
  int gems = 0, most = 0;
  for (int colour = 0; colour < GEM_COLOURS; colour++) {
    int of_colour = gem_of_kind(kinds, gem_kind_of_colour(colour));
    gems += of_colour;
    if (of_colour > most) most = of_colour;
  }
  const BonusRow *row = (const BonusRow *)lap_rows(context, 1, 0) + gems;
  if (most == 1) return (Bonus){gems, DIFFERENT, row->different};
  return (Bonus){gems, SAME, most == gems ? row->same : 0};
}

static void extracted(const LapContext *context, LapBlock *block, int32_t seat, int32_t kinds)
{
  Advanced *advanced = advanced_in(context, block);
  for (int colour = 0; colour < GEM_COLOURS; colour++)
    advanced->gathered[seat][colour] += gem_of_kind(kinds, gem_kind_of_colour(colour));
  Bonus bonus = bonus_of(context, kinds);
  if (!bonus.points) return;
  advanced->bonus[seat] += bonus.points;
  lap_emit(context, block, SCORED_BONUS, seat, bonus.gems, bonus.match, bonus.points);
}

/* --- what the base does not know of the score, for bots and for what is told of lines */

static int32_t bonus(const LapContext *context, const LapBlock *block, int32_t kinds, int32_t b)
{
  return bonus_of(context, kinds).points;
}

static int32_t other_points(const LapContext *context, const LapBlock *block, int32_t seat, int32_t b)
{
  const Advanced *advanced = advanced_of(context, block);
  return advanced->bonus[seat] + advanced->shielded[seat];
}

/* --- score: bonuses and shields, and at the end the most of each colour, to all who share it; until then that counts
 * for nothing, and is listed as progress */

static void add_line(const LapContext *context, LapLine line)
{
  line.knows = LAP_EVERYONE;
  if (line.points) context->host->line(context, &line);
}

/* The seats that have the most of a colour, a bit each. */
static uint32_t leaders_of(const LapContext *context, const Advanced *advanced, int16_t colour)
{
  int32_t gems[GEM_SEATS] = {0};
  for (int seat = 0; seat < context->seats; seat++) gems[seat] = advanced->gathered[seat][colour];
  return lap_majority_leaders(gems, context->seats, LAP_MOST, 1);
}

static void score_colour(const LapContext *context, const Advanced *advanced, int16_t colour, int final)
{
  uint32_t leaders = leaders_of(context, advanced, colour);
  for (int8_t seat = 0; seat < context->seats; seat++)
    if (leaders >> seat & 1)
      add_line(context, (LapLine){.kind = MOST_OF_COLOUR,
                                  .seat = seat,
                                  .tier = final ? LAP_TIER_POINTS : LAP_TIER_PROGRESS,
                                  .arg = {colour, advanced->gathered[seat][colour]},
                                  .points = MOST_OF_COLOUR_POINTS});
}

static void awarded(const LapContext *context, LapBlock *block, int32_t a, int32_t b)
{
  const Advanced *advanced = advanced_of(context, block);
  for (int16_t colour = 0; colour < GEM_COLOURS; colour++) {
    uint32_t leaders = leaders_of(context, advanced, colour);
    for (int seat = 0; seat < context->seats; seat++)
      if (leaders >> seat & 1)
        lap_emit(context, block, GOT_MOST_OF_COLOUR, seat, colour, advanced->gathered[seat][colour],
                 MOST_OF_COLOUR_POINTS);
  }
}

static void score(const LapContext *context, const LapBlock *block, int final)
{
  const Advanced *advanced = advanced_of(context, block);
  context->host->score_up(context, block, final);
  for (int8_t seat = 0; seat < context->seats; seat++) {
    add_line(context, (LapLine){.kind = COLOUR_BONUSES, .seat = seat, .points = advanced->bonus[seat]});
    add_line(context, (LapLine){.kind = SHIELDED_GEMS, .seat = seat, .points = advanced->shielded[seat]});
  }
  for (int16_t colour = 0; colour < GEM_COLOURS; colour++) score_colour(context, advanced, colour, final);
}

/* --- a match of the base may join before its first gem, which has no colour; and go back, with gems that have none,
 * until a shield is placed or a bonus is scored */

static const char *join(const LapContext *context, LapBlock *block)
{
  if (gem_of(context, block)->gems_left < GEM_GEMS) return "gems_have_no_colours";
  take_shields(context, block);
  return NULL;
}

static const char *leave(const LapContext *context, LapBlock *block)
{
  Gem *game = gem_in(context, block);
  const Advanced *advanced = advanced_of(context, block);
  for (int seat = 0; seat < context->seats; seat++)
    if (advanced->bonus[seat] || !advanced->shields[seat]) return "advanced_rules_have_counted";
  for (int square = 0; square < GEM_SQUARES; square++)
    if (gem_is_gem(game->board[square])) game->board[square] = GEM_GEM;
  return NULL;
}

/* --- the looks: what is drawn besides the base's */

static const LapFace gems[] = {{.colour = LAP_COLOUR_RED, .mark = "◆"},
                               {.colour = LAP_COLOUR_GREEN, .mark = "◆"},
                               {.colour = LAP_COLOUR_BLUE, .mark = "◆"},
                               {.colour = LAP_COLOUR_YELLOW, .mark = "◆"}};
/* Whose a shield is, in the colours of the lasers. */
static const LapFace suits[] = {{.colour = LAP_COLOUR_RED, .mark = "S"},
                                {.colour = LAP_COLOUR_WHITE, .mark = "M"},
                                {.colour = LAP_COLOUR_GREEN, .mark = "C"},
                                {.colour = LAP_COLOUR_BLUE, .mark = "A"}};
static const LapPlacement places[] = {
    {.field = "colours_left", .draw = LAP_DRAW_ROW, .counts = 1, .values = gems, .n_values = 4},
    {.field = "gathered", .draw = LAP_DRAW_ROW, .counts = 1, .values = gems, .n_values = 4},
    {.field = "shields", .draw = LAP_DRAW_COUNTER},
    {.field = "shield_square", .draw = LAP_DRAW_TOKENS, .values = suits, .n_values = GEM_SEATS, .on = "gem/board"}};
static const LapTable placements = LAP_TABLE(places);

static uint32_t highlights(const LapContext *context, const LapBlock *block, const LapAction *step, LapHighlight *out,
                           uint32_t capacity)
{
  switch (step->kind) {
  case GEM_COLOUR:
    *out = (LapHighlight){.field = "colours_left", .index = (uint16_t)step->arg[0]};
    return 1;
  case GEM_TAKE_SHIELD:
    *out = (LapHighlight){.field = "shields", .row = step->seat};
    return 1;
  default:
    return 0;
  }
}
static const LapHighlights lit = {.struct_size = sizeof lit, .highlights = highlights};

static const LapExtension extensions[] = {{LAP_PLACEMENTS, &placements}, {LAP_HIGHLIGHTS, &lit}};

/* --- the tables that name all this */

static const char *const colours[] = {"red", "green", "blue", "yellow", NULL};

static const LapColumn bonus_columns[] = {LAP_NUMBER_COLUMN(BonusRow, gems, 1, 6),
                                          LAP_NUMBER_COLUMN(BonusRow, different, 0, 100),
                                          LAP_NUMBER_COLUMN(BonusRow, same, 0, 100)};
static const LapCatalogue catalogues[] = {LAP_CATALOGUE("bonuses", "bonuses.json", BonusRow, bonus_columns, 6)};

static const LapPhase phases[] = {{"roll", .replaces = "gem/roll", .run = roll},
                                  {"colour", .before = "gem/gem_lands", .kind = LAP_PHASE_ONE, .enter = colour_enter,
                                   .actors = the_active, .legal = colour_legal, .apply = colour_apply},
                                  {"turn", .replaces = "gem/turn", .legal = turn_legal, .apply = turn_apply}};
static const LapKind actions[] = {LAP_KIND("shield"), LAP_KIND("colour", LAP_CHOICE_ARG("colour", colours)),
                                  LAP_KIND("shield_on", LAP_CELL_ARG("square", "gem/board"))};
static const LapKind events[] = {
    LAP_KIND("took_colour", LAP_SEAT_ARG("seat"), LAP_CHOICE_ARG("colour", colours),
             LAP_CELL_ARG("square", "gem/board")),
    LAP_KIND("placed_shield", LAP_SEAT_ARG("seat"), LAP_CELL_ARG("square", "gem/board")),
    LAP_KIND("shielded_gem", LAP_SEAT_ARG("seat"), LAP_CELL_ARG("square", "gem/board"), LAP_NUMBER_ARG("points")),
    LAP_KIND("shielded_lasers", LAP_SEAT_ARG("owner"), LAP_CELL_ARG("square", "gem/board"), LAP_NUMBER_ARG("lasers")),
    LAP_KIND("scored_bonus", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("gems"), LAP_CHOICE_ARG("match", matches),
             LAP_NUMBER_ARG("points")),
    LAP_KIND("places_gem", LAP_SEAT_ARG("seat"), LAP_CELL_ARG("square", "gem/board")),
    LAP_KIND("got_most_of_colour", LAP_SEAT_ARG("seat"), LAP_CHOICE_ARG("colour", colours), LAP_NUMBER_ARG("gems"),
             LAP_NUMBER_ARG("points"))};
static const LapKind categories[] = {
    LAP_KIND("colour_bonuses"), LAP_KIND("shielded_gems"),
    LAP_KIND("most_of_colour", LAP_CHOICE_ARG("colour", colours), LAP_NUMBER_ARG("gems"))};
static const LapRule rules[] = {{"extracted", .overrides = "gem/extracted", .notice = extracted},
                                {"awarded", .overrides = "gem/awarded", .notice = awarded},
                                {"bonus", .overrides = "gem/bonus", .rule = bonus},
                                {"other_points", .overrides = "gem/other_points", .rule = other_points}};

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 LAP_STATE_OF_PLUGIN(Advanced, advanced),
                                 .id = "gem-advanced",
                                 .version = "1.0.0",
                                 .licence = "MIT",
                                 .authors = "The Lapidary authors",
                                 .depth = 1,
                                 .extends = "gem",
                                 .accepts = "1.0",
                                 .base = LAP_TABLE(gem_fields),
                                 .catalogues = LAP_TABLE(catalogues),
                                 .phases = LAP_TABLE(phases),
                                 .actions = LAP_TABLE(actions),
                                 .events = LAP_TABLE(events),
                                 .categories = LAP_TABLE(categories),
                                 .rules = LAP_TABLE(rules),
                                 .score = score,
                                 .join = join,
                                 .leave = leave,
                                 .extensions = LAP_TABLE(extensions)};
LAP_PLUGIN_ENTRY { return &plugin; }
