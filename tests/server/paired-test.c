/* Paired worlds over the protocol: two servers whose matches differ only in what a viewer cannot know. Every byte that
 * it is sent is the same: answers, events, legal lists, errors, hashes, sizes. */
#include <stdlib.h>
#include <string.h>

#include "host/projection/redact.h"
#include "host/validate/sight.h"
#include "host/validate/walk.h"
#include "stores.h"
#include "world.h"

#define FOLLOW_PLIES 6

/* Two worlds, with a session beside each match to choose moves and to tell what the viewer has seen. */
typedef struct {
  LapTrial trial;
  LapTrialPage page;
  LapTrialPlace place;
  World one, other;
  LapSession *session, *twin;
  LapSight sight, twin_sight;
  guint viewer;
  guint16 sealed; /* seats whose sealed moves differ */
  guint positions;
} Pair;

/* Half with the fewest seats, half with the most. The slow suite tries more. */
static guint positions_wanted(void)
{
  const char *text = g_getenv("LAPIDARY_TEST_POSITIONS");
  return text ? (guint)atoi(text) : 2000;
}

static guint index_of(const Pair *pair) { return pair->viewer == LAP_WATCHER ? pair->trial.seats : pair->viewer; }

static void look(Pair *pair, gboolean events)
{
  guint32 branch = lap_generator_next(&pair->trial.chooser);
  lap_sight_take(&pair->trial, pair->session, pair->viewer, events, branch, &pair->sight);
  lap_sight_take(&pair->trial, pair->twin, pair->viewer, events, branch, &pair->twin_sight);
}

static gboolean has_seen_the_same(const Pair *pair)
{
  return g_string_equal(pair->sight.pieces, pair->twin_sight.pieces);
}

/* --- comparing what came over the wire */

static void compare(Pair *pair, const char *what)
{
  const GString *a = pair->one.viewer[index_of(pair)]->heard, *b = pair->other.viewer[index_of(pair)]->heard;
  if (g_string_equal(a, b)) return;
  gsize at = 0;
  while (a->str[at] && a->str[at] == b->str[at]) at++;
  at = at > 80 ? at - 80 : 0;
  g_error("%s, %u seats, seed %" G_GUINT64_FORMAT
          ": %s tells viewer %u of a difference that it cannot know:\n...%.200s\n...%.200s",
          pair->trial.game->id, pair->trial.seats, pair->trial.seed, what, pair->viewer, a->str + at, b->str + at);
}

static void ask_both(Pair *pair, const char *method, const char *more)
{
  World *worlds[] = {&pair->one, &pair->other};
  for (guint i = 0; i < 2; i++) {
    Peer *peer = worlds[i]->viewer[index_of(pair)];
    peer_forget(peer);
    g_assert_nonnull(peer_call(peer, method, "\"match\":\"%s\",\"token\":\"%s\"%s", worlds[i]->id,
                               worlds[i]->token[index_of(pair)], more));
  }
  compare(pair, method);
}

static void ask_for_steps(Pair *pair, const char *more)
{
  ask_both(pair, "match.legal", more);
  ask_both(pair, "match.preview", more);
}

/* Legal steps, one line of them to its end. */
static void ask_legal(Pair *pair)
{
  LapWalkMove move = {0};
  guint32 branch = lap_generator_next(&pair->trial.chooser);
  ask_for_steps(pair, "");
  if (pair->viewer == LAP_WATCHER || !(lap_session_waiting(pair->session) >> pair->viewer & 1)) return;
  g_autoptr(GString) prefix = g_string_new(",\"prefix\":[");
  while (move.n < LAP_WALK_STEPS) {
    const LapActions *actions = lap_session_legal(pair->session, pair->viewer, move.step, move.n, NULL);
    if (!actions) return;
    move.step[move.n] = actions->v[branch % actions->n];
    if (move.n) g_string_append_c(prefix, ',');
    lap_action_write(pair->trial.game, &move.step[move.n++], LAP_OMNISCIENT, prefix);
    g_autofree char *more = g_strconcat(prefix->str, "]", NULL);
    ask_for_steps(pair, more);
  }
}

