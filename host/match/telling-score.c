/* The score: lines with their reasons, and who stands where. */
#include "host/engine/knowledge.h"
#include "host/json/write.h"
#include "telling-private.h"

static void write_member(GString *out, const char *name, gint64 number)
{
  g_string_append(out, name);
  lap_json_number(out, number);
}

static void write_line(const LapAddressee *addressee, const LapGameKind *kind, const LapLine *line, GString *out)
{
  g_string_append(out, "{\"category\":");
  lap_json_text(out, kind->name);
  write_member(out, ",\"seat\":", line->seat);
  write_member(out, ",\"tier\":", line->tier);
  write_member(out, ",\"points\":", line->points);
  g_string_append(out, ",\"text\":");
  lap_json_quote_and_free(out, lap_texts_line(addressee->texts, line, addressee->name));
  g_string_append_c(out, '}');
}

static void write_lines(const LapAddressee *addressee, const LapSheet *sheet, GString *out)
{
  gboolean first = TRUE;
  g_string_append(out, "\"lines\":[");
  for (guint i = 0; i < sheet->n; i++) {
    const LapGameKind *kind = lap_game_category(addressee->game, sheet->line[i].kind);
    if (!kind) continue;
    lap_json_separate(out, &first);
    write_line(addressee, kind, &sheet->line[i], out);
  }
  g_string_append_c(out, ']');
}

/* Once it is over, those who resigned come last, together, whatever was made of their seats. */
static guint place_of(const LapAddressee *addressee, const LapSheet *sheet, const LapStanding *standing, guint seat)
{
  if (!standing->final || !standing->resigned) return sheet->place[seat];
  gboolean resigned = standing->resigned >> seat & 1;
  guint place = 1;
  for (guint other = 0; other < addressee->seats; other++) {
    if (standing->resigned >> other & 1) continue;
    if (resigned || sheet->place[other] < sheet->place[seat]) place++;
  }
  return place;
}

static void write_seats(const LapAddressee *addressee, const LapSheet *sheet, const LapStanding *standing, GString *out)
{
  gboolean first = TRUE;
  g_string_append(out, ",\"seats\":[");
  for (guint seat = 0; seat < addressee->seats; seat++) {
    lap_json_separate(out, &first);
    write_member(out, "{\"total\":", sheet->total[seat][LAP_TIER_POINTS]);
    write_member(out, ",\"place\":", place_of(addressee, sheet, standing, seat));
    g_string_append_c(out, '}');
  }
  g_string_append_c(out, ']');
}

static void write_together(const LapSheet *sheet, const LapStanding *standing, GString *out)
{
  gboolean won = sheet->place[0] == 1 && !standing->resigned;
  g_string_append(out, won ? ",\"together\":{\"won\":true" : ",\"together\":{\"won\":false");
  write_member(out, ",\"total\":", sheet->total[0][LAP_TIER_POINTS]);
  g_string_append_c(out, '}');
}

void lap_tell_score(const LapAddressee *addressee, LapEngine *engine, const LapBlock *block,
                    const LapStanding *standing, GString *out)
{
  LapSheet sheet;
  lap_score_known(engine, block, addressee->viewer, &sheet);
  g_string_append_c(out, '{');
  write_lines(addressee, &sheet, out);
  if (sheet.together)
    write_together(&sheet, standing, out);
  else
    write_seats(addressee, &sheet, standing, out);
  g_string_append(out, standing->final ? ",\"final\":true}" : ",\"final\":false}");
}
