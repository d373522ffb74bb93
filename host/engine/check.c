/* Faults, and the checks that find them.
 *
 * A fault is a breach of the contract by a hook: it is recorded once, with phase and hook, and the move fails. A
 * checked engine looks for faults after each hook (counts), as each event is sent (lap_check_event), after each sealed
 * step (rows of other seats) and, for its session, between moves (lap_check_block). */
#include <string.h>

#include "engine-private.h"
#include "link.h"

#define UNUSED_CURE "what is past a count, or of seats that do not play, stays zero"

void lap_engine_set_fault(LapEngine *engine, const char *format, ...)
{
  if (engine->faulted) return;
  engine->faulted = TRUE;
  g_string_truncate(engine->fault, 0);
  if ((engine->checked || engine->answers) && engine->trace->phase && engine->trace->hook)
    g_string_append_printf(engine->fault, "phase %s, hook %s: ", engine->trace->phase, engine->trace->hook);
  va_list args;
  va_start(args, format);
  g_string_append_vprintf(engine->fault, format, args);
  va_end(args);
}

gboolean lap_check_counts(LapEngine *engine, const LapBlock *block)
{
  const GPtrArray *lists = engine->game->lists;
  for (guint i = 0; i < lists->len; i++) {
    const LapGameField *field = g_ptr_array_index(lists, i);
    for (guint row = 0; row < field->rows; row++) {
      guint count = *count_at(engine, block, field, row);
      if (G_LIKELY(count <= field->capacity)) continue;
      lap_engine_set_fault(
          engine,
          "field %s, row %u, has %u items, its capacity is %u; ask for the count before adding, or give it more room",
          field->name, row, count, field->capacity);
      return FALSE;
    }
  }
  return TRUE;
}

/* Each byte equals the one before it, and the first is zero: memcmp compares many at once. */
static gboolean all_zero(const guint8 *bytes, gsize n)
{
  return n == 0 || (bytes[0] == 0 && memcmp(bytes, bytes + 1, n - 1) == 0);
}

/* The first item from `item` on that is not zero; the capacity if there is none. */
static guint first_in_use(const LapEngine *engine, const LapBlock *block, const LapGameField *field, guint row,
                          guint item)
{
  gsize rest = (gsize)(field->capacity - item) * field->item_size;
  gboolean dense = item < field->capacity && field->item_stride == field->item_size;
  if (dense && all_zero(item_at(engine, block, field, row, item), rest)) return field->capacity;
  while (item < field->capacity && all_zero(item_at(engine, block, field, row, item), field->item_size)) item++;
  return item;
}

/* Items past the count, rows of seats that are not there, spare bytes and hidden fields are zero. */
static G_GNUC_NO_INLINE gboolean check_zeroes(LapEngine *engine, const LapBlock *block, const LapGameField *field)
{
  for (guint row = 0; row < field->rows; row++) {
    gboolean used = !field->hidden && field->type != LAP_SPARE && row < rows_of(engine, field);
    if (field->type == LAP_PLANE) {
      if (used || all_zero(item_at(engine, block, field, row, 0), field->row_stride)) continue;
      lap_engine_set_fault(engine, "field %s, row %u, is not in use but not zero; " UNUSED_CURE, field->name, row);
      return FALSE;
    }
    guint item = first_in_use(engine, block, field, row, used ? items_of(engine, block, field, row) : 0);
    if (item == field->capacity) continue;
    lap_engine_set_fault(engine, "field %s, row %u, item %u is not in use but not zero; " UNUSED_CURE, field->name, row,
                         item);
    return FALSE;
  }
  return TRUE;
}

static inline guint64 word_at(const guint8 *bytes)
{
  guint64 word;
  memcpy(&word, bytes, sizeof word);
  return word;
}

/* In pairs, which takes fewer steps than a loop that a compiler keeps. */
static inline gboolean is_untouched(const guint8 *guard)
{
  guint64 first = word_at(guard) | word_at(guard + 8), second = word_at(guard + 16) | word_at(guard + 24);
  guint64 third = word_at(guard + 32) | word_at(guard + 40), fourth = word_at(guard + 48) | word_at(guard + 56);
  return (first | second | third | fourth) == 0;
}

gboolean lap_check_guards(LapEngine *engine, const LapBlock *block)
{
  const LapGame *game = engine->game;
  for (guint depth = 0; depth < game->depth; depth++) {
    guint32 size = game->level[depth].plugin.segment_size;
    if (G_LIKELY(is_untouched(segment_of(engine, block, depth) + size))) continue;
    lap_engine_set_fault(engine, "writes behind the segment of %s, which has %u bytes", game->level[depth].plugin.id,
                         size);
    return FALSE;
  }
  return TRUE;
}

