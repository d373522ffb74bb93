#include "trace.h"

#include <string.h>

/* An action or an argument of it, as it was met in the match at hand. */
typedef struct {
  guint64 key; /* kind, argument (0: none, else its number from 1), value */
  LapTaken *taken;
  guint32 times;
  guint16 seats; /* that did */
} Met;

struct LapTracer {
  LapEngine *engine;
  LapFigures *figures;
  GHashTable *met;    /* Met by key, of all matches */
  GPtrArray *now;     /* Met, of this match */
  GArray *legal;      /* guint32 of each step: how many were legal */
  gint leader;        /* the last seat that was ahead alone, or -1 */
  gint ahead;         /* who is ahead alone now, or -1 */
  guint32 leads, ply; /* changes of the lead; plies made when `ahead` last changed */
  gboolean led;       /* somebody was ahead before the end */
};

LapTracer *lap_tracer_new(LapEngine *engine, LapFigures *figures)
{
  LapTracer *tracer = g_new0(LapTracer, 1);
  tracer->engine = engine;
  tracer->figures = figures;
  tracer->met = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, g_free);
  tracer->now = g_ptr_array_new();
  tracer->legal = g_array_new(FALSE, FALSE, sizeof(guint32));
  return tracer;
}

void lap_tracer_free(LapTracer *tracer)
{
  if (!tracer) return;
  g_hash_table_unref(tracer->met);
  g_ptr_array_unref(tracer->now);
  g_array_unref(tracer->legal);
  g_free(tracer);
}

static void forget(Met *met)
{
  met->times = 0;
  met->seats = 0;
}

void lap_tracer_begin(LapTracer *tracer)
{
  for (guint i = 0; i < tracer->now->len; i++) forget(tracer->now->pdata[i]);
  g_ptr_array_set_size(tracer->now, 0);
  g_array_set_size(tracer->legal, 0);
  tracer->leader = tracer->ahead = -1;
  tracer->leads = tracer->ply = 0;
  tracer->led = FALSE;
}

/* --- what is done */

/* Arguments that say what was done: pieces and choices, numbers, cells, and the piece at a place. Seats do not. */
#define VALUE_MAX 255

/* What an argument names. `face`: of a set that the argument or the place has; 0: it is the number itself. */
typedef struct {
  gint value, face;
} Named;

static guint row_of(const LapGameKind *kind, const LapGameField *field, const LapAction *action, guint index)
{
  if (!field->of_seats) return 0;
  for (guint i = index; i-- > 0;)
    if (kind->args[i].type == LAP_ARG_SEAT) return (guint)MAX(action->arg[i], 0);
  return action->seat;
}

/* The face at the place that argument `index` points to; 0: none. */
static guint face_at(LapTracer *tracer, const LapBlock *block, const LapGameKind *kind, const LapAction *action,
                     guint index)
{
  const LapGameField *field = kind->field[index];
  if (!field || field->type != LAP_SLOT || !field->set || (!field->of_seats && field->rows > 1)) return 0;
  guint row = row_of(kind, field, action, index), n;
  if (row >= lap_engine_rows(tracer->engine, field)) return 0;
  if (lap_head_of(block)->sealed[action->seat]) block = lap_engine_own_world(tracer->engine, block, action->seat);
  const guint8 *items = lap_engine_row(tracer->engine, block, field, row, &n);
  gint item = action->arg[index];
  if (item < 0 || (guint)item >= n) return 0;
  guint piece = ((const LapSlot *)(gconstpointer)(items + (gsize)item * field->item_stride))->piece;
  return piece <= field->set->faces ? piece : 0;
}

