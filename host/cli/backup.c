#include <json-glib/json-glib.h>
#include <stdio.h>

#include "arguments.h"
#include "host/json/writer.h"
#include "host/transport/control.h"
#include "subcommand.h"
#include "terminal.h"

static const Subcommand subcommand = {
    "backup", "FILE", "Copies a store into a new file, also while a server runs on it.",
    "FILE becomes a store, of one moment: of all that was acknowledged by then. It\n"
    "has its name only once it is whole and on the disk; a file that is there is not\n"
    "replaced. A server that runs on the store makes the copy itself, a slice at a\n"
    "time, with its own rights, and goes on serving. It is asked by its user or root,\n"
    "through the socket beside the store. 'lapidary verify' looks whether a copy is\n"
    "as it was written.\n"
    "\n"
    "Examples:\n"
    "  lapidary backup backup.db\n"
    "  lapidary backup /srv/backup.db --store sqlite:/var/lib/lapidary/matches.db",
    subcommand_backup};

static int print_done(const char *file, guint64 matches, guint64 entries)
{
  g_autofree char *all = counted(matches, "match", "matches"), *of_them = counted(entries, "entry", "entries");
  printf("%s: %s, %s\n", file, all, of_them);
  return EXIT_FINE;
}

static int fail_copying(const char *message) { return fail_with(EXIT_FAILED, "the backup was not made: %s", message); }

/* --- by the server */

static char *write_request(const char *file)
{
  GString *text = g_string_new(NULL);
  LapJsonWriter json = lap_json_line_writer(text);
  lap_json_begin_object(&json);
  lap_json_member_word(&json, "jsonrpc", "2.0");
  lap_json_member_int(&json, "id", 1);
  lap_json_member_word(&json, "method", "store.backup");
  lap_json_member_object(&json, "params");
  lap_json_member_string(&json, "file", file);
  lap_json_end_object(&json);
  lap_json_end_object(&json);
  return g_string_free(text, FALSE);
}

/* Sends one line, and reads lines until one has that id: notices come in between. */
static JsonParser *ask(GSocketConnection *server, const char *file, GError **error)
{
  g_autofree char *request = write_request(file);
  GOutputStream *out = g_io_stream_get_output_stream(G_IO_STREAM(server));
  g_autoptr(GDataInputStream) in = g_data_input_stream_new(g_io_stream_get_input_stream(G_IO_STREAM(server)));
  if (!g_output_stream_write_all(out, request, strlen(request), NULL, NULL, error)) return NULL;
  for (;;) {
    g_autoptr(JsonParser) parser = json_parser_new();
    g_autofree char *line = g_data_input_stream_read_line_utf8(in, NULL, NULL, error);
    if (!line || !json_parser_load_from_data(parser, line, -1, error)) return NULL;
    if (json_object_has_member(json_node_get_object(json_parser_get_root(parser)), "id"))
      return g_steal_pointer(&parser);
  }
}

static int ask_server(GSocketConnection *server, const char *file)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonParser) answer = ask(server, file, &error);
  if (!answer) return fail_copying(error ? error->message : "the server has ended");
  JsonObject *object = json_node_get_object(json_parser_get_root(answer));
  if (json_object_has_member(object, "error"))
    return fail_copying(json_object_get_string_member(json_object_get_object_member(object, "error"), "message"));
  JsonObject *result = json_object_get_object_member(object, "result");
  return print_done(file, (guint64)json_object_get_int_member(result, "matches"),
                    (guint64)json_object_get_int_member(result, "entries"));
}

/* --- here */

static void on_copied(GObject *store G_GNUC_UNUSED, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **)data = g_object_ref(result);
}

static int copy(LapStore *store, const char *file)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GAsyncResult) result = NULL;
  guint64 matches, entries;
  lap_store_backup_async(store, file, NULL, on_copied, &result);
  while (!result) g_main_context_iteration(NULL, TRUE);
  if (!lap_store_backup_finish(store, result, &matches, &entries, &error)) return fail_copying(error->message);
  return print_done(file, matches, entries);
}

static int run(const char *url, const char *file)
{
  int code;
  g_autofree char *path = store_path(url);
  g_autoptr(GSocketConnection) server = path ? lap_control_connect(path) : NULL;
  if (server) return ask_server(server, file);
  g_autoptr(LapStore) store = open_existing_store(url, &code);
  return store ? copy(store, file) : code;
}

int subcommand_backup(int n, char **arguments)
{
  g_autofree char *url = NULL;
  const GOptionEntry options[] = {
      {"store", 's', 0, G_OPTION_ARG_STRING, &url, "The store (that of 'lapidary serve')", "URL"}, {0}};
  int code = subcommand_parse(&subcommand, options, 1, &n, &arguments);
  if (code >= 0) return code;
  g_autofree char *file = g_canonicalize_filename(arguments[1], NULL);
  return run(url, file);
}
