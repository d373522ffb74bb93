/* GEM, in order of play. The rules and every ruling taken are in README.md; numbers in comments are those of its
 * rulings. Extractions, which follow each turn, are in extractions.c. */
#include "gem.h"

#include "evaluate.h"
#include "extractions.h"
#include "knowledge.h"
#include "lapidary/appearance.h"
#include "lapidary/emit.h"
#include "lapidary/random.h"
#include "lapidary/tables.h"
#include "lapidary/turns.h"
#include "lapidary/zone.h"
#include "lasers.h"
#include "lines.h"
#include "rollout.h"
#include "tables.h"

/* --- roll: everybody takes his coins, and the highest die begins */

static void take_coins(const LapContext *context, LapBlock *block)
{
  Gem *game = gem_in(context, block);
  for (uint8_t seat = 0; seat < GEM_SEATS; seat++)
    for (uint8_t value = 0; value < GEM_COINS; value++) {
      LapSlot coin = {gem_coin(seat, value), LAP_EVERYONE};
      lap_zone_put(seat < context->seats ? LAP_HAND(&game->supply[seat]) : LAP_ZONE(&game->box), coin);
    }
}

/* Each seat of a set rolls; answers those who are highest. The die shows 0 to 5, as the coins do. */
static uint32_t roll_dice(const LapContext *context, LapBlock *block, uint32_t rolling)
{
  uint32_t highest = 0;
  int16_t best = -1;
  for (int16_t seat = 0; seat < context->seats; seat++) {
    if (!(rolling >> seat & 1)) continue;
    int16_t die = lap_random_below(context, block, GEM_COINS);
    lap_emit(context, block, GEM_ROLLED, seat, die);
    if (die > best) highest = 0;
    if (die >= best) highest |= 1u << seat;
    if (die > best) best = die;
  }
  return highest;
}

/* Only the tied highest roll again (2). */
static uint8_t starting_player(const LapContext *context, LapBlock *block)
{
  uint32_t highest = lap_all_seats(context);
  do highest = roll_dice(context, block, highest);
  while (highest & (highest - 1));
  return __builtin_ctz(highest);
}

static uint16_t roll(const LapContext *context, LapBlock *block)
{
  Gem *game = gem_in(context, block);
  take_coins(context, block);
  game->gems_left = GEM_GEMS;
  game->open = GEM_SQUARES;
  game->setup_left = gem_setup_gems(context) * context->seats;
  game->active = starting_player(context, block);
  lap_emit(context, block, GEM_STARTS, game->active, gem_setup_gems(context));
  return GEM_SETUP;
}

/* --- setup: one gem a turn, and at most one on the four squares of a tile (1) */

static uint32_t the_active(const LapContext *context, const LapBlock *block)
{
  return 1u << gem_of(context, block)->active;
}

/* The squares of the tiles that are empty. A tile begins in an even column and an even row. */
static uint64_t empty_tiles(uint64_t open)
{
  uint64_t in_rows = open & open >> 1;
  uint64_t begin = in_rows & in_rows >> GEM_WIDTH & UINT64_C(0x0055005500550055);
  uint64_t rows = begin | begin << 1;
  return rows | rows << GEM_WIDTH;
}

static void add_squares(uint64_t squares, uint16_t kind, uint8_t seat, LapActions *actions)
{
  while (squares) lap_add_1(actions, kind, seat, lap_plane_pop(&squares));
}

static void setup_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  add_squares(empty_tiles(gem_open_squares(gem_of(context, block))), GEM_FIRST, seat, actions);
}

static uint16_t setup_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  gem_in(context, block)->square = action->arg[0];
  return GEM_LANDS;
}

/* --- turn: a gem goes onto an open square, or a laser onto one or onto one's own lasers */

static void legal_pieces(const Gem *game, uint8_t seat, LapActions *actions)
{
  lap_add(actions, GEM_TAKE_GEM, seat);
  if (game->supply[seat].count) lap_add(actions, GEM_TAKE_LASER, seat);
}

static uint64_t own_lasers(const Gem *game, uint8_t seat)
{
  uint64_t squares = 0;
  for (int i = 0; i < game->lasers[seat]; i++) squares |= UINT64_C(1) << game->laser_square[seat][i];
  return squares;
}

static void legal_directions(uint8_t seat, LapActions *actions)
{
  for (int16_t direction = LAP_NORTH; direction <= LAP_WEST; direction++)
    lap_add_1(actions, GEM_POINT, seat, direction);
}

