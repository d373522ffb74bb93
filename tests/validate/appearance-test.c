/* Looks and highlights of what a game does not have: frontends pass over them, the validator says so. */
#include <string.h>

#include "fixtures.h"
#include "folder.h"
#include "host/validate/validate.h"
#include "lapidary/appearance.h"
#include "lapidary/highlights.h"

typedef struct {
  const char *name;    /* a sentence */
  const char *message; /* a part of what is said; NULL: nothing */
  LapPlacement placement;
  LapFaces faces;
  LapHighlight highlight;
} Case;

static const LapFace bright[] = {{.colour = LAP_COLOUR_BROWN}, {.colour = LAP_COLOUR_BROWN + 1}};
static const char *const one_label[] = {"high", NULL}, *const two_labels[] = {"high", "low", NULL};
static const LapFace wordy[] = {{.mark = "12345"}};
static const LapFace broken[] = {{.mark = "\xff"}};
static const LapFace pictured[] = {{.picture = NULL}, {.picture = "board"}, {.picture = "bored"}};

static void draw_a_board(const LapContext *context, uint16_t face, LapDrawing *drawing)
{
  (void)context;
  drawing->picture = face == 2 ? "bored" : "board";
}

static void draw_too_much(const LapContext *context, uint16_t face, LapDrawing *drawing)
{
  (void)context;
  if (face == 5) drawing->n = LAP_MARKS_MAX + 1;
}

