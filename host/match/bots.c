/* Changes that the host makes without a request: moves of bots, and resignations of seats whose clock has run out. The
 * schedule has the matches in which one is due; the server calls lap_host_play_bots and lap_host_run_clocks. */
#include "host-private.h"
#include "host/engine/patience.h"

/* --- bots */

typedef struct {
  LapHost *host;
  LapSession *session;
  LapBotSeat *bot;
  guint seat;
  LapAction steps[256]; /* more than a move may have */
  guint n;
} Thinking;

/* The list is copied, since the bot may use the engine. NULL with an error. */
static const LapAction *choose(Thinking *thinking, const LapBlock *block, const LapActions *legal, GError **error)
{
  GArray *choices = thinking->host->choices;
  g_array_set_size(choices, 0);
  g_array_append_vals(choices, legal->v, legal->n);
  const LapActions copy = {(LapAction *)(gpointer)choices->data, choices->len, choices->len};
  guint choice = lap_bot_seat_choose(thinking->bot, block, &copy, &thinking->host->chance);
  if (choice < copy.n) return &g_array_index(choices, LapAction, choice);
  lap_match_refuse(error, LAP_MATCH_ERROR_FAULT, "the bot cannot think: %s", lap_bot_seat_fault(thinking->bot));
  return NULL;
}

static gboolean think(Thinking *thinking, GError **error)
{
  LapMove move = LAP_MOVE_MORE;
  const LapBlock *block = lap_session_block(thinking->session);
  const LapActions *legal = lap_session_legal(thinking->session, thinking->seat, NULL, 0, error);
  while (legal && move == LAP_MOVE_MORE && thinking->n < G_N_ELEMENTS(thinking->steps)) {
    const LapAction *step = choose(thinking, block, legal, error);
    if (!step) return FALSE;
    thinking->steps[thinking->n++] = *step;
    move = lap_session_try(thinking->session, thinking->steps, thinking->n, &legal, error);
    block = lap_session_tried(thinking->session);
  }
  if (move == LAP_MOVE_MORE && legal)
    lap_match_refuse(error, LAP_MATCH_ERROR_FAULT, "a move that is not whole after %u steps", thinking->n);
  return move == LAP_MOVE_MADE;
}

/* Seats that have resigned are played by the simplest bot. */
static const LapBot *bot_of(const LapSeatState *seat) { return seat->bot ? seat->bot : &lap_bot_random; }

static gboolean move(LapHost *host, LapMatch *match, guint seat, GError **error)
{
  Thinking thinking = {.host = host, .seat = seat};
  thinking.session = lap_match_session(match, error);
  if (!thinking.session) return FALSE;
  LapEngine *engine = lap_session_engine(thinking.session);
  LapBudget budget = bot_of(&match->seat[seat])->budget;
  budget.microseconds = bot_of(&match->seat[seat])->longest;
  if (bot_of(&match->seat[seat])->parallel) budget.threads = host->bot_threads;
  g_autoptr(LapBotSeat)
      bot = lap_bot_seat_new(bot_of(&match->seat[seat]), match->ruleset->game, lap_engine_seats(engine),
                             lap_engine_options(engine), seat, &budget, error);
  thinking.bot = bot;
  gboolean thought = bot && think(&thinking, error);
  LapEntry entry = {.kind = LAP_ENTRY_MOVE, .seat = seat, .steps = thinking.steps, .n_steps = thinking.n};
  return thought && lap_match_enter(match, &entry, error);
}

gboolean lap_match_think(LapMatch *match, LapThought **thought, const LapThoughtSubject *about)
{
  LapHost *host = match->host;
  const LapRuleset *ruleset = match->ruleset;
  if (*thought && !lap_thought_is_of(*thought, ruleset->game, match->decision, about->seat, about->prefix))
    g_clear_pointer(thought, lap_thought_drop);
  if (*thought) return lap_thought_is_done(*thought);
  LapThoughtSubject subject = *about;
  subject.match = match;
  subject.id = match->id;
  subject.seq = match->seq;
  subject.decision = match->decision;
  subject.builds = ruleset->builds;
  subject.game = ruleset->game;
  subject.seats = ruleset->seats;
  subject.options = ruleset->options;
  subject.size = ruleset->block_size;
  subject.generator.state = (guint64)lap_generator_next(&host->chance) << 32 | lap_generator_next(&host->chance);
  *thought = lap_thinking_begin(host->thinking, &subject);
  return FALSE;
}

/* Has the move thought of on another thread. FALSE with an error; TRUE also while the bot thinks. */
static gboolean move_by_thought(LapHost *host G_GNUC_UNUSED, LapMatch *match, guint seat, GError **error)
{
  const LapThoughtSubject about = {.bot = match->seat[seat].bot, .seat = seat, .block = match->block};
  if (!lap_match_think(match, &match->thought, &about)) return TRUE;
  LapEntry entry = {.kind = LAP_ENTRY_MOVE, .seat = seat};
  entry.steps = lap_thought_steps(match->thought, &entry.n_steps);
  const LapSuspension failure = lap_thought_failure(match->thought);
  gboolean moved = entry.steps ? lap_match_enter(match, &entry, error) : lap_match_suspend(match, &failure, error);
  if (!lap_patience_is_out()) g_clear_pointer(&match->thought, lap_thought_drop);
  return moved;
}

