/* What the strict parser takes and refuses: the kinds of cases of JSONTestSuite (Nicolas Seriot, "Parsing JSON is a
 * Minefield", 2016), and what json-glib 1.6 is known to take wrongly. What both take, both read as the same. */
#include <string.h>

#include "host/json/parse.h"

#define TEXT(literal) (literal), sizeof(literal) - 1

typedef struct {
  const char *name;
  const char *text;
  gsize length;
} Good;

static const Good good[] = {
    {"array-empty", TEXT("[]")},
    {"array-with-spaces", TEXT(" [ 1 ,\t2\r\n, 3 ] ")},
    {"array-heterogeneous", TEXT("[null, 1, \"1\", {}, true, false]")},
    {"object-empty", TEXT("{}")},
    {"object-empty-key", TEXT("{\"\":0}")},
    {"object-same-value-other-keys", TEXT("{\"a\":1,\"A\":1,\"b\":1}")},
    {"same-key-in-nested-objects", TEXT("{\"a\":{\"a\":1}}")},
    {"lonely-number", TEXT("42")},
    {"lonely-string", TEXT("\"asd\"")},
    {"lonely-null", TEXT("null")},
    {"number-negative-zero", TEXT("-0")},
    {"number-zero", TEXT("[0]")},
    {"number-fraction-exponent", TEXT("[1.5, 0.5e3, 1E22, 1e-2, 1E+2, 0e1]")},
    {"number-int64-limits", TEXT("[9223372036854775807, -9223372036854775808]")},
    {"string-all-escapes", TEXT("[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\"]")},
    {"string-surrogate-pair", TEXT("[\"\\ud83d\\ude00\"]")},
    {"string-utf8", TEXT("[\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"]")},
    {"string-del", TEXT("[\"\x7f\"]")},
    {"newline-at-end", TEXT("{\"a\":\"b\"}\n")},
    {"depth-32", TEXT("[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]")},
};

typedef struct {
  const char *name;
  const char *text;
  gsize length;
  LapJsonError code;
  const char *message; /* part of it */
} Bad;

#define SYNTAX LAP_JSON_ERROR_SYNTAX

static const Bad bad[] = {
    {"nothing", TEXT(""), SYNTAX, "line 1, column 1: expected a value"},
    {"only-space", TEXT(" \n "), SYNTAX, "line 2, column 2: expected a value"},
    {"two-roots", TEXT("[] []"), SYNTAX, "column 4: nothing may follow"},
    {"comma-after-root", TEXT("[],"), SYNTAX, "nothing may follow"},
    {"array-comma-at-end", TEXT("[1,]"), SYNTAX, "column 4: expected a value"},
    {"array-double-comma", TEXT("[1,,2]"), SYNTAX, "column 4: expected a value"},
    {"array-comma-first", TEXT("[,1]"), SYNTAX, "expected a value"},
    {"array-unclosed", TEXT("[1"), SYNTAX, "expected ',' or ']'"},
    {"array-colon", TEXT("[1:2]"), SYNTAX, "expected ',' or ']'"},
    {"array-closed-by-brace", TEXT("[1}"), SYNTAX, "expected ',' or ']'"},
    {"object-comma-at-end", TEXT("{\"a\":1,}"), SYNTAX, "expected a key"},
    {"object-no-colon", TEXT("{\"a\" 1}"), SYNTAX, "expected ':'"},
    {"object-no-value", TEXT("{\"a\":}"), SYNTAX, "expected a value"},
    {"object-bare-key", TEXT("{a:1}"), SYNTAX, "expected a key"},
    {"object-single-quoted-key", TEXT("{'a':1}"), SYNTAX, "expected a key"},
    {"object-number-key", TEXT("{1:1}"), SYNTAX, "expected a key"},
    {"object-unclosed", TEXT("{\"a\":1"), SYNTAX, "expected ',' or '}'"},
    {"object-key-twice", TEXT("{\"a\":1,\n \"a\":2}"), LAP_JSON_ERROR_DUPLICATE, "line 2, column 2: the key \"a\""},
    {"object-key-twice-escaped", TEXT("{\"a\":1,\"\\u0061\":2}"), LAP_JSON_ERROR_DUPLICATE, "\"a\" stands twice"},
    {"object-comment", TEXT("{\"a\":1/* b */}"), SYNTAX, "expected ',' or '}'"},
    {"line-comment", TEXT("// a\n{}"), SYNTAX, "expected a value"},
    {"single-quoted-string", TEXT("['a']"), SYNTAX, "expected a value"},
    {"string-unclosed", TEXT("[\"a]"), SYNTAX, "column 2: this string has no end"},
    {"string-ends-in-escape", TEXT("\"a\\"), SYNTAX, "no such escape"},
    {"string-bad-escape", TEXT("[\"\\x41\"]"), SYNTAX, "no such escape"},
    {"string-escaped-nul-byte", TEXT("[\"\\\0\"]"), SYNTAX, "a NUL byte"},
    {"string-short-unicode", TEXT("[\"\\u00A\"]"), SYNTAX, "four hex digits"},
    {"string-newline", TEXT("[\"a\nb\"]"), SYNTAX, "control character"},
    {"string-tab", TEXT("[\"\t\"]"), SYNTAX, "control character"},
    {"string-escaped-nul", TEXT("[\"a\\u0000b\"]"), SYNTAX, "column 4: a string may not hold \\u0000"},
    {"string-high-half-alone", TEXT("[\"\\ud83d\"]"), SYNTAX, "half of a surrogate pair"},
    {"string-low-half-alone", TEXT("[\"\\ude00\"]"), SYNTAX, "half of a surrogate pair"},
    {"string-two-high-halves", TEXT("[\"\\ud83d\\ud83d\"]"), SYNTAX, "half of a surrogate pair"},
    {"nul-byte", TEXT("[\"a\0b\"]"), SYNTAX, "column 4: a NUL byte"},
    {"not-utf8", TEXT("[\"\xc3\xa9\xff\"]"), SYNTAX, "column 4: not UTF-8"},
    {"utf8-overlong", TEXT("[\"\xc0\xaf\"]"), SYNTAX, "not UTF-8"},
    {"utf8-surrogate", TEXT("[\"\xed\xa0\x80\"]"), SYNTAX, "not UTF-8"},
    {"byte-order-mark", TEXT("\xef\xbb\xbf{}"), SYNTAX, "expected a value"},
    {"no-break-space",
     TEXT("[1,\xc2\xa0"
          "2]"),
     SYNTAX, "expected a value"},
    {"form-feed", TEXT("[\f]"), SYNTAX, "expected a value"},
    {"number-hex", TEXT("[0x1F]"), SYNTAX, "expected ',' or ']'"},
    {"number-octal", TEXT("[012]"), SYNTAX, "may not begin with 0"},
    {"number-negative-octal", TEXT("[-012]"), SYNTAX, "may not begin with 0"},
    {"number-plus", TEXT("[+1]"), SYNTAX, "expected a value"},
    {"number-minus-alone", TEXT("[-]"), SYNTAX, "expected a digit"},
    {"number-double-minus", TEXT("[--1]"), SYNTAX, "expected a digit"},
    {"number-point-first", TEXT("[.5]"), SYNTAX, "expected a value"},
    {"number-point-last", TEXT("[1.]"), SYNTAX, "after the decimal point"},
    {"number-exponent-empty", TEXT("[1e]"), SYNTAX, "in the exponent"},
    {"number-exponent-sign", TEXT("[1e+]"), SYNTAX, "in the exponent"},
    {"number-nan", TEXT("[NaN]"), SYNTAX, "expected a value"},
    {"number-infinity", TEXT("[-Infinity]"), SYNTAX, "expected a digit"},
    {"number-letters", TEXT("[1a]"), SYNTAX, "expected ',' or ']'"},
    {"number-past-int64", TEXT("[9223372036854775808]"), LAP_JSON_ERROR_RANGE, "past 64 bits"},
    {"number-below-int64", TEXT("[-9223372036854775809]"), LAP_JSON_ERROR_RANGE, "past 64 bits"},
    {"number-far-past-int64", TEXT("123123123123123123123123123123"), LAP_JSON_ERROR_RANGE, "past 64 bits"},
    {"word-capital", TEXT("[True]"), SYNTAX, "expected a value"},
    {"word-cut", TEXT("[nul]"), SYNTAX, "expected a value"},
    {"word-cut-at-end", TEXT("tru"), SYNTAX, "expected a value"},
    {"depth-33", TEXT("[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]"), LAP_JSON_ERROR_DEPTH,
     "column 33: nested more than 32 deep"},
};

/* Of a copy, so that a sanitizer sees a byte read past the end. */
static JsonNode *parse(const char *text, gsize length, GError **error)
{
  g_autofree char *copy = g_memdup2(text, length);
  return lap_json_parse(length ? copy : "", length, error);
}

static void takes(gconstpointer data)
{
  const Good *row = data;
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) node = parse(row->text, row->length, &error);
  g_assert_no_error(error);
  g_autoptr(JsonNode) by_the_library = json_from_string(row->text, &error);
  g_assert_no_error(error);
  g_assert_true(json_node_equal(node, by_the_library));
}

