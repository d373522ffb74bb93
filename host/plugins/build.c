#include "build.h"

LapBuild *lap_build_ref(LapBuild *build)
{
  g_atomic_ref_count_inc(&build->references);
  return build;
}

void lap_build_unref(LapBuild *build)
{
  if (!g_atomic_ref_count_dec(&build->references)) return;
  g_clear_pointer(&build->files, g_ptr_array_unref);
  g_clear_pointer(&build->manifest, g_bytes_unref);
  lap_keyfile_unref(build->keyfile);
  g_free(build->hash);
  g_free(build->rules);
  g_free(build->origin);
  g_free(build);
}

static LapBuild *top_of(GPtrArray *chain) { return g_ptr_array_index(chain, chain->len - 1); }

void lap_build_set_manifest(GPtrArray *chain, GBytes *manifest)
{
  LapBuild *top = top_of(chain);
  g_clear_pointer(&top->manifest, g_bytes_unref);
  top->manifest = manifest ? g_bytes_ref(manifest) : NULL;
}

GBytes *lap_build_get_manifest(GPtrArray *chain) { return top_of(chain)->manifest; }

/* A copy was read, and named, before it was written. */
static LapBuild *find_copy(LapKeyfile *keyfile)
{
  LapBuild *build = g_new0(LapBuild, 1);
  g_atomic_ref_count_init(&build->references);
  build->keyfile = lap_keyfile_ref(keyfile);
  build->origin = g_strdup(keyfile->folder);
  return build;
}

GPtrArray *lap_build_find_chain(char **keyfiles, GError **error)
{
  g_autoptr(GPtrArray) chain = g_ptr_array_new_with_free_func((GDestroyNotify)lap_build_unref);
  for (; *keyfiles; keyfiles++) {
    g_autofree char *folder = g_path_get_dirname(*keyfiles), *name = g_path_get_basename(*keyfiles);
    g_autoptr(LapKeyfile) keyfile = lap_keyfile_read(folder, name, error);
    if (!keyfile) return NULL;
    g_ptr_array_add(chain, find_copy(keyfile));
  }
  return g_steal_pointer(&chain);
}

char **lap_build_get_folders(GPtrArray *chain)
{
  g_autoptr(GStrvBuilder) folders = g_strv_builder_new();
  for (guint i = 0; i < chain->len; i++)
    g_strv_builder_add(folders, ((LapBuild *)g_ptr_array_index(chain, i))->keyfile->folder);
  return g_strv_builder_end(folders);
}

char *lap_build_chain_rules(GPtrArray *chain)
{
  GString *rules = g_string_new(NULL);
  for (guint i = 0; i < chain->len; i++)
    g_string_append_printf(rules, "%s%s", i ? " " : "", ((LapBuild *)g_ptr_array_index(chain, i))->rules);
  return g_string_free(rules, FALSE);
}

char *lap_build_name_origins(GPtrArray *chain, const char *message)
{
  GString *text = g_string_new(message);
  for (guint i = 0; i < chain->len; i++) {
    const LapBuild *build = g_ptr_array_index(chain, i);
    g_string_replace(text, build->keyfile->folder, build->origin, 0);
  }
  return g_string_free(text, FALSE);
}
