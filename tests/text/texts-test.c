#include <glib/gstdio.h>

#include "folder.h"
#include "host/text/template.h"
#include "host/text/texts.h"
#include "tests/match/parcel.h"

/* A folder of text files, gone at the end. */
typedef struct {
  LapGame *game;
  char *folder;
} Fixture;

static const char english[] = "{"
                              "\"parcel.title\":\"Parcel {{a test}}\","
                              "\"parcel.piece.card.blue_2\":\"Blue 2\","
                              "\"parcel.back.card.card\":\"a card\","
                              "\"parcel.choice.high\":\"as much\","
                              "\"parcel.action.aim\":\"take {card}\","
                              "\"parcel.action.post\":\"{seat} posts it to {cell}\","
                              "\"parcel.action.draw\":\"draw {count|a card|# cards}\","
                              "\"parcel.action.draw.taken\":\"{seat} draws {count|a card|# cards}\","
                              "\"parcel.action.tip\":\"tip {to}\","
                              "\"parcel.action.pick\":\"pick {place}\","
                              "\"parcel.action.pledge\":\"pledge {amount|one coin|# coins}\","
                              "\"parcel.action.mark\":\"give {way}\","
                              "\"parcel.action.mark.hidden\":\"{seat} says how\","
                              "\"parcel.event.drew\":\"{who} draws {card} ({count|alone|of #})\","
                              "\"parcel.event.drew.many\":\"{who} draws {card}, {count|alone|together #}\","
                              "\"parcel.event.posted\":\"{who}: {card} on {cell}\","
                              "\"parcel.event.posted.many\":\"{who}: {card} on each of {cell}\","
                              "\"parcel.score.shelf\":\"{count|one parcel|# parcels} of {seat}: {points}\""
                              "}";
static const char indonesian[] = "{"
                                 "\"parcel.event.posted.many\":\"{who}: {card} di {cell}\","
                                 "\"parcel.piece.card.red_1\":\"Merah 1\","
                                 "\"parcel.action.draw\":\"ambil {count|# kartu}\""
                                 "}";
static const char french[] = "{\"parcel.action.pledge\":\"{amount|# pièce|# pièces}\"}";

static void set_up(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  fixture->game = parcel_link(parcel_routes);
  fixture->folder = make_folder("texts");
  write_file(fixture->folder, "text.en.json", english);
  write_file(fixture->folder, "text.id.json", indonesian);
  write_file(fixture->folder, "text.fr.json", french);
}

static void tear_down(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  remove_folder(fixture->folder);
  g_free(fixture->folder);
  lap_game_unref(fixture->game);
}

static LapTexts *texts_of(const Fixture *fixture, const char *language)
{
  const char *folders[] = {fixture->folder};
  g_autoptr(GError) error = NULL;
  LapTexts *texts = lap_texts_new(fixture->game, folders, language, &error);
  g_assert_no_error(error);
  return texts;
}

static const char *const names[] = {"Ana", "Budi", NULL, "Dewi"};

typedef struct {
  const char *language;
  LapAction action;
  guint viewer;
  const char *sentence;
} ActionCase;

