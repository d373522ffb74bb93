/* Reading a manifest: the tables of a level. */
#include "manifest-reader.h"

static void read_shape(LapManifestReader *reader, GVariant *from, LapShape *shape)
{
  gint16 step_x, step_y;
  g_variant_get(from, "(yyynn)", &shape->width, &shape->height, &shape->origin, &step_x, &step_y);
  shape->step_x = (gint8)step_x;
  shape->step_y = (gint8)step_y;
  if (shape->step_x != step_x || shape->step_y != step_y)
    lap_manifest_fail(reader, "the steps of a shape are out of range");
}

static void read_field(LapManifestReader *reader, GVariant *from, gpointer row)
{
  LapField *field = row;
  const char *name;
  GVariant *maybe;
  g_variant_get(from, "(&syyyyqqquuuuu@m(yyynn))", &name, &field->type, &field->visibility, &field->order,
                &field->rows_are, &field->set, &field->rows, &field->capacity, &field->offset, &field->row_stride,
                &field->item_stride, &field->count, &field->count_stride, &maybe);
  field->name = lap_manifest_text(reader, name);
  g_autoptr(GVariant) inner = lap_manifest_take_inner(maybe);
  if (!inner) return;
  LapShape *shape = lap_manifest_keep(reader, 1, sizeof *shape);
  read_shape(reader, inner, shape);
  field->shape = shape;
}

static void read_column(LapManifestReader *reader, GVariant *from, gpointer row)
{
  LapColumn *column = row;
  const char *name;
  GVariant *choices;
  guint n;
  g_variant_get(from, "(&s@masyyyyqqii)", &name, &choices, &column->type, &column->width, &column->capacity,
                &column->optional, &column->offset, &column->count, &column->min, &column->max);
  column->name = lap_manifest_text(reader, name);
  column->choices = lap_manifest_take_texts(reader, choices, 0, &n);
}

static void read_catalogue(LapManifestReader *reader, GVariant *from, gpointer row)
{
  LapCatalogue *catalogue = row;
  const char *name, *file;
  GVariant *columns;
  g_variant_get(from, "(&s&s@a" MANIFEST_COLUMN "uuu)", &name, &file, &columns, &catalogue->row_size,
                &catalogue->rows_min, &catalogue->rows_max);
  catalogue->name = lap_manifest_text(reader, name);
  catalogue->file = lap_manifest_text(reader, file);
  catalogue->columns = lap_manifest_take_rows(reader, columns, MANIFEST_ROWS_MAX, sizeof(LapColumn), read_column);
}

static void read_pieces(LapManifestReader *reader, GVariant *from, gpointer row)
{
  LapPieces *pieces = row;
  const char *name, *catalogue;
  GVariant *keys, *copies, *back, *backs;
  guint n;
  g_variant_get(from, "(&sm&sqq@mas@may@may@mas)", &name, &catalogue, &pieces->faces, &pieces->total, &keys, &copies,
                &back, &backs);
  pieces->name = lap_manifest_text(reader, name);
  pieces->catalogue = lap_manifest_maybe_text(reader, catalogue);
  pieces->key = lap_manifest_take_texts(reader, keys, 1, &n);
  if (pieces->key && n != pieces->faces) lap_manifest_fail(reader, "%u keys of %u faces", n, pieces->faces);
  pieces->copies = lap_manifest_take_bytes(reader, copies, pieces->faces + 1u);
  pieces->back = lap_manifest_take_bytes(reader, back, pieces->faces + 1u);
  pieces->backs = lap_manifest_take_texts(reader, backs, 0, &pieces->n_backs);
}

static void read_option(LapManifestReader *reader, GVariant *from, gpointer row)
{
  LapOption *option = row;
  const char *name;
  GVariant *choices;
  guint n;
  g_variant_get(from, "(&s@masnnn)", &name, &choices, &option->min, &option->max, &option->def);
  option->name = lap_manifest_text(reader, name);
  option->choices = lap_manifest_take_texts(reader, choices, 0, &n);
}

