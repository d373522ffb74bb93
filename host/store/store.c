#include "store.h"

#include <errno.h>
#include <string.h>

#include "store-module.h"
#include "store-private.h"

G_DEFINE_QUARK(lap - store - error - quark, lap_store_error)

G_DEFINE_INTERFACE(LapStore, lap_store, G_TYPE_OBJECT)

static void lap_store_default_init(LapStoreInterface *iface G_GNUC_UNUSED) {}

/* What follows the scheme is not repeated: it may hold a password. */
LapStore *lap_store_open(const char *url, GError **error)
{
  if (g_str_equal(url, "memory:")) return lap_memory_store_new();
  if (g_str_has_prefix(url, "sqlite:")) return lap_sqlite_store_open(url + strlen("sqlite:"), error);
  if (lap_store_is_postgresql(url)) return lap_store_open_postgresql(url, NULL, NULL, error);
  gsize length = strcspn(url, ":");
  g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_URL,
              "\"%.*s%s\" is not the address of a store: expected sqlite:PATH, postgresql://... or memory:",
              (int)length, url, url[length] ? ":..." : "");
  return NULL;
}

/* -- Stored matches -- */

G_DEFINE_BOXED_TYPE(LapStored, lap_stored, lap_stored_copy, lap_stored_free)

LapStored *lap_stored_copy(const LapStored *stored)
{
  LapStored *copy = g_new(LapStored, 1);
  *copy = *stored;
  copy->id = g_strdup(stored->id);
  copy->game = g_strdup(stored->game);
  copy->header = g_strdup(stored->header);
  copy->seats = g_strdup(stored->seats);
  return copy;
}

void lap_stored_free(LapStored *stored)
{
  if (!stored) return;
  g_free(stored->id);
  g_free(stored->game);
  g_free(stored->header);
  g_free(stored->seats);
  g_free(stored);
}

G_DEFINE_BOXED_TYPE(LapSnapshot, lap_snapshot, lap_snapshot_copy, lap_snapshot_free)

LapSnapshot *lap_snapshot_copy(const LapSnapshot *snapshot)
{
  LapSnapshot *copy = g_new(LapSnapshot, 1);
  *copy = (LapSnapshot){snapshot->place, g_bytes_ref(snapshot->state), g_bytes_ref(snapshot->tail)};
  return copy;
}

void lap_snapshot_free(LapSnapshot *snapshot)
{
  if (!snapshot) return;
  g_bytes_unref(snapshot->state);
  g_bytes_unref(snapshot->tail);
  g_free(snapshot);
}

gboolean lap_store_is_id(const char *text)
{
  gsize length = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789");
  return length && length <= LAP_STORE_ID_MAX && !text[length];
}

char *lap_stored_cursor(const LapStored *stored)
{
  return g_strdup_printf("%" G_GINT64_FORMAT "-%s", stored->changed, stored->id);
}

gboolean lap_store_read_cursor(const char *cursor, LapStorePlace *place)
{
  *place = (LapStorePlace){.changed = G_MAXINT64, .id = ""};
  if (!cursor) return TRUE;

  char *end;
  errno = 0;
  place->changed = g_ascii_strtoll(cursor, &end, 10);
  if (end == cursor || errno || *end != '-') return FALSE;

  place->id = end + 1;
  return lap_store_is_id(place->id);
}

/* -- Dispatch -- */

static gboolean invalid(GError **error, const char *what, const char *expected)
{
  g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_INVALID, "%s: expected %s", what, expected);
  return FALSE;
}

/* The message does not repeat the id, which may be long, or not even text. */
static gboolean check_id(const char *id, GError **error)
{
  if (lap_store_is_id(id)) return TRUE;
  return invalid(error, "not the id of a match", "1 to " G_STRINGIFY(LAP_STORE_ID_MAX) " of a-z, 0-9");
}

static gboolean check_line(const char *line, const char *what, GError **error)
{
  if (*line && !strpbrk(line, "\r\n") && g_utf8_validate(line, -1, NULL)) return TRUE;
  return invalid(error, what, "one line of UTF-8, not empty, without its end");
}

static gboolean check_state(LapStoredState state, GError **error)
{
  if (state == LAP_STORED_OPEN || state == LAP_STORED_RUNNING || state == LAP_STORED_OVER ||
      state == LAP_STORED_SUSPENDED || state == LAP_STORED_BROKEN_OFF)
    return TRUE;
  return invalid(error, "not a state of a match", "open, running, over, suspended or broken off");
}

