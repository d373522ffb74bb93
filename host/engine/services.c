/* The services of the host that a hook may call. */
#include "engine-private.h"

/* The view that a level chains up to. */
static guint below_of(const LapContext *context) { return context->depth - 1u; }

/* The phase as it stands below the caller; NULL, with a fault, if there is none. */
static const LapGamePhase *phase_below(const LapContext *context, guint16 id)
{
  LapEngine *engine = context->level->engine;
  guint depth = id >> 8, index = id & 0xFF;
  if (depth < context->depth && index < engine->game->level[depth].plugin.phases.n)
    return &engine->game->phase[below_of(context)][depth][index];
  lap_engine_set_fault(engine, "level %u chains up to phase 0x%04x, which no lower level has", context->depth, id);
  return NULL;
}

static uint32_t below(const LapContext *context, LapBlock *block, uint32_t n)
{
  LapEngine *engine = context->level->engine;
  if (G_UNLIKELY(engine->sealing || n == 0)) {
    lap_engine_set_fault(engine, n ? "draws at random in a sealed move; draw in run, once all have chosen"
                                   : "draws one of none (below with n = 0); ask first whether there is any");
    return 0;
  }
  return lap_generator_below(&lap_head(block)->generator, n);
}

static G_GNUC_NO_INLINE void keep_event(LapEngine *engine, const LapBlock *block, const LapEvent *event_)
{
  if (engine->sealing)
    lap_engine_set_fault(engine, "emits an event in a sealed move; emit it in run, once all have chosen");
  if (!engine->collecting) return;
  if (engine->checked && !lap_check_event(engine, block, event_)) return;
  g_array_append_vals(engine->events, event_, 1);
}

static void event(const LapContext *context, const LapBlock *block, const LapEvent *event_)
{
  LapEngine *engine = context->level->engine;
  if (G_UNLIKELY(engine->collecting || engine->sealing)) keep_event(engine, block, event_);
}

static void line(const LapContext *context, const LapLine *line_)
{
  LapEngine *engine = context->level->engine;
  if (lap_check_line(engine, line_)) g_array_append_vals(engine->lines, line_, 1);
}

static void fault(const LapContext *context, const char *why)
{
  lap_engine_set_fault(context->level->engine, "%s", why ? why : "no reason given");
}

/* The rule or operation as the view `view` has it; NULL if there is none. */
static inline const LapGameRule *find_rule(const LapEngine *engine, guint view, uint16_t id)
{
  guint depth = id >> 8, index = id & 0xFF;
  return G_LIKELY(depth <= view && index < engine->game->level[depth].plugin.rules.n)
             ? &engine->game->rule[view][depth][index]
             : NULL;
}

static G_GNUC_NO_INLINE int32_t refuse_rule(LapEngine *engine, const LapGameRule *found, uint16_t id)
{
  if (found && found->operation)
    lap_engine_set_fault(engine, "asks %s as a rule, but it is an operation", found->name);
  else if (found && found->rule)
    lap_engine_set_fault(engine, "does %s as an operation, but it is a rule", found->name);
  else
    lap_engine_set_fault(engine, "asks for rule or operation 0x%04x, which no level has", id);
  return 0;
}

static inline int32_t ask(const LapContext *context, const LapBlock *block, guint view, uint16_t id, int32_t a,
                          int32_t b)
{
  LapEngine *engine = context->level->engine;
  const LapGameRule *found = find_rule(engine, view, id);
  if (G_UNLIKELY(!found || !found->rule)) return refuse_rule(engine, found, id);
  return found->rule(&engine->context[found->depth], block, a, b);
}

static inline int32_t act(const LapContext *context, LapBlock *block, guint view, uint16_t id, int32_t a, int32_t b)
{
  LapEngine *engine = context->level->engine;
  const LapGameRule *found = find_rule(engine, view, id);
  if (G_UNLIKELY(!found || !found->operation)) return refuse_rule(engine, found, id);
  return found->operation(&engine->context[found->depth], block, a, b);
}

static guint top_of(const LapContext *context) { return context->level->engine->game->depth - 1; }

