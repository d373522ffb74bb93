/* What a seat knows: views, and worlds dealt anew. */
#include <string.h>

#include "host/engine/knowledge.h"
#include "host/projection/redact.h"
#include "host/projection/view.h"
#include "host/validate/fields.h"
#include "play.h"
#include "sealed-state.h"

static char *view_of(LapSession *session, const LapBlock *block, guint viewer)
{
  GString *text = g_string_new(NULL);
  lap_view_write(lap_session_engine(session), block, viewer, text);
  return g_string_free(text, FALSE);
}

static char *seen_of(LapSession *session, const LapBlock *block, guint viewer)
{
  GString *text = g_string_new(NULL);
  lap_remembered_write(lap_session_engine(session), block, viewer, text);
  return g_string_free(text, FALSE);
}

/* The value of a field in a view, up to the next field. */
static char *value_in(const char *view, const char *field)
{
  g_autofree char *key = g_strdup_printf("\"%s\":", field);
  const char *from = strstr(view, key);
  if (!from) return NULL;
  from += strlen(key);
  const char *to = strstr(from, ",\"sealed");
  return to ? g_strndup(from, (gsize)(to - from)) : g_strdup(from);
}

static void a_view_begins_with_phase_and_seats(void)
{
  g_autoptr(LapSession) session = play_new(1, 3, 4);
  LapGenerator chooser = lap_generator_seeded(1);
  play_move(session, &chooser, 2);
  g_autofree char *view = view_of(session, lap_session_block(session), LAP_WATCHER);
  g_assert_true(g_str_has_prefix(
      view, "{\"phase\":\"sealed/bid\",\"ply\":1,\"over\":false,\"waiting\":[0,1],\"ready\":[2],\"fields\":{"));
}

/* What each viewer is sent of a field right after the deal. */
static void fields_are_shown_by_their_look(void)
{
  static const struct {
    const char *field;
    guint viewer;
    const char *pattern; /* a glob */
  } cases[] = {
      {"sealed/deck", 0, "{\"size\":16}"},
      {"sealed/discard", 0, "{\"top\":null,\"size\":0}"},
      {"sealed/hand", 0, "[{\"seen\":[*],\"hidden\":{}},{\"seen\":[],\"hidden\":{*}}]"},
      {"sealed/hand", 1, "[{\"seen\":[],\"hidden\":{*}},{\"seen\":[*],\"hidden\":{}}]"},
      {"sealed/hand", LAP_WATCHER, "[{\"seen\":[],\"hidden\":{*}},{\"seen\":[],\"hidden\":{*}}]"},
      {"sealed/stake", 0, "[[],[]]"},
      {"sealed/goal", 0, "[?,null]"},
      {"sealed/goal", 1, "[null,?]"},
      {"sealed/goal", LAP_WATCHER, "[null,null]"},
      {"sealed/points", LAP_WATCHER, "[0,0]"},
      {"sealed/round", LAP_WATCHER, "1"},
      {"sealed/won_by", LAP_WATCHER, "[]"},
      {"sealed/marks", LAP_WATCHER, "[0,0,0,0,0,0,0,0,0]"},
  };
  g_autoptr(LapSession) session = play_new(1, 2, 4);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *view = view_of(session, lap_session_block(session), cases[i].viewer);
    g_autofree char *value = value_in(view, cases[i].field);
    g_test_message("%s for %u: %s", cases[i].field, cases[i].viewer, value);
    g_assert_nonnull(value);
    g_assert_true(g_pattern_match_simple(cases[i].pattern, value));
  }
}

static void what_is_nobodys_is_not_sent(void)
{
  static const char *const fields[] = {"sealed/vault", "sealed/buried", "sealed/in_hands", "sealed/filler"};
  g_autoptr(LapSession) session = play_new(1, 2, 4);
  g_autofree char *view = view_of(session, lap_session_block(session), 0);
  for (guint i = 0; i < G_N_ELEMENTS(fields); i++) g_assert_null(strstr(view, fields[i]));
}

