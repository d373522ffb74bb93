/* A map whose tiles lie as far apart as their coordinates go: nothing that draws it has room for what is between. */
#include "animal.h"
#include "lapidary/appearance.h"

#define TILES 3
#define FAR_STATE(F, T)                                                                 \
  F(T, COLUMN, tiles, i32, x, TILES, .visibility = LAP_PUBLIC)                          \
  F(T, COLUMN, tiles, i32, y, TILES, .visibility = LAP_PUBLIC)                          \
  F(T, COUNT, tiles)                                                                    \
  F(T, SLOT_COLUMN, tiles, tile, TILES, .visibility = LAP_BY_MASK, .set = LAP_ID(0, 0)) \
  F(T, VALUE, u8, done, .visibility = LAP_PUBLIC)                                       \
  F(T, SPARE, filler, 1, .visibility = LAP_NOBODY)
LAP_STATE(Far, far, FAR_STATE)

static uint16_t lay(const LapContext *context, LapBlock *block)
{
  Far *state = far_in(context, block);
  for (state->tiles = 0; state->tiles < TILES; state->tiles++)
    state->tile[state->tiles] = (LapSlot){(uint16_t)(state->tiles + 1), LAP_EVERYONE};
  state->x[0] = state->y[0] = INT32_MIN;
  state->x[1] = state->y[1] = INT32_MAX;
  return LAP_ID(0, 1);
}

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  (void)action;
  far_in(context, block)->done = 1;
  return LAP_OVER;
}

static const char *const keys[] = {0, "near", "far", "between"};
static const LapPieces pieces[] = {{.name = "tile", .faces = TILES, .total = TILES, .key = keys}};
static const LapPhase phases[] = {
    {.name = "lay", .kind = LAP_PHASE_AUTOMATIC, .run = lay},
    {.name = "play", .kind = LAP_PHASE_ONE, .actors = animal_actors, .legal = animal_legal, .apply = apply}};

static const LapPlacement placements[] = {{.field = "tile", .draw = LAP_DRAW_MAP, .x = "x", .y = "y"}};
static const LapTable table = LAP_TABLE(placements);
static const LapExtension extensions[] = {{LAP_PLACEMENTS, &table}};

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 .id = "lies-far-apart",
                                 .version = "1.0.0",
                                 .licence = "MIT",
                                 .authors = "The zoo",
                                 .seats_min = 1,
                                 .seats_max = 2,
                                 LAP_STATE_OF_PLUGIN(Far, far),
                                 .pieces = LAP_TABLE(pieces),
                                 .phases = LAP_TABLE(phases),
                                 .actions = LAP_TABLE(animal_kinds),
                                 .categories = LAP_TABLE(animal_kinds),
                                 .score = animal_score,
                                 .extensions = LAP_TABLE(extensions)};

LAP_PLUGIN_ENTRY { return &plugin; }
