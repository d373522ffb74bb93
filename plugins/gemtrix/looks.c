#include "looks.h"

#include <string.h>

#include "gemtrix.h"
#include "lapidary/look.h"

/* In the order of data/cards.json. */
#define GEMS(gem)                                                                           \
  {.colour = gem, .mark = "2"}, {.colour = gem, .mark = "4"}, {.colour = gem, .mark = "6"}, \
      {.colour = gem, .mark = "x2"},                                                        \
  {                                                                                         \
    .colour = gem, .mark = "x3"                                                             \
  }
static const LapFace card_faces[GEMTRIX_FACES + 1] = {
    {.mark = ""},          GEMS(LAP_COLOUR_BLUE),   GEMS(LAP_COLOUR_GREEN), GEMS(LAP_COLOUR_ORANGE),
    GEMS(LAP_COLOUR_PINK), GEMS(LAP_COLOUR_PURPLE), GEMS(LAP_COLOUR_RED)};
static const LapFaces sets[] = {{.set = LAP_ID(0, 0), .n = GEMTRIX_FACES, .face = card_faces}};
static const LapLooks faces = {sizeof(LapLooks), .n = 1, .stride = sizeof(LapFaces), .v = sets};

static const LapPlacement places[] = {{.field = "draw_pile", .draw = LAP_DRAW_PILE},
                                      {.field = "discard_pile", .draw = LAP_DRAW_PILE},
                                      {.field = "table", .draw = LAP_DRAW_ROW, .group = GEMTRIX_TRIX},
                                      {.field = "hand", .draw = LAP_DRAW_HAND}};
static const LapLooks table = {sizeof(LapLooks), .n = sizeof places / sizeof *places, .stride = sizeof(LapPlacement),
                               .v = places};

const void *gemtrix_looks(const char *id)
{
  if (!strcmp(id, LAP_FACES)) return &faces;
  if (!strcmp(id, LAP_TABLE_LAYOUT)) return &table;
  return NULL;
}
