/* What a match is played by: the ruleset that its header names, and the others that it changes to.
 *
 * A match begins as one of a game, with options, in certain builds. It may go on as one of a variant of it, of the game
 * that it is a variant of, or of another variant of that: all these share levels, whose part of the block stays as it
 * is (host/engine/convert.h). Its log says from which entry on it is played by what, so every past moment is one of the
 * rules that it was played by then. */
#include "match-rules.h"

#include <string.h>

#include "host/engine/convert.h"
#include "host/engine/position.h"
#include "host/text/words.h"

/* --- as a log names them */

/* Whether the settings in a log are those of this ruleset. Another build may be of another version and have other data:
 * what counts is that entries have the same results; the same build must not. Hashing the data of a game takes long, so
 * the text is compared first: a line with the same text fits. */
static gboolean fits(const LapRuleset *ruleset, const LapLogHeader *log, const char *line, GError **error)
{
  const char *settings = strstr(line, "\"plugins\":");
  g_auto(GStrv) builds = lap_log_header_builds(log);
  if (builds && ruleset->game->level[0].build && !lap_log_builds_are_of(builds, ruleset->game) &&
      lap_log_header_is_of(log, ruleset->game))
    return TRUE;
  return (settings && g_str_has_prefix(settings, ruleset->settings)) || lap_log_header_fits(log, ruleset->game, error);
}

LapRuleset *lap_rules_of_game(LapHost *host, LapGame *game, const LapLogHeader *log, const char *line, GError **error)
{
  g_auto(GStrv) pairs = lap_log_options(log->options);
  LapRuleset *ruleset = lap_ruleset_acquire(host->rulesets, game, log->seats, (const char *const *)pairs, error);
  if (!ruleset || fits(ruleset, log, line, error)) return ruleset;
  lap_ruleset_release(ruleset);
  return NULL;
}

LapRuleset *lap_rules_of_log(LapHost *host, const LapLogHeader *log, const char *line, GError **error)
{
  const char *id = lap_log_header_game(log);
  g_auto(GStrv) builds = lap_log_header_builds(log);
  LapGame *game = builds ? lap_host_get_former_game(host, id, builds) : NULL;
  if (!game) game = lap_host_get_game(host, id, error);
  return game ? lap_rules_of_game(host, game, log, line, error) : NULL;
}

LapGame *lap_match_former_game(LapHost *host, const LapStored *stored)
{
  g_auto(LapLogHeader) log = {0};
  LapMatchHeader header;
  gboolean good = lap_match_header_read(&header, &log, stored->header, NULL);
  g_auto(GStrv) builds = good ? lap_log_header_builds(&log) : NULL;
  return builds ? lap_host_get_former_game(host, lap_log_header_game(&log), builds) : NULL;
}

/* --- of variants */

static LapGame *find_variant(LapMatch *match, const char *id, GError **error)
{
  LapGame *game = lap_host_get_game(match->host, id, error);
  if (!game) return NULL;
  if (lap_host_is_disabled(match->host, id)) {
    lap_match_refuse(error, LAP_MATCH_ERROR_REFUSED, "no new matches of %s are begun here now", id);
    return NULL;
  }
  if (lap_match_seats(match) >= game->seats_min && lap_match_seats(match) <= game->seats_max) return game;
  g_set_error(error, LAP_CONVERT_ERROR, LAP_CONVERT_ERROR_SEATS, "%s is for %u to %u seats, not for %u", id,
              game->seats_min, game->seats_max, lap_match_seats(match));
  return NULL;
}

/* The match's options of the levels that both games have. */
static void add_common_options(const LapMatch *match, guint shared, GPtrArray *pairs)
{
  const LapGame *game = match->ruleset->game;
  guint n = 0;
  for (guint depth = 0; depth < shared; depth++) n += game->level[depth].plugin.options.n;
  for (guint i = 0; i < 2 * n; i++) g_ptr_array_add(pairs, match->ruleset->option_texts[i]);
}

LapRuleset *lap_rules_of_variant(LapMatch *match, const char *game, const char *const *options, GError **error)
{
  g_autoptr(GError) failure = NULL;
  LapGame *variant = find_variant(match, game, error);
  if (!variant) return NULL;
  g_autoptr(GPtrArray) pairs = g_ptr_array_new();
  add_common_options(match, lap_game_shared_levels(match->ruleset->game, variant), pairs);
  for (; options && *options; options++) g_ptr_array_add(pairs, (gpointer)*options);
  g_ptr_array_add(pairs, NULL);
  LapRuleset *ruleset = lap_ruleset_acquire(match->host->rulesets, variant, lap_match_seats(match),
                                            (const char *const *)pairs->pdata, &failure);
  if (!ruleset) lap_match_refuse(error, LAP_MATCH_ERROR_INVALID, "%s", failure->message);
  return ruleset;
}

/* --- the block */

static gboolean convert(LapEngine *from, const LapBlock *block, LapEngine *to, LapBlock *block_to, GError **error)
{
  gboolean other_build = g_str_equal(lap_engine_game(from)->id, lap_engine_game(to)->id);
  return other_build ? lap_position_convert(from, block, to, block_to, FALSE, error)
                     : lap_convert(from, block, to, block_to, error);
}

