/* Sentences: actions, events and score lines as a viewer may read them. Arguments that are secret to a viewer are
 * replaced here, so no caller can leak one through a sentence. */
#include <string.h>

#include "texts-private.h"
#include "words.h"

#define MINUS "\342\210\222" /* U+2212, as wide as a plus sign */

/* Without printf, which would cost more than the rest of a sentence; sentences are written for every move. */
char *lap_texts_number(gint64 number)
{
  char digits[24], *at = digits + sizeof digits - 1;
  guint64 rest = number < 0 ? -(guint64)number : (guint64)number;
  *at = '\0';
  do *--at = (char)('0' + rest % 10);
  while (rest /= 10);
  if (number < 0) at = memcpy(at - strlen(MINUS), MINUS, strlen(MINUS));
  return g_strdup(at);
}

static char *seat_name(const char *const *names, gint seat)
{
  return names && seat >= 0 && names[seat] ? g_strdup(names[seat]) : g_strdup_printf("seat %d", seat + 1);
}

/* a, b, ... z, aa, ab, ... */
static void append_column(GString *out, gint column)
{
  if (column >= 26) append_column(out, column / 26 - 1);
  g_string_append_c(out, (char)('a' + column % 26));
}

char *lap_texts_cell(const LapGameField *grid, gint cell)
{
  if (cell < 0) return g_strdup("-");
  if (!grid || !grid->shape) return lap_texts_number(cell + 1);
  GString *out = g_string_new(NULL);
  append_column(out, cell % grid->shape->width);
  g_string_append_printf(out, "%d", cell / grid->shape->width + 1);
  return g_string_free(out, FALSE);
}

static char *choice_text(LapTexts *texts, const LapGameKind *kind, const LapArg *arg, gint value)
{
  gint n = (gint)g_strv_length((char **)arg->choices);
  if (value < 0 || value >= n) return lap_texts_number(value);
  const char *plugin = lap_texts_game(texts)->level[kind->depth].plugin.id;
  g_autofree char *key = g_strdup_printf("%s.choice.%s", plugin, arg->choices[value]);
  return g_strdup(lap_texts_get(texts, key));
}

static char *open_text(LapTexts *texts, const LapGameKind *kind, guint i, gint value, const char *const *names)
{
  const LapArg *arg = &kind->args[i];
  switch (arg->type) {
  case LAP_ARG_PIECE:
    return lap_texts_piece(texts, kind->field[i]->set, (guint16)value);
  case LAP_ARG_ITEM:
    return value < 0 ? g_strdup("-") : lap_texts_number(value + 1);
  case LAP_ARG_CELL:
    return lap_texts_cell(kind->field[i], value);
  case LAP_ARG_SEAT:
    return seat_name(names, value);
  case LAP_ARG_CHOICE:
    return choice_text(texts, kind, arg, value);
  default:
    return lap_texts_number(value);
  }
}

/* The text for viewers who may not read the argument. A piece still shows its back. */
static char *hidden_text(LapTexts *texts, const LapGameKind *kind, guint i, gint value)
{
  const LapPieceSet *set = kind->args[i].type == LAP_ARG_PIECE ? kind->field[i]->set : NULL;
  if (!set || value < 1 || value > set->faces) return g_strdup("?");
  return lap_texts_back(texts, set, set->back ? set->back[value] : 0);
}

/* A sentence as it is built. */
typedef struct {
  LapTexts *texts;
  LapSentence sentence;
  const LapGameKind *kind;
  gboolean reads; /* the viewer may read the secret arguments */
  LapTemplateArgument arguments[LAP_TEXT_ARGUMENTS_MAX];
  char *text[LAP_TEXT_ARGUMENTS_MAX];
  guint n;
} Builder;

static void builder_begin(Builder *builder, const gint16 *arg, const char *const *names)
{
  const LapGameKind *kind = builder->kind;
  builder->n = lap_sentence_arguments(builder->sentence, kind, builder->arguments);
  for (guint i = 0; i < kind->n_args; i++) {
    gboolean reads = builder->reads || !kind->args[i].secret;
    builder->text[i] = reads ? open_text(builder->texts, kind, i, arg[i], names)
                             : hidden_text(builder->texts, kind, i, arg[i]);
    builder->arguments[i].counts &= reads;
    builder->arguments[i].number = reads ? arg[i] : 0;
  }
}

static gboolean has_secrets(const LapGameKind *kind)
{
  for (guint i = 0; i < kind->n_args; i++)
    if (kind->args[i].secret) return TRUE;
  return FALSE;
}

static const LapTemplate *template_of(const Builder *builder, const char *key)
{
  g_autofree char *hidden = g_strconcat(key, ".hidden", NULL);
  const LapTemplate *template = NULL;
  if (!builder->reads && has_secrets(builder->kind)) template = lap_texts_template(builder->texts, hidden);
  return template ? template : lap_texts_template(builder->texts, key);
}

/* Without a template: "claim: blue 2, c3". */
static void write_plainly(const Builder *builder, const char *key, GString *out)
{
  g_string_append(out, lap_texts_get(builder->texts, key));
  for (guint i = 0; i < builder->kind->n_args; i++)
    g_string_append_printf(out, "%s%s", i ? ", " : ": ", builder->text[i]);
}

static char *key_of(const Builder *builder)
{
  return lap_sentence_key(lap_texts_game(builder->texts), builder->sentence, builder->kind);
}

