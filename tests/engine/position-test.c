/* Positions as text, and hashes. */
#include <string.h>

#include "host/engine/position.h"
#include "play.h"

static char *saved(LapSession *session)
{
  GString *text = g_string_new(NULL);
  lap_position_save(lap_session_engine(session), lap_session_block(session), text);
  return g_string_free(text, FALSE);
}

/* A match with a sealed move pending. */
static LapSession *with_sealed_move(void)
{
  LapSession *session = play_new(1, 3, 2);
  LapGenerator chooser = lap_generator_seeded(5);
  play_move(session, &chooser, 1);
  return session;
}

static void is_one_line_and_comes_back_whole(void)
{
  g_autoptr(LapSession) session = with_sealed_move();
  LapEngine *engine = lap_session_engine(session);
  g_autofree char *text = saved(session);
  g_assert_null(strchr(text, '\n'));
  g_autoptr(LapBlock) block = lap_block_new(engine);
  GError *error = NULL;
  g_assert_true(lap_position_load(engine, block, text, &error));
  g_assert_no_error(error);
  g_assert_cmpmem(block, lap_engine_block_size(engine), lap_session_block(session), lap_engine_block_size(engine));
}

/* The text with the first `from` replaced; it must be there. */
static char *changed(const char *text, const char *from, const char *to)
{
  const char *at = strstr(text, from);
  if (!at) g_error("%s is not in %s", from, text);
  return g_strdup_printf("%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
}

static void broken_texts_are_refused(void)
{
  static const struct {
    const char *from, *to, *message;
  } cases[] = {
      {"\"seats\":3", "\"seats\":2", "must begin with"},
      {"sealed 1.2.0", "sealed 1.3.0", "must begin with"},
      {"sealed/rounds 4", "sealed/rounds 5", "must begin with"},
      {"\"ply\":1", "\"ply\":-1", "\"ply\" is -1"},
      {"\"ply\":1", "\"ply\":1.5", "\"ply\""},
      {"\"ply\":1", "\"plies\":1", "\"ply\" is not an integer"},
      {"\"ply\":1", "\"ply\":1,\"ply\":1", ""},
      {"\"over\":false", "\"over\":0", "\"over\" is not true or false"},
      {"\"phase\":\"sealed/bid\"", "\"phase\":\"sealed/bad\"", "\"phase\" is no phase"},
      {"\"phase\":\"sealed/bid\"", "\"phase\":\"sealed/setup\"", "nobody decides"},
      {"\"sealed/round\":[[\"1\"]]", "\"sealed/round\":[[\"100\"]]", "sealed/round is not a hexadecimal number"},
      {"\"sealed/round\":[[\"1\"]]", "\"sealed/round\":[[1]]", "sealed/round is not a hexadecimal number"},
      {"\"sealed/round\":[[\"1\"]]", "\"sealed/round\":[[]]", "sealed/round has 0 elements"},
      {"\"sealed/round\":", "\"sealed/rond\":", "field sealed/round is missing"},
      {"\"sealed/round\":", "\"more\":0,\"sealed/round\":", "fields that the game has not"},
      {"\"ready\":2", "\"ready\":3", "\"ready\""},
      {"\"ready\":2", "\"ready\":0", "\"ready\""},
      {"\"ready\":2", "\"ready\":8", "\"ready\""},
      {"sealed/stake\",", "sealed/stick\",", "sealed step of seat 1"},
      {"sealed/call\",", "sealed/call\",65536,", "sealed step of seat 1"},
      {"\"sealed/discard\":[[]]", "\"sealed/discard\":[[\"d1 0000\"]]", "\"d1\" (card) in all zones"},
      {"\"sealed/discard\":[[]]", "\"sealed/discard\":[[\"d7 0000\"]]", "\"d7 0000\" is not a face"},
      {"\"sealed/discard\":[[]]", "\"sealed/discard\":[[null]]", "empty but within the count"},
      {"\"sealed/won_by\":[[]]", "\"sealed/won_by\":[[\"1\"]]", "another column of the same list has 1"},
      {"\"sealed/won_with\":[[]]", "\"sealed/won_with\":[[\"1\"]]", "another column of the same list has 0"},
      {"sealed/call\",1", "sealed/call\",65537", "is out of range"},
      {"{\"position\"", "[{\"position\"", ""},
      {"}}", "}", ""},
  };
  g_autoptr(LapSession) session = with_sealed_move();
  LapEngine *engine = lap_session_engine(session);
  gsize size = lap_engine_block_size(engine);
  g_autofree char *text = saved(session);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *broken = changed(text, cases[i].from, cases[i].to);
    g_autoptr(LapBlock) block = lap_block_new(engine);
    g_autoptr(LapBlock) before = lap_block_new(engine);
    memset(block, 0x5A, size);
    memset(before, 0x5A, size);
    g_autoptr(GError) error = NULL;
    gboolean loaded = lap_position_load(engine, block, broken, &error);
    g_test_message("%s -> %s: %s", cases[i].from, cases[i].to, error ? error->message : "loaded");
    g_assert_false(loaded);
    g_assert_nonnull(error);
    g_assert_nonnull(strstr(error->message, cases[i].message));
    g_assert_cmpmem(before, size, block, size);
  }
}

