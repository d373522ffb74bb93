#include "play.h"

#include <string.h>

#include "games.h"
#include "host/validate/fields.h"

LapSession *play_new(guint levels, guint seats, guint64 seed)
{
  g_autoptr(LapGame) game = fixture_game(levels);
  GError *error = NULL;
  LapSession *session = lap_session_new(game, seats, NULL, seed, &error);
  g_assert_no_error(error);
  return session;
}

guint play_move(LapSession *session, LapGenerator *chooser, int seat)
{
  LapAction steps[16];
  if (seat < 0) seat = __builtin_ctz(lap_session_waiting(session));
  for (guint n = 0; n < G_N_ELEMENTS(steps); n++) {
    GError *error = NULL;
    const LapActions *actions = lap_session_legal(session, (guint)seat, steps, n, &error);
    g_assert_no_error(error);
    steps[n] = actions->v[lap_generator_below(chooser, actions->n)];
    if (lap_session_play(session, steps, n + 1, NULL)) return n + 1;
  }
  g_assert_not_reached();
}

const char *play_phase(LapSession *session)
{
  const LapGame *game = lap_engine_game(lap_session_engine(session));
  return lap_game_phase(game, lap_head_of(lap_session_block(session))->phase)->name;
}

gboolean play_until(LapSession *session, LapGenerator *chooser, const char *phase)
{
  while (!lap_session_over(session)) {
    if (g_str_equal(play_phase(session), phase)) return TRUE;
    play_move(session, chooser, -1);
  }
  return FALSE;
}

gconstpointer play_field(LapSession *session, const LapBlock *block, const char *name, guint row)
{
  LapEngine *engine = lap_session_engine(session);
  const LapGameField *field = lap_game_field_named(lap_engine_game(engine), name);
  g_assert_nonnull(field);
  return lap_fields_at(engine, block, field, row, 0);
}

LapBlock *play_copy(LapSession *session)
{
  LapBlock *copy = lap_block_new(lap_session_engine(session));
  memcpy(copy, lap_session_block(session), lap_engine_block_size(lap_session_engine(session)));
  return copy;
}
