#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>
#include <utime.h>

#include "folders.h"
#include "host/engine/engine.h"
#include "host/plugins/chain.h"
#include "host/plugins/search.h"

static const LapPluginInfo *get(LapRegistry *registry, guint index)
{
  return g_ptr_array_index(lap_registry_list(registry), index);
}

static void bases_are_listed_before_their_variants(void)
{
  g_autoptr(LapRegistry) registry = look_in(GOOD_FOLDER, NULL);
  g_assert_cmpuint(lap_registry_list(registry)->len, ==, 2);
  g_assert_cmpstr(get(registry, 0)->id, ==, "good");
  g_assert_cmpstr(get(registry, 1)->id, ==, "good-twist");
  g_assert_no_error(get(registry, 0)->error);
  g_assert_no_error(get(registry, 1)->error);
}

static void a_plugin_is_described_by_its_keyfile(void)
{
  g_autoptr(LapRegistry) registry = look_in(GOOD_FOLDER, NULL);
  const LapPluginInfo *info = lap_registry_find(registry, "good-twist");
  g_assert_cmpstr(info->name, ==, "Good, with a twist");
  g_assert_null(info->description);
  g_assert_cmpstr(info->version, ==, "0.1.0");
  g_assert_cmpstr(info->extends, ==, "good");
  g_assert_cmpstr(info->accepts, ==, "1.1");
  g_assert_true(g_path_is_absolute(info->module));
  g_assert_true(g_str_has_suffix(info->module, "/good-twist.so"));
  g_assert_true(g_str_has_suffix(info->keyfile, "/good-twist.plugin"));
}

static void what_is_not_there_is_said_not_to_be(void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapRegistry) registry = look_in(GOOD_FOLDER, NULL);
  g_assert_null(lap_registry_find(registry, "bad"));
  g_assert_null(lap_registry_load(registry, "bad", &error));
  g_assert_error(error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_NOT_FOUND);
}

static void a_folder_without_plugins_has_none(void)
{
  g_autofree char *folder = make_folder("plugins");
  g_autoptr(LapRegistry) registry = look_in(folder, NULL);
  g_assert_cmpuint(lap_registry_list(registry)->len, ==, 0);
  remove_folder(folder);
}

static void a_game_is_loaded_once(void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapRegistry) registry = look_in(GOOD_FOLDER, NULL);
  g_autoptr(LapGame) first = lap_registry_load(registry, "good-twist", &error);
  g_assert_no_error(error);
  g_autoptr(LapGame) second = lap_registry_load(registry, "good-twist", &error);
  g_assert_true(first == second);
  g_assert_cmpstr(first->id, ==, "good-twist");
  g_assert_cmpuint(first->depth, ==, 2);
}

static void a_game_outlives_its_registry(void)
{
  g_autoptr(LapRegistry) registry = look_in(GOOD_FOLDER, NULL);
  g_autoptr(LapGame) game = lap_registry_load(registry, "good", NULL);
  g_clear_object(&registry);
  g_autoptr(LapEngine) engine = lap_engine_new(game, 1, NULL, NULL);
  g_autoptr(LapBlock) block = lap_block_new(engine);
  g_assert_cmpint(lap_engine_start(engine, block, 7), ==, LAP_MOVE_MADE);
  g_assert_cmpuint(lap_engine_legal(engine, block, 0)->n, ==, 2);
}

static void folders_are_those_of_each_level(void)
{
  g_autofree char *base = make_folder("plugins"), *variant = make_folder("plugins");
  copy_file(GOOD_FOLDER, base, "good.so");
  copy_file(GOOD_FOLDER, base, "good.plugin");
  copy_file(GOOD_FOLDER, base, "cards.json");
  copy_file(GOOD_FOLDER, variant, "good-twist.so");
  copy_file(GOOD_FOLDER, variant, "good-twist.plugin");
  g_autoptr(LapRegistry) registry = look_in(variant, base);
  const char *const *folders = lap_registry_get_folders(registry, "good-twist");
  g_assert_cmpstr(folders[0], ==, base);
  g_assert_cmpstr(folders[1], ==, variant);
  g_assert_null(folders[2]);
  g_assert_null(lap_registry_get_folders(registry, "bad"));
  remove_folder(base);
  remove_folder(variant);
}

/* --- the cache */

typedef struct {
  const char *file; /* what changes */
  guint probes;     /* how many plugins are then asked again */
} ChangeCase;