static gboolean check_cursor(const char *cursor, GError **error)
{
  LapStorePlace place;
  if (lap_store_read_cursor(cursor, &place)) return TRUE;
  return invalid(error, "not a place in a list of matches", "a cursor as an earlier page gave it");
}

gboolean lap_store_create(LapStore *store, const LapStored *match, GError **error)
{
  if (!check_id(match->id, error) || !check_line(match->game, "not a game", error) ||
      !check_line(match->header, "not the header of a match", error) ||
      !check_line(match->seats, "not the seats of a match", error) || !check_state(match->state, error))
    return FALSE;
  return LAP_STORE_GET_IFACE(store)->create(store, match, error);
}

gboolean lap_store_append(LapStore *store, const char *match, guint64 index, const char *entry, LapStoredState state,
                          gint64 now, GError **error)
{
  if (!check_id(match, error) || !check_line(entry, "not an entry of a match", error) || !check_state(state, error))
    return FALSE;
  return LAP_STORE_GET_IFACE(store)->append(store, match, index, entry, state, now, error);
}

gboolean lap_store_set_seats(LapStore *store, const char *match, const char *seats, GError **error)
{
  if (!check_id(match, error) || !check_line(seats, "not the seats of a match", error)) return FALSE;
  return LAP_STORE_GET_IFACE(store)->set_seats(store, match, seats, error);
}

gboolean lap_store_set_game(LapStore *store, const char *match, const char *game, GError **error)
{
  if (!check_id(match, error) || !check_line(game, "not the game of a match", error)) return FALSE;
  return LAP_STORE_GET_IFACE(store)->set_game(store, match, game, error);
}

gboolean lap_store_commit(LapStore *store, GError **error) { return LAP_STORE_GET_IFACE(store)->commit(store, error); }

void lap_store_roll_back(LapStore *store) { LAP_STORE_GET_IFACE(store)->roll_back(store); }

LapStored *lap_store_find(LapStore *store, const char *match, GError **error)
{
  if (!check_id(match, error)) return NULL;
  return LAP_STORE_GET_IFACE(store)->find(store, match, error);
}

GPtrArray *lap_store_entries(LapStore *store, const char *match, guint64 after, guint64 upto, GError **error)
{
  if (!check_id(match, error)) return NULL;
  return LAP_STORE_GET_IFACE(store)->entries(store, match, after, upto, error);
}

gboolean lap_store_keep_snapshots(LapStore *store, const char *match, GPtrArray *snapshots, GError **error)
{
  return check_id(match, error) && LAP_STORE_GET_IFACE(store)->keep(store, match, snapshots, error);
}

LapSnapshot *lap_store_find_snapshot(LapStore *store, const char *match, guint64 upto, GError **error)
{
  if (!check_id(match, error)) return NULL;
  return LAP_STORE_GET_IFACE(store)->snapshot(store, match, upto, error);
}

GPtrArray *lap_store_get_tails(LapStore *store, const char *match, guint64 upto, GError **error)
{
  if (!check_id(match, error)) return NULL;
  return LAP_STORE_GET_IFACE(store)->tails(store, match, upto, error);
}

gboolean lap_store_add_message(LapStore *store, const char *match, guint64 number, const char *message, GError **error)
{
  if (!check_id(match, error) || !check_line(message, "not a message", error)) return FALSE;
  return LAP_STORE_GET_IFACE(store)->add_message(store, match, number, message, error);
}

GPtrArray *lap_store_get_messages(LapStore *store, const char *match, guint64 before, guint limit, GError **error)
{
  if (!check_id(match, error)) return NULL;
  return LAP_STORE_GET_IFACE(store)->messages(store, match, before ? before : G_MAXINT64, limit, error);
}

GPtrArray *lap_store_list(LapStore *store, const LapStoreFilter *filter, const char *cursor, guint limit,
                          GError **error)
{
  static const LapStoreFilter any;
  if (!check_cursor(cursor, error)) return NULL;
  return LAP_STORE_GET_IFACE(store)->list(store, filter ? filter : &any, cursor, limit, error);
}

gboolean lap_store_remove(LapStore *store, const char *match, GError **error)
{
  if (!check_id(match, error)) return FALSE;
  return LAP_STORE_GET_IFACE(store)->remove(store, match, error);
}

gboolean lap_store_has_build(LapStore *store, const char *name)
{
  const LapStoreInterface *iface = LAP_STORE_GET_IFACE(store);
  return !iface->has_build || iface->has_build(store, name);
}

