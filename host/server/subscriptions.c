#include "subscriptions.h"

#include "follower.h"
#include "host/text/words.h"
#include "news.h"
#include "result.h"

typedef struct {
  LapServer *server;
  GHashTable *matches; /* from a match's id to a GPtrArray of its followers, which are not owned, never empty */
} Subscriptions;

/* The followers of a connection are in its slot, which owns them. */
typedef struct {
  Subscriptions *all;
  GPtrArray *followers;
} Following;

/* --- followers */

static void enlist(Subscriptions *all, LapFollower *follower)
{
  const char *id = lap_match_get_id(follower->match);
  GPtrArray *followers = g_hash_table_lookup(all->matches, id);
  if (!followers) {
    followers = g_ptr_array_new();
    g_hash_table_insert(all->matches, g_strdup(id), followers);
  }
  g_ptr_array_add(followers, follower);
}

static void strike_off(Subscriptions *all, LapFollower *follower)
{
  const char *id = lap_match_get_id(follower->match);
  GPtrArray *followers = g_hash_table_lookup(all->matches, id);
  g_ptr_array_remove_fast(followers, follower);
  if (!followers->len) g_hash_table_remove(all->matches, id);
}

static void following_free(gpointer data)
{
  Following *following = data;
  for (guint i = 0; i < following->followers->len; i++) strike_off(following->all, following->followers->pdata[i]);
  g_ptr_array_unref(following->followers);
  g_free(following);
}

static Following *following_of(LapConnection *connection) { return lap_connection_get_subscriptions(connection); }

static Subscriptions *subscriptions_of(LapConnection *connection)
{
  return g_object_get_data(G_OBJECT(lap_connection_get_server(connection)), "subscriptions");
}

static Following *begin_following(LapConnection *connection)
{
  Following *following = g_new0(Following, 1);
  following->all = subscriptions_of(connection);
  following->followers = g_ptr_array_new_with_free_func((GDestroyNotify)lap_follower_free);
  lap_connection_set_subscriptions(connection, following, following_free);
  return following;
}

static LapFollower *find(LapConnection *connection, const char *match, guint viewer)
{
  const Following *following = following_of(connection);
  for (guint i = 0; following && i < following->followers->len; i++) {
    LapFollower *follower = following->followers->pdata[i];
    if (follower->viewer == viewer && g_str_equal(lap_match_get_id(follower->match), match)) return follower;
  }
  return NULL;
}

gboolean lap_subscriptions_may_add(LapConnection *connection, LapMatch *match, guint viewer)
{
  const Following *following = following_of(connection);
  if (!following || find(connection, lap_match_get_id(match), viewer)) return TRUE;
  return following->followers->len < lap_server_get_limit(lap_connection_get_server(connection), "subscriptions");
}

void lap_subscriptions_add(LapConnection *connection, LapMatch *match, guint viewer)
{
  Following *following = following_of(connection);
  LapFollower *follower = find(connection, lap_match_get_id(match), viewer);
  if (!following) following = begin_following(connection);
  if (!follower) {
    follower = lap_follower_new(connection, match, viewer);
    g_ptr_array_add(following->followers, follower);
    enlist(following->all, follower);
    lap_connection_set_subscribed(connection, following->followers->len);
  }
  g_set_object(&follower->match, match); /* the one before may have vanished with the turn that created it */
  follower->person = lap_match_get_person(match, viewer);
  follower->lost = FALSE;
  follower->told = lap_match_get_seq(match);
}

void lap_subscriptions_remove(LapConnection *connection, const char *match, guint viewer)
{
  Following *following = following_of(connection);
  for (guint i = following ? following->followers->len : 0; i-- > 0;) {
    LapFollower *follower = following->followers->pdata[i];
    if (!g_str_equal(lap_match_get_id(follower->match), match)) continue;
    if (viewer != LAP_OMNISCIENT && viewer != follower->viewer) continue;
    strike_off(following->all, follower);
    g_ptr_array_remove_index_fast(following->followers, i);
  }
  if (following) lap_connection_set_subscribed(connection, following->followers->len);
}

/* --- telling */

static gboolean sits_there(const LapFollower *follower)
{
  return lap_match_get_person(follower->match, follower->viewer) == follower->person;
}

