#include "appearance.h"

#include <string.h>

#include "host/text/texts.h"
#include "visibility.h"

typedef struct {
  const LapFaces *faces;
  guint depth, row; /* of the plugin that says so; among its rows */
} FacesOfLevel;

typedef struct {
  LapPlacement placement;
  guint depth; /* of the plugin that says so */
} PlacementOfLevel;

struct LapGameAppearance {
  const LapGame *game;
  const LapEngine *engine;
  GArray *faces;                 /* FacesOfLevel, lowest level first */
  GHashTable *placements;        /* of field names, to PlacementOfLevel, of the highest level that says so */
  GHashTable *beside;            /* names of fields that are columns of others */
  gboolean laid[LAP_LEVELS_MAX]; /* the level, or one above it, says what is drawn of it: its other plain values are
                                    not */
};

/* --- what the levels declare */

/* A field of this level by its bare name, else of the nearest lower one, or by its qualified name. */
static const LapGameField *field_at(const LapGame *game, guint depth, const char *name)
{
  if (strchr(name, '/')) return lap_game_field_named(game, name);
  for (guint level = depth + 1; level-- > 0;) {
    g_autofree char *qualified = g_strconcat(game->level[level].plugin.id, "/", name, NULL);
    const LapGameField *field = lap_game_field_named(game, qualified);
    if (field) return field;
  }
  return NULL;
}

static void take_placement(LapGameAppearance *appearance, guint depth, const LapPlacement *placement)
{
  const LapGameField *field = placement->field ? field_at(appearance->game, depth, placement->field) : NULL;
  if (!field) return;
  appearance->laid[depth] = appearance->laid[field->depth] = TRUE;
  const PlacementOfLevel placed = {*placement, depth};
  g_hash_table_insert(appearance->placements, (gpointer)field->name, g_memdup2(&placed, sizeof placed));
}

static void take_columns(LapGameAppearance *appearance, const LapGameField *field)
{
  const LapPlacement *placement = lap_appearance_placement(appearance, field);
  if (!placement) return;
  const char *const beside[] = {placement->x, placement->y, placement->turn};
  for (guint i = 0; i < G_N_ELEMENTS(beside); i++) {
    const LapGameField *column = lap_appearance_beside(appearance, field, beside[i]);
    if (column) g_hash_table_add(appearance->beside, (gpointer)column->name);
  }
}

LapGameAppearance *lap_appearance_new(const LapEngine *engine)
{
  LapGameAppearance *appearance = g_new0(LapGameAppearance, 1);
  appearance->engine = engine;
  appearance->game = lap_engine_game(engine);
  appearance->faces = g_array_new(FALSE, FALSE, sizeof(FacesOfLevel));
  appearance->placements = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
  appearance->beside = g_hash_table_new(g_str_hash, g_str_equal);
  for (guint depth = 0; depth < appearance->game->depth; depth++) {
    const LapGameLevel *level = &appearance->game->level[depth];
    for (guint row = 0; row < level->n_faces; row++) {
      const FacesOfLevel faces = {&level->faces[row], depth, row};
      g_array_append_val(appearance->faces, faces);
    }
    for (guint row = 0; row < level->n_placements; row++) take_placement(appearance, depth, &level->placements[row]);
  }
  for (guint i = 0; i < appearance->game->fields->len; i++)
    take_columns(appearance, appearance->game->fields->pdata[i]);
  return appearance;
}

void lap_appearance_free(LapGameAppearance *appearance)
{
  if (!appearance) return;
  g_array_unref(appearance->faces);
  g_hash_table_unref(appearance->placements);
  g_hash_table_unref(appearance->beside);
  g_free(appearance);
}

/* --- fields */

gboolean lap_appearance_is_drawn(const LapGameAppearance *appearance, const LapGameField *field)
{
  if (!lap_shows_field(field, LAP_WATCHER)) return FALSE;
  const LapPlacement *placement = lap_appearance_placement(appearance, field);
  if (placement && placement->draw == LAP_DRAW_NOTHING) return FALSE;
  if (lap_appearance_draw_as(appearance, field) == LAP_DRAW_TOKENS) return FALSE;
  if (lap_appearance_is_beside(appearance, field) || lap_appearance_map(appearance, field)) return FALSE;
  return field->set || !appearance->laid[field->depth] || placement;
}

static guint default_draw(const LapGameField *field)
{
  if (field->shape) return LAP_DRAW_GRID;
  if (!field->set) return field->capacity == 1 ? LAP_DRAW_COUNTER : LAP_DRAW_ROW;
  if (field->visibility == LAP_TOP || field->visibility == LAP_SIZE) return LAP_DRAW_PILE;
  return field->of_seats && field->order == LAP_SET ? LAP_DRAW_HAND : LAP_DRAW_ROW;
}

