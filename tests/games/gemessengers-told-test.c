/* GEMessengers: what players are told of picks, placements and the end of a round, before and as it comes. */
#include <string.h>

#include "gemessengers-position.h"
#include "host/engine/preview.h"

/* --- what a pick may bring */

/* Seat 0 has a Circlet with an open place at its Base, seat 1 a gem that may still move. */
static LapSession *picking(MessengersPosition *position, const char *first, const char *second)
{
  messengers_position_guild(position, "topaz_proclamation / / emerald_proclamation");
  messengers_position_workshop(position, 0, "topaz / ruby ruby / diamond diamond");
  messengers_position_workshop(position, 1, "ruby / / ");
  messengers_position_hand(position, 0, first);
  messengers_position_hand(position, 1, second);
  LapSession *session = messengers_position_play(position);
  g_autofree char *pick = g_strconcat("pick ", first, NULL), *pick_of_other = g_strconcat("pick ", second, NULL);
  games_play_all(session, (const char *[]){pick, pick_of_other, NULL});
  return session;
}

static void test_what_a_proclamation_may_bring(void)
{
  g_autoptr(MessengersPosition) position = messengers_position_new(2, 0);
  g_autoptr(LapSession) session = picking(position, "ruby_proclamation", "emerald");
  const LapEvent *brings = games_told(session, "gemessengers/may_bring", 0);
  g_assert_cmpint(brings->arg[2], ==, MESSENGERS_DECORATION);
  g_assert_cmpint(brings->arg[3], ==, 7); /* two rubies, and the token */
  g_assert_null(games_told(session, "gemessengers/kin", 0));
  g_assert_null(games_told(session, "gemessengers/may_bring_token", 0));
  gint64 before = messengers_points(session, 0);
  games_play_all(session, (const char *[]){"place below", "proclaim decoration", NULL});
  g_assert_cmpint(messengers_points(session, 0), ==, before + 7);
}

static void test_what_is_told_while_rows_may_move(void)
{
  g_autoptr(MessengersPosition) position = messengers_position_new(2, 0);
  g_autoptr(LapSession) session = picking(position, "topaz", "ruby_proclamation");
  g_assert_null(games_told(session, "gemessengers/may_count", 0)); /* that row is full */
  g_assert_null(games_told(session, "gemessengers/may_bring", 1));
  g_assert_nonnull(games_told(session, "gemessengers/may_bring_token", 1));
  g_assert_cmpint(games_told(session, "gemessengers/kin", 1)->arg[2], ==, 1);
}

/* An emerald for the Base where its kind is proclaimed: it counts at once only where the rows are certain. */
static void test_when_a_gem_counts(void)
{
  g_autoptr(MessengersPosition) certain = messengers_position_new(2, 0), uncertain = messengers_position_new(2, 0);
  g_autoptr(LapSession) now = picking(certain, "emerald", "ruby_proclamation");
  g_autoptr(LapSession) later = picking(uncertain, "ruby_proclamation", "emerald");
  const LapEvent *counts = games_told(now, "gemessengers/may_count", 0);
  g_assert_cmpint(counts->arg[2], ==, MESSENGERS_BASE);
  g_assert_cmpint(counts->arg[3], ==, 4);
  g_assert_null(games_told(now, "gemessengers/may_count_later", 0));
  counts = games_told(later, "gemessengers/may_count_later", 1);
  const LapEvent *finishes = games_told(now, "gemessengers/will_finish", 0); /* at the open place of its Base */
  g_assert_cmpuint(finishes->knows, ==, 1u << 0);
  g_assert_null(games_told(later, "gemessengers/will_finish", 1));
  g_assert_cmpint(counts->arg[2], ==, MESSENGERS_BASE);
  g_assert_cmpint(counts->arg[3], ==, 4);
  g_assert_null(games_told(later, "gemessengers/may_count", 1));
}

static void test_what_no_gem_is_of_is_not_told(void)
{
  g_autoptr(MessengersPosition) position = messengers_position_new(2, 0);
  g_autoptr(LapSession) session = picking(position, "sapphire_proclamation", "ruby_proclamation");
  g_assert_null(games_told(session, "gemessengers/kin", 0));
  g_assert_null(games_told(session, "gemessengers/may_bring", 0));
  g_assert_nonnull(games_told(session, "gemessengers/may_bring_token", 0));
}

