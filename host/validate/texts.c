/* The property of texts: each key in a plugin's text files belongs to something that the game has. Other keys are never
 * read, so a thing whose key is mistyped is shown by its name. */
#include <json-glib/json-glib.h>
#include <string.h>

#include "host/json/parse.h"
#include "host/text/family.h"
#include "host/text/nearest.h"
#include "host/text/titles.h"
#include "trial.h"

/* --- the keys that there are */

static void add(GHashTable *keys, const char *plugin, const char *what, const char *name)
{
  const char *slash = strchr(name, '/');
  g_hash_table_add(keys, g_strconcat(plugin, ".", what, ".", slash ? slash + 1 : name, NULL));
}

static void add_all(GHashTable *keys, const char *plugin, const char *what, const char *const *names)
{
  for (guint i = 0; names && names[i]; i++) add(keys, plugin, what, names[i]);
}

/* Of kinds: their own keys, those of their secrets, and those of the choices in their arguments. */
static void add_kinds(GHashTable *keys, const char *plugin, const char *what, const LapGameKind *kinds, guint n)
{
  for (guint i = 0; i < n; i++) {
    const char *bare = strchr(kinds[i].name, '/') + 1;
    g_autofree char *hidden = g_strconcat(bare, ".hidden", NULL);
    add(keys, plugin, what, bare);
    add(keys, plugin, what, hidden);
    for (guint arg = 0; arg < kinds[i].n_args; arg++) add_all(keys, plugin, "choice", kinds[i].args[arg].choices);
  }
}

/* A further text of a thing, as in lap_title_beside. */
static void add_beside(GHashTable *keys, const char *plugin, const char *what, const char *name, const char *beside)
{
  g_autofree char *further = g_strconcat(name, ".", beside, NULL);
  add(keys, plugin, what, further);
}

/* About a piece: what it does, for those who explain the game. */
static void add_pieces(GHashTable *keys, const char *plugin, const LapPieceSet *set)
{
  g_autofree char *piece = g_strconcat("piece.", set->name, NULL), *about = g_strconcat("about.", set->name, NULL);
  g_autofree char *back = g_strconcat("back.", set->name, NULL);
  add(keys, plugin, piece, "none");
  for (guint face = 1; face <= set->faces; face++) {
    add(keys, plugin, piece, set->key[face]);
    add(keys, plugin, about, set->key[face]);
  }
  for (guint i = 0; i < set->n_backs; i++) add(keys, plugin, back, set->backs[i]);
}

static void add_level(GHashTable *keys, const LapGameLevel *level)
{
  static const char *const single[] = {"title", "summary", "rules", "together"};
  const LapPlugin *plugin = &level->plugin;
  for (guint i = 0; i < G_N_ELEMENTS(single); i++)
    g_hash_table_add(keys, g_strconcat(plugin->id, ".", single[i], NULL));
  for (guint i = 0; i < plugin->phases.n; i++) {
    add(keys, plugin->id, "phase", level->phases[i].name);
    add_beside(keys, plugin->id, "phase", level->phases[i].name, "prompt");
  }
  for (guint i = 0; i < plugin->actions.n; i++) {
    add_beside(keys, plugin->id, "action", level->actions[i].name, "prompt");
    add_beside(keys, plugin->id, "action", level->actions[i].name, "among");
    add_beside(keys, plugin->id, "action", level->actions[i].name, "taken");
    add_beside(keys, plugin->id, "action", level->actions[i].name, "about");
  }
  for (guint i = 0; i < plugin->fields.n; i++) {
    add(keys, plugin->id, "field", level->fields[i].name);
    add_beside(keys, plugin->id, "field", level->fields[i].name, "about");
  }
  for (guint i = 0; i < level->n_placements; i++) add_all(keys, plugin->id, "choice", level->placements[i].labels);
  for (guint i = 0; i < plugin->pieces.n; i++) add_pieces(keys, plugin->id, &level->sets[i]);
  for (guint i = 0; i < plugin->options.n; i++) {
    add(keys, plugin->id, "option", level->options[i].name);
    add_all(keys, plugin->id, "choice", level->options[i].choices);
  }
  add_kinds(keys, plugin->id, "action", level->actions, plugin->actions.n);
  for (guint i = 0; i < plugin->events.n; i++) {
    add_beside(keys, plugin->id, "event", level->events[i].name, "heading");
    if (level->events[i].n_args) add_beside(keys, plugin->id, "event", level->events[i].name, "many");
  }
  add_kinds(keys, plugin->id, "event", level->events, plugin->events.n);
  add_kinds(keys, plugin->id, "score", level->categories, plugin->categories.n);
  add_kinds(keys, plugin->id, "category", level->categories, plugin->categories.n);
}

/* Reasons to refuse appear in no table, only in the code of a plugin: any is accepted. */
static gboolean is_reason(const LapGame *game, const char *key)
{
  for (guint depth = 0; depth < game->depth; depth++) {
    g_autofree char *prefix = g_strconcat(game->level[depth].plugin.id, ".refuse.", NULL);
    if (g_str_has_prefix(key, prefix)) return TRUE;
  }
  return FALSE;
}

/* --- files */