/* FALSE if it says nothing that can be counted. */
static gboolean name_argument(LapTracer *tracer, const LapBlock *block, const LapGameKind *kind,
                              const LapAction *action, guint index, Named *named)
{
  const LapArg *arg = &kind->args[index];
  gint value = action->arg[index];
  *named = (Named){value, 0};
  if (arg->type == LAP_ARG_ITEM || arg->type == LAP_ARG_CELL)
    named->face = (gint)face_at(tracer, block, kind, action, index);
  if (arg->type == LAP_ARG_PIECE) named->face = value;
  if (named->face) return TRUE;
  return (arg->type == LAP_ARG_CHOICE || arg->type == LAP_ARG_NUMBER || arg->type == LAP_ARG_CELL) &&
         ABS(value) <= VALUE_MAX;
}

static char *argument_text(const LapGameKind *kind, guint index, Named named)
{
  const LapArg *arg = &kind->args[index];
  const LapPieceSet *set = kind->field[index] ? kind->field[index]->set : NULL;
  if (named.face > 0 && set && (guint)named.face <= set->faces)
    return g_strdup_printf("%s %s=%s", kind->name, arg->name, set->key[named.face]);
  if (arg->type == LAP_ARG_CHOICE && named.value >= 0 && named.value < (gint)g_strv_length((char **)arg->choices))
    return g_strdup_printf("%s %s=%s", kind->name, arg->name, arg->choices[named.value]);
  return g_strdup_printf("%s %s=%d", kind->name, arg->name, named.value);
}

/* Knows what is done here for the first time. `index`: of the argument, or that of none. */
static Met *meet(LapTracer *tracer, guint64 key, const LapGameKind *kind, guint index, Named named)
{
  g_autofree char *name = index < kind->n_args ? argument_text(kind, index, named) : g_strdup(kind->name);
  Met *met = g_new0(Met, 1);
  met->key = key;
  met->taken = lap_figures_taken(tracer->figures, name);
  g_hash_table_insert(tracer->met, &met->key, met);
  return met;
}

static void note(LapTracer *tracer, const LapAction *action, const LapGameKind *kind, guint index, Named named)
{
  guint argument = index < kind->n_args ? index + 1 : 0;
  guint64 key = (guint64)action->kind << 40 | (guint64)argument << 36 | (guint64)(named.face > 0) << 35 |
                (guint16)(named.face > 0 ? named.face : named.value);
  Met *met = g_hash_table_lookup(tracer->met, &key);
  if (!met) met = meet(tracer, key, kind, index, named);
  if (!met->seats) g_ptr_array_add(tracer->now, met);
  met->seats |= (guint16)(1u << action->seat);
  met->times++;
}

void lap_tracer_step(LapTracer *tracer, const LapBlock *block, const LapAction *action, guint legal)
{
  const LapGameKind *kind = lap_game_action(lap_engine_game(tracer->engine), action->kind);
  guint32 n = legal;
  g_array_append_val(tracer->legal, n);
  note(tracer, action, kind, kind->n_args, (Named){0, 0});
  for (guint i = 0; i < kind->n_args; i++) {
    Named named;
    if (name_argument(tracer, block, kind, action, i, &named)) note(tracer, action, kind, i, named);
  }
}

/* --- who is ahead */

static gint alone_in_first_place(const LapSheet *sheet, guint seats)
{
  gint first = -1;
  for (guint seat = 0; seat < seats; seat++) {
    if (sheet->place[seat] != 1) continue;
    if (first >= 0) return -1;
    first = (gint)seat;
  }
  return first;
}

static void note_lead(LapTracer *tracer, const LapSheet *sheet, guint32 ply)
{
  gint ahead = alone_in_first_place(sheet, tracer->figures->seats);
  if (ahead == tracer->ahead) return;
  tracer->ahead = ahead;
  tracer->ply = ply;
  if (ahead < 0) return;
  tracer->leads += tracer->leader >= 0 && tracer->leader != ahead;
  tracer->leader = ahead;
}

void lap_tracer_move(LapTracer *tracer, const LapBlock *block)
{
  LapSheet sheet;
  if (lap_head_of(block)->over) return;
  lap_engine_score(tracer->engine, block, &sheet);
  if (sheet.together) return;
  note_lead(tracer, &sheet, lap_head_of(block)->ply);
  tracer->led |= tracer->ahead >= 0;
}

