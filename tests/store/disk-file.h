/* One file of the disk in memory. */
#pragma once

#include "disk.h"

typedef struct {
  GByteArray *now, *safe;       /* as seen, and as a power cut cannot take it */
  GArray *pending;              /* Write: how to get from safe to now, but for what a failed sync lost */
  gboolean exists, exists_safe; /* whether the folder has it, likewise */
  gboolean fresh;               /* made anew since the folder was last synced: `safe` is an older file's */
} DiskFile;

DiskFile *disk_file_new(void);
void disk_file_free(gpointer file);

void disk_file_make(DiskFile *file);
void disk_file_remove(DiskFile *file, gboolean folder_synced);
void disk_file_write(DiskFile *file, const void *data, gsize length, gsize offset);
void disk_file_truncate(DiskFile *file, gsize length);
/* The folder is synced: that the file is there, or is not, is safe. */
void disk_file_sync_entry(DiskFile *file);
/* The file is synced, and its entry with it. */
void disk_file_sync(DiskFile *file);
/* What it would have made safe is so by chance. */
void disk_file_sync_fails(DiskFile *file, GRand *chance);
void disk_file_lose(DiskFile *file, Loss loss, GRand *chance);
