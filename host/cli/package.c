#include "package.h"

#include <elf.h>
#include <gio/gio.h>
#include <stdio.h>
#include <string.h>

#include "host/digest/sha256.h"
#include "signature.h"

#define GROUP "Package"
#define FILES "Files"
#define FORMAT 1

void package_free(Package *package)
{
  g_free(package->id);
  g_free(package->version);
  g_clear_pointer(&package->files, g_ptr_array_unref);
  g_free(package);
}

/* --- the architecture: as uname(1) calls it, or a number */

static char *name_architecture(guint machine)
{
  static const struct {
    guint machine;
    const char *name;
  } known[] = {{EM_X86_64, "x86_64"}, {EM_AARCH64, "aarch64"}, {EM_386, "i686"},
               {EM_ARM, "arm"},       {EM_RISCV, "riscv64"},   {EM_PPC64, "ppc64"}};
  for (guint i = 0; i < G_N_ELEMENTS(known); i++)
    if (known[i].machine == machine) return g_strdup(known[i].name);
  return g_strdup_printf("elf-%u", machine);
}

/* Of a module; NULL if it is none. */
static char *find_architecture(GBytes *module)
{
  gsize n = 0;
  const Elf64_Ehdr *head = module ? g_bytes_get_data(module, &n)
                                  : NULL; /* the machine is at the same place in 32 bits */
  if (n < sizeof *head || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0) return NULL;
  return name_architecture(head->e_machine);
}

static char *own_architecture(void)
{
  g_autoptr(GMappedFile) own = g_mapped_file_new("/proc/self/exe", FALSE, NULL);
  g_autoptr(GBytes) bytes = own ? g_mapped_file_get_bytes(own) : NULL;
  return find_architecture(bytes);
}

/* --- making */

static char *hash_of(GBytes *bytes)
{
  gsize n;
  gconstpointer data = g_bytes_get_data(bytes, &n);
  const LapSha256 digest = lap_sha256_of(data, n);
  return lap_sha256_to_hex(&digest);
}

static GBytes *write_manifest(const LapKeyfile *keyfile, const char *architecture, const GPtrArray *files)
{
  g_autoptr(GKeyFile) manifest = g_key_file_new();
  g_autofree char *api = g_strdup_printf("%u.%u", keyfile->api_major, keyfile->api_minor);
  g_key_file_set_integer(manifest, GROUP, "Format", FORMAT);
  g_key_file_set_string(manifest, GROUP, "Id", keyfile->id);
  g_key_file_set_string(manifest, GROUP, "Version", keyfile->version);
  g_key_file_set_string(manifest, GROUP, "Api", api);
  g_key_file_set_string(manifest, GROUP, "Architecture", architecture);
  for (guint i = 0; i < files->len; i++) {
    const LapBuildFile *file = files->pdata[i];
    g_autofree char *hash = hash_of(file->bytes);
    g_key_file_set_string(manifest, FILES, file->name, hash);
  }
  gsize n;
  char *text = g_key_file_to_data(manifest, &n, NULL);
  return g_bytes_new_take(text, n);
}

static gboolean take_files(Package *package, const LapBuild *build, GError **error)
{
  for (guint i = 0; i < build->files->len; i++) {
    const LapBuildFile *file = build->files->pdata[i];
    if (!archive_is_name(file->name))
      return archive_fail(error, build->origin,
                          "the name of %s cannot be in a package: only letters, digits, '.', '_' and '-'", file->name);
    archive_files_add(package->files, g_strdup(file->name), g_bytes_ref(file->bytes));
  }
  return TRUE;
}

Package *package_of_build(const char *folder, const char *id, GError **error)
{
  g_autofree char *name = g_strconcat(id, LAP_KEYFILE_SUFFIX, NULL);
  g_autoptr(LapKeyfile) keyfile = lap_keyfile_read(folder, name, error);
  g_autoptr(LapBuild) build = keyfile ? lap_build_read(keyfile, error) : NULL;
  if (!build) return NULL;
  g_autoptr(Package) package = g_new0(Package, 1);
  package->id = g_strdup(id);
  package->version = g_strdup(keyfile->version);
  package->files = archive_files_new();
  if (!take_files(package, build, error)) return NULL;
  g_autofree char *architecture = find_architecture(archive_files_find(package->files, keyfile->module));
  if (!architecture) {
    archive_fail(error, keyfile->module_path, "this is not a shared object");
    return NULL;
  }
  archive_files_add(package->files, g_strdup(PACKAGE_MANIFEST), write_manifest(keyfile, architecture, package->files));
  LapBuildFile *manifest = g_ptr_array_steal_index(package->files, package->files->len - 1);
  g_ptr_array_insert(package->files, 0, manifest);
  return g_steal_pointer(&package);
}

