#include "host/simulate/figures.h"

#include <string.h>

#include "host/simulate/run.h"
#include "tests/match/parcel.h"

static LapGame *game;

#define MATCHES 500
static const char *const players[] = {"random", "random", "random"};

/* Part `shard` of `shards` of a run with this seed. */
static LapFigures *part_of(guint64 seed, guint64 shard, guint64 shards)
{
  g_autoptr(GError) error = NULL;
  LapFigures *figures = lap_figures_new(lap_statistics_new(game, 3));
  LapSimulation simulation = {.seats = 3, .seed = seed, .trace = 2, .figures = figures};
  figures->shard = shards > 1 ? shard : 0;
  figures->shards = shards > 1 ? shards : 0;
  figures->run = lap_run_describe(game, &simulation, players, NULL, MATCHES, "1.0");
  lap_run_part(MATCHES, shard, shards, &simulation.first, &simulation.matches);
  lap_statistics_free(lap_simulate(game, &simulation, &error));
  g_assert_no_error(error);
  return figures;
}

static LapFigures *read_again(const LapFigures *figures)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *text = lap_figures_to_json(figures, FALSE);
  LapFigures *read = lap_figures_from_json(text, strlen(text), &error);
  g_assert_no_error(error);
  g_autofree char *again = lap_figures_to_json(read, FALSE);
  g_assert_cmpstr(again, ==, text);
  return read;
}

static void test_read(void)
{
  g_autoptr(LapFigures) figures = part_of(1, 1, 1), read = read_again(figures);
  g_assert_cmpuint(read->all->matches, ==, MATCHES);
  g_assert_cmpuint(read->traced, ==, 256);
  g_assert_cmpuint(g_hash_table_size(read->taken), >, 10);
}

/* A text in which `old` stands as `new`. */
typedef struct {
  const char *old, *new, *message;
} BadText;
static const BadText bad_texts[] = {
    {"lapidary-figures/1", "lapidary-figures/9", "\"format\" is not \"lapidary-figures/1\""},
    {"{\"format\"", "[{\"format\"", "line 1"},
    {"\"run\":{", "\"run\":7,\"was\":{", "\"run\" is missing, or not what it should be"},
    {"\"matches\":500,\"stopped\"", "\"matches\":501,\"stopped\"", "not possible for 501 matches"},
    {"\"bins\":[[", "\"bins\":[[0,1],[", "do not add up"},
    {"\"bins\":[[", "\"bins\":[[0,-1],[", "\"bins\" is below 0"},
    {"\"places\":[", "\"places\":[1,", "\"places\" has not 3 numbers"},
    {"\"players\":[\"random\",", "\"players\":[", "has not 2 numbers"},
    {"\"taken\":[{\"name\":\"", "\"taken\":[{\"name\":7,\"no\":\"", "\"name\" is no text"},
};

static void test_bad_texts(void)
{
  g_autoptr(LapFigures) figures = part_of(1, 1, 1);
  g_autofree char *text = lap_figures_to_json(figures, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS(bad_texts); i++) {
    g_autoptr(GError) error = NULL;
    char *at = strstr(text, bad_texts[i].old);
    g_assert_nonnull(at);
    g_autofree char *head = g_strndup(text, (gsize)(at - text));
    g_autofree char *bad = g_strconcat(head, bad_texts[i].new, at + strlen(bad_texts[i].old), NULL);
    g_assert_null(lap_figures_from_json(bad, strlen(bad), &error));
    if (!error || !strstr(error->message, bad_texts[i].message))
      g_error("row %u: \"%s\"", i, error ? error->message : "no error");
  }
  for (gsize length = 0; length < strlen(text); length += 97) {
    g_autoptr(GError) error = NULL;
    g_assert_null(lap_figures_from_json(text, length, &error));
    g_assert_nonnull(error);
  }
}

static guint warnings;
static void count_warning(const char *message)
{
  warnings++;
  g_assert_cmpstr(message, ==, "c is the same part as a, and counts once");
}

static const char *const names[] = {"a", "b", "c", "d", "e"};

static void test_join(void)
{
  g_autoptr(LapFigures) whole = part_of(7, 1, 1), one = part_of(7, 1, 3), two = part_of(7, 2, 3),
                        three = part_of(7, 3, 3);
  g_autoptr(LapFigures) read = read_again(two);
  LapFigures *const orders[][4] = {{one, two, three}, {three, read, one}, {two, one, read, three}};
  g_autofree char *expected = lap_figures_to_json(whole, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS(orders); i++) {
    g_autoptr(GError) error = NULL;
    g_autoptr(LapFigures) sum = lap_figures_join(orders[i], names, i == 2 ? 4 : 3, count_warning, &error);
    g_assert_no_error(error);
    g_autofree char *text = lap_figures_to_json(sum, FALSE);
    g_assert_cmpstr(text, ==, expected);
  }
  g_assert_cmpuint(warnings, ==, 1);
}

static void check_refused(LapFigures *const *parts, guint n, const char *message)
{
  g_autoptr(GError) error = NULL;
  g_assert_null(lap_figures_join(parts, names, n, NULL, &error));
  g_assert_error(error, LAP_FIGURES_ERROR, LAP_FIGURES_ERROR_PARTS);
  g_assert_cmpstr(error->message, ==, message);
}

