/* A running match changes variant: the levels that both games share stay, the others leave and join. */
#include "convert.h"

#include <string.h>

#include "engine-private.h"

GQuark lap_convert_error_quark(void) { return g_quark_from_static_string("lap-convert-error-quark"); }

static gboolean refuse(GError **error, LapConvertError code, const LapEngine *from, const LapEngine *to,
                       const char *why)
{
  g_set_error(error, LAP_CONVERT_ERROR, (gint)code, "a match of %s cannot become one of %s: %s", from->game->id,
              to->game->id, why);
  return FALSE;
}

/* `why`: a text key, or NULL: they do not refuse. */
static gboolean agrees(const char *why, GError **error)
{
  if (why) g_set_error_literal(error, LAP_CONVERT_ERROR, LAP_CONVERT_ERROR_REFUSED, why);
  return !why;
}

guint lap_game_shared_levels(const LapGame *a, const LapGame *b)
{
  guint depth = 0;
  while (depth < a->depth && depth < b->depth && g_str_equal(a->level[depth].plugin.id, b->level[depth].plugin.id) &&
         g_str_equal(a->level[depth].plugin.version, b->level[depth].plugin.version) &&
         g_strcmp0(a->level[depth].build, b->level[depth].build) == 0)
    depth++;
  return depth;
}

static gboolean same_options(const LapEngine *from, const LapEngine *to, guint shared)
{
  for (guint depth = 0; depth < shared; depth++)
    if (memcmp(from->options->value[depth], to->options->value[depth],
               from->game->level[depth].plugin.options.n * sizeof(gint16)) != 0)
      return FALSE;
  return TRUE;
}

static gboolean check_boundary(const LapEngine *from, const LapBlock *block, const LapEngine *to, guint shared,
                               GError **error)
{
  const LapHead *head = lap_head_of(block);
  if (shared == 0) return refuse(error, LAP_CONVERT_ERROR_UNRELATED, from, to, "they have no level in common");
  if (from->seats != to->seats) return refuse(error, LAP_CONVERT_ERROR_SEATS, from, to, "the numbers of seats differ");
  if (!same_options(from, to, shared))
    return refuse(error, LAP_CONVERT_ERROR_OPTIONS, from, to, "the options of the shared levels differ");
  for (guint depth = shared; depth < from->game->depth; depth++)
    if (!from->game->level[depth].plugin.leave && from->game->level[depth].plugin.segment_size)
      return refuse(error, LAP_CONVERT_ERROR_CLOSED, from, to, "nothing can leave it");
  for (guint depth = shared; depth < to->game->depth; depth++)
    if (!to->game->level[depth].plugin.join)
      return refuse(error, LAP_CONVERT_ERROR_CLOSED, from, to, "nothing can join it");
  if (head->over) return refuse(error, LAP_CONVERT_ERROR_OVER, from, to, "the match is over");
  if (head->steps) return refuse(error, LAP_CONVERT_ERROR_LATER, from, to, "a move is unfinished");
  for (guint seat = 0; seat < from->seats; seat++)
    if (head->sealed[seat]) return refuse(error, LAP_CONVERT_ERROR_LATER, from, to, "a sealed choice is pending");
  const LapGamePhase *phase = head->phase >> 8 < shared ? phase_of(to, head->phase) : NULL;
  if (!phase || phase->removed || phase->kind != phase_of(from, head->phase)->kind)
    return refuse(error, LAP_CONVERT_ERROR_LATER, from, to, "its phase is not one of the other");
  return TRUE;
}

static char *text_key(const LapPlugin *plugin, const char *key)
{
  return g_strdup_printf("%s.refuse.%s", plugin->id, key);
}

char *lap_engine_leave(LapEngine *engine, LapBlock *block, guint shared)
{
  const char *why = NULL;
  guint depth = engine->game->depth;
  if (engine->answers) return g_strdup(lap_remote_convert(engine, block, LAP_CALL_LEAVE, shared));
  while (!why && depth-- > shared) {
    const LapPlugin *plugin = &engine->game->level[depth].plugin;
    begin_hook(engine, "leave");
    if (plugin->leave) why = plugin->leave(&engine->context[depth], block);
    end_hook(engine);
  }
  lap_check_guards(engine, block); /* here: the segments of these levels are left behind */
  return why ? text_key(&engine->game->level[depth].plugin, why) : NULL;
}

char *lap_engine_join(LapEngine *engine, LapBlock *block, guint shared)
{
  const char *why = NULL;
  guint depth = shared;
  if (engine->answers) return g_strdup(lap_remote_convert(engine, block, LAP_CALL_JOIN, shared));
  for (; !why && depth < engine->game->depth; depth++) {
    const LapPlugin *plugin = &engine->game->level[depth].plugin;
    begin_hook(engine, "join");
    if (plugin->join) why = plugin->join(&engine->context[depth], block);
    end_hook(engine);
  }
  return why ? text_key(&engine->game->level[depth - 1].plugin, why) : NULL;
}

static void copy_shared(const LapEngine *from, const LapBlock *block, const LapEngine *to, LapBlock *block_to,
                        guint shared)
{
  memset(block_to, 0, to->block_size);
  memcpy(block_to, block, sizeof(LapHead));
  for (guint depth = 0; depth < shared; depth++)
    memcpy(segment_of(to, block_to, depth), segment_of(from, block, depth),
           from->game->level[depth].plugin.segment_size);
}

static gboolean is_sound(LapEngine *engine, const LapBlock *block)
{
  if (!lap_check_block(engine, block)) return FALSE;
  if (!lap_engine_waiting(engine, block)) lap_engine_set_fault(engine, "nobody has a decision");
  return !engine->faulted;
}

static gboolean convert(LapEngine *from, const LapBlock *block, LapEngine *to, LapBlock *block_to, GError **error)
{
  guint shared = lap_game_shared_levels(from->game, to->game);
  from->faulted = to->faulted = FALSE;
  if (!check_boundary(from, block, to, shared, error)) return FALSE;
  LapBlock *left = from->scratch, *joined = to->scratch;
  memcpy(left, block, from->block_size);
  g_autofree char *stays = lap_engine_leave(from, left, shared);
  if (!agrees(stays, error)) return FALSE;
  copy_shared(from, left, to, joined, shared);
  g_autofree char *refuses = lap_engine_join(to, joined, shared);
  if (!agrees(refuses, error)) return FALSE;
  lap_engine_derive(to, joined);
  if (from->faulted || !is_sound(to, joined)) {
    g_set_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_FAULT, "%s became %s: %s", from->game->id, to->game->id,
                from->faulted ? from->fault->str : to->fault->str);
    return FALSE;
  }
  memcpy(block_to, joined, to->block_size);
  return TRUE;
}

gboolean lap_convert(LapEngine *from, const LapBlock *block, LapEngine *to, LapBlock *block_to, GError **error)
{
  g_return_val_if_fail(from != to, FALSE);
  gboolean from_checked = lap_engine_check(from, TRUE), to_checked = lap_engine_check(to, TRUE);
  gboolean converted = convert(from, block, to, block_to, error);
  lap_engine_check(from, from_checked);
  lap_engine_check(to, to_checked);
  return converted;
}