/* Moves that are not to be: of a kind that is not legal now, for an old decision, of nothing. */
static void ask_for_refusals(Pair *pair)
{
  const LapGame *game = pair->trial.game;
  if (pair->viewer == LAP_WATCHER || lap_match_get_decision(pair->one.match) == 0) return;
  for (guint i = 0; i < game->level[0].plugin.actions.n; i++) {
    const LapGameKind *kind = &game->level[0].actions[i];
    if (kind->n_args) continue;
    g_autofree char *more = g_strdup_printf(",\"steps\":[{\"kind\":\"%s\"}],\"seq\":0,\"key\":\"refused-00000001\"",
                                            kind->name);
    ask_both(pair, "match.play", more);
  }
  ask_both(pair, "match.play", ",\"steps\":[{\"kind\":\"no/thing\"}],\"key\":\"refused-00000002\"");
}

static void ask_everything(Pair *pair)
{
  ask_both(pair, "match.view", "");
  ask_both(pair, "match.subscribe", "");
  ask_both(pair, "match.export", ",\"format\":\"sheet\"");
  ask_legal(pair);
}

/* --- following */

/* Makes a move in both worlds. FALSE: none was found that is legal in both. */
static gboolean move_both(Pair *pair, LapWalkMove *move)
{
  for (guint i = 0; i < 4; i++) {
    g_assert_true(lap_walk_play(&pair->trial, pair->session, move));
    if (lap_session_play(pair->twin, move->step, move->n, NULL)) {
      peer_forget(pair->one.viewer[index_of(pair)]);
      peer_forget(pair->other.viewer[index_of(pair)]);
      g_assert_true(world_play(&pair->one, move->step[0].seat, move->step, move->n));
      g_assert_true(world_play(&pair->other, move->step[0].seat, move->step, move->n));
      return TRUE;
    }
    g_assert_cmpuint(move->step[0].seat, !=, pair->viewer);
    lap_session_undo(pair->session);
  }
  return FALSE;
}

static gboolean is_over(const Pair *pair) { return lap_session_over(pair->session) || lap_session_over(pair->twin); }

/* FALSE: what the viewer was shown differs by now, or the match is over; from here on the worlds go their own ways. */
static gboolean follow(Pair *pair)
{
  LapWalkMove move;
  for (guint ply = 0; ply < FOLLOW_PLIES; ply++) {
    if (is_over(pair)) return FALSE;
    if (!move_both(pair, &move)) return TRUE;
    guint known = pair->sight.known;
    look(pair, TRUE);
    gboolean moved = g_string_equal(pair->sight.faces, pair->twin_sight.faces) && pair->sight.known <= known + 1;
    if (is_over(pair) || (pair->sealed & ~lap_head_of(lap_session_block(pair->session))->ready)) return FALSE;
    if (!has_seen_the_same(pair) && !moved) return FALSE;
    if (pair->sight.has_learned || pair->twin_sight.has_learned) return FALSE;
    compare(pair, "an event");
    ask_everything(pair);
  }
  return TRUE;
}

/* --- one position */

static void set_twin(Pair *pair, const LapBlock *block)
{
  const LapOptions *options = lap_engine_options(lap_session_engine(pair->session));
  g_clear_pointer(&pair->twin, lap_session_free);
  pair->twin = lap_session_new_at(pair->trial.game, pair->trial.seats, options, block, NULL);
  g_assert_nonnull(pair->twin);
  lap_match_set_block(pair->other.match, block);
}

static void choose_viewer(Pair *pair)
{
  guint chosen = lap_generator_below(&pair->trial.chooser, pair->trial.seats + 1);
  pair->viewer = chosen == pair->trial.seats ? LAP_WATCHER : chosen;
}

/* FALSE: no further in this match. */
static gboolean try_position(Pair *pair)
{
  LapEngine *engine = lap_session_engine(pair->session);
  choose_viewer(pair);
  const LapBlock *here = lap_session_block(pair->session);
  pair->sealed = lap_head_of(here)->ready & ~(pair->viewer == LAP_WATCHER ? 0 : 1u << pair->viewer);
  g_autoptr(LapBlock) block = lap_sight_other_world(&pair->trial, engine, here, pair->viewer);
  g_assert_nonnull(block);
  set_twin(pair, block);
  look(pair, FALSE);
  ask_everything(pair);
  ask_for_refusals(pair);
  pair->positions++;
  return follow(pair);
}

