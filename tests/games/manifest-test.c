/* A game that is linked from its manifest is the game that was linked from code, for each plugin and example. */
#include <string.h>

#include "games.h"
#include "host/engine/manifest.h"
#include "host/engine/position.h"
#include "host/plugins/chain.h"
#include "host/projection/describe.h"
#include "host/projection/view.h"
#include "use.h"

#define MUTATIONS 200 /* a game */

typedef struct {
  LapGame *code, *read;
  GPtrArray *chain; /* LapBuild */
  GBytes *bytes;
} Pair;

static LapRegistry *registry;

static GPtrArray *chain_of(const char *id) { return ((const LapPluginRecord *)lap_registry_find(registry, id))->chain; }

static Pair make_pair(const char *id)
{
  g_autoptr(GError) error = NULL;
  Pair pair = {.code = lap_registry_load(registry, id, &error), .chain = chain_of(id)};
  g_assert_no_error(error);
  pair.bytes = lap_manifest_write(pair.code, &error);
  g_assert_no_error(error);
  pair.read = lap_module_link_manifest(pair.chain, pair.bytes, &error);
  g_assert_no_error(error);
  g_test_message("%s: %zu bytes", id, g_bytes_get_size(pair.bytes));
  return pair;
}

static void clear_pair(Pair *pair)
{
  lap_game_unref(pair->read);
  lap_game_unref(pair->code);
  g_bytes_unref(pair->bytes);
}

/* --- tables */

static void assert_same_words(const char *const *a, const char *const *b)
{
  g_assert_cmpint(a == NULL, ==, b == NULL);
  if (a) g_assert_true(g_strv_equal(a, b));
}

static void assert_same_fields(const LapGame *a, const LapGame *b)
{
  g_assert_cmpuint(a->fields->len, ==, b->fields->len);
  for (guint i = 0; i < a->fields->len; i++) {
    LapGameField of_a = *(const LapGameField *)a->fields->pdata[i], of_b = *(const LapGameField *)b->fields->pdata[i];
    g_assert_cmpstr(of_a.name, ==, of_b.name);
    g_assert_cmpint(of_a.set == NULL, ==, of_b.set == NULL);
    if (of_a.set) g_assert_cmpuint(of_a.set->id, ==, of_b.set->id);
    g_assert_cmpint(of_a.shape == NULL, ==, of_b.shape == NULL);
    if (of_a.shape) g_assert_cmpmem(of_a.shape, sizeof(LapShape), of_b.shape, sizeof(LapShape));
    of_a.name = of_b.name = NULL;
    of_a.set = of_b.set = NULL;
    of_a.shape = of_b.shape = NULL;
    g_assert_cmpmem(&of_a, sizeof of_a, &of_b, sizeof of_b);
  }
}

static void assert_same_kind(const LapGameKind *a, const LapGameKind *b)
{
  g_assert_cmpstr(a->name, ==, b->name);
  g_assert_cmpuint(a->id, ==, b->id);
  g_assert_cmpuint(a->n_args, ==, b->n_args);
  for (guint i = 0; i < a->n_args; i++) {
    g_assert_cmpstr(a->args[i].name, ==, b->args[i].name);
    g_assert_cmpuint(a->args[i].type, ==, b->args[i].type);
    g_assert_cmpuint(a->args[i].secret, ==, b->args[i].secret);
    g_assert_cmpuint(a->args[i].reveals, ==, b->args[i].reveals);
    assert_same_words(a->args[i].choices, b->args[i].choices);
    g_assert_cmpstr(a->field[i] ? a->field[i]->name : NULL, ==, b->field[i] ? b->field[i]->name : NULL);
  }
}

static void assert_same_kinds(const LapGameKind *a, guint n_a, const LapGameKind *b, guint n_b)
{
  g_assert_cmpuint(n_a, ==, n_b);
  for (guint i = 0; i < n_a; i++) assert_same_kind(&a[i], &b[i]);
}

