#include <stdio.h>
#include <stdlib.h>

#include "arguments.h"
#include "deploy.h"
#include "package.h"
#include "project.h"
#include "signature.h"
#include "subcommand.h"

static const Subcommand subcommand = {
    "install", "FILE|FOLDER", "Installs a plugin for this user.",
    "FILE is a package that 'lapidary pack' has made, FOLDER one with a plugin that\n"
    "has been built. Manifest, SHA-256 of each file, signature, contract and machine\n"
    "are checked, and the plugin is tried in a sandbox. Then it is put into the\n"
    "user's folder of plugins as a whole, in place of the version that was there,\n"
    "and 'lapidary plugins' shows it. With --signers one of them has to have signed\n"
    "it: a file of allowed signers, as ssh-keygen(1) has it, or a public key of\n"
    "minisign.\n"
    "\n"
    "Examples:\n"
    "  lapidary install noughts-1.0.0.lapidary --signers allowed_signers\n"
    "  lapidary install noughts/build",
    subcommand_install};

static Package *read_package(const char *name, int *code)
{
  g_autoptr(GError) error = NULL;
  g_auto(Project) project = {0};
  gboolean archive = g_file_test(name, G_FILE_TEST_IS_REGULAR);
  if (!archive && (*code = project_find(&project, name)) >= 0) return NULL;
  Package *package = archive ? package_read(name, &error) : package_of_build(project.folder, project.id, &error);
  if (!package) *code = fail_with(EXIT_FAILED, "%s", error->message);
  return package;
}

/* Another plugin of that id, which was not installed by this: it would be hidden, or overwritten. */
static int check_place(const Package *package, const char *folder)
{
  g_autofree char *place = g_build_filename(folder, package->id, NULL);
  g_autofree char *manifest = g_build_filename(place, PACKAGE_MANIFEST, NULL);
  if (g_file_test(place, G_FILE_TEST_EXISTS) && !g_file_test(manifest, G_FILE_TEST_EXISTS))
    return fail_with(EXIT_FAILED, "%s was not put there by 'lapidary install'; remove it first", place);
  g_autoptr(LapRegistry) registry = lap_registry_new(NULL);
  const LapPluginInfo *there = lap_registry_find(registry, package->id);
  g_autofree char *real = realpath(place, NULL);
  if (!there || g_strcmp0(there->folder, real) == 0) return -1;
  return fail_with(EXIT_FAILED, "there is a plugin '%s' already, in %s", package->id, there->folder);
}

/* Whether it can be loaded from where it was staged: the probe tries it in a sandbox. */
static gboolean try_it(const char *staged, const char *id, GError **error)
{
  g_auto(GStrv) path = project_search_path(staged);
  g_autoptr(LapRegistry) registry = lap_registry_new((const char *const *)path);
  g_autoptr(LapGame) game = lap_registry_load(registry, id, error);
  g_autoptr(LapTexts) texts = game ? load_texts(registry, game, NULL, error) : NULL;
  return texts != NULL;
}

static int put_in_place(const Package *package, const char *folder)
{
  g_autoptr(GError) error = NULL;
  char *staged = deploy_stage(package->id, package->files, folder, &error);
  if (!staged) return fail_with(EXIT_FAILED, "%s", error->message);
  if (!try_it(staged, package->id, &error)) {
    deploy_cancel(staged);
    return fail_with(EXIT_UNAVAILABLE, "'%s' is not installed: %s", package->id, error->message);
  }
  if (!deploy_commit(staged, package->id, folder, &error)) return fail_with(EXIT_FAILED, "%s", error->message);
  return -1;
}

static int install(const char *name, const char *signers)
{
  int code = EXIT_FAILED;
  g_autoptr(GError) error = NULL;
  g_autofree char *who = NULL, *folder = g_build_filename(g_get_user_data_dir(), "lapidary", "plugins", NULL);
  g_autoptr(Package) package = read_package(name, &code);
  if (!package) return code;
  if (!signature_check(package, signers, &who, &error)) return fail_with(EXIT_FAILED, "%s: %s", name, error->message);
  code = check_place(package, folder);
  if (code < 0) code = put_in_place(package, folder);
  if (code >= 0) return code;
  printf("%s %s is in %s%c%s\n", package->id, package->version, folder, G_DIR_SEPARATOR, package->id);
  printf("signed by %s\n", who ? who : "nobody");
  return EXIT_FINE;
}

int subcommand_install(int n, char **arguments)
{
  g_autofree char *signers = NULL;
  const GOptionEntry options[] = {
      {"signers", 0, 0, G_OPTION_ARG_FILENAME, &signers, "Who has to have signed it", "FILE"}, {0}};
  int code = subcommand_parse(&subcommand, options, 1, &n, &arguments);
  return code < 0 ? install(arguments[1], signers) : code;
}