/* How many moves a match of random play takes. */
static guint length_of_match(const Pair *pair, guint64 seed)
{
  g_autoptr(LapSession) session = lap_session_new(pair->trial.game, pair->trial.seats, NULL, seed, NULL);
  LapGenerator chooser = lap_generator_seeded(seed);
  g_assert_true(lap_session_playout(session, &chooser, LAP_WALK_PLIES, NULL));
  return lap_head_of(lap_session_block(session))->ply;
}

/* To some place in the match, both worlds the same, with nobody looking. */
static void play_on(Pair *pair)
{
  LapWalkMove move;
  guint plies = lap_generator_below(&pair->trial.chooser, length_of_match(pair, pair->trial.seed));
  for (guint i = 0; i < plies; i++) {
    g_assert_true(lap_walk_play(&pair->trial, pair->session, &move));
    if (is_over(pair)) return;
    g_assert_true(lap_match_play(pair->one.match, move.step[0].seat, move.step, move.n, -1, NULL, NULL, NULL));
    g_assert_true(lap_match_play(pair->other.match, move.step[0].seat, move.step, move.n, -1, NULL, NULL, NULL));
  }
}

static void try_match(Pair *pair, guint64 seed, guint positions)
{
  pair->trial.seed = seed;
  pair->trial.chooser = lap_generator_seeded(seed);
  pair->one.now = pair->other.now = MAX(
      pair->one.now, pair->other.now); /* worlds that differ ask for the time as often as they like */
  world_begin(&pair->one, pair->trial.game->id, pair->trial.seats, seed);
  world_begin(&pair->other, pair->trial.game->id, pair->trial.seats, seed);
  pair->session = lap_session_new(pair->trial.game, pair->trial.seats, NULL, seed, NULL);
  set_twin(pair, lap_session_block(pair->session));
  play_on(pair);
  world_follow(&pair->one);
  world_follow(&pair->other);
  while (!is_over(pair) && pair->positions < positions && try_position(pair)) {
  }
  g_clear_pointer(&pair->session, lap_session_free);
  g_clear_pointer(&pair->twin, lap_session_free);
}

static void try_game(LapRegistry *registry, LapGame *game, guint seats, guint positions)
{
  Pair pair = {.trial = {.game = game, .seats = seats}};
  pair.trial.page = &pair.page;
  pair.trial.place = &pair.place;
  lap_sight_init(&pair.sight);
  lap_sight_init(&pair.twin_sight);
  world_init(&pair.one, registry);
  world_init(&pair.other, registry);
  for (guint64 seed = 1; pair.positions < positions; seed++) try_match(&pair, seed, positions);
  world_clear(&pair.one);
  world_clear(&pair.other);
  lap_sight_clear(&pair.sight);
  lap_sight_clear(&pair.twin_sight);
}

static LapRegistry *registry;
static LapGame *game;

static void sends_the_same(gconstpointer seats)
{
  guint positions = positions_wanted() / 2;
  if (!stores_begin()) return;
  try_game(registry, game, GPOINTER_TO_UINT(seats), positions);
  g_test_message("%u positions", positions);
}

static void add_test(guint seats)
{
  g_autofree char *path = g_strdup_printf("/paired-worlds/%s/with-%u-seats", game->id, seats);
  g_test_add_data_func(path, GUINT_TO_POINTER(seats), sends_the_same);
}

/* The game comes in LAPIDARY_TEST_GAME, its plugins from LAPIDARY_PLUGIN_PATH; stores.h says where matches are kept. */
int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  registry = lap_registry_new(NULL);
  game = lap_registry_load(registry, g_getenv("LAPIDARY_TEST_GAME"), NULL);
  g_assert_nonnull(game);
  add_test(game->seats_min);
  if (game->seats_max > game->seats_min) add_test(game->seats_max);
  int code = g_test_run();
  stores_end();
  lap_game_unref(game);
  g_object_unref(registry);
  return code;
}
