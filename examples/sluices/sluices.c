/* Sluices: a tile-layer. Tiles with canals are laid side by side, canal to canal and bank to bank, and whoever closes a
 * network of canals has its points. */

#include "lapidary/appearance.h"
#include "lapidary/deck.h"
#include "lapidary/emit.h"
#include "lapidary/highlights.h"
#include "lapidary/map.h"
#include "lapidary/state.h"
#include "lapidary/tables.h"
#include "lapidary/turns.h"

enum { SEATS = 4, FACES = 5, TILES = 36, DIRECTIONS = 4 };
enum { NO_TILE, SPRING, CHANNEL, BEND, FORK, CROSSING };
enum { SPRING_POINTS = 2 };

/* The sides of a tile, as printed, to which its canal leads. */
#define SIDE(direction) (1u << (direction))
static const uint8_t canals[FACES + 1] = {[SPRING] = SIDE(LAP_NORTH),
                                          [CHANNEL] = SIDE(LAP_NORTH) | SIDE(LAP_SOUTH),
                                          [BEND] = SIDE(LAP_NORTH) | SIDE(LAP_EAST),
                                          [FORK] = SIDE(LAP_NORTH) | SIDE(LAP_EAST) | SIDE(LAP_WEST),
                                          [CROSSING] = SIDE(LAP_NORTH) | SIDE(LAP_EAST) | SIDE(LAP_SOUTH) |
                                                       SIDE(LAP_WEST)};
static const char *const keys[FACES + 1] = {NULL, "spring", "channel", "bend", "fork", "crossing"};
static const uint8_t copies[FACES + 1] = {0, 11, 8, 10, 5, 2};

#define SLUICES(F, T)                                                                   \
  F(T, ZONE, deck, TILES, .visibility = LAP_SIZE)                                       \
  F(T, ZONE, drawn, 1, .visibility = LAP_BY_MASK)                                       \
  /* Tiles that fitted nowhere when they were drawn. */                                 \
  F(T, ZONE, aside, TILES, .visibility = LAP_BY_MASK)                                   \
  F(T, COUNT, tiles)                                                                    \
  F(T, SLOT_COLUMN, tiles, tile, TILES, .visibility = LAP_BY_MASK)                      \
  F(T, COLUMN, tiles, i16, x, TILES, .visibility = LAP_PUBLIC)                          \
  F(T, COLUMN, tiles, i16, y, TILES, .visibility = LAP_PUBLIC)                          \
  F(T, EACH, u16, points, SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)  \
  /* In quarter turns to the right. */                                                  \
  F(T, COLUMN, tiles, u8, turned, TILES, .visibility = LAP_PUBLIC)                      \
  F(T, EACH, u8, networks, SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS) \
  F(T, VALUE, u8, active, .visibility = LAP_PUBLIC)
LAP_STATE(Sluices, sluices, SLUICES)

static uint16_t set_up(const LapContext *context, LapBlock *block);
static uint16_t draw(const LapContext *context, LapBlock *block);
static uint32_t actors(const LapContext *context, const LapBlock *block);
static void legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions);
static uint16_t lay(const LapContext *context, LapBlock *block, const LapAction *action);

static const char *const sides[] = {"north", "east", "south", "west", NULL};
static const char *const turns[] = {"not", "right", "half", "left", NULL};

#define PHASES(ROW)                                                 \
  ROW(SET_UP, "set_up", .kind = LAP_PHASE_AUTOMATIC, .run = set_up) \
  ROW(DRAW, "draw", .kind = LAP_PHASE_AUTOMATIC, .run = draw)       \
  ROW(LAY, "lay", .kind = LAP_PHASE_ONE, .actors = actors, .legal = legal, .apply = lay)
#define ACTIONS(ROW) \
  ROW(LAY_TILE, "lay", LAP_CHOICE_ARG("side", sides), LAP_ITEM_ARG("beside", "tile"), LAP_CHOICE_ARG("turn", turns))
