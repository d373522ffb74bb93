/* Stores that are damaged, or made up: refused with what is wrong and where, and never anything worse. */
#include <string.h>

#include "table.h"

/* A match in the store: people, a sealed choice, an undo, clocks; 3 seats. */
static LapMatch *make(Table *table)
{
  guint64 id;
  g_autoptr(LapMatchSettings) settings = lap_match_settings_new("sealed", 2);
  lap_match_settings_set_public(settings, TRUE);
  lap_match_settings_set_seed(settings, 3);
  lap_match_settings_set_clock(settings, 60000, 1000);
  LapMatch *match = table_create_by(table, settings, NULL);
  table_seat_all(match);
  for (guint i = 0; i < 5; i++) table_move(table, match);
  g_assert_true(
      lap_match_propose(match, g_array_index(match->moves, LapMoveRecord, 4).seat, LAP_PROPOSAL_UNDO, NULL, &id, NULL));
  g_assert_true(
      lap_match_answer(match, !g_array_index(match->moves, LapMoveRecord, 4).seat, id, TRUE, table_key(1), NULL, NULL));
  table_move(table, match);
  return match;
}

/* The same with one line replaced; line 0 is the header. */
static LapStore *copy_store(LapStore *store, const char *id, guint line, const char *instead)
{
  g_autoptr(LapStored) stored = lap_store_find(store, id, NULL);
  g_autoptr(GPtrArray) entries = lap_store_entries(store, id, 0, G_MAXUINT64, NULL);
  g_autoptr(LapStore) copy = lap_store_open("memory:", NULL);
  if (line == 0) {
    g_free(stored->header);
    stored->header = g_strdup(instead);
  }
  if (!lap_store_create(copy, stored, NULL)) return NULL;
  for (guint i = 1; i <= entries->len; i++)
    if (!lap_store_append(copy, id, i, i == line ? instead : entries->pdata[i - 1], LAP_STORED_RUNNING, 1, NULL))
      return NULL;
  return lap_store_commit(copy, NULL) ? g_steal_pointer(&copy) : NULL;
}

static char *line_of(LapStore *store, const char *id, guint line)
{
  g_autoptr(LapStored) stored = lap_store_find(store, id, NULL);
  g_autoptr(GPtrArray) entries = lap_store_entries(store, id, 0, G_MAXUINT64, NULL);
  return g_strdup(line ? entries->pdata[line - 1] : stored->header);
}

static LapMatch *restore(Table *table, LapStore *store, const char *id, GError **error)
{
  g_autoptr(LapHost) host = lap_host_new(table->registry, store);
  return lap_host_find(host, id, error);
}

/* `line`: a number, or the first that has `old`; `old` becomes `new`. */
typedef struct {
  const char *old, *new, *message;
} Case;

