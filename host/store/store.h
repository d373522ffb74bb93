/* The store: where matches are kept, as logs. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define LAP_STORE_ERROR (lap_store_error_quark())
/**
 * lap_store_error_quark:
 *
 * Gets the domain of [error@Lapidary.StoreError].
 *
 * Returns: the domain
 */
GQuark lap_store_error_quark(void);

/**
 * LapStoreError:
 * @LAP_STORE_ERROR_URL: not the address of a store
 * @LAP_STORE_ERROR_VERSION: written by a newer host
 * @LAP_STORE_ERROR_BUSY: another process has it open
 * @LAP_STORE_ERROR_CORRUPT: what is in it is not a store, or damaged
 * @LAP_STORE_ERROR_IO: a read or write failed, or the disk is full: nothing since the last commit is kept
 * @LAP_STORE_ERROR_NOT_FOUND: no such match, or an entry that is not the next one after those there
 * @LAP_STORE_ERROR_EXISTS: a match of that id, an entry of that index, or a file for a backup, is there already
 * @LAP_STORE_ERROR_FENCED: another owner has the match now
 * @LAP_STORE_ERROR_INVALID: not an id, a line of text or a cursor; not a store of which backups are made
 * @LAP_STORE_ERROR_UNTRUSTED: others may write it, so that no code is taken out of it
 * @LAP_STORE_ERROR_GONE: its files were removed, replaced or changed while it was open: nothing is kept any more
 *
 * Why a store failed.
 */
typedef enum {
  LAP_STORE_ERROR_URL,
  LAP_STORE_ERROR_VERSION,
  LAP_STORE_ERROR_BUSY,
  LAP_STORE_ERROR_CORRUPT,
  LAP_STORE_ERROR_IO,
  LAP_STORE_ERROR_NOT_FOUND,
  LAP_STORE_ERROR_EXISTS,
  LAP_STORE_ERROR_FENCED,
  LAP_STORE_ERROR_INVALID,
  LAP_STORE_ERROR_UNTRUSTED,
  LAP_STORE_ERROR_GONE
} LapStoreError;

/**
 * LAP_STORE_ID_MAX:
 *
 * How long the id of a match is at most.
 */
#define LAP_STORE_ID_MAX 64

/**
 * LapStoredState:
 * @LAP_STORED_OPEN: seats are free
 * @LAP_STORED_RUNNING: it is played
 * @LAP_STORED_OVER: it has ended
 * @LAP_STORED_SUSPENDED: its rules have failed, and it stands still
 * @LAP_STORED_BROKEN_OFF: it has ended while it was suspended
 *
 * How far a stored match is; as bits, in a [struct@Lapidary.StoreFilter].
 */
typedef enum {
  LAP_STORED_OPEN = 1,
  LAP_STORED_RUNNING = 2,
  LAP_STORED_OVER = 4,
  LAP_STORED_SUSPENDED = 8,
  LAP_STORED_BROKEN_OFF = 16
} LapStoredState;

/**
 * LAP_STORED_ENDED:
 *
 * All states of matches that have ended.
 */
#define LAP_STORED_ENDED (LAP_STORED_OVER | LAP_STORED_BROKEN_OFF)

/**
 * LAP_STORED_UNSAFE:
 *
 * All states of matches whose rules are not to be called.
 */
#define LAP_STORED_UNSAFE (LAP_STORED_SUSPENDED | LAP_STORED_BROKEN_OFF)

/**
 * LapStored:
 * @id: a word of 1 to %LAP_STORE_ID_MAX of a-z, 0-9
 * @game: id of the topmost plugin; not empty, on one line
 * @header: a JSON object on one line, in UTF-8
 * @seats: who sits where, as everybody may know it: a JSON array on one line
 * @created: microseconds since 1970, UTC
 * @changed: microseconds since 1970, UTC
 * @entries: how many there are; they are numbered from 1
 * @state: how far it is
 * @is_public: whether it is listed for all
 *
 * What a store knows of a match without reading its entries. That is all that lists need, so that none has to restore
 * a match.
 */
typedef struct {
  char *id;
  char *game;
  char *header;
  char *seats;
  gint64 created, changed;
  guint64 entries;
  LapStoredState state;
  gboolean is_public;
} LapStored;

/**
 * lap_stored_copy:
 * @stored: a stored match
 *
 * Copies it.
 *
 * Returns: (transfer full): the copy
 */
LapStored *lap_stored_copy(const LapStored *stored);

