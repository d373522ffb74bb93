#include "keyfile.h"

#include <string.h>

#include "plugin-file.h"

#define GROUP "Plugin"
#define SIZE_MAX_BYTES 65536
#define ID_MAX 64
#define VERSION_NUMBER_MAX 65535

#define WRONG(keyfile, error, ...) lap_plugin_fail(error, LAP_PLUGIN_ERROR_KEYFILE, (keyfile)->file, __VA_ARGS__)

/* -- Versions -- */

/* Reads "1.2.3" into at most three numbers. Returns how many there were, 0 if `text` is not of that form. */
static guint read_numbers(const char *text, guint *number)
{
  for (guint n = 0; n < 3; n++) {
    if (!g_ascii_isdigit(*text) || (*text == '0' && g_ascii_isdigit(text[1]))) return 0;
    for (number[n] = 0; g_ascii_isdigit(*text); text++) {
      number[n] = number[n] * 10 + (guint)(*text - '0');
      if (number[n] > VERSION_NUMBER_MAX) return 0;
    }
    if (*text == '\0') return n + 1;
    if (*text++ != '.') return 0;
  }
  return 0;
}

gboolean lap_version_parse(const char *text, LapVersion *version)
{
  guint number[3];
  if (!text || read_numbers(text, number) != 3) return FALSE;
  *version = (LapVersion){number[0], number[1], number[2]};
  return TRUE;
}

static int compare_versions(const LapVersion *a, const LapVersion *b)
{
  if (a->major != b->major) return a->major < b->major ? -1 : 1;
  if (a->minor != b->minor) return a->minor < b->minor ? -1 : 1;
  if (a->patch != b->patch) return a->patch < b->patch ? -1 : 1;
  return 0;
}

gboolean lap_version_range_parse(const char *text, LapVersionRange *range)
{
  guint number[3] = {0};
  if (!text || read_numbers(text, number) < 2) return FALSE;
  range->from = (LapVersion){number[0], number[1], number[2]};
  range->below = number[0] ? (LapVersion){number[0] + 1, 0, 0} : (LapVersion){0, number[1] + 1, 0};
  return TRUE;
}

gboolean lap_version_range_has(const LapVersionRange *range, const LapVersion *version)
{
  return compare_versions(&range->from, version) <= 0 && compare_versions(version, &range->below) < 0;
}

char *lap_version_range_describe(const LapVersionRange *range)
{
  return g_strdup_printf(">= %u.%u.%u and < %u.%u.%u", range->from.major, range->from.minor, range->from.patch,
                         range->below.major, range->below.minor, range->below.patch);
}

/* -- Keys -- */

gboolean lap_keyfile_is_id(const char *id)
{
  gsize length = strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-");
  return length > 0 && length <= ID_MAX && id[length] == '\0' && id[0] != '-';
}

static gboolean check_key(const LapKeyfile *keyfile, const char *key, GError **error)
{
  static const char *const known[] = {"Id",   "Version",     "Extends", "Accepts", "Api", "Module",
                                      "Name", "Description", "Minutes", "Picture", NULL};
  const char *bracket = strchr(key, '[');
  g_autofree char *bare = bracket ? g_strndup(key, (gsize)(bracket - key)) : g_strdup(key);
  if (g_str_has_prefix(key, "X-") || g_strv_contains(known, bare)) return TRUE;
  g_autofree char *list = g_strjoinv(", ", (char **)known);
  return WRONG(keyfile, error, "no such key: %s; there are %s, and X-... for your own", key, list);
}

static gboolean check_names(const LapKeyfile *keyfile, GKeyFile *file, GError **error)
{
  g_auto(GStrv) groups = g_key_file_get_groups(file, NULL);
  for (char **group = groups; *group; group++)
    if (!g_str_equal(*group, GROUP)) return WRONG(keyfile, error, "no such group: [%s]; there is [" GROUP "]", *group);
  g_auto(GStrv) keys = g_key_file_get_keys(file, GROUP, NULL, NULL);
  if (!keys) return WRONG(keyfile, error, "the group [" GROUP "] is missing");
  for (char **key = keys; *key; key++)
    if (!check_key(keyfile, *key, error)) return FALSE;
  return TRUE;
}