static const Case cases[] = {
    {"\"lapidary\":\"match\"", "\"lapidary\":\"log\"", "header"},
    {"\"format\":1", "\"format\":2", "format 2"},
    {"\"seats\":2", "\"seats\":3", "header"},
    {"\"seats\":2", "\"seats\":99", "seats"},
    {"\"seeded\":true", "\"seeded\":1", "\"seeded\""},
    {"\"seed\":\"3\"", "\"seed\":\"4\"", "hash"},
    {"\"version\":\"", "\"version\":\"9", "there is"},
    {"\"id\":\"sealed\"", "\"id\":\"gone\"", "gone"},
    {"/rounds\":\"4\"", "/rounds\":\"99\"", "rounds"},
    {"\"public\":true", "\"public\":1", "\"public\""},
    {"\"initial\":60000", "\"initial\":0", "\"clock\""},
    {"\"bots\":[null,null]", "\"bots\":[null]", "\"bots\""},
    {"\"bots\":[null,null]", "\"bots\":[\"oracle\",null]", "bot"},
    {"\"bots\":[null,null]", "\"bots\":[null,null],\"names\":[\"Ada\",null]", "contradict each other about seat 0"},
    {"\"bots\":[null,null]", "\"bots\":[\"random\",null],\"names\":[\"\",null]", "\"names\" must be"},
    {"\"salt\":\"", "\"salt\":\"00", "\"salt\""},
    {"\"watch\":\"", "\"watch\":\"x", "\"watch\""},
    {"\"kind\":\"join\"", "\"kind\":\"jump\"", "entry 1: there is no kind of entry \"jump\""},
    {"\"kind\":\"join\"", "\"kind\":1", "entry 1: \"kind\""},
    {"\"kind\":\"join\",\"seat\":0", "\"kind\":\"join\",\"seat\":2", "entry 1: \"seat\" must be a number of 0 to 1"},
    {"\"kind\":\"join\",\"seat\":1", "\"kind\":\"join\",\"seat\":0", "entry 2: seat 0 is not free"},
    {"\"at\":", "\"at\":-", "entry 1: \"at\""},
    {"\"name\":\"Ada\"", "\"name\":\"\"", "entry 1: \"name\""},
    {"\"name\":\"Ada\"", "\"name\":\"A\\u0007\"", "entry 1: \"name\""},
    {"\"token\":\"", "\"token\":\"00", "entry 1: \"token\""},
    {",\"left\":[60000,60000]", "", "entry 1: \"left\" is missing"},
    {"\"left\":[60000,60000]", "\"left\":[60000]", "entry 1: \"left\""},
    {"\"left\":[60000,60000]", "\"left\":[-1,60000]", "entry 1: \"left\""},
    {"\"kind\":\"move\"", "\"kind\":\"resign\"", "entry"},
    {"\"steps\":[", "\"steps\":[],\"was\":[", "entry 3: \"steps\""},
    {"\"steps\":[{\"kind\":\"sealed/", "\"steps\":[{\"kind\":\"sealed/un", "entry 3: there is no kind of action"},
    {"\"kind\":\"propose\"", "\"kind\":\"answer\"", "entry 8"},
    {"\"proposal\":\"undo\",\"applied\":false", "\"proposal\":\"undo\",\"applied\":true", "entry 8"},
    {"\"proposal\":\"undo\"", "\"proposal\":\"draw\"", "entry 8: \"proposal\""},
    {"\"moves\":4", "\"moves\":5", "entry 9: an undo that leaves 5 moves of 5"},
    {"\"moves\":4", "\"moves\":3", "entry 9: hash"},
    {"\"moves\":4", "\"moves\":-1", "entry 9: \"moves\""},
    {"\"kind\":\"answer\",\"seat\":0", "\"kind\":\"answer\",\"seat\":1",
     "entry 9: an answer of seat 1, which was not asked"},
    {"\"accept\":true", "\"accept\":false", "entry 9"},
    {"\"kind\":\"answer\",\"seat\":", "\"kind\":\"answer\",\"seat\":9,\"was\":", "entry 9: \"seat\""},
};

/* The line that a case is about: the first that has what it replaces, the header first. */
static char *spoil(LapStore *store, const char *id, const Case *damage, guint *line)
{
  for (*line = 0; *line <= 10; ++*line) {
    g_autofree char *text = line_of(store, id, *line);
    char *at = strstr(text, damage->old);
    if (!at) continue;
    g_autofree char *before = g_strndup(text, (gsize)(at - text));
    return g_strconcat(before, damage->new, at + strlen(damage->old), NULL);
  }
  g_error("nothing has %s", damage->old);
}

static void test_damage(void)
{
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = make(&table);
  const char *id = lap_match_get_id(match);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    guint line;
    g_autofree char *spoilt = spoil(table.store, id, &cases[i], &line);
    g_autoptr(LapStore) damaged = copy_store(table.store, id, line, spoilt);
    g_assert_nonnull(damaged);
    g_autoptr(LapMatch) again = restore(&table, damaged, id, &error);
    g_test_message("%s -> %s: %s", cases[i].old, cases[i].new, error ? error->message : "");
    g_assert_error(error, LAP_MATCH_ERROR, LAP_MATCH_ERROR_UNAVAILABLE);
    g_assert_nonnull(strstr(error->message, id));
    g_assert_nonnull(strstr(error->message, cases[i].message));
  }
}

/* A store of before contract 0.5 says "happens" of a proposal. */
static void test_former_name(void)
{
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = make(&table);
  const char *id = lap_match_get_id(match);
  g_autoptr(GError) error = NULL;
  guint line;
  const Case former = {.old = "\"applied\":", .new = "\"happens\":"};
  g_autofree char *text = spoil(table.store, id, &former, &line);
  g_autoptr(LapStore) older = copy_store(table.store, id, line, text);
  g_autoptr(LapMatch) again = restore(&table, older, id, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(lap_match_get_seq(again), ==, lap_match_get_seq(match));
}

/* A match that became one of a variant: joins, the proposal, the answer, the new rules. */
static LapMatch *make_swapped(Table *table)
{
  guint64 id;
  g_autoptr(GError) error = NULL;
  LapMatch *match = table_begin(table, "tic-tac-toe", 2);
  g_assert_true(lap_match_propose_swap(match, 0, "tic-tac-toe-misere", NULL, NULL, &id, &error));
  g_assert_true(lap_match_answer(match, 1, id, TRUE, NULL, NULL, &error));
  g_assert_cmpstr(lap_match_get_game_id(match), ==, "tic-tac-toe-misere");
  g_assert_cmpuint(lap_match_get_seq(match), ==, 5);
  return match;
}

static void assert_forged(Table *table, LapMatch *match, guint line, const char *text, const char *message)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapStore) forged = copy_store(table->store, lap_match_get_id(match), line, text);
  g_autoptr(LapMatch) again = restore(table, forged, lap_match_get_id(match), &error);
  g_assert_error(error, LAP_MATCH_ERROR, LAP_MATCH_ERROR_UNAVAILABLE);
  g_test_message("%s", error->message);
  g_assert_nonnull(strstr(error->message, message));
}