static const Case cases[] = {
    {.name = "a-placement-of-a-field-passes", .placement = {.field = "sealed/marks", .draw = LAP_DRAW_GRID}},
    {.name = "a-placement-names-a-field-that-is-not-there",
     .message =
         "row 0, \"markt\": field names the field \"markt\", which neither this level nor one below has; is it 'marks' "
         "or 'market'?",
     .placement = {.field = "markt"}},
    {.name = "a-placement-names-no-field",
     .message = "lapidary.placements/1 of sealed, row 0: field is NULL",
     .placement = {.draw = LAP_DRAW_ROW}},
    {.name = "a-placement-is-drawn-as-what-is-not-known",
     .message = "draw is 9, which is no LapDraw",
     .placement = {.field = "market", .draw = 9}},
    {.name = "a-placement-has-a-column-that-is-not-there",
     .message = "\"won_by\": x names the field \"won_wit\"",
     .placement = {.field = "won_by", .draw = LAP_DRAW_ROW, .x = "won_wit"}},
    {.name = "a-column-lies-beside", .placement = {.field = "won_by", .draw = LAP_DRAW_ROW, .x = "won_with"}},
    {.name = "a-column-does-not-lie-beside",
     .message = "turn names \"sealed/way\", which has no plain value for each item of \"sealed/won_by\"",
     .placement = {.field = "won_by", .draw = LAP_DRAW_ROW, .turn = "way"}},
    {.name = "a-row-stands-on-what-is-not-there",
     .message = "on names the field \"map\"",
     .placement = {.field = "market", .draw = LAP_DRAW_ROW, .on = "map"}},
    {.name = "a-grid-has-no-shape",
     .message = "draw is LAP_DRAW_GRID, which needs a .shape",
     .placement = {.field = "market", .draw = LAP_DRAW_GRID}},
    {.name = "a-grid-has-no-lengths-of-its-rows",
     .message = "on names \"sealed/won_by\", which has no plain value for each row of \"sealed/marks\"",
     .placement = {.field = "marks", .draw = LAP_DRAW_GRID, .on = "won_by"}},
    {.name = "a-hand-holds-no-pieces",
     .message = "draw is LAP_DRAW_HAND, which is for pieces",
     .placement = {.field = "points", .draw = LAP_DRAW_HAND}},
    {.name = "a-map-has-no-columns",
     .message = "draw is LAP_DRAW_MAP, which needs .x and .y",
     .placement = {.field = "market", .draw = LAP_DRAW_MAP}},
    {.name = "tokens-are-not-of-seats",
     .message = "draw is LAP_DRAW_TOKENS, which is for plain values whose rows are seats",
     .placement = {.field = "round", .draw = LAP_DRAW_TOKENS, .on = "marks"}},
    {.name = "tokens-stand-on-nothing",
     .message = "draw is LAP_DRAW_TOKENS, which needs .on",
     .placement = {.field = "way", .draw = LAP_DRAW_TOKENS}},
    {.name = "pieces-may-not-be-drawn", .placement = {.field = "market", .draw = LAP_DRAW_NOTHING}},
    {.name = "labels-are-of-values", .placement = {.field = "round", .draw = LAP_DRAW_ROW, .labels = one_label}},
    {.name = "labels-are-not-of-pieces",
     .message = "only rows and counters of plain values, and grids, have labels",
     .placement = {.field = "market", .draw = LAP_DRAW_ROW, .labels = one_label}},
    {.name = "labels-are-of-numbers", .placement = {.field = "round", .draw = LAP_DRAW_COUNTER, .labels = two_labels}},
    {.name = "labels-are-not-of-a-pile",
     .message = "only rows and counters of plain values, and grids, have labels",
     .placement = {.field = "market", .draw = LAP_DRAW_COUNTER, .labels = one_label}},
    {.name = "labels-are-too-many",
     .message = "2 labels, \"sealed/round\" has 1 places",
     .placement = {.field = "round", .draw = LAP_DRAW_ROW, .labels = two_labels}},
    {.name = "places-are-seats-of-a-counter",
     .message = "only rows and counters of plain values, and grids, have labels",
     .placement = {.field = "round", .draw = LAP_DRAW_COUNTER, .places_are = LAP_ROWS_SEATS}},
    {.name = "places-are-seats-and-have-labels",
     .message = "places that are seats have their names, no labels",
     .placement = {.field = "round", .draw = LAP_DRAW_ROW, .places_are = LAP_ROWS_SEATS, .labels = one_label}},
    {.name = "places-are-what-is-not-known",
     .message = "places_are is 2, which is no LapRows",
     .placement = {.field = "round", .draw = LAP_DRAW_ROW, .places_are = 2}},
    {.name = "what-seats-have-lies-in-the-middle", .placement = {.field = "hand", .draw = LAP_DRAW_HAND, .centre = 1}},
    {.name = "what-no-seat-has-is-not-put-in-the-middle",
     .message = "\"market\": centre is for fields whose rows are seats",
     .placement = {.field = "market", .draw = LAP_DRAW_ROW, .centre = 1}},
    {.name = "a-value-has-a-colour-that-is-not-known",
     .message = "values[1] has the colour 12, the last is 11",
     .placement = {.field = "round", .values = bright, .n_values = 2}},
    {.name = "a-value-has-a-word-for-a-mark",
     .message = "values[0] has the mark \"12345\", at most 4 characters fit",
     .placement = {.field = "round", .values = wordy, .n_values = 1}},
    {.name = "a-value-has-a-mark-that-is-not-utf-8",
     .message = "values[0] has a mark that is not UTF-8",
     .placement = {.field = "round", .values = broken, .n_values = 1}},
    {.name = "faces-are-of-a-set-that-is-not-there",
     .message = "row 0: is of the piece set 0x0003, which neither this level nor one below has",
     .faces = {.set = LAP_ID(0, 3), .n = 1}},
    {.name = "faces-are-too-few", .message = "row 0: n is 1, \"card\" has ", .faces = {.n = 1, .face = bright}},
    {.name = "backs-are-too-few",
     .message = "row 0: n_backs is 1, \"card\" has 2",
     .faces = {.back = bright, .n_backs = 1}},
    {.name = "a-face-has-too-many-marks",
     .message = "draw makes 41 marks for face 5, at most 40 fit",
     .faces = {.draw = draw_too_much}},
    {.name = "pictures-that-are-there-pass",
     .placement = {.field = "marks", .draw = LAP_DRAW_GRID, .values = pictured, .n_values = 2, .picture = "board"}},
    {.name = "a-value-has-a-picture-that-is-not-there",
     .message = "values[2] names the picture \"bored\", and there is no file pictures/bored.svg; is it 'board'?",
     .placement = {.field = "round", .values = pictured, .n_values = 3}},
    {.name = "a-grid-has-a-picture-that-is-not-there",
     .message = "\"marks\": picture names the picture \"../board\", and there is no file pictures/../board.svg",
     .placement = {.field = "marks", .draw = LAP_DRAW_GRID, .picture = "../board"}},
    {.name = "a-drawing-has-a-picture-that-is-not-there",
     .message = "draw of face 2 names the picture \"bored\"",
     .faces = {.draw = draw_a_board}},
    {.name = "a-highlight-of-a-field-passes", .highlight = {.field = "market", .side = LAP_AT_WEST}},
    {.name = "a-highlight-names-a-field-that-is-not-there",
     .message = "a highlight of sealed/stake names the field \"markt\"",
     .highlight = {.field = "markt"}},
    {.name = "a-highlight-has-a-row-past-the-seats",
     .message = "has the row 4 of \"sealed/hand\": there is one for each seat",
     .highlight = {.field = "hand", .row = 4}},
    {.name = "a-highlight-has-a-row-where-there-is-one",
     .message = "has the row 1 of \"sealed/market\": 0 is the only one",
     .highlight = {.field = "market", .row = 1}},
    {.name = "a-highlight-has-an-index-past-the-room",
     .message = "has the index 3 of \"sealed/market\", which has room for 3",
     .highlight = {.field = "market", .index = 3}},
    {.name = "a-highlight-has-a-side-of-no-piece",
     .message = "has the side 1 of \"sealed/won_by\": only pieces have sides",
     .highlight = {.field = "won_by", .side = LAP_AT_NORTH}},
};

