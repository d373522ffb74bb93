#include "project.h"

#include <string.h>
#include <sys/stat.h>

#include "host/plugins/installation.h"
#include "host/plugins/keyfile.h"
#include "host/plugins/search.h"
#include "subcommand.h"

enum { DEPTH = 3 }; /* of folders that are looked through: sources, build, and one in it */

gboolean project_is_path(const char *argument)
{
  return strchr(argument, '/') || g_file_test(argument, G_FILE_TEST_EXISTS);
}

void project_clear(Project *project)
{
  g_clear_pointer(&project->id, g_free);
  g_clear_pointer(&project->folder, g_free);
}

/* --- finding */

typedef struct {
  Project *best;
  gint64 built;  /* when, of `best` */
  char *another; /* the id of another plugin that was found, or NULL */
  GError *error; /* of the first keyfile that cannot be read, or NULL */
} Finding;

static gint64 time_of(const char *path)
{
  struct stat status;
  return stat(path, &status) == 0 ? status.st_mtim.tv_sec * G_USEC_PER_SEC + status.st_mtim.tv_nsec / 1000 : -1;
}

/* A plugin that has been built counts, and of its builds the newest. */
static void consider(Finding *finding, const char *folder, const char *name)
{
  g_autoptr(LapKeyfile) keyfile = lap_keyfile_read(folder, name, finding->error ? NULL : &finding->error);
  gint64 built = keyfile ? time_of(keyfile->module_path) : -1;
  if (built < 0) return;
  if (finding->best->id && !g_str_equal(finding->best->id, keyfile->id) && !finding->another)
    finding->another = g_strdup(keyfile->id);
  if (finding->best->id && built <= finding->built) return;
  project_clear(finding->best);
  *finding->best = (Project){g_strdup(keyfile->id), g_strdup(folder)};
  finding->built = built;
}

static void look_through(Finding *finding, const char *folder, guint depth)
{
  g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
  for (const char *name; dir && (name = g_dir_read_name(dir));) {
    g_autofree char *path = g_build_filename(folder, name, NULL);
    if (*name == '.') continue;
    if (g_str_has_suffix(name, LAP_KEYFILE_SUFFIX))
      consider(finding, folder, name);
    else if (depth > 1 && g_file_test(path, G_FILE_TEST_IS_DIR) && !g_file_test(path, G_FILE_TEST_IS_SYMLINK))
      look_through(finding, path, depth - 1);
  }
}

static int find_in_folder(Project *project, const char *path, const char *folder)
{
  Finding finding = {.best = project};
  look_through(&finding, folder, DEPTH);
  g_autofree char *another = finding.another;
  g_autoptr(GError) error = finding.error;
  if (another)
    return fail_with(EXIT_USAGE, "%s: there is more than one plugin, '%s' and '%s'; name the keyfile of one", path,
                     project->id, another);
  if (project->id) return -1;
  if (error) return fail_with(EXIT_UNAVAILABLE, "%s", error->message);
  return fail_with(EXIT_UNKNOWN, "%s: there is no plugin: a keyfile, ID.plugin, and beside it the module that it names",
                   path);
}

/* `file`: a keyfile, or a module, whose keyfile has the same name. */
static int find_file(Project *project, const char *path, const char *file)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *folder = g_path_get_dirname(file), *name = g_path_get_basename(file);
  char *dot = strrchr(name, '.');
  if (!dot || (!g_str_equal(dot, LAP_KEYFILE_SUFFIX) && !g_str_equal(dot, ".so")))
    return fail_with(EXIT_USAGE, "%s: this is no plugin; name its keyfile, its module or its folder", path);
  *dot = '\0';
  g_autofree char *keyfile_name = g_strconcat(name, LAP_KEYFILE_SUFFIX, NULL);
  g_autoptr(LapKeyfile) keyfile = lap_keyfile_read(folder, keyfile_name, &error);
  if (!keyfile) return fail_with(EXIT_UNAVAILABLE, "%s", error->message);
  *project = (Project){g_strdup(keyfile->id), g_strdup(folder)};
  return -1;
}

int project_find(Project *project, const char *path)
{
  g_autofree char *absolute = g_canonicalize_filename(path, NULL);
  if (g_file_test(absolute, G_FILE_TEST_IS_DIR)) return find_in_folder(project, path, absolute);
  if (g_file_test(absolute, G_FILE_TEST_EXISTS)) return find_file(project, path, absolute);
  return fail_with(EXIT_UNKNOWN, "%s: there is no such file or folder", path);
}

char **project_search_path(const char *folder)
{
  g_auto(GStrv) others = lap_search_get_default_path();
  g_autoptr(GStrvBuilder) path = g_strv_builder_new();
  g_strv_builder_add(path, folder);
  g_strv_builder_addv(path, (const char **)others);
  g_auto(GStrv) all = g_strv_builder_end(path);
  return lap_search_normalise_path((const char *const *)all);
}

/* --- building */

/* The variable of `environment` with `folder` before what it had. */
static char **prepend(char **environment, const char *variable, const char *folder)
{
  const char *old = g_environ_getenv(environment, variable);
  g_autofree char *all = old && *old ? g_strconcat(folder, ":", old, NULL) : g_strdup(folder);
  return g_environ_setenv(environment, variable, all, TRUE);
}

/* Meson finds the contract and the program `lapidary` of this installation, or of the build tree. */
static char **build_environment(void)
{
  char **environment = g_get_environ();
  g_autofree char *own = g_file_read_link("/proc/self/exe", NULL), *programs = own ? g_path_get_dirname(own) : NULL;
  g_autofree char *contract = lap_installation_path(lap_installation_is_build() ? LAPIDARY_BUILD_PKGCONFIG
                                                                                : LAPIDARY_PKGCONFIG);
  if (programs) environment = prepend(environment, "PATH", programs);
  return prepend(environment, "PKG_CONFIG_PATH", contract);
}

static int run_meson(const char *folder, char **command)
{
  g_autoptr(GError) error = NULL;
  g_auto(GStrv) environment = build_environment();
  g_autofree char *out = NULL, *err = NULL;
  int status;
  if (!g_spawn_sync(folder, command, environment, G_SPAWN_SEARCH_PATH_FROM_ENVP, NULL, NULL, &out, &err, &status,
                    &error))
    return fail_with(EXIT_FAILED, "%s cannot be built: %s; install Meson and ninja", folder, error->message);
  if (g_spawn_check_wait_status(status, NULL)) return -1;
  g_printerr("%s%s", out, err);
  return fail_with(EXIT_FAILED, "%s does not build", folder);
}

int project_build(const char *path)
{
  g_autofree char *description = g_build_filename(path, "meson.build", NULL);
  g_autofree char *done = g_build_filename(path, "build", "build.ninja", NULL);
  if (!g_file_test(description, G_FILE_TEST_EXISTS)) return -1;
  const char *const setup[] = {"meson", "setup", "build", NULL};
  const char *const compile[] = {"meson", "compile", "-C", "build", NULL};
  int code = g_file_test(done, G_FILE_TEST_EXISTS) ? -1 : run_meson(path, (char **)setup);
  return code < 0 ? run_meson(path, (char **)compile) : code;
}
