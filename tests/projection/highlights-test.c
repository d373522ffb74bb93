/* What a step highlights besides its arguments: as the fixture declares it, and as it is sent. */
#include <string.h>

#include "games.h"
#include "life.h"
#include "sealed-state.h"

static LapGame *game;

/* Plays on until a seat may skip the market; it is that of `*skip`. */
static void live_until_skip(Life *life, LapAction *skip)
{
  life_begin(life, game, 3, 1);
  for (;;) {
    guint seat = (guint)g_bit_nth_lsf(lap_session_waiting(life->session), -1);
    *skip = lap_session_legal(life->session, seat, NULL, 0, NULL)->v[0];
    if (skip->kind == SEALED_SKIP) return;
    g_assert_true(life_go_on(life));
  }
}

static void test_dropped(void)
{
  static const struct {
    const char *field;
    guint index, side;
  } expected[] = {{"sealed/market", 0, LAP_AT_EAST},
                  {"sealed/marks", 8, LAP_AT_MIDDLE},
                  {"sealed/goal", 0, LAP_AT_MIDDLE},
                  {"sealed/deck", 0, LAP_AT_MIDDLE}};
  LapHighlightedPlace place[LAP_HIGHLIGHTS_MAX];
  LapAction skip;
  Life life;
  live_until_skip(&life, &skip);
  guint n = lap_shown_highlights(lap_session_engine(life.session), lap_session_block(life.session), &skip, place);
  g_assert_cmpuint(n, ==, G_N_ELEMENTS(expected));
  for (guint i = 0; i < n; i++) {
    g_assert_cmpstr(place[i].field->name, ==, expected[i].field);
    g_assert_cmpuint(place[i].index, ==, expected[i].index);
    g_assert_cmpuint(place[i].side, ==, expected[i].side);
  }
  g_assert_cmpuint(place[2].row, ==, skip.seat);
  life_end(&life);
}

/* The step as it is sent, from "highlights" on. */
static char *highlights_told(Life *life, const LapBlock *block, const LapAction *step)
{
  g_autoptr(LapTexts) texts = lap_texts_new(game, NULL, "en", NULL);
  g_auto(LapRecipient) recipient = life_recipient(life, texts, "en", step->seat);
  g_autoptr(GString) out = g_string_new(NULL);
  LapAction one = *step;
  const LapActions steps = {&one, 1, 1};
  LapJsonWriter json = lap_json_writer(out);
  lap_steps_to_json(&recipient, lap_session_engine(life->session), block, &steps, &json);
  return g_strdup(strstr(out->str, "\"highlights\""));
}

static void test_side(void)
{
  LapAction skip;
  Life life;
  live_until_skip(&life, &skip);
  g_autofree char *told = highlights_told(&life, lap_session_block(life.session), &skip);
  g_autofree char *expected = g_strdup_printf(
      "\"highlights\":[{\"field\":\"sealed/market\",\"index\":0,\"side\":\"east\"},{\"field\":\"sealed/"
      "marks\",\"index\":8},"
      "{\"field\":\"sealed/goal\",\"row\":%u,\"index\":0},{\"field\":\"sealed/deck\",\"index\":0}]}]",
      skip.seat);
  g_assert_cmpstr(told, ==, expected);
  life_end(&life);
}

/* The stake lies there only in the world of the seat that has sealed it. */
static void test_sealed(void)
{
  Life life;
  life_begin(&life, game, 3, 1);
  const LapAction stake = lap_session_legal(life.session, 1, NULL, 0, NULL)->v[0];
  const LapAction call = lap_session_legal(life.session, 1, &stake, 1, NULL)->v[0];
  g_assert_cmpuint(call.kind, ==, SEALED_CALL);
  g_autofree char *told = highlights_told(&life, lap_session_tried(life.session), &call);
  g_autofree char *before = highlights_told(&life, lap_session_block(life.session), &call);
  g_assert_cmpstr(told, ==, "\"highlights\":[{\"field\":\"sealed/stake\",\"row\":1,\"index\":0}]}]");
  g_assert_cmpstr(before, ==, "\"highlights\":[]}]");
  life_end(&life);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  game = fixture_game(1);
  g_test_add_func("/projection/highlights/what-the-seat-is-not-shown-is-not-lit", test_dropped);
  g_test_add_func("/projection/highlights/a-side-of-a-piece-is-told", test_side);
  g_test_add_func("/projection/highlights/a-further-step-of-a-sealed-move-is-lit-in-the-seats-own-world", test_sealed);
  int failed = g_test_run();
  lap_game_unref(game);
  return failed;
}
