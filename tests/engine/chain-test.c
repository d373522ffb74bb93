/* A chain of three small plugins: where phases are inserted, what overrides may be, and whose names are found. */
#include <string.h>

#include "host/engine/session.h"
#include "lapidary/state.h"

#define ROAD(F, T) F(T, VALUE, u32, steps, .visibility = LAP_PUBLIC)
LAP_STATE(Road, road, ROAD)

#define BRIDGE(F, T) F(T, VALUE, u32, planks, .visibility = LAP_PUBLIC)
LAP_STATE_AT(1, Bridge, bridge, BRIDGE)

enum { SETUP, GO, TALLY };

/* Each phase notes its digit. */
static void note(const LapContext *context, LapBlock *block, uint32_t digit)
{
  Road *road = road_in(context, block);
  road->steps = road->steps * 10 + digit;
}

static uint16_t set_up(const LapContext *context, LapBlock *block)
{
  (void)context, (void)block;
  return GO;
}

static uint32_t actors(const LapContext *context, const LapBlock *block)
{
  (void)context, (void)block;
  return 1;
}

static void legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  (void)context, (void)block;
  lap_add(actions, LAP_ID(0, 0), seat);
}

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  (void)action;
  note(context, block, 1);
  return TALLY;
}

static uint16_t tally(const LapContext *context, LapBlock *block)
{
  note(context, block, 9);
  return GO;
}

static uint16_t cross(const LapContext *context, LapBlock *block)
{
  note(context, block, 2);
  return LAP_RESUME;
}

static uint16_t pay(const LapContext *context, LapBlock *block)
{
  note(context, block, 3);
  return LAP_RESUME;
}

static void score(const LapContext *context, const LapBlock *block, int final)
{
  (void)context, (void)block, (void) final;
}

static int32_t toll(const LapContext *context, const LapBlock *block, int32_t a, int32_t b)
{
  (void)context, (void)block;
  return a + b;
}

static int32_t collect(const LapContext *context, LapBlock *block, int32_t a, int32_t b)
{
  return toll(context, block, a, b);
}

static const LapPhase base_phases[] = {
    [SETUP] = {.name = "setup", .kind = LAP_PHASE_AUTOMATIC, .run = set_up},
    [GO] = {.name = "go", .kind = LAP_PHASE_ONE, .actors = actors, .legal = legal, .apply = apply},
    [TALLY] = {.name = "tally", .kind = LAP_PHASE_AUTOMATIC, .run = tally}};
static const LapPhase bridge_phases[] = {
    {.name = "cross", .kind = LAP_PHASE_AUTOMATIC, .before = "tally", .run = cross}};
static const LapPhase toll_phases[] = {{.name = "pay", .kind = LAP_PHASE_AUTOMATIC, .before = "tally", .run = pay}};
static const LapKind actions[] = {{.name = "go"}};
static const LapOption options[] = {{.name = "length", .min = 1, .max = 5, .def = 3}};
static const LapRule rules[] = {{.name = "toll", .rule = toll}},
                     operation[] = {{.overrides = "toll", .operation = collect}};

static const LapPlugin base = {LAP_PLUGIN_HEAD,
                               LAP_STATE_OF_PLUGIN(Road, road),
                               .id = "road",
                               .version = "1.0.0",
                               .seats_min = 1,
                               .seats_max = 1,
                               .options = LAP_TABLE(options),
                               .phases = LAP_TABLE(base_phases),
                               .actions = LAP_TABLE(actions),
                               .rules = LAP_TABLE(rules),
                               .score = score};
static const LapPlugin bridge = {LAP_PLUGIN_HEAD,
                                 LAP_STATE_OF_PLUGIN(Bridge, bridge),
                                 .id = "bridge",
                                 .version = "1.0.0",
                                 .depth = 1,
                                 .extends = "road",
                                 .base = LAP_TABLE(road_fields),
                                 .options = LAP_TABLE(options),
                                 .phases = LAP_TABLE(bridge_phases)};
static const LapPlugin toll_bridge = {LAP_PLUGIN_HEAD, .id = "toll-bridge", .version = "1.0.0",
                                      .depth = 2,      .extends = "bridge", .phases = LAP_TABLE(toll_phases)};

static LapGame *link_chain(guint levels)
{
  const LapSource chain[] = {{.plugin = &base}, {.plugin = &bridge}, {.plugin = &toll_bridge}};
  GError *error = NULL;
  LapGame *game = lap_game_link(chain, levels, &error);
  g_assert_no_error(error);
  return game;
}