static void what_a_variant_hides_is_not_sent(void)
{
  g_autoptr(LapSession) session = play_new(2, 2, 4);
  g_autofree char *view = view_of(session, lap_session_block(session), 0);
  g_assert_null(strstr(view, "sealed/marks"));
  g_assert_nonnull(strstr(view, "sealed-fair/purse"));
}

static void what_was_seen_counts_covered_pieces_too(void)
{
  g_autoptr(LapSession) session = play_new(1, 2, 4);
  g_autofree char *seen = seen_of(session, lap_session_block(session), 0);
  g_autofree char *vault = value_in(seen, "sealed/vault"), *deck = value_in(seen, "sealed/deck");
  g_assert_cmpstr(vault, ==, "{\"seen\":[],\"hidden\":{}}");
  g_assert_true(g_pattern_match_simple("[\"?*\",*]", deck));
}

/* A piece of a field that is LAP_BY_OWNER: who has seen it there, as bits, and to which viewers it is shown. */
static void what_is_its_owners_is_shown_to_an_owner_who_has_seen_it(void)
{
  static const struct {
    guint16 known;
    guint viewer;
    const char *stake;
  } cases[] = {{LAP_EVERYONE, 0, "[[\"d1\"],[]]"},
               {LAP_EVERYONE, 1, "[[\"?day\"],[]]"},
               {LAP_EVERYONE, LAP_WATCHER, "[[\"?day\"],[]]"},
               {LAP_EVERYONE, LAP_OMNISCIENT, "[[\"d1\"],[]]"},
               {1u << 1, 0, "[[\"?day\"],[]]"},
               {1u << 1, 1, "[[\"?day\"],[]]"},
               {0, LAP_OMNISCIENT, "[[\"d1\"],[]]"}};
  g_autoptr(LapSession) session = play_new(1, 2, 4);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(LapBlock) block = play_copy(session);
    LapSlot *slot = (LapSlot *)(guintptr)play_field(session, block, "sealed/stake", 0);
    *slot = (LapSlot){1, cases[i].known};
    ((guint16 *)(gpointer)slot)[-1] = 1; /* the count before the slots of the row */
    g_autofree char *view = view_of(session, block, cases[i].viewer);
    g_autofree char *stake = value_in(view, "sealed/stake");
    g_test_message("known to 0x%x, viewer %u", cases[i].known, cases[i].viewer);
    g_assert_cmpstr(stake, ==, cases[i].stake);
  }
}

static void a_seat_sees_its_own_sealed_steps_done(void)
{
  g_autoptr(LapSession) session = play_new(1, 2, 4);
  LapGenerator chooser = lap_generator_seeded(1);
  g_autofree char *before = view_of(session, lap_session_block(session), 1);
  play_move(session, &chooser, 0);
  g_autofree char *own = view_of(session, lap_session_block(session), 0);
  g_autofree char *stake = value_in(own, "sealed/stake");
  g_assert_true(g_pattern_match_simple("[[\"??\"],[]]", stake));
  g_autofree char *others = view_of(session, lap_session_block(session), 1);
  g_assert_cmpstr(strstr(before, "\"fields\""), ==, strstr(others, "\"fields\""));
}