static void test_refused_parts(void)
{
  g_autoptr(LapFigures) one = part_of(7, 1, 4), two = part_of(7, 2, 4), other = part_of(8, 3, 4);
  g_autoptr(LapFigures) third = part_of(7, 3, 3), stopped = part_of(7, 3, 4), differs = part_of(7, 1, 4);
  check_refused((LapFigures *const[]){two, one}, 2, "of 4 parts there are missing: 3, 4");
  check_refused((LapFigures *const[]){one, two, other}, 3, "c is of another run than a: seed 8, not 7");
  check_refused((LapFigures *const[]){one, third}, 2, "b is one of 3 parts, a one of 4");
  stopped->all->matches--;
  check_refused((LapFigures *const[]){one, stopped}, 2,
                "b has 124 of the 125 matches of part 3: it was stopped; play it again");
  differs->traced--;
  check_refused((LapFigures *const[]){one, differs}, 2, "a and b are both part 1, and differ");
}

static void test_part_sizes(void)
{
  guint64 end = 0, first, n;
  for (guint64 shard = 1; shard <= 7; shard++) {
    lap_run_part(100, shard, 7, &first, &n);
    g_assert_cmpuint(first, ==, end);
    g_assert_cmpuint(n, >=, 14);
    g_assert_cmpuint(n, <=, 15);
    end = first + n;
  }
  g_assert_cmpuint(end, ==, 100);
  lap_run_part(2, 5, 7, &first, &n);
  g_assert_cmpuint(n, ==, 0);
}

/* Of four matches the first seat is 7, 5, 1 points ahead and 2 behind: 3 points to the other leave it two and two. */
static void test_compensation(void)
{
  static const gint64 margins[] = {7, 5, 1, -2};
  g_autoptr(LapFigures) figures = lap_figures_new(lap_statistics_new(game, 2));
  gint64 halves = 0;
  g_assert_false(lap_figures_compensation(figures, 0, &halves));
  for (guint i = 0; i < 4; i++) {
    lap_distribution_add(&figures->seat[0].margin, margins[i]);
    lap_distribution_add(&figures->seat[1].margin, -margins[i]);
  }
  g_assert_true(lap_figures_compensation(figures, 0, &halves));
  g_assert_cmpint(halves, >, 2);
  g_assert_cmpint(halves, <, 10);
  g_assert_true(lap_figures_compensation(figures, 1, &halves));
  g_assert_cmpint(halves, <, -2);
  g_assert_cmpint(halves, >, -10);
}

static guint choose_first(gpointer memory G_GNUC_UNUSED, const LapActions *legal G_GNUC_UNUSED,
                          const LapBudget *budget G_GNUC_UNUSED, LapGenerator *generator G_GNUC_UNUSED)
{
  return 0;
}
static const LapBot first_bot = {.name = "first", .choose = choose_first};

/* A match that is known: two rounds, in each of which both pledge, high, and post the first card of their hand. */
static void test_known(void)
{
  const LapBot *const bots[] = {&first_bot, &first_bot};
  g_autoptr(LapOptions) options = parcel_options(game, (const char *const[]){"rounds=2", NULL});
  g_autoptr(LapFigures) figures = lap_figures_new(lap_statistics_new(game, 2));
  const LapSimulation simulation = {
      .seats = 2, .options = options, .bots = bots, .matches = 10, .trace = 1, .figures = figures};
  lap_statistics_free(lap_simulate(game, &simulation, NULL));
  const LapTaken *posted = g_hash_table_lookup(figures->taken, "parcel/post");
  const LapTaken *pledged = g_hash_table_lookup(figures->taken, "parcel/pledge");
  g_assert_nonnull(posted);
  g_assert_cmpuint(posted->taken, ==, 40); /* ten matches, two rounds, two seats */
  g_assert_cmpuint(posted->any, ==, 10);
  g_assert_cmpuint(posted->matches[1], ==, 10);
  g_assert_cmpuint(posted->wins[1], ==, 0);
  g_assert_cmpuint(pledged->taken, ==, 40);
  g_assert_cmpint(figures->leads.of.max, ==, 0);
  g_assert_cmpuint(figures->seat[0].places[0], ==, 10);
  g_assert_cmpint(figures->seat[0].margin.of.max, ==, 0);
  guint64 aimed = 0;
  g_autoptr(GPtrArray) list = lap_figures_list_taken(figures);
  for (guint i = 0; i < list->len; i++) {
    const LapTaken *taken = list->pdata[i];
    if (g_str_has_prefix(taken->name, "parcel/aim ")) aimed += taken->taken; /* at which card */
  }
  g_assert_cmpuint(aimed, ==, 40);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  game = parcel_link(parcel_routes);
  g_test_add_func("/figures/what-is-written-is-read-again", test_read);
  g_test_add_func("/figures/texts-that-are-not-figures-are-refused", test_bad_texts);
  g_test_add_func("/figures/parts-in-any-order-are-the-whole-to-the-byte", test_join);
  g_test_add_func("/figures/parts-that-make-no-whole-are-refused", test_refused_parts);
  g_test_add_func("/figures/parts-are-of-one-size-and-cover-the-run", test_part_sizes);
  g_test_add_func("/figures/points-that-would-make-it-even", test_compensation);
  g_test_add_func("/figures/what-is-done-is-counted", test_known);
  int status = g_test_run();
  lap_game_unref(game);
  return status;
}
