#include "presence.h"

#include "server-private.h"

enum { MOMENT = 300 }; /* ms */

gboolean lap_subscription_holds(const Subscription *subscription)
{
  return lap_match_get_person(subscription->match, subscription->viewer) == subscription->person;
}

/* --- who is there */

static guint count_watchers(const LapSubscribed *subscribed)
{
  guint watchers = 0;
  for (guint i = 0; i < subscribed->by->len; i++)
    if (((const Subscription *)subscribed->by->pdata[i])->viewer == LAP_WATCHER) watchers++;
  return watchers;
}

/* A bit for each seat whose person is connected, however often. */
static guint32 seats_present(const LapSubscribed *subscribed)
{
  guint32 seats = 0;
  for (guint i = 0; i < subscribed->by->len; i++) {
    const Subscription *subscription = subscribed->by->pdata[i];
    if (subscription->viewer < LAP_SEATS_MAX && lap_subscription_holds(subscription))
      seats |= 1u << subscription->viewer;
  }
  return seats;
}

static char *write_message(const char *match, const LapSubscribed *subscribed)
{
  GString *out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  guint32 seats = seats_present(subscribed);
  lap_rpc_begin_notification(&json, "match.presence");
  lap_json_member_string(&json, "match", match);
  lap_json_member_array(&json, "seats");
  for (guint seat = 0; seat < LAP_SEATS_MAX; seat++)
    if (seats & 1u << seat) lap_json_int(&json, seat);
  lap_json_end_array(&json);
  lap_json_member_int(&json, "watchers", count_watchers(subscribed));
  lap_rpc_end_notification(&json);
  return g_string_free(out, FALSE);
}

/* --- notifications */

/* One notification for a connection, however many of the seats are played over it. */
static void notify(Subscription *subscription, GBytes *message, GHashTable *notified)
{
  LapConnection *connection = subscription->connection;
  if (subscription->has_presence || !lap_subscription_holds(subscription)) return;
  if (!lap_connection_get_caller(connection)->presence || lap_connection_is_behind(connection)) return;
  subscription->has_presence = TRUE;
  if (g_hash_table_add(notified, connection))
    lap_batch_notify(connection->server->batch, connection, LAP_NOTIFY_EVENT, message);
}

static void notify_all(const char *match, LapSubscribed *subscribed)
{
  char *text = write_message(match, subscribed);
  gboolean is_new = g_strcmp0(text, subscribed->presence) != 0;
  g_autoptr(GBytes) message = g_bytes_new(text, strlen(text));
  g_autoptr(GHashTable) notified = g_hash_table_new(NULL, NULL);
  g_free(subscribed->presence);
  subscribed->presence = text;
  subscribed->presence_due = FALSE;
  for (guint i = 0; i < subscribed->by->len; i++) {
    Subscription *subscription = subscribed->by->pdata[i];
    if (is_new) subscription->has_presence = FALSE;
    notify(subscription, message, notified);
  }
}

static gboolean notify_due(gpointer data)
{
  LapSubscriptions *all = ((LapServer *)data)->subscriptions;
  GHashTableIter each;
  gpointer match, subscribed;
  g_clear_pointer(&all->presence, g_source_unref);
  g_hash_table_iter_init(&each, all->matches);
  while (g_hash_table_iter_next(&each, &match, &subscribed))
    if (((LapSubscribed *)subscribed)->presence_due) notify_all(match, subscribed);
  return G_SOURCE_REMOVE;
}

void lap_presence_changed(LapSubscriptions *all, LapSubscribed *subscribed)
{
  subscribed->presence_due = TRUE;
  if (!all->presence) all->presence = lap_server_attach(all->server, g_timeout_source_new(MOMENT), notify_due);
}
