#include "score-table.h"

#include <stdio.h>
#include <string.h>

#include "host/text/titles.h"
#include "messages.h"
#include "terminal.h"

gboolean score_points(LapEngine *engine, const LapBlock *block, guint viewer, gint64 *points)
{
  LapSheet sheet;
  lap_engine_score_known(engine, block, viewer, &sheet);
  for (guint seat = 0; seat < lap_engine_seats(engine); seat++) points[seat] = sheet.total[seat][LAP_TIER_POINTS];
  return !sheet.together;
}

char *score_together(LapEngine *engine, const LapBlock *block, guint viewer)
{
  LapSheet sheet;
  lap_engine_score_known(engine, block, viewer, &sheet);
  if (!sheet.together) return NULL;
  const gint32 *total = sheet.total[0];
  g_autofree char *points = lap_texts_number(total[LAP_TIER_POINTS]), *goal = lap_texts_number(total[LAP_TIER_GOAL]);
  return total[LAP_TIER_GOAL] > 0 ? message_with("cli.of_goal", WORD("points", points), WORD("goal", goal))
                                  : g_steal_pointer(&points);
}

/* --- the table */

typedef struct {
  LapEngine *engine;
  LapTexts *texts;
  const char *const *names;
  guint label, columns; /* of the labels, of one seat */
  gboolean final;
  LapSheet sheet;
} Drawn;

static guint seats_of(const Drawn *drawn) { return drawn->sheet.together ? 1 : lap_engine_seats(drawn->engine); }

static gint64 sum_of(const Drawn *drawn, guint seat, guint16 kind, guint tier)
{
  gint64 sum = 0;
  for (guint i = 0; i < drawn->sheet.n; i++) {
    const LapLine *line = &drawn->sheet.line[i];
    gboolean own = drawn->sheet.together || line->seat == (gint)seat;
    if (line->kind == kind && line->tier == tier && own) sum += line->points;
  }
  return sum;
}

static void print_label(const Drawn *drawn, const char *label)
{
  g_autofree char *fitted = terminal_fit(label, drawn->label);
  printf("  %s", fitted);
}

static void print_row(const Drawn *drawn, const char *label, const gint64 *values, const char *style)
{
  print_label(drawn, label);
  for (guint seat = 0; seat < seats_of(drawn); seat++) {
    g_autofree char *number = lap_texts_number(values[seat]);
    g_autofree char *styled = terminal_styled(style, number);
    printf(" %*s%s", (int)drawn->columns - (int)g_utf8_strlen(number, -1), "", styled);
  }
  putchar('\n');
}

static void print_names(const Drawn *drawn)
{
  print_label(drawn, "");
  for (guint seat = 0; seat < seats_of(drawn); seat++) {
    const char *name = drawn->sheet.together ? message("cli.all") : drawn->names[seat];
    g_autofree char *fitted = terminal_fit(name, MIN(drawn->columns, terminal_columns(name)));
    printf(" %*s%s", (int)(drawn->columns - terminal_columns(fitted)), "", fitted);
  }
  putchar('\n');
}

static void print_rule(const Drawn *drawn)
{
  guint n = drawn->label + seats_of(drawn) * (drawn->columns + 1);
  printf("  ");
  for (guint i = 0; i < n; i++) fputs(terminal()->utf8 ? "─" : "-", stdout);
  putchar('\n');
}

static gboolean has_lines(const Drawn *drawn, guint16 kind, guint tier)
{
  for (guint i = 0; i < drawn->sheet.n; i++) {
    const LapLine *line = &drawn->sheet.line[i];
    if (line->kind == kind && line->tier == tier) return TRUE;
  }
  return FALSE;
}

/* Progress with something on the table is told of that alone; the rest is what a seat would get at the end. */
static gboolean has_place(const LapGameKind *kind)
{
  for (guint i = 0; i < kind->n_args; i++)
    if (kind->field[i]) return TRUE;
  return FALSE;
}

static void print_category(const Drawn *drawn, const LapGameKind *kind, guint tier)
{
  gint64 values[LAP_SEATS_MAX];
  if (!has_lines(drawn, kind->id, tier) || (tier == LAP_TIER_PROGRESS && has_place(kind))) return;
  for (guint seat = 0; seat < seats_of(drawn); seat++) values[seat] = sum_of(drawn, seat, kind->id, tier);
  g_autofree char *name = lap_title_category(drawn->texts, kind);
  print_row(drawn, name, values, tier ? TERMINAL_DIM : NULL);
}

/* In the order in which the game declares them. */
static void print_categories(const Drawn *drawn, guint tier)
{
  const LapGame *game = lap_engine_game(drawn->engine);
  for (guint depth = 0; depth < game->depth; depth++)
    for (guint i = 0; i < game->level[depth].plugin.categories.n; i++)
      print_category(drawn, &game->level[depth].categories[i], tier);
}

static void print_standing(const Drawn *drawn)
{
  const LapGame *game = lap_engine_game(drawn->engine);
  for (guint i = 0; i < drawn->sheet.n; i++) {
    const LapGameKind *kind = lap_game_category(game, drawn->sheet.line[i].kind);
    if (drawn->sheet.line[i].tier != LAP_TIER_PROGRESS || !kind || has_place(kind)) continue;
    printf("  %s\n", message("cli.standing"));
    print_categories(drawn, LAP_TIER_PROGRESS);
    return;
  }
}

static void print_total(const Drawn *drawn)
{
  gint64 values[LAP_SEATS_MAX];
  for (guint seat = 0; seat < seats_of(drawn); seat++) values[seat] = drawn->sheet.total[seat][LAP_TIER_POINTS];
  print_row(drawn, message("cli.total"), values, TERMINAL_BOLD);
}

