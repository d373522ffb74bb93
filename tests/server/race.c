/* A race, which tests rebuild while it is played: in turn the seats add 1, 2 or 3 until the total is GOAL. What a build
 * changes is defined on the command line: BUILD (nothing but its bytes), LATE and BONUS (from move LATE on, a step
 * counts BONUS more), EXTRA (another field), WITHOUT_LAST (a field less), CRASH (it ends the process that loads it). */
#include <stdlib.h>

#include "lapidary/state.h"

#ifndef BUILD
#define BUILD ""
#endif
#ifndef LATE
#define LATE UINT64_MAX
#define BONUS 0
#endif
#define GOAL 100

#ifdef EXTRA
#define EXTRA_FIELD(F, T) F(T, VALUE, u64, extra, .visibility = LAP_PUBLIC)
#else
#define EXTRA_FIELD(F, T)
#endif
#ifdef WITHOUT_LAST
#define LAST_FIELD(F, T)
#else
#define LAST_FIELD(F, T) F(T, VALUE, u64, last, .visibility = LAP_PUBLIC)
#endif
#define RACE(F, T)                                  \
  F(T, VALUE, u64, total, .visibility = LAP_PUBLIC) \
  LAST_FIELD(F, T)                                  \
  F(T, VALUE, u64, moves, .visibility = LAP_PUBLIC) \
  EXTRA_FIELD(F, T)
LAP_STATE(Race, race, RACE)

enum { STEP = LAP_ID(0, 0), POINT = LAP_ID(0, 0) };

__attribute__((used)) static const char build[] = BUILD;

static uint32_t actors(const LapContext *context, const LapBlock *block)
{
  return 1u << race_of(context, block)->moves % 2;
}

static void legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  (void)context, (void)block;
  for (int16_t n = 1; n <= 3; n++) lap_add_1(actions, STEP, seat, n);
}

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  Race *race = race_in(context, block);
  race->total += (uint64_t)action->arg[0] + (race->moves >= LATE ? BONUS : 0);
#ifndef WITHOUT_LAST
  race->last = (uint64_t)action->arg[0];
#endif
#ifdef EXTRA
  race->extra++;
#endif
  race->moves++;
  return race->total >= GOAL ? LAP_OVER : LAP_STAY;
}

/* Whoever moved last wins. */
static void score(const LapContext *context, const LapBlock *block, int final)
{
  LapLine point = {
      .kind = POINT, .knows = LAP_EVERYONE, .seat = (int8_t)((race_of(context, block)->moves + 1) % 2), .points = 1};
  if (final) context->host->line(context, &point);
}

static const LapPhase phases[] = {{"play", .kind = LAP_PHASE_ONE, .actors = actors, .legal = legal, .apply = apply}};
static const LapArg step[] = {{.name = "n", .type = LAP_ARG_NUMBER}};
static const LapKind actions[] = {{.name = "step", .args = LAP_TABLE(step)}};
static const LapKind categories[] = {{.name = "point"}};
static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 LAP_STATE_OF_PLUGIN(Race, race),
                                 .id = "race",
                                 .version = "1.0.0",
                                 .seats_min = 2,
                                 .seats_max = 2,
                                 .phases = LAP_TABLE(phases),
                                 .actions = LAP_TABLE(actions),
                                 .categories = LAP_TABLE(categories),
                                 .score = score};
LAP_PLUGIN_ENTRY
{
#ifdef CRASH
  abort();
#endif
  return &plugin;
}
