/* The properties of appearance and highlights: what lapidary.faces/1, lapidary.placements/1 and lapidary.highlights/1
 * refer to exists in the game. Frontends and engine ignore a reference to something that does not, so without this
 * property an author would only see that the table looks wrong. */
#include <string.h>

#include "host/engine/game.h"
#include "host/text/nearest.h"
#include "walk.h"

/* The most characters of a mark. */
#define MARK_LENGTH 4

/* A row of an extension, and how messages about it begin. */
typedef struct {
  LapTrial *trial;
  guint depth, index;
  const char *what;
} Row;

static const char *const draws[] = {"as it is",     "LAP_DRAW_HAND",   "LAP_DRAW_PILE",
                                    "LAP_DRAW_ROW", "LAP_DRAW_GRID",   "LAP_DRAW_COUNTER",
                                    "LAP_DRAW_MAP", "LAP_DRAW_TOKENS", "LAP_DRAW_NOTHING"};

/* --- names */

static char *nearest_fields(const LapGame *game, const char *name)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (guint i = 0; i < game->fields->len; i++) {
    const LapGameField *field = game->fields->pdata[i];
    g_ptr_array_add(names, (char *)(strchr(name, '/') ? field->name : strchr(field->name, '/') + 1));
  }
  g_ptr_array_add(names, NULL);
  return lap_nearest_names(name, (const char *const *)names->pdata);
}

static const LapGameField *find(const Row *row, const char *name)
{
  return lap_game_find_field(row->trial->game, row->depth, name);
}

/* Whether `name`, a member of the row, is that of a field; NULL is fine. */
static gboolean names_field(const Row *row, const char *member, const char *name)
{
  if (!name || find(row, name)) return TRUE;
  g_autofree char *near = nearest_fields(row->trial->game, name);
  return lap_trial_fail(row->trial, "%s: %s names the field \"%s\", which neither this level nor one below has%s%s%s",
                        row->what, member, name, near ? "; is it " : "", near ? near : "", near ? "?" : "");
}

/* --- faces */

static gboolean check_picture(const Row *row, const char *of, const char *name)
{
  if (!row->trial->pictures || !name || lap_pictures_find(row->trial->pictures, name)) return TRUE;
  g_autoptr(GPtrArray) names = lap_pictures_list(row->trial->pictures);
  g_autofree char *near = lap_nearest_names(name, (const char *const *)names->pdata);
  return lap_trial_fail(row->trial, "%s: %s names the picture \"%s\", and there is no file pictures/%s.svg%s%s%s",
                        row->what, of, name, name, near ? "; is it " : "", near ? near : "", near ? "?" : "");
}

static gboolean check_face(const Row *row, const char *list, guint i, guint colour, const char *mark)
{
  if (colour > LAP_COLOUR_BROWN)
    return lap_trial_fail(row->trial, "%s: %s[%u] has the colour %u, the last is %d", row->what, list, i, colour,
                          LAP_COLOUR_BROWN);
  if (!mark) return TRUE;
  if (!g_utf8_validate(mark, -1, NULL))
    return lap_trial_fail(row->trial, "%s: %s[%u] has a mark that is not UTF-8", row->what, list, i);
  if (g_utf8_strlen(mark, -1) > MARK_LENGTH)
    return lap_trial_fail(row->trial, "%s: %s[%u] has the mark \"%s\", at most %d characters fit", row->what, list, i,
                          mark, MARK_LENGTH);
  return TRUE;
}

static gboolean check_list(const Row *row, const char *list, const LapFace *face, guint first, guint n)
{
  for (guint i = first; face && i < n; i++) {
    g_autofree char *of = g_strdup_printf("%s[%u]", list, i);
    if (!check_face(row, list, i, face[i].colour, face[i].mark) || !check_picture(row, of, face[i].picture))
      return FALSE;
  }
  return TRUE;
}

