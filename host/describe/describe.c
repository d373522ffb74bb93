#include "describe.h"

#include "describe-private.h"

static void describe_head(const Description *to, const LapPluginInfo *info)
{
  const LapGame *game = to->game;
  lap_member_text(to->json, "id", game->id);
  lap_member_text(to->json, "title", lap_title_game(game, to->texts, info));
  lap_member_text(to->json, "summary", lap_title_summary(game, to->texts, info));
  lap_member_text(to->json, "version", game->level[game->depth - 1].plugin.version);
  json_builder_set_member_name(to->json, "base");
  if (game->depth > 1)
    json_builder_add_string_value(to->json, game->level[game->depth - 2].plugin.id);
  else
    json_builder_add_null_value(to->json);
}

static void describe_chain(const Description *to)
{
  lap_member_begin_array(to->json, "chain");
  for (guint depth = 0; depth < to->game->depth; depth++) {
    json_builder_begin_object(to->json);
    lap_member_text(to->json, "id", to->game->level[depth].plugin.id);
    lap_member_text(to->json, "version", to->game->level[depth].plugin.version);
    json_builder_end_object(to->json);
  }
  json_builder_end_array(to->json);
}

static void describe_makers(const Description *to, const char *language)
{
  const LapPlugin *plugin = &to->game->level[to->game->depth - 1].plugin;
  lap_member_text(to->json, "language", language);
  lap_member_text(to->json, "authors", plugin->authors);
  lap_member_text(to->json, "licence", plugin->licence);
}

static void describe_seats(const Description *to)
{
  lap_member_begin_object(to->json, "seats");
  lap_member_number(to->json, "min", to->game->seats_min);
  lap_member_number(to->json, "max", to->game->seats_max);
  json_builder_end_object(to->json);
}

static void describe_minutes(const Description *to, const LapPluginInfo *info)
{
  if (!info || !info->minutes_min) return;
  lap_member_begin_object(to->json, "minutes");
  lap_member_number(to->json, "min", info->minutes_min);
  lap_member_number(to->json, "max", info->minutes_max);
  json_builder_end_object(to->json);
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
  lap_member_begin_array(to->json, "traits");
  for (guint i = 0; i < G_N_ELEMENTS(traits); i++)
    if (traits[i].has) json_builder_add_string_value(to->json, traits[i].name);
  json_builder_end_array(to->json);
}

static const char *phase_kind(guint kind)
{
  return kind == LAP_PHASE_ONE ? "one" : kind == LAP_PHASE_TOGETHER ? "together" : "automatic";
}

static void describe_phase(const Description *to, const LapGamePhase *phase)
{
  json_builder_begin_object(to->json);
  lap_member_text(to->json, "name", phase->name);
  lap_member_text(to->json, "title", lap_title_named(to->texts, "phase", phase->name));
  lap_member_text(to->json, "kind", phase_kind(phase->kind));
  json_builder_end_object(to->json);
}

/* Those that replace one below count as removed: that one is told. */
static void describe_phases(const Description *to)
{
  lap_member_begin_array(to->json, "phases");
  for (guint depth = 0; depth < to->game->depth; depth++)
    for (guint i = 0; i < to->game->level[depth].plugin.phases.n; i++) {
      const LapGamePhase *phase = lap_game_phase(to->game, LAP_ID(depth, i));
      if (!phase->removed) describe_phase(to, phase);
    }
  json_builder_end_array(to->json);
}

static Description begin(const LapGame *game, LapTexts *texts, const LapGameAppearance *appearance)
{
  Description to = {game, texts, appearance, json_builder_new()};
  json_builder_begin_object(to.json);
  return to;
}

static void end(Description *to, GString *out)
{
  json_builder_end_object(to->json);
  g_autoptr(JsonNode) root = json_builder_get_root(to->json);
  g_autoptr(JsonGenerator) generator = json_generator_new();
  json_generator_set_root(generator, root);
  json_generator_to_gstring(generator, out);
  g_object_unref(to->json);
}

void lap_describe_write(const LapGame *game, LapTexts *texts, const char *language, const LapGameAppearance *appearance,
                        const LapPluginInfo *info, GString *out)
{
  Description to = begin(game, texts, appearance);
  describe_head(&to, info);
  lap_member_text(to.json, "rules", lap_title_rules(game, texts));
  describe_chain(&to);
  describe_makers(&to, language);
  describe_seats(&to);
  describe_minutes(&to, info);
  describe_traits(&to);
  lap_describe_options(&to);
  describe_phases(&to);
  lap_describe_kinds(&to);
  lap_describe_pieces(&to);
  lap_describe_fields(&to);
  end(&to, out);
}

void lap_describe_game(LapGame *game, LapTexts *texts, const char *language, const LapPluginInfo *info, GString *out)
{
  g_autoptr(LapEngine) engine = lap_engine_new(game, game->seats_min, NULL, NULL);
  g_autoptr(LapGameAppearance) appearance = lap_appearance_new(engine);
  lap_describe_write(game, texts, language, appearance, info, out);
}

void lap_describe_brief(const LapGame *game, LapTexts *texts, const LapPluginInfo *info, GString *out)
{
  Description to = begin(game, texts, NULL);
  describe_head(&to, info);
  describe_seats(&to);
  describe_minutes(&to, info);
  describe_traits(&to);
  lap_describe_options(&to);
  end(&to, out);
}

void lap_describe_refused(const char *id, const char *why, GString *out)
{
  Description to = begin(NULL, NULL, NULL);
  lap_member_text(to.json, "id", id);
  lap_member_text(to.json, "why", why);
  end(&to, out);
}