/**
 * lap_stored_free:
 * @stored: a stored match
 *
 * Frees it.
 */
void lap_stored_free(LapStored *stored);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapStored, lap_stored_free)
#define LAP_TYPE_STORED (lap_stored_get_type())
GType lap_stored_get_type(void);

/**
 * lap_stored_cursor:
 * @stored: a stored match
 *
 * Gets its place in a listing, after which [method@Lapidary.Store.list] continues: where it stood when it was read,
 * even if it has changed or is gone since.
 *
 * Returns: (transfer full): a word of digits, '-' and the id, to be passed on as it is
 */
char *lap_stored_cursor(const LapStored *stored);

/**
 * LapSnapshot:
 * @place: how many entries it is of
 * @state: what they have made of the match
 * @tail: what is added to the tails of the snapshots before
 *
 * The state of a match after some of its entries, so that it need not be played again from its start. It is a cache
 * that the store keeps and does not understand: who reads it checks it, and does without it if it does not fit.
 */
typedef struct {
  guint64 place;
  GBytes *state, *tail;
} LapSnapshot;

/**
 * lap_snapshot_copy:
 * @snapshot: a snapshot
 *
 * Copies it.
 *
 * Returns: (transfer full): the copy
 */
LapSnapshot *lap_snapshot_copy(const LapSnapshot *snapshot);

/**
 * lap_snapshot_free:
 * @snapshot: a snapshot
 *
 * Frees it.
 */
void lap_snapshot_free(LapSnapshot *snapshot);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapSnapshot, lap_snapshot_free)
#define LAP_TYPE_SNAPSHOT (lap_snapshot_get_type())
GType lap_snapshot_get_type(void);

/**
 * LapStoreFilter:
 * @game: only matches of this game; %NULL for any
 * @states: only matches in one of these states ([enum@Lapidary.StoredState], as bits); 0 for any
 * @only_public: only matches that are listed for all
 * @changed_before: only matches that last changed before then; 0 for any
 *
 * Which matches to list.
 */
typedef struct {
  const char *game;
  guint states;
  gboolean only_public;
  gint64 changed_before;
} LapStoreFilter;

#define LAP_TYPE_STORE (lap_store_get_type())
/**
 * LapStore:
 *
 * Where matches are kept, as logs.
 *
 * A match is a header, written once, and entries, which are only ever added: joins, moves, undos, resignations. The
 * state of a match follows from its entries; snapshots of it are kept, but may be lost without harm. What people say to
 * each other at a match is kept beside its entries and is no part of it. What is written
 * between two commits becomes durable together or not at all: once [method@Lapidary.Store.commit] has returned %TRUE it
 * survives a crash and a power cut. The caller groups the changes of many matches into one commit, and notifies no
 * client of them before it has succeeded.
 *
 * One process writes to a store at a time, its owner. A store refuses to be opened twice, except in a database by nodes
 * (`lap_store_open_as_node`), each of which owns some of its matches.
 */
G_DECLARE_INTERFACE(LapStore, lap_store, LAP, STORE, GObject)

/**
 * LapStoreInterface:
 *
 * What an implementation provides. All functions up to `remove` are required; they are called by one thread at a time,
 * not always by the same.
 */
struct _LapStoreInterface {
  GTypeInterface parent_interface;

  gboolean (*create)(LapStore *store, const LapStored *match, GError **error);
  gboolean (*append)(LapStore *store, const char *match, guint64 index, const char *entry, LapStoredState state,
                     gint64 now, GError **error);
  gboolean (*set_seats)(LapStore *store, const char *match, const char *seats, GError **error);
  gboolean (*set_game)(LapStore *store, const char *match, const char *game, GError **error);
  gboolean (*commit)(LapStore *store, GError **error);
  void (*roll_back)(LapStore *store);
  LapStored *(*find)(LapStore *store, const char *match, GError **error);
  GPtrArray *(*entries)(LapStore *store, const char *match, guint64 after, guint64 upto, GError **error);
  gboolean (*keep)(LapStore *store, const char *match, GPtrArray *snapshots, GError **error);
  LapSnapshot *(*snapshot)(LapStore *store, const char *match, guint64 upto, GError **error);
  GPtrArray *(*tails)(LapStore *store, const char *match, guint64 upto, GError **error);
  gboolean (*add_message)(LapStore *store, const char *match, guint64 number, const char *message, GError **error);
  GPtrArray *(*messages)(LapStore *store, const char *match, guint64 before, guint limit, GError **error);
  GPtrArray *(*list)(LapStore *store, const LapStoreFilter *filter, const char *cursor, guint limit, GError **error);
  gboolean (*remove)(LapStore *store, const char *match, GError **error);
  gboolean (*has_build)(LapStore *store, const char *name);
  gboolean (*keep_build)(LapStore *store, const char *match, const char *name, GBytes *content, GError **error);
  gboolean (*release_builds)(LapStore *store, const char *match, gboolean drop, GError **error);
  GBytes *(*get_build)(LapStore *store, const char *name, GError **error);
  GPtrArray *(*get_builds)(LapStore *store, const char *match, GError **error);
  gboolean (*check)(LapStore *store, GError **error);
  const char *(*get_warning)(LapStore *store);
  void (*verify)(LapStore *store, GPtrArray *findings, GPtrArray *past);
  void (*backup)(LapStore *store, const char *path, GTask *task);
  void (*backup_totals)(GTask *task, guint64 *matches, guint64 *entries);