static gboolean check_drawing(const Row *row, guint face, const LapDrawing *drawing)
{
  g_autofree char *of = g_strdup_printf("draw of face %u", face);
  if (!check_face(row, "draw, face", face, drawing->colour, NULL) || !check_picture(row, of, drawing->picture))
    return FALSE;
  if (drawing->n > LAP_MARKS_MAX)
    return lap_trial_fail(row->trial, "%s: draw makes %u marks for face %u, at most %d fit", row->what, drawing->n,
                          face, LAP_MARKS_MAX);
  for (guint i = 0; i < drawing->n; i++)
    if (!check_face(row, "draw, face", face, drawing->mark[i].colour, drawing->mark[i].text)) return FALSE;
  return TRUE;
}

static gboolean check_drawings(const Row *row, const LapFaces *faces, guint n)
{
  if (!faces->draw) return TRUE;
  g_autoptr(LapEngine) engine = lap_trial_engine(row->trial);
  for (guint face = 1; engine && face <= n; face++) {
    LapDrawing drawing = {0};
    lap_engine_draw(engine, row->depth, row->index, face, &drawing);
    if (!check_drawing(row, face, &drawing)) return FALSE;
  }
  return engine != NULL;
}

static const LapPieceSet *set_of(const LapGame *game, guint16 id)
{
  for (guint i = 0; i < game->sets->len; i++) {
    const LapPieceSet *set = game->sets->pdata[i];
    if (set->id == id) return set;
  }
  return NULL;
}

static gboolean check_faces(const Row *row, const LapFaces *faces)
{
  const LapPieceSet *set = set_of(row->trial->game, faces->set);
  if (!set || faces->set >> 8 > row->depth)
    return lap_trial_fail(row->trial, "%s: is of the piece set 0x%04x, which neither this level nor one below has",
                          row->what, faces->set);
  if (faces->face && faces->n != set->faces)
    return lap_trial_fail(row->trial, "%s: n is %u, \"%s\" has %u faces", row->what, faces->n, set->name, set->faces);
  if (faces->back && faces->n_backs != set->n_backs)
    return lap_trial_fail(row->trial, "%s: n_backs is %u, \"%s\" has %u", row->what, faces->n_backs, set->name,
                          set->n_backs);
  return check_list(row, "face", faces->face, 1, faces->n + 1u) &&
         check_list(row, "back", faces->back, 0, faces->n_backs) && check_drawings(row, faces, set->faces);
}

/* --- placements */

static gboolean has_field_names(const Row *row, const LapPlacement *placement)
{
  return names_field(row, "field", placement->field) && names_field(row, "x", placement->x) &&
         names_field(row, "y", placement->y) && names_field(row, "turn", placement->turn) &&
         names_field(row, "on", placement->on);
}

/* What a field lacks to be drawn so; NULL: nothing. */
static const char *lacks(const LapPlacement *placement, const LapGameField *field)
{
  switch (placement->draw) {
  case LAP_DRAW_HAND:
  case LAP_DRAW_PILE:
    return field->set ? NULL : "which is for pieces";
  case LAP_DRAW_GRID:
    return field->shape ? NULL : "which needs a .shape of the field";
  case LAP_DRAW_MAP:
    if (!field->set) return "which is for pieces";
    return placement->x && placement->y ? NULL : "which needs .x and .y, columns beside the field";
  case LAP_DRAW_TOKENS:
    if (!field->of_seats || field->set) return "which is for plain values whose rows are seats";
    return placement->on ? NULL : "which needs .on, the field on which the tokens stand";
  default:
    return NULL;
  }
}

/* A column may be an array even where the field is a list. */
static gboolean lies_beside(const LapGameField *column, const LapGameField *field)
{
  return !column->set && column->capacity == field->capacity && column->rows == field->rows;
}

static gboolean is_beside(const Row *row, const LapGameField *field, const char *member, const char *name)
{
  const LapGameField *column = name ? find(row, name) : NULL;
  if (!column || lies_beside(column, field)) return TRUE;
  return lap_trial_fail(row->trial, "%s: %s names \"%s\", which has no plain value for each item of \"%s\"", row->what,
                        member, column->name, field->name);
}