static void print_places(const Drawn *drawn)
{
  gint64 values[LAP_SEATS_MAX];
  for (guint seat = 0; seat < seats_of(drawn); seat++) values[seat] = drawn->sheet.place[seat];
  print_row(drawn, message("cli.place"), values, TERMINAL_BOLD);
}

static guint widest_label(const Drawn *drawn)
{
  const LapGame *game = lap_engine_game(drawn->engine);
  guint columns = 0;
  for (guint depth = 0; depth < game->depth; depth++)
    for (guint i = 0; i < game->level[depth].plugin.categories.n; i++) {
      g_autofree char *name = lap_title_category(drawn->texts, &game->level[depth].categories[i]);
      columns = MAX(columns, terminal_columns(name));
    }
  return columns;
}

/* As wide as the names want, as far as the terminal allows. */
static void measure(Drawn *drawn)
{
  guint longest = 6, seats = seats_of(drawn);
  for (guint seat = 0; seat < seats; seat++) longest = MAX(longest, terminal_columns(drawn->names[seat]));
  guint least = seats * 7, room = MAX(terminal_width(), 40) - 4;
  drawn->label = CLAMP(widest_label(drawn), 12, room > least + 20 ? room - least : 20);
  drawn->columns = CLAMP(longest, 5, MAX((room - drawn->label) / seats, 6) - 1);
}

void score_table_print(LapEngine *engine, const LapBlock *block, LapTexts *texts, const char *const *names,
                       guint viewer, const LapStanding *standing)
{
  Drawn drawn = {.engine = engine, .texts = texts, .names = names};
  drawn.final = standing->final;
  lap_score_of_match(engine, block, viewer, standing, &drawn.sheet);
  measure(&drawn);
  print_names(&drawn);
  print_categories(&drawn, LAP_TIER_POINTS);
  print_rule(&drawn);
  print_total(&drawn);
  /* What breaks ties comes under the total; the goal of those who play together too. */
  for (guint tier = LAP_TIER_TIES; tier <= LAP_TIER_GOAL; tier++) print_categories(&drawn, tier);
  if (!drawn.final) print_standing(&drawn);
  if (drawn.final && !drawn.sheet.together) print_places(&drawn);
}

/* --- reasons and the verdict */

static gboolean has_reason(LapTexts *texts, const LapGameKind *kind)
{
  g_autofree char *key = lap_text_key("score", kind->name);
  return kind->n_args > 0 && lap_texts_has(texts, key);
}

/* Whose points they are, where the sentence does not say. */
static char *with_name(const LapLine *line, const char *const *names, const char *text)
{
  const char *name = line->seat >= 0 ? names[line->seat] : NULL;
  return name && !strstr(text, name) ? g_strconcat(name, ": ", text, NULL) : g_strdup(text);
}

void score_table_print_reasons(LapEngine *engine, const LapBlock *block, LapTexts *texts, const char *const *names,
                               guint viewer)
{
  LapSheet sheet;
  lap_engine_score_known(engine, block, viewer, &sheet);
  for (guint i = 0; i < sheet.n; i++) {
    const LapGameKind *kind = lap_game_category(lap_engine_game(engine), sheet.line[i].kind);
    gboolean counts = sheet.line[i].tier != LAP_TIER_PROGRESS;
    if (!kind || !has_reason(texts, kind) || (!counts && lap_head_of(block)->over)) continue;
    g_autofree char *text = lap_texts_line(texts, &sheet.line[i], names);
    g_autofree char *named = with_name(&sheet.line[i], names, text);
    g_autofree char *first = counts ? g_strdup_printf("  %4d  ", sheet.line[i].points) : g_strdup("        ");
    terminal_paragraph(first, named);
  }
}

/* "Ann, Bo and Cleo" */
static char *enumerate_winners(const LapSheet *sheet, guint seats, const char *const *names, guint winners)
{
  g_autoptr(GString) list = g_string_new(NULL);
  guint listed = 0;
  for (guint seat = 0; seat < seats; seat++) {
    if (sheet->place[seat] != 1) continue;
    listed++;
    if (listed == winners && winners > 1)
      return message_with("cli.and", WORD("names", list->str), WORD("name", names[seat]));
    g_string_append_printf(list, "%s%s", listed == 1 ? "" : ", ", names[seat]);
  }
  return g_strdup(list->str);
}

/* Where nothing had to be reached, an end is neither won nor lost. */
static char *verdict_together(const LapSheet *sheet)
{
  if (sheet->total[0][LAP_TIER_GOAL] > 0)
    return g_strdup(message(sheet->place[0] == 1 ? "cli.won_together" : "cli.lost_together"));
  return message_with("cli.ends_together", COUNT("points", sheet->total[0][LAP_TIER_POINTS]));
}

char *score_verdict(LapEngine *engine, const LapBlock *block, const char *const *names, const LapStanding *standing)
{
  LapSheet sheet;
  lap_score_of_match(engine, block, LAP_OMNISCIENT, standing, &sheet);
  guint seats = lap_engine_seats(engine), winners = 0;
  if (sheet.together) return verdict_together(&sheet);
  for (guint seat = 0; seat < seats; seat++) winners += sheet.place[seat] == 1;
  if (seats == 1)
    return message_with("cli.ends_with", WORD("name", names[0]), COUNT("points", sheet.total[0][LAP_TIER_POINTS]));
  g_autofree char *list = enumerate_winners(&sheet, seats, names, winners);
  if (winners == 1) return message_with("cli.wins", WORD("name", list));
  return message_with(winners == seats ? "cli.draw" : "cli.share", WORD("names", list));
}
