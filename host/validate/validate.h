/* The validator: what must hold of every plugin, tried over random play.
 *
 * Each property is tried in a sandboxed child process of its own, with limits of time and memory, so that a plugin that
 * crashes, hangs, or does what no rules may do costs one verdict, which names phase, hook and deed. Property tests, the
 * zoo and `lapidary check` are this one library. */
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
  const LapProperty *property;
  guint seats;
  gboolean tried; /* FALSE: there was no use, and `message` says why */
  gboolean passed;
  guint64 positions; /* tried */
  char *message;     /* what broke: seed, ply, phase, hook; or NULL */
  char *note;        /* what might be better although it holds; or NULL */
  char *log;         /* the file that the match was saved to, up to the position that failed; or NULL */
} LapVerdict;

typedef struct {
  guint seats;     /* 0: each number that the game takes */
  guint positions; /* at least so many positions a property and seat count, over as many matches as it takes */
  guint64 seed;
  guint seconds;              /* time limit a property and seat count */
  gboolean fork;              /* FALSE: in this process, for debuggers and sanitizers */
  const LapOptions *values;   /* of the game's options; NULL: the defaults */
  const char *const *folders; /* [game->depth]: where each level's texts lie, as lap_texts_new has it; NULL: untried */

  const char *logs; /* the folder where matches that fail are saved, as logs that can be replayed; NULL: they are not */

  /* Optional. Called as soon as a verdict is known. */
  void (*report)(const LapVerdict *verdict, gpointer data);
  gpointer data;
} LapValidateOptions;

/* Tries one property, or all (`property` NULL), with each number of seats. One that takes too long ends its property,
 * and after a hook hangs that each match comes to, nothing more is played: one verdict for each property says so.
 * `base`: the game one level below, for the property that converts matches to and fro; NULL if there is none. Returns:
 * (element-type LapVerdict) (transfer full) */
GPtrArray *lap_validate(LapGame *game, LapGame *base, const char *property, const LapValidateOptions *options);

G_END_DECLS
