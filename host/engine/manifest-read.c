/* Reading a manifest into the structs of the contract: levels and their heads. */
#include "manifest-reader.h"
#include "manifest.h"

typedef struct {
  LapPlugin plugin;
  LapTable faces, placements;
  LapExtension extensions[4]; /* both of these, and those of hooks that it has */
  const LapDrawings *drawings;
} Level;

struct LapManifest {
  Level level[LAP_LEVELS_MAX];
  LapSource source[LAP_LEVELS_MAX];
  guint n;
  GPtrArray *owned;
  GStringChunk *texts;
};

static void read_head(LapManifestReader *reader, GVariant *from, LapPlugin *plugin)
{
  const char *id, *version, *extends, *accepts, *licence, *authors;
  guint hooks;
  plugin->magic = LAP_MAGIC;
  plugin->struct_size = sizeof *plugin;
  g_variant_get(from, "(qqyyyy&s&sm&sm&sm&sm&suuu)", &plugin->major, &plugin->minor, &plugin->depth, &plugin->seats_min,
                &plugin->seats_max, &plugin->traits, &id, &version, &extends, &accepts, &licence, &authors,
                &plugin->segment_size, &plugin->segment_align, &hooks);
  reader->plugin = plugin->id = lap_manifest_text(reader, id);
  plugin->version = lap_manifest_text(reader, version);
  plugin->extends = lap_manifest_maybe_text(reader, extends);
  plugin->accepts = lap_manifest_maybe_text(reader, accepts);
  plugin->licence = lap_manifest_maybe_text(reader, licence);
  plugin->authors = lap_manifest_maybe_text(reader, authors);
  if (lap_manifest_has(reader, hooks, MANIFEST_LEVEL_ALL, MANIFEST_SCORE)) plugin->score = lap_stub_plugin.score;
  if (hooks & MANIFEST_DERIVE) plugin->derive = lap_stub_plugin.derive;
  if (hooks & MANIFEST_JOIN) plugin->join = lap_stub_plugin.join;
  if (hooks & MANIFEST_LEAVE) plugin->leave = lap_stub_plugin.leave;
}

static void read_extensions(LapManifestReader *reader, GVariant *from, Level *level)
{
  LapExtension *extensions = level->extensions;
  guint n = 0, hooks;
  lap_manifest_read_appearance(reader, from, &level->faces, &level->placements, &level->drawings);
  extensions[n++] = (LapExtension){LAP_FACES, &level->faces};
  extensions[n++] = (LapExtension){LAP_PLACEMENTS, &level->placements};
  g_variant_get_child(from, MANIFEST_OF_EXTENSIONS, "u", &hooks);
  if (lap_manifest_has(reader, hooks, MANIFEST_EXTENSIONS_ALL, MANIFEST_HIGHLIGHTS))
    extensions[n++] = (LapExtension){LAP_HIGHLIGHTS, &lap_stub_highlights};
  if (hooks & MANIFEST_RESAMPLE) extensions[n++] = (LapExtension){LAP_RESAMPLE, &lap_stub_resample};
  level->plugin.extensions = (LapTable){extensions, n, sizeof *extensions};
}

static void read_level(LapManifestReader *reader, LapManifest *manifest, GVariant *from, guint depth)
{
  Level *level = &manifest->level[depth];
  g_autoptr(GVariant) head = g_variant_get_child_value(from, MANIFEST_OF_HEAD);
  read_head(reader, head, &level->plugin);
  lap_manifest_read_tables(reader, from, &level->plugin);
  read_extensions(reader, from, level);
  reader->plugin = NULL;
  manifest->source[depth] = (LapSource){.plugin = &level->plugin, .drawings = level->drawings};
}

static void read_levels(LapManifestReader *reader, LapManifest *manifest, GVariant *from)
{
  const char *version;
  GVariant *array;
  g_variant_get(from, "(&s@a" MANIFEST_LEVEL ")", &version, &array);
  g_autoptr(GVariant) levels = array;
  gsize n = g_variant_n_children(levels);
  if (!g_str_equal(version, MANIFEST_VERSION)) lap_manifest_fail(reader, "not of this version");
  if (n < 1 || n > LAP_LEVELS_MAX) lap_manifest_fail(reader, "%zu levels, possible are 1 to %d", n, LAP_LEVELS_MAX);
  for (guint depth = 0; !reader->error && depth < n; depth++) {
    g_autoptr(GVariant) level = g_variant_get_child_value(levels, depth);
    read_level(reader, manifest, level, depth);
  }
  manifest->n = (guint)n;
}

static GVariant *native(GVariant *value)
{
  return G_BYTE_ORDER == G_LITTLE_ENDIAN ? g_variant_ref(value) : g_variant_byteswap(value);
}

LapManifest *lap_manifest_read(GBytes *bytes, GError **error)
{
  g_autoptr(LapManifest) manifest = g_new0(LapManifest, 1);
  manifest->owned = g_ptr_array_new_with_free_func(g_free);
  manifest->texts = g_string_chunk_new(4096);
  LapManifestReader reader = {.owned = manifest->owned, .texts = manifest->texts};
  if (g_bytes_get_size(bytes) > LAP_MANIFEST_MAX) {
    lap_manifest_fail(&reader, "%zu bytes, at most %u are possible", g_bytes_get_size(bytes), LAP_MANIFEST_MAX);
  } else {
    g_autoptr(GVariant)
        stored = g_variant_ref_sink(g_variant_new_from_bytes(G_VARIANT_TYPE(MANIFEST_TYPE), bytes, FALSE));
    g_autoptr(GVariant) value = g_variant_is_normal_form(stored) ? native(stored) : NULL;
    if (value)
      read_levels(&reader, manifest, value);
    else
      lap_manifest_fail(&reader, "its bytes have not the form of one");
  }
  if (!reader.error) return g_steal_pointer(&manifest);
  g_propagate_error(error, reader.error);
  return NULL;
}

void lap_manifest_free(LapManifest *manifest)
{
  if (!manifest) return;
  g_ptr_array_unref(manifest->owned);
  g_string_chunk_free(manifest->texts);
  g_free(manifest);
}

LapSource *lap_manifest_sources(LapManifest *manifest, guint *n)
{
  *n = manifest->n;
  return manifest->source;
}