static void read_phase(LapManifestReader *reader, GVariant *from, gpointer row)
{
  LapPhase *phase = row;
  const char *name, *replaces, *before, *removes;
  guint hooks;
  g_variant_get(from, "(&sm&sm&sm&sqyyu)", &name, &replaces, &before, &removes, &phase->instead, &phase->kind,
                &phase->steps_max, &hooks);
  phase->name = lap_manifest_text(reader, name);
  phase->replaces = lap_manifest_maybe_text(reader, replaces);
  phase->before = lap_manifest_maybe_text(reader, before);
  phase->removes = lap_manifest_maybe_text(reader, removes);
  if (lap_manifest_has(reader, hooks, MANIFEST_PHASE_ALL, MANIFEST_ENTER)) phase->enter = lap_stub_phase.enter;
  if (hooks & MANIFEST_ACTORS) phase->actors = lap_stub_phase.actors;
  if (hooks & MANIFEST_LEGAL) phase->legal = lap_stub_phase.legal;
  if (hooks & MANIFEST_APPLY) phase->apply = lap_stub_phase.apply;
  if (hooks & MANIFEST_RUN) phase->run = lap_stub_phase.run;
}

static void read_arg(LapManifestReader *reader, GVariant *from, gpointer row)
{
  LapArg *arg = row;
  const char *name, *field;
  GVariant *choices;
  guint n;
  g_variant_get(from, "(&sm&s@masyyy)", &name, &field, &choices, &arg->type, &arg->secret, &arg->reveals);
  arg->name = lap_manifest_text(reader, name);
  arg->field = lap_manifest_maybe_text(reader, field);
  arg->choices = lap_manifest_take_texts(reader, choices, 0, &n);
}

static void read_kind(LapManifestReader *reader, GVariant *from, gpointer row)
{
  LapKind *kind = row;
  const char *name;
  GVariant *args;
  g_variant_get(from, "(&s@a" MANIFEST_ARG ")", &name, &args);
  kind->name = lap_manifest_text(reader, name);
  kind->args = lap_manifest_take_rows(reader, args, LAP_ARGS_MAX, sizeof(LapArg), read_arg);
}

static void read_rule(LapManifestReader *reader, GVariant *from, gpointer row)
{
  LapRule *rule = row;
  const char *name, *overrides;
  guint is;
  g_variant_get(from, "(m&sm&su)", &name, &overrides, &is);
  rule->name = lap_manifest_maybe_text(reader, name);
  rule->overrides = lap_manifest_maybe_text(reader, overrides);
  if (lap_manifest_has(reader, is, MANIFEST_RULE_ALL, MANIFEST_IS_RULE)) rule->rule = lap_stub_rule.rule;
  if (is & MANIFEST_IS_NOTICE) rule->notice = lap_stub_rule.notice;
  if (is & MANIFEST_IS_OPERATION) rule->operation = lap_stub_rule.operation;
}

static void read_hidden(LapManifestReader *reader, GVariant *from, gpointer row)
{
  *(const char **)row = lap_manifest_text(reader, g_variant_get_string(from, NULL));
}

void lap_manifest_read_tables(LapManifestReader *reader, GVariant *level, LapPlugin *plugin)
{
  const struct {
    ManifestPart part;
    const char *name;
    LapTable *table;
    gsize size;
    LapManifestRow read;
  } tables[] = {
      {MANIFEST_OF_FIELDS, "fields", &plugin->fields, sizeof(LapField), read_field},
      {MANIFEST_OF_BASE, "base", &plugin->base, sizeof(LapField), read_field},
      {MANIFEST_OF_HIDES, "hides", &plugin->hides, sizeof(const char *), read_hidden},
      {MANIFEST_OF_CATALOGUES, "catalogues", &plugin->catalogues, sizeof(LapCatalogue), read_catalogue},
      {MANIFEST_OF_PIECES, "pieces", &plugin->pieces, sizeof(LapPieces), read_pieces},
      {MANIFEST_OF_OPTIONS, "options", &plugin->options, sizeof(LapOption), read_option},
      {MANIFEST_OF_PHASES, "phases", &plugin->phases, sizeof(LapPhase), read_phase},
      {MANIFEST_OF_ACTIONS, "actions", &plugin->actions, sizeof(LapKind), read_kind},
      {MANIFEST_OF_EVENTS, "events", &plugin->events, sizeof(LapKind), read_kind},
      {MANIFEST_OF_CATEGORIES, "categories", &plugin->categories, sizeof(LapKind), read_kind},
      {MANIFEST_OF_RULES, "rules", &plugin->rules, sizeof(LapRule), read_rule},
  };
  for (guint i = 0; i < G_N_ELEMENTS(tables); i++)
    *tables[i].table = lap_manifest_table(reader, level, tables[i].part, tables[i].name, tables[i].size,
                                          tables[i].read);
}
