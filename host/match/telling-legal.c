/* Steps: what a seat may do, how it reads, and what a frontend may highhighlight for it. */
#include "host/engine/knowledge.h"
#include "host/json/write.h"
#include "telling-private.h"

/* Where the steps are legal. */
typedef struct {
  LapEngine *engine;
  const LapBlock *block;
} Standing;

/* The highlights of one step in the making. */
typedef struct {
  GString *out;
  gboolean first;
  guint row; /* the seat whose row is meant from here on */
} Highlights;

static gboolean is_sent(const LapGameField *field)
{
  return !field->hidden && field->visibility != LAP_NOBODY && field->visibility != LAP_DERIVED;
}

/* Sets of cells are sent as one array, whatever their rows are. */
static gboolean has_row(const LapGameField *field) { return field->of_seats && field->type != LAP_PLANE; }

static void begin_highlight(Highlights *highlights, const LapGameField *field)
{
  lap_json_separate(highlights->out, &highlights->first);
  g_string_append(highlights->out, "{\"field\":");
  lap_json_text(highlights->out, field->name);
  if (!has_row(field)) return;
  g_string_append(highlights->out, ",\"row\":");
  lap_json_number(highlights->out, highlights->row);
}

static void highlight_place(Highlights *highlights, const LapGameField *field, gint index)
{
  begin_highlight(highlights, field);
  g_string_append(highlights->out, ",\"index\":");
  lap_json_number(highlights->out, index);
  g_string_append_c(highlights->out, '}');
}

static void highlight_piece(Highlights *highlights, const LapGameField *field, gint face)
{
  begin_highlight(highlights, field);
  g_string_append(highlights->out, ",\"piece\":");
  lap_json_text(highlights->out, field->set->key[face]);
  g_string_append_c(highlights->out, '}');
}

static void highlight_seat(Highlights *highlights, gint seat)
{
  highlights->row = (guint)seat;
  lap_json_separate(highlights->out, &highlights->first);
  g_string_append(highlights->out, "{\"seat\":");
  lap_json_number(highlights->out, seat);
  g_string_append_c(highlights->out, '}');
}

static void highlight(const LapAddressee *addressee, Highlights *highlights, const LapGameKind *kind, guint i,
                      gint value)
{
  const LapGameField *field = kind->field[i];
  guint type = kind->args[i].type;
  if (type == LAP_ARG_SEAT && value >= 0 && value < (gint)addressee->seats) highlight_seat(highlights, value);
  if (!field || !is_sent(field)) return;
  if (type == LAP_ARG_PIECE && value > 0 && value <= field->set->faces) highlight_piece(highlights, field, value);
  if ((type == LAP_ARG_ITEM || type == LAP_ARG_CELL) && value >= 0) highlight_place(highlights, field, value);
}

/* A place that the plugin says. */
static void highlight_said(Highlights *highlights, const LapHighlightedPlace *place)
{
  static const char *const sides[] = {
      [LAP_AT_NORTH] = "north", [LAP_AT_EAST] = "east", [LAP_AT_SOUTH] = "south", [LAP_AT_WEST] = "west"};
  highlights->row = place->row;
  begin_highlight(highlights, place->field);
  g_string_append(highlights->out, ",\"index\":");
  lap_json_number(highlights->out, place->index);
  if (place->side) g_string_append_printf(highlights->out, ",\"side\":\"%s\"", sides[place->side]);
  g_string_append_c(highlights->out, '}');
}

/* What its arguments point at, and what the plugin says besides. */
static void write_highlights(const LapAddressee *addressee, const Standing *standing, const LapAction *action,
                             GString *out)
{
  const LapGameKind *kind = lap_game_action(addressee->game, action->kind);
  LapHighlightedPlace place[LAP_HIGHLIGHTS_MAX];
  Highlights highlights = {out, TRUE, action->seat};
  g_string_append_c(out, '[');
  for (guint i = 0; i < kind->n_args; i++) highlight(addressee, &highlights, kind, i, action->arg[i]);
  guint n = lap_engine_highlights(standing->engine, standing->block, action, place);
  for (guint i = 0; i < n; i++) highlight_said(&highlights, &place[i]);
  g_string_append_c(out, ']');
}

static void write_step(const LapAddressee *addressee, const Standing *standing, const LapAction *action, GString *out)
{
  lap_action_write(addressee->game, action, addressee->viewer, out);
  g_string_truncate(out, out->len - 1); /* it goes on */
  g_string_append(out, ",\"label\":");
  lap_json_quote_and_free(out, lap_texts_action(addressee->texts, action, addressee->name, addressee->viewer));
  g_string_append(out, ",\"highlights\":");
  write_highlights(addressee, standing, action, out);
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
