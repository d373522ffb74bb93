/* The loop: the one place where hooks move a match on.
 *
 * A match stands in a phase whose `actors` have a decision. lap_engine_legal asks the phase for the steps of one of
 * them; lap_engine_apply hands it the chosen one and looks at its answer: there is more to this move (LAP_MORE), the
 * phase goes on (LAP_STAY), the match is over (LAP_OVER), or another phase follows. Then `advance` enters phases and
 * runs automatic ones until a seat has a decision again. In TOGETHER phases the steps are sealed instead (sealed.c).
 *
 * Nothing here allocates, but for a list of actions that grows. A trusted engine calls hooks directly; a checked one
 * writes a trace before each hook and checks counts after it. lap_engine_playout is the same loop for a match that is
 * played at random to its end, with the calls inlined; the validator compares the two. */
#include "cures.h"
#include "engine-private.h"

/* More phases in a row without a decision are an endless loop of the rules. */
#define AUTOMATIC_MAX 100000
/* Steps that a seat may have in one decision: far more than any game offers, but a bound for a plugin that lies. */
#define ACTIONS_MAX (1 << 16)

static LapMove no_such_phase(LapEngine *engine, guint16 id)
{
  lap_engine_set_fault(engine,
                       "leads to 0x%04x, which is no phase and no answer it may give; return LAP_ID of a phase, or one "
                       "of LAP_STAY, LAP_MORE, LAP_DONE, LAP_RESUME, LAP_OVER as phase.h has it",
                       id);
  return LAP_MOVE_FAULT;
}

/* One step more of a move that is not complete; FALSE, with a fault, if it never ends. */
static inline gboolean open_step(LapEngine *engine, LapHead *head)
{
  if (G_LIKELY(head->steps < G_MAXUINT8)) return ++head->steps;
  lap_engine_set_fault(engine, "a move is not complete after %u steps; " LAP_ENDLESS_MOVE_CURE, head->steps);
  return FALSE;
}

/* --- from one decision to the next */

/* Returns where the phase leads at once, or LAP_STAY. */
static guint16 enter_phase(LapEngine *engine, LapBlock *block, const LapGamePhase *phase)
{
  LapHead *head = lap_head(block);
  head->phase = phase->id;
  head->ready = 0;
  if (!phase->enter.enter) return LAP_STAY;
  before_hook(engine, phase, "enter");
  guint16 next = phase->enter.enter(&engine->context[phase->enter.depth], block);
  after_hook(engine, block);
  return next;
}

static inline guint16 run_phase(LapEngine *engine, LapBlock *block, const LapGamePhase *phase)
{
  before_hook(engine, phase, "run");
  guint16 next = phase->run.run(&engine->context[phase->run.depth], block);
  after_hook(engine, block);
  return next;
}

/* The phase that an answer leads to, or NULL. */
static inline const LapGamePhase *find_next(const LapEngine *engine, const LapGamePhase *from, guint16 next)
{
  if (next == LAP_RESUME) {
    next = from->resume;
    if (next == from->before) return lap_game_phase(engine->game, next);
  }
  const LapGamePhase *phase = lap_game_phase(engine->game, next);
  return phase ? phase->entered : NULL;
}

/* Enters phases, and runs automatic ones, until a seat has a decision or the match is over. `next`: what a hook of
 * `phase` has answered. */
static LapMove advance(LapEngine *engine, LapBlock *block, const LapGamePhase *phase, guint16 next)
{
  for (guint i = 0; i < AUTOMATIC_MAX; i++) {
    if (engine->faulted) return LAP_MOVE_FAULT;
    if (next == LAP_OVER) {
      lap_head(block)->over = 1;
      lap_head(block)->ready = 0;
      lap_engine_derive(engine, block);
      return LAP_MOVE_MADE;
    }
    if (next != LAP_STAY) {
      const LapGamePhase *to = find_next(engine, phase, next);
      if (!to) return no_such_phase(engine, next);
      phase = to;
      next = enter_phase(engine, block, phase);
      continue;
    }
    if (phase->kind != LAP_PHASE_AUTOMATIC) {
      lap_engine_derive(engine, block);
      return LAP_MOVE_MADE;
    }
    next = run_phase(engine, block, phase);
  }
  lap_engine_set_fault(
      engine,
      "does not come to a decision in %d steps (an automatic phase must lead on; an inserted one goes on "
      "with LAP_RESUME)",
      AUTOMATIC_MAX);
  return LAP_MOVE_FAULT;
}

