#include "host/projection/projection.h"
#include "host/text/words.h"
#include "presence.h"
#include "server-private.h"

/* --- notifications: one for all who are to read the same bytes */

/* What decides over the bytes, and they. */
typedef struct {
  guint viewer;
  const char *language; /* interned */
  gboolean patches;
  GBytes *message; /* NULL: it could not be written */
} Copy;

typedef struct {
  LapMatch *match;
  const LapEntry *entry; /* NULL: the whole state */
  GArray *copies;        /* (element-type Copy): few, so they are looked through */
} Notification;

static void copy_clear(gpointer data)
{
  Copy *copy = data;
  if (copy->message) g_bytes_unref(copy->message);
}

static Notification notification_of(LapMatch *match, const LapEntry *entry)
{
  Notification notification = {.match = match, .entry = entry, .copies = g_array_new(FALSE, FALSE, sizeof(Copy))};
  g_array_set_clear_func(notification.copies, copy_clear);
  return notification;
}

static void notification_clear(Notification *notification) { g_array_unref(notification->copies); }
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Notification, notification_clear)

static const char *method_of(const LapEntry *entry)
{
  if (!entry) return "match.resync";
  gboolean proposal = entry->kind == LAP_ENTRY_PROPOSE || entry->kind == LAP_ENTRY_ANSWER;
  return proposal ? "match.proposal" : "match.event";
}

static gboolean write_params(const Notification *notification, const Copy *copy, LapJsonWriter *json, GError **error)
{
  LapMatch *match = notification->match;
  if (!notification->entry) return lap_project_match(match, copy->viewer, copy->language, json, error);
  return lap_project_entry(match, notification->entry, copy->viewer, copy->language, copy->patches, json, error);
}

static GBytes *write_message(const Notification *notification, const Copy *copy)
{
  g_autoptr(GError) error = NULL;
  GString *out = g_string_sized_new(1024);
  LapJsonWriter json = lap_json_writer(out);
  lap_rpc_begin_notification(&json, method_of(notification->entry));
  if (write_params(notification, copy, &json, &error)) {
    lap_rpc_end_notification(&json);
    return g_string_free_to_bytes(out);
  }
  g_string_free(out, TRUE);
  if (!g_error_matches(error, LAP_MATCH_ERROR, LAP_MATCH_ERROR_NOT_FOUND))
    g_warning("no notification of match %s can be written: %s", lap_match_get_id(notification->match), error->message);
  return NULL;
}

/* NULL if there is nothing to send, since the match is not available. */
static GBytes *message_for(Notification *notification, const Subscription *subscription)
{
  const LapCaller *caller = lap_connection_get_caller(subscription->connection);
  Copy wanted = {
      .viewer = subscription->viewer, .language = caller->language, .patches = notification->entry && caller->patches};
  for (guint i = 0; i < notification->copies->len; i++) {
    const Copy *copy = &g_array_index(notification->copies, Copy, i);
    if (copy->viewer == wanted.viewer && copy->language == wanted.language && copy->patches == wanted.patches)
      return copy->message;
  }
  wanted.message = write_message(notification, &wanted);
  g_array_append_val(notification->copies, wanted);
  return wanted.message;
}

/* --- who is subscribed */

static Subscription *subscription_new(LapConnection *connection, LapMatch *match, guint viewer)
{
  Subscription *subscription = g_new0(Subscription, 1);
  subscription->connection = connection;
  subscription->match = g_object_ref(match);
  subscription->viewer = viewer;
  return subscription;
}

static void subscription_free(gpointer data)
{
  Subscription *subscription = data;
  g_object_unref(subscription->match);
  g_free(subscription);
}

static LapSubscribed *subscribed_new(void)
{
  LapSubscribed *subscribed = g_new0(LapSubscribed, 1);
  subscribed->by = g_ptr_array_new();
  return subscribed;
}

static void subscribed_free(gpointer data)
{
  LapSubscribed *subscribed = data;
  g_ptr_array_unref(subscribed->by);
  g_free(subscribed->presence);
  g_free(subscribed);
}

static LapSubscribed *subscribed_of(const LapSubscriptions *all, LapMatch *match)
{
  return g_hash_table_lookup(all->matches, lap_match_get_id(match));
}

static GPtrArray *subscriptions_to(const LapSubscriptions *all, LapMatch *match)
{
  const LapSubscribed *subscribed = subscribed_of(all, match);
  return subscribed ? subscribed->by : NULL;
}

static void add_to_match(LapSubscriptions *all, Subscription *subscription)
{
  LapSubscribed *subscribed = subscribed_of(all, subscription->match);
  if (!subscribed) {
    subscribed = subscribed_new();
    g_hash_table_insert(all->matches, g_strdup(lap_match_get_id(subscription->match)), subscribed);
  }
  g_ptr_array_add(subscribed->by, subscription);
}

