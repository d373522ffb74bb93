/* Properties of a block as memory: the block is all that a match is, and only moves change it. They find rules that
 * keep data outside the block, store an address in it, or write to it in a hook that must only read. */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "host/engine/knowledge.h"
#include "host/engine/position.h"
#include "host/projection/redact.h"
#include "host/projection/view.h"
#include "sight.h"
#include "walk.h"

/* For so many moves a copy and its original are played on. */
#define CLONE_PLIES 4

/* --- clone */

static gboolean play_clones(LapTrial *trial, LapEngine *engine, LapBlock *original, LapBlock *copy)
{
  LapWalkMove move;
  for (guint ply = 0; ply < CLONE_PLIES && !lap_head_of(original)->over; ply++)
    if (!lap_walk_play_trusted(trial, engine, original, &move) ||
        !lap_walk_repeat_trusted(trial, engine, copy, &move) ||
        !lap_trial_same(trial, engine, original, copy, "a copy does not play on as its original"))
      return FALSE;
  return TRUE;
}

static gboolean clone_here(LapTrial *trial, LapSession *session)
{
  LapEngine *engine = lap_session_engine(session);
  const LapBlock *block = lap_session_block(session);
  gsize size = lap_engine_block_size(engine);
  g_autoptr(LapBlock) original = lap_block_new(engine);
  g_autoptr(LapBlock) copy = lap_block_new(engine);
  g_autoptr(LapBlock) before = lap_block_new(engine);
  memcpy(original, block, size);
  memcpy(copy, block, size);
  memcpy(before, block, size);
  return play_clones(trial, engine, original, copy) && lap_trial_same(trial, engine, before, lap_session_block(session),
                                                                      "playing a copy on has changed its original");
}

gboolean lap_try_clone(LapTrial *trial) { return lap_walk_positions(trial, clone_here); }

/* --- moved */

/* Memory for a block, directly followed by a page that may not be touched, so that writing past the block crashes. */
typedef struct {
  guint8 *pages;
  gsize size, length, whole; /* bytes of the block, of its pages, with the forbidden one */
} Place;

static Place place_new(const LapEngine *engine)
{
  gsize page = (gsize)sysconf(_SC_PAGESIZE), size = (lap_engine_block_size(engine) + 15) & ~(gsize)15;
  gsize length = (size + page - 1) / page * page;
  guint8 *pages = mmap(NULL, length + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) g_error("out of memory for a block");
  mprotect(pages + length, page, PROT_NONE);
  return (Place){pages, size, length, length + page};
}

static void place_clear(Place *place) { munmap(place->pages, place->whole); }

static LapBlock *block_in(const Place *place) { return (LapBlock *)(place->pages + place->length - place->size); }

/* In a child process, lets nobody touch a place, or everybody again. */
static void close_place(const LapTrial *trial, Place *place)
{
  if (trial->fork) trial->page->moved = mprotect(place->pages, place->length, PROT_NONE) == 0;
}
static void open_place(Place *place) { mprotect(place->pages, place->length, PROT_READ | PROT_WRITE); }

/* Copies the block to another place, which is closed. The old one is overwritten, and closed. */
static LapBlock *move_block(const LapTrial *trial, const LapEngine *engine, Place *from, Place *to)
{
  open_place(from);
  open_place(to);
  memcpy(block_in(to), block_in(from), lap_engine_block_size(engine));
  memset(from->pages, 0xA5, from->length);
  close_place(trial, from);
  return block_in(to);
}

/* Plays the match in `resting`, and again in one of `places` after the other. While it is played in one, all others are
 * closed. */
static gboolean play_moving(LapTrial *trial, LapEngine *engine, Place *resting, Place *places)
{
  guint here = 0;
  LapBlock *still = block_in(resting), *moving = block_in(&places[here]);
  LapWalkMove move;
  for (guint ply = 0; ply < LAP_WALK_PLIES && !lap_head_of(still)->over; ply++, here = !here) {
    close_place(trial, &places[here]);
    if (!lap_walk_play_trusted(trial, engine, still, &move)) return FALSE;
    moving = move_block(trial, engine, &places[here], &places[!here]);
    close_place(trial, resting);
    if (!lap_walk_repeat_trusted(trial, engine, moving, &move)) return FALSE;
    open_place(resting);
    if (!lap_trial_same(trial, engine, still, moving,
                        "the same moves in two places of memory: does the state hold an address?"))
      return FALSE;
    lap_trial_count(trial);
  }
  return TRUE;
}

