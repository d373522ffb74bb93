/* `lapidary matches prune`: what is removed, and asking before it is. */
#include <stdio.h>

#include "matches.h"
#include "terminal.h"
#include "verb.h"

static gboolean collect(const LapStored *stored, gpointer data)
{
  g_ptr_array_add(data, lap_stored_copy(stored));
  return TRUE;
}

/* -1, or the exit code. */
static int read_filter(const Matches *matches, LapStoreFilter *filter)
{
  guint64 days = 0;
  if (!matches->over && !matches->days)
    return verb_fail(EXIT_USAGE, "prune: say what is to go, with --over or --older-than DAYS, or both");
  if (matches->days && (!verb_number(matches->days, &days) || days < 1 || days > 36500))
    return verb_fail(EXIT_USAGE, "--older-than wants a number of days from 1 to 36500, not '%s'", matches->days);
  *filter = (LapStoreFilter){.only_over = matches->over};
  if (days) filter->changed_before = g_get_real_time() - (gint64)days * 24 * 3600 * G_USEC_PER_SEC;
  return -1;
}

static guint count_running(GPtrArray *doomed)
{
  guint n = 0;
  for (guint i = 0; i < doomed->len; i++) n += ((const LapStored *)doomed->pdata[i])->over ? 0 : 1;
  return n;
}

static const char *plural(guint n) { return n == 1 ? "" : "es"; }

static gboolean agree(GPtrArray *doomed)
{
  guint running = count_running(doomed);
  g_autofree char *also = running ? g_strdup_printf(", %u of them not over", running) : g_strdup("");
  g_autofree char *prompt = g_strdup_printf("Remove %u match%s for good%s? [y/N] ", doomed->len, plural(doomed->len),
                                            also);
  g_autofree char *answer = terminal_ask(prompt);
  return answer && (g_ascii_strcasecmp(answer, "y") == 0 || g_ascii_strcasecmp(answer, "yes") == 0);
}

static int remove_all(const Matches *matches, GPtrArray *doomed)
{
  g_autoptr(GError) error = NULL;
  for (guint i = 0; i < doomed->len; i++)
    if (!lap_store_remove(matches->store, ((const LapStored *)doomed->pdata[i])->id, &error))
      return matches_fail(error);
  if (!lap_store_commit(matches->store, &error)) return matches_fail(error);
  printf("%u match%s removed\n", doomed->len, plural(doomed->len));
  return EXIT_FINE;
}

int matches_prune(const Matches *matches)
{
  g_autoptr(GError) error = NULL;
  LapStoreFilter filter;
  int code = read_filter(matches, &filter);
  if (code >= 0) return code;
  g_autoptr(GPtrArray) doomed = g_ptr_array_new_with_free_func((GDestroyNotify)lap_stored_free);
  if (!matches_each(matches->store, &filter, collect, doomed, &error)) return matches_fail(error);
  if (doomed->len && !matches->yes && !agree(doomed)) {
    puts("nothing is removed");
    return EXIT_FINE;
  }
  return remove_all(matches, doomed);
}
