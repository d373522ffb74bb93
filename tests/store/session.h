/* A short life of a store, played turn by turn beside a twin in memory that never fails, so that at any time it is
 * known what must be there. */
#pragma once

#include "cluster.h"
#include "host/store/store.h"

typedef struct {
  char *folder; /* NULL if the store is in a database */
  char *url;
  LapStore *store; /* NULL while it is closed */
  LapStore *twin;  /* what is acknowledged */
  guint turn;
  GPtrArray *possible; /* dumps: of what is acknowledged, then of the turns whose commit failed since */
} Session;

#define SESSION_TURNS 8

Session *session_new(void);
/* The same in a database of a server; NULL: in a file. */
Session *session_new_in(Cluster *cluster);
void session_free(Session *session);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Session, session_free)

/* Opens the store; FALSE if it could not. */
gboolean session_open(Session *session);
void session_close(Session *session);

/* Plays one turn and commits it: whether it was acknowledged. */
gboolean session_play(Session *session);

/* What is acknowledged is there, and nothing else. */
void session_check(Session *session);

/* As after a crash: what is acknowledged is there, or all of one turn of unknown outcome beside it. What is found
 * counts as acknowledged from here on. FALSE if it could not be read. */
gboolean session_check_reopened(Session *session);

/* A test that runs with each store that lasts. */
typedef struct {
  const char *name;
  void (*run)(Session *session);
} SessionTest;

/* Adds the tests as /store/KIND/sqlite/NAME and /store/KIND/postgresql/NAME. */
void session_add_tests(const char *kind, const SessionTest *tests, gsize n);
/* The server of this program's tests, started when it is first asked for; NULL: the test is skipped. */
Cluster *session_cluster(void);
/* As g_test_run; ends the server. */
int session_run_tests(void);

/* Everything that is in a store, as text; NULL if it could not be read. */
char *dump(LapStore *store);
