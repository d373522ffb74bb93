/* In a phase where all choose at once, tells everybody of a choice before all have chosen. */
#include "tame.h"

/* Each seat puts a number before itself, all at once; a round later the match is over. */
static uint32_t actors(const LapContext *context, const LapBlock *block)
{
  (void)block;
  return (1u << context->seats) - 1;
}

static void legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  (void)context, (void)block;
  for (int16_t face = 1; face <= 4; face++) lap_add_1(actions, TAME_BURY, seat, face);
}

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  tame_in(context, block)->points[action->seat] = (uint16_t)action->arg[0];
  tame_emit(context, block, (LapEvent){TAME_DREW, 0, {action->seat, 0}});
  return LAP_DONE;
}

static uint16_t run(const LapContext *context, LapBlock *block)
{
  return ++tame_in(context, block)->last < 5 ? LAP_STAY : LAP_OVER;
}

static const LapPhase tame_phases[] = {
    {.name = "deal", .kind = LAP_PHASE_AUTOMATIC, .run = tame_deal},
    {.name = "turn",
     .kind = LAP_PHASE_TOGETHER,
     .steps_max = 1,
     .actors = actors,
     .legal = legal,
     .apply = apply,
     .run = run},
};

TAME_PLUGIN("tells-a-sealed-choice")
