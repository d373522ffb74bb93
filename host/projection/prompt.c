#include "prompt.h"

#include "view.h"

/* --- what fields say */

static guint count_pieces(const LapViewRow *row)
{
  guint n = row->size;
  if (row->kind != LAP_VIEW_PLACES) return n;
  for (guint i = 0; i < row->n; i++) n -= row->item[i] == 0;
  return n;
}

static char *say_piece(LapTexts *texts, const LapPieceSet *set, const LapViewRow *row)
{
  const LapViewItem item = row->n ? row->item[0] : 0;
  return lap_view_item_is_back(item) ? lap_texts_back(texts, set, lap_view_item_back(item))
                                     : lap_texts_piece(texts, set, (guint)item);
}

/* What is asked, and what its seat sees, once that has to be known. */
typedef struct {
  const LapAsked *asked;
  LapView *view; /* or NULL */
} Prompt;

static const LapView *view_of(Prompt *prompt)
{
  const LapAsked *asked = prompt->asked;
  if (prompt->view) return prompt->view;
  prompt->view = lap_view_new(asked->engine);
  lap_view_build_within(prompt->view, asked->engine, asked->block, asked->seat);
  return prompt->view;
}

static char *say_field(LapTexts *texts, const LapGameField *field, gint *number, gpointer data)
{
  const LapView *view = view_of(data);
  const LapViewField *seen = lap_view_find(view, field);
  const LapViewRow *row = seen ? &seen->row[field->of_seats ? view->viewer : 0] : NULL;
  if (!row || row->kind == LAP_VIEW_SECRET) return NULL;
  if (field->set && field->capacity == 1) return row->kind == LAP_VIEW_SIZE ? NULL : say_piece(texts, field->set, row);
  const gint64 value = field->set ? count_pieces(row) : row->item[0];
  *number = (gint)CLAMP(value, G_MININT, G_MAXINT);
  return lap_texts_number(value);
}

/* --- which of them is said */

/* Returns: (transfer container) (element-type LapGameKind): each once */
static GPtrArray *kinds_of(const LapAsked *asked)
{
  const LapGame *game = lap_engine_game(asked->engine);
  GPtrArray *kinds = g_ptr_array_new();
  for (guint i = 0; i < asked->actions->n; i++) {
    gpointer kind = (gpointer)lap_game_action(game, asked->actions->v[i].kind);
    if (!g_ptr_array_find(kinds, kind, NULL)) g_ptr_array_add(kinds, kind);
  }
  return kinds;
}

static char *of_kind(Prompt *prompt, const LapGameKind *kind, const char *beside)
{
  return lap_texts_prompt(prompt->asked->texts, "action", kind->name, beside, say_field, prompt);
}

static char *of_phase(Prompt *prompt)
{
  const LapGame *game = lap_engine_game(prompt->asked->engine);
  const LapGamePhase *phase = lap_game_phase(game, lap_head_of(prompt->asked->block)->phase);
  return lap_texts_prompt(prompt->asked->texts, "phase", phase->name, "prompt", say_field, prompt);
}

static char *of_all(Prompt *prompt, const GPtrArray *kinds)
{
  char *said = kinds->len == 1 ? of_kind(prompt, kinds->pdata[0], "prompt") : NULL;
  for (guint i = 0; !said && kinds->len > 1 && i < kinds->len; i++) said = of_kind(prompt, kinds->pdata[i], "among");
  return said ? said : of_phase(prompt);
}

char *lap_prompt_of(const LapAsked *asked)
{
  Prompt prompt = {.asked = asked};
  g_autoptr(GPtrArray) kinds = kinds_of(asked);
  char *said = kinds->len ? of_all(&prompt, kinds) : NULL;
  lap_view_free(prompt.view);
  return said;
}

static void write_kinds(Prompt *prompt, const GPtrArray *kinds, LapJsonWriter *json)
{
  lap_json_member_object(json, "prompts");
  for (guint i = 0; i < kinds->len; i++) {
    const LapGameKind *kind = kinds->pdata[i];
    g_autofree char *own = of_kind(prompt, kind, "prompt"), *said = own ? NULL : of_phase(prompt);
    lap_json_member_optional(json, kind->name, own ? own : said);
  }
  lap_json_end_object(json);
}

void lap_prompts_to_json(const LapAsked *asked, LapJsonWriter *json)
{
  Prompt prompt = {.asked = asked};
  g_autoptr(GPtrArray) kinds = kinds_of(asked);
  if (!kinds->len) return;
  g_autofree char *said = of_all(&prompt, kinds);
  lap_json_member_optional(json, "prompt", said);
  if (kinds->len > 1) write_kinds(&prompt, kinds, json);
  lap_view_free(prompt.view);
}
