/* The loops that the contract is measured against play the very games that it plays. */
#include "hand.h"
#include "host/plugins/registry.h"
#include "player.h"

#define MATCHES 2000

typedef struct {
  const char *game;
  HandGame play;
} Pair;

static Player *load(const char *id)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapRegistry) registry = lap_registry_new(NULL);
  LapGame *game = lap_registry_load(registry, id, &error);
  g_assert_no_error(error);
  Player *player = player_new(game, 2, &error);
  g_assert_no_error(error);
  return player;
}

static guint winner(Player *player)
{
  LapSheet sheet;
  lap_engine_score(player->engine, player->block, &sheet);
  if (sheet.place[0] == sheet.place[1]) return 2;
  return sheet.place[0] == 1 ? 0 : 1;
}

static void test_same_games(gconstpointer data)
{
  const Pair *pair = data;
  g_autoptr(Player) player = load(pair->game);

  for (guint seed = 0; seed < MATCHES; seed++) {
    LapGenerator chooser = player->chooser = lap_generator_seeded(seed);
    HandResult hand = pair->play(&chooser);
    g_assert_cmpuint(player_match_trusted(player), ==, hand.plies);
    g_assert_cmpuint(winner(player), ==, hand.winner);
    g_assert_cmpuint(player->chooser.state, ==, chooser.state);
  }
}

static void test_same_by_either_path(gconstpointer data)
{
  const Pair *pair = data;
  g_autoptr(Player) player = load(pair->game);

  for (guint seed = 0; seed < MATCHES / 10; seed++) {
    player->chooser = lap_generator_seeded(seed);
    guint trusted = player_match_trusted(player);
    player->chooser = lap_generator_seeded(seed);
    g_assert_cmpuint(player_match_checked(player), ==, trusted);
  }
}

int main(int argc, char **argv)
{
  static const Pair pairs[] = {{"tic-tac-toe", hand_tic_tac_toe}, {"connect-four", hand_connect_four}};

  g_test_init(&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(pairs); i++) {
    g_autofree char *hand = g_strdup_printf("/bench/%s-by-hand-is-the-game-of-the-plugin", pairs[i].game);
    g_autofree char *paths = g_strdup_printf("/bench/%s-is-the-same-game-by-either-path", pairs[i].game);
    g_test_add_data_func(hand, &pairs[i], test_same_games);
    g_test_add_data_func(paths, &pairs[i], test_same_by_either_path);
  }
  return g_test_run();
}
