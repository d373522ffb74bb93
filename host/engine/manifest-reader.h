/* Inside of manifest.h: what the files that read a manifest share.
 *
 * Reading goes on after something is wrong, with harmless values, and only the first error is kept: so most functions
 * need not fail, and what they have read is given away only if nothing was wrong. GVariant sees to lengths and offsets,
 * since the bytes are known to be in normal form; what is checked here is what the structs of the contract take for
 * granted beside that. All is copied, and each row and text of the bytes becomes only a few bytes more in memory, so
 * that their limit bounds it all. "take" functions unref the variant that they are given. */
#pragma once

#include "game.h"
#include "manifest-private.h"

#define MANIFEST_ROWS_MAX 1000

typedef struct {
  GPtrArray *owned; /* what is to be freed */
  GStringChunk *texts;
  const char *plugin, *table; /* what is being read, for messages; or NULL */
  guint row;
  GError *error; /* the first one */
} LapManifestReader;

/* --- manifest-values.c */

void lap_manifest_fail(LapManifestReader *reader, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Zeroed memory that is owned by the manifest: `n`, at least one, of `size` bytes. */
gpointer lap_manifest_keep(LapManifestReader *reader, gsize n, gsize size);
/* A copy. Texts end up in messages and terminals: none is endless or has control characters. */
const char *lap_manifest_text(LapManifestReader *reader, const char *of);
const char *lap_manifest_maybe_text(LapManifestReader *reader, const char *of);
/* What is in a maybe, NULL if that is nothing. */
GVariant *lap_manifest_take_inner(GVariant *maybe);
/* The texts, from index `first` of the result on, and NULL behind them; NULL if there are none. */
const char *const *lap_manifest_take_texts(LapManifestReader *reader, GVariant *maybe, guint first, guint *n);
/* Just so many bytes; NULL if there are none. */
const guint8 *lap_manifest_take_bytes(LapManifestReader *reader, GVariant *maybe, guint expected);
/* Whether the bit `of` is set; an error if one is that is not of `all`. */
gboolean lap_manifest_has(LapManifestReader *reader, guint bits, guint all, guint of);

/* Reads a row into a zeroed struct. */
typedef void (*LapManifestRow)(LapManifestReader *reader, GVariant *from, gpointer row);
/* An array within a row, of at most `most`. */
LapTable lap_manifest_take_rows(LapManifestReader *reader, GVariant *from, guint most, gsize size, LapManifestRow read);
/* Reads the part `part` of a level; messages name it `name`. */
LapTable lap_manifest_table(LapManifestReader *reader, GVariant *level, ManifestPart part, const char *name, gsize size,
                            LapManifestRow read);

/* --- manifest-tables.c */

void lap_manifest_read_tables(LapManifestReader *reader, GVariant *level, LapPlugin *plugin);

/* --- manifest-appearance.c */

void lap_manifest_read_appearance(LapManifestReader *reader, GVariant *level, LapTable *faces, LapTable *placements,
                                  const LapDrawings **drawings);
