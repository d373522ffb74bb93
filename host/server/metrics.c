#include "metrics.h"

#include <string.h>
#include <unistd.h>

#include "server-private.h"

static const struct {
  gint64 microseconds;
  const char *seconds;
} bounds[LAP_HISTOGRAM_BOUNDS] = {
    {50, "0.00005"}, {100, "0.0001"}, {500, "0.0005"}, {1000, "0.001"}, {5000, "0.005"},
    {10000, "0.01"}, {50000, "0.05"}, {100000, "0.1"}, {1000000, "1"},  {10000000, "10"},
};

void lap_histogram_add(LapHistogram *histogram, gint64 microseconds)
{
  guint i = 0;
  while (i < LAP_HISTOGRAM_BOUNDS && microseconds > bounds[i].microseconds) i++;
  histogram->buckets[i]++;
  histogram->n++;
  histogram->sum += (guint64)MAX(microseconds, 0);
}

static void begin(GString *out, const char *name, const char *type, const char *help)
{
  g_string_append_printf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void write_number(GString *out, const char *name, const char *type, const char *help, guint64 value)
{
  begin(out, name, type, help);
  g_string_append_printf(out, "%s %" G_GUINT64_FORMAT "\n", name, value);
}

static void write_counter(GString *out, const char *name, const char *help, guint64 value)
{
  write_number(out, name, "counter", help, value);
}

static void write_gauge(GString *out, const char *name, const char *help, guint64 value)
{
  write_number(out, name, "gauge", help, value);
}

static void write_histogram(GString *out, const char *name, const char *help, const LapHistogram *histogram)
{
  guint64 n = 0;
  begin(out, name, "histogram", help);
  for (guint i = 0; i < LAP_HISTOGRAM_BOUNDS; i++) {
    n += histogram->buckets[i];
    g_string_append_printf(out, "%s_bucket{le=\"%s\"} %" G_GUINT64_FORMAT "\n", name, bounds[i].seconds, n);
  }
  g_string_append_printf(out, "%s_bucket{le=\"+Inf\"} %" G_GUINT64_FORMAT "\n", name, histogram->n);
  g_string_append_printf(out, "%s_sum %" G_GUINT64_FORMAT ".%06" G_GUINT64_FORMAT "\n", name,
                         histogram->sum / G_USEC_PER_SEC, histogram->sum % G_USEC_PER_SEC);
  g_string_append_printf(out, "%s_count %" G_GUINT64_FORMAT "\n", name, histogram->n);
}

/* --- /metrics */

static void write_route(GString *out, const LapRoute *route)
{
  for (guint i = 0; i < LAP_RPC_ENDINGS; i++)
    if (route->endings[i])
      g_string_append_printf(out, "lapidary_requests_total{method=\"%s\",outcome=\"%s\"} %" G_GUINT64_FORMAT "\n",
                             route->name, lap_rpc_ending_word(i), route->endings[i]);
}

static void write_requests(GString *out, LapServer *server)
{
  const GPtrArray *routes = lap_routes_all(server->rpc->routes);
  begin(out, "lapidary_requests_total", "counter", "Requests that were answered, by method and outcome.");
  for (guint i = 0; i < routes->len; i++) write_route(out, routes->pdata[i]);
  write_histogram(out, "lapidary_request_seconds", "From the reading of a request to its answer.",
                  &server->metrics.request_time);
}

static void write_closed(GString *out, const LapMetrics *metrics)
{
  begin(out, "lapidary_connections_closed_total", "counter", "Connections that ended, by reason.");
  for (guint i = 0; i < LAP_CLOSE_REASONS; i++)
    g_string_append_printf(out, "lapidary_connections_closed_total{reason=\"%s\"} %" G_GUINT64_FORMAT "\n",
                           lap_close_reason_name(i), metrics->closed[i]);
}

static void write_connections(GString *out, const LapServer *server)
{
  const LapMetrics *metrics = &server->metrics;
  write_gauge(out, "lapidary_connections", "Connections that are open.", server->connections.length);
  write_counter(out, "lapidary_connections_opened_total", "Connections that were opened.", metrics->opened);
  write_counter(out, "lapidary_connections_refused_total", "Connections refused because there were too many.",
                metrics->refused);
  write_closed(out, metrics);
  write_counter(out, "lapidary_received_bytes_total", "Bytes of messages read.", metrics->bytes_in);
  write_counter(out, "lapidary_sent_bytes_total", "Bytes of messages written.", metrics->bytes_out);
}

static void write_notifications(GString *out, const LapMetrics *metrics)
{
  write_gauge(out, "lapidary_subscriptions", "Matches that are followed, once for each connection.",
              metrics->subscriptions);
  write_counter(out, "lapidary_notifications_total", "Notifications sent.", metrics->notifications);
  write_counter(out, "lapidary_resyncs_total", "Whole states sent in place of notifications left out.",
                metrics->resyncs);
  write_counter(out, "lapidary_messages_forwarded_total", "Messages that were passed on to other nodes.",
                metrics->forwarded);
  write_counter(out, "lapidary_messages_put_off_total",
                "Messages put off since rules in another process had not answered yet.", metrics->put_off);
  write_counter(out, "lapidary_notifications_withheld_total", "Notifications left out for slow readers.",
                metrics->withheld);
}

static guint64 count_suspended(const LapServer *server)
{
  const LapStoreFilter filter = {.states = LAP_STORED_SUSPENDED};
  g_autoptr(GPtrArray) found = lap_store_list(lap_host_get_store(server->host), &filter, NULL, 1000, NULL);
  return found ? found->len : 0;
}

static void write_matches(GString *out, LapServer *server)
{
  const LapMetrics *metrics = &server->metrics;
  write_gauge(out, "lapidary_matches_open", "Matches in memory.", lap_host_get_open(server->host));
  write_gauge(out, "lapidary_matches_suspended", "Matches whose rules have failed, which stand still; at most 1000.",
              count_suspended(server));
  write_counter(out, "lapidary_entries_total", "Entries committed.", metrics->entries);
  write_counter(out, "lapidary_commits_total", "Commits of entries.", metrics->commits);
  write_counter(out, "lapidary_commit_failures_total", "Commits that failed.", metrics->commit_failures);
  write_histogram(out, "lapidary_commit_seconds", "How long commits of entries took.", &metrics->commit_time);
}

static void write_store(GString *out, const LapServer *server)
{
  LapStore *store = lap_host_get_store(server->host);
  write_gauge(out, "lapidary_store_warning", "Whether the store was not found as it was left; the log says how.",
              lap_store_get_warning(store) != NULL);
  write_gauge(out, "lapidary_store_gone",
              "Whether the store can keep nothing: its files were changed, its database is away or another's.",
              !lap_store_check(store, NULL));
}

static guint64 resident_bytes(void)
{
  g_autofree char *text = NULL;
  if (!g_file_get_contents("/proc/self/statm", &text, NULL, NULL)) return 0;
  g_auto(GStrv) pages = g_strsplit(text, " ", 3);
  return pages[0] && pages[1] ? g_ascii_strtoull(pages[1], NULL, 10) * (guint64)sysconf(_SC_PAGESIZE) : 0;
}

static void write_node(GString *out, const LapServer *server)
{
  if (!server->node) return;
  g_string_append_printf(out,
                         "# HELP lapidary_node_info The node that this is.\n# TYPE lapidary_node_info gauge\n"
                         "lapidary_node_info{node=\"%s\"} 1\n",
                         server->node);
  write_gauge(out, "lapidary_node_renewal_age_milliseconds",
              "How long ago it last renewed its leases, which end at 5000.",
              (guint64)(g_get_monotonic_time() - server->renewed) / 1000);
}

static void write_process(GString *out, const LapServer *server)
{
  write_gauge(out, "process_resident_memory_bytes", "Memory in use.", resident_bytes());
  write_gauge(out, "process_start_time_seconds", "When the server began, since 1970.", (guint64)server->started);
  begin(out, "lapidary_build_info", "gauge", "Always 1; the version is a label.");
  g_string_append(out, "lapidary_build_info{version=\"" LAP_HOST_VERSION "\"} 1\n");
}

static void write_metrics(LapServer *server, GString *out)
{
  write_requests(out, server);
  write_connections(out, server);
  write_notifications(out, &server->metrics);
  write_matches(out, server);
  write_store(out, server);
  write_node(out, server);
  write_process(out, server);
}

/* --- pages */

static GBytes *metrics_page(LapServer *server)
{
  GString *out = g_string_sized_new(8192);
  write_metrics(server, out);
  return g_string_free_to_bytes(out);
}

static GBytes *health_page(const LapServer *server, guint *status)
{
  gboolean fails = server->store_fails || !lap_store_check(lap_host_get_store(server->host), NULL);
  const char *wrong = server->draining ? "draining\n" : fails ? "the store fails\n" : NULL;
  *status = wrong ? 503 : 200;
  const char *text = wrong ? wrong : "ok\n";
  return g_bytes_new_static(text, strlen(text));
}

static GBytes *document_page(LapServer *server)
{
  const char *document = lap_rpc_get_document(server->rpc);
  return g_bytes_new(document, strlen(document));
}

GBytes *lap_server_picture(LapServer *server, const char *path)
{
  GBytes *picture = *path == '/' ? lap_host_get_picture(server->host, path + 1) : NULL;
  return picture ? g_bytes_ref(picture) : NULL;
}

GBytes *lap_server_page(LapServer *server, const char *path, const char **type, guint *status)
{
  *status = 200;
  *type = "text/plain; charset=utf-8";
  if (g_str_equal(path, "/healthz")) return health_page(server, status);
  if (g_str_equal(path, "/metrics")) {
    *type = "text/plain; version=0.0.4; charset=utf-8";
    return metrics_page(server);
  }
  if (g_str_equal(path, "/openrpc.json")) {
    *type = "application/json";
    return document_page(server);
  }
  return NULL;
}
