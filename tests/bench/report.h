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

void report_text(const Contest *contests, guint n_contests, const Figures *figures, guint n_figures);
void report_json(const Contest *contests, guint n_contests, const Figures *figures, guint n_figures);