static const ActionCase actions[] = {
    {"en", {PARCEL_AIM, 0, 1, {PARCEL_BLUE_2}}, 0, "take Blue 2"},
    {"en", {PARCEL_AIM, 0, 1, {PARCEL_BLUE_2}}, LAP_OMNISCIENT, "take Blue 2"},
    {"en", {PARCEL_AIM, 0, 1, {PARCEL_BLUE_2}}, 1, "take a card"},
    {"en", {PARCEL_AIM, 0, 1, {PARCEL_BLUE_2}}, LAP_WATCHER, "take a card"},
    {"en", {PARCEL_AIM, 0, 1, {PARCEL_RED_1}}, 0, "take red 1"},
    {"en", {PARCEL_AIM, 0, 1, {0}}, 0, "take none"},
    {"en", {PARCEL_POST, 1, 1, {0}}, 0, "Budi posts it to a1"},
    {"en", {PARCEL_POST, 1, 1, {5}}, 0, "Budi posts it to c2"},
    {"en", {PARCEL_DRAW, 0, 1, {1}}, 0, "draw a card"},
    {"en", {PARCEL_DRAW, 0, 1, {2}}, 0, "draw 2 cards"},
    {"en", {PARCEL_TIP, 0, 1, {3}}, 0, "tip Dewi"},
    {"en", {PARCEL_TIP, 0, 1, {2}}, 0, "tip seat 3"},
    {"en", {PARCEL_REST, 0, 0, {0}}, 0, "rest"},
    {"en", {PARCEL_PICK, 0, 1, {2}}, 0, "pick 3"},
    {"en", {PARCEL_PLEDGE, 0, 1, {1}}, 0, "pledge one coin"},
    {"en", {PARCEL_PLEDGE, 0, 1, {1}}, 1, "pledge ? coins"},
    {"en", {PARCEL_MARK, 0, 1, {0}}, 0, "give as much"},
    {"en", {PARCEL_MARK, 0, 1, {1}}, 0, "give low"},
    {"en", {PARCEL_MARK, 0, 1, {1}}, 1, "Ana says how"},
    {"id", {PARCEL_DRAW, 0, 1, {1}}, 0, "ambil 1 kartu"},
    {"id", {PARCEL_AIM, 0, 1, {PARCEL_RED_1}}, 0, "take Merah 1"},
    {"id", {PARCEL_PLEDGE, 0, 1, {1}}, 0, "pledge one coin"},
    {"fr", {PARCEL_PLEDGE, 0, 1, {0}}, 0, "0 pièce"},
    {"fr", {PARCEL_PLEDGE, 0, 1, {0}}, 1, "? pièces"},
};

static void test_actions(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  for (guint i = 0; i < G_N_ELEMENTS(actions); i++) {
    g_autoptr(LapTexts) texts = texts_of(fixture, actions[i].language);
    g_autofree char *sentence = lap_texts_action(texts, &actions[i].action, names, actions[i].viewer);
    g_assert_cmpstr(sentence, ==, actions[i].sentence);
  }
}

static void test_actions_taken(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr(LapTexts) texts = texts_of(fixture, "en");
  const LapAction draw = {PARCEL_DRAW, 0, 1, {2}}, rest = {PARCEL_REST, 0, 0, {0}};
  g_autofree char *drew = lap_texts_action_taken(texts, &draw, names, 1);
  g_autofree char *rested = lap_texts_action_taken(texts, &rest, names, 1);
  g_assert_cmpstr(drew, ==, "Ana draws 2 cards");
  g_assert_cmpstr(rested, ==, "rest");
}

typedef struct {
  LapEvent event;
  guint viewer;
  const char *sentence;
} EventCase;

static const EventCase events[] = {
    {{PARCEL_DREW, 1, {0, PARCEL_BLUE_2, 1}}, 0, "Ana draws Blue 2 (alone)"},
    {{PARCEL_DREW, 1, {0, PARCEL_BLUE_2, 1}}, 1, "Ana draws a card (of ?)"},
    {{PARCEL_DREW, 1, {0, PARCEL_BLUE_2, 1}}, LAP_OMNISCIENT, "Ana draws Blue 2 (alone)"},
    {{PARCEL_DREW, 1u << LAP_WATCHER, {0, PARCEL_BLUE_2, 2}}, LAP_WATCHER, "Ana draws Blue 2 (of 2)"},
    {{PARCEL_POSTED, LAP_EVERYONE, {1, PARCEL_RED_2, 4}}, LAP_WATCHER, "Budi: red 2 on b2"},
    {{PARCEL_PLEDGED, LAP_EVERYONE, {1, 2}}, 0, "pledged: Budi, 2"},
};

static void test_events(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr(LapTexts) texts = texts_of(fixture, "en");
  for (guint i = 0; i < G_N_ELEMENTS(events); i++) {
    g_autofree char *sentence = lap_texts_event(texts, &events[i].event, names, events[i].viewer);
    g_assert_cmpstr(sentence, ==, events[i].sentence);
  }
}

/* Posted: who, card, cell. */
#define POSTED(who, card, cell)                      \
  {                                                  \
    PARCEL_POSTED, LAP_EVERYONE, { who, card, cell } \
  }
#define DREW(knows, count)                          \
  {                                                 \
    PARCEL_DREW, knows, { 0, PARCEL_BLUE_2, count } \
  }

