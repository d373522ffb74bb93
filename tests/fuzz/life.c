#include "life.h"

#include "host/engine/generator.h"

static void move(LapSession *session, LapLog *log, LapGenerator *generator)
{
  guint seat = (guint)__builtin_ctz(lap_session_waiting(session)), n = 0;
  LapAction steps[16];
  gboolean whole = FALSE;
  while (!whole) {
    const LapActions *legal = lap_session_legal(session, seat, steps, n, NULL);
    steps[n++] = legal->v[lap_generator_below(generator, legal->n)];
    whole = lap_session_play(session, steps, n, NULL);
  }
  lap_log_add(log, session, steps, n);
}

char *life_log(LapGame *game, guint seats, guint moves, guint64 seed)
{
  g_autoptr(LapOptions) options = lap_options_new(game);
  LapSession *session = lap_session_new(game, seats, options, seed, NULL);
  g_autoptr(LapLog) log = lap_log_new(session, seed);
  LapGenerator generator = lap_generator_seeded(seed);
  for (guint i = 0; i < moves && !lap_session_over(session); i++) move(session, log, &generator);
  lap_session_free(session);
  return lap_log_to_text(log);
}
