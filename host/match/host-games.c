/* The games of a host: loaded once, with their texts, until the registry has found another build.
 *
 * New matches are played with what a plugin's folder has now. Matches that run may keep a game that they had before,
 * and need its texts even if the plugin has been broken or removed since. So the last build of each plugin that could
 * be loaded is kept, and so are texts until those that replace them have been read. */
#include "host-private.h"
#include "log-header.h"
#include "refuse.h"

/* The last build of a plugin that could be loaded. */
typedef struct {
  LapGame *game;
  char **folders, **copies; /* of its levels: the author's, for messages, and those that are read */
  LapPictures *pictures;
  gboolean current; /* the registry has found nothing else since */
} Kept;

typedef struct {
  LapTexts *texts;
  gboolean current;
} KeptTexts;

static void kept_free(gpointer data)
{
  Kept *kept = data;
  lap_game_unref(kept->game);
  g_strfreev(kept->folders);
  g_strfreev(kept->copies);
  lap_pictures_free(kept->pictures);
  g_free(kept);
}

static void kept_texts_free(gpointer data)
{
  KeptTexts *kept = data;
  lap_texts_free(kept->texts);
  g_free(kept);
}

/* --- what changes */

static void on_plugin_changed(LapRegistry *registry G_GNUC_UNUSED, const char *id, int change G_GNUC_UNUSED,
                              LapHost *host)
{
  GHashTableIter iter;
  gpointer texts;
  const char *of;
  Kept *kept = g_hash_table_lookup(host->games, id);
  if (kept) kept->current = FALSE;
  if (kept) lap_host_note_all_outdated(host);
  g_autofree char *prefix = g_strconcat(id, " ", NULL);
  g_hash_table_iter_init(&iter, host->texts);
  while (g_hash_table_iter_next(&iter, (gpointer *)&of, &texts))
    if (g_str_has_prefix(of, prefix)) ((KeptTexts *)texts)->current = FALSE;
}

void lap_host_init_games(LapHost *host)
{
  host->games = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, kept_free);
  host->texts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, kept_texts_free);
  host->former = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)lap_game_unref);
  g_signal_connect(host->registry, "plugin-changed", G_CALLBACK(on_plugin_changed), host);
}

void lap_host_clear_games(LapHost *host)
{
  if (host->registry) g_signal_handlers_disconnect_by_data(host->registry, host);
  g_clear_pointer(&host->texts, g_hash_table_unref);
  g_clear_pointer(&host->games, g_hash_table_unref);
  g_clear_pointer(&host->former, g_hash_table_unref);
  g_clear_pointer(&host->unavailable, g_free);
}

/* --- games */

static gboolean no_game(GError **error, const GError *failure)
{
  gboolean unknown = g_error_matches(failure, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_NOT_FOUND);
  return lap_match_refuse(error, unknown ? LAP_MATCH_ERROR_NOT_FOUND : LAP_MATCH_ERROR_UNAVAILABLE, "%s",
                          failure->message);
}

static Kept *keep(LapHost *host, const char *id, LapGame *game)
{
  Kept *kept = g_new0(Kept, 1);
  kept->game = game;
  kept->folders = g_strdupv((char **)lap_registry_get_folders(host->registry, id));
  kept->copies = g_strdupv((char **)lap_registry_get_copies(host->registry, id));
  kept->pictures = lap_pictures_new((const char *const *)kept->copies);
  kept->current = TRUE;
  g_hash_table_insert(host->games, g_strdup(id), kept);
  return kept;
}

static Kept *find_current(LapHost *host, const char *id, GError **error)
{
  g_autoptr(GError) failure = NULL;
  Kept *kept = g_hash_table_lookup(host->games, id);
  if (kept && kept->current) return kept;
  LapGame *game = lap_registry_load(host->registry, id, &failure);
  if (game) return keep(host, id, game);
  no_game(error, failure);
  return NULL;
}

