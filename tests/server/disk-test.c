/* A server on a disk that fails, at every call of a short match: an I/O error, no space, a worn disk, a power cut that
 * keeps, drops or tears what was not synced. What was acknowledged is there after reopening, once; what was not can be
 * asked for again with the same key; and nothing crashes. */
#include <string.h>

#include "folder.h"
#include "peer.h"
#include "tests/store/disk.h"

#define CALLS_MAX 5000

/* The match, request by request. The member `keep` of the answer to request N is $N in later ones.
 */
static const struct {
  const char *keep, *method, *params;
} life[] = {
    {"match", "match.create",
     "\"game\":\"tic-tac-toe\",\"seats\":[\"open\",\"open\"],\"visibility\":\"public\",\"seed\":\"1\","
     "\"key\":\"it-creates-the-match\""},
    {"token", "match.join", "\"match\":\"$0\",\"seat\":0,\"name\":\"A\",\"key\":\"the-first-one-joins\""},
    {"token", "match.join", "\"match\":\"$0\",\"seat\":1,\"name\":\"B\",\"key\":\"the-second-one-joins\""},
    {"seq", "match.play",
     "\"match\":\"$0\",\"token\":\"$1\",\"key\":\"the-first-move-of-one\",\"steps\":[{\"kind\":"
     "\"tic-tac-toe/mark\",\"args\":{\"cell\":4}}]"},
    {"seq", "match.play",
     "\"match\":\"$0\",\"token\":\"$2\",\"key\":\"first-move-of-two\",\"steps\":[{\"kind\":"
     "\"tic-tac-toe/mark\",\"args\":{\"cell\":0}}]"},
    {"seq", "match.propose", "\"match\":\"$0\",\"token\":\"$2\",\"kind\":\"undo\",\"key\":\"two-thinks-better-of-it\""},
    {"seq", "match.answer",
     "\"match\":\"$0\",\"token\":\"$1\",\"proposal\":$5,\"accept\":true,\"key\":\"one-is-kind-to-two\""},
    {"seq", "match.play",
     "\"match\":\"$0\",\"token\":\"$2\",\"key\":\"again-move-of-two\",\"steps\":[{\"kind\":"
     "\"tic-tac-toe/mark\",\"args\":{\"cell\":2}}]"},
    {"seq", "match.resign", "\"match\":\"$0\",\"token\":\"$1\",\"key\":\"one-gives-it-all-up\""},
};
#define STEPS G_N_ELEMENTS(life)
#define ENTRIES "8" /* of the whole life, after the match's making */

typedef struct {
  char *folder, *url;
  LapRegistry *registry;
  LapServer *server; /* NULL while it is down */
  Peer *peer;
  char *answer[STEPS]; /* acknowledged */
  char *kept[STEPS];
} Life;

static gboolean start(Life *one)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapStore) store = lap_store_open(one->url, &error);
  if (!store) return FALSE;
  g_autoptr(LapHost) host = lap_host_new(one->registry, store);
  one->server = lap_server_new(host);
  one->peer = peer_new(one->server);
  return TRUE;
}

static void stop(Life *one)
{
  g_clear_pointer(&one->peer, peer_free);
  g_clear_object(&one->server);
}

static char *filled(const Life *one, guint step)
{
  g_autoptr(GString) text = g_string_new(life[step].params);
  for (guint i = 0; i < step; i++) {
    g_autofree char *name = g_strdup_printf("$%u", i);
    g_string_replace(text, name, one->kept[i] ? one->kept[i] : "", 0);
  }
  return g_string_free(g_steal_pointer(&text), FALSE);
}

/* Asks for a step; TRUE if it is acknowledged. What is acknowledged once is answered alike ever after. */
static gboolean ask(Life *one, guint step)
{
  g_autofree char *params = filled(one, step);
  const char *answer = peer_call(one->peer, life[step].method, "%s", params);
  if (!answer || !strstr(answer, "\"result\"")) return FALSE;
  if (one->answer[step]) g_assert_cmpstr(answer, ==, one->answer[step]);
  g_free(one->answer[step]);
  g_free(one->kept[step]);
  one->answer[step] = g_strdup(answer);
  one->kept[step] = peer_member(answer, life[step].keep);
  return TRUE;
}

