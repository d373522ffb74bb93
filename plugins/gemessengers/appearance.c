#include "appearance.h"

#include "gemessengers.h"
#include "guild.h"
#include "lapidary/highlights.h"
#include "workshop.h"

/* A gemstone is a coloured card with its letter; a Proclamation a light one with the gem and its number. */
static void draw_card(const LapContext *context, uint16_t face, LapDrawing *drawing)
{
  /* In the order of the column "suit". */
  static const struct {
    uint8_t colour;
    const char *letter;
  } suits[] = {{LAP_COLOUR_PURPLE, "A"}, {LAP_COLOUR_YELLOW, "C"}, {LAP_COLOUR_WHITE, "D"}, {LAP_COLOUR_GREEN, "E"},
               {LAP_COLOUR_RED, "R"},    {LAP_COLOUR_BLUE, "S"},   {LAP_COLOUR_ORANGE, "T"}};
  const MessengersCard *card = messengers_card(context, face);
  uint8_t colour = suits[card->suit].colour;
  int proclaims = card->kind == MESSENGERS_PROCLAMATION;
  drawing->colour = colour;
  lap_mark(drawing, LAP_AT_MIDDLE, proclaims ? colour : LAP_COLOUR_NONE, suits[card->suit].letter, 0);
  if (proclaims) lap_mark(drawing, LAP_AT_MIDDLE, LAP_COLOUR_NONE, NULL, card->number);
}
static const LapFaces sets[] = {{.set = LAP_ID(0, 0), .draw = draw_card}};
const LapTable messengers_faces = LAP_TABLE(sets);

/* Room and tokens stand beside the rows of the Guild. */
static const LapFace counts[] = {{.mark = NULL}};
static const char *const jewels[] = {"circlet_round", "pendant_round", "scepter_round", NULL};
static const char *const rows[] = {"headstone_row", "decoration_row", "base_row", NULL};
static const LapPlacement places[] = {
    {.field = "round", .draw = LAP_DRAW_COUNTER, .labels = jewels},
    {.field = "draw_pile", .draw = LAP_DRAW_COUNTER},
    {.field = "room", .draw = LAP_DRAW_ROW, .wrap = 1, .labels = rows, .values = counts, .n_values = 1},
    {.field = "guild", .draw = LAP_DRAW_GRID, .labels = rows},
    {.field = "tokens", .draw = LAP_DRAW_ROW, .wrap = 1, .labels = rows, .values = counts, .n_values = 1},
    {.field = "revealed", .draw = LAP_DRAW_ROW},
    {.field = "workshop", .draw = LAP_DRAW_GRID, .labels = rows, .on = "room"},
    {.field = "slack", .draw = LAP_DRAW_COUNTER},
    {.field = "prestige", .draw = LAP_DRAW_COUNTER},
    {.field = "hand", .draw = LAP_DRAW_HAND}};
const LapTable messengers_placements = LAP_TABLE(places);

/* --- what a step is about: the place that the card, or the token, is put at or taken from */

static uint32_t highlights(const LapContext *context, const LapBlock *block, const LapAction *step, LapHighlight *out,
                           uint32_t capacity)
{
  const Messengers *game = messengers_of(context, block);
  int row = step->arg[0], place;
  switch (step->kind) {
  case MESSENGERS_PLACE:
    place = workshop_place_shown(game->workshop[step->seat], game->room, step->arg[0]);
    *out = (LapHighlight){.field = "workshop", .row = step->seat, .index = (uint16_t)place};
    return place >= 0;
  case MESSENGERS_PROCLAIM:
    *out = (LapHighlight){.field = "guild",
                          .index = (uint16_t)(row * MESSENGERS_WIDTH + messengers_proclaimed(game, row))};
    return 1;
  case MESSENGERS_TAKE_TOKEN:
    *out = (LapHighlight){.field = "tokens", .index = (uint16_t)row};
    return 1;
  default:
    return 0;
  }
}
const LapHighlights messengers_highlights = {.struct_size = sizeof(LapHighlights), .highlights = highlights};
