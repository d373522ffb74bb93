/* The host: every match there is, in one store, of the games of one registry. */
#pragma once

#include "host/plugins/pictures.h"
#include "host/plugins/registry.h"
#include "host/store/store.h"
#include "host/text/texts.h"
#include "settings.h"

G_BEGIN_DECLS

#define LAP_MATCH_ERROR (lap_match_error_quark())
/**
 * lap_match_error_quark:
 *
 * Gets the domain of [enum@Lapidary.MatchError].
 *
 * Returns: the domain
 */
GQuark lap_match_error_quark(void);

/**
 * LapMatchError:
 * @LAP_MATCH_ERROR_UNAUTHORISED: a token or an invitation opens nothing here, or not this
 * @LAP_MATCH_ERROR_NOT_FOUND: no such match, game, seat, bot, proposal or moment
 * @LAP_MATCH_ERROR_ILLEGAL: not a legal move, or not a whole one
 * @LAP_MATCH_ERROR_STALE: meant for an earlier decision
 * @LAP_MATCH_ERROR_NOT_YOUR_TURN: the seat has nothing to decide
 * @LAP_MATCH_ERROR_NOT_STARTED: seats are still free
 * @LAP_MATCH_ERROR_OVER: the match is over
 * @LAP_MATCH_ERROR_SEAT_TAKEN: by somebody else, or no seat is free
 * @LAP_MATCH_ERROR_KEY_REUSED: the key came before with another request
 * @LAP_MATCH_ERROR_INVALID: an argument that can never be right; the message says what would be
 * @LAP_MATCH_ERROR_REFUSED: not now: a proposal is open already, there is nothing to undo
 * @LAP_MATCH_ERROR_FAULT: the plugin broke the contract; nothing has changed
 * @LAP_MATCH_ERROR_UNAVAILABLE: its plugin is unavailable, and no copy of the build that it was played with is kept
 * @LAP_MATCH_ERROR_STORE: the store failed; nothing has changed, or see [method@Lapidary.Store.commit]
 * @LAP_MATCH_ERROR_SUSPENDED: the match is suspended, since its rules have failed
 * @LAP_MATCH_ERROR_ELSEWHERE: another node has the match
 *
 * Why a request to a host or a match failed.
 */
typedef enum {
  LAP_MATCH_ERROR_UNAUTHORISED,
  LAP_MATCH_ERROR_NOT_FOUND,
  LAP_MATCH_ERROR_ILLEGAL,
  LAP_MATCH_ERROR_STALE,
  LAP_MATCH_ERROR_NOT_YOUR_TURN,
  LAP_MATCH_ERROR_NOT_STARTED,
  LAP_MATCH_ERROR_OVER,
  LAP_MATCH_ERROR_SEAT_TAKEN,
  LAP_MATCH_ERROR_KEY_REUSED,
  LAP_MATCH_ERROR_INVALID,
  LAP_MATCH_ERROR_REFUSED,
  LAP_MATCH_ERROR_FAULT,
  LAP_MATCH_ERROR_UNAVAILABLE,
  LAP_MATCH_ERROR_STORE,
  LAP_MATCH_ERROR_SUSPENDED,
  LAP_MATCH_ERROR_ELSEWHERE
} LapMatchError;

typedef struct _LapMatch LapMatch;

#define LAP_TYPE_HOST (lap_host_get_type())
/**
 * LapHost:
 *
 * Every match there is, in one store, of the games of one registry.
 *
 * A match in memory is little more than its block; the rest is in the store, as entries. A match that is not in memory
 * is restored when it is used, from its last snapshot and the entries since. It may be freed when there are no
 * references to it and there are more than [method@Lapidary.Host.set_open_max] of them.
 *
 * Every change is one entry, applied in memory and appended to the store. Outside of a transaction a change is
 * committed before the call returns. Between [method@Lapidary.Host.begin] and [method@Lapidary.Host.end] the changes of
 * many are committed together, and must not be sent to clients before the end has returned %TRUE. When a commit fails,
 * matches go back to what the store has.
 *
 * All of it is on one thread.
 */
