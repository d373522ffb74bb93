/* Terraces: a roll-and-write. Three dice are rolled for everybody, and each player writes the number of one of them on
 * the own sheet, a hill of four terraces on which numbers may not fall from left to right.
 *
 * All write at once and in secret, so what a seat has chosen lies beside the sheets until the last one has. */
#include <string.h>

#include "lapidary/appearance.h"
#include "lapidary/dice.h"
#include "lapidary/emit.h"
#include "lapidary/highlights.h"
#include "lapidary/state.h"
#include "lapidary/tables.h"
#include "lapidary/turns.h"

enum { SEATS = 6, DICE = 3, SIDES = 6, WIDTH = 4, TERRACES = 4, CELLS = WIDTH * TERRACES };
enum { FULL_TERRACE = 3, FULL_COLUMN = 2, VARIED_COLUMN = 6 };
enum { ROUNDS };

static const LapShape hill = {.width = WIDTH, .height = TERRACES, .step_x = 1, .step_y = WIDTH};

#define TERRACES_STATE(F, T)                                                                                  \
  /* Numbers written, 0: none yet. */                                                                         \
  F(T, MATRIX, u8, sheet, SEATS, CELLS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS, .shape = &hill) \
  F(T, EACH, u8, rests, SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)                          \
  /* What each seat writes in this round and where, until all have chosen; number 0: it rests. */             \
  F(T, EACH, u8, number, SEATS, .visibility = LAP_ROW_OWNER, .rows_are = LAP_ROWS_SEATS)                      \
  F(T, EACH, u8, cell, SEATS, .visibility = LAP_ROW_OWNER, .rows_are = LAP_ROWS_SEATS)                        \
  F(T, ARRAY, u8, dice, DICE, .visibility = LAP_PUBLIC)                                                       \
  F(T, VALUE, u8, round, .visibility = LAP_PUBLIC)
LAP_STATE(Terraces, terraces, TERRACES_STATE)

static uint16_t roll(const LapContext *context, LapBlock *block);
static uint32_t everybody(const LapContext *context, const LapBlock *block);
static void legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions);
static uint16_t choose(const LapContext *context, LapBlock *block, const LapAction *action);
static uint16_t write_all(const LapContext *context, LapBlock *block);

#define PHASES(ROW)                                                                                    \
  ROW(ROLL, "roll", .kind = LAP_PHASE_AUTOMATIC, .run = roll)                                          \
  ROW(WRITE, "write", .kind = LAP_PHASE_TOGETHER, .steps_max = 1, .actors = everybody, .legal = legal, \
      .apply = choose, .run = write_all)
#define ACTIONS(ROW)                                                                                \
  ROW(WRITE_NUMBER, "write", LAP_SECRET_NUMBER_ARG("number"), LAP_SECRET_CELL_ARG("cell", "sheet")) \
  ROW(REST, "rest")
#define EVENTS(ROW)                                                                                  \
  ROW(ROLLED, "rolled", LAP_NUMBER_ARG("a"), LAP_NUMBER_ARG("b"), LAP_NUMBER_ARG("c"))               \
  ROW(WROTE, "wrote", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("number"), LAP_CELL_ARG("cell", "sheet")) \
  ROW(RESTED, "rested", LAP_SEAT_ARG("seat"))
#define CATEGORIES(ROW) ROW(BY_TERRACES, "terraces") ROW(BY_COLUMNS, "columns") ROW(BY_RESTS, "rests") ROW(SUM, "sum")
LAP_IDS(phases, 0, PHASES)
LAP_IDS(actions, 0, ACTIONS)
LAP_IDS(events, 0, EVENTS)
LAP_IDS(categories, 0, CATEGORIES)

/* --- roll: the same dice for everybody */

static uint16_t roll(const LapContext *context, LapBlock *block)
{
  Terraces *game = terraces_in(context, block);
  lap_dice_roll_pool(context, block, SIDES, DICE, game->dice);
  lap_dice_sort(game->dice, DICE);
  game->round++;
  lap_emit(context, block, ROLLED, game->dice[0], game->dice[1], game->dice[2]);
  return WRITE;
}