/* --- the end */

static void add_contest(LapTracer *tracer, const LapSheet *sheet, guint32 plies)
{
  LapFigures *figures = tracer->figures;
  note_lead(tracer, sheet, plies);
  lap_distribution_add(&figures->leads, tracer->leads);
  figures->ahead += tracer->led;
  if (tracer->ahead >= 0 && plies)
    lap_distribution_add(&figures->decided, (gint64)(100 * (guint64)tracer->ply / plies));
}

static void add_seat(LapSeatFigures *figures, const LapSheet *sheet, guint seats, guint seat)
{
  gint64 points = sheet->total[seat][LAP_TIER_POINTS], most = G_MININT64;
  for (guint other = 0; other < seats; other++)
    if (other != seat) most = MAX(most, sheet->total[other][LAP_TIER_POINTS]);
  lap_distribution_add(&figures->points, points);
  if (seats > 1) lap_distribution_add(&figures->margin, points - most);
  if (sheet->place[seat]) figures->places[MIN(sheet->place[seat], LAP_SEATS_MAX) - 1]++;
}

/* The points of each category: a line for each reason, of which a category may have many. */
static void add_categories(LapFigures *figures, const LapSheet *sheet)
{
  for (guint i = 0; i < figures->n_categories; i++) {
    gint64 points[LAP_SEATS_MAX + 1] = {0};
    gboolean used = FALSE;
    for (guint line = 0; line < sheet->n; line++) {
      const LapLine *of = &sheet->line[line];
      if (of->kind != figures->all->category[i].id || of->tier != LAP_TIER_POINTS) continue;
      points[of->seat == LAP_TOGETHER ? LAP_SEATS_MAX : of->seat] += of->points;
      used = TRUE;
    }
    LapCategoryFigures *category = &figures->category[i];
    category->used |= used;
    for (guint seat = 0; seat < figures->seats; seat++) lap_distribution_add(&category->points[seat], points[seat]);
    lap_distribution_add(&category->points[LAP_SEATS_MAX], points[LAP_SEATS_MAX]);
  }
}

static void add_met(const Met *met, guint32 winners, guint seats)
{
  LapTaken *taken = met->taken;
  taken->taken += met->times;
  taken->any++;
  for (guint seat = 0; seat < seats; seat++) {
    if (!(met->seats & (1u << seat))) continue;
    taken->matches[seat]++;
    taken->wins[seat] += winners >> seat & 1;
  }
}

void lap_tracer_end(LapTracer *tracer, const LapSheet *sheet, guint32 plies, guint64 steps)
{
  LapFigures *figures = tracer->figures;
  gint first = sheet->together ? -1 : alone_in_first_place(sheet, figures->seats);
  guint32 winners = first >= 0 ? 1u << first : sheet->together && sheet->place[0] == 1 ? G_MAXUINT32 : 0;
  figures->traced++;
  lap_distribution_add(&figures->plies, plies);
  lap_distribution_add(&figures->steps, (gint64)steps);
  for (guint i = 0; i < tracer->legal->len; i++)
    lap_distribution_add(&figures->choices, g_array_index(tracer->legal, guint32, i));
  for (guint seat = 0; seat < figures->seats; seat++) figures->seat[seat].wins += winners >> seat & 1;
  if (sheet->together) {
    lap_distribution_add(&figures->team, sheet->total[0][LAP_TIER_POINTS]);
  } else {
    add_contest(tracer, sheet, plies);
    for (guint seat = 0; seat < figures->seats; seat++) add_seat(&figures->seat[seat], sheet, figures->seats, seat);
  }
  add_categories(figures, sheet);
  for (guint i = 0; i < tracer->now->len; i++) add_met(tracer->now->pdata[i], winners, figures->seats);
  lap_tracer_begin(tracer);
}
