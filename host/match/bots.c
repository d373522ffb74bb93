/* Bots: they move when they are let, a match at a time. */
#include "host-private.h"

void lap_host_init_bots(LapHost *host) { host->choices = g_array_new(FALSE, FALSE, sizeof(LapAction)); }

void lap_host_seed_bots(LapHost *host)
{
  guint64 seed;
  lap_host_random(host, (guint8 *)&seed, sizeof seed);
  host->chance = lap_generator_seeded(seed);
}

void lap_host_clear_bots(LapHost *host)
{
  g_queue_clear_full(&host->bots, g_object_unref);
  g_clear_pointer(&host->choices, g_array_unref);
}

/* The seat that the host has to move for, or the number of seats. */
static guint waiting_bot(LapMatch *match)
{
  guint seats = lap_match_seats(match), seat = 0;
  if (lap_match_get_state(match) != LAP_MATCH_RUNNING) return seats;
  while (seat < seats && !(match->waiting >> seat & 1 && lap_chair_is_played(&match->chair[seat]))) seat++;
  return seat;
}

void lap_host_note_bots(LapHost *host, LapMatch *match)
{
  if (match->queued || match->stuck || waiting_bot(match) == lap_match_seats(match)) return;
  match->queued = TRUE;
  g_queue_push_tail(&host->bots, g_object_ref(match));
}

/* --- a move */

/* Whoever has resigned is played for by the simplest. */
static const LapBot *bot_of(const LapChair *chair) { return chair->bot ? chair->bot : &lap_bot_random; }

typedef struct {
  LapHost *host;
  LapSession *session;
  const LapBot *bot;
  gpointer memory;
  guint seat;
  LapAction steps[256]; /* more than a move may have */
  guint n;
} Thinking;

/* The list is copied, since the bot may use the engine. */
static LapAction choose(Thinking *thinking, const LapBlock *block, const LapActions *legal)
{
  GArray *choices = thinking->host->choices;
  g_array_set_size(choices, 0);
  g_array_append_vals(choices, legal->v, legal->n);
  const LapActions copy = {(LapAction *)(gpointer)choices->data, choices->len, choices->len};
  if (copy.n == 1) return copy.v[0];
  guint choice = thinking->bot->choose(thinking->memory, lap_session_engine(thinking->session), block, thinking->seat,
                                       &copy, &thinking->host->chance);
  return copy.v[MIN(choice, copy.n - 1)];
}

static gboolean think(Thinking *thinking, GError **error)
{
  LapMove move = LAP_MOVE_MORE;
  const LapBlock *block = lap_session_block(thinking->session);
  const LapActions *legal = lap_session_legal(thinking->session, thinking->seat, NULL, 0, error);
  while (legal && move == LAP_MOVE_MORE && thinking->n < G_N_ELEMENTS(thinking->steps)) {
    thinking->steps[thinking->n++] = choose(thinking, block, legal);
    move = lap_session_try(thinking->session, thinking->steps, thinking->n, &legal, error);
    block = lap_session_tried(thinking->session);
  }
  if (move == LAP_MOVE_MORE && legal)
    lap_match_refuse(error, LAP_MATCH_ERROR_FAULT, "a move that is not whole after %u steps", thinking->n);
  return move == LAP_MOVE_MADE;
}

static gboolean move(LapHost *host, LapMatch *match, guint seat, GError **error)
{
  Thinking thinking = {.host = host, .seat = seat, .bot = bot_of(&match->chair[seat])};
  thinking.session = lap_match_session(match, error);
  if (!thinking.session) return FALSE;
  LapEngine *engine = lap_session_engine(thinking.session);
  if (thinking.bot->open) thinking.memory = thinking.bot->open(engine, seat);
  gboolean thought = think(&thinking, error);
  if (thinking.bot->close) thinking.bot->close(thinking.memory);
  LapRecord record = {.kind = LAP_ENTRY_MOVE, .seat = seat, .steps = thinking.steps, .n_steps = thinking.n};
  return thought && lap_match_enter(match, &record, NULL, NULL, error);
}

/* FALSE: it makes no sense to go on now. */
static gboolean play_one(LapHost *host, LapMatch *match)
{
  g_autoptr(GError) failure = NULL;
  guint seat;
  if (!lap_match_ready(match, NULL)) return TRUE;
  if ((seat = waiting_bot(match)) == lap_match_seats(match)) return TRUE;
  if (move(host, match, seat, &failure)) return TRUE;
  if (g_error_matches(failure, LAP_MATCH_ERROR, LAP_MATCH_ERROR_STORE)) return FALSE;
  g_warning("match %s stands still, since no bot can move in it: %s", match->id, failure->message);
  match->stuck = TRUE;
  return TRUE;
}

gboolean lap_host_play_bots(LapHost *host, guint moves)
{
  for (; moves && host->bots.length; moves--) {
    g_autoptr(LapMatch) match = g_queue_pop_head(&host->bots);
    match->queued = FALSE;
    gboolean on = play_one(host, match);
    if (!on) lap_host_note_bots(host, match);
    if (!on) return FALSE;
  }
  return host->bots.length > 0;
}
