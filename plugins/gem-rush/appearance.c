#include "appearance.h"

#include "kinds.h"
#include "lapidary/grid.h"
#include "lapidary/highlights.h"
#include "mine.h"

/* A letter for each gem: capitals for the standard ones, which doors cost. */
static const LapFace gems[GEMS] = {
    [OBSIDIAN] = {.colour = LAP_COLOUR_BLACK, .mark = "O"},
    [PERMAFROST] = {.colour = LAP_COLOUR_WHITE, .mark = "P"},
    [ELECTRUM] = {.colour = LAP_COLOUR_YELLOW, .mark = "E"},
    [SOULSTONE] = {.colour = LAP_COLOUR_PURPLE, .mark = "S"},
    [STAR_TEAR] = {.colour = LAP_COLOUR_BLUE, .mark = "T"},
    [FIRE_RUBY] = {.colour = LAP_COLOUR_RED, .mark = "F"},
    [LIVING_JADE] = {.colour = LAP_COLOUR_GREEN, .mark = "L"},
    [DIAMOND_DUST] = {.colour = LAP_COLOUR_GREY, .mark = "d"},
    [ECHOGLASS] = {.colour = LAP_COLOUR_PINK, .mark = "e"},
    [ORICHALCUM] = {.colour = LAP_COLOUR_ORANGE, .mark = "o"},
    [WARPSTONE] = {.colour = LAP_COLOUR_BROWN, .mark = "w"},
};

static void mark_gem(LapDrawing *drawing, LapAt at, int gem)
{
  lap_mark(drawing, at, gems[gem].colour, gems[gem].mark, 0);
}

static void draw_gem_card(const LapContext *context, uint16_t face, LapDrawing *drawing)
{
  const GemCard *card = gem_cards(context) + face;
  drawing->colour = gems[card->gem[0]].colour;
  for (int i = 0; i < card->n_gems; i++) mark_gem(drawing, LAP_AT_MIDDLE, card->gem[i]);
}

/* "OPE2": what it costs, and its points. */
static void draw_door(const Door *door, LapAt at, LapDrawing *drawing)
{
  for (int i = 0; i < door->n; i++) mark_gem(drawing, at, door->cost[i]);
  lap_mark(drawing, at, LAP_COLOUR_NONE, NULL, door->points);
}

/* What cards a part of an effect is about. The signs are explained where the mine is named (text key of "room"). */
static void draw_of(uint16_t of, LapDrawing *drawing)
{
  for (int gem = 0; gem < GEMS; gem++)
    if (of >> gem & 1) mark_gem(drawing, LAP_AT_MIDDLE, gem);
  if (of & OF_SPECIAL) lap_mark(drawing, LAP_AT_MIDDLE, LAP_COLOUR_NONE, "✦", 0);
  if (of & OF_STANDARD_ONLY) lap_mark(drawing, LAP_AT_MIDDLE, LAP_COLOUR_NONE, "◆", 0);
  if (of & OF_NAMED) lap_mark(drawing, LAP_AT_MIDDLE, LAP_COLOUR_NONE, "!", 0);
  if (of & OF_ALL) lap_mark(drawing, LAP_AT_MIDDLE, LAP_COLOUR_NONE, "✓", 0);
}

static void draw_op(const EffectOp *op, LapDrawing *drawing)
{
  static const char *const signs[] = {[OP_DRAW] = "+",
                                      [OP_DRAW_X] = "+x",
                                      [OP_REVEAL] = "◇",
                                      [OP_REVEAL_X] = "◇x",
                                      [OP_DIG] = "▽",
                                      [OP_KEEP] = ":",
                                      [OP_KEEP_CHOOSE] = ":✓",
                                      [OP_DISCARD] = "-",
                                      [OP_DISCARD_X] = "-x",
                                      [OP_NAME] = "!",
                                      [OP_GAIN_STEPS] = "»",
                                      [OP_POINTS] = "★",
                                      [OP_REQUIRE_HAND_MAX] = "≤"};
  static const char *const ways[] = {
      [GO_MOVEMENT_ROOM] = "→»", [GO_SAME_LINE] = "→┼", [GO_ANY_ROOM] = "→✓", [GO_NEIGHBOUR] = "→□",
      [GO_TWO_AWAY] = "→2",      [GO_START] = "→0",     [GO_DWARF] = "→@"};
  lap_mark(drawing, LAP_AT_MIDDLE, LAP_COLOUR_NONE, op->op == OP_GO ? ways[op->where] : signs[op->op], 0);
  if (op->n) lap_mark(drawing, LAP_AT_MIDDLE, LAP_COLOUR_NONE, NULL, op->n);
  draw_of(op->of, drawing);
}