static void assert_same_sets(const LapGameLevel *a, const LapGameLevel *b)
{
  g_assert_cmpuint(a->plugin.pieces.n, ==, b->plugin.pieces.n);
  for (guint i = 0; i < a->plugin.pieces.n; i++) {
    const LapPieceSet *of_a = &a->sets[i], *of_b = &b->sets[i];
    g_assert_cmpstr(of_a->name, ==, of_b->name);
    g_assert_cmpuint(of_a->total, ==, of_b->total);
    g_assert_cmpuint(of_a->faces, ==, of_b->faces);
    g_assert_cmpuint(of_a->n_backs, ==, of_b->n_backs);
    g_assert_cmpmem(of_a->copies + 1, of_a->faces, of_b->copies + 1, of_b->faces);
    g_assert_cmpmem(of_a->back + 1, of_a->faces, of_b->back + 1, of_b->faces);
    for (guint face = 1; face <= of_a->faces; face++) g_assert_cmpstr(of_a->key[face], ==, of_b->key[face]);
    for (guint back = 0; back < of_a->n_backs; back++) g_assert_cmpstr(of_a->backs[back], ==, of_b->backs[back]);
  }
}

static void assert_same_options(const LapGameLevel *a, const LapGameLevel *b)
{
  g_assert_cmpuint(a->plugin.options.n, ==, b->plugin.options.n);
  for (guint i = 0; i < a->plugin.options.n; i++) {
    const LapOption *of_a = &a->options[i], *of_b = &b->options[i];
    g_assert_cmpstr(of_a->name, ==, of_b->name);
    g_assert_cmpint(of_a->min, ==, of_b->min);
    g_assert_cmpint(of_a->max, ==, of_b->max);
    g_assert_cmpint(of_a->def, ==, of_b->def);
    assert_same_words(of_a->choices, of_b->choices);
  }
}

static void assert_same_phase(const LapGamePhase *a, const LapGamePhase *b)
{
  g_assert_cmpstr(a->name, ==, b->name);
  g_assert_cmpuint(a->id, ==, b->id);
  g_assert_cmpuint(a->kind, ==, b->kind);
  g_assert_cmpuint(a->steps_max, ==, b->steps_max);
  g_assert_cmpint(a->removed, ==, b->removed);
  g_assert_cmpuint(a->instead, ==, b->instead);
  g_assert_cmpuint(a->first, ==, b->first);
  g_assert_cmpuint(a->before, ==, b->before);
  g_assert_cmpuint(a->resume, ==, b->resume);
  g_assert_cmpint(a->enter.enter == NULL, ==, b->enter.enter == NULL);
  g_assert_cmpint(a->actors.actors == NULL, ==, b->actors.actors == NULL);
  g_assert_cmpint(a->legal.legal == NULL, ==, b->legal.legal == NULL);
  g_assert_cmpint(a->apply.apply == NULL, ==, b->apply.apply == NULL);
  g_assert_cmpint(a->run.run == NULL, ==, b->run.run == NULL);
  g_assert_cmpuint(a->apply.depth, ==, b->apply.depth);
}

static void assert_same_hooks(const LapGame *a, const LapGame *b, guint depth)
{
  const LapGameLevel *of_a = &a->level[depth], *of_b = &b->level[depth];
  g_assert_cmpuint(of_a->plugin.phases.n, ==, of_b->plugin.phases.n);
  g_assert_cmpuint(of_a->plugin.rules.n, ==, of_b->plugin.rules.n);
  for (guint i = 0; i < of_a->plugin.phases.n; i++)
    assert_same_phase(lap_game_phase(a, LAP_ID(depth, i)), lap_game_phase(b, LAP_ID(depth, i)));
  for (guint i = 0; i < of_a->plugin.rules.n; i++) {
    const LapGameRule *rule_a = &a->rule[a->depth - 1][depth][i], *rule_b = &b->rule[b->depth - 1][depth][i];
    g_assert_cmpstr(rule_a->name, ==, rule_b->name);
    g_assert_cmpuint(rule_a->depth, ==, rule_b->depth);
    g_assert_cmpuint(rule_a->n_listeners, ==, rule_b->n_listeners);
    g_assert_cmpint(rule_a->rule == NULL, ==, rule_b->rule == NULL);
    g_assert_cmpint(rule_a->operation == NULL, ==, rule_b->operation == NULL);
  }
  g_assert_cmpint(of_a->plugin.score == NULL, ==, of_b->plugin.score == NULL);
  g_assert_cmpint(of_a->plugin.derive == NULL, ==, of_b->plugin.derive == NULL);
  g_assert_cmpint(of_a->plugin.join == NULL, ==, of_b->plugin.join == NULL);
  g_assert_cmpint(of_a->plugin.leave == NULL, ==, of_b->plugin.leave == NULL);
  g_assert_cmpint(of_a->highlights == NULL, ==, of_b->highlights == NULL);
  g_assert_cmpint(of_a->resample == NULL, ==, of_b->resample == NULL);
}

