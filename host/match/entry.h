/* A log entry: one thing that happened to a match, with what follows from it once it has been applied. */
#pragma once

#include <glib-object.h>

#include "host/engine/game.h"
#include "secret.h"

G_BEGIN_DECLS

/**
 * LapEntryKind:
 * @LAP_ENTRY_JOIN: somebody took a seat
 * @LAP_ENTRY_LEAVE: a seat was freed
 * @LAP_ENTRY_BOT: a bot took a seat
 * @LAP_ENTRY_MOVE: a move was made
 * @LAP_ENTRY_RESIGN: a seat gave up
 * @LAP_ENTRY_TIMEOUT: a clock has run out, which resigns
 * @LAP_ENTRY_PROPOSE: a seat proposed something
 * @LAP_ENTRY_ANSWER: a seat answered a proposal
 * @LAP_ENTRY_RULES: from here on the match is played by other rules, or they have refused it
 * @LAP_ENTRY_SUSPEND: its rules have failed, so that it stands still
 * @LAP_ENTRY_RESUME: an operator lets it go on
 *
 * What happened.
 */
typedef enum {
  LAP_ENTRY_JOIN,
  LAP_ENTRY_LEAVE,
  LAP_ENTRY_BOT,
  LAP_ENTRY_MOVE,
  LAP_ENTRY_RESIGN,
  LAP_ENTRY_TIMEOUT,
  LAP_ENTRY_PROPOSE,
  LAP_ENTRY_ANSWER,
  LAP_ENTRY_RULES,
  LAP_ENTRY_SUSPEND,
  LAP_ENTRY_RESUME
} LapEntryKind;

/**
 * LapRequestMark:
 *
 * Recognises a request that is sent again.
 */
typedef struct {
  guint64 key;    /* hash of the sender and the key; 0: a request without a key */
  guint64 digest; /* digest of the request */
} LapRequestMark;

/**
 * LapSuspension:
 * @cause: "fault": they broke the contract; the process ended within a hook by "signal", "exit", or "hang"
 * @phase: "plugin/name" of the phase in which they failed; "" if that is not known
 * @hook: the name of the hook; "" if that is not known
 * @reason: what is known of it, for operators: it may have secrets of the match
 *
 * How the rules of a match have failed.
 */
typedef struct LapSuspension {
  const char *cause, *phase, *hook, *reason;
} LapSuspension;

/**
 * LapEntry:
 *
 * A log entry: one thing that happened to a match, with what follows from it once it has been applied.
 */
typedef struct {
  /* As it is stored. */
  LapEntryKind kind;
  guint seat; /* whose it is */
  gint64 at;  /* ms since 1970 */
  LapRequestMark request;
  gboolean has_left;
  gint64 left[LAP_SEATS_MAX]; /* ms on each clock */
  const char *name;           /* JOIN: the player's name; BOT: when applied, `called` or else `bot` */
  const char *bot, *called;   /* BOT: which bot, and what it is called or NULL */
  LapSecretHash secret;       /* JOIN: of the token; LEAVE: of the new invitation */
  const LapAction *steps;     /* [n_steps]: MOVE */
  guint n_steps;
  guint64 hash;               /* MOVE, RULES, and an undo that is applied: of the block after it */
  guint proposal;             /* PROPOSE, ANSWER: a LapProposalKind */
  gboolean accept;            /* ANSWER */
  gboolean applied;           /* PROPOSE, ANSWER: with this entry the proposal is carried out */
  guint moves;                /* an undo that is applied: so many remain */
  const char *rematch;        /* a rematch that is applied: its id; else NULL */
  const char *game;           /* PROPOSE of a variant, RULES: the game that the match becomes one of; else NULL */
  const char *const *options; /* PROPOSE of a variant: name, value ..., NULL: those that the proposer has chosen */
  const char *refused;        /* RULES: the key of the text that says why they have not changed, or NULL */
  gboolean renewal;           /* RULES: another build of the same game, which nobody has proposed */
  const char *position;       /* RULES, a renewal that did not play alike: where the match goes on, or NULL */
  guint64 declined;           /* RULES, a renewal that was refused: which builds (lap_builds_hash) */
  LapSuspension suspension;   /* SUSPEND */

  /* Not stored: of RULES, and of an undo that is applied, what the match is played by after it (if that is not what it
   * was played by before), and the block that it goes to. */
  struct LapRuleset *ruleset;
  const LapBlock *block;

  /* What follows, once it is applied. */
  guint64 seq;
  guint64 decision;       /* that came up with it, or was up before */
  gboolean over;          /* the match is over with it */
  guint64 undone;         /* an undo that is applied: the seq of the first move that no longer stands; else 0 */
  gboolean new_rules;     /* the match is played by other rules with it, or again by earlier ones */
  const LapEvent *events; /* [n_events]: MOVE: what the rules said with it; sealed: none */
  guint n_events;
  gboolean sealed;         /* a choice made at once with others, not open yet: only its seat may know the steps */
  const LapAction *opened; /* [n_opened] steps of all seats, in seat order, that are open with this one */
  guint n_opened;
} LapEntry;

#define LAP_TYPE_ENTRY (lap_entry_get_type())
GType lap_entry_get_type(void);

/**
 * lap_entry_copy:
 * @entry: an entry
 *
 * Copies it, with all that it points to.
 *
 * Returns: (transfer full): the copy
 */
LapEntry *lap_entry_copy(const LapEntry *entry);

/**
 * lap_entry_free:
 * @entry: a copy
 *
 * Frees it.
 */
void lap_entry_free(LapEntry *entry);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapEntry, lap_entry_free)

G_END_DECLS