/* What a grid names has a number for each of its rows. */
static gboolean has_lengths(const Row *row, const LapPlacement *placement, const LapGameField *field)
{
  const LapGameField *on = placement->draw == LAP_DRAW_GRID && placement->on ? find(row, placement->on) : NULL;
  if (!on || (!on->set && on->capacity == field->shape->height && on->rows == 1)) return TRUE;
  return lap_trial_fail(row->trial, "%s: on names \"%s\", which has no plain value for each row of \"%s\"", row->what,
                        on->name, field->name);
}

/* How many places of a field may have labels: each value of a row, each row of a grid, a counter's numbers. */
static guint places_with_labels(const LapPlacement *placement, const LapGameField *field)
{
  if (placement->draw == LAP_DRAW_GRID && field->shape && placement->places_are == LAP_ROWS_PLAIN)
    return field->shape->height;
  if (placement->draw == LAP_DRAW_COUNTER && !field->set && placement->places_are == LAP_ROWS_PLAIN) return G_MAXUINT8;
  return placement->draw == LAP_DRAW_ROW && !field->set ? field->capacity : 0;
}

/* Labels are for rows of plain values, for the rows of a grid, one for each, and for numbers. */
static gboolean check_labels(const Row *row, const LapPlacement *placement, const LapGameField *field)
{
  guint n = placement->labels ? g_strv_length((char **)placement->labels) : 0;
  if (placement->places_are > LAP_ROWS_SEATS)
    return lap_trial_fail(row->trial, "%s: places_are is %u, which is no LapRows", row->what, placement->places_are);
  if (!placement->labels && placement->places_are == LAP_ROWS_PLAIN) return TRUE;
  guint places = places_with_labels(placement, field);
  if (!places)
    return lap_trial_fail(row->trial, "%s: only rows and counters of plain values, and grids, have labels", row->what);
  if (n > places)
    return lap_trial_fail(row->trial, "%s: %u labels, \"%s\" has %u places", row->what, n, field->name, places);
  return n == 0 || placement->places_are == LAP_ROWS_PLAIN ||
         lap_trial_fail(row->trial, "%s: places that are seats have their names, no labels", row->what);
}

static gboolean check_placement(Row *row, const LapPlacement *placement)
{
  if (!placement->field) return lap_trial_fail(row->trial, "%s: field is NULL", row->what);
  g_autofree char *what = g_strdup_printf("%s, \"%s\"", row->what, placement->field);
  row->what = what;
  if (!has_field_names(row, placement)) return FALSE;
  if (placement->draw >= G_N_ELEMENTS(draws))
    return lap_trial_fail(row->trial, "%s: draw is %u, which is no LapDraw", row->what, placement->draw);
  const LapGameField *field = find(row, placement->field);
  const char *lack = lacks(placement, field);
  if (lack) return lap_trial_fail(row->trial, "%s: draw is %s, %s", row->what, draws[placement->draw], lack);
  if (placement->centre && (!field->of_seats || field->type == LAP_PLANE))
    return lap_trial_fail(row->trial, "%s: centre is for fields whose rows are seats", row->what);
  return is_beside(row, field, "x", placement->x) && is_beside(row, field, "y", placement->y) &&
         is_beside(row, field, "turn", placement->turn) && has_lengths(row, placement, field) &&
         check_labels(row, placement, field) && check_list(row, "values", placement->values, 0, placement->n_values) &&
         check_picture(row, "picture", placement->picture);
}

/* --- extensions */

static gboolean check_row(LapTrial *trial, guint depth, const char *id, guint index)
{
  const LapGameLevel *level = &trial->game->level[depth];
  gboolean of_faces = g_str_equal(id, LAP_FACES);
  g_autofree char *what = g_strdup_printf("%s of %s, row %u", id, level->plugin.id, index);
  Row row = {trial, depth, index, what};
  return of_faces ? check_faces(&row, &level->faces[index]) : check_placement(&row, &level->placements[index]);
}