static void secret_arguments_are_backs_to_others(void)
{
  const LapAction stake = {.kind = SEALED_STAKE, .seat = 1, .n_args = 1, .arg = {7}};
  const LapAction call = {.kind = SEALED_CALL, .seat = 1, .n_args = 1, .arg = {SEALED_LOW}};
  const LapEvent drew = {.kind = SEALED_DREW, .knows = 1u << 2, .arg = {2, 3}};
  static const char *const expected[] = {
      "{\"kind\":\"sealed/stake\",\"seat\":1,\"args\":{\"card\":\"n1\"}}",
      "{\"kind\":\"sealed/stake\",\"seat\":1,\"args\":{\"card\":\"?night\"}}",
      "{\"kind\":\"sealed/call\",\"seat\":1,\"args\":{\"way\":\"low\"}}",
      "{\"kind\":\"sealed/call\",\"seat\":1,\"args\":{\"way\":null}}",
      "{\"kind\":\"sealed/drew\",\"args\":{\"who\":2,\"card\":\"d3\"}}",
      "{\"kind\":\"sealed/drew\",\"args\":{\"who\":2,\"card\":\"?day\"}}",
  };
  g_autoptr(LapSession) session = play_new(1, 3, 4);
  const LapGame *game = lap_engine_game(lap_session_engine(session));
  GString *text[6];
  for (guint i = 0; i < 6; i++) text[i] = g_string_new(NULL);
  lap_action_write(game, &stake, 1, text[0]);
  lap_action_write(game, &stake, LAP_WATCHER, text[1]);
  lap_action_write(game, &call, LAP_OMNISCIENT, text[2]);
  lap_action_write(game, &call, 0, text[3]);
  lap_event_write(game, &drew, 2, text[4]);
  lap_event_write(game, &drew, 1, text[5]);
  for (guint i = 0; i < 6; i++) {
    g_assert_cmpstr(text[i]->str, ==, expected[i]);
    g_string_free(text[i], TRUE);
  }
}

static void score_lines_have_an_audience(void)
{
  g_autoptr(LapSession) session = play_new(1, 2, 4);
  LapSheet sheet;
  guint lines[3] = {0};
  lap_engine_score(lap_session_engine(session), lap_session_block(session), &sheet);
  const guint viewers[] = {0, 1, LAP_WATCHER};
  for (guint i = 0; i < 3; i++) {
    g_autoptr(GString) text = g_string_new(NULL);
    lap_sheet_write(lap_engine_game(lap_session_engine(session)), &sheet, viewers[i], text);
    for (const char *at = text->str; (at = strstr(at, "sealed/goal")); at++) lines[i]++;
    g_assert_null(strstr(text->str, i == 0 ? "goal\",\"seat\":1" : "goal\",\"seat\":0"));
  }
  g_assert_cmpuint(lines[0], ==, 1);
  g_assert_cmpuint(lines[1], ==, 1);
  g_assert_cmpuint(lines[2], ==, 0);
}

/* --- determinise */

static LapBlock *dealt_anew(LapSession *session, guint viewer, guint64 seed)
{
  LapBlock *world = play_copy(session);
  LapGenerator chooser = lap_generator_seeded(seed);
  g_assert_true(lap_determinise(lap_session_engine(session), world, viewer, &chooser));
  return world;
}

static void other_worlds_look_the_same_and_are_not(void)
{
  g_autoptr(LapSession) session = play_new(1, 3, 4);
  LapGenerator chooser = lap_generator_seeded(1);
  g_assert_true(play_until(session, &chooser, "sealed/tidy"));
  for (guint viewer = 0; viewer < 3; viewer++) {
    g_autofree char *view = view_of(session, lap_session_block(session), viewer);
    g_autofree char *seen = seen_of(session, lap_session_block(session), viewer);
    g_autofree char *host = view_of(session, lap_session_block(session), LAP_OMNISCIENT);
    guint same = 0;
    for (guint64 seed = 0; seed < 20; seed++) {
      g_autoptr(LapBlock) world = dealt_anew(session, viewer, seed);
      g_autofree char *other_view = view_of(session, world, viewer);
      g_autofree char *other_seen = seen_of(session, world, viewer);
      g_autofree char *other_host = view_of(session, world, LAP_OMNISCIENT);
      g_assert_cmpstr(view, ==, other_view);
      g_assert_cmpstr(seen, ==, other_seen);
      same += g_str_equal(host, other_host);
    }
    g_assert_cmpuint(same, ==, 0);
  }
}

static void every_unseen_card_may_come_first(void)
{
  g_autoptr(LapSession) session = play_new(1, 2, 4);
  const LapSlot *deck = play_field(session, lap_session_block(session), "sealed/deck", 0);
  gboolean day = deck[0].piece <= 6;
  guint times[10] = {0};
  for (guint64 seed = 0; seed < 600; seed++) {
    g_autoptr(LapBlock) world = dealt_anew(session, 0, seed);
    const LapSlot *other = play_field(session, world, "sealed/deck", 0);
    times[other[0].piece]++;
  }
  for (guint face = 1; face <= 9; face++) {
    gboolean may = (face <= 6) == day;
    if (!may) g_assert_cmpuint(times[face], ==, 0);
    if (may) g_assert_cmpuint(times[face], >, 10);
  }
}