static void collect_thoughts(LapHost *host)
{
  LapMatch *match;
  while ((match = lap_thinking_next(host->thinking))) {
    lap_schedule_note(&host->schedule, match);
    g_object_unref(match);
  }
}

void lap_host_set_thinking(LapHost *host, guint threads, gint64 longest, GSource *ready)
{
  if (host->thinking) {
    lap_thinking_stop(host->thinking);
    collect_thoughts(host);
    lap_thinking_free(host->thinking);
  }
  host->thinking = threads ? lap_thinking_new(threads, longest, ready) : NULL;
}

void lap_host_set_bot_threads(LapHost *host, guint threads) { host->bot_threads = threads; }

/* Whether its choices take long. */
static gboolean is_thinker(const LapHost *host, const LapSeatState *seat)
{
  return host->thinking && bot_of(seat)->open;
}

/* FALSE: stop, since the store has failed. */
static gboolean play_one(LapHost *host, LapMatch *match)
{
  g_autoptr(GError) failure = NULL;
  guint seat;
  if (!lap_match_ready(match, NULL)) return TRUE;
  if (lap_match_fails(match)) return lap_match_suspend_failing(match, NULL, NULL);
  if ((seat = lap_match_bot_to_move(match)) == lap_match_seats(match)) return TRUE;
  if ((is_thinker(host, &match->seat[seat]) ? move_by_thought : move)(host, match, seat, &failure)) return TRUE;
  if (lap_patience_is_out()) return TRUE;
  if (g_error_matches(failure, LAP_MATCH_ERROR, LAP_MATCH_ERROR_STORE)) return FALSE;
  return lap_match_suspend_failing(match, failure, NULL);
}

/* Likewise. If its rules have not answered yet, it is tried again when they have, with the same choices. */
static gboolean try_one(LapHost *host, LapMatch *match)
{
  if (!host->ready) return play_one(host, match);
  const LapGenerator before = host->chance, chance = match->retried ? match->chance : before;
  host->chance = chance;
  lap_patience_begin(host->patience, host->ready);
  gboolean fine = play_one(host, match);
  gboolean put_off = lap_patience_end();
  if (match->retried) host->chance = before;
  match->retried = put_off;
  match->chance = chance;
  if (put_off && !match->queued) lap_schedule_hold(&host->schedule, g_object_ref(match));
  return fine;
}

void lap_host_set_patience(LapHost *host, gint64 microseconds, GSource *ready)
{
  host->patience = microseconds;
  host->ready = ready;
}

void lap_host_set_may_play(LapHost *host, LapHostMayPlay may_play, gpointer data)
{
  host->may_play = may_play;
  host->may_play_data = data;
}

void lap_host_release_bots(LapHost *host)
{
  lap_schedule_release(&host->schedule);
  if (host->thinking) collect_thoughts(host);
}

/* A move that was thought of was allowed when that began. */
static gboolean may_play(LapHost *host, LapMatch *match)
{
  if (match->thought) return TRUE;
  return !host->may_play || !lap_match_ready(match, NULL) || !lap_match_is_of_bots(match) ||
         host->may_play(match, host->may_play_data);
}

gboolean lap_host_play_bots(LapHost *host, guint moves)
{
  while (moves && lap_schedule_count_bots(&host->schedule)) {
    g_autoptr(LapMatch) match = lap_schedule_next_bot(&host->schedule);
    if (!may_play(host, match)) {
      lap_schedule_hold(&host->schedule, g_steal_pointer(&match));
      continue;
    }
    moves--;
    if (try_one(host, match)) continue;
    lap_schedule_note(&host->schedule, match);
    return FALSE;
  }
  return lap_schedule_count_bots(&host->schedule) > 0;
}

/* --- clocks */

gboolean lap_match_expire_clocks(LapMatch *match, GError **error)
{
  gint64 now = lap_host_clock_ms(match->host);
  for (guint seat = 0; seat < lap_match_seats(match); seat++) {
    LapEntry entry = {.kind = LAP_ENTRY_TIMEOUT, .seat = seat};
    if (lap_match_clock_expired(match, seat, now) && !lap_match_enter(match, &entry, error)) return FALSE;
  }
  return TRUE;
}

#define AFTER_FAILURE G_USEC_PER_SEC

gint64 lap_host_run_clocks(LapHost *host)
{
  LapMatch *match;
  while ((match = lap_schedule_next_clock(&host->schedule))) {
    gint64 wait = match->deadline_ms - lap_host_clock_ms(host);
    if (wait > 0) return wait * 1000;
    g_autoptr(LapMatch) held = g_object_ref(match);
    if (!lap_match_ready(match, NULL) || !lap_match_expire_clocks(match, NULL)) return AFTER_FAILURE;
    lap_schedule_note(&host->schedule, match);
  }
  return -1;
}