static void remove_from_match(LapSubscriptions *all, Subscription *subscription)
{
  LapSubscribed *subscribed = subscribed_of(all, subscription->match);
  g_ptr_array_remove_fast(subscribed->by, subscription);
  lap_presence_changed(all, subscribed);
  if (!subscribed->by->len) g_hash_table_remove(all->matches, lap_match_get_id(subscription->match));
}

guint lap_subscriptions_count(const LapConnection *connection)
{
  return connection->subscriptions ? connection->subscriptions->len : 0;
}

static Subscription *subscription_at(const LapConnection *connection, guint i)
{
  return connection->subscriptions->pdata[i];
}

static Subscription *find(const LapConnection *connection, const char *match, guint viewer)
{
  for (guint i = 0; i < lap_subscriptions_count(connection); i++) {
    Subscription *subscription = subscription_at(connection, i);
    if (subscription->viewer == viewer && g_str_equal(lap_match_get_id(subscription->match), match))
      return subscription;
  }
  return NULL;
}

gboolean lap_subscriptions_may_add(LapConnection *connection, LapMatch *match, guint viewer)
{
  return find(connection, lap_match_get_id(match), viewer) ||
         lap_subscriptions_count(connection) < lap_limit(connection->server, LAP_LIMIT_SUBSCRIPTIONS);
}

static Subscription *add(LapConnection *connection, LapMatch *match, guint viewer)
{
  Subscription *subscription = subscription_new(connection, match, viewer);
  if (!connection->subscriptions) connection->subscriptions = g_ptr_array_new_with_free_func(subscription_free);
  g_ptr_array_add(connection->subscriptions, subscription);
  add_to_match(connection->server->subscriptions, subscription);
  connection->server->metrics.subscriptions++;
  return subscription;
}

void lap_subscriptions_add(LapConnection *connection, LapMatch *match, guint viewer)
{
  Subscription *subscription = find(connection, lap_match_get_id(match), viewer);
  if (!subscription) subscription = add(connection, match, viewer);
  g_set_object(&subscription->match, match); /* the one before may have vanished with the batch that created it */
  subscription->person = lap_match_get_person(match, viewer);
  subscription->lost = FALSE;
  subscription->sent = lap_match_get_seq(match);
  subscription->has_presence = FALSE;
  lap_presence_changed(connection->server->subscriptions, subscribed_of(connection->server->subscriptions, match));
}

static void remove_at(LapConnection *connection, guint i)
{
  remove_from_match(connection->server->subscriptions, subscription_at(connection, i));
  g_ptr_array_remove_index_fast(connection->subscriptions, i);
  connection->server->metrics.subscriptions--;
}

void lap_subscriptions_remove(LapConnection *connection, const char *match, guint viewer)
{
  for (guint i = lap_subscriptions_count(connection); i-- > 0;) {
    const Subscription *subscription = subscription_at(connection, i);
    gboolean is_meant = viewer == LAP_OMNISCIENT || viewer == subscription->viewer;
    if (is_meant && g_str_equal(lap_match_get_id(subscription->match), match)) remove_at(connection, i);
  }
}

void lap_subscriptions_end(LapConnection *connection)
{
  while (lap_subscriptions_count(connection)) remove_at(connection, 0);
  g_clear_pointer(&connection->subscriptions, g_ptr_array_unref);
}

/* --- notifying */

/* A seat's view is for the person who sits there. A person who has lost the seat is sent the entry that says so, and
 * nothing after it. */
static gboolean may_know(Subscription *subscription, const LapEntry *entry)
{
  if (lap_subscription_holds(subscription)) return TRUE;
  gboolean first = !subscription->lost;
  subscription->lost = TRUE;
  return first && entry->seat == subscription->viewer &&
         (entry->kind == LAP_ENTRY_LEAVE || entry->kind == LAP_ENTRY_BOT);
}

static void notify(Subscription *subscription, Notification *notification)
{
  if (lap_connection_is_behind(subscription->connection)) return;
  GBytes *message = message_for(notification, subscription);
  if (!message) return;
  subscription->sent = lap_match_get_seq(subscription->match);
  lap_batch_notify(subscription->connection->server->batch, subscription->connection,
                   notification->entry ? LAP_NOTIFY_EVENT : LAP_NOTIFY_RESYNC, message);
}

static void on_entry(LapHost *host G_GNUC_UNUSED, LapMatch *match, const LapEntry *entry, LapSubscriptions *all)
{
  LapSubscribed *subscribed = subscribed_of(all, match);
  if (!subscribed) return;
  GPtrArray *there = subscribed->by;
  g_auto(Notification) notification = notification_of(match, entry);
  for (guint i = 0; i < there->len; i++) {
    Subscription *subscription = there->pdata[i];
    if (subscription->sent < entry->seq && may_know(subscription, entry)) notify(subscription, &notification);
  }
  if (entry->kind == LAP_ENTRY_LEAVE || entry->kind == LAP_ENTRY_BOT) lap_presence_changed(all, subscribed);
}

