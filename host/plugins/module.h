/* Modules: the .so files that are loaded into this process, and what was read for them. They stay for its life. */
#pragma once

#include "catalogue.h"
#include "keyfile.h"

G_BEGIN_DECLS

/* How far the loading of a plugin is. A probe that dies says where by the last one that it reached. */
typedef enum {
  LAP_STAGE_OPEN,       /* its constructors run */
  LAP_STAGE_ENTRY,      /* its entry runs */
  LAP_STAGE_DESCRIPTOR, /* its descriptor is read */
  LAP_STAGE_DATA,       /* its catalogues are declared and read */
  LAP_STAGE_LINK,       /* the tables of the chain are read and linked */
  LAP_STAGE_COUNT
} LapStage;

typedef void (*LapStageFunc)(LapStage stage, const char *id, gpointer data);

typedef struct {
  const LapPlugin *plugin; /* as its entry gave it, checked up to its tables */
  LapCatalogues *catalogues;
} LapModule;

/* Opens the .so of `keyfile`, or finds it opened, checks its descriptor at `depth` and reads its catalogues. `watch`,
 * which may be NULL, is told of each stage before it begins. The module is owned by the process. */
const LapModule *lap_module_load(const LapKeyfile *keyfile, guint depth, LapStageFunc watch, gpointer data,
                                 GError **error);

G_END_DECLS
