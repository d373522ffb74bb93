/* Linking a chain of plugins to a game.
 *
 * A chain is a base and the variants above it, each of which edits what is below: it adds fields, phases and kinds, and
 * overrides, inserts or removes phases, rules and operations. Linking works level by level, from the base up. For each
 * level the plugin's tables are copied into structs of the host (zero-extended, so that a plugin of an older minor
 * reads as one that leaves the new members out), checked, and laid over the result so far. Names are resolved to
 * pointers and ids once, here, so that the loop never looks up a name.
 *
 * Two views of the result matter. Hooks are dispatched from the top: code of the base that asks a rule gets the
 * variant's override. A hook that chains up must get the version *below its own level*, not below the top. Therefore
 * the tables of phases and rules are kept as seen from every level (LapGame.phase, LapGame.rule), and each hook slot
 * stores the depth of the level that it belongs to, which selects the context that the hook is called with.
 *
 * The steps are in link-fields.c (segments), link-kinds.c (pieces, actions, events, categories), link-phases.c (phases,
 * rules, operations, notices), link-extensions.c and options.c; link-names.c has what they share. */
#include "game.h"

#include <stddef.h>
#include <string.h>

#include "link.h"
#include "remote.h"

/* --- the head of a descriptor: what is read before anything else of a plugin is believed */

/* The struct of the first minor of this major: no plugin has a smaller one. It ends with `extensions`. */
#define SIZE_OF_FIRST_MINOR (offsetof(LapPlugin, extensions) + sizeof(LapTable))

static G_GNUC_PRINTF(2, 3) gboolean refuse(GError **error, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  if (error) *error = g_error_new_valist(LAP_GAME_ERROR, LAP_GAME_ERROR_INVALID, format, arguments);
  va_end(arguments);
  return FALSE;
}

gboolean lap_game_check_contract(guint major, guint minor, GError **error)
{
  if (major != LAP_API_MAJOR)
    return refuse(error, "speaks major %u of the contract, this host speaks major %d; build it against that", major,
                  LAP_API_MAJOR);
  if (minor > LAP_API_MINOR)
    return refuse(error, "needs %u.%u of the contract, this host has %d.%d; a newer host can load it", major, minor,
                  LAP_API_MAJOR, LAP_API_MINOR);
  return TRUE;
}

static gboolean check_size(const LapPlugin *plugin, GError **error)
{
  gsize size = plugin->struct_size, least = SIZE_OF_FIRST_MINOR, most = sizeof(LapPlugin);
  if (size < least)
    return refuse(error, "its descriptor has %zu bytes, the shortest of %d.x has %zu; begin it with LAP_PLUGIN_HEAD",
                  size, LAP_API_MAJOR, least);
  if (size > most)
    return refuse(error, "its descriptor has %zu bytes, that of %u.%u has at most %zu; begin it with LAP_PLUGIN_HEAD",
                  size, plugin->major, plugin->minor, most);
  return TRUE;
}

gboolean lap_game_check_head(const LapPlugin *plugin, GError **error)
{
  if (!plugin) return refuse(error, "its entry yields NULL; it must yield its descriptor");
  if (plugin->magic != LAP_MAGIC)
    return refuse(error, "its descriptor begins with 0x%08x, not with 0x%08x; begin it with LAP_PLUGIN_HEAD",
                  plugin->magic, LAP_MAGIC);
  return lap_game_check_contract(plugin->major, plugin->minor, error) && check_size(plugin, error);
}

/* --- levels */

static gboolean check_tables(const LapGameLevel *level, GError **error)
{
  const LapPlugin *plugin = &level->plugin;
  const struct {
    const char *name;
    const LapTable *table;
    guint most;
  } tables[] = {
      {"fields", &plugin->fields, 1000},        {"base", &plugin->base, 1000},
      {"hides", &plugin->hides, 1000},          {"pieces", &plugin->pieces, 255},
      {"catalogues", &plugin->catalogues, 255}, {"options", &plugin->options, 255},
      {"phases", &plugin->phases, 128},         {"actions", &plugin->actions, 255},
      {"events", &plugin->events, 255},         {"categories", &plugin->categories, 255},
      {"rules", &plugin->rules, 255},           {"extensions", &plugin->extensions, 255},
  };
  for (guint i = 0; i < G_N_ELEMENTS(tables); i++) {
    const LapTable *table = tables[i].table;
    if (table->n > 0 && (!table->v || table->stride == 0))
      return lap_link_fail(error, level, "table \"%s\" has %u rows but no address or stride: use LAP_TABLE",
                           tables[i].name, table->n);
    if (table->n > tables[i].most)
      return lap_link_fail(error, level, "table \"%s\" has %u rows, at most %u are possible", tables[i].name, table->n,
                           tables[i].most);
  }
  return TRUE;
}