static void test_forged_swaps(void)
{
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = make_swapped(&table);
  g_autofree char *proposal = line_of(table.store, match->id, 3), *answer = line_of(table.store, match->id, 4);
  g_autofree char *rules = line_of(table.store, match->id, 5);
  g_autoptr(GString) other = g_string_new(proposal), declined = g_string_new(answer), twice = g_string_new(answer);
  g_autoptr(GString) renewal = g_string_new(rules);
  g_assert_cmpuint(g_string_replace(other, "tic-tac-toe-misere", "tic-tac-toe", 0), ==, 1);
  assert_forged(&table, match, 3, other->str, "entry 5: another variant that nobody has agreed to");
  g_assert_cmpuint(g_string_replace(declined, ":true", ":false", 0), ==, 2);
  assert_forged(&table, match, 4, declined->str, "entry 5: another variant that nobody has agreed to");
  g_assert_cmpuint(g_string_replace(twice, "\"seat\":1", "\"seat\":0", 0), ==, 1);
  assert_forged(&table, match, 5, twice->str, "entry 5: an answer of seat 0, which was not asked");
  g_assert_cmpuint(g_string_replace(renewal, "\"kind\":\"rules\"", "\"kind\":\"rules\",\"renewal\":true", 0), ==, 1);
  assert_forged(&table, match, 5, renewal->str, "entry 5: another build of another game");
}

/* Bytes at random, in all lines: whatever is read is what the live match was, or it is refused. */
static void test_noise(void)
{
  static const char bytes[] = "\"{}[],:0129abcdef\\nulltrue-";
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = make(&table);
  const char *id = lap_match_get_id(match);
  guint refused = 0;
  for (guint i = 0; i < 1500; i++) {
    g_autoptr(GError) error = NULL;
    guint line = lap_generator_below(&table.chance, (guint)lap_match_get_seq(match) + 1);
    g_autofree char *text = line_of(table.store, id, line);
    for (guint change = 0; change <= i % 3; change++)
      text[lap_generator_below(&table.chance, (guint)strlen(text))] =
          bytes[lap_generator_below(&table.chance, sizeof bytes - 1)];
    g_autoptr(LapStore) damaged = copy_store(table.store, id, line, text);
    if (!damaged) continue;
    g_autoptr(LapMatch) again = restore(&table, damaged, id, &error);
    refused += again == NULL;
    g_assert_true(again || error->domain == LAP_MATCH_ERROR);
  }
  g_assert_cmpuint(refused, >, 300);
}

/* A line that comes where another belongs. */
static void test_shuffled(void)
{
  g_auto(Table) table = {0};
  table_init(&table, NULL);
  g_autoptr(LapMatch) match = make(&table);
  const char *id = lap_match_get_id(match);
  for (guint to = 0; to <= lap_match_get_seq(match); to++)
    for (guint from = 0; from <= lap_match_get_seq(match); from++) {
      g_autoptr(GError) error = NULL;
      g_autofree char *text = line_of(table.store, id, from);
      g_autoptr(LapStore) damaged = copy_store(table.store, id, to, text);
      g_autoptr(LapMatch) again = restore(&table, damaged, id, &error);
      if (to == from) g_assert_no_error(error);
      g_assert_true(again || g_error_matches(error, LAP_MATCH_ERROR, LAP_MATCH_ERROR_UNAVAILABLE));
    }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/match/damage/what-is-wrong-is-named-with-match-and-entry", test_damage);
  g_test_add_func("/match/damage/an-older-store-is-read", test_former_name);
  g_test_add_func("/match/damage/swaps-that-nobody-agreed-to-are-refused", test_forged_swaps);
  g_test_add_func("/match/damage/noise-is-refused-or-harmless", test_noise);
  g_test_add_func("/match/damage/so-are-lines-in-the-wrong-place", test_shuffled);
  return g_test_run();
}
