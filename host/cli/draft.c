#include "draft.h"

#include <string.h>

gboolean draft_init(Draft *draft, LapSession *session, GError **error)
{
  LapEngine *engine = lap_session_engine(session);
  *draft = (Draft){.session = session};
  draft->engine = lap_engine_new((LapGame *)lap_engine_game(engine), lap_engine_seats(engine),
                                 lap_engine_options(engine), error);
  if (!draft->engine) return FALSE;
  draft->block = lap_block_new(draft->engine);
  draft->steps = g_array_new(FALSE, TRUE, sizeof(LapAction));
  return TRUE;
}

void draft_clear(Draft *draft)
{
  g_clear_pointer(&draft->block, lap_block_free);
  g_clear_pointer(&draft->engine, lap_engine_free);
  g_clear_pointer(&draft->steps, g_array_unref);
}

void draft_begin(Draft *draft, guint seat)
{
  memcpy(draft->block, lap_session_block(draft->session), lap_engine_block_size(draft->engine));
  draft->seat = seat;
  g_array_set_size(draft->steps, 0);
}

static void set_fault(const Draft *draft, GError **error)
{
  const char *fault = lap_engine_fault(draft->engine);
  g_set_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_FAULT, "fault: %s", fault ? fault : "of the rules");
}

GArray *draft_choices(Draft *draft, GError **error)
{
  const LapActions *legal = lap_engine_legal(draft->engine, draft->block, draft->seat);
  if (legal->n == 0) {
    g_set_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_FAULT,
                "a dead end: seat %u has a decision but nothing that it may do", draft->seat);
    return NULL;
  }
  GArray *choices = g_array_new(FALSE, TRUE, sizeof(LapAction));
  return g_array_append_vals(choices, legal->v, legal->n);
}

LapMove draft_take(Draft *draft, const LapAction *action, GError **error)
{
  LapMove move = lap_engine_apply(draft->engine, draft->block, action);
  if (move == LAP_MOVE_FAULT) {
    set_fault(draft, error);
    draft_begin(draft, draft->seat);
  } else {
    g_array_append_vals(draft->steps, action, 1);
  }
  return move;
}

gboolean draft_back(Draft *draft)
{
  if (!draft->steps->len) return FALSE;
  g_autoptr(GArray) steps = g_array_copy(draft->steps);
  draft_begin(draft, draft->seat);
  for (guint i = 0; i + 1 < steps->len; i++) draft_take(draft, &g_array_index(steps, LapAction, i), NULL);
  return TRUE;
}

gboolean draft_play(Draft *draft, GError **error)
{
  return lap_session_play(draft->session, (const LapAction *)(gpointer)draft->steps->data, draft->steps->len, error);
}
