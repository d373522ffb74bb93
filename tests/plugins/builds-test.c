/* Builds: what is loaded of a plugin is a copy of its files, so what happens to these afterwards harms no game. */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "folders.h"
#include "host/engine/engine.h"
#include "host/plugins/copies.h"

static void new_data_makes_a_new_game_beside_the_old_one(void)
{
  g_autofree char *folder = make_folder("plugins");
  copy_good(folder);
  g_autoptr(LapRegistry) registry = look_in(folder, NULL);
  g_autoptr(LapGame) before = lap_registry_load(registry, "good", NULL);
  write_file(folder, "cards.json", "{\"catalogue\": \"cards\", \"rows\": [{\"key\": \"nine\", \"points\": 9}]}");
  lap_registry_scan(registry);
  g_autoptr(LapGame) after = lap_registry_load(registry, "good", NULL);
  g_assert_true(before != after);
  g_assert_cmpuint(before->level[0].rows[0].n, ==, 2);
  g_assert_cmpuint(after->level[0].rows[0].n, ==, 1);
  remove_folder(folder);
}

/* Whether the game is another one after a file was added in a folder beside the module. */
static gboolean is_new_with(const char *inner)
{
  g_autofree char *folder = make_folder("plugins"), *within = g_build_filename(folder, inner, NULL);
  copy_good(folder);
  g_autoptr(LapRegistry) registry = look_in(folder, NULL);
  g_autoptr(LapGame) before = lap_registry_load(registry, "good", NULL);
  g_autofree char *build = g_strdup(lap_registry_find(registry, "good")->build);
  g_assert_cmpint(g_mkdir(within, 0700), ==, 0);
  write_file(within, "more.json", "{}");
  lap_registry_scan(registry);
  g_assert_cmpstr(lap_registry_find(registry, "good")->build, !=, build);
  g_autoptr(LapGame) after = lap_registry_load(registry, "good", NULL);
  remove_folder(folder);
  return after != before;
}

static void folders_of_data_decide_the_game_those_of_texts_do_not(void)
{
  g_assert_true(is_new_with("data"));
  g_assert_false(is_new_with("text"));
}

static void plays(LapGame *game)
{
  g_autoptr(LapEngine) engine = lap_engine_new(game, 2, NULL, NULL);
  g_autoptr(LapBlock) block = lap_block_new(engine);
  LapGenerator chooser = lap_generator_seeded(1);
  g_assert_cmpint(lap_engine_start(engine, block, 1), ==, LAP_MOVE_MADE);
  g_assert_cmpint(lap_engine_playout(engine, block, &chooser, 100, NULL), ==, LAP_MOVE_MADE);
}

static void a_rebuilt_module_plays_beside_the_old_one(void)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *folder = make_folder("plugins");
  copy_good(folder);
  g_autoptr(LapRegistry) registry = look_in(folder, NULL);
  g_autoptr(LapGame) before = lap_registry_load(registry, "good-twist", NULL);
  rebuild(folder, "good.so");
  lap_registry_scan(registry);
  g_autoptr(LapGame) after = lap_registry_load(registry, "good-twist", &error);
  g_assert_no_error(error);
  g_assert_cmpstr(before->level[0].build, !=, after->level[0].build);
  g_assert_cmpstr(before->level[1].build, ==, after->level[1].build);
  g_assert_cmpuint(lap_game_shared_levels(before, before), ==, 2);
  g_assert_cmpuint(lap_game_shared_levels(before, after), ==, 0);
  g_assert_true(before->level[0].plugin.phases.v != after->level[0].plugin.phases.v);
  plays(before);
  plays(after);
  remove_folder(folder);
}

static void texts_make_another_build_but_the_same_game(void)
{
  g_autofree char *folder = make_folder("plugins");
  copy_good(folder);
  g_autoptr(LapRegistry) registry = look_in(folder, NULL);
  g_autoptr(LapGame) before = lap_registry_load(registry, "good", NULL);
  g_autofree char *build = g_strdup(lap_registry_find(registry, "good")->build);
  write_file(folder, "text.en.json", "{}");
  lap_registry_scan(registry);
  g_autoptr(LapGame) after = lap_registry_load(registry, "good", NULL);
  g_assert_true(before == after);
  g_assert_cmpstr(lap_registry_find(registry, "good")->build, !=, build);
  remove_folder(folder);
}

/* What an author does to the files of a game that is played. */
static void truncate_it(const char *folder, const char *name) { write_into(folder, name, O_TRUNC, ""); }
static void write_over_it(const char *folder, const char *name) { write_into(folder, name, 0, "something else"); }
static void write_another(const char *folder, const char *name) { write_file(folder, name, "something else"); }
static void remove_it(const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename(folder, name, NULL);
  g_assert_cmpint(g_remove(path), ==, 0);
}
static void lock_it(const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename(folder, name, NULL);
  g_assert_cmpint(g_chmod(path, 0), ==, 0);
}
static void link_it_away(const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename(folder, name, NULL);
  remove_it(folder, name);
  g_assert_cmpint(symlink("/dev/null", path), ==, 0);
}

