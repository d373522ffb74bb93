/* What every animal of the zoo has right: a game for one seat that ends with its first move. Each adds one wrong thing.
 */
#ifndef ANIMAL_H
#define ANIMAL_H

#include "lapidary/state.h"

#define ANIMAL_STATE(F, T) F(T, VALUE, u8, done, .visibility = LAP_PUBLIC)
LAP_STATE(Animal, animal, ANIMAL_STATE)

static uint32_t animal_actors(const LapContext *context, const LapBlock *block)
{
  (void)context;
  (void)block;
  return 1;
}

static void animal_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  (void)context;
  (void)block;
  lap_add(actions, LAP_ID(0, 0), seat);
}

static uint16_t animal_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  (void)action;
  animal_in(context, block)->done = 1;
  return LAP_OVER;
}

static void animal_score(const LapContext *context, const LapBlock *block, int final)
{
  (void)block;
  (void) final;
  context->host->line(context, &(LapLine){.kind = LAP_ID(0, 0), .knows = LAP_EVERYONE, .points = 1});
}

static const LapKind animal_kinds[] = {{.name = "end"}};
static const LapPhase animal_phases[] = {
    {.name = "play", .kind = LAP_PHASE_ONE, .actors = animal_actors, .legal = animal_legal, .apply = animal_apply}};

/* All that a base needs, but for its head and its state. */
#define ANIMAL_RULES                                                                                             \
  .version = "1.0.0", .licence = "MIT", .authors = "The zoo", .seats_min = 1, .seats_max = 1,                    \
  .phases = LAP_TABLE(animal_phases), .actions = LAP_TABLE(animal_kinds), .categories = LAP_TABLE(animal_kinds), \
  .score = animal_score
#define ANIMAL_BODY LAP_STATE_OF_PLUGIN(Animal, animal), ANIMAL_RULES

#endif
