#include "appearance.h"

#include "gems-tracker.h"
#include "lapidary/appearance.h"

#define NUMBERS(ink)                                                                            \
  {.colour = ink, .mark = "1"}, {.colour = ink, .mark = "2"}, {.colour = ink, .mark = "3"},     \
      {.colour = ink, .mark = "4"}, {.colour = ink, .mark = "5"}, {.colour = ink, .mark = "6"}, \
      {.colour = ink, .mark = "7"}, {.colour = ink, .mark = "8"}, {.colour = ink, .mark = "9"}, \
      {.colour = ink, .mark = "10"}, {.colour = ink, .mark = "11"},                             \
  {                                                                                             \
    .colour = ink, .mark = "12"                                                                 \
  }
static const LapFace card_faces[GEMS_TRACKER_CARD_FACES + 1] = {{.mark = ""},
                                                                NUMBERS(LAP_COLOUR_BLUE),
                                                                NUMBERS(LAP_COLOUR_ORANGE),
                                                                NUMBERS(LAP_COLOUR_PURPLE),
                                                                NUMBERS(LAP_COLOUR_PINK),
                                                                {.colour = LAP_COLOUR_GREY, .mark = "="}};
static const LapFace card_backs[] = {{.colour = LAP_COLOUR_BLUE, .mark = "▒"},
                                     {.colour = LAP_COLOUR_ORANGE, .mark = "▒"},
                                     {.colour = LAP_COLOUR_PURPLE, .mark = "▒"},
                                     {.colour = LAP_COLOUR_PINK, .mark = "▒"},
                                     {.colour = LAP_COLOUR_GREY, .mark = "="}};

static const LapFace cells[] = {
    [GEMS_TRACKER_NOTHING] = {.mark = ""},
    [GEMS_TRACKER_WHITE] = {.colour = LAP_COLOUR_WHITE, .mark = "◆"},
    [GEMS_TRACKER_GREEN] = {.colour = LAP_COLOUR_GREEN, .mark = "◆"},
    [GEMS_TRACKER_RED] = {.colour = LAP_COLOUR_RED, .mark = "◆"},
    [GEMS_TRACKER_YELLOW] = {.colour = LAP_COLOUR_YELLOW, .mark = "◆"},
    [GEMS_TRACKER_ROCK] = {.mark = "·"},
    [GEMS_TRACKER_BRIDGE] = {.colour = LAP_COLOUR_GREY, .mark = "="},
};

/* A mine: its gems in three lines of two, its rails below. */
static void draw_mine(const LapContext *context, uint16_t face, LapDrawing *drawing)
{
  static const char *const rails[] = {"", "═", "══", "═══"};
  const GemsTrackerMine *mine = gems_tracker_mine(context, face);
  drawing->width = 2;
  drawing->height = 3;
  lap_mark(drawing, LAP_AT_MIDDLE, LAP_COLOUR_NONE, mine->key, 0);
  for (uint8_t i = 0; i < 6; i++) {
    const LapFace *look = &cells[mine->gems[i] ? mine->gems[i] : GEMS_TRACKER_ROCK];
    lap_mark_cell(drawing, i % 2, i / 2, look->colour, look->mark);
  }
  if (mine->rails) lap_mark(drawing, LAP_AT_SOUTH, LAP_COLOUR_NONE, rails[mine->rails], 0);
}

/* A tender: what it asks for and what it pays, as a picture that is named by its key. */
static void draw_tender(const LapContext *context, uint16_t face, LapDrawing *drawing)
{
  drawing->picture = gems_tracker_tender(context, face)->key;
}

static const LapFaces sets[] = {
    {.set = LAP_ID(0, 0), .n = GEMS_TRACKER_CARD_FACES, .n_backs = 5, .face = card_faces, .back = card_backs},
    {.set = LAP_ID(0, 1), .draw = draw_mine},
    {.set = LAP_ID(0, 2), .draw = draw_tender}};
const LapTable gems_tracker_faces = LAP_TABLE(sets);

static const LapFace rail[] = {{.mark = "═"}};
static const LapFace owners[] = {{.mark = ""},
                                 {.colour = LAP_COLOUR_BLUE, .mark = "1"},
                                 {.colour = LAP_COLOUR_ORANGE, .mark = "2"},
                                 {.colour = LAP_COLOUR_PURPLE, .mark = "3"},
                                 {.colour = LAP_COLOUR_PINK, .mark = "4"}};
static const char *const nth[] = {"open", "first", "second", "third", "fourth", NULL};
static const LapPlacement places[] = {
    {.field = "tenders", .draw = LAP_DRAW_MAP, .x = "tender_x", .y = "tender_y"},
    {.field = "spots",
     .draw = LAP_DRAW_ROW,
     .values = owners,
     .n_values = 5,
     .x = "spot_at",
     .turn = "spot_side",
     .on = "tenders"},
    {.field = "mine_deck", .draw = LAP_DRAW_COUNTER},
    {.field = "mine_discards", .draw = LAP_DRAW_NOTHING},
    {.field = "mines", .draw = LAP_DRAW_ROW},
    {.field = "taken", .draw = LAP_DRAW_ROW},
    {.field = "taken_mine", .draw = LAP_DRAW_ROW},
    {.field = "bid", .draw = LAP_DRAW_ROW},
    {.field = "rails", .draw = LAP_DRAW_COUNTER, .counts = 1, .values = rail, .n_values = 1},
    {.field = "tie_breaker", .draw = LAP_DRAW_COUNTER},
    {.field = "bookings", .draw = LAP_DRAW_COUNTER, .counts = 1, .values = &cells[GEMS_TRACKER_BRIDGE], .n_values = 1},
    {.field = "covered", .draw = LAP_DRAW_NOTHING},
    {.field = "mined", .draw = LAP_DRAW_NOTHING},
    {.field = "discards", .draw = LAP_DRAW_ROW},
    {.field = "columns", .draw = LAP_DRAW_ROW, .on = "areas"},
    {.field = "ground", .draw = LAP_DRAW_GRID, .values = cells, .n_values = sizeof cells / sizeof *cells},
    {.field = "hand", .draw = LAP_DRAW_HAND},
    {.field = "bid_sum", .draw = LAP_DRAW_COUNTER},
    {.field = "place_in_order", .draw = LAP_DRAW_COUNTER, .labels = nth},
    {.field = "round", .draw = LAP_DRAW_COUNTER},
};
const LapTable gems_tracker_placements = LAP_TABLE(places);
