/* The redactor: actions, events and lines of the score, each for one viewer. */
#include "engine-private.h"
#include "host/json/write.h"

static void write_back(GString *out, const LapPieceSet *set, guint face)
{
  g_string_append(out, "\"?");
  g_string_append(out, set->backs[set->back[face]]);
  g_string_append_c(out, '"');
}

void lap_piece_write(const LapPieceSet *set, guint face, gboolean shown, GString *out)
{
  if (face == 0)
    g_string_append(out, "null");
  else if (shown)
    lap_json_text(out, set->key[face]);
  else
    write_back(out, set, face);
}

static void write_arg(const LapGameKind *kind, guint index, gint16 value, gboolean readable, GString *out)
{
  const LapArg *arg = &kind->args[index];
  const LapPieceSet *set = kind->field[index] ? kind->field[index]->set : NULL;
  lap_json_text(out, arg->name);
  g_string_append_c(out, ':');
  if (arg->type == LAP_ARG_PIECE && value >= 0 && value <= set->faces)
    lap_piece_write(set, (guint)value, readable, out);
  else if (!readable)
    g_string_append(out, "null");
  else if (arg->type == LAP_ARG_CHOICE && value >= 0 && value < (gint)g_strv_length((char **)arg->choices))
    lap_json_text(out, arg->choices[value]);
  else
    lap_json_number(out, value);
}

static void write_args(const LapGameKind *kind, const gint16 *args, gboolean concerned, GString *out)
{
  g_string_append(out, "\"args\":{");
  for (guint i = 0; i < kind->n_args; i++) {
    if (i) g_string_append_c(out, ',');
    write_arg(kind, i, args[i], concerned || !kind->args[i].secret, out);
  }
  g_string_append_c(out, '}');
}

void lap_action_write(const LapGame *game, const LapAction *action, guint viewer, GString *out)
{
  const LapGameKind *kind = lap_game_action(game, action->kind);
  g_string_append(out, "{\"kind\":");
  lap_json_text(out, kind->name);
  g_string_append(out, ",\"seat\":");
  lap_json_number(out, action->seat);
  g_string_append_c(out, ',');
  write_args(kind, action->arg, viewer == LAP_OMNISCIENT || viewer == action->seat, out);
  g_string_append_c(out, '}');
}

void lap_event_write(const LapGame *game, const LapEvent *event, guint viewer, GString *out)
{
  const LapGameKind *kind = lap_game_event(game, event->kind);
  g_string_append(out, "{\"kind\":");
  lap_json_text(out, kind->name);
  g_string_append_c(out, ',');
  write_args(kind, event->arg, lap_mask_has(event->knows, viewer), out);
  g_string_append_c(out, '}');
}

void lap_sheet_write(const LapGame *game, const LapSheet *sheet, guint viewer, GString *out)
{
  gboolean first = TRUE;
  g_string_append_c(out, '[');
  for (guint i = 0; i < sheet->n; i++) {
    const LapLine *line = &sheet->line[i];
    const LapGameKind *kind = lap_game_category(game, line->kind);
    if (!kind || !lap_mask_has(line->knows, viewer)) continue;
    lap_json_separate(out, &first);
    g_string_append_printf(out, "{\"category\":\"%s\",\"seat\":%d,\"tier\":%u,\"points\":%d,", kind->name, line->seat,
                           line->tier, line->points);
    write_args(kind, line->arg, TRUE, out);
    g_string_append_c(out, '}');
  }
  g_string_append_c(out, ']');
}
