/* What a checked engine finds in a block, and in an event. */
#include <string.h>

#include "games.h"
#include "lapidary/state.h"
#include "play.h"
#include "sealed-state.h"

/* --- blocks: each case spoils one thing in the first position of a fixture game */

typedef struct {
  const char *name;
  const char *field;
  guint row, item, size; /* where in the field; how many bytes are written */
  guint32 value;
  guint levels;
  const char *fault;
} Spoil;

/* A slot is a piece and, from the next byte but one, who knows it. Two seats play. */
static const Spoil spoils[] = {
    {"a-row-of-an-absent-seat", "sealed/points", 2, 0, 2, 1, 1,
     "sealed/points, row 2, item 0 is not in use but not zero"},
    {"an-item-past-the-count", "sealed/discard", 0, 0, 2, 1, 1,
     "sealed/discard, row 0, item 0 is not in use but not zero"},
    {"spare-bytes", "sealed/filler", 0, 2, 1, 1, 1, "sealed/filler, row 0, item 2 is not in use but not zero"},
    {"a-hidden-field", "sealed/marks", 1, 0, 1, 1, 2, "sealed/marks, row 1, is not in use but not zero"},
    {"a-face-that-is-not-there", "sealed/market", 0, 0, 2, 10, 1, "holds face 10 of \"card\", which has 9"},
    {"no-piece-within-the-count", "sealed/market", 0, 1, 4, 0, 1, "item 1 is empty but within the count"},
};

static void spoiled_block_is_refused(gconstpointer data)
{
  const Spoil *spoil = data;
  g_autoptr(LapSession) session = play_new(spoil->levels, 2, 1);
  g_autoptr(LapBlock) block = play_copy(session);
  const LapGame *game = lap_engine_game(lap_session_engine(session));
  const LapGameField *field = lap_game_field_named(game, spoil->field);
  guint8 *row = (guint8 *)(guintptr)play_field(session, block, spoil->field, spoil->row);
  memcpy(row + spoil->item * field->item_stride, &spoil->value, spoil->size);
  g_autoptr(GError) error = NULL;
  g_assert_null(lap_session_new_at((LapGame *)game, 2, NULL, block, &error));
  g_test_message("%s", error->message);
  g_assert_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_FAULT);
  g_assert_nonnull(strstr(error->message, spoil->fault));
}

/* Each level has a segment; what lies behind the last one is not the block's. */
static void guards_are_not_written_to(void)
{
  static const guint behind[] = {0, 1, 15, 16, 63};
  g_autoptr(LapSession) session = play_new(3, 2, 1);
  LapEngine *engine = lap_session_engine(session);
  LapGame *game = (LapGame *)lap_engine_game(engine);
  for (guint depth = 0; depth < 3; depth++)
    for (guint i = 0; i < G_N_ELEMENTS(behind); i++) {
      g_autoptr(GError) error = NULL;
      g_autoptr(LapBlock) block = play_copy(session);
      guint8 *end = (guint8 *)lap_engine_segment(engine, block, depth) + game->level[depth].plugin.segment_size;
      end[behind[i]] = 1;
      g_assert_true(end + behind[i] < (guint8 *)block + lap_engine_block_size(engine));
      g_assert_null(lap_session_new_at(game, 2, NULL, block, &error));
      g_assert_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_FAULT);
      g_assert_nonnull(strstr(error->message, "writes behind the segment of"));
      g_assert_nonnull(strstr(error->message, game->level[depth].plugin.id));
    }
}

static void planes_do_not_share_a_cell(void)
{
  g_autoptr(LapSession) session = play_new(1, 2, 1);
  LapGame *game = (LapGame *)lap_engine_game(lap_session_engine(session));
  g_autoptr(LapBlock) block = play_copy(session);
  guint64 *marks = (guint64 *)(guintptr)play_field(session, block, "sealed/marks", 0);
  g_autoptr(GError) error = NULL;
  marks[0] = 0x5, marks[1] = 0xA;
  g_autoptr(LapSession) fine = lap_session_new_at(game, 2, NULL, block, &error);
  g_assert_no_error(error);
  marks[1] = 0xC;
  g_assert_null(lap_session_new_at(game, 2, NULL, block, &error));
  g_assert_nonnull(strstr(error->message, "two planes have the same cell (bits 0x4)"));
}

/* --- events and actors: a game whose one step emits an event, or lets a seat decide that is not there */