static void test_several_events(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  static const struct {
    const char *language;
    LapEvent events[4];
    guint n, viewer, told;
    const char *sentence;
  } cases[] = {
      {"en", {POSTED(1, PARCEL_RED_1, 4)}, 1, 0, 1, "Budi: red 1 on b2"},
      {"en", {POSTED(1, PARCEL_RED_1, 4), POSTED(1, PARCEL_RED_1, 1)}, 2, 0, 2, "Budi: red 1 on each of b2 and b1"},
      {"en",
       {POSTED(1, PARCEL_RED_1, 4), POSTED(1, PARCEL_RED_1, 1), POSTED(1, PARCEL_RED_1, 4)},
       3,
       0,
       3,
       "Budi: red 1 on each of b2, b1 and b2"},
      {"en",
       {POSTED(1, PARCEL_RED_1, 4), POSTED(1, PARCEL_RED_1, 1), POSTED(0, PARCEL_RED_1, 1)},
       3,
       0,
       2,
       "Budi: red 1 on each of b2 and b1"},
      {"en", {POSTED(1, PARCEL_RED_1, 4), POSTED(1, PARCEL_RED_2, 1)}, 2, 0, 1, "Budi: red 1 on b2"},
      {"id", {POSTED(1, PARCEL_RED_1, 4), POSTED(1, PARCEL_RED_1, 1)}, 2, 0, 2, "Budi: Merah 1 di b2 dan b1"},
      {"id",
       {POSTED(1, PARCEL_RED_1, 4), POSTED(1, PARCEL_RED_1, 1), POSTED(1, PARCEL_RED_1, 0)},
       3,
       0,
       3,
       "Budi: Merah 1 di b2, b1, dan a1"},
      {"es", {POSTED(1, PARCEL_RED_1, 4), POSTED(1, PARCEL_RED_1, 1)}, 2, 0, 2, "Budi: red 1 on each of b2 y b1"},
      {"en", {DREW(1, 1), DREW(1, 2)}, 2, 0, 2, "Ana draws Blue 2, together 1 and 2"},
      {"en", {DREW(1, 1), DREW(1, 2)}, 2, 1, 1, "Ana draws a card (of ?)"},
      {"en", {DREW(1, 1), DREW(3, 2)}, 2, 1, 1, "Ana draws a card (of ?)"},
      {"en", {DREW(3, 1), DREW(1, 2)}, 2, 1, 1, "Ana draws Blue 2 (alone)"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    guint told;
    g_autoptr(LapTexts) texts = texts_of(fixture, cases[i].language);
    g_autofree char *text = lap_texts_events(texts, cases[i].events, cases[i].n, names, cases[i].viewer, &told);
    g_assert_cmpstr(text, ==, cases[i].sentence);
    g_assert_cmpuint(told, ==, cases[i].told);
  }
}

/* A variant that leaves an event out leaves out several, too. */
static void test_left_out(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  static const LapEvent twice[] = {POSTED(1, PARCEL_RED_1, 4), POSTED(1, PARCEL_RED_1, 1)};
  guint told;
  write_file(fixture->folder, "text.en.json",
             "{\"parcel.event.posted\":\"\",\"parcel.event.posted.many\":\"on {cell}\"}");
  g_autoptr(LapTexts) texts = texts_of(fixture, "en");
  g_autofree char *text = lap_texts_events(texts, twice, 2, names, 0, &told);
  g_assert_cmpstr(text, ==, "");
  g_assert_cmpuint(told, ==, 1);
}

static void test_lines(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  static const struct {
    LapLine line;
    const char *sentence;
  } lines[] = {
      {{.kind = PARCEL_SHELF, .seat = 0, .arg = {1}, .points = 3}, "one parcel of Ana: 3"},
      {{.kind = PARCEL_SHELF, .seat = 1, .arg = {2}, .points = -6}, "2 parcels of Budi: −6"},
      {{.kind = PARCEL_SHELF, .seat = LAP_TOGETHER, .arg = {2}, .points = 6}, "2 parcels of together: 6"},
      {{.kind = PARCEL_COINS, .seat = 1, .points = 6}, "coins"},
  };
  g_autoptr(LapTexts) texts = texts_of(fixture, "en");
  for (guint i = 0; i < G_N_ELEMENTS(lines); i++) {
    g_autofree char *sentence = lap_texts_line(texts, &lines[i].line, names);
    g_assert_cmpstr(sentence, ==, lines[i].sentence);
  }
}

static void test_fallback(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  static const struct {
    const char *language, *key, *text;
    gboolean has;
  } cases[] = {
      {"en", "parcel.title", "Parcel {a test}", TRUE},
      {"en", "parcel.phase.big-day_one", "big day one", FALSE},
      {"en", "word", "word", FALSE},
      {"id", "parcel.piece.card.red_1", "Merah 1", TRUE},
      {"id", "parcel.piece.card.blue_2", "Blue 2", TRUE},
      {"id", "parcel.piece.card.blue_1", "blue 1", FALSE},
      {"es", "parcel.piece.card.blue_2", "Blue 2", TRUE},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(LapTexts) texts = texts_of(fixture, cases[i].language);
    g_assert_cmpstr(lap_texts_get(texts, cases[i].key), ==, cases[i].text);
    g_assert_cmpint(lap_texts_has(texts, cases[i].key), ==, cases[i].has);
  }
}

static void test_families(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  static const struct {
    const char *language, *key, *text;
    gboolean has;
  } cases[] = {
      {"en", "parcel.piece.card.queen_of_hearts", "Queen of hearts", TRUE},
      {"en", "parcel.piece.card.old_queen_of_old_hearts", "old queen of old hearts", TRUE},
      {"en", "parcel.piece.card.queen_of_", "queen of ", FALSE},
      {"en", "parcel.piece.card.ace_of_spades", "The ace", TRUE},
      {"en", "other.piece.card.queen_of_hearts", "queen of hearts", FALSE},
      {"es", "parcel.piece.card.queen_of_hearts", "hearts: queen", TRUE},
      {"es", "parcel.piece.card.ace_of_spades", "spades: ace", TRUE},
      {"id", "parcel.piece.card.queen_of_hearts", "Queen of hearts", TRUE},
  };
  write_file(
      fixture->folder, "text.en.json",
      "{\"parcel.piece.card.{rank}_of_{suit}\":\"{rank} of {suit}\",\"parcel.piece.card.ace_of_spades\":\"The ace\","
      "\"parcel.rank.queen\":\"Queen\"}");
  write_file(fixture->folder, "text.es.json", "{\"parcel.piece.card.{rank}_of_{suit}\":\"{suit}: {rank}\"}");
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(LapTexts) texts = texts_of(fixture, cases[i].language);
    g_assert_cmpstr(lap_texts_get(texts, cases[i].key), ==, cases[i].text);
    g_assert_cmpint(lap_texts_has(texts, cases[i].key), ==, cases[i].has);
  }
}

