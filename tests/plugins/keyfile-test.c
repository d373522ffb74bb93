#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "folders.h"
#include "host/plugins/keyfile.h"

#define HEAD "[Plugin]\nId=nim\n"
#define REST "Version=1.0.0\nApi=1.1\nModule=nim.so\n"

typedef struct {
  const char *name, *text, *message;
} BadCase;

static const BadCase bad[] = {
    {"nothing-in-it", "", "the group [Plugin] is missing"},
    {"not-a-keyfile", "hello\n", "not a keyfile"},
    {"another-group", HEAD REST "[Other]\na=1\n", "no such group: [Other]; there is [Plugin]"},
    {"an-unknown-key", HEAD REST "Licence=MIT\n", "no such key: Licence; there are Id, Version"},
    {"no-id", "[Plugin]\n" REST, "key Id is missing"},
    {"an-id-with-capitals", "[Plugin]\nId=Nim\n" REST, "key Id: \"Nim\" is not a word of a-z, 0-9, '-'"},
    {"an-id-with-a-path", "[Plugin]\nId=../nim\n" REST, "key Id: \"../nim\" is not a word"},
    {"an-id-that-is-too-long",
     "[Plugin]\nId=a-name-of-more-than-sixty-four-letters-is-longer-than-a-name-may-ever-be\n" REST, "(at most 64, "},
    {"the-id-of-another-file", "[Plugin]\nId=chess\n" REST, "has its keyfile in chess.plugin"},
    {"no-version", HEAD "Api=1.1\nModule=nim.so\n", "key Version is missing; write three numbers"},
    {"a-version-of-two-numbers", HEAD "Version=1.0\nApi=1.1\nModule=nim.so\n", "key Version: \"1.0\" is not three"},
    {"no-api", HEAD "Version=1.0.0\nModule=nim.so\n", "key Api is missing; this host's contract is 1.1"},
    {"an-api-of-one-number", HEAD "Version=1.0.0\nApi=0\nModule=nim.so\n", "key Api: \"0\" is not MAJOR.MINOR"},
    {"an-api-of-three-numbers", HEAD "Version=1.0.0\nApi=0.1.0\nModule=nim.so\n", "key Api: \"0.1.0\" is not"},
    {"no-module", HEAD "Version=1.0.0\nApi=1.1\n", "key Module is missing"},
    {"a-module-above", HEAD "Version=1.0.0\nApi=1.1\nModule=../nim.so\n", "key Module: \"../nim.so\" is not the name"},
    {"an-absolute-module", HEAD "Version=1.0.0\nApi=1.1\nModule=/lib/nim.so\n", "is not the name of a file beside"},
    {"a-module-that-is-a-folder", HEAD "Version=1.0.0\nApi=1.1\nModule=..\n", "key Module: \"..\" is not the name"},
    {"extends-without-accepts", HEAD REST "Extends=good\n", "key Accepts is missing; say which versions of good"},
    {"accepts-without-extends", HEAD REST "Accepts=1.0\n", "key Extends is missing"},
    {"extends-a-path", HEAD REST "Extends=../good\nAccepts=1.0\n", "key Extends: \"../good\" is not the id"},
    {"minutes-that-are-words", HEAD REST "Minutes=short\n", "key Minutes: \"short\" is not how long a game takes"},
    {"minutes-of-none", HEAD REST "Minutes=0-10\n", "key Minutes: \"0-10\" is not how long a game takes: minutes of 1"},
    {"minutes-without-an-end", HEAD REST "Minutes=15-\n", "like 20, or from-to, like 15-30"},
    {"minutes-of-three-numbers", HEAD REST "Minutes=15-30-45\n", "key Minutes: \"15-30-45\" is not how long"},
    {"minutes-of-more-than-a-day", HEAD REST "Minutes=1441\n", "minutes of 1 to 1440"},
    {"minutes-that-run-backwards", HEAD REST "Minutes=30-15\n", "the shorter time comes first, like 15-30"},
    {"accepts-a-word", HEAD REST "Extends=good\nAccepts=any\n", "key Accepts: \"any\" is not two or three numbers"},
};

static LapKeyfile *read_text(const char *folder, const char *text, GError **error)
{
  write_file(folder, "nim.plugin", text);
  return lap_keyfile_read(folder, "nim.plugin", error);
}