LapGame *lap_host_get_game(LapHost *host, const char *id, GError **error)
{
  Kept *kept = find_current(host, id, error);
  return kept ? kept->game : NULL;
}

/* The present build, or else the last one. */
static Kept *find_any(LapHost *host, const char *id, GError **error)
{
  g_autoptr(GError) failure = NULL;
  Kept *kept = find_current(host, id, &failure);
  if (!kept) kept = g_hash_table_lookup(host->games, id);
  if (!kept) g_propagate_error(error, g_steal_pointer(&failure));
  return kept;
}

LapGame *lap_host_get_last_game(LapHost *host, const char *id, GError **error)
{
  Kept *kept = find_any(host, id, error);
  return kept ? kept->game : NULL;
}

/* --- former builds */

/* Its texts are shown where there are no newer ones. */
static void keep_former(LapHost *host, LapGame *game, char **copies)
{
  if (g_hash_table_contains(host->games, game->id)) {
    g_strfreev(copies);
    return;
  }
  Kept *kept = g_new0(Kept, 1);
  *kept = (Kept){.game = lap_game_ref(game), .folders = g_strdupv(copies), .copies = copies};
  kept->pictures = lap_pictures_new((const char *const *)copies);
  g_hash_table_insert(host->games, g_strdup(game->id), kept);
}

/* One that is nowhere, or that the operator does not want, is no surprise. Once for each reason, since clients ask as
 * often as they like. */
static void warn_of(LapHost *host, const char *build, const GError *failure)
{
  if (g_error_matches(failure, LAP_STORE_ERROR, LAP_STORE_ERROR_NOT_FOUND) || failure->domain == LAP_MATCH_ERROR)
    return;
  g_autofree char *why = g_strdup_printf("build %.12s: %s", build, failure->message);
  if (g_strcmp0(host->unavailable, why) != 0) g_warning("%s", why);
  g_free(host->unavailable);
  host->unavailable = g_steal_pointer(&why);
}

static LapGame *load_former(LapHost *host, char **builds, char ***copies)
{
  g_autoptr(GError) failure = NULL;
  const char *const *rules = (const char *const *)builds;
  LapGame *game = lap_registry_load_rules(host->registry, rules, copies, &failure);
  if (g_error_matches(failure, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_NOT_FOUND)) {
    g_clear_error(&failure);
    if (lap_builds_take_out(host, builds, &failure))
      game = lap_registry_load_rules(host->registry, rules, copies, &failure);
  }
  if (!game) warn_of(host, builds[g_strv_length(builds) - 1], failure);
  return game;
}

LapGame *lap_host_get_former_game(LapHost *host, const char *id, char **builds)
{
  char **copies = NULL;
  LapGame *present = lap_host_get_game(host, id, NULL);
  if (present && lap_log_builds_are_of(builds, present)) return NULL;
  g_autofree char *key = g_strjoinv(" ", builds);
  LapGame *former = g_hash_table_lookup(host->former, key);
  if (former) return former;
  former = load_former(host, builds, &copies);
  if (!former) return NULL;
  keep_former(host, former, copies);
  g_hash_table_insert(host->former, g_steal_pointer(&key), former);
  return former;
}

/* --- texts */

/* Messages name the author's file, not the copy that was read. */
static gboolean no_texts(GError **error, const Kept *kept, const GError *failure)
{
  g_autoptr(GString) message = g_string_new(failure->message);
  for (guint depth = 0; kept->copies && kept->copies[depth]; depth++)
    g_string_replace(message, kept->copies[depth], kept->folders[depth], 0);
  return lap_match_refuse(error, LAP_MATCH_ERROR_UNAVAILABLE, "%s", message->str);
}

static KeptTexts *kept_texts_new(LapTexts *texts)
{
  KeptTexts *kept = g_new(KeptTexts, 1);
  *kept = (KeptTexts){texts, TRUE};
  return kept;
}

