/* Inside host/match: the state of a host, and the functions that its files share. match-state.h has the order of calls.
 */
#pragma once

#include "match-state.h"
#include "settings-private.h"

G_BEGIN_DECLS

/* The matches in which bots are to move or clocks run (schedule.c); a reference to each. */
typedef struct {
  GQueue bots;   /* LapMatch in which a bot is to move and a person plays */
  GQueue alone;  /* those that bots play alone: they come after the others */
  GQueue held;   /* of those, the ones in which bots may not move at present */
  GTree *clocks; /* LapMatch whose clocks run, first deadline first */
} LapSchedule;

typedef struct LapRenewal LapRenewal;

struct _LapHost {
  GObject parent_instance;

  LapRegistry *registry;
  LapStore *store;
  gint64 (*now)(gpointer), (*monotonic)(gpointer);
  void (*random)(gpointer, guint8 *, gsize);
  gpointer source;

  /* host.c */
  GHashTable *matches; /* id to LapMatch, a reference each */
  GQueue recent;       /* their links, last used first */
  guint open_max;
  guint snapshot_every; /* entries; tests change it */
  GHashTable *disabled; /* ids */
  GHashTable *drawn;    /* id of a match that is yet to begin → LapDrawn; host-create.c */
  LapRulesets *rulesets;

  /* host-games.c */
  GHashTable *games, *texts; /* by "id", and by "id language" */
  GHashTable *former;        /* LapGame by the names of its builds */
  char *unavailable;         /* why one could not be loaded last, for the log; or NULL */
  gboolean refuses_stored_builds;

  char *elsewhere;    /* where the match is that was looked for last, if it is not here; or NULL; node.c */
  GHashTable *others; /* id of a match to the address of the node that has it; node.c forgets them */

  /* renewal.c, which host.c adds to */
  GQueue outdated;     /* LapMatch that may be played by a newer build, a reference each */
  LapRenewal *renewal; /* the one that is tried, or NULL */
  gboolean moves;      /* matches go on with new builds that do not play alike, too */

  /* batch.c */
  GPtrArray *staged;     /* LapMatch that have changed since the last commit, a reference each */
  GPtrArray *committing; /* those whose changes are being committed, likewise; NULL while no commit is under way */
  guint entries;
  gboolean removed; /* a match was removed since the last commit */
  gboolean in_batch;
  char *failure; /* why the batch was taken back, so that nothing more may change in it; or NULL */
  GString *line; /* scratch */

  LapSchedule schedule;

  /* bots.c */
  LapHostMayPlay may_play; /* or NULL */
  gpointer may_play_data;
  gint64 patience;       /* us; see lap_host_set_patience */
  GSource *ready;        /* or NULL */
  GArray *choices;       /* LapAction, scratch */
  LapThinking *thinking; /* or NULL */
  guint bot_threads;     /* of a bot that is worth several, where there is no `thinking` */
  LapGenerator chance;
};

/* us since 1970: finer than entries have it, for the store to order matches by. */
static inline gint64 lap_host_now_us(const LapHost *host) { return host->now(host->source); }
/* ms since 1970 */
static inline gint64 lap_host_now_ms(const LapHost *host) { return lap_host_now_us(host) / 1000; }
/* ms of the clocks of seats: they go on evenly whatever happens to the time of day. */
static inline gint64 lap_host_clock_ms(const LapHost *host) { return host->monotonic(host->source) / 1000; }
static inline void lap_host_random(LapHost *host, guint8 *bytes, gsize n) { host->random(host->source, bytes, n); }

/* What is drawn for a match: nobody could have known it. */
typedef struct {
  guint8 salt[LAP_SALT_SIZE]; /* the secret of the host: never sent */
  guint64 seed;
} LapDrawn;

/* --- schedule.c */

