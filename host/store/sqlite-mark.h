/* The mark: what a store has come to, kept beside it in PATH-mark.
 *
 * After each commit the generation and the digest of the store are written to this small file. When the store is opened
 * with an older generation than the mark has, it has gone back: its write-ahead log was removed, cut short or damaged,
 * or an older copy was put in its place. SQLite cannot know that; such a store is in order, and lacks what was
 * acknowledged.
 *
 * The mark is written after the commit has succeeded, so it is never ahead of the store, and synced only now and then:
 * a process that dies loses nothing of it, and after a power cut it may be some commits behind. It has two slots, each
 * with a hash over itself. One is as it was last synced; the other is written until it is synced in turn, so that a
 * write that is torn leaves the first. */
#pragma once

#include <sqlite3.h>

#include "chain.h"
#include "store.h"

G_BEGIN_DECLS

#define LAP_MARK_ID_SIZE 16

typedef struct {
  guint8 store[LAP_MARK_ID_SIZE]; /* the id of the store */
  guint64 generation;
  LapChain digest;
  gboolean damaged; /* a slot is not whole: it may have been the newer one */
} LapMarkState;

typedef struct LapMark LapMark;

typedef enum {
  LAP_MARK_ABSENT, /* there was no file */
  LAP_MARK_BROKEN, /* there was one, but it holds no mark */
  LAP_MARK_READ
} LapMarkFound;

/* Opens the mark of the store at `path`, or makes it, which is durable only after lap_mark_write and lap_mark_sync.
 * `state` is what it holds, if `found` is LAP_MARK_READ. The file is that of SQLite's present file system. */
LapMark *lap_mark_open(const char *path, LapMarkFound *found, LapMarkState *state, GError **error);
void lap_mark_close(LapMark *mark);

/* FALSE if it could not be written: then it stays as it was, or one slot of it. */
gboolean lap_mark_write(LapMark *mark, const LapMarkState *state);
gboolean lap_mark_sync(LapMark *mark);

G_END_DECLS