G_DECLARE_FINAL_TYPE(LapHost, lap_host, LAP, HOST, GObject)

/**
 * LapHost::entry:
 * @host: a host
 * @match: where it happened
 * @entry: what happened
 *
 * Emitted when a change has been applied, in a transaction before it is committed.
 */

/**
 * LapHost::undone:
 * @host: a host
 * @match: which went back
 *
 * Emitted when a match went back to what the store has, since a commit failed.
 */

/**
 * LapHost::due:
 * @host: a host
 *
 * Emitted when [method@Lapidary.Host.renew] has something to do.
 */

/**
 * lap_host_new:
 * @registry: has the games
 * @store: has the matches
 *
 * Makes a host.
 *
 * Returns: (transfer full): the host
 */
LapHost *lap_host_new(LapRegistry *registry, LapStore *store);

/**
 * lap_host_get_registry:
 * @host: a host
 *
 * Gets the registry of its games.
 *
 * Returns: (transfer none): its registry
 */
LapRegistry *lap_host_get_registry(LapHost *host);

/**
 * lap_host_get_store:
 * @host: a host
 *
 * Gets the store of its matches.
 *
 * Returns: (transfer none): its store
 */
LapStore *lap_host_get_store(LapHost *host);

/**
 * lap_host_create:
 * @host: a host
 * @settings: what the match is created with
 * @invitations: (out) (transfer full) (optional): what opens its seats
 * @error: why not
 *
 * Creates a match; the same one again for the same key and settings. Its id follows from the key.
 *
 * Returns: (transfer full): the match
 */
LapMatch *lap_host_create(LapHost *host, const LapMatchSettings *settings, LapInvitations **invitations,
                          GError **error);

/**
 * lap_host_find:
 * @host: a host
 * @id: of a match
 * @error: why not
 *
 * Gets a match, which is restored if it is not in memory.
 *
 * Returns: (transfer full): the match
 */
LapMatch *lap_host_find(LapHost *host, const char *id, GError **error);

/**
 * lap_host_begin:
 * @host: a host
 *
 * Begins a transaction: changes made in it are committed by its end, together. Transactions do not nest.
 */
void lap_host_begin(LapHost *host);

/**
 * lap_host_end:
 * @host: a host
 * @error: why not
 *
 * Ends the transaction. On %FALSE nothing of it is kept, matches are as they were before it, and
 * [signal@Lapidary.Host::undone] has been emitted for each.
 *
 * Returns: whether it was committed
 */
gboolean lap_host_end(LapHost *host, GError **error);

/**
 * lap_host_refuse_stored_builds:
 * @host: a host
 *
 * From now on no build is taken out of the store and loaded. The store keeps the files of plugins that its matches are
 * played with, which are code: whoever may write the store decides what they are.
 */
void lap_host_refuse_stored_builds(LapHost *host);

/**
 * lap_host_remove:
 * @host: a host
 * @match: id of a match
 * @error: why not
 *
 * Removes a match for good, in a transaction or without. For those who hold a reference it is not there any more
 * (%LAP_MATCH_ERROR_NOT_FOUND), unless the transaction fails. One that another node has is not removed
 * (%LAP_MATCH_ERROR_ELSEWHERE).
 *
 * Returns: whether that was possible
 */
gboolean lap_host_remove(LapHost *host, const char *match, GError **error);

/**
 * lap_host_get_staged:
 * @host: a host
 *
 * Counts the entries of the transaction so far.
 *
 * Returns: how many
 */
guint lap_host_get_staged(LapHost *host);

/**
 * lap_host_play_bots:
 * @host: a host
 * @moves: at most so many
 *
 * Lets bots move in matches that wait for them, in a transaction or without.
 *
 * Returns: whether some still wait
 */
gboolean lap_host_play_bots(LapHost *host, guint moves);