  /* Of stores that nodes share; node.h. */
  gboolean (*claim)(LapStore *store, const char *match, char **elsewhere, GError **error);
  void (*release)(LapStore *store, const char *match);
  GPtrArray *(*renew)(LapStore *store, gboolean *lost, GError **error);
  void (*leave)(LapStore *store);
};

/**
 * lap_store_open:
 * @url: "sqlite:PATH", "postgresql://...", or "memory:" for one that lasts as long as the object
 * @error: why not
 *
 * Opens a store. Makes the file, or the tables, if there are none; brings older ones up to date, in one transaction.
 * What libpq takes is an address of PostgreSQL, with "postgresql:" before it if it is no URI; errors do not repeat
 * passwords. The module for it is loaded only then.
 *
 * Returns: (transfer full): the store
 */
LapStore *lap_store_open(const char *url, GError **error);

/**
 * lap_store_create:
 * @store: a store
 * @match: the match, whose `entries` is not read, since it has none yet
 * @error: why not
 *
 * Adds a match. Durable with the next commit.
 *
 * Returns: whether that was possible
 */
gboolean lap_store_create(LapStore *store, const LapStored *match, GError **error);

/**
 * lap_store_append:
 * @store: a store
 * @match: id of a match
 * @index: the entry's, which must be the next one
 * @entry: one line of UTF-8
 * @state: how far the match is after it
 * @now: microseconds since 1970, UTC
 * @error: why not
 *
 * Adds an entry. Durable with the next commit.
 *
 * Returns: whether that was possible
 */
gboolean lap_store_append(LapStore *store, const char *match, guint64 index, const char *entry, LapStoredState state,
                          gint64 now, GError **error);

/**
 * lap_store_set_seats:
 * @store: a store
 * @match: id of a match
 * @seats: who sits where now: one line of UTF-8
 * @error: why not
 *
 * Notes who sits where, for lists. Durable with the next commit.
 *
 * Returns: whether that was possible
 */
gboolean lap_store_set_seats(LapStore *store, const char *match, const char *seats, GError **error);

/**
 * lap_store_set_game:
 * @store: a store
 * @match: id of a match
 * @game: id of the game that it is one of now
 * @error: why not
 *
 * Notes that it has become one of another game, for lists. Durable with the next commit.
 *
 * Returns: whether that was possible
 */
gboolean lap_store_set_game(LapStore *store, const char *match, const char *game, GError **error);

/**
 * lap_store_commit:
 * @store: a store
 * @error: why not
 *
 * Makes everything since the last commit durable.
 *
 * On %FALSE nothing of it is kept, as after [method@Lapidary.Store.roll_back]; but if the process dies before a later
 * commit of something succeeds, all of it (never a part) may be found again, if the disk wrote data although it
 * reported an error: until then the outcome is unknown. A store in a database finds out as soon as it reaches its
 * server again, for which it waits some seconds before it fails; if all of it was kept, reads see it from then on.
 *
 * An error of %LAP_STORE_ERROR_IO or %LAP_STORE_ERROR_CORRUPT in create, append or remove spoils what is not committed,
 * and one of a read in between may: what is written after it fails likewise, and so does the commit, after which the
 * store is usable again.
 *
 * Returns: whether everything is durable
 */
gboolean lap_store_commit(LapStore *store, GError **error);

/**
 * lap_store_roll_back:
 * @store: a store
 *
 * Forgets everything since the last commit.
 */
