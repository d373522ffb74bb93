/* Views: made once for each viewer and block, however many read them; the one before is kept for patches. */
#include <string.h>

#include "host/engine/knowledge.h"
#include "telling-private.h"

struct LapTold {
  gboolean begun;
  guint64 seq;   /* `block` is that of this seq */
  guint8 *block; /* [size] */
  gsize size;
  LapToldView view[LAP_OMNISCIENT + 1];
};

LapTold *lap_told_new(void) { return g_new0(LapTold, 1); }

void lap_told_free(LapTold *told)
{
  if (!told) return;
  for (guint viewer = 0; viewer <= LAP_OMNISCIENT; viewer++) {
    if (!told->view[viewer].text) continue;
    g_string_free(told->view[viewer].text, TRUE);
    g_string_free(told->view[viewer].before, TRUE);
  }
  g_free(told->block);
  g_free(told);
}

/* Keeps a copy of the block; whether it was that already. */
static gboolean keep_block(LapTold *told, const LapBlock *block, gsize size)
{
  if (told->block && told->size == size && memcmp(told->block, block, size) == 0) return TRUE;
  if (told->size != size) told->block = g_realloc(told->block, size);
  told->size = size;
  memcpy(told->block, block, size);
  return FALSE;
}

static void put_behind(LapToldView *view)
{
  GString *before = view->text;
  view->text = view->before;
  view->before = before;
  view->fresh = FALSE;
}

static void view_move_on(LapToldView *view, gboolean next, gboolean same)
{
  view->follows = view->fresh && next;
  view->same = same;
  if (view->fresh && !same) put_behind(view);
}

/* The entry that it was of has not been kept, and another has its seq: nobody was told. */
static void view_think_again(LapToldView *view)
{
  if (view->fresh && view->same) put_behind(view);
  view->fresh = view->same = FALSE;
}

void lap_told_move_on(LapTold *told, guint64 seq, LapEngine *engine, const LapBlock *block)
{
  gboolean again = told->begun && told->seq == seq, next = told->begun && seq == told->seq + 1;
  gboolean same = keep_block(told, block, lap_engine_block_size(engine));
  if (again && same) return;
  for (guint viewer = 0; viewer <= LAP_OMNISCIENT; viewer++)
    if (again)
      view_think_again(&told->view[viewer]);
    else
      view_move_on(&told->view[viewer], next, same);
  told->begun = TRUE;
  told->seq = seq;
}

const LapToldView *lap_told_view(LapTold *told, LapEngine *engine, const LapBlock *block, guint viewer)
{
  LapToldView *view = &told->view[viewer];
  if (view->fresh) return view;
  if (!view->text) {
    view->text = g_string_new(NULL);
    view->before = g_string_new(NULL);
  }
  g_string_truncate(view->text, 0);
  lap_view_write(engine, block, viewer, view->text);
  lap_tell_hash(view->text->str, view->text->len, view->hash);
  view->fresh = TRUE;
  return view;
}

gboolean lap_told_patch(const LapToldView *view, GString *out)
{
  if (!view->follows) return FALSE;
  if (view->same) {
    g_string_append(out, "{}");
    return TRUE;
  }
  return lap_tell_patch(view->before, view->text, out);
}

void lap_tell_hash(const char *view, gsize length, char hash[17])
{
  static const char digits[] = "0123456789abcdef";
  guint64 value = G_GUINT64_CONSTANT(0xcbf29ce484222325);
  for (gsize i = 0; i < length; i++) value = (value ^ (guchar)view[i]) * G_GUINT64_CONSTANT(0x100000001b3);
  for (guint i = 0; i < 16; i++) hash[i] = digits[value >> (60 - 4 * i) & 15];
  hash[16] = '\0';
}
