#include "ruleset.h"

#include "host/engine/hash.h"
#include "host/engine/patience.h"
#include "log-header.h"

#define SESSIONS_MAX 16

struct LapRulesets {
  GHashTable *named; /* name to LapRuleset; not owned */
  GQueue sessions;   /* LapRuleset that have a session, last used first */
};

LapRulesets *lap_rulesets_new(void)
{
  LapRulesets *rulesets = g_new0(LapRulesets, 1);
  rulesets->named = g_hash_table_new(g_str_hash, g_str_equal);
  return rulesets;
}

static void close_session(LapRuleset *ruleset)
{
  if (!ruleset->session) return;
  if (ruleset->rulesets) g_queue_remove(&ruleset->rulesets->sessions, ruleset);
  g_clear_pointer(&ruleset->session, lap_session_free);
  ruleset->at = NULL;
}

void lap_rulesets_free(LapRulesets *rulesets)
{
  GHashTableIter iter;
  gpointer ruleset;
  g_hash_table_iter_init(&iter, rulesets->named);
  while (g_hash_table_iter_next(&iter, NULL, &ruleset)) {
    close_session(ruleset);
    ((LapRuleset *)ruleset)->rulesets = NULL;
  }
  g_hash_table_unref(rulesets->named);
  g_free(rulesets);
}

static LapOptions *read_options(const LapGame *game, const char *const *pairs, GError **error)
{
  g_autoptr(LapOptions) options = lap_options_new(game);
  for (; pairs && pairs[0]; pairs += 2)
    if (!lap_options_set(options, game, pairs[0], pairs[1], error)) return NULL;
  return g_steal_pointer(&options);
}

static char **option_texts(const LapGame *game, const LapOptions *options)
{
  GPtrArray *texts = g_ptr_array_new();
  for (guint d = 0; d < game->depth; d++)
    for (guint i = 0; i < game->level[d].plugin.options.n; i++) {
      g_ptr_array_add(texts, g_strconcat(game->level[d].plugin.id, "/", game->level[d].options[i].name, NULL));
      g_ptr_array_add(texts, lap_options_get(options, game, d, i));
    }
  g_ptr_array_add(texts, NULL);
  return (char **)g_ptr_array_free(texts, FALSE);
}

static char *name_of(const LapGame *game, guint seats, char **texts)
{
  g_autofree char *options = g_strjoinv(" ", texts);
  return g_strdup_printf("%s %p %u %s", game->id, (const void *)game, seats, options);
}

static char *settings_of(const LapRuleset *ruleset)
{
  g_autoptr(GString) object = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(object);
  lap_json_begin_object(&json);
  lap_log_write_settings(ruleset->game, ruleset->options, ruleset->seats, &json);
  lap_json_end_object(&json);
  return g_strndup(object->str + 1, object->len - 2);
}

guint64 lap_builds_hash(const LapGame *game)
{
  guint64 hash = 0;
  for (guint depth = 0; depth < game->depth; depth++) {
    const char *build = game->level[depth].build;
    hash = lap_hash_mix(hash ^ (build ? lap_hash_text(build) : 0));
  }
  return hash;
}

static guint64 builds_of(const LapRuleset *ruleset)
{
  return lap_hash_text(LAP_HOST_VERSION) ^ lap_hash_mix(lap_hash_text(ruleset->settings)) ^
         lap_builds_hash(ruleset->game);
}

static LapRuleset *ruleset_new(LapRulesets *rulesets, LapGame *game, guint seats, LapOptions *options, char **texts,
                               char *name)
{
  LapRuleset *ruleset = g_new0(LapRuleset, 1);
  ruleset->rulesets = rulesets;
  ruleset->game = lap_game_ref(game);
  ruleset->seats = seats;
  ruleset->options = options;
  ruleset->option_texts = texts;
  ruleset->name = name;
  ruleset->settings = settings_of(ruleset);
  ruleset->builds = builds_of(ruleset);
  g_hash_table_insert(rulesets->named, name, ruleset);
  return ruleset;
}

LapRuleset *lap_ruleset_acquire(LapRulesets *rulesets, LapGame *game, guint seats, const char *const *options,
                                GError **error)
{
  g_autoptr(LapOptions) values = read_options(game, options, error);
  if (!values) return NULL;
  g_auto(GStrv) texts = option_texts(game, values);
  g_autofree char *name = name_of(game, seats, texts);
  LapRuleset *ruleset = g_hash_table_lookup(rulesets->named, name);
  if (!ruleset)
    ruleset = ruleset_new(rulesets, game, seats, g_steal_pointer(&values), g_steal_pointer(&texts),
                          g_steal_pointer(&name));
  ruleset->users++;
  return ruleset;
}

LapRuleset *lap_ruleset_ref(LapRuleset *ruleset)
{
  ruleset->users++;
  return ruleset;
}

void lap_ruleset_release(LapRuleset *ruleset)
{
  if (!ruleset || --ruleset->users) return;
  close_session(ruleset);
  if (ruleset->rulesets) g_hash_table_remove(ruleset->rulesets->named, ruleset->name);
  lap_options_free(ruleset->options);
  lap_game_unref(ruleset->game);
  g_strfreev(ruleset->option_texts);
  g_free(ruleset->settings);
  g_free(ruleset->name);
  g_free(ruleset);
}

LapEngine *lap_ruleset_new_engine(LapRuleset *ruleset, GError **error)
{
  LapEngine *engine = lap_engine_new(ruleset->game, ruleset->seats, ruleset->options, error);
  if (engine) ruleset->block_size = lap_engine_block_size(engine);
  return engine;
}

static void mark_used(LapRuleset *ruleset)
{
  if (!ruleset->rulesets) return;
  GQueue *sessions = &ruleset->rulesets->sessions;
  if (sessions->head && sessions->head->data == ruleset) return;
  g_queue_remove(sessions, ruleset);
  g_queue_push_head(sessions, ruleset);
  if (sessions->length > SESSIONS_MAX) close_session(g_queue_peek_tail(sessions));
}

static LapSession *opened(LapRuleset *ruleset, LapSession *session)
{
  if (!session) return NULL;
  ruleset->session = session;
  ruleset->block_size = lap_engine_block_size(lap_session_engine(session));
  mark_used(ruleset);
  return session;
}

LapSession *lap_ruleset_start(LapRuleset *ruleset, guint64 seed, GError **error)
{
  ruleset->at = NULL;
  if (!ruleset->session)
    return opened(ruleset, lap_session_new(ruleset->game, ruleset->seats, ruleset->options, seed, error));
  if (lap_session_restart(ruleset->session, seed, error)) return opened(ruleset, ruleset->session);
  close_session(ruleset);
  return NULL;
}

LapSession *lap_ruleset_session_at(LapRuleset *ruleset, gconstpointer who, const LapBlock *block, GError **error)
{
  if (ruleset->session && ruleset->at == who) return opened(ruleset, ruleset->session);
  ruleset->at = NULL;
  if (ruleset->session)
    lap_session_move_to(ruleset->session, block);
  else if (!opened(ruleset, lap_session_new_at(ruleset->game, ruleset->seats, ruleset->options, block, error)))
    return NULL;
  if (lap_patience_is_out()) { /* it does not know who has a decision */
    g_set_error_literal(error, LAP_GAME_ERROR, LAP_GAME_ERROR_FAULT, "its rules have not answered yet");
    return NULL;
  }
  ruleset->at = who;
  return opened(ruleset, ruleset->session);
}

void lap_ruleset_forget(LapRuleset *ruleset, gconstpointer who)
{
  if (ruleset->at == who) ruleset->at = NULL;
}
