/* Steps: what a seat may do, how it reads, and what a frontend may light up for it. */
#include "host/engine/knowledge.h"
#include "host/json/write.h"
#include "telling-private.h"

/* Where the steps are legal. */
typedef struct {
  LapEngine *engine;
  const LapBlock *block;
} Standing;

/* The lights of one step in the making. */
typedef struct {
  GString *out;
  gboolean first;
  guint row; /* the seat whose row is meant from here on */
} Lights;

static gboolean is_sent(const LapGameField *field)
{
  return !field->hidden && field->visibility != LAP_NOBODY && field->visibility != LAP_DERIVED;
}

/* Sets of cells are sent as one array, whatever their rows are. */
static gboolean has_row(const LapGameField *field) { return field->of_seats && field->type != LAP_PLANE; }

static void begin_light(Lights *lights, const LapGameField *field)
{
  lap_json_separate(lights->out, &lights->first);
  g_string_append(lights->out, "{\"field\":");
  lap_json_text(lights->out, field->name);
  if (!has_row(field)) return;
  g_string_append(lights->out, ",\"row\":");
  lap_json_number(lights->out, lights->row);
}

static void light_place(Lights *lights, const LapGameField *field, gint index)
{
  begin_light(lights, field);
  g_string_append(lights->out, ",\"index\":");
  lap_json_number(lights->out, index);
  g_string_append_c(lights->out, '}');
}

static void light_piece(Lights *lights, const LapGameField *field, gint face)
{
  begin_light(lights, field);
  g_string_append(lights->out, ",\"piece\":");
  lap_json_text(lights->out, field->set->key[face]);
  g_string_append_c(lights->out, '}');
}

static void light_seat(Lights *lights, gint seat)
{
  lights->row = (guint)seat;
  lap_json_separate(lights->out, &lights->first);
  g_string_append(lights->out, "{\"seat\":");
  lap_json_number(lights->out, seat);
  g_string_append_c(lights->out, '}');
}

static void light(const LapAddressee *addressee, Lights *lights, const LapGameKind *kind, guint i, gint value)
{
  const LapGameField *field = kind->field[i];
  guint type = kind->args[i].type;
  if (type == LAP_ARG_SEAT && value >= 0 && value < (gint)addressee->seats) light_seat(lights, value);
  if (!field || !is_sent(field)) return;
  if (type == LAP_ARG_PIECE && value > 0 && value <= field->set->faces) light_piece(lights, field, value);
  if ((type == LAP_ARG_ITEM || type == LAP_ARG_CELL) && value >= 0) light_place(lights, field, value);
}

/* A place that the plugin says. */
static void light_said(Lights *lights, const LapLitPlace *place)
{
  static const char *const sides[] = {
      [LAP_AT_NORTH] = "north", [LAP_AT_EAST] = "east", [LAP_AT_SOUTH] = "south", [LAP_AT_WEST] = "west"};
  lights->row = place->row;
  begin_light(lights, place->field);
  g_string_append(lights->out, ",\"index\":");
  lap_json_number(lights->out, place->index);
  if (place->side) g_string_append_printf(lights->out, ",\"side\":\"%s\"", sides[place->side]);
  g_string_append_c(lights->out, '}');
}

/* What its arguments point at, and what the plugin says besides. */
static void write_lights(const LapAddressee *addressee, const Standing *standing, const LapAction *action, GString *out)
{
  const LapGameKind *kind = lap_game_action(addressee->game, action->kind);
  LapLitPlace place[LAP_LIGHTS_MAX];
  Lights lights = {out, TRUE, action->seat};
  g_string_append_c(out, '[');
  for (guint i = 0; i < kind->n_args; i++) light(addressee, &lights, kind, i, action->arg[i]);
  guint n = lap_engine_lights(standing->engine, standing->block, action, place);
  for (guint i = 0; i < n; i++) light_said(&lights, &place[i]);
  g_string_append_c(out, ']');
}

static void write_step(const LapAddressee *addressee, const Standing *standing, const LapAction *action, GString *out)
{
  lap_action_write(addressee->game, action, addressee->viewer, out);
  g_string_truncate(out, out->len - 1); /* it goes on */
  g_string_append(out, ",\"label\":");
  lap_json_quote_and_free(out, lap_texts_action(addressee->texts, action, addressee->name, addressee->viewer));
  g_string_append(out, ",\"lights\":");
  write_lights(addressee, standing, action, out);
  g_string_append_c(out, '}');
}

void lap_tell_steps(const LapAddressee *addressee, LapEngine *engine, const LapBlock *block, const LapActions *actions,
                    GString *out)
{
  const Standing standing = {engine, block};
  gboolean first = TRUE;
  g_string_append_c(out, '[');
  for (guint i = 0; i < actions->n; i++) {
    lap_json_separate(out, &first);
    write_step(addressee, &standing, &actions->v[i], out);
  }
  g_string_append_c(out, ']');
}
