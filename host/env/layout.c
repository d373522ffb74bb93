/* Which parts an observation has. */
#include <stdlib.h>
#include <string.h>

#include "env.h"
#include "host/projection/visibility.h"
#include "numbers.h"
#include "observation.h"

/* --- fields */

static guint cells_of(const LapGameField *field) { return (guint)field->shape->width * field->shape->height; }
static guint symbols_of(const LapGameField *field) { return (guint)field->set->faces + field->set->n_backs; }

/* Which rows of a field a seat may see: those of seats from its own on, or its own alone. */
static LapPartRows rows_are(const LapGameField *field)
{
  gboolean others = FALSE;
  for (guint row = 1; row < LAP_SEATS_MAX; row++) others |= lap_shows_row(field, row, 0);
  return !others ? LAP_PART_OWN : field->of_seats ? LAP_PART_FROM_OWN : LAP_PART_PLAIN;
}

static LapPartCoding coding_of_pieces(const LapGameField *field, guint rows)
{
  if (field->visibility == LAP_TOP) return LAP_PART_TOP;
  if (field->order == LAP_SET) return LAP_PART_OF_FACES;
  guint64 one_hot = (guint64)rows * field->capacity * symbols_of(field);
  return one_hot <= LAP_ENV_ONE_HOT_MAX ? LAP_PART_ONE_HOT : LAP_PART_INDEX;
}

static guint row_size_of(const LapGameField *field, LapPartCoding coding)
{
  switch (coding) {
  case LAP_PART_PLANES:
    return cells_of(field);
  case LAP_PART_COUNT:
    return 1;
  case LAP_PART_ONE_HOT:
    return field->capacity * symbols_of(field);
  case LAP_PART_TOP:
  case LAP_PART_OF_FACES:
    return symbols_of(field);
  default:
    return field->capacity;
  }
}

static void add(LapObservationLayout *layout, LapObservationPart part)
{
  part.offset = layout->size;
  layout->size += (gsize)part.rows * part.row_size;
  layout->part[layout->n++] = part;
}

static guint bit_of(const LapShape *shape, guint cell)
{
  gint x = (gint)(cell % shape->width), y = (gint)(cell / shape->width);
  return (guint)(shape->origin + x * shape->step_x + y * shape->step_y);
}

/* The last four are the last four cells, whichever of them are among those before. */
static LapFourCells *four_cells(const LapShape *shape, guint cells)
{
  guint n = (cells + 3) / 4;
  LapFourCells *four = aligned_alloc(sizeof *four, n * sizeof *four);
  if (!four) g_error("out of memory for a board of %u cells", cells);
  memset(four, 0, n * sizeof *four);
  for (guint i = 0; i < 4 * n; i++) {
    guint bit = bit_of(shape, i / 4 < n - 1 ? i : cells - 4 + i % 4);
    if (bit < 32)
      four[i / 4].low[i % 4] = 1u << bit;
    else
      four[i / 4].high[i % 4] = 1u << (bit - 32);
  }
  return four;
}

static void look_up_cells(LapObservationPart *part)
{
  const LapGameField *field = part->field;
  guint cells = cells_of(field);
  if (field->words == 1 && cells >= 4) part->four = four_cells(field->shape, cells);
  part->cells = g_new0(guint64, field->words);
  part->cell_of = g_new0(guint16, 64 * field->words);
  for (guint cell = 0; cell < cells; cell++) {
    guint bit = bit_of(field->shape, cell);
    part->cells[bit / 64] |= G_GUINT64_CONSTANT(1) << (bit % 64);
    part->cell_of[bit] = (guint16)cell;
  }
}

static void add_of_field(LapObservationLayout *layout, const LapObservationPart *of, LapPartCoding coding)
{
  LapObservationPart part = *of;
  part.coding = coding;
  part.row_size = row_size_of(part.field, coding);
  if (coding == LAP_PART_PLANES) look_up_cells(&part);
  add(layout, part);
}