/* --- reading */

static GKeyFile *read_manifest(const Package *package, const char *path, GError **error)
{
  GBytes *bytes = archive_files_find(package->files, PACKAGE_MANIFEST);
  g_autoptr(GKeyFile) manifest = g_key_file_new();
  g_autoptr(GError) why = NULL;
  if (!bytes)
    archive_fail(error, path, "it has no manifest; 'lapidary pack' makes packages");
  else if (!g_key_file_load_from_bytes(manifest, bytes, G_KEY_FILE_NONE, &why))
    archive_fail(error, path, "its manifest cannot be read: %s", why->message);
  else
    return g_steal_pointer(&manifest);
  return NULL;
}

static gboolean check_value(GKeyFile *manifest, const char *path, const char *key, const char *right, const char *what,
                            GError **error)
{
  g_autofree char *value = g_key_file_get_string(manifest, GROUP, key, NULL);
  return g_strcmp0(value, right) == 0 || archive_fail(error, path, "key %s of its manifest is %s, but %s %s", key,
                                                      value ? value : "missing", what, right);
}

static gboolean check_hash(GKeyFile *manifest, const char *path, const LapBuildFile *file, GError **error)
{
  g_autofree char *right = g_key_file_get_string(manifest, FILES, file->name, NULL), *is = hash_of(file->bytes);
  if (!right) return archive_fail(error, path, "its manifest does not have %s", file->name);
  return g_str_equal(right, is) ||
         archive_fail(error, path, "%s is not what its manifest says: SHA-256 %s, and not %s", file->name, is, right);
}

/* Every file is in the manifest, and the other way round. */
static gboolean check_files(const Package *package, GKeyFile *manifest, const char *path, GError **error)
{
  g_auto(GStrv) names = g_key_file_get_keys(manifest, FILES, NULL, NULL);
  for (char **name = names; name && *name; name++)
    if (!archive_files_find(package->files, *name))
      return archive_fail(error, path, "%s is missing, which its manifest has", *name);
  for (guint i = 0; i < package->files->len; i++) {
    const LapBuildFile *file = package->files->pdata[i];
    gboolean apart = g_str_equal(file->name, PACKAGE_MANIFEST) || signature_is_name(file->name);
    if (!apart && !check_hash(manifest, path, file, error)) return FALSE;
  }
  return TRUE;
}

static gboolean check_manifest(Package *package, GKeyFile *manifest, const char *path, GError **error)
{
  g_autofree char *architecture = own_architecture();
  g_autofree char *api = g_key_file_get_string(manifest, GROUP, "Api", NULL);
  g_autofree char *keyfile = g_strconcat(package->id, LAP_KEYFILE_SUFFIX, NULL);
  guint major = 0, minor = 0;
  package->version = g_key_file_get_string(manifest, GROUP, "Version", NULL);
  LapVersion version;
  if (!check_value(manifest, path, "Format", "1", "this program reads", error) ||
      !check_value(manifest, path, "Id", package->id, "its folder is", error) ||
      !check_value(manifest, path, "Architecture", architecture, "this machine is", error))
    return FALSE;
  if (!lap_version_parse(package->version, &version))
    return archive_fail(error, path, "key Version of its manifest is not three numbers, like 1.0.0");
  if (!api || sscanf(api, "%5u.%5u", &major, &minor) != 2 || major != LAP_API_MAJOR || minor > LAP_API_MINOR)
    return archive_fail(error, path, "key Api of its manifest is %s, but this host's contract is %d.%d",
                        api ? api : "missing", LAP_API_MAJOR, LAP_API_MINOR);
  if (!archive_files_find(package->files, keyfile)) return archive_fail(error, path, "it has no keyfile, %s", keyfile);
  return check_files(package, manifest, path, error);
}

Package *package_read(const char *path, GError **error)
{
  g_autoptr(Package) package = g_new0(Package, 1);
  package->files = archive_read_files(path, &package->id, error);
  g_autoptr(GKeyFile) manifest = package->files ? read_manifest(package, path, error) : NULL;
  return manifest && check_manifest(package, manifest, path, error) ? g_steal_pointer(&package) : NULL;
}
