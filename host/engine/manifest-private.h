/* Inside of manifest.h: the form of the bytes, a little-endian GVariant in normal form, and the stubs of hooks.
 *
 * The text at its beginning changes whenever one of these types does. Columns of tables stand in the order of the
 * contract's structs; what may be NULL there is a maybe here, and spare members are left out. */
#pragma once

#include "game.h"

#define MANIFEST_VERSION "lapidary manifest 2"

#define MANIFEST_HEAD "(qqyyyyssmsmsmsmsuuu)"
#define MANIFEST_FIELD "(syyyyqqquuuuum(yyynn))"
#define MANIFEST_COLUMN "(smasyyyyqqii)"
#define MANIFEST_CATALOGUE "(ssa" MANIFEST_COLUMN "uuu)"
#define MANIFEST_PIECES "(smsqqmasmaymaymas)"
#define MANIFEST_OPTION "(smasnnn)"
#define MANIFEST_PHASE "(smsmsmsqyyu)"
#define MANIFEST_ARG "(smsmasyyy)"
#define MANIFEST_KIND "(sa" MANIFEST_ARG ")"
#define MANIFEST_RULE "(msmsu)"
#define MANIFEST_FACE "(ymsms)"
#define MANIFEST_MARK "(yyyynms)"
#define MANIFEST_DRAWING "(yyymsa" MANIFEST_MARK ")"
#define MANIFEST_FACES "(qyma" MANIFEST_FACE "ma" MANIFEST_FACE "ma" MANIFEST_DRAWING ")"
#define MANIFEST_PLACEMENT "(msyyyyyyma" MANIFEST_FACE "msmsmsmsmasms)"

/* A level: MANIFEST_TABLES in this order, then which extensions with hooks there are. */
typedef enum {
  MANIFEST_OF_HEAD,
  MANIFEST_OF_FIELDS,
  MANIFEST_OF_BASE,
  MANIFEST_OF_HIDES,
  MANIFEST_OF_CATALOGUES,
  MANIFEST_OF_PIECES,
  MANIFEST_OF_OPTIONS,
  MANIFEST_OF_PHASES,
  MANIFEST_OF_ACTIONS,
  MANIFEST_OF_EVENTS,
  MANIFEST_OF_CATEGORIES,
  MANIFEST_OF_RULES,
  MANIFEST_OF_FACES,
  MANIFEST_OF_PLACEMENTS,
  MANIFEST_OF_EXTENSIONS
} ManifestPart;

#define MANIFEST_LEVEL                                                                                \
  "(" MANIFEST_HEAD "a" MANIFEST_FIELD "a" MANIFEST_FIELD "as"                                        \
  "a" MANIFEST_CATALOGUE "a" MANIFEST_PIECES "a" MANIFEST_OPTION "a" MANIFEST_PHASE "a" MANIFEST_KIND \
  "a" MANIFEST_KIND "a" MANIFEST_KIND "a" MANIFEST_RULE "a" MANIFEST_FACES "a" MANIFEST_PLACEMENT "u)"
#define MANIFEST_TYPE "(sa" MANIFEST_LEVEL ")"

/* Which hooks are set, as bits: of a level, of a phase, of a row of rules, of the extensions. */
enum { MANIFEST_SCORE = 1, MANIFEST_DERIVE = 2, MANIFEST_JOIN = 4, MANIFEST_LEAVE = 8, MANIFEST_LEVEL_ALL = 15 };
enum {
  MANIFEST_ENTER = 1,
  MANIFEST_ACTORS = 2,
  MANIFEST_LEGAL = 4,
  MANIFEST_APPLY = 8,
  MANIFEST_RUN = 16,
  MANIFEST_PHASE_ALL = 31
};
enum { MANIFEST_IS_RULE = 1, MANIFEST_IS_NOTICE = 2, MANIFEST_IS_OPERATION = 4, MANIFEST_RULE_ALL = 7 };
enum { MANIFEST_HIGHLIGHTS = 1, MANIFEST_RESAMPLE = 2, MANIFEST_EXTENSIONS_ALL = 3 };

/* --- manifest-stubs.c: every hook of these structs, and of the host nothing else */

extern const LapPlugin lap_stub_plugin;
extern const LapPhase lap_stub_phase;
extern const LapRule lap_stub_rule;
extern const LapFaces lap_stub_faces;
extern const LapHighlights lap_stub_highlights;
extern const LapResample lap_stub_resample;
