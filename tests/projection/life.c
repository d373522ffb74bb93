#include "life.h"

#include "host/projection/prompt.h"

#include "host/projection/view.h"

static GArray *new_actions(void) { return g_array_new(FALSE, FALSE, sizeof(LapAction)); }

void life_begin(Life *life, LapGame *game, guint seats, guint64 seed)
{
  g_autoptr(GError) error = NULL;
  *life = (Life){.game = game, .chooser = lap_generator_seeded(seed + 1)};
  life->session = lap_session_new(game, seats, NULL, seed, &error);
  g_assert_no_error(error);
  life->steps = new_actions();
  life->open = new_actions();
  life->opened = new_actions();
}

void life_end(Life *life)
{
  g_array_unref(life->steps);
  g_array_unref(life->open);
  g_array_unref(life->opened);
  lap_session_free(life->session);
}

static guint some_waiting_seat(Life *life)
{
  guint32 waiting = lap_session_waiting(life->session);
  guint skipped = lap_generator_below(&life->chooser, (guint)__builtin_popcount(waiting));
  while (skipped--) waiting &= waiting - 1;
  return (guint)__builtin_ctz(waiting);
}

static void choose_steps(Life *life, guint seat)
{
  g_autoptr(GError) error = NULL;
  LapMove move = LAP_MOVE_MORE;
  g_array_set_size(life->steps, 0);
  const LapActions *next = lap_session_legal(life->session, seat, NULL, 0, &error);
  while (move == LAP_MOVE_MORE) {
    g_assert_no_error(error);
    g_array_append_val(life->steps, next->v[lap_generator_below(&life->chooser, next->n)]);
    move = lap_session_try(life->session, (const LapAction *)(gpointer)life->steps->data, life->steps->len, &next,
                           &error);
  }
  g_assert_no_error(error);
}

/* In the order of seats. */
static void seal(Life *life)
{
  guint seat = g_array_index(life->steps, LapAction, 0).seat, at = 0;
  while (at < life->open->len && g_array_index(life->open, LapAction, at).seat < seat) at++;
  g_array_insert_vals(life->open, at, life->steps->data, life->steps->len);
}

static gboolean chooses_together(const Life *life)
{
  const LapGamePhase *phase = lap_game_phase(life->game, lap_head_of(lap_session_block(life->session))->phase);
  return phase->kind == LAP_PHASE_TOGETHER;
}

static void note_choice(Life *life, guint seat)
{
  seal(life);
  life->entry.sealed = lap_head_of(lap_session_block(life->session))->ready >> seat & 1;
  if (life->entry.sealed) return;
  g_array_append_vals(life->opened, life->open->data, life->open->len);
  g_array_set_size(life->open, 0);
}

static void note_move(Life *life, guint seat, gboolean together)
{
  LapEntry *entry = &life->entry;
  *entry = (LapEntry){.seq = entry->seq + 1, .kind = LAP_ENTRY_MOVE, .seat = seat, .at = 1000000};
  g_array_set_size(life->opened, 0);
  if (together) note_choice(life, seat);
  entry->over = lap_session_over(life->session);
  entry->steps = (const LapAction *)(gpointer)life->steps->data;
  entry->n_steps = life->steps->len;
  entry->opened = (const LapAction *)(gpointer)life->opened->data;
  entry->n_opened = life->opened->len;
  entry->events = lap_session_events(life->session, &entry->n_events);
}

gboolean life_go_on(Life *life)
{
  g_autoptr(GError) error = NULL;
  if (lap_session_over(life->session)) return FALSE;
  guint seat = some_waiting_seat(life);
  gboolean together = chooses_together(life);
  choose_steps(life, seat);
  lap_session_play(life->session, (const LapAction *)(gpointer)life->steps->data, life->steps->len, &error);
  g_assert_no_error(error);
  note_move(life, seat, together);
  return TRUE;
}

LapRecipient life_recipient(const Life *life, LapTexts *texts, const char *language, guint viewer)
{
  static const char *const nobody[LAP_SEATS_MAX];
  LapRecipient recipient;
  lap_recipient_init(&recipient, life->game, texts, language, viewer, nobody,
                     lap_engine_seats(lap_session_engine(life->session)));
  return recipient;
}

static void write_steps(Life *life, const LapRecipient *recipient, LapJsonWriter *json)
{
  if (recipient->viewer >= LAP_WATCHER || !(lap_session_waiting(life->session) >> recipient->viewer & 1)) return;
  const LapActions *legal = lap_session_legal(life->session, recipient->viewer, NULL, 0, NULL);
  LapEngine *engine = lap_session_engine(life->session);
  const LapBlock *block = lap_session_block(life->session);
  lap_steps_to_json(recipient, engine, block, legal, json);
  lap_json_begin_object(json);
  lap_prompts_to_json(&(LapAsked){recipient->texts, engine, block, recipient->viewer, legal}, json);
  lap_json_end_object(json);
}

char *life_shown(Life *life, const LapRecipient *recipient)
{
  GString *out = g_string_new(NULL);
  LapJsonWriter json = lap_json_line_writer(out);
  LapEngine *engine = lap_session_engine(life->session);
  const LapBlock *block = lap_session_block(life->session);
  g_autoptr(LapView) view = lap_view_new(engine);
  LapStanding standing = {.final = lap_session_over(life->session)};
  lap_json_begin_object(&json);
  if (life->entry.seq) lap_entry_members(recipient, &life->entry, &json);
  lap_json_end_object(&json);
  lap_view_build(view, engine, block, recipient->viewer);
  lap_view_to_json(view, &json);
  lap_score_to_json(recipient, engine, block, &standing, &json);
  write_steps(life, recipient, &json);
  return g_string_free(out, FALSE);
}
