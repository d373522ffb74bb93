#include "copying.h"

#include <stdio.h>
#include <unistd.h>

#include "arguments.h"
#include "host/store/copy.h"
#include "stored.h"
#include "subcommand.h"

/* So many are written in one commit. */
enum { TOGETHER = 64 };

typedef struct {
  LapStore *from, *to;
  gboolean builds;
  GPtrArray *all;     /* char *: ids, last changed first */
  GPtrArray *written; /* char *: those of them that are not committed yet; unowned */
  guint copied, there;
  guint64 entries;
} Copying;

static void copying_clear(Copying *copying)
{
  g_clear_object(&copying->from);
  g_clear_object(&copying->to);
  g_clear_pointer(&copying->all, g_ptr_array_unref);
  g_clear_pointer(&copying->written, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Copying, copying_clear)

static gboolean add_id(const LapStored *stored, gpointer data)
{
  Copying *copying = data;
  copying->entries += stored->entries;
  g_ptr_array_add(copying->all, g_strdup(stored->id));
  return TRUE;
}

/* Those of an earlier copy that was broken off are there as they were; others are not overwritten. Nothing is written
 * before all were looked at. */
static gboolean look_at(Copying *copying, GError **error)
{
  for (guint i = 0; i < copying->all->len;) {
    const char *id = copying->all->pdata[i];
    g_autoptr(GError) reason = NULL;
    g_autoptr(LapStored) stored = lap_store_find(copying->to, id, &reason);
    if (!stored && g_error_matches(reason, LAP_STORE_ERROR, LAP_STORE_ERROR_NOT_FOUND)) {
      i++;
    } else if (!stored) {
      return g_propagate_error(error, g_steal_pointer(&reason)), FALSE;
    } else if (lap_store_compare_match(copying->from, copying->to, id, error)) {
      copying->there++;
      copying->entries -= stored->entries;
      g_ptr_array_remove_index(copying->all, i);
    } else {
      return FALSE;
    }
  }
  return TRUE;
}

static void show(const Copying *copying)
{
  if (isatty(STDERR_FILENO)) fprintf(stderr, "\r%u of %u matches", copying->copied, copying->all->len);
}

/* What was written is read again. */
static gboolean settle(Copying *copying, GError **error)
{
  if (!lap_store_commit(copying->to, error)) return FALSE;
  for (guint i = 0; i < copying->written->len; i++)
    if (!lap_store_compare_match(copying->from, copying->to, copying->written->pdata[i], error)) return FALSE;
  copying->copied += copying->written->len;
  g_ptr_array_set_size(copying->written, 0);
  show(copying);
  return TRUE;
}

static gboolean copy_all(Copying *copying, GError **error)
{
  for (guint i = 0; i < copying->all->len; i++) {
    char *id = copying->all->pdata[i];
    if (!lap_store_copy_match(copying->from, copying->to, id, copying->builds, error)) return FALSE;
    g_ptr_array_add(copying->written, id);
    if (copying->written->len == TOGETHER && !settle(copying, error)) return FALSE;
  }
  return settle(copying, error);
}

static int copy(Copying *copying)
{
  g_autoptr(GError) error = NULL;
  gboolean good = stored_for_each(copying->from, NULL, add_id, copying, &error) && look_at(copying, &error) &&
                  copy_all(copying, &error);
  if (isatty(STDERR_FILENO)) fputc('\n', stderr);
  if (!good) {
    lap_store_roll_back(copying->to);
    return fail_with(EXIT_FAILED, "%u of %u matches were copied, then: %s", copying->copied, copying->all->len,
                     error->message);
  }
  g_autofree char *matches = counted(copying->copied, "match", "matches");
  g_autofree char *entries = counted(copying->entries, "entry", "entries");
  printf("%s with %s copied and compared, %u %s there already\n", matches, entries, copying->there,
         copying->there == 1 ? "was" : "were");
  return EXIT_FINE;
}

int copy_matches(const char *from, const char *to, gboolean builds)
{
  int code;
  g_auto(Copying) copying = {.builds = builds};
  copying.from = open_existing_store(from, &code);
  copying.to = copying.from ? open_store(to, &code) : NULL;
  if (!copying.to) return code;
  copying.all = g_ptr_array_new_with_free_func(g_free);
  copying.written = g_ptr_array_new();
  return copy(&copying);
}
