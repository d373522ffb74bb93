#include "signature.h"

#include <gio/gio.h>
#include <string.h>

#include "host/plugins/plugin-file.h"

#define SSH PACKAGE_MANIFEST ".sig"
#define MINISIGN PACKAGE_MANIFEST ".minisig"
#define NAMESPACE "lapidary-plugin" /* of signatures by ssh */

gboolean signature_is_name(const char *name) { return g_str_equal(name, SSH) || g_str_equal(name, MINISIGN); }

static gboolean fail(GError **error, const char *what, const char *why)
{
  g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s%s%s", what, why ? ": " : "", why ? why : "");
  return FALSE;
}

/* Files of minisign begin with a comment. */
static gboolean is_minisign(const char *file, gboolean *is, GError **error)
{
  g_autofree char *text = NULL;
  if (!g_file_get_contents(file, &text, NULL, error)) return FALSE;
  *is = g_str_has_prefix(text, "untrusted comment:");
  return TRUE;
}

/* Runs a command with the file `input` as its standard input, NULL: this program's. `*output`: what it printed. */
static gboolean run(const char *const *command, const char *input, char **output, GError **error)
{
  GSubprocessFlags flags = G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_MERGE;
  g_autoptr(GSubprocessLauncher)
      launcher = g_subprocess_launcher_new(input ? flags : flags | G_SUBPROCESS_FLAGS_STDIN_INHERIT);
  if (input) g_subprocess_launcher_set_stdin_file_path(launcher, input);
  g_autoptr(GSubprocess) child = g_subprocess_launcher_spawnv(launcher, command, error);
  g_autofree char *said = NULL;
  if (!child || !g_subprocess_communicate_utf8(child, NULL, NULL, &said, NULL, error)) return FALSE;
  g_strdelimit(g_strstrip(said), "\r\n", ' ');
  gboolean fine = g_subprocess_get_successful(child);
  if (!fine) fail(error, command[0], said);
  if (output) *output = g_steal_pointer(&said);
  return fine;
}

/* A folder with the manifest, and the signature if there is one. */
static char *write_folder(const Package *package, GError **error)
{
  g_autofree char *folder = g_dir_make_tmp("lapidary-signature-XXXXXX", error);
  const char *const names[] = {PACKAGE_MANIFEST, SSH, MINISIGN};
  gboolean fine = folder != NULL;
  for (guint i = 0; fine && i < G_N_ELEMENTS(names); i++) {
    GBytes *bytes = archive_files_find(package->files, names[i]);
    g_autofree char *path = g_build_filename(folder, names[i], NULL);
    gsize n = 0;
    const char *data = bytes ? g_bytes_get_data(bytes, &n) : NULL;
    if (bytes) fine = g_file_set_contents(path, data ? data : "", (gssize)n, error);
  }
  if (folder && !fine) lap_plugin_file_remove(folder);
  return fine ? g_steal_pointer(&folder) : NULL;
}

/* --- signing */

static gboolean sign_in(const char *folder, const char *key, gboolean minisign, GError **error)
{
  g_autofree char *manifest = g_build_filename(folder, PACKAGE_MANIFEST, NULL);
  g_autofree char *signature = g_build_filename(folder, MINISIGN, NULL);
  const char *const by_minisign[] = {"minisign", "-S", "-s", key, "-m", manifest, "-x", signature, NULL};
  const char *const by_ssh[] = {"ssh-keygen", "-Y", "sign", "-f", key, "-n", NAMESPACE, manifest, NULL};
  return run(minisign ? by_minisign : by_ssh, NULL, NULL, error);
}

gboolean signature_add(Package *package, const char *key, GError **error)
{
  gboolean minisign;
  if (!is_minisign(key, &minisign, error)) return FALSE;
  g_autofree char *folder = write_folder(package, error);
  if (!folder) return FALSE;
  const char *name = minisign ? MINISIGN : SSH;
  g_autofree char *path = g_build_filename(folder, name, NULL), *text = NULL;
  gsize n;
  gboolean fine = sign_in(folder, key, minisign, error) && g_file_get_contents(path, &text, &n, error);
  if (fine) archive_files_add(package->files, g_strdup(name), g_bytes_new_take(g_steal_pointer(&text), n));
  lap_plugin_file_remove(folder);
  return fine;
}

/* --- checking */

typedef struct {
  char *manifest, *ssh, *minisign; /* files; the last two may not be there */
} Place;

static gboolean check_minisign(const Place *place, const char *signers, char **who, GError **error)
{
  const char *const command[] = {"minisign",      "-V", "-q", "-p", signers, "-m", place->manifest, "-x",
                                 place->minisign, NULL};
  if (!run(command, NULL, NULL, error)) return FALSE;
  *who = g_strdup_printf("the key in %s", signers);
  return TRUE;
}

static gboolean check_ssh(const Place *place, const char *signers, char **who, GError **error)
{
  g_autofree char *names = NULL;
  const char *const find[] = {"ssh-keygen", "-Y", "find-principals", "-s", place->ssh, "-f", signers, NULL};
  if (!run(find, place->manifest, &names, error)) return FALSE;
  g_auto(GStrv) name = g_strsplit(names, " ", 2);
  const char *const verify[] = {"ssh-keygen", "-Y", "verify",  "-f", signers,    "-I",
                                name[0],      "-n", NAMESPACE, "-s", place->ssh, NULL};
  if (!run(verify, place->manifest, NULL, error)) return FALSE;
  *who = g_strdup(name[0]);
  return TRUE;
}

/* Nobody says whose it should be: it is whole, and by some key. */
static gboolean check_any_ssh(const Place *place, char **who, GError **error)
{
  g_autofree char *said = NULL;
  const char *const command[] = {"ssh-keygen", "-Y", "check-novalidate", "-n", NAMESPACE, "-s", place->ssh, NULL};
  if (!run(command, place->manifest, &said, error)) return FALSE;
  const char *key = strstr(said, "SHA256:");
  *who = g_strdup_printf("a key that was not looked for, %s; --signers says whose it has to be", key ? key : "of ssh");
  return TRUE;
}

static gboolean check_in(const Place *place, const char *signers, char **who, GError **error)
{
  gboolean ssh = g_file_test(place->ssh, G_FILE_TEST_EXISTS),
           minisign = g_file_test(place->minisign, G_FILE_TEST_EXISTS);
  gboolean by_minisign = FALSE;
  if (signers && !is_minisign(signers, &by_minisign, error)) return FALSE;
  if (signers && !(by_minisign ? minisign : ssh))
    return fail(error, "it is not signed as --signers demands", by_minisign ? "by minisign" : "by ssh-keygen");
  if (signers) return by_minisign ? check_minisign(place, signers, who, error) : check_ssh(place, signers, who, error);
  if (ssh) return check_any_ssh(place, who, error);
  if (minisign) *who = g_strdup("a key of minisign, which was not checked: --signers KEY.pub does that");
  return TRUE;
}

gboolean signature_check(const Package *package, const char *signers, char **who, GError **error)
{
  *who = NULL;
  g_autofree char *folder = write_folder(package, error);
  if (!folder) return FALSE;
  g_autofree char *manifest = g_build_filename(folder, PACKAGE_MANIFEST, NULL);
  g_autofree char *ssh = g_build_filename(folder, SSH, NULL), *minisign = g_build_filename(folder, MINISIGN, NULL);
  gboolean fine = check_in(&(Place){manifest, ssh, minisign}, signers, who, error);
  if (!fine) g_prefix_error(error, "the signature of the package is not valid: ");
  lap_plugin_file_remove(folder);
  return fine;
}
