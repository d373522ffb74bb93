#include "describe.h"

#include "changes.h"
#include "describe-private.h"

static void describe_head(const Description *to, const LapPluginInfo *info)
{
  const LapGame *game = to->game;
  lap_json_member_string(to->json, "id", game->id);
  lap_json_member_string(to->json, "title", lap_title_game(game, to->texts, info));
  lap_json_member_string(to->json, "summary", lap_title_summary(game, to->texts, info));
  lap_json_member_string(to->json, "version", game->level[game->depth - 1].plugin.version);
  lap_json_member_string(to->json, "base", game->depth > 1 ? game->level[game->depth - 2].plugin.id : NULL);
}

static void describe_chain(const Description *to)
{
  lap_json_member_array(to->json, "chain");
  for (guint depth = 0; depth < to->game->depth; depth++) {
    lap_json_begin_object(to->json);
    lap_json_member_string(to->json, "id", to->game->level[depth].plugin.id);
    lap_json_member_string(to->json, "version", to->game->level[depth].plugin.version);
    if (depth + 1 < to->game->depth) {
      lap_json_member_string(to->json, "title", lap_title_level(to->game, depth, to->texts));
      lap_json_member_optional(to->json, "rules", lap_title_rules(to->game, depth, to->texts));
    }
    lap_json_end_object(to->json);
  }
  lap_json_end_array(to->json);
}

static void describe_makers(const Description *to, const char *language)
{
  const LapPlugin *plugin = &to->game->level[to->game->depth - 1].plugin;
  lap_json_member_string(to->json, "language", language);
  lap_json_member_optional(to->json, "authors", plugin->authors);
  lap_json_member_optional(to->json, "licence", plugin->licence);
}

static void describe_seats(const Description *to)
{
  lap_json_member_object(to->json, "seats");
  lap_json_member_int(to->json, "min", to->game->seats_min);
  lap_json_member_int(to->json, "max", to->game->seats_max);
  lap_json_end_object(to->json);
}

/* Of a game, for lists. */
static void describe_picture(const Description *to, const LapPluginInfo *info)
{
  if (info) lap_describe_picture(to, info->picture);
}

static void describe_minutes(const Description *to, const LapPluginInfo *info)
{
  if (!info || !info->minutes_min) return;
  lap_json_member_object(to->json, "minutes");
  lap_json_member_int(to->json, "min", info->minutes_min);
  lap_json_member_int(to->json, "max", info->minutes_max);
  lap_json_end_object(to->json);
}

static void describe_traits(const Description *to)
{
  const LapGame *game = to->game;
  const struct {
    const char *name;
    gboolean has;
  } traits[] = {{"hidden", game->traits & LAP_HIDDEN},
                {"chance", game->traits & LAP_CHANCE},
                {"simultaneous", game->steps_max > 0},
                {"solo", game->seats_min == 1},
                {"cooperative", game->traits & LAP_COOPERATIVE}};
  lap_json_member_array(to->json, "traits");
  for (guint i = 0; i < G_N_ELEMENTS(traits); i++)
    if (traits[i].has) lap_json_string(to->json, traits[i].name);
  lap_json_end_array(to->json);
}

static const char *phase_kind(guint kind)
{
  return kind == LAP_PHASE_ONE ? "one" : kind == LAP_PHASE_TOGETHER ? "together" : "automatic";
}

static void describe_phase(const Description *to, const LapGamePhase *phase)
{
  lap_json_begin_object(to->json);
  lap_json_member_string(to->json, "name", phase->name);
  lap_json_member_string(to->json, "title", lap_title_named(to->texts, "phase", phase->name));
  lap_json_member_string(to->json, "kind", phase_kind(phase->kind));
  lap_json_end_object(to->json);
}

/* Phases that replace one of a lower level are left out, since that one is listed. */
static void describe_phases(const Description *to)
{
  lap_json_member_array(to->json, "phases");
  for (guint depth = 0; depth < to->game->depth; depth++)
    for (guint i = 0; i < to->game->level[depth].plugin.phases.n; i++) {
      const LapGamePhase *phase = lap_game_phase(to->game, LAP_ID(depth, i));
      if (!phase->removed) describe_phase(to, phase);
    }
  lap_json_end_array(to->json);
}

/* --- options */

static void describe_option(const Description *to, const LapOptions *defaults, guint depth, guint i)
{
  const LapGameLevel *level = &to->game->level[depth];
  const LapOption *option = &level->options[i];
  g_autofree char *name = g_strconcat(level->plugin.id, "/", option->name, NULL);
  g_autofree char *value = lap_options_get(defaults, to->game, depth, i);
  lap_json_begin_object(to->json);
  lap_json_member_string(to->json, "name", name);
  lap_json_member_string(to->json, "title", lap_title_named(to->texts, "option", name));
  lap_json_member_string(to->json, "default", value);
  if (option->choices) {
    lap_describe_choices(to, depth, option->choices);
  } else {
    lap_json_member_int(to->json, "min", option->min);
    lap_json_member_int(to->json, "max", option->max);
  }
  lap_json_end_object(to->json);
}

static void describe_options(const Description *to)
{
  g_autoptr(LapOptions) defaults = lap_options_new(to->game);
  lap_json_member_array(to->json, "options");
  for (guint depth = 0; depth < to->game->depth; depth++)
    for (guint i = 0; i < to->game->level[depth].plugin.options.n; i++) describe_option(to, defaults, depth, i);
  lap_json_end_array(to->json);
}

