#include "disk.h"

#include <string.h>

#include "disk-file.h"

struct Disk {
  sqlite3_vfs vfs;    /* first: SQLite hands it back */
  sqlite3_vfs *below; /* for time and chance */
  GHashTable *files;  /* path to DiskFile */
  Fault fault;
  guint left; /* calls until it strikes; 0: it has */
  GRand *chance;
  guint reads;
};

typedef struct {
  sqlite3_file base; /* first */
  Disk *disk;
  DiskFile *file;
  gboolean syncs_folder; /* its next sync is one of the folder too, as the system's own layer does it for journals */
} Handle;

typedef enum { OPEN, READ, WRITE, SYNC, TRUNCATE, REMOVE, LOOK } Call;

static gboolean can_hit(Fault fault, Call call)
{
  switch (fault) {
  case FAULT_FULL:
    return call == WRITE;
  case FAULT_WORN:
    return call == WRITE || call == SYNC || call == TRUNCATE || call == REMOVE;
  case FAULT_NO_POWER:
    return call != READ && call != LOOK;
  default:
    return fault == FAULT_ONCE;
  }
}

/* Whether this call goes wrong; `first` if it is the one that the fault began with. */
static gboolean strikes(Disk *disk, Call call, gboolean *first)
{
  *first = FALSE;
  if (!disk->left) return disk->fault == FAULT_NO_POWER || (disk->fault != FAULT_ONCE && can_hit(disk->fault, call));
  if (!can_hit(disk->fault, call)) return FALSE;
  *first = !--disk->left;
  return *first;
}

static int code(const Disk *disk, int result) { return disk->fault == FAULT_FULL ? SQLITE_FULL : result; }

static int file_close(sqlite3_file *base G_GNUC_UNUSED) { return SQLITE_OK; }

static int file_read(sqlite3_file *base, void *to, int length, sqlite3_int64 offset)
{
  Handle *handle = (Handle *)base;
  gboolean first;
  if (strikes(handle->disk, READ, &first)) return SQLITE_IOERR_READ;

  handle->disk->reads++;
  const GByteArray *bytes = handle->file->now;
  gsize there = (gsize)offset < bytes->len ? MIN((gsize)length, bytes->len - (gsize)offset) : 0;
  if (there) memcpy(to, bytes->data + offset, there);
  if (there == (gsize)length) return SQLITE_OK;
  memset((char *)to + there, 0, (gsize)length - there);
  return SQLITE_IOERR_SHORT_READ;
}

/* A write that goes wrong may have done a part of its work. */
static int file_write(sqlite3_file *base, const void *data, int length, sqlite3_int64 offset)
{
  Handle *handle = (Handle *)base;
  gboolean first, bad = strikes(handle->disk, WRITE, &first);
  if (bad && first) length = g_rand_int_range(handle->disk->chance, 0, length + 1);
  if (!bad || first) disk_file_write(handle->file, data, (gsize)length, (gsize)offset);
  return bad ? code(handle->disk, SQLITE_IOERR_WRITE) : SQLITE_OK;
}

static int file_truncate(sqlite3_file *base, sqlite3_int64 length)
{
  Handle *handle = (Handle *)base;
  gboolean first;
  if (strikes(handle->disk, TRUNCATE, &first)) return SQLITE_IOERR_TRUNCATE;
  disk_file_truncate(handle->file, (gsize)length);
  return SQLITE_OK;
}

static void sync_folder(Disk *disk)
{
  GHashTableIter iter;
  gpointer file;
  g_hash_table_iter_init(&iter, disk->files);
  while (g_hash_table_iter_next(&iter, NULL, &file)) disk_file_sync_entry(file);
}

static int file_sync(sqlite3_file *base, int flags G_GNUC_UNUSED)
{
  Handle *handle = (Handle *)base;
  gboolean first, bad = strikes(handle->disk, SYNC, &first);
  if (bad) {
    if (handle->disk->fault != FAULT_NO_POWER) disk_file_sync_fails(handle->file, handle->disk->chance);
    return SQLITE_IOERR_FSYNC;
  }
  disk_file_sync(handle->file);
  if (handle->syncs_folder) sync_folder(handle->disk);
  handle->syncs_folder = FALSE;
  return SQLITE_OK;
}

static int file_size(sqlite3_file *base, sqlite3_int64 *size)
{
  Handle *handle = (Handle *)base;
  gboolean first;
  if (strikes(handle->disk, LOOK, &first)) return SQLITE_IOERR_FSTAT;
  *size = handle->file->now->len;
  return SQLITE_OK;
}

static int file_lock(sqlite3_file *base, int lock G_GNUC_UNUSED)
{
  gboolean first;
  return strikes(((Handle *)base)->disk, LOOK, &first) ? SQLITE_IOERR_LOCK : SQLITE_OK;
}

static int file_unlock(sqlite3_file *base G_GNUC_UNUSED, int lock G_GNUC_UNUSED) { return SQLITE_OK; }

static int file_is_reserved(sqlite3_file *base G_GNUC_UNUSED, int *reserved)
{
  *reserved = 0;
  return SQLITE_OK;
}