static KeptTexts *read_texts(LapHost *host, const char *id, const char *language, GError **error)
{
  g_autoptr(GError) failure = NULL;
  const Kept *kept = find_any(host, id, error);
  if (!kept) return NULL;
  LapTexts *texts = lap_texts_new(kept->game, (const char *const *)kept->copies, language, &failure);
  if (texts) return kept_texts_new(texts);
  no_texts(error, kept, failure);
  return NULL;
}

/* In English; or else without texts, with the names that the rules have for all that there is. */
static KeptTexts *read_other_texts(LapHost *host, const char *id)
{
  const Kept *kept = find_any(host, id, NULL);
  LapTexts *texts = kept ? lap_texts_new(kept->game, (const char *const *)kept->copies, "en", NULL) : NULL;
  if (kept && !texts) texts = lap_texts_new(kept->game, NULL, "en", NULL);
  return texts ? kept_texts_new(texts) : NULL;
}

/* Texts that cannot be read keep no match from going on. */
LapTexts *lap_host_get_texts(LapHost *host, const char *id, const char *language, GError **error)
{
  g_autoptr(GError) failure = NULL;
  g_autofree char *name = g_strconcat(id, " ", language, NULL);
  KeptTexts *kept = g_hash_table_lookup(host->texts, name);
  if (kept && kept->current) return kept->texts;
  KeptTexts *read = read_texts(host, id, language, &failure);
  if (!read && !kept) read = read_other_texts(host, id);
  if (read && failure) g_warning("%s; English ones or names are shown instead", failure->message);
  if (read) {
    g_hash_table_insert(host->texts, g_steal_pointer(&name), read);
    return read->texts;
  }
  if (!kept) {
    g_propagate_error(error, g_steal_pointer(&failure));
    return NULL;
  }
  g_warning("%s; the texts from before are shown", failure->message);
  kept->current = TRUE;
  return kept->texts;
}

/* --- pictures */

const LapPictures *lap_host_get_pictures(LapHost *host, const char *id)
{
  const Kept *kept = find_any(host, id, NULL);
  return kept ? kept->pictures : NULL;
}

GBytes *lap_host_get_picture(LapHost *host, const char *address)
{
  GHashTableIter iter;
  gpointer kept;
  GBytes *picture = NULL;
  g_hash_table_iter_init(&iter, host->games);
  while (!picture && g_hash_table_iter_next(&iter, NULL, &kept))
    picture = lap_pictures_get(((Kept *)kept)->pictures, address);
  return picture;
}

/* --- builds in use */

typedef struct {
  const LapGameLevel *level;
  guint matches;
} Use;

/* The level of a running match that is the plugin, or NULL. */
static const LapGameLevel *level_of(const LapMatch *match, const char *id)
{
  const LapGame *game = match->ruleset && !match->result ? match->ruleset->game : NULL;
  for (guint depth = 0; game && depth < game->depth; depth++)
    if (g_str_equal(game->level[depth].plugin.id, id)) return &game->level[depth];
  return NULL;
}

/* Adds to `uses`, from the name of a build to Use. */
static void add_use(GHashTable *uses, const LapGameLevel *level)
{
  if (!level || !level->build) return;
  Use *use = g_hash_table_lookup(uses, level->build);
  if (!use) g_hash_table_insert(uses, (gpointer)level->build, use = g_new0(Use, 1));
  use->level = level;
  use->matches++;
}

void lap_host_visit_builds(LapHost *host, const char *id, LapBuildVisit visit, gpointer data)
{
  g_autoptr(GHashTable) uses = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
  GHashTableIter iter;
  gpointer of;
  g_hash_table_iter_init(&iter, host->matches);
  while (g_hash_table_iter_next(&iter, NULL, &of)) add_use(uses, level_of(of, id));
  g_hash_table_iter_init(&iter, uses);
  while (g_hash_table_iter_next(&iter, NULL, &of)) {
    const Use *use = of;
    visit(use->level->build, use->level->plugin.version, use->matches, data);
  }
}
