/* JSON written by hand is read back as what was meant. */
#include "host/json/check.h"
#include "host/json/write.h"

static void every_character_comes_back(void)
{
  GString *text = g_string_new("é€😀");
  for (char c = 1; c < 0x7F; c++) g_string_append_c(text, c);
  g_string_append_c(text, 0x7F);
  g_autofree char *meant = g_string_free(text, FALSE);
  g_autoptr(GString) out = g_string_new(NULL);
  lap_json_quote(out, meant);
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) node = lap_json_parse(out->str, out->len, &error);
  g_assert_no_error(error);
  g_assert_cmpstr(json_node_get_string(node), ==, meant);
}

static void what_a_terminal_obeys_is_escaped(void)
{
  g_autoptr(GString) out = g_string_new(NULL);
  lap_json_quote(out, "\"\\\n\x1b[2J\x7f/");
  g_assert_cmpstr(out->str, ==, "\"\\\"\\\\\\n\\u001b[2J\\u007f/\"");
}

static void numbers_keep_all_their_digits(void)
{
  static const gint64 numbers[] = {0, 7, -1, G_MAXINT64, G_MININT64};
  for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) {
    g_autoptr(GString) out = g_string_new(NULL);
    lap_json_number(out, numbers[i]);
    g_autofree char *right = g_strdup_printf("%" G_GINT64_FORMAT, numbers[i]);
    g_assert_cmpstr(out->str, ==, right);
  }
}

static void bits_are_an_array_of_numbers(void)
{
  static const struct {
    guint32 bits;
    const char *array;
  } rows[] = {{0, "[]"}, {1, "[0]"}, {0x80000005, "[0,2,31]"}};
  for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
    g_autoptr(GString) out = g_string_new(NULL);
    lap_json_bits(out, rows[i].bits);
    g_assert_cmpstr(out->str, ==, rows[i].array);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/json/write/every-character-comes-back", every_character_comes_back);
  g_test_add_func("/json/write/what-a-terminal-obeys-is-escaped", what_a_terminal_obeys_is_escaped);
  g_test_add_func("/json/write/numbers-keep-all-their-digits", numbers_keep_all_their_digits);
  g_test_add_func("/json/write/bits-are-an-array-of-numbers", bits_are_an_array_of_numbers);
  return g_test_run();
}
