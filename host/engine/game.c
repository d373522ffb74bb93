#include "game.h"

#include <string.h>

#include "link.h"

GQuark lap_game_error_quark(void) { return g_quark_from_static_string("lap-game-error-quark"); }

gboolean lap_link_fail(GError **error, const LapGameLevel *level, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  g_autofree char *text = g_strdup_vprintf(format, args);
  va_end(args);
  g_set_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_INVALID, "%s: %s", level->plugin.id, text);
  return FALSE;
}

static gboolean is_word(const char *name, const char *allowed)
{
  return name && *name && name[strspn(name, allowed)] == '\0';
}

gboolean lap_link_check_word(const LapGameLevel *level, const char *what, const char *name, GError **error)
{
  if (is_word(name, "abcdefghijklmnopqrstuvwxyz0123456789_")) return TRUE;
  return lap_link_fail(error, level, "%s is named \"%s\", a name is a word of a-z, 0-9 and _", what,
                       name ? name : "(nothing)");
}

gboolean lap_link_check_words(const LapGameLevel *level, const char *what, const char *const *names, GError **error)
{
  for (guint i = 0; names[i]; i++)
    if (!lap_link_check_word(level, what, names[i], error)) return FALSE;
  return TRUE;
}

const char *lap_link_qualify(LapGame *game, const LapGameLevel *level, const char *name)
{
  char *qualified = g_strconcat(level->plugin.id, "/", name, NULL);
  g_ptr_array_add(game->owned, qualified);
  return qualified;
}

gboolean lap_link_means(const char *name, const char *candidate)
{
  return g_str_equal(name, strchr(name, '/') ? candidate : strchr(candidate, '/') + 1);
}

/* The host's own copy of a table: rows of the host's size, what the plugin does not have is zero. */
static gpointer copy_table(LapGame *game, const LapTable *table, gsize row_size)
{
  guint8 *copy = g_malloc0_n(MAX(table->n, 1), row_size);
  for (guint i = 0; i < table->n; i++)
    memcpy(copy + i * row_size, (const guint8 *)table->v + i * table->stride, MIN(table->stride, row_size));
  g_ptr_array_add(game->owned, copy);
  return copy;
}

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
      {"rules", &plugin->rules, 255},
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
  if (!is_word(plugin->id, "abcdefghijklmnopqrstuvwxyz0123456789-") || !is_word(plugin->version, "0123456789.")) {
    g_set_error(
        error, LAP_GAME_ERROR, LAP_GAME_ERROR_INVALID,
        "a plugin with the id \"%s\" and the version \"%s\": an id is a word of a-z, 0-9 and -, a version 1.2.3",
        plugin->id ? plugin->id : "", plugin->version ? plugin->version : "");
    return FALSE;
  }
  if (!check_tables(level, error)) return FALSE;
  level->fields = copy_table(game, &plugin->fields, sizeof(LapField));
  level->base = copy_table(game, &plugin->base, sizeof(LapField));
  level->pieces = copy_table(game, &plugin->pieces, sizeof(LapPieces));
  level->options = copy_table(game, &plugin->options, sizeof(LapOption));
  level->phases = copy_table(game, &plugin->phases, sizeof(LapPhase));
  level->catalogues = copy_table(game, &plugin->catalogues, sizeof(LapCatalogue));
  level->rules = copy_table(game, &plugin->rules, sizeof(LapRule));
  level->rows = source->catalogues;
  const LapResample *resample = plugin->extension ? plugin->extension(LAP_RESAMPLE) : NULL;
  level->resample = resample && resample->struct_size >= sizeof(LapResample) ? resample : NULL;
  const LapHighlights *highlights = plugin->extension ? plugin->extension(LAP_HIGHLIGHTS) : NULL;
  level->highlights = highlights && highlights->struct_size >= sizeof(LapHighlights) ? highlights : NULL;
  return TRUE;
}

static gboolean check_options(const LapGameLevel *level, GError **error)
{
  for (guint i = 0; i < level->plugin.options.n; i++) {
    LapOption *option = &level->options[i];
    if (!lap_link_check_word(level, "an option", option->name, error)) return FALSE;
    for (guint j = 0; j < i; j++)
      if (g_str_equal(option->name, level->options[j].name))
        return lap_link_fail(error, level, "two options are named \"%s\"", option->name);
    if (option->choices && !lap_link_check_words(level, "a choice of an option", option->choices, error)) return FALSE;
    if (option->choices) {
      option->min = 0;
      option->max = (gint16)g_strv_length((char **)option->choices) - 1;
    }
    if (option->def < option->min || option->def > option->max)
      return lap_link_fail(error, level, "option \"%s\" has the default %d, which is not within %d..%d", option->name,
                           option->def, option->min, option->max);
  }
  return TRUE;
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
  if (depth == 0 && plugin->phases.n == 0) return lap_link_fail(error, level, "a base needs at least one phase");
  if (depth == 0 && !plugin->score) return lap_link_fail(error, level, "a base needs a score hook");
  return check_options(level, error);
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
    g_set_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_INVALID, "a chain of %u plugins, at most %u are possible", n,
                LAP_LEVELS_MAX);
    return NULL;
  }
  for (guint depth = 0; depth < n; depth++) {
    if (!copy_level(game, depth, &chain[depth], error)) return NULL;
    game->depth = depth + 1;
    if (!link_level(game, depth, error)) return NULL;
  }
  game->id = game->level[n - 1].plugin.id;
  lap_link_sort_fields(game);
  return g_steal_pointer(&game);
}

LapGame *lap_game_ref(LapGame *game)
{
  g_atomic_ref_count_inc(&game->references);
  return game;
}

void lap_game_unref(LapGame *game)
{
  if (!g_atomic_ref_count_dec(&game->references)) return;
  g_ptr_array_unref(game->sets);
  g_ptr_array_unref(game->planes);
  g_ptr_array_unref(game->idle);
  g_ptr_array_unref(game->lists);
  g_ptr_array_unref(game->fields);
  g_ptr_array_unref(game->owned);
  g_free(game);
}
