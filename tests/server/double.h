/* A server with doubles around it: a host that has no matches, methods that do what a test needs, subscriptions that
 * tell when told to, and peers that read or do not. */
#pragma once

#include "host/server/connection.h"

/* --- the host */

typedef struct {
  guint begun, ended;        /* batches */
  guint staged, most;        /* entries of the present batch, and of the one that had most */
  guint bots;                /* moves that bots have to make yet; each is an entry */
  gint64 clock;              /* what lap_host_run_clocks says */
  guint clocks_run;          /* how often it was asked */
  gboolean fails;            /* commits do */
  gboolean slow;             /* commits of entries take until `committing` is called */
  GDestroyNotify committing; /* NULL while no commit is under way */
  gpointer data;             /* of that */
  GString *story; /* of what happened, a letter each: ( begun, / its commit has begun, ) committed, ! failed, e entry, b
                     bot, c clocks, and > a message that went out */
} Double;

/* One at a time. */
extern Double the_double;

LapServer *double_server(void);
/* With a limit of its own. */
LapServer *double_limited_server(const char *limit, gint64 value);
void double_clear(LapServer *server);
/* Runs the main context until nothing is left to do. */
void double_run(void);

/* --- peers */

typedef struct {
  LapConnection *connection; /* NULL once it is gone */
  GPtrArray *heard;          /* of char *, messages as they came */
  gsize waiting;             /* what it says that waits; messages add to it while it is `stuck` */
  gboolean stuck;
  guint closed; /* the code, or 0 */
  gboolean closed_now;
  guint rests;   /* ms that it was last not to be read for, or 0 */
  gboolean held; /* it is not to be read */
} Reader;

Reader *reader_new(LapServer *server, const char *transport, const char *address, GError **error);
void reader_free(Reader *reader);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Reader, reader_free)

void reader_say(Reader *reader, const char *message);
/* Says it, runs, and returns the last message heard, the reader's; NULL if nothing came. */
const char *reader_ask(Reader *reader, const char *message);
/* Whether an answer to request 1 is an error of this code. */
gboolean double_is_error(const char *answer, const char *code);
/* What was heard from the `i`th message on, a line each. (transfer full) */
char *reader_heard(const Reader *reader, guint i);

/* --- the methods: names of real ones, since their params are checked
 *
 * host.hello answers with its params; match.play stages an entry and answers {"seq":1}; match.view reads a match;
 * match.leave fails as illegal; match.resign fails without a word; games.list tells everybody `{"method":"news"}`;
 * match.export answers with 100 KB; plugins.list is for operators. */
