/* Each misdeed of the game that misbehaves, in each of its hooks, in a sandboxed child that plays it: whatever the
 * plugin does, the child is done, has a fault, or ends in a way that can be told, and nothing happens elsewhere. */
#include <dlfcn.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/engine/convert.h"
#include "host/engine/engine.h"
#include "host/engine/knowledge.h"
#include "host/engine/session.h"
#include "host/sandbox/sandbox-private.h"

#define MEMORY_MAX (G_GUINT64_CONSTANT(128) << 20)
/* Microseconds of the processor that a child may use. */
#define WORK_MAX 200000

/* Seconds that it has, should it wait for something for ever. */
#define LIFETIME_MAX 20

/* How a child ends that is not ended by its plugin. */
enum { PLAYED = 10, FAULT, SETUP_FAILED };

static const char *const hooks[] = {"enter",      "actors",   "run",    "score", "derive", "rule",  "operation",
                                    "highlights", "resample", "notice", "join",  "legal",  "apply", "leave"};
/* From here on they are some of each sort. */
#define SOME_HOOKS 11

/* What may come of it: the child has played to the end, has a fault, or ends by a signal or with status 0. */
typedef struct {
  const char *deed;
  gboolean played, fault, exited;
  int signal;
  gboolean dies; /* by any signal */
  gboolean slow; /* to try: in some hooks only */
} Misdeed;

static const Misdeed misdeeds[] = {
    {"none", .played = TRUE},
    {"null", .signal = SIGSEGV},
    {"wild_byte", .played = TRUE, .fault = TRUE, .dies = TRUE},
    {"wild_near", .played = TRUE, .fault = TRUE, .dies = TRUE},
    {"wild_far", .signal = SIGSEGV},
    {"overflow", .signal = SIGSEGV},
    {"exit", .exited = TRUE},
    {"abort", .signal = SIGABRT},
    {"throw", .signal = SIGABRT},
    {"loop", .signal = SIGVTALRM, .slow = TRUE},
    {"slow", .played = TRUE, .signal = SIGVTALRM, .slow = TRUE},
    {"fork", .signal = SIGSYS},
    {"bomb", .signal = SIGSYS},
    {"threads", .signal = SIGSYS},
    {"memory", .signal = SIGSEGV, .slow = TRUE},
    {"file", .signal = SIGSYS},
    {"socket", .signal = SIGSYS},
    {"stdout", .played = TRUE},
    {"signal", .signal = SIGSYS},
    {"ptrace", .signal = SIGSYS},
    {"truncate", .signal = SIGSYS},
    {"scribble", .played = TRUE, .fault = TRUE, .dies = TRUE, .slow = TRUE},
    {"garbage_counts", .played = TRUE, .fault = TRUE, .dies = TRUE},  /* its own rules believe them */
    {"garbage_actions", .played = TRUE, .fault = TRUE, .dies = TRUE}, /* an engine that is not checked does */
    {"garbage_length", .played = TRUE, .fault = TRUE},
    {"garbage_score", .played = TRUE, .fault = TRUE},
    {"garbage_event", .played = TRUE, .fault = TRUE},
};

/* -- In the child -- */

static const LapPlugin *load(const char *name)
{
  g_autofree char *file = g_strdup_printf("%s/%s.so", ZOO_FOLDER, name);
  void *module = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!module) g_printerr("# %s\n", dlerror());
  const LapPlugin *(*entry)(void);
  *(void **)&entry = module ? dlsym(module, LAP_PLUGIN_SYMBOL) : NULL;
  return entry ? entry() : NULL;
}

static LapEngine *make_engine(LapGame *game, const char *hook, const char *deed)
{
  g_autoptr(LapOptions) options = lap_options_new(game);
  return lap_options_set(options, game, "hook", hook, NULL) && lap_options_set(options, game, "deed", deed, NULL)
             ? lap_engine_new(game, 2, options, NULL)
             : NULL;
}

/* Asks everything that can be asked, then makes a random move. */
static gboolean play_ply(LapEngine *engine, LapBlock *block, LapGenerator *chooser)
{
  LapSheet sheet;
  LapHighlightedPlace place[LAP_HIGHLIGHTS_MAX];
  guint seat = (guint)__builtin_ctz(lap_engine_waiting(engine, block) | 1u << 31);
  g_autoptr(LapBlock) imagined = lap_block_new(engine);
  memcpy(imagined, block, lap_engine_block_size(engine));
  lap_engine_score(engine, block, &sheet);
  lap_determinise(engine, imagined, 0, chooser);
  const LapActions *legal = seat < 2 ? lap_engine_legal(engine, block, seat) : NULL;
  if (!legal || lap_engine_fault(engine)) return FALSE;
  for (guint i = 0; i < legal->n; i++) lap_engine_highlights(engine, block, &legal->v[i], place);
  return !lap_engine_fault(engine) && lap_engine_playout(engine, block, chooser, 1, NULL) == LAP_MOVE_MADE;
}

