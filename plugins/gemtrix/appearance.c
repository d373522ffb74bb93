#include "appearance.h"

#include "gemtrix.h"
#include "lapidary/appearance.h"
#include "lapidary/highlights.h"

/* A gem on its colour: its points, or what it multiplies by. */
static void draw_card(const LapContext *context, uint16_t face, LapDrawing *drawing)
{
  /* In the order of the column "colour". */
  static const uint8_t colours[] = {LAP_COLOUR_BLUE, LAP_COLOUR_GREEN,  LAP_COLOUR_ORANGE,
                                    LAP_COLOUR_PINK, LAP_COLOUR_PURPLE, LAP_COLOUR_RED};
  const GemtrixCard *card = gemtrix_card(context, face);
  drawing->colour = colours[card->colour];
  if (!card->points) lap_mark(drawing, LAP_AT_MIDDLE, LAP_COLOUR_NONE, "x", 0);
  lap_mark(drawing, LAP_AT_MIDDLE, LAP_COLOUR_NONE, NULL, card->points ? card->points : card->bonus);
}
static const LapFaces sets[] = {{.set = LAP_ID(0, 0), .draw = draw_card}};
const LapTable gemtrix_faces = LAP_TABLE(sets);

static const LapPlacement places[] = {{.field = "draw_pile", .draw = LAP_DRAW_PILE},
                                      {.field = "discard_pile", .draw = LAP_DRAW_PILE},
                                      {.field = "table", .draw = LAP_DRAW_ROW, .group = GEMTRIX_TRIX},
                                      {.field = "hand", .draw = LAP_DRAW_HAND}};
const LapTable gemtrix_placements = LAP_TABLE(places);

/* A new card comes from the draw pile, the face-up one is the top of the discard pile. */
static uint32_t highlights(const LapContext *context, const LapBlock *block, const LapAction *step, LapHighlight *out,
                           uint32_t capacity)
{
  switch (step->kind) {
  case GEMTRIX_FLIP:
    *out = (LapHighlight){.field = "draw_pile"};
    return 1;
  case GEMTRIX_EXCHANGE:
    *out = (LapHighlight){.field = "discard_pile"};
    return 1;
  default:
    return 0;
  }
}
const LapHighlights gemtrix_highlights = {.struct_size = sizeof(LapHighlights), .highlights = highlights};