/* `beside`: the template of a further text of the kind, or NULL. */
static char *builder_end(Builder *builder, const LapTemplate *beside)
{
  for (guint i = 0; i < builder->n; i++) builder->arguments[i].text = builder->text[i];
  g_autofree char *key = key_of(builder);
  const LapTemplate *template = beside ? beside : template_of(builder, key);
  GString *out = g_string_new(NULL);
  if (template)
    lap_template_write(template, builder->arguments, builder->n, out);
  else
    write_plainly(builder, key, out);
  for (guint i = 0; i < builder->n; i++) g_free(builder->text[i]);
  return g_string_free(out, FALSE);
}

static char *text_of_action(LapTexts *texts, const LapAction *action, const char *const *names, guint viewer,
                            gboolean taken)
{
  const LapGameKind *kind = lap_game_action(lap_texts_game(texts), action->kind);
  if (!kind) return g_strdup("?");
  Builder builder = {.texts = texts, .sentence = LAP_SENTENCE_ACTION, .kind = kind};
  builder.reads = viewer == LAP_OMNISCIENT || viewer == action->seat;
  builder_begin(&builder, action->arg, names);
  builder.text[kind->n_args] = seat_name(names, action->seat);
  g_autofree char *key = key_of(&builder), *beside = g_strconcat(key, ".taken", NULL);
  return builder_end(&builder, taken ? template_of(&builder, beside) : NULL);
}

char *lap_texts_action(LapTexts *texts, const LapAction *action, const char *const *names, guint viewer)
{
  return text_of_action(texts, action, names, viewer, FALSE);
}

char *lap_texts_action_taken(LapTexts *texts, const LapAction *action, const char *const *names, guint viewer)
{
  return text_of_action(texts, action, names, viewer, TRUE);
}

static gboolean reads(const LapEvent *event, guint viewer)
{
  return viewer == LAP_OMNISCIENT || event->knows >> viewer & 1;
}

/* Events from the first on that are alike but for the last argument, all of which the viewer reads. */
static guint run_of(const LapGameKind *kind, const LapEvent *events, guint n, guint viewer)
{
  if (!kind->n_args || (has_secrets(kind) && !reads(events, viewer))) return 1;
  gsize alike = (kind->n_args - 1) * sizeof events->arg[0];
  guint run = 1;
  while (run < n && events[run].kind == events->kind && !memcmp(events[run].arg, events->arg, alike) &&
         reads(&events[run], viewer) == reads(events, viewer))
    run++;
  return run;
}

/* Replaces the text of the last argument by those of so many events: "a, b and c". */
static void list_last(Builder *builder, const LapEvent *events, guint n, const char *const *names)
{
  guint last = builder->kind->n_args - 1;
  for (guint i = 1; i < n; i++) {
    const char *key = n == 2 ? "host.list.two" : i < n - 1 ? "host.list.more" : "host.list.last";
    g_autofree char *before = builder->text[last];
    g_autofree char *next = open_text(builder->texts, builder->kind, last, events[i].arg[last], names);
    GString *list = g_string_new(NULL);
    lap_words(lap_texts_language(builder->texts), key, list, LAP_WORD("list", before), LAP_WORD("next", next));
    builder->text[last] = g_string_free(list, FALSE);
  }
  builder->arguments[last].counts = FALSE;
}

/* The sentence for a run of events; for one of them without `beside`, the template for several. */
static char *text_of_events(LapTexts *texts, const LapEvent *events, guint n, const char *const *names, guint viewer,
                            const LapTemplate *beside)
{
  const LapGameKind *kind = lap_game_event(lap_texts_game(texts), events->kind);
  if (!kind) return g_strdup("?");
  Builder builder = {.texts = texts, .sentence = LAP_SENTENCE_EVENT, .kind = kind, .reads = reads(events, viewer)};
  builder_begin(&builder, events->arg, names);
  if (beside) list_last(&builder, events, n, names);
  return builder_end(&builder, beside);
}

char *lap_texts_event(LapTexts *texts, const LapEvent *event, const char *const *names, guint viewer)
{
  return text_of_events(texts, event, 1, names, viewer, NULL);
}

char *lap_texts_events(LapTexts *texts, const LapEvent *events, guint n, const char *const *names, guint viewer,
                       guint *told)
{
  const LapGameKind *kind = lap_game_event(lap_texts_game(texts), events->kind);
  char *single = lap_texts_event(texts, events, names, viewer);
  guint run = kind ? run_of(kind, events, n, viewer) : 1;
  *told = 1;
  if (run == 1 || !*single) return single; /* a variant may leave out what its base tells */
  g_autofree char *key = lap_sentence_key(lap_texts_game(texts), LAP_SENTENCE_EVENT, kind);
  g_autofree char *beside = g_strconcat(key, ".many", NULL);
  const LapTemplate *many = lap_texts_template(texts, beside);
  if (!many) return single;
  g_free(single);
  *told = run;
  return text_of_events(texts, events, run, names, viewer, many);
}

static char *line_seat(LapTexts *texts, const LapGameKind *kind, gint seat, const char *const *names)
{
  if (seat != LAP_TOGETHER) return seat_name(names, seat);
  g_autofree char *key = g_strconcat(lap_texts_game(texts)->level[kind->depth].plugin.id, ".together", NULL);
  return g_strdup(lap_texts_get(texts, key));
}

char *lap_texts_line(LapTexts *texts, const LapLine *line, const char *const *names)
{
  const LapGameKind *kind = lap_game_category(lap_texts_game(texts), line->kind);
  if (!kind) return g_strdup("?");
  Builder builder = {.texts = texts, .sentence = LAP_SENTENCE_LINE, .kind = kind, .reads = TRUE};
  builder_begin(&builder, line->arg, names);
  builder.text[kind->n_args] = line_seat(texts, kind, line->seat, names);
  builder.text[kind->n_args + 1] = lap_texts_number(line->points);
  builder.arguments[kind->n_args + 1].number = line->points;
  return builder_end(&builder, NULL);
}