void lap_schedule_init(LapSchedule *schedule);
void lap_schedule_clear(LapSchedule *schedule);
/* Must be called when the match has changed: updates whether bots are to move in it, and when its clocks run out. */
void lap_schedule_note(LapSchedule *schedule, LapMatch *match);
/* The next match in which a bot is to move, or NULL; it is not in the queue any more. (transfer full) */
LapMatch *lap_schedule_next_bot(LapSchedule *schedule);
/* Puts a match that was next aside until lap_schedule_release. (transfer full): the match */
void lap_schedule_hold(LapSchedule *schedule, LapMatch *match);
void lap_schedule_release(LapSchedule *schedule);
/* How many matches bots are to move in, without those that are held. */
guint lap_schedule_count_bots(const LapSchedule *schedule);
/* The match whose clock runs out first, or NULL. (transfer none) */
LapMatch *lap_schedule_next_clock(LapSchedule *schedule);
/* Whether its rules have failed so often for one decision that the match is to be suspended. */
gboolean lap_match_fails(LapMatch *match);
/* Whether no person plays in it: bots sit in all seats, or play for those who have resigned. */
gboolean lap_match_is_of_bots(LapMatch *match);
/* The seat that the host has to move for, or the number of seats. */
guint lap_match_bot_to_move(LapMatch *match);
/* ms on the clock of a seat at `clock_ms` (lap_host_clock_ms); -1 without clocks. */
gint64 lap_match_clock_left(const LapMatch *match, guint seat, gint64 clock_ms);
/* Whether the clock of the seat runs and has nothing left. */
gboolean lap_match_clock_expired(const LapMatch *match, guint seat, gint64 clock_ms);
/* Sets the clocks of the entry to their values at `clock_ms`. */
void lap_match_stamp_clocks(const LapMatch *match, LapEntry *entry, gint64 clock_ms);

/* --- host.c */

/* A match in memory, or NULL; it has been used. (transfer none) */
LapMatch *lap_host_in_memory(LapHost *host, const char *id);
/* Add the match to the host's table of matches in memory, or remove it. */
void lap_host_adopt(LapHost *host, LapMatch *match);
void lap_host_let_go(LapHost *host, LapMatch *match);
/* Must be called when the match, or any, may be played by another build than the present one. */
void lap_host_note_outdated(LapHost *host, LapMatch *match);
void lap_host_note_all_outdated(LapHost *host);
/* The match is gone: it is removed from the table. References to it may remain, and from now on the host cannot clear
 * `match->host` when it is finalised: therefore the match holds a reference to the host instead. */
void lap_host_dismiss(LapHost *host, LapMatch *match);
/* It is not gone after all. */
void lap_host_readmit(LapHost *host, LapMatch *match);
void lap_host_emit_entry(LapHost *host, LapMatch *match, LapEntry *entry);
void lap_host_emit_undone(LapHost *host, LapMatch *match);
void lap_host_emit_due(LapHost *host);

/* --- host-games.c */

/* The host has a registry when these are called. */
void lap_host_init_games(LapHost *host);
void lap_host_clear_games(LapHost *host);
/* The build that the header of a match names (lap_log_header_builds); NULL if it is the present one, or not to be had.
 * (transfer none) */
LapGame *lap_host_get_former_game(LapHost *host, const char *id, char **builds);

/* --- builds.c */

/* Notes in the store which builds a match needs: those that it is played with now, beside those before; none once it is
 * over. For the next commit; an error is one of the store. */
gboolean lap_builds_keep(LapHost *host, LapMatch *match, GError **error);
/* Makes sure that there are copies of these builds, from the store where the cache lacks them. */
gboolean lap_builds_take_out(LapHost *host, char **builds, GError **error);

/* --- match-rules.c, which match-rules.h has more of */

/* The build that a stored match began with; NULL if that is the present one, or not to be had. (transfer none) */
LapGame *lap_match_former_game(LapHost *host, const LapStored *stored);

/* --- match-history.c */

/* Starts the match as its stored header says, with the build that it has (LapMatch.game) or else that there is now. */
gboolean lap_match_start_stored(LapMatch *match, const LapStored *stored, GError **error);
/* Reads it from the store, in place. `snapshots` (optional): gets those that had to be taken on the way (LapSnapshot),
 * because the store's do not fit. */
