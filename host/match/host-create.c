/* The matches of a host: found, created by settings, created again as a rematch. */
#include <string.h>

#include "continuation.h"
#include "host/engine/patience.h"
#include "host/engine/position.h"

/* --- those that there are */

static LapMatch *not_found(GError **error, const char *id)
{
  g_autofree char *shown = g_str_is_ascii(id) ? g_strndup(id, LAP_STORE_ID_MAX) : g_strdup("of that id");
  lap_match_refuse(error, LAP_MATCH_ERROR_NOT_FOUND, "there is no match %s", shown);
  return NULL;
}

static LapMatch *restore(LapHost *host, const char *id, GError **error)
{
  g_autoptr(GError) failure = NULL;
  if (!lap_host_claim(host, id, error)) return NULL;
  g_autoptr(LapStored) stored = lap_store_find(host->store, id, &failure);
  if (!stored && (g_error_matches(failure, LAP_STORE_ERROR, LAP_STORE_ERROR_NOT_FOUND) ||
                  g_error_matches(failure, LAP_STORE_ERROR, LAP_STORE_ERROR_INVALID)))
    return not_found(error, id);
  if (!stored) {
    lap_match_refuse(error, LAP_MATCH_ERROR_STORE, "match %s cannot be read: %s", id, failure->message);
    return NULL;
  }
  g_autoptr(LapMatch) match = lap_match_new(host, id);
  g_autoptr(GPtrArray) snapshots = g_ptr_array_new_with_free_func((GDestroyNotify)lap_snapshot_free);
  if (!lap_match_restore(match, stored, snapshots, error)) return NULL;
  if (snapshots->len) lap_store_keep_snapshots(host->store, id, snapshots, NULL);
  lap_host_adopt(host, match);
  return g_steal_pointer(&match);
}

LapMatch *lap_host_find(LapHost *host, const char *id, GError **error)
{
  LapMatch *match = lap_host_in_memory(host, id);
  if (!match) return restore(host, id, error);
  return lap_match_ready(match, error) ? g_object_ref(match) : NULL;
}

/* --- new ones */

static gboolean invalid(GError **error, const GError *failure)
{
  gboolean option = g_error_matches(failure, LAP_GAME_ERROR, LAP_GAME_ERROR_OPTION);
  return lap_match_refuse(error, option ? LAP_MATCH_ERROR_INVALID : LAP_MATCH_ERROR_FAULT, "%s", failure->message);
}

/* --- what is handed out */

static char *invitation_of(const LapMatchHeader *header, guint seat, const char *key)
{
  if (header->bot[seat]) return g_strdup("");
  return lap_secret_derive(header->salt, "invitation%u:0:%s", seat, key);
}

static LapInvitations *invitations_of(const LapMatchHeader *header, guint seats, const char *key)
{
  LapInvitations *invitations = g_new0(LapInvitations, 1);
  invitations->invitations = g_new0(char *, seats + 1);
  invitations->n = seats;
  for (guint seat = 0; seat < seats; seat++) invitations->invitations[seat] = invitation_of(header, seat, key);
  invitations->watch = lap_secret_derive(header->salt, "watch:%s", key);
  return invitations;
}

static void hash_secrets(LapMatchHeader *header, const LapInvitations *invitations)
{
  header->watch = lap_secret_hash(invitations->watch);
  for (guint seat = 0; seat < invitations->n; seat++)
    if (!header->bot[seat]) header->invitation[seat] = lap_secret_hash(invitations->invitations[seat]);
}

/* --- how it begins */

/* So many matches wait at most for rules that have not answered yet. */
#define DRAWN_MAX 1000

