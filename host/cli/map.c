#include "map.h"

#include <string.h>

#include "cursor.h"
#include "symbols.h"
#include "terminal.h"

/* --- tiles: pieces with sides, as rooms with walls and doors; what is marked at a side stands outside of it */

enum { TILE_ROWS = 5 };

typedef struct {
  const LapGameField *field;
  LapViewItem item;
  guint place; /* in its field */
  guint turn;  /* quarter turns to the right */
  guint columns;
  gboolean lower; /* what stands before its west door stands a line lower, as another door is there too */
  guint joined;   /* bits of sides at which another tile lies: their marks are not shown */
  LapDrawing drawing;
} Tile;

static void tile_read(Tile *tile, const Render *render)
{
  if (!item_is_face(tile->field, tile->item) ||
      !lap_appearance_draw(render->appearance, tile->field->set, tile->item, &tile->drawing))
    tile->drawing = (LapDrawing){0};
}

/* The printed side of the tile that is at this side after its rotation. */
static LapAt tile_printed(const Tile *tile, guint side)
{
  return LAP_AT_NORTH + (side + TILE_SIDES - tile->turn % TILE_SIDES) % TILE_SIDES;
}

/* --- walls */

typedef struct {
  const char *north_west, *north_east, *south_west, *south_east, *along, *down;
  const char *end[TILE_SIDES][2]; /* of the wall before and behind the door */
} Walls;

static const Walls *walls(void)
{
  static const Walls fine = {"┌", "┐", "└", "┘", "─", "│", {{"┘", "└"}, {"└", "┌"}, {"┐", "┌"}, {"┘", "┐"}}};
  static const Walls plain = {"+", "+", "+", "+", "-", "|", {{"+", "+"}, {"+", "+"}, {"+", "+"}, {"+", "+"}}};
  return terminal()->utf8 ? &fine : &plain;
}

static void draw_walls(const Tile *tile, Canvas *canvas, int x, int y, const char *style)
{
  const Walls *wall = walls();
  int right = x + (int)tile->columns - 1, bottom = y + TILE_ROWS - 1;
  for (int row = y; row <= bottom; row += TILE_ROWS - 1)
    canvas_repeat(canvas, x + 1, row, style, wall->along, tile->columns - 2);
  for (int row = y + 1; row < bottom; row++) {
    canvas_put(canvas, x, row, style, wall->down);
    canvas_put(canvas, right, row, style, wall->down);
  }
  canvas_put(canvas, x, y, style, wall->north_west);
  canvas_put(canvas, right, y, style, wall->north_east);
  canvas_put(canvas, x, bottom, style, wall->south_west);
  canvas_put(canvas, right, bottom, style, wall->south_east);
}

/* A gap in the wall. */
static void draw_door(const Tile *tile, Canvas *canvas, int x, int y, guint side, const char *style)
{
  const char *const *end = walls()->end[side];
  int middle = x + (int)tile->columns / 2;
  if (side == TILE_NORTH || side == TILE_SOUTH) {
    int row = side == TILE_NORTH ? y : y + TILE_ROWS - 1;
    canvas_put(canvas, middle - 2, row, style, end[0]);
    canvas_put(canvas, middle - 1, row, style, "   ");
    canvas_put(canvas, middle + 2, row, style, end[1]);
  } else {
    int column = side == TILE_WEST ? x : x + (int)tile->columns - 1;
    canvas_put(canvas, column, y + 1, style, end[0]);
    canvas_put(canvas, column, y + 2, style, " ");
    canvas_put(canvas, column, y + 3, style, end[1]);
  }
}

/* The mark of a door is drawn in front of it, outside the tile. */
static void draw_outside(const Tile *tile, Canvas *canvas, int x, int y, guint side)
{
  LapAt at = tile_printed(tile, side);
  int columns = (int)drawing_columns(&tile->drawing, at), middle = x + (int)tile->columns / 2 - columns / 2;
  switch (side) {
  case TILE_NORTH:
    drawing_put(&tile->drawing, at, canvas, middle, y - 1, NULL, FALSE);
    break;
  case TILE_SOUTH:
    drawing_put(&tile->drawing, at, canvas, middle, y + TILE_ROWS, NULL, FALSE);
    break;
  case TILE_EAST:
    drawing_put(&tile->drawing, at, canvas, x + (int)tile->columns, y + 2, NULL, FALSE);
    break;
  default:
    drawing_put(&tile->drawing, at, canvas, x - columns, y + 2 + tile->lower, NULL, FALSE);
    break;
  }
}