static gboolean play(LapEngine *engine, LapBlock *block, guint plies)
{
  LapGenerator chooser = lap_generator_seeded(plies);
  while (plies-- && !lap_head(block)->over)
    if (!play_ply(engine, block, &chooser)) return FALSE;
  return TRUE;
}

/* A match of the base that becomes one of the variant, and one of the base again. */
static gboolean play_both(LapEngine *base, LapEngine *more)
{
  g_autoptr(LapBlock) block = lap_block_new(base);
  g_autoptr(LapBlock) joined = lap_block_new(more);
  return lap_engine_start(base, block, 1) == LAP_MOVE_MADE && play(base, block, 3) &&
         lap_convert(base, block, more, joined, NULL) && play(more, joined, 3) &&
         lap_convert(more, joined, base, block, NULL) && play(base, block, 100) && lap_head(block)->over;
}

static int run_child(const char *hook, const char *deed)
{
  const char *const readable[] = {ZOO_FOLDER, NULL};
  g_autoptr(GError) error = NULL;
  if (!lap_sandbox_enter(readable, MEMORY_MAX, &error)) {
    g_printerr("# %s\n", error->message);
    return SETUP_FAILED;
  }
  const LapSource chain[] = {{.plugin = load("misbehaves")}, {.plugin = load("misbehaves-more")}};
  g_autoptr(LapGame) game = chain[0].plugin ? lap_game_link(chain, 1, NULL) : NULL;
  g_autoptr(LapGame) variant = game && chain[1].plugin ? lap_game_link(chain, 2, NULL) : NULL;
  if (!variant) return SETUP_FAILED;
  g_autoptr(LapEngine) base = make_engine(game, hook, deed), more = make_engine(variant, hook, deed);
  if (!base || !more || !lap_sandbox_close(NULL)) return SETUP_FAILED;
  return play_both(base, more) ? PLAYED : FAULT;
}

/* -- Tests -- */

static int run(const char *hook, const char *deed)
{
  int status;
  pid_t child = fork();
  g_assert_cmpint(child, >=, 0);
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    if (!lap_sandbox_close_descriptors(3, NULL)) _exit(SETUP_FAILED);
    alarm(LIFETIME_MAX);
    setitimer(ITIMER_VIRTUAL, &(struct itimerval){.it_value.tv_usec = WORK_MAX}, NULL);
    _exit(run_child(hook, deed));
  }
  g_assert_cmpint(waitpid(child, &status, 0), ==, child);
  return status;
}

static gboolean is_expected(const Misdeed *misdeed, int status)
{
  /* Sanitizers end a process in their own ways. */
  gboolean reported = lap_sandbox_is_sanitized() && (misdeed->signal || misdeed->exited);
  if (WIFSIGNALED(status)) return misdeed->dies || reported || WTERMSIG(status) == misdeed->signal;
  switch (WEXITSTATUS(status)) {
  case EXIT_SUCCESS:
    return misdeed->exited;
  case PLAYED:
    return misdeed->played;
  case FAULT:
    return misdeed->fault;
  case SETUP_FAILED:
    return FALSE;
  default:
    return lap_sandbox_is_sanitized() && (misdeed->dies || reported);
  }
}

static void test_misdeed(gconstpointer data)
{
  const Misdeed *misdeed = data;
  for (guint i = misdeed->slow ? SOME_HOOKS : 0; i < G_N_ELEMENTS(hooks); i++) {
    int status = run(hooks[i], misdeed->deed);
    g_test_message("%s: %s %d", hooks[i], WIFSIGNALED(status) ? "signal" : "status",
                   WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    g_assert_true(is_expected(misdeed, status));
  }
  g_assert_false(g_file_test("/tmp/lapidary-misbehaves", G_FILE_TEST_EXISTS));
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_set_nonfatal_assertions();
  for (gsize i = 0; i < G_N_ELEMENTS(misdeeds); i++) {
    g_autofree char *path = g_strdup_printf("/misbehaves/%s", misdeeds[i].deed);
    g_test_add_data_func(path, &misdeeds[i], test_misdeed);
  }
  return g_test_run();
}
