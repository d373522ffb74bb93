/* Operations: what a base does and a variant may call, do otherwise, or chain up to. */
#include <glib.h>

#include "host/engine/session.h"
#include "lapidary/state.h"

enum { SPEND = LAP_ID(0, 0), GAIN = LAP_ID(0, 0) };

#define PURSE(F, T) F(T, VALUE, u32, coins, .visibility = LAP_PUBLIC)
LAP_STATE(Purse, purse, PURSE)

static uint32_t actors(const LapContext *context, const LapBlock *block)
{
  (void)context, (void)block;
  return 1;
}

static void legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  (void)context, (void)block;
  lap_add(actions, SPEND, seat);
}

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  (void)action;
  return context->host->operation(context, block, GAIN, 2, 3) == 6 ? LAP_STAY : LAP_OVER;
}

static int32_t gain(const LapContext *context, LapBlock *block, int32_t a, int32_t b)
{
  purse_in(context, block)->coins += (uint32_t)(a * b);
  return a * b;
}

static int32_t gain_more(const LapContext *context, LapBlock *block, int32_t a, int32_t b)
{
  int32_t gained = context->host->operation_up(context, block, GAIN, a, b);
  purse_in(context, block)->coins += 100;
  return gained;
}

static void score(const LapContext *context, const LapBlock *block, int final)
{
  (void)context, (void)block, (void) final;
}

static const LapPhase phases[] = {{"turn", .kind = LAP_PHASE_ONE, .actors = actors, .legal = legal, .apply = apply}};
static const LapKind actions[] = {{.name = "spend"}};
static const LapRule operations[] = {{.name = "gain", .operation = gain}},
                     more[] = {{.overrides = "gain", .operation = gain_more}};
static const LapPlugin base = {LAP_PLUGIN_HEAD,
                               LAP_STATE_OF_PLUGIN(Purse, purse),
                               .id = "purse",
                               .version = "1.0.0",
                               .seats_min = 1,
                               .seats_max = 1,
                               .phases = LAP_TABLE(phases),
                               .actions = LAP_TABLE(actions),
                               .rules = LAP_TABLE(operations),
                               .score = score};
static const LapPlugin variant = {LAP_PLUGIN_HEAD,         .id = "rich-purse",
                                  .version = "1.0.0",      .depth = 1,
                                  .extends = "purse",      .base = LAP_TABLE(purse_fields),
                                  .rules = LAP_TABLE(more)};

/* The coins after one move of the first `levels` plugins. */
static guint coins_after_a_move(guint levels)
{
  const LapSource chain[] = {{.plugin = &base}, {.plugin = &variant}};
  g_autoptr(GError) error = NULL;
  g_autoptr(LapGame) game = lap_game_link(chain, levels, &error);
  g_assert_no_error(error);
  g_autoptr(LapSession) session = lap_session_new(game, 1, NULL, 1, &error);
  g_assert_no_error(error);
  const LapAction step = {.kind = SPEND};
  g_assert_true(lap_session_play(session, &step, 1, &error));
  g_assert_false(lap_session_over(session));
  return ((const Purse *)lap_engine_segment(lap_session_engine(session), (LapBlock *)lap_session_block(session), 0))
      ->coins;
}

static void a_base_does_its_own(void) { g_assert_cmpuint(coins_after_a_move(1), ==, 6); }

static void a_variant_does_more_and_chains_up(void) { g_assert_cmpuint(coins_after_a_move(2), ==, 106); }

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/operation/a-base-does-its-own", a_base_does_its_own);
  g_test_add_func("/operation/a-variant-does-more-and-chains-up", a_variant_does_more_and_chains_up);
  return g_test_run();
}
