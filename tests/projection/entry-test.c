/* What each viewer is sent of an entry: each case is an entry, a viewer and a language. */
#include "games.h"

#include "host/engine/knowledge.h"
#include "life.h"
#include "sealed-state.h"

typedef struct {
  LapEntry entry;
  guint viewer;
  const char *language;
  const char *told; /* but for "seq" and "at" */
} Case;

#define D2 2
#define N1 7

static const LapAction choice_of_0[] = {{SEALED_STAKE, 0, 1, {D2}}, {SEALED_CALL, 0, 1, {SEALED_LOW}}};
static const LapAction choice_of_1[] = {{SEALED_STAKE, 1, 1, {N1}}, {SEALED_CALL, 1, 1, {SEALED_HIGH}}};
static const LapAction both_choices[] = {{SEALED_STAKE, 0, 1, {D2}},
                                         {SEALED_CALL, 0, 1, {SEALED_LOW}},
                                         {SEALED_STAKE, 1, 1, {N1}},
                                         {SEALED_CALL, 1, 1, {SEALED_HIGH}}};
static const LapAction toss[] = {{SEALED_TOSS, 0, 1, {D2}}};
static const LapEvent drew[] = {{SEALED_DREW, 1u << 0, {0, N1}}};
static const LapEvent revealed[] = {{SEALED_REVEALED, 0, {0, D2, SEALED_LOW}}};

#define SEALED_BY_0 .kind = LAP_ENTRY_MOVE, .seat = 0, .sealed = TRUE, .steps = choice_of_0, .n_steps = 2
#define OPENED_BY_1 \
  .kind = LAP_ENTRY_MOVE, .seat = 1, .steps = choice_of_1, .n_steps = 2, .opened = both_choices, .n_opened = 4
#define TOSSED_BY_0 .kind = LAP_ENTRY_MOVE, .seat = 0, .steps = toss, .n_steps = 1

#define STAKE_0 "{\"kind\":\"sealed/stake\",\"seat\":0,\"args\":{\"card\":\"d2\"}}"
#define STAKE_0_HIDDEN "{\"kind\":\"sealed/stake\",\"seat\":0,\"args\":{\"card\":\"?day\"}}"
#define CALL_0 "{\"kind\":\"sealed/call\",\"seat\":0,\"args\":{\"way\":\"low\"}}"
#define CALL_0_HIDDEN "{\"kind\":\"sealed/call\",\"seat\":0,\"args\":{\"way\":null}}"
#define STAKE_1 "{\"kind\":\"sealed/stake\",\"seat\":1,\"args\":{\"card\":\"n1\"}}"
#define STAKE_1_HIDDEN "{\"kind\":\"sealed/stake\",\"seat\":1,\"args\":{\"card\":\"?night\"}}"
#define CALL_1 "{\"kind\":\"sealed/call\",\"seat\":1,\"args\":{\"way\":\"high\"}}"
#define CALL_1_HIDDEN "{\"kind\":\"sealed/call\",\"seat\":1,\"args\":{\"way\":null}}"