static void assert_same_level(const LapGame *a, const LapGame *b, guint depth)
{
  const LapGameLevel *of_a = &a->level[depth], *of_b = &b->level[depth];
  g_assert_cmpstr(of_a->plugin.id, ==, of_b->plugin.id);
  g_assert_cmpstr(of_a->plugin.version, ==, of_b->plugin.version);
  g_assert_cmpstr(of_a->plugin.extends, ==, of_b->plugin.extends);
  g_assert_cmpstr(of_a->plugin.accepts, ==, of_b->plugin.accepts);
  g_assert_cmpstr(of_a->plugin.licence, ==, of_b->plugin.licence);
  g_assert_cmpstr(of_a->plugin.authors, ==, of_b->plugin.authors);
  g_assert_cmpuint(of_a->plugin.segment_size, ==, of_b->plugin.segment_size);
  g_assert_cmpuint(of_a->plugin.segment_align, ==, of_b->plugin.segment_align);
  g_assert_cmpuint(of_a->plugin.base.n, ==, of_b->plugin.base.n);
  g_assert_cmpuint(of_a->plugin.hides.n, ==, of_b->plugin.hides.n);
  assert_same_kinds(of_a->actions, of_a->plugin.actions.n, of_b->actions, of_b->plugin.actions.n);
  assert_same_kinds(of_a->events, of_a->plugin.events.n, of_b->events, of_b->plugin.events.n);
  assert_same_kinds(of_a->categories, of_a->plugin.categories.n, of_b->categories, of_b->plugin.categories.n);
  assert_same_sets(of_a, of_b);
  assert_same_options(of_a, of_b);
  assert_same_hooks(a, b, depth);
}

static void has_the_same_tables(gconstpointer id)
{
  Pair pair = make_pair(id);
  const LapGame *a = pair.code, *b = pair.read;
  g_assert_cmpstr(a->id, ==, b->id);
  g_assert_cmpuint(a->depth, ==, b->depth);
  g_assert_cmpuint(a->seats_min, ==, b->seats_min);
  g_assert_cmpuint(a->seats_max, ==, b->seats_max);
  g_assert_cmpuint(a->traits, ==, b->traits);
  g_assert_cmpuint(a->steps_max, ==, b->steps_max);
  g_assert_cmpint(a->has_derived, ==, b->has_derived);
  g_assert_cmpuint(a->segments_size, ==, b->segments_size);
  g_assert_cmpmem(a->segment_offset, sizeof a->segment_offset, b->segment_offset, sizeof b->segment_offset);
  g_assert_cmpuint(lap_game_shared_levels(a, b), ==, a->depth);
  assert_same_fields(a, b);
  for (guint depth = 0; depth < a->depth; depth++) assert_same_level(a, b, depth);
  clear_pair(&pair);
}

static char *describe(LapGame *game)
{
  g_autoptr(LapTexts) texts = lap_texts_new(game, NULL, "en", NULL);
  GString *out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  lap_describe_game(game, texts, "en", NULL, NULL, &json);
  return g_string_free(out, FALSE);
}

static void is_described_alike(gconstpointer id)
{
  Pair pair = make_pair(id);
  g_autofree char *of_code = describe(pair.code), *of_read = describe(pair.read);
  g_assert_cmpstr(of_code, ==, of_read);
  clear_pair(&pair);
}