static void legal_coins(const Gem *game, uint8_t seat, LapActions *actions)
{
  LapConstZone supply = LAP_CONST_ZONE(&game->supply[seat]);
  for (uint16_t coin = lap_zone_next(supply, 0); coin; coin = lap_zone_next(supply, coin))
    lap_add_1(actions, GEM_COIN, seat, coin);
}

static void turn_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const Gem *game = gem_of(context, block);
  switch (game->step) {
  case GEM_BEGINS:
    return legal_pieces(game, seat, actions);
  case GEM_PLACES_GEM:
    return add_squares(gem_open_squares(game), GEM_PLACE, seat, actions);
  case GEM_PLACES_LASER:
    return add_squares(gem_open_squares(game) | own_lasers(game, seat), GEM_PLACE, seat, actions);
  case GEM_POINTS_LASER:
    return legal_directions(seat, actions);
  default:
    return legal_coins(game, seat, actions);
  }
}

static uint16_t goes_on(Gem *game, uint8_t step)
{
  game->step = step;
  return LAP_MORE;
}

/* Each step of a laser tells what is decided with it. Lines of others are blocked with the square, unless the laser
 * could come back at once: then with the direction. */
static uint16_t place_laser(const LapContext *context, LapBlock *block, uint8_t seat)
{
  Gem *game = gem_in(context, block);
  const int16_t below = gem_stack_height(game, seat, game->square);
  lap_emit(context, block, GEM_PLACED_LASER, seat, game->square);
  if (below)
    lap_emit(context, block, GEM_COVERED, seat, game->square, below);
  else if (!gem_may_extract(game, seat, game->square))
    gem_tell_laser_blocks(context, block, seat, game->square);
  return goes_on(game, GEM_POINTS_LASER);
}

static uint16_t place(const LapContext *context, LapBlock *block, const LapAction *action)
{
  Gem *game = gem_in(context, block);
  game->square = action->arg[0];
  return game->step == GEM_PLACES_GEM ? GEM_LANDS : place_laser(context, block, action->seat);
}

static uint16_t point(const LapContext *context, LapBlock *block, uint8_t seat, uint8_t direction)
{
  Gem *game = gem_in(context, block);
  const int blocks_now = !gem_stack_height(game, seat, game->square) && gem_may_extract(game, seat, game->square) &&
                         !gem_would_extract(game, seat, game->square, direction);
  game->direction = direction;
  lap_emit(context, block, GEM_POINTED, seat, game->square, direction);
  if (blocks_now) gem_tell_laser_blocks(context, block, seat, game->square);
  gem_tell_laser(context, block, seat, game->square, direction);
  return goes_on(game, GEM_CHOOSES_COIN);
}

/* The value of a laser that comes back at once means nothing, so that nothing is told of it. */
static uint16_t lay(const LapContext *context, LapBlock *block, uint8_t seat, int16_t coin)
{
  Gem *game = gem_in(context, block);
  gem_lay_laser(game, seat, coin, game->square, game->direction);
  if (gem_would_extract(game, seat, game->square, game->direction)) return GEM_RESOLVE;
  lap_emit_to(context, block, 1u << seat, GEM_USED_COIN, seat, game->square, coin);
  if (!game->supply[seat].count && gem_open_squares(game)) lap_emit(context, block, GEM_LAST_LASER, seat);
  return GEM_RESOLVE;
}

static uint16_t turn_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  Gem *game = gem_in(context, block);
  switch (action->kind) {
  case GEM_TAKE_GEM:
    return goes_on(game, GEM_PLACES_GEM);
  case GEM_TAKE_LASER:
    return goes_on(game, GEM_PLACES_LASER);
  case GEM_PLACE:
    return place(context, block, action);
  case GEM_POINT:
    return point(context, block, action->seat, action->arg[0]);
  default:
    return lay(context, block, action->seat, action->arg[0]);
  }
}

/* --- a gem lands, in the setup or in a turn; that the last one ends the game is told ahead, and what it does to lines,
 * unless a variant has told that when it asked for the kind */

static void tell_what_is_left(const LapContext *context, LapBlock *block)
{
  const Gem *game = gem_of(context, block);
  if (game->gems_left == 1) lap_emit(context, block, GEM_ONE_LEFT);
  if (game->gems_left == 0) lap_emit(context, block, GEM_NONE_LEFT);
}

static void next_player(const LapContext *context, Gem *game)
{
  game->active = lap_seat_after(context, game->active, 1);
  game->step = game->square = game->direction = game->kind = 0;
}

