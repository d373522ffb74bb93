/* Figures of simulations on the command line: which form they are asked for in, and files of them. */
#pragma once

#include "arguments.h"
#include "host/simulate/report.h"

/* How to show them, for a GOptionEntry table. */
typedef struct {
  gboolean json, csv, timed;
  char *html; /* a file to write, or NULL */
} FiguresForm;

#define FIGURES_FORM(form)                                                                             \
  {"json", 'j', 0, G_OPTION_ARG_NONE, &(form).json, "Print one JSON object instead of a table", NULL}, \
      {"csv", 0, 0, G_OPTION_ARG_NONE, &(form).csv, "Print CSV instead, a row a number", NULL},        \
      {"html", 0, 0, G_OPTION_ARG_FILENAME, &(form).html, "Write a page with plots, too", "FILE"},

void figures_form_clear(FiguresForm *form);

/* FALSE after it has said that the options contradict each other. */
gboolean figures_form_check(const FiguresForm *form);
/* Prints figures, and writes the page that is asked for. Returns an exit code: that some matches failed, or were not
 * played, is one. */
int figures_show(const LapFigures *figures, const FiguresForm *form);

/* Says how many matches broke the contract, and how the first did. `of`: "", or what they are of, in front. Returns an
 * exit code. */
int figures_say_faults(const LapStatistics *all, const char *of);

/* Writes the page that --html asks for. FALSE after it has said what is wrong. */
gboolean figures_write_page(const char *page, const char *path);

/* Reads a file ("-": standard input). NULL after it has said what is wrong with it, with the exit code. */
LapFigures *figures_read(const char *path, int *code);