static void draw_sides(const Tile *tile, Canvas *canvas, int x, int y, const char *style)
{
  for (guint side = 0; side < TILE_SIDES; side++) {
    if (!drawing_has(&tile->drawing, tile_printed(tile, side))) continue;
    draw_door(tile, canvas, x, y, side, style);
    if (!(tile->joined >> side & 1)) draw_outside(tile, canvas, x, y, side);
  }
}

/* --- inside */

/* How much of `text` goes on a line of so many columns, in bytes: to the last blank or hyphen, if there is one. */
static gsize line_length(const char *text, guint columns)
{
  const char *at = text, *broken = NULL;
  for (guint used = 0; *at && used < columns; used++) {
    if (*at == ' ') broken = at;
    at = g_utf8_next_char(at);
    if (at[-1] == '-') broken = at;
  }
  return (gsize)((*at && *at != ' ' && broken ? broken : at) - text);
}

/* "Bend 5", where choices are said by the numbers of tiles. */
static char *tile_name(const Tile *tile, const Render *render)
{
  char *name = lap_texts_piece(render->texts, tile->field->set, (guint)tile->item);
  if (!lap_appearance_has_numbers(render->appearance, tile->field)) return name;
  g_autofree char *alone = name;
  return g_strdup_printf("%s %u", alone, tile->place + 1);
}

static void draw_name(const Tile *tile, const Render *render, Canvas *canvas, int x, int y, const char *style)
{
  guint columns = tile->columns - 2;
  g_autofree char *name = tile_name(tile, render);
  gsize length = line_length(name, columns);
  g_autofree char *first = g_strndup(name, length), *rest = g_strstrip(g_strdup(name + length));
  g_autofree char *second = terminal_fit(rest, columns);
  canvas_put(canvas, x + 1, y + 1, style, first);
  canvas_put(canvas, x + 1, y + 2, style, second);
}

static void draw_tokens(const Tile *tile, const Render *render, Canvas *canvas, int x, int y)
{
  int column = x + (int)tile->columns - 1;
  for (guint i = render->tokens ? render->tokens->len : 0; i-- > 0;) {
    const Token *token = &g_array_index(render->tokens, Token, i);
    if (token->on != tile->field || token->place != tile->place) continue;
    g_autofree char *letter = render_token(render->names, token->seat);
    canvas_put(canvas, --column, y + 3, render_token_ground(render, token->seat), letter);
  }
}

/* In the corner, where no door is. */
static void draw_number(const Tile *tile, const Render *render, Canvas *canvas, int x, int y)
{
  guint number = render_number(render, tile->field, tile->item, tile->place);
  if (!number) return;
  g_autofree char *text = g_strdup_printf("%u", number);
  canvas_put(canvas, x + 1, y, CURSOR_LOUD, text);
}

/* Draws it with its top left corner there. */
static void tile_draw(const Tile *tile, const Render *render, Canvas *canvas, int x, int y)
{
  const char *style = terminal_ink(tile->drawing.colour);
  draw_walls(tile, canvas, x, y, style);
  draw_sides(tile, canvas, x, y, style);
  if (item_is_face(tile->field, tile->item)) draw_name(tile, render, canvas, x, y, style);
  drawing_put(&tile->drawing, LAP_AT_MIDDLE, canvas, x + 1, y + 3, NULL, FALSE);
  draw_tokens(tile, render, canvas, x, y);
  draw_number(tile, render, canvas, x, y);
}

Picture *tile_alone(const Render *render, const LapGameField *field, LapViewItem item, guint place)
{
  Tile tile = {.field = field, .item = item, .place = place, .columns = 17};
  tile_read(&tile, render);
  guint west = drawing_columns(&tile.drawing, LAP_AT_WEST), east = drawing_columns(&tile.drawing, LAP_AT_EAST);
  g_autoptr(Canvas) canvas = canvas_new(west + tile.columns + east, TILE_ROWS + 2);
  tile_draw(&tile, render, canvas, (int)west, 1);
  return canvas_picture(canvas, 0, west + tile.columns + east);
}

/* --- maps */

enum { WIDEST_TILE = 19, NARROWEST_TILE = 11, MARGIN_ROWS = 1 };

/* Tiles of a map, and places on it: a plugin may lay its tiles as far apart as it likes. */
enum { MAP_MAX = 10000 };

typedef struct {
  Tile tile;
  gint64 x, y; /* on the map, of 32 bits */
} Placed;

