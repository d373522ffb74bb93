#include "map.h"

#include <string.h>

#include "drawing.h"
#include "terminal.h"

enum { WIDEST_TILE = 19, NARROWEST_TILE = 11, MARGIN_ROWS = 1 };

typedef struct {
  Tile tile;
  int x, y; /* on the map */
} Placed;

typedef struct {
  const Scene *scene;
  GArray *placed;               /* Placed */
  int west, east, north, south; /* the tiles reach so far */
  guint margin[TILE_SIDES];     /* columns or rows before the outermost doors */
  guint tile_columns;
} Map;

static int number_at(const Items *items, guint i)
{
  return items && i < items->item->len ? (int)items_at(items, i).value : 0;
}

static const Placed *placed_at(const Map *map, int x, int y)
{
  for (guint i = 0; i < map->placed->len; i++) {
    const Placed *placed = &g_array_index(map->placed, Placed, i);
    if (placed->x == x && placed->y == y) return placed;
  }
  return NULL;
}

static void read_tiles(Map *map, const LapGameField *field, const MapColumns *from)
{
  for (guint i = 0; i < from->item->item->len; i++) {
    Placed placed = {.x = number_at(from->x, i), .y = number_at(from->y, i)};
    placed.tile = (Tile){.field = field, .item = items_at(from->item, i), .place = i};
    placed.tile.turn = (guint)number_at(from->turn, i) % TILE_SIDES;
    tile_read(&placed.tile, map->scene);
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
  guint tiles = (guint)(map->east - map->west + 1), margins = map->margin[TILE_WEST] + map->margin[TILE_EAST];
  guint room = columns > margins ? (columns - margins) / tiles : 0;
  map->tile_columns = CLAMP(room, NARROWEST_TILE, WIDEST_TILE);
  /* A middle of its own for its doors. */
  map->tile_columns -= !(map->tile_columns & 1);
}

/* --- drawing it */

static guint canvas_columns(const Map *map)
{
  return map->margin[TILE_WEST] + (guint)(map->east - map->west + 1) * map->tile_columns + map->margin[TILE_EAST];
}

static Canvas *draw_tiles(Map *map)
{
  guint rows = map->margin[TILE_NORTH] + (guint)(map->south - map->north + 1) * TILE_ROWS + map->margin[TILE_SOUTH];
  Canvas *canvas = canvas_new(canvas_columns(map), rows);
  for (guint i = 0; i < map->placed->len; i++) {
    Placed *placed = &g_array_index(map->placed, Placed, i);
    placed->tile.columns = map->tile_columns;
    tile_draw(&placed->tile, map->scene, canvas,
              (int)map->margin[TILE_WEST] + (placed->x - map->west) * (int)map->tile_columns,
              (int)map->margin[TILE_NORTH] + (placed->y - map->north) * TILE_ROWS);
  }
  return canvas;
}

/* A choice has its number there, anything else stands in brackets. */
static char *value_text(const Map *map, const MapValue *value, const char **style)
{
  guint colour = LAP_COLOUR_NONE, number = scene_number(map->scene, value->field, value->item, value->place);
  g_autofree char *mark = looks_mark(map->scene->looks, value->field, value->item, &colour);
  *style = number ? TERMINAL_BOLD : terminal_ground(colour);
  return number ? g_strdup_printf(" %u ", number) : g_strdup_printf("(%s)", *mark ? mark : " ");
}

/* In the wall, below the names. */
static void draw_value(const Map *map, const MapValue *value, const Placed *tile, Canvas *canvas)
{
  int last = (int)map->tile_columns - 1, bottom = TILE_ROWS - 1;
  const int right[] = {last / 2, last, last / 2, 0}, down[] = {0, bottom - 1, bottom, bottom - 1};
  int x = (int)map->margin[TILE_WEST] + (tile->x - map->west) * (int)map->tile_columns + right[value->side];
  int y = (int)map->margin[TILE_NORTH] + (tile->y - map->north) * TILE_ROWS + down[value->side];
  const char *style;
  g_autofree char *text = value_text(map, value, &style);
  canvas_put(canvas, x - 1, y, style, text);
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

/* Without the rows above and below in which this band has nothing. */
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

Picture *map_draw(const Scene *scene, const LapGameField *field, const MapColumns *from, guint columns)
{
  if (!from->item->item->len) return picture_new();
  g_autoptr(GArray) placed = g_array_new(FALSE, FALSE, sizeof(Placed));
  Map map = {.scene = scene, .placed = placed};
  read_tiles(&map, field, from);
  reach(&map);
  look_around(&map);
  choose_tile_columns(&map, columns);
  g_autoptr(Canvas) canvas = draw_tiles(&map);
  draw_values(&map, from->value, canvas);
  return cut(&map, canvas, columns);
}
