/* Paired worlds with a past: two servers whose matches began with other seeds, and in which others made other moves,
 * but which looked alike to one viewer all the time. Whatever it asks of their past is answered with the same bytes:
 * views of every moment, what was missed since any, exports in pages of any size, what lies behind the end, and what
 * happens when moves are taken back. In one of the worlds snapshots lie close together, in the other there are none. */
#include <stdlib.h>
#include <string.h>

#include "host/engine/knowledge.h"
#include "host/engine/position.h"
#include "host/match/host-private.h"
#include "host/validate/sight.h"
#include "host/validate/walk.h"
#include "world.h"

enum { SEEDS = 60, PLIES = 12, TRIES = 20, SNAPSHOT_EVERY = 3 };

typedef struct {
  LapTrial trial;
  LapTrialPage page;
  LapTrialPlace place;
  World world[2];
  LapSession *session[2];
  LapSight sight[2];
  guint viewer;
  gboolean guarded; /* who creates the match is no operator: a secret of the host is mixed into the seed */
} Pair;

static LapRegistry *registry;
static LapGame *game;

/* --- looking alike */

static gboolean look_alike(Pair *pair, gboolean events)
{
  guint32 branch = lap_generator_next(&pair->trial.chooser);
  for (guint i = 0; i < 2; i++) {
    if (lap_session_over(pair->session[i])) return FALSE;
    lap_sight_take(&pair->trial, pair->session[i], pair->viewer, events, branch, &pair->sight[i]);
  }
  const LapSight *one = &pair->sight[0], *other = &pair->sight[1];
  return lap_session_waiting(pair->session[0]) == lap_session_waiting(pair->session[1]) &&
         g_string_equal(one->view, other->view) && g_string_equal(one->seen, other->seen) &&
         g_string_equal(one->legal, other->legal) && g_string_equal(one->lines, other->lines) &&
         g_string_equal(one->events, other->events) && g_string_equal(one->pieces, other->pieces);
}

static guint64 hash_of(LapSession *session)
{
  return lap_hash(lap_session_engine(session), lap_session_block(session));
}

/* --- two matches */

static void begin(Pair *pair, guint i, guint64 seed)
{
  World *world = &pair->world[i];
  world_init(world, registry);
  world->host->snapshot_every = i ? G_MAXUINT : SNAPSHOT_EVERY;
  lap_connection_get_caller(world->player->connection)->is_operator = !pair->guarded;
  world_begin(world, game->id, pair->trial.seats, seed);
  LapSession *session = lap_match_session(world->match, NULL);
  pair->session[i] = lap_session_new_at(game, pair->trial.seats, NULL, lap_session_block(session), NULL);
  g_assert_nonnull(pair->session[i]);
}

static void end(Pair *pair, guint i)
{
  g_clear_pointer(&pair->session[i], lap_session_free);
  world_clear(&pair->world[i]);
}

/* FALSE: no other seed looks alike at the start. */
static gboolean find_other_seed(Pair *pair, guint64 seed)
{
  for (guint i = 1; i <= SEEDS; i++) {
    begin(pair, 1, seed + i);
    if (hash_of(pair->session[0]) != hash_of(pair->session[1]) && look_alike(pair, FALSE)) return TRUE;
    end(pair, 1);
  }
  return FALSE;
}

/* In the second world the seat makes the same move, or any that looks alike. */
static gboolean find_moves(Pair *pair, LapWalkMove move[2])
{
  for (guint i = 0; i < TRIES; i++) {
    g_assert_true(lap_walk_play(&pair->trial, pair->session[0], &move[0]));
    move[1] = move[0];
    guint seat = move[0].step[0].seat;
    gboolean made = i % 2 == 0
                        ? lap_session_play(pair->session[1], move[1].step, move[1].n, NULL)
                        : seat != pair->viewer && lap_walk_play_seat(&pair->trial, pair->session[1], seat, &move[1]);
    if (made && look_alike(pair, TRUE)) return TRUE;
    lap_session_undo(pair->session[0]);
    if (made) lap_session_undo(pair->session[1]);
  }
  return FALSE;
}

static void play(Pair *pair)
{
  LapWalkMove move[2];
  for (guint ply = 0; ply < PLIES && find_moves(pair, move); ply++)
    for (guint i = 0; i < 2; i++)
      g_assert_true(world_play(&pair->world[i], move[i].step[0].seat, move[i].step, move[i].n));
}

/* --- asking */

static guint index_of(const Pair *pair) { return pair->viewer == LAP_WATCHER ? pair->trial.seats : pair->viewer; }

static void compare(Pair *pair, const char *what)
{
  const GString *one = pair->world[0].viewer[index_of(pair)]->heard,
                *other = pair->world[1].viewer[index_of(pair)]->heard;
  if (g_string_equal(one, other)) return;
  gsize at = 0;
  while (one->str[at] && one->str[at] == other->str[at]) at++;
  at = at > 80 ? at - 80 : 0;
  g_error("%s, %u seats: %s tells viewer %u of a difference that it cannot know:\n...%.200s\n...%.200s", game->id,
          pair->trial.seats, what, pair->viewer, one->str + at, other->str + at);
}