typedef struct {
  const Render *render;
  GArray *placed;                  /* Placed */
  gint64 west, east, north, south; /* the tiles reach so far */
  guint margin[TILE_SIDES];        /* columns or rows before the outermost doors */
  guint tile_columns;
} Map;

static gint64 number_at(const LapViewRow *row, guint i)
{
  return row && i < row->n ? CLAMP(row->item[i], G_MININT32, G_MAXINT32) : 0;
}

static const Placed *placed_at(const Map *map, gint64 x, gint64 y)
{
  for (guint i = 0; i < map->placed->len; i++) {
    const Placed *placed = &g_array_index(map->placed, Placed, i);
    if (placed->x == x && placed->y == y) return placed;
  }
  return NULL;
}

static void read_tiles(Map *map, const LapGameField *field, const MapColumns *from)
{
  for (guint i = 0; i < from->item->n; i++) {
    Placed placed = {.x = number_at(from->x, i), .y = number_at(from->y, i)};
    placed.tile = (Tile){.field = field, .item = from->item->item[i], .place = i};
    placed.tile.turn = (guint)number_at(from->turn, i) % TILE_SIDES;
    tile_read(&placed.tile, map->render);
    g_array_append_val(map->placed, placed);
  }
}

/* --- how far it reaches */

static void reach(Map *map)
{
  const Placed *first = &g_array_index(map->placed, Placed, 0);
  map->west = map->east = first->x;
  map->north = map->south = first->y;
  for (guint i = 1; i < map->placed->len; i++) {
    const Placed *placed = &g_array_index(map->placed, Placed, i);
    map->west = MIN(map->west, placed->x);
    map->east = MAX(map->east, placed->x);
    map->north = MIN(map->north, placed->y);
    map->south = MAX(map->south, placed->y);
  }
}

static guint64 tiles_across(const Map *map) { return (guint64)(map->east - map->west + 1); }
static guint64 tiles_down(const Map *map) { return (guint64)(map->south - map->north + 1); }

static gboolean is_too_large(const Map *map)
{
  return map->placed->len > MAP_MAX || tiles_across(map) > MAP_MAX / tiles_down(map);
}

static gboolean is_outermost(const Map *map, const Placed *placed, guint side)
{
  switch (side) {
  case TILE_NORTH:
    return placed->y == map->north;
  case TILE_EAST:
    return placed->x == map->east;
  case TILE_SOUTH:
    return placed->y == map->south;
  default:
    return placed->x == map->west;
  }
}

static void measure_margin(Map *map, const Placed *placed, guint side)
{
  guint columns = drawing_columns(&placed->tile.drawing, tile_printed(&placed->tile, side));
  if (!columns || !is_outermost(map, placed, side)) return;
  map->margin[side] = MAX(map->margin[side], side == TILE_NORTH || side == TILE_SOUTH ? MARGIN_ROWS : columns);
}

static void look_around(Map *map)
{
  static const int dx[] = {0, 1, 0, -1}, dy[] = {-1, 0, 1, 0};
  for (guint i = 0; i < map->placed->len; i++) {
    Placed *placed = &g_array_index(map->placed, Placed, i);
    placed->tile.lower = placed_at(map, placed->x - 2, placed->y) != NULL;
    for (guint side = 0; side < TILE_SIDES; side++) {
      if (placed_at(map, placed->x + dx[side], placed->y + dy[side])) placed->tile.joined |= 1u << side;
      measure_margin(map, placed, side);
    }
  }
}

static void choose_tile_columns(Map *map, guint columns)
{
  guint tiles = (guint)tiles_across(map), margins = map->margin[TILE_WEST] + map->margin[TILE_EAST];
  guint room = columns > margins ? (columns - margins) / tiles : 0;
  map->tile_columns = CLAMP(room, NARROWEST_TILE, WIDEST_TILE);
  /* An odd width, so that doors are in the middle. */
  map->tile_columns -= !(map->tile_columns & 1);
}

/* --- drawing it */

static guint canvas_columns(const Map *map)
{
  return map->margin[TILE_WEST] + (guint)tiles_across(map) * map->tile_columns + map->margin[TILE_EAST];
}

/* Where a tile's top left corner is. */
static int column_of(const Map *map, const Placed *placed)
{
  return (int)map->margin[TILE_WEST] + (int)(placed->x - map->west) * (int)map->tile_columns;
}
static int row_of(const Map *map, const Placed *placed)
{
  return (int)map->margin[TILE_NORTH] + (int)(placed->y - map->north) * TILE_ROWS;
}