static void refuses(gconstpointer data)
{
  const BadCase *row = data;
  g_autoptr(GError) error = NULL;
  g_autofree char *folder = make_folder("plugins");
  g_assert_null(read_text(folder, row->text, &error));
  g_assert_error(error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_KEYFILE);
  if (!strstr(error->message, row->message)) g_error("\"%s\" does not say \"%s\"", error->message, row->message);
  g_assert_true(g_str_has_prefix(error->message, folder));
  remove_folder(folder);
}

static void all_that_it_says_is_read(void)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *folder = make_folder("plugins");
  g_autoptr(LapKeyfile) keyfile = read_text(
      folder, HEAD REST "Extends=good\nAccepts=1.2\nName=Nim\nName[xx]=Mni\nDescription=Take.\nX-Mine=1\n", &error);
  g_autofree char *module = g_build_filename(folder, "nim.so", NULL);
  g_assert_no_error(error);
  g_assert_cmpstr(keyfile->id, ==, "nim");
  g_assert_cmpstr(keyfile->version, ==, "1.0.0");
  g_assert_cmpstr(keyfile->extends, ==, "good");
  g_assert_cmpstr(keyfile->accepts, ==, "1.2");
  g_assert_cmpstr(keyfile->module_path, ==, module);
  g_assert_cmpstr(keyfile->name, ==, "Nim");
  g_assert_cmpstr(keyfile->description, ==, "Take.");
  g_assert_cmpuint(keyfile->api_minor, ==, LAP_API_MINOR);
  remove_folder(folder);
}

static void how_long_a_game_takes_is_one_number_or_two_or_not_said(void)
{
  static const struct {
    const char *line;
    guint min, max;
  } cases[] = {{"Minutes=15-30\n", 15, 30}, {"Minutes=20\n", 20, 20}, {"Minutes=1440\n", 1440, 1440}, {"", 0, 0}};
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = make_folder("plugins"), *text = g_strconcat(HEAD REST, cases[i].line, NULL);
    g_autoptr(LapKeyfile) keyfile = read_text(folder, text, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(keyfile->minutes_min, ==, cases[i].min);
    g_assert_cmpuint(keyfile->minutes_max, ==, cases[i].max);
    remove_folder(folder);
  }
}

static void refuse_file(const char *folder, const char *message)
{
  g_autoptr(GError) error = NULL;
  g_assert_null(lap_keyfile_read(folder, "nim.plugin", &error));
  g_assert_error(error, LAP_PLUGIN_ERROR, LAP_PLUGIN_ERROR_KEYFILE);
  if (!strstr(error->message, message)) g_error("\"%s\" does not say \"%s\"", error->message, message);
}

static void a_link_to_elsewhere_is_not_followed(void)
{
  g_autofree char *folder = make_folder("plugins"), *elsewhere = make_folder("plugins");
  g_autofree char *target = g_build_filename(elsewhere, "nim.plugin", NULL);
  g_autofree char *link = g_build_filename(folder, "nim.plugin", NULL);
  write_file(elsewhere, "nim.plugin", HEAD REST);
  g_assert_cmpint(symlink(target, link), ==, 0);
  refuse_file(folder, "leads out of its folder");
  remove_folder(folder);
  remove_folder(elsewhere);
}

static void a_pipe_is_not_waited_for(void)
{
  g_autofree char *folder = make_folder("plugins");
  g_autofree char *path = g_build_filename(folder, "nim.plugin", NULL);
  g_assert_cmpint(mkfifo(path, 0600), ==, 0);
  refuse_file(folder, "not a regular file");
  remove_folder(folder);
}

static void a_huge_file_is_not_read(void)
{
  g_autofree char *folder = make_folder("plugins");
  g_autofree char *text = g_strnfill(70000, '#');
  write_file(folder, "nim.plugin", text);
  refuse_file(folder, "File too large");
  remove_folder(folder);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
    g_autofree char *path = g_strconcat("/keyfile/refuses/", bad[i].name, NULL);
    g_test_add_data_func(path, &bad[i], refuses);
  }
  g_test_add_func("/keyfile/all-that-it-says-is-read", all_that_it_says_is_read);
  g_test_add_func("/keyfile/how-long-a-game-takes-is-one-number-or-two-or-not-said",
                  how_long_a_game_takes_is_one_number_or_two_or_not_said);
  g_test_add_func("/keyfile/a-link-to-elsewhere-is-not-followed", a_link_to_elsewhere_is_not_followed);
  g_test_add_func("/keyfile/a-pipe-is-not-waited-for", a_pipe_is_not_waited_for);
  g_test_add_func("/keyfile/a-huge-file-is-not-read", a_huge_file_is_not_read);
  return g_test_run();
}