static void test_no_texts(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr(LapTexts) texts = lap_texts_new(fixture->game, NULL, "en", NULL);
  const LapAction post = {PARCEL_POST, 0, 1, {3}}, rest = {PARCEL_REST, 0, 0, {0}};
  const LapEvent drew = {PARCEL_DREW, 1, {1, PARCEL_BLUE_2, 2}};
  g_autofree char *posts = lap_texts_action(texts, &post, NULL, 0), *rests = lap_texts_action(texts, &rest, NULL, 0);
  g_autofree char *draws = lap_texts_event(texts, &drew, NULL, 0), *unseen = lap_texts_event(texts, &drew, NULL, 1);
  g_assert_cmpstr(posts, ==, "post: a2");
  g_assert_cmpstr(rests, ==, "rest");
  g_assert_cmpstr(draws, ==, "drew: seat 2, blue 2, 2");
  g_assert_cmpstr(unseen, ==, "drew: seat 2, card, ?");
}

static void test_levels(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr(LapGame) express = parcel_express_link();
  g_autofree char *upper = g_build_filename(fixture->folder, "express", NULL);
  g_assert_no_errno(g_mkdir(upper, 0700));
  write_file(upper, "text.en.json", "{\"parcel.choice.high\":\"express\",\"parcel-express.title\":\"X\"}");
  const char *folders[] = {fixture->folder, upper};
  g_autoptr(LapTexts) texts = lap_texts_new(express, folders, "en", NULL);
  g_assert_cmpstr(lap_texts_get(texts, "parcel.choice.high"), ==, "express");
  g_assert_cmpstr(lap_texts_get(texts, "parcel-express.title"), ==, "X");
  g_assert_cmpstr(lap_texts_get(texts, "parcel.piece.card.blue_2"), ==, "Blue 2");
}

