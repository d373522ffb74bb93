#include "host/text/template.h"

typedef struct {
  const char *language, *template;
  gint number;
  const char *sentence;
} SentenceCase;

static const SentenceCase sentences[] = {
    {"en", "", 0, ""},
    {"en", "plain", 0, "plain"},
    {"en", "{who} draws", 0, "Ana draws"},
    {"en", "{who}{who}", 0, "AnaAna"},
    {"en", "{n|one card|# cards}", 1, "one card"},
    {"en", "{n|one card|# cards}", 2, "2 cards"},
    {"en", "{n|one card|# cards}", 0, "0 cards"},
    {"en", "{n|# degree|# degrees}", -1, "-1 degree"},
    {"en", "{n|one point|# points}", -1, "-1 points"},
    {"en", "{n|one point}", -1, "one point"},
    {"en", "{n} card{n||s}", -1, "-1 card"},
    {"en", "{n} card{n||s}", 1, "1 card"},
    {"en", "{n} card{n||s}", 7, "7 cards"},
    {"en", "{n|# of #}", 1, "1 of 1"},
    {"en", "#{n}", 3, "#3"},
    {"en", "{{{n}}}", 3, "{3}"},
    {"en", "{{n}}", 3, "{n}"},
    {"en", "a | b", 0, "a | b"},
    {"en", "{n|ä|ö}", 2, "ö"},
    {"en-GB", "{n|one|#}", 1, "one"},
    {"es", "{n|una carta|# cartas}", 1, "una carta"},
    {"es", "{n|una carta|# cartas}", 21, "21 cartas"},
    {"id", "{n|# kartu}", 1, "1 kartu"},
    {"id", "{n|# kartu}", 5, "5 kartu"},
    {"fr", "{n|# carte|# cartes}", 0, "0 carte"},
    {"pl", "{n|# karta|# karty|# kart}", 1, "1 karta"},
    {"pl", "{n|# karta|# karty|# kart}", 3, "3 karty"},
    {"pl", "{n|# karta|# karty|# kart}", 12, "12 kart"},
    {"pl", "{n|# karta|# karty|# kart}", 21, "21 kart"},
    {"ru", "{n|# карта|# карты|# карт}", 21, "21 карта"},
    {"ru", "{n|# карта|# карты|# карт}", 11, "11 карт"},
    {"pl", "{n|# karta|# inne}", 5, "5 inne"},
};

static char *write_with(const LapTemplate *template, gint number, gboolean counts)
{
  g_autofree char *digits = g_strdup_printf("%d", number);
  const LapTemplateArgument arguments[] = {
      {.name = "who", .text = "Ana"},
      {.name = "n", .text = counts ? digits : "?", .counts = counts, .number = number},
  };
  GString *out = g_string_new(NULL);
  lap_template_write(template, arguments, G_N_ELEMENTS(arguments), out);
  return g_string_free(out, FALSE);
}

static void test_sentences(void)
{
  for (guint i = 0; i < G_N_ELEMENTS(sentences); i++) {
    g_autoptr(GError) error = NULL;
    g_autoptr(LapTemplate) template = lap_template_parse(sentences[i].template, sentences[i].language, &error);
    g_assert_no_error(error);
    g_autofree char *sentence = write_with(template, sentences[i].number, TRUE);
    g_assert_cmpstr(sentence, ==, sentences[i].sentence);
  }
}

static void test_hidden_number(void)
{
  g_autoptr(LapTemplate) template = lap_template_parse("{n|one card|# cards}", "en", NULL);
  g_autofree char *sentence = write_with(template, 1, FALSE);
  g_assert_cmpstr(sentence, ==, "? cards");
}

typedef struct {
  const char *language, *template, *message;
} BrokenCase;

static const BrokenCase broken[] = {
    {"en", "a {who", "at character 3 of \"a {who\": a '{' without its '}'; write '{{' for a brace"},
    {"en", "ä} b", "at character 2 of \"ä} b\": a '}' without its '{'; write '}}' for a brace"},
    {"en", "{}", "at character 2 of \"{}\": an argument's name is a word of a-z, 0-9, '_'"},
    {"en", "{ who }", "at character 2 of \"{ who }\": an argument's name is a word of a-z, 0-9, '_'"},
    {"en", "{Who}", "at character 2 of \"{Who}\": an argument's name is a word of a-z, 0-9, '_'"},
    {"en", "{|a}", "at character 2 of \"{|a}\": an argument's name is a word of a-z, 0-9, '_'"},
    {"en", "{n|a {who}}", "at character 1 of \"{n|a {who}}\": a '{' without its '}'; write '{{' for a brace"},
    {"en", "{n|a|b|c}", "at character 2 of \"{n|a|b|c}\": 3 forms, but \"en\" has 2"},
    {"id", "{n|a|b}", "at character 2 of \"{n|a|b}\": 2 forms, but \"id\" has 1"},
};

static void test_broken(void)
{
  for (guint i = 0; i < G_N_ELEMENTS(broken); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(lap_template_parse(broken[i].template, broken[i].language, &error));
    g_assert_error(error, LAP_TEXT_ERROR, LAP_TEXT_ERROR_TEMPLATE);
    g_assert_cmpstr(error->message, ==, broken[i].message);
  }
}

static const BrokenCase unfit[] = {
    {"en", "{whom}", "no argument {whom}: there is {who}, {n}"},
    {"en", "{n} {who|a|b}", "{who} is not a number, so it has no forms; write {who} alone"},
};

static void test_unfit(void)
{
  const LapTemplateArgument arguments[] = {{.name = "who"}, {.name = "n", .counts = TRUE}};
  for (guint i = 0; i < G_N_ELEMENTS(unfit); i++) {
    g_autoptr(GError) error = NULL;
    g_autoptr(LapTemplate) template = lap_template_parse(unfit[i].template, "en", NULL);
    g_assert_false(lap_template_check(template, arguments, G_N_ELEMENTS(arguments), &error));
    g_assert_error(error, LAP_TEXT_ERROR, LAP_TEXT_ERROR_TEMPLATE);
    g_assert_cmpstr(error->message, ==, unfit[i].message);
  }
}

static void test_no_arguments(void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapTemplate) template = lap_template_parse("{n}", "en", NULL);
  g_assert_false(lap_template_check(template, NULL, 0, &error));
  g_assert_cmpstr(error->message, ==, "no argument {n}: there are no arguments here");
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/template/holes-are-filled-and-forms-follow-the-language", test_sentences);
  g_test_add_func("/template/a-number-that-is-hidden-takes-the-last-form", test_hidden_number);
  g_test_add_func("/template/a-broken-one-says-where-and-what", test_broken);
  g_test_add_func("/template/an-argument-that-is-not-there-is-refused", test_unfit);
  g_test_add_func("/template/a-text-without-arguments-takes-none", test_no_arguments);
  return g_test_run();
}