static gboolean check_rows(LapTrial *trial, guint depth, const char *id, guint n)
{
  for (guint i = 0; i < n; i++)
    if (!check_row(trial, depth, id, i)) return FALSE;
  if (n) trial->page->positions++;
  return TRUE;
}

gboolean lap_try_appearance(LapTrial *trial)
{
  for (guint depth = 0; depth < trial->game->depth; depth++) {
    const LapGameLevel *level = &trial->game->level[depth];
    if (!check_rows(trial, depth, LAP_FACES, level->n_faces) ||
        !check_rows(trial, depth, LAP_PLACEMENTS, level->n_placements))
      return FALSE;
  }
  return TRUE;
}

/* --- highlights */

static gboolean is_place(LapTrial *trial, const LapGameKind *kind, const LapHighlight *highlight)
{
  const LapGameField *field = highlight->field ? lap_game_find_field(trial->game, kind->depth, highlight->field) : NULL;
  if (!field)
    return lap_trial_fail(trial, "a highlight of %s names the field \"%s\", which neither this level nor one below has",
                          kind->name, highlight->field ? highlight->field : "NULL");
  guint rows = field->of_seats && field->type != LAP_PLANE ? trial->seats : 1;
  if (highlight->row >= rows)
    return lap_trial_fail(trial, "a highlight of %s has the row %u of \"%s\": %s", kind->name, highlight->row,
                          field->name, rows > 1 ? "there is one for each seat" : "0 is the only one");
  if (highlight->side > (field->set ? LAP_AT_WEST : LAP_AT_MIDDLE))
    return lap_trial_fail(trial, "a highlight of %s has the side %u of \"%s\": %s", kind->name, highlight->side,
                          field->name, field->set ? "the last is LAP_AT_WEST" : "only pieces have sides");
  if (highlight->index >= field->capacity)
    return lap_trial_fail(trial, "a highlight of %s has the index %u of \"%s\", which has room for %u", kind->name,
                          highlight->index, field->name, field->capacity);
  return TRUE;
}

static gboolean check_step(LapTrial *trial, LapEngine *engine, const LapBlock *block, const LapAction *step)
{
  const LapGameKind *kind = lap_game_action(trial->game, step->kind);
  const LapHighlights *extension = trial->game->level[kind->depth].highlights;
  if (!extension) return TRUE;
  LapHighlight highlight[LAP_HIGHLIGHTS_MAX] = {0};
  trial->place->trace.hook = "highlights";
  trial->place->trace.started++;
  guint n = extension->highlights(lap_engine_context(engine, kind->depth), block, step, highlight, LAP_HIGHLIGHTS_MAX);
  trial->place->trace.ended = trial->place->trace.started;
  if (n > LAP_HIGHLIGHTS_MAX)
    return lap_trial_fail(trial, "highlights answers %u for %s, its capacity is %d", n, kind->name, LAP_HIGHLIGHTS_MAX);
  for (guint i = 0; i < n; i++)
    if (!is_place(trial, kind, &highlight[i])) return FALSE;
  return TRUE;
}

static gboolean check_here(LapTrial *trial, LapSession *session)
{
  LapEngine *engine = lap_session_engine(session);
  const LapBlock *block = lap_session_block(session);
  guint32 waiting = lap_engine_waiting(engine, block);
  for (guint seat = 0; seat < trial->seats; seat++) {
    if (!(waiting >> seat & 1)) continue;
    const LapActions *actions = lap_engine_legal(engine, block, seat);
    for (guint i = 0; i < actions->n; i++)
      if (!check_step(trial, engine, block, &actions->v[i])) return FALSE;
  }
  return TRUE;
}

static gboolean has_highlights(const LapGame *game)
{
  for (guint depth = 0; depth < game->depth; depth++)
    if (game->level[depth].highlights) return TRUE;
  return FALSE;
}

/* Of a worker only places that are there come back, so there is nothing to try. */
gboolean lap_try_highlights(LapTrial *trial)
{
  return trial->game->remote || !has_highlights(trial->game) || lap_walk_positions(trial, check_here);
}