/**
 * lap_host_renew:
 * @host: a host
 *
 * Goes on with deciding which running matches are played by new builds of their plugins: those whose log plays alike.
 * Called after [signal@Lapidary.Host::due], until it returns %FALSE.
 *
 * Returns: whether there is more to do at once
 */
gboolean lap_host_renew(LapHost *host);

/**
 * lap_host_set_moves:
 * @host: a host
 * @moves: whether they do
 *
 * Sets whether a running match goes on with a new build of its plugin also if that does not play its log alike: from
 * there on by other rules, with the same values in fields of the same name. If not, as at first, it keeps its build.
 */
void lap_host_set_moves(LapHost *host, gboolean moves);

/**
 * LapHostMayPlay: (skip)
 * @match: a match that bots play alone
 * @data: as it was given
 *
 * Decides whether a bot may make its next move there.
 *
 * Returns: whether it may; otherwise the match is held until [method@Lapidary.Host.release_bots]
 */
typedef gboolean (*LapHostMayPlay)(LapMatch *match, gpointer data);

/**
 * lap_host_set_may_play: (skip)
 * @host: a host
 * @may_play: (nullable): decides before each move in a match that bots play alone; %NULL: they always may
 * @data: for it
 *
 * Limits what matches without people cost. They also come after those with people.
 */
void lap_host_set_may_play(LapHost *host, LapHostMayPlay may_play, gpointer data);

/**
 * lap_host_set_patience: (skip)
 * @host: a host
 * @microseconds: how long a bot's move may wait for rules in another process
 * @ready: (nullable): dispatched when rules have answered that it did not wait for; %NULL: it waits until they do
 *
 * Moves of bots that were put off are made after [method@Lapidary.Host.release_bots].
 */
void lap_host_set_patience(LapHost *host, gint64 microseconds, GSource *ready);

/**
 * lap_host_set_thinking: (skip)
 * @host: a host
 * @threads: how many bots may think at once, each on a thread of its own; 0: they think within
 *   [method@Lapidary.Host.play_bots]
 * @longest: how long one may think about a choice at most, in microseconds
 * @ready: (nullable): is triggered when one has chosen; then [method@Lapidary.Host.release_bots] is to be called
 *
 * Lets bots that look ahead choose while the host goes on. What they think of at present is given up.
 */
void lap_host_set_thinking(LapHost *host, guint threads, gint64 longest, GSource *ready);

/**
 * lap_host_set_bot_threads: (skip)
 * @host: a host
 * @threads: how many; 0 and 1: one
 *
 * Lets bots that think within [method@Lapidary.Host.play_bots], and are worth it, search on several threads at once.
 */
void lap_host_set_bot_threads(LapHost *host, guint threads);

/**
 * lap_host_release_bots:
 * @host: a host
 *
 * Has all matches asked for again in which bots could not move.
 */
void lap_host_release_bots(LapHost *host);

/**
 * lap_host_run_clocks:
 * @host: a host
 *
 * Ends the time of seats whose clock has run out.
 *
 * Returns: the microseconds until the next one may, or -1
 */
gint64 lap_host_run_clocks(LapHost *host);

/**
 * lap_host_get_game: (skip)
 * @host: a host
 * @id: of a plugin
 * @error: why it is unavailable
 *
 * Gets the game that new matches are played with.
 *
 * Returns: the game, owned by the host; another one once the registry has found another build
 */
LapGame *lap_host_get_game(LapHost *host, const char *id, GError **error);

/**
 * lap_host_get_last_game: (skip)
 * @host: a host
 * @id: of a plugin
 * @error: why it is unavailable
 *
 * Gets the game that new matches are played with or, if there is none now, were played with last: matches that run have
 * to be shown also if their plugin is broken or gone.
 *
 * Returns: the game, owned by the host
 */
LapGame *lap_host_get_last_game(LapHost *host, const char *id, GError **error);