LapMove lap_engine_start(LapEngine *engine, LapBlock *block, guint64 seed)
{
  if (engine->answers) return lap_remote_start(engine, block, seed);
  memset(block, 0, engine->block_size);
  LapHead *head = lap_head(block);
  head->generator = lap_generator_seeded(seed);
  head->seats = engine->seats;
  engine->faulted = FALSE;
  g_array_set_size(engine->events, 0);
  engine->trace->phase = NULL;
  return advance(engine, block, phase_of(engine, 0), 0);
}

/* --- who may do what */

guint32 lap_engine_waiting(LapEngine *engine, const LapBlock *block)
{
  const LapHead *head = lap_head_of(block);
  if (head->over || G_UNLIKELY(engine->still)) return 0;
  if (G_UNLIKELY(engine->answers)) return lap_remote_waiting(engine, block) & ~(guint32)head->ready;
  const LapGamePhase *phase = phase_of(engine, head->phase);
  before_hook(engine, phase, "actors");
  guint32 actors = phase->actors.actors(&engine->context[phase->actors.depth], block);
  after_hook(engine, block);
  return actors & ~(guint32)head->ready;
}

/* Fills engine->actions; asks again with more room if it was too small. */
static void list(LapEngine *engine, const LapBlock *block, const LapGamePhase *phase, guint seat)
{
  LapActions *actions = &engine->actions;
  engine->lists++;
  for (;;) {
    actions->n = 0;
    before_hook(engine, phase, "legal");
    phase->legal.legal(&engine->context[phase->legal.depth], block, (guint8)seat, actions);
    after_hook(engine, block);
    if (G_LIKELY(actions->n <= actions->capacity)) return;
    if (actions->n > ACTIONS_MAX) {
      lap_engine_set_fault(engine, "offers %u steps, the most are %d", actions->n, ACTIONS_MAX);
      actions->n = 0;
      return;
    }
    actions->capacity = actions->n;
    actions->v = g_renew(LapAction, actions->v, actions->capacity);
  }
}

const LapActions *lap_engine_legal(LapEngine *engine, const LapBlock *block, guint seat)
{
  const LapHead *head = lap_head_of(block);
  if (G_UNLIKELY(engine->answers)) {
    engine->lists++;
    lap_remote_legal(engine, block, seat, &engine->actions);
    return &engine->actions;
  }
  const LapBlock *world = G_UNLIKELY(head->sealed[seat]) ? lap_engine_world_of(engine, block, seat) : block;
  list(engine, world, phase_of(engine, head->phase), seat);
  return &engine->actions;
}

/* Goes on from a TOGETHER phase whose choices have all been applied. */
static LapMove run_together(LapEngine *engine, LapBlock *block, const LapGamePhase *phase)
{
  lap_head(block)->ready = 0;
  return advance(engine, block, phase, run_phase(engine, block, phase));
}

/* --- taking a step */

/* A step of a sealed move: tried in the seat's own world, then kept aside. */
static LapMove seal_step(LapEngine *engine, LapBlock *block, const LapGamePhase *phase, const LapAction *action)
{
  LapHead *head = lap_head(block);
  guint seat = action->seat;
  if (head->sealed[seat] >= engine->game->steps_max) {
    lap_engine_set_fault(engine, "a sealed move takes more than steps_max (%u) steps", engine->game->steps_max);
    return LAP_MOVE_FAULT;
  }
  LapBlock *world = lap_engine_world_of(engine, block, seat);
  engine->sealing = TRUE;
  before_hook(engine, phase, "apply");
  guint16 next = phase->apply.apply(&engine->context[phase->apply.depth], world, action);
  after_hook(engine, world);
  engine->sealing = FALSE;
  if (engine->checked && lap_check_guards(engine, world)) lap_check_own_rows(engine, block, world, seat);
  if (engine->faulted) return LAP_MOVE_FAULT;
  lap_engine_seal(engine, block, seat, action);
  if (next == LAP_MORE) return LAP_MOVE_MORE;
  if (next != LAP_DONE) {
    lap_engine_set_fault(engine, "a sealed move ends with LAP_DONE, not with 0x%04x", next);
    return LAP_MOVE_FAULT;
  }
  head->ready |= (guint16)(1u << seat);
  head->ply++;
  if (lap_engine_waiting(engine, block)) return LAP_MOVE_MADE;
  if (lap_engine_unseal(engine, block, phase) == LAP_MOVE_FAULT) return LAP_MOVE_FAULT;
  return run_together(engine, block, phase);
}

