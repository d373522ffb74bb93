/* Lives: matches gone through again, entry by entry, from what the store has. */
#include <string.h>

#include "host-private.h"
#include "host/engine/position.h"

typedef struct {
  LapMatch *match;
  GPtrArray *lines;  /* char *: entries */
  GPtrArray *blocks; /* LapBlock: the start, and after each move that stands; NULL: nothing will be undone */
  guint n;           /* the entry under way, from 1 */
} Life;

static void life_clear(Life *life)
{
  g_clear_pointer(&life->lines, g_ptr_array_unref);
  g_clear_pointer(&life->blocks, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Life, life_clear)

static gboolean unfit(const Life *life, GError **error, const char *what)
{
  return lap_match_refuse(error, LAP_MATCH_ERROR_UNAVAILABLE, "match %s, entry %u: %s", life->match->id, life->n, what);
}

/* --- blocks to go back to */

static void keep_block(Life *life)
{
  const LapMatch *match = life->match;
  LapBlock *block = aligned_alloc(16, (match->ruleset->block_size + 15) & ~(gsize)15);
  memcpy(block, match->block, match->ruleset->block_size);
  g_ptr_array_set_size(life->blocks, (gint)match->movers->len);
  g_ptr_array_add(life->blocks, block);
}

static void keep_blocks(Life *life)
{
  life->blocks = g_ptr_array_new_with_free_func((GDestroyNotify)lap_block_free);
  keep_block(life);
}

static const LapBlock *block_for(const Life *life, const LapRecord *record)
{
  gboolean undoes = record->applied && record->proposal == LAP_PROPOSAL_UNDO;
  return undoes && life->blocks && record->moves < life->blocks->len ? life->blocks->pdata[record->moves] : NULL;
}

/* No other entry has such a member; in a name the quotation marks would be escaped. */
static gboolean undoes_something(const Life *life)
{
  for (guint i = 0; i < life->lines->len; i++)
    if (strstr(life->lines->pdata[i], "\"moves\":")) return TRUE;
  return FALSE;
}

/* --- entries */

static gboolean has_hash(const LapRecord *record)
{
  return record->kind == LAP_ENTRY_MOVE || (record->applied && record->proposal == LAP_PROPOSAL_UNDO);
}

static gboolean apply(Life *life, LapRecord *record, LapEntry *entry, GError **error)
{
  g_autoptr(GError) failure = NULL;
  guint64 stored = record->hash;
  if (!lap_match_apply(life->match, record, block_for(life, record), entry, &failure))
    return unfit(life, error, failure->message);
  if (!has_hash(record) || record->hash == stored) return TRUE;
  g_autofree char *what = g_strdup_printf("hash %016" G_GINT64_MODIFIER "x here, %016" G_GINT64_MODIFIER "x there",
                                          record->hash, stored);
  return unfit(life, error, what);
}

static gboolean visit_it(const Life *life, LapMatchVisit visit, const LapEntry *entry, gpointer data)
{
  if (!visit) return TRUE;
  LapSession *session = lap_match_stand(life->match, life->match->block, NULL);
  return session && visit(session, entry, data);
}

/* `*on`: whether there is more to visit. */
static gboolean live(Life *life, LapMatchVisit visit, gpointer data, gboolean *on, GError **error)
{
  g_autoptr(GError) failure = NULL;
  g_auto(LapReading) reading = {0};
  LapEntry entry = {0};
  LapMatch *match = life->match;
  if (!lap_reading_read(&reading, life->lines->pdata[life->n - 1], match->ruleset->game, lap_match_seats(match),
                        &failure))
    return unfit(life, error, failure->message);
  gboolean applied = apply(life, &reading.record, &entry, error);
  if (applied && life->blocks && has_hash(&reading.record)) keep_block(life);
  *on = applied && visit_it(life, visit, &entry, data);
  lap_match_entry_clear(&entry);
  return applied;
}

static gboolean read_lines(Life *life, GError **error)
{
  g_autoptr(GError) failure = NULL;
  life->lines = lap_store_entries(life->match->host->store, life->match->id, 0, &failure);
  return life->lines || lap_match_refuse(error, LAP_MATCH_ERROR_STORE, "match %s cannot be read: %s", life->match->id,
                                         failure->message);
}

static gboolean live_all(Life *life, guint64 upto, LapMatchVisit visit, gpointer data, GError **error)
{
  gboolean on = visit_it(life, visit, NULL, data);
  for (life->n = 1; on && life->n <= MIN(upto, life->lines->len); life->n++)
    if (!live(life, visit, data, &on, error)) return FALSE;
  return TRUE;
}

/* Goes on from the beginning, where the match stands, through at most `upto` entries of the store. `visit`: as in
 * lap_match_visit, or NULL. */
static gboolean relive(LapMatch *match, guint64 upto, LapMatchVisit visit, gpointer data, GError **error)
{
  g_auto(Life) life = {.match = match};
  if (!read_lines(&life, error)) return FALSE;
  if (undoes_something(&life)) keep_blocks(&life);
  return live_all(&life, upto, visit, data, error);
}

/* --- again, in place */

static gboolean restore(LapMatch *match, const LapStored *stored, GError **error)
{
  if (!lap_match_begin(match, stored, error) || !relive(match, G_MAXUINT64, NULL, NULL, error)) return FALSE;
  match->wound = lap_host_now(match->host);
  return TRUE;
}

gboolean lap_match_restore(LapMatch *match, const LapStored *stored, GError **error)
{
  match->broken = !restore(match, stored, error);
  if (match->broken) return FALSE;
  lap_host_note_bots(match->host, match);
  lap_host_note_clocks(match->host, match);
  return TRUE;
}

/* --- again, as another */

/* A match that has begun, as this one did. Nobody hears of it. Returns: (transfer full) */
static LapMatch *begin_again(LapMatch *match, GError **error)
{
  g_autoptr(GError) failure = NULL;
  if (!lap_match_ready(match, error)) return NULL;
  g_autoptr(LapStored) stored = lap_store_find(match->host->store, match->id, &failure);
  if (!stored) {
    lap_match_refuse(error, LAP_MATCH_ERROR_STORE, "match %s cannot be read: %s", match->id, failure->message);
    return NULL;
  }
  g_autoptr(LapMatch) again = lap_match_new(match->host, match->id);
  return lap_match_begin(again, stored, error) ? g_steal_pointer(&again) : NULL;
}

gboolean lap_match_visit(LapMatch *match, guint64 upto, LapMatchVisit visit, gpointer data, GError **error)
{
  g_autoptr(LapMatch) again = begin_again(match, error);
  return again && relive(again, upto, visit, data, error);
}

LapBlock *lap_match_block_after(LapMatch *match, guint moves, GError **error)
{
  g_autoptr(LapMatch) again = begin_again(match, error);
  g_auto(Life) life = {.match = again};
  if (!again || !read_lines(&life, error)) return NULL;
  keep_blocks(&life);
  if (!live_all(&life, G_MAXUINT64, NULL, NULL, error)) return NULL;
  if (moves < life.blocks->len) return g_steal_pointer((LapBlock **)&life.blocks->pdata[moves]);
  lap_match_refuse(error, LAP_MATCH_ERROR_STORE, "match %s: the store has %u moves of it, not %u", match->id,
                   life.blocks->len - 1, match->movers->len);
  return NULL;
}
