#include <stdio.h>

#include "arguments.h"
#include "subcommand.h"
#include "terminal.h"

static const Subcommand subcommand = {"plugins", "", "Lists every plugin found, and why some are unavailable.",
                                      "Where two folders have a plugin of the same id, the first one counts.\n"
                                      "\n"
                                      "Example:\n"
                                      "  LAPIDARY_PLUGIN_PATH=$PWD/build lapidary plugins",
                                      subcommand_plugins};

static const char *state_of(const GError *error)
{
  if (!error) return "fine";
  if (error->domain != LAP_PLUGIN_ERROR) return "texts";
  switch ((LapPluginError)error->code) {
  case LAP_PLUGIN_ERROR_NOT_FOUND:
    return "missing";
  case LAP_PLUGIN_ERROR_KEYFILE:
    return "keyfile";
  case LAP_PLUGIN_ERROR_REFUSED:
    return "refused";
  case LAP_PLUGIN_ERROR_QUARANTINED:
    return "quarantined";
  case LAP_PLUGIN_ERROR_BLOCKED:
    return "blocked";
  case LAP_PLUGIN_ERROR_DATA:
    return "data";
  case LAP_PLUGIN_ERROR_PENDING:
    return "new";
  }
  return "refused";
}

/* Whether the game and its texts can be read: the registry has looked at neither. */
static gboolean try_to_open(LapRegistry *registry, const LapPluginInfo *info, GError **error)
{
  g_autoptr(LapGame) game = lap_registry_load(registry, info->id, error);
  g_autoptr(LapTexts) texts = game ? load_texts(registry, game, NULL, error) : NULL;
  return texts != NULL;
}

static void print_plugin(LapRegistry *registry, const LapPluginInfo *info)
{
  g_autoptr(GError) error = info->error ? g_error_copy(info->error) : NULL;
  if (!error) try_to_open(registry, info, &error);
  g_autofree char *state = terminal_fit(state_of(error), 11);
  g_autofree char *styled = terminal_styled(error ? TERMINAL_BAD : TERMINAL_GOOD, state);
  g_autofree char *bold = terminal_styled(TERMINAL_BOLD, info->id);
  printf("%s  %s %s", styled, bold, info->version ? info->version : "(no version)");
  if (info->extends) printf(", extends %s %s", info->extends, info->accepts ? info->accepts : "");
  printf("\n             %s\n", info->module ? info->module : info->keyfile);
  if (error) terminal_paragraph("             ", error->message);
}

static void print_path(LapRegistry *registry)
{
  puts("looked through, first found wins:");
  for (const char *const *folder = lap_registry_get_path(registry); *folder; folder++) {
    gboolean there = g_file_test(*folder, G_FILE_TEST_IS_DIR);
    printf("  %s%s\n", *folder, there ? "" : "  (not there)");
  }
}

int subcommand_plugins(int n, char **arguments)
{
  int code = subcommand_parse(&subcommand, NULL, 0, &n, &arguments);
  if (code >= 0) return code;
  g_autoptr(LapRegistry) registry = lap_registry_new(NULL);
  GPtrArray *plugins = lap_registry_list(registry);
  for (guint i = 0; i < plugins->len; i++) print_plugin(registry, plugins->pdata[i]);
  if (!plugins->len) puts("no plugins");
  putchar('\n');
  print_path(registry);
  return EXIT_FINE;
}
