#include "appearance.h"

#include <string.h>

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
static const LapAppearance faces = {sizeof(LapAppearance), .n = 1, .stride = sizeof(LapFaces), .v = sets};

static const LapPlacement places[] = {{.field = "draw_pile", .draw = LAP_DRAW_PILE},
                                      {.field = "discard_pile", .draw = LAP_DRAW_PILE},
                                      {.field = "table", .draw = LAP_DRAW_ROW, .group = GEMTRIX_TRIX},
                                      {.field = "hand", .draw = LAP_DRAW_HAND}};
static const LapAppearance table = {sizeof(LapAppearance), .n = sizeof places / sizeof *places,
                                    .stride = sizeof(LapPlacement), .v = places};

/* A new card comes from the draw pile. */
static uint32_t highlights(const LapContext *context, const LapBlock *block, const LapAction *step, LapHighlight *out,
                           uint32_t capacity)
{
  if (step->kind != GEMTRIX_FLIP) return 0;
  *out = (LapHighlight){.field = "draw_pile"};
  return 1;
}
static const LapHighlights highlighted = {.struct_size = sizeof(LapHighlights), .highlights = highlights};

const void *gemtrix_appearance(const char *id)
{
  if (!strcmp(id, LAP_FACES)) return &faces;
  if (!strcmp(id, LAP_TABLE_LAYOUT)) return &table;
  if (!strcmp(id, LAP_HIGHLIGHTS)) return &highlighted;
  return NULL;
}