/* The session of the match is not used, since it calls the rules, which may have failed. */
static LapEngine *engine_of_match(LapMatch *match, GError **error)
{
  lap_match_mark(match);
  if (!match->lost) return lap_ruleset_new_engine(match->ruleset, error);
  lap_match_refuse(error, LAP_MATCH_ERROR_SUSPENDED, "where match %s stands is not known until it is resumed",
                   match->id);
  return NULL;
}

LapBlock *lap_rules_convert(LapMatch *match, LapRuleset *ruleset, GError **error)
{
  g_autoptr(LapEngine) from = engine_of_match(match, error), to = from ? lap_ruleset_new_engine(ruleset, error) : NULL;
  g_autoptr(LapBlock) block = to ? lap_block_new(to) : NULL;
  gboolean converted = block && convert(from, match->block, to, block, error);
  return converted ? g_steal_pointer(&block) : NULL;
}

LapBlock *lap_rules_move(LapMatch *match, LapRuleset *ruleset, char **position, GError **error)
{
  g_autoptr(LapEngine) from = engine_of_match(match, error), to = from ? lap_ruleset_new_engine(ruleset, error) : NULL;
  g_autoptr(LapBlock) block = to ? lap_block_new(to) : NULL;
  if (!block || !lap_position_convert(from, match->block, to, block, TRUE, error)) return NULL;
  GString *text = g_string_new(NULL);
  lap_position_save(to, block, text);
  *position = g_string_free(text, FALSE);
  return g_steal_pointer(&block);
}

LapBlock *lap_rules_load(LapRuleset *ruleset, const char *position, GError **error)
{
  g_autoptr(LapEngine) engine = lap_ruleset_new_engine(ruleset, error);
  g_autoptr(LapBlock) block = engine ? lap_block_new(engine) : NULL;
  return block && lap_position_load(engine, block, position, error) ? g_steal_pointer(&block) : NULL;
}

/* --- why not */

const char *lap_rules_key(const GError *error)
{
  static const char *const key[] = {
      [LAP_CONVERT_ERROR_UNRELATED] = "host.swap_unrelated", [LAP_CONVERT_ERROR_SEATS] = "host.swap_seats",
      [LAP_CONVERT_ERROR_OPTIONS] = "host.swap_options",     [LAP_CONVERT_ERROR_OVER] = "host.swap_over",
      [LAP_CONVERT_ERROR_CLOSED] = "host.swap_closed",       [LAP_CONVERT_ERROR_LATER] = "host.swap_later",
  };
  if (error->domain != LAP_CONVERT_ERROR) return "host.swap_failed";
  return error->code == LAP_CONVERT_ERROR_REFUSED ? error->message : key[error->code];
}

/* A plugin may have no text for it: then it is the key's last word. */
char *lap_swap_refusal(LapHost *host, const char *from, const char *to, const char *key, const char *language)
{
  if (g_str_has_prefix(key, "host.")) return g_strdup(lap_words_say(lap_words_host(), language, key));
  LapTexts *of_to = lap_host_get_texts(host, to, language, NULL);
  LapTexts *texts = of_to && lap_texts_has(of_to, key) ? of_to : lap_host_get_texts(host, from, language, NULL);
  return g_strdup(texts ? lap_texts_get(texts, key) : key);
}

/* --- all of them */

static const char *base_of(LapRegistry *registry, const char *id)
{
  const LapPluginInfo *info = lap_registry_find(registry, id);
  for (guint depth = 0; info && info->extends && depth < LAP_LEVELS_MAX; depth++)
    info = lap_registry_find(registry, info->extends);
  return info ? info->id : NULL;
}

static gboolean is_related(LapMatch *match, const LapPluginInfo *info)
{
  return !info->error && !g_str_equal(info->id, match->ruleset->game->id) &&
         g_strcmp0(base_of(match->host->registry, info->id), match->ruleset->game->level[0].plugin.id) == 0;
}

static void try_variant(LapMatch *match, LapGame *game, LapVariantVisit visit, gpointer data)
{
  g_autoptr(GError) failure = NULL;
  LapVariant variant = {.game = game, .shared = lap_game_shared_levels(match->ruleset->game, game)};
  LapRuleset *ruleset = lap_rules_of_variant(match, game->id, NULL, &failure);
  g_autoptr(LapBlock) block = ruleset ? lap_rules_convert(match, ruleset, &failure) : NULL;
  lap_ruleset_release(ruleset);
  variant.later = g_error_matches(failure, LAP_CONVERT_ERROR, LAP_CONVERT_ERROR_LATER);
  variant.refusal = block ? NULL : lap_rules_key(failure);
  visit(&variant, data);
}

gboolean lap_match_visit_variants(LapMatch *match, LapVariantVisit visit, gpointer data, GError **error)
{
  if (!lap_match_ready(match, error)) return FALSE;
  const GPtrArray *all = lap_registry_list(match->host->registry);
  for (guint i = 0; i < all->len; i++) {
    const LapPluginInfo *info = all->pdata[i];
    LapGame *game = is_related(match, info) ? lap_host_get_game(match->host, info->id, NULL) : NULL;
    if (game && !lap_host_is_disabled(match->host, info->id)) try_variant(match, game, visit, data);
  }
  return TRUE;
}