/* A game that was linked from a manifest has a manifest, which is the same. */
static void is_written_alike(gconstpointer id)
{
  Pair pair = make_pair(id);
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) again = lap_manifest_write(pair.read, &error);
  g_assert_no_error(error);
  g_assert_true(g_bytes_equal(pair.bytes, again));
  clear_pair(&pair);
}

/* The probe has written it when the plugin was tried. */
static void is_what_the_probe_wrote(gconstpointer id)
{
  Pair pair = make_pair(id);
  GBytes *probed = lap_build_get_manifest(pair.chain);
  g_assert_nonnull(probed);
  g_assert_true(g_bytes_equal(pair.bytes, probed));
  clear_pair(&pair);
}

/* --- positions */

/* Who waits is asked of a hook. */
static char *write_view(LapEngine *engine, const LapBlock *block, guint viewer, const LapView *asked)
{
  g_autoptr(LapView) view = lap_view_new(engine);
  GString *out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  lap_view_build(view, engine, block, viewer);
  if (asked) view->waiting = asked->waiting;
  lap_view_to_json(view, &json);
  return g_string_free(out, FALSE);
}

static void assert_same_view(LapEngine *a, LapEngine *b, const LapBlock *block, guint viewer)
{
  g_autoptr(LapView) asked = lap_view_new(a);
  lap_view_build(asked, a, block, viewer);
  g_autofree char *of_a = write_view(a, block, viewer, NULL), *of_b = write_view(b, block, viewer, asked);
  g_assert_cmpstr(of_a, ==, of_b);
}

static void assert_same_text(LapEngine *a, LapEngine *b, const LapBlock *block)
{
  g_autoptr(GString) of_a = g_string_new(NULL), of_b = g_string_new(NULL);
  lap_position_save(a, block, of_a);
  lap_position_save(b, block, of_b);
  g_assert_cmpstr(of_a->str, ==, of_b->str);
}

static void assert_same_position(LapEngine *a, LapEngine *b, const LapBlock *block)
{
  g_assert_cmpuint(lap_engine_block_size(a), ==, lap_engine_block_size(b));
  g_assert_cmphex(lap_hash(a, block), ==, lap_hash(b, block));
  assert_same_text(a, b, block);
  assert_same_view(a, b, block, LAP_WATCHER);
  /* What a seat has sealed is done again by hooks. */
  for (guint seat = 0; seat < lap_engine_seats(a); seat++)
    if (!lap_head_of(block)->sealed[seat]) assert_same_view(a, b, block, seat);
}

static void take_random_step(LapEngine *engine, LapBlock *block, LapGenerator *chooser)
{
  const LapActions *legal = lap_engine_legal(engine, block, (guint)__builtin_ctz(lap_engine_waiting(engine, block)));
  LapAction action = legal->v[lap_generator_below(chooser, legal->n)];
  g_assert_cmpint(lap_engine_apply(engine, block, &action), !=, LAP_MOVE_FAULT);
}

static void has_the_same_positions(gconstpointer id)
{
  Pair pair = make_pair(id);
  g_autoptr(GError) error = NULL;
  for (guint seats = pair.code->seats_min; seats <= pair.code->seats_max; seats++) {
    g_autoptr(LapEngine) engine = lap_engine_new(pair.code, seats, NULL, &error);
    g_autoptr(LapEngine) other = lap_engine_new(pair.read, seats, NULL, &error);
    g_assert_no_error(error);
    g_autoptr(LapBlock) block = lap_block_new(engine);
    LapGenerator chooser = lap_generator_seeded(seats);
    lap_engine_start(engine, block, seats);
    for (guint step = 0; step < 100 && lap_engine_waiting(engine, block); step++) {
      if (!lap_head_of(block)->steps) assert_same_position(engine, other, block);
      take_random_step(engine, block, &chooser);
    }
  }
  clear_pair(&pair);
}