/* A step that returns LAP_MORE can be taken back, so it must not draw from the generator. */
static void check_more(LapEngine *engine, const LapBlock *block, LapGenerator before)
{
  if (lap_head_of(block)->generator.state != before.state)
    lap_engine_set_fault(
        engine,
        "draws at random in a step that answers LAP_MORE and can be taken back; draw in the step that ends the move");
}

static inline LapMove take_step(LapEngine *engine, LapBlock *block, const LapGamePhase *phase, const LapAction *action)
{
  LapHead *head = lap_head(block);
  LapGenerator generator = head->generator;
  before_hook(engine, phase, "apply");
  guint16 next = phase->apply.apply(&engine->context[phase->apply.depth], block, action);
  after_hook(engine, block);
  if (next == LAP_MORE) {
    if (!open_step(engine, head)) return LAP_MOVE_FAULT;
    if (engine->checked) check_more(engine, block, generator);
    return G_UNLIKELY(engine->faulted) ? LAP_MOVE_FAULT : LAP_MOVE_MORE;
  }
  head->steps = 0;
  head->ply++;
  if (next != LAP_STAY || engine->faulted) return advance(engine, block, phase, next);
  lap_engine_derive(engine, block);
  return LAP_MOVE_MADE;
}

LapMove lap_engine_apply(LapEngine *engine, LapBlock *block, const LapAction *action)
{
  if (G_UNLIKELY(engine->answers)) return lap_remote_apply(engine, block, action);
  const LapGamePhase *phase = phase_of(engine, lap_head_of(block)->phase);
  engine->faulted = FALSE;
  if (G_UNLIKELY(engine->events->len && lap_head(block)->steps == 0)) g_array_set_size(engine->events, 0);
  return phase->kind == LAP_PHASE_TOGETHER ? seal_step(engine, block, phase, action)
                                           : take_step(engine, block, phase, action);
}

void lap_engine_derive_all(LapEngine *engine, LapBlock *block)
{
  const LapGame *game = engine->game;
  if (engine->answers) {
    lap_remote_change(engine, block, LAP_CALL_DERIVE, 0);
    return;
  }
  const char *hook = engine->trace->hook; /* that what is found later is a fault of */
  if (engine->checked) begin_hook(engine, "derive");
  for (guint depth = 0; depth < game->depth; depth++)
    if (game->level[depth].plugin.derive) game->level[depth].plugin.derive(&engine->context[depth], block);
  if (!engine->checked) return;
  end_hook(engine);
  engine->trace->hook = hook;
}

/* --- playout
 *
 * In a TOGETHER phase a playout applies the steps of each seat to the block itself as it goes: since a sealed move
 * writes rows of its own seat only, and no other seat's list reads them, it ends in the same block as sealing them
 * does. */

typedef struct {
  LapEngine *engine;
  LapBlock *block;
  LapGenerator *chooser;
  guint64 steps;
} Playout;

/* One of what the seat may do; NULL where that is nothing. */
static inline const LapAction *pick(Playout *playout, const LapGamePhase *phase, guint seat, const LapActions *actions)
{
  if (G_UNLIKELY(actions->n == 0)) {
    lap_engine_set_fault(playout->engine, "phase %s: seat %u has nothing that it may do; " LAP_DEAD_END_CURE,
                         phase->name, seat);
    return NULL;
  }
  playout->steps++;
  playout->engine->trace->steps++;
  if (actions->n == 1) return actions->v;
  if (G_UNLIKELY(playout->engine->guided))
    return lap_engine_rollout(playout->engine, playout->block, seat, actions, lap_generator_next(playout->chooser));
  return &actions->v[lap_generator_below(playout->chooser, actions->n)];
}

static inline const LapAction *choose(Playout *playout, const LapGamePhase *phase, guint seat)
{
  LapActions *actions = &playout->engine->actions;
  actions->n = 0;
  phase->legal.legal(&playout->engine->context[phase->legal.depth], playout->block, (guint8)seat, actions);
  if (G_UNLIKELY(actions->n > actions->capacity)) list(playout->engine, playout->block, phase, seat);
  return pick(playout, phase, seat, actions);
}

