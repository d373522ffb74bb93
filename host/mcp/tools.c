#include "tools.h"

#include <gio/gio.h>

#include "host/rpc/schema.h"
#include "tool.h"

/* Made from mcp.gresource.xml. */
GResource *mcp_get_resource(void);

#define PATH "/lapidary/mcp/tools.json"

static const struct {
  const char *name;
  LapMcpTool run;
} runs[] = {
    {"list_games", lap_mcp_tool_list_games},
    {"rules", lap_mcp_tool_rules},
    {"new_match", lap_mcp_tool_new_match},
    {"join_match", lap_mcp_tool_join_match},
    {"look", lap_mcp_tool_look},
    {"legal_moves", lap_mcp_tool_legal_moves},
    {"hint", lap_mcp_tool_hint},
    {"play", lap_mcp_tool_play},
    {"resign", lap_mcp_tool_resign},
};

struct LapMcpTools {
  LapServer *server;
  JsonNode *document; /* tools.json */
  char *list;         /* the same in one line */
  LapSchemas *schemas;
  const LapSchema *arguments[G_N_ELEMENTS(runs)];
};

static JsonNode *load_document(void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) bytes = g_resource_lookup_data(mcp_get_resource(), PATH, G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
  JsonNode *root = bytes ? json_from_string(g_bytes_get_data(bytes, NULL), &error) : NULL;
  if (!root) g_error("the tools: %s", error->message);
  return root;
}

/* The tools of the document stand in the order of `runs`. */
static const LapSchema *compile(LapMcpTools *tools, guint i)
{
  g_autoptr(GError) error = NULL;
  JsonObject *tool = json_array_get_object_element(json_node_get_array(tools->document), i);
  g_assert(g_str_equal(json_object_get_string_member(tool, "name"), runs[i].name));
  const LapSchema *schema = lap_schemas_compile(tools->schemas, json_object_get_member(tool, "inputSchema"), &error);
  if (!schema) g_error("tool %s: %s", runs[i].name, error->message);
  return schema;
}

LapMcpTools *lap_mcp_tools_new(LapServer *server)
{
  LapMcpTools *tools = g_new0(LapMcpTools, 1);
  tools->server = g_object_ref(server);
  tools->document = load_document();
  tools->list = json_to_string(tools->document, FALSE);
  tools->schemas = lap_schemas_new(NULL);
  for (guint i = 0; i < G_N_ELEMENTS(runs); i++) tools->arguments[i] = compile(tools, i);
  return tools;
}

void lap_mcp_tools_free(LapMcpTools *tools)
{
  lap_schemas_free(tools->schemas);
  json_node_unref(tools->document);
  g_object_unref(tools->server);
  g_free(tools->list);
  g_free(tools);
}

const char *lap_mcp_tools_list(const LapMcpTools *tools) { return tools->list; }

static gint find(const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS(runs); i++)
    if (g_str_equal(runs[i].name, name)) return (gint)i;
  return -1;
}

gboolean lap_mcp_tools_has(const LapMcpTools *tools G_GNUC_UNUSED, const char *name) { return find(name) >= 0; }

gboolean lap_mcp_tools_run(LapMcpTools *tools, const char *name, JsonNode *arguments, GString *text,
                           GString *structured, GError **error)
{
  gint i = find(name);
  if (!lap_schema_check(tools->arguments[i], "arguments", arguments, error)) return FALSE;
  g_autoptr(LapMcpClient) client = lap_mcp_client_new(tools->server, error);
  if (!client) return FALSE;
  LapMcpRun run = {client, json_node_get_object(arguments), text, structured};
  return runs[i].run(&run, error);
}
