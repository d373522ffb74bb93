/* What a running match could become one of. */
#include "host/match/match-private.h"
#include "host/text/titles.h"
#include "projection.h"

typedef struct {
  LapMatch *match;
  const char *language;
  LapJsonWriter *json;
} List;

static const char *title_of(const List *list, LapGame *game)
{
  LapHost *host = lap_match_get_host(list->match);
  const LapPluginInfo *info = lap_registry_find(lap_host_get_registry(host), game->id);
  return lap_title_game(game, lap_host_get_texts(host, game->id, list->language, NULL), info);
}

/* Those that can be chosen: of the levels that are added. */
static void write_options(const List *list, const LapVariant *variant)
{
  lap_json_member_array(list->json, "options");
  for (guint depth = variant->shared; depth < variant->game->depth; depth++) {
    const LapGameLevel *level = &variant->game->level[depth];
    for (guint i = 0; i < level->plugin.options.n; i++)
      lap_json_word_format(list->json, "%s/%s", level->plugin.id, level->options[i].name);
  }
  lap_json_end_array(list->json);
}

static void write_refusal(const List *list, const LapVariant *variant)
{
  LapHost *host = lap_match_get_host(list->match);
  g_autofree char *why = lap_swap_refusal(host, lap_match_get_game_id(list->match), variant->game->id, variant->refusal,
                                          list->language);
  lap_json_member_string(list->json, "why", why);
}

static void write_variant(const LapVariant *variant, gpointer data)
{
  const List *list = data;
  lap_json_begin_object(list->json);
  lap_json_member_word(list->json, "game", variant->game->id);
  lap_json_member_string(list->json, "title", title_of(list, variant->game));
  lap_json_member_word(list->json, "when", !variant->refusal ? "now" : variant->later ? "later" : "never");
  if (variant->refusal) write_refusal(list, variant);
  write_options(list, variant);
  lap_json_end_object(list->json);
}

gboolean lap_project_variants(LapMatch *match, const char *language, LapJsonWriter *json, GError **error)
{
  List list = {match, language, json};
  lap_json_begin_array(json);
  gboolean written = lap_match_visit_variants(match, write_variant, &list, error);
  lap_json_end_array(json);
  return written;
}
