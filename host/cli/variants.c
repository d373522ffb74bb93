#include "variants.h"

#include <stdio.h>

#include "host/projection/changes.h"
#include "host/text/titles.h"
#include "messages.h"
#include "subcommand.h"
#include "terminal.h"

/* --- which there are */

typedef struct {
  LapGame *game;
  LapTexts *texts;
  const char *title;
  guint shared;   /* levels that the match keeps, from the base up */
  gboolean never; /* it cannot be chosen */
  char *why;      /* not now, or NULL */
} Variant;

static void variant_free(gpointer data)
{
  Variant *variant = data;
  lap_game_unref(variant->game);
  lap_texts_free(variant->texts);
  g_free(variant->why);
  g_free(variant);
}

typedef struct {
  Match *match;
  GPtrArray *variants;
} Search;

static void add(const LapVariant *found, gpointer data)
{
  const Search *search = data;
  Match *match = search->match;
  LapTexts *texts = load_texts(match->loaded.registry, found->game, match->language, NULL);
  if (!texts) return;
  Variant *variant = g_new0(Variant, 1);
  variant->game = lap_game_ref(found->game);
  variant->texts = texts;
  variant->title = game_title(match->loaded.registry, found->game, texts);
  variant->shared = found->shared;
  variant->never = found->refusal && !found->later;
  if (found->refusal)
    variant->why = lap_swap_refusal(match->host, match->loaded.game->id, found->game->id, found->refusal,
                                    match->language);
  g_ptr_array_add(search->variants, variant);
}

static GPtrArray *find_variants(Match *match, GError **error)
{
  g_autoptr(GPtrArray) variants = g_ptr_array_new_with_free_func(variant_free);
  Search search = {match, variants};
  return lap_match_visit_variants(match->match, add, &search, error) ? g_steal_pointer(&variants) : NULL;
}

static void print_variants(const GPtrArray *variants)
{
  putchar('\n');
  for (guint i = 0; i < variants->len; i++) {
    const Variant *variant = variants->pdata[i];
    g_autofree char *number = g_strdup_printf("%3u", i + 1);
    g_autofree char *styled = terminal_styled(variant->never ? TERMINAL_DIM : TERMINAL_BOLD, number);
    g_autofree char *first = g_strconcat(styled, "  ", NULL);
    terminal_paragraph(first, variant->title);
    if (variant->why) terminal_paragraph("       ", variant->why);
  }
}

static const Variant *choose(const GPtrArray *variants)
{
  guint64 number;
  g_autofree char *prompt = message_with("cli.which_variant", COUNT("last", variants->len));
  for (;;) {
    g_autofree char *line = terminal_ask(prompt);
    if (!line || !*line) return NULL;
    const gboolean is_one = parse_number(line, &number) && number >= 1 && number <= variants->len;
    const Variant *variant = is_one ? variants->pdata[number - 1] : NULL;
    if (variant && !variant->never) return variant;
    g_autofree char *wrong = variant ? g_strdup(variant->why)
                                     : message_with("cli.no_choice", WORD("line", line), COUNT("last", variants->len));
    terminal_paragraph("  ", wrong);
  }
}

/* --- what it changes */

static void print_changes(const char *key, const char *title, const LapGame *game, guint from, LapTexts *texts,
                          const char *language)
{
  if (from == game->depth) return;
  g_autofree char *heading = message_with(key, WORD("title", title));
  printf("\n  %s\n", heading);
  for (guint depth = from; depth < game->depth; depth++) {
    g_autoptr(GPtrArray) changes = lap_changes_of_level(game, depth, texts, language);
    for (guint i = 0; i < changes->len; i++)
      terminal_paragraph(terminal()->utf8 ? "  • " : "  * ", ((const LapChange *)changes->pdata[i])->text);
  }
}

static void print_difference(const Match *match, const Variant *variant)
{
  const LoadedGame *now = &match->loaded;
  const char *title = game_title(now->registry, now->game, now->texts);
  print_changes("cli.swap_leaves", title, now->game, variant->shared, now->texts, match->language);
  print_changes("cli.swap_joins", variant->title, variant->game, variant->shared, variant->texts, match->language);
}

/* --- its options */