gboolean lap_match_restore(LapMatch *match, const LapStored *stored, GPtrArray *snapshots, GError **error);
/* The match goes back to what the store has; it is broken until that can be read, and gone if it is not there. */
gboolean lap_match_go_back(LapMatch *match, GError **error);
/* A copy of the match as it was before that one of the moves that stand, from 0. (transfer full) */
LapMatch *lap_match_before(LapMatch *match, guint move, GError **error);

/* Brings a match that is in no state to where the store has it, through all of its entries. */
gboolean lap_match_replay(LapMatch *match, const LapStored *stored, GError **error);

/* --- batch.c */

/* What lists show of the match as it is now: how far it is, and who sits where, as JSON (transfer full). */
LapStoredState lap_batch_stored_state(LapMatch *match);
char *lap_batch_stored_seats(LapMatch *match);

/* Whether changes are still possible in this batch; FALSE with an error if the store has failed. */
gboolean lap_batch_is_open(LapHost *host, GError **error);
/* Writes to the store, for the next commit. If that fails, the whole batch is undone. `header`: the match's, as text.
 */
gboolean lap_batch_add_match(LapHost *host, LapMatch *match, const char *header, GError **error);
gboolean lap_batch_add_entry(LapHost *host, LapMatch *match, const LapEntry *entry, GError **error);
/* The same for what somebody has said. */
gboolean lap_batch_add_message(LapHost *host, LapMatch *match, guint64 number, const char *message, GError **error);
/* Commits, unless a batch is open. */
gboolean lap_batch_settle(LapHost *host, GError **error);

/* --- host-create.c */

/* Creates and stages the rematch that was agreed on. Returns: (transfer full): its id */
char *lap_host_create_rematch(LapHost *host, LapMatch *match, GError **error);

/* --- node.c */

/* Makes sure that a match which is not in memory is this node's; otherwise `host->elsewhere` has where it is. */
gboolean lap_host_claim(LapHost *host, const char *id, GError **error);

/* --- request.c */

/* The requesting seat of a client that has no seat yet. */
#define LAP_NOBODY_YET 255
/* Checks that a new request can be granted now, and completes its entry. `data`: what was asked for besides. */
typedef gboolean (*LapPrepare)(LapMatch *match, LapEntry *entry, gpointer data, GError **error);
/* All requests for changes come here: `entry` is prepared and entered, unless a request with the same key and digest
 * was before. Then `entry->seat` is that of the entry that was made, and `*seq` (optional) its number. `by`: a seat or
 * LAP_NOBODY_YET; `key` NULL: the request is always new. */
gboolean lap_match_request(LapMatch *match, guint by, const char *key, guint64 digest, LapEntry *entry,
                           LapPrepare prepare, gpointer data, guint64 *seq, GError **error);
/* Makes an entry for a new request, or for a change without one: stamps, applies, stages and announces it. */
gboolean lap_match_enter(LapMatch *match, LapEntry *entry, GError **error);

/* --- renewal.c */

/* Ends the trial that is under way, and forgets the others. */
void lap_renewal_clear(LapHost *host);

/* --- suspension.c */

/* Suspends a match whose rules have failed in such a way. */
gboolean lap_match_suspend(LapMatch *match, const LapSuspension *how, GError **error);
/* Likewise for a fault of rules; NULL: the last that was noted. */
gboolean lap_match_suspend_failing(LapMatch *match, const GError *failure, GError **error);

/* --- bots.c */

/* Whether `*thought` is done, and is about the decision of the match that `about` names by bot, seat, block, prefix and
 * whether it weighs. If it is about another one, or there is none, one is begun in its place. */
gboolean lap_match_think(LapMatch *match, LapThought **thought, const LapThoughtSubject *about);

/* Time is up for seats whose clock has run out. */
gboolean lap_match_expire_clocks(LapMatch *match, GError **error);

G_END_DECLS
