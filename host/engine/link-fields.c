/* Linking: fields. Every byte of a segment is in exactly one. */
#include <string.h>

#include "hash.h"
#include "link.h"

/* The bytes of one item of a type; 0: no such type. */
static guint size_of_type(guint type)
{
  switch (type) {
  case LAP_U8:
  case LAP_I8:
  case LAP_SPARE:
    return 1;
  case LAP_U16:
  case LAP_I16:
    return 2;
  case LAP_U32:
  case LAP_I32:
  case LAP_SLOT:
    return 4;
  case LAP_U64:
  case LAP_PLANE:
    return 8;
  default:
    return 0;
  }
}

static guint alignment_of(guint type) { return type == LAP_SLOT ? 2 : size_of_type(type); }

static gboolean visibility_fits(const LapField *field)
{
  gboolean slot = field->type == LAP_SLOT, list = field->count != LAP_NONE;
  switch (field->visibility) {
  case LAP_PUBLIC:
    return !slot;
  case LAP_ROW_OWNER:
    return !slot && field->rows_are == LAP_ROWS_SEATS;
  case LAP_BY_MASK:
    return slot;
  case LAP_BY_OWNER:
    return slot && field->rows_are == LAP_ROWS_SEATS;
  case LAP_TOP:
    return slot && list;
  case LAP_SIZE:
    return list;
  case LAP_NOBODY:
  case LAP_DERIVED:
    return TRUE;
  default:
    return FALSE;
  }
}

static const struct {
  const char *name, *wants;
} visibilities[] = {
    {"missing", ""},
    {"LAP_PUBLIC", "it is not for pieces, which are shown to whom has seen them (LAP_BY_MASK)"},
    {"LAP_ROW_OWNER", "it is for plain values with .rows_are = LAP_ROWS_SEATS"},
    {"LAP_BY_MASK", "it is for pieces"},
    {"LAP_BY_OWNER", "it is for pieces with .rows_are = LAP_ROWS_SEATS"},
    {"LAP_TOP", "it is for lists of pieces (ZONE, ZONES)"},
    {"LAP_SIZE", "it is for lists (ZONE, LIST)"},
    {"LAP_NOBODY", ""},
    {"LAP_DERIVED", ""},
};

static const char *visibility_name(guint visibility)
{
  return visibility < G_N_ELEMENTS(visibilities) ? visibilities[visibility].name : "of a newer contract";
}
static const char *visibility_wants(guint visibility)
{
  return visibility < G_N_ELEMENTS(visibilities) ? visibilities[visibility].wants
                                                 : "see LapVisibility for those there are";
}

static gboolean check_plane(const LapGameLevel *level, const LapField *field, GError **error)
{
  const LapShape *shape = field->shape;
  if (!shape) return lap_link_fail(error, level, "field \"%s\" is a plane and needs a shape", field->name);
  for (guint y = 0; y < shape->height; y++)
    for (guint x = 0; x < shape->width; x++) {
      gint bit = shape->origin + (gint)x * shape->step_x + (gint)y * shape->step_y;
      if (bit < 0 || (guint)bit / 8 >= field->row_stride)
        return lap_link_fail(error, level, "field \"%s\": the bit of cell (%u, %u) is %d, a row has %u bytes",
                             field->name, x, y, bit, field->row_stride);
    }
  return TRUE;
}

static gboolean check_form(const LapGameLevel *level, const LapField *field, GError **error)
{
  guint size = size_of_type(field->type);
  if (size == 0) return lap_link_fail(error, level, "field \"%s\" has the unknown type %u", field->name, field->type);
  if (field->type != LAP_SPARE && !field->visibility)
    return lap_link_fail(error, level, "field \"%s\" has no visibility; say who sees it, with .visibility",
                         field->name);
  if (field->type != LAP_SPARE && !visibility_fits(field))
    return lap_link_fail(error, level, "field \"%s\": visibility %s does not fit: %s", field->name,
                         visibility_name(field->visibility), visibility_wants(field->visibility));
  if (field->rows == 0 || (field->capacity == 0 && field->type != LAP_SPARE))
    return lap_link_fail(error, level, "field \"%s\" has no rows or no capacity, both are at least 1", field->name);
  if (field->rows_are == LAP_ROWS_SEATS && level->plugin.seats_max > field->rows)
    return lap_link_fail(error, level, "field \"%s\" has %u rows for up to %u seats; give it a row for each",
                         field->name, field->rows, level->plugin.seats_max);
  guint align = alignment_of(field->type);
  if (field->offset % align || field->row_stride % align || field->item_stride % align)
    return lap_link_fail(error, level, "field \"%s\" is not aligned to %u bytes", field->name, align);
  if (field->count != LAP_NONE && (field->count % 2 || field->count_stride % 2))
    return lap_link_fail(error, level, "the count of field \"%s\" is not aligned to 2 bytes", field->name);
  if (field->shape && field->shape->width * field->shape->height != field->capacity)
    return lap_link_fail(error, level, "field \"%s\" is a grid of %u x %u, but has a capacity of %u", field->name,
                         field->shape->width, field->shape->height, field->capacity);
  return field->type != LAP_PLANE || check_plane(level, field, error);
}

