#include "summary.h"

#include "result.h"

const char *lap_summary_state(LapMatch *match)
{
  LapMatchState state = lap_match_get_state(match);
  return state == LAP_MATCH_OPEN ? "open" : state == LAP_MATCH_RUNNING ? "running" : "over";
}

static void write_seat(LapMatch *match, guint index, GString *out)
{
  LapSeat seat;
  lap_match_get_seat(match, index, &seat);
  lap_result_separate(out);
  g_string_append_c(out, '{');
  lap_result_text(out, "name", seat.name);
  lap_result_true(out, "free", seat.free);
  if (seat.bot) lap_result_text(out, "bot", seat.bot);
  lap_result_true(out, "resigned", seat.resigned);
  g_string_append_c(out, '}');
}

void lap_summary_write(LapMatch *match, GString *out)
{
  g_string_append_c(out, '{');
  lap_result_text(out, "match", lap_match_get_id(match));
  lap_result_text(out, "game", lap_match_get_game_id(match));
  lap_result_text(out, "state", lap_summary_state(match));
  lap_result_number(out, "seq", (gint64)lap_match_get_seq(match));
  lap_result_member(out, "seats");
  g_string_append_c(out, '[');
  for (guint seat = 0; seat < lap_match_get_seats(match); seat++) write_seat(match, seat, out);
  g_string_append_c(out, ']');
  lap_result_number(out, "created", lap_match_get_created(match) / 1000);
  lap_result_number(out, "changed", lap_match_get_changed(match) / 1000);
  g_string_append_c(out, '}');
}