static void hidden_numbers_are_drawn_anew_but_the_viewers(void)
{
  g_autoptr(LapSession) session = play_new(1, 2, 4);
  const guint8 *goal = play_field(session, lap_session_block(session), "sealed/goal", 0);
  guint times[3] = {0};
  for (guint64 seed = 0; seed < 60; seed++) {
    g_autoptr(LapBlock) world = dealt_anew(session, 1, seed);
    const guint8 *other = play_field(session, world, "sealed/goal", 0);
    g_assert_cmpuint(other[1], ==, goal[1]);
    times[other[0]]++;
  }
  for (guint i = 0; i < 3; i++) g_assert_cmpuint(times[i], >, 5);
}

static void sealed_moves_of_others_are_drawn_anew_and_legal(void)
{
  LapGenerator chooser = lap_generator_seeded(1);
  for (guint64 seed = 0; seed < 40; seed++) {
    g_autoptr(LapSession) session = play_new(1, 3, seed);
    play_move(session, &chooser, 0);
    play_move(session, &chooser, 1);
    g_autoptr(LapBlock) world = dealt_anew(session, 0, seed);
    g_assert_cmpuint(lap_head_of(world)->ready, ==, 3);
    g_assert_cmpuint(lap_head_of(world)->sealed[1], ==, 2);
    GError *error = NULL;
    g_autoptr(LapSession)
        other = lap_session_new_at((LapGame *)lap_engine_game(lap_session_engine(session)), 3, NULL, world, &error);
    g_assert_no_error(error);
    while (!lap_session_over(other)) play_move(other, &chooser, -1);
  }
}

/* Of two unseen cards with the same back, each may lie in each place. */
static void the_last_two_unseen_cards_change_places(void)
{
  g_autoptr(LapSession) session = play_new(1, 2, 4);
  LapEngine *engine = lap_session_engine(session);
  const GPtrArray *fields = lap_engine_game(engine)->fields;
  g_autoptr(LapBlock) block = play_copy(session);
  for (guint i = 0; i < fields->len; i++) {
    const LapGameField *field = fields->pdata[i];
    for (guint row = 0; field->type == LAP_SLOT && row < lap_fields_rows(engine, field); row++)
      for (guint item = 0; item < lap_fields_items(engine, block, field, row); item++)
        ((LapSlot *)(guintptr)lap_fields_at(engine, block, field, row, item))->known = LAP_EVERYONE;
  }
  LapSlot *deck = (LapSlot *)(guintptr)play_field(session, block, "sealed/deck", 0);
  deck[0].known = deck[1].known = 0;
  deck[0].piece = 1, deck[1].piece = 2;
  guint first[3] = {0};
  for (guint64 seed = 0; seed < 40; seed++) {
    g_autoptr(LapBlock) world = lap_block_new(engine);
    memcpy(world, block, lap_engine_block_size(engine));
    LapGenerator chooser = lap_generator_seeded(seed);
    g_assert_true(lap_determinise(engine, world, 0, &chooser));
    const LapSlot *dealt = play_field(session, world, "sealed/deck", 0);
    g_assert_cmpuint(dealt[0].piece + dealt[1].piece, ==, 3);
    first[dealt[0].piece]++;
  }
  g_assert_cmpuint(first[1], >, 8);
  g_assert_cmpuint(first[2], >, 8);
}

/* Where a seat's sealed steps stand in the block: two each, behind the head. */
static const LapAction *steps_of(const LapBlock *block, guint seat)
{
  const guint8 *first = (const guint8 *)block + ((sizeof(LapHead) + 15) & ~(gsize)15);
  return (const LapAction *)(gconstpointer)first + 2 * seat;
}

