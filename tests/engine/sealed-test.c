/* Sealed choices: what a step of one may write, and that its hook may neither draw nor send events. */
#include <string.h>

#include "host/engine/session.h"
#include "lapidary/state.h"

#define SEATS 3

static const LapShape square = {.width = 3, .height = 3, .step_x = 1, .step_y = 3};

#define TABLE(F, T)                                                                                      \
  F(T, PLANES, stones, SEATS, 9, .visibility = LAP_PUBLIC, .shape = &square, .rows_are = LAP_ROWS_SEATS) \
  F(T, LISTS, u16, pile, SEATS, 2, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)                 \
  F(T, LIST, u16, heap, 3, .visibility = LAP_PUBLIC)                                                     \
  F(T, COUNTS, tokens, SEATS)                                                                            \
  F(T, COLUMNS, tokens, u16, worth, SEATS, 2, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)      \
  F(T, EACH, u16, mark, SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)                     \
  F(T, VALUE, u16, total, .visibility = LAP_DERIVED)                                                     \
  F(T, VALUE, u16, round, .visibility = LAP_PUBLIC)                                                      \
  F(T, SPARE, filler, 2, .visibility = LAP_NOBODY)
LAP_STATE(Table, table, TABLE)

/* What a step does, chosen by its argument; seat 0 makes it. */
enum {
  OWN_MARK,
  OWN_PILE,
  OWN_TOKENS,
  OWN_STONE,
  DERIVED,
  FOREIGN_MARK,
  FOREIGN_PILE,
  FOREIGN_ITEM,
  FOREIGN_TOKENS,
  FOREIGN_STONE,
  SHARED_HEAP,
  SHARED_VALUE,
  DRAW,
  TELL,
  ENDLESS,
  N_EFFECTS
};

static const struct {
  const char *name, *fault;
} effects[N_EFFECTS] = {
    [OWN_MARK] = {"own-mark", NULL},
    [OWN_PILE] = {"own-pile", NULL},
    [OWN_TOKENS] = {"own-tokens", NULL},
    [OWN_STONE] = {"own-stone", NULL},
    [DERIVED] = {"derived", NULL},
    [FOREIGN_MARK] = {"foreign-mark", "writes field table/mark, row 2, which is not its own"},
    [FOREIGN_PILE] = {"foreign-length", "writes field table/pile, row 1, which is not its own"},
    [FOREIGN_ITEM] = {"foreign-item", "writes field table/pile, row 2, which is not its own"},
    [FOREIGN_TOKENS] = {"foreign-column-length", "writes field table/worth, row 1, which is not its own"},
    [FOREIGN_STONE] = {"foreign-stone", "writes field table/stones, row 1, which is not its own"},
    [SHARED_HEAP] = {"shared-length", "writes field table/heap, row 0, which is not its own"},
    [SHARED_VALUE] = {"shared-value", "writes field table/round, row 0, which is not its own"},
    [DRAW] = {"draw", "draws at random in a sealed move"},
    [TELL] = {"event", "in a sealed move"},
    [ENDLESS] = {"second-step", "takes more than steps_max (1) steps"},
};

static uint32_t actors(const LapContext *context, const LapBlock *block)
{
  (void)block;
  return (1u << context->seats) - 1;
}

static void legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  (void)context, (void)block;
  for (int16_t effect = 0; effect < N_EFFECTS; effect++) lap_add_1(actions, LAP_ID(0, 0), seat, effect);
}

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  Table *table = table_in(context, block);
  uint8_t seat = action->seat;
  switch (action->arg[0]) {
  case OWN_MARK:
    table->mark[seat]++;
    break;
  case OWN_PILE:
    table->pile[seat].count++;
    break;
  case OWN_TOKENS:
    table->tokens[seat]++;
    break;
  case OWN_STONE:
    table->stones[seat] ^= 1u << seat;
    break;
  case DERIVED:
    table->total++;
    break;
  case FOREIGN_MARK:
    table->mark[2]++;
    break;
  case FOREIGN_PILE:
    table->pile[1].count++; /* its item is zero: the length alone changes */
    break;
  case FOREIGN_ITEM:
    table->pile[2].item[0]++;
    break;
  case FOREIGN_TOKENS:
    table->tokens[1]++;
    break;
  case FOREIGN_STONE:
    table->stones[1] |= 1;
    break;
  case SHARED_HEAP:
    table->heap.count++;
    break;
  case SHARED_VALUE:
    table->round = (uint16_t)(4 * table->round + seat + 1); /* the order of seats shows */
    break;
  case ENDLESS:
    return LAP_MORE;
  case DRAW:
    context->host->below(context, block, 6);
    break;
  default:
    context->host->event(context, block, &(LapEvent){.kind = LAP_ID(0, 0), .knows = LAP_EVERYONE});
  }
  return LAP_DONE;
}

static uint16_t run(const LapContext *context, LapBlock *block)
{
  (void)context, (void)block;
  return LAP_OVER;
}

static void score(const LapContext *context, const LapBlock *block, int final)
{
  (void)context, (void)block, (void) final;
}

static void derive(const LapContext *context, LapBlock *block) { table_in(context, block)->total = 0; }