/* The value of a key, NULL if it is not there or empty. */
static char *get(GKeyFile *file, const char *key)
{
  g_autofree char *value = g_key_file_get_string(file, GROUP, key, NULL);
  return value && *value ? g_steal_pointer(&value) : NULL;
}

static gboolean check_id(const LapKeyfile *keyfile, GError **error)
{
  if (!keyfile->id) return WRONG(keyfile, error, "key Id is missing");
  if (!lap_keyfile_is_id(keyfile->id))
    return WRONG(keyfile, error, "key Id: \"%s\" is not a word of a-z, 0-9, '-' (at most %d, '-' not first)",
                 keyfile->id, ID_MAX);
  g_autofree char *base = g_path_get_basename(keyfile->file);
  g_autofree char *right = g_strconcat(keyfile->id, LAP_KEYFILE_SUFFIX, NULL);
  if (!g_str_equal(base, right))
    return WRONG(keyfile, error, "key Id: a plugin \"%s\" has its keyfile in %s", keyfile->id, right);
  return TRUE;
}

static gboolean check_version(LapKeyfile *keyfile, GError **error)
{
  if (!keyfile->version) return WRONG(keyfile, error, "key Version is missing; write three numbers, like 1.0.0");
  if (!lap_version_parse(keyfile->version, &keyfile->parsed_version))
    return WRONG(keyfile, error, "key Version: \"%s\" is not three numbers, like 1.0.0", keyfile->version);
  return TRUE;
}

static gboolean check_base(LapKeyfile *keyfile, GError **error)
{
  if (!keyfile->extends && !keyfile->accepts) return TRUE;
  if (!keyfile->extends)
    return WRONG(keyfile, error, "key Extends is missing; Accepts says versions of the plugin that it names");
  if (!lap_keyfile_is_id(keyfile->extends))
    return WRONG(keyfile, error, "key Extends: \"%s\" is not the id of a plugin", keyfile->extends);
  if (!keyfile->accepts)
    return WRONG(keyfile, error, "key Accepts is missing; say which versions of %s, like 1.0", keyfile->extends);
  if (!lap_version_range_parse(keyfile->accepts, &keyfile->parsed_accepts))
    return WRONG(keyfile, error, "key Accepts: \"%s\" is not two or three numbers, like 1.0", keyfile->accepts);
  return TRUE;
}

static gboolean check_api(LapKeyfile *keyfile, const char *api, GError **error)
{
  LapVersionRange range;
  if (!api)
    return WRONG(keyfile, error, "key Api is missing; this host's contract is %d.%d", LAP_API_MAJOR, LAP_API_MINOR);
  const char *dot = strchr(api, '.');
  if (!lap_version_range_parse(api, &range) || strchr(dot + 1, '.'))
    return WRONG(keyfile, error, "key Api: \"%s\" is not MAJOR.MINOR; this host's contract is %d.%d", api,
                 LAP_API_MAJOR, LAP_API_MINOR);
  keyfile->api_major = range.from.major;
  keyfile->api_minor = range.from.minor;
  return TRUE;
}

static gboolean check_module(const LapKeyfile *keyfile, GError **error)
{
  const char *module = keyfile->module;
  if (!module) return WRONG(keyfile, error, "key Module is missing; name the shared object beside this file");
  if (strchr(module, '/') || module[0] == '.')
    return WRONG(keyfile, error, "key Module: \"%s\" is not the name of a file beside this one, like %s.so", module,
                 keyfile->id);
  return TRUE;
}

/* Minutes as a number and nothing else; 0 if the text is not that. */
static guint minutes_of(const char *text)
{
  guint64 minutes;
  return g_ascii_string_to_unsigned(text, 10, 1, LAP_KEYFILE_MINUTES_MAX, &minutes, NULL) ? (guint)minutes : 0;
}

