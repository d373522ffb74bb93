/* Views are written once and remembered for patches. */
#include <string.h>

#include "games.h"
#include "host/projection/view-cache.h"
#include "life.h"

static LapGame *game;

static LapEngine *engine_of(Life *life) { return lap_session_engine(life->session); }

static const char *look(LapViewCache *cache, Life *life, guint64 seq, guint viewer)
{
  lap_view_cache_move_on(cache, seq, engine_of(life), lap_session_block(life->session));
  return lap_view_cache_get(cache, engine_of(life), viewer)->text->str;
}

/* The view now, to compare later ones with. */
static LapView *view_of(Life *life, guint viewer)
{
  LapView *view = lap_view_new(engine_of(life));
  lap_view_build(view, engine_of(life), lap_session_block(life->session), viewer);
  return view;
}

static char *patch_of(LapViewCache *cache, Life *life, guint viewer)
{
  g_autoptr(GString) out = g_string_new("{");
  LapJsonWriter json = lap_json_writer_inside(out);
  gboolean has = lap_view_cache_patch(cache, engine_of(life), viewer, &json);
  return has ? g_strdup(out->str + strlen("{\"patch\":")) : NULL;
}

/* Looks, and takes the patch to what is seen then. */
static char *patch_to(LapViewCache *cache, Life *life, guint64 seq, guint viewer)
{
  look(cache, life, seq, viewer);
  return patch_of(cache, life, viewer);
}

static void has_patch_from(LapViewCache *cache, Life *life, const LapView *before)
{
  g_autoptr(GString) expected = g_string_new(NULL);
  g_autoptr(LapView) after = view_of(life, before->viewer);
  g_autofree char *patch = patch_of(cache, life, before->viewer);
  LapJsonWriter json = lap_json_writer(expected);
  lap_view_patch_to_json(before, after, &json);
  g_assert_cmpstr(patch, ==, expected->str);
  g_assert_cmpstr(patch, !=, "{}");
}

static void test_first(void)
{
  Life life;
  life_begin(&life, game, 2, 1);
  LapViewCache *cache = lap_view_cache_new();
  g_assert_null(patch_to(cache, &life, 0, 0));
  g_assert_null(patch_to(cache, &life, 0, 0));
  lap_view_cache_free(cache);
  life_end(&life);
}

static void test_unchanged(void)
{
  Life life;
  life_begin(&life, game, 2, 1);
  LapViewCache *cache = lap_view_cache_new();
  g_autofree char *text = g_strdup(look(cache, &life, 0, 0));
  g_assert_cmpstr(look(cache, &life, 1, 0), ==, text);
  g_autofree char *patch = patch_of(cache, &life, 0);
  g_assert_cmpstr(patch, ==, "{}");
  lap_view_cache_free(cache);
  life_end(&life);
}

static void test_changed(void)
{
  Life life;
  life_begin(&life, game, 2, 1);
  LapViewCache *cache = lap_view_cache_new();
  g_autofree char *text = g_strdup(look(cache, &life, 0, LAP_WATCHER));
  g_autoptr(LapView) before = view_of(&life, LAP_WATCHER);
  life_go_on(&life);
  g_assert_cmpstr(look(cache, &life, 1, LAP_WATCHER), !=, text);
  has_patch_from(cache, &life, before);
  lap_view_cache_free(cache);
  life_end(&life);
}

/* Nobody asked in between, so nobody has the view of the entry before. */
static void test_gap(void)
{
  Life life;
  life_begin(&life, game, 2, 1);
  LapViewCache *cache = lap_view_cache_new();
  look(cache, &life, 0, 0);
  g_assert_null(patch_to(cache, &life, 2, 0));
  look(cache, &life, 3, 1);
  life_go_on(&life);
  look(cache, &life, 4, 1);
  g_assert_null(patch_to(cache, &life, 5, 0));
  lap_view_cache_free(cache);
  life_end(&life);
}

/* A commit has failed: the move was sent to nobody, and another one is made. */
static void test_taken_back(void)
{
  Life life, other;
  life_begin(&life, game, 2, 1);
  life_begin(&other, game, 2, 1);
  other.chooser = lap_generator_seeded(99);
  LapViewCache *cache = lap_view_cache_new();
  look(cache, &life, 0, 0);
  g_autoptr(LapView) start = view_of(&life, 0);
  life_go_on(&life);
  g_autofree char *lost = g_strdup(look(cache, &life, 1, 0));
  do life_go_on(&other);
  while (lap_head_of(lap_session_block(other.session))->ready);
  g_assert_cmpstr(look(cache, &other, 1, 0), !=, lost);
  has_patch_from(cache, &other, start);
  lap_view_cache_free(cache);
  life_end(&life);
  life_end(&other);
}

/* The same after an entry that had changed nothing. */
static void test_taken_back_unchanged(void)
{
  Life life;
  life_begin(&life, game, 2, 1);
  LapViewCache *cache = lap_view_cache_new();
  look(cache, &life, 0, LAP_WATCHER);
  g_autoptr(LapView) start = view_of(&life, LAP_WATCHER);
  look(cache, &life, 1, LAP_WATCHER);
  life_go_on(&life);
  look(cache, &life, 1, LAP_WATCHER);
  has_patch_from(cache, &life, start);
  lap_view_cache_free(cache);
  life_end(&life);
}

static void test_hash(void)
{
  static const struct {
    const char *text;
    guint64 hash;
  } known[] = {{"", G_GUINT64_CONSTANT(0xcbf29ce484222325)},
               {"a", G_GUINT64_CONSTANT(0xaf63dc4c8601ec8c)},
               {"foobar", G_GUINT64_CONSTANT(0x85944171f73967e8)}};
  for (guint i = 0; i < G_N_ELEMENTS(known); i++)
    g_assert_cmphex(lap_view_hash(known[i].text, strlen(known[i].text)), ==, known[i].hash);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  game = fixture_game(1);
  g_test_add_func("/projection/view-cache/the-first-one-has-no-patch", test_first);
  g_test_add_func("/projection/view-cache/an-entry-that-changes-nothing-has-an-empty-patch", test_unchanged);
  g_test_add_func("/projection/view-cache/a-move-has-a-patch-from-the-view-before", test_changed);
  g_test_add_func("/projection/view-cache/there-is-no-patch-over-a-gap", test_gap);
  g_test_add_func("/projection/view-cache/what-was-taken-back-leaves-no-trace", test_taken_back);
  g_test_add_func("/projection/view-cache/nor-does-it-after-nothing-had-changed", test_taken_back_unchanged);
  g_test_add_func("/projection/view-cache/its-hash-is-fnv-1a", test_hash);
  int failed = g_test_run();
  lap_game_unref(game);
  return failed;
}
