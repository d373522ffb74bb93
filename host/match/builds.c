/* Builds that the store keeps: so that a match which is not over can go on with the rules that it is played by when
 * their plugin is gone, the cache of copies is empty, or the store is on another machine.
 *
 * Each level of a match's game is a build. The first match that needs one puts a copy of its files into the store, in
 * the transaction in which that match is created or gets other rules; further matches only refer to it. What is taken
 * out becomes a copy in the cache again, and is tried as any new plugin is before it is loaded. */
#include "host-private.h"
#include "host/plugins/copies.h"

/* --- into the store */

/* NULL if the store has it, or cannot keep it: the match then depends on the plugin's folder and the cache. */
static GBytes *pack(LapHost *host, const char *build)
{
  if (lap_store_has_build(host->store, build)) return NULL;
  g_autoptr(GBytes) packed = lap_copy_pack(build);
  if (packed && g_bytes_get_size(packed) <= LAP_STORE_BUILD_MAX) return g_steal_pointer(&packed);
  g_warning("build %.12s is not kept in the store: %s", build, packed ? "it is too large" : "its copy is not there");
  return NULL;
}

static gboolean keep(LapHost *host, const LapMatch *match, const char *build, GError **error)
{
  g_autoptr(GBytes) packed = pack(host, build);
  return lap_store_keep_build(host->store, match->id, build, packed, error);
}

/* Builds that new matches are played with will be needed again. */
static gboolean release(LapHost *host, const LapMatch *match, GError **error)
{
  const LapGame *game = match->ruleset->game;
  gboolean former = lap_host_get_game(host, game->id, NULL) != game;
  return lap_store_release_builds(host->store, match->id, former, error);
}

gboolean lap_builds_keep(LapHost *host, LapMatch *match, GError **error)
{
  const LapGame *game = match->ruleset->game;
  if (lap_match_get_state(match) == LAP_MATCH_OVER) return release(host, match, error);
  for (guint depth = 0; depth < game->depth; depth++)
    if (game->level[depth].build && !keep(host, match, game->level[depth].build, error)) return FALSE;
  return TRUE;
}

/* --- out of it */

static gboolean take_out(LapHost *host, const char *build, GError **error)
{
  g_autoptr(LapBuild) copy = lap_copy_find(build);
  if (copy) return TRUE;
  if (host->refuses_stored_builds)
    return lap_match_refuse(error, LAP_MATCH_ERROR_UNAVAILABLE, "its copy is gone, and none is taken out of the store");
  g_autoptr(GBytes) packed = lap_store_get_build(host->store, build, error);
  return packed && lap_copy_unpack(build, packed, error);
}

gboolean lap_builds_take_out(LapHost *host, char **builds, GError **error)
{
  for (; *builds; builds++)
    if (!take_out(host, *builds, error)) return FALSE;
  return TRUE;
}

void lap_host_refuse_stored_builds(LapHost *host) { host->refuses_stored_builds = TRUE; }
