#include "redact.h"

#include "host/engine/action-json.h"
#include "visibility.h"

void lap_action_write(const LapGame *game, const LapAction *action, guint viewer, GString *out)
{
  LapJsonWriter json = lap_json_writer(out);
  lap_action_to_json(game, action, lap_shows_action_arguments(action, viewer), &json);
}

void lap_event_write(const LapGame *game, const LapEvent *event, guint viewer, GString *out)
{
  LapJsonWriter json = lap_json_writer(out);
  lap_event_to_json(game, event, lap_shows_event_arguments(event, viewer), &json);
}

static void write_line(const LapGameKind *kind, const LapLine *line, LapJsonWriter *json)
{
  lap_json_begin_object(json);
  lap_json_member_word(json, "category", kind->name);
  lap_json_member_int(json, "seat", line->seat);
  lap_json_member_int(json, "tier", line->tier);
  lap_json_member_int(json, "points", line->points);
  lap_json_name(json, "args");
  lap_arguments_to_json(kind, line->arg, TRUE, json);
  lap_json_end_object(json);
}

void lap_sheet_write(const LapGame *game, const LapSheet *sheet, guint viewer, GString *out)
{
  LapJsonWriter json = lap_json_writer(out);
  lap_json_begin_array(&json);
  for (guint i = 0; i < sheet->n; i++) {
    const LapGameKind *kind = lap_game_category(game, sheet->line[i].kind);
    if (kind && lap_shows_line(&sheet->line[i], viewer)) write_line(kind, &sheet->line[i], &json);
  }
  lap_json_end_array(&json);
}
