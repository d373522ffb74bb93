/* Linking: phases, rules and notices, as they stand at each level of the chain.
 *
 * The view of level v is that of level v - 1 with what v declares laid over it. The engine dispatches through the
 * topmost view; a hook that chains up is served from the view below its own level. */
#include <string.h>

#include "link.h"

/* Among the levels below `top`, the highest first. */
static LapGamePhase *find_phase(LapGame *game, guint view, guint top, const char *name)
{
  for (guint depth = top; depth-- > 0;)
    for (guint i = 0; i < game->level[depth].plugin.phases.n; i++)
      if (lap_link_means(name, game->phase[view][depth][i].name)) return &game->phase[view][depth][i];
  return NULL;
}

static void bind_slots(LapGamePhase *phase, guint depth, const LapPhase *declared)
{
  guint8 level = (guint8)depth;
  if (declared->kind) phase->kind = declared->kind;
  if (declared->steps_max) phase->steps_max = declared->steps_max;
  if (declared->enter) phase->enter = (LapEnterSlot){level, declared->enter};
  if (declared->actors) phase->actors = (LapActorsSlot){level, declared->actors};
  if (declared->legal) phase->legal = (LapLegalSlot){level, declared->legal};
  if (declared->apply) phase->apply = (LapApplySlot){level, declared->apply};
  if (declared->run) phase->run = (LapRunSlot){level, declared->run};
}

static gboolean check_slots(const LapGameLevel *level, const LapGamePhase *phase, GError **error)
{
  const char *missing = NULL;
  gboolean decides = phase->kind != LAP_PHASE_AUTOMATIC;
  if (phase->kind < LAP_PHASE_ONE || phase->kind > LAP_PHASE_AUTOMATIC)
    return phase->kind == 0
               ? lap_link_fail(
                     error, level,
                     "phase \"%s\" has no kind; set .kind to LAP_PHASE_ONE, LAP_PHASE_TOGETHER or LAP_PHASE_AUTOMATIC",
                     phase->name)
               : lap_link_fail(error, level, "phase \"%s\" has the unknown kind %u", phase->name, phase->kind);
  if (decides && !phase->actors.actors) missing = "actors";
  if (decides && !phase->legal.legal) missing = "legal";
  if (decides && !phase->apply.apply) missing = "apply";
  if (phase->kind != LAP_PHASE_ONE && !phase->run.run) missing = "run";
  if (phase->kind == LAP_PHASE_TOGETHER && phase->steps_max == 0) missing = "steps_max";
  if (missing)
    return lap_link_fail(error, level, "phase \"%s\" needs \"%s\"; set .%s in its row", phase->name, missing, missing);
  return TRUE;
}

static gboolean link_phase(LapGame *game, guint depth, guint index, GError **error)
{
  LapGameLevel *level = &game->level[depth];
  const LapPhase *declared = &level->phases[index];
  LapGamePhase *own = &game->phase[depth][depth][index];
  const char *target_name = declared->replaces ? declared->replaces
                            : declared->before ? declared->before
                                               : declared->removes;
  LapGamePhase *target = target_name ? find_phase(game, depth, depth, target_name) : NULL;
  if (target_name && !target)
    return lap_link_fail(
        error, level,
        "phase \"%s\" refers to the phase \"%s\", which no lower level has; 'lapidary info' lists those of its base",
        own->name, target_name);
  if (declared->removes) {
    target->removed = TRUE;
    target->instead = declared->instead;
    own->removed = TRUE;
    own->instead = declared->instead;
    return TRUE;
  }
  if (declared->replaces) {
    own->removed = TRUE; /* its own id leads to what it replaces */
    own->instead = target->id;
    bind_slots(target, depth, declared);
    return check_slots(level, target, error);
  }
  bind_slots(own, depth, declared);
  if (declared->before) {
    own->before = target->id;
    own->resume = target->first;
    target->first = own->id;
  }
  return check_slots(level, own, error);
}

static gboolean check_instead(const LapGame *game, guint depth, GError **error)
{
  const LapGameLevel *level = &game->level[depth];
  for (guint i = 0; i < level->plugin.phases.n; i++) {
    const LapPhase *declared = &level->phases[i];
    if (declared->removes && !lap_game_phase(game, declared->instead))
      return lap_link_fail(error, level, "phase \"%s\" removes \"%s\" and leads to phase 0x%04x, which is not there",
                           declared->name, declared->removes, declared->instead);
  }
  return TRUE;
}

/* Past removed phases, then through those that are inserted before what they lead to. */
static const LapGamePhase *way_into(const LapGame *game, const LapGamePhase *phase)
{
  for (guint hops = 0; phase && phase->removed; hops++)
    phase = hops < 256 ? lap_game_phase(game, phase->instead) : NULL;
  while (phase && phase->first != phase->id) phase = lap_game_phase(game, phase->first);
  while (phase && phase->removed && phase->before != LAP_OVER) phase = lap_game_phase(game, phase->resume);
  return phase;
}

