#include "match.h"

#include <stdio.h>

#include "cursor.h"
#include "host/match/entry.h"
#include "host/projection/sentences.h"
#include "messages.h"
#include "score-table.h"
#include "subcommand.h"
#include "table.h"
#include "terminal.h"

const char *const *match_names(const Match *match) { return lap_match_names(match->match); }

LapSession *match_session(const Match *match, GError **error) { return lap_match_session(match->match, error); }

guint match_moves(const Match *match)
{
  LapSession *session = match_session(match, NULL);
  return session ? lap_head_of(lap_session_block(session))->ply : 0;
}

void match_clear(Match *match)
{
  for (guint viewer = 0; viewer < G_N_ELEMENTS(match->reader); viewer++)
    g_clear_pointer(&match->reader[viewer].sentences, g_ptr_array_unref);
  g_clear_pointer(&match->appearance, lap_appearance_free);
  g_clear_pointer(&match->view, lap_view_free);
  g_clear_object(&match->match);
  g_clear_object(&match->host);
  seats_clear(&match->seats);
  loaded_game_clear(&match->loaded);
  g_clear_pointer(&match->file, g_free);
}

/* --- events since the last screen */

static void read_entry(Match *match, Reader *reader, guint viewer, const LapEntry *entry)
{
  g_auto(LapRecipient) recipient = {0};
  lap_recipient_init(&recipient, match->view->game, match->loaded.texts, match->language, viewer, match_names(match),
                     match->seats.n);
  recipient.host = match->host;
  g_ptr_array_extend_and_steal(reader->sentences, lap_sentences_of_entry(&recipient, entry));
}

static gboolean look_at_game(Match *match, GError **error)
{
  LapSession *session = match_session(match, error);
  if (!session) return FALSE;
  g_clear_pointer(&match->appearance, lap_appearance_free);
  g_clear_pointer(&match->view, lap_view_free);
  match->appearance = lap_appearance_new(lap_session_engine(session));
  match->view = lap_view_new(lap_session_engine(session));
  return TRUE;
}

/* It has become one of another game. */
static void follow(Match *match)
{
  g_autoptr(GError) error = NULL;
  LoadedGame *loaded = &match->loaded;
  lap_game_unref(loaded->game);
  loaded->game = lap_game_ref(lap_match_get_game(match->match));
  LapTexts *texts = load_texts(loaded->registry, loaded->game, match->language, &error);
  if (texts) {
    lap_texts_free(loaded->texts);
    loaded->texts = texts;
  }
  if (!texts || !look_at_game(match, &error)) g_warning("%s", error->message);
}

static void on_entry(Match *match, G_GNUC_UNUSED LapMatch *played, const LapEntry *entry)
{
  if (entry->new_rules) follow(match);
  for (guint viewer = 0; viewer < G_N_ELEMENTS(match->reader); viewer++)
    if (match->reader[viewer].sentences) read_entry(match, &match->reader[viewer], viewer, entry);
}

/* The session has just started the match, and still has the events of the start. */
static void read_start(Match *match, LapSession *session)
{
  LapEntry start = {.kind = LAP_ENTRY_MOVE};
  start.events = lap_session_events(session, &start.n_events);
  on_entry(match, match->match, &start);
}

/* --- beginning */

static void fill_random(gpointer data, guint8 *bytes, gsize n)
{
  for (gsize i = 0; i < n; i++) bytes[i] = (guint8)lap_generator_below(data, 256);
}

static gboolean open_host(Match *match, GError **error)
{
  g_autoptr(LapStore) store = lap_store_open("memory:", error);
  if (!store) return FALSE;
  match->host = lap_host_new(match->loaded.registry, store);
  match->chance = lap_generator_seeded(~match->seed);
  lap_host_set_sources(match->host, NULL, NULL, fill_random, &match->chance);
  lap_host_set_bot_threads(match->host, MIN(g_get_num_processors(), LAP_BUDGET_THREADS_MAX));
  return TRUE;
}

