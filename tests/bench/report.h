/* What the bench found, for people and for programs. */
#pragma once

#include <glib.h>

/* A game that is also written by hand. */
typedef struct {
  const char *game;
  double hand, trusted, checked; /* matches a second */
  double target;                 /* trusted / hand */
} Contest;

#define CHECKED_TARGET 0.5 /* checked / trusted */
/* What the plies of every game must reach of those of the connect-four loop by hand. */
#define PLIES_TARGET 0.03

/* What a game costs. */
typedef struct {
  const char *game; /* owned by the caller */
  guint seats;
  gsize bytes;
  double plies, clones, memcpys, determinisations, views, hashes; /* a second */
  double hand; /* plies a second of the connect-four loop by hand, in the same rounds */
} Figures;

/* What a game's rules do in the host's process and in a worker. */
typedef struct {
  const char *game;                           /* owned by the caller */
  guint playouts, worlds;                     /* of one call */
  double playouts_in_host, playouts_isolated; /* a second */
  double worlds_in_host, worlds_isolated;     /* determinised and scored, a second */
} Isolated;

/* What playouts and worlds in a worker must reach of those in the host's process. */
#define ISOLATED_TARGET 0.95

/* How long it takes to load so many games, and then until the rules of each have answered for the first time, one after
 * the other, in workers that start for it. */
typedef struct {
  guint games;
  double load, answer; /* ms */
} Start;

#define START_TARGET 100 /* ms */

/* What the search does in the first decision of a match. */
typedef struct {
  const char *game;                   /* owned by the caller */
  double iterations, playouts, bytes; /* a second; bytes a node */
  double two;                         /* iterations a second of two threads */
} Searching;

/* What iterations must reach of plain playouts, and two threads of one. */
#define SEARCHING_TARGET 0.6
#define TWO_TARGET 1.8

/* What an environment of so many matches does: steps, chosen at random, with all that is written for a learner. */
typedef struct {
  const char *game; /* owned by the caller */
  guint matches;
  double bare, steps; /* a second: of playouts, of the environment */
  gsize observation, actions;
  guint64 left_out; /* legal actions without a number */
} Stepping;

/* What its steps must reach of those of a playout. */
#define STEPPING_TARGET 0.5

typedef struct {
  const Contest *contests;
  guint n_contests;
  const Figures *figures;
  guint n_figures;
  const Isolated *isolated;
  guint n_isolated;
  const Searching *searching;
  guint n_searching;
  const Stepping *stepping;
  guint n_stepping;
  Start start;
} Report;

void report_text(const Report *report);
void report_search(const Report *report); /* that part alone */
void report_environments(const Report *report);
void report_json(const Report *report);
