/* A whole host in one file: loads a game by its id, plays it with random moves, and prints what a watcher sees.
 *
 *   tiny-host GAME [SEATS [SEED]]
 *
 * It needs nothing but the installed library: cc tiny-host.c $(pkg-config --cflags --libs lapidary) */
#include <stdio.h>

#include "host/engine/session.h"
#include "host/plugins/registry.h"
#include "host/projection/redact.h"
#include "host/projection/view.h"

/* The longest move, in steps, that this host accepts. */
enum { STEPS_MAX = 64 };

static void print(GString *line)
{
  puts(line->str);
  g_string_truncate(line, 0);
}

/* Prints the events of the last move as a watcher sees them, a line each; a secret argument is "?". */
static void print_events(LapSession *session, const LapGame *game)
{
  guint n;
  const LapEvent *event = lap_session_events(session, &n);
  g_autoptr(GString) line = g_string_new(NULL);
  for (guint i = 0; i < n; i++) {
    lap_event_write(game, &event[i], LAP_WATCHER, line);
    print(line);
  }
}

static void print_view(LapSession *session)
{
  g_autoptr(GString) line = g_string_new(NULL);
  lap_view_write(lap_session_engine(session), lap_session_block(session), LAP_WATCHER, line);
  print(line);
}

static void print_score(LapSession *session, const LapGame *game)
{
  LapSheet sheet;
  g_autoptr(GString) line = g_string_new(NULL);
  lap_engine_score(lap_session_engine(session), lap_session_block(session), &sheet);
  lap_sheet_write(game, &sheet, LAP_WATCHER, line);
  print(line);
  for (guint seat = 0; seat < lap_engine_seats(lap_session_engine(session)); seat++)
    printf("seat %u: place %u, %d points\n", seat, sheet.place[seat], sheet.total[sheet.together ? 0 : seat][0]);
}

/* A move is a run of steps: after each, the session says which may follow, or that the move is complete. */
static gboolean play_move(LapSession *session, LapGenerator *chooser, GError **error)
{
  LapAction step[STEPS_MAX];
  guint n = 0, seat = (guint)__builtin_ctz(lap_session_waiting(session));
  const LapActions *legal = lap_session_legal(session, seat, NULL, 0, error);
  while (legal && n < STEPS_MAX) {
    step[n++] = legal->v[lap_generator_below(chooser, legal->n)];
    legal = lap_session_legal(session, seat, step, n, NULL);
  }
  return n > 0 && lap_session_play(session, step, n, error);
}

static gboolean play(const char *id, guint seats, guint64 seed, GError **error)
{
  g_autoptr(LapRegistry) registry = lap_registry_new(NULL);
  g_autoptr(LapGame) game = lap_registry_load(registry, id, error);
  if (!game) return FALSE;

  g_autoptr(LapSession) session = lap_session_new(game, seats ? seats : game->seats_min, NULL, seed, error);
  if (!session) return FALSE;

  LapGenerator chooser = lap_generator_seeded(seed);
  print_events(session, game);
  while (!lap_session_over(session)) {
    if (!play_move(session, &chooser, error)) return FALSE;
    print_events(session, game);
  }
  print_view(session);
  print_score(session, game);
  return TRUE;
}

int main(int argc, char **argv)
{
  g_autoptr(GError) error = NULL;
  if (argc < 2) {
    fprintf(stderr, "usage: %s GAME [SEATS [SEED]]\n", argv[0]);
    return 2;
  }
  guint seats = argc > 2 ? (guint)g_ascii_strtoull(argv[2], NULL, 10) : 0;
  guint64 seed = argc > 3 ? g_ascii_strtoull(argv[3], NULL, 10) : 1;
  if (play(argv[1], seats, seed, &error)) return 0;
  fprintf(stderr, "%s: %s\n", argv[0], error->message);
  return 1;
}