#define HERALD(F, T)                                             \
  F(T, COUNT, length)                                            \
  F(T, SLOTS, shown, 2, .visibility = LAP_BY_MASK)               \
  F(T, SLOTS, hidden, 2, .visibility = LAP_BY_MASK)              \
  F(T, COLUMN, length, u16, wide, 4, .visibility = LAP_PUBLIC)   \
  F(T, COLUMN, length, u16, narrow, 2, .visibility = LAP_PUBLIC) \
  F(T, VALUE, u16, beyond, .visibility = LAP_PUBLIC)             \
  F(T, SPARE, filler, 2, .visibility = LAP_NOBODY)
LAP_STATE(Herald, herald, HERALD)

enum { OPEN_CARD = LAP_ID(0, 0), SECRET_CARD, SHOWN_CARD, SEAT, PLACE, WAY, NOTHING };

/* Cards 1 and 2 lie in `shown`, known to all; 3 and 4 in `hidden`: 3 is known to seat 0, 4 to nobody. */
typedef struct {
  const char *name;
  LapEvent event;
  const char *fault; /* NULL: none */
  guint16 length;    /* of the lists, if the step writes it */
  guint16 beyond;    /* a seat that is not there decides */
  guint16 emptied;   /* a place loses its piece, but not who knows it */
} Case;

static const Case cases[] = {
    {"a-card-that-all-know", {.kind = SHOWN_CARD, .arg = {2}}, NULL, 0, 0, 0},
    {"no-card", {.kind = OPEN_CARD, .arg = {0}}, NULL, 0, 0, 0},
    {"an-open-card-that-one-knows", {.kind = OPEN_CARD, .knows = 1, .arg = {3}}, "shows \"c3\" to seats", 0, 0, 0},
    {"a-secret-card-told-to-its-knower", {.kind = SECRET_CARD, .knows = 1, .arg = {3}}, NULL, 0, 0, 0},
    {"a-secret-card-told-to-another", {.kind = SECRET_CARD, .knows = 2, .arg = {3}}, "shows \"c3\" to seats", 0, 0, 0},
    {"a-secret-card-that-nobody-knows",
     {.kind = SECRET_CARD, .knows = 1, .arg = {4}},
     "shows \"c4\" to seats",
     0,
     0,
     0},
    {"a-secret-card-told-to-nobody", {.kind = SECRET_CARD, .arg = {4}}, NULL, 0, 0, 0},
    {"a-card-that-lies-elsewhere", {.kind = SHOWN_CARD, .arg = {3}}, "shows \"c3\" to seats", 0, 0, 0},
    {"a-card-that-does-not-exist", {.kind = SECRET_CARD, .arg = {5}}, "event herald/secret_card", 0, 0, 0},
    {"a-seat", {.kind = SEAT, .arg = {1}}, NULL, 0, 0, 0},
    {"a-seat-that-is-not-there", {.kind = SEAT, .arg = {2}}, "argument \"who\" is 2, which is not there", 0, 0, 0},
    {"a-place-that-is-not-there", {.kind = PLACE, .arg = {2}}, "argument \"place\" is 2, which is not there", 0, 0, 0},
    {"a-negative-place", {.kind = PLACE, .arg = {-1}}, "argument \"place\" is -1", 0, 0, 0},
    {"a-choice-that-is-not-there", {.kind = WAY, .arg = {2}}, "argument \"way\" is 2, which is not there", 0, 0, 0},
    {"an-event-of-no-kind", {.kind = NOTHING}, "event 0x0006", 0, 0, 0},
    {"lists-as-long-as-the-shortest-column", {.kind = WAY}, NULL, 2, 0, 0},
    {"lists-longer-than-the-shortest-column", {.kind = WAY}, "field herald/narrow, row 0, has 3 items", 3, 0, 0},
    {"a-decision-of-a-seat-that-is-not-there", {.kind = WAY}, "seats that are not there have a decision", 0, 4, 0},
    {"an-empty-place-that-is-known", {.kind = WAY}, "item 0 is empty but known to someone", 0, 0, 1},
};

static uint32_t actors(const LapContext *context, const LapBlock *block)
{
  return 1u | herald_of(context, block)->beyond;
}