static void hooks_set_a_fault(gconstpointer id)
{
  Pair pair = make_pair(id);
  g_autoptr(LapEngine) engine = lap_engine_new(pair.read, pair.read->seats_min, NULL, NULL);
  g_autoptr(LapBlock) block = lap_block_new(engine);
  if (lap_engine_start(engine, block, 1) == LAP_MOVE_MADE) g_assert_cmpuint(lap_engine_waiting(engine, block), ==, 0);
  g_assert_nonnull(strstr(lap_engine_fault(engine), "is called outside of its worker"));
  clear_pair(&pair);
}

/* --- bytes that are not what was written */

static void try_bytes(const Pair *pair, guint8 *bytes, gsize n)
{
  g_autoptr(GBytes) spoilt = g_bytes_new(bytes, n);
  g_autoptr(GError) error = NULL;
  LapGame *game = lap_module_link_manifest(pair->chain, spoilt, &error);
  g_assert_true((game == NULL) == (error != NULL));
  if (!game) return;
  use_game(game);
  lap_game_unref(game);
}

static void truncated_bytes_are_refused_or_harmless(gconstpointer id)
{
  Pair pair = make_pair(id);
  gsize n;
  const guint8 *bytes = g_bytes_get_data(pair.bytes, &n);
  for (guint i = 0; i < 100; i++) {
    g_autofree guint8 *copy = g_memdup2(bytes, n);
    try_bytes(&pair, copy, n * i / 100);
  }
  clear_pair(&pair);
}

/* One to four bytes are changed, most by little: most other bytes are no normal form. */
static void mutate(guint8 *bytes, gsize n, LapGenerator *chooser)
{
  for (guint left = 1 + lap_generator_below(chooser, 4); left > 0; left--) {
    guint8 *at = &bytes[lap_generator_below(chooser, (guint)n)];
    switch (lap_generator_below(chooser, 4)) {
    case 0:
      *at ^= (guint8)(1u << lap_generator_below(chooser, 8));
      break;
    case 1:
      *at = (guint8)lap_generator_below(chooser, 256);
      break;
    case 2:
      *at = 0xFF;
      break;
    default:
      *at = 0;
    }
  }
}

static void mutated_bytes_are_refused_or_harmless(gconstpointer id)
{
  Pair pair = make_pair(id);
  LapGenerator chooser = lap_generator_seeded(g_str_hash(id));
  gsize n;
  const guint8 *bytes = g_bytes_get_data(pair.bytes, &n);
  for (guint i = 0; i < MUTATIONS; i++) {
    g_autofree guint8 *copy = g_memdup2(bytes, n);
    mutate(copy, n, &chooser);
    try_bytes(&pair, copy, n);
  }
  clear_pair(&pair);
}

int main(int argc, char **argv)
{
  static const struct {
    const char *name;
    void (*test)(gconstpointer id);
  } tests[] = {
      {"has-the-same-tables", has_the_same_tables},
      {"is-described-alike", is_described_alike},
      {"is-written-alike", is_written_alike},
      {"is-what-the-probe-wrote", is_what_the_probe_wrote},
      {"has-the-same-positions", has_the_same_positions},
      {"hooks-set-a-fault", hooks_set_a_fault},
      {"truncated-bytes-are-refused-or-harmless", truncated_bytes_are_refused_or_harmless},
      {"mutated-bytes-are-refused-or-harmless", mutated_bytes_are_refused_or_harmless},
  };
  g_test_init(&argc, &argv, NULL);
  registry = lap_registry_new(NULL);
  GPtrArray *plugins = lap_registry_list(registry);
  g_assert_cmpuint(plugins->len, >=, 9);
  for (guint i = 0; i < plugins->len; i++)
    for (guint test = 0; test < G_N_ELEMENTS(tests); test++) {
      const char *id = ((const LapPluginInfo *)plugins->pdata[i])->id;
      g_autofree char *path = g_strdup_printf("/manifest/%s/%s", id, tests[test].name);
      g_test_add_data_func_full(path, g_strdup(id), (GTestDataFunc)tests[test].test, g_free);
    }
  int failed = g_test_run();
  g_object_unref(registry);
  return failed;
}
