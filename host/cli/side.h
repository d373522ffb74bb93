/* A side of a comparison: a simulation that is played, or one that a file has. */
#pragma once

#include "figures.h"
#include "host/simulate/compare.h"

/* What all sides have in common, from the command line. */
typedef struct {
  char *matches, *seats, *seed, *threads, *think, *trace, *html;
  char **settings;
  gboolean independent;
} SideOptions;

#define SIDE_OPTIONS(of)                                                                                             \
  {"matches", 'n', 0, G_OPTION_ARG_STRING, &(of).matches, "How many of each (1000)", "NUMBER"},                      \
      {"seats", 's', 0, G_OPTION_ARG_STRING, &(of).seats, "Who sits where, or how many seats", "random,random,..."}, \
      {"option",    'o', 0, G_OPTION_ARG_STRING_ARRAY, &(of).settings, "An option of the game; may be repeated",     \
       "NAME=VALUE"},                                                                                                \
      {"seed", 0, 0, G_OPTION_ARG_STRING, &(of).seed, "Of all matches together (0)", "NUMBER"},                      \
      {"threads", 't', 0, G_OPTION_ARG_STRING, &(of).threads, "How many at once (one a processor)", "NUMBER"},       \
      {"think",                                                                                                      \
       0,                                                                                                            \
       0,                                                                                                            \
       G_OPTION_ARG_STRING,                                                                                          \
       &(of).think,                                                                                                  \
       "How long bots think (as their level says)",                                                                  \
       "[THREADSx]NUMBER|TIME"},                                                                                     \
      {"trace", 0, 0, G_OPTION_ARG_STRING, &(of).trace, "Look into so many, step by step (10000)", "NUMBER|all"},    \
      {"independent", 0, 0, G_OPTION_ARG_NONE, &(of).independent, "Other deals for each side", NULL},                \
      {"html", 0, 0, G_OPTION_ARG_FILENAME, &(of).html, "Write a page with plots, too", "FILE"},

void side_options_clear(SideOptions *options);

/* Sides (LapSide) that are yet to be played. (transfer full) */
GArray *sides_new(guint n);

/* Plays `text`, "GAME", "GAME:NAME=VALUE,..." or "GAME@BOT,...", or with both; or reads it, if it ends with ".json".
 * `number`: of the side, from 0. Returns -1, or an exit code after it has said what is wrong. */
int side_play(LapSide *side, const char *text, const SideOptions *options, guint number);

/* Compares sides, prints it in this form, and writes the page that is asked for. Returns an exit code. */
int sides_print(const GArray *sides, const SideOptions *options,
                char *(*show)(const LapSide *sides, guint n, const GArray *differences));

/* Gives sides titles that tell them apart. */
void sides_name(LapSide *sides, guint n);

/* The simulation that options of a command ask for, as 'simulate' has them too. Each returns FALSE after it has said
 * what is wrong. */
gboolean read_trace(const char *text, guint64 matches, guint64 *trace);
gboolean read_think(const char *what, const char *text, LapBudget *budget);
