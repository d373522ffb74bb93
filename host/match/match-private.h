/* Functions on matches that are not public: for host/match itself, and for host/projection. */
#pragma once

#include "entry.h"
#include "host/bots/bot.h"
#include "host/engine/session.h"
#include "host/json/writer.h"
#include "match.h"
#include "positions.h"

G_BEGIN_DECLS

/* Whether it can be used: there still, and read again from the store if it had to be. */
gboolean lap_match_ready(LapMatch *match, GError **error);

/* Its options as text (an array of "name", "value", ..., ended by NULL). (transfer none) */
const char *const *lap_match_options(LapMatch *match);

/* The options that the open proposal chooses for its variant, in the same form, or NULL. (transfer none) */
const char *const *lap_match_swap_options(LapMatch *match);

/* Steps of `seat` from a client's JSON array. Returns: (transfer full): of LapAction */
GArray *lap_match_read_steps(LapMatch *match, guint seat, const char *text, GError **error);

/* Writes an array with what everybody may know of each seat, {"name","free"?,"bot"?,"resigned"?,"late"?}; `clocks`:
 * also what is left on its clock. */
void lap_match_write_seats(LapMatch *match, gboolean clocks, LapJsonWriter *json);

/* How it ended: "finished", "resigned", "aborted"; NULL while it runs. */
const char *lap_match_result(LapMatch *match);

/* Whether its rules may be called; else an error of LAP_MATCH_ERROR_SUSPENDED. */
gboolean lap_match_is_safe(const LapMatch *match, GError **error);

/* An engine and a block to show a match by that is suspended: its rules need not be called for a view of that block,
 * which lacks what seats have chosen, but not shown to others. (transfer full) */
gboolean lap_match_open_still(LapMatch *match, LapEngine **engine, LapBlock **block, GError **error);

/* Its clocks: ms at the start and for each move. FALSE: it has none. */
gboolean lap_match_get_clock(LapMatch *match, gint64 *initial, gint64 *increment);

/* Its hints, if they are other than usual: "always", "never"; or NULL. */
const char *lap_match_get_hints(LapMatch *match);

/* What a bot is asked about: the steps that `seat` may take in `block`, to which its `n` steps so far lead. */
typedef struct {
  guint seat;
  const LapBlock *block;
  const LapAction *steps;
  guint n;
  LapActions legal;
} LapQuestion;

/* Asks one: `*best` is the step that it would take, and to `weights` it adds an LapWeight for each legal one, or none
 * where there is one alone. A request is put off until the bot has thought (host/engine/patience.h); without one it is
 * waited for. */
gboolean lap_match_weigh(LapMatch *match, const LapQuestion *question, GArray *weights, LapAction *best,
                         GError **error);

/* What each position of a match that is over was worth, in order: LapEstimateAt, the match's own. They begin with the
 * start of the match, and the end is none of them: `*end` is the entry with which it was over, or -1 if there may be
 * further ones, and then there are more than `wanted` after the entry `since` (-1: in all). A request is put off as
 * long as that takes; without one it is waited for. */
const GArray *lap_match_analyse(LapMatch *match, gint64 since, guint wanted, gint64 *end, GError **error);

/* Must be called when the rules of a match have failed while a person has to decide: after some such failures for one
 * decision it is suspended. Other errors than faults of rules are ignored. */
void lap_match_note_failure(LapMatch *match, const GError *failure);

/* Where a match stood in a process that ended. */
typedef struct {
  guint64 seq, decision, builds; /* builds: of what it was played by (LapRuleset) */
  const guint8 *blocks;          /* [n][size]: its block, and the one before the last move */
  guint n;
  gsize size;
} LapMarkedBlocks;

/* Suspends a match since its rules have ended the process before, without calling them. Of `blocks` the one is
 * used to which its entries lead. TRUE also if there is no such match, it is over, or is suspended. */
gboolean lap_host_suspend(LapHost *host, const char *id, const LapSuspension *how, const LapMarkedBlocks *blocks,
                          GError **error);
/* Has a match keep its build, since the present one has ended the process while it played the log of the match. */
gboolean lap_host_decline_renewal(LapHost *host, const char *id, const char *why, GError **error);

/* The match that it goes on from, or NULL, and after which of its entries. */
const char *lap_match_from(LapMatch *match, guint64 *seq);

/* Data that a higher layer attaches to the present state of the match. Freed with `destroy` when the match is freed or
 * is reset to the stored state. Initially NULL. */
gpointer lap_match_get_attachment(LapMatch *match);
void lap_match_attach(LapMatch *match, gpointer attachment, GDestroyNotify destroy);

/* A copy of the match as it was after `seq` entries, for reading only: it knows how many moves stood, but not which.
 * (transfer full) */
LapMatch *lap_match_at(LapMatch *match, guint64 seq, GError **error);

/* Appends the part of that text that entries after `since` up to `upto` have made (its header, if `since` is 0), and no
 * further line once it has grown by `room` bytes. `*reached`: the entry up to which it goes. */
gboolean lap_match_log_page(LapMatch *match, guint64 since, guint64 upto, gsize room, GString *out, guint64 *reached,
                            GError **error);

/* Plays a part of the match again: `visit` is called with such a copy after `since` entries (`entry` NULL) and after
 * each further one up to `upto`. Stops when it says FALSE. */
typedef gboolean (*LapMatchVisit)(LapMatch *then, const LapEntry *entry, gpointer data);
gboolean lap_match_visit(LapMatch *match, guint64 since, guint64 upto, LapMatchVisit visit, gpointer data,
                         GError **error);

/* For tests of secrecy: replaces the match's block by another one of the same game, seats and options. The store is not
 * changed. */
void lap_match_set_block(LapMatch *match, const LapBlock *block);

G_END_DECLS
