#include "tile.h"

#include <string.h>

#include "drawing.h"
#include "terminal.h"

void tile_read(Tile *tile, const Scene *scene)
{
  if (tile->item.kind != ITEM_FACE ||
      !lap_appearance_draw(scene->looks->appearance, tile->field->set, tile->item.value, &tile->drawing))
    tile->drawing = (LapDrawing){0};
}

LapAt tile_printed(const Tile *tile, guint side)
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

/* What the door says stands before it, outside. */
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

static void draw_name(const Tile *tile, const Scene *scene, Canvas *canvas, int x, int y, const char *style)
{
  guint columns = tile->columns - 2;
  g_autofree char *name = lap_texts_piece(scene->looks->texts, tile->field->set, (guint)tile->item.value);
  gsize length = line_length(name, columns);
  g_autofree char *first = g_strndup(name, length), *rest = g_strstrip(g_strdup(name + length));
  g_autofree char *second = terminal_fit(rest, columns);
  canvas_put(canvas, x + 1, y + 1, style, first);
  canvas_put(canvas, x + 1, y + 2, style, second);
}

static void draw_tokens(const Tile *tile, const Scene *scene, Canvas *canvas, int x, int y)
{
  int column = x + (int)tile->columns - 1;
  for (guint i = scene->tokens ? scene->tokens->len : 0; i-- > 0;) {
    const Token *token = &g_array_index(scene->tokens, Token, i);
    if (token->on != tile->field || token->place != tile->place) continue;
    g_autofree char *letter = scene_token(scene->names, token->seat);
    canvas_put(canvas, --column, y + 3, scene_token_ground(scene, token->seat), letter);
  }
}

/* In the corner, where no door is. */
static void draw_number(const Tile *tile, const Scene *scene, Canvas *canvas, int x, int y)
{
  guint number = scene_number(scene, tile->field, tile->item, tile->place);
  if (!number) return;
  g_autofree char *text = g_strdup_printf("%u", number);
  canvas_put(canvas, x + 1, y, TERMINAL_BOLD, text);
}

void tile_draw(const Tile *tile, const Scene *scene, Canvas *canvas, int x, int y)
{
  const char *style = terminal_ink(tile->drawing.colour);
  draw_walls(tile, canvas, x, y, style);
  draw_sides(tile, canvas, x, y, style);
  if (tile->item.kind == ITEM_FACE) draw_name(tile, scene, canvas, x, y, style);
  drawing_put(&tile->drawing, LAP_AT_MIDDLE, canvas, x + 1, y + 3, NULL, FALSE);
  draw_tokens(tile, scene, canvas, x, y);
  draw_number(tile, scene, canvas, x, y);
}

Picture *tile_alone(const Scene *scene, const LapGameField *field, Item item, guint place)
{
  Tile tile = {.field = field, .item = item, .place = place, .columns = 17};
  tile_read(&tile, scene);
  guint west = drawing_columns(&tile.drawing, LAP_AT_WEST), east = drawing_columns(&tile.drawing, LAP_AT_EAST);
  g_autoptr(Canvas) canvas = canvas_new(west + tile.columns + east, TILE_ROWS + 2);
  tile_draw(&tile, scene, canvas, (int)west, 1);
  return canvas_picture(canvas, 0, west + tile.columns + east);
}