static void texts_that_are_no_positions_are_refused(void)
{
  static const char *const texts[] = {
      "", " ", "{}", "[]", "null", "{\"position\":1}", "\"position\"", "{\"position\":1"};
  g_autoptr(LapSession) session = play_new(1, 2, 2);
  LapEngine *engine = lap_session_engine(session);
  g_autoptr(LapBlock) block = lap_block_new(engine);
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_false(lap_position_load(engine, block, texts[i], &error));
    g_assert_nonnull(error);
  }
}

/* --- hash */

static guint64 hash_of(LapSession *session, const LapBlock *block)
{
  return lap_hash(lap_session_engine(session), block);
}

static void the_hash_follows_every_field(void)
{
  static const struct {
    const char *field;
    guint row;
    gboolean counts;
  } cases[] = {{"sealed/marks", 1, TRUE},  {"sealed/deck", 0, TRUE}, {"sealed/hand", 2, TRUE},
               {"sealed/points", 1, TRUE}, {"sealed/goal", 0, TRUE}, {"sealed/round", 0, TRUE},
               {"sealed/buried", 0, TRUE}, {"sealed/way", 2, TRUE},  {"sealed/in_hands", 0, FALSE},
               {"sealed/filler", 0, FALSE}};
  g_autoptr(LapSession) session = play_new(1, 3, 2);
  guint64 hash = hash_of(session, lap_session_block(session));
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(LapBlock) block = play_copy(session);
    ((guint8 *)(guintptr)play_field(session, block, cases[i].field, cases[i].row))[0] ^= 4;
    g_test_message("%s", cases[i].field);
    g_assert_cmpint(hash_of(session, block) != hash, ==, cases[i].counts);
  }
}

static void the_hash_follows_head_and_sealed_moves(void)
{
  g_autoptr(LapSession) session = with_sealed_move();
  guint64 hash = hash_of(session, lap_session_block(session));
  for (guint i = 0; i < 6; i++) {
    g_autoptr(LapBlock) block = play_copy(session);
    LapHead *head = lap_head(block);
    LapAction *journal = (LapAction *)((guint8 *)block + ((sizeof(LapHead) + 15) & ~(gsize)15));
    if (i == 0) head->generator.state ^= 1;
    if (i == 1) head->ply++;
    if (i == 2) head->phase++;
    if (i == 3) head->ready ^= 2;
    if (i == 4) head->over = 1;
    if (i == 5) journal[2].arg[0] ^= 1; /* the first step of seat 1: moves have two */
    g_test_message("part %u of the head", i);
    g_assert_cmpuint(hash_of(session, block), !=, hash);
  }
}

static void every_item_and_every_length_is_hashed(void)
{
  g_autoptr(LapSession) session = play_new(1, 3, 2);
  LapEngine *engine = lap_session_engine(session);
  guint64 hash = hash_of(session, lap_session_block(session));
  g_autoptr(LapBlock) last_item = play_copy(session);
  LapSlot *market = (LapSlot *)(guintptr)play_field(session, last_item, "sealed/market", 0);
  market[2].piece ^= 1;
  g_assert_cmpuint(hash_of(session, last_item), !=, hash);
  g_autoptr(LapBlock) longer = play_copy(session);
  const LapGameField *won_by = lap_game_field_named(lap_engine_game(engine), "sealed/won_by");
  ++*(guint16 *)(gpointer)((guint8 *)lap_engine_segment(engine, longer, 0) + won_by->count); /* the item is zero */
  g_assert_cmpuint(hash_of(session, longer), !=, hash);
}

/* A hand of two cards is not the same in another row. */
static void rows_are_hashed_apart(void)
{
  g_autoptr(LapSession) session = play_new(1, 3, 2);
  guint64 hash[2];
  for (guint owner = 0; owner < 2; owner++) {
    g_autoptr(LapBlock) block = play_copy(session);
    for (guint row = 0; row < 2; row++) {
      LapSlot *hand = (LapSlot *)(guintptr)play_field(session, block, "sealed/hand", row);
      ((guint16 *)(gpointer)hand)[-1] = row == owner ? 2 : 0; /* the count before the slots of the row */
      hand[0] = hand[1] = (LapSlot){3, 1};
    }
    hash[owner] = hash_of(session, block);
  }
  g_assert_cmpuint(hash[0], !=, hash[1]);
}

static void masks_are_hashed(void)
{
  g_autoptr(LapSession) session = play_new(1, 3, 2);
  g_autoptr(LapBlock) block = play_copy(session);
  ((LapSlot *)(guintptr)play_field(session, block, "sealed/hand", 0))->known ^= 2;
  g_assert_cmpuint(hash_of(session, block), !=, hash_of(session, lap_session_block(session)));
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/position/is-one-line-and-comes-back-whole", is_one_line_and_comes_back_whole);
  g_test_add_func("/position/broken-texts-are-refused", broken_texts_are_refused);
  g_test_add_func("/position/texts-that-are-no-positions-are-refused", texts_that_are_no_positions_are_refused);
  g_test_add_func("/hash/follows-every-field", the_hash_follows_every_field);
  g_test_add_func("/hash/follows-head-and-sealed-moves", the_hash_follows_head_and_sealed_moves);
  g_test_add_func("/hash/every-item-and-every-length-is-hashed", every_item_and_every_length_is_hashed);
  g_test_add_func("/hash/rows-are-hashed-apart", rows_are_hashed_apart);
  g_test_add_func("/hash/masks-are-hashed", masks_are_hashed);
  return g_test_run();
}
