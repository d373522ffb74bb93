#include "playthrough.h"

#include "host/engine/knowledge.h"
#include "host/engine/position.h"
#include "host/engine/session.h"
#include "host/projection/redact.h"
#include "host/projection/view.h"

static const char *const names[LAP_SEATS_MAX] = {"Ana",  "Budi", "Carla", "Dewi",  "Elena", "Farid", "Gita", "Hugo",
                                                 "Ines", "Joko", "Karla", "Lukas", "Maya",  "Nico",  "Olga"};

/* A line of the score may be of all seats together. */
static const char *name_of(int seat) { return seat == LAP_TOGETHER ? "All" : names[seat]; }

typedef struct {
  const LapPlaythrough *what;
  LapGame *game;
  LapSession *session;
  LapTexts *texts;
  LapGenerator chooser;
  guint moves;
  GString *out;
} Writer;

static void write_head(Writer *writer)
{
  const LapPlaythrough *what = writer->what;
  g_string_append_printf(writer->out, "%s, %u seats, seed %" G_GUINT64_FORMAT, writer->game->id, what->seats,
                         what->seed);
  if (what->variation) g_string_append_printf(writer->out, ", %s", what->variation);
  g_string_append(writer->out, ", random moves\n");
}

static void write_events(Writer *writer)
{
  guint n;
  const LapEvent *event = lap_session_events(writer->session, &n);
  for (guint i = 0, told; i < n; i += told) {
    g_autofree char *sentence = lap_texts_events(writer->texts, &event[i], n - i, names, LAP_WATCHER, &told);
    if (*sentence) g_string_append_printf(writer->out, "   > %s\n", sentence);
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
  if (!writer->what->hashes) return;
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
static gboolean play_move(Writer *writer, GError **error)
{
  LapAction step[64];
  guint n = 0, seat = (guint)__builtin_ctz(lap_session_waiting(writer->session));
  const LapActions *legal = lap_session_legal(writer->session, seat, NULL, 0, error);
  if (!legal) return FALSE;
  writer->moves++;
  while (legal && n < G_N_ELEMENTS(step)) {
    step[n] = legal->v[lap_generator_below(&writer->chooser, legal->n)];
    write_step(writer, &step[n++]);
    legal = lap_session_legal(writer->session, seat, step, n, NULL);
  }
  return lap_session_play(writer->session, step, n, error);
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

static gboolean play(Writer *writer, GError **error)
{
  write_head(writer);
  write_events(writer);
  write_views(writer);
  write_hash(writer);
  while (!lap_session_over(writer->session)) {
    if (!play_move(writer, error)) return FALSE;
    write_events(writer);
    if (lap_session_over(writer->session) || writer->moves % writer->what->views_every == 0) write_views(writer);
    write_hash(writer);
  }
  write_score(writer);
  return TRUE;
}

char *lap_playthrough_write(LapGame *game, LapTexts *texts, const LapPlaythrough *playthrough, GError **error)
{
  g_autoptr(LapSession)
      session = lap_session_new(game, playthrough->seats, playthrough->options, playthrough->seed, error);
  if (!session) return NULL;
  g_autoptr(GString) out = g_string_new(NULL);
  Writer writer = {.what = playthrough,
                   .game = game,
                   .session = session,
                   .texts = texts,
                   .chooser = lap_generator_seeded(playthrough->seed),
                   .out = out};
  return play(&writer, error) ? g_string_free(g_steal_pointer(&out), FALSE) : NULL;
}

char *lap_playthrough_difference(const char *golden, const char *now)
{
  if (g_str_equal(golden, now)) return NULL;
  g_auto(GStrv) was = g_strsplit(golden, "\n", -1);
  g_auto(GStrv) is = g_strsplit(now, "\n", -1);
  guint line = 0;
  while (was[line] && is[line] && g_str_equal(was[line], is[line])) line++;
  return g_strdup_printf("line %u was: %s\nline %u is:  %s", line + 1, was[line] ? was[line] : "(end)", line + 1,
                         is[line] ? is[line] : "(end)");
}