/* Draws salt and seed of a match, or takes those that were drawn for it when its rules did not answer in time. */
static void draw(LapHost *host, const char *id, LapMatchHeader *header)
{
  const LapDrawn *drawn = g_hash_table_lookup(host->drawn, id);
  if (drawn) {
    memcpy(header->salt, drawn->salt, sizeof header->salt);
    header->seed = drawn->seed;
    g_hash_table_remove(host->drawn, id);
    return;
  }
  lap_host_random(host, header->salt, sizeof header->salt);
  lap_host_random(host, (guint8 *)&header->seed, sizeof header->seed);
}

static void keep_drawn(LapHost *host, const char *id, const guint8 salt[LAP_SALT_SIZE], guint64 seed)
{
  LapDrawn *drawn = g_new(LapDrawn, 1);
  memcpy(drawn->salt, salt, sizeof drawn->salt);
  drawn->seed = seed;
  if (g_hash_table_size(host->drawn) >= DRAWN_MAX) g_hash_table_remove_all(host->drawn);
  g_hash_table_insert(host->drawn, g_strdup(id), drawn);
}

static void choose_seed(const LapMatchSettings *settings, LapMatchHeader *header)
{
  header->seeded = lap_match_settings_seed_holds(settings);
  if (header->seeded)
    header->seed = settings->seed;
  else if (settings->seeded)
    header->seed = lap_secret_mark(header->salt, "seed:%" G_GUINT64_FORMAT, settings->seed);
}

static LapMatchHeader header_of(LapHost *host, const LapMatchSettings *settings, const char *id)
{
  LapMatchHeader header = {.is_public = settings->is_public,
                           .hints = settings->hints,
                           .messages = settings->messages,
                           .initial = settings->initial,
                           .increment = settings->increment,
                           .digest = lap_match_settings_mark(settings)};
  for (guint seat = 0; seat < settings->seats; seat++) header.bot[seat] = settings->bot[seat];
  draw(host, id, &header);
  choose_seed(settings, &header);
  return header;
}

/* Where two would be called the same, the later one is called otherwise. Returns: (transfer full): all of their names
 */
static GPtrArray *name_bots(LapMatchHeader *header, const LapMatchSettings *settings)
{
  GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
  for (guint seat = 0; seat < settings->seats; seat++) {
    if (!settings->bot[seat]) continue;
    const char *const *others = (const char *const *)names->pdata, *given = settings->bot_name[seat];
    g_autofree char *wanted = given ? g_strdup(given) : lap_name_of_bot(settings->bot[seat], seat);
    char *name = lap_name_free(wanted, others, names->len);
    header->name[seat] = given || !g_str_equal(name, wanted) ? name : NULL;
    g_ptr_array_add(names, name);
  }
  return names;
}

static gboolean hash_start(LapMatchHeader *header, LapRuleset *ruleset, GError **error)
{
  g_autoptr(GError) failure = NULL;
  LapSession *session = lap_ruleset_start(ruleset, header->seed, &failure);
  if (!session) return invalid(error, failure);
  header->hash = lap_hash(lap_session_engine(session), lap_session_block(session));
  return TRUE;
}

/* Creates a match as if it had been read from the store, and stages its header. Returns: (transfer full) */
static LapMatch *begin(LapHost *host, const char *id, const LapMatchHeader *header, const LapRuleset *ruleset,
                       GError **error)
{
  g_autoptr(GString) line = g_string_new(NULL);
  lap_match_header_write(header, ruleset->settings, ruleset->seats, line);
  gint64 now = lap_host_now_us(host);
  g_autoptr(LapMatch) match = lap_match_new(host, id);
  const LapStored stored = {.id = match->id, .game = (char *)ruleset->game->id, .header = line->str, .created = now};
  lap_match_play_with(match, ruleset->game);
  if (!lap_match_start_stored(match, &stored, error)) return NULL;
  lap_host_adopt(host, match);
  if (!lap_batch_add_match(host, match, line->str, error)) return NULL;
  lap_schedule_note(&host->schedule, match);
  return g_steal_pointer(&match);
}

