/* A game as the engine runs it: a base and the variants above it, linked into flat tables.
 *
 * Linking copies each plugin's tables into the host's own structs, zero-extended, so that a plugin built against an
 * older minor reads as one that leaves the new members out; checks them; and resolves names, overrides and insertions,
 * so that a call in the loop is one indexed load. A LapGame is immutable and may be shared between threads. */
#pragma once

#include <glib.h>

#include "lapidary/appearance.h"
#include "lapidary/bots.h"
#include "lapidary/highlights.h"
#include "lapidary/plugin.h"
#include "lapidary/resample.h"

G_BEGIN_DECLS

#define LAP_GAME_ERROR (lap_game_error_quark())
GQuark lap_game_error_quark(void);

typedef enum {
  LAP_GAME_ERROR_INVALID, /* a table contradicts itself or the contract */
  LAP_GAME_ERROR_BASE,    /* the live base is not the one that the variant was compiled against */
  LAP_GAME_ERROR_OPTION,  /* no such option or value, seats out of range */
  LAP_GAME_ERROR_ILLEGAL, /* the action is not legal here */
  LAP_GAME_ERROR_FAULT,   /* a hook broke the contract */
  LAP_GAME_ERROR_POSITION /* a saved position does not fit */
} LapGameError;

/* The faces of a piece set as its plugin drew them once. The marks of one face lie behind those of the one before. */
typedef struct {
  guint32 first; /* its first mark */
  guint8 colour, width, height, n;
  const char *picture;
} LapDrawnFace;
typedef struct {
  guint n;                  /* faces */
  const LapDrawnFace *face; /* [n + 1], [0] unused */
  const LapMark *mark;
} LapDrawings;

/* One plugin of a chain, with the files that the loader read for it. */
typedef struct {
  const LapPlugin *plugin;        /* as the entry gave it */
  const LapRowsTable *catalogues; /* [plugin->catalogues.n]; kept alive by the caller */
  const char *build;              /* names what decides its play (rules in host/plugins/build.h); NULL: nothing does */
  const LapDrawings *drawings;    /* [rows of LAP_FACES], used in place of `draw`; or NULL */
} LapSource;

/* A piece set with its faces resolved. Face 0 is empty. */
typedef struct {
  const char *name;
  guint16 id, faces, n_backs;
  guint32 total; /* 0: not counted */
  const char *const *key;
  const guint8 *copies, *back;
  const char *const *backs;
} LapPieceSet;

/* A field at its place in the block. */
typedef struct {
  const char *name; /* "<plugin>/<name>" */
  guint64 name_hash;
  guint8 depth, type, visibility, order;
  gboolean of_seats; /* rows are seats */
  gboolean hidden;   /* a variant hides it */
  const LapPieceSet *set;
  guint16 rows, capacity, words; /* words: uint64_t a row of a plane */
  guint32 offset, row_stride, item_stride, item_size;
  guint32 count, count_stride; /* from the start of the segment; LAP_NONE */
  const LapShape *shape;
} LapGameField;

/* A kind with its qualified name and, for each argument, the field it points into. */
typedef struct {
  const char *name; /* "<plugin>/<name>" */
  guint16 id;
  guint8 depth;
  guint n_args;
  const LapArg *args;
  const LapGameField *field[LAP_ARGS_MAX]; /* or NULL */
} LapGameKind;

/* One level of the chain: the host's copy of the plugin's struct and tables. */
typedef struct {
  LapPlugin plugin;
  LapField *fields, *base;
  LapPieces *pieces;
  LapOption *options;
  LapPhase *phases;
  LapCatalogue *catalogues;
  LapRule *rules;
  LapGameKind *actions, *events, *categories; /* [plugin.actions.n] ... */
  LapPieceSet *sets;                          /* [plugin.pieces.n] */
  const LapRowsTable *rows;                   /* [plugin.catalogues.n] */
  const char *build;                          /* as LapSource has it */
  LapFaces *faces;                            /* [n_faces], LAP_FACES */
  LapPlacement *placements;                   /* [n_placements], LAP_PLACEMENTS */
  guint n_faces, n_placements;
  const LapDrawings *drawings;     /* [n_faces], or NULL: `draw` is asked */
  const LapResample *resample;     /* or NULL */
  const LapHighlights *highlights; /* or NULL */
  const LapEvaluate *evaluate;     /* or NULL */
  const LapRollout *rollout;       /* or NULL */
} LapGameLevel;