static const Case *at;
static char *folder; /* has a picture "board" */

static uint32_t highlights(const LapContext *context, const LapBlock *block, const LapAction *step, LapHighlight *out,
                           uint32_t capacity)
{
  (void)context, (void)block, (void)step, (void)capacity;
  *out = at->highlight;
  return 1;
}

static const LapHighlights highlighted = {.struct_size = sizeof(LapHighlights), .highlights = highlights};

static void is_said(gconstpointer data)
{
  at = data;
  LapPlugin plugin = sealed_plugin;
  const LapTable faces = {&at->faces, 1, sizeof(LapFaces)};
  const LapTable placements = {&at->placement, at->placement.field || at->placement.draw, sizeof(LapPlacement)};
  const LapExtension extensions[] = {
      {LAP_FACES, &faces}, {LAP_PLACEMENTS, &placements}, {LAP_HIGHLIGHTS, &highlighted}};
  plugin.extensions = (LapTable){extensions, at->highlight.field ? 3 : 2, sizeof *extensions};
  const LapSource chain[] = {{.plugin = &plugin}};
  g_autoptr(GError) error = NULL;
  g_autoptr(LapGame) game = lap_game_link(chain, 1, &error);
  g_assert_no_error(error);
  const char *const folders[LAP_LEVELS_MAX] = {folder};
  const LapValidateOptions options = {.seats = 4, .positions = 20, .seconds = 10, .folders = folders};
  g_autoptr(GPtrArray) verdicts = lap_validate(game, NULL, at->highlight.field ? "highlights" : "appearance", &options);
  const LapVerdict *verdict = verdicts->pdata[0];
  g_test_message("%s", verdict->message ? verdict->message : "passed");
  g_assert_cmpuint(verdicts->len, ==, 1);
  g_assert_cmpint(verdict->passed, ==, at->message == NULL);
  if (at->message) g_assert_nonnull(strstr(verdict->message ? verdict->message : "", at->message));
  if (at->message && !at->highlight.field) g_assert_true(g_str_has_prefix(verdict->message, "lapidary."));
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_set_nonfatal_assertions();
  folder = make_folder("pictures");
  write_file(folder, "picture.board.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"/>");
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *path = g_strdup_printf("/looks/%s", cases[i].name);
    g_test_add_data_func(path, &cases[i], is_said);
  }
  int result = g_test_run();
  remove_folder(folder);
  g_free(folder);
  return result;
}