static LapMatch *start(LapHost *host, const char *id, LapMatchHeader *header, LapRuleset *ruleset, GError **error)
{
  LapMatch *match = hash_start(header, ruleset, error) ? begin(host, id, header, ruleset, error) : NULL;
  if (!match && lap_patience_is_out()) keep_drawn(host, id, header->salt, header->seed);
  return match;
}

static gboolean may_begin(LapHost *host, const char *game, GError **error)
{
  if (!lap_batch_is_open(host, error)) return FALSE;
  return !lap_host_is_disabled(host, game) ||
         lap_match_refuse(error, LAP_MATCH_ERROR_REFUSED, "no new matches of %s are begun here now", game);
}

/* --- by settings */

static LapRuleset *ruleset_of(LapHost *host, const LapMatchSettings *settings, GError **error)
{
  g_autoptr(GError) failure = NULL;
  LapGame *game = lap_host_get_game(host, settings->game, error);
  if (!game) return NULL;
  if (settings->seats < game->seats_min || settings->seats > game->seats_max) {
    lap_match_refuse(error, LAP_MATCH_ERROR_INVALID, "%s is for %u to %u seats, not for %u", game->id, game->seats_min,
                     game->seats_max, settings->seats);
    return NULL;
  }
  g_autoptr(GPtrArray) pairs = g_ptr_array_copy(settings->options, NULL, NULL);
  g_ptr_array_set_free_func(pairs, NULL);
  g_ptr_array_add(pairs, NULL);
  LapRuleset *ruleset = lap_ruleset_acquire(host->rulesets, game, settings->seats, (const char *const *)pairs->pdata,
                                            &failure);
  if (!ruleset) invalid(error, failure);
  return ruleset;
}

/* As the match that it goes on from began. */
static void begin_as(const LapContinuation *from, const LapMatchSettings *settings, LapMatchHeader *header)
{
  header->seed = from->seed;
  header->seeded = TRUE;
  header->from = settings->from;
  header->from_seq = settings->from_seq;
  header->carried = from->entries->len;
}

/* Goes through what it goes on from; if that fails, it was never there. */
static LapMatch *go_on(LapMatch *match, const LapContinuation *from, GError **error)
{
  LapHost *host = match->host;
  gboolean in_batch = host->in_batch;
  if (!from->source) return match;
  if (!in_batch) lap_host_begin(host);
  gboolean good = lap_continuation_enter(from, match, error);
  if (!good) lap_host_remove(host, match->id, NULL);
  if (!in_batch) good &= lap_host_end(host, good ? error : NULL);
  if (!good) g_object_unref(match);
  return good ? match : NULL;
}

static LapMatch *create(LapHost *host, const char *id, const LapMatchSettings *settings, const char *key,
                        LapInvitations **invitations, GError **error)
{
  g_auto(LapContinuation) from = {0};
  if (!may_begin(host, settings->game, error)) return NULL;
  if (settings->from && !lap_continuation_read(&from, host, settings, error)) return NULL;
  LapRuleset *ruleset = from.source ? lap_ruleset_ref(from.source->original) : ruleset_of(host, settings, error);
  if (!ruleset) return NULL;
  LapMatchHeader header = header_of(host, settings, id);
  if (from.source) begin_as(&from, settings, &header);
  g_autoptr(GPtrArray) names = name_bots(&header, settings);
  g_autoptr(LapInvitations) given = invitations_of(&header, settings->seats, key);
  hash_secrets(&header, given);
  g_autoptr(LapMatch) match = start(host, id, &header, ruleset, error);
  lap_ruleset_release(ruleset);
  if (match) match = go_on(match, &from, error);
  if (!match || !lap_batch_settle(host, error)) return NULL;
  if (invitations) *invitations = g_steal_pointer(&given);
  return g_steal_pointer(&match);
}

/* --- by a key that came before */

