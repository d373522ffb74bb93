/* Views are made once and kept for patches. */
#include <string.h>

#include "games.h"
#include "host/match/telling.h"
#include "telling-life.h"

static LapGame *game;

static const LapToldView *look(LapTold *told, Life *life, guint64 seq, guint viewer)
{
  LapEngine *engine = lap_session_engine(life->session);
  const LapBlock *block = lap_session_block(life->session);
  lap_told_move_on(told, seq, engine, block);
  return lap_told_view(told, engine, block, viewer);
}

static gboolean has_patch(const LapToldView *view, const char *expected)
{
  g_autoptr(GString) patch = g_string_new(NULL);
  gboolean has = lap_told_patch(view, patch);
  if (has && expected) g_assert_cmpstr(patch->str, ==, expected);
  return has;
}

static void test_first(void)
{
  Life life;
  life_begin(&life, game, 2, 1);
  LapTold *told = lap_told_new();
  g_assert_false(has_patch(look(told, &life, 0, 0), NULL));
  g_assert_false(has_patch(look(told, &life, 0, 0), NULL));
  lap_told_free(told);
  life_end(&life);
}

static void test_unchanged(void)
{
  Life life;
  life_begin(&life, game, 2, 1);
  LapTold *told = lap_told_new();
  g_autofree char *text = g_strdup(look(told, &life, 0, 0)->text->str);
  const LapToldView *view = look(told, &life, 1, 0);
  g_assert_true(has_patch(view, "{}"));
  g_assert_cmpstr(view->text->str, ==, text);
  lap_told_free(told);
  life_end(&life);
}

static void test_changed(void)
{
  Life life;
  life_begin(&life, game, 2, 1);
  LapTold *told = lap_told_new();
  g_autofree char *text = g_strdup(look(told, &life, 0, LAP_WATCHER)->text->str);
  life_go_on(&life);
  const LapToldView *view = look(told, &life, 1, LAP_WATCHER);
  g_assert_cmpstr(view->text->str, !=, text);
  g_assert_cmpstr(view->before->str, ==, text);
  g_assert_true(has_patch(view, NULL));
  lap_told_free(told);
  life_end(&life);
}

/* Nobody asked in between, so nobody has the view of the entry before. */
static void test_gap(void)
{
  Life life;
  life_begin(&life, game, 2, 1);
  LapTold *told = lap_told_new();
  look(told, &life, 0, 0);
  g_assert_false(has_patch(look(told, &life, 2, 0), NULL));
  look(told, &life, 3, 1);
  life_go_on(&life);
  look(told, &life, 4, 1);
  g_assert_false(has_patch(look(told, &life, 5, 0), NULL));
  lap_told_free(told);
  life_end(&life);
}

/* A commit has failed: the move was told to nobody, and another one is made. */
static void test_taken_back(void)
{
  Life life, other;
  life_begin(&life, game, 2, 1);
  life_begin(&other, game, 2, 1);
  other.chooser = lap_generator_seeded(99);
  LapTold *told = lap_told_new();
  g_autofree char *start = g_strdup(look(told, &life, 0, 0)->text->str);
  life_go_on(&life);
  g_autofree char *lost = g_strdup(look(told, &life, 1, 0)->text->str);
  do life_go_on(&other);
  while (lap_head_of(lap_session_block(other.session))->ready);
  const LapToldView *view = look(told, &other, 1, 0);
  g_assert_cmpstr(view->text->str, !=, lost);
  g_assert_cmpstr(view->before->str, ==, start);
  g_assert_true(has_patch(view, NULL));
  lap_told_free(told);
  life_end(&life);
  life_end(&other);
}

/* The same after an entry that had changed nothing. */
static void test_taken_back_unchanged(void)
{
  Life life;
  life_begin(&life, game, 2, 1);
  LapTold *told = lap_told_new();
  g_autofree char *start = g_strdup(look(told, &life, 0, LAP_WATCHER)->text->str);
  look(told, &life, 1, LAP_WATCHER);
  life_go_on(&life);
  const LapToldView *view = look(told, &life, 1, LAP_WATCHER);
  g_assert_cmpstr(view->before->str, ==, start);
  g_assert_true(has_patch(view, NULL));
  lap_told_free(told);
  life_end(&life);
}

static void test_hash(void)
{
  static const struct {
    const char *text, *hash;
  } known[] = {{"", "cbf29ce484222325"}, {"a", "af63dc4c8601ec8c"}, {"foobar", "85944171f73967e8"}};
  for (guint i = 0; i < G_N_ELEMENTS(known); i++) {
    char hash[17];
    lap_tell_hash(known[i].text, strlen(known[i].text), hash);
    g_assert_cmpstr(hash, ==, known[i].hash);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  game = fixture_game(1);
  g_test_add_func("/telling/view/the-first-one-has-no-patch", test_first);
  g_test_add_func("/telling/view/an-entry-that-changes-nothing-has-an-empty-patch", test_unchanged);
  g_test_add_func("/telling/view/a-move-has-a-patch-from-the-view-before", test_changed);
  g_test_add_func("/telling/view/there-is-no-patch-over-a-gap", test_gap);
  g_test_add_func("/telling/view/what-was-taken-back-leaves-no-trace", test_taken_back);
  g_test_add_func("/telling/view/nor-does-it-after-nothing-had-changed", test_taken_back_unchanged);
  g_test_add_func("/telling/view/its-hash-is-fnv-1a", test_hash);
  int failed = g_test_run();
  lap_game_unref(game);
  return failed;
}
