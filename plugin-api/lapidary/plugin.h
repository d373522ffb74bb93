/* The plugin contract of Lapidary: what a rule plugin exports.
 *
 * A plugin is a shared object with one visible symbol, LAP_PLUGIN_ENTRY, and a small keyfile beside it that repeats
 * its id, version and base, so that the host can list it without opening it. To write a game you need this header, the
 * SDK, and the page "Write a game" of the README. The parts, in an order in which they can be read: piece.h (what lies
 * on the table), field.h (the state, as a block of bytes that describes itself), action.h (what seats do), phase.h (the
 * rules), context.h (what hooks are handed); here they are put together.
 *
 * The contract is stable. The major number breaks, the minor number only adds: members at the end of structs (they
 * carry their size, or their stride in a LapTable), new enumerators, and extensions. A host loads every plugin of its
 * major and of a minor not above its own. plugin-api/README.md, installed as contract.md, says what a minor may add,
 * and what it never does.
 *
 * C11, C library only. Every pointer in these structs points to constant static memory of the plugin. */
#ifndef LAPIDARY_PLUGIN_H
#define LAPIDARY_PLUGIN_H

#include <stdint.h>

#include "lapidary/action.h"
#include "lapidary/catalogue.h"
#include "lapidary/context.h"
#include "lapidary/decls.h"
#include "lapidary/field.h"
#include "lapidary/phase.h"
#include "lapidary/piece.h"
#include "lapidary/table.h"

#define LAP_API_MAJOR 1
#define LAP_API_MINOR 1
#define LAP_MAGIC 0x4C415049u /* "LAPI" */
#define LAP_PLUGIN_SYMBOL "lapidary_plugin_v1"

/* A function that a base names so that variants can override it. Exactly one of the three is set, or none: a notice
 * that only variants implement.
 * A rule: a pure function of the block. It is called through host->rule on whole questions ("how many points is this
 * trix worth"), never cell by cell.
 * An operation: a change of the block that variants may call or override ("all lasers of this square go back"); called
 * through host->operation, where the caller may change the block. A notice: a change that the base
 * reports through host->notify, so that a variant can update its own segment. */
typedef struct {
  const char *name;
  const char *overrides; /* of a lower level, "<plugin>/<name>" or the bare name; NULL: declares a new one */
  int32_t (*rule)(const LapContext *context, const LapBlock *block, int32_t a, int32_t b);
  void (*notice)(const LapContext *context, LapBlock *block, int32_t a, int32_t b);
  int32_t (*operation)(const LapContext *context, LapBlock *block, int32_t a, int32_t b);
} LapRule;

/* A choice that is made when a match is created. */
typedef struct {
  const char *name;           /* text key "<plugin>.option.<name>" */
  const char *const *choices; /* NULL-terminated keys, the value is an index; or NULL: a number of min..max */
  int16_t min, max, def;
  int16_t spare;
} LapOption;

/* An optional part of the contract: appearance.h, highlights.h, resample.h and bots.h have those there are. Ids that
 * begin with "lapidary." are the contract's; a host passes over others that it does not know. */
typedef struct {
  const char *id;   /* with its version, "lapidary.faces/1" */
  const void *part; /* what the id's header says that it points to */
} LapExtension;

/* Traits, for lists of games. */
enum {
  LAP_HIDDEN = 1u << 0,      /* some seat knows what another does not */
  LAP_CHANCE = 1u << 1,      /* something is drawn or rolled */
  LAP_COOPERATIVE = 1u << 2, /* the seats win or lose together */
};

/* The descriptor of a plugin. Members that are zero mean: none. */
typedef struct {
  /* LAP_PLUGIN_HEAD writes these. */
  uint32_t magic, struct_size;
  uint16_t major, minor;

  uint8_t depth;                /* how many levels are below: 0 a base, 1 its variant, ... */
  uint8_t seats_min, seats_max; /* of a variant: 0 inherits */
  uint8_t traits;               /* of a variant: added to its base's */
  const char *id;               /* a word of a-z, 0-9, '-'; the name of the .so and of the keyfile */
  const char *version;          /* "1.2.3" */
  const char *extends;          /* id of the plugin one level below, or NULL */
  const char *accepts;          /* versions of that plugin: "1.2" means >= 1.2.0 and < 2.0.0 (below 1.0.0: < 0.3.0) */
  const char *licence, *authors;

  /* The segment: its size for the most seats, its table, and, if it reads the segment of the level below, that
   * level's table as this plugin was compiled against it. A moved or missing field is refused by name at load. */
  uint32_t segment_size, segment_align;
  LapTable fields; /* LapField */
  LapTable base;   /* LapField */
  LapTable hides;  /* const char *: fields of lower levels, "<plugin>/<name>", that are unused here: not sent */

  LapTable catalogues; /* LapCatalogue */
  LapTable pieces;     /* LapPieces */
  LapTable options;    /* LapOption */
  LapTable phases;     /* LapPhase; at most 128 */
  LapTable actions;    /* LapKind */
  LapTable events;     /* LapKind */
  LapTable categories; /* LapKind, of score lines */
  LapTable rules;      /* LapRule: rules and notices */

  /* Required of a base. Writes the score sheet through host->line, as it stands (`final` 0) or as it ends (1). Called
   * in every state that can be decided in. A variant overrides it, and may host->score_up. */
  void (*score)(const LapContext *context, const LapBlock *block, int final);

  /* Required if a field is LAP_DERIVED. Rebuilds those fields from the others. Each level's is called, lowest first. */
  void (*derive)(const LapContext *context, LapBlock *block);

  /* Optional, for a variant. A match of its base becomes a match of this plugin, or goes back, between two moves.
   * `join` finds its own segment zero; `leave` puts the lower segments in order. Both return NULL, or the key of a
   * reason to refuse ("<plugin>.refuse.<key>"); their changes are then undone. Without `join` no match can be converted
   * to this plugin, and without `leave` none can be converted back, unless this plugin has no segment. */
  const char *(*join)(const LapContext *context, LapBlock *block);
  const char *(*leave)(const LapContext *context, LapBlock *block);

  LapTable extensions; /* LapExtension; at most one of each id */
} LapPlugin;

#define LAP_PLUGIN_HEAD \
  .magic = LAP_MAGIC, .struct_size = sizeof(LapPlugin), .major = LAP_API_MAJOR, .minor = LAP_API_MINOR

/* The entry: `LAP_PLUGIN_ENTRY { return &plugin; }`. The host calls it once after each load, on one thread. */
LAP_BEGIN_DECLS
__attribute__((visibility("default"))) const LapPlugin *lapidary_plugin_v1(void);
LAP_END_DECLS
#define LAP_PLUGIN_ENTRY const LapPlugin *lapidary_plugin_v1(void)

#endif
