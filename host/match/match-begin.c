/* How a match begins: from its header, whether it is new or was stored. */
#include <string.h>

#include "host-private.h"
#include "host/engine/position.h"

/* The reader of logs counts lines, of which a header is the first. */
static gboolean unavailable(GError **error, const char *id, const char *what)
{
  if (g_str_has_prefix(what, "line 1: ")) what += strlen("line 1: ");
  return lap_match_refuse(error, LAP_MATCH_ERROR_UNAVAILABLE, "match %s, its header: %s", id, what);
}

/* --- what it is of */

static char **pairs_of(JsonObject *options)
{
  GPtrArray *pairs = g_ptr_array_new();
  g_autoptr(GList) names = json_object_get_members(options);
  for (GList *name = names; name; name = name->next) {
    g_ptr_array_add(pairs, g_strdup(name->data));
    g_ptr_array_add(pairs, g_strdup(lap_log_string(options, name->data)));
  }
  g_ptr_array_add(pairs, NULL);
  return (char **)g_ptr_array_free(pairs, FALSE);
}

static const char *game_of(const LapLogHeader *log)
{
  guint top = json_array_get_length(log->plugins) - 1;
  return lap_log_string(json_array_get_object_element(log->plugins, top), "id");
}

/* Hashing the data of a game takes long; a header that says all of it in the same words fits. */
static gboolean fits(const LapRuleset *ruleset, const LapLogHeader *log, const char *line, GError **error)
{
  const char *settings = strstr(line, "\"plugins\":");
  return (settings && g_str_has_prefix(settings, ruleset->settings)) || lap_log_header_fits(log, ruleset->game, error);
}

static LapRuleset *ruleset_of(LapHost *host, const LapStored *stored, const LapLogHeader *log, GError **error)
{
  g_autoptr(GError) failure = NULL;
  if (!g_str_equal(game_of(log), stored->game)) {
    unavailable(error, stored->id, "it is of another game than the store says");
    return NULL;
  }
  g_auto(GStrv) pairs = pairs_of(log->options);
  LapGame *game = lap_host_get_game(host, stored->game, &failure);
  LapRuleset *ruleset = game ? lap_ruleset_acquire(host->rulesets, game, log->seats, (const char *const *)pairs,
                                                   &failure)
                             : NULL;
  if (ruleset && fits(ruleset, log, stored->header, &failure)) return ruleset;
  lap_ruleset_release(ruleset);
  unavailable(error, stored->id, failure->message);
  return NULL;
}

/* --- back to nothing */

static void clear(LapMatch *match)
{
  for (guint seat = 0; match->ruleset && seat < lap_match_seats(match); seat++) g_free(match->chair[seat].name);
  if (match->ruleset) lap_ruleset_forget(match->ruleset, match);
  g_clear_pointer(&match->ruleset, lap_ruleset_release);
  g_clear_pointer(&match->block, lap_block_free);
  g_clear_pointer(&match->chair, g_free);
  g_clear_pointer(&match->names, g_free);
  g_clear_pointer(&match->rematch, g_free);
  g_clear_pointer(&match->told, lap_told_free);
  g_byte_array_set_size(match->movers, 0);
  g_array_set_size(match->granted, 0);
  match->seq = match->decision = 0;
  match->result = LAP_RESULT_NONE;
  match->proposal = LAP_PROPOSAL_NONE;
  match->asked = 0;
}

/* --- and on to the start */

static void take_chairs(LapMatch *match, const LapMatchHeader *header)
{
  guint seats = lap_match_seats(match);
  match->chair = g_new0(LapChair, seats);
  match->names = g_new0(const char *, seats);
  for (guint seat = 0; seat < seats; seat++) {
    match->chair[seat].invitation = header->invitation[seat];
    match->chair[seat].left = header->initial;
    if (header->bot[seat])
      lap_match_set_bot(match, seat, lap_bot_named(header->bot[seat]), header->name[seat]);
    else if (header->name[seat])
      lap_match_seat_person(match, seat, header->name[seat], &header->token[seat]);
  }
}

static void take(LapMatch *match, const LapMatchHeader *header)
{
  match->is_public = header->is_public;
  match->initial = header->initial;
  match->increment = header->increment;
  match->watch = header->watch;
  match->digest = header->digest;
  memcpy(match->salt, header->salt, sizeof match->salt);
  take_chairs(match, header);
}

static gboolean start(LapMatch *match, const LapMatchHeader *header, GError **error)
{
  g_autoptr(GError) failure = NULL;
  LapSession *session = lap_ruleset_start(match->ruleset, header->seed, &failure);
  if (!session) return unavailable(error, match->id, failure->message);
  LapEngine *engine = lap_session_engine(session);
  guint64 hash = lap_hash(engine, lap_session_block(session));
  if (hash != header->hash) {
    g_autofree char *what = g_strdup_printf(
        "its start has the hash %016" G_GINT64_MODIFIER "x here, %016" G_GINT64_MODIFIER "x there", hash, header->hash);
    return unavailable(error, match->id, what);
  }
  match->block = lap_block_new(engine);
  memcpy(match->block, lap_session_block(session), lap_engine_block_size(engine));
  match->waiting = lap_session_waiting(session);
  match->ruleset->at = match;
  if (lap_session_over(session)) match->result = LAP_RESULT_FINISHED;
  return TRUE;
}

gboolean lap_match_begin(LapMatch *match, const LapStored *stored, GError **error)
{
  g_autoptr(GError) failure = NULL;
  g_auto(LapLogHeader) log = {0};
  LapMatchHeader header;
  if (!lap_match_header_read(&header, &log, stored->header, &failure))
    return unavailable(error, stored->id, failure->message);
  LapRuleset *ruleset = ruleset_of(match->host, stored, &log, error);
  if (!ruleset) return FALSE;
  clear(match);
  match->ruleset = ruleset;
  match->created = match->changed = stored->created;
  match->wound = lap_host_now(match->host);
  take(match, &header);
  return start(match, &header, error);
}