guint lap_appearance_draw_as(const LapGameAppearance *appearance, const LapGameField *field)
{
  const LapPlacement *placement = lap_appearance_placement(appearance, field);
  gboolean known = placement && placement->draw && placement->draw <= LAP_DRAW_TOKENS;
  guint draw = known ? placement->draw : default_draw(field);
  return draw == LAP_DRAW_GRID && !field->shape ? LAP_DRAW_ROW : draw;
}

const LapPlacement *lap_appearance_placement(const LapGameAppearance *appearance, const LapGameField *field)
{
  const PlacementOfLevel *placed = g_hash_table_lookup(appearance->placements, field->name);
  return placed ? &placed->placement : NULL;
}

const LapGameField *lap_appearance_beside(const LapGameAppearance *appearance, const LapGameField *field,
                                          const char *name)
{
  const PlacementOfLevel *placed = g_hash_table_lookup(appearance->placements, field->name);
  return placed && name ? field_at(appearance->game, placed->depth, name) : NULL;
}

/* What a row is drawn on. */
static const LapGameField *row_on(const LapGameAppearance *appearance, const LapGameField *field)
{
  if (lap_appearance_draw_as(appearance, field) != LAP_DRAW_ROW) return NULL;
  const LapPlacement *placement = lap_appearance_placement(appearance, field);
  return placement ? lap_appearance_beside(appearance, field, placement->on) : NULL;
}

const LapGameField *lap_appearance_groups(const LapGameAppearance *appearance, const LapGameField *field)
{
  const LapGameField *on = row_on(appearance, field);
  return on && !on->shape && !on->set ? on : NULL;
}

const LapGameField *lap_appearance_map(const LapGameAppearance *appearance, const LapGameField *field)
{
  const LapGameField *on = row_on(appearance, field);
  gboolean is_map = on && on->set && lap_appearance_draw_as(appearance, on) == LAP_DRAW_MAP;
  return is_map && !field->set ? on : NULL;
}

gboolean lap_appearance_is_beside(const LapGameAppearance *appearance, const LapGameField *field)
{
  return g_hash_table_contains(appearance->beside, field->name);
}

gboolean lap_appearance_is_central(const LapGameAppearance *appearance, const LapGameField *field)
{
  const LapPlacement *placement = lap_appearance_placement(appearance, field);
  return placement && placement->centre && field->of_seats && field->type != LAP_PLANE;
}

/* A choice among the letters of its columns. */
static gboolean is_column(const LapArg *arg, const LapGameField *field)
{
  const char *const *letters = arg->type == LAP_ARG_CHOICE ? arg->choices : NULL;
  for (guint x = 0; letters && x < field->shape->width; x++) {
    g_autofree char *cell = lap_texts_cell(field, (gint)x);
    if (!letters[x] || !g_str_has_prefix(cell, letters[x])) return FALSE;
  }
  return letters && !letters[field->shape->width];
}

static gboolean names_cells(const LapGameKind *kind, const LapGameField *field)
{
  for (guint i = 0; i < kind->n_args; i++)
    if ((kind->args[i].type == LAP_ARG_CELL && kind->field[i] == field) || is_column(&kind->args[i], field))
      return TRUE;
  return FALSE;
}

static gboolean names_items(const LapGameKind *kind, const LapGameField *field)
{
  for (guint i = 0; i < kind->n_args; i++)
    if (kind->args[i].type == LAP_ARG_ITEM && kind->field[i] == field) return TRUE;
  return FALSE;
}

/* Whether a kind of action or of event does. */
static gboolean is_named(const LapGame *game, const LapGameField *field,
                         gboolean (*names)(const LapGameKind *kind, const LapGameField *field))
{
  for (guint depth = 0; depth < game->depth; depth++) {
    const LapGameLevel *level = &game->level[depth];
    for (guint i = 0; i < level->plugin.actions.n; i++)
      if (names(&level->actions[i], field)) return TRUE;
    for (guint i = 0; i < level->plugin.events.n; i++)
      if (names(&level->events[i], field)) return TRUE;
  }
  return FALSE;
}

gboolean lap_appearance_has_coordinates(const LapGameAppearance *appearance, const LapGameField *field)
{
  return field->shape && is_named(appearance->game, field, names_cells);
}

gboolean lap_appearance_has_numbers(const LapGameAppearance *appearance, const LapGameField *field)
{
  return is_named(appearance->game, field, names_items);
}