static void what_has_not_changed_is_not_probed_again(void)
{
  g_autofree char *folder = make_folder("plugins");
  copy_new(folder);
  g_autoptr(LapRegistry) first = look_in(folder, NULL);
  g_assert_cmpuint(lap_registry_get_probes(first), ==, 2);
  copy_good(folder); /* anew, with another time */
  lap_registry_scan(first);
  g_assert_cmpuint(lap_registry_get_probes(first), ==, 2);
  g_autoptr(LapRegistry) second = look_in(folder, NULL);
  g_assert_cmpuint(lap_registry_get_probes(second), ==, 0);
  g_assert_no_error(lap_registry_find(second, "good-twist")->error);
  remove_folder(folder);
}

static void what_has_changed_is_probed_again(void)
{
  static const ChangeCase cases[] = {{"good.so", 2},           {"good-twist.so", 1}, {"good.plugin", 2},
                                     {"good-twist.plugin", 1}, {"cards.json", 2},    {"text.en.json", 2}};
  g_autofree char *folder = make_folder("plugins");
  copy_new(folder);
  g_autoptr(LapRegistry) first = look_in(folder, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    rebuild(folder, cases[i].file);
    g_autoptr(LapRegistry) again = look_in(folder, NULL);
    g_assert_cmpuint(lap_registry_get_probes(again), ==, cases[i].probes);
  }
  remove_folder(folder);
}

static void what_was_wrong_is_found_mended(void)
{
  g_autofree char *folder = make_folder("plugins");
  copy_good(folder);
  write_file(folder, "cards.json", "{}");
  g_autoptr(LapRegistry) registry = look_in(folder, NULL);
  g_assert_error(get(registry, 0)->error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_DATA);
  g_assert_error(get(registry, 1)->error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_BLOCKED);
  copy_file(GOOD_FOLDER, folder, "cards.json");
  lap_registry_scan(registry);
  g_assert_no_error(get(registry, 0)->error);
  g_assert_no_error(get(registry, 1)->error);
  remove_folder(folder);
}

static void a_spoilt_cache_is_no_harm(void)
{
  g_autofree char *folder = make_folder("plugins");
  g_autofree char *cache = g_build_filename(g_get_user_cache_dir(), "lapidary", "probe", NULL);
  copy_good(folder);
  g_autoptr(LapRegistry) first = look_in(folder, NULL);
  g_autoptr(GDir) dir = g_dir_open(cache, 0, NULL);
  for (const char *name; (name = g_dir_read_name(dir));) write_file(cache, name, "[Probe]\nStamp=");
  g_autoptr(LapRegistry) second = look_in(folder, NULL);
  g_assert_cmpuint(lap_registry_get_probes(second), ==, 2);
  g_assert_no_error(get(second, 0)->error);
  remove_folder(folder);
}

/* How many files the cache has, once each is as if it had not been used for so long. */
static guint age_cache(int days)
{
  guint n = 0;
  g_autofree char *cache = g_build_filename(g_get_user_cache_dir(), "lapidary", "probe", NULL);
  g_autoptr(GDir) dir = g_dir_open(cache, 0, NULL);
  const time_t then = time(NULL) - days * 24 * 60 * 60;
  for (const char *name; (name = g_dir_read_name(dir)); n++) {
    g_autofree char *path = g_build_filename(cache, name, NULL);
    g_assert_cmpint(g_utime(path, &(struct utimbuf){then, then}), ==, 0);
  }
  return n;
}

static void verdicts_that_nobody_has_used_for_a_month_are_removed(void)
{
  g_autofree char *folder = make_folder("plugins");
  copy_new(folder);
  g_autoptr(LapRegistry) first = look_in(folder, NULL);
  rebuild(folder, "good-twist.so");
  g_autoptr(LapRegistry) second = look_in(folder, NULL); /* of the former build there is one more verdict */
  guint before = age_cache(29);
  rebuild(folder, "good-twist.so");
  g_autoptr(LapRegistry) third = look_in(folder, NULL);
  g_assert_cmpuint(age_cache(31), ==, before + 2); /* a verdict and its manifest */
  rebuild(folder, "good-twist.so");
  g_autoptr(LapRegistry) fourth = look_in(folder, NULL);
  g_assert_cmpuint(age_cache(0), ==, 4); /* those of the base, and of this build */
  g_autoptr(LapRegistry) fifth = look_in(folder, NULL);
  g_assert_cmpuint(lap_registry_get_probes(fifth), ==, 0);
  remove_folder(folder);
}

/* Writes `text` over each manifest that is cached; NULL: removes them. */
static void spoil_manifests(const char *text)
{
  g_autofree char *cache = g_build_filename(g_get_user_cache_dir(), "lapidary", "probe", NULL);
  g_autoptr(GDir) dir = g_dir_open(cache, 0, NULL);
  for (const char *name; (name = g_dir_read_name(dir));) {
    g_autofree char *path = g_build_filename(cache, name, NULL);
    if (!g_str_has_suffix(name, ".manifest")) continue;
    if (text)
      write_file(cache, name, text);
    else
      g_assert_cmpint(g_unlink(path), ==, 0);
  }
}

