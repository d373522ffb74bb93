#include <stdio.h>
#include <string.h>

#include "manual.h"
#include "subcommand.h"

static const Subcommand subcommand = {
    "completion", "bash|fish|man|zsh", "Prints the completion of this program for a shell, or its manual.",
    "All are made from the program's own list of subcommands and options. They are\n"
    "installed with it; printed, they can be put where a shell looks for them.\n"
    "\n"
    "Examples:\n"
    "  lapidary completion bash >~/.local/share/bash-completion/completions/lapidary\n"
    "  lapidary completion man | man -l -",
    subcommand_completion};

/* `text` within single quotes of a shell; `also`: characters with a backslash before them. */
static void append_quoted(GString *out, const char *text, const char *also)
{
  for (; *text; text++) {
    if (strchr(also, *text)) g_string_append_c(out, '\\');
    if (*text == '\'') g_string_append(out, "'\\'"); /* ends the quotes, and begins them again */
    g_string_append_c(out, *text);
  }
}

/* --- bash */

static void append_bash(const Subcommand *described, const GOptionEntry *options, gpointer data)
{
  GString *out = data;
  g_string_append_printf(out, "      %s) words='--help", described->name);
  for (; options && options->long_name; options++) g_string_append_printf(out, " --%s", options->long_name);
  g_string_append(out, "' ;;\n");
}

static void write_bash(GString *out)
{
  g_string_append(out, "# bash completion for lapidary\n_lapidary()\n{\n"
                       "  local word=${COMP_WORDS[COMP_CWORD]} words=''\n"
                       "  if ((COMP_CWORD == 1)); then\n    words='help --help --version");
  for (const SubcommandRow *row = subcommand_rows; row->name; row++) g_string_append_printf(out, " %s", row->name);
  g_string_append(out, "'\n  elif [[ $word == -* ]]; then # otherwise files\n    case ${COMP_WORDS[1]} in\n");
  subcommand_describe(append_bash, out);
  g_string_append(out, "    esac\n  fi\n"
                       "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n}\n"
                       "complete -o default -F _lapidary lapidary\n");
}

/* --- zsh */

static void append_zsh(const Subcommand *described, const GOptionEntry *options, gpointer data)
{
  GString *out = data;
  g_string_append_printf(out, "    %s) _arguments '--help[Show help]'", described->name);
  for (; options && options->long_name; options++) {
    g_string_append_printf(out, " \\\n      '*--%s%s[", options->long_name, options->arg_description ? "=" : "");
    append_quoted(out, options->description, "[]");
    g_string_append_c(out, ']');
    if (options->arg_description) {
      g_string_append_c(out, ':');
      append_quoted(out, options->arg_description, ":");
      g_string_append(out, ":_files");
    }
    g_string_append_c(out, '\'');
  }
  g_string_append(out, " \\\n      '*::_files' ;;\n");
}

static void write_zsh(GString *out)
{
  g_string_append(out, "#compdef lapidary\n_lapidary()\n{\n  local -a names\n  names=(\n");
  for (const SubcommandRow *row = subcommand_rows; row->name; row++) {
    g_string_append_printf(out, "    '%s:", row->name);
    append_quoted(out, row->summary, ":");
    g_string_append(out, "'\n");
  }
  g_string_append(out, "  )\n  if ((CURRENT == 2)); then\n    _describe subcommand names\n    return\n  fi\n"
                       "  local name=$words[2]\n  shift words\n  ((CURRENT--))\n  case $name in\n");
  subcommand_describe(append_zsh, out);
  g_string_append(out, "  esac\n}\n_lapidary \"$@\"\n");
}

/* --- fish */

static void append_fish(const Subcommand *described, const GOptionEntry *options, gpointer data)
{
  GString *out = data;
  for (; options && options->long_name; options++) {
    g_string_append_printf(out, "complete -c lapidary -n '__fish_seen_subcommand_from %s' -l %s", described->name,
                           options->long_name);
    if (options->short_name) g_string_append_printf(out, " -s %c", options->short_name);
    if (options->arg_description) g_string_append(out, " -r");
    g_string_append(out, " -d '");
    append_quoted(out, options->description, "\\");
    g_string_append(out, "'\n");
  }
}

static void write_fish(GString *out)
{
  for (const SubcommandRow *row = subcommand_rows; row->name; row++) {
    g_string_append_printf(out, "complete -c lapidary -n __fish_use_subcommand -a %s -d '", row->name);
    append_quoted(out, row->summary, "\\");
    g_string_append(out, "'\n");
  }
  subcommand_describe(append_fish, out);
}

/* --- the subcommand */

static const struct {
  const char *name;
  void (*write)(GString *out);
} writers[] = {{"bash", write_bash}, {"fish", write_fish}, {"man", manual_write}, {"zsh", write_zsh}};

int subcommand_completion(int n, char **arguments)
{
  int code = subcommand_parse(&subcommand, NULL, 1, &n, &arguments);
  if (code >= 0) return code;
  for (gsize i = 0; i < G_N_ELEMENTS(writers); i++) {
    if (strcmp(writers[i].name, arguments[1]) != 0) continue;
    g_autoptr(GString) out = g_string_new(NULL);
    writers[i].write(out);
    fputs(out->str, stdout);
    return EXIT_FINE;
  }
  return fail_with(EXIT_USAGE, "completion: there is none for '%s'; there are bash, fish, man and zsh", arguments[1]);
}
