/* Rules that run in another process: what may be asked of them, and what they answer.
 *
 * A game with a LapRemote has the tables of its plugins, but its engines call no hook. What a hook would have to be
 * called for goes out as a LapRemoteCall, with the block that it is about, to a process that has the plugin's code;
 * there lap_remote_run carries it out with an engine of its own and fills a LapRemoteReply. A call holds all that it
 * depends on, so it does not matter which process gets it, and a process that has died is replaced by another.
 *
 * What comes back is believed as little as a plugin is: each number that an index is made of is checked here
 * (lap_remote_call), and what sessions check in a block they check in any block.
 *
 * A process is far away: an exchange costs more than most hooks. So the answer to a step says in advance what will be
 * asked about the block that it led to (who waits, legal steps, their highlights, the score), and an engine keeps the
 * last answers. */
#pragma once

#include "engine.h"

G_BEGIN_DECLS

typedef enum {
  LAP_CALL_ASK,         /* about a block, which stays as it is */
  LAP_CALL_START,       /* lap_engine_start with `number` as the seed */
  LAP_CALL_APPLY,       /* lap_engine_apply of `step` */
  LAP_CALL_OWN_WORLD,   /* lap_engine_own_world of `seat` */
  LAP_CALL_DERIVE,      /* the derive hooks */
  LAP_CALL_DETERMINISE, /* lap_determinise for `seat`, `number` the chooser's state */
  LAP_CALL_PLAYOUT,     /* lap_engine_playout of at most `plies`, `number` the chooser's state */
  LAP_CALL_PLAYOUTS,    /* lap_engine_playouts for `seat`, `number` the chooser's state; the block stays as it is */
  LAP_CALL_MATCHES,     /* lap_engine_play_matches, `number` the seed; about no block */
  LAP_CALL_CHOOSE,      /* host/bots/remote-bot.h: bot `depth` chooses for `seat` in `n` worlds or `first` microseconds,
                           `number` the chooser's state; the reply's `steps`: the index */
  LAP_CALL_ESTIMATE,    /* host/bots/estimate.h: in `n` worlds or `first` microseconds, `number` the seed */
  LAP_CALL_PREVIEW,     /* lap_engine_preview for `seat`, `number` the seed; the reply's `sums`: points, best, wholes,
                           repeats, begins, then how many of its `events` each step has */
  LAP_CALL_LEAVE,       /* the leave hooks of the levels from `depth` up, topmost first */
  LAP_CALL_JOIN         /* the join hooks of the levels from `depth` up, lowest first */
} LapRemoteCallKind;

/* What a reply is to say about the block that the call ends in, as bits. */
enum {
  LAP_WANT_WAITING = 1u << 0,
  LAP_WANT_LEGAL = 1u << 1,
  LAP_WANT_HIGHLIGHTS = 1u << 2,
  LAP_WANT_SCORE = 1u << 3,
  LAP_WANT_ALL = LAP_WANT_WAITING | LAP_WANT_LEGAL | LAP_WANT_HIGHLIGHTS | LAP_WANT_SCORE
};

typedef struct {
  guint8 kind;  /* LapRemoteCallKind */
  guint8 wants; /* LAP_WANT bits */
  guint8 seat;  /* whose legal steps are wanted, LAP_EVERY_SEAT: those of all who wait; or see LapRemoteCallKind */
  guint8 depth;
  guint32 plies;
  guint64 number;
  guint64 first; /* of MATCHES */
  guint32 n;     /* of MATCHES and PLAYOUTS */
  guint32 spare;
  LapAction step;
} LapRemoteCall;

#define LAP_EVERY_SEAT 0xFF

/* Whether it only asks something, so that the block that comes back with the reply is of no use. */
static inline gboolean lap_remote_call_keeps_block(const LapRemoteCall *call)
{
  return call->kind == LAP_CALL_ASK || call->kind == LAP_CALL_PLAYOUTS || call->kind == LAP_CALL_MATCHES ||
         call->kind == LAP_CALL_CHOOSE || call->kind == LAP_CALL_ESTIMATE || call->kind == LAP_CALL_PREVIEW;
}

/* A place to highlight for a legal step, which is named by its index in `actions`. */
typedef struct {
  guint32 action;
  guint16 field; /* index in LapGame.fields */
  guint16 index;
  guint8 row, side, spare[2];
} LapRemotePlace;

/* The arrays belong to the reply, and grow. */
typedef struct {
  guint8 move; /* LapMove: of START, APPLY and PLAYOUT */
  guint8 done; /* whether the others succeeded */
  guint8 has;  /* LAP_WANT bits: what it says about the block */
  guint8 spare;
  guint16 listed; /* seats whose legal steps it has, as bits */
  guint32 waiting;
  guint32 n_actions[LAP_SEATS_MAX]; /* by seat; the steps of all lie in `actions`, in order of seats */
  guint64 number;                   /* the chooser's state afterwards */
  guint64 steps;                    /* of PLAYOUT; of MATCHES: how many were played */
  GArray *events;                   /* LapEvent, of START, APPLY and PREVIEW */
  GArray *actions;                  /* LapAction */
  GArray *places;                   /* LapRemotePlace */
  GArray *lines;                    /* LapLine */
  GArray *sums;                     /* gint64: lap_statistics_to_numbers, of PLAYOUTS and MATCHES; of PREVIEW */
  GString *fault;                   /* empty: none */
  GString *phase, *hook;            /* of a fault, or of a process that has ended: which hook ran; empty: not known */
  GString *refusal;                 /* of LEAVE and JOIN: the text key of the reason, empty: none */
} LapRemoteReply;

void lap_remote_reply_init(LapRemoteReply *reply);
void lap_remote_reply_clear(LapRemoteReply *reply);
/* Empties it, for the next call. */
void lap_remote_reply_reset(LapRemoteReply *reply);

/* Carries out a call with the rules in this process, checked. `block` becomes what the call makes of it. */
void lap_remote_run(LapEngine *engine, const LapRemoteCall *call, LapBlock *block, LapRemoteReply *reply);

/* For a game that runs elsewhere: makes a call that `hook` will have to be called for, NULL: any. The reply, until the
 * next call, or NULL with a fault. */
const LapRemoteReply *lap_remote_exchange(LapEngine *engine, const LapRemoteCall *call, LapBlock *block,
                                          const char *hook);

/* The way to a process with the rules. */
struct LapRemote {
  /* Carries out a call; `engine` says seats, options and the size of blocks. What only asks leaves the block alone.
   * FALSE: there is no reply, and `reply->fault` says why, unless it was put off (patience.h). The bytes of block and
   * reply may be anything. Called on any thread. */
  gboolean (*call)(LapRemote *remote, const LapEngine *engine, const LapRemoteCall *call, LapBlock *block,
                   LapRemoteReply *reply);
  void (*free)(LapRemote *remote);

  /* For a process that is sandboxed and is to run the rules itself: the folders that it has to read, and the game,
   * which is loaded with its code. Both (transfer full). */
  char **(*get_folders)(LapRemote *remote);
  LapGame *(*load)(LapRemote *remote, GError **error);
};

/* Engines of `game` that are made from now on ask `remote`, which the game then owns. */
void lap_game_set_remote(LapGame *game, LapRemote *remote);

G_END_DECLS
