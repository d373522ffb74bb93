/* Plays a game with one value of an option after the other. */
#include <string.h>

#include "side.h"
#include "subcommand.h"

static const Subcommand subcommand = {
    "sweep", "GAME NAME=VALUES", "Says what an option changes, value by value.",
    "VALUES are LOW..HIGH, LOW..HIGH..STEP, or those named, V,V,... For each the game\n"
    "is played on the same seeds and compared with the first, as 'lapidary compare'\n"
    "does; what differs from it is marked with a star.\n"
    "\n"
    "Examples:\n"
    "  lapidary sweep GAME goal=10..30..5 --matches 10000\n"
    "  lapidary sweep GAME board=small,large --seats normal,normal",
    subcommand_sweep};

#define VALUES_MAX 100

static gboolean refuse_values(const char *text)
{
  fail_with(EXIT_USAGE, "sweep: values are LOW..HIGH, LOW..HIGH..STEP or V,V,..., at most %d of them, not '%s'",
            VALUES_MAX, text);
  return FALSE;
}

/* "LOW..HIGH..STEP" */
static gboolean add_range(GPtrArray *values, const char *text)
{
  g_auto(GStrv) words = g_strsplit(text, "..", -1);
  guint n = g_strv_length(words);
  gint64 of[3] = {0, 0, 1};
  for (guint i = 0; i < MIN(n, 3); i++)
    if (!g_ascii_string_to_signed(words[i], 10, G_MININT16, G_MAXINT16, &of[i], NULL)) return refuse_values(text);
  if (n > 3 || of[2] < 1 || of[1] < of[0] || (of[1] - of[0]) / of[2] >= VALUES_MAX) return refuse_values(text);
  for (gint64 value = of[0]; value <= of[1]; value += of[2])
    g_ptr_array_add(values, g_strdup_printf("%" G_GINT64_FORMAT, value));
  return TRUE;
}

static gboolean read_values(GPtrArray *values, const char *text)
{
  if (strstr(text, "..")) return add_range(values, text);
  g_auto(GStrv) words = g_strsplit(text, ",", -1);
  for (char **word = words; *word; word++) g_ptr_array_add(values, g_strdup(*word));
  return values->len <= VALUES_MAX || refuse_values(text);
}

/* Titles are the values alone. */
static int play(LapSide *sides, const char *game, const char *name, GPtrArray *values, const SideOptions *options)
{
  for (guint i = 0; i < values->len; i++) {
    g_autofree char *text = g_strdup_printf("%s:%s=%s", game, name, (char *)values->pdata[i]);
    int code = side_play(&sides[i], text, options, i);
    if (code >= 0) return code;
    sides[i].title = g_strdup_printf("%s=%s", name, (char *)values->pdata[i]);
  }
  return -1;
}

static int sweep(const char *game, const char *text, const SideOptions *options, gboolean json)
{
  const char *equals = strchr(text, '=');
  g_autoptr(GPtrArray) values = g_ptr_array_new_with_free_func(g_free);
  if (!equals || equals == text) return fail_with(EXIT_USAGE, "sweep: it takes NAME=VALUES, not '%s'", text);
  if (!read_values(values, equals + 1)) return EXIT_USAGE;
  g_autofree char *name = g_strndup(text, (gsize)(equals - text));
  g_autoptr(GArray) sides = sides_new(values->len);
  int code = play((LapSide *)(gpointer)sides->data, game, name, values, options);
  return code >= 0 ? code : sides_print(sides, options, json ? lap_comparison_to_json : lap_sweep_to_table);
}

int subcommand_sweep(int n, char **arguments)
{
  SideOptions options = {0};
  gboolean json = FALSE;
  const GOptionEntry entries[] = {
      SIDE_OPTIONS(options){"json", 'j', 0, G_OPTION_ARG_NONE, &json, "Print one JSON object instead of a table", NULL},
      ISOLATION,
      {0}};
  int code = subcommand_parse(&subcommand, entries, 2, &n, &arguments);
  if (code < 0) code = sweep(arguments[1], arguments[2], &options, json);
  side_options_clear(&options);
  return code;
}
