#include "sqlite-mark.h"

#include <string.h>

/* Slots are so far apart that no write to one can tear the other. */
enum { SLOTS = 2, SLOT_DISTANCE = 4096 };

#define MAGIC "LpdyMark"

/* As it is in the file. */
typedef struct {
  char magic[8];
  guint8 store[LAP_MARK_ID_SIZE];
  guint64 generation; /* little-endian */
  LapChain digest;
  LapChain check; /* over all before it */
} Slot;
G_STATIC_ASSERT(sizeof(Slot) == 96);

struct LapMark {
  char *path;
  sqlite3_filename name;
  sqlite3_file *file;
  guint slot; /* the one that is written until it is synced */
};

/* --- slots */

static LapChain check_of(const Slot *slot) { return lap_sha256_of(slot, offsetof(Slot, check)); }

static gboolean is_whole(const Slot *slot)
{
  LapChain check = check_of(slot);
  return memcmp(slot->magic, MAGIC, sizeof slot->magic) == 0 && lap_chain_equal(&check, &slot->check);
}

static gboolean cannot(const LapMark *mark, const char *what, int result, GError **error)
{
  g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_IO, "cannot %s %s: %s", what, mark->path, sqlite3_errstr(result));
  return FALSE;
}

/* What a slot holds, if it is whole and newer than `state`, which is that of a slot read before if `found` says so. */
static gboolean read_slot(LapMark *mark, guint i, LapMarkFound *found, LapMarkState *state, GError **error)
{
  Slot slot;
  int result = mark->file->pMethods->xRead(mark->file, &slot, sizeof slot, (sqlite3_int64)i * SLOT_DISTANCE);
  if (result != SQLITE_OK && result != SQLITE_IOERR_SHORT_READ) return cannot(mark, "read", result, error);
  guint64 generation = GUINT64_FROM_LE(slot.generation);
  gboolean whole = result == SQLITE_OK && is_whole(&slot);
  state->damaged |= !whole;
  if (!whole || (*found == LAP_MARK_READ && generation <= state->generation)) return TRUE;

  *found = LAP_MARK_READ;
  state->generation = generation;
  state->digest = slot.digest;
  memcpy(state->store, slot.store, sizeof state->store);
  mark->slot = !i;
  return TRUE;
}

static gboolean read_slots(LapMark *mark, LapMarkFound *found, LapMarkState *state, GError **error)
{
  sqlite3_int64 size;
  int result = mark->file->pMethods->xFileSize(mark->file, &size);
  if (result != SQLITE_OK) return cannot(mark, "read", result, error);
  *found = size ? LAP_MARK_BROKEN : LAP_MARK_ABSENT;
  for (guint i = 0; i < SLOTS; i++)
    if (!read_slot(mark, i, found, state, error)) return FALSE;
  return TRUE;
}

/* --- the file */

LapMark *lap_mark_open(const char *path, LapMarkFound *found, LapMarkState *state, GError **error)
{
  /* As a write-ahead log, it gets the rights of the store's file, and its first sync is one of the folder too. */
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_WAL;
  sqlite3_vfs *files = sqlite3_vfs_find(NULL);
  LapMark *mark = g_new0(LapMark, 1);
  mark->path = g_strconcat(path, "-mark", NULL);
  mark->name = sqlite3_create_filename(mark->path, "", "", 0, NULL);
  mark->file = g_malloc0((gsize)files->szOsFile);
  int result = files->xOpen(files, mark->name, mark->file, flags, NULL);
  if (result == SQLITE_OK ? read_slots(mark, found, state, error) : cannot(mark, "open", result, error)) return mark;
  lap_mark_close(mark);
  return NULL;
}

void lap_mark_close(LapMark *mark)
{
  if (!mark) return;
  if (mark->file->pMethods) mark->file->pMethods->xClose(mark->file);
  sqlite3_free_filename((char *)mark->name);
  g_free(mark->file);
  g_free(mark->path);
  g_free(mark);
}

gboolean lap_mark_write(LapMark *mark, const LapMarkState *state)
{
  Slot slot = {.magic = MAGIC, .generation = GUINT64_TO_LE(state->generation), .digest = state->digest};
  memcpy(slot.store, state->store, sizeof slot.store);
  slot.check = check_of(&slot);
  sqlite3_int64 offset = (sqlite3_int64)mark->slot * SLOT_DISTANCE;
  return mark->file->pMethods->xWrite(mark->file, &slot, sizeof slot, offset) == SQLITE_OK;
}

gboolean lap_mark_sync(LapMark *mark)
{
  if (mark->file->pMethods->xSync(mark->file, SQLITE_SYNC_NORMAL) != SQLITE_OK) return FALSE;
  mark->slot = !mark->slot;
  return TRUE;
}
