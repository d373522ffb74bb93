/* Linking: the extensions that a plugin lists. */
#include "link.h"

#define ROWS_MAX 1000

/* Those of one hook: a struct with its size first, and the hook behind a number. */
typedef struct {
  guint32 struct_size, number;
  void (*hook)(void);
} OneHook;

typedef struct {
  const char *id;
  gsize size;  /* of the struct, or of a row of the table */
  gsize at, n; /* offsets in LapGameLevel: of the pointer, and of the number of rows; `n` 0: it is of one hook */
} Known;

static const Known known[] = {
    {LAP_FACES, sizeof(LapFaces), offsetof(LapGameLevel, faces), offsetof(LapGameLevel, n_faces)},
    {LAP_PLACEMENTS, sizeof(LapPlacement), offsetof(LapGameLevel, placements), offsetof(LapGameLevel, n_placements)},
    {LAP_HIGHLIGHTS, sizeof(LapHighlights), offsetof(LapGameLevel, highlights), 0},
    {LAP_RESAMPLE, sizeof(LapResample), offsetof(LapGameLevel, resample), 0},
    {LAP_EVALUATE, sizeof(LapEvaluate), offsetof(LapGameLevel, evaluate), 0},
    {LAP_ROLLOUT, sizeof(LapRollout), offsetof(LapGameLevel, rollout), 0}};

static gboolean take_table(LapGame *game, LapGameLevel *level, const Known *is, const LapTable *table, GError **error)
{
  if (table->n > 0 && (!table->v || table->stride == 0))
    return lap_link_fail(error, level, "%s has %u rows of %u bytes at %p; use LAP_TABLE", is->id, table->n,
                         table->stride, table->v);
  if (table->n > ROWS_MAX)
    return lap_link_fail(error, level, "%s has %u rows, at most %d are possible", is->id, table->n, ROWS_MAX);
  G_STRUCT_MEMBER(gpointer, level, is->at) = lap_link_copy_table(game, table, is->size);
  G_STRUCT_MEMBER(guint, level, is->n) = table->n;
  return TRUE;
}

static gboolean take_hook(LapGameLevel *level, const Known *is, const OneHook *hook, GError **error)
{
  if (hook->struct_size < is->size)
    return lap_link_fail(error, level, "%s has the struct_size %u, not %zu; set it to the sizeof of its struct", is->id,
                         hook->struct_size, is->size);
  if (!hook->hook) return lap_link_fail(error, level, "%s has no hook; set it, or leave the extension out", is->id);
  G_STRUCT_MEMBER(gconstpointer, level, is->at) = hook;
  return TRUE;
}

static gboolean take(LapGame *game, LapGameLevel *level, const LapExtension *extension, GError **error)
{
  if (!extension->id || !extension->part)
    return lap_link_fail(error, level, "an extension has no %s; a row is {id, &what it points to}",
                         extension->id ? "part" : "id");
  g_autoptr(GString) ids = g_string_new(NULL);
  for (guint i = 0; i < G_N_ELEMENTS(known); i++) {
    const Known *is = &known[i];
    g_string_append_printf(ids, "%s%s", i ? ", " : "", is->id);
    if (!g_str_equal(extension->id, is->id)) continue;
    if (G_STRUCT_MEMBER(gpointer, level, is->at))
      return lap_link_fail(error, level, "two extensions are %s; list each once", is->id);
    return is->n ? take_table(game, level, is, extension->part, error) : take_hook(level, is, extension->part, error);
  }
  if (!g_str_has_prefix(extension->id, "lapidary.")) return TRUE;
  return lap_link_fail(error, level, "the contract has no extension \"%s\"; it has %s", extension->id, ids->str);
}

gboolean lap_link_extensions(LapGame *game, guint depth, const LapSource *source, GError **error)
{
  LapGameLevel *level = &game->level[depth];
  const LapTable *table = &level->plugin.extensions;
  const LapExtension *extensions = lap_link_copy_table(game, table, sizeof *extensions);
  level->drawings = source->drawings;
  for (guint i = 0; i < table->n; i++)
    if (!take(game, level, &extensions[i], error)) return FALSE;
  return TRUE;
}
