#include "dressed.h"

#include <string.h>

#include "fixtures.h"
#include "lapidary/appearance.h"

/* --- the base: a table of faces, and one wrong byte */

static const LapFace cards[] = {{0},
                                {.colour = LAP_COLOUR_RED, .mark = "1", .picture = "one"},
                                {.colour = LAP_COLOUR_PINK},
                                {.mark = "", .picture = "no_such"},
                                {.mark = "\xff!"},
                                {.colour = 200, .mark = "5"}};
static const LapFace card_backs[] = {{.colour = LAP_COLOUR_GREY, .mark = "?", .picture = "back"},
                                     {.colour = LAP_COLOUR_BLACK}};
static const LapFaces base_sets[] = {
    {.set = LAP_ID(0, 0), .n = G_N_ELEMENTS(cards) - 1, .n_backs = 2, .face = cards, .back = card_backs}};
static const LapTable base_faces = LAP_TABLE(base_sets);

static const LapFace stones[] = {
    {.mark = ""}, {.colour = LAP_COLOUR_BLUE, .mark = "o", .picture = "one"}, {.colour = LAP_COLOUR_BROWN}};
static const char *const ways[] = {"high", "low", NULL};
static const LapPlacement base_places[] = {
    {.field = "marks",
     .draw = LAP_DRAW_GRID,
     .values = stones,
     .n_values = G_N_ELEMENTS(stones),
     .labels = ways,
     .picture = "board"},
    {.field = "market",
     .draw = LAP_DRAW_ROW,
     .group = 3,
     .wrap = 6,
     .x = "won_by",
     .turn = "no_such",
     .on = "won_with"},
    {.field = "way", .draw = LAP_DRAW_TOKENS, .on = "sealed/marks"},
    {.field = "deck", .draw = LAP_DRAW_GRID},
    {.field = "round", .draw = LAP_DRAW_COUNTER, .labels = ways, .x = "in_hands"},
    {.field = "lead", .draw = LAP_DRAW_ROW, .x = "tidied", .labels = ways, .centre = 1},
    {.field = "won_by", .draw = LAP_DRAW_ROW, .places_are = LAP_ROWS_SEATS},
    {.field = "stake", .draw = LAP_DRAW_ROW, .centre = 1},
    {.field = "no_such", .draw = LAP_DRAW_HAND}};
static const LapTable base_table = LAP_TABLE(base_places);

static const LapExtension base_extensions[] = {{LAP_FACES, &base_faces}, {LAP_PLACEMENTS, &base_table}};

/* --- its variant: draws coins, and places a field of the base anew */

static void draw_coin(const LapContext *context, uint16_t face, LapDrawing *drawing)
{
  (void)context;
  if (face == 2) {
    for (int i = 0; i <= LAP_MARKS_MAX; i++) lap_mark(drawing, LAP_AT_MIDDLE, LAP_COLOUR_NONE, "c", 0);
    drawing->n = UINT8_MAX;
    return;
  }
  drawing->colour = LAP_COLOUR_WHITE;
  drawing->picture = "coin";
  drawing->width = 3;
  drawing->height = 2;
  lap_mark(drawing, LAP_AT_MIDDLE, LAP_COLOUR_NONE, NULL, -4);
  lap_mark(drawing, LAP_AT_NORTH, LAP_COLOUR_GREEN, "n", 0);
  lap_mark_cell(drawing, 2, 0, LAP_COLOUR_ORANGE, "x");
}

static const LapFaces variant_sets[] = {{.set = LAP_ID(1, 0), .draw = draw_coin}};
static const LapTable variant_faces = LAP_TABLE(variant_sets);
static const LapPlacement variant_places[] = {{.field = "round", .draw = LAP_DRAW_ROW, .on = "discard"},
                                              {.field = "lead", .draw = LAP_DRAW_COUNTER},
                                              {.field = "discard", .draw = LAP_DRAW_MAP, .turn = "visits"},
                                              {.field = "deck", .draw = LAP_DRAW_NOTHING},
                                              {.field = "won", .draw = LAP_DRAW_COUNTER}};
static const LapTable variant_table = LAP_TABLE(variant_places);

static const LapExtension variant_extensions[] = {{LAP_FACES, &variant_faces}, {LAP_PLACEMENTS, &variant_table}};

LapGame *dressed_game(guint levels)
{
  static LapPlugin base, variant;
  base = sealed_plugin;
  base.extensions = (LapTable)LAP_TABLE(base_extensions);
  base.authors = "A \"quoted\" author";
  variant = sealed_fair_plugin;
  variant.extensions = (LapTable)LAP_TABLE(variant_extensions);
  const LapSource chain[] = {{.plugin = &base}, {.plugin = &variant}};
  g_autoptr(GError) error = NULL;
  LapGame *game = lap_game_link(chain, levels, &error);
  g_assert_no_error(error);
  return game;
}
