#include "score.h"

#include <string.h>

#include "host/engine/action-json.h"
#include "host/match/match-private.h"
#include "visibility.h"

/* --- places */

LapStanding lap_standing_of_match(LapMatch *match)
{
  const char *result = lap_match_result(match);
  LapStanding standing = {.final = result && !g_str_equal(result, "aborted")};
  for (guint index = 0; index < lap_match_get_seats(match); index++) {
    LapSeat seat;
    lap_match_get_seat(match, index, &seat);
    if (seat.resigned) standing.resigned |= 1u << index;
  }
  return standing;
}

/* Seats that resigned share the last place, whatever their points. */
static guint8 final_place(const guint8 *place, guint seats, guint32 resigned, guint seat)
{
  guint8 better = 0;
  for (guint other = 0; other < seats; other++)
    if (!(resigned >> other & 1)) better += (resigned >> seat & 1) || place[other] < place[seat];
  return better + 1;
}

static void put_resigned_last(LapSheet *sheet, guint seats, guint32 resigned)
{
  guint8 place[LAP_SEATS_MAX];
  memcpy(place, sheet->place, sizeof place);
  for (guint seat = 0; seat < seats; seat++)
    sheet->place[seat] = sheet->together ? 2 : final_place(place, seats, resigned, seat);
}

void lap_score_of_match(LapEngine *engine, const LapBlock *block, guint viewer, const LapStanding *standing,
                        LapSheet *sheet)
{
  lap_engine_score_known(engine, block, viewer, sheet);
  if (standing->resigned && (standing->final || sheet->together))
    put_resigned_last(sheet, lap_engine_seats(engine), standing->resigned);
}

/* --- JSON */

static void write_line(const LapRecipient *recipient, const LapGameKind *kind, const LapLine *line, LapJsonWriter *json)
{
  g_autofree char *text = lap_texts_line(recipient->texts, line, recipient->name);
  gboolean is_progress = line->tier == LAP_TIER_PROGRESS;
  lap_json_begin_object(json);
  lap_json_member_word(json, "category", kind->name);
  lap_json_member_int(json, "seat", line->seat);
  lap_json_member_int(json, "tier", line->tier);
  lap_json_member_int(json, "points", line->points);
  if (is_progress && line->target) lap_json_member_int(json, "target", line->target);
  lap_json_name(json, "args");
  lap_arguments_to_json(kind, line->arg, TRUE, json);
  lap_json_member_string(json, "text", text);
  lap_json_end_object(json);
}

static void write_lines(const LapRecipient *recipient, const LapSheet *sheet, LapJsonWriter *json)
{
  lap_json_member_array(json, "lines");
  for (guint i = 0; i < sheet->n; i++) {
    const LapGameKind *kind = lap_game_category(recipient->game, sheet->line[i].kind);
    if (kind) write_line(recipient, kind, &sheet->line[i], json);
  }
  lap_json_end_array(json);
}

static void write_seats(const LapSheet *sheet, guint seats, LapJsonWriter *json)
{
  lap_json_member_array(json, "seats");
  for (guint seat = 0; seat < seats; seat++) {
    lap_json_begin_object(json);
    lap_json_member_int(json, "total", sheet->total[seat][LAP_TIER_POINTS]);
    lap_json_member_int(json, "place", sheet->place[seat]);
    lap_json_end_object(json);
  }
  lap_json_end_array(json);
}

static void write_together(const LapSheet *sheet, LapJsonWriter *json)
{
  lap_json_member_object(json, "together");
  lap_json_member_bool(json, "won", sheet->place[0] == 1);
  lap_json_member_int(json, "total", sheet->total[0][LAP_TIER_POINTS]);
  lap_json_end_object(json);
}

void lap_score_to_json(const LapRecipient *recipient, LapEngine *engine, const LapBlock *block,
                       const LapStanding *standing, LapJsonWriter *json)
{
  LapSheet sheet;
  lap_score_of_match(engine, block, recipient->viewer, standing, &sheet);
  lap_json_begin_object(json);
  write_lines(recipient, &sheet, json);
  if (sheet.together)
    write_together(&sheet, json);
  else
    write_seats(&sheet, recipient->seats, json);
  lap_json_member_bool(json, "final", standing->final);
  lap_json_end_object(json);
}
