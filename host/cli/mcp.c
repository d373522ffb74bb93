#include "host/mcp/mcp.h"

#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <unistd.h>

#include "service.h"
#include "subcommand.h"

static const Subcommand subcommand = {
    "mcp", "", "Lets an assistant play, by the Model Context Protocol over standard input and output.",
    "The assistant's program starts it and speaks to it; it has tools to list games\n"
    "and their rules, to begin and join matches, to look, to play and to resign.\n"
    "Each seat is shown only what it may know. The log is on standard error. The\n"
    "end of the input ends it. Matches last as long as it runs, unless --store\n"
    "names a place for them.\n"
    "\n"
    "Most programs are told of it like this:\n"
    "  {\"mcpServers\": {\"lapidary\": {\"command\": \"lapidary\", \"args\": [\"mcp\"]}}}\n"
    "\n"
    "Examples:\n"
    "  lapidary mcp --store sqlite:matches.db",
    subcommand_mcp};

static int serve(Service *service, int out)
{
  g_autoptr(GInputStream) input = g_unix_input_stream_new(STDIN_FILENO, FALSE);
  g_autoptr(GOutputStream) output = g_unix_output_stream_new(out, TRUE);
  g_autoptr(LapMcp) mcp = lap_mcp_new(service->server, input, output, G_CALLBACK(service_quit), service);
  service_run(service);
  return EXIT_FINE;
}

int subcommand_mcp(int n, char **arguments)
{
  g_auto(Service) service = {0};
  const GOptionEntry options[] = {SERVICE_OPTIONS(&service), {0}};
  int code = subcommand_parse(&subcommand, options, 0, &n, &arguments);
  if (code < 0 && !service.level) service.level = g_strdup("warning");
  if (code < 0) code = service_open(&service, "memory:");
  if (code >= 0) return code;
  int out = service_take_standard_output();
  return out < 0 ? fail_with(EXIT_FAILED, "there is no standard output to answer on") : serve(&service, out);
}