/* What a Proclamation brings a Circlet with two rubies at its Base, where two others may lie already. */
static const struct {
  const char *guild, *card;
  guint8 tokens[MESSENGERS_ROWS];
  gboolean is_token;
  gint row, points; /* -1: none is told */
  gint gems;
} prospects[] = {
    {"", "ruby_proclamation", {0, 0, 0}, FALSE, MESSENGERS_BASE, 6, 0},
    {"", "sapphire_proclamation", {0, 0, 0}, FALSE, -1, 0, 0},
    {"", "sapphire_proclamation", {0, 0, 1}, TRUE, -1, 0, 0},
    {" / / diamond_proclamation topaz_proclamation", "ruby_proclamation", {3, 3, 0}, FALSE, MESSENGERS_BASE, 2, 0},
    {" / / diamond_proclamation emerald_proclamation", "ruby_proclamation", {0, 0, 0}, FALSE, MESSENGERS_BASE, 1, 0},
    {" / / diamond_proclamation emerald_proclamation", "ruby_proclamation", {1, 0, 0}, TRUE, -1, 0, 2},
    {" / / diamond_proclamation emerald_proclamation citrine_proclamation",
     "ruby_proclamation",
     {0, 0, 3},
     FALSE,
     -1,
     0,
     0}, /* the Base, where the rubies are, is full */
};

static void test_what_proclamations_bring(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(prospects); i++) {
    g_autoptr(MessengersPosition) position = messengers_position_new(2, 0);
    messengers_position_guild(position, prospects[i].guild);
    messengers_position_workshop(position, 0, "topaz / topaz topaz / ruby ruby emerald");
    position->state->finished[0] = position->state->collects[0] = 0;
    memcpy(position->state->tokens, prospects[i].tokens, MESSENGERS_ROWS);
    messengers_position_hand(position, 0, prospects[i].card);
    messengers_position_hand(position, 1, "amethyst");
    g_autoptr(LapSession) session = messengers_position_play(position);
    g_autofree char *pick = g_strconcat("pick ", prospects[i].card, NULL);
    games_play_all(session, (const char *[]){pick, "pick amethyst", NULL});
    const LapEvent *brings = games_told(session, "gemessengers/may_bring", 0);
    const LapEvent *kin = games_told(session, "gemessengers/kin", 0);
    g_assert_cmpint(brings ? brings->arg[2] : -1, ==, prospects[i].row);
    g_assert_cmpint(brings ? brings->arg[3] : 0, ==, prospects[i].points);
    g_assert_cmpint(kin ? kin->arg[2] : 0, ==, prospects[i].gems);
    g_assert_true((games_told(session, "gemessengers/may_bring_token", 0) != NULL) == prospects[i].is_token);
    gboolean brings_none = prospects[i].row < 0 && !prospects[i].is_token;
    g_assert_true((games_told(session, "gemessengers/may_bring_nothing", 0) != NULL) == brings_none);
  }
}

/* What seat 0 is told of picking a card before it does, other than that it has picked it: names of events. */
static char *told_before_pick(LapSession *session, const char *card)
{
  LapEngine *engine = lap_session_engine(session);
  const LapPieceSet *cards = g_ptr_array_index(lap_engine_game(engine)->sets, 0);
  const LapActions *legal = lap_engine_legal(engine, lap_session_block(session), 0);
  guint step = 0;
  while (!g_str_equal(cards->key[legal->v[step].arg[0]], card)) step++;
  g_autofree char *foreseen = games_foreseen(session, step);
  g_auto(GStrv) names = g_strsplit(foreseen, " ", -1);
  GString *told = g_string_new(NULL);
  for (char **name = names; *name; name++)
    if (!g_str_equal(*name, "revealed") && !g_str_equal(*name, "passed")) g_string_append_printf(told, "%s ", *name);
  return g_string_free(told, FALSE);
}

/* Of which gems the last move told an event, and how much they count, in the order in which it was told: "emerald 4 row
 * 1 ", or "emerald 4 " without `row`. `knows`: who is told. */
static char *told_gems(LapSession *session, const char *event, guint32 knows, const char *row)
{
  guint n;
  const LapEvent *sent = lap_session_events(session, &n);
  GString *counts = g_string_new(NULL);
  for (guint i = 0; i < n; i++) {
    const LapGameKind *kind = lap_game_event(lap_engine_game(lap_session_engine(session)), sent[i].kind);
    if (!g_str_equal(kind->name, event)) continue;
    g_assert_cmpuint(sent[i].knows, ==, knows);
    g_string_append_printf(counts, "%s %d ", kind->field[1]->set->key[sent[i].arg[1]], sent[i].arg[3]);
    if (row) g_string_append_printf(counts, "%s %d ", row, sent[i].arg[2]);
  }
  return g_string_free(counts, FALSE);
}

