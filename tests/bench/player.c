#include "player.h"

#include <string.h>

#include "host/engine/knowledge.h"
#include "host/engine/position.h"
#include "host/projection/view.h"

#define PLIES_MAX 100000

static gboolean faultless(const Player *player, LapMove move, GError **error)
{
  if (move != LAP_MOVE_FAULT) return TRUE;
  g_set_error_literal(error, LAP_GAME_ERROR, LAP_GAME_ERROR_FAULT, lap_engine_fault(player->engine));
  return FALSE;
}

static LapMove start(Player *player) { return lap_engine_start(player->engine, player->block, player->seed++); }

/* Plays on, a few plies between one position and the next, and starts again where a match ends. */
static gboolean collect_positions(Player *player, GError **error)
{
  if (!faultless(player, start(player), error)) return FALSE;
  for (guint i = 0; i < PLAYER_POSITIONS;) {
    if (lap_head(player->block)->over && !faultless(player, start(player), error)) return FALSE;
    player->positions[i] = lap_block_new(player->engine);
    player->copies[i] = lap_block_new(player->engine);
    memcpy(player->positions[i++], player->block, player->block_size);
    guint plies = 1 + lap_generator_below(&player->chooser, 8);
    if (!faultless(player, lap_engine_playout(player->engine, player->block, &player->chooser, plies, NULL), error))
      return FALSE;
  }
  return TRUE;
}

Player *player_new(LapGame *game, guint seats, GError **error)
{
  g_autoptr(LapGame) owned = game;
  g_autoptr(LapEngine) engine = lap_engine_new(game, seats, NULL, error);
  if (!engine) return NULL;

  g_autoptr(Player) player = g_new0(Player, 1);
  player->game = g_steal_pointer(&owned);
  player->block_size = lap_engine_block_size(engine);
  player->block = lap_block_new(engine);
  player->engine = g_steal_pointer(&engine);
  player->chooser = lap_generator_seeded(1);
  player->text = g_string_new(NULL);
  player->view = lap_view_new(player->engine);
  player->many = 16;
  player->statistics = lap_statistics_new(game, seats);
  player->session = lap_session_new(game, seats, NULL, 0, error);
  if (!player->session) return NULL;
  return collect_positions(player, error) ? g_steal_pointer(&player) : NULL;
}

void player_free(Player *player)
{
  for (guint i = 0; i < PLAYER_POSITIONS; i++) {
    lap_block_free(player->positions[i]);
    lap_block_free(player->copies[i]);
  }
  lap_block_free(player->block);
  lap_session_free(player->session);
  lap_engine_free(player->engine);
  lap_game_unref(player->game);
  g_string_free(player->text, TRUE);
  lap_view_free(player->view);
  lap_statistics_free(player->statistics);
  g_free(player);
}

guint player_match_trusted(Player *player)
{
  if (start(player) == LAP_MOVE_FAULT ||
      lap_engine_playout(player->engine, player->block, &player->chooser, PLIES_MAX, NULL) == LAP_MOVE_FAULT)
    g_error("%s: %s", player->game->id, lap_engine_fault(player->engine));
  return lap_head(player->block)->ply;
}

guint player_match_checked(Player *player)
{
  g_autoptr(GError) error = NULL;
  if (!lap_session_restart(player->session, player->seed++, &error) ||
      !lap_session_playout(player->session, &player->chooser, PLIES_MAX, &error))
    g_error("%s: %s", player->game->id, error->message);
  return lap_head_of(lap_session_block(player->session))->ply;
}

guint64 work_matches_trusted(gpointer player, guint64 amount)
{
  for (guint64 i = 0; i < amount; i++) player_match_trusted(player);
  return amount;
}

guint64 work_matches_checked(gpointer player, guint64 amount)
{
  for (guint64 i = 0; i < amount; i++) player_match_checked(player);
  return amount;
}

guint64 work_plies(gpointer player, guint64 amount)
{
  guint64 plies = 0;
  while (plies < amount) plies += player_match_trusted(player);
  return plies;
}

/* Keeps the compiler from leaving out a copy that nobody reads. */
static inline void touch(const void *bytes) { __asm__ volatile("" : : "r"(bytes) : "memory"); }

static const LapBlock *position(const Player *player, guint64 i) { return player->positions[i % PLAYER_POSITIONS]; }

static LapBlock *copy(const Player *player, guint64 i) { return player->copies[i % PLAYER_POSITIONS]; }

static void copy_all(char *const *to, char *const *from, gsize size, guint64 amount)
{
  for (guint64 i = 0; i < amount; i++) {
    memcpy(to[i % PLAYER_POSITIONS], from[i % PLAYER_POSITIONS], size);
    touch(to[i % PLAYER_POSITIONS]);
  }
}

/* As everything that searches or tries does it. */
guint64 work_clones(gpointer data, guint64 amount)
{
  Player *player = data;
  copy_all((char **)player->copies, (char **)player->positions, lap_engine_block_size(player->engine), amount);
  return amount;
}

/* As many bytes between plain buffers. */
guint64 work_memcpys(gpointer data, guint64 amount)
{
  gsize size = ((Player *)data)->block_size;
  g_autofree char *bytes = g_malloc0(2 * PLAYER_POSITIONS * size);
  char *to[PLAYER_POSITIONS], *from[PLAYER_POSITIONS];
  for (guint i = 0; i < PLAYER_POSITIONS; i++) {
    to[i] = bytes + 2 * i * size;
    from[i] = to[i] + size;
  }
  copy_all(to, from, size, amount);
  return amount;
}

static guint viewer(const Player *player, guint64 i) { return (guint)(i % lap_engine_seats(player->engine)); }

guint64 work_determinisations(gpointer data, guint64 amount)
{
  Player *player = data;
  for (guint64 i = 0; i < amount; i++) {
    memcpy(copy(player, i), position(player, i), player->block_size);
    if (!lap_determinise(player->engine, copy(player, i), viewer(player, i), &player->chooser))
      g_error("%s: %s", player->game->id, lap_engine_fault(player->engine));
  }
  return amount;
}

/* As a bot asks what comes of a position. */
static guint64 play_worlds(Player *player, guint64 amount, guint32 plies)
{
  guint64 i;
  for (i = 0; i * player->many < amount; i++)
    if (!lap_engine_playouts(player->engine, position(player, i), viewer(player, i), player->many, plies,
                             &player->chooser, player->statistics))
      g_error("%s: %s", player->game->id, lap_engine_fault(player->engine));
  return i * player->many;
}

guint64 work_playouts(gpointer player, guint64 amount) { return play_worlds(player, amount, PLIES_MAX); }
guint64 work_worlds(gpointer player, guint64 amount) { return play_worlds(player, amount, 0); }

guint64 work_views(gpointer data, guint64 amount)
{
  Player *player = data;
  for (guint64 i = 0; i < amount; i++) {
    g_string_truncate(player->text, 0);
    LapJsonWriter json = lap_json_writer(player->text);
    lap_view_build(player->view, player->engine, position(player, i), viewer(player, i));
    lap_view_to_json(player->view, &json);
  }
  return amount;
}

guint64 work_hashes(gpointer data, guint64 amount)
{
  Player *player = data;
  guint64 mixed = 0;
  for (guint64 i = 0; i < amount; i++) mixed ^= lap_hash(player->engine, position(player, i));
  touch(&mixed);
  return amount;
}
