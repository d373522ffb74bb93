/* `lapidary matches show` and `export`: one match, restored from its store. */
#include <stdio.h>
#include <string.h>

#include "host/match/match.h"
#include "host/rpc/summary.h"
#include "matches.h"
#include "verb.h"

/* What there is to know of one match. */
typedef struct {
  LapStored *stored;
  LapHost *host;
  LapMatch *match; /* NULL: it cannot be restored, and `why` */
  GError *why;
} Kept;

static void kept_clear(Kept *kept)
{
  g_clear_pointer(&kept->stored, lap_stored_free);
  g_clear_object(&kept->match);
  g_clear_object(&kept->host);
  g_clear_error(&kept->why);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Kept, kept_clear)

/* -1, or the exit code. */
static int find(const Matches *matches, const char *id, Kept *kept)
{
  g_autoptr(GError) error = NULL;
  kept->stored = lap_store_find(matches->store, id, &error);
  if (!kept->stored) {
    gboolean fault = !g_error_matches(error, LAP_STORE_ERROR, LAP_STORE_ERROR_NOT_FOUND) &&
                     !g_error_matches(error, LAP_STORE_ERROR, LAP_STORE_ERROR_INVALID);
    return fault ? matches_fail(error)
                 : verb_fail(EXIT_UNKNOWN, "there is no match '%s'; 'lapidary matches' lists them", id);
  }
  g_autoptr(LapRegistry) registry = lap_registry_new(NULL);
  kept->host = lap_host_new(registry, matches->store);
  kept->match = lap_host_find(kept->host, id, &kept->why);
  return -1;
}

/* --- show */

static const char *state_of(const Kept *kept)
{
  if (kept->match) return lap_summary_state(kept->match);
  return kept->stored->over ? "over" : "going on";
}

static char *seat_text(LapMatch *match, guint index)
{
  LapSeat seat;
  lap_match_get_seat(match, index, &seat);
  g_autofree char *clock = seat.left < 0 ? NULL : g_strdup_printf(", %" G_GINT64_FORMAT " s left", seat.left / 1000);
  const char *waits = lap_match_get_waiting(match) >> index & 1 ? ", to decide" : "";
  const char *name = seat.free ? "free" : *seat.name ? seat.name : seat.bot ? seat.bot : "";
  return g_strconcat(name, seat.bot ? " (bot)" : "", seat.resigned ? ", resigned" : "", waits, clock, NULL);
}

static void print_seats(LapMatch *match)
{
  for (guint index = 0; index < lap_match_get_seats(match); index++) {
    g_autofree char *text = seat_text(match, index);
    printf("  seat %u   %s\n", index, text);
  }
}

static void print_kept(const Kept *kept)
{
  const LapStored *stored = kept->stored;
  g_autofree char *created = matches_moment(stored->created), *changed = matches_moment(stored->changed);
  printf("%s\n  game     %s\n  state    %s\n  entries  %" G_GUINT64_FORMAT "\n  created  %s\n  changed  %s\n",
         stored->id, stored->game, state_of(kept), stored->entries, created, changed);
  if (kept->match) print_seats(kept->match);
}

static void print_json(LapMatch *match)
{
  g_autoptr(GString) out = g_string_new(NULL);
  lap_summary_write(match, out);
  puts(out->str);
}

int matches_show(const Matches *matches, const char *id)
{
  g_auto(Kept) kept = {0};
  int code = find(matches, id, &kept);
  if (code >= 0) return code;
  if (kept.match && matches->json)
    print_json(kept.match);
  else if (!matches->json)
    print_kept(&kept);
  return kept.match ? EXIT_FINE : verb_fail(EXIT_UNAVAILABLE, "its seats cannot be told: %s", kept.why->message);
}

/* --- export */

static int write_log(const Matches *matches, const char *log)
{
  g_autoptr(GError) error = NULL;
  gssize length = (gssize)strlen(log);
  if (!matches->to) return fputs(log, stdout) >= 0 ? EXIT_FINE : EXIT_FAILED;
  if (g_file_set_contents_full(matches->to, log, length, G_FILE_SET_CONTENTS_CONSISTENT, 0600, &error))
    return EXIT_FINE;
  return verb_fail(EXIT_FAILED, "the log cannot be written: %s", error->message);
}

int matches_export(const Matches *matches, const char *id)
{
  g_auto(Kept) kept = {0};
  g_autoptr(GError) error = NULL;
  int code = find(matches, id, &kept);
  if (code >= 0) return code;
  if (!kept.match) return verb_fail(EXIT_UNAVAILABLE, "the match cannot be restored: %s", kept.why->message);
  if (lap_match_get_state(kept.match) != LAP_MATCH_OVER && !matches->force)
    return verb_fail(EXIT_USAGE, "match %s is not over: its log tells the secrets of all seats; --force writes it", id);
  g_autofree char *log = lap_match_export(kept.match, LAP_OMNISCIENT, &error);
  return log ? write_log(matches, log) : verb_fail(EXIT_FAILED, "%s", error->message);
}
