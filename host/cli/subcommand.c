#include "subcommand.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const SubcommandRow *subcommand_rows;

const char help_exit_codes[] = "  0  fine\n"
                               "  1  it failed: a plugin's fault, a replay that diverged, a property that fails\n"
                               "  2  wrong usage\n"
                               "  3  no such game, file or move\n"
                               "  4  the plugin was found, but is unavailable\n"
                               "  5  serve, stdio, mcp: a plugin called exit(), or did not come back\n";
const char help_environment[] = "  LAPIDARY_PLUGIN_PATH  folders of plugins, ':' between them, searched first\n"
                                "  LAPIDARY_STORE        the store of 'serve', 'matches', 'verify'\n"
                                "  LAPIDARY_WEB          the folder of pages that 'serve' shows\n"
                                "  NO_COLOR              no colours, even on a terminal\n";

int fail_with(int code, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *message = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  g_strdelimit(message, "\n", ' ');
  fflush(stdout);
  fprintf(stderr, "lapidary: %s\n", message);
  return code;
}

gboolean parse_number(const char *text, guint64 *number)
{
  return g_ascii_string_to_unsigned(text, 10, 0, G_MAXUINT64, number, NULL);
}

static const char exit_codes[] = "Exit codes: 0 fine, 1 it failed, 2 wrong usage, 3 no such game or file,\n"
                                 "4 the plugin is unavailable.";

static GOptionContext *context_of(const Subcommand *subcommand, const GOptionEntry *options)
{
  GOptionContext *context = g_option_context_new(*subcommand->arguments ? subcommand->arguments : NULL);
  g_option_context_set_summary(context, subcommand->summary);
  g_autofree char *description = g_strconcat(subcommand->more, "\n\n", exit_codes, NULL);
  g_option_context_set_description(context, description);
  if (options) g_option_context_add_main_entries(context, options, NULL);
  return context;
}

/* GLib leaves the "--" in place that ends the options. */
static void drop_separator(int *n, char **arguments)
{
  for (int i = 1; i < *n; i++) {
    if (strcmp(arguments[i], "--") != 0) continue;
    memmove(&arguments[i], &arguments[i + 1], sizeof(char *) * (gsize)(*n - i));
    (*n)--;
    return;
  }
}

static SubcommandDescribe describing;
static gpointer describing_data;

void subcommand_describe(SubcommandDescribe describe, gpointer data)
{
  describing = describe;
  describing_data = data;
  for (const SubcommandRow *row = subcommand_rows; row->name; row++) row->run(1, (char *[]){(char *)row->name, NULL});
  describing = NULL;
}

int subcommand_parse_some(const Subcommand *subcommand, const GOptionEntry *options, int *n, char ***arguments)
{
  if (describing) {
    describing(subcommand, options, describing_data);
    return EXIT_FINE;
  }
  g_autofree char *program = g_strconcat("lapidary ", subcommand->name, NULL);
  g_set_prgname(program);
  g_autoptr(GOptionContext) context = context_of(subcommand, options);
  g_autoptr(GError) error = NULL;
  if (!g_option_context_parse(context, n, arguments, &error))
    return fail_with(EXIT_USAGE, "%s: %s; see 'lapidary %s --help'", subcommand->name, error->message,
                     subcommand->name);
  drop_separator(n, *arguments);
  return -1;
}

int subcommand_parse(const Subcommand *subcommand, const GOptionEntry *options, guint wanted, int *n, char ***arguments)
{
  int code = subcommand_parse_some(subcommand, options, n, arguments);
  if (code >= 0) return code;
  guint given = (guint)*n - 1;
  if (given == wanted) return -1;
  if (given < wanted)
    return fail_with(EXIT_USAGE, "%s: %s is missing; see 'lapidary %s --help'", subcommand->name, subcommand->arguments,
                     subcommand->name);
  return fail_with(EXIT_USAGE, "%s: '%s' is one argument too many; see 'lapidary %s --help'", subcommand->name,
                   (*arguments)[wanted + 1], subcommand->name);
}

gboolean parse_number_option(const char *option, const char *text, guint64 low, guint64 high, guint64 *number)
{
  guint64 read;
  if (!text) return TRUE;
  if (parse_number(text, &read) && read >= low && read <= high) {
    *number = read;
    return TRUE;
  }
  if (high == G_MAXUINT64)
    fail_with(EXIT_USAGE, "%s wants a number from %" G_GUINT64_FORMAT ", not '%s'", option, low, text);
  else
    fail_with(EXIT_USAGE, "%s wants a number of %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT ", not '%s'", option, low,
              high, text);
  return FALSE;
}

char *grouped_number(guint64 number)
{
  g_autofree char *digits = g_strdup_printf("%" G_GUINT64_FORMAT, number);
  GString *grouped = g_string_new(NULL);
  for (gsize left = strlen(digits), i = 0; digits[i]; i++, left--) {
    if (i && left % 3 == 0) g_string_append_c(grouped, ',');
    g_string_append_c(grouped, digits[i]);
  }
  return g_string_free(grouped, FALSE);
}

char *counted(guint64 n, const char *one, const char *several)
{
  g_autofree char *number = grouped_number(n);
  return g_strconcat(number, " ", n == 1 ? one : several, NULL);
}
