/* Rules that offer, tell or choose what they must not: each is caught by the property that is there for it. One small
 * game misbehaves in one way after another. */
#include <string.h>

#include "host/validate/validate.h"
#include "lapidary/state.h"

#define SEATS 2
#define CARDS 4

typedef enum { WELL, ARGUMENT_TOO_MANY, ARGUMENT_COUNT, OTHER_SEAT, RESTLESS, READS_OTHERS, TELLS_A_CARD } Behaviour;

static Behaviour behaviour;

#define TABLE(F, T)                                                                  \
  F(T, SLOTS, deck, CARDS, .visibility = LAP_NOBODY, .order = LAP_SET)               \
  F(T, EACH, u16, mark, SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS) \
  F(T, VALUE, u16, round, .visibility = LAP_PUBLIC)                                  \
  F(T, SPARE, filler, 2, .visibility = LAP_NOBODY)
LAP_STATE(Table, table, TABLE)

enum { DEAL, CHOOSE, TURN };
enum { PASS = LAP_ID(0, 0), MARK };

/* The first card of the deck is one of four, and nobody has seen it. */
static uint16_t deal(const LapContext *context, LapBlock *block)
{
  Table *table = table_in(context, block);
  uint32_t first = context->host->below(context, block, CARDS);
  for (uint32_t i = 0; i < CARDS; i++) table->deck[i].piece = (uint16_t)((first + i) % CARDS + 1);
  return CHOOSE;
}

static uint32_t choose_actors(const LapContext *context, const LapBlock *block)
{
  (void)block;
  return (1u << context->seats) - 1;
}

static void choose_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  (void)context, (void)block;
  lap_add(actions, MARK, seat);
}

static uint16_t choose_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  Table *table = table_in(context, block);
  uint16_t others = table->mark[!action->seat];
  table->mark[action->seat] = (uint16_t)(behaviour == READS_OTHERS ? 2 * others + 1 : 1);
  return LAP_DONE;
}

static uint16_t choose_run(const LapContext *context, LapBlock *block)
{
  (void)context, (void)block;
  return TURN;
}

static uint32_t turn_actors(const LapContext *context, const LapBlock *block)
{
  (void)context, (void)block;
  return 1;
}

static void turn_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  static guint asked;
  (void)context, (void)block;
  LapAction *pass = lap_actions_next(actions);
  *pass = (LapAction){.kind = PASS, .seat = seat};
  if (behaviour == ARGUMENT_TOO_MANY) pass->arg[2] = 7;
  if (behaviour == ARGUMENT_COUNT) pass->n_args = 1;
  if (behaviour == OTHER_SEAT) pass->seat = !seat;
  if (behaviour == RESTLESS && asked++ % 2) lap_add(actions, MARK, seat);
}

static uint16_t turn_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  Table *table = table_in(context, block);
  (void)action;
  if (behaviour == TELLS_A_CARD)
    context->host->event(context, block, &(LapEvent){.arg = {(int16_t)table->deck[0].piece}});
  memset(table->mark, 0, sizeof table->mark);
  return ++table->round < 4 ? CHOOSE : LAP_OVER;
}

static void score(const LapContext *context, const LapBlock *block, int final)
{
  (void)context, (void)block, (void) final;
}

static const char *const keys[] = {0, "c1", "c2", "c3", "c4"};
static const LapPieces pieces[] = {{.name = "card", .faces = CARDS, .total = CARDS, .key = keys}};
static const LapArg number[] = {{.name = "number", .type = LAP_ARG_NUMBER}};
static const LapKind actions[] = {{.name = "pass"}, {.name = "mark"}}, events[] = {{"passed", LAP_TABLE(number)}};
static const LapPhase phases[] = {
    [DEAL] = {.name = "deal", .kind = LAP_PHASE_AUTOMATIC, .run = deal},
    [CHOOSE] = {.name = "choose",
                .kind = LAP_PHASE_TOGETHER,
                .steps_max = 1,
                .actors = choose_actors,
                .legal = choose_legal,
                .apply = choose_apply,
                .run = choose_run},
    [TURN] = {.name = "turn", .kind = LAP_PHASE_ONE, .actors = turn_actors, .legal = turn_legal, .apply = turn_apply}};
static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 LAP_STATE_OF_PLUGIN(Table, table),
                                 .id = "table",
                                 .version = "1.0.0",
                                 .seats_min = SEATS,
                                 .seats_max = SEATS,
                                 .pieces = LAP_TABLE(pieces),
                                 .phases = LAP_TABLE(phases),
                                 .actions = LAP_TABLE(actions),
                                 .events = LAP_TABLE(events),
                                 .score = score};

typedef struct {
  const char *name;
  Behaviour behaviour;
  const char *property, *message; /* property NULL: every one passes */
} Case;

static const Case cases[] = {
    {"rules-that-behave-pass", WELL, NULL, NULL},
    {"an-argument-that-the-kind-has-not", ARGUMENT_TOO_MANY, "legal", "table/pass: unused argument 2 is 7, not zero"},
    {"a-wrong-number-of-arguments", ARGUMENT_COUNT, "legal", "table/pass is offered with 1 arguments, it has 0"},
    {"a-step-of-another-seat", OTHER_SEAT, "legal", "seat 0 is offered table/pass of seat 1"},
    {"a-list-that-changes-when-asked-for-again", RESTLESS, "questions", "the same questions twice get two answers"},
    {"a-sealed-choice-that-reads-another", READS_OTHERS, "sealed", "applied in descending order of seats"},
    {"a-hidden-card-told-as-a-number", TELLS_A_CARD, "paired-worlds", "sees the difference in the events"},
};

static void is_caught(gconstpointer data)
{
  const Case *test = data;
  const LapSource source = {.plugin = &plugin};
  g_autoptr(GError) error = NULL;
  g_autoptr(LapGame) game = lap_game_link(&source, 1, &error);
  g_assert_no_error(error);
  behaviour = test->behaviour;
  const LapValidateOptions options = {.seats = SEATS, .positions = 60, .seed = 3, .seconds = 20, .fork = TRUE};
  g_autoptr(GPtrArray) verdicts = lap_validate(game, NULL, test->property, &options);
  for (guint i = 0; i < verdicts->len; i++) {
    const LapVerdict *verdict = g_ptr_array_index(verdicts, i);
    if (verdict->message) g_test_message("%s: %s", verdict->property->name, verdict->message);
    g_assert_cmpint(verdict->passed, ==, test->property == NULL);
    if (test->message) g_assert_nonnull(strstr(verdict->message, test->message));
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *path = g_strdup_printf("/moves/%s", cases[i].name);
    g_test_add_data_func(path, &cases[i], is_caught);
  }
  return g_test_run();
}