static void test_cells(Fixture *fixture G_GNUC_UNUSED, gconstpointer data G_GNUC_UNUSED)
{
  static const struct {
    guint8 width;
    gint cell;
    const char *text;
  } cells[] = {{3, 0, "a1"},    {3, 2, "c1"},    {3, 3, "a2"}, {30, 25, "z1"},
               {30, 26, "aa1"}, {30, 59, "ad2"}, {3, -1, "-"}};
  for (guint i = 0; i < G_N_ELEMENTS(cells); i++) {
    const LapShape shape = {.width = cells[i].width, .height = 4};
    const LapGameField grid = {.shape = &shape}, row = {0};
    g_autofree char *text = lap_texts_cell(&grid, cells[i].cell);
    g_autofree char *number = lap_texts_cell(&row, 6);
    g_assert_cmpstr(text, ==, cells[i].text);
    g_assert_cmpstr(number, ==, "7");
  }
}

typedef struct {
  const char *text, *message;
  LapTextError code;
} BrokenCase;

static const BrokenCase broken[] = {
    {"[]", "text.en.json: not an object from key to text", LAP_TEXT_ERROR_FILE},
    {"{\"a\":1}", "text.en.json: a: not a string", LAP_TEXT_ERROR_FILE},
    {"{\"a\":\"x\",\"a\":\"y\"}", "text.en.json: line 1", LAP_TEXT_ERROR_FILE},
    {"{\"parcel.title\":\"{n}\"}", "text.en.json: parcel.title: no argument {n}: there are no arguments here",
     LAP_TEXT_ERROR_TEMPLATE},
    {"{\"parcel.action.darw\":\"{count}\"}",
     "text.en.json: parcel.action.darw: no action, event, score line or prompt has this key; is it "
     "'parcel.action.draw', "
     "'parcel.action.mark' or 'parcel.action.aim'?",
     LAP_TEXT_ERROR_FILE},
    {"{\"parcel.action.draw\":\"{cuont}\"}",
     "text.en.json: parcel.action.draw: no argument {cuont}: there is {count}, {seat}", LAP_TEXT_ERROR_TEMPLATE},
    {"{\"parcel.event.drew.hidden\":\"{seat}\"}",
     "text.en.json: parcel.event.drew.hidden: no argument {seat}: there is {who}, {card}, {count}",
     LAP_TEXT_ERROR_TEMPLATE},
    {"{\"parcel.score.coins\":\"{point}\"}",
     "text.en.json: parcel.score.coins: no argument {point}: there is {seat}, {points}", LAP_TEXT_ERROR_TEMPLATE},
    {"{\"parcel.phase.playing.prompt\":\"{cards}\"}",
     "text.en.json: parcel.phase.playing.prompt: no argument {cards}: there is {deck}, {hand}, {shelf}, {coins}, "
     "{posted}, ",
     LAP_TEXT_ERROR_TEMPLATE},
    {"{\"parcel.action.tip\":\"{to|a|b}\"}",
     "text.en.json: parcel.action.tip: {to} is not a number, so it has no forms", LAP_TEXT_ERROR_TEMPLATE},
    {"{\"parcel.piece.card.{rank}{suit}\":\"\"}", "parcel.piece.card.{rank}{suit}: between two holes of a key",
     LAP_TEXT_ERROR_FILE},
    {"{\"parcel.piece.card.{Rank}\":\"\"}", "parcel.piece.card.{Rank}: in a key, '{', a word of a-z",
     LAP_TEXT_ERROR_FILE},
    {"{\"parcel.piece.card.rank}\":\"\"}", "parcel.piece.card.rank}: in a key, '{', a word of a-z",
     LAP_TEXT_ERROR_FILE},
    {"{\"{plugin}.title\":\"\"}", "{plugin}.title: a key begins with the id of a plugin", LAP_TEXT_ERROR_FILE},
    {"{\"parcel.piece.card.{rank}\":\"{suit}\"}", "parcel.piece.card.{rank}: no argument {suit}: there is {rank}",
     LAP_TEXT_ERROR_TEMPLATE},
    {"{\"parcel.action.rest\":\"{seat\"}", "text.en.json: parcel.action.rest: at character 1 of \"{seat\"",
     LAP_TEXT_ERROR_TEMPLATE},
};