/* What a hook slot is bound to: the function and the depth of the level that it belongs to. */
typedef struct {
  guint8 depth;
  guint16 (*enter)(const LapContext *, LapBlock *);
} LapEnterSlot;
typedef struct {
  guint8 depth;
  guint32 (*actors)(const LapContext *, const LapBlock *);
} LapActorsSlot;
typedef struct {
  guint8 depth;
  void (*legal)(const LapContext *, const LapBlock *, guint8, LapActions *);
} LapLegalSlot;
typedef struct {
  guint8 depth;
  guint16 (*apply)(const LapContext *, LapBlock *, const LapAction *);
} LapApplySlot;
typedef struct {
  guint8 depth;
  guint16 (*run)(const LapContext *, LapBlock *);
} LapRunSlot;

/* A phase as it stands at one level of the chain, and the one below it for chaining up. */
typedef struct LapGamePhase LapGamePhase;
struct LapGamePhase {
  const char *name; /* "<plugin>/<name>" of the one that declared it */
  guint16 id;
  guint8 kind, steps_max;
  gboolean removed;
  guint16 instead; /* where `removed` leads */
  guint16 first;   /* the phase through which this one is entered: itself, or the first that is inserted before it */
  const LapGamePhase *entered; /* where a transition to it leads, after all removals and insertions; or NULL */
  guint16 before;              /* inserted phases: what it was inserted before */
  guint16 resume; /* inserted phases: where LAP_RESUME leads: there, or to what was inserted before it earlier */
  LapEnterSlot enter;
  LapActorsSlot actors;
  LapLegalSlot legal;
  LapApplySlot apply;
  LapRunSlot run;
};

/* A rule, an operation or a notice as it stands at one level of the chain. */
typedef struct {
  const char *name; /* "<plugin>/<name>" */
  guint8 depth;     /* of `rule` or `operation` */
  int32_t (*rule)(const LapContext *, const LapBlock *, int32_t, int32_t);
  int32_t (*operation)(const LapContext *, LapBlock *, int32_t, int32_t);
  guint n_listeners;
  struct {
    guint8 depth;
    void (*notice)(const LapContext *, LapBlock *, int32_t, int32_t);
  } listener[LAP_LEVELS_MAX];
} LapGameRule;

typedef struct LapGame LapGame;
typedef struct LapRemote LapRemote; /* remote.h */
struct LapGame {
  const char *id; /* of the topmost plugin */
  guint depth;    /* number of levels, at least 1 */
  LapGameLevel level[LAP_LEVELS_MAX];

  guint8 seats_min, seats_max, traits;
  guint8 steps_max;     /* of its TOGETHER phases, 0: none */
  gboolean has_derived; /* some level has a derive hook */

  GPtrArray *fields;                      /* LapGameField, lowest level first */
  GPtrArray *lists;                       /* those of them that have a count, one for each count */
  GPtrArray *idle;                        /* those that may have bytes out of use */
  GPtrArray *planes;                      /* those that are sets of planes */
  GPtrArray *sets;                        /* LapPieceSet */
  guint32 segment_offset[LAP_LEVELS_MAX]; /* from the end of the head and the sealed steps, aligned to 16 */
  guint32 segments_size;

  /* Dispatch, by depth of the asking level (games are called from the top: depth - 1) and id. */
  LapGamePhase *phase[LAP_LEVELS_MAX][LAP_LEVELS_MAX]; /* [as seen from][declared at][index] */
  LapGameRule *rule[LAP_LEVELS_MAX][LAP_LEVELS_MAX];

