/* Keys of texts that are of nothing: nobody reads them, the validator says so. */
#include <string.h>

#include "folder.h"
#include "games.h"
#include "host/validate/validate.h"

typedef struct {
  const char *name; /* a sentence */
  const char *file, *text;
  const char *message; /* a part of what is said; NULL: nothing */
} Case;

#define WHOLE                                                                                                 \
  "{\"sealed.title\": \"\", \"sealed.rules\": \"\", \"sealed.phase.bid\": \"\", \"sealed.field.way\": \"\", " \
  "\"sealed.field.way.about\": \"\", \"sealed.action.stake.about\": \"\", "                                   \
  "\"sealed.action.stake\": \"\", \"sealed.action.stake.hidden\": \"\", \"sealed.event.revealed\": \"\", "    \
  "\"sealed.event.revealed.many\": \"\", \"sealed.event.revealed.heading\": \"\", "                           \
  "\"sealed.score.points\": \"\", \"sealed.category.points\": \"\", \"sealed.option.pass\": \"\", "           \
  "\"sealed.choice.left\": \"\", \"sealed.together\": \"\", \"sealed.piece.card.n1\": \"\", "                 \
  "\"sealed.piece.card.none\": \"\", "                                                                        \
  "\"sealed.back.card.night\": \"\"}"

static const Case cases[] = {
    {"what-the-game-has-passes", "text.en.json", WHOLE, NULL},
    {"a-name-is-mistyped", "text.en.json", "{\"sealed.phase.bit\": \"\"}",
     "text.en.json: the key \"sealed.phase.bit\" is of nothing that this level or one below has; is it "
     "'sealed.phase.bid'"},
    {"a-plugin-is-mistyped", "text.en.json", "{\"seeled.title\": \"\"}", "is it 'sealed.title'?"},
    {"a-face-is-mistyped", "text.es.json", "{\"sealed.piece.card.n4\": \"\"}", "text.es.json: the key "},
    {"a-family-and-its-words-pass", "text.en.json",
     "{\"sealed.number.1\": \"one\", \"sealed.piece.card.n{number}\": \"Card {number}\"}", NULL},
    {"a-word-of-a-family-is-mistyped", "text.en.json",
     "{\"sealed.number.9\": \"\", \"sealed.piece.card.n{number}\": \"Card {number}\"}", "is it 'sealed.number."},
    {"a-family-has-no-key", "text.en.json", "{\"sealed.piece.card.x{number}\": \"\"}",
     "the key \"sealed.piece.card.x{number}\" fits nothing"},
    {"a-family-is-broken", "text.en.json", "{\"sealed.piece.card.{a}{b}\": \"\"}", "between two holes"},
    {"a-reason-is-the-plugins-own", "text.en.json", "{\"sealed.refuse.anything\": \"\"}", NULL},
    {"a-level-above-is-not-there", "text.en.json", "{\"sealed-fair.title\": \"\"}",
     "\"sealed-fair.title\" is of nothing"},
    {"a-file-is-broken", "text.id.json", "{\"sealed.title\": }", "text.id.json: line 1, column "},
    {"a-file-is-a-list", "text.id.json", "[]", "text.id.json: not an object from key to text"},
    {"other-files-are-not-read", "cards.json", "{\"a\": 1}", NULL},
};

static void is_said(gconstpointer data)
{
  const Case *at = data;
  g_autofree char *folder = make_folder("texts");
  write_file(folder, at->file, at->text);
  g_autoptr(LapGame) game = fixture_game(1);
  const char *const folders[] = {folder};
  const LapValidateOptions options = {.seats = 2, .positions = 1, .seconds = 10, .folders = folders};
  g_autoptr(GPtrArray) verdicts = lap_validate(game, NULL, "texts", &options);
  const LapVerdict *verdict = verdicts->pdata[0];
  g_test_message("%s", verdict->message ? verdict->message : "passed");
  g_assert_cmpint(verdict->passed, ==, at->message == NULL);
  if (at->message) g_assert_nonnull(strstr(verdict->message ? verdict->message : "", at->message));
  remove_folder(folder);
}

static void a_missing_prompt_is_a_note(void)
{
  g_autofree char *folder = make_folder("texts");
  g_autoptr(LapGame) game = fixture_game(1);
  const char *const folders[] = {folder};
  const LapValidateOptions options = {.seats = 2, .positions = 1, .seconds = 10, .folders = folders};
  for (guint has = 0; has < 2; has++) {
    write_file(folder, "text.en.json",
               has ? "{\"sealed.phase.bid.prompt\": \"Choose.\", \"sealed.action.stake.among\": \"Bid.\"}"
                   : "{\"sealed.title\": \"Sealed\"}");
    g_autoptr(GPtrArray) verdicts = lap_validate(game, NULL, "texts", &options);
    const LapVerdict *verdict = verdicts->pdata[0];
    g_assert_true(verdict->passed);
    g_assert_cmpint(verdict->note && strstr(verdict->note, "sealed.phase.bid.prompt"), ==, !has);
  }
  remove_folder(folder);
}

static void no_folders_are_fine(void)
{
  g_autoptr(LapGame) game = fixture_game(1);
  const LapValidateOptions options = {.seats = 2, .positions = 1, .seconds = 10};
  g_autoptr(GPtrArray) verdicts = lap_validate(game, NULL, "texts", &options);
  const LapVerdict *verdict = verdicts->pdata[0];
  g_assert_true(verdict->passed);
  g_assert_cmpuint(verdict->positions, ==, 0);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_set_nonfatal_assertions();
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *path = g_strdup_printf("/texts/%s", cases[i].name);
    g_test_add_data_func(path, &cases[i], is_said);
  }
  g_test_add_func("/texts/a-missing-prompt-is-a-note", a_missing_prompt_is_a_note);
  g_test_add_func("/texts/no-folders-are-fine", no_folders_are_fine);
  return g_test_run();
}
