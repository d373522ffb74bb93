/* Whether every plugin of the build says all that it has to say, in each language. */
#include <json-glib/json-glib.h>
#include <string.h>

#include "games.h"
#include "host/text/family.h"

static const char *const languages[] = {"en", "es", "id"};

/* One plugin's own texts of one language, and what of them is missing. */
typedef struct {
  const LapGameLevel *level;
  JsonObject *texts;
  GString *missing;
} Check;

/* Whether a family says a key, with a text for each of its words. */
static gboolean is_of_family(JsonObject *texts, const char *key)
{
  g_autoptr(GList) members = json_object_get_members(texts);
  for (const GList *member = members; member; member = member->next) {
    if (!lap_family_is_key(member->data)) continue;
    g_autoptr(LapFamily) family = lap_family_new(member->data, "", "en", NULL);
    g_auto(GStrv) words = family ? lap_family_words(family, key) : NULL;
    guint said = 0;
    while (words && words[said] && json_object_has_member(texts, words[said])) said++;
    if (words && !words[said]) return TRUE;
  }
  return FALSE;
}

static void want(const Check *check, const char *format, ...) G_GNUC_PRINTF(2, 3);
static void want(const Check *check, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *rest = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  g_autofree char *key = g_strdup_printf("%s.%s", check->level->plugin.id, rest);
  if (!json_object_has_member(check->texts, key) && !is_of_family(check->texts, key))
    g_string_append_printf(check->missing, " %s", key);
}

/* --- what derives from the tables of a level */

static void want_phases(const Check *check)
{
  for (guint i = 0; i < check->level->plugin.phases.n; i++) {
    const LapPhase *phase = &check->level->phases[i];
    if (!phase->replaces && !phase->removes) want(check, "phase.%s", phase->name);
  }
}

/* A letter says itself. */
static void want_choices(const Check *check, const LapGameKind *kind)
{
  for (guint i = 0; i < kind->n_args; i++)
    for (const char *const *key = kind->args[i].choices; key && *key; key++)
      if (strlen(*key) > 1) want(check, "choice.%s", *key);
}

static void want_kinds(const Check *check, const char *what, const LapGameKind *kinds, guint n)
{
  for (guint i = 0; i < n; i++) {
    want(check, "%s.%s", what, strrchr(kinds[i].name, '/') + 1);
    want_choices(check, &kinds[i]);
  }
}

/* A line with arguments is a sentence; its column in the sheet needs a name. */
static void want_categories(const Check *check)
{
  for (guint i = 0; i < check->level->plugin.categories.n; i++)
    if (check->level->categories[i].n_args)
      want(check, "category.%s", strrchr(check->level->categories[i].name, '/') + 1);
}

static void want_fields(const Check *check)
{
  for (guint i = 0; i < check->level->plugin.fields.n; i++) {
    const LapField *field = &check->level->fields[i];
    gboolean seen = field->visibility != LAP_NOBODY && field->visibility != LAP_DERIVED && field->type != LAP_SPARE;
    if (seen) want(check, "field.%s", field->name);
  }
}

static void want_pieces(const Check *check)
{
  for (guint i = 0; i < check->level->plugin.pieces.n; i++) {
    const LapPieceSet *set = &check->level->sets[i];
    for (guint face = 1; face <= set->faces; face++) want(check, "piece.%s.%s", set->name, set->key[face]);
    for (guint back = 0; back < set->n_backs; back++) want(check, "back.%s.%s", set->name, set->backs[back]);
  }
}

static void want_all(const Check *check)
{
  const LapGameLevel *level = check->level;
  want(check, "title");
  want(check, "summary");
  want(check, "rules");
  want_phases(check);
  want_kinds(check, "action", level->actions, level->plugin.actions.n);
  want_kinds(check, "event", level->events, level->plugin.events.n);
  want_kinds(check, "score", level->categories, level->plugin.categories.n);
  want_categories(check);
  want_fields(check);
  want_pieces(check);
  for (guint i = 0; i < level->plugin.options.n; i++) want(check, "option.%s", level->options[i].name);
}

/* --- the tests */

typedef struct {
  char *id, *folder;
  const char *language;
} Case;

static void free_case(gpointer data)
{
  Case *one = data;
  g_free(one->id);
  g_free(one->folder);
  g_free(one);
}

static void test_complete(gconstpointer data)
{
  const Case *one = data;
  g_autofree char *name = g_strdup_printf("text.%s.json", one->language);
  g_autofree char *file = g_build_filename(one->folder, name, NULL);
  g_autoptr(JsonParser) parser = json_parser_new();
  g_autoptr(GError) error = NULL;
  json_parser_load_from_file(parser, file, &error);
  g_assert_no_error(error);
  g_autoptr(LapGame) game = games_load(one->id);
  g_autoptr(GString) missing = g_string_new(NULL);
  const Check check = {&game->level[game->depth - 1], json_node_get_object(json_parser_get_root(parser)), missing};
  want_all(&check);
  if (missing->len) g_test_fail_printf("%s has no text for:%s", file, missing->str);
}

static void add_plugin(const LapPluginInfo *info)
{
  for (gsize i = 0; i < G_N_ELEMENTS(languages); i++) {
    Case *one = g_new(Case, 1);
    *one = (Case){g_strdup(info->id), g_strdup(info->folder), languages[i]};
    g_autofree char *path = g_strdup_printf("/texts/%s/says-all-in-%s", info->id, languages[i]);
    g_test_add_data_func_full(path, one, test_complete, free_case);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_autoptr(LapRegistry) registry = lap_registry_new(NULL);
  GPtrArray *plugins = lap_registry_list(registry);
  g_assert_cmpuint(plugins->len, >, 0);
  for (guint i = 0; i < plugins->len; i++) add_plugin(plugins->pdata[i]);
  return g_test_run();
}