static void forget(Pair *pair)
{
  for (guint i = 0; i < 2; i++) peer_forget(pair->world[i].viewer[index_of(pair)]);
}

/* As `seat`, in both worlds; the answer in the first. */
static const char *ask_as(Pair *pair, guint seat, const char *method, const char *format, ...) G_GNUC_PRINTF(4, 5);
static const char *ask_as(Pair *pair, guint seat, const char *method, const char *format, ...)
{
  va_list values;
  va_start(values, format);
  g_autofree char *more = g_strdup_vprintf(format, values);
  va_end(values);
  forget(pair);
  for (guint i = 2; i--;) {
    const World *world = &pair->world[i];
    peer_call(world->viewer[seat], method, "\"match\":\"%s\",\"token\":\"%s\"%s", world->id, world->token[seat], more);
  }
  g_autofree char *what = g_strconcat(method, more, NULL);
  compare(pair, what);
  return pair->world[0].viewer[seat]->answer;
}

static void ask_for_pages(Pair *pair, guint limit)
{
  g_autofree char *next = NULL;
  do {
    g_autofree char *cursor = next ? g_strdup_printf(",\"cursor\":\"%s\"", next) : g_strdup("");
    const char *answer = ask_as(pair, index_of(pair), "match.export", ",\"format\":\"log\",\"limit\":%u%s", limit,
                                cursor);
    g_free(next);
    next = strstr(answer, "\"next\":") ? peer_member(answer, "next") : NULL;
  } while (next);
}

static void ask_for_the_past(Pair *pair)
{
  guint viewer = index_of(pair);
  guint64 seq = lap_match_get_seq(pair->world[0].match);
  g_assert_cmpuint(lap_match_get_seq(pair->world[1].match), ==, seq);
  for (guint64 at = 0; at <= seq + 2; at++) {
    ask_as(pair, viewer, "match.view", ",\"at\":%" G_GUINT64_FORMAT, at);
    ask_as(pair, viewer, "match.subscribe", ",\"since\":%" G_GUINT64_FORMAT, at);
  }
  ask_as(pair, viewer, "match.subscribe", ",\"since\":9007199254740991");
  for (guint limit = 1; limit <= 8; limit += 3) ask_for_pages(pair, limit);
  ask_as(pair, viewer, "match.export", ",\"format\":\"log\",\"cursor\":\"whole-2\"");
  ask_as(pair, viewer, "match.export", ",\"format\":\"sheet\"");
}

/* A seat proposes, and all others agree. */
static void take_back(Pair *pair, guint seat)
{
  static guint keys;
  const char *answer = ask_as(pair, seat, "match.propose", ",\"kind\":\"undo\",\"key\":\"undoes-%08u\"", ++keys);
  if (!strstr(answer, "\"result\"")) return;
  g_autofree char *id = peer_member(answer, "seq");
  for (guint other = 0; other < pair->trial.seats; other++)
    if (other != seat)
      ask_as(pair, other, "match.answer", ",\"proposal\":%s,\"accept\":true,\"key\":\"agrees-%08u\"", id, ++keys);
}

static gboolean try_pair(Pair *pair, guint64 seed)
{
  pair->trial.chooser = lap_generator_seeded(seed);
  begin(pair, 0, seed);
  gboolean found = find_other_seed(pair, seed);
  if (found) {
    for (guint i = 0; i < 2; i++) world_follow(&pair->world[i]);
    play(pair);
    ask_for_the_past(pair);
    for (guint seat = 0; seat < pair->trial.seats; seat++) take_back(pair, seat);
    ask_for_the_past(pair);
    end(pair, 1);
  }
  end(pair, 0);
  return found;
}

static void test_past(gconstpointer guarded)
{
  guint found = 0;
  Pair pair = {.trial = {.game = game, .seats = game->seats_min}, .guarded = guarded != NULL};
  pair.trial.page = &pair.page;
  pair.trial.place = &pair.place;
  for (guint i = 0; i < 2; i++) lap_sight_init(&pair.sight[i]);
  for (guint viewer = 0; viewer <= pair.trial.seats; viewer++) {
    pair.viewer = viewer == pair.trial.seats ? LAP_WATCHER : viewer;
    found += try_pair(&pair, viewer * 1000) ? 1 : 0;
  }
  for (guint i = 0; i < 2; i++) lap_sight_clear(&pair.sight[i]);
  g_test_message("%u of %u viewers have another world", found, pair.trial.seats + 1);
}

/* The game comes in LAPIDARY_TEST_GAME, its plugins from LAPIDARY_PLUGIN_PATH. */
int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  registry = lap_registry_new(NULL);
  game = lap_registry_load(registry, g_getenv("LAPIDARY_TEST_GAME"), NULL);
  g_assert_nonnull(game);
  g_test_add_data_func("/paired-past/seeds-as-they-are", NULL, test_past);
  g_test_add_data_func("/paired-past/seeds-with-a-secret", "", test_past);
  int code = g_test_run();
  lap_game_unref(game);
  g_object_unref(registry);
  return code;
}