static gboolean is_single(const LapObservationPart *part)
{
  return part->rows == 1 && part->rows_are == LAP_PART_PLAIN && part->field->capacity == 1 &&
         part->field->count == LAP_NONE;
}

static void add_field(LapObservationLayout *layout, const LapEngine *engine, gsize segment, const LapGameField *field)
{
  LapObservationPart part = {.field = field, .rows_are = rows_are(field)};
  part.rows = part.rows_are == LAP_PART_OWN ? 1 : lap_engine_rows(engine, field);
  part.at = segment + field->offset;
  part.count_at = segment + field->count;
  gboolean is_list = field->count != LAP_NONE, is_size = field->visibility == LAP_SIZE;
  gboolean is_counted = field->type == LAP_SLOT && field->visibility != LAP_TOP && field->order == LAP_SET;
  if (is_list && (is_size || !is_counted)) add_of_field(layout, &part, LAP_PART_COUNT);
  if (is_size) return;
  add_of_field(layout, &part,
               field->type == LAP_PLANE  ? LAP_PART_PLANES
               : field->type == LAP_SLOT ? coding_of_pieces(field, part.rows)
               : is_single(&part)        ? LAP_PART_VALUE
                                         : LAP_PART_NUMBERS);
}

static gsize segment_at(LapEngine *engine, LapBlock *block, guint depth)
{
  return (gsize)((char *)lap_engine_segment(engine, block, depth) - (char *)block);
}

static void add_fields(LapObservationLayout *layout, LapEngine *engine)
{
  const GPtrArray *fields = lap_engine_game(engine)->fields;
  g_autoptr(LapBlock) block = lap_block_new(engine); /* to see where segments lie */
  for (guint i = 0; i < fields->len; i++) {
    const LapGameField *field = fields->pdata[i];
    if (lap_shows_field(field, 0)) add_field(layout, engine, segment_at(engine, block, field->depth), field);
  }
}

/* --- what is no field */

static gboolean is_decided_in(const LapGamePhase *phase)
{
  return phase->kind != LAP_PHASE_AUTOMATIC && !phase->removed;
}

static void collect_phases(LapObservationLayout *layout, const LapGame *game)
{
  guint most = 0;
  for (guint depth = 0; depth < game->depth; depth++) most += game->level[depth].plugin.phases.n;
  layout->phase = g_new(guint16, most + 1);
  for (guint depth = 0; depth < game->depth; depth++)
    for (guint i = 0; i < game->level[depth].plugin.phases.n; i++) {
      const LapGamePhase *phase = lap_game_phase(game, LAP_ID(depth, i));
      if (is_decided_in(phase)) layout->phase[layout->phases++] = phase->id;
    }
}

static void add_head(LapObservationLayout *layout, const LapGame *game)
{
  guint seats = layout->seats;
  add(layout, (LapObservationPart){.coding = LAP_PART_SEAT, .rows = 1, .row_size = seats});
  if (layout->phases > 1)
    add(layout, (LapObservationPart){.coding = LAP_PART_PHASE, .rows = 1, .row_size = layout->phases});
  LapObservationPart of_seats = {.rows_are = LAP_PART_FROM_OWN, .rows = seats, .row_size = 1};
  of_seats.coding = LAP_PART_WAITING;
  add(layout, of_seats);
  of_seats.coding = LAP_PART_READY;
  if (game->steps_max) add(layout, of_seats);
}

void lap_observation_layout_init(LapObservationLayout *layout, LapEngine *engine)
{
  const LapGame *game = lap_engine_game(engine);
  layout->seats = lap_engine_seats(engine);
  layout->part = g_new(LapObservationPart, 4 + 2 * game->fields->len);
  collect_phases(layout, game);
  add_head(layout, game);
  add_fields(layout, engine);
}

void lap_observation_layout_clear(LapObservationLayout *layout)
{
  for (guint i = 0; i < layout->n; i++) {
    g_free(layout->part[i].cells);
    g_free(layout->part[i].cell_of);
    free(layout->part[i].four);
  }
  g_clear_pointer(&layout->part, g_free);
  g_clear_pointer(&layout->phase, g_free);
}

