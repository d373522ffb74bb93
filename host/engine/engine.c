#include "engine-private.h"

#include <string.h>

/* More steps in a row that nobody decides are an endless loop of the rules. */
#define AUTOMATIC_MAX 100000

/* Where the hook `name` of `phase` is about to run. A trusted engine does not look. */
static inline void before_hook(LapEngine *engine, const LapGamePhase *phase, const char *name)
{
  if (G_LIKELY(!engine->checked)) return;
  engine->trace->phase = phase->name;
  engine->trace->hook = name;
}

static inline void after_hook(LapEngine *engine, const LapBlock *block)
{
  if (G_UNLIKELY(engine->counted)) lap_check_counts(engine, block);
}

static LapMove no_such_phase(LapEngine *engine, guint16 id)
{
  lap_engine_complain(engine, "leads to 0x%04x, which is no phase and no answer it may give", id);
  return LAP_MOVE_FAULT;
}

static LapMove begin_phase(LapEngine *engine, LapBlock *block, const LapGamePhase *phase, guint16 *next)
{
  LapHead *head = lap_head(block);
  head->phase = phase->id;
  head->ready = 0;
  *next = LAP_STAY;
  if (!phase->enter.enter) return LAP_MOVE_MADE;
  before_hook(engine, phase, "enter");
  *next = phase->enter.enter(&engine->context[phase->enter.depth], block);
  after_hook(engine, block);
  return LAP_MOVE_MADE;
}

/* The phase that an answer leads to, or NULL. */
static const LapGamePhase *find_next(LapEngine *engine, const LapGamePhase *from, guint16 next)
{
  if (next == LAP_RESUME) {
    next = from->resume;
    if (next == from->before) return lap_game_phase(engine->game, next);
  }
  const LapGamePhase *phase = lap_game_phase(engine->game, next);
  for (guint hops = 0; phase && phase->removed; hops++)
    phase = hops < 256 ? lap_game_phase(engine->game, phase->instead) : NULL;
  while (phase && phase->first != phase->id) phase = phase_of(engine, phase->first);
  while (phase && phase->removed && phase->before != LAP_OVER) phase = phase_of(engine, phase->resume);
  return phase;
}

LapMove lap_engine_advance(LapEngine *engine, LapBlock *block, const LapGamePhase *phase, guint16 next)
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
      begin_phase(engine, block, phase, &next);
      continue;
    }
    if (phase->kind != LAP_PHASE_AUTOMATIC) {
      lap_engine_derive(engine, block);
      return LAP_MOVE_MADE;
    }
    before_hook(engine, phase, "run");
    next = phase->run.run(&engine->context[phase->run.depth], block);
    after_hook(engine, block);
  }
  lap_engine_complain(
      engine,
      "does not come to a decision in %d steps (an automatic phase must lead on; an inserted one goes on "
      "with LAP_RESUME)",
      AUTOMATIC_MAX);
  return LAP_MOVE_FAULT;
}

LapMove lap_engine_start(LapEngine *engine, LapBlock *block, guint64 seed)
{
  memset(block, 0, engine->block_size);
  LapHead *head = lap_head(block);
  head->generator = lap_generator_seeded(seed);
  head->seats = engine->seats;
  engine->faulted = FALSE;
  g_array_set_size(engine->events, 0);
  engine->trace->phase = NULL;
  return lap_engine_advance(engine, block, phase_of(engine, 0), 0);
}

guint32 lap_engine_waiting(LapEngine *engine, const LapBlock *block)
{
  const LapHead *head = lap_head_of(block);
  if (head->over) return 0;
  const LapGamePhase *phase = phase_of(engine, head->phase);
  before_hook(engine, phase, "actors");
  guint32 actors = phase->actors.actors(&engine->context[phase->actors.depth], block);
  after_hook(engine, block);
  return actors & ~(guint32)head->ready;
}

/* Fills engine->actions, asking again with more room where it was too small. */
void lap_engine_list(LapEngine *engine, const LapBlock *block, const LapGamePhase *phase, guint seat)
{
  LapActions *actions = &engine->actions;
  engine->lists++;
  for (;;) {
    actions->n = 0;
    before_hook(engine, phase, "legal");
    phase->legal.legal(&engine->context[phase->legal.depth], block, (guint8)seat, actions);
    after_hook(engine, block);
    if (G_LIKELY(actions->n <= actions->capacity)) return;
    actions->capacity = actions->n;
    actions->v = g_renew(LapAction, actions->v, actions->capacity);
  }
}

LapBlock *lap_engine_world_of(LapEngine *engine, const LapBlock *block, guint seat)
{
  LapBlock *world = engine->scratch;
  memcpy(world, block, engine->block_size);
  const LapGamePhase *phase = phase_of(engine, lap_head_of(block)->phase);
  const LapAction *journal = journal_of(engine, world, seat);
  for (guint i = 0; i < lap_head_of(block)->sealed[seat]; i++) {
    before_hook(engine, phase, "apply");
    phase->apply.apply(&engine->context[phase->apply.depth], world, &journal[i]);
    after_hook(engine, world);
  }
  return world;
}