gboolean lap_store_keep_build(LapStore *store, const char *match, const char *name, GBytes *content, GError **error)
{
  const LapStoreInterface *iface = LAP_STORE_GET_IFACE(store);
  if (!check_id(match, error)) return FALSE;
  if (content && g_bytes_get_size(content) > LAP_STORE_BUILD_MAX)
    return invalid(error, "too large a build", "16 MiB at most");
  return !iface->keep_build || iface->keep_build(store, match, name, content, error);
}

gboolean lap_store_release_builds(LapStore *store, const char *match, gboolean drop, GError **error)
{
  const LapStoreInterface *iface = LAP_STORE_GET_IFACE(store);
  return check_id(match, error) && (!iface->release_builds || iface->release_builds(store, match, drop, error));
}

GBytes *lap_store_get_build(LapStore *store, const char *name, GError **error)
{
  const LapStoreInterface *iface = LAP_STORE_GET_IFACE(store);
  if (iface->get_build) return iface->get_build(store, name, error);
  g_set_error_literal(error, LAP_STORE_ERROR, LAP_STORE_ERROR_NOT_FOUND, "the store keeps no builds");
  return NULL;
}

GPtrArray *lap_store_get_builds(LapStore *store, const char *match, GError **error)
{
  const LapStoreInterface *iface = LAP_STORE_GET_IFACE(store);
  if (!check_id(match, error)) return NULL;
  return iface->get_builds ? iface->get_builds(store, match, error) : g_ptr_array_new_with_free_func(g_free);
}

gboolean lap_store_check(LapStore *store, GError **error)
{
  const LapStoreInterface *iface = LAP_STORE_GET_IFACE(store);
  return !iface->check || iface->check(store, error);
}

const char *lap_store_get_warning(LapStore *store)
{
  const LapStoreInterface *iface = LAP_STORE_GET_IFACE(store);
  return iface->get_warning ? iface->get_warning(store) : NULL;
}

GPtrArray *lap_store_verify(LapStore *store, GPtrArray **past)
{
  const LapStoreInterface *iface = LAP_STORE_GET_IFACE(store);
  GPtrArray *findings = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GPtrArray) before = g_ptr_array_new_with_free_func(g_free);
  if (iface->verify) iface->verify(store, findings, before);
  if (past) *past = g_steal_pointer(&before);
  return findings;
}

void lap_store_backup_task(LapStore *store, const char *path, GTask *task)
{
  const LapStoreInterface *iface = LAP_STORE_GET_IFACE(store);
  if (iface->backup)
    iface->backup(store, path, task);
  else
    g_task_return_new_error(task, LAP_STORE_ERROR, LAP_STORE_ERROR_INVALID,
                            "no file has this store: backups are made of sqlite:PATH");
}

void lap_store_backup_async(LapStore *store, const char *path, GCancellable *cancellable, GAsyncReadyCallback callback,
                            gpointer data)
{
  g_autoptr(GTask) task = g_task_new(store, cancellable, callback, data);
  g_task_set_source_tag(task, lap_store_backup_async);
  lap_store_backup_task(store, path, task);
}

gboolean lap_store_backup_finish(LapStore *store, GAsyncResult *result, guint64 *matches, guint64 *entries,
                                 GError **error)
{
  GTask *task = G_TASK(result);
  if (!g_task_propagate_boolean(task, error)) return FALSE;
  LAP_STORE_GET_IFACE(store)->backup_totals(task, matches, entries);
  return TRUE;
}

/* -- Errors that the implementations share -- */

gboolean lap_store_check_next(const char *match, guint64 entries, guint64 index, GError **error)
{
  if (index == entries + 1) return TRUE;
  g_set_error(error, LAP_STORE_ERROR, index && index <= entries ? LAP_STORE_ERROR_EXISTS : LAP_STORE_ERROR_NOT_FOUND,
              "entry %" G_GUINT64_FORMAT " of match %s %s: the next one is %" G_GUINT64_FORMAT, index, match,
              index && index <= entries ? "is there already" : "would leave a gap", entries + 1);
  return FALSE;
}

gboolean lap_store_no_such_match(const char *match, GError **error)
{
  g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_NOT_FOUND, "the store has no match %s", match);
  return FALSE;
}

gboolean lap_store_match_exists(const char *match, GError **error)
{
  g_set_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_EXISTS, "the store has a match %s already", match);
  return FALSE;
}
