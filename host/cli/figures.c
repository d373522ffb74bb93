#include "figures.h"

#include <stdio.h>

#include "subcommand.h"

void figures_form_clear(FiguresForm *form) { g_clear_pointer(&form->html, g_free); }

gboolean figures_form_check(const FiguresForm *form)
{
  if (!form->json || !form->csv) return TRUE;
  fail_with(EXIT_USAGE, "--json and --csv are two forms of the same; choose one");
  return FALSE;
}

static void print(const LapFigures *figures, const FiguresForm *form)
{
  g_autofree char *text = form->json  ? lap_figures_to_json(figures, form->timed)
                          : form->csv ? lap_figures_to_csv(figures)
                                      : lap_figures_to_table(figures, TRUE);
  puts(g_strchomp(text));
}

int figures_say_faults(const LapStatistics *all, const char *of)
{
  const LapSimulationFault *first = &g_array_index(all->faults, LapSimulationFault, 0);
  return fail_with(EXIT_FAILED,
                   "%s%" G_GUINT64_FORMAT " of the matches broke the contract; the first, seed %" G_GUINT64_FORMAT
                   ", at ply %u: %s",
                   of, all->n_faults, first->seed, first->ply, first->message);
}

gboolean figures_write_page(const char *page, const char *path)
{
  g_autoptr(GError) error = NULL;
  if (g_file_set_contents(path, page, -1, &error)) return TRUE;
  fail_with(EXIT_FAILED, "--html: %s", error->message);
  return FALSE;
}

static gboolean write_figures(const LapFigures *figures, const char *path)
{
  g_autofree char *page = lap_figures_to_html(figures);
  return figures_write_page(page, path);
}

int figures_show(const LapFigures *figures, const FiguresForm *form)
{
  print(figures, form);
  if (form->html && !write_figures(figures, form->html)) return EXIT_FAILED;
  if (figures->all->n_faults && figures->all->faults->len) return figures_say_faults(figures->all, "");
  if (!figures->all->stopped) return EXIT_FINE;
  return fail_with(EXIT_FAILED, "stopped: these are the figures of the %" G_GUINT64_FORMAT " matches that were over",
                   figures->all->matches);
}

static char *read_all(const char *path, gsize *length, GError **error)
{
  char *text = NULL;
  g_autofree char *file = g_strdup(g_str_equal(path, "-") ? "/dev/stdin" : path);
  return g_file_get_contents(file, &text, length, error) ? text : NULL;
}

LapFigures *figures_read(const char *path, int *code)
{
  gsize length = 0;
  g_autoptr(GError) error = NULL;
  g_autofree char *text = read_all(path, &length, &error);
  if (!text) {
    *code = fail_with(EXIT_UNKNOWN, "%s", error->message);
    return NULL;
  }
  LapFigures *figures = lap_figures_from_json(text, length, &error);
  if (!figures) *code = fail_with(EXIT_FAILED, "%s: %s", path, error->message);
  return figures;
}