/* --- labels of places */

/* NULL if it is drawn otherwise. */
static const PlacementOfLevel *placed_as(const LapGameAppearance *appearance, const LapGameField *field, LapDraw draw)
{
  if (lap_appearance_draw_as(appearance, field) != draw) return NULL;
  return g_hash_table_lookup(appearance->placements, field->name);
}

/* The same, NULL for pieces, too. */
static const PlacementOfLevel *values_as(const LapGameAppearance *appearance, const LapGameField *field, LapDraw draw)
{
  return field->set ? NULL : placed_as(appearance, field, draw);
}

gboolean lap_appearance_places_are_seats(const LapGameAppearance *appearance, const LapGameField *field)
{
  const PlacementOfLevel *placed = values_as(appearance, field, LAP_DRAW_ROW);
  return placed && placed->placement.places_are == LAP_ROWS_SEATS;
}

static char *label(const LapGameAppearance *appearance, const PlacementOfLevel *placed, guint i)
{
  const char *const *labels = placed ? placed->placement.labels : NULL;
  if (!labels || i >= g_strv_length((char **)labels)) return NULL;
  return g_strconcat(appearance->game->level[placed->depth].plugin.id, "/", labels[i], NULL);
}

char *lap_appearance_label(const LapGameAppearance *appearance, const LapGameField *field, guint i)
{
  const PlacementOfLevel *row = values_as(appearance, field, LAP_DRAW_ROW);
  return label(appearance, row ? row : placed_as(appearance, field, LAP_DRAW_GRID), i);
}

char *lap_appearance_number(const LapGameAppearance *appearance, const LapGameField *field, gint64 number)
{
  if (number < 0 || number > G_MAXUINT8) return NULL; /* the validator accepts no more */
  return label(appearance, values_as(appearance, field, LAP_DRAW_COUNTER), (guint)number);
}

/* --- pieces and values */

/*  The values of row `i`, if it is of this set. */
static const FacesOfLevel *faces_of(const LapGameAppearance *appearance, guint i, const LapPieceSet *set)
{
  const FacesOfLevel *level = &g_array_index(appearance->faces, FacesOfLevel, i);
  return level->faces->set == set->id ? level : NULL;
}

gboolean lap_appearance_has_faces(const LapGameAppearance *appearance, const LapPieceSet *set)
{
  for (guint i = 0; i < appearance->faces->len; i++)
    if (faces_of(appearance, i, set)) return TRUE;
  return FALSE;
}

gboolean lap_appearance_draw(const LapGameAppearance *appearance, const LapPieceSet *set, gint64 face,
                             LapDrawing *drawing)
{
  *drawing = (LapDrawing){0};
  for (guint i = appearance->faces->len; face > 0 && i-- > 0;) {
    const FacesOfLevel *level = faces_of(appearance, i, set);
    if (!level || !lap_engine_draw(appearance->engine, level->depth, level->row, (guint)face, drawing)) continue;
    drawing->n = MIN(drawing->n, LAP_MARKS_MAX);
    return TRUE;
  }
  return FALSE;
}

guint lap_appearance_style(const LapGameAppearance *appearance, const LapPieceSet *set)
{
  for (guint i = appearance->faces->len; i-- > 0;) {
    const FacesOfLevel *level = faces_of(appearance, i, set);
    if (level) return level->faces->style;
  }
  return LAP_STYLE_STONES;
}

const LapFace *lap_appearance_face(const LapGameAppearance *appearance, const LapPieceSet *set, gint64 face)
{
  for (guint i = appearance->faces->len; i-- > 0;) {
    const FacesOfLevel *level = faces_of(appearance, i, set);
    if (level && level->faces->face && face > 0 && face <= level->faces->n) return &level->faces->face[face];
  }
  return NULL;
}

const LapFace *lap_appearance_back(const LapGameAppearance *appearance, const LapPieceSet *set, gint64 back)
{
  for (guint i = appearance->faces->len; i-- > 0;) {
    const FacesOfLevel *level = faces_of(appearance, i, set);
    if (level && level->faces->back && back >= 0 && back < level->faces->n_backs) return &level->faces->back[back];
  }
  return NULL;
}

const LapFace *lap_appearance_value(const LapGameAppearance *appearance, const LapGameField *field, gint64 value)
{
  const LapPlacement *placement = lap_appearance_placement(appearance, field);
  if (!placement || placement->counts || !placement->values) return NULL;
  return value >= 0 && value < placement->n_values ? &placement->values[value] : NULL;
}