/* The commit failed and the match was undone: clients may have been sent what is no longer true. */
static void on_undone(LapHost *host G_GNUC_UNUSED, LapMatch *match, LapSubscriptions *all)
{
  GPtrArray *there = subscriptions_to(all, match);
  if (!there) return;
  g_auto(Notification) notification = notification_of(match, NULL);
  for (guint i = 0; i < there->len; i++) {
    Subscription *subscription = there->pdata[i];
    subscription->sent = lap_match_get_seq(match);
    subscription->lost = FALSE;
    if (lap_subscription_holds(subscription)) notify(subscription, &notification);
  }
}

void lap_subscriptions_catch_up(LapConnection *connection)
{
  for (guint i = 0; i < lap_subscriptions_count(connection); i++) {
    Subscription *subscription = subscription_at(connection, i);
    g_auto(Notification) notification = notification_of(subscription->match, NULL);
    if (lap_subscription_holds(subscription)) notify(subscription, &notification);
    subscription->has_presence = FALSE;
    lap_presence_changed(connection->server->subscriptions,
                         subscribed_of(connection->server->subscriptions, subscription->match));
  }
}

static gboolean is_followed_here(const GPtrArray *there, const LapConnection *connection, guint seat)
{
  gboolean here = FALSE;
  for (guint i = 0; i < there->len; i++) {
    const Subscription *subscription = there->pdata[i];
    if (subscription->viewer != seat || !lap_subscription_holds(subscription)) continue;
    if (subscription->connection != connection) return FALSE;
    here = TRUE;
  }
  return here;
}

gboolean lap_subscriptions_are_alone(LapSubscriptions *all, const LapConnection *connection, LapMatch *match)
{
  const GPtrArray *there = subscriptions_to(all, match);
  for (guint i = 0; there && i < lap_match_get_seats(match); i++) {
    LapSeat seat;
    lap_match_get_seat(match, i, &seat);
    gboolean plays = !seat.bot && !seat.free && !seat.resigned;
    if (plays && !is_followed_here(there, connection, i)) return FALSE;
  }
  return there != NULL;
}

void lap_subscriptions_notify_all(LapSubscriptions *all, LapMatch *match, GBytes *message)
{
  GPtrArray *there = subscriptions_to(all, match);
  g_autoptr(GHashTable) told = g_hash_table_new(NULL, NULL);
  for (guint i = 0; there && i < there->len; i++) {
    const Subscription *subscription = there->pdata[i];
    LapConnection *connection = subscription->connection;
    if (!lap_subscription_holds(subscription) || lap_connection_is_behind(connection)) continue;
    if (g_hash_table_add(told, connection)) lap_batch_notify(all->server->batch, connection, LAP_NOTIFY_EVENT, message);
  }
}

/* --- the host itself */

typedef struct {
  const char *notice, *plugin, *text; /* of a build: its plugin, and what is wrong or NULL */
} Notice;

static void write_notice_text(const Notice *notice, const char *language, GString *out)
{
  if (!notice->plugin)
    g_string_append(out, lap_words_say(lap_words_host(), language, "host.draining"));
  else if (notice->text)
    lap_words(language, "host.build_failed", out, LAP_WORD("plugin", notice->plugin), LAP_WORD("text", notice->text));
  else
    lap_words(language, "host.built", out, LAP_WORD("plugin", notice->plugin));
}

static GBytes *write_notice(const Notice *notice, const char *language)
{
  g_autoptr(GString) text = g_string_new(NULL);
  GString *out = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(out);
  write_notice_text(notice, language, text);
  lap_rpc_begin_notification(&json, "host.notice");
  lap_json_member_word(&json, "notice", notice->notice);
  lap_json_member_string(&json, "text", text->str);
  lap_rpc_end_notification(&json);
  return g_string_free_to_bytes(out);
}

static void notify_of(LapConnection *connection, gpointer notice)
{
  g_autoptr(GBytes) message = write_notice(notice, lap_connection_get_caller(connection)->language);
  lap_batch_notify(connection->server->batch, connection, LAP_NOTIFY_HOST, message);
}

void lap_subscriptions_notify_draining(LapServer *server)
{
  lap_server_visit_connections(server, notify_of, &(Notice){.notice = "draining"});
}

void lap_subscriptions_notify_build(LapServer *server, const char *plugin, const char *failure)
{
  Notice notice = {failure ? "build-failed" : "built", plugin, failure};
  lap_server_visit_connections(server, notify_of, &notice);
}

/* --- beginning and end */

LapSubscriptions *lap_subscriptions_new(LapServer *server)
{
  LapSubscriptions *all = g_new0(LapSubscriptions, 1);
  all->server = server;
  all->matches = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, subscribed_free);
  g_signal_connect(server->host, "entry", G_CALLBACK(on_entry), all);
  g_signal_connect(server->host, "undone", G_CALLBACK(on_undone), all);
  return all;
}

void lap_subscriptions_free(LapSubscriptions *all)
{
  g_signal_handlers_disconnect_by_data(all->server->host, all);
  lap_server_detach(&all->presence);
  g_hash_table_unref(all->matches);
  g_free(all);
}
