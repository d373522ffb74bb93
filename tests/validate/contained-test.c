/* What a hook does to its process, or tries to do to the machine, ends its trial alone, and the verdict says what it
 * was, and which hook of which phase: a game of the zoo that does each deed in each hook, as a trusted plugin, whose
 * code is in this process. */
#include <dlfcn.h>
#include <string.h>
#include <sys/resource.h>

#include "verdicts.h"

#define FORBIDDEN ", which no rules may do"
/* Bytes of addresses, should a trial not be contained; not with AddressSanitizer. */
#define MEMORY_MAX ((rlim_t)16 << 30)
#define PROCESSES_MAX 4096

typedef struct {
  const char *hook, *deed;
  const char *property; /* that comes to the hook */
  const char *place, *what;
} Case;

#define IN_APPLY(deed, what)                                           \
  {                                                                    \
    "apply", deed, "ends", "phase misbehaves/turn, hook apply: ", what \
  }
#define PRINTS(hook, property, place)                                             \
  {                                                                               \
    hook, "stdout", property, place, "called write() to write to standard output" \
  }

static const Case cases[] = {
    {"apply", "none", "ends", NULL, NULL},
    IN_APPLY("null", "crashed with SIGSEGV"),
    IN_APPLY("wild_far", "crashed with SIGSEGV"),
    IN_APPLY("overflow", "crashed with SIGSEGV"),
    IN_APPLY("exit", "left the process with status 0"),
    IN_APPLY("abort", "crashed with SIGABRT"),
    IN_APPLY("throw", "crashed with SIGABRT"),
    IN_APPLY("loop", "did not come back: it hangs"),
    IN_APPLY("fork", " to start a process or a thread" FORBIDDEN),
    IN_APPLY("bomb", " to start a process or a thread" FORBIDDEN),
    IN_APPLY("threads", " to start a thread" FORBIDDEN),
    IN_APPLY("memory", "took all of the 1024 MiB of memory that it may have, and crashed with SIGSEGV"),
    IN_APPLY("file", " to open a file" FORBIDDEN),
    IN_APPLY("scribble", " to open a file" FORBIDDEN), /* to read it */
    IN_APPLY("socket", "called socket() to talk to others" FORBIDDEN),
    IN_APPLY("stdout", "called write() to write to standard output" FORBIDDEN),
    IN_APPLY("signal", "called kill() to reach another process" FORBIDDEN),
    IN_APPLY("ptrace", "called ptrace() to reach another process" FORBIDDEN),
    IN_APPLY("truncate", "called ftruncate() to make or change a file" FORBIDDEN),
    PRINTS("enter", "ends", "phase misbehaves/turn, hook enter: "),
    PRINTS("actors", "ends", "phase misbehaves/turn, hook actors: "),
    PRINTS("legal", "ends", "phase misbehaves/turn, hook legal: "),
    PRINTS("run", "ends", "phase misbehaves/refill, hook run: "),
    PRINTS("derive", "ends", "hook derive: "),
    PRINTS("rule", "ends", "phase misbehaves/turn, hook apply: "), /* which calls the rule */
    PRINTS("operation", "ends", "phase misbehaves/refill, hook run: "),
    PRINTS("score", "questions", "hook score: "),
    PRINTS("highlights", "questions", "hook highlights: "),
    PRINTS("resample", "paired-worlds", "hook resample: "),
};

static LapGame *load(void)
{
  void *module = dlopen(ZOO_FOLDER "/misbehaves.so", RTLD_NOW | RTLD_LOCAL);
  if (!module) g_error("%s", dlerror());
  gpointer symbol = dlsym(module, LAP_PLUGIN_SYMBOL);
  const LapSource source = {.plugin = ((const LapPlugin *(*)(void))symbol)()};
  GError *error = NULL;
  LapGame *game = lap_game_link(&source, 1, &error);
  g_assert_no_error(error);
  return game;
}

static GPtrArray *validate(const char *hook, const char *deed, const char *property)
{
  g_autoptr(LapGame) game = load();
  g_autoptr(LapOptions) values = lap_options_new(game);
  if (!lap_options_set(values, game, "hook", hook, NULL) || !lap_options_set(values, game, "deed", deed, NULL) ||
      !lap_options_set(values, game, "ply", "2", NULL))
    g_assert_not_reached();
  const LapValidateOptions options = {.positions = 40, .seconds = 4, .fork = TRUE, .values = values};
  return lap_validate(game, NULL, property, &options);
}

static void is_contained(gconstpointer data)
{
  const Case *deed = data;
  g_autoptr(GPtrArray) verdicts = validate(deed->hook, deed->deed, deed->property);
  g_assert_cmpuint(verdicts->len, ==, 1);
  const LapVerdict *verdict = g_ptr_array_index(verdicts, 0);
  const char *message = verdict->message ? verdict->message : "passed";
  g_test_message("%s", message);
  g_assert_cmpint(verdict->passed, ==, deed->what == NULL);
  if (!deed->what) return;
  g_assert_nonnull(strstr(message, deed->place));
  g_assert_nonnull(strstr(message, deed->what));
}

/* The first property that comes to it is the only one that waits. */
static void hang_is_waited_for_once(void)
{
  guint hung = 0, untried = 0;
  g_autoptr(GPtrArray) verdicts = validate("legal", "loop", NULL);
  for (guint i = 0; i < verdicts->len; i++) {
    const LapVerdict *verdict = g_ptr_array_index(verdicts, i);
    if (verdict->passed) continue;
    hung += verdict->tried;
    untried += !verdict->tried;
    g_assert_cmpint(verdict->positions == 0, ==, !verdict->tried);
    if (!verdict->tried) g_assert_cmpstr(verdict->message, ==, "not tried: phase misbehaves/turn, hook legal hangs");
  }
  g_assert_cmpuint(hung, ==, 1);
  g_assert_cmpuint(untried, >, 10);
}

/* Should the trials not be contained, not much happens either. */
static void limit(void)
{
  struct rlimit now;
  if (getrlimit(RLIMIT_NPROC, &now) == 0)
    setrlimit(RLIMIT_NPROC, &(struct rlimit){MIN(now.rlim_cur, PROCESSES_MAX), now.rlim_max});
  if (getrlimit(RLIMIT_AS, &now) == 0)
    setrlimit(RLIMIT_AS, &(struct rlimit){MIN(now.rlim_cur, MEMORY_MAX), now.rlim_max});
}

int main(int argc, char **argv)
{
  limit();
  g_test_init(&argc, &argv, NULL);
  g_test_set_nonfatal_assertions();
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *path = g_strdup_printf("/contained/%s-in-%s", cases[i].deed, cases[i].hook);
    g_test_add_data_func(path, &cases[i], is_contained);
  }
  g_test_add_func("/contained/a-hang-is-waited-for-once", hang_is_waited_for_once);
  return g_test_run();
}