/* "▽2OP": what is dug for is kept, which need not be said. */
static void draw_effect(const Room *room, LapDrawing *drawing)
{
  for (int i = 0; i < GEM_RUSH_OPS && room->op[i].op; i++) {
    const EffectOp *op = &room->op[i], *before = i ? op - 1 : op;
    if (op->op == OP_KEEP && before->op == OP_DIG && before->of == op->of) continue;
    draw_op(op, drawing);
  }
}

static void draw_room(const LapContext *context, uint16_t face, LapDrawing *drawing)
{
  static const uint8_t colours[] = {[ROOM_ACTION] = LAP_COLOUR_RED,
                                    [ROOM_MOVEMENT] = LAP_COLOUR_BLUE,
                                    [ROOM_FREE] = LAP_COLOUR_GREEN,
                                    [ROOM_TUNNEL] = LAP_COLOUR_GREY};
  const Room *room = room_tile(context, face);
  drawing->colour = colours[room->type];
  for (int side = LAP_NORTH; side <= LAP_WEST; side++)
    if (room->doors >> side & 1) draw_door(&room->door[side], LAP_AT_NORTH + side, drawing);
  draw_effect(room, drawing);
}

static const LapFaces sets[] = {{.set = LAP_ID(0, 0), .draw = draw_gem_card}, {.set = LAP_ID(0, 1), .draw = draw_room}};
const LapTable gem_rush_faces = LAP_TABLE(sets);

static const LapPlacement places[] = {
    {.field = "gem_deck", .draw = LAP_DRAW_PILE},
    {.field = "discard_pile", .draw = LAP_DRAW_PILE},
    {.field = "room_deck", .draw = LAP_DRAW_PILE},
    {.field = "room", .draw = LAP_DRAW_MAP, .x = "x", .y = "y", .turn = "turned"},
    {.field = "dwarf", .draw = LAP_DRAW_TOKENS, .values = gems, .n_values = GEM_RUSH_SEATS, .on = "room"},
    {.field = "drawn", .draw = LAP_DRAW_ROW},
    {.field = "aside", .draw = LAP_DRAW_ROW},
    {.field = "steps", .draw = LAP_DRAW_COUNTER},
    {.field = "target", .draw = LAP_DRAW_COUNTER},
    {.field = "skill", .draw = LAP_DRAW_ROW},
    {.field = "hand", .draw = LAP_DRAW_HAND}};
const LapTable gem_rush_placements = LAP_TABLE(places);

/* --- what a step is about: the room that one comes to, the door or wall that one goes through, the tile and the door
 * behind which it will lie */

static LapHighlight room_lit(uint16_t place) { return (LapHighlight){.field = "room", .index = place}; }

static LapHighlight side_lit(uint16_t place, int16_t direction)
{
  return (LapHighlight){.field = "room", .index = place, .side = (uint8_t)(LAP_AT_NORTH + direction)};
}

static uint32_t highlights(const LapContext *context, const LapBlock *block, const LapAction *step, LapHighlight *out,
                           uint32_t capacity)
{
  const GemRush *game = gem_rush_of(context, block);
  uint16_t here = game->dwarf[step->seat];
  switch (step->kind) {
  case STEP:
  case BREAK_WALL:
    *out = room_lit(next_place(game, here, (uint8_t)step->arg[0]));
    return 1;
  case BUILD:
    *out = side_lit(here, step->arg[0]);
    return 1;
  case WARP_BUILD:
    *out = side_lit(place_of(game, step->arg[0]), step->arg[1]);
    return 1;
  case ROTATE:
    out[0] = (LapHighlight){.field = "drawn"};
    if (capacity < 2) return 1;
    out[1] = side_lit(game->door_place, game->door_direction);
    return 2;
  case DRAW:
    *out = (LapHighlight){.field = "gem_deck"};
    return 1;
  case CHOOSE_X:
    if (game->effect_skill) return 0;
    *out = room_lit(here); /* whose signs have the X */
    return 1;
  default:
    return 0;
  }
}
const LapHighlights gem_rush_highlights = {.struct_size = sizeof(LapHighlights), .highlights = highlights};