/* What a seat sees is for who sits there. Whoever does no more hears how that came, and then nothing. */
static gboolean may_hear(LapFollower *follower, const LapEntry *entry)
{
  if (sits_there(follower)) return TRUE;
  gboolean first = !follower->lost;
  follower->lost = TRUE;
  return first && entry->seat == follower->viewer && (entry->kind == LAP_ENTRY_LEAVE || entry->kind == LAP_ENTRY_BOT);
}

static void tell(LapFollower *follower, LapNews kind, LapMatchNews *news)
{
  if (lap_connection_is_behind(follower->connection)) return;
  GBytes *message = lap_match_news_for(news, follower);
  if (!message) return;
  follower->told = lap_match_get_seq(follower->match);
  lap_connection_tell(follower->connection, kind, message);
}

static void on_entry(LapHost *host G_GNUC_UNUSED, LapMatch *match, const LapEntry *entry, Subscriptions *all)
{
  GPtrArray *followers = g_hash_table_lookup(all->matches, lap_match_get_id(match));
  if (!followers) return;
  g_autoptr(LapMatchNews) news = lap_match_news_new(match, entry);
  for (guint i = 0; i < followers->len; i++) {
    LapFollower *follower = followers->pdata[i];
    if (follower->told < entry->seq && may_hear(follower, entry)) tell(follower, LAP_NEWS_EVENT, news);
  }
}

/* What was told of it since the last commit is not so. */
static void on_undone(LapHost *host G_GNUC_UNUSED, LapMatch *match, Subscriptions *all)
{
  GPtrArray *followers = g_hash_table_lookup(all->matches, lap_match_get_id(match));
  if (!followers) return;
  g_autoptr(LapMatchNews) news = lap_match_news_new(match, NULL);
  for (guint i = 0; i < followers->len; i++) {
    LapFollower *follower = followers->pdata[i];
    follower->told = lap_match_get_seq(match);
    follower->lost = FALSE;
    if (sits_there(follower)) tell(follower, LAP_NEWS_RESYNC, news);
  }
}

static void on_caught_up(LapConnection *connection, gpointer data G_GNUC_UNUSED)
{
  const Following *following = following_of(connection);
  for (guint i = 0; following && i < following->followers->len; i++) {
    LapFollower *follower = following->followers->pdata[i];
    g_autoptr(LapMatchNews) news = lap_match_news_new(follower->match, NULL);
    if (sits_there(follower)) tell(follower, LAP_NEWS_RESYNC, news);
  }
}

/* --- the host itself */

static GBytes *write_draining(const char *language)
{
  GString *out = g_string_new("{\"jsonrpc\":\"2.0\",\"method\":\"host.notice\",\"params\":{\"notice\":\"draining\"");
  lap_result_text(out, "text", lap_words_say(lap_words_host(), language, "host.draining"));
  g_string_append(out, "}}");
  return g_string_free_to_bytes(out);
}

static void tell_draining(LapConnection *connection, gpointer data G_GNUC_UNUSED)
{
  g_autoptr(GBytes) message = write_draining(lap_connection_get_language(connection));
  lap_connection_tell(connection, LAP_NEWS_NOTICE, message);
}

static void on_draining(LapServer *server, gpointer data G_GNUC_UNUSED)
{
  lap_server_visit_connections(server, tell_draining, NULL);
}

/* --- beginning and end */

static void subscriptions_free(gpointer data)
{
  Subscriptions *all = data;
  g_signal_handlers_disconnect_by_data(lap_server_get_host(all->server), all);
  g_hash_table_unref(all->matches);
  g_free(all);
}

void lap_subscriptions_new(LapServer *server)
{
  static const LapAudience audience = {.caught_up = on_caught_up, .draining = on_draining};
  Subscriptions *all = g_new0(Subscriptions, 1);
  all->server = server;
  all->matches = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  g_object_set_data(G_OBJECT(server), "subscriptions", all);
  g_signal_connect(lap_server_get_host(server), "entry", G_CALLBACK(on_entry), all);
  g_signal_connect(lap_server_get_host(server), "undone", G_CALLBACK(on_undone), all);
  lap_server_set_audience(server, &audience, all, subscriptions_free);
}
