/* Chains: a plugin together with the bases that it extends.
 *
 * A plugin is a base game, or a variant that extends a base or another variant by id and says which versions of it it
 * accepts. The levels from a base up to a plugin are that plugin's chain, which is loaded and linked as a whole. Each
 * plugin that was found is a record here. If it is unavailable, its error is the first reason that was found: a fault
 * of its own, or of a level below it, which then blocks it. */
#pragma once

#include "probe.h"

G_BEGIN_DECLS

typedef struct LapPluginRecord LapPluginRecord;
struct LapPluginRecord {
  LapPluginInfo info; /* the public part; must be the first member, since callers see records as LapPluginInfo */
  char *id;           /* the keyfile's, or, if that cannot be read, its file's name */
  char *folder, *file;
  LapKeyfile *keyfile;   /* NULL if it cannot be read */
  LapPluginRecord *base; /* what it extends; NULL if that is nothing, or was not found */
  guint depth;           /* how many levels are below, once its chain is known */
  gboolean listed;       /* it has been added to the list */
  GError *error;         /* why it is unavailable, or NULL */

  /* What was found on disk, and how far it is known: scan.c. */
  GPtrArray *found;     /* LapBuild, the base first; NULL if something is wrong with a level */
  char *stamp;          /* of it (cache.h) */
  LapProbe *probe;      /* the child that tries it, or NULL */
  struct LapScan *scan; /* whose child that is */
  gboolean again;       /* it is tried for the second time, since a copy was removed during the first */
  gboolean known;       /* there is a verdict */
  gboolean settled;     /* it is available or not, and stays so */

  /* What new matches are played with: what was found, or what was there before as long as that is tried. */
  GPtrArray *chain; /* LapBuild, the base first; NULL: it is unavailable */
  char **folders;   /* of the levels of its chain: those of their authors */
  char **copies;    /* and those of what is run */
};

/* The record of the keyfile `folder`/`name`, which is read, with an error if that fails. */
LapPluginRecord *lap_plugin_record_new(const char *folder, const char *name);
/* The record of a keyfile that must not be read. Takes `error`. */
LapPluginRecord *lap_plugin_record_new_unavailable(const char *folder, const char *name, GError *error);
void lap_plugin_record_free(LapPluginRecord *record);

/* Sets why it is unavailable, unless it is already. Takes `error`. */
void lap_plugin_record_take_error(LapPluginRecord *record, GError *error);

/* Finds each plugin's base and depth, blocks those whose base is missing, of a version that they do not accept, or
 * which extend themselves through others, and sorts all: bases by id, each followed by its variants, then those without
 * a base. `records`: (element-type LapPluginRecord), sorted in place. */
void lap_chains_resolve(GPtrArray *records);

/* Makes `chain` what new matches are played with, or, with NULL, says that the plugin is being tried. */
void lap_plugin_record_use(LapPluginRecord *record, GPtrArray *chain);

/* The record of an id, or NULL. */
LapPluginRecord *lap_plugin_record_find(GPtrArray *records, const char *id);

/* Blocks a plugin whose base is unavailable. Returns whether it is so. */
gboolean lap_chain_is_blocked(LapPluginRecord *record);
/* Completes the chain that was found: that of the base, which must be known, and `build`, the plugin's own (taken). */
void lap_chain_complete(LapPluginRecord *record, LapBuild *build);

G_END_DECLS