static gboolean check_key(LapTrial *trial, GHashTable *keys, const char *file, const char *key)
{
  if (g_hash_table_contains(keys, key) || is_reason(trial->game, key)) return TRUE;
  g_autofree const char **names = (const char **)g_hash_table_get_keys_as_array(keys, NULL);
  g_autofree char *near = lap_nearest_names(key, names);
  return lap_trial_fail(trial, "%s: the key \"%s\" is of nothing that this level or one below has%s%s%s", file, key,
                        near ? "; is it " : "", near ? near : "", near ? "?" : "");
}

/* Adds the words that a family says things with. */
static gboolean add_words(GHashTable *keys, const LapFamily *family)
{
  g_autoptr(GList) known = g_hash_table_get_keys(keys);
  gboolean any = FALSE;
  for (const GList *key = known; key; key = key->next) {
    g_autofree char **words = lap_family_words(family, key->data);
    for (guint i = 0; words && words[i]; i++) g_hash_table_add(keys, words[i]);
    any |= words != NULL;
  }
  return any;
}

static gboolean check_family(LapTrial *trial, GHashTable *keys, const char *file, const char *key, JsonNode *text)
{
  GError *error = NULL;
  const char *said = JSON_NODE_HOLDS_VALUE(text) ? json_node_get_string(text) : NULL;
  g_autoptr(LapFamily) family = lap_family_new(key, said ? said : "", "en", &error);
  if (!family) return lap_trial_fail_error(trial, file, error);
  return add_words(keys, family) || lap_trial_fail(trial,
                                                   "%s: the key \"%s\" fits nothing that this level or one below has; "
                                                   "write the keys of what it names, with {WORD} for what differs",
                                                   file, key);
}

static gboolean check_families(LapTrial *trial, GHashTable *keys, const char *file, JsonObject *texts)
{
  g_autoptr(GList) members = json_object_get_members(texts);
  for (const GList *member = members; member; member = member->next)
    if (lap_family_is_key(member->data) &&
        !check_family(trial, keys, file, member->data, json_object_get_member(texts, member->data)))
      return FALSE;
  return TRUE;
}

static gboolean check_file(LapTrial *trial, GHashTable *keys, const char *file)
{
  GError *error = NULL;
  g_autofree char *text = NULL;
  gsize length;
  if (!g_file_get_contents(file, &text, &length, &error)) return lap_trial_fail_error(trial, file, error);
  g_autoptr(JsonNode) root = lap_json_parse(text, length, &error);
  if (!root) return lap_trial_fail_error(trial, file, error);
  if (!JSON_NODE_HOLDS_OBJECT(root)) return lap_trial_fail(trial, "%s: not an object from key to text", file);
  JsonObject *texts = json_node_get_object(root);
  if (!check_families(trial, keys, file, texts)) return FALSE;
  g_autoptr(GList) members = json_object_get_members(texts);
  for (const GList *member = members; member; member = member->next)
    if (!lap_family_is_key(member->data) && !check_key(trial, keys, file, member->data)) return FALSE;
  trial->page->positions++;
  return TRUE;
}

/* Every language: text.LANGUAGE.json in the plugin's folder, LANGUAGE.json in the folder text. */
static gboolean check_folder(LapTrial *trial, GHashTable *keys, const char *folder, const char *prefix)
{
  g_autoptr(GDir) there = g_dir_open(folder, 0, NULL);
  for (const char *name; there && (name = g_dir_read_name(there));) {
    if (!g_str_has_prefix(name, prefix) || !g_str_has_suffix(name, ".json")) continue;
    g_autofree char *file = g_build_filename(folder, name, NULL);
    if (!check_file(trial, keys, file)) return FALSE;
  }
  return TRUE;
}

/* --- what is missing, which is no fault */

static gboolean is_asked_in(const LapGamePhase *phase)
{
  return !phase->removed && (phase->kind == LAP_PHASE_ONE || phase->kind == LAP_PHASE_TOGETHER);
}

static void note_level(GString *missing, const LapGame *game, LapTexts *texts, guint depth)
{
  for (guint i = 0; i < game->level[depth].plugin.phases.n; i++) {
    const LapGamePhase *phase = lap_game_phase(game, LAP_ID(depth, i));
    if (!is_asked_in(phase) || lap_title_beside(texts, "phase", phase->name, "prompt")) continue;
    g_autofree char *key = lap_text_key("phase", phase->name);
    g_string_append_printf(missing, "%s%s.prompt", missing->len ? ", " : "", key);
  }
}

/* Phases in which somebody chooses, without a prompt that says what. */
static void note_prompts(LapTrial *trial)
{
  g_autoptr(LapTexts) texts = lap_texts_new(trial->game, trial->folders, "en", NULL);
  g_autoptr(GString) missing = g_string_new(NULL);
  for (guint depth = 0; texts && depth < trial->game->depth; depth++) note_level(missing, trial->game, texts, depth);
  if (missing->len)
    g_snprintf(trial->page->note, sizeof trial->page->note,
               "note: frontends say \"choose one of these\" where there is no text for %s", missing->str);
}

gboolean lap_try_texts(LapTrial *trial)
{
  g_autoptr(GHashTable) keys = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (guint depth = 0; depth < trial->game->depth; depth++) {
    const char *folder = trial->folders ? trial->folders[depth] : NULL;
    add_level(keys, &trial->game->level[depth]);
    if (!folder) continue;
    g_autofree char *inner = g_build_filename(folder, "text", NULL);
    if (!check_folder(trial, keys, folder, "text.") || !check_folder(trial, keys, inner, "")) return FALSE;
  }
  if (trial->page->positions) note_prompts(trial);
  return TRUE;
}