static gboolean move_match(LapTrial *trial, guint64 seed)
{
  g_autoptr(LapEngine) engine = lap_trial_engine(trial);
  if (!engine) return FALSE;
  Place resting = place_new(engine), places[2] = {place_new(engine), place_new(engine)};
  LapBlock *still = block_in(&resting);
  lap_trial_record(trial, still, seed);
  gboolean passed = FALSE;
  if (lap_engine_start(engine, still, seed) == LAP_MOVE_FAULT ||
      lap_engine_start(engine, block_in(&places[0]), seed) == LAP_MOVE_FAULT)
    lap_trial_fail(trial, "fault: %s", lap_engine_fault(engine));
  else
    passed = lap_trial_same(trial, engine, still, block_in(&places[0]),
                            "a match begun in two places of memory, whose addresses must not matter") &&
             play_moving(trial, engine, &resting, places);
  place_clear(&resting);
  place_clear(&places[0]);
  place_clear(&places[1]);
  lap_trial_count(trial);
  return passed;
}

gboolean lap_try_moved(LapTrial *trial) { return lap_walk_matches(trial, move_match); }

/* --- interleaved and deterministic */

/* One match of random moves, with a chooser of its own, and the hash after each move. */
typedef struct {
  LapSession *session;
  LapGenerator chooser;
  GArray *hashes; /* guint64 */
} Line;

static gboolean line_init(LapTrial *trial, Line *line, guint64 seed)
{
  lap_trial_begin(trial, seed);
  line->chooser = trial->chooser;
  line->hashes = g_array_new(FALSE, FALSE, sizeof(guint64));
  line->session = lap_trial_session(trial, seed);
  return line->session != NULL;
}

static void line_clear(Line *line)
{
  if (line->hashes) g_array_unref(line->hashes);
  lap_session_free(line->session);
}

static gboolean line_step(LapTrial *trial, Line *line)
{
  LapWalkMove move;
  if (lap_session_over(line->session)) return TRUE;
  LapGenerator other = trial->chooser;
  trial->chooser = line->chooser;
  gboolean played = lap_walk_play(trial, line->session, &move);
  line->chooser = trial->chooser;
  trial->chooser = other;
  guint64 hash = lap_hash(lap_session_engine(line->session), lap_session_block(line->session));
  g_array_append_val(line->hashes, hash);
  lap_trial_count(trial);
  return played;
}

static gboolean line_play(LapTrial *trial, Line *line)
{
  while (!lap_session_over(line->session) && line->hashes->len < LAP_WALK_PLIES)
    if (!line_step(trial, line)) return FALSE;
  return TRUE;
}

static gboolean same_line(LapTrial *trial, const Line *a, const Line *b, const char *how)
{
  guint n = MIN(a->hashes->len, b->hashes->len);
  for (guint i = 0; i < n; i++)
    if (g_array_index(a->hashes, guint64, i) != g_array_index(b->hashes, guint64, i))
      return lap_trial_fail(trial, "%s: the hashes differ after move %u", how, i + 1);
  if (a->hashes->len != b->hashes->len)
    return lap_trial_fail(trial, "%s: one match has %u moves, the other %u", how, a->hashes->len, b->hashes->len);
  return lap_trial_same(trial, lap_session_engine(a->session), lap_session_block(a->session),
                        lap_session_block(b->session), how);
}

static gboolean play_in_turns(LapTrial *trial, Line *a, Line *b)
{
  while (!lap_session_over(a->session) || !lap_session_over(b->session)) {
    if (!line_step(trial, a) || !line_step(trial, b)) return FALSE;
    if (MAX(a->hashes->len, b->hashes->len) >= LAP_WALK_PLIES) return TRUE;
  }
  return TRUE;
}

static gboolean interleave(LapTrial *trial, guint64 seed)
{
  Line alone[2] = {0}, turns[2] = {0};
  gboolean passed = TRUE;
  for (guint i = 0; i < 2 && passed; i++)
    passed = line_init(trial, &alone[i], 2 * seed + i) && line_play(trial, &alone[i]);
  for (guint i = 0; i < 2 && passed; i++) passed = line_init(trial, &turns[i], 2 * seed + i);
  passed = passed && play_in_turns(trial, &turns[0], &turns[1]);
  for (guint i = 0; i < 2; i++) {
    if (passed)
      passed = same_line(trial, &alone[i], &turns[i],
                         "a match played in turns with another is not as alone: do the rules keep something outside "
                         "the block?");
    line_clear(&alone[i]);
    line_clear(&turns[i]);
  }
  lap_trial_count(trial);
  return passed;
}

