#include "engine-private.h"

#include <string.h>

static void add_up(const LapEngine *engine, LapSheet *sheet)
{
  for (guint i = 0; i < sheet->n; i++) {
    const LapLine *line = &sheet->line[i];
    if (line->seat == LAP_TOGETHER) sheet->together = TRUE;
    guint seat = line->seat == LAP_TOGETHER ? 0 : (guint)line->seat;
    if (seat < engine->seats && line->tier <= LAP_TIER_GOAL) sheet->total[seat][line->tier] += line->points;
  }
}

static int compare_seats(const LapSheet *sheet, guint a, guint b)
{
  for (guint tier = LAP_TIER_POINTS; tier <= LAP_TIER_MAX; tier++)
    if (sheet->total[a][tier] != sheet->total[b][tier]) return sheet->total[a][tier] > sheet->total[b][tier] ? -1 : 1;
  return 0;
}

static void give_places(const LapEngine *engine, LapSheet *sheet)
{
  for (guint seat = 0; seat < engine->seats; seat++) {
    sheet->place[seat] = 1;
    if (sheet->together)
      sheet->place[seat] = sheet->total[0][LAP_TIER_POINTS] >= sheet->total[0][LAP_TIER_GOAL] ? 1 : 2;
    else
      for (guint other = 0; other < engine->seats; other++)
        if (compare_seats(sheet, other, seat) < 0) sheet->place[seat]++;
  }
}

static void ask_for_lines(LapEngine *engine, const LapBlock *block)
{
  const LapGame *game = engine->game;
  g_array_set_size(engine->lines, 0);
  engine->trace->hook = "score";
  for (guint depth = game->depth; depth-- > 0;)
    if (game->level[depth].plugin.score) {
      game->level[depth].plugin.score(&engine->context[depth], block, lap_head_of(block)->over);
      break;
    }
}

static void take_lines(const LapEngine *engine, LapSheet *sheet)
{
  sheet->line = (const LapLine *)(gpointer)engine->lines->data;
  sheet->n = engine->lines->len;
}

void lap_engine_score(LapEngine *engine, const LapBlock *block, LapSheet *sheet)
{
  ask_for_lines(engine, block);
  memset(sheet, 0, sizeof *sheet);
  take_lines(engine, sheet);
  add_up(engine, sheet);
  give_places(engine, sheet);
}

static void forget_unknown(LapEngine *engine, guint viewer)
{
  guint kept = 0;
  for (guint i = 0; i < engine->lines->len; i++) {
    LapLine line = g_array_index(engine->lines, LapLine, i);
    if (lap_mask_has(line.knows, viewer)) g_array_index(engine->lines, LapLine, kept++) = line;
  }
  g_array_set_size(engine->lines, kept);
}

void lap_score_known(LapEngine *engine, const LapBlock *block, guint viewer, LapSheet *sheet)
{
  gboolean over = lap_head_of(block)->over;
  ask_for_lines(engine, block);
  memset(sheet, 0, sizeof *sheet);
  if (!over) forget_unknown(engine, viewer);
  take_lines(engine, sheet);
  add_up(engine, sheet);
  give_places(engine, sheet);
  if (over) forget_unknown(engine, viewer);
  take_lines(engine, sheet);
}