static Canvas *draw_tiles(Map *map)
{
  guint rows = map->margin[TILE_NORTH] + (guint)tiles_down(map) * TILE_ROWS + map->margin[TILE_SOUTH];
  Canvas *canvas = canvas_new(canvas_columns(map), rows);
  for (guint i = 0; i < map->placed->len; i++) {
    Placed *placed = &g_array_index(map->placed, Placed, i);
    placed->tile.columns = map->tile_columns;
    tile_draw(&placed->tile, map->render, canvas, column_of(map, placed), row_of(map, placed));
  }
  return canvas;
}

/* A choice has its number there, anything else stands in brackets. */
static char *value_text(const Map *map, const MapValue *value, const char **style)
{
  guint colour = LAP_COLOUR_NONE, number = render_number(map->render, value->field, value->item, value->place);
  g_autofree char *mark = symbol_mark(map->render, value->field, value->item, &colour);
  *style = number ? CURSOR_LOUD : terminal_ground(colour);
  return number ? g_strdup_printf(" %u ", number) : g_strdup_printf("(%s)", *mark ? mark : " ");
}

/* In the wall, below the names. */
static void draw_value(const Map *map, const MapValue *value, const Placed *tile, Canvas *canvas)
{
  int last = (int)map->tile_columns - 1, bottom = TILE_ROWS - 1;
  const int right[] = {last / 2, last, last / 2, 0}, down[] = {0, bottom - 1, bottom, bottom - 1};
  const char *style;
  g_autofree char *text = value_text(map, value, &style);
  canvas_put(canvas, column_of(map, tile) + right[value->side] - 1, row_of(map, tile) + down[value->side], style, text);
}

static void draw_values(const Map *map, const GArray *values, Canvas *canvas)
{
  for (guint i = 0; i < values->len; i++) {
    const MapValue *value = &g_array_index(values, MapValue, i);
    if (value->tile >= 0 && value->tile < map->placed->len)
      draw_value(map, value, &g_array_index(map->placed, Placed, value->tile), canvas);
  }
}

/* How many columns of whole tiles, from `first` on, fit; the last tile is not parted from what stands east of it. */
static guint band_columns(const Map *map, guint first, guint columns)
{
  guint west = first ? 0 : map->margin[TILE_WEST], rest = canvas_columns(map) - first;
  if (rest <= columns) return rest;
  guint tiles = MAX((MAX(columns, west) - west) / map->tile_columns, 1), band = west + tiles * map->tile_columns;
  return tiles > 1 && rest - band <= map->margin[TILE_EAST] ? band - map->tile_columns : band;
}

static gboolean is_blank(const char *line) { return strspn(line, " ") == strlen(line); }

/* Leaves out rows above and below that are empty in this band. */
static Picture *trimmed(Picture *band)
{
  guint first = 0, last = band->line->len;
  Picture *picture = picture_new();
  while (first < last && is_blank(band->line->pdata[first])) first++;
  while (last > first && is_blank(band->line->pdata[last - 1])) last--;
  for (guint i = first; i < last; i++) picture_add(picture, band->line->pdata[i]);
  picture_free(band);
  return picture;
}

static Picture *cut(const Map *map, const Canvas *canvas, guint columns)
{
  Picture *picture = picture_new();
  for (guint first = 0, band; first < canvas_columns(map); first += band) {
    band = band_columns(map, first, columns);
    if (first) picture_take(picture, terminal_styled(TERMINAL_DIM, terminal()->utf8 ? "→ …" : "-> ..."));
    picture_below(picture, trimmed(canvas_picture(canvas, first, band)), 0);
  }
  return picture;
}

static Picture *draw_apart(const Render *render, const LapGameField *field, const LapViewRow *items, guint columns)
{
  GPtrArray *tiles = g_ptr_array_new();
  for (guint i = 0; i < items->n; i++) g_ptr_array_add(tiles, tile_alone(render, field, items->item[i], i));
  return picture_flow(tiles, 1, columns);
}

Picture *map_draw(const Render *render, const LapGameField *field, const MapColumns *from, guint columns)
{
  if (!from->item->n) return picture_new();
  g_autoptr(GArray) placed = g_array_new(FALSE, FALSE, sizeof(Placed));
  Map map = {.render = render, .placed = placed};
  read_tiles(&map, field, from);
  reach(&map);
  if (is_too_large(&map)) return draw_apart(render, field, from->item, columns);
  look_around(&map);
  choose_tile_columns(&map, columns);
  g_autoptr(Canvas) canvas = draw_tiles(&map);
  draw_values(&map, from->value, canvas);
  return cut(&map, canvas, columns);
}