/* What is told of a gem that is picked for a jewel. `counts`: of the gems that lie already, "emerald 4 row 1". */
static const struct {
  guint round;
  const char *guild, *workshop, *card, *told, *counts;
} gems_picked[] = {
    {2, " / emerald_proclamation / ", "ruby ruby / emerald / ", "amethyst", "may_settle ", "emerald 4 row 1 "},
    {2, " / emerald_proclamation / ", "emerald / ruby / ", "amethyst", "may_settle ", "emerald 4 row 1 "},
    {2, " / emerald_proclamation / ", "emerald emerald / ruby / ", "emerald", "may_count_later may_settle ",
     "emerald 4 row 1 "},
    {2, "ruby_proclamation / emerald_proclamation topaz_proclamation / ", "ruby ruby / emerald / ", "amethyst",
     "may_settle may_settle ", "ruby 4 row 0 emerald 3 row 1 "},
    /* The rows stay uncertain, or become certain only where the emerald lies elsewhere. */
    {0, " / emerald_proclamation / ", "emerald / / ", "amethyst", "", ""},
    {2, "emerald_proclamation / / ", "ruby ruby / emerald / ", "amethyst", "", ""},
    /* They are certain, and the emerald counts already. */
    {2, " / emerald_proclamation / ", "ruby ruby / emerald / ruby", "amethyst", "", ""},
    /* Any row of these that is the Decoration is full already. */
    {2, " / topaz_proclamation / ", "ruby ruby / emerald emerald / ", "topaz", "", ""},
    {2, "topaz_proclamation / / ", "ruby ruby / emerald emerald / ", "topaz", "may_count_later ", ""},
    /* Out of reach as long as the Decoration is empty. */
    {1, " / / topaz_proclamation", "ruby ruby ruby / / ", "topaz", "out_of_reach ", ""},
    {1, " / topaz_proclamation / ", "ruby ruby ruby / / ", "topaz", "may_count ", ""},
    {1, " / / topaz_proclamation", "ruby ruby ruby / ruby / ", "topaz", "may_count ", ""},
    {0, "topaz_proclamation / / ", " / / ruby ruby ruby", "topaz", "out_of_reach ", ""},
};

static void test_what_a_gem_may_bring(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(gems_picked); i++) {
    g_autoptr(MessengersPosition) position = messengers_position_new(2, gems_picked[i].round);
    messengers_position_guild(position, gems_picked[i].guild);
    messengers_position_workshop(position, 0, gems_picked[i].workshop);
    messengers_position_hand(position, 0, gems_picked[i].card);
    messengers_position_hand(position, 1, "diamond sapphire_proclamation");
    g_autoptr(LapSession) session = messengers_position_play(position);
    g_autofree char *told = told_before_pick(session, gems_picked[i].card);
    g_assert_cmpstr(told, ==, gems_picked[i].told);
    g_autofree char *pick = g_strconcat("pick ", gems_picked[i].card, NULL);
    games_play_all(session, (const char *[]){pick, "pick diamond", NULL});
    g_autofree char *counts = told_gems(session, "gemessengers/may_settle", 1u << 0, "row");
    g_assert_cmpstr(counts, ==, gems_picked[i].counts);
  }
}

/* --- what a placement changes */

#define PLACED_GUILD "topaz_proclamation / ruby_proclamation citrine_proclamation / emerald_proclamation"