#define EVENTS(ROW)                                                                                  \
  ROW(FIRST, "first", LAP_PIECE_ARG("tile", "tile"))                                                 \
  ROW(DREW, "drew", LAP_SEAT_ARG("seat"), LAP_PIECE_ARG("tile", "drawn"))                            \
  ROW(FITS_NOWHERE, "fits_nowhere", LAP_PIECE_ARG("tile", "aside"))                                  \
  ROW(LAID, "laid", LAP_SEAT_ARG("seat"), LAP_PIECE_ARG("tile", "tile"), LAP_ITEM_ARG("at", "tile")) \
  ROW(CLOSED, "closed", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("tiles"), LAP_NUMBER_ARG("springs"),    \
      LAP_NUMBER_ARG("points"))
#define CATEGORIES(ROW) ROW(POINTS, "points") ROW(NETWORKS, "networks")
LAP_IDS(phases, 0, PHASES)
LAP_IDS(actions, 0, ACTIONS)
LAP_IDS(events, 0, EVENTS)
LAP_IDS(categories, 0, CATEGORIES)

/* --- the map */

static LapConstMap map_of(const Sluices *game) { return LAP_CONST_MAP(&game->tiles, game->x, game->y); }

static bool has_canal(uint16_t face, int turned, uint8_t direction)
{
  return canals[face] >> lap_direction_turned(direction, -turned) & 1;
}

static bool place_has_canal(const Sluices *game, uint16_t place, uint8_t direction)
{
  return has_canal(game->tile[place].piece, game->turned[place], direction);
}

/* A free spot beside tiles, by those tiles: LAP_NOWHERE where none lies. */
typedef struct {
  uint16_t neighbour[DIRECTIONS];
} Spot;

/* The spot at a side of a place. */
static Spot spot_at(const Sluices *game, uint16_t place, uint8_t side)
{
  int x = game->x[place] + lap_direction_x(side), y = game->y[place] + lap_direction_y(side);
  Spot spot;
  for (uint8_t direction = 0; direction < DIRECTIONS; direction++)
    spot.neighbour[direction] = lap_map_find(map_of(game), x + lap_direction_x(direction),
                                             y + lap_direction_y(direction));
  return spot;
}

/* Canal to canal and bank to bank, with each neighbour. */
static bool fits(const Sluices *game, const Spot *spot, uint16_t face, int turn)
{
  for (uint8_t direction = 0; direction < DIRECTIONS; direction++) {
    uint16_t place = spot->neighbour[direction];
    if (place == LAP_NOWHERE) continue;
    if (place_has_canal(game, place, lap_direction_opposite(direction)) != has_canal(face, turn, direction))
      return false;
  }
  return true;
}

/* A spot has one name: the side of the first tile beside it. */
static bool is_first_beside(const Spot *spot, uint16_t place)
{
  for (uint8_t direction = 0; direction < DIRECTIONS; direction++)
    if (spot->neighbour[direction] < place) return false;
  return true;
}

/* A tile that looks the same after a half turn, or any turn, is turned no further than that. */
static int turns_of(uint16_t face) { return face == CROSSING ? 1 : face == CHANNEL ? 2 : DIRECTIONS; }

static void add_spot(const Sluices *game, uint8_t seat, uint16_t place, uint8_t side, LapActions *actions)
{
  if (lap_map_step(map_of(game), place, side) != LAP_NOWHERE) return;
  uint16_t face = game->drawn.slot[0].piece;
  Spot spot = spot_at(game, place, side);
  if (!is_first_beside(&spot, place)) return;
  for (int16_t turn = 0; turn < turns_of(face); turn++)
    if (fits(game, &spot, face, turn)) lap_add_3(actions, LAY_TILE, seat, side, (int16_t)place, turn);
}

static void add_spots(const Sluices *game, uint8_t seat, LapActions *actions)
{
  for (uint8_t side = 0; side < DIRECTIONS; side++)
    for (uint16_t place = 0; place < game->tiles; place++) add_spot(game, seat, place, side, actions);
}