static inline gboolean check_face(LapEngine *engine, const LapBlock *block, const LapGameField *field, guint row,
                                  guint item)
{
  guint face = slot_at(engine, block, field, row, item)->piece;
  if (G_LIKELY(face <= field->set->faces)) return TRUE;
  lap_engine_set_fault(engine, "field %s, row %u, item %u holds face %u of \"%s\", which has %u", field->name, row,
                       item, face, field->set->name, field->set->faces);
  return FALSE;
}

static gboolean check_slots(LapEngine *engine, const LapBlock *block, const LapGameField *field, guint16 *census)
{
  for (guint row = 0; row < rows_of(engine, field); row++)
    for (guint item = 0; item < items_of(engine, block, field, row); item++) {
      const LapSlot *slot = slot_at(engine, block, field, row, item);
      gboolean dense = field->count != LAP_NONE;
      if (!check_face(engine, block, field, row, item)) return FALSE;
      if (slot->piece == 0 && (dense || slot->known))
        lap_engine_set_fault(engine, "field %s, row %u, item %u is empty but %s", field->name, row, item,
                             dense ? "within the count" : "known to someone");
      else {
        census[slot->piece]++;
        continue;
      }
      return FALSE;
    }
  return TRUE;
}

static G_GNUC_NO_INLINE void two_planes(LapEngine *engine, const LapGameField *field, guint64 bits)
{
  lap_engine_set_fault(engine, "field %s: two planes have the same cell (bits 0x%" G_GINT64_MODIFIER "x)", field->name,
                       bits);
}

static inline gboolean check_planes(LapEngine *engine, const LapBlock *block, const LapGameField *field)
{
  const guint8 *first = item_at(engine, block, field, 0, 0), *end = first + rows_of(engine, field) * field->row_stride;
  for (const guint8 *column = first; column < first + field->row_stride; column += sizeof(guint64)) {
    guint64 seen = 0, twice = 0;
    for (const guint8 *at = column; at < end; at += field->row_stride) {
      guint64 bits = *(const guint64 *)(gconstpointer)at;
      twice |= seen & bits;
      seen |= bits;
    }
    if (G_LIKELY(!twice)) continue;
    two_planes(engine, field, twice);
    return FALSE;
  }
  return TRUE;
}

gboolean lap_check_faces(LapEngine *engine, const LapBlock *block)
{
  for (guint i = 0; i < engine->game->fields->len; i++) {
    const LapGameField *field = g_ptr_array_index(engine->game->fields, i);
    if (field->type != LAP_SLOT) continue;
    for (guint row = 0; row < field->rows; row++)
      for (guint item = 0; item < field->capacity; item++)
        if (!check_face(engine, block, field, row, item)) return FALSE;
  }
  return TRUE;
}

static gboolean check_census(LapEngine *engine, const LapPieceSet *set, const guint16 *census)
{
  for (guint face = 1; set->total && face <= set->faces; face++)
    if (census[face] != set->copies[face]) {
      lap_engine_set_fault(
          engine,
          "there are %u of \"%s\" (%s) in all zones, there must be %u; what leaves the table goes to a zone, a box",
          census[face], set->key[face], set->name, set->copies[face]);
      return FALSE;
    }
  return TRUE;
}

static G_GNUC_NO_INLINE gboolean check_set(LapEngine *engine, const LapBlock *block, const LapPieceSet *set)
{
  const GPtrArray *fields = engine->game->fields;
  guint16 *census = engine->census;
  memset(census, 0, (set->faces + 1u) * sizeof *census);
  for (guint i = 0; i < fields->len; i++) {
    const LapGameField *field = g_ptr_array_index(fields, i);
    if (field->set == set && !check_slots(engine, block, field, census)) return FALSE;
  }
  return check_census(engine, set, census);
}

gboolean lap_check_block(LapEngine *engine, const LapBlock *block)
{
  const LapGame *game = engine->game;
  if (!lap_check_guards(engine, block)) return FALSE;
  if (game->lists->len && !lap_check_counts(engine, block)) return FALSE;
  for (guint i = 0; i < game->idle->len; i++)
    if (!check_zeroes(engine, block, g_ptr_array_index(game->idle, i))) return FALSE;
  for (guint i = 0; i < game->planes->len; i++)
    if (!check_planes(engine, block, g_ptr_array_index(game->planes, i))) return FALSE;
  for (guint i = 0; i < game->sets->len; i++)
    if (!check_set(engine, block, g_ptr_array_index(game->sets, i))) return FALSE;
  return TRUE;
}

static gboolean same_row(LapEngine *engine, const LapBlock *a, const LapBlock *b, const LapGameField *field, guint row)
{
  if (field->count != LAP_NONE && *count_at(engine, a, field, row) != *count_at(engine, b, field, row)) return FALSE;
  if (field->type == LAP_PLANE)
    return memcmp(item_at(engine, a, field, row, 0), item_at(engine, b, field, row, 0), field->row_stride) == 0;
  for (guint item = 0; item < field->capacity; item++)
    if (memcmp(item_at(engine, a, field, row, item), item_at(engine, b, field, row, item), field->item_size) != 0)
      return FALSE;
  return TRUE;
}