static GBytes *manifest_of(LapRegistry *registry, guint i)
{
  return lap_build_get_manifest(((const LapPluginRecord *)get(registry, i))->chain);
}

static void a_verdict_without_its_manifest_is_none(void)
{
  static const char *const spoilt[] = {NULL, "", "lapidary manifest 2"};
  g_autofree char *folder = make_folder("plugins");
  copy_new(folder);
  g_autoptr(LapRegistry) first = look_in(folder, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(spoilt); i++) {
    spoil_manifests(spoilt[i]);
    g_autoptr(LapRegistry) again = look_in(folder, NULL);
    g_autoptr(LapRegistry) cached = look_in(folder, NULL);
    g_assert_cmpuint(lap_registry_get_probes(again), ==, 2);
    g_assert_cmpuint(lap_registry_get_probes(cached), ==, 0);
    for (guint level = 0; level < 2; level++) {
      g_assert_true(g_bytes_equal(manifest_of(first, level), manifest_of(again, level)));
      g_assert_true(g_bytes_equal(manifest_of(first, level), manifest_of(cached, level)));
    }
  }
  remove_folder(folder);
}

static void a_probe_that_cannot_be_started_is_not_remembered(void)
{
  g_autofree char *folder = make_folder("plugins");
  copy_new(folder);
  g_setenv("LAPIDARY_PROBE", "/no/such/program", TRUE);
  g_autoptr(LapRegistry) without = look_in(folder, NULL);
  g_unsetenv("LAPIDARY_PROBE");
  g_assert_error(get(without, 0)->error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_REFUSED);
  g_assert_nonnull(strstr(get(without, 0)->error->message, "/no/such/program: the program that probes plugins"));
  g_autoptr(LapRegistry) with = look_in(folder, NULL);
  g_assert_no_error(get(with, 0)->error);
  remove_folder(folder);
}

static guint count_probes(const char *folder, const char *limit)
{
  g_setenv("LAPIDARY_PROBE_LIMIT", limit, TRUE);
  g_autoptr(LapRegistry) registry = look_in(folder, NULL);
  g_setenv("LAPIDARY_PROBE_LIMIT", "60000", TRUE);
  g_assert_error(get(registry, 0)->error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_QUARANTINED);
  return lap_registry_get_probes(registry);
}

static void what_was_known_before_is_not_probed_again(void)
{
  g_autofree char *folder = make_folder("plugins");
  copy_new(folder);
  g_autoptr(LapRegistry) registry = look_in(folder, NULL);
  rebuild(folder, "good-twist.so");
  lap_registry_scan(registry);
  g_assert_cmpuint(lap_registry_get_probes(registry), ==, 3);
  copy_file(GOOD_FOLDER, folder, "good-twist.so");
  lap_registry_scan(registry);
  g_assert_cmpuint(lap_registry_get_probes(registry), ==, 3);
  remove_folder(folder);
}

static void one_that_hung_is_tried_again_with_more_time(void)
{
  g_autofree char *folder = make_folder("plugins");
  copy_file(ZOO_FOLDER, folder, "hang-at-entry.so");
  copy_file(ZOO_FOLDER, folder, "hang-at-entry.plugin");
  g_assert_cmpuint(count_probes(folder, "200"), ==, 1);
  g_assert_cmpuint(count_probes(folder, "200"), ==, 0);
  g_assert_cmpuint(count_probes(folder, "300"), ==, 1);
  g_assert_cmpuint(count_probes(folder, "200"), ==, 0);
  remove_folder(folder);
}

/* --- the search */

static void the_first_found_wins(void)
{
  g_autofree char *folder = make_folder("plugins");
  copy_good(folder);
  g_autoptr(LapRegistry) first = look_in(folder, GOOD_FOLDER);
  g_autoptr(LapRegistry) second = look_in(GOOD_FOLDER, folder);
  g_assert_cmpuint(lap_registry_list(first)->len, ==, 2);
  g_assert_cmpstr(lap_registry_find(first, "good")->folder, ==, folder);
  g_assert_cmpstr(lap_registry_find(second, "good")->folder, !=, folder);
  remove_folder(folder);
}