static gboolean check_minutes(LapKeyfile *keyfile, const char *text, GError **error)
{
  if (!text) return TRUE;
  g_auto(GStrv) ends = g_strsplit(text, "-", 2);
  keyfile->minutes_min = minutes_of(ends[0]);
  keyfile->minutes_max = ends[1] ? minutes_of(ends[1]) : keyfile->minutes_min;
  if (!keyfile->minutes_min || !keyfile->minutes_max)
    return WRONG(
        keyfile, error,
        "key Minutes: \"%s\" is not how long a game takes: minutes of 1 to %d, like 20, or from-to, like 15-30", text,
        LAP_KEYFILE_MINUTES_MAX);
  return keyfile->minutes_min <= keyfile->minutes_max ||
         WRONG(keyfile, error, "key Minutes: \"%s\": the shorter time comes first, like %u-%u", text,
               keyfile->minutes_max, keyfile->minutes_min);
}

static gboolean take_values(LapKeyfile *keyfile, GKeyFile *file, GError **error)
{
  g_autofree char *api = get(file, "Api"), *minutes = get(file, "Minutes");
  keyfile->id = get(file, "Id");
  keyfile->version = get(file, "Version");
  keyfile->extends = get(file, "Extends");
  keyfile->accepts = get(file, "Accepts");
  keyfile->module = get(file, "Module");
  keyfile->picture = get(file, "Picture");
  keyfile->name = g_key_file_get_locale_string(file, GROUP, "Name", NULL, NULL);
  keyfile->description = g_key_file_get_locale_string(file, GROUP, "Description", NULL, NULL);
  if (keyfile->module) keyfile->module_path = g_build_filename(keyfile->folder, keyfile->module, NULL);
  return check_id(keyfile, error) && check_version(keyfile, error) && check_base(keyfile, error) &&
         check_api(keyfile, api, error) && check_module(keyfile, error) && check_minutes(keyfile, minutes, error);
}

LapKeyfile *lap_keyfile_read(const char *folder, const char *name, GError **error)
{
  g_autoptr(LapKeyfile) keyfile = g_new0(LapKeyfile, 1);
  g_atomic_ref_count_init(&keyfile->references);
  keyfile->folder = g_strdup(folder);
  keyfile->file = g_build_filename(folder, name, NULL);
  keyfile->text = lap_plugin_file_read(folder, name, SIZE_MAX_BYTES, &keyfile->length, LAP_PLUGIN_ERROR_KEYFILE, error);
  if (!keyfile->text) return NULL;
  g_autoptr(GKeyFile) file = g_key_file_new();
  g_autoptr(GError) why = NULL;
  if (!g_key_file_load_from_data(file, keyfile->text, keyfile->length, G_KEY_FILE_KEEP_TRANSLATIONS, &why)) {
    WRONG(keyfile, error, "not a keyfile: %s", why->message);
    return NULL;
  }
  if (!check_names(keyfile, file, error) || !take_values(keyfile, file, error)) return NULL;
  return g_steal_pointer(&keyfile);
}

LapKeyfile *lap_keyfile_ref(LapKeyfile *keyfile)
{
  g_atomic_ref_count_inc(&keyfile->references);
  return keyfile;
}

void lap_keyfile_unref(LapKeyfile *keyfile)
{
  if (!keyfile || !g_atomic_ref_count_dec(&keyfile->references)) return;
  g_free(keyfile->file);
  g_free(keyfile->folder);
  g_free(keyfile->text);
  g_free(keyfile->id);
  g_free(keyfile->name);
  g_free(keyfile->description);
  g_free(keyfile->version);
  g_free(keyfile->extends);
  g_free(keyfile->accepts);
  g_free(keyfile->module);
  g_free(keyfile->module_path);
  g_free(keyfile->picture);
  g_free(keyfile);
}