static gboolean copy_level(LapGame *game, guint depth, const LapSource *source, GError **error)
{
  LapGameLevel *level = &game->level[depth];
  if (!lap_game_check_head(source->plugin, error)) return FALSE;
  memcpy(&level->plugin, source->plugin, MIN(source->plugin->struct_size, sizeof(LapPlugin)));
  LapPlugin *plugin = &level->plugin;
  if (!lap_link_is_word(plugin->id, "abcdefghijklmnopqrstuvwxyz0123456789-") ||
      !lap_link_is_word(plugin->version, "0123456789.")) {
    g_set_error(
        error, LAP_GAME_ERROR, LAP_GAME_ERROR_INVALID,
        "a plugin with the id \"%s\" and the version \"%s\": an id is a word of a-z, 0-9 and -, a version 1.2.3",
        plugin->id ? plugin->id : "", plugin->version ? plugin->version : "");
    return FALSE;
  }
  if (!check_tables(level, error)) return FALSE;
  level->fields = lap_link_copy_table(game, &plugin->fields, sizeof(LapField));
  level->base = lap_link_copy_table(game, &plugin->base, sizeof(LapField));
  level->pieces = lap_link_copy_table(game, &plugin->pieces, sizeof(LapPieces));
  level->options = lap_link_copy_table(game, &plugin->options, sizeof(LapOption));
  level->phases = lap_link_copy_table(game, &plugin->phases, sizeof(LapPhase));
  level->catalogues = lap_link_copy_table(game, &plugin->catalogues, sizeof(LapCatalogue));
  level->rules = lap_link_copy_table(game, &plugin->rules, sizeof(LapRule));
  level->rows = source->catalogues;
  if (source->build) g_ptr_array_add(game->owned, (gpointer)(level->build = g_strdup(source->build)));
  return lap_link_extensions(game, depth, source, error);
}

static gboolean link_seats(LapGame *game, guint depth, GError **error)
{
  const LapGameLevel *level = &game->level[depth];
  const LapPlugin *plugin = &level->plugin;
  if (depth == 0 || plugin->seats_max) {
    guint most = depth == 0 ? LAP_SEATS_MAX : game->level[0].plugin.seats_max;
    if (plugin->seats_min < 1 || plugin->seats_min > plugin->seats_max || plugin->seats_max > most)
      return lap_link_fail(error, level, "%u to %u seats, possible are 1 to %u", plugin->seats_min, plugin->seats_max,
                           most);
    game->seats_min = plugin->seats_min;
    game->seats_max = plugin->seats_max;
  }
  game->traits |= plugin->traits;
  if (plugin->derive) game->has_derived = TRUE;
  return TRUE;
}

static gboolean check_level(LapGame *game, guint depth, GError **error)
{
  const LapGameLevel *level = &game->level[depth];
  const LapPlugin *plugin = &level->plugin;
  if (plugin->depth != depth)
    return lap_link_fail(error, level, "says depth %u, but it stands at depth %u of its chain", plugin->depth, depth);
  if (depth > 0 && g_strcmp0(plugin->extends, game->level[depth - 1].plugin.id) != 0)
    return lap_link_fail(error, level, "extends %s, but stands on %s", plugin->extends,
                         game->level[depth - 1].plugin.id);
  if (depth == 0 && plugin->phases.n == 0)
    return lap_link_fail(error, level, "a base needs at least one phase; set .phases in the descriptor");
  if (depth == 0 && !plugin->score)
    return lap_link_fail(error, level, "a base needs a score hook; set .score in the descriptor");
  return lap_link_options(game, depth, error);
}

static gboolean link_level(LapGame *game, guint depth, GError **error)
{
  const LapGameLevel *level = &game->level[depth];
  return check_level(game, depth, error) && link_seats(game, depth, error) && lap_link_pieces(game, depth, error) &&
         lap_link_check_fields(level, error) &&
         (depth == 0 || lap_link_check_base(level, &game->level[depth - 1], error)) &&
         lap_link_fields(game, depth, error) && lap_link_kinds(game, depth, error) &&
         lap_link_phases(game, depth, error) && lap_link_rules(game, depth, error);
}

LapGame *lap_game_link(const LapSource *chain, guint n, GError **error)
{
  g_return_val_if_fail(n >= 1, NULL);
  g_autoptr(LapGame) game = g_new0(LapGame, 1);
  g_atomic_ref_count_init(&game->references);
  game->owned = g_ptr_array_new_with_free_func(g_free);
  game->fields = g_ptr_array_new_with_free_func(g_free);
  game->lists = g_ptr_array_new();
  game->idle = g_ptr_array_new();
  game->planes = g_ptr_array_new();
  game->sets = g_ptr_array_new();
  if (n > LAP_LEVELS_MAX) {
    g_set_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_INVALID, "a chain of %u plugins, at most %d are possible", n,
                LAP_LEVELS_MAX);
    return NULL;
  }
  for (guint depth = 0; depth < n; depth++) {
    if (!copy_level(game, depth, &chain[depth], error)) return NULL;
    game->depth = depth + 1;
    if (!link_level(game, depth, error)) return NULL;
  }
  game->id = game->level[n - 1].plugin.id;
  if (!lap_link_check_seats(game, error)) return NULL;
  lap_link_sort_fields(game);
  return g_steal_pointer(&game);
}

void lap_game_take_source(LapGame *game, gpointer source, GDestroyNotify free_source)
{
  game->source = source;
  game->free_source = free_source;
}

LapGame *lap_game_ref(LapGame *game)
{
  g_atomic_ref_count_inc(&game->references);
  return game;
}

void lap_game_unref(LapGame *game)
{
  if (!g_atomic_ref_count_dec(&game->references)) return;
  if (game->remote) game->remote->free(game->remote);
  g_ptr_array_unref(game->sets);
  g_ptr_array_unref(game->planes);
  g_ptr_array_unref(game->idle);
  g_ptr_array_unref(game->lists);
  g_ptr_array_unref(game->fields);
  g_ptr_array_unref(game->owned);
  if (game->free_source) game->free_source(game->source);
  g_free(game);
}