gboolean lap_check_own_rows(LapEngine *engine, const LapBlock *before, const LapBlock *after, guint seat)
{
  for (guint i = 0; i < engine->game->fields->len; i++) {
    const LapGameField *field = g_ptr_array_index(engine->game->fields, i);
    for (guint row = 0; field->visibility != LAP_DERIVED && row < field->rows; row++) {
      if ((field->of_seats && row == seat) || same_row(engine, before, after, field, row)) continue;
      lap_engine_set_fault(engine,
                           "a sealed move of seat %u writes field %s, row %u, which is not its own; keep the choice in "
                           "a row of that seat, and leave the rest to run",
                           seat, field->name, row);
      return FALSE;
    }
  }
  return TRUE;
}

/* Whether each seat of `who` has seen a copy of the face in the field, though perhaps not the same copy. */
static gboolean knows_of(LapEngine *engine, const LapBlock *block, const LapGameField *field, guint face, guint16 who)
{
  for (guint row = 0; who && row < rows_of(engine, field); row++)
    for (guint item = 0; item < items_of(engine, block, field, row); item++) {
      const LapSlot *slot = slot_at(engine, block, field, row, item);
      if (slot->piece == face) who &= (guint16)~slot->known;
    }
  return who == 0;
}

/* Whether the value of an argument that is no piece is in range. */
static gboolean is_in_range(LapEngine *engine, const LapGameKind *kind, guint i, gint value)
{
  switch (kind->args[i].type) {
  case LAP_ARG_SEAT:
    return value >= 0 && value < engine->seats;
  case LAP_ARG_CHOICE:
    return value >= 0 && value < (gint)g_strv_length((char **)kind->args[i].choices);
  case LAP_ARG_ITEM:
  case LAP_ARG_CELL:
    return value >= 0 && value < kind->field[i]->capacity;
  default:
    return TRUE;
  }
}

gboolean lap_check_arguments(LapEngine *engine, const LapGameKind *kind, const gint16 *arg)
{
  for (guint i = 0; i < kind->n_args; i++) {
    gboolean is_piece = kind->args[i].type == LAP_ARG_PIECE;
    if (is_piece ? (guint16)arg[i] > kind->field[i]->set->faces : !is_in_range(engine, kind, i, arg[i])) return FALSE;
  }
  return TRUE;
}

gboolean lap_check_line(LapEngine *engine, const LapLine *line)
{
  if (!lap_game_category(engine->game, line->kind))
    lap_engine_set_fault(engine, "a score line of category 0x%04x, which the game does not have", line->kind);
  else if (line->seat < LAP_TOGETHER || line->seat >= engine->seats)
    lap_engine_set_fault(engine, "a score line of seat %d; there are %u, and LAP_TOGETHER", line->seat, engine->seats);
  else if (line->tier > LAP_TIER_PROGRESS)
    lap_engine_set_fault(engine, "a score line of tier %u; the last is %d", line->tier, LAP_TIER_PROGRESS);
  else
    return TRUE;
  return FALSE;
}

static void set_leak_fault(LapEngine *engine, const LapGameKind *kind, guint i, guint face)
{
  const LapGameField *field = kind->field[i];
  lap_engine_set_fault(engine,
                       "event %s shows \"%s\" to seats that have not seen it in %s: show it to them first, or make the "
                       "argument \"%s\" secret and name those who know it",
                       kind->name, face <= field->set->faces ? field->set->key[face] : "?", field->name,
                       kind->args[i].name);
}

/* Checks that each piece that an event names is known, in the field of its argument, to all seats that are sent it. */
gboolean lap_check_event(LapEngine *engine, const LapBlock *block, const LapEvent *event)
{
  const LapGameKind *kind = lap_game_event(engine->game, event->kind);
  if (!kind) {
    lap_engine_set_fault(engine, "sends event 0x%04x, which no level has", event->kind);
    return FALSE;
  }
  const guint16 all = (guint16)((1u << engine->seats) - 1) | 1u << LAP_WATCHER;
  for (guint i = 0; i < kind->n_args; i++) {
    const LapArg *arg = &kind->args[i];
    if (!is_in_range(engine, kind, i, event->arg[i])) {
      lap_engine_set_fault(engine, "event %s: argument \"%s\" is %d, which is not there", kind->name, arg->name,
                           event->arg[i]);
      return FALSE;
    }
    if (arg->type != LAP_ARG_PIECE || event->arg[i] == 0) continue;
    guint face = (guint16)event->arg[i];
    guint16 who = (arg->secret ? event->knows : LAP_EVERYONE) & all;
    if (face <= kind->field[i]->set->faces && knows_of(engine, block, kind->field[i], face, who)) continue;
    set_leak_fault(engine, kind, i, face);
    return FALSE;
  }
  return TRUE;
}