static void legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  (void)context, (void)block;
  for (int16_t i = 0; i < (int16_t)G_N_ELEMENTS(cases); i++) lap_add_1(actions, LAP_ID(0, 0), seat, i);
}

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  const Case *test = &cases[action->arg[0]];
  herald_in(context, block)->length = test->length;
  herald_in(context, block)->beyond = test->beyond;
  if (test->emptied) herald_in(context, block)->hidden[0].piece = 0;
  context->host->event(context, block, &test->event);
  return LAP_STAY;
}

static uint16_t deal(const LapContext *context, LapBlock *block)
{
  Herald *herald = herald_in(context, block);
  herald->shown[0] = (LapSlot){1, LAP_EVERYONE};
  herald->shown[1] = (LapSlot){2, LAP_EVERYONE};
  herald->hidden[0] = (LapSlot){3, 1};
  herald->hidden[1] = (LapSlot){4, 0};
  return LAP_ID(0, 1);
}

static void score(const LapContext *context, const LapBlock *block, int final)
{
  (void)context, (void)block, (void) final;
}

static const char *const keys[] = {0, "c1", "c2", "c3", "c4"}, *const ways[] = {"up", "down", NULL};
static const LapPieces pieces[] = {{.name = "card", .faces = 4, .total = 4, .key = keys}};
static const LapArg number[] = {{.name = "test", .type = LAP_ARG_NUMBER}};
static const LapArg open_card[] = {{.name = "card", .field = "hidden", .type = LAP_ARG_PIECE}};
static const LapArg secret_card[] = {{.name = "card", .field = "hidden", .type = LAP_ARG_PIECE, .secret = 1}};
static const LapArg shown_card[] = {{.name = "card", .field = "shown", .type = LAP_ARG_PIECE}};
static const LapArg who[] = {{.name = "who", .type = LAP_ARG_SEAT}};
static const LapArg place[] = {{.name = "place", .field = "shown", .type = LAP_ARG_ITEM}};
static const LapArg way[] = {{.name = "way", .choices = ways, .type = LAP_ARG_CHOICE}};
static const LapKind actions[] = {{"tell", LAP_TABLE(number)}};
static const LapKind events[] = {{"open_card", LAP_TABLE(open_card)},   {"secret_card", LAP_TABLE(secret_card)},
                                 {"shown_card", LAP_TABLE(shown_card)}, {"seat", LAP_TABLE(who)},
                                 {"place", LAP_TABLE(place)},           {"way", LAP_TABLE(way)}};
static const LapPhase phases[] = {{"deal", .kind = LAP_PHASE_AUTOMATIC, .run = deal},
                                  {"tell", .kind = LAP_PHASE_ONE, .actors = actors, .legal = legal, .apply = apply}};
static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 LAP_STATE_OF_PLUGIN(Herald, herald),
                                 .id = "herald",
                                 .version = "1.0.0",
                                 .seats_min = 2,
                                 .seats_max = 2,
                                 .pieces = LAP_TABLE(pieces),
                                 .phases = LAP_TABLE(phases),
                                 .actions = LAP_TABLE(actions),
                                 .events = LAP_TABLE(events),
                                 .score = score};

static void step_is_judged(gconstpointer data)
{
  const Case *test = data;
  const LapSource chain[] = {{.plugin = &plugin}};
  g_autoptr(GError) error = NULL;
  g_autoptr(LapGame) game = lap_game_link(chain, 1, &error);
  g_assert_no_error(error);
  g_autoptr(LapSession) session = lap_session_new(game, 2, NULL, 1, &error);
  g_assert_no_error(error);
  const LapAction step = {.kind = LAP_ID(0, 0), .n_args = 1, .arg = {(gint16)(test - cases)}};
  gboolean played = lap_session_play(session, &step, 1, &error);
  if (error) g_test_message("%s", error->message);
  g_assert_cmpint(played, ==, test->fault == NULL);
  if (!played) g_assert_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_FAULT);
  if (!played) g_assert_nonnull(strstr(error->message, test->fault));
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(spoils); i++) {
    g_autofree char *path = g_strdup_printf("/block/%s-is-a-fault", spoils[i].name);
    g_test_add_data_func(path, &spoils[i], spoiled_block_is_refused);
  }
  g_test_add_func("/block/nothing-is-written-behind-a-segment", guards_are_not_written_to);
  g_test_add_func("/block/planes-do-not-share-a-cell", planes_do_not_share_a_cell);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *path = g_strdup_printf("/step/%s-is-%s", cases[i].name, cases[i].fault ? "a-fault" : "fine");
    g_test_add_data_func(path, &cases[i], step_is_judged);
  }
  return g_test_run();
}