static void refuses(gconstpointer data)
{
  const Bad *row = data;
  g_autoptr(GError) error = NULL;
  g_assert_null(parse(row->text, row->length, &error));
  g_assert_error(error, LAP_JSON_ERROR, (gint)row->code);
  if (!strstr(error->message, row->message)) g_error("\"%s\" does not say \"%s\"", error->message, row->message);
}

static void a_hundred_thousand_brackets_are_refused(void)
{
  g_autofree char *text = g_strnfill(100000, '[');
  g_autoptr(GError) error = NULL;
  g_assert_null(lap_json_parse(text, 100000, &error));
  g_assert_error(error, LAP_JSON_ERROR, LAP_JSON_ERROR_DEPTH);
}

static void text_past_the_limit_is_refused_unread(void)
{
  g_autofree char *text = g_strnfill(LAP_JSON_SIZE_MAX + 1, ' ');
  g_autoptr(GError) error = NULL;
  g_assert_null(lap_json_parse(text, LAP_JSON_SIZE_MAX + 1, &error));
  g_assert_error(error, LAP_JSON_ERROR, LAP_JSON_ERROR_SIZE);
}

static void every_cut_of_a_document_is_refused(void)
{
  static const char text[] = "{\"a\": [1, -2.5e3, \"b\\n\\u00e9\", true, false, null], \"c\": {}}";
  for (gsize length = 0; length < sizeof text - 1; length++) g_assert_null(parse(text, length, NULL));
  g_autoptr(JsonNode) whole = parse(text, sizeof text - 1, NULL);
  g_assert_nonnull(whole);
}