/* --- write: all at once */

static uint32_t everybody(const LapContext *context, const LapBlock *block) { return lap_all_seats(context); }

/* The cell is free, nothing left of it on its terrace is higher, and nothing right of it lower. */
static int fits(const uint8_t *sheet, int cell, uint8_t number)
{
  if (sheet[cell]) return 0;
  int first = cell - cell % WIDTH;
  for (int other = first; other < first + WIDTH; other++)
    if (sheet[other] && (other < cell ? sheet[other] > number : sheet[other] < number)) return 0;
  return 1;
}

static void legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const Terraces *game = terraces_of(context, block);
  for (uint8_t number = 1; number <= SIDES; number++) {
    if (!lap_dice_showing(game->dice, DICE, number)) continue;
    for (int16_t cell = 0; cell < CELLS; cell++)
      if (fits(game->sheet[seat], cell, number)) lap_add_2(actions, WRITE_NUMBER, seat, number, cell);
  }
  lap_add(actions, REST, seat);
}

static uint16_t choose(const LapContext *context, LapBlock *block, const LapAction *action)
{
  Terraces *game = terraces_in(context, block);
  if (action->kind == REST) return LAP_DONE;
  game->number[action->seat] = (uint8_t)action->arg[0];
  game->cell[action->seat] = (uint8_t)action->arg[1];
  return LAP_DONE;
}

static void write_one(const LapContext *context, LapBlock *block, uint8_t seat)
{
  Terraces *game = terraces_in(context, block);
  uint8_t number = game->number[seat], cell = game->cell[seat];
  game->number[seat] = game->cell[seat] = 0;
  if (!number) {
    game->rests[seat]++;
    lap_emit(context, block, RESTED, seat);
    return;
  }
  game->sheet[seat][cell] = number;
  lap_emit(context, block, WROTE, seat, number, cell);
}

static uint16_t write_all(const LapContext *context, LapBlock *block)
{
  Terraces *game = terraces_in(context, block);
  int full = 0;
  for (uint8_t seat = 0; seat < context->seats; seat++) {
    write_one(context, block, seat);
    full |= !memchr(game->sheet[seat], 0, CELLS);
  }
  return full || game->round >= lap_option(context, 0, ROUNDS) ? LAP_OVER : ROLL;
}

/* --- score */

/* The numbers never fall, so the first one of a terrace is its lowest. */
static int16_t terrace_points(const uint8_t *sheet, int row)
{
  const uint8_t *terrace = sheet + row * WIDTH;
  return memchr(terrace, 0, WIDTH) ? 0 : FULL_TERRACE + terrace[0];
}

static int16_t column_points(const uint8_t *sheet, int column)
{
  uint32_t seen = 0;
  for (int row = 0; row < TERRACES; row++) seen |= 1u << sheet[row * WIDTH + column];
  if (seen & 1) return 0;
  return __builtin_popcount(seen) == TERRACES ? VARIED_COLUMN : FULL_COLUMN;
}

static void add_line(const LapContext *context, uint16_t kind, int8_t seat, uint8_t tier, int16_t points)
{
  context->host->line(context,
                      &(LapLine){.kind = kind, .knows = LAP_EVERYONE, .seat = seat, .tier = tier, .points = points});
}

static void score(const LapContext *context, const LapBlock *block, int final)
{
  const Terraces *game = terraces_of(context, block);
  for (int8_t seat = 0; seat < context->seats; seat++) {
    const uint8_t *sheet = game->sheet[seat];
    int16_t terraces = 0, columns = 0;
    for (int row = 0; row < TERRACES; row++) terraces += terrace_points(sheet, row);
    for (int column = 0; column < WIDTH; column++) columns += column_points(sheet, column);
    add_line(context, BY_TERRACES, seat, 0, terraces);
    add_line(context, BY_COLUMNS, seat, 0, columns);
    add_line(context, BY_RESTS, seat, 0, -game->rests[seat]);
    add_line(context, SUM, seat, LAP_TIER_TIES, (int16_t)lap_dice_sum(sheet, CELLS));
  }
}

