/* Reading a manifest: how pieces look, and where fields lie. */
#include "manifest-reader.h"

#define FACES_MAX (G_MAXUINT16 + 1u)

static void read_face(LapManifestReader *reader, GVariant *from, gpointer row)
{
  LapFace *face = row;
  const char *mark, *picture;
  g_variant_get(from, "(ym&sm&s)", &face->colour, &mark, &picture);
  face->mark = lap_manifest_maybe_text(reader, mark);
  face->picture = lap_manifest_maybe_text(reader, picture);
}

static const LapFace *take_faces(LapManifestReader *reader, GVariant *maybe, guint *n)
{
  GVariant *array = lap_manifest_take_inner(maybe);
  LapTable faces = {0};
  if (array) faces = lap_manifest_take_rows(reader, array, FACES_MAX, sizeof(LapFace), read_face);
  *n = faces.n;
  return faces.v;
}

static void read_mark(LapManifestReader *reader, GVariant *from, gpointer row)
{
  LapMark *mark = row;
  const char *of;
  g_variant_get(from, "(yyyynm&s)", &mark->at, &mark->x, &mark->y, &mark->colour, &mark->number, &of);
  mark->text = lap_manifest_maybe_text(reader, of);
}

/* Reads its marks behind those that are there. */
static void read_drawing(LapManifestReader *reader, GVariant *from, LapDrawnFace *face, GArray *marks)
{
  GVariant *array;
  const char *picture;
  g_variant_get(from, "(yyym&s@a" MANIFEST_MARK ")", &face->colour, &face->width, &face->height, &picture, &array);
  g_autoptr(GVariant) rows = array;
  gsize n = g_variant_n_children(rows);
  if (n > LAP_MARKS_MAX) {
    lap_manifest_fail(reader, "a drawing of %zu marks, at most %d are possible", n, LAP_MARKS_MAX);
    n = 0;
  }
  face->first = marks->len;
  face->n = (guint8)n;
  face->picture = lap_manifest_maybe_text(reader, picture);
  g_array_set_size(marks, marks->len + (guint)n);
  for (guint i = 0; i < n; i++) {
    g_autoptr(GVariant) row = g_variant_get_child_value(rows, i);
    read_mark(reader, row, &g_array_index(marks, LapMark, face->first + i));
  }
}

static void take_drawings(LapManifestReader *reader, GVariant *maybe, LapFaces *faces, LapDrawings *drawings)
{
  g_autoptr(GVariant) array = lap_manifest_take_inner(maybe);
  if (!array) return;
  faces->draw = lap_stub_faces.draw;
  drawings->n = (guint)MIN(g_variant_n_children(array), FACES_MAX);
  LapDrawnFace *drawn = lap_manifest_keep(reader, drawings->n + 1u, sizeof *drawn);
  GArray *marks = g_array_new(FALSE, TRUE, sizeof(LapMark));
  for (guint i = 0; i < drawings->n; i++) {
    g_autoptr(GVariant) drawing = g_variant_get_child_value(array, i);
    read_drawing(reader, drawing, &drawn[i + 1], marks);
  }
  drawings->face = drawn;
  drawings->mark = (LapMark *)(gpointer)g_array_free(marks, FALSE);
  g_ptr_array_add(reader->owned, (gpointer)drawings->mark);
}

typedef struct {
  LapFaces faces;
  LapDrawings drawings;
} Look;

static void read_look(LapManifestReader *reader, GVariant *from, gpointer row)
{
  Look *look = row;
  GVariant *faces, *backs, *drawings;
  g_variant_get(from, "(qy@ma" MANIFEST_FACE "@ma" MANIFEST_FACE "@ma" MANIFEST_DRAWING ")", &look->faces.set,
                &look->faces.style, &faces, &backs, &drawings);
  guint n;
  look->faces.face = take_faces(reader, faces, &n);
  look->faces.n = (guint16)(n - (n > 0)); /* [0] is unused */
  look->faces.back = take_faces(reader, backs, &look->faces.n_backs);
  take_drawings(reader, drawings, &look->faces, &look->drawings);
}

static void read_placement(LapManifestReader *reader, GVariant *from, gpointer row)
{
  LapPlacement *placement = row;
  const char *field, *x, *y, *turn, *on, *picture;
  GVariant *values, *labels;
  guint n;
  g_variant_get(from, "(m&syyyyyy@ma" MANIFEST_FACE "m&sm&sm&sm&s@masm&s)", &field, &placement->draw, &placement->group,
                &placement->wrap, &placement->counts, &placement->places_are, &placement->centre, &values, &x, &y,
                &turn, &on, &labels, &picture);
  placement->field = lap_manifest_maybe_text(reader, field);
  placement->values = take_faces(reader, values, &placement->n_values);
  placement->x = lap_manifest_maybe_text(reader, x);
  placement->y = lap_manifest_maybe_text(reader, y);
  placement->turn = lap_manifest_maybe_text(reader, turn);
  placement->on = lap_manifest_maybe_text(reader, on);
  placement->labels = lap_manifest_take_texts(reader, labels, 0, &n);
  placement->picture = lap_manifest_maybe_text(reader, picture);
}

static const LapDrawings *read_looks(LapManifestReader *reader, GVariant *level, LapTable *table)
{
  LapTable looks = lap_manifest_table(reader, level, MANIFEST_OF_FACES, LAP_FACES, sizeof(Look), read_look);
  LapFaces *faces = lap_manifest_keep(reader, looks.n, sizeof *faces);
  LapDrawings *drawings = lap_manifest_keep(reader, looks.n, sizeof *drawings);
  for (guint i = 0; i < looks.n; i++) {
    const Look *look = &((const Look *)looks.v)[i];
    faces[i] = look->faces;
    drawings[i] = look->drawings;
  }
  *table = (LapTable){faces, looks.n, sizeof *faces};
  return drawings;
}

void lap_manifest_read_appearance(LapManifestReader *reader, GVariant *level, LapTable *faces, LapTable *placements,
                                  const LapDrawings **drawings)
{
  *drawings = read_looks(reader, level, faces);
  *placements = lap_manifest_table(reader, level, MANIFEST_OF_PLACEMENTS, LAP_PLACEMENTS, sizeof(LapPlacement),
                                   read_placement);
}
