/* What a seat is asked, in words: which text of the plugin it is, and what fills it. */
#include "folder.h"
#include "games.h"
#include "host/projection/prompt.h"
#include "life.h"
#include "sealed-state.h"
#include "tests/match/parcel.h"

typedef struct {
  LapGame *game;
  LapTexts *texts;
  Life life;
} Fixture;

static const char english[] = "{"
                              "\"sealed.phase.bid.prompt\": \"Round {round}: {hand|a card|# cards}, {deck} to draw.\","
                              "\"sealed.phase.claim.prompt\": \"Claim.\","
                              "\"sealed.action.call.prompt\": \"{stake} staked, {hand} left, goal {goal}.\","
                              "\"sealed.action.skip.among\": \"Skip, or bury one of {hand}.\","
                              "\"sealed.action.bury.prompt\": \"Bury one.\""
                              "}";

static void set_up(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autofree char *folder = make_folder("prompts");
  const char *const folders[] = {folder};
  g_autoptr(GError) error = NULL;
  write_file(folder, "text.en.json", english);
  fixture->game = fixture_game(1);
  fixture->texts = lap_texts_new(fixture->game, folders, "en", &error);
  g_assert_no_error(error);
  remove_folder(folder);
  life_begin(&fixture->life, fixture->game, 3, 1);
}

static void tear_down(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  life_end(&fixture->life);
  lap_texts_free(fixture->texts);
  lap_game_unref(fixture->game);
}

static char *prompts_json(const LapAsked *asked)
{
  GString *out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  lap_json_begin_object(&json);
  lap_prompts_to_json(asked, &json);
  lap_json_end_object(&json);
  return g_string_free(out, FALSE);
}

static LapAsked asked_now(Fixture *fixture, guint seat)
{
  LapSession *session = fixture->life.session;
  return (LapAsked){fixture->texts, lap_session_engine(session), lap_session_block(session), seat,
                    lap_session_legal(session, seat, NULL, 0, NULL)};
}

static const Sealed *sealed_now(const LapAsked *asked)
{
  return lap_engine_segment(asked->engine, (LapBlock *)asked->block, 0);
}

static void test_filled(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  const LapAsked asked = asked_now(fixture, 1);
  const Sealed *state = sealed_now(&asked);
  g_autofree char *said = lap_prompt_of(&asked), *json = prompts_json(&asked);
  g_autofree char *expected = g_strdup_printf("Round %u: %u cards, %u to draw.", state->round, state->hand[1].count,
                                              state->deck.count);
  g_autofree char *member = g_strdup_printf("{\"prompt\":\"%s\"}", expected);
  g_assert_cmpstr(said, ==, expected);
  g_assert_cmpstr(json, ==, member);
}

/* Behind a step the state is that after it, though nothing is played yet. */
static void test_within_a_move(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  LapSession *session = fixture->life.session;
  const LapAsked before = asked_now(fixture, 2);
  const LapAction step = before.actions->v[0];
  g_autofree char *card = lap_texts_piece(fixture->texts, lap_game_action(fixture->game, step.kind)->field[0]->set,
                                          (guint)step.arg[0]);
  const Sealed *state = sealed_now(&before);
  LapAsked behind = before;
  g_autoptr(GError) error = NULL;
  g_assert_cmpint(lap_session_try(session, &step, 1, &behind.actions, &error), ==, LAP_MOVE_MORE);
  behind.block = lap_session_tried(session);
  g_autofree char *said = lap_prompt_of(&behind);
  g_autofree char *expected = g_strdup_printf("%s staked, %u left, goal %u.", card, state->hand[2].count - 1,
                                              state->goal[2]);
  g_assert_cmpstr(said, ==, expected);
}

static void test_among(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  LapSession *session = fixture->life.session;
  for (guint seat;;) {
    seat = (guint)g_bit_nth_lsf(lap_session_waiting(session), -1);
    const LapAsked asked = asked_now(fixture, seat);
    if (asked.actions->v[0].kind == SEALED_SKIP && asked.actions->n > 1) {
      const Sealed *state = sealed_now(&asked);
      g_autofree char *json = prompts_json(&asked);
      g_autofree char *expected = g_strdup_printf("{\"prompt\":\"Skip, or bury one of %u.\",\"prompts\":{"
                                                  "\"sealed/skip\":\"Claim.\",\"sealed/bury\":\"Bury one.\"}}",
                                                  state->hand[seat].count);
      g_assert_cmpstr(json, ==, expected);
      return;
    }
    g_assert_true(life_go_on(&fixture->life));
  }
}

/* Of places those that are empty do not count. */
static void test_pieces_at_places(void)
{
  g_autofree char *folder = make_folder("prompts");
  const char *const folders[] = {folder};
  g_autoptr(GError) error = NULL;
  g_autoptr(LapGame) game = parcel_link(parcel_routes);
  g_autoptr(LapEngine) engine = lap_engine_new(game, 2, NULL, &error);
  g_assert_no_error(error);
  write_file(folder, "text.en.json",
             "{\"parcel.phase.playing.prompt\": \"{shelf|One|#} on the shelf.\","
             "\"parcel.phase.pledging.prompt\": \"{shelf|One|#} on the shelf.\"}");
  g_autoptr(LapTexts) texts = lap_texts_new(game, folders, "en", &error);
  g_assert_no_error(error);
  remove_folder(folder);
  g_autoptr(LapBlock) block = lap_block_new(engine);
  g_assert_cmpint(lap_engine_start(engine, block, 1), ==, LAP_MOVE_MADE);
  const guint seat = (guint)g_bit_nth_lsf(lap_engine_waiting(engine, block), -1);
  const LapAsked asked = {texts, engine, block, seat, lap_engine_legal(engine, block, seat)};
  g_autofree char *said = lap_prompt_of(&asked);
  g_assert_cmpstr(said, ==, "0 on the shelf.");
}

static void test_nothing_to_choose(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  static const LapActions none;
  LapAsked asked = asked_now(fixture, 0);
  asked.actions = &none;
  g_autofree char *json = prompts_json(&asked);
  g_assert_null(lap_prompt_of(&asked));
  g_assert_cmpstr(json, ==, "{}");
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
#define ADD(path, test) g_test_add(path, Fixture, NULL, set_up, test, tear_down)
  ADD("/prompt/says-what-the-seat-sees", test_filled);
  ADD("/prompt/is-of-the-state-behind-the-steps-so-far", test_within_a_move);
  ADD("/prompt/of-several-kinds-is-that-for-being-among-others", test_among);
  g_test_add_func("/prompt/counts-the-pieces-that-are-there", test_pieces_at_places);
  ADD("/prompt/where-nothing-is-chosen-there-is-none", test_nothing_to_choose);
  return g_test_run();
}