static const Case cases[] = {
    /* seats */
    {{.kind = LAP_ENTRY_JOIN, .seat = 1, .name = (char *)"Bo \"B\\\n"},
     0,
     "en",
     "\"kind\":\"join\",\"seat\":1,\"text\":[\"Bo \\\"B\\\\\\n takes seat 2.\"]"},
    {{.kind = LAP_ENTRY_LEAVE, .seat = 2},
     LAP_WATCHER,
     "es",
     "\"kind\":\"leave\",\"seat\":2,\"text\":[\"El asiento 3 vuelve a estar libre.\"]"},
    {{.kind = LAP_ENTRY_BOT, .seat = 2, .name = (char *)"random"},
     1,
     "id",
     "\"kind\":\"bot\",\"seat\":2,\"text\":[\"Bot (random) bermain di kursi 3.\"]"},
    {{.kind = LAP_ENTRY_RESIGN, .seat = 0}, 0, "en", "\"kind\":\"resign\",\"seat\":0,\"text\":[\"Ada resigns.\"]"},
    {{.kind = LAP_ENTRY_RESIGN, .seat = 2},
     0,
     "es",
     "\"kind\":\"resign\",\"seat\":2,\"text\":[\"asiento 3 abandona.\"]"},
    {{.kind = LAP_ENTRY_TIMEOUT, .seat = 1},
     LAP_WATCHER,
     "en",
     "\"kind\":\"timeout\",\"seat\":1,\"text\":[\"Bo has run out of time.\"]"},

    /* proposals */
    {{.kind = LAP_ENTRY_PROPOSE, .seat = 0, .proposal = LAP_PROPOSAL_UNDO},
     1,
     "en",
     "\"kind\":\"propose\",\"seat\":0,\"text\":[\"Ada would like to take the last move back.\"],\"about\":\"undo\","
     "\"applied\":false"},
    {{.kind = LAP_ENTRY_PROPOSE, .seat = 0, .proposal = LAP_PROPOSAL_ABORT, .applied = TRUE},
     1,
     "en",
     "\"kind\":\"propose\",\"seat\":0,\"text\":[\"Ada would like to end the match without a result.\","
     "\"The match ends without a result.\"],\"about\":\"abort\",\"applied\":true"},
    {{.kind = LAP_ENTRY_ANSWER, .seat = 1, .proposal = LAP_PROPOSAL_REMATCH, .accept = TRUE, .applied = TRUE},
     0,
     "es",
     "\"kind\":\"answer\",\"seat\":1,\"text\":[\"Bo acepta.\",\"Empieza la revancha.\"],\"about\":\"rematch\","
     "\"accept\":true,\"applied\":true"},
    {{.kind = LAP_ENTRY_ANSWER, .seat = 1, .proposal = LAP_PROPOSAL_UNDO},
     0,
     "en",
     "\"kind\":\"answer\",\"seat\":1,\"text\":[\"Bo does not agree.\"],\"about\":\"undo\",\"accept\":false,"
     "\"applied\":false"},

    /* a choice, sealed until all are in */
    {{SEALED_BY_0}, 1, "en", "\"kind\":\"chosen\",\"seat\":0,\"text\":[\"Ada has chosen.\"]"},
    {{SEALED_BY_0}, LAP_WATCHER, "es", "\"kind\":\"chosen\",\"seat\":0,\"text\":[\"Ada ya ha elegido.\"]"},
    {{SEALED_BY_0},
     0,
     "en",
     "\"kind\":\"chosen\",\"seat\":0,\"text\":[\"Ada: stake: d2, call: low\"],\"steps\":[" STAKE_0 "," CALL_0 "]"},
    {{SEALED_BY_0},
     LAP_OMNISCIENT,
     "en",
     "\"kind\":\"chosen\",\"seat\":0,\"text\":[\"Ada: stake: d2, call: low\"],\"steps\":[" STAKE_0 "," CALL_0 "]"},

    /* the last one opens them; no seat is sent again what it chose before */
    {{OPENED_BY_1},
     0,
     "en",
     "\"kind\":\"move\",\"seat\":1,\"text\":[\"Bo: stake: night, call: ?\"],\"steps\":[" STAKE_1_HIDDEN
     "," CALL_1_HIDDEN "],\"opened\":[" STAKE_0 "," CALL_0 "," STAKE_1_HIDDEN "," CALL_1_HIDDEN "]"},
    {{OPENED_BY_1},
     1,
     "en",
     "\"kind\":\"move\",\"seat\":1,\"text\":[\"Ada: stake: day, call: ?\",\"Bo: stake: n1, call: high\"],"
     "\"steps\":[" STAKE_1 "," CALL_1 "],\"opened\":[" STAKE_0_HIDDEN "," CALL_0_HIDDEN "," STAKE_1 "," CALL_1 "]"},
    {{OPENED_BY_1},
     LAP_OMNISCIENT,
     "en",
     "\"kind\":\"move\",\"seat\":1,\"text\":[\"Bo: stake: n1, call: high\"],"
     "\"steps\":[" STAKE_1 "," CALL_1 "],\"opened\":[" STAKE_0 "," CALL_0 "," STAKE_1 "," CALL_1 "]"},
    {{OPENED_BY_1, .events = revealed, .n_events = 1},
     1,
     "en",
     "\"kind\":\"move\",\"seat\":1,\"text\":[\"revealed: Ada, d2, low\"],\"steps\":[" STAKE_1 "," CALL_1
     "],\"opened\":[" STAKE_0_HIDDEN "," CALL_0_HIDDEN "," STAKE_1 "," CALL_1
     "],\"events\":[{\"kind\":\"sealed/revealed\",\"args\":{\"who\":0,\"card\":\"d2\",\"way\":\"low\"}}]"},

    /* moves: by what the rules tell of them, else by what was done */
    {{TOSSED_BY_0},
     1,
     "en",
     "\"kind\":\"move\",\"seat\":0,\"text\":[\"Ada: toss: d2\"],"
     "\"steps\":[{\"kind\":\"sealed/toss\",\"seat\":0,\"args\":{\"card\":\"d2\"}}]"},
    {{TOSSED_BY_0, .events = drew, .n_events = 1},
     0,
     "en",
     "\"kind\":\"move\",\"seat\":0,\"text\":[\"drew: Ada, n1\"],"
     "\"steps\":[{\"kind\":\"sealed/toss\",\"seat\":0,\"args\":{\"card\":\"d2\"}}],"
     "\"events\":[{\"kind\":\"sealed/drew\",\"args\":{\"who\":0,\"card\":\"n1\"}}]"},
    {{TOSSED_BY_0, .events = drew, .n_events = 1},
     1,
     "en",
     "\"kind\":\"move\",\"seat\":0,\"text\":[\"drew: Ada, night\"],"
     "\"steps\":[{\"kind\":\"sealed/toss\",\"seat\":0,\"args\":{\"card\":\"d2\"}}],"
     "\"events\":[{\"kind\":\"sealed/drew\",\"args\":{\"who\":0,\"card\":\"?night\"}}]"},
};

