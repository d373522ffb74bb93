#include "table.h"

#include <string.h>

#include "host/match/match.h"

/* --- a peer that reads everything at once and keeps nothing */

static void swallow(gpointer peer, GBytes *message)
{
  (void)peer;
  g_assert(g_utf8_validate(g_bytes_get_data(message, NULL), (gssize)g_bytes_get_size(message), NULL));
}

static gsize nothing_waits(gpointer peer)
{
  (void)peer;
  return 0;
}

static void close_peer(gpointer peer, guint code, const char *reason, gboolean now)
{
  gboolean *closed = peer;
  (void)code, (void)reason, (void)now;
  *closed = TRUE;
}

static const LapTransport transport = {
    .name = "websocket", .send = swallow, .waiting = nothing_waits, .close = close_peer};

/* --- the table */

static gint64 tick(gpointer data) { return ((Table *)data)->now += 1000; }

static void fill(gpointer data, guint8 *bytes, gsize n)
{
  Table *table = data;
  for (gsize i = 0; i < n; i++) bytes[i] = table->chance++;
}

static void seat_people(Table *table, LapMatch *match, const LapInvitations *invitations)
{
  for (guint seat = 0; seat < 2; seat++) {
    guint taken;
    guint64 seq;
    g_autofree char *key = g_strdup_printf("fuzz-joins-seat-%u", seat);
    if (!lap_match_join(match, invitations->invitations[seat], -1, seat ? "Bo" : "Ada", key, &taken,
                        &table->token[seat], &seq, NULL))
      g_error("seat %u cannot be taken", seat);
  }
}

static void begin_match(Table *table)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapInvitations) invitations = NULL;
  g_autoptr(LapMatchSettings) settings = lap_match_settings_new("sealed", 2);
  lap_match_settings_set_public(settings, TRUE);
  lap_match_settings_set_seed(settings, 1);
  lap_match_settings_set_key(settings, "fuzz-creates-a-match");
  g_autoptr(LapMatch) match = lap_host_create(table->host, settings, &invitations, &error);
  if (!match) g_error("%s", error->message);
  seat_people(table, match, invitations);
  table->match = g_strdup(lap_match_get_id(match));
  table->token[2] = g_strdup(invitations->watch);
}

Table *table_new(LapRegistry *registry)
{
  Table *table = g_new0(Table, 1);
  g_autoptr(LapStore) store = lap_store_open("memory:", NULL);
  table->now = G_GINT64_CONSTANT(1800000000000000);
  table->host = lap_host_new(registry, store);
  lap_host_set_sources(table->host, tick, tick, fill, table);
  table->server = lap_server_new(table->host);
  lap_server_set_limit(table->server, "burst", 1000000, NULL);
  begin_match(table);
  return table;
}

void table_free(Table *table)
{
  g_object_unref(table->server);
  g_object_unref(table->host);
  for (guint i = 0; i < 3; i++) g_free(table->token[i]);
  g_free(table->match);
  g_free(table);
}

/* --- messages */

static const char *meaning(const Table *table, char letter)
{
  switch (letter) {
  case 'm':
    return table->match;
  case '0':
  case '1':
    return table->token[letter - '0'];
  case 'w':
    return table->token[2];
  default:
    return NULL;
  }
}

static GString *fill_in(const Table *table, const char *line, gsize length)
{
  GString *filled = g_string_sized_new(length + 64);
  for (gsize i = 0; i < length; i++) {
    const char *word = line[i] == '@' && i + 1 < length ? meaning(table, line[i + 1]) : NULL;
    if (word)
      g_string_append(filled, word), i++;
    else
      g_string_append_c(filled, line[i]);
  }
  return filled;
}

static void say_line(Table *table, LapConnection *connection, const char *line, gsize length)
{
  g_autoptr(GString) message = fill_in(table, line, length);
  lap_connection_receive(connection, message->str, message->len);
  while (g_main_context_iteration(NULL, FALSE))
    ;
}

void table_say(Table *table, const char *text, gsize length)
{
  gboolean closed = FALSE;
  const char *end = text + length;
  LapConnection *connection = lap_connection_open(table->server, &transport, &closed, "192.0.2.1", NULL);
  while (text < end && !closed) {
    const char *line_end = memchr(text, '\n', (gsize)(end - text));
    gsize n = (gsize)((line_end ? line_end : end) - text);
    say_line(table, connection, text, n);
    text += n + 1;
  }
  lap_connection_gone(connection);
  while (g_main_context_iteration(NULL, FALSE))
    ;
}
