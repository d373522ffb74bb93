#include "world.h"

#include <string.h>

#include "host/engine/knowledge.h"
#include "host/projection/redact.h"
#include "stores.h"

static gint64 tick(gpointer data)
{
  World *world = data;
  return world->now += 1000;
}

static void fill(gpointer data, guint8 *bytes, gsize n)
{
  World *world = data;
  for (gsize i = 0; i < n; i++) bytes[i] = world->chance++;
}

/* Nobody is to be slowed down here. */
static void lift(LapServer *server, const char *name)
{
  const LapLimit *limit = lap_server_get_limits(server);
  while (limit->name && !g_str_equal(limit->name, name)) limit++;
  if (limit->name) g_assert_true(lap_server_set_limit(server, name, limit->max, NULL));
}

void world_init(World *world, LapRegistry *registry)
{
  static const char *const limits[] = {"rate", "burst", "matches", "matches_per_address", "connections_per_address"};
  g_autoptr(GError) error = NULL;
  g_autofree char *url = stores_make();
  g_autoptr(LapStore) store = lap_store_open(url, &error);
  g_assert_no_error(error);
  *world = (World){.host = lap_host_new(registry, store), .now = G_GINT64_CONSTANT(1800000000000000)};
  lap_host_set_sources(world->host, tick, tick, fill, world);
  world->server = lap_server_new(world->host);
  for (guint i = 0; i < G_N_ELEMENTS(limits); i++) lift(world->server, limits[i]);
  world->player = peer_new(world->server);
  lap_connection_get_caller(world->player->connection)->is_operator = TRUE; /* its seeds hold */
}

void world_clear(World *world)
{
  world_end(world);
  peer_free(world->player);
  g_clear_object(&world->server);
  g_clear_object(&world->host);
}

void world_end(World *world)
{
  for (guint i = 0; i <= LAP_SEATS_MAX; i++) {
    g_clear_pointer(&world->viewer[i], peer_free);
    g_clear_pointer(&world->token[i], g_free);
  }
  g_clear_pointer(&world->id, g_free);
  g_clear_object(&world->match);
}

static void create(World *world, const char *game, guint seats, guint64 seed)
{
  g_autoptr(GString) open = g_string_new("\"open\"");
  for (guint i = 1; i < seats; i++) g_string_append(open, ",\"open\"");
  const char *answer = peer_call(world->player, "match.create",
                                 "\"game\":\"%s\",\"seats\":[%s],\"seed\":\"%" G_GUINT64_FORMAT
                                 "\",\"visibility\":\"public\",\"key\":\"creates-%08u\"",
                                 game, open->str, seed, ++world->keys);
  world->id = peer_member(answer, "match");
  if (!world->id) g_error("%s for %u: %s", game, seats, answer);
  world->token[seats] = peer_member(answer, "watch");
}

static void follow_as(World *world, guint viewer)
{
  world->viewer[viewer] = peer_new(world->server);
  const char *answer = peer_call(world->viewer[viewer], "match.subscribe", "\"match\":\"%s\",\"token\":\"%s\"",
                                 world->id, world->token[viewer]);
  g_assert_nonnull(strstr(answer, "\"result\""));
}

void world_begin(World *world, const char *game, guint seats, guint64 seed)
{
  g_autoptr(GError) error = NULL;
  world_end(world);
  world->seats = seats;
  create(world, game, seats, seed);
  for (guint seat = 0; seat < seats; seat++) {
    const char *answer = peer_call(world->player, "match.join",
                                   "\"match\":\"%s\",\"seat\":%u,\"name\":\"S%u\",\"key\":\"joins-%010u\"", world->id,
                                   seat, seat, ++world->keys);
    world->token[seat] = peer_member(answer, "token");
    if (!world->token[seat]) g_error("%s for %u: %s", game, seats, answer);
  }
  world->match = lap_host_find(world->host, world->id, &error);
  g_assert_no_error(error);
}

void world_follow(World *world)
{
  for (guint viewer = 0; viewer <= world->seats; viewer++) follow_as(world, viewer);
}

gboolean world_play(World *world, guint seat, const LapAction *steps, guint n)
{
  const LapGame *game = lap_match_get_game(world->match);
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint i = 0; i < n; i++) {
    if (i) g_string_append_c(text, ',');
    lap_action_write(game, &steps[i], LAP_OMNISCIENT, text);
  }
  const char *answer = peer_call(world->viewer[seat], "match.play",
                                 "\"match\":\"%s\",\"token\":\"%s\",\"steps\":[%s],\"key\":\"plays-%010u\"", world->id,
                                 world->token[seat], text->str, ++world->keys);
  if (answer && strstr(answer, "\"result\"")) return TRUE;
  g_test_message("%s", answer);
  return FALSE;
}