static gboolean may_chain(const LapContext *context)
{
  if (context->depth == 0) lap_engine_set_fault(context->level->engine, "chains up from the base");
  return context->depth > 0;
}

static int32_t rule(const LapContext *context, const LapBlock *block, uint16_t id, int32_t a, int32_t b)
{
  return ask(context, block, top_of(context), id, a, b);
}

static int32_t rule_up(const LapContext *context, const LapBlock *block, uint16_t id, int32_t a, int32_t b)
{
  return may_chain(context) ? ask(context, block, below_of(context), id, a, b) : 0;
}

static int32_t operation(const LapContext *context, LapBlock *block, uint16_t id, int32_t a, int32_t b)
{
  return act(context, block, top_of(context), id, a, b);
}

static int32_t operation_up(const LapContext *context, LapBlock *block, uint16_t id, int32_t a, int32_t b)
{
  return may_chain(context) ? act(context, block, below_of(context), id, a, b) : 0;
}

static void notify(const LapContext *context, LapBlock *block, uint16_t notice, int32_t a, int32_t b)
{
  LapEngine *engine = context->level->engine;
  const LapGame *game = engine->game;
  guint depth = notice >> 8, index = notice & 0xFF;
  if (depth >= game->depth || index >= game->level[depth].plugin.rules.n) {
    lap_engine_set_fault(engine, "sends notice 0x%04x, which no level has", notice);
    return;
  }
  const LapGameRule *heard = &game->rule[game->depth - 1][depth][index];
  for (guint i = 0; i < heard->n_listeners; i++)
    heard->listener[i].notice(&engine->context[heard->listener[i].depth], block, a, b);
}

static uint16_t enter_up(const LapContext *context, LapBlock *block, uint16_t id)
{
  const LapGamePhase *phase = phase_below(context, id);
  if (!phase || !phase->enter.enter) return LAP_STAY;
  return phase->enter.enter(&context->level->engine->context[phase->enter.depth], block);
}

static uint32_t actors_up(const LapContext *context, const LapBlock *block, uint16_t id)
{
  const LapGamePhase *phase = phase_below(context, id);
  if (!phase || !phase->actors.actors) return 0;
  return phase->actors.actors(&context->level->engine->context[phase->actors.depth], block);
}

static void legal_up(const LapContext *context, const LapBlock *block, uint16_t id, uint8_t seat, LapActions *actions)
{
  const LapGamePhase *phase = phase_below(context, id);
  if (phase && phase->legal.legal)
    phase->legal.legal(&context->level->engine->context[phase->legal.depth], block, seat, actions);
}

static uint16_t apply_up(const LapContext *context, LapBlock *block, uint16_t id, const LapAction *action)
{
  const LapGamePhase *phase = phase_below(context, id);
  if (!phase || !phase->apply.apply) return LAP_STAY;
  return phase->apply.apply(&context->level->engine->context[phase->apply.depth], block, action);
}

static uint16_t run_up(const LapContext *context, LapBlock *block, uint16_t id)
{
  const LapGamePhase *phase = phase_below(context, id);
  if (!phase || !phase->run.run) return LAP_STAY;
  return phase->run.run(&context->level->engine->context[phase->run.depth], block);
}

static void score_up(const LapContext *context, const LapBlock *block, int final)
{
  LapEngine *engine = context->level->engine;
  for (guint depth = context->depth; depth-- > 0;)
    if (engine->game->level[depth].plugin.score) {
      engine->game->level[depth].plugin.score(&engine->context[depth], block, final);
      return;
    }
}

const LapServices lap_engine_services = {
    .struct_size = sizeof(LapServices),
    .below = below,
    .event = event,
    .line = line,
    .fault = fault,
    .rule = rule,
    .notify = notify,
    .enter_up = enter_up,
    .actors_up = actors_up,
    .legal_up = legal_up,
    .apply_up = apply_up,
    .run_up = run_up,
    .rule_up = rule_up,
    .score_up = score_up,
    .operation = operation,
    .operation_up = operation_up,
};
