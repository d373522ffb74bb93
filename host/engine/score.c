#include "engine-private.h"

static void add_lines(const LapEngine *engine, LapSheet *sheet)
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
  if (engine->answers) {
    lap_remote_score(engine, block);
    return;
  }
  g_array_set_size(engine->lines, 0);
  begin_hook(engine, "score");
  for (guint depth = game->depth; depth-- > 0;)
    if (game->level[depth].plugin.score) {
      game->level[depth].plugin.score(&engine->context[depth], block, lap_head_of(block)->over);
      break;
    }
  end_hook(engine);
}

void lap_engine_add_up(const LapEngine *engine, LapSheet *sheet)
{
  *sheet = (LapSheet){.line = sheet->line, .n = sheet->n};
  add_lines(engine, sheet);
  give_places(engine, sheet);
}

void lap_engine_score(LapEngine *engine, const LapBlock *block, LapSheet *sheet)
{
  ask_for_lines(engine, block);
  sheet->line = (LapLine *)(gpointer)engine->lines->data;
  sheet->n = engine->lines->len;
  lap_engine_add_up(engine, sheet);
}

static void drop_unknown(LapSheet *sheet, guint viewer)
{
  guint kept = 0;
  for (guint i = 0; i < sheet->n; i++)
    if (lap_mask_has(sheet->line[i].knows, viewer)) sheet->line[kept++] = sheet->line[i];
  sheet->n = kept;
}

void lap_engine_score_known(LapEngine *engine, const LapBlock *block, guint viewer, LapSheet *sheet)
{
  lap_engine_score(engine, block, sheet);
  drop_unknown(sheet, viewer);
  if (!lap_head_of(block)->over) lap_engine_add_up(engine, sheet);
}