static void a_parsed_document_reads_as_it_was_written(void)
{
  static const char text[] = "{\"n\": -9223372036854775808, \"s\": \"\\ud83d\\ude00\"}";
  g_autoptr(JsonNode) node = lap_json_parse(TEXT(text), NULL);
  JsonObject *object = json_node_get_object(node);
  g_assert_cmpint(json_object_get_int_member(object, "n"), ==, G_MININT64);
  g_assert_cmpstr(json_object_get_string_member(object, "s"), ==, "\xf0\x9f\x98\x80");
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS(good); i++) {
    g_autofree char *path = g_strconcat("/json/takes/", good[i].name, NULL);
    g_test_add_data_func(path, &good[i], takes);
  }
  for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
    g_autofree char *path = g_strconcat("/json/refuses/", bad[i].name, NULL);
    g_test_add_data_func(path, &bad[i], refuses);
  }
  g_test_add_func("/json/a-hundred-thousand-brackets-are-refused", a_hundred_thousand_brackets_are_refused);
  g_test_add_func("/json/text-past-the-limit-is-refused-unread", text_past_the_limit_is_refused_unread);
  g_test_add_func("/json/every-cut-of-a-document-is-refused", every_cut_of_a_document_is_refused);
  g_test_add_func("/json/a-parsed-document-reads-as-it-was-written", a_parsed_document_reads_as_it_was_written);
  return g_test_run();
}