static void what_an_author_does_to_files_harms_no_game(void)
{
  static void (*const changes[])(const char *, const char *) = {truncate_it, write_over_it, write_another,
                                                                remove_it,   lock_it,       link_it_away};
  for (gsize i = 0; i < G_N_ELEMENTS(changes); i++) {
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = make_folder("plugins");
    copy_good(folder);
    rebuild(folder, "good.so");
    g_autoptr(LapRegistry) registry = look_in(folder, NULL);
    g_autoptr(LapGame) loaded = lap_registry_load(registry, "good", NULL);
    changes[i](folder, "good.so");
    changes[i](folder, "good-twist.so");
    changes[i](folder, "cards.json");
    plays(loaded);
    g_autoptr(LapGame) loaded_after = lap_registry_load(registry, "good-twist", &error);
    g_assert_no_error(error);
    plays(loaded_after);
    remove_folder(folder);
  }
}

static char *name_copy(LapRegistry *registry) { return g_strdup(lap_registry_get_copies(registry, "good")[0]); }

static void a_copy_that_was_changed_is_not_loaded_but_made_again(void)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *folder = make_folder("plugins");
  copy_new(folder);
  g_autoptr(LapRegistry) registry = look_in(folder, NULL);
  g_autofree char *copy = name_copy(registry), *module = g_build_filename(copy, "good.so", NULL);
  g_assert_cmpint(g_chmod(module, 0600), ==, 0);
  write_into(copy, "good.so", O_TRUNC, "something else");
  g_autoptr(LapGame) game = lap_registry_load(registry, "good", &error);
  g_assert_no_error(error);
  plays(game);
  g_autoptr(LapRegistry) again = look_in(folder, NULL);
  g_autofree char *same = name_copy(again);
  g_assert_cmpstr(same, ==, copy);
  remove_folder(folder);
}

/* Not even where only texts were changed, which do not decide the rules. */
static void a_copy_is_found_by_its_rules_only_if_it_is_whole(void)
{
  g_autofree char *folder = make_folder("plugins"), *own = g_strdup_printf("{\"folder\": \"%s\"}", folder);
  copy_new(folder);
  write_file(folder, "own.json", own); /* no other copy has these rules */
  g_autoptr(LapRegistry) registry = look_in(folder, NULL);
  g_autofree char *copy = name_copy(registry), *texts = g_build_filename(copy, "text.en.json", NULL);
  const char *rules = lap_registry_find(registry, "good")->rules;
  LapBuild *found = lap_copy_find(rules);
  g_assert_nonnull(found);
  g_assert_cmpstr(found->rules, ==, rules);
  lap_build_unref(found);
  g_assert_cmpint(g_chmod(texts, 0600), ==, 0);
  write_into(copy, "text.en.json", O_TRUNC, "{}");
  g_assert_null(lap_copy_find(rules));
  remove_folder(folder);
}

static void without_files_and_copy_nothing_is_loaded(void)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *folder = make_folder("plugins");
  copy_new(folder);
  g_autoptr(LapRegistry) registry = look_in(folder, NULL);
  g_autofree char *copy = name_copy(registry);
  remove_it(folder, "good.so");
  remove_folder(copy);
  g_assert_null(lap_registry_load(registry, "good", &error));
  g_assert_error(error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_REFUSED);
  g_assert_nonnull(strstr(error->message, "have changed since plugins were scanned; scan again"));
  remove_folder(folder);
}

int main(int argc, char **argv)
{
  g_autofree char *cache = make_cache();
  g_test_init(&argc, &argv, NULL);
  g_setenv("LAPIDARY_PROBE_LIMIT", "60000", TRUE);
#define TEST(path, function) g_test_add_func("/builds/" path, function)
  TEST("new-data-makes-a-new-game-beside-the-old-one", new_data_makes_a_new_game_beside_the_old_one);
  TEST("folders-of-data-decide-the-game-those-of-texts-do-not", folders_of_data_decide_the_game_those_of_texts_do_not);
  TEST("a-rebuilt-module-plays-beside-the-old-one", a_rebuilt_module_plays_beside_the_old_one);
  TEST("texts-make-another-build-but-the-same-game", texts_make_another_build_but_the_same_game);
  TEST("what-an-author-does-to-files-harms-no-game", what_an_author_does_to_files_harms_no_game);
  TEST("a-copy-that-was-changed-is-not-loaded-but-made-again", a_copy_that_was_changed_is_not_loaded_but_made_again);
  TEST("a-copy-is-found-by-its-rules-only-if-it-is-whole", a_copy_is_found_by_its_rules_only_if_it_is_whole);
  TEST("without-files-and-copy-nothing-is-loaded", without_files_and_copy_nothing_is_loaded);
  int result = g_test_run();
  remove_folder(cache);
  return result;
}