static void the_first_found_wins_even_if_it_is_wrong(void)
{
  g_autofree char *folder = make_folder("plugins");
  write_file(folder, "good.plugin", "[Plugin]\n");
  g_autoptr(LapRegistry) registry = look_in(folder, GOOD_FOLDER);
  g_assert_error(lap_registry_find(registry, "good")->error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_KEYFILE);
  g_assert_error(lap_registry_find(registry, "good-twist")->error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_BLOCKED);
  remove_folder(folder);
}

static void a_plugin_may_have_a_folder_of_its_own(void)
{
  g_autofree char *folder = make_folder("plugins"), *inner = g_build_filename(folder, "good", NULL);
  g_assert_cmpint(g_mkdir(inner, 0700), ==, 0);
  copy_good(inner);
  g_autoptr(LapRegistry) registry = look_in(folder, NULL);
  g_assert_cmpuint(lap_registry_list(registry)->len, ==, 1);
  g_assert_cmpstr(get(registry, 0)->folder, ==, inner);
  g_assert_no_error(get(registry, 0)->error);
  remove_folder(folder);
}

static void a_folder_that_is_not_there_is_passed_over(void)
{
  g_autoptr(LapRegistry) registry = look_in("/no/such/folder", GOOD_FOLDER);
  g_assert_cmpuint(lap_registry_list(registry)->len, ==, 2);
  g_assert_cmpstr(lap_registry_get_path(registry)[0], ==, "/no/such/folder");
}

static void a_link_out_of_the_search_path_is_not_followed(void)
{
  g_autofree char *folder = make_folder("plugins"), *elsewhere = make_folder("plugins");
  g_autofree char *link = g_build_filename(folder, "good", NULL);
  copy_good(elsewhere);
  g_assert_cmpint(symlink(elsewhere, link), ==, 0);
  g_autoptr(LapRegistry) alone = look_in(folder, NULL);
  g_assert_error(get(alone, 0)->error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_KEYFILE);
  g_assert_nonnull(strstr(get(alone, 0)->error->message, "leads out of the search path"));
  g_autoptr(LapRegistry) named = look_in(folder, elsewhere);
  g_assert_no_error(lap_registry_find(named, "good")->error);
  remove_folder(folder);
  remove_folder(elsewhere);
}

static void a_module_that_links_elsewhere_is_not_opened(void)
{
  g_autofree char *folder = make_folder("plugins");
  g_autofree char *link = g_build_filename(folder, "good.so", NULL);
  copy_good(folder);
  g_assert_cmpint(g_remove(link), ==, 0);
  g_assert_cmpint(symlink(GOOD_FOLDER "/good.so", link), ==, 0);
  g_autoptr(LapRegistry) registry = look_in(folder, NULL);
  g_assert_error(get(registry, 0)->error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_KEYFILE);
  g_assert_nonnull(strstr(get(registry, 0)->error->message, "leads out of its folder"));
  remove_folder(folder);
}

static void the_default_path_has_its_order(void)
{
  g_setenv("LAPIDARY_PLUGIN_PATH", "/first::/second/../third", TRUE);
  g_auto(GStrv) path = lap_search_get_default_path();
  g_unsetenv("LAPIDARY_PLUGIN_PATH");
  g_autofree char *user = g_build_filename(g_get_user_data_dir(), "lapidary", "plugins", NULL);
  const char *const right[] = {"/first", "/third", user, BUILD_ROOT "/plugins", BUILD_ROOT "/examples"};
  g_assert_cmpuint(g_strv_length(path), ==, G_N_ELEMENTS(right) + 1);
  for (gsize i = 0; i < G_N_ELEMENTS(right); i++) g_assert_cmpstr(path[i], ==, right[i]);
  g_assert_true(g_str_has_suffix(path[G_N_ELEMENTS(right)], "/lapidary/plugins"));
}

/* Says why the first plugin of a folder with good ones is refused, or NULL. */
static char *why_refused(const char *folder)
{
  g_autoptr(LapRegistry) registry = look_in(folder, NULL);
  const GError *error = get(registry, 0)->error;
  return error ? g_strdup(error->message) : NULL;
}

static void what_everybody_may_write_is_refused(void)
{
  static const struct {
    const char *name; /* "": the folder */
    guint mode, before;
    const char *command; /* NULL: fine */
  } cases[] = {
      {"", 0755, 0700, NULL},
      {"", 0777, 0700, "(its mode is 0777), and so run code here; mend it with: chmod o-w '"},
      {"", 01777, 0700, NULL},
      {"good.so", 0644, 0755, NULL},
      {"good.so", 0666, 0755, "(its mode is 0666), and so run code here; mend it with: chmod o-w '"},
      {"good.plugin", 0646, 0644, "(its mode is 0646), and so run code here; mend it with: chmod o-w '"},
  };
  g_autofree char *folder = make_folder("plugins");
  copy_good(folder);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *path = *cases[i].name ? g_build_filename(folder, cases[i].name, NULL) : g_strdup(folder);
    g_assert_cmpint(g_chmod(path, (int)cases[i].mode), ==, 0);
    g_autofree char *why = why_refused(folder);
    g_assert_cmpint(g_chmod(path, (int)cases[i].before), ==, 0);
    if (!cases[i].command)
      g_assert_cmpstr(why, ==, NULL);
    else
      g_assert_true(why && strstr(why, path) && strstr(why, cases[i].command));
  }
  remove_folder(folder);
}

