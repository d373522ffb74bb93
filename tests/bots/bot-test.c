/* Bots in matches: their names, their budgets, and that the same seed plays the same match. */
#include "host/bots/bot.h"

#include "host/bots/searching.h"
#include "host/simulate/simulate.h"
#include "tests/match/parcel.h"

static void test_names(void)
{
  g_assert_null(lap_bot_named("nobody"));
  for (guint i = 0; lap_bots()[i]; i++) g_assert_true(lap_bot_named(lap_bots()[i]->name) == lap_bots()[i]);
}

static const struct {
  const char *text;
  gboolean valid;
  guint32 iterations;
  gint64 microseconds;
  guint threads;
} budgets[] = {
    {"1", TRUE, 1, 0, 0},
    {"1000", TRUE, 1000, 0, 0},
    {"2147483647", TRUE, G_MAXINT32, 0, 0},
    {"200ms", TRUE, 0, 200000, 0},
    {"2s", TRUE, 0, 2000000, 0},
    {"2x1000", TRUE, 1000, 0, 2},
    {"64x200ms", TRUE, 0, 200000, 64},
    {"65x1000", FALSE, 0, 0, 0},
    {"2x", FALSE, 0, 0, 0},
    {"2x0", FALSE, 0, 0, 0},
    {"x5", FALSE, 0, 0, 0},
    {"2x2x5", FALSE, 0, 0, 0},
    {"", FALSE, 0, 0, 0},
    {"0", FALSE, 0, 0, 0},
    {"0ms", FALSE, 0, 0, 0},
    {"-5", FALSE, 0, 0, 0},
    {"+5", FALSE, 0, 0, 0},
    {" 5", FALSE, 0, 0, 0},
    {"5 ", FALSE, 0, 0, 0},
    {"ms", FALSE, 0, 0, 0},
    {"5m", FALSE, 0, 0, 0},
    {"5sms", FALSE, 0, 0, 0},
    {"1.5s", FALSE, 0, 0, 0},
    {"0x10", FALSE, 0, 0, 0},
    {"2147483648", FALSE, 0, 0, 0},
    {"99999999999999999999", FALSE, 0, 0, 0},
};

static void test_budgets(void)
{
  for (guint i = 0; i < G_N_ELEMENTS(budgets); i++) {
    LapBudget budget;
    g_test_message("\"%s\"", budgets[i].text);
    g_assert_cmpint(lap_budget_read(budgets[i].text, &budget), ==, budgets[i].valid);
    if (!budgets[i].valid) continue;
    g_assert_cmpuint(budget.iterations, ==, budgets[i].iterations);
    g_assert_cmpint(budget.microseconds, ==, budgets[i].microseconds);
    g_assert_cmpuint(budget.threads, ==, budgets[i].threads);
  }
}

/* What came of some matches of three seats, played by this bot on `thinking` threads, `threads` matches at once. */
static char *matches_of(const LapBot *bot, guint thinking, guint64 seed, guint threads)
{
  g_autoptr(LapGame) game = parcel_link(parcel_routes);
  const LapBot *const bots[] = {bot, &lap_bot_random, bot};
  const LapBudget budget = {.iterations = 30, .threads = thinking};
  const LapSimulation simulation = {
      .seats = 3, .bots = bots, .budget = &budget, .matches = 6, .seed = seed, .threads = threads};
  g_autoptr(GError) error = NULL;
  g_autoptr(LapStatistics) statistics = lap_simulate(game, &simulation, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(statistics->n_faults, ==, 0);
  return lap_statistics_to_json(statistics, FALSE);
}

static void test_repeated(gconstpointer bot)
{
  for (guint thinking = 1; thinking <= 2; thinking++) {
    g_autofree char *once = matches_of(bot, thinking, 1, 1), *again = matches_of(bot, thinking, 1, 2);
    g_autofree char *other = matches_of(bot, thinking, 2, 1);
    g_assert_cmpstr(again, ==, once);
    g_assert_cmpstr(other, !=, once);
  }
}

static void test_threads(void)
{
  g_autofree char *one = matches_of(&lap_bot_hard, 1, 1, 1), *two = matches_of(&lap_bot_hard, 2, 1, 1);
  g_assert_cmpstr(one, !=, two);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/bot/is-found-by-its-name", test_names);
  g_test_add_func("/bot/budgets-are-numbers-or-times-on-some-threads", test_budgets);
  g_test_add_func("/bot/two-threads-find-more-than-one", test_threads);
  for (guint i = 0; lap_bots()[i]; i++) {
    g_autofree char *path = g_strdup_printf("/bot/plays-the-same-match-from-the-same-seed/%s", lap_bots()[i]->name);
    g_test_add_data_func(path, lap_bots()[i], test_repeated);
  }
  return g_test_run();
}
