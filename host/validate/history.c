/* Properties of a match as a log: saved, undone, replayed. */
#include <string.h>

#include "host/engine/position.h"
#include "walk.h"

/* For so many moves a loaded position is played on. */
#define SAVED_PLIES 3

static guint64 hash_of(LapSession *session)
{
  return lap_hash(lap_session_engine(session), lap_session_block(session));
}

/* --- property: saved */

static gboolean play_on(LapTrial *trial, const LapBlock *block, const LapBlock *loaded)
{
  g_autoptr(LapSession) one = lap_trial_session_at(trial, block);
  g_autoptr(LapSession) other = one ? lap_trial_session_at(trial, loaded) : NULL;
  if (!other) return FALSE;
  LapWalkMove move;
  for (guint ply = 0; ply < SAVED_PLIES && !lap_session_over(one); ply++) {
    if (!lap_walk_play(trial, one, &move) || !lap_walk_repeat(trial, other, &move)) return FALSE;
    if (!lap_trial_same(trial, lap_session_engine(one), lap_session_block(one), lap_session_block(other),
                        "a loaded position does not play on as the saved one"))
      return FALSE;
  }
  return TRUE;
}

static gboolean save_here(LapTrial *trial, LapSession *session)
{
  LapEngine *engine = lap_session_engine(session);
  const LapBlock *block = lap_session_block(session);
  g_autoptr(GString) text = g_string_new(NULL);
  lap_position_save(engine, block, text);
  g_autoptr(LapEngine) reader = lap_trial_engine(trial);
  if (!reader) return FALSE;
  g_autoptr(LapBlock) loaded = lap_block_new(reader);
  GError *error = NULL;
  if (!lap_position_load(reader, loaded, text->str, &error))
    return lap_trial_fail_error(trial, "a saved position cannot be loaded", error);
  if (!lap_trial_same(trial, engine, block, loaded, "saved and loaded")) return FALSE;
  if (lap_hash(engine, block) != lap_hash(reader, loaded))
    return lap_trial_fail(trial, "a loaded position has another hash");
  return play_on(trial, block, loaded);
}

gboolean lap_try_saved(LapTrial *trial) { return lap_walk_positions(trial, save_here); }

/* --- property: undone */

/* All blocks of a match, one after another. */
static void keep_block(GByteArray *blocks, LapSession *session)
{
  g_byte_array_append(blocks, (const guint8 *)lap_session_block(session),
                      (guint)lap_engine_block_size(lap_session_engine(session)));
}

static gboolean same_as_kept(LapTrial *trial, const GByteArray *blocks, LapSession *session, guint index,
                             const char *how)
{
  LapEngine *engine = lap_session_engine(session);
  g_autoptr(LapBlock) kept = lap_block_new(engine);
  gsize size = lap_engine_block_size(engine);
  memcpy(kept, blocks->data + index * size, size);
  lap_trial_at(trial, engine, kept);
  return lap_trial_same(trial, engine, kept, lap_session_block(session), how);
}

static gboolean go_back(LapTrial *trial, const GByteArray *blocks, LapSession *session, guint *at, guint n)
{
  while (n-- > 0) {
    if (!lap_session_undo(session)) return lap_trial_fail(trial, "move %u cannot be undone", *at);
    if (!same_as_kept(trial, blocks, session, --*at, "undone")) return FALSE;
  }
  return TRUE;
}

static gboolean go_on(LapTrial *trial, const GByteArray *blocks, LapSession *session, guint *at, guint n)
{
  while (n-- > 0) {
    if (!lap_session_redo(session)) return lap_trial_fail(trial, "move %u cannot be redone", *at + 1);
    if (!same_as_kept(trial, blocks, session, ++*at, "redone")) return FALSE;
  }
  return TRUE;
}

/* Undoes and redoes by random lengths, back to the beginning, and to the end again. */
static gboolean step_about(LapTrial *trial, const GByteArray *blocks, LapSession *session, guint last)
{
  guint at = last;
  for (guint i = 0; i < 8; i++) {
    guint back = lap_generator_below(&trial->chooser, at + 1);
    if (!go_back(trial, blocks, session, &at, back)) return FALSE;
    guint on = lap_generator_below(&trial->chooser, last - at + 1);
    if (!go_on(trial, blocks, session, &at, on)) return FALSE;
  }
  if (!go_back(trial, blocks, session, &at, at)) return FALSE;
  if (lap_session_undo(session)) return lap_trial_fail(trial, "something can be undone before the first move");
  if (!go_on(trial, blocks, session, &at, last)) return FALSE;
  if (lap_session_redo(session)) return lap_trial_fail(trial, "something can be redone after the last move");
  return TRUE;
}

/* A new move after an undone one: what was undone is forgotten. */
static gboolean branch_off(LapTrial *trial, LapSession *session)
{
  LapWalkMove move;
  if (!lap_session_undo(session)) return TRUE;
  if (!lap_walk_play(trial, session, &move)) return FALSE;
  return lap_session_redo(session) ? lap_trial_fail(trial, "a move can be redone over another one") : TRUE;
}

static gboolean undo_match(LapTrial *trial, guint64 seed)
{
  g_autoptr(LapSession) session = lap_trial_session(trial, seed);
  if (!session) return FALSE;
  g_autoptr(GByteArray) blocks = g_byte_array_new();
  keep_block(blocks, session);
  guint last = 0;
  LapWalkMove move;
  for (; last < LAP_WALK_PLIES && !lap_session_over(session); last++, lap_trial_count(trial)) {
    if (!lap_walk_play(trial, session, &move)) return FALSE;
    keep_block(blocks, session);
  }
  lap_trial_count(trial);
  return step_about(trial, blocks, session, last) && branch_off(trial, session);
}

gboolean lap_try_undone(LapTrial *trial) { return lap_walk_matches(trial, undo_match); }

/* --- property: replayed */

static gboolean replay(LapTrial *trial, guint64 seed, const GArray *moves, const GArray *hashes)
{
  g_autoptr(LapSession) session = lap_trial_session(trial, seed);
  if (!session) return FALSE;
  for (guint i = 0; i < moves->len; i++) {
    lap_trial_at(trial, lap_session_engine(session), lap_session_block(session));
    if (!lap_walk_repeat(trial, session, &g_array_index(moves, LapWalkMove, i))) return FALSE;
    if (hash_of(session) != g_array_index(hashes, guint64, i))
      return lap_trial_fail(trial, "replayed, the match has another hash after move %u", i + 1);
  }
  return TRUE;
}

static gboolean replay_match(LapTrial *trial, guint64 seed)
{
  g_autoptr(LapSession) session = lap_trial_session(trial, seed);
  if (!session) return FALSE;
  g_autoptr(GArray) moves = g_array_new(FALSE, FALSE, sizeof(LapWalkMove));
  g_autoptr(GArray) hashes = g_array_new(FALSE, FALSE, sizeof(guint64));
  while (!lap_session_over(session) && moves->len < LAP_WALK_PLIES) {
    LapWalkMove move = {0};
    if (!lap_walk_play(trial, session, &move)) return FALSE;
    guint64 hash = hash_of(session);
    g_array_append_val(moves, move);
    g_array_append_val(hashes, hash);
    lap_trial_count(trial);
  }
  lap_trial_count(trial);
  return replay(trial, seed, moves, hashes);
}

gboolean lap_try_replayed(LapTrial *trial) { return lap_walk_matches(trial, replay_match); }