void lap_store_roll_back(LapStore *store);

/**
 * lap_store_find:
 * @store: a store
 * @match: id of a match
 * @error: why not
 *
 * Looks a match up. Sees changes that are not committed yet.
 *
 * Returns: (transfer full): what is known of it
 */
LapStored *lap_store_find(LapStore *store, const char *match, GError **error);

/**
 * lap_store_entries:
 * @store: a store
 * @match: id of a match
 * @after: index of an entry, 0 for the start
 * @upto: index of the last one that is wanted; %G_MAXUINT64 for all
 * @error: why not
 *
 * Reads the entries after one, in order.
 *
 * Returns: (transfer full) (element-type utf8): entries
 */
GPtrArray *lap_store_entries(LapStore *store, const char *match, guint64 after, guint64 upto, GError **error);

/**
 * lap_store_keep_snapshots:
 * @store: a store
 * @match: id of a match
 * @snapshots: (element-type LapSnapshot): at least one, by place; no place is past the last entry
 * @error: why not
 *
 * Keeps snapshots of a match, in place of those that it has at and after the first of these. Durable with the next
 * commit.
 *
 * Returns: whether that was possible
 */
gboolean lap_store_keep_snapshots(LapStore *store, const char *match, GPtrArray *snapshots, GError **error);

/**
 * lap_store_find_snapshot:
 * @store: a store
 * @match: id of a match
 * @upto: how many entries it may be of at most
 * @error: why not
 *
 * Finds the last snapshot up to some entry.
 *
 * Returns: (transfer full) (nullable): the snapshot; %NULL without an error if there is none
 */
LapSnapshot *lap_store_find_snapshot(LapStore *store, const char *match, guint64 upto, GError **error);

/**
 * lap_store_get_tails:
 * @store: a store
 * @match: id of a match
 * @upto: place of a snapshot
 * @error: why not
 *
 * Gets the tails of all snapshots up to one.
 *
 * Returns: (transfer full) (element-type GBytes): tails, by place
 */
GPtrArray *lap_store_get_tails(LapStore *store, const char *match, guint64 upto, GError **error);

/**
 * lap_store_add_message:
 * @store: a store
 * @match: id of a match
 * @number: the message's: the first is 1, each further one has the next
 * @message: one line of UTF-8
 * @error: why not
 *
 * Keeps what somebody at a match has said. Durable with the next commit.
 *
 * Returns: whether that was possible
 */
gboolean lap_store_add_message(LapStore *store, const char *match, guint64 number, const char *message, GError **error);

/**
 * lap_store_get_messages:
 * @store: a store
 * @match: id of a match
 * @before: only messages of lower numbers; 0 for any
 * @limit: at most so many, the last ones
 * @error: why not
 *
 * Reads what was said at a match, in order.
 *
 * Returns: (transfer full) (element-type utf8): messages
 */
GPtrArray *lap_store_get_messages(LapStore *store, const char *match, guint64 before, guint limit, GError **error);

/**
 * lap_store_list:
 * @store: a store
 * @filter: (nullable): which
 * @cursor: (nullable): of the match after which to continue ([method@Lapidary.Stored.cursor]); %NULL for the start
 * @limit: at most so many
 * @error: why not
 *
 * Lists matches, last changed first, equals by id. A match that changes meanwhile moves to the front: over all pages,
 * none comes twice and none that stayed as it was is left out.
 *
 * Returns: (transfer full) (element-type LapStored): matches
 */
GPtrArray *lap_store_list(LapStore *store, const LapStoreFilter *filter, const char *cursor, guint limit,
                          GError **error);

/**
 * lap_store_remove:
 * @store: a store
 * @match: id of a match
 * @error: why not
 *
 * Removes a match with its entries, snapshots and messages, and builds that no other match needs. Durable with the next
 * commit.
 *
 * Returns: whether that was possible
 */
gboolean lap_store_remove(LapStore *store, const char *match, GError **error);

/**
 * LAP_STORE_BUILD_MAX:
 *
 * How many bytes a build has at most that a store keeps.
 */
#define LAP_STORE_BUILD_MAX (16 * 1024 * 1024)

/**
 * lap_store_has_build:
 * @store: a store
 * @name: of a build
 *
 * Tells whether the store has a build already, or needs none, since it does not outlive the process.
 *
 * Returns: whether it need not be given to [method@Lapidary.Store.keep_build]
 */
gboolean lap_store_has_build(LapStore *store, const char *name);