static void write_entry(const LapRecipient *recipient, const LapEntry *entry, GString *out)
{
  LapJsonWriter json = lap_json_writer(out);
  lap_json_begin_object(&json);
  lap_entry_members(recipient, entry, &json);
  lap_json_end_object(&json);
}

static void test_case(LapGame *game, LapTexts *texts, const Case *tried)
{
  static const char *const names[] = {"Ada", "Bo", NULL};
  g_auto(LapRecipient) recipient = {0};
  g_autoptr(GString) out = g_string_new(NULL);
  LapEntry entry = tried->entry;
  entry.seq = 5;
  entry.at = 1600000000123;
  lap_recipient_init(&recipient, game, texts, tried->language, tried->viewer, names, G_N_ELEMENTS(names));
  write_entry(&recipient, &entry, out);
  g_autofree char *expected = g_strconcat("{\"seq\":5,\"at\":1600000000123,", tried->told, "}", NULL);
  g_assert_cmpstr(out->str, ==, expected);
}

static void test_entries(void)
{
  g_autoptr(LapGame) game = fixture_game(1);
  g_autoptr(LapTexts) texts = lap_texts_new(game, NULL, "en", NULL);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) test_case(game, texts, &cases[i]);
}

/* Two choices that differ in all that there is. */
static void test_sealed_choices_alike(void)
{
  static const char *const names[] = {"Ada", "Bo"};
  g_autoptr(LapGame) game = fixture_game(1);
  g_autoptr(LapTexts) texts = lap_texts_new(game, NULL, "en", NULL);
  const LapEntry one = {SEALED_BY_0}, other = {.kind = LAP_ENTRY_MOVE, .sealed = TRUE, .steps = toss, .n_steps = 1};
  for (guint viewer = 1; viewer <= LAP_WATCHER; viewer += LAP_WATCHER - 1) {
    g_auto(LapRecipient) recipient = {0};
    g_autoptr(GString) told = g_string_new(NULL), told_other = g_string_new(NULL);
    lap_recipient_init(&recipient, game, texts, "en", viewer, names, 2);
    write_entry(&recipient, &one, told);
    write_entry(&recipient, &other, told_other);
    g_assert_cmpstr(told->str, ==, told_other->str);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/projection/entry/each-viewer-is-told-what-it-may-know", test_entries);
  g_test_add_func("/projection/entry/sealed-choices-look-alike-to-others", test_sealed_choices_alike);
  return g_test_run();
}
