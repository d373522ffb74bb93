/* Builds: the content of a plugin's files, named by its hash.
 *
 * Authors overwrite, truncate, remove and rebuild files while a host runs their plugin, and a module that is mapped
 * into memory must not change. So the host never opens the author's files as code. It reads them once, names what it
 * has read by its SHA-256, writes that to a folder of its own under this name (copies.h), and probes and loads the
 * copy. Another content is another build, which lies beside the first and does not disturb it.
 *
 * A build has two names. `hash` is that of all files: the keyfile, the module, data, texts and pictures. `rules` is
 * that of the module and the data alone, which decide the play: two builds with the same rules play every match alike,
 * and differ in what people read. The rules of a game are those of all levels of its chain, since a variant runs on its
 * bases. */
#pragma once

#include "keyfile.h"

G_BEGIN_DECLS

#define LAP_BUILD_MODULE_MAX (256u * 1024 * 1024) /* bytes */
#define LAP_BUILD_FILES_MAX 512

/* A file of a build. */
typedef struct {
  char *name; /* relative to the build's folder, as "nim.so" or "data/cards.json" */
  GBytes *bytes;
  char *hash;       /* SHA-256 in hex */
  gboolean decides; /* it is part of the rules */
} LapBuildFile;

typedef struct {
  gatomicrefcount references;
  char *hash, *rules;  /* SHA-256 in hex, or NULL (lap_build_find_chain) */
  char *origin;        /* the folder that was read: the author's; for messages */
  GPtrArray *files;    /* LapBuildFile, by name; NULL once they are copied */
  LapKeyfile *keyfile; /* that of the copy, or, without one, that which was read */
  gboolean checked;    /* the copy was checked before it was loaded (copies.h) */
  GBytes *manifest;    /* see lap_build_set_manifest */
} LapBuild;

/* Reads the files of the plugin whose keyfile was read as `keyfile`: its module, *.json beside it and in its
 * folders data and text, and its pictures (pictures.h), which are checked. An error names the file;
 * LAP_PLUGIN_ERROR_KEYFILE, if it is the module, else LAP_PLUGIN_ERROR_DATA. */
LapBuild *lap_build_read(LapKeyfile *keyfile, GError **error);
LapBuild *lap_build_ref(LapBuild *build);
void lap_build_unref(LapBuild *build);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapBuild, lap_build_unref)

/* The builds of a chain of copies, from their keyfiles, the base first, for a process that loads them: their other
 * files are not read, so that they have no names. Returns: (element-type LapBuild) (transfer full) */
GPtrArray *lap_build_find_chain(char **keyfiles, GError **error);

/* The folders of a chain, of copies if it is one of copies. Returns: (transfer full) */
char **lap_build_get_folders(GPtrArray *chain);

/* The builds of the same files in `chain` (LapBuild) have the same text: their rules, the base first. */
char *lap_build_chain_rules(GPtrArray *chain);
/* The manifest (host/engine/manifest.h) of the chain `chain` (LapBuild), kept by its topmost build: as the probe has
 * written it; NULL if it was not probed, or not found fine. */
void lap_build_set_manifest(GPtrArray *chain, GBytes *manifest);
GBytes *lap_build_get_manifest(GPtrArray *chain);
/* Where `message` names a copy of one of `chain`, names the author's folder. Returns: (transfer full) */
char *lap_build_name_origins(GPtrArray *chain, const char *message);

G_END_DECLS
