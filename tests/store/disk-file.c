#include "disk-file.h"

#include <string.h>

#define SECTOR 512
#define PAGE 4096 /* what the system writes back at once */

/* `data` of NULL: the file is cut to `offset`. */
typedef struct {
  gsize offset;
  GBytes *data;
} Write;

static void write_clear(gpointer data)
{
  Write *write = data;
  g_clear_pointer(&write->data, g_bytes_unref);
}

DiskFile *disk_file_new(void)
{
  DiskFile *file = g_new0(DiskFile, 1);
  file->now = g_byte_array_new();
  file->safe = g_byte_array_new();
  file->pending = g_array_new(FALSE, FALSE, sizeof(Write));
  g_array_set_clear_func(file->pending, write_clear);
  return file;
}

void disk_file_free(gpointer data)
{
  DiskFile *file = data;
  g_byte_array_unref(file->now);
  g_byte_array_unref(file->safe);
  g_array_unref(file->pending);
  g_free(file);
}

static void resize(GByteArray *bytes, gsize length)
{
  gsize before = bytes->len;
  g_byte_array_set_size(bytes, (guint)length);
  if (length > before) memset(bytes->data + before, 0, length - before);
}

static void put(GByteArray *bytes, const void *data, gsize length, gsize offset)
{
  if (bytes->len < offset + length) resize(bytes, offset + length);
  if (length) memcpy(bytes->data + offset, data, length);
}

static void copy(GByteArray *to, const GByteArray *from)
{
  resize(to, from->len);
  put(to, from->data, from->len, 0);
}

void disk_file_make(DiskFile *file)
{
  if (file->exists) return;
  g_byte_array_set_size(file->now, 0);
  g_array_set_size(file->pending, 0);
  file->exists = file->fresh = TRUE;
}

void disk_file_remove(DiskFile *file, gboolean folder_synced)
{
  file->exists = FALSE;
  g_array_set_size(file->pending, 0);
  if (folder_synced) file->exists_safe = file->fresh = FALSE;
}

void disk_file_write(DiskFile *file, const void *data, gsize length, gsize offset)
{
  Write write = {offset, g_bytes_new(data, length)};
  g_array_append_val(file->pending, write);
  put(file->now, data, length, offset);
}

void disk_file_truncate(DiskFile *file, gsize length)
{
  Write write = {length, NULL};
  g_array_append_val(file->pending, write);
  resize(file->now, length);
}

void disk_file_sync_entry(DiskFile *file)
{
  if (file->fresh) g_byte_array_set_size(file->safe, 0);
  file->fresh = FALSE;
  file->exists_safe = file->exists;
}

void disk_file_sync(DiskFile *file)
{
  disk_file_sync_entry(file);
  resize(file->safe, file->now->len);
  for (guint i = 0; i < file->pending->len; i++) {
    const Write *write = &g_array_index(file->pending, Write, i);
    gsize from = write->offset / PAGE * PAGE;
    gsize to = write->offset + (write->data ? g_bytes_get_size(write->data) : 0) + PAGE - 1;
    to = MIN(to / PAGE * PAGE, file->now->len);
    if (from < to) put(file->safe, file->now->data + from, to - from, from);
  }
  g_array_set_size(file->pending, 0);
}

static void tear_sector(GByteArray *bytes, const guint8 *data, gsize length, gsize offset, GRand *chance)
{
  gsize cut = (gsize)g_rand_int_range(chance, 0, (int)length);
  put(bytes, data, length, offset);
  memset(bytes->data + offset + cut, 0xa5, length - cut);
}

static void settle_write(GByteArray *bytes, const Write *write, GRand *chance)
{
  gsize size;
  const guint8 *data = g_bytes_get_data(write->data, &size);
  for (gsize at = 0, length; at < size; at += length) {
    length = MIN(size - at, SECTOR - (write->offset + at) % SECTOR);
    switch (g_rand_int_range(chance, 0, 4)) {
    case 0:
      break;
    case 1:
      tear_sector(bytes, data + at, length, write->offset + at, chance);
      break;
    default:
      put(bytes, data + at, length, write->offset + at);
    }
  }
}

static void settle(DiskFile *file, GRand *chance)
{
  for (guint i = 0; i < file->pending->len; i++) {
    const Write *write = &g_array_index(file->pending, Write, i);
    if (write->data)
      settle_write(file->safe, write, chance);
    else if (g_rand_boolean(chance))
      resize(file->safe, write->offset);
  }
  g_array_set_size(file->pending, 0);
}

void disk_file_sync_fails(DiskFile *file, GRand *chance)
{
  disk_file_sync_entry(file);
  settle(file, chance);
}

/* The folder did not hear of the last that was done to it. */
static void lose_entry(DiskFile *file)
{
  file->exists = file->exists_safe;
  g_array_set_size(file->pending, 0);
}

static void tear_file(DiskFile *file, GRand *chance)
{
  if ((file->fresh || !file->exists) && g_rand_boolean(chance)) return lose_entry(file);
  if (file->exists) disk_file_sync_entry(file);
  settle(file, chance);
}

void disk_file_lose(DiskFile *file, Loss loss, GRand *chance)
{
  if (loss == KEEP_ALL) {
    file->exists_safe = file->exists;
    copy(file->safe, file->now);
  } else if (loss == DROP_ALL) {
    lose_entry(file);
  } else {
    tear_file(file, chance);
  }
  copy(file->now, file->safe);
  g_array_set_size(file->pending, 0);
  file->exists_safe = file->exists;
  file->fresh = FALSE;
}