/**
 * lap_store_keep_build:
 * @store: a store
 * @match: id of a match
 * @name: of a build: what it is known by in headers of matches
 * @content: (nullable): what it consists of, at most %LAP_STORE_BUILD_MAX bytes; %NULL if the store has it
 * @error: why not
 *
 * Notes that a match needs a build, and keeps that for as long as any match does. Durable with the next commit.
 *
 * Returns: whether that was possible
 */
gboolean lap_store_keep_build(LapStore *store, const char *match, const char *name, GBytes *content, GError **error);

/**
 * lap_store_release_builds:
 * @store: a store
 * @match: id of a match
 * @drop: whether builds that no match needs are dropped now, not only when the next one is kept
 * @error: why not
 *
 * Notes that a match needs none of its builds any more. Durable with the next commit.
 *
 * Returns: whether that was possible
 */
gboolean lap_store_release_builds(LapStore *store, const char *match, gboolean drop, GError **error);

/**
 * lap_store_get_build:
 * @store: a store
 * @name: of a build
 * @error: why not
 *
 * Reads a build. It is code that somebody put there, who could write the store: a store that others than root and the
 * user of this process may write gives none (%LAP_STORE_ERROR_UNTRUSTED); in a database, others than superusers and the
 * user that this process has there.
 *
 * Returns: (transfer full): its content
 */
GBytes *lap_store_get_build(LapStore *store, const char *name, GError **error);

/**
 * lap_store_get_builds:
 * @store: a store
 * @match: id of a match
 * @error: why not
 *
 * Gets the names of the builds that a match needs and the store keeps.
 *
 * Returns: (transfer full) (element-type utf8): names, sorted
 */
GPtrArray *lap_store_get_builds(LapStore *store, const char *match, GError **error);

/**
 * lap_store_check:
 * @store: a store
 * @error: why not
 *
 * Tells whether the store can keep anything, as far as that can be told without writing. It can not once its files are
 * no longer those that it has open, or its database has gone back (%LAP_STORE_ERROR_GONE), or another owner has taken
 * it (%LAP_STORE_ERROR_FENCED); then every commit fails until the store is opened again. Nor can it as long as its
 * server is away (%LAP_STORE_ERROR_IO).
 *
 * Returns: whether it can
 */
gboolean lap_store_check(LapStore *store, GError **error);

/**
 * lap_store_get_warning:
 * @store: a store
 *
 * Gets what the operator must know of the state in which the store was found when it was opened: that it has gone back
 * to an older state, so that what was acknowledged is lost, or that the host cannot find out whether it has.
 *
 * Returns: (nullable): a sentence; %NULL if it was found as it was left
 */
const char *lap_store_get_warning(LapStore *store);

/**
 * lap_store_verify:
 * @store: a store, in which nothing is uncommitted
 * @past: (out) (optional) (transfer full) (element-type utf8): warnings that it gave when it was opened before, oldest
 *   first, with the time
 *
 * Looks for damage and losses in the store as a whole; [method@Lapidary.Host.verify_match] does it for one match. Reads
 * all of it.
 *
 * Returns: (transfer full) (element-type utf8): what is wrong, a sentence each; empty if nothing is
 */
GPtrArray *lap_store_verify(LapStore *store, GPtrArray **past);

/**
 * lap_store_backup_async:
 * @store: a store in a file
 * @path: of a file that is not there
 * @cancellable: (nullable): to give it up
 * @callback: called on the thread of the store, when the backup is done or has failed
 * @data: for it
 *
 * Copies the store into another file, which is a store itself, while this one goes on being used: a slice at a time, at
 * low priority. The copy is of one moment, between the call and its end: of the last commit then. It has its name only
 * once it is whole and on the disk; %LAP_STORE_ERROR_EXISTS if a file has it.
 */
void lap_store_backup_async(LapStore *store, const char *path, GCancellable *cancellable, GAsyncReadyCallback callback,
                            gpointer data);

/**
 * lap_store_backup_finish:
 * @store: a store
 * @result: what the callback was given
 * @matches: (out): how many matches the copy has
 * @entries: (out): how many entries they have
 * @error: why not
 *
 * Ends [method@Lapidary.Store.backup_async].
 *
 * Returns: whether the copy was made
 */
gboolean lap_store_backup_finish(LapStore *store, GAsyncResult *result, guint64 *matches, guint64 *entries,
                                 GError **error);

G_END_DECLS
