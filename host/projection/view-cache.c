#include "view-cache.h"

#include <string.h>

#include "host/engine/knowledge.h"
#include "host/engine/patience.h"

struct LapViewCache {
  guint64 seq;              /* of `block` */
  LapBlock *block, *before; /* now, and one entry ago; NULL: it stands nowhere yet */
  LapCachedView view[LAP_OMNISCIENT + 1];
};

LapViewCache *lap_view_cache_new(void) { return g_new0(LapViewCache, 1); }

void lap_view_cache_free(LapViewCache *cache)
{
  if (!cache) return;
  for (guint viewer = 0; viewer <= LAP_OMNISCIENT; viewer++)
    if (cache->view[viewer].text) g_string_free(cache->view[viewer].text, TRUE);
  lap_block_free(cache->block);
  lap_block_free(cache->before);
  g_free(cache);
}

/* --- moving on */

static void begin(LapViewCache *cache, guint64 seq, LapEngine *engine, const LapBlock *block)
{
  cache->seq = seq;
  cache->block = lap_block_new(engine);
  cache->before = lap_block_new(engine);
  memcpy(cache->block, block, lap_engine_block_size(engine));
}

/* A different entry had this seq before, and was undone since its commit failed. Its view was never sent. */
static void replace(LapViewCache *cache)
{
  for (guint viewer = 0; viewer <= LAP_OMNISCIENT; viewer++) cache->view[viewer].current = FALSE;
}

static void advance(LapViewCache *cache, gboolean next, gboolean same)
{
  LapBlock *before = cache->before;
  cache->before = cache->block;
  cache->block = before;
  for (guint viewer = 0; viewer <= LAP_OMNISCIENT; viewer++) {
    LapCachedView *view = &cache->view[viewer];
    view->follows = view->current && next;
    view->current = view->current && same;
  }
}

void lap_view_cache_move_on(LapViewCache *cache, guint64 seq, LapEngine *engine, const LapBlock *block)
{
  gsize size = lap_engine_block_size(engine);
  if (!cache->block) {
    begin(cache, seq, engine, block);
    return;
  }
  gboolean again = cache->seq == seq, same = memcmp(cache->block, block, size) == 0;
  if (again && same) return;
  if (again)
    replace(cache);
  else
    advance(cache, seq == cache->seq + 1, same);
  memcpy(cache->block, block, size);
  cache->seq = seq;
}

/* --- views */

const LapCachedView *lap_view_cache_get(LapViewCache *cache, LapEngine *engine, guint viewer)
{
  LapCachedView *view = &cache->view[viewer];
  if (view->current) return view;
  if (!view->text) view->text = g_string_new(NULL);
  g_string_truncate(view->text, 0);
  lap_view_write(engine, cache->block, viewer, view->text);
  view->hash = lap_view_hash(view->text->str, view->text->len);
  view->current = !lap_patience_is_out();
  return view;
}

static LapView *view_of(LapEngine *engine, const LapBlock *block, guint viewer)
{
  LapView *view = lap_view_new(engine);
  lap_view_build(view, engine, block, viewer);
  return view;
}

gboolean lap_view_cache_patch(LapViewCache *cache, LapEngine *engine, guint viewer, LapJsonWriter *json)
{
  if (!cache->view[viewer].follows) return FALSE;
  g_autoptr(LapView) before = view_of(engine, cache->before, viewer);
  g_autoptr(LapView) after = view_of(engine, cache->block, viewer);
  if (!lap_view_has_patch(before, after)) return FALSE;
  lap_json_name(json, "patch");
  lap_view_patch_to_json(before, after, json);
  return TRUE;
}

guint64 lap_view_hash(const char *text, gsize length)
{
  guint64 hash = G_GUINT64_CONSTANT(0xcbf29ce484222325);
  for (gsize i = 0; i < length; i++) hash = (hash ^ (guchar)text[i]) * G_GUINT64_CONSTANT(0x100000001b3);
  return hash;
}

void lap_view_write_members(LapEngine *engine, const LapBlock *block, guint viewer, LapJsonWriter *json)
{
  g_autoptr(GString) view = g_string_new(NULL);
  lap_view_write(engine, block, viewer, view);
  lap_json_name(json, "view");
  lap_json_raw(json, view->str, (gssize)view->len);
  lap_json_name(json, "hash");
  lap_json_hex(json, lap_view_hash(view->str, view->len));
}