/* The digits of the phases that one move leads through. */
static guint32 steps_of_a_move(guint levels)
{
  g_autoptr(LapGame) game = link_chain(levels);
  g_autoptr(LapEngine) engine = lap_engine_new(game, 1, NULL, NULL);
  g_autoptr(LapBlock) block = lap_block_new(engine);
  const LapAction step = {.kind = LAP_ID(0, 0)};
  g_assert_cmpint(lap_engine_start(engine, block, 1), ==, LAP_MOVE_MADE);
  g_assert_cmpint(lap_engine_apply(engine, block, &step), ==, LAP_MOVE_MADE);
  return ((const Road *)lap_engine_segment(engine, block, 0))->steps;
}

static void phases_before_the_same_one_are_entered_from_the_highest_level_down(void)
{
  g_assert_cmpuint(steps_of_a_move(1), ==, 19);
  g_assert_cmpuint(steps_of_a_move(2), ==, 129);
  g_assert_cmpuint(steps_of_a_move(3), ==, 1329);
}

static void an_override_is_of_the_same_kind(void)
{
  LapPlugin variant = bridge;
  variant.rules = (LapTable)LAP_TABLE(operation);
  const LapSource chain[] = {{.plugin = &base}, {.plugin = &variant}};
  g_autoptr(GError) error = NULL;
  g_assert_null(lap_game_link(chain, 2, &error));
  g_assert_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_INVALID);
  g_test_message("%s", error->message);
  g_assert_nonnull(strstr(error->message, "\"road/toll\" is declared as rule, but overridden as operation"));
}

static void a_base_that_orders_a_field_otherwise_is_another_one(void)
{
  LapField field = road_fields[0];
  LapPlugin other = base;
  field.order = LAP_SET;
  other.fields = (LapTable){&field, 1, sizeof field};
  const LapSource chain[] = {{.plugin = &other}, {.plugin = &bridge}};
  g_autoptr(GError) error = NULL;
  g_assert_null(lap_game_link(chain, 2, &error));
  g_assert_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_BASE);
}

static void a_bare_option_is_that_of_the_highest_level(void)
{
  g_autoptr(LapGame) game = link_chain(2);
  g_autoptr(LapOptions) chosen = lap_options_new(game);
  g_assert_true(lap_options_set(chosen, game, "length", "5", NULL));
  g_assert_true(lap_options_set(chosen, game, "road/length", "1", NULL));
  g_assert_cmpint(chosen->value[0][0], ==, 1);
  g_assert_cmpint(chosen->value[1][0], ==, 5);
}

static void a_default_is_not_below_the_least(void)
{
  LapOption option = options[0];
  LapPlugin other = base;
  option.def = 0;
  other.options = (LapTable){&option, 1, sizeof option};
  const LapSource source = {.plugin = &other};
  g_autoptr(GError) error = NULL;
  g_assert_null(lap_game_link(&source, 1, &error));
  g_assert_nonnull(strstr(error->message, "the default 0, which is not within 1..5"));
}

static void a_level_finds_no_fields_above_it(void)
{
  g_autoptr(LapGame) game = link_chain(2);
  g_assert_null(lap_game_find_field(game, 0, "planks"));
  g_assert_null(lap_game_find_field(game, 0, "bridge/planks"));
  g_assert_nonnull(lap_game_find_field(game, 1, "planks"));
  g_assert_nonnull(lap_game_find_field(game, 1, "steps"));
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/chain/phases-before-the-same-one-are-entered-from-the-highest-level-down",
                  phases_before_the_same_one_are_entered_from_the_highest_level_down);
  g_test_add_func("/chain/an-override-is-of-the-same-kind", an_override_is_of_the_same_kind);
  g_test_add_func("/chain/a-base-that-orders-a-field-otherwise-is-another-one",
                  a_base_that_orders_a_field_otherwise_is_another_one);
  g_test_add_func("/chain/a-bare-option-is-that-of-the-highest-level", a_bare_option_is_that_of_the_highest_level);
  g_test_add_func("/chain/a-default-is-not-below-the-least", a_default_is_not_below_the_least);
  g_test_add_func("/chain/a-level-finds-no-fields-above-it", a_level_finds_no_fields_above_it);
  return g_test_run();
}
