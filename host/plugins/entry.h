/* What the registry knows of one plugin, and its place among the others. */
#pragma once

#include "keyfile.h"

G_BEGIN_DECLS

typedef struct LapPluginEntry LapPluginEntry;
struct LapPluginEntry {
  LapPluginInfo info; /* what the registry shows; it comes first, so that one is the other */
  char *id;           /* the keyfile's, or, if that cannot be read, its file's name */
  char *folder, *file;
  LapKeyfile *keyfile;  /* or NULL: it cannot be read */
  LapPluginEntry *base; /* what it extends, or NULL: none, or there is none */
  guint depth;          /* how many levels are below, once its chain is known */
  gboolean listed;      /* it has its place in the list */
  GError *error;        /* why it cannot be had, or NULL */
  GPtrArray *chain;     /* LapKeyfile, the base first; if nothing is wrong with it up to here */
  char **folders;       /* of the levels of its chain */
};

/* Reads a keyfile `folder`/`name`, for better or worse. */
LapPluginEntry *lap_plugin_entry_new(const char *folder, const char *name);
/* One that may not be read, for a reason that is taken over. */
LapPluginEntry *lap_plugin_entry_new_refused(const char *folder, const char *name, GError *error);
void lap_plugin_entry_free(LapPluginEntry *entry);

/* Says why it cannot be had; the first reason counts. Takes `error` over. */
void lap_plugin_entry_refuse(LapPluginEntry *entry, GError *error);
/* The same, of LAP_PLUGIN_ERROR_BLOCKED. */
void lap_plugin_entry_block(LapPluginEntry *entry, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Fills in `chain` and `folders`, from those of the base. */
void lap_plugin_entry_set_chain(LapPluginEntry *entry);

G_END_DECLS
