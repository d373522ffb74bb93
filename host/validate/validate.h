/* The validator: what must hold of every plugin, tried over random play.
 *
 * Each property is tried in a child process of its own, with a time limit, so that a plugin that crashes or hangs costs
 * one verdict, which names phase and hook. Property tests, the zoo and `lapidary validate` are this one library. */
#pragma once

#include "host/engine/game.h"

G_BEGIN_DECLS

typedef struct {
  const char *name;    /* "clone", "paired-worlds", ... */
  const char *promise; /* a sentence: what holds if it passes */
} LapProperty;

/* All of them, in order, ended by a NULL name. */
const LapProperty *lap_validate_properties(void);

typedef struct {
  guint seats;     /* 0: each number that the game takes */
  guint positions; /* at least so many positions a property and seat count, over as many matches as it takes */
  guint64 seed;
  guint seconds;              /* time limit a property and seat count */
  gboolean fork;              /* FALSE: in this process, for debuggers and sanitizers */
  const char *const *folders; /* [game->depth]: where each level's texts lie, as lap_texts_new has it; NULL: untried */
} LapValidateOptions;

typedef struct {
  const LapProperty *property;
  guint seats;
  gboolean passed;
  guint64 positions; /* tried */
  char *message;     /* what broke: seed, ply, phase, hook; or NULL */
} LapVerdict;

/* Tries one property, or all (`property` NULL). `base`: the game one level below, for the property that converts
 * matches to and fro; NULL if there is none. Returns: (element-type LapVerdict) (transfer full) */
GPtrArray *lap_validate(LapGame *game, LapGame *base, const char *property, const LapValidateOptions *options);

G_END_DECLS