gboolean lap_link_phases(LapGame *game, guint depth, GError **error)
{
  LapGameLevel *level = &game->level[depth];
  for (guint below = 0; below <= depth; below++) {
    guint n = game->level[below].plugin.phases.n;
    game->phase[depth][below] = g_new0(LapGamePhase, n + 1);
    g_ptr_array_add(game->owned, game->phase[depth][below]);
    if (below < depth) memcpy(game->phase[depth][below], game->phase[depth - 1][below], n * sizeof(LapGamePhase));
  }
  for (guint i = 0; i < level->plugin.phases.n; i++) {
    if (!lap_link_check_word(level, "a phase", level->phases[i].name, error)) return FALSE;
    for (guint j = 0; j < i; j++)
      if (g_str_equal(level->phases[i].name, level->phases[j].name))
        return lap_link_fail(error, level, "two phases are named \"%s\"; give each a name of its own",
                             level->phases[i].name);
    game->phase[depth][depth][i] = (LapGamePhase){.name = lap_link_qualify(game, level, level->phases[i].name),
                                                  .id = LAP_ID(depth, i),
                                                  .first = LAP_ID(depth, i),
                                                  .before = LAP_OVER,
                                                  .resume = LAP_OVER};
  }
  for (guint i = 0; i < level->plugin.phases.n; i++)
    if (!link_phase(game, depth, i, error)) return FALSE;
  for (guint below = 0; below <= depth; below++)
    for (guint i = 0; i < game->level[below].plugin.phases.n; i++) {
      LapGamePhase *phase = &game->phase[depth][below][i];
      phase->entered = way_into(game, phase);
      if (phase->kind == LAP_PHASE_TOGETHER) game->steps_max = MAX(game->steps_max, phase->steps_max);
    }
  return check_instead(game, depth, error);
}

const LapGamePhase *lap_game_phase_named(const LapGame *game, const char *name)
{
  return find_phase((LapGame *)game, game->depth - 1, game->depth, name);
}

const LapGamePhase *lap_game_find_phase(const LapGame *game, guint depth, const char *name)
{
  return find_phase((LapGame *)game, game->depth - 1, depth + 1, name);
}

/* Among the levels below `top`, the highest first. */
static LapGameRule *find_rule(LapGame *game, guint view, guint top, const char *name)
{
  for (guint depth = top; depth-- > 0;)
    for (guint i = 0; i < game->level[depth].plugin.rules.n; i++)
      if (lap_link_means(name, game->rule[view][depth][i].name)) return &game->rule[view][depth][i];
  return NULL;
}

const LapGameRule *lap_game_find_rule(const LapGame *game, guint depth, const char *name)
{
  return find_rule((LapGame *)game, game->depth - 1, depth + 1, name);
}

static const char *kind_of(gboolean rule, gboolean operation)
{
  return rule ? "rule" : operation ? "operation" : "notice";
}

static gboolean check_override(const LapGameLevel *level, const LapRule *declared, const LapGameRule *target,
                               GError **error)
{
  const char *is = kind_of(target->rule != NULL, target->operation != NULL);
  const char *given = kind_of(declared->rule != NULL, declared->operation != NULL);
  if (g_str_equal(is, given)) return TRUE;
  return lap_link_fail(error, level, "\"%s\" is declared as %s, but overridden as %s", target->name, is, given);
}

static gboolean link_rule(LapGame *game, guint depth, guint index, GError **error)
{
  LapGameLevel *level = &game->level[depth];
  const LapRule *declared = &level->rules[index];
  LapGameRule *target = &game->rule[depth][depth][index];
  if (!!declared->rule + !!declared->operation + !!declared->notice > 1)
    return lap_link_fail(error, level, "\"%s\" is more than one of a rule, an operation and a notice", target->name);
  if (declared->overrides) {
    target = find_rule(game, depth, depth, declared->overrides);
    if (!target)
      return lap_link_fail(error, level,
                           "overrides the rule \"%s\", which no lower level has; its base must name it in .rules",
                           declared->overrides);
    if (!check_override(level, declared, target, error)) return FALSE;
  }
  if (declared->notice) {
    if (target->n_listeners && target->listener[target->n_listeners - 1].depth == depth)
      return lap_link_fail(error, level, "follows \"%s\" twice", target->name);
    target->listener[target->n_listeners].depth = (guint8)depth;
    target->listener[target->n_listeners++].notice = declared->notice;
  } else {
    target->rule = declared->rule;
    target->operation = declared->operation;
    target->depth = (guint8)depth;
  }
  return TRUE;
}

gboolean lap_link_rules(LapGame *game, guint depth, GError **error)
{
  LapGameLevel *level = &game->level[depth];
  for (guint below = 0; below <= depth; below++) {
    guint n = game->level[below].plugin.rules.n;
    game->rule[depth][below] = g_new0(LapGameRule, n + 1);
    g_ptr_array_add(game->owned, game->rule[depth][below]);
    if (below < depth) memcpy(game->rule[depth][below], game->rule[depth - 1][below], n * sizeof(LapGameRule));
  }
  for (guint i = 0; i < level->plugin.rules.n; i++) {
    const char *name = level->rules[i].name ? level->rules[i].name : level->rules[i].overrides;
    const char *bare = name ? strrchr(name, '/') : NULL;
    if (!lap_link_check_word(level, "a rule", bare ? bare + 1 : name, error)) return FALSE;
    game->rule[depth][depth][i].name = lap_link_qualify(game, level, bare ? bare + 1 : name);
  }
  for (guint i = 0; i < level->plugin.rules.n; i++)
    if (!link_rule(game, depth, i, error)) return FALSE;
  return TRUE;
}