static void the_viewers_own_sealed_move_stays(void)
{
  LapGenerator chooser = lap_generator_seeded(1);
  g_autoptr(LapSession) session = play_new(1, 3, 5);
  play_move(session, &chooser, 0);
  for (guint64 seed = 0; seed < 10; seed++) {
    g_autoptr(LapBlock) world = dealt_anew(session, 0, seed);
    g_assert_cmpmem(steps_of(world, 0), 2 * sizeof(LapAction), steps_of(lap_session_block(session), 0),
                    2 * sizeof(LapAction));
  }
}

/* Not even that another seat has begun is public. */
static void begun_moves_of_others_are_dropped(void)
{
  g_autoptr(LapSession) session = play_new(1, 3, 5);
  LapEngine *engine = lap_session_engine(session);
  g_autoptr(LapBlock) block = play_copy(session);
  LapAction step = lap_engine_legal(engine, block, 1)->v[0];
  g_assert_cmpint(lap_engine_apply(engine, block, &step), ==, LAP_MOVE_MORE);
  LapGenerator chooser = lap_generator_seeded(1);
  g_assert_true(lap_determinise(engine, block, 0, &chooser));
  g_assert_cmpuint(lap_head_of(block)->sealed[1], ==, 0);
  g_assert_cmpuint(lap_head_of(block)->ready, ==, 0);
}

static void the_other_worlds_future_is_its_own(void)
{
  g_autoptr(LapSession) session = play_new(1, 2, 4);
  g_autoptr(LapBlock) one = dealt_anew(session, 0, 1);
  g_autoptr(LapBlock) other = dealt_anew(session, 0, 2);
  g_assert_cmpuint(lap_head_of(one)->generator.state, !=, lap_head_of(other)->generator.state);
  g_assert_cmpuint(lap_head_of(one)->generator.state, !=, lap_head_of(lap_session_block(session))->generator.state);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/view/begins-with-phase-and-seats", a_view_begins_with_phase_and_seats);
  g_test_add_func("/view/fields-are-shown-by-their-look", fields_are_shown_by_their_look);
  g_test_add_func("/view/what-is-nobodys-is-not-sent", what_is_nobodys_is_not_sent);
  g_test_add_func("/view/what-a-variant-hides-is-not-sent", what_a_variant_hides_is_not_sent);
  g_test_add_func("/view/what-was-seen-counts-covered-pieces-too", what_was_seen_counts_covered_pieces_too);
  g_test_add_func("/view/what-is-its-owners-is-shown-to-an-owner-who-has-seen-it",
                  what_is_its_owners_is_shown_to_an_owner_who_has_seen_it);
  g_test_add_func("/view/a-seat-sees-its-own-sealed-steps-done", a_seat_sees_its_own_sealed_steps_done);
  g_test_add_func("/view/secret-arguments-are-backs-to-others", secret_arguments_are_backs_to_others);
  g_test_add_func("/view/score-lines-have-an-audience", score_lines_have_an_audience);
  g_test_add_func("/determinise/other-worlds-look-the-same-and-are-not", other_worlds_look_the_same_and_are_not);
  g_test_add_func("/determinise/every-unseen-card-may-come-first", every_unseen_card_may_come_first);
  g_test_add_func("/determinise/hidden-numbers-are-drawn-anew-but-the-viewers",
                  hidden_numbers_are_drawn_anew_but_the_viewers);
  g_test_add_func("/determinise/sealed-moves-of-others-are-drawn-anew-and-legal",
                  sealed_moves_of_others_are_drawn_anew_and_legal);
  g_test_add_func("/determinise/the-last-two-unseen-cards-change-places", the_last_two_unseen_cards_change_places);
  g_test_add_func("/determinise/the-viewers-own-sealed-move-stays", the_viewers_own_sealed_move_stays);
  g_test_add_func("/determinise/begun-moves-of-others-are-dropped", begun_moves_of_others_are_dropped);
  g_test_add_func("/determinise/the-other-worlds-future-is-its-own", the_other_worlds_future_is_its_own);
  return g_test_run();
}