/* --- the whole */

void lap_describe_write(const LapGame *game, LapTexts *texts, const char *language, const LapGameAppearance *appearance,
                        const LapPluginInfo *info, const LapPictures *pictures, LapJsonWriter *json)
{
  const Description to = {game, texts, appearance, pictures, json};
  lap_json_begin_object(json);
  describe_head(&to, info);
  lap_json_member_optional(json, "rules", lap_title_rules(game, game->depth - 1, texts));
  if (game->depth > 1) lap_changes_to_json(game, game->depth - 1, texts, language, json);
  describe_chain(&to);
  describe_makers(&to, language);
  describe_picture(&to, info);
  describe_seats(&to);
  describe_minutes(&to, info);
  describe_traits(&to);
  describe_options(&to);
  describe_phases(&to);
  lap_describe_kinds(&to);
  lap_describe_pieces(&to);
  lap_describe_fields(&to);
  lap_json_end_object(json);
}

void lap_describe_game(LapGame *game, LapTexts *texts, const char *language, const LapPluginInfo *info,
                       const LapPictures *pictures, LapJsonWriter *json)
{
  g_autoptr(LapEngine) engine = lap_engine_new(game, game->seats_min, NULL, NULL);
  g_autoptr(LapGameAppearance) appearance = lap_appearance_new(engine);
  lap_describe_write(game, texts, language, appearance, info, pictures, json);
}

/* --- lists */

void lap_describe_brief(const LapGame *game, LapTexts *texts, const LapPluginInfo *info, const LapPictures *pictures,
                        LapJsonWriter *json)
{
  const Description to = {game, texts, NULL, pictures, json};
  lap_json_begin_object(json);
  describe_head(&to, info);
  describe_picture(&to, info);
  describe_seats(&to);
  describe_minutes(&to, info);
  describe_traits(&to);
  describe_options(&to);
  lap_json_end_object(json);
}

void lap_describe_refused(const char *id, const char *why, LapJsonWriter *json)
{
  lap_json_begin_object(json);
  lap_json_member_string(json, "id", id);
  lap_json_member_string(json, "why", why);
  lap_json_end_object(json);
}

/* --- games of a host */

static const char *why_in_short(const GError *error)
{
  static const char *const why[] = {[LAP_PLUGIN_ERROR_NOT_FOUND] = "it is not there",
                                    [LAP_PLUGIN_ERROR_KEYFILE] = "its keyfile is wrong",
                                    [LAP_PLUGIN_ERROR_REFUSED] = "it does not fit this host",
                                    [LAP_PLUGIN_ERROR_QUARANTINED] = "it broke down when it was tried",
                                    [LAP_PLUGIN_ERROR_BLOCKED] = "what it builds on is unavailable",
                                    [LAP_PLUGIN_ERROR_DATA] = "its data is missing or wrong",
                                    [LAP_PLUGIN_ERROR_PENDING] = "it is new, and is being tried"};
  gboolean known = error->domain == LAP_PLUGIN_ERROR && (guint)error->code < G_N_ELEMENTS(why);
  return known ? why[error->code] : "it is unavailable";
}

/* Why a game is not available; NULL, with the game and its texts, if it is. Returns: (transfer full) */
static char *find_game(LapHost *host, const LapPluginInfo *info, const char *language, gboolean in_full, LapGame **game,
                       LapTexts **texts)
{
  g_autoptr(GError) error = NULL;
  *game = info->error ? NULL : lap_host_get_game(host, info->id, &error);
  *texts = *game ? lap_host_get_texts(host, info->id, language, &error) : NULL;
  const GError *why = info->error ? info->error : error;
  if (!*texts) return g_strdup(in_full ? why->message : why_in_short(why));
  return lap_host_is_disabled(host, info->id) ? g_strdup("an operator has disabled it") : NULL;
}

static void describe_listed(LapHost *host, const char *language, gboolean in_full, gboolean refused,
                            LapJsonWriter *json)
{
  const GPtrArray *plugins = lap_registry_list(lap_host_get_registry(host));
  for (guint i = 0; i < plugins->len; i++) {
    LapGame *game;
    LapTexts *texts;
    const LapPluginInfo *info = plugins->pdata[i];
    g_autofree char *why = find_game(host, info, language, in_full, &game, &texts);
    if (why && refused) lap_describe_refused(info->id, why, json);
    if (!why && !refused) lap_describe_brief(game, texts, info, lap_host_get_pictures(host, info->id), json);
  }
}

void lap_describe_games(LapHost *host, const char *language, gboolean in_full, LapJsonWriter *json)
{
  lap_json_begin_object(json);
  lap_json_member_array(json, "games");
  describe_listed(host, language, in_full, FALSE, json);
  lap_json_end_array(json);
  lap_json_member_array(json, "refused");
  describe_listed(host, language, in_full, TRUE, json);
  lap_json_end_array(json);
  lap_json_end_object(json);
}

gboolean lap_describe_game_of_host(LapHost *host, const char *id, const char *language, LapJsonWriter *json,
                                   GError **error)
{
  LapGame *game = lap_host_get_last_game(host, id, error);
  LapTexts *texts = game ? lap_host_get_texts(host, id, language, error) : NULL;
  if (!texts) return FALSE;
  lap_describe_game(game, texts, language, lap_registry_find(lap_host_get_registry(host), id),
                    lap_host_get_pictures(host, id), json);
  return TRUE;
}
