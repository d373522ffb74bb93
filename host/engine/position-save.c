/* Positions: writing. */
#include <string.h>

#include "engine-private.h"
#include "position-private.h"

static void save_item(const LapGameField *field, const guint8 *item, GString *out)
{
  if (field->type == LAP_SLOT) {
    const LapSlot *slot = (const LapSlot *)(gconstpointer)item;
    if (slot->piece)
      g_string_append_printf(out, "\"%s %04x\"", field->set->key[slot->piece], slot->known);
    else
      g_string_append(out, "null");
    return;
  }
  guint64 bits = 0;
  memcpy(&bits, item, field->item_size);
  g_string_append_printf(out, "\"%" G_GINT64_MODIFIER "x\"", GUINT64_FROM_LE(bits));
}

static void save_row(const LapEngine *engine, const LapBlock *block, const LapGameField *field, guint row, GString *out)
{
  guint n = field->type == LAP_PLANE ? field->words : items_of(engine, block, field, row);
  guint stride = field->type == LAP_PLANE ? sizeof(guint64) : field->item_stride;
  g_string_append_c(out, '[');
  for (guint i = 0; i < n; i++) {
    if (i) g_string_append_c(out, ',');
    save_item(field, item_at(engine, block, field, row, 0) + (gsize)i * stride, out);
  }
  g_string_append_c(out, ']');
}

static void save_journal(LapEngine *engine, const LapBlock *block, guint seat, GString *out)
{
  const LapAction *journal = journal_of(engine, (LapBlock *)block, seat);
  g_string_append_c(out, '[');
  for (guint i = 0; i < lap_head_of(block)->sealed[seat]; i++) {
    g_string_append_printf(out, "%s[\"%s\"", i ? "," : "", lap_game_action(engine->game, journal[i].kind)->name);
    for (guint arg = 0; arg < journal[i].n_args; arg++) g_string_append_printf(out, ",%d", journal[i].arg[arg]);
    g_string_append_c(out, ']');
  }
  g_string_append_c(out, ']');
}

void lap_position_save_identity(LapEngine *engine, GString *out)
{
  const LapGame *game = engine->game;
  g_string_append_printf(out, "{\"position\":%d,\"plugins\":[", LAP_POSITION_FORMAT);
  for (guint depth = 0; depth < game->depth; depth++)
    g_string_append_printf(out, "%s\"%s %s\"", depth ? "," : "", game->level[depth].plugin.id,
                           game->level[depth].plugin.version);
  g_string_append(out, "],\"options\":[");
  for (guint depth = 0; depth < game->depth; depth++)
    for (guint i = 0; i < game->level[depth].plugin.options.n; i++) {
      g_autofree char *value = lap_options_get(engine->options, game, depth, i);
      g_string_append_printf(out, "%s\"%s/%s %s\"", depth || i ? "," : "", game->level[depth].plugin.id,
                             game->level[depth].options[i].name, value);
    }
  g_string_append_printf(out, "],\"seats\":%u", engine->seats);
}

void lap_position_save(LapEngine *engine, const LapBlock *block, GString *out)
{
  const LapHead *head = lap_head_of(block);
  lap_position_save_identity(engine, out);
  g_string_append_printf(out,
                         ",\"generator\":\"%" G_GINT64_MODIFIER "x\",\"phase\":\"%s\",\"ply\":%u,\"over\":%s,"
                         "\"steps\":%u,\"ready\":%u,\"sealed\":[",
                         head->generator.state, phase_of(engine, head->phase)->name, head->ply,
                         head->over ? "true" : "false", head->steps, head->ready);
  for (guint seat = 0; seat < engine->seats; seat++) {
    if (seat) g_string_append_c(out, ',');
    save_journal(engine, block, seat, out);
  }
  g_string_append(out, "],\"fields\":{");
  gboolean first = TRUE;
  for (guint i = 0; i < engine->game->fields->len; i++) {
    const LapGameField *field = g_ptr_array_index(engine->game->fields, i);
    if (field->visibility == LAP_DERIVED || field->type == LAP_SPARE) continue;
    g_string_append_printf(out, "%s\"%s\":[", first ? "" : ",", field->name);
    first = FALSE;
    for (guint row = 0; row < rows_of(engine, field); row++) {
      if (row) g_string_append_c(out, ',');
      save_row(engine, block, field, row, out);
    }
    g_string_append_c(out, ']');
  }
  g_string_append(out, "}}");
}