  LapRemote *remote; /* where its rules run, or NULL: in this process */
  GPtrArray *owned;  /* what to free */
  gpointer source;   /* what its tables point into, see lap_game_take_source; or NULL */
  GDestroyNotify free_source;
  gatomicrefcount references;
};

/* Whether this host speaks `major`.`minor` of the contract. The message says both versions. */
gboolean lap_game_check_contract(guint major, guint minor, GError **error);
/* Checks the head of a plugin's descriptor: magic, major, minor, struct size. FALSE with an error if this host cannot
 * read it. Reads nothing behind the head. */
gboolean lap_game_check_head(const LapPlugin *plugin, GError **error);

/* Links a chain, base first. Checks every table of every level; the message of an error names plugin, table, entry
 * and what would be right. The plugins must stay loaded as long as the game.
 * Returns: (transfer full): free with lap_game_unref. */
LapGame *lap_game_link(const LapSource *chain, guint n, GError **error);
/* Gives the game what its plugins' tables and catalogues lie in, to be freed with it. Called once at most. */
void lap_game_take_source(LapGame *game, gpointer source, GDestroyNotify free_source);
LapGame *lap_game_ref(LapGame *game);
void lap_game_unref(LapGame *game);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapGame, lap_game_unref)

/* Column `i` of a catalogue. */
static inline const LapColumn *lap_column(const LapCatalogue *catalogue, guint i)
{
  return (const LapColumn *)(gconstpointer)((const guint8 *)catalogue->columns.v +
                                            (gsize)i * catalogue->columns.stride);
}

/* By id, as the topmost level sees it; NULL if there is none. */
static inline const LapGamePhase *lap_game_phase(const LapGame *game, guint16 id)
{
  guint depth = id >> 8, index = id & 0xFF;
  return depth < game->depth && index < game->level[depth].plugin.phases.n ? &game->phase[game->depth - 1][depth][index]
                                                                           : NULL;
}
const LapGameKind *lap_game_action(const LapGame *game, guint16 id);
const LapGameKind *lap_game_event(const LapGame *game, guint16 id);
const LapGameKind *lap_game_category(const LapGame *game, guint16 id);

/* By qualified name, NULL if there is none. */
const LapGamePhase *lap_game_phase_named(const LapGame *game, const char *name);
/* The same among the phases, or the rules, operations and notices, of level `depth` and those below it. */
const LapGamePhase *lap_game_find_phase(const LapGame *game, guint depth, const char *name);
const LapGameRule *lap_game_find_rule(const LapGame *game, guint depth, const char *name);
const LapGameKind *lap_game_action_named(const LapGame *game, const char *name);
const LapGameField *lap_game_field_named(const LapGame *game, const char *name);
/* The same among the fields of level `depth` and those below it, the highest first. */
const LapGameField *lap_game_find_field(const LapGame *game, guint depth, const char *name);

/* How many levels two games have in common, from the base up: the same plugins in the same versions and builds. */
guint lap_game_shared_levels(const LapGame *a, const LapGame *b);

/* The values of a game's options. */
typedef struct {
  gint16 *value[LAP_LEVELS_MAX]; /* [depth][index] */
} LapOptions;

LapOptions *lap_options_new(const LapGame *game); /* the defaults */
LapOptions *lap_options_copy(const LapGame *game, const LapOptions *options);
void lap_options_free(LapOptions *options);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapOptions, lap_options_free)

/* Sets one from text: `name` is bare (topmost level that has it) or "<plugin>/<name>", `value` a number or a choice's
 * key. */
gboolean lap_options_set(LapOptions *options, const LapGame *game, const char *name, const char *value, GError **error);
/* The value of an option as text: a number, or the key of its choice. */
char *lap_options_get(const LapOptions *options, const LapGame *game, guint depth, guint option);

G_END_DECLS