static char *option_prompt(const Variant *variant, guint depth, guint i, const char *value)
{
  const LapGameLevel *level = &variant->game->level[depth];
  const LapOption *option = &level->options[i];
  g_autofree char *name = g_strdup_printf("%s/%s", level->plugin.id, option->name);
  g_autofree char *range = option->choices ? g_strjoinv(", ", (char **)option->choices)
                                           : g_strdup_printf("%d-%d", option->min, option->max);
  return g_strdup_printf("  %s, %s [%s]: ", lap_title_named(variant->texts, "option", name), range, value);
}

/* FALSE at the end of the input. An empty line keeps the default. */
static gboolean ask_option(const Variant *variant, LapOptions *options, guint depth, guint i)
{
  const LapGameLevel *level = &variant->game->level[depth];
  g_autofree char *name = g_strdup_printf("%s/%s", level->plugin.id, level->options[i].name);
  g_autofree char *value = lap_options_get(options, variant->game, depth, i);
  g_autofree char *prompt = option_prompt(variant, depth, i, value);
  for (;;) {
    g_autoptr(GError) wrong = NULL;
    g_autofree char *line = terminal_ask(prompt);
    if (!line) return FALSE;
    if (!*line || lap_options_set(options, variant->game, name, line, &wrong)) return TRUE;
    printf("  %s\n", wrong->message);
  }
}

/* "<plugin>/<name>", value ..., NULL; or NULL at the end of the input. Returns: (transfer full) */
static GStrv ask_options(const Variant *variant)
{
  g_autoptr(LapOptions) options = lap_options_new(variant->game);
  g_autoptr(GStrvBuilder) pairs = g_strv_builder_new();
  for (guint depth = variant->shared; depth < variant->game->depth; depth++) {
    const LapGameLevel *level = &variant->game->level[depth];
    for (guint i = 0; i < level->plugin.options.n; i++) {
      if (!ask_option(variant, options, depth, i)) return NULL;
      g_autofree char *name = g_strdup_printf("%s/%s", level->plugin.id, level->options[i].name);
      g_autofree char *value = lap_options_get(options, variant->game, depth, i);
      g_strv_builder_add_many(pairs, name, value, NULL);
    }
  }
  return g_strv_builder_end(pairs);
}

/* --- going on as it */

static gboolean is_sure(const char *key, const char *title)
{
  g_autofree char *question = message_with(key, WORD("title", title));
  g_autofree char *prompt = g_strconcat("  ", question, NULL), *line = terminal_ask(prompt);
  return line && g_ascii_tolower(*line) == *message("cli.yes");
}

static VariantsAnswer swap(Match *match, guint seat, const Variant *variant, const char *const *options, GError **error)
{
  g_autoptr(GError) failure = NULL;
  if (match_swap(match, seat, variant->game->id, options, &failure)) {
    if (!match_awaits_swap(match)) return VARIANTS_SWAPPED;
    printf("  %s\n", message("cli.swap_agreed"));
    return VARIANTS_SAME;
  }
  if (!g_error_matches(failure, LAP_MATCH_ERROR, LAP_MATCH_ERROR_REFUSED)) {
    g_propagate_error(error, g_steal_pointer(&failure));
    return VARIANTS_FAULT;
  }
  terminal_paragraph("  ", failure->message);
  return VARIANTS_SAME;
}

static VariantsAnswer call_off(Match *match, guint seat, GError **error)
{
  LapHost *host = match->host;
  const char *id = lap_match_get_swap(match->match);
  LapGame *game = lap_host_get_game(host, id, NULL);
  LapTexts *texts = lap_host_get_texts(host, id, match->language, NULL);
  const char *title = game && texts ? game_title(match->loaded.registry, game, texts) : id;
  if (is_sure("cli.call_off", title) && !match_call_off(match, seat, error)) return VARIANTS_FAULT;
  return VARIANTS_SAME;
}

VariantsAnswer variants_ask(Match *match, guint seat, GError **error)
{
  if (match_awaits_swap(match)) return call_off(match, seat, error);
  g_autoptr(GPtrArray) variants = find_variants(match, error);
  if (!variants) return VARIANTS_FAULT;
  if (!variants->len) {
    printf("  %s\n", message("cli.no_variant"));
    return VARIANTS_SAME;
  }
  print_variants(variants);
  const Variant *variant = choose(variants);
  if (!variant) return VARIANTS_SAME;
  print_difference(match, variant);
  putchar('\n');
  g_auto(GStrv) options = ask_options(variant);
  if (!options || !is_sure("cli.swap_sure", variant->title)) return VARIANTS_SAME;
  return swap(match, seat, variant, (const char *const *)options, error);
}
