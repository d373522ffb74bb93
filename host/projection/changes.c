#include "changes.h"

#include "host/text/titles.h"
#include "host/text/words.h"
#include "visibility.h"

typedef struct {
  const LapGame *game;
  guint depth;
  LapTexts *texts;
  const char *language;
  GPtrArray *changes; /* LapChange */
} Survey;

static void free_change(gpointer data)
{
  LapChange *change = data;
  g_free(change->name);
  g_free(change->text);
  g_free(change);
}

/* The words of a change are "host.change.<change>", with the title and, where it has one, that of another thing. */
static void add(const Survey *survey, const char *change, const char *name, const char *title, const char *other)
{
  g_autofree char *key = g_strconcat("host.change.", change, NULL);
  GString *text = g_string_new(NULL);
  lap_words(survey->language, key, text, LAP_WORD("title", title), LAP_WORD("other", other));
  LapChange *made = g_new(LapChange, 1);
  *made = (LapChange){change, g_strdup(name), g_string_free(text, FALSE)};
  g_ptr_array_add(survey->changes, made);
}

static void add_named(const Survey *survey, const char *change, const char *what, const char *name)
{
  add(survey, change, name, lap_title_named(survey->texts, what, name), NULL);
}

/* --- seats */

static void survey_seats(const Survey *survey)
{
  const LapPlugin *plugin = &survey->game->level[survey->depth].plugin;
  guint least = 0, most = 0;
  for (guint below = 0; below < survey->depth; below++) {
    const LapPlugin *lower = &survey->game->level[below].plugin;
    if (lower->seats_min) least = lower->seats_min;
    if (lower->seats_max) most = lower->seats_max;
  }
  guint now_least = plugin->seats_min ? plugin->seats_min : least;
  guint now_most = plugin->seats_max ? plugin->seats_max : most;
  if (now_least == least && now_most == most) return;
  g_autofree char *range = now_least == now_most ? g_strdup_printf("%u", now_least)
                                                 : g_strdup_printf("%u–%u", now_least, now_most);
  add(survey, "seats", NULL, range, NULL);
}

/* --- phases */

static const char *title_of_phase(const Survey *survey, const LapGamePhase *phase)
{
  return lap_title_named(survey->texts, "phase", phase->name);
}

static void survey_phase(const Survey *survey, guint i)
{
  const LapPhase *declared = &survey->game->level[survey->depth].phases[i];
  const char *aim = declared->replaces ? declared->replaces : declared->before ? declared->before : declared->removes;
  const LapGamePhase *phase = lap_game_phase(survey->game, LAP_ID(survey->depth, i));
  const LapGamePhase *target = aim ? lap_game_find_phase(survey->game, survey->depth - 1, aim) : NULL;
  if (!target)
    add(survey, "phase-added", phase->name, title_of_phase(survey, phase), NULL);
  else if (declared->before)
    add(survey, "phase-inserted", phase->name, title_of_phase(survey, phase), title_of_phase(survey, target));
  else
    add(survey, declared->replaces ? "phase-replaced" : "phase-removed", target->name, title_of_phase(survey, target),
        NULL);
}

/* --- rules */

static void survey_rule(const Survey *survey, guint i)
{
  const LapRule *declared = &survey->game->level[survey->depth].rules[i];
  if (!declared->overrides) return;
  const LapGameRule *target = lap_game_find_rule(survey->game, survey->depth - 1, declared->overrides);
  const char *change = declared->rule        ? "rule-overridden"
                       : declared->operation ? "operation-overridden"
                                             : "notice-followed";
  add_named(survey, change, "rule", target->name);
}

/* --- tables */

static void survey_fields(const Survey *survey)
{
  const LapGame *game = survey->game;
  const LapTable *hides = &game->level[survey->depth].plugin.hides;
  for (guint i = 0; i < game->fields->len; i++) {
    const LapGameField *field = g_ptr_array_index(game->fields, i);
    if (field->depth == survey->depth && lap_shows_field(field, LAP_WATCHER))
      add_named(survey, "field-added", "field", field->name);
  }
  for (guint i = 0; i < hides->n; i++) {
    const char *name = ((const char *const *)hides->v)[i];
    add_named(survey, "field-hidden", "field", lap_game_find_field(game, survey->depth - 1, name)->name);
  }
}

static void survey_kinds(const Survey *survey)
{
  const LapGameLevel *level = &survey->game->level[survey->depth];
  for (guint i = 0; i < level->plugin.actions.n; i++) {
    g_autofree char *title = lap_title_action(survey->texts, &level->actions[i]);
    add(survey, "action-added", level->actions[i].name, title, NULL);
  }
  for (guint i = 0; i < level->plugin.categories.n; i++) {
    g_autofree char *title = lap_title_category(survey->texts, &level->categories[i]);
    add(survey, "category-added", level->categories[i].name, title, NULL);
  }
}

static void survey_options(const Survey *survey)
{
  const LapGameLevel *level = &survey->game->level[survey->depth];
  for (guint i = 0; i < level->plugin.options.n; i++) {
    g_autofree char *name = g_strconcat(level->plugin.id, "/", level->options[i].name, NULL);
    add_named(survey, "option-added", "option", name);
  }
}

GPtrArray *lap_changes_of_level(const LapGame *game, guint depth, LapTexts *texts, const char *language)
{
  const Survey survey = {game, depth, texts, language, g_ptr_array_new_with_free_func(free_change)};
  const LapPlugin *plugin = &game->level[depth].plugin;
  if (depth == 0) return survey.changes;
  survey_seats(&survey);
  for (guint i = 0; i < plugin->phases.n; i++) survey_phase(&survey, i);
  for (guint i = 0; i < plugin->rules.n; i++) survey_rule(&survey, i);
  survey_options(&survey);
  survey_fields(&survey);
  survey_kinds(&survey);
  if (plugin->score) add(&survey, "scoring", NULL, NULL, NULL);
  return survey.changes;
}

void lap_changes_to_json(const LapGame *game, guint depth, LapTexts *texts, const char *language, LapJsonWriter *json)
{
  g_autoptr(GPtrArray) changes = lap_changes_of_level(game, depth, texts, language);
  lap_json_member_array(json, "changes");
  for (guint i = 0; i < changes->len; i++) {
    const LapChange *change = g_ptr_array_index(changes, i);
    lap_json_begin_object(json);
    lap_json_member_word(json, "change", change->change);
    lap_json_member_optional(json, "name", change->name);
    lap_json_member_string(json, "text", change->text);
    lap_json_end_object(json);
  }
  lap_json_end_array(json);
}