static uint16_t lands(const LapContext *context, LapBlock *block)
{
  Gem *game = gem_in(context, block);
  game->board[game->square] = GEM_GEM + game->kind;
  game->gems_left--;
  lap_emit(context, block, GEM_PLACED_GEM, game->active, game->square, game->board[game->square]);
  if (!game->setup_left && !game->kind) gem_tell_gem(context, block, game->square);
  tell_what_is_left(context, block);
  if (game->setup_left == 0) return GEM_RESOLVE;

  if (--game->setup_left == 0) lap_emit(context, block, GEM_FIRST_PLACED, gem_setup_gems(context));
  gem_count_open(game);
  next_player(context, game);
  return game->setup_left ? GEM_SETUP : GEM_TURN;
}

/* --- turn ends: and with it the game, when there is no gem left or no open square (9) */

enum { GOES_ON = -1, GEMS_USED_UP, BOARD_FULL };
static const char *const reasons[] = {"gems_used_up", "board_full", NULL};

static int16_t why_it_ends(const Gem *game)
{
  if (game->gems_left == 0) return GEMS_USED_UP;
  return game->open ? GOES_ON : BOARD_FULL;
}

static uint16_t turn_ends(const LapContext *context, LapBlock *block)
{
  Gem *game = gem_in(context, block);
  if (why_it_ends(game) != GOES_ON) return GEM_GAME_ENDS;
  next_player(context, game);
  return GEM_TURN;
}

static void tell_awards(const LapContext *context, LapBlock *block)
{
  const Gem *game = gem_of(context, block);
  uint8_t place;
  for (uint8_t seat = 0; seat < context->seats; seat++) {
    int16_t points = gem_most_gems_award(context, game, seat, &place);
    if (points) lap_emit(context, block, GEM_GOT_MOST_GEMS, seat, place, game->gems[seat], points);
  }
  for (uint8_t seat = 0; seat < context->seats; seat++) {
    int16_t points = gem_longest_chain_award(context, game, seat);
    if (points) lap_emit(context, block, GEM_GOT_LONGEST, seat, game->chain[seat], points);
  }
}

static uint16_t game_ends(const LapContext *context, LapBlock *block)
{
  if (why_it_ends(gem_of(context, block)) == BOARD_FULL) lap_emit(context, block, GEM_NONE_OPEN);
  tell_awards(context, block);
  context->host->notify(context, block, GEM_AWARDED, 0, 0);
  lap_emit(context, block, GEM_ENDED, why_it_ends(gem_of(context, block)));
  return LAP_OVER;
}

/* --- an operation for variants that remove lasers */

static int32_t clear_stack(const LapContext *context, LapBlock *block, int32_t seat, int32_t square)
{
  Gem *game = gem_in(context, block);
  int32_t lasers = 0;
  for (; gem_is_laser(game->board[square]); lasers++) gem_lift_laser(game, (uint8_t)seat, (uint8_t)square);
  return lasers;
}

/* --- what variants may score besides */

static int32_t nothing(const LapContext *context, const LapBlock *block, int32_t a, int32_t b) { return 0; }

/* --- the tables that name all this */

static const char *const suits[] = {"suns", "moons", "crowns", "arms", NULL};
static const char *const values[] = {"null", "ace", "two", "three", "four", "five", NULL};
static const char *const completing[] = {"laser", "gem", NULL};
static const char *const ends[] = {"edge", "others_laser", "obstacle", NULL};
static const char *const directions[] = {"north", "east", "south", "west", NULL};

static const LapColumn coin_columns[] = {LAP_KEY_COLUMN(GemCoinRow, key), LAP_CHOICE_COLUMN(GemCoinRow, back, suits),
                                         LAP_NUMBER_COLUMN(GemCoinRow, value, 0, 5)};
static const LapColumn setup_columns[] = {LAP_NUMBER_COLUMN(GemSetupRow, seats, 2, 4),
                                          LAP_NUMBER_COLUMN(GemSetupRow, gems, 1, 8)};
#define POINTS_COLUMNS(of_) \
  LAP_NUMBER_COLUMN_AS(GemPointsRow, of, of_, 1, 6, .optional = 0), LAP_NUMBER_COLUMN(GemPointsRow, points, 0, 100)