static void test_broken(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  const char *folders[] = {fixture->folder};
  for (guint i = 0; i < G_N_ELEMENTS(broken); i++) {
    g_autoptr(GError) error = NULL;
    write_file(fixture->folder, "text.en.json", broken[i].text);
    g_assert_null(lap_texts_new(fixture->game, folders, "en", &error));
    g_assert_error(error, LAP_TEXT_ERROR, (gint)broken[i].code);
    g_assert_true(g_str_has_prefix(error->message, fixture->folder));
    if (!strstr(error->message, broken[i].message)) g_assert_cmpstr(error->message, ==, broken[i].message);
  }
}

/* Says coins, and hides cards. */
static char *say_coins(LapTexts *texts, const LapGameField *field, gint *number, gpointer coins)
{
  g_assert_nonnull(texts);
  if (!g_str_equal(field->name, "parcel/coins")) return NULL;
  *number = GPOINTER_TO_INT(coins);
  return lap_texts_number(*number);
}

static void test_prompts(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  write_file(fixture->folder, "text.en.json",
             "{\"parcel.action.draw.prompt\":\"{coins|One coin|# coins}, {hand|one card|# cards}.\","
             "\"parcel.action.draw.among\":\"\"}");
  g_autoptr(LapTexts) texts = texts_of(fixture, "en");
  g_autofree char *one = lap_texts_prompt(texts, "action", "parcel/draw", "prompt", say_coins, GINT_TO_POINTER(1));
  g_autofree char *two = lap_texts_prompt(texts, "action", "parcel/draw", "prompt", say_coins, GINT_TO_POINTER(2));
  g_assert_cmpstr(one, ==, "One coin, ? cards.");
  g_assert_cmpstr(two, ==, "2 coins, ? cards.");
  g_assert_null(lap_texts_prompt(texts, "action", "parcel/draw", "among", say_coins, NULL)); /* an empty one is none */
  g_assert_null(lap_texts_prompt(texts, "phase", "parcel/playing", "prompt", say_coins, NULL));
}

static void test_language(Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  static const char *const languages[] = {"", "../en", "en/x", "e n"};
  for (guint i = 0; i < G_N_ELEMENTS(languages); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(lap_texts_new(fixture->game, NULL, languages[i], &error));
    g_assert_error(error, LAP_TEXT_ERROR, LAP_TEXT_ERROR_FILE);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
#define ADD(path, test) g_test_add(path, Fixture, NULL, set_up, test, tear_down)
  ADD("/texts/an-action-is-a-sentence-for-whoever-reads-it", test_actions);
  ADD("/texts/an-action-that-was-taken-has-a-sentence-of-its-own", test_actions_taken);
  ADD("/texts/an-event-is-a-sentence-for-whoever-reads-it", test_events);
  ADD("/texts/events-in-a-row-are-told-at-once", test_several_events);
  ADD("/texts/what-a-variant-leaves-out-is-not-told-of-several", test_left_out);
  ADD("/texts/a-line-of-the-score-says-whose-and-how-much", test_lines);
  ADD("/texts/what-is-missing-falls-back-to-english-then-to-the-keys-last-word", test_fallback);
  ADD("/texts/one-text-serves-a-family-of-keys", test_families);
  ADD("/texts/a-plugin-without-texts-is-readable", test_no_texts);
  ADD("/texts/a-level-may-say-a-lower-levels-key-anew", test_levels);
  ADD("/texts/a-cell-is-a-letter-and-a-number", test_cells);
  ADD("/texts/a-broken-file-is-an-error-that-names-file-and-key", test_broken);
  ADD("/texts/a-prompt-says-what-fields-hold", test_prompts);
  ADD("/texts/a-language-is-no-path", test_language);
  return g_test_run();
}