gboolean lap_try_interleaved(LapTrial *trial) { return lap_walk_matches(trial, interleave); }

static gboolean play_twice(LapTrial *trial, guint64 seed)
{
  Line first = {0}, second = {0};
  gboolean passed = line_init(trial, &first, seed) && line_init(trial, &second, seed) &&
                    lap_trial_same(trial, lap_session_engine(first.session), lap_session_block(first.session),
                                   lap_session_block(second.session), "two matches of one seed at their beginning") &&
                    line_play(trial, &first) && line_play(trial, &second) &&
                    same_line(trial, &first, &second,
                              "the same seed and moves twice, where nothing but host->below may draw");
  line_clear(&first);
  line_clear(&second);
  lap_trial_count(trial);
  return passed;
}

gboolean lap_try_deterministic(LapTrial *trial) { return lap_walk_matches(trial, play_twice); }

/* --- questions */

/* The score of a match that is over has no step after it that would meet with the fault. */
static gboolean ask_score(LapTrial *trial, LapEngine *engine, const LapBlock *block, GString *out)
{
  LapSheet sheet;
  lap_engine_score(engine, block, &sheet);
  if (lap_engine_fault(engine)) return lap_trial_fail(trial, "fault: %s", lap_engine_fault(engine));
  lap_sheet_write(trial->game, &sheet, LAP_OMNISCIENT, out);
  return TRUE;
}

/* What bots ask: lapidary.evaluate/1 and lapidary.rollout/1. */
static gboolean ask_advice(LapTrial *trial, LapEngine *engine, const LapBlock *block, GString *out)
{
  float worth[LAP_SEATS_MAX];
  guint32 waiting = lap_engine_waiting(engine, block);
  if (!waiting) return TRUE;
  if (lap_engine_evaluates_after(engine) >= 0) {
    if (!lap_engine_evaluate(engine, block, worth)) return lap_trial_fail(trial, "fault: %s", lap_engine_fault(engine));
    for (guint seat = 0; seat < trial->seats; seat++) g_string_append_printf(out, " %g", (double)worth[seat]);
  }
  lap_engine_guide_playouts(engine);
  if (!lap_engine_is_guided(engine)) return TRUE;
  guint seat = (guint)__builtin_ctz(waiting);
  const LapActions *legal = lap_engine_legal(engine, block, seat);
  if (legal->n < 2) return TRUE;
  const LapAction *step = lap_engine_rollout(engine, block, seat, legal, 1);
  if (!step) return lap_trial_fail(trial, "fault: %s", lap_engine_fault(engine));
  g_string_append_printf(out, " %u", (guint)(step - legal->v));
  return TRUE;
}

static void ask_viewer(LapTrial *trial, LapEngine *engine, const LapBlock *block, guint viewer, GString *out)
{
  lap_view_write(engine, block, viewer, out);
  lap_remembered_write(engine, block, viewer, out);
  if (viewer >= trial->seats || !(lap_engine_waiting(engine, block) >> viewer & 1)) return;
  const LapActions *actions = lap_engine_legal(engine, block, viewer);
  for (guint i = 0; i < actions->n; i++) {
    lap_action_write(trial->game, &actions->v[i], viewer, out);
    lap_sight_take_highlights(engine, block, &actions->v[i], out);
  }
}

static gboolean ask_everything(LapTrial *trial, LapEngine *engine, const LapBlock *block, GString *out)
{
  for (guint viewer = 0; viewer < trial->seats; viewer++) ask_viewer(trial, engine, block, viewer, out);
  ask_viewer(trial, engine, block, LAP_WATCHER, out);
  lap_position_save(engine, block, out);
  return ask_score(trial, engine, block, out) && ask_advice(trial, engine, block, out);
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
                      "asking for moves, highlights, views, score or advice has changed the match"))
    return FALSE;
  return g_string_equal(first, second) ? TRUE : lap_trial_fail(trial, "the same questions twice get two answers");
}

gboolean lap_try_questions(LapTrial *trial) { return lap_walk_positions(trial, ask_here); }