static const LapColumn extraction_columns[] = {POINTS_COLUMNS("gems")};
static const LapColumn most_gems_columns[] = {POINTS_COLUMNS("place")};
static const LapCatalogue catalogues[] = {
    LAP_CATALOGUE("coins", "coins.json", GemCoinRow, coin_columns, GEM_COINS *GEM_SEATS),
    LAP_CATALOGUE("setup", "setup.json", GemSetupRow, setup_columns, GEM_SEATS - 1),
    LAP_CATALOGUE("extractions", "extractions.json", GemPointsRow, extraction_columns, GEM_LONGEST),
    LAP_CATALOGUE("most_gems", "most_gems.json", GemPointsRow, most_gems_columns, GEM_SEATS)};
static const LapPieces pieces[] = {{.name = "coin",
                                    .catalogue = "coins",
                                    .faces = GEM_COINS * GEM_SEATS,
                                    .total = GEM_COINS * GEM_SEATS,
                                    .backs = suits,
                                    .n_backs = GEM_SEATS}};

static const LapPhase phases[] = {
    {"roll", .kind = LAP_PHASE_AUTOMATIC, .run = roll},
    {"setup", .kind = LAP_PHASE_ONE, .actors = the_active, .legal = setup_legal, .apply = setup_apply},
    {"turn", .kind = LAP_PHASE_ONE, .actors = the_active, .legal = turn_legal, .apply = turn_apply},
    {"gem_lands", .kind = LAP_PHASE_AUTOMATIC, .run = lands},
    {"resolve", .kind = LAP_PHASE_AUTOMATIC, .run = gem_resolve},
    {"choice", .kind = LAP_PHASE_ONE, .actors = gem_choice_actors, .legal = gem_choice_legal,
     .apply = gem_choice_apply},
    {"turn_ends", .kind = LAP_PHASE_AUTOMATIC, .run = turn_ends},
    {"game_ends", .kind = LAP_PHASE_AUTOMATIC, .run = game_ends}};

static const LapKind actions[] = {LAP_KIND("first_gem", LAP_CELL_ARG("square", "board")),
                                  LAP_KIND("gem"),
                                  LAP_KIND("laser"),
                                  LAP_KIND("place", LAP_CELL_ARG("square", "board")),
                                  LAP_KIND("point", LAP_CHOICE_ARG("direction", directions)),
                                  LAP_KIND("coin", LAP_SECRET_PIECE_ARG("coin", "supply")),
                                  LAP_KIND("extract", LAP_CELL_ARG("from", "board"), LAP_CELL_ARG("to", "board"))};