static int file_control(sqlite3_file *base G_GNUC_UNUSED, int op G_GNUC_UNUSED, void *argument G_GNUC_UNUSED)
{
  return SQLITE_NOTFOUND;
}

static int sector_size(sqlite3_file *base G_GNUC_UNUSED) { return 4096; }

static int characteristics(sqlite3_file *base G_GNUC_UNUSED) { return SQLITE_IOCAP_POWERSAFE_OVERWRITE; }

/* Without shared memory, of which a store that locks its file has no need. */
static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_is_reserved,
    .xFileControl = file_control,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics,
};

static int disk_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *base, int flags, int *flags_out)
{
  Disk *disk = (Disk *)vfs;
  Handle *handle = (Handle *)base;
  gboolean first;
  base->pMethods = NULL;
  if (strikes(disk, OPEN, &first)) return SQLITE_CANTOPEN;

  g_assert_nonnull(path); /* nothing is so large that it goes to a file of no name */
  DiskFile *file = g_hash_table_lookup(disk->files, path);
  if (!(flags & SQLITE_OPEN_CREATE) && !(file && file->exists)) return SQLITE_CANTOPEN;
  if (!file) g_hash_table_insert(disk->files, g_strdup(path), file = disk_file_new());
  disk_file_make(file);
  *handle = (Handle){{&methods}, disk, file, flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL)};
  if (flags_out) *flags_out = flags;
  return SQLITE_OK;
}

static int disk_delete(sqlite3_vfs *vfs, const char *path, int sync_folder)
{
  Disk *disk = (Disk *)vfs;
  DiskFile *file = g_hash_table_lookup(disk->files, path);
  gboolean first;
  if (strikes(disk, REMOVE, &first)) return SQLITE_IOERR_DELETE;
  if (!file || !file->exists) return SQLITE_IOERR_DELETE_NOENT;
  disk_file_remove(file, sync_folder);
  return SQLITE_OK;
}

static int disk_access(sqlite3_vfs *vfs, const char *path, int flags G_GNUC_UNUSED, int *there)
{
  Disk *disk = (Disk *)vfs;
  DiskFile *file = g_hash_table_lookup(disk->files, path);
  gboolean first;
  if (strikes(disk, LOOK, &first)) return SQLITE_IOERR_ACCESS;
  /* Nothing is hot about a journal of no length; the system's own layer says so too. */
  *there = file && file->exists && file->now->len;
  return SQLITE_OK;
}

static int disk_full_path(sqlite3_vfs *vfs G_GNUC_UNUSED, const char *path, int size, char *out)
{
  return g_strlcpy(out, path, (gsize)size) < (gsize)size ? SQLITE_OK : SQLITE_CANTOPEN;
}

static int disk_random(sqlite3_vfs *vfs, int size, char *out)
{
  sqlite3_vfs *below = ((Disk *)vfs)->below;
  return below->xRandomness(below, size, out);
}

static int disk_sleep(sqlite3_vfs *vfs G_GNUC_UNUSED, int microseconds) { return microseconds; }

static int disk_time(sqlite3_vfs *vfs, double *day)
{
  sqlite3_vfs *below = ((Disk *)vfs)->below;
  return below->xCurrentTime(below, day);
}

Disk *disk_new(void)
{
  Disk *disk = g_new0(Disk, 1);
  disk->below = sqlite3_vfs_find(NULL);
  disk->files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, disk_file_free);
  disk->chance = g_rand_new_with_seed(1);
  disk->vfs = (sqlite3_vfs){
      .iVersion = 1,
      .szOsFile = sizeof(Handle),
      .mxPathname = 512,
      .zName = "disk",
      .xOpen = disk_open,
      .xDelete = disk_delete,
      .xAccess = disk_access,
      .xFullPathname = disk_full_path,
      .xRandomness = disk_random,
      .xSleep = disk_sleep,
      .xCurrentTime = disk_time,
  };
  g_assert_cmpint(sqlite3_vfs_register(&disk->vfs, 1), ==, SQLITE_OK);
  return disk;
}

void disk_free(Disk *disk)
{
  sqlite3_vfs_unregister(&disk->vfs);
  sqlite3_vfs_register(disk->below, 1);
  g_hash_table_unref(disk->files);
  g_rand_free(disk->chance);
  g_free(disk);
}

void disk_break(Disk *disk, Fault fault, guint at, guint32 seed)
{
  disk->fault = fault;
  disk->left = at;
  g_rand_set_seed(disk->chance, seed);
}

gboolean disk_broke(const Disk *disk) { return disk->fault != FAULT_NONE && !disk->left; }

void disk_mend(Disk *disk, Loss loss)
{
  GHashTableIter iter;
  gpointer file;
  g_hash_table_iter_init(&iter, disk->files);
  while (disk->fault == FAULT_NO_POWER && g_hash_table_iter_next(&iter, NULL, &file))
    disk_file_lose(file, loss, disk->chance);
  disk->fault = FAULT_NONE;
  disk->left = 0;
}

guint disk_reads(const Disk *disk) { return disk->reads; }