static void invite_again(LapMatch *match, const char *key, LapInvitations **invitations)
{
  LapMatchHeader header = {0};
  memcpy(header.salt, match->salt, sizeof header.salt);
  if (invitations) *invitations = invitations_of(&header, lap_match_seats(match), key);
}

static void empty_bots(const LapMatchSettings *settings, LapInvitations *invitations)
{
  for (guint seat = 0; seat < invitations->n; seat++)
    if (settings->bot[seat]) *invitations->invitations[seat] = '\0';
}

static LapMatch *same(LapMatch *match, const LapMatchSettings *settings, LapInvitations **invitations, GError **error)
{
  if (match->digest != lap_match_settings_mark(settings)) {
    lap_match_refuse(error, LAP_MATCH_ERROR_KEY_REUSED,
                     "the key came before with other settings; each match needs a new one");
    return NULL;
  }
  invite_again(match, settings->key, invitations);
  if (invitations) empty_bots(settings, *invitations);
  return g_object_ref(match);
}

static char *invent_key(LapHost *host)
{
  guint8 bytes[16];
  GString *key = g_string_new(NULL);
  lap_host_random(host, bytes, sizeof bytes);
  lap_secret_write_hex(bytes, sizeof bytes, key);
  return g_string_free(key, FALSE);
}

LapMatch *lap_host_create(LapHost *host, const LapMatchSettings *settings, LapInvitations **invitations, GError **error)
{
  g_autoptr(GError) failure = NULL;
  if (invitations) *invitations = NULL;
  if (!lap_match_settings_check(settings, error)) return NULL;
  g_autofree char *key = settings->key ? g_strdup(settings->key) : invent_key(host);
  g_autofree char *id = lap_secret_id("match", key);
  g_autoptr(LapMatch) before = lap_host_find(host, id, &failure);
  if (before) return same(before, settings, invitations, error);
  if (g_error_matches(failure, LAP_MATCH_ERROR, LAP_MATCH_ERROR_NOT_FOUND))
    return create(host, id, settings, key, invitations, error);
  g_propagate_error(error, g_steal_pointer(&failure));
  return NULL;
}

/* --- by agreement */

static LapMatchHeader again(LapHost *host, const LapMatch *match, const char *id)
{
  LapMatchHeader header = {.is_public = match->is_public,
                           .hints = match->hints,
                           .messages = match->messages,
                           .initial = match->initial,
                           .increment = match->increment,
                           .watch = match->watch,
                           .digest = match->digest};
  for (guint seat = 0; seat < lap_match_seats(match); seat++) {
    const LapSeatState *state = &match->seat[seat];
    header.bot[seat] = state->bot ? state->bot->name : NULL;
    header.name[seat] = state->name;
    header.token[seat] = state->token;
    header.invitation[seat] = state->invitation;
  }
  draw(host, id, &header);
  return header;
}

/* The ruleset of a rematch: the same options and seats, with the present build of the game. */
static LapRuleset *present_ruleset(LapHost *host, const LapMatch *match, GError **error)
{
  g_autoptr(GError) failure = NULL;
  LapGame *game = lap_host_get_game(host, match->ruleset->game->id, error);
  LapRuleset *ruleset = game ? lap_ruleset_acquire(host->rulesets, game, match->ruleset->seats,
                                                   (const char *const *)match->ruleset->option_texts, &failure)
                             : NULL;
  if (game && !ruleset) invalid(error, failure);
  return ruleset;
}

char *lap_host_create_rematch(LapHost *host, LapMatch *match, GError **error)
{
  g_autofree char *id = lap_secret_id("rematch", match->id);
  LapMatchHeader header = again(host, match, id);
  LapRuleset *ruleset = may_begin(host, match->ruleset->game->id, error) ? present_ruleset(host, match, error) : NULL;
  if (!ruleset) return NULL;
  g_autoptr(LapMatch) next = start(host, id, &header, ruleset, error);
  lap_ruleset_release(ruleset);
  return next ? g_steal_pointer(&id) : NULL;
}
