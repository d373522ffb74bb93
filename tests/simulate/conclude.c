/* Computes what each line of standard input asks for, for scipy.py: "wilson K N", "shares K N K N",
 * "values A,A,... B,B,...", "pairs N N N", "due K N SHARE", "strata WITH N WON ALL ...", "holm P P ...". */
#include <stdio.h>
#include <string.h>

#include "host/simulate/inference.h"

static LapDistribution read_values(const char *text)
{
  LapDistribution distribution = {0};
  g_auto(GStrv) words = g_strsplit(text, ",", -1);
  for (guint i = 0; words[i]; i++) lap_distribution_add(&distribution, g_ascii_strtoll(words[i], NULL, 10));
  return distribution;
}

static void print_test(LapTest test)
{
  printf("%.12g %.12g %.12g %.12g\n", test.difference, test.interval.low, test.interval.high, test.p);
}

static void compare_values(char **word)
{
  LapDistribution a = read_values(word[1]), b = read_values(word[2]);
  double above;
  LapTest test = lap_compare_values(&a, &b, &above);
  printf("%.12g %.12g %.12g %.12g\n", test.difference, test.interval.low, above, test.p);
  lap_distribution_clear(&a);
  lap_distribution_clear(&b);
}

static void correct(char **word, guint n)
{
  g_autofree double *p = g_new(double, n);
  for (guint i = 0; i < n; i++) p[i] = g_ascii_strtod(word[i], NULL);
  lap_holm(p, n);
  for (guint i = 0; i < n; i++) printf("%.12g ", p[i]);
  putchar('\n');
}

static void conclude(char **word)
{
  guint64 number[64] = {0};
  guint n = g_strv_length(word) - 1;
  for (guint i = 0; i < MIN(n, 64); i++) number[i] = g_ascii_strtoull(word[i + 1], NULL, 10);
  if (g_str_equal(word[0], "wilson")) {
    LapInterval interval = lap_wilson(number[0], number[1]);
    printf("%.12g %.12g\n", interval.low, interval.high);
  }
  if (g_str_equal(word[0], "shares")) print_test(lap_compare_shares(number[0], number[1], number[2], number[3]));
  if (g_str_equal(word[0], "pairs")) print_test(lap_compare_pairs(number[0], number[1], number[2]));
  if (g_str_equal(word[0], "strata")) print_test(lap_compare_strata((const LapStratum *)number, n / 4));
  if (g_str_equal(word[0], "due"))
    printf("%.12g\n", lap_test_share(number[0], number[1], g_ascii_strtod(word[3], NULL)));
  if (g_str_equal(word[0], "values")) compare_values(word);
  if (g_str_equal(word[0], "holm")) correct(&word[1], n);
}

int main(void)
{
  char line[65536];
  while (fgets(line, sizeof line, stdin)) {
    g_auto(GStrv) words = g_strsplit(g_strchomp(line), " ", -1);
    conclude(words);
  }
  return 0;
}