const LapActions *lap_engine_legal(LapEngine *engine, const LapBlock *block, guint seat)
{
  const LapHead *head = lap_head_of(block);
  const LapBlock *world = G_UNLIKELY(head->sealed[seat]) ? lap_engine_world_of(engine, block, seat) : block;
  lap_engine_list(engine, world, phase_of(engine, head->phase), seat);
  return &engine->actions;
}

LapMove lap_engine_unseal(LapEngine *engine, LapBlock *block, const LapGamePhase *phase)
{
  LapHead *head = lap_head(block);
  for (guint turn = 0; turn < engine->seats; turn++) {
    guint seat = engine->backwards ? engine->seats - 1 - turn : turn;
    LapAction *journal = journal_of(engine, block, seat);
    for (guint i = 0; i < head->sealed[seat]; i++) {
      before_hook(engine, phase, "apply");
      phase->apply.apply(&engine->context[phase->apply.depth], block, &journal[i]);
      after_hook(engine, block);
    }
    memset(journal, 0, head->sealed[seat] * sizeof *journal);
    head->sealed[seat] = 0;
  }
  return engine->faulted ? LAP_MOVE_FAULT : LAP_MOVE_MADE;
}

static LapMove run_together(LapEngine *engine, LapBlock *block, const LapGamePhase *phase)
{
  lap_head(block)->ready = 0;
  before_hook(engine, phase, "run");
  guint16 next = phase->run.run(&engine->context[phase->run.depth], block);
  after_hook(engine, block);
  return lap_engine_advance(engine, block, phase, next);
}

/* A step of a sealed move: tried in the seat's own world, kept in its journal. */
static LapMove seal_step(LapEngine *engine, LapBlock *block, const LapGamePhase *phase, const LapAction *action)
{
  LapHead *head = lap_head(block);
  guint seat = action->seat;
  if (head->sealed[seat] >= engine->game->steps_max) {
    lap_engine_complain(engine, "a sealed move takes more than steps_max (%u) steps", engine->game->steps_max);
    return LAP_MOVE_FAULT;
  }
  LapBlock *world = lap_engine_world_of(engine, block, seat);
  engine->sealing = TRUE;
  before_hook(engine, phase, "apply");
  guint16 next = phase->apply.apply(&engine->context[phase->apply.depth], world, action);
  after_hook(engine, world);
  engine->sealing = FALSE;
  if (engine->checked) lap_check_own_rows(engine, block, world, seat);
  if (engine->faulted) return LAP_MOVE_FAULT;
  journal_of(engine, block, seat)[head->sealed[seat]++] = *action;
  if (next == LAP_MORE) return LAP_MOVE_MORE;
  if (next != LAP_DONE) {
    lap_engine_complain(engine, "a sealed move ends with LAP_DONE, not with 0x%04x", next);
    return LAP_MOVE_FAULT;
  }
  head->ready |= (guint16)(1u << seat);
  head->ply++;
  if (lap_engine_waiting(engine, block)) return LAP_MOVE_MADE;
  if (lap_engine_unseal(engine, block, phase) == LAP_MOVE_FAULT) return LAP_MOVE_FAULT;
  return run_together(engine, block, phase);
}

/* A MORE step must leave the generator alone: it can be taken back. */
static void check_more(LapEngine *engine, const LapBlock *block, LapGenerator before)
{
  if (lap_head_of(block)->generator.state != before.state)
    lap_engine_complain(engine, "draws at random in a step that answers LAP_MORE and can be taken back");
}

static inline LapMove take_step(LapEngine *engine, LapBlock *block, const LapGamePhase *phase, const LapAction *action)
{
  LapHead *head = lap_head(block);
  LapGenerator generator = head->generator;
  before_hook(engine, phase, "apply");
  guint16 next = phase->apply.apply(&engine->context[phase->apply.depth], block, action);
  after_hook(engine, block);
  if (next == LAP_MORE) {
    if (!lap_engine_open_step(engine, head)) return LAP_MOVE_FAULT;
    if (engine->checked) check_more(engine, block, generator);
    return G_UNLIKELY(engine->faulted) ? LAP_MOVE_FAULT : LAP_MOVE_MORE;
  }
  head->steps = 0;
  head->ply++;
  if (next != LAP_STAY || engine->faulted) return lap_engine_advance(engine, block, phase, next);
  lap_engine_derive(engine, block);
  return LAP_MOVE_MADE;
}

LapMove lap_engine_apply(LapEngine *engine, LapBlock *block, const LapAction *action)
{
  const LapGamePhase *phase = phase_of(engine, lap_head_of(block)->phase);
  engine->faulted = FALSE;
  if (G_UNLIKELY(engine->events->len && lap_head(block)->steps == 0)) g_array_set_size(engine->events, 0);
  return phase->kind == LAP_PHASE_TOGETHER ? seal_step(engine, block, phase, action)
                                           : take_step(engine, block, phase, action);
}

void lap_engine_derive_all(LapEngine *engine, LapBlock *block)
{
  const LapGame *game = engine->game;
  for (guint depth = 0; depth < game->depth; depth++)
    if (game->level[depth].plugin.derive) game->level[depth].plugin.derive(&engine->context[depth], block);
}
