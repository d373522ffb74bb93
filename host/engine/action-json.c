#include "action-json.h"

void lap_face_to_json(const LapPieceSet *set, guint face, LapJsonWriter *json)
{
  if (face)
    lap_json_word(json, set->key[face]);
  else
    lap_json_null(json);
}

void lap_back_to_json(const LapPieceSet *set, guint back, LapJsonWriter *json)
{
  lap_json_begin_string(json);
  lap_json_append_word(json, "?");
  lap_json_append_word(json, set->backs[back]);
  lap_json_end_string(json);
}

static void write_piece(const LapPieceSet *set, guint face, gboolean open, LapJsonWriter *json)
{
  if (open || !face)
    lap_face_to_json(set, face, json);
  else
    lap_back_to_json(set, set->back[face], json);
}

static void write_argument(const LapGameKind *kind, guint index, gint16 value, gboolean open, LapJsonWriter *json)
{
  const LapArg *arg = &kind->args[index];
  const LapPieceSet *set = kind->field[index] ? kind->field[index]->set : NULL;
  lap_json_name(json, arg->name);
  if (arg->type == LAP_ARG_PIECE && set && value >= 0 && value <= set->faces)
    write_piece(set, (guint)value, open, json);
  else if (!open)
    lap_json_null(json);
  else if (arg->type == LAP_ARG_CHOICE && value >= 0 && value < (gint)g_strv_length((char **)arg->choices))
    lap_json_word(json, arg->choices[value]);
  else
    lap_json_int(json, value);
}

void lap_arguments_to_json(const LapGameKind *kind, const gint16 *arg, gboolean open, LapJsonWriter *json)
{
  lap_json_begin_object(json);
  for (guint i = 0; i < kind->n_args; i++) write_argument(kind, i, arg[i], open || !kind->args[i].secret, json);
  lap_json_end_object(json);
}

static void write_kind(const LapGameKind *kind, LapJsonWriter *json) { lap_json_member_word(json, "kind", kind->name); }

static void write_arguments(const LapGameKind *kind, const gint16 *arg, gboolean open, LapJsonWriter *json)
{
  lap_json_name(json, "args");
  lap_arguments_to_json(kind, arg, open, json);
}

void lap_action_members(const LapGame *game, const LapAction *action, gboolean open, LapJsonWriter *json)
{
  const LapGameKind *kind = lap_game_action(game, action->kind);
  write_kind(kind, json);
  lap_json_member_int(json, "seat", action->seat);
  write_arguments(kind, action->arg, open, json);
}

void lap_action_to_json(const LapGame *game, const LapAction *action, gboolean open, LapJsonWriter *json)
{
  lap_json_begin_object(json);
  lap_action_members(game, action, open, json);
  lap_json_end_object(json);
}

void lap_event_to_json(const LapGame *game, const LapEvent *event, gboolean open, LapJsonWriter *json)
{
  const LapGameKind *kind = lap_game_event(game, event->kind);
  lap_json_begin_object(json);
  write_kind(kind, json);
  write_arguments(kind, event->arg, open, json);
  lap_json_end_object(json);
}
