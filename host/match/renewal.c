/* Renewals: matches that run, and new builds of what they are played by.
 *
 * When a plugin has been rebuilt, each running match of it (or of a variant) is looked at: if its whole log has the
 * same results with the new build, it goes on with that; if not, it keeps the build that it has. Either way an entry
 * says so. The log is played again on another thread, by the new build alone (log.h); only what has happened meanwhile
 * is played here. One match after the other is tried, and a match that changes in ways which cannot be followed is
 * tried again.
 *
 * Nothing is decided while no batch is open: lap_host_renew is called in one, when the host says that it is due. */
#include <string.h>

#include "log-header.h"
#include "log.h"
#include "match-rules.h"

/* A match that is tried. */
struct LapRenewal {
  LapMatch *match;
  LapRuleset *ruleset; /* the new one */
  LapGame *first;      /* the present build of what the match began as */
  GHashTable *games;   /* LapGame by id: of what it may have become */

  /* Of the match, when the trial began. */
  guint64 seq;
  guint moves, rules;
  char *log;

  /* What the thread finds out. */
  LapSession *session;
  GError *failure;

  GThread *thread; /* NULL: it has ended */
  GSource *wake;   /* which the thread attaches when it ends */
};

static void renewal_free(LapRenewal *renewal)
{
  if (renewal->thread) g_thread_join(renewal->thread);
  g_source_destroy(renewal->wake);
  g_source_unref(renewal->wake);
  renewal->match->renewing = FALSE;
  g_object_unref(renewal->match);
  lap_ruleset_release(renewal->ruleset);
  lap_game_unref(renewal->first);
  g_hash_table_unref(renewal->games);
  g_free(renewal->log);
  lap_session_free(renewal->session);
  g_clear_error(&renewal->failure);
  g_free(renewal);
}

/* --- which matches */

static LapGame *present_game(const LapMatch *match)
{
  return lap_host_get_game(match->host, match->ruleset->game->id, NULL);
}

static gboolean is_outdated(const LapMatch *match)
{
  if (match->gone || match->broken || match->result != LAP_RESULT_NONE) return FALSE;
  const LapGame *present = present_game(match);
  return present && (present != match->ruleset->game || match->unnamed) && lap_builds_hash(present) != match->declined;
}

/* The next one that really is, or NULL. (transfer full) */
static LapMatch *next_outdated(LapHost *host)
{
  LapMatch *match;
  while ((match = g_queue_pop_head(&host->outdated))) {
    match->renewing = FALSE;
    if (is_outdated(match)) return match;
    g_object_unref(match);
  }
  return NULL;
}

/* --- the trial */

static LapGame *find_game(const char *id, gpointer games, GError **error)
{
  LapGame *game = g_hash_table_lookup(games, id);
  if (!game) lap_match_refuse(error, LAP_MATCH_ERROR_UNAVAILABLE, "there is no game %s", id);
  return game;
}

static gpointer try_log(gpointer data)
{
  LapRenewal *renewal = data;
  lap_hook_marks[LAP_HOOK_MARK_RENEWAL].match = renewal->match->id;
  lap_hook_marks[LAP_HOOK_MARK_RENEWAL].game = renewal->first->id;
  lap_hook_mark_begin(LAP_HOOK_MARK_RENEWAL);
  lap_log_plays_alike(renewal->first, find_game, renewal->games, renewal->log, &renewal->session, &renewal->failure);
  lap_hook_mark_end(LAP_HOOK_MARK_RENEWAL);
  g_source_set_ready_time(renewal->wake, 0);
  return NULL;
}

static gboolean dispatch(GSource *source G_GNUC_UNUSED, GSourceFunc callback, gpointer data) { return callback(data); }

static gboolean on_tried(gpointer data)
{
  LapHost *host = data;
  g_source_set_ready_time(host->renewal->wake, -1);
  g_thread_join(g_steal_pointer(&host->renewal->thread));
  lap_host_emit_due(host);
  return G_SOURCE_CONTINUE;
}

/* The present builds of all that the match may have become. */
static GHashTable *games_of(LapMatch *match)
{
  GHashTable *games = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)lap_game_unref);
  const GPtrArray *all = lap_registry_list(match->host->registry);
  for (guint i = 0; match->rules->len && i < all->len; i++) {
    const LapPluginInfo *info = all->pdata[i];
    LapGame *game = info->error ? NULL : lap_host_get_game(match->host, info->id, NULL);
    if (game) g_hash_table_insert(games, g_strdup(info->id), lap_game_ref(game));
  }
  return games;
}

/* Runs on_tried when it is made ready. */
static GSource *wake_source(LapHost *host)
{
  static GSourceFuncs functions = {.dispatch = dispatch};
  g_autoptr(GMainContext) context = g_main_context_ref_thread_default();
  GSource *source = g_source_new(&functions, sizeof(GSource));
  g_source_set_callback(source, on_tried, host, NULL);
  g_source_attach(source, context);
  return source;
}

static LapRuleset *ruleset_for(LapMatch *match, GError **error)
{
  return lap_ruleset_acquire(match->host->rulesets, present_game(match), lap_match_seats(match),
                             (const char *const *)match->ruleset->option_texts, error);
}