static uint16_t add_tile(Sluices *game, int x, int y, int turn)
{
  uint16_t place = lap_map_add(LAP_MAP(&game->tiles, game->x, game->y), x, y);
  game->tile[place] = lap_zone_take_at(LAP_ZONE(&game->drawn), 0, LAP_EVERYONE);
  game->turned[place] = (uint8_t)turn;
  return place;
}

/* --- set up: the first tile lies in the middle */

static uint16_t set_up(const LapContext *context, LapBlock *block)
{
  Sluices *game = sluices_in(context, block);
  lap_deck_fill(LAP_ZONE(&game->deck), FACES, copies);
  lap_deck_shuffle(context, block, LAP_ZONE(&game->deck));
  lap_zone_draw(LAP_ZONE(&game->deck), LAP_ZONE(&game->drawn), LAP_EVERYONE);
  add_tile(game, 0, 0, 0);
  lap_emit(context, block, FIRST, game->tile[0].piece);
  return DRAW;
}

/* --- draw: what fits nowhere is put aside */

static uint16_t draw(const LapContext *context, LapBlock *block)
{
  Sluices *game = sluices_in(context, block);
  while (game->deck.count) {
    uint16_t tile = lap_zone_draw(LAP_ZONE(&game->deck), LAP_ZONE(&game->drawn), LAP_EVERYONE);
    lap_emit(context, block, DREW, game->active, tile);
    LapActions anywhere = {0};
    add_spots(game, game->active, &anywhere);
    if (anywhere.n) return LAY;
    lap_zone_draw(LAP_ZONE(&game->drawn), LAP_ZONE(&game->aside), LAP_EVERYONE);
    lap_emit(context, block, FITS_NOWHERE, tile);
  }
  return LAP_OVER;
}

/* --- lay */

static uint32_t actors(const LapContext *context, const LapBlock *block)
{
  return 1u << sluices_of(context, block)->active;
}

static void legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  add_spots(sluices_of(context, block), seat, actions);
}

static bool canal_leads(uint16_t from, uint8_t direction, uint16_t to, const void *user)
{
  return place_has_canal(user, from, direction);
}

static bool is_open(const Sluices *game, uint16_t place)
{
  for (uint8_t side = 0; side < DIRECTIONS; side++)
    if (place_has_canal(game, place, side) && lap_map_step(map_of(game), place, side) == LAP_NOWHERE) return true;
  return false;
}

/* The network of a place, if no canal of it leads to where no tile lies: how many tiles and springs it has. */
static bool is_closed(const Sluices *game, uint16_t place, uint16_t *tiles, uint16_t *springs)
{
  uint16_t steps[TILES];
  lap_map_walk(map_of(game), place, DIRECTIONS, canal_leads, game, steps);
  *tiles = *springs = 0;
  for (uint16_t other = 0; other < game->tiles; other++) {
    if (steps[other] == LAP_NOWHERE) continue;
    if (is_open(game, other)) return false;
    ++*tiles;
    *springs += game->tile[other].piece == SPRING;
  }
  return true;
}

static void score_network(const LapContext *context, LapBlock *block, uint8_t seat, uint16_t place)
{
  Sluices *game = sluices_in(context, block);
  uint16_t tiles, springs;
  if (!is_closed(game, place, &tiles, &springs)) return;
  uint16_t points = tiles + SPRING_POINTS * springs;
  game->points[seat] += points;
  game->networks[seat]++;
  lap_emit(context, block, CLOSED, seat, tiles, springs, points);
}

static uint16_t lay(const LapContext *context, LapBlock *block, const LapAction *action)
{
  Sluices *game = sluices_in(context, block);
  uint8_t side = (uint8_t)action->arg[0], seat = action->seat;
  int x = game->x[action->arg[1]] + lap_direction_x(side), y = game->y[action->arg[1]] + lap_direction_y(side);
  uint16_t place = add_tile(game, x, y, action->arg[2]);
  lap_emit(context, block, LAID, seat, game->tile[place].piece, place);
  score_network(context, block, seat, place);
  game->active = lap_seat_after(context, seat, 1);
  return DRAW;
}