/* --- describing it */

static void write_name(const LapObservationPart *part, LapJsonWriter *json)
{
  static const char *const names[] = {"seat", "phase", "waiting", "ready"};
  if (!part->field)
    lap_json_member_word(json, "name", names[part->coding]);
  else if (part->coding == LAP_PART_COUNT) {
    lap_json_name(json, "name");
    lap_json_word_format(json, "%s.count", part->field->name);
  } else
    lap_json_member_word(json, "name", part->field->name);
}

/* Outermost first. */
static void write_shape(const LapObservationPart *part, LapJsonWriter *json)
{
  const LapGameField *field = part->field;
  lap_json_member_array(json, "shape");
  if (part->rows > 1 || part->rows_are == LAP_PART_FROM_OWN) lap_json_int(json, part->rows);
  gboolean at_places = field && (part->coding == LAP_PART_NUMBERS || part->coding == LAP_PART_INDEX ||
                                 part->coding == LAP_PART_ONE_HOT || part->coding == LAP_PART_PLANES);
  if (at_places && field->shape) {
    lap_json_int(json, field->shape->height);
    lap_json_int(json, field->shape->width);
  } else if (at_places)
    lap_json_int(json, field->capacity);
  if (part->coding == LAP_PART_ONE_HOT)
    lap_json_int(json, symbols_of(field));
  else if (!at_places && part->row_size > 1)
    lap_json_int(json, part->row_size);
  lap_json_end_array(json);
}

static void write_symbols(const LapPieceSet *set, LapJsonWriter *json)
{
  lap_json_member_array(json, "symbols");
  for (guint face = 1; face <= set->faces; face++) lap_json_word(json, set->key[face]);
  for (guint back = 0; back < set->n_backs; back++) lap_json_word_format(json, "?%s", set->backs[back]);
  lap_json_end_array(json);
}

static void write_phases(const LapObservationLayout *layout, const LapGame *game, LapJsonWriter *json)
{
  lap_json_member_array(json, "symbols");
  for (guint i = 0; i < layout->phases; i++) lap_json_word(json, lap_game_phase(game, layout->phase[i])->name);
  lap_json_end_array(json);
}

static guint divisor_of(const LapObservationPart *part)
{
  switch (part->coding) {
  case LAP_PART_NUMBERS:
  case LAP_PART_VALUE:
    return LAP_NUMBER_DIVISOR;
  case LAP_PART_COUNT:
    return part->field->capacity;
  case LAP_PART_INDEX:
    return symbols_of(part->field);
  default:
    return 0;
  }
}

static void write_part(const LapObservationLayout *layout, const LapGame *game, const LapObservationPart *part,
                       LapJsonWriter *json)
{
  static const char *const codings[] = {"one-hot", "one-hot", "flags",   "flags", "planes", "numbers",
                                        "numbers", "count",   "one-hot", "index", "top",    "counts"};
  static const char *const rows[] = {"plain", "from-own", "own"};
  lap_json_begin_object(json);
  write_name(part, json);
  lap_json_member_word(json, "coding", codings[part->coding]);
  lap_json_member_int(json, "offset", (gint64)part->offset);
  write_shape(part, json);
  lap_json_member_word(json, "rows", rows[part->rows_are]);
  if (divisor_of(part)) lap_json_member_int(json, "divisor", divisor_of(part));
  if (part->coding == LAP_PART_PHASE) write_phases(layout, game, json);
  if (part->field && part->field->set && part->coding != LAP_PART_COUNT) write_symbols(part->field->set, json);
  lap_json_end_object(json);
}

void lap_observation_layout_members(const LapObservationLayout *layout, const LapGame *game, LapJsonWriter *json)
{
  lap_json_member_int(json, "size", (gint64)layout->size);
  lap_json_member_word(json, "type", "float32");
  lap_json_member_array(json, "parts");
  for (guint i = 0; i < layout->n; i++) write_part(layout, game, &layout->part[i], json);
  lap_json_end_array(json);
}