static const LapArg effect_arg[] = {{.name = "effect", .type = LAP_ARG_NUMBER}};
static const LapKind kinds[] = {{"act", LAP_TABLE(effect_arg)}}, events[] = {{.name = "told"}};
static const LapPhase phases[] = {{"choose", .kind = LAP_PHASE_TOGETHER, .steps_max = 1, .actors = actors,
                                   .legal = legal, .apply = apply, .run = run}};
static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 LAP_STATE_OF_PLUGIN(Table, table),
                                 .id = "table",
                                 .version = "1.0.0",
                                 .seats_min = SEATS,
                                 .seats_max = SEATS,
                                 .phases = LAP_TABLE(phases),
                                 .actions = LAP_TABLE(kinds),
                                 .events = LAP_TABLE(events),
                                 .score = score,
                                 .derive = derive};

static LapSession *new_session(void)
{
  const LapSource chain[] = {{.plugin = &plugin}};
  g_autoptr(GError) error = NULL;
  g_autoptr(LapGame) game = lap_game_link(chain, 1, &error);
  g_assert_no_error(error);
  LapSession *session = lap_session_new(game, SEATS, NULL, 1, &error);
  g_assert_no_error(error);
  return session;
}

static gboolean play(LapSession *session, guint seat, guint effect, GError **error)
{
  const LapAction step = {.kind = LAP_ID(0, 0), .seat = (guint8)seat, .n_args = 1, .arg = {(gint16)effect}};
  const LapAction steps[] = {step, step};
  return lap_session_play(session, steps, effect == ENDLESS ? 2 : 1, error);
}

static void is_judged(gconstpointer data)
{
  guint effect = GPOINTER_TO_UINT(data);
  g_autoptr(LapSession) session = new_session();
  g_autoptr(GError) error = NULL;
  gboolean played = play(session, 0, effect, &error);
  if (error) g_test_message("%s", error->message);
  g_assert_cmpint(played, ==, effects[effect].fault == NULL);
  if (!played) g_assert_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_FAULT);
  if (!played) g_assert_nonnull(strstr(error->message, effects[effect].fault));
  g_assert_cmpuint(lap_session_waiting(session), ==, played ? 6 : 7);
}

static void the_steps_of_all_are_applied_once_all_are_in(void)
{
  g_autoptr(LapSession) session = new_session();
  LapEngine *engine = lap_session_engine(session);
  const guint effect[SEATS] = {OWN_MARK, OWN_PILE, OWN_STONE}, order[SEATS] = {2, 0, 1};
  for (guint i = 0; i < SEATS; i++) {
    guint n;
    const Table *table = lap_engine_segment(engine, (LapBlock *)lap_session_block(session), 0);
    g_assert_cmpuint(table->mark[0] + table->pile[1].count + table->stones[2], ==, 0);
    g_assert_true(play(session, order[i], effect[order[i]], NULL));
    lap_session_sealed(session, order[i], &n);
    g_assert_cmpuint(n, ==, i + 1 < SEATS ? 1 : 0);
  }
  const Table *table = lap_engine_segment(engine, (LapBlock *)lap_session_block(session), 0);
  g_assert_cmpuint(table->mark[0], ==, 1);
  g_assert_cmpuint(table->pile[1].count, ==, 1);
  g_assert_cmpuint(table->stones[2], ==, 4);
  g_assert_true(lap_session_over(session));
  const guint8 *head = (const guint8 *)lap_session_block(session), *segment = (const guint8 *)table;
  for (const guint8 *byte = head + sizeof(LapHead); byte < segment; byte++) g_assert_cmpuint(*byte, ==, 0);
}

/* A trusted engine does not check rows, so that a shared value shows in which order seats are applied. */
static void seats_are_applied_in_order_or_backwards_if_asked(void)
{
  const LapSource chain[] = {{.plugin = &plugin}};
  g_autoptr(LapGame) game = lap_game_link(chain, 1, NULL);
  g_autoptr(LapEngine) engine = lap_engine_new(game, SEATS, NULL, NULL);
  g_autoptr(LapBlock) block = lap_block_new(engine);
  for (guint backwards = 0; backwards < 2; backwards++) {
    lap_engine_start(engine, block, 1);
    lap_engine_commit_backwards(engine, backwards);
    for (guint seat = 0; seat < SEATS; seat++) {
      const LapAction step = {.kind = LAP_ID(0, 0), .seat = (guint8)seat, .n_args = 1, .arg = {SHARED_VALUE}};
      g_assert_cmpint(lap_engine_apply(engine, block, &step), ==, LAP_MOVE_MADE);
    }
    const Table *table = lap_engine_segment(engine, block, 0);
    g_assert_cmpuint(table->round, ==, backwards ? (3 * 4 + 2) * 4 + 1 : (1 * 4 + 2) * 4 + 3);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  for (guint effect = 0; effect < N_EFFECTS; effect++) {
    g_autofree char *path = g_strdup_printf("/sealed/%s-is-%s", effects[effect].name,
                                            effects[effect].fault ? "a-fault" : "fine");
    g_test_add_data_func(path, GUINT_TO_POINTER(effect), is_judged);
  }
  g_test_add_func("/sealed/the-steps-of-all-are-applied-once-all-are-in", the_steps_of_all_are_applied_once_all_are_in);
  g_test_add_func("/sealed/seats-are-applied-in-order-or-backwards-if-asked",
                  seats_are_applied_in_order_or_backwards_if_asked);
  return g_test_run();
}
