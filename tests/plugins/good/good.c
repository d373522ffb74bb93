/* A good game for the loader's tests: seats add up the points of cards until there are ten. */
#include "good-state.h"

#include <stddef.h>

typedef struct {
  const char *key;
  int16_t points;
} Card;

enum { CARDS };

static const LapColumn columns[] = {
    {.name = "key", .type = LAP_COLUMN_KEY, .width = sizeof(char *), .offset = offsetof(Card, key)},
    {.name = "points", .type = LAP_COLUMN_NUMBER, .width = 2, .offset = offsetof(Card, points), .min = 1, .max = 9},
};

static const LapCatalogue catalogues[] = {{.name = "cards",
                                           .file = "cards.json",
                                           .columns = LAP_TABLE(columns),
                                           .row_size = sizeof(Card),
                                           .rows_min = 1,
                                           .rows_max = 9}};

static const LapArg add_args[] = {{.name = "card", .type = LAP_ARG_NUMBER}};
static const LapKind actions[] = {{.name = "add", .args = LAP_TABLE(add_args)}};
static const LapKind categories[] = {{.name = "sum"}};

static uint32_t actors(const LapContext *context, const LapBlock *block) { return 1u << good_of(context, block)->turn; }

static void legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *list)
{
  (void)block;
  for (uint32_t i = 1; i <= context->catalogues[0][CARDS].n; i++) lap_add_1(list, LAP_ID(0, 0), seat, (int16_t)i);
}

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  const Card *card = lap_rows(context, 0, CARDS);
  Good *good = good_in(context, block);
  good->sum = (uint16_t)(good->sum + card[action->arg[0]].points);
  good->turn = (uint8_t)((good->turn + 1) % context->seats);
  return good->sum >= 10 ? LAP_OVER : LAP_STAY;
}

static void score(const LapContext *context, const LapBlock *block, int final)
{
  const Good *good = good_of(context, block);
  (void) final;
  context->host->line(context, &(LapLine){.kind = LAP_ID(0, 0), .knows = LAP_EVERYONE, .seat = 0, .points = good->sum});
}

static const LapPhase phases[] = {
    {.name = "play", .kind = LAP_PHASE_ONE, .actors = actors, .legal = legal, .apply = apply}};

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 .seats_min = 1,
                                 .seats_max = 4,
                                 .id = "good",
                                 .version = "1.2.0",
                                 .licence = "MIT",
                                 .authors = "The tests",
                                 LAP_STATE_OF_PLUGIN(Good, good),
                                 .catalogues = LAP_TABLE(catalogues),
                                 .phases = LAP_TABLE(phases),
                                 .actions = LAP_TABLE(actions),
                                 .categories = LAP_TABLE(categories),
                                 .score = score};

LAP_PLUGIN_ENTRY { return &plugin; }
