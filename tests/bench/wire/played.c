#include "played.h"

#include <json-glib/json-glib.h>
#include <string.h>

#define MOVES 42

/* Columns of a match that fills the board and nobody wins. */
static const char columns[MOVES + 1] = "fdcdbfdbabebcfafggcagaecdadecdcgaebbfeefgg";

typedef struct {
  char *id, *token[2];
} Match;

typedef struct {
  Match *match; /* [each] */
  guint at, move;
  char request[512];
} Player;

struct Played {
  Player *player;
  guint clients, each;
  guint64 key; /* of idempotency: a new one for each request */
  gsize request_length;
};

static void new_key(guint64 *key, char out[17]) { g_snprintf(out, 17, "%016" G_GINT64_MODIFIER "x", ++*key); }

/* The result of an answer, or NULL with what it said. */
static JsonObject *result_of(JsonParser *parser, const char *answer, GError **error)
{
  if (!json_parser_load_from_data(parser, answer, -1, error)) return NULL;
  JsonObject *object = json_node_get_object(json_parser_get_root(parser));
  if (json_object_has_member(object, "result")) return json_object_get_object_member(object, "result");
  g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "answered: %s", answer);
  return NULL;
}

/* One request of the preparation. The result lives as long as the parser. */
static JsonObject *ask(Load *load, guint client, JsonParser *parser, const char *request, GError **error)
{
  g_autofree char *answer = load_ask(load, client, request, error);
  return answer ? result_of(parser, answer, error) : NULL;
}

static char *create_request(guint64 *key)
{
  char text[17];
  new_key(key, text);
  return g_strdup_printf(
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"match.create\",\"params\":{\"game\":\"connect-four\","
      "\"seats\":[\"open\",\"open\"],\"key\":\"%s\"}}",
      text);
}

static char *join(Load *load, guint client, const char *match, const char *invitation, guint64 *key, GError **error)
{
  char text[17];
  new_key(key, text);
  g_autofree char *request = g_strdup_printf(
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"match.join\",\"params\":{"
      "\"match\":\"%s\",\"invitation\":\"%s\",\"name\":\"%.8s\",\"key\":\"%s\"}}",
      match, invitation, invitation, text);
  g_autoptr(JsonParser) parser = json_parser_new();
  JsonObject *result = ask(load, client, parser, request, error);
  return result ? g_strdup(json_object_get_string_member(result, "token")) : NULL;
}

static gboolean prepare(Played *played, Load *load, guint client, Match *match, GError **error)
{
  g_autofree char *request = create_request(&played->key);
  g_autoptr(JsonParser) parser = json_parser_new();
  JsonObject *result = ask(load, client, parser, request, error);
  if (!result) return FALSE;
  match->id = g_strdup(json_object_get_string_member(result, "match"));
  JsonArray *invitations = json_object_get_array_member(result, "invitations");
  for (guint seat = 0; seat < 2; seat++) {
    const char *invitation = json_array_get_string_element(invitations, seat);
    match->token[seat] = join(load, client, match->id, invitation, &played->key, error);
    if (!match->token[seat]) return FALSE;
  }
  return TRUE;
}

Played *played_new(Load *load, guint clients, guint each, GError **error)
{
  g_autoptr(Played) played = g_new0(Played, 1);
  played->clients = clients;
  played->each = each;
  played->key = (guint64)g_get_real_time() << 8;
  played->player = g_new0(Player, clients);
  for (guint i = 0; i < clients; i++) {
    played->player[i].match = g_new0(Match, each);
    for (guint j = 0; j < each; j++)
      if (!prepare(played, load, i, &played->player[i].match[j], error)) return NULL;
  }
  return g_steal_pointer(&played);
}

void played_free(Played *played)
{
  for (guint i = 0; i < played->clients; i++) {
    for (guint j = 0; played->player[i].match && j < played->each; j++) {
      g_free(played->player[i].match[j].id);
      g_free(played->player[i].match[j].token[0]);
      g_free(played->player[i].match[j].token[1]);
    }
    g_free(played->player[i].match);
  }
  g_free(played->player);
  g_free(played);
}

static const char *next_move(gpointer data, guint client, gsize *length)
{
  Played *played = data;
  Player *player = &played->player[client];
  if (player->move == MOVES) {
    player->at++;
    player->move = 0;
  }
  if (player->at == played->each) return NULL;
  const Match *match = &player->match[player->at];
  char key[17];
  new_key(&played->key, key);
  *length = (gsize)g_snprintf(
      player->request, sizeof player->request,
      "{\"jsonrpc\":\"2.0\",\"id\":%u,\"method\":\"match.play\",\"params\":{\"match\":\"%s\",\"token\":\"%s\","
      "\"steps\":[{\"kind\":\"connect-four/drop\",\"args\":{\"column\":\"%c\"}}],\"key\":\"%s\"}}",
      player->move, match->id, match->token[player->move % 2], columns[player->move], key);
  played->request_length = *length;
  player->move++;
  return player->request;
}

static gboolean moved(gpointer data, guint client, const char *text, gsize length)
{
  (void)data;
  (void)client;
  return g_strstr_len(text, (gssize)length, "\"result\"") != NULL;
}

gboolean played_run(Played *played, Load *load, LoadResult *result, GError **error)
{
  const LoadScript script = {played, next_move, moved};
  return load_run(load, &script, result, error);
}

gsize played_request_length(const Played *played) { return played->request_length; }

/* --- matches that nobody plays */

typedef struct {
  guint left;
  guint64 key;
  char *request;
} Idle;

static const char *next_idle(gpointer data, guint client, gsize *length)
{
  Idle *idle = data;
  (void)client;
  if (!idle->left) return NULL;
  idle->left--;
  g_free(idle->request);
  idle->request = create_request(&idle->key);
  *length = strlen(idle->request);
  return idle->request;
}

gboolean played_create_idle(Load *load, guint n, GError **error)
{
  Idle idle = {.left = n, .key = (guint64)g_get_real_time() << 8};
  const LoadScript script = {&idle, next_idle, moved};
  LoadResult result;
  gboolean fine = load_run(load, &script, &result, error);
  g_free(idle.request);
  return fine;
}

gboolean played_ask_view(Load *load, const Played *played, GError **error)
{
  const Match *match = &played->player[0].match[0];
  g_autofree char *request = g_strdup_printf(
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"match.view\",\"params\":{\"match\":\"%s\","
      "\"token\":\"%s\"}}",
      match->id, match->token[0]);
  g_autoptr(JsonParser) parser = json_parser_new();
  return ask(load, 0, parser, request, error) != NULL;
}
