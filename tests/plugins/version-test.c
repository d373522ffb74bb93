#include "host/plugins/keyfile.h"

typedef struct {
  const char *text;
  gboolean valid;
} VersionCase;

static void versions_are_three_numbers(void)
{
  static const VersionCase cases[] = {
      {"1.2.3", TRUE},   {"0.0.0", TRUE},      {"10.20.65535", TRUE}, {"1.2", FALSE},      {"1", FALSE},
      {"", FALSE},       {NULL, FALSE},        {"1.2.3.4", FALSE},    {"1.2.3-rc", FALSE}, {"01.2.3", FALSE},
      {"1..3", FALSE},   {"1.2.", FALSE},      {"v1.2.3", FALSE},     {" 1.2.3", FALSE},   {"1.2.3 ", FALSE},
      {"-1.2.3", FALSE}, {"1.2.65536", FALSE},
  };
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    LapVersion version;
    if (lap_version_parse(cases[i].text, &version) != cases[i].valid) g_error("\"%s\" is read wrongly", cases[i].text);
  }
}

typedef struct {
  const char *accepts, *version;
  gboolean has;
} RangeCase;

static void a_variant_accepts_what_does_not_break_it(void)
{
  static const RangeCase cases[] = {
      {"1.2", "1.2.0", TRUE},   {"1.2", "1.99.7", TRUE},   {"1.2", "1.1.9", FALSE},  {"1.2", "2.0.0", FALSE},
      {"1.2.3", "1.2.3", TRUE}, {"1.2.3", "1.2.2", FALSE}, {"1.2.3", "1.3.0", TRUE}, {"0.2", "0.2.0", TRUE},
      {"0.2", "0.2.9", TRUE},   {"0.2", "0.3.0", FALSE},   {"0.2", "0.1.9", FALSE},  {"0.0", "0.0.5", TRUE},
      {"0.0", "0.1.0", FALSE},  {"0.9", "1.0.0", FALSE},
  };
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    LapVersionRange range;
    LapVersion version;
    g_assert_true(lap_version_range_parse(cases[i].accepts, &range));
    g_assert_true(lap_version_parse(cases[i].version, &version));
    if (lap_version_range_has(&range, &version) != cases[i].has)
      g_error("accepts %s, version %s", cases[i].accepts, cases[i].version);
  }
}

static void a_range_says_what_it_means(void)
{
  static const struct {
    const char *accepts, *meaning;
  } cases[] = {{"1.2", ">= 1.2.0 and < 2.0.0"}, {"0.2", ">= 0.2.0 and < 0.3.0"}, {"3.1.4", ">= 3.1.4 and < 4.0.0"}};
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    LapVersionRange range;
    g_assert_true(lap_version_range_parse(cases[i].accepts, &range));
    g_autofree char *meaning = lap_version_range_describe(&range);
    g_assert_cmpstr(meaning, ==, cases[i].meaning);
  }
}

static void what_is_no_range_is_refused(void)
{
  static const char *const cases[] = {"", "1", "1.", ">=1.2", "1.x", "1.2.3.4", "1.02"};
  LapVersionRange range;
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) g_assert_false(lap_version_range_parse(cases[i], &range));
  g_assert_false(lap_version_range_parse(NULL, &range));
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/version/versions-are-three-numbers", versions_are_three_numbers);
  g_test_add_func("/version/a-variant-accepts-what-does-not-break-it", a_variant_accepts_what_does_not_break_it);
  g_test_add_func("/version/a-range-says-what-it-means", a_range_says_what_it_means);
  g_test_add_func("/version/what-is-no-range-is-refused", what_is_no_range_is_refused);
  return g_test_run();
}
