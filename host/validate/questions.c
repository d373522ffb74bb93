/* The property of questions: hooks that only ask leave the block as it is, and answer the same every time. */
#include <string.h>

#include "host/engine/knowledge.h"
#include "host/engine/position.h"
#include "sight.h"
#include "walk.h"

static gboolean check_line(LapTrial *trial, const LapLine *line)
{
  const LapGameKind *kind = lap_game_category(trial->game, line->kind);
  if (!kind) return lap_trial_fail(trial, "a score line is of the category 0x%04x, which is not declared", line->kind);
  if (line->seat != LAP_TOGETHER && (line->seat < 0 || line->seat >= (int)trial->seats))
    return lap_trial_fail(trial, "a score line (%s) is of seat %d, of %u", kind->name, line->seat, trial->seats);
  if (line->tier > LAP_TIER_GOAL)
    return lap_trial_fail(trial, "a score line (%s) has the tier %u, the last is %d", kind->name, line->tier,
                          LAP_TIER_GOAL);
  return TRUE;
}

static gboolean ask_score(LapTrial *trial, LapEngine *engine, const LapBlock *block, GString *out)
{
  LapSheet sheet;
  lap_engine_score(engine, block, &sheet);
  for (guint i = 0; i < sheet.n; i++)
    if (!check_line(trial, &sheet.line[i])) return FALSE;
  lap_sheet_write(trial->game, &sheet, LAP_OMNISCIENT, out);
  return TRUE;
}

static void ask_viewer(LapTrial *trial, LapEngine *engine, const LapBlock *block, guint viewer, GString *out)
{
  lap_view_write(engine, block, viewer, out);
  lap_seen_write(engine, block, viewer, out);
  if (viewer >= trial->seats || !(lap_engine_waiting(engine, block) >> viewer & 1)) return;
  const LapActions *actions = lap_engine_legal(engine, block, viewer);
  for (guint i = 0; i < actions->n; i++) lap_sight_take_step(trial, engine, block, &actions->v[i], viewer, out);
}

static gboolean ask_everything(LapTrial *trial, LapEngine *engine, const LapBlock *block, GString *out)
{
  for (guint viewer = 0; viewer < trial->seats; viewer++) ask_viewer(trial, engine, block, viewer, out);
  ask_viewer(trial, engine, block, LAP_WATCHER, out);
  lap_position_save(engine, block, out);
  return ask_score(trial, engine, block, out);
}

static gboolean ask_here(LapTrial *trial, LapSession *session)
{
  LapEngine *engine = lap_session_engine(session);
  const LapBlock *block = lap_session_block(session);
  g_autoptr(LapBlock) before = lap_block_new(engine);
  memcpy(before, block, lap_engine_block_size(engine));
  g_autoptr(GString) first = g_string_new(NULL);
  g_autoptr(GString) second = g_string_new(NULL);
  if (!ask_everything(trial, engine, block, first) || !ask_everything(trial, engine, block, second)) return FALSE;
  if (!lap_trial_same(trial, engine, before, block,
                      "asking for moves, highlights, views or score has changed the match"))
    return FALSE;
  return g_string_equal(first, second) ? TRUE : lap_trial_fail(trial, "the same questions twice get two answers");
}

gboolean lap_try_questions(LapTrial *trial) { return lap_walk_positions(trial, ask_here); }