/* --- how it is drawn */

static const LapFace numbers[] = {{.mark = ""},
                                  {.colour = LAP_COLOUR_GREY, .mark = "1"},
                                  {.colour = LAP_COLOUR_GREEN, .mark = "2"},
                                  {.colour = LAP_COLOUR_BLUE, .mark = "3"},
                                  {.colour = LAP_COLOUR_PURPLE, .mark = "4"},
                                  {.colour = LAP_COLOUR_ORANGE, .mark = "5"},
                                  {.colour = LAP_COLOUR_RED, .mark = "6"}};
static const LapFace dice[] = {{.mark = ""},
                               {.colour = LAP_COLOUR_GREY, .mark = "1", .picture = "die-1"},
                               {.colour = LAP_COLOUR_GREEN, .mark = "2", .picture = "die-2"},
                               {.colour = LAP_COLOUR_BLUE, .mark = "3", .picture = "die-3"},
                               {.colour = LAP_COLOUR_PURPLE, .mark = "4", .picture = "die-4"},
                               {.colour = LAP_COLOUR_ORANGE, .mark = "5", .picture = "die-5"},
                               {.colour = LAP_COLOUR_RED, .mark = "6", .picture = "die-6"}};
static const LapPlacement places[] = {
    {.field = "dice", .draw = LAP_DRAW_ROW, .values = dice, .n_values = SIDES + 1},
    {.field = "sheet", .draw = LAP_DRAW_GRID, .values = numbers, .n_values = SIDES + 1},
    {.field = "rests", .draw = LAP_DRAW_COUNTER},
    {.field = "round", .draw = LAP_DRAW_COUNTER}};
static const LapTable placements = LAP_TABLE(places);

/* The die whose number is written; of equal ones, the first. */
static uint32_t highlights(const LapContext *context, const LapBlock *block, const LapAction *step, LapHighlight *out,
                           uint32_t capacity)
{
  const Terraces *game = terraces_of(context, block);
  if (step->kind != WRITE_NUMBER) return 0;
  uint16_t die = 0;
  while (game->dice[die] != step->arg[0]) die++;
  *out = (LapHighlight){.field = "dice", .index = die};
  return 1;
}
static const LapHighlights highlighted = {.struct_size = sizeof(LapHighlights), .highlights = highlights};

static const LapExtension extensions[] = {{LAP_PLACEMENTS, &placements}, {LAP_HIGHLIGHTS, &highlighted}};

/* --- the tables that name all this */

static const LapOption options[] = {{.name = "rounds", .min = 4, .max = 24, .def = 18}};
static const LapPhase phases[] = {PHASES(LAP_PHASE_ROW)};
static const LapKind actions[] = {ACTIONS(LAP_KIND_ROW)};
static const LapKind events[] = {EVENTS(LAP_KIND_ROW)};
static const LapKind categories[] = {CATEGORIES(LAP_KIND_ROW)};

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 LAP_STATE_OF_PLUGIN(Terraces, terraces),
                                 .id = "terraces",
                                 .version = "1.0.0",
                                 .licence = "MIT",
                                 .authors = "The Lapidary authors",
                                 .seats_min = 1,
                                 .seats_max = SEATS,
                                 .traits = LAP_CHANCE,
                                 .options = LAP_TABLE(options),
                                 .phases = LAP_TABLE(phases),
                                 .actions = LAP_TABLE(actions),
                                 .events = LAP_TABLE(events),
                                 .categories = LAP_TABLE(categories),
                                 .score = score,
                                 .extensions = LAP_TABLE(extensions)};
LAP_PLUGIN_ENTRY { return &plugin; }
