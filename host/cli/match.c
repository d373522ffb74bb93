#include "match.h"

#include <stdio.h>

#include "messages.h"
#include "render.h"
#include "score-table.h"
#include "subcommand.h"
#include "table.h"
#include "terminal.h"

void match_clear(Match *match)
{
  for (guint seat = 0; seat < match->seats.n; seat++) {
    const LapBot *bot = match->seats.bot[seat];
    if (bot && bot->close && match->memory[seat]) bot->close(match->memory[seat]);
  }
  g_clear_pointer(&match->log, lap_log_free);
  g_clear_pointer(&match->looks, looks_free);
  draft_clear(&match->draft);
  story_clear(&match->story);
  g_clear_pointer(&match->session, lap_session_free);
  seats_clear(&match->seats);
  loaded_game_clear(&match->loaded);
  g_clear_pointer(&match->file, g_free);
}

gboolean match_save(const Match *match, GError **error)
{
  return !match->file || lap_log_save(match->log, match->file, error);
}

static void open_bots(Match *match)
{
  for (guint seat = 0; seat < match->seats.n; seat++) {
    const LapBot *bot = match->seats.bot[seat];
    if (bot && bot->open) match->memory[seat] = bot->open(match->draft.engine, seat);
  }
}

int match_begin(Match *match, const LapOptions *options)
{
  g_autoptr(GError) error = NULL;
  match->session = lap_session_new(match->loaded.game, match->seats.n, options, match->seed, &error);
  if (!match->session || !draft_init(&match->draft, match->session, &error))
    return fail_with(EXIT_FAILED, "the match cannot begin: %s", error->message);
  match->log = lap_log_new(match->session, match->seed);
  if (!match_save(match, &error)) return fail_with(EXIT_FAILED, "the log cannot be written: %s", error->message);
  match->looks = looks_new(match->draft.engine, match->loaded.texts);
  story_init(&match->story, match->loaded.texts, match_names(match), match->session);
  match->chance = lap_generator_seeded(~match->seed);
  for (guint i = 0; i <= LAP_OMNISCIENT; i++) match->heard[i] = -1;
  match->at_screen = -1;
  open_bots(match);
  return -1;
}

gboolean match_play_draft(Match *match, GError **error)
{
  const LapAction *steps = (const LapAction *)(gpointer)match->draft.steps->data;
  guint n = match->draft.steps->len;
  if (!draft_play(&match->draft, error)) return FALSE;
  lap_log_add(match->log, match->session, steps, n);
  story_add(&match->story, match->session, steps, n);
  return TRUE;
}

gboolean match_play_bot(Match *match, guint seat, GError **error)
{
  const LapBot *bot = match->seats.bot[seat];
  LapMove move = LAP_MOVE_MORE;
  draft_begin(&match->draft, seat);
  while (move == LAP_MOVE_MORE) {
    g_autoptr(GArray) choices = draft_choices(&match->draft, error);
    if (!choices) return FALSE;
    const LapActions legal = {(LapAction *)(gpointer)choices->data, choices->len, choices->len};
    guint choice = bot->choose(match->memory[seat], match->draft.engine, match->draft.block, seat, &legal,
                               &match->chance);
    move = draft_take(&match->draft, &legal.v[MIN(choice, legal.n - 1)], error);
  }
  return move == LAP_MOVE_MADE && match_play_draft(match, error);
}

static guint last_move_of(const Match *match, guint seat)
{
  guint move = story_moves(&match->story);
  while (move > 0 && story_mover(&match->story, move) != seat) move--;
  return move;
}

gboolean match_undo(Match *match, guint seat)
{
  guint last = last_move_of(match, seat);
  if (last == 0) return FALSE;
  while (story_moves(&match->story) >= last) {
    lap_session_undo(match->session);
    lap_log_drop(match->log);
    story_cut(&match->story, story_moves(&match->story) - 1);
  }
  for (guint i = 0; i <= LAP_OMNISCIENT; i++) match->heard[i] = MIN(match->heard[i], (int)last - 1);
  return TRUE;
}

/* The same sentence three times over is one line. */
static void print_sentences(const GPtrArray *sentences, guint from)
{
  const char *bullet = terminal()->utf8 ? "  • " : "  * ", *times = terminal()->utf8 ? "×" : "x";
  for (guint i = from, run; i < sentences->len; i += run) {
    for (run = 1; i + run < sentences->len && g_str_equal(sentences->pdata[i], sentences->pdata[i + run]);) run++;
    g_autofree char *text = run == 1 ? g_strdup(sentences->pdata[i])
                                     : g_strdup_printf("%s (%s%u)", (const char *)sentences->pdata[i], times, run);
    terminal_paragraph(bullet, text);
  }
}

void match_tell(Match *match, guint viewer, guint lines)
{
  g_autoptr(GPtrArray) sentences = story_since(&match->story, match->heard[viewer], viewer);
  guint skipped = lines && sentences->len > lines ? sentences->len - lines : 0;
  g_autofree char *earlier = skipped ? message_with("cli.earlier", COUNT("count", skipped)) : NULL;
  if (earlier) printf("  %s\n", earlier);
  print_sentences(sentences, skipped);
  match->heard[viewer] = (int)story_moves(&match->story);
}

void match_show(Match *match, LapEngine *engine, const LapBlock *block, guint viewer, const LapActions *choices)
{
  gint64 points[LAP_SEATS_MAX];
  gboolean has_points = score_points(engine, block, viewer, points);
  g_autoptr(GArray) marks = choices ? marks_of(match->loaded.game, choices) : NULL;
  g_autoptr(JsonObject) view = table_view(engine, block, viewer);
  const Scene scene = {.looks = match->looks, .marks = marks, .names = match_names(match)};
  const Table table = {scene, match->seats.n, viewer, view, has_points ? points : NULL};
  g_autofree char *heading = table_heading(&table,
                                           game_title(match->loaded.registry, match->loaded.game, match->loaded.texts));
  printf("\n%s\n", heading);
  match_tell(match, viewer, 20);
  g_autoptr(Picture) picture = table_draw(&table);
  putchar('\n');
  picture_print(picture, 0);
}
