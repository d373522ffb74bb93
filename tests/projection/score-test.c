/* The score as it is projected: places, secrets, and those who resigned. */
#include <json-glib/json-glib.h>
#include <string.h>

#include "games.h"
#include "host/engine/knowledge.h"
#include "life.h"

/* A life of the fixture that has come to its end, or to where somebody has a line that others may not see. */
static void live_until_over(Life *life, LapGame *game)
{
  life_begin(life, game, 4, 3);
  while (life_go_on(life)) {
  }
}

static JsonObject *score_of(Life *life, guint viewer, LapStanding standing, JsonNode **root)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GString) out = g_string_new(NULL);
  g_autoptr(LapTexts) texts = lap_texts_new(life->game, NULL, "en", NULL);
  g_auto(LapRecipient) recipient = life_recipient(life, texts, "en", viewer);
  LapJsonWriter json = lap_json_writer(out);
  lap_score_to_json(&recipient, lap_session_engine(life->session), lap_session_block(life->session), &standing, &json);
  *root = json_from_string(out->str, &error);
  g_assert_no_error(error);
  return json_node_get_object(*root);
}

static gint64 of_seat(JsonObject *score, guint seat, const char *member)
{
  JsonArray *seats = json_object_get_array_member(score, "seats");
  return json_object_get_int_member(json_array_get_object_element(seats, seat), member);
}

/* What the lines of tier 0 that were told make for a seat. */
static gint64 told_points(JsonObject *score, guint seat)
{
  JsonArray *lines = json_object_get_array_member(score, "lines");
  gint64 points = 0;
  for (guint i = 0; i < json_array_get_length(lines); i++) {
    JsonObject *line = json_array_get_object_element(lines, i);
    if (json_object_get_int_member(line, "seat") == seat && json_object_get_int_member(line, "tier") == 0)
      points += json_object_get_int_member(line, "points");
  }
  return points;
}

static void test_totals(void)
{
  g_autoptr(LapGame) game = fixture_game(1);
  guint hidden = 0;
  Life life;
  life_begin(&life, game, 4, 3);
  while (life_go_on(&life) && !lap_session_over(life.session)) {
    LapSheet sheet;
    g_autoptr(JsonNode) root = NULL;
    JsonObject *score = score_of(&life, LAP_WATCHER, (LapStanding){0}, &root);
    lap_engine_score(lap_session_engine(life.session), lap_session_block(life.session), &sheet);
    for (guint seat = 0; seat < 4; seat++) {
      g_assert_cmpint(of_seat(score, seat, "total"), ==, told_points(score, seat));
      hidden += sheet.total[seat][LAP_TIER_POINTS] != of_seat(score, seat, "total");
    }
  }
  life_end(&life);
  g_assert_cmpuint(hidden, >, 0);
}

static void test_final(void)
{
  g_autoptr(LapGame) game = fixture_game(1);
  Life life;
  LapSheet sheet;
  g_autoptr(JsonNode) root = NULL;
  live_until_over(&life, game);
  JsonObject *score = score_of(&life, LAP_WATCHER, (LapStanding){.final = TRUE}, &root);
  lap_engine_score(lap_session_engine(life.session), lap_session_block(life.session), &sheet);
  g_assert_true(json_object_get_boolean_member(score, "final"));
  for (guint seat = 0; seat < 4; seat++) {
    g_assert_cmpint(of_seat(score, seat, "total"), ==, sheet.total[seat][LAP_TIER_POINTS]);
    g_assert_cmpint(of_seat(score, seat, "place"), ==, sheet.place[seat]);
  }
  life_end(&life);
}

static guint seat_in_place(const LapSheet *sheet, guint place)
{
  for (guint seat = 0; seat < 4; seat++)
    if (sheet->place[seat] == place) return seat;
  g_assert_not_reached();
}

static void test_resigned(void)
{
  g_autoptr(LapGame) game = fixture_game(1);
  Life life;
  LapSheet sheet;
  live_until_over(&life, game);
  lap_engine_score(lap_session_engine(life.session), lap_session_block(life.session), &sheet);
  guint best = seat_in_place(&sheet, 1), next = seat_in_place(&sheet, 2);
  LapStanding standing = {.resigned = 1u << best, .final = TRUE};
  g_autoptr(JsonNode) root = NULL, running = NULL;
  JsonObject *score = score_of(&life, 0, standing, &root);
  g_assert_cmpint(of_seat(score, best, "place"), ==, 4);
  g_assert_cmpint(of_seat(score, next, "place"), ==, 1);
  standing.final = FALSE;
  g_assert_cmpint(of_seat(score_of(&life, 0, standing, &running), best, "place"), ==, 1);
  life_end(&life);
}

static void test_together(void)
{
  g_autoptr(LapGame) game = fixture_game(3);
  Life life;
  g_autoptr(JsonNode) root = NULL, resigned = NULL;
  live_until_over(&life, game);
  JsonObject *score = score_of(&life, 0, (LapStanding){.final = TRUE}, &root);
  g_assert_false(json_object_has_member(score, "seats"));
  g_assert_true(json_object_has_member(json_object_get_object_member(score, "together"), "total"));
  score = score_of(&life, 0, (LapStanding){.resigned = 1, .final = TRUE}, &resigned);
  g_assert_false(json_object_get_boolean_member(json_object_get_object_member(score, "together"), "won"));
  life_end(&life);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/projection/score/totals-are-of-the-lines-that-are-told", test_totals);
  g_test_add_func("/projection/score/the-end-is-told-to-all", test_final);
  g_test_add_func("/projection/score/who-resigned-is-last-once-it-is-over", test_resigned);
  g_test_add_func("/projection/score/those-who-play-together-have-one-total", test_together);
  return g_test_run();
}
