/* The writer puts commas and escapes in their places, and what it writes is read back as what was meant. */
#include "host/json/parse.h"
#include "host/json/writer.h"

static void commas_stand_between(void)
{
  g_autoptr(GString) out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  lap_json_begin_object(&json);
  lap_json_member_array(&json, "a");
  lap_json_int(&json, 1);
  lap_json_begin_object(&json);
  lap_json_end_object(&json);
  lap_json_begin_array(&json);
  lap_json_end_array(&json);
  lap_json_null(&json);
  lap_json_end_array(&json);
  lap_json_member_object(&json, "b");
  lap_json_member_bool(&json, "c", TRUE);
  lap_json_member_bool(&json, "d", FALSE);
  lap_json_end_object(&json);
  lap_json_member_string(&json, "e", NULL);
  lap_json_member_word(&json, "f", "g");
  lap_json_name_any(&json, "\"");
  lap_json_raw(&json, "{}", -1);
  lap_json_end_object(&json);
  g_assert_cmpstr(out->str, ==,
                  "{\"a\":[1,{},[],null],\"b\":{\"c\":true,\"d\":false},\"e\":null,\"f\":\"g\",\"\\\"\":{}}");
}

static void what_is_deep_remembers_what_is_around_it(void)
{
  g_autoptr(GString) out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  for (guint i = 0; i < 32; i++) {
    lap_json_begin_array(&json);
    lap_json_begin_object(&json);
    lap_json_name(&json, "x");
  }
  lap_json_int(&json, 0);
  for (guint i = 0; i < 32; i++) {
    lap_json_member_int(&json, "y", 1);
    lap_json_end_object(&json);
    lap_json_int(&json, 2);
    lap_json_end_array(&json);
  }
  g_assert_true(g_str_has_suffix(out->str, ",\"y\":1},2],\"y\":1},2]"));
}

static void each_value_has_a_line(void)
{
  g_autoptr(GString) out = g_string_new(NULL);
  LapJsonWriter json = lap_json_line_writer(out);
  for (guint i = 0; i < 2; i++) {
    lap_json_begin_object(&json);
    lap_json_member_int(&json, "i", i);
    lap_json_end_object(&json);
  }
  g_assert_cmpstr(out->str, ==, "{\"i\":0}\n{\"i\":1}\n");
}

static void it_goes_on_in_an_open_object(void)
{
  static const char *const cases[][2] = {{"{", "{\"n\":1}"}, {"{\"m\":0", "{\"m\":0,\"n\":1}"}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GString) out = g_string_new(cases[i][0]);
    LapJsonWriter json = lap_json_writer_inside(out);
    lap_json_member_int(&json, "n", 1);
    lap_json_end_object(&json);
    g_assert_cmpstr(out->str, ==, cases[i][1]);
  }
}

static void every_character_comes_back(void)
{
  GString *text = g_string_new("é€😀");
  for (char c = 1; c < 0x7F; c++) g_string_append_c(text, c);
  g_string_append_c(text, 0x7F);
  g_autofree char *meant = g_string_free(text, FALSE);
  g_autoptr(GString) out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  lap_json_string(&json, meant);
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) node = lap_json_parse(out->str, out->len, &error);
  g_assert_no_error(error);
  g_assert_cmpstr(json_node_get_string(node), ==, meant);
}

static void what_a_terminal_obeys_is_escaped(void)
{
  g_autoptr(GString) out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  lap_json_begin_string(&json);
  lap_json_append(&json, "\"\\\n\x1b[2J");
  lap_json_append(&json, "\x7f/");
  lap_json_end_string(&json);
  g_assert_cmpstr(out->str, ==, "\"\\\"\\\\\\n\\u001b[2J\\u007f/\"");
}

static void what_is_no_utf_8_is_replaced(void)
{
  g_autoptr(GString) out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  lap_json_string(&json, "a\xff!");
  g_assert_cmpstr(out->str, ==, "\"a\xef\xbf\xbd!\"");
}

static void numbers_keep_all_their_digits(void)
{
  static const gint64 numbers[] = {0, 7, -1, G_MAXINT64, G_MININT64};
  for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) {
    g_autoptr(GString) out = g_string_new(NULL);
    LapJsonWriter json = lap_json_writer(out);
    lap_json_int(&json, numbers[i]);
    g_autofree char *right = g_strdup_printf("%" G_GINT64_FORMAT, numbers[i]);
    g_assert_cmpstr(out->str, ==, right);
  }
}

static void numbers_that_a_double_loses_are_strings(void)
{
  g_autoptr(GString) out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  lap_json_begin_array(&json);
  lap_json_uint(&json, G_GUINT64_CONSTANT(1) << 53);
  lap_json_uint(&json, (G_GUINT64_CONSTANT(1) << 53) + 1);
  lap_json_uint(&json, G_MAXUINT64);
  lap_json_hex(&json, 0xAB);
  lap_json_end_array(&json);
  g_assert_cmpstr(out->str, ==,
                  "[9007199254740992,\"9007199254740993\",\"18446744073709551615\",\"00000000000000ab\"]");
}

static void bits_are_an_array_of_numbers(void)
{
  static const struct {
    guint32 bits;
    const char *array;
  } rows[] = {{0, "[]"}, {1, "[0]"}, {0x80000005, "[0,2,31]"}};
  for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
    g_autoptr(GString) out = g_string_new(NULL);
    LapJsonWriter json = lap_json_writer(out);
    lap_json_bit_set(&json, rows[i].bits);
    g_assert_cmpstr(out->str, ==, rows[i].array);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/json/writer/commas-stand-between", commas_stand_between);
  g_test_add_func("/json/writer/what-is-deep-remembers-what-is-around-it", what_is_deep_remembers_what_is_around_it);
  g_test_add_func("/json/writer/each-value-has-a-line", each_value_has_a_line);
  g_test_add_func("/json/writer/it-goes-on-in-an-open-object", it_goes_on_in_an_open_object);
  g_test_add_func("/json/writer/every-character-comes-back", every_character_comes_back);
  g_test_add_func("/json/writer/what-a-terminal-obeys-is-escaped", what_a_terminal_obeys_is_escaped);
  g_test_add_func("/json/writer/what-is-no-utf-8-is-replaced", what_is_no_utf_8_is_replaced);
  g_test_add_func("/json/writer/numbers-keep-all-their-digits", numbers_keep_all_their_digits);
  g_test_add_func("/json/writer/numbers-that-a-double-loses-are-strings", numbers_that_a_double_loses_are_strings);
  g_test_add_func("/json/writer/bits-are-an-array-of-numbers", bits_are_an_array_of_numbers);
  return g_test_run();
}