static LapRenewal *renewal_new(LapMatch *match, GError **error)
{
  LapGame *first = lap_host_get_game(match->host, match->original->game->id, error);
  g_autofree char *log = first ? lap_match_log_text(match, error) : NULL;
  LapRuleset *ruleset = log ? ruleset_for(match, error) : NULL;
  if (!ruleset) return NULL;
  LapRenewal *renewal = g_new0(LapRenewal, 1);
  *renewal = (LapRenewal){.match = g_object_ref(match),
                          .ruleset = ruleset,
                          .first = lap_game_ref(first),
                          .games = games_of(match),
                          .seq = match->seq,
                          .moves = match->moves->len,
                          .rules = match->rules->len,
                          .log = g_steal_pointer(&log),
                          .wake = wake_source(match->host)};
  match->renewing = TRUE;
  renewal->thread = g_thread_new("renewal", try_log, renewal);
  return renewal;
}

/* --- the verdict */

static gboolean decline(LapMatch *match, const char *why, GError **error)
{
  g_message("match %s keeps its build: %s", match->id, why);
  LapEntry entry = {.kind = LAP_ENTRY_RULES,
                    .game = match->ruleset->game->id,
                    .renewal = TRUE,
                    .refused = "host.rules_kept",
                    .declined = lap_builds_hash(present_game(match))};
  return lap_match_enter(match, &entry, error);
}

/* Where the new build has come to, for a match of which that is not known. */
static LapBlock *block_reached(const LapRenewal *renewal)
{
  LapEngine *engine = lap_session_engine(renewal->session);
  LapBlock *block = lap_block_new(engine);
  memcpy(block, lap_session_block(renewal->session), lap_engine_block_size(engine));
  return block;
}

static gboolean renew(LapRenewal *renewal, GError **error)
{
  LapMatch *match = renewal->match;
  LapRuleset *ruleset = renewal->ruleset;
  g_autoptr(GError) failure = NULL;
  g_autoptr(LapBlock) block = match->lost ? block_reached(renewal) : lap_rules_convert(match, ruleset, &failure);
  if (!block) return decline(match, failure->message, error);
  LapEntry entry = {
      .kind = LAP_ENTRY_RULES, .game = ruleset->game->id, .renewal = TRUE, .ruleset = ruleset, .block = block};
  return lap_match_enter(match, &entry, error);
}

/* What the operator has allowed: it goes on with other rules from here. */
static gboolean move_over(LapMatch *match, LapRuleset *ruleset, const GError *why, GError **error)
{
  g_autoptr(GError) failure = NULL;
  g_autofree char *position = NULL;
  g_autoptr(LapBlock) block = lap_rules_move(match, ruleset, &position, &failure);
  if (!block) return decline(match, failure->message, error);
  g_message("match %s goes on with other rules: %s", match->id, why->message);
  LapEntry entry = {.kind = LAP_ENTRY_RULES,
                    .game = ruleset->game->id,
                    .renewal = TRUE,
                    .position = position,
                    .ruleset = ruleset,
                    .block = block};
  return lap_match_enter(match, &entry, error);
}

/* Whether the moves that were tried stand still. */
static gboolean can_be_followed(const LapRenewal *renewal)
{
  const LapMatch *match = renewal->match;
  if (present_game(match) != renewal->ruleset->game || match->rules->len != renewal->rules) return FALSE;
  return match->moves->len >= renewal->moves &&
         (!renewal->moves || g_array_index(match->moves, LapMoveRecord, renewal->moves - 1).seq <= renewal->seq);
}

/* Plays what has been played meanwhile. */
static gboolean catch_up(LapRenewal *renewal, GError **error)
{
  guint64 reached;
  LapMatch *match = renewal->match;
  g_autoptr(GString) lines = g_string_new(NULL);
  if (match->seq == renewal->seq) return TRUE;
  return lap_match_log_page(match, renewal->seq, match->seq, G_MAXSIZE, lines, &reached, error) &&
         lap_log_plays_alike(renewal->ruleset->game, NULL, NULL, lines->str, &renewal->session, error);
}

static gboolean settle(LapRenewal *renewal, GError **error)
{
  g_autoptr(GError) failure = g_steal_pointer(&renewal->failure);
  if (!failure && catch_up(renewal, &failure)) return renew(renewal, error);
  if (renewal->match->host->moves) return move_over(renewal->match, renewal->ruleset, failure, error);
  return decline(renewal->match, failure->message, error);
}

void lap_host_set_moves(LapHost *host, gboolean moves) { host->moves = moves; }

static void finish(LapHost *host)
{
  g_autoptr(GError) error = NULL;
  LapRenewal *renewal = g_steal_pointer(&host->renewal);
  g_autoptr(LapMatch) match = g_object_ref(renewal->match);
  gboolean due = is_outdated(match), good = !due || !can_be_followed(renewal) || settle(renewal, &error);
  renewal_free(renewal);
  if (!good && !g_error_matches(error, LAP_MATCH_ERROR, LAP_MATCH_ERROR_STORE))
    g_warning("match %s keeps its build: %s", match->id, error->message);
  else if (due && is_outdated(match))
    lap_host_note_outdated(host, match);
}

static void begin(LapHost *host)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapMatch) match = next_outdated(host);
  if (!match) return;
  host->renewal = renewal_new(match, &error);
  if (!host->renewal) decline(match, error->message, NULL);
}

gboolean lap_host_renew(LapHost *host)
{
  if (host->renewal && host->renewal->thread) return FALSE;
  if (host->renewal)
    finish(host);
  else if (host->outdated.length)
    begin(host);
  return !host->renewal && host->outdated.length;
}

gboolean lap_host_decline_renewal(LapHost *host, const char *id, const char *why, GError **error)
{
  g_autoptr(LapMatch) match = lap_host_find(host, id, NULL);
  return !match || !is_outdated(match) || decline(match, why, error);
}

void lap_renewal_clear(LapHost *host)
{
  g_clear_pointer(&host->renewal, renewal_free);
  g_queue_clear_full(&host->outdated, g_object_unref);
}