/* As far as it goes. */
static void live(Life *one)
{
  if (!one->server && !start(one)) return;
  for (guint step = 0; step < STEPS && ask(one, step);) step++;
}

/* Everything acknowledged is there, and the rest can be done now. */
static void check(Life *one)
{
  stop(one);
  g_assert_true(start(one));
  for (guint step = 0; step < STEPS; step++)
    if (!ask(one, step))
      g_error("step %u (%s) after the disk is well again: %s", step, life[step].method, one->peer->answer);
  const char *answer = peer_call(one->peer, "match.subscribe", "\"match\":\"%s\"", one->kept[0]);
  g_autofree char *seq = peer_member(answer, "seq");
  g_assert_cmpstr(seq, ==, ENTRIES);
}

static void clear(Life *one)
{
  stop(one);
  for (guint i = 0; i < STEPS; i++) {
    g_free(one->answer[i]);
    g_free(one->kept[i]);
  }
  remove_folder(one->folder);
  g_free(one->folder);
  g_free(one->url);
}

typedef struct {
  const char *name;
  Fault fault;
  Loss loss;
  gboolean reopens; /* while the disk is broken */
} Kind;

static const Kind kinds[] = {
    {"a-call-fails", FAULT_ONCE, KEEP_ALL, FALSE},
    {"a-call-fails-and-the-server-starts-anew", FAULT_ONCE, KEEP_ALL, TRUE},
    {"the-disk-is-full", FAULT_FULL, KEEP_ALL, FALSE},
    {"the-disk-is-worn", FAULT_WORN, KEEP_ALL, FALSE},
    {"the-process-dies", FAULT_NO_POWER, KEEP_ALL, FALSE},
    {"power-is-cut-and-all-that-was-not-synced-is-dropped", FAULT_NO_POWER, DROP_ALL, FALSE},
    {"power-is-cut-and-what-was-not-synced-is-torn", FAULT_NO_POWER, TEAR, FALSE},
};

static LapRegistry *registry;

/* Whether it came to the fault at all. */
static gboolean try_fault(const Kind *kind, guint at)
{
  g_autoptr(Disk) disk = disk_new();
  Life one = {.folder = make_folder("disk"), .registry = registry};
  one.url = g_strdup_printf("sqlite:%s/store", one.folder);
  disk_break(disk, kind->fault, at, at);
  live(&one);
  if (kind->reopens) stop(&one);
  live(&one);
  if (kind->fault == FAULT_NO_POWER) stop(&one);
  gboolean broke = disk_broke(disk);
  disk_mend(disk, kind->loss);
  check(&one);
  clear(&one);
  return broke;
}

static void test_fault(gconstpointer data)
{
  guint every = g_test_thorough() ? 1 : 5, at = 1;
  while (at < CALLS_MAX && try_fault(data, at)) at += every;
  g_test_message("the fault came at one in %u of %u calls", every, at - 1);
  g_assert_cmpuint(at, >, 30);
  g_assert_cmpuint(at, <, CALLS_MAX);
}

static void say_nothing(const char *domain, GLogLevelFlags level, const char *message, gpointer data)
{
  (void)domain;
  (void)level;
  (void)message;
  (void)data;
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  /* A store that fails is worth a warning, and is what this is about. */
  g_log_set_always_fatal(G_LOG_FATAL_MASK);
  g_log_set_handler(NULL, G_LOG_LEVEL_WARNING, say_nothing, NULL);
  registry = lap_registry_new(NULL);
  for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
    g_autofree char *path = g_strdup_printf("/server/disk/nothing-acknowledged-is-lost-if-%s", kinds[i].name);
    g_test_add_data_func(path, &kinds[i], test_fault);
  }
  int code = g_test_run();
  g_clear_object(&registry);
  return code;
}