/* Seat 0 places a ruby. `counts`: which gems are told to count, and how much. */
static const struct {
  guint round;
  const char *workshop, *place;
  gboolean sinks, settles;
  const char *counts;
} placements[] = {
    {0, "topaz / / ", "place row_1", TRUE, FALSE, ""},
    {0, "topaz / / ", "place above", TRUE, FALSE, ""},
    {0, "topaz / / ", "place below", FALSE, FALSE, ""},
    {0, "topaz / ruby / ", "place row_1", TRUE, TRUE, "ruby 3 "},
    {0, "topaz / ruby / ", "place row_2", FALSE, FALSE, ""},
    {0, "topaz / ruby / ", "place above", TRUE, TRUE, ""},
    {0, "topaz / ruby / ", "place below", FALSE, TRUE, "topaz 4 ruby 3 "},
    {0, "topaz / ruby ruby / ", "place above", TRUE, TRUE, ""},
    {0, "topaz / ruby ruby / ", "place row_2", TRUE, TRUE, ""},
    {0, " / ruby ruby / ", "place row_2", TRUE, TRUE, ""},
    {0, " / ruby ruby / ", "place above", FALSE, FALSE, ""},
    {0, "topaz / ruby ruby / emerald", "place row_3", FALSE, FALSE, ""},
    {0, "topaz / ruby / emerald", "place row_2", FALSE, FALSE, "ruby 3 "},
    {1, "ruby ruby / / ", "place row_1", FALSE, TRUE, ""},
    {1, "ruby ruby / / ", "place above", TRUE, TRUE, "ruby 3 "},
    {2, "ruby citrine / emerald / ", "place above", TRUE, TRUE, "ruby 3 citrine 3 emerald 4 "},
};

static void test_what_a_placement_changes(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(placements); i++) {
    g_autoptr(MessengersPosition) position = messengers_position_new(2, placements[i].round);
    messengers_position_guild(position, PLACED_GUILD);
    messengers_position_workshop(position, 0, placements[i].workshop);
    messengers_position_hand(position, 0, "ruby");
    messengers_position_hand(position, 1, "diamond_proclamation");
    g_autoptr(LapSession) session = messengers_position_play(position);
    games_play_all(session, (const char *[]){"pick ruby", "pick diamond_proclamation", placements[i].place, NULL});
    g_assert_true((games_told(session, "gemessengers/sank", 0) != NULL) == placements[i].sinks);
    g_assert_true((games_told(session, "gemessengers/settled", 0) != NULL) == placements[i].settles);
    g_autofree char *counts = told_gems(session, "gemessengers/gem_counts", LAP_EVERYONE, NULL);
    g_assert_cmpstr(counts, ==, placements[i].counts);
  }
}

static void test_a_first_gem_may_sink(void)
{
  g_autoptr(MessengersPosition) position = messengers_position_new(2, 0);
  messengers_position_workshop(position, 1, "topaz / / ");
  messengers_position_hand(position, 0, "ruby");
  messengers_position_hand(position, 1, "diamond");
  g_autoptr(LapSession) session = messengers_position_play(position);
  games_play_all(session, (const char *[]){"pick ruby", "pick diamond", "place first", "place below", NULL});
  g_assert_cmpuint(games_told(session, "gemessengers/may_sink", 0)->knows, ==, 1u << 0);
  g_assert_null(games_told(session, "gemessengers/may_sink", 1));
}

/* --- jewels that are finished */

/* Seats 0 and 1 place a gem each, and seat 1 finishes with it. Seat 2 had finished before. */
static const struct {
  guint round;
  const char *workshop, *place;
  guint tokens;
  gboolean will_collect;
  gint end; /* -1: not all are finished */
} finishes[] = {
    {2, "ruby ruby / ruby ruby / ", "place below", 1, TRUE, -1},
    {2, "ruby ruby / ruby ruby / ", "place below", 0, FALSE, -1},
    {2, "ruby ruby / ruby ruby / ruby", "place row_3", 1, FALSE, MESSENGERS_MATCH_ENDS},
    {1, "ruby ruby ruby / ruby ruby / ", "place below", 1, FALSE, MESSENGERS_ROUND_IS_COUNTED},
};
static const char *const almost[] = {
    [1] = "topaz topaz topaz / topaz topaz / ", [2] = "topaz topaz / topaz topaz / topaz"};
static const char *const done[] = {[1] = "emerald emerald emerald / emerald emerald / emerald",
                                   [2] = "emerald emerald / emerald emerald / emerald emerald"};

static LapSession *finishing(MessengersPosition *position, gsize i)
{
  guint round = finishes[i].round;
  messengers_position_tokens(position, 0, finishes[i].tokens, 0);
  messengers_position_workshop(position, 0, finishes[i].workshop);
  messengers_position_workshop(position, 1, almost[round]);
  messengers_position_workshop(position, 2, done[round]);
  for (guint seat = 0; seat < 2; seat++) messengers_position_hand(position, seat, "diamond");
  LapSession *session = messengers_position_play(position);
  games_play_all(session, (const char *[]){"pick diamond", "pick diamond", finishes[i].place,
                                           round == 1 ? "place below" : "place row_3", NULL});
  return session;
}

