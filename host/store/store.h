/* The store: where matches are kept, as logs.
 *
 * A match is a header, written once, and entries, which are only ever added: joins, moves, undos, resignations. The
 * state of a match is never stored, since it follows from its entries. What is written between two commits becomes
 * durable together or not at all: once lap_store_commit has returned TRUE it survives a crash and a power cut. The
 * caller groups the changes of many matches into one commit, and tells nobody of them before it has succeeded.
 *
 * One process writes to a store at a time, its owner. The embedded stores refuse to be opened twice. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define LAP_STORE_ERROR (lap_store_error_quark())
GQuark lap_store_error_quark(void);

typedef enum {
  LAP_STORE_ERROR_URL,       /* not the address of a store */
  LAP_STORE_ERROR_VERSION,   /* written by a newer host */
  LAP_STORE_ERROR_BUSY,      /* another process has it open */
  LAP_STORE_ERROR_CORRUPT,   /* what is in it is not a store, or damaged */
  LAP_STORE_ERROR_IO,        /* a read or write failed, or the disk is full: nothing since the last commit is kept */
  LAP_STORE_ERROR_NOT_FOUND, /* no such match, or an entry that is not the next one after those there */
  LAP_STORE_ERROR_EXISTS,    /* a match of that id, or an entry of that index, is there already */
  LAP_STORE_ERROR_FENCED,    /* another owner has the match now */
  LAP_STORE_ERROR_INVALID    /* not an id, a line of text or a cursor */
} LapStoreError;

#define LAP_STORE_ID_MAX 64

/* What a store knows of a match without reading its entries. */
typedef struct {
  char *id;                /* a word of 1 to LAP_STORE_ID_MAX of a-z, 0-9 */
  char *game;              /* id of the topmost plugin; not empty, on one line */
  char *header;            /* JSON object on one line, in UTF-8 */
  gint64 created, changed; /* microseconds since 1970, UTC */
  guint64 entries;         /* so many; they are 1..entries */
  gboolean over;
} LapStored;

LapStored *lap_stored_copy(const LapStored *stored);
void lap_stored_free(LapStored *stored);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapStored, lap_stored_free)
#define LAP_TYPE_STORED (lap_stored_get_type())
GType lap_stored_get_type(void);

/* Its place in a listing, for lap_store_list to go on behind: where it stood when it was read, even if it has changed
 * or is gone since. A word of digits, '-' and the id; to be handed back as it is. */
char *lap_stored_cursor(const LapStored *stored);

/* Which matches to list: NULL and 0 mean any. */
typedef struct {
  const char *game;
  gboolean only_running, only_over;
  gint64 changed_before; /* older than that; 0: any */
} LapStoreFilter;

#define LAP_TYPE_STORE (lap_store_get_type())
G_DECLARE_INTERFACE(LapStore, lap_store, LAP, STORE, GObject)

/* What an implementation provides; each is a must, and is called on the thread that opened the store. */
struct _LapStoreInterface {
  GTypeInterface parent_interface;

  gboolean (*create)(LapStore *store, const LapStored *match, GError **error);
  gboolean (*append)(LapStore *store, const char *match, guint64 index, const char *entry, gboolean over, gint64 now,
                     GError **error);
  gboolean (*commit)(LapStore *store, GError **error);
  void (*roll_back)(LapStore *store);
  LapStored *(*find)(LapStore *store, const char *match, GError **error);
  GPtrArray *(*entries)(LapStore *store, const char *match, guint64 after, GError **error);
  GPtrArray *(*list)(LapStore *store, const LapStoreFilter *filter, const char *cursor, guint limit, GError **error);
  gboolean (*remove)(LapStore *store, const char *match, GError **error);
};

/* Opens a store: "sqlite:PATH", or "memory:" for one that lasts as long as the object. Makes the file if there is none;
 * brings an older one up to date, in one transaction.
 * Returns: (transfer full) */
LapStore *lap_store_open(const char *url, GError **error);

/* Adds a match, which has no entries yet (`match->entries` is not read). Durable with the next commit. */
gboolean lap_store_create(LapStore *store, const LapStored *match, GError **error);
/* Adds entry `index`, which must be the next one, and says whether the match is over with it. Durable with the next
 * commit. */
gboolean lap_store_append(LapStore *store, const char *match, guint64 index, const char *entry, gboolean over,
                          gint64 now, GError **error);
/* Makes everything since the last commit durable. On FALSE nothing of it is kept, as after lap_store_roll_back; but if
 * the process dies before a later commit of something succeeds, all of it (never a part) may be found again, when the
 * disk wrote what it said that it did not: until then the outcome is unknown.
 *
 * An error of LAP_STORE_ERROR_IO or _CORRUPT in create, append or remove spoils what is not committed, and one of a
 * read among them may: whatever is written after it fails alike, and so does the commit, which begins anew. */
gboolean lap_store_commit(LapStore *store, GError **error);
/* Forgets everything since the last commit. */
void lap_store_roll_back(LapStore *store);

/* What is there, with what is not committed yet.
 * Returns: (transfer full) */
LapStored *lap_store_find(LapStore *store, const char *match, GError **error);
/* The entries behind `after`, in order.
 * Returns: (element-type utf8) (transfer full) */
GPtrArray *lap_store_entries(LapStore *store, const char *match, guint64 after, GError **error);
/* At most `limit` matches behind `cursor` (lap_stored_cursor of the last one had; NULL: from the start), last changed
 * first, equals by id. A match that changes meanwhile moves to the front: page by page, none comes twice and none that
 * stayed as it was is left out.
 * Returns: (element-type LapStored) (transfer full) */
GPtrArray *lap_store_list(LapStore *store, const LapStoreFilter *filter, const char *cursor, guint limit,
                          GError **error);
/* Removes a match and its entries. Durable with the next commit. */
gboolean lap_store_remove(LapStore *store, const char *match, GError **error);

G_END_DECLS
