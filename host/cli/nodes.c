#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "host/json/writer.h"
#include "subcommand.h"
#include "terminal.h"

static const Subcommand subcommand = {"nodes", "", "Lists the nodes that share a store, and how many matches each has.",
                                      "A node is a server that was started with --node. It is \"there\" as long as it\n"
                                      "says so every second; the others take the matches of one that is \"gone\".\n"
                                      "Counted are matches in memory: those that somebody follows or has lately asked\n"
                                      "for, and those whose clocks run.\n"
                                      "\n"
                                      "Examples:\n"
                                      "  lapidary nodes --store postgresql://lapidary@db.example.org/lapidary\n"
                                      "  LAPIDARY_STORE=postgresql:service=lapidary lapidary nodes --json",
                                      subcommand_nodes};

static char *time_of(const LapStoreNode *node)
{
  g_autoptr(GDateTime) since = g_date_time_new_from_unix_utc(node->since / G_USEC_PER_SEC);
  return g_date_time_format(since, "%Y-%m-%d %H:%M:%S UTC");
}

static void print_node(gpointer data, gpointer columns)
{
  const LapStoreNode *node = data;
  g_autofree char *name = terminal_fit(node->name, GPOINTER_TO_UINT(columns)), *since = time_of(node);
  g_autofree char *state = terminal_styled(node->is_there ? TERMINAL_GOOD : TERMINAL_BAD,
                                           node->is_there ? "there" : "gone ");
  g_autofree char *matches = grouped_number(node->matches);
  printf("%s  %s  %8s  %s  %s, since %s\n", name, state, matches, node->address, node->holder, since);
}

static void write_node(gpointer data, gpointer writer)
{
  const LapStoreNode *node = data;
  LapJsonWriter *json = writer;
  lap_json_begin_object(json);
  lap_json_member_string(json, "node", node->name);
  lap_json_member_bool(json, "there", node->is_there);
  lap_json_member_int(json, "matches", (gint64)node->matches);
  lap_json_member_string(json, "address", node->address);
  lap_json_member_string(json, "holder", node->holder);
  lap_json_member_int(json, "since", node->since / 1000);
  lap_json_end_object(json);
}

static void print_json(GPtrArray *nodes)
{
  g_autoptr(GString) text = g_string_new(NULL);
  LapJsonWriter json = lap_json_writer(text);
  lap_json_begin_array(&json);
  g_ptr_array_foreach(nodes, write_node, &json);
  lap_json_end_array(&json);
  puts(text->str);
}

static void print_table(GPtrArray *nodes)
{
  guint columns = strlen("NODE");
  for (guint i = 0; i < nodes->len; i++)
    columns = MAX(columns, (guint)strlen(((const LapStoreNode *)nodes->pdata[i])->name));
  g_autofree char *name = terminal_fit("NODE", columns);
  if (nodes->len) printf("%s  STATE   MATCHES  ADDRESS\n", name);
  g_ptr_array_foreach(nodes, print_node, GUINT_TO_POINTER(columns));
  if (!nodes->len) puts("no server has been a node of this store yet");
}

int subcommand_nodes(int n, char **arguments)
{
  g_autofree char *url = NULL;
  gboolean json = FALSE;
  const GOptionEntry options[] = {{"store", 's', 0, G_OPTION_ARG_STRING, &url, "The store: postgresql:...", "URL"},
                                  {"json", 0, 0, G_OPTION_ARG_NONE, &json, "Print JSON", NULL},
                                  {0}};
  int code = subcommand_parse(&subcommand, options, 0, &n, &arguments);
  if (code >= 0) return code;
  g_autoptr(GPtrArray) nodes = list_nodes(url, &code);
  if (!nodes) return code;
  if (json)
    print_json(nodes);
  else
    print_table(nodes);
  return EXIT_FINE;
}