/* Which field each byte belongs to; a count belongs to all columns that share it. */
typedef struct {
  const LapGameLevel *level;
  const char **owner; /* [segment_size], NULL: nobody's */
  gboolean *is_count;
} Cover;

static gboolean cover(Cover *map, const LapField *field, gsize at, gsize n, gboolean count, GError **error)
{
  const LapGameLevel *level = map->level;
  if (at + n > level->plugin.segment_size)
    return lap_link_fail(error, level, "field \"%s\" reaches to byte %zu, the segment has %u", field->name, at + n,
                         level->plugin.segment_size);
  for (gsize i = at; i < at + n; i++) {
    if (map->owner[i] && !(count && map->is_count[i]))
      return lap_link_fail(error, level, "fields \"%s\" and \"%s\" overlap at byte %zu", map->owner[i], field->name, i);
    map->owner[i] = field->name;
    map->is_count[i] = count;
  }
  return TRUE;
}

static gboolean cover_field(Cover *map, const LapField *field, GError **error)
{
  gsize size = size_of_type(field->type);
  for (guint row = 0; row < field->rows; row++) {
    gsize at = field->offset + (gsize)row * field->row_stride;
    if (field->type == LAP_PLANE) {
      if (!cover(map, field, at, field->row_stride, FALSE, error)) return FALSE;
    } else {
      for (guint item = 0; item < field->capacity; item++)
        if (!cover(map, field, at + (gsize)item * field->item_stride, size, FALSE, error)) return FALSE;
    }
    if (field->count != LAP_NONE &&
        !cover(map, field, field->count + (gsize)row * field->count_stride, sizeof(guint16), TRUE, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean check_cover(const LapGameLevel *level, GError **error)
{
  gsize size = level->plugin.segment_size;
  g_autofree const char **owner = g_new0(const char *, size + 1);
  g_autofree gboolean *is_count = g_new0(gboolean, size + 1);
  Cover map = {level, owner, is_count};
  for (guint i = 0; i < level->plugin.fields.n; i++)
    if (!cover_field(&map, &level->fields[i], error)) return FALSE;
  for (gsize i = 0; i < size; i++)
    if (!owner[i])
      return lap_link_fail(
          error, level, "byte %zu of its segment belongs to no field: declare it, or make it a field of type LAP_SPARE",
          i);
  return TRUE;
}

gboolean lap_link_check_fields(const LapGameLevel *level, GError **error)
{
  const LapPlugin *plugin = &level->plugin;
  if (plugin->segment_size > (1u << 20))
    return lap_link_fail(error, level, "a segment of %u bytes, at most 1 MiB is possible", plugin->segment_size);
  if (plugin->segment_align > 16 || (plugin->segment_align & (plugin->segment_align - 1)))
    return lap_link_fail(error, level, "segment_align %u is not a power of two up to 16", plugin->segment_align);
  g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
  for (guint i = 0; i < plugin->fields.n; i++) {
    const LapField *field = &level->fields[i];
    if (!lap_link_check_word(level, "a field", field->name, error)) return FALSE;
    if (!g_hash_table_add(names, (gpointer)field->name))
      return lap_link_fail(error, level, "two fields are named \"%s\"", field->name);
    if (field->visibility == LAP_DERIVED && !plugin->derive)
      return lap_link_fail(error, level,
                           "field \"%s\" is LAP_DERIVED, but there is no derive hook; set .derive in the descriptor, "
                           "or choose another visibility",
                           field->name);
    if (!check_form(level, field, error)) return FALSE;
  }
  return check_cover(level, error);
}

static const LapField *find_plain(const LapGameLevel *level, const char *name)
{
  for (guint i = 0; i < level->plugin.fields.n; i++)
    if (g_str_equal(level->fields[i].name, name)) return &level->fields[i];
  return NULL;
}

static gboolean same_place(const LapField *a, const LapField *b)
{
  return a->type == b->type && a->rows == b->rows && a->capacity == b->capacity && a->offset == b->offset &&
         a->row_stride == b->row_stride && a->item_stride == b->item_stride && a->count == b->count &&
         a->count_stride == b->count_stride && a->order == b->order && a->rows_are == b->rows_are && a->set == b->set;
}

gboolean lap_link_check_base(const LapGameLevel *level, const LapGameLevel *below, GError **error)
{
  for (guint i = 0; i < level->plugin.base.n; i++) {
    const LapField *compiled = &level->base[i], *live = find_plain(below, compiled->name);
    if (compiled->type == LAP_SPARE || (live && same_place(compiled, live))) continue;
    g_set_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_BASE,
                "%s: was compiled against another %s: field \"%s\" %s there; build it against %s %s", level->plugin.id,
                below->plugin.id, compiled->name, live ? "has another place or type" : "is not", below->plugin.id,
                below->plugin.version);
    return FALSE;
  }
  return TRUE;
}

const LapGameField *lap_game_find_field(const LapGame *game, guint depth, const char *name)
{
  for (guint i = game->fields->len; i-- > 0;) {
    const LapGameField *field = g_ptr_array_index(game->fields, i);
    if (field->depth <= depth && lap_link_means(name, field->name)) return field;
  }
  return NULL;
}

static const LapPieceSet *find_set(const LapGame *game, guint16 id)
{
  for (guint i = 0; i < game->sets->len; i++) {
    const LapPieceSet *set = g_ptr_array_index(game->sets, i);
    if (set->id == id) return set;
  }
  return NULL;
}

static LapGameField *link_field(LapGame *game, guint depth, const LapField *field)
{
  LapGameField *linked = g_new0(LapGameField, 1);
  linked->name = lap_link_qualify(game, &game->level[depth], field->name);
  linked->name_hash = lap_hash_text(linked->name);
  linked->depth = (guint8)depth;
  linked->type = field->type;
  linked->visibility = field->visibility;
  linked->order = field->order;
  linked->of_seats = field->rows_are == LAP_ROWS_SEATS;
  linked->set = field->type == LAP_SLOT ? find_set(game, field->set) : NULL;
  linked->rows = field->rows;
  linked->capacity = field->capacity;
  linked->words = (guint16)(field->type == LAP_PLANE ? field->row_stride / sizeof(guint64) : 0);
  linked->offset = field->offset;
  linked->row_stride = field->row_stride;
  linked->item_stride = field->item_stride;
  linked->item_size = size_of_type(field->type);
  linked->count = field->count;
  linked->count_stride = field->count_stride;
  linked->shape = field->shape;
  return linked;
}

/* Columns that share a count are checked once, against the smallest capacity. */
static void link_list(LapGame *game, LapGameField *field)
{
  for (guint i = 0; i < game->lists->len; i++) {
    LapGameField *other = g_ptr_array_index(game->lists, i);
    if (other->depth != field->depth || other->count != field->count) continue;
    if (field->capacity < other->capacity) game->lists->pdata[i] = field;
    return;
  }
  g_ptr_array_add(game->lists, field);
}

static gboolean link_hides(LapGame *game, guint depth, GError **error)
{
  const LapGameLevel *level = &game->level[depth];
  for (guint i = 0; i < level->plugin.hides.n; i++) {
    const char *name = ((const char *const *)level->plugin.hides.v)[i];
    LapGameField *field = depth > 0 ? (LapGameField *)lap_game_find_field(game, depth - 1, name) : NULL;
    if (!field)
      return lap_link_fail(error, level, "hides the field \"%s\", which no lower level has; write it as PLUGIN/NAME",
                           name);
    field->hidden = TRUE;
  }
  return TRUE;
}

gboolean lap_link_fields(LapGame *game, guint depth, GError **error)
{
  const LapGameLevel *level = &game->level[depth];
  game->segment_offset[depth] = game->segments_size;
  game->segments_size += (level->plugin.segment_size + LAP_GUARD + 15) & ~15u;
  for (guint i = 0; i < level->plugin.fields.n; i++) {
    LapGameField *field = link_field(game, depth, &level->fields[i]);
    g_ptr_array_add(game->fields, field);
    if (field->type == LAP_SLOT && !field->set)
      return lap_link_fail(error, level,
                           "field \"%s\" holds pieces of set 0x%04x, which is not declared; name it in .pieces of the "
                           "descriptor, or its LAP_ID in .set of the field",
                           level->fields[i].name, level->fields[i].set);
  }
  return link_hides(game, depth, error);
}

gboolean lap_link_check_seats(const LapGame *game, GError **error)
{
  for (guint i = 0; i < game->fields->len; i++) {
    const LapGameField *field = g_ptr_array_index(game->fields, i);
    if (field->of_seats && field->rows < game->seats_max)
      return lap_link_fail(error, &game->level[field->depth],
                           "field \"%s\" has %u rows for up to %u seats of %s; give it a row for each",
                           strchr(field->name, '/') + 1, field->rows, game->seats_max, game->id);
  }
  return TRUE;
}

/* Whether the field may have rows, items or bytes that are not in use. */
static gboolean may_be_unused(const LapGame *game, const LapGameField *field)
{
  return (field->of_seats && field->rows > game->seats_min) || field->count != LAP_NONE || field->type == LAP_SPARE ||
         field->hidden;
}

void lap_link_sort_fields(LapGame *game)
{
  for (guint i = 0; i < game->fields->len; i++) {
    LapGameField *field = g_ptr_array_index(game->fields, i);
    if (field->count != LAP_NONE) link_list(game, field);
    if (may_be_unused(game, field)) g_ptr_array_add(game->idle, field);
    if (field->type == LAP_PLANE && field->rows > 1) g_ptr_array_add(game->planes, field);
  }
}

const LapGameField *lap_game_field_named(const LapGame *game, const char *name)
{
  return lap_game_find_field(game, game->depth - 1, name);
}
