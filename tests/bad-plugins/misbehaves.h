/* A game that misbehaves in the hook, in the way and from the ply on that its options say; without, it is honest. Two
 * seats hold two cards each, play one and draw another, until all twelve are played. */
#ifndef MISBEHAVES_H
#define MISBEHAVES_H

#include "deeds.h"
#include "lapidary/state.h"

#define CARDS 12
#define SEATS 2
#define HAND 2

#define MISBEHAVES_STATE(F, T)                                                                             \
  F(T, ZONE, deck, CARDS, .visibility = LAP_SIZE)                                                          \
  F(T, ZONE, table, CARDS, .visibility = LAP_BY_MASK)                                                      \
  F(T, ZONES, hand, SEATS, HAND, .visibility = LAP_BY_OWNER, .order = LAP_SET, .rows_are = LAP_ROWS_SEATS) \
  F(T, EACH, u16, points, SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)                     \
  F(T, VALUE, u16, total, .visibility = LAP_DERIVED)                                                       \
  F(T, VALUE, u8, ply, .visibility = LAP_PUBLIC)                                                           \
  F(T, VALUE, u8, turn, .visibility = LAP_PUBLIC)
LAP_STATE(Misbehaves, misbehaves, MISBEHAVES_STATE)

enum { OPTION_HOOK, OPTION_DEED, OPTION_PLY };

/* The last three are hooks of the variant, misbehaves-more. */
#define HOOKS(H) \
  H(none)        \
  H(enter)       \
  H(actors)      \
  H(legal)       \
  H(apply)       \
  H(run)         \
  H(score)       \
  H(derive)      \
  H(rule)        \
  H(operation)   \
  H(highlights)  \
  H(resample)    \
  H(notice)      \
  H(join)        \
  H(leave)
#define HOOK_MEMBER(name) HOOK_##name,
enum { HOOKS(HOOK_MEMBER) };

/* -- Lies, which only the rules of a game can tell; `actions` is NULL but in the hook legal -- */

static Misbehaves *state_in(const LapContext *context, const LapBlock *block)
{
  return misbehaves_in(context, (LapBlock *)block);
}

/* One byte behind the plugin's segment, and some thousands. */
static void write_byte_past(const LapContext *context, const LapBlock *block, LapActions *actions)
{
  (void)actions;
  *(volatile char *)(state_in(context, block) + 1) ^= 1;
}
static void write_past(const LapContext *context, const LapBlock *block, LapActions *actions)
{
  (void)actions;
  volatile char *end = (char *)(state_in(context, block) + 1);
  for (int i = 0; i < 4000; i++) end[i] = 0x5a;
}

static void lie_in_counts(const LapContext *context, const LapBlock *block, LapActions *actions)
{
  (void)actions;
  Misbehaves *state = state_in(context, block);
  state->deck.count = state->table.count = state->hand[0].count = state->hand[1].count = 0xFFFF;
}

static void offer_nonsense(const LapContext *context, const LapBlock *block, LapActions *actions)
{
  (void)context, (void)block;
  for (int16_t i = 0; actions && i < 8; i++) lap_add_3(actions, (uint16_t)(0x7F7F + i), 200, i, -1, 32767);
}
static void offer_too_many(const LapContext *context, const LapBlock *block, LapActions *actions)
{
  (void)context, (void)block;
  if (actions) actions->n = 0x7FFFFFFF;
}

static void score_nonsense(const LapContext *context, const LapBlock *block, LapActions *actions)
{
  (void)block, (void)actions;
  context->host->line(context, &(LapLine){.kind = 0x7F7F, .knows = 0xFFFF, .seat = 100, .tier = 200, .arg = {-1}});
}

static void emit_nonsense(const LapContext *context, const LapBlock *block, LapActions *actions)
{
  (void)actions;
  context->host->event(context, block, &(LapEvent){.kind = 0x7F7F, .knows = 0xFFFF, .arg = {-1, 32767}});
}

/* -- What harms the matches that come after it in its process, but not its own -- */

static int spoiled;
static void spoil(const LapContext *context, const LapBlock *block, LapActions *actions)
{
  (void)context, (void)block, (void)actions;
  spoiled = 1;
}

/* -- What its options choose among -- */

typedef struct {
  void (*deed)(void *near);
  void (*lie)(const LapContext *context, const LapBlock *block, LapActions *actions);
} Misdeed;

#define MISDEEDS(M)                         \
  M(none, .deed = NULL)                     \
  M(null, .deed = dereference_null)         \
  M(wild_byte, .lie = write_byte_past)      \
  M(wild_near, .lie = write_past)           \
  M(wild_far, .deed = write_far)            \
  M(overflow, .deed = overflow_stack)       \
  M(exit, .deed = leave_process)            \
  M(abort, .deed = give_up)                 \
  M(throw, .deed = throw_exception)         \
  M(loop, .deed = loop)                     \
  M(slow, .deed = waste_time)               \
  M(nap, .deed = nap)                       \
  M(sleep, .deed = sleep_on)                \
  M(fork, .deed = start_process)            \
  M(bomb, .deed = start_processes)          \
  M(threads, .deed = start_threads)         \
  M(memory, .deed = take_memory)            \
  M(file, .deed = create_file)              \
  M(socket, .deed = open_socket)            \
  M(stdout, .deed = print)                  \
  M(signal, .deed = kill_parent)            \
  M(ptrace, .deed = trace_parent)           \
  M(truncate, .deed = truncate_all)         \
  M(scribble, .deed = scribble)             \
  M(garbage_counts, .lie = lie_in_counts)   \
  M(garbage_actions, .lie = offer_nonsense) \
  M(garbage_length, .lie = offer_too_many)  \
  M(garbage_score, .lie = score_nonsense)   \
  M(garbage_event, .lie = emit_nonsense)    \
  M(spoil, .lie = spoil)

/* Called at the beginning of each hook, in a legal hook with its list. */
static void misbehave(int hook, const LapContext *context, const LapBlock *block, LapActions *actions)
{
#define MISDEED(name, ...) {__VA_ARGS__},
  static const Misdeed misdeeds[] = {MISDEEDS(MISDEED)};
  if (spoiled && !lap_option(context, 0, OPTION_DEED)) abort();
  if (lap_option(context, 0, OPTION_HOOK) != hook) return;
  if (misbehaves_of(context, block)->ply < lap_option(context, 0, OPTION_PLY)) return;
  const Misdeed *chosen = &misdeeds[lap_option(context, 0, OPTION_DEED)];
  if (chosen->deed) chosen->deed(state_in(context, block));
  if (chosen->lie) chosen->lie(context, block, actions);
}

#endif
