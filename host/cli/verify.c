#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "host/json/writer.h"
#include "host/match/match.h"
#include "stored.h"
#include "subcommand.h"
#include "terminal.h"

static const Subcommand subcommand = {
    "verify", "", "Verifies a store: whether anything in it is lost or damaged.",
    "Reads all of it. Every header and entry must be as it was written (hashes), and\n"
    "there must be as many as were written. The store must not have gone back to an\n"
    "older state, as its mark has it. Every match is played again from its start, if\n"
    "its builds are here, with the same result at each move. Prints a line for each\n"
    "finding, and ends with 1 if there are any. A store belongs to one process at a\n"
    "time: where a server runs on it, stop that first.\n"
    "\n"
    "Examples:\n"
    "  lapidary verify\n"
    "  lapidary verify --store sqlite:/var/lib/lapidary/matches.db --json",
    subcommand_verify};

typedef struct {
  const char *match; /* interned; NULL: the store as a whole */
  char *text;
} Finding;

typedef struct {
  LapStore *store;
  LapHost *host;
  GArray *findings;
  GPtrArray *past; /* char * */
  guint64 matches, entries, replayed;
} Verification;

static void finding_clear(gpointer finding) { g_free(((Finding *)finding)->text); }

static void verification_clear(Verification *verification)
{
  g_clear_pointer(&verification->findings, g_array_unref);
  g_clear_pointer(&verification->past, g_ptr_array_unref);
  g_clear_object(&verification->host);
  g_clear_object(&verification->store);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Verification, verification_clear)

static void find(Verification *verification, const char *match, const char *text)
{
  const Finding finding = {g_intern_string(match), g_strdup(text)};
  g_array_append_val(verification->findings, finding);
}

/* --- verifying */

/* Messages of the library begin with the match, which the line begins with already. */
static const char *without_match(const char *text, const char *id)
{
  g_autofree char *start = g_strdup_printf("match %s", id);
  if (!g_str_has_prefix(text, start)) return text;
  text += strlen(start);
  return text + strspn(text, ":, ");
}

static gboolean verify_match(const LapStored *stored, gpointer data)
{
  Verification *verification = data;
  g_autoptr(GError) error = NULL;
  gboolean replayed;
  verification->matches++;
  verification->entries += stored->entries;
  if (!lap_host_verify_match(verification->host, stored, &replayed, &error))
    find(verification, stored->id, without_match(error->message, stored->id));
  verification->replayed += replayed ? 1 : 0;
  return TRUE;
}

static void verify(Verification *verification)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) findings = lap_store_verify(verification->store, &verification->past);
  for (guint i = 0; i < findings->len; i++) find(verification, NULL, findings->pdata[i]);
  if (!stored_for_each(verification->store, NULL, verify_match, verification, &error))
    find(verification, NULL, error->message);
}

/* --- printing */

static void print_findings(const Verification *verification)
{
  for (guint i = 0; i < verification->past->len; i++)
    printf("noticed before: %s\n", (char *)verification->past->pdata[i]);
  for (guint i = 0; i < verification->findings->len; i++) {
    const Finding *finding = &g_array_index(verification->findings, Finding, i);
    printf("%s%s: %s\n", finding->match ? "match " : "store", finding->match ? finding->match : "", finding->text);
  }
}

static void print_summary(const Verification *verification)
{
  g_autofree char *matches = counted(verification->matches, "match", "matches");
  g_autofree char *entries = counted(verification->entries, "entry", "entries");
  g_autofree char *findings = counted(verification->findings->len, "finding", "findings");
  printf("%s, %s: ", matches, entries);
  if (verification->findings->len)
    printf("%s", findings);
  else
    printf("as they were written");
  if (verification->replayed < verification->matches) {
    g_autofree char *without = grouped_number(verification->matches - verification->replayed);
    printf("; %s not played again: their games, or builds of them, are not here", without);
  }
  putchar('\n');
}

static void write_finding(const Finding *finding, LapJsonWriter *json)
{
  lap_json_begin_object(json);
  lap_json_member_optional(json, "match", finding->match);
  lap_json_member_string(json, "text", finding->text);
  lap_json_end_object(json);
}

static void print_json(const Verification *verification)
{
  g_autoptr(GString) out = g_string_new(NULL);
  LapJsonWriter json = lap_json_line_writer(out);
  lap_json_begin_object(&json);
  lap_json_member_int(&json, "matches", (gint64)verification->matches);
  lap_json_member_int(&json, "entries", (gint64)verification->entries);
  lap_json_member_int(&json, "replayed", (gint64)verification->replayed);
  lap_json_member_array(&json, "findings");
  for (guint i = 0; i < verification->findings->len; i++)
    write_finding(&g_array_index(verification->findings, Finding, i), &json);
  lap_json_end_array(&json);
  lap_json_member_array(&json, "past");
  for (guint i = 0; i < verification->past->len; i++) lap_json_string(&json, verification->past->pdata[i]);
  lap_json_end_array(&json);
  lap_json_end_object(&json);
  printf("%s", out->str);
}

/* --- the command line */

static int run(const char *url, gboolean json, gboolean no_stored_builds)
{
  int code;
  g_auto(Verification) verification = {.findings = g_array_new(FALSE, FALSE, sizeof(Finding))};
  g_array_set_clear_func(verification.findings, finding_clear);
  verification.store = open_existing_store(url, &code);
  if (!verification.store) return code;
  g_autoptr(LapRegistry) registry = lap_registry_new(NULL);
  verification.host = lap_host_new(registry, verification.store);
  if (no_stored_builds) lap_host_refuse_stored_builds(verification.host);
  verify(&verification);
  if (json) {
    print_json(&verification);
  } else {
    print_findings(&verification);
    print_summary(&verification);
  }
  return verification.findings->len ? EXIT_FAILED : EXIT_FINE;
}

int subcommand_verify(int n, char **arguments)
{
  g_autofree char *url = NULL;
  gboolean json = FALSE, no_stored_builds = FALSE;
  const GOptionEntry options[] = {
      {"store", 's', 0, G_OPTION_ARG_STRING, &url, "The store (that of 'lapidary serve')", "URL"},
      {"json", 0, 0, G_OPTION_ARG_NONE, &json, "As JSON", NULL},
      NO_STORED_BUILDS(&no_stored_builds),
      {0}};
  int code = subcommand_parse(&subcommand, options, 0, &n, &arguments);
  return code >= 0 ? code : run(url, json, no_stored_builds);
}
