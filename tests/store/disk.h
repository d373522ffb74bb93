/* A disk in memory, with SQLite on it, that fails on demand and loses power.
 *
 * Each file is known twice: as a process sees it, and as it is safe on the platter. What is written is safe once it is
 * synced; till then a power cut keeps, drops or tears it, each sector of 512 bytes by itself, as it does the length of
 * a file, the making of one, and the removal of one that was not synced. Bytes beside those written are never touched
 * (SQLite's POWERSAFE_OVERWRITE, which it takes for granted on Linux). A sync that fails leaves by chance what it would
 * have made safe, and the next one that works does not make up for it, as Linux does it. */
#pragma once

#include <glib.h>
#include <sqlite3.h>

typedef struct Disk Disk;

/* From here on the calls of SQLite go to this disk. One at a time. */
Disk *disk_new(void);
void disk_free(Disk *disk);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Disk, disk_free)

typedef enum {
  FAULT_NONE,
  FAULT_ONCE,    /* one call fails: I/O error */
  FAULT_FULL,    /* from that call on nothing can be written: no space */
  FAULT_WORN,    /* from that call on nothing can be written, synced or cut short: I/O error */
  FAULT_NO_POWER /* that call does half of its work, and from then on nothing does anything */
} Fault;

/* The `at`-th call from now (1: the next) that `fault` can hit goes wrong. */
void disk_break(Disk *disk, Fault fault, guint at, guint32 seed);

/* Whether it has come to that. */
gboolean disk_broke(const Disk *disk);

typedef enum { KEEP_ALL, DROP_ALL, TEAR, N_LOSSES } Loss;

/* Ends the fault. After FAULT_NO_POWER what was not safe is lost as `loss` says; KEEP_ALL is a process that died on a
 * system that did not. */
void disk_mend(Disk *disk, Loss loss);

/* How many times anything was read since the disk is there. */
guint disk_reads(const Disk *disk);
