/* Pictures of plugins: where they lie, what becomes of them, and that a plugin with one that may not be is refused. */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>

#include "folders.h"
#include "host/digest/sha256.h"
#include "host/plugins/copies.h"
#include "host/plugins/pictures.h"

#define DRAWN(what) "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\">" what "</svg>"

/* A folder with the good plugins, and a folder for pictures. */
static char *make_plugins(char **inner)
{
  char *folder = make_folder("plugins");
  copy_new(folder);
  *inner = g_build_filename(folder, "pictures", NULL);
  g_assert_cmpint(g_mkdir(*inner, 0700), ==, 0);
  return folder;
}

static void an_address_is_that_of_what_is_sent(void)
{
  g_autofree char *inner = NULL, *folder = make_plugins(&inner);
  write_file(inner, "one.svg", DRAWN("\n<g/> <!-- as it was saved -->"));
  const char *const folders[] = {folder, NULL};
  g_autoptr(LapPictures) pictures = lap_pictures_new(folders);
  const char *address = lap_pictures_find(pictures, "one");
  GBytes *picture = lap_pictures_get(pictures, address);
  const char *sent = DRAWN("<g></g>");
  const LapSha256 digest = lap_sha256_of(sent, strlen(sent));
  g_autofree char *hash = lap_sha256_to_hex(&digest), *expected = g_strdup_printf("pictures/%s.svg", hash);
  g_assert_cmpstr(address, ==, expected);
  g_assert_cmpmem(g_bytes_get_data(picture, NULL), g_bytes_get_size(picture), sent, strlen(sent));
  g_assert_null(lap_pictures_find(pictures, "two"));
  g_assert_null(lap_pictures_find(pictures, NULL));
  g_assert_null(lap_pictures_find(NULL, "one"));
  g_assert_null(lap_pictures_get(pictures, "pictures/one.svg"));
  remove_folder(folder);
}

static void levels_and_files_come_before_others(void)
{
  g_autofree char *inner = NULL, *base = make_plugins(&inner), *variant = make_folder("variant");
  write_file(inner, "one.svg", DRAWN("<g/>"));
  write_file(inner, "two.svg", DRAWN("<g/>"));
  write_file(inner, "three.svg", DRAWN("<g/>"));
  write_file(base, "picture.three.svg", DRAWN("<text>3</text>"));
  write_file(variant, "picture.two.svg", DRAWN("<text>2</text>"));
  write_file(variant, "four.svg", DRAWN("<script/>")); /* is called as no picture is */
  const char *const folders[] = {base, variant, NULL};
  g_autoptr(LapPictures) pictures = lap_pictures_new(folders);
  g_autoptr(GPtrArray) names = lap_pictures_list(pictures);
  g_autofree char *list = g_strjoinv(" ", (char **)names->pdata);
  g_assert_cmpstr(list, ==, "one three two");
  g_assert_cmpstr(lap_pictures_find(pictures, "one"), !=, lap_pictures_find(pictures, "two"));
  g_assert_cmpstr(lap_pictures_find(pictures, "one"), !=, lap_pictures_find(pictures, "three"));
  remove_folder(base);
  remove_folder(variant);
}

/* A plugin is what it plays; what is seen of it is another build of the same. */
static void a_picture_makes_another_build_but_the_same_game(void)
{
  g_autofree char *inner = NULL, *folder = make_plugins(&inner);
  g_autoptr(LapRegistry) registry = look_in(folder, NULL);
  g_autoptr(LapGame) before = lap_registry_load(registry, "good", NULL);
  g_autofree char *build = g_strdup(lap_registry_find(registry, "good")->build);
  write_file(inner, "one.svg", DRAWN(""));
  lap_registry_scan(registry);
  g_autoptr(LapGame) after = lap_registry_load(registry, "good", NULL);
  g_assert_true(before == after);
  g_assert_cmpstr(lap_registry_find(registry, "good")->build, !=, build);
  g_autoptr(LapPictures) pictures = lap_pictures_new(lap_registry_get_copies(registry, "good"));
  g_assert_nonnull(lap_pictures_find(pictures, "one"));
  remove_folder(folder);
}

static void pictures_are_kept_with_a_build(void)
{
  g_autofree char *inner = NULL, *folder = make_plugins(&inner);
  g_autofree char *own = g_strdup_printf("{\"folder\": \"%s\"}", folder);
  write_file(folder, "own.json", own); /* no other copy has these rules */
  write_file(inner, "one.svg", DRAWN("<g/>"));
  g_autoptr(LapRegistry) registry = look_in(folder, NULL);
  const char *rules = lap_registry_find(registry, "good")->rules;
  g_autofree char *copy = g_strdup(lap_registry_get_copies(registry, "good")[0]);
  g_autoptr(GBytes) packed = lap_copy_pack(rules);
  g_autoptr(GError) error = NULL;
  g_assert_nonnull(packed);
  remove_folder(copy);
  g_assert_true(lap_copy_unpack(rules, packed, &error));
  g_assert_no_error(error);
  const char *const folders[] = {copy, NULL};
  g_autoptr(LapPictures) pictures = lap_pictures_new(folders);
  g_assert_nonnull(lap_pictures_find(pictures, "one"));
  remove_folder(folder);
}

/* --- refusals */

static void is_refused(const char *folder, LapPluginError code, const char *message)
{
  g_autoptr(LapRegistry) registry = look_in(folder, NULL);
  const LapPluginInfo *info = lap_registry_find(registry, "good");
  g_autofree char *whole = g_build_filename(folder, message, NULL);
  g_assert_error(info->error, LAP_PLUGIN_ERROR, (gint)code);
  g_assert_cmpstr(info->error->message, ==, whole);
}

