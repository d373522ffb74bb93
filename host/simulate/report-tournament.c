/* Tournaments for people and for programs. */
#include <math.h>

#include "columns.h"
#include "report-private.h"
#include "tournament.h"

static void add_rating(LapColumns *columns, const LapElo *elo)
{
  lap_columns_cell(columns, "%+.0f", elo->elo);
  lap_columns_cell(columns, "%+.0f %+.0f", elo->interval.low, elo->interval.high);
}

static void append_players(GString *out, const LapTournament *tournament, const LapElo *ratings)
{
  static const char *const heads[] = {"player", "Elo", "95 %", "score %", NULL};
  g_autoptr(LapColumns) columns = lap_columns_new();
  gboolean shown[LAP_PLAYERS_MAX] = {FALSE};
  lap_columns_head(columns, heads);
  for (guint left = tournament->n; left > 0; left--) {
    guint best = tournament->n;
    for (guint i = 0; i < tournament->n; i++)
      if (!shown[i] && (best == tournament->n || ratings[i].elo > ratings[best].elo)) best = i;
    shown[best] = TRUE;
    lap_columns_row(columns);
    lap_columns_cell(columns, "%s", tournament->players[best].name);
    add_rating(columns, &ratings[best]);
    lap_columns_cell(columns, "%.1f", 100 * ratings[best].score);
  }
  lap_columns_flush(columns, out);
}

static char *verdict(const LapTournament *tournament, const LapMeeting *meeting)
{
  if (!(tournament->margin > 0)) return g_strdup("");
  if (!meeting->decided) return g_strdup("open");
  return g_strdup_printf("%s is better",
                         tournament->players[meeting->decided > 0 ? meeting->first : meeting->second].name);
}

static void append_meetings(GString *out, const LapTournament *tournament, const GArray *meetings)
{
  static const char *const heads[] = {"meeting", "pairs", "won", "drawn", "lost", "Elo", "95 %", "", NULL};
  g_autoptr(LapColumns) columns = lap_columns_new();
  lap_columns_head(columns, heads);
  for (guint i = 0; i < meetings->len; i++) {
    const LapMeeting *of = &g_array_index(meetings, LapMeeting, i);
    const LapElo elo = lap_elo(&of->pairs);
    g_autofree char *says = verdict(tournament, of);
    lap_columns_row(columns);
    lap_columns_cell(columns, "%s - %s", tournament->players[of->first].name, tournament->players[of->second].name);
    lap_columns_cell(columns, "%" G_GUINT64_FORMAT, of->played);
    lap_columns_cell(columns, "%" G_GUINT64_FORMAT, of->wins);
    lap_columns_cell(columns, "%" G_GUINT64_FORMAT, of->draws);
    lap_columns_cell(columns, "%" G_GUINT64_FORMAT, of->losses);
    add_rating(columns, &elo);
    lap_columns_cell(columns, "%s", says);
  }
  g_string_append_c(out, '\n');
  lap_columns_flush(columns, out);
}

char *lap_tournament_to_table(const LapTournament *tournament, const GArray *meetings)
{
  GString *out = g_string_new(NULL);
  LapElo ratings[LAP_PLAYERS_MAX];
  lap_tournament_rate(meetings, tournament->n, ratings);
  append_players(out, tournament, ratings);
  append_meetings(out, tournament, meetings);
  return g_string_free(out, FALSE);
}

/* --- JSON, where what is infinite is null */

static void write_real(LapJsonWriter *json, const char *name, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  if (name) lap_json_name(json, name);
  if (isfinite(value))
    lap_json_raw(json, g_ascii_formatd(digits, sizeof digits, "%.4f", value), -1);
  else
    lap_json_null(json);
}

static void write_elo(LapJsonWriter *json, const LapElo *elo)
{
  write_real(json, "score", elo->score);
  write_real(json, "elo", elo->elo);
  lap_json_member_array(json, "interval");
  write_real(json, NULL, elo->interval.low);
  write_real(json, NULL, elo->interval.high);
  lap_json_end_array(json);
}

static void write_meeting(LapJsonWriter *json, const LapTournament *tournament, const LapMeeting *of)
{
  static const char *const verdicts[] = {"second", "open", "first"};
  const LapElo elo = lap_elo(&of->pairs);
  lap_json_begin_object(json);
  lap_json_member_string(json, "first", tournament->players[of->first].name);
  lap_json_member_string(json, "second", tournament->players[of->second].name);
  lap_json_member_array(json, "pairs");
  for (guint i = 0; i < G_N_ELEMENTS(of->pairs.n); i++) lap_json_int(json, (gint64)of->pairs.n[i]);
  lap_json_end_array(json);
  lap_json_member_int(json, "won", (gint64)of->wins);
  lap_json_member_int(json, "drawn", (gint64)of->draws);
  lap_json_member_int(json, "lost", (gint64)of->losses);
  write_elo(json, &elo);
  write_real(json, "likelihood_ratio", of->ratio);
  lap_json_member_word(json, "better", verdicts[of->decided + 1]);
  lap_json_end_object(json);
}

char *lap_tournament_to_json(const LapTournament *tournament, const GArray *meetings)
{
  GString *out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  LapElo ratings[LAP_PLAYERS_MAX];
  lap_tournament_rate(meetings, tournament->n, ratings);
  lap_json_begin_object(&json);
  lap_json_member_word(&json, "format", "lapidary-tournament/1");
  lap_json_member_string(&json, "game", tournament->game->id);
  lap_json_member_int(&json, "seats", tournament->seats);
  lap_json_member_array(&json, "players");
  for (guint i = 0; i < tournament->n; i++) {
    lap_json_begin_object(&json);
    lap_json_member_string(&json, "name", tournament->players[i].name);
    write_elo(&json, &ratings[i]);
    lap_json_end_object(&json);
  }
  lap_json_end_array(&json);
  lap_json_member_array(&json, "meetings");
  for (guint i = 0; i < meetings->len; i++) write_meeting(&json, tournament, &g_array_index(meetings, LapMeeting, i));
  lap_json_end_array(&json);
  lap_json_end_object(&json);
  return g_string_free(out, FALSE);
}
