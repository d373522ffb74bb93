#include "host/transport/stdio.h"

#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <unistd.h>

#include "service.h"
#include "subcommand.h"

static const Subcommand subcommand = {
    "stdio", "", "Hosts matches for one program, over standard input and output.",
    "One JSON-RPC message a line each way; the log is on standard error. The\n"
    "protocol is in docs/protocol.md, and the method rpc.discover has it for\n"
    "machines. The client may use the methods of operators. The end of the\n"
    "input ends it. Matches last as long as it runs, unless --store names a place\n"
    "for them: what was acknowledged there survives anything.\n"
    "\n"
    "Examples:\n"
    "  echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"games.list\"}' | lapidary stdio\n"
    "  lapidary stdio --store sqlite:matches.db",
    subcommand_stdio};

static int serve(Service *service, int out)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GInputStream) input = g_unix_input_stream_new(STDIN_FILENO, FALSE);
  g_autoptr(GOutputStream) output = g_unix_output_stream_new(out, TRUE);
  g_autoptr(LapStdio) stdio = lap_stdio_new(service->server, input, output, G_CALLBACK(service_quit), service, &error);
  if (!stdio) return fail_with(EXIT_FAILED, "cannot serve standard input and output: %s", error->message);
  service_run(service);
  return EXIT_FINE;
}

int subcommand_stdio(int n, char **arguments)
{
  g_auto(Service) service = {0};
  const GOptionEntry options[] = {SERVICE_OPTIONS(&service), {0}};
  int code = subcommand_parse(&subcommand, options, 0, &n, &arguments);
  if (code < 0) code = service_open(&service, "memory:");
  if (code >= 0) return code;
  int out = service_take_standard_output();
  return out < 0 ? fail_with(EXIT_FAILED, "there is no standard output to answer on") : serve(&service, out);
}