/* Of equal seats the one with more networks is ahead. */
static void score(const LapContext *context, const LapBlock *block, int final)
{
  const Sluices *game = sluices_of(context, block);
  for (int8_t seat = 0; seat < context->seats; seat++) {
    LapLine points = {.kind = POINTS, .knows = LAP_EVERYONE, .seat = seat, .points = game->points[seat]};
    LapLine networks = {
        .kind = NETWORKS, .knows = LAP_EVERYONE, .seat = seat, .tier = LAP_TIER_TIES, .points = game->networks[seat]};
    context->host->line(context, &points);
    context->host->line(context, &networks);
  }
}

/* --- how it is drawn */

static void draw_tile(const LapContext *context, uint16_t face, LapDrawing *drawing)
{
  for (uint8_t side = 0; side < DIRECTIONS; side++)
    lap_mark(drawing, LAP_AT_NORTH + side, LAP_COLOUR_BLUE, has_canal(face, 0, side) ? "≈" : "", 0);
  if (face == SPRING) lap_mark(drawing, LAP_AT_MIDDLE, LAP_COLOUR_BLUE, "◎", 0);
  drawing->picture = keys[face];
}

static const LapFaces sets[] = {{.set = LAP_ID(0, 0), .draw = draw_tile}};
static const LapTable faces = LAP_TABLE(sets);
static const LapPlacement places[] = {{.field = "deck", .draw = LAP_DRAW_PILE},
                                      {.field = "drawn", .draw = LAP_DRAW_ROW},
                                      {.field = "aside", .draw = LAP_DRAW_ROW},
                                      {.field = "tile", .draw = LAP_DRAW_MAP, .x = "x", .y = "y", .turn = "turned"},
                                      {.field = "networks", .draw = LAP_DRAW_COUNTER}};
static const LapTable placements = LAP_TABLE(places);

/* Where the tile waits, and every side at which it would lie. */
static uint32_t highlights(const LapContext *context, const LapBlock *block, const LapAction *step, LapHighlight *out,
                           uint32_t capacity)
{
  const Sluices *game = sluices_of(context, block);
  Spot spot = spot_at(game, (uint16_t)step->arg[1], (uint8_t)step->arg[0]);
  uint32_t n = 0;
  out[n++] = (LapHighlight){.field = "drawn"};
  for (uint8_t direction = 0; direction < DIRECTIONS && n < capacity; direction++)
    if (spot.neighbour[direction] != LAP_NOWHERE)
      out[n++] = (LapHighlight){.field = "tile",
                                .index = spot.neighbour[direction],
                                .side = (uint8_t)(LAP_AT_NORTH + lap_direction_opposite(direction))};
  return n;
}
static const LapHighlights highlighted = {.struct_size = sizeof(LapHighlights), .highlights = highlights};

static const LapExtension extensions[] = {
    {LAP_FACES, &faces}, {LAP_PLACEMENTS, &placements}, {LAP_HIGHLIGHTS, &highlighted}};

/* --- the tables that name all this */

static const LapPieces pieces[] = {{.name = "tile", .faces = FACES, .total = TILES, .key = keys, .copies = copies}};
static const LapPhase phases[] = {PHASES(LAP_PHASE_ROW)};
static const LapKind actions[] = {ACTIONS(LAP_KIND_ROW)};
static const LapKind events[] = {EVENTS(LAP_KIND_ROW)};
static const LapKind categories[] = {CATEGORIES(LAP_KIND_ROW)};

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 LAP_STATE_OF_PLUGIN(Sluices, sluices),
                                 .id = "sluices",
                                 .version = "1.0.0",
                                 .licence = "MIT",
                                 .authors = "The Lapidary authors",
                                 .seats_min = 2,
                                 .seats_max = SEATS,
                                 .traits = LAP_CHANCE,
                                 .pieces = LAP_TABLE(pieces),
                                 .phases = LAP_TABLE(phases),
                                 .actions = LAP_TABLE(actions),
                                 .events = LAP_TABLE(events),
                                 .categories = LAP_TABLE(categories),
                                 .score = score,
                                 .extensions = LAP_TABLE(extensions)};
LAP_PLUGIN_ENTRY { return &plugin; }
