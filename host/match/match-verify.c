/* Whether a match in the store is whole: every hash of its chain fits, the rules give the same result at each move, and
 * what lists show of it is so. */
#include <string.h>

#include "host-private.h"

static gboolean differs(const LapStored *stored, const char *what, GError **error)
{
  return lap_match_refuse(error, LAP_MATCH_ERROR_STORE, "match %s: %s in lists than after its entries", stored->id,
                          what);
}

static gboolean is_listed_as_it_is(LapMatch *match, const LapStored *stored, GError **error)
{
  g_autofree char *seats = lap_batch_stored_seats(match);
  if (!g_str_equal(stored->game, lap_match_get_game_id(match))) return differs(stored, "another game", error);
  if (stored->state != lap_batch_stored_state(match)) return differs(stored, "another state", error);
  if (!g_str_equal(stored->seats, seats)) return differs(stored, "other seats", error);
  return stored->is_public == match->is_public || differs(stored, "it is seen by others", error);
}

/* Whether the builds that a header or an entry names are here. In a name of a player the quotation marks would be
 * escaped. */
static gboolean has_builds(LapHost *host, const char *line)
{
  static const char member[] = "\"build\":\"";
  while ((line = strstr(line, member))) {
    line += strlen(member);
    g_autofree char *build = g_strndup(line, strcspn(line, "\""));
    char *builds[] = {build, NULL};
    if (!lap_builds_take_out(host, builds, NULL)) return FALSE;
  }
  return TRUE;
}

static gboolean has_all_builds(LapHost *host, const LapStored *stored, GPtrArray *entries)
{
  gboolean all = has_builds(host, stored->header);
  for (guint i = 0; all && i < entries->len; i++) all = has_builds(host, entries->pdata[i]);
  return all;
}

gboolean lap_host_verify_match(LapHost *host, const LapStored *stored, gboolean *replayed, GError **error)
{
  g_autoptr(GError) failure = NULL;
  *replayed = FALSE;
  g_autoptr(GPtrArray) entries = lap_store_entries(host->store, stored->id, 0, G_MAXUINT64, &failure);
  if (!entries) return lap_match_refuse(error, LAP_MATCH_ERROR_STORE, "match %s: %s", stored->id, failure->message);
  *replayed = lap_host_get_game(host, stored->game, NULL) || lap_match_former_game(host, stored);
  if (!*replayed) return TRUE;
  g_autoptr(LapMatch) match = lap_match_new(host, stored->id);
  *replayed = !(stored->state & LAP_STORED_UNSAFE);
  if (lap_match_replay(match, stored, &failure)) return is_listed_as_it_is(match, stored, error);
  *replayed = has_all_builds(host, stored, entries);
  if (!*replayed) return TRUE;
  g_propagate_error(error, g_steal_pointer(&failure));
  return FALSE;
}
