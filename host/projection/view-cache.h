/* The views of a match that were sent last, so that each is written once however many subscribers see it, and so that a
 * patch is only sent to those who have what it is a patch of. */
#pragma once

#include "view.h"

G_BEGIN_DECLS

typedef struct LapViewCache LapViewCache;

/* A view as it is sent. */
typedef struct {
  GString *text;    /* JSON */
  guint64 hash;     /* of the text */
  gboolean current; /* the text is the view of the block that the cache stands at */
  gboolean follows; /* it was so too at the entry before */
} LapCachedView;

LapViewCache *lap_view_cache_new(void);
void lap_view_cache_free(LapViewCache *cache);

/* Updates the cache to `seq` and `block`. Views that have not changed stay valid. */
void lap_view_cache_move_on(LapViewCache *cache, guint64 seq, LapEngine *engine, const LapBlock *block);
/* The view of `viewer` of the cache's block. (transfer none): until the next of these. */
const LapCachedView *lap_view_cache_get(LapViewCache *cache, LapEngine *engine, guint viewer);
/* Writes the patch from the view of the entry before as the member "patch". Returns FALSE and writes nothing if the
 * viewer may not have that view, or if no patch can express the change. */
gboolean lap_view_cache_patch(LapViewCache *cache, LapEngine *engine, guint viewer, LapJsonWriter *json);

/* The hash that goes with a view: FNV-1a of 64 bits over its text. */
guint64 lap_view_hash(const char *text, gsize length);
/* Writes a view that is not kept, as the members "view" and "hash". */
void lap_view_write_members(LapEngine *engine, const LapBlock *block, guint viewer, LapJsonWriter *json);

G_END_DECLS
