#include "manual.h"

#include <string.h>

#include "subcommand.h"

/* A line of text: what means something to roff is escaped. */
static void append_line(GString *out, const char *line)
{
  if (*line == '.' || *line == '\'') g_string_append(out, "\\&");
  for (; *line; line++) {
    if (*line == '\\')
      g_string_append(out, "\\e");
    else if (*line == '-')
      g_string_append(out, "\\-");
    else if (*line == '\'')
      g_string_append(out, "\\(aq");
    else if (*line == '`')
      g_string_append(out, "\\(ga");
    else if (*line == '^')
      g_string_append(out, "\\(ha");
    else if (*line == '~')
      g_string_append(out, "\\(ti");
    else
      g_string_append_c(out, *line);
  }
  g_string_append_c(out, '\n');
}

/* A paragraph of which a line is indented is shown as it is. */
static gboolean is_shown_as_it_is(const char *paragraph)
{
  return *paragraph == ' ' || strstr(paragraph, "\n ") || strstr(paragraph, ":\n");
}

static void append_paragraphs(GString *out, const char *text)
{
  g_auto(GStrv) paragraphs = g_strsplit(text, "\n\n", -1);
  for (char **paragraph = paragraphs; *paragraph; paragraph++) {
    g_auto(GStrv) lines = g_strsplit(*paragraph, "\n", -1);
    gboolean as_it_is = is_shown_as_it_is(*paragraph);
    if (paragraph != paragraphs || !as_it_is) g_string_append(out, ".PP\n");
    if (as_it_is) g_string_append(out, ".nf\n");
    for (char **line = lines; *line; line++)
      if (**line) append_line(out, *line);
    if (as_it_is) g_string_append(out, ".fi\n");
  }
}

static void append_option(GString *out, const GOptionEntry *option)
{
  g_autofree char *letter = option->short_name ? g_strdup_printf("-%c, ", option->short_name) : g_strdup("");
  const char *value = option->arg_description;
  g_autofree char *head = g_strconcat(letter, "--", option->long_name, value ? "=" : "", value ? value : "", NULL);
  g_string_append(out, ".TP\n");
  append_line(out, head);
  append_line(out, option->description);
}

static void append_subcommand(const Subcommand *subcommand, const GOptionEntry *options, gpointer data)
{
  GString *out = data;
  g_autofree char *head = g_strdup_printf("lapidary %s [OPTION...] %s", subcommand->name, subcommand->arguments);
  g_string_append(out, ".SS ");
  append_line(out, g_strchomp(head));
  append_line(out, subcommand->summary);
  append_paragraphs(out, subcommand->more);
  for (; options && options->long_name; options++) append_option(out, options);
}

static void append_section(GString *out, const char *name, const char *lines)
{
  g_string_append_printf(out, ".SH %s\n", name);
  append_paragraphs(out, lines);
}

void manual_write(GString *out)
{
  g_string_append(out, ".TH LAPIDARY 1 \"\" \"lapidary " LAPIDARY_VERSION "\" \"User Commands\"\n"
                       ".SH NAME\nlapidary \\- a host for turn-based table games, whose rules are plugins\n"
                       ".SH SYNOPSIS\n.B lapidary\n.I SUBCOMMAND\n[\\fIOPTION\\fR...] [\\fIARGUMENT\\fR]\n"
                       ".SH SUBCOMMANDS\n");
  subcommand_describe(append_subcommand, out);
  append_section(out, "EXIT STATUS", help_exit_codes);
  append_section(out, "ENVIRONMENT", help_environment);
  g_string_append(out, ".SH SEE ALSO\n.BR lapidary\\-plugin (5),\n.BR lapidary (7)\n");
}