static void a_host_of_root_runs_only_what_is_roots(void)
{
  if (geteuid() != 0) {
    g_test_skip("only root can give files away");
    return;
  }
  g_autofree char *folder = make_folder("plugins");
  copy_good(folder);
  g_autofree char *path = g_build_filename(folder, "good.so", NULL);
  g_assert_cmpint(chown(path, 65534, 0), ==, 0);
  g_autofree char *owned = why_refused(folder);
  g_assert_true(owned && strstr(owned, path) && strstr(owned, "mend it with: chown root '"));
  g_assert_cmpint(chown(path, 0, 65534), ==, 0);
  g_assert_cmpint(g_chmod(path, 0664), ==, 0);
  g_autofree char *grouped = why_refused(folder);
  g_assert_true(grouped && strstr(grouped, "mend it with: chmod g-w '"));
  g_assert_cmpint(g_chmod(path, 0644), ==, 0);
  g_autofree char *fine = why_refused(folder);
  g_assert_null(fine);
  remove_folder(folder);
}

int main(int argc, char **argv)
{
  g_autofree char *cache = make_cache();
  g_test_init(&argc, &argv, NULL);
  g_setenv("LAPIDARY_PROBE_LIMIT", "60000", TRUE);
#define TEST(path, function) g_test_add_func("/registry/" path, function)
  TEST("bases-are-listed-before-their-variants", bases_are_listed_before_their_variants);
  TEST("a-plugin-is-described-by-its-keyfile", a_plugin_is_described_by_its_keyfile);
  TEST("what-is-not-there-is-said-not-to-be", what_is_not_there_is_said_not_to_be);
  TEST("a-folder-without-plugins-has-none", a_folder_without_plugins_has_none);
  TEST("a-game-is-loaded-once", a_game_is_loaded_once);
  TEST("a-game-outlives-its-registry", a_game_outlives_its_registry);
  TEST("folders-are-those-of-each-level", folders_are_those_of_each_level);
  TEST("what-has-not-changed-is-not-probed-again", what_has_not_changed_is_not_probed_again);
  TEST("what-has-changed-is-probed-again", what_has_changed_is_probed_again);
  TEST("what-was-known-before-is-not-probed-again", what_was_known_before_is_not_probed_again);
  TEST("what-was-wrong-is-found-mended", what_was_wrong_is_found_mended);
  TEST("a-spoilt-cache-is-no-harm", a_spoilt_cache_is_no_harm);
  TEST("verdicts-that-nobody-has-used-for-a-month-are-removed", verdicts_that_nobody_has_used_for_a_month_are_removed);
  TEST("a-verdict-without-its-manifest-is-none", a_verdict_without_its_manifest_is_none);
  TEST("a-probe-that-cannot-be-started-is-not-remembered", a_probe_that_cannot_be_started_is_not_remembered);
  TEST("one-that-hung-is-tried-again-with-more-time", one_that_hung_is_tried_again_with_more_time);
  TEST("the-first-found-wins", the_first_found_wins);
  TEST("the-first-found-wins-even-if-it-is-wrong", the_first_found_wins_even_if_it_is_wrong);
  TEST("a-plugin-may-have-a-folder-of-its-own", a_plugin_may_have_a_folder_of_its_own);
  TEST("a-folder-that-is-not-there-is-passed-over", a_folder_that_is_not_there_is_passed_over);
  TEST("a-link-out-of-the-search-path-is-not-followed", a_link_out_of_the_search_path_is_not_followed);
  TEST("a-module-that-links-elsewhere-is-not-opened", a_module_that_links_elsewhere_is_not_opened);
  TEST("the-default-path-has-its-order", the_default_path_has_its_order);
  g_test_add_func("/registry/what-everybody-may-write-is-refused", what_everybody_may_write_is_refused);
  g_test_add_func("/registry/a-host-of-root-runs-only-what-is-roots", a_host_of_root_runs_only_what_is_roots);
  int result = g_test_run();
  remove_folder(cache);
  return result;
}