static void a_plugin_with_a_picture_that_may_not_be_is_refused(void)
{
  g_autofree char *inner = NULL, *folder = make_plugins(&inner);
  write_file(inner, "one.svg", DRAWN("\n<script/>"));
  is_refused(folder, LAP_PLUGIN_ERROR_DATA,
             "pictures/one.svg: line 2: <script> may not be in a picture: a picture has no script");
  write_file(inner, "one.svg", DRAWN(""));
  write_file(folder, "picture.two.svg", "<svg/>");
  is_refused(folder, LAP_PLUGIN_ERROR_DATA,
             "picture.two.svg: line 1: it begins with <svg>, not with <svg xmlns=\"http://www.w3.org/2000/svg\" "
             "viewBox=\"0 0 100 100\">");
  remove_folder(folder);
}

static void names_of_pictures_are_words(void)
{
  g_autofree char *inner = NULL, *folder = make_plugins(&inner);
  write_file(inner, ".one two.svg", "an editor's");
  write_file(inner, "one two.svg", DRAWN(""));
  is_refused(folder, LAP_PLUGIN_ERROR_DATA,
             "pictures/one two.svg: the name of a picture is a word of a-z, A-Z, 0-9, '_', '-'");
  remove_folder(folder);
}

static void a_picture_of_the_game_is_there(void)
{
  g_autofree char *inner = NULL, *folder = make_plugins(&inner);
  write_into(folder, "good.plugin", O_APPEND, "Picture=one\n");
  is_refused(folder, LAP_PLUGIN_ERROR_KEYFILE, "good.plugin: key Picture: there is no pictures/one.svg beside it");
  write_file(inner, "one.svg", DRAWN(""));
  g_autoptr(LapRegistry) registry = look_in(folder, NULL);
  g_assert_no_error(lap_registry_find(registry, "good")->error);
  g_assert_cmpstr(lap_registry_find(registry, "good")->picture, ==, "one");
  remove_folder(folder);
}

static void write_many(const char *inner, guint n, const char *svg)
{
  for (guint i = 0; i < n; i++) {
    g_autofree char *name = g_strdup_printf("p%u.svg", i);
    write_file(inner, name, svg);
  }
}

/* Which of the files is one too many depends on the order in which the folder has them. */
static void is_refused_with(const char *folder, const char *message)
{
  g_autoptr(LapRegistry) registry = look_in(folder, NULL);
  const GError *error = lap_registry_find(registry, "good")->error;
  g_assert_error(error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_DATA);
  g_assert_true(g_str_has_suffix(error->message, message));
}

static void a_plugin_has_so_many_pictures_and_no_more(void)
{
  g_autofree char *inner = NULL, *folder = make_plugins(&inner);
  write_many(inner, LAP_PICTURES_MAX, DRAWN(""));
  g_autoptr(LapRegistry) registry = look_in(folder, NULL);
  g_assert_no_error(lap_registry_find(registry, "good")->error);
  write_file(inner, "more.svg", DRAWN(""));
  is_refused_with(folder, ".svg: a plugin may have 256 pictures");
  remove_folder(folder);
}

static void pictures_are_so_large_and_no_larger(void)
{
  g_autofree char *inner = NULL, *folder = make_plugins(&inner);
  g_autofree char *blank = g_strnfill(LAP_PICTURE_SIZE_MAX - strlen(DRAWN("")), ' ');
  g_autofree char *large = g_strdup_printf(DRAWN("%s"), blank), *larger = g_strdup_printf(DRAWN(" %s"), blank);
  guint n = LAP_PICTURES_SIZE_MAX / LAP_PICTURE_SIZE_MAX;
  write_file(inner, "larger.svg", larger);
  is_refused_with(folder, "pictures/larger.svg: File too large; it may have at most 131072 bytes");
  write_file(inner, "larger.svg", DRAWN(""));
  write_many(inner, n - 1, large);
  g_autoptr(LapRegistry) registry = look_in(folder, NULL);
  g_assert_no_error(lap_registry_find(registry, "good")->error);
  write_many(inner, n, large);
  is_refused_with(folder, ".svg: with this one the plugin's pictures have more than 4194304 bytes together");
  remove_folder(folder);
}

int main(int argc, char **argv)
{
  g_autofree char *cache = make_cache();
  g_test_init(&argc, &argv, NULL);
  g_setenv("LAPIDARY_PROBE_LIMIT", "60000", TRUE);
#define TEST(path, function) g_test_add_func("/plugins/pictures/" path, function)
  TEST("an-address-is-that-of-what-is-sent", an_address_is_that_of_what_is_sent);
  TEST("levels-and-files-come-before-others", levels_and_files_come_before_others);
  TEST("a-picture-makes-another-build-but-the-same-game", a_picture_makes_another_build_but_the_same_game);
  TEST("pictures-are-kept-with-a-build", pictures_are_kept_with_a_build);
  TEST("a-plugin-with-a-picture-that-may-not-be-is-refused", a_plugin_with_a_picture_that_may_not_be_is_refused);
  TEST("names-of-pictures-are-words", names_of_pictures_are_words);
  TEST("a-picture-of-the-game-is-there", a_picture_of_the_game_is_there);
  TEST("a-plugin-has-so-many-pictures-and-no-more", a_plugin_has_so_many_pictures_and_no_more);
  TEST("pictures-are-so-large-and-no-larger", pictures_are_so_large_and_no_larger);
  int result = g_test_run();
  remove_folder(cache);
  return result;
}