static void set_options(LapMatchSettings *settings, char **options)
{
  for (; options && *options; options++) {
    g_auto(GStrv) pair = g_strsplit(*options, "=", 2);
    lap_match_settings_set_option(settings, pair[0], pair[1]);
  }
}

static LapMatchSettings *settings_of(const Match *match, char **options)
{
  const Seats *seats = &match->seats;
  LapMatchSettings *settings = lap_match_settings_new(match->loaded.game->id, seats->n);
  lap_match_settings_set_seed(settings, match->seed);
  set_options(settings, options);
  for (guint seat = 0; seat < seats->n; seat++) {
    if (!seats->bot[seat]) continue;
    lap_match_settings_set_bot(settings, seat, seats->bot[seat]->name);
    lap_match_settings_set_bot_name(settings, seat, seats->name[seat]);
  }
  return settings;
}

static gboolean seat_people(Match *match, const LapInvitations *invitations, GError **error)
{
  for (guint seat = 0; seat < match->seats.n; seat++)
    if (!match->seats.bot[seat] && !lap_match_join(match->match, invitations->invitations[seat], -1,
                                                   match->seats.name[seat], NULL, NULL, NULL, NULL, error))
      return FALSE;
  return TRUE;
}

static gboolean create(Match *match, char **options, GError **error)
{
  g_autoptr(LapInvitations) invitations = NULL;
  g_autoptr(LapMatchSettings) settings = settings_of(match, options);
  if (!open_host(match, error)) return FALSE;
  match->match = lap_host_create(match->host, settings, &invitations, error);
  return match->match && seat_people(match, invitations, error);
}

static gboolean begin(Match *match, char **options, GError **error)
{
  if (!create(match, options, error)) return FALSE;
  if (!look_at_game(match, error)) return FALSE;
  read_start(match, match_session(match, NULL));
  g_signal_connect_swapped(match->host, "entry", G_CALLBACK(on_entry), match);
  return TRUE;
}

int match_begin(Match *match, char **options, guint32 readers)
{
  g_autoptr(GError) error = NULL;
  match->at_screen = -1;
  for (guint viewer = 0; viewer < G_N_ELEMENTS(match->reader); viewer++)
    if (readers >> viewer & 1) match->reader[viewer].sentences = g_ptr_array_new_with_free_func(g_free);
  if (begin(match, options, &error))
    return match_save(match, &error) ? -1 : fail_with(EXIT_FAILED, "%s", error->message);
  gboolean usage = g_error_matches(error, LAP_MATCH_ERROR, LAP_MATCH_ERROR_INVALID) ||
                   g_error_matches(error, LAP_MATCH_ERROR, LAP_MATCH_ERROR_REFUSED);
  return fail_with(usage ? EXIT_USAGE : EXIT_FAILED, "the match cannot begin: %s", error->message);
}

/* --- playing */

gboolean match_play_bot(Match *match)
{
  guint64 before = lap_match_get_seq(match->match);
  lap_host_play_bots(match->host, 1);
  return lap_match_get_seq(match->match) > before && !match_fault(match);
}

const char *match_fault(const Match *match)
{
  const LapSuspension *suspension = lap_match_get_suspension(match->match);
  return suspension ? suspension->reason : NULL;
}

static gboolean agree(Match *match, GError **error)
{
  guint64 proposal;
  guint proposer;
  guint32 asked;
  while (lap_match_get_proposal(match->match, &proposal, &proposer, &asked) != LAP_PROPOSAL_NONE && asked)
    if (!lap_match_answer(match->match, (guint)g_bit_nth_lsf(asked, -1), proposal, TRUE, NULL, NULL, error))
      return FALSE;
  return TRUE;
}

gboolean match_undo(Match *match, guint seat, GError **error)
{
  return lap_match_propose(match->match, seat, LAP_PROPOSAL_UNDO, NULL, NULL, error) && agree(match, error);
}