static void test_what_is_told_of_finished_jewels(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(finishes); i++) {
    gint end = finishes[i].end;
    g_autoptr(MessengersPosition) position = messengers_position_new(3, finishes[i].round);
    g_autoptr(LapSession) session = finishing(position, i);
    g_assert_true((games_told(session, "gemessengers/finished", 0) != NULL) == (end >= 0));
    g_assert_nonnull(games_told(session, "gemessengers/finished", 1));
    g_assert_null(games_told(session, "gemessengers/finished", 2));
    g_assert_null(games_told(session, "gemessengers/will_collect", 0));
    g_assert_true((games_told(session, "gemessengers/will_collect", 1) != NULL) == finishes[i].will_collect);
    g_assert_null(games_told(session, "gemessengers/will_collect", 2));
    for (gint e = MESSENGERS_ROUND_IS_COUNTED; e <= MESSENGERS_MATCH_ENDS; e++)
      g_assert_true((games_told(session, "gemessengers/all_finished", (guint)e) != NULL) == (e == end));
    g_assert_true((games_told(session, "gemessengers/tokens_first", 1) != NULL) == (end >= 0)); /* that of seat 2 */
    if (!finishes[i].tokens) continue;
    g_assert_cmpint(games_waiting(session), ==, 2);
    games_play(session, "take_token decoration");
    const LapEvent *last = games_told(session, "gemessengers/last_token", 2);
    g_assert_cmpint(last ? last->arg[1] : -1, ==, end);
    g_assert_true((games_told(session, "gemessengers/round_scored", 0) != NULL) == (end >= 0));
  }
}

/* Both of a step know it before they place, whatever the other does. */
static void test_the_preview_of_the_last_gems(void)
{
  g_autoptr(MessengersPosition) position = messengers_position_new(2, 2);
  messengers_position_workshop(position, 0, "ruby ruby / ruby ruby / ruby");
  messengers_position_workshop(position, 1, almost[2]);
  for (guint seat = 0; seat < 2; seat++) messengers_position_hand(position, seat, "diamond");
  g_autoptr(LapSession) session = messengers_position_play(position);
  games_play_all(session, (const char *[]){"pick diamond", "pick diamond", NULL});
  LapEngine *engine = lap_session_engine(session);
  for (guint seat = 0; seat < 2; seat++) {
    g_auto(LapPreviews) previews = {0};
    gboolean is_told = FALSE;
    lap_previews_init(&previews);
    g_assert_true(lap_engine_preview(engine, lap_session_block(session), seat, 1, &previews));
    g_assert_cmpuint(previews.n_events->len, ==, 1);
    for (guint i = 0; i < previews.events->len; i++) {
      const LapGameKind *kind = lap_game_event(lap_engine_game(engine),
                                               g_array_index(previews.events, LapEvent, i).kind);
      is_told |= g_str_equal(kind->name, "gemessengers/all_finished");
      g_assert_false(g_str_equal(kind->name, "gemessengers/will_collect"));
    }
    g_assert_true(is_told);
  }
}

/* Seat 0 picks the last gem that its jewel lacks; seats 1 and 2 may have finished before or may finish, too. */
#define SCEPTER_DONE "emerald emerald / emerald emerald / emerald emerald"
static const struct {
  guint round;
  const char *others[2], *told;
  guint tokens;
  gint end, last; /* -1: it is not told that the round ends, or of tokens before */
} last_gems[] = {
    {2,
     {SCEPTER_DONE, "topaz topaz / topaz topaz / topaz topaz"},
     "will_finish all_finished tokens_first ",
     3,
     MESSENGERS_MATCH_ENDS,
     2},
    {2,
     {SCEPTER_DONE, "topaz topaz / topaz topaz / topaz topaz"},
     "will_finish all_finished tokens_first ",
     1,
     MESSENGERS_MATCH_ENDS,
     1},
    {2,
     {SCEPTER_DONE, "topaz topaz / topaz topaz / topaz topaz"},
     "will_finish all_finished ",
     0,
     MESSENGERS_MATCH_ENDS,
     -1},
    {1,
     {"emerald emerald emerald / emerald emerald / emerald", "topaz topaz topaz / topaz topaz / topaz"},
     "will_finish all_finished tokens_first ",
     3,
     MESSENGERS_ROUND_IS_COUNTED,
     2},
    {2, {SCEPTER_DONE, "topaz topaz / topaz topaz / topaz"}, "will_finish may_end ", 3, -1, -1},
    {2,
     {"topaz / topaz topaz / topaz topaz", "sapphire sapphire / sapphire sapphire / sapphire"},
     "will_finish may_end ",
     3,
     -1,
     -1},
    {2, {SCEPTER_DONE, "topaz topaz / topaz topaz / "}, "will_finish will_take_tokens ", 3, -1, -1},
    {2, {"topaz topaz / topaz topaz / topaz", "sapphire / sapphire / "}, "will_finish will_take_tokens ", 0, -1, -1},
};