/* One move of a phase in which seats move one at a time; stays in the loop while the phase does. */
static LapMove play_one(Playout *playout, const LapGamePhase *phase, guint32 last_ply)
{
  LapEngine *engine = playout->engine;
  LapBlock *block = playout->block;
  LapHead *head = lap_head(block);
  const LapContext *actors_context = &engine->context[phase->actors.depth];
  const LapContext *apply_context = &engine->context[phase->apply.depth];
  for (;;) {
    guint32 actors = phase->actors.actors(actors_context, block);
    if (G_UNLIKELY(!actors)) {
      lap_engine_set_fault(engine, "phase %s: nobody has a decision", phase->name);
      return LAP_MOVE_FAULT;
    }
    const LapAction *action = choose(playout, phase, (guint)__builtin_ctz(actors));
    if (G_UNLIKELY(!action)) return LAP_MOVE_FAULT;
    guint16 next = phase->apply.apply(apply_context, block, action);
    if (next == LAP_MORE) {
      if (G_UNLIKELY(!open_step(engine, head) || engine->faulted)) return LAP_MOVE_FAULT;
      continue;
    }
    head->steps = 0;
    head->ply++;
    if (next != LAP_STAY || engine->faulted) return advance(engine, block, phase, next);
    lap_engine_derive(engine, block);
    if (head->ply >= last_ply) return LAP_MOVE_MADE;
  }
}

static LapMove play_seat_together(Playout *playout, const LapGamePhase *phase, guint seat)
{
  for (;;) {
    const LapAction *action = choose(playout, phase, seat);
    if (!action) return LAP_MOVE_FAULT;
    guint16 next = phase->apply.apply(&playout->engine->context[phase->apply.depth], playout->block, action);
    if (playout->engine->faulted) return LAP_MOVE_FAULT;
    if (next == LAP_DONE) return LAP_MOVE_MADE;
    if (next != LAP_MORE) {
      lap_engine_set_fault(playout->engine, "phase %s: a sealed move ends with LAP_DONE, not with 0x%04x", phase->name,
                           next);
      return LAP_MOVE_FAULT;
    }
  }
}

static LapMove play_together(Playout *playout, const LapGamePhase *phase)
{
  LapEngine *engine = playout->engine;
  LapHead *head = lap_head(playout->block);
  guint32 waiting = lap_engine_waiting(engine, playout->block);
  if (!waiting) {
    lap_engine_set_fault(engine, "phase %s: nobody has a decision", phase->name);
    return LAP_MOVE_FAULT;
  }
  if (lap_engine_unseal(engine, playout->block, phase) == LAP_MOVE_FAULT) return LAP_MOVE_FAULT;
  for (; waiting; waiting &= waiting - 1) {
    if (play_seat_together(playout, phase, (guint)__builtin_ctz(waiting)) == LAP_MOVE_FAULT) return LAP_MOVE_FAULT;
    head->ply++;
  }
  return run_together(engine, playout->block, phase);
}

/* One sealed step, for a playout that ends within a TOGETHER phase. */
static LapMove play_sealed_step(Playout *playout, const LapGamePhase *phase)
{
  guint seat = (guint)__builtin_ctz(lap_engine_waiting(playout->engine, playout->block));
  const LapAction *chosen = pick(playout, phase, seat, lap_engine_legal(playout->engine, playout->block, seat));
  if (!chosen) return LAP_MOVE_FAULT;
  LapAction action = *chosen;
  return lap_engine_apply(playout->engine, playout->block, &action);
}

LapMove lap_engine_playout(LapEngine *engine, LapBlock *block, LapGenerator *chooser, guint32 plies, guint64 *steps)
{
  if (engine->answers) return lap_remote_playout(engine, block, chooser, plies, steps);
  LapHead *head = lap_head(block);
  Playout playout = {engine, block, chooser, 0};
  LapMove move = LAP_MOVE_MADE;
  guint32 last_ply = plies > G_MAXUINT32 - head->ply ? G_MAXUINT32 : head->ply + plies;
  gboolean checked = lap_engine_check(engine, FALSE);
  engine->faulted = FALSE;
  engine->lists++;
  while (!head->over && head->ply < last_ply && move != LAP_MOVE_FAULT) {
    const LapGamePhase *phase = phase_of(engine, head->phase);
    if (phase->kind != LAP_PHASE_TOGETHER)
      move = play_one(&playout, phase, last_ply);
    else if (last_ply - head->ply >= engine->seats)
      move = play_together(&playout, phase);
    else
      move = play_sealed_step(&playout, phase);
  }
  lap_engine_check(engine, checked);
  if (steps) *steps += playout.steps;
  return move == LAP_MOVE_FAULT ? LAP_MOVE_FAULT : LAP_MOVE_MADE;
}