gboolean match_swap(Match *match, guint seat, const char *game, const char *const *options, GError **error)
{
  return lap_match_propose_swap(match->match, seat, game, options, NULL, NULL, error) && agree(match, error);
}

gboolean match_awaits_swap(const Match *match) { return lap_match_get_swap(match->match) != NULL; }

gboolean match_call_off(Match *match, guint seat, GError **error)
{
  guint64 proposal;
  lap_match_get_proposal(match->match, &proposal, NULL, NULL);
  return lap_match_answer(match->match, seat, proposal, FALSE, NULL, NULL, error);
}

static gboolean write_log(const Match *match, GError **error)
{
  g_autofree char *text = lap_match_log_text(match->match, error);
  return text && g_file_set_contents(match->file, text, -1, error);
}

gboolean match_save(const Match *match, GError **error)
{
  if (!match->file || write_log(match, error)) return TRUE;
  g_prefix_error(error, "the log cannot be written: ");
  return FALSE;
}

/* --- showing */

/* Repeated sentences are printed once, with a count. */
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

void match_print_news(Match *match, guint viewer, guint lines)
{
  Reader *reader = &match->reader[viewer];
  guint n = reader->sentences->len, unread = n - reader->read;
  guint skipped = lines && unread > lines ? unread - lines : 0;
  g_autofree char *earlier = skipped ? message_with("cli.earlier", COUNT("count", skipped)) : NULL;
  if (earlier) printf("  %s\n", earlier);
  print_sentences(reader->sentences, reader->read + skipped);
  reader->read = n;
}

/* What stands above and below the table on the screen, in lines. */
enum { OTHERS = 10 };

/* Whether a table of so many lines and the rest do not fit onto the screen. */
static gboolean is_low(guint lines)
{
  guint height = terminal_height();
  return height && terminal()->keyboard && height < lines + OTHERS;
}

/* How many sentences stand above a table of so many lines: on a small screen few. */
static guint news_above(guint lines)
{
  enum { MOST = 20, LEAST = 3 };
  guint height = terminal_height();
  if (!height || !terminal()->keyboard || height > lines + OTHERS + MOST) return MOST;
  return height > lines + OTHERS + LEAST ? height - lines - OTHERS : LEAST;
}

/* On a low screen, the part of the table that the cursor is in. */
static void print_table(Picture *table, guint at)
{
  enum { BELOW = 6 }; /* steps, the choice, the question */
  guint height = terminal_height(), lines = table->line->len;
  guint rows = at && height > 2 * BELOW ? MIN(lines, height - BELOW) : lines;
  guint line = at ? cursor_line(table, at) : 0;
  if (at) cursor_mark(table, at);
  picture_print_part(table, CLAMP(line, rows / 2, lines - rows + rows / 2) - rows / 2, rows);
}

Picture *match_show(Match *match, LapEngine *engine, const LapBlock *block, guint viewer, const LapActions *choices,
                    guint at)
{
  const LoadedGame *loaded = &match->loaded;
  gint64 points[LAP_SEATS_MAX];
  gboolean has_points = score_points(engine, block, viewer, points);
  g_autofree char *together = score_together(engine, block, viewer);
  g_autoptr(GArray) numbers = choices ? choice_numbers(match->view->game, choices) : NULL;
  Render render = {.view = match->view,
                   .texts = loaded->texts,
                   .appearance = match->appearance,
                   .names = match_names(match),
                   .points = has_points ? points : NULL,
                   .together = together,
                   .numbers = numbers};
  lap_view_build(match->view, engine, block, viewer);
  g_autofree char *heading = table_heading(&render, game_title(loaded->registry, loaded->game, loaded->texts));
  printf("\n%s\n", heading);
  Picture *picture = table_draw(&render);
  if (is_low(picture->line->len)) {
    picture_free(picture);
    render.is_low = TRUE;
    picture = table_draw(&render);
  }
  match_print_news(match, viewer, news_above(picture->line->len));
  putchar('\n');
  print_table(picture, at);
  return picture;
}