static const LapKind events[] = {
    LAP_KIND("rolled", LAP_SEAT_ARG("seat"), LAP_CHOICE_ARG("die", values)),
    LAP_KIND("starts", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("gems")),
    LAP_KIND("placed_gem", LAP_SEAT_ARG("seat"), LAP_CELL_ARG("square", "board"), LAP_VALUE_ARG("gem", "board")),
    LAP_KIND("placed_laser", LAP_SEAT_ARG("seat"), LAP_CELL_ARG("square", "board")),
    LAP_KIND("revealed", LAP_SEAT_ARG("seat"), LAP_PIECE_ARG("first", "laser"), LAP_PIECE_ARG("second", "laser"),
             LAP_NUMBER_ARG("power")),
    LAP_KIND("won_contest", LAP_SEAT_ARG("seat"), LAP_SEAT_ARG("loser")),
    LAP_KIND("extracted", LAP_SEAT_ARG("seat"), LAP_CELL_ARG("from", "board"), LAP_CELL_ARG("to", "board"),
             LAP_NUMBER_ARG("gems"), LAP_NUMBER_ARG("points")),
    LAP_KIND("ended", LAP_CHOICE_ARG("reason", reasons)),
    LAP_KIND("got_most_gems", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("place"), LAP_NUMBER_ARG("gems"),
             LAP_NUMBER_ARG("points")),
    LAP_KIND("got_longest", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("gems"), LAP_NUMBER_ARG("points")),
    LAP_KIND("covered", LAP_SEAT_ARG("seat"), LAP_CELL_ARG("square", "board"), LAP_NUMBER_ARG("lasers")),
    LAP_KIND("uncovered", LAP_SEAT_ARG("seat"), LAP_CELL_ARG("square", "board"),
             LAP_CHOICE_ARG("direction", directions)),
    LAP_KIND("one_gem_left"),
    LAP_KIND("no_gem_left"),
    LAP_KIND("no_square_open"),
    LAP_KIND("first_placed", LAP_NUMBER_ARG("gems")),
    LAP_KIND("can_extract", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("gems"), LAP_CHOICE_ARG("with", completing),
             LAP_CELL_ARG("square", "board"), LAP_NUMBER_ARG("points")),
    LAP_KIND("blocked", LAP_SEAT_ARG("seat"), LAP_SEAT_ARG("owner"), LAP_NUMBER_ARG("gems"),
             LAP_CELL_ARG("square", "board"), LAP_CHOICE_ARG("end", ends)),
    LAP_KIND("blocked_own", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("gems"), LAP_CELL_ARG("square", "board"),
             LAP_CHOICE_ARG("end", ends)),
    LAP_KIND("completed", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("gems"), LAP_NUMBER_ARG("points")),
    LAP_KIND("can_extract_at_least", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("gems"), LAP_CHOICE_ARG("with", completing),
             LAP_CELL_ARG("square", "board"), LAP_NUMBER_ARG("points")),
    LAP_KIND("completed_at_least", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("gems"), LAP_NUMBER_ARG("points")),
    LAP_KIND("meets", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("gems"), LAP_CELL_ARG("square", "board"),
             LAP_CHOICE_ARG("end", ends)),
    LAP_KIND("meets_at_once", LAP_SEAT_ARG("seat"), LAP_CELL_ARG("square", "board"), LAP_CHOICE_ARG("end", ends)),
    LAP_KIND("no_room", LAP_SEAT_ARG("seat"), LAP_CELL_ARG("square", "board"), LAP_CHOICE_ARG("end", ends)),
    LAP_KIND("no_gem_between", LAP_SEAT_ARG("seat"), LAP_CELL_ARG("square", "board"), LAP_CELL_ARG("other", "board")),
    LAP_KIND("blocked_at_once", LAP_SEAT_ARG("seat"), LAP_SEAT_ARG("owner"), LAP_CELL_ARG("square", "board"),
             LAP_CHOICE_ARG("end", ends)),
    LAP_KIND("blocked_own_at_once", LAP_SEAT_ARG("seat"), LAP_CELL_ARG("square", "board"), LAP_CHOICE_ARG("end", ends)),
    LAP_KIND("pointed", LAP_SEAT_ARG("seat"), LAP_CELL_ARG("square", "board"), LAP_CHOICE_ARG("direction", directions)),
    LAP_KIND("used_coin", LAP_SEAT_ARG("seat"), LAP_CELL_ARG("square", "board"), LAP_SECRET_PIECE_ARG("coin", "laser")),
    LAP_KIND("last_laser", LAP_SEAT_ARG("seat"))};
static const LapKind categories[] = {LAP_KIND("extractions", LAP_NUMBER_ARG("gems"), LAP_NUMBER_ARG("times")),
                                     LAP_KIND("most_gems", LAP_NUMBER_ARG("place"), LAP_NUMBER_ARG("gems")),
                                     LAP_KIND("longest_chain", LAP_NUMBER_ARG("gems"))};

static const LapRule rules[] = {{.name = "extracted"},
                                {.name = "clear_stack", .operation = clear_stack},
                                {.name = "bonus", .rule = nothing},
                                {.name = "other_points", .rule = nothing},
                                {.name = "awarded"}};

static const LapExtension extensions[] = {{LAP_FACES, &gem_faces},           {LAP_PLACEMENTS, &gem_placements},
                                          {LAP_HIGHLIGHTS, &gem_highlights}, {LAP_RESAMPLE, &gem_resample},
                                          {LAP_EVALUATE, &gem_evaluate},     {LAP_ROLLOUT, &gem_rollout}};

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 LAP_STATE_OF_PLUGIN(Gem, gem),
                                 .id = "gem",
                                 .version = "1.0.0",
                                 .licence = "MIT",
                                 .authors = "The Lapidary authors",
                                 .seats_min = 2,
                                 .seats_max = GEM_SEATS,
                                 .traits = LAP_HIDDEN | LAP_CHANCE,
                                 .catalogues = LAP_TABLE(catalogues),
                                 .pieces = LAP_TABLE(pieces),
                                 .phases = LAP_TABLE(phases),
                                 .actions = LAP_TABLE(actions),
                                 .events = LAP_TABLE(events),
                                 .categories = LAP_TABLE(categories),
                                 .rules = LAP_TABLE(rules),
                                 .score = gem_score,
                                 .extensions = LAP_TABLE(extensions)};
LAP_PLUGIN_ENTRY { return &plugin; }