static LapSession *at_the_last_gem(MessengersPosition *position, gsize i)
{
  messengers_position_tokens(position, 0, last_gems[i].tokens, 0);
  messengers_position_workshop(
      position, 0, last_gems[i].round == 1 ? "ruby ruby ruby / ruby ruby / " : "ruby ruby / ruby ruby / ruby");
  for (guint seat = 1; seat < 3; seat++) {
    messengers_position_workshop(position, seat, last_gems[i].others[seat - 1]);
    messengers_position_hand(position, seat, seat == 1 ? "citrine ruby_proclamation" : "citrine topaz_proclamation");
  }
  messengers_position_hand(position, 0, "diamond");
  return messengers_position_play(position);
}

/* Who plays on alone is told at the pick and at the place, and it is so. */
static void check_the_end(LapSession *session, gsize i)
{
  gint end = last_gems[i].end, last = last_gems[i].last;
  const char *const steps[] = {"pick diamond", last_gems[i].round == 1 ? "place below" : "place row_3"};
  for (guint step = 0; step < 2; step++) {
    games_play(session, steps[step]);
    const LapEvent *ends = games_told(session, "gemessengers/all_finished", (guint)end);
    g_assert_nonnull(ends);
    g_assert_cmpuint(ends->knows, ==, step ? LAP_EVERYONE : 1u << 0);
    g_assert_true((games_told(session, "gemessengers/tokens_first", (guint)last) != NULL) == (last > 0));
  }
  for (gint token = 0; token < last; token++) {
    g_assert_cmpint(games_waiting(session), !=, 0);
    g_assert_null(games_told(session, "gemessengers/round_scored", 0));
    games_play(session, "take_token decoration");
  }
  g_assert_nonnull(games_told(session, "gemessengers/round_scored", 0));
}

static void test_the_last_gem_of_a_jewel(void)
{
  for (gsize i = 0; i < G_N_ELEMENTS(last_gems); i++) {
    g_autoptr(MessengersPosition) position = messengers_position_new(3, last_gems[i].round);
    g_autoptr(LapSession) session = at_the_last_gem(position, i);
    g_autofree char *told = told_before_pick(session, "diamond");
    g_assert_cmpstr(told, ==, last_gems[i].told);
    if (last_gems[i].end >= 0) check_the_end(session, i);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/gemessengers/told/what-a-proclamation-may-bring", test_what_a_proclamation_may_bring);
  g_test_add_func("/gemessengers/told/what-a-pick-may-bring-while-rows-may-move",
                  test_what_is_told_while_rows_may_move);
  g_test_add_func("/gemessengers/told/nothing-of-a-kind-of-gem-that-the-jewel-does-not-have",
                  test_what_no_gem_is_of_is_not_told);
  g_test_add_func("/gemessengers/told/a-gem-counts-in-its-row-at-once-or-once-the-rows-are-certain",
                  test_when_a_gem_counts);
  g_test_add_func("/gemessengers/told/what-proclamations-bring-at-their-best-row", test_what_proclamations_bring);
  g_test_add_func("/gemessengers/told/what-a-gem-may-bring-those-that-lie-already", test_what_a_gem_may_bring);
  g_test_add_func("/gemessengers/told/what-a-placement-changes", test_what_a_placement_changes);
  g_test_add_func("/gemessengers/told/the-first-gem-may-still-move-down", test_a_first_gem_may_sink);
  g_test_add_func("/gemessengers/told/tokens-are-promised-only-where-a-turn-follows",
                  test_what_is_told_of_finished_jewels);
  g_test_add_func("/gemessengers/told/the-last-gems-are-previewed-as-the-last", test_the_preview_of_the_last_gems);
  g_test_add_func("/gemessengers/told/with-the-last-gem-whether-the-round-ends", test_the_last_gem_of_a_jewel);
  return g_test_run();
}
