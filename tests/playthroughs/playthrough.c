#include "playthrough.h"

#include "host/engine/knowledge.h"
#include "host/engine/position.h"
#include "host/engine/session.h"
#include "host/plugins/registry.h"
#include "host/projection/redact.h"
#include "host/projection/view.h"
#include "host/text/texts.h"

static const char *const names[] = {"Ana", "Budi", "Carla", "Dewi", "Elena", "Farid", "Gita"};

/* A line of the score may be of all seats together. */
static const char *name_of(int seat) { return seat == LAP_TOGETHER ? "All" : names[seat]; }

typedef struct {
  const Playthrough *what;
  LapGame *game;
  LapSession *session;
  LapTexts *texts;
  LapGenerator chooser;
  guint moves;
  GString *out;
} Writer;

static LapRegistry *registry(void)
{
  static LapRegistry *only = NULL;
  if (!only) only = lap_registry_new(NULL);
  return only;
}

static LapOptions *options_of(const Playthrough *what, const LapGame *game)
{
  g_autoptr(GError) error = NULL;
  LapOptions *options = lap_options_new(game);
  if (what->option) lap_options_set(options, game, what->option, what->value, &error);
  g_assert_no_error(error);
  return options;
}

static void writer_init(Writer *writer, const Playthrough *what)
{
  g_autoptr(GError) error = NULL;
  *writer = (Writer){.what = what, .chooser = lap_generator_seeded(what->seed), .out = g_string_new(NULL)};
  writer->game = lap_registry_load(registry(), what->game, &error);
  g_assert_no_error(error);
  g_autoptr(LapOptions) options = options_of(what, writer->game);
  writer->session = lap_session_new(writer->game, what->seats, options, what->seed, &error);
  g_assert_no_error(error);
  writer->texts = lap_texts_new(writer->game, lap_registry_get_folders(registry(), what->game), "en", &error);
  g_assert_no_error(error);
}

static void writer_clear(Writer *writer)
{
  lap_texts_free(writer->texts);
  lap_session_free(writer->session);
  lap_game_unref(writer->game);
}

static void write_head(Writer *writer)
{
  const Playthrough *what = writer->what;
  g_string_append_printf(writer->out, "%s, %u seats, seed %" G_GUINT64_FORMAT, what->game, what->seats, what->seed);
  if (what->option) g_string_append_printf(writer->out, ", %s %s", what->option, what->value);
  g_string_append(writer->out, ", random moves\n");
}

static void write_events(Writer *writer)
{
  guint n;
  const LapEvent *event = lap_session_events(writer->session, &n);
  for (guint i = 0; i < n; i++) {
    g_autofree char *sentence = lap_texts_event(writer->texts, &event[i], names, LAP_WATCHER);
    g_string_append_printf(writer->out, "   > %s\n", sentence);
  }
}

static void write_view(Writer *writer, guint viewer)
{
  if (viewer == LAP_WATCHER)
    g_string_append(writer->out, "   watcher sees ");
  else
    g_string_append_printf(writer->out, "   %s sees ", names[viewer]);
  lap_view_write(lap_session_engine(writer->session), lap_session_block(writer->session), viewer, writer->out);
  g_string_append_c(writer->out, '\n');
}

static void write_views(Writer *writer)
{
  guint32 waiting = lap_session_waiting(writer->session);
  if (waiting) write_view(writer, (guint)__builtin_ctz(waiting));
  write_view(writer, LAP_WATCHER);
}

static void write_hash(Writer *writer)
{
  guint64 hash = lap_hash(lap_session_engine(writer->session), lap_session_block(writer->session));
  g_string_append_printf(writer->out, "   hash %016" G_GINT64_MODIFIER "x\n", hash);
}

static void write_step(Writer *writer, const LapAction *step)
{
  g_autofree char *sentence = lap_texts_action(writer->texts, step, names, LAP_OMNISCIENT);
  g_string_append_printf(writer->out, "%u. %s: %s\n   ", writer->moves, names[step->seat], sentence);
  lap_action_write(writer->game, step, LAP_OMNISCIENT, writer->out);
  g_string_append_c(writer->out, '\n');
}

/* Steps until the move is whole. */
static void play_move(Writer *writer)
{
  LapAction step[64];
  guint n = 0, seat = (guint)__builtin_ctz(lap_session_waiting(writer->session));
  const LapActions *legal = lap_session_legal(writer->session, seat, NULL, 0, NULL);
  writer->moves++;
  while (legal && n < G_N_ELEMENTS(step)) {
    step[n] = legal->v[lap_generator_below(&writer->chooser, legal->n)];
    write_step(writer, &step[n++]);
    legal = lap_session_legal(writer->session, seat, step, n, NULL);
  }
  g_autoptr(GError) error = NULL;
  lap_session_play(writer->session, step, n, &error);
  g_assert_no_error(error);
}

static void write_score(Writer *writer)
{
  LapSheet sheet;
  lap_engine_score(lap_session_engine(writer->session), lap_session_block(writer->session), &sheet);
  g_string_append(writer->out, "Score\n");
  for (guint i = 0; i < sheet.n; i++) {
    g_autofree char *sentence = lap_texts_line(writer->texts, &sheet.line[i], names);
    g_string_append_printf(writer->out, "   %s, tier %u, %d: %s\n", name_of(sheet.line[i].seat), sheet.line[i].tier,
                           sheet.line[i].points, sentence);
  }
  for (guint seat = 0; seat < writer->what->seats; seat++)
    g_string_append_printf(writer->out, "   %s: %d, place %u\n", names[seat], sheet.total[seat][0], sheet.place[seat]);
}

char *playthrough_write(const Playthrough *playthrough)
{
  Writer writer;
  writer_init(&writer, playthrough);
  write_head(&writer);
  write_events(&writer);
  write_views(&writer);
  write_hash(&writer);
  while (!lap_session_over(writer.session)) {
    play_move(&writer);
    write_events(&writer);
    if (lap_session_over(writer.session) || writer.moves % playthrough->views_every == 0) write_views(&writer);
    write_hash(&writer);
  }
  write_score(&writer);
  writer_clear(&writer);
  return g_string_free(writer.out, FALSE);
}
