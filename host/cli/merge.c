/* Puts the parts of a simulation together that several machines have played. */
#include "figures.h"
#include "subcommand.h"

static const Subcommand subcommand = {"merge", "FILE...",
                                      "Puts the parts of a simulation together that several machines played.",
                                      "The files are what 'lapidary simulate --shard I/N --json' has printed, in any\n"
                                      "order; the result is what 'lapidary simulate' without --shard prints, to the\n"
                                      "byte. A part that is missing, of another run, or not finished is an error; one\n"
                                      "that is there twice counts once. One file of a whole run is shown in another\n"
                                      "form. No game is needed.\n"
                                      "\n"
                                      "Examples:\n"
                                      "  lapidary merge part*.json\n"
                                      "  lapidary merge part*.json --json > whole.json",
                                      subcommand_merge};

static void warn(const char *message) { g_printerr("lapidary: warning: %s\n", message); }

static int merge(char **paths, guint n, const FiguresForm *form)
{
  g_autoptr(GPtrArray) parts = g_ptr_array_new_with_free_func((GDestroyNotify)lap_figures_free);
  for (guint i = 0; i < n; i++) {
    int code;
    LapFigures *part = figures_read(paths[i], &code);
    if (!part) return code;
    g_ptr_array_add(parts, part);
  }
  g_autoptr(GError) error = NULL;
  g_autoptr(LapFigures)
      whole = lap_figures_join((LapFigures *const *)parts->pdata, (const char *const *)paths, n, warn, &error);
  return whole ? figures_show(whole, form) : fail_with(EXIT_FAILED, "%s", error->message);
}

int subcommand_merge(int n, char **arguments)
{
  FiguresForm form = {0};
  const GOptionEntry options[] = {FIGURES_FORM(form){0}};
  int code = subcommand_parse_some(&subcommand, options, &n, &arguments);
  if (code < 0 && n < 2) code = fail_with(EXIT_USAGE, "merge: FILE is missing; see 'lapidary merge --help'");
  if (code < 0 && !figures_form_check(&form)) code = EXIT_USAGE;
  if (code < 0) code = merge(&arguments[1], (guint)n - 1, &form);
  figures_form_clear(&form);
  return code;
}