/**
 * lap_host_get_texts: (skip)
 * @host: a host
 * @id: of a plugin
 * @language: "en", "es", "id"
 * @error: why they are unavailable
 *
 * Gets the texts of a game as its folder has them now. If those cannot be read, they are those from before.
 *
 * Returns: the texts, owned by the host
 */
LapTexts *lap_host_get_texts(LapHost *host, const char *id, const char *language, GError **error);

/**
 * lap_host_get_pictures: (skip)
 * @host: a host
 * @id: of a plugin
 *
 * Gets the pictures of a game as its folder has them now, or as the last build that could be loaded had them.
 *
 * Returns: (nullable): the pictures, owned by the host
 */
const LapPictures *lap_host_get_pictures(LapHost *host, const char *id);

/**
 * lap_host_get_picture: (skip)
 * @host: a host
 * @address: as descriptions of games have it
 *
 * Gets a picture of any game of the host.
 *
 * Returns: (nullable): SVG, owned by the host
 */
GBytes *lap_host_get_picture(LapHost *host, const char *address);

/**
 * LapBuildVisit:
 * @rules: the hash of the rules of a build, as #LapPluginInfo has it
 * @version: the version of the plugin
 * @matches: how many running matches are played with it
 * @data: of the caller
 *
 * Called with what running matches are played with.
 */
typedef void (*LapBuildVisit)(const char *rules, const char *version, guint matches, gpointer data);

/**
 * lap_host_visit_builds: (skip)
 * @host: a host
 * @id: of a plugin
 * @visit: called for each build
 * @data: for @visit
 *
 * Counts the matches in memory that are not over and are played with the plugin, or with what extends it, by its
 * builds.
 */
void lap_host_visit_builds(LapHost *host, const char *id, LapBuildVisit visit, gpointer data);

/**
 * lap_host_disable:
 * @host: a host
 * @id: of a plugin
 * @disabled: whether it is
 *
 * Refuses new matches of a plugin and of what extends it, or no longer. Matches that run go on.
 */
void lap_host_disable(LapHost *host, const char *id, gboolean disabled);

/**
 * lap_host_is_disabled:
 * @host: a host
 * @id: of a plugin
 *
 * Tells whether new matches of a plugin are refused.
 *
 * Returns: whether they are
 */
gboolean lap_host_is_disabled(LapHost *host, const char *id);

/**
 * lap_host_verify_match:
 * @host: a host
 * @stored: a match of its store
 * @replayed: (out): whether the builds that it was played with are there, so that it could be played again
 * @error: what is wrong
 *
 * Verifies a stored match: that its header and entries are as they were written, that they play again from the start
 * with the same result at each move, and that lists show it as it is then.
 *
 * Returns: whether nothing is wrong
 */
gboolean lap_host_verify_match(LapHost *host, const LapStored *stored, gboolean *replayed, GError **error);

/**
 * lap_host_get_open:
 * @host: a host
 *
 * Counts the matches in memory.
 *
 * Returns: how many
 */
guint lap_host_get_open(LapHost *host);

/**
 * lap_host_set_hook_limit:
 * @host: a host
 * @milliseconds: 1000 at first
 *
 * Says how long rules that run in workers may take for a step.
 */
void lap_host_set_hook_limit(LapHost *host, guint milliseconds);

/**
 * lap_host_set_open_max:
 * @host: a host
 * @n: how many; 1000 unless set
 *
 * Sets how many matches may stay in memory while nobody holds them.
 */
void lap_host_set_open_max(LapHost *host, guint n);

/**
 * lap_host_set_sources: (skip)
 * @host: a host
 * @now: gives microseconds since 1970; NULL for the real time
 * @monotonic: gives microseconds that never jump, for the clocks of seats; NULL for the real ones
 * @random: fills bytes; NULL for the real one
 * @data: for all of them
 *
 * Sets where time and secrets come from, for tests.
 */
void lap_host_set_sources(LapHost *host, gint64 (*now)(gpointer), gint64 (*monotonic)(gpointer),
                          void (*random)(gpointer, guint8 *, gsize), gpointer data);

G_END_DECLS
