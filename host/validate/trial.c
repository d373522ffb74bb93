/* Trials: what all properties share, and how they are run.
 *
 * A plugin under test may crash, hang or overwrite memory, and its verdict must still come out. Therefore each property
 * is tried in a child process with a limit of processor time. Child and parent share one page of memory (LapTrialPage):
 * the child writes where it is (seed, ply, phase, the hook that runs), and what it found; the parent waits for the
 * child's end and reads the page. If the child did not finish, the page says in which hook of which phase it was. */
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fields.h"
#include "trial.h"

/* A child that neither ends nor uses the processor is ended after this many times its limit. */
#define WAIT_FACTOR 8

typedef gboolean (*Try)(LapTrial *trial);

#define PROPERTY(name, function, promise) {name, promise},
#define TRY(name, function, promise) function,
static const LapProperty properties[] = {LAP_PROPERTIES(PROPERTY){NULL, NULL}};
static const Try tries[] = {LAP_PROPERTIES(TRY)};

const LapProperty *lap_validate_properties(void) { return properties; }

/* --- for the properties */

gboolean lap_trial_fail(LapTrial *trial, const char *format, ...)
{
  LapTrialPage *page = trial->page;
  if (page->failed) return FALSE;
  va_list args;
  va_start(args, format);
  g_vsnprintf(page->message, sizeof page->message, format, args);
  va_end(args);
  page->failed = TRUE;
  return FALSE;
}

gboolean lap_trial_fail_error(LapTrial *trial, const char *what, GError *error)
{
  lap_trial_fail(trial, "%s: %s", what, error ? error->message : "no reason given");
  g_clear_error(&error);
  return FALSE;
}

gboolean lap_trial_same(LapTrial *trial, const LapEngine *engine, const LapBlock *a, const LapBlock *b, const char *how)
{
  g_autofree char *difference = lap_fields_difference(engine, a, b);
  return difference ? lap_trial_fail(trial, "%s: the blocks differ in %s", how, difference) : TRUE;
}

void lap_trial_at(LapTrial *trial, const LapEngine *engine, const LapBlock *block)
{
  const LapHead *head = lap_head_of(block);
  const LapGamePhase *phase = head->over ? NULL : lap_game_phase(lap_engine_game(engine), head->phase);
  trial->page->ply = head->ply;
  trial->page->phase = phase ? phase->name : NULL;
}

gboolean lap_trial_count(LapTrial *trial) { return ++trial->page->positions >= trial->positions; }

void lap_trial_begin(LapTrial *trial, guint64 seed)
{
  trial->page->played = TRUE;
  trial->page->seed = seed;
  trial->page->ply = 0;
  trial->page->phase = NULL;
  trial->chooser = lap_generator_seeded(~seed);
}

/* Prepares a new session, or fails the trial with the reason why there is none. */
static LapSession *adopt(LapTrial *trial, LapSession *session, GError *error)
{
  if (!session) {
    lap_trial_fail_error(trial, "a match cannot begin here", error);
    return NULL;
  }
  lap_engine_set_trace(lap_session_engine(session), &trial->page->trace);
  return session;
}

LapSession *lap_trial_session(LapTrial *trial, guint64 seed)
{
  GError *error = NULL;
  LapSession *session = lap_session_new(trial->game, trial->seats, NULL, seed, &error);
  return adopt(trial, session, error);
}

LapSession *lap_trial_session_at(LapTrial *trial, const LapBlock *block)
{
  GError *error = NULL;
  LapSession *session = lap_session_new_at(trial->game, trial->seats, NULL, block, &error);
  return adopt(trial, session, error);
}

LapEngine *lap_trial_engine(LapTrial *trial)
{
  GError *error = NULL;
  LapEngine *engine = lap_engine_new(trial->game, trial->seats, NULL, &error);
  if (!engine) lap_trial_fail_error(trial, "no engine", error);
  return engine;
}

/* --- a child process for each trial */

static LapTrialPage *page_new(void)
{
  void *page = mmap(NULL, sizeof(LapTrialPage), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) g_error("no memory to share with a child");
  return page;
}

static void be_the_child(LapTrial *trial, Try try, guint seconds)
{
  const struct rlimit no_core = {0, 0}, time = {seconds, seconds + 1};
  setrlimit(RLIMIT_CORE, &no_core);
  setrlimit(RLIMIT_CPU, &time);
  try(trial);
  trial->page->finished = TRUE;
  _exit(0);
}

/* Waits until the child has closed its end of the pipe, which it does by ending. Kills one that takes too long. */
static int wait_for(pid_t child, int pipe_end, guint seconds)
{
  struct pollfd end = {pipe_end, 0, 0};
  gint64 until = g_get_monotonic_time() + (gint64)seconds * WAIT_FACTOR * G_USEC_PER_SEC;
  for (;;) {
    gint64 left = (until - g_get_monotonic_time()) / 1000;
    if (left <= 0 || poll(&end, 1, (int)left) > 0) break;
  }
  if (!(end.revents & POLLHUP)) kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0) continue;
  return status;
}

/* FALSE if no child process can be started. */
static gboolean try_in_child(LapTrial *trial, Try try, guint seconds, int *status)
{
  int ends[2];
  if (pipe(ends) != 0) return FALSE;
  pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    be_the_child(trial, try, seconds);
  }
  close(ends[1]);
  if (child > 0) *status = wait_for(child, ends[0], seconds);
  close(ends[0]);
  return child > 0;
}

static char *how_it_ended(int status, guint seconds)
{
  if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL))
    return g_strdup_printf("was not done after %u seconds: it hangs", seconds);
  if (WIFSIGNALED(status))
    return g_strdup_printf("crashed with signal %d (%s)", WTERMSIG(status), g_strsignal(WTERMSIG(status)));
  return g_strdup_printf("ended the process with code %d", WEXITSTATUS(status));
}

/* Seed, ply, phase and hook, as far as they are known. */
static char *where(const LapTrialPage *page, gboolean hook)
{
  const char *phase = hook && page->trace.hook ? page->trace.phase : page->phase;
  GString *text = g_string_new(NULL);
  g_string_append_printf(text, "seed %" G_GUINT64_FORMAT ", ply %u", page->seed, page->ply);
  if (phase) g_string_append_printf(text, ", phase %s", phase);
  if (hook && page->trace.hook) g_string_append_printf(text, ", hook %s", page->trace.hook);
  return g_string_free(text, FALSE);
}

static char *message_of(const LapTrialPage *page, int status, guint seconds)
{
  if (page->finished && !page->failed) return NULL;
  if (page->finished && !page->played) return g_strdup(page->message);
  g_autofree char *place = where(page, !page->finished);
  g_autofree char *end = page->finished ? NULL : how_it_ended(status, seconds);
  return g_strdup_printf("%s: %s", place, end ? end : page->message);
}

/* Runs a trial, in a child of at most `seconds` of processor time if `trial->fork`; `trial->page` is set while it runs.
 * Returns: (transfer full): what happened. */
static LapVerdict *run_trial(LapTrial *trial, const LapProperty *property, Try try, guint seconds)
{
  trial->page = page_new();
  int status = 0;
  if (!trial->fork || !try_in_child(trial, try, seconds, &status)) {
    try(trial);
    trial->page->finished = TRUE;
  }
  LapVerdict *verdict = g_new0(LapVerdict, 1);
  verdict->property = property;
  verdict->seats = trial->seats;
  verdict->positions = trial->page->positions;
  verdict->message = message_of(trial->page, status, seconds);
  verdict->passed = verdict->message == NULL;
  munmap(trial->page, sizeof(LapTrialPage));
  trial->page = NULL;
  return verdict;
}

static void free_verdict(gpointer data)
{
  LapVerdict *verdict = data;
  g_free(verdict->message);
  g_free(verdict);
}

GPtrArray *lap_validate(LapGame *game, LapGame *base, const char *property, const LapValidateOptions *options)
{
  GPtrArray *verdicts = g_ptr_array_new_with_free_func(free_verdict);
  guint least = options->seats ? options->seats : game->seats_min;
  guint most = options->seats ? options->seats : game->seats_max;
  for (guint i = 0; i < G_N_ELEMENTS(tries); i++) {
    if (property && !g_str_equal(property, properties[i].name)) continue;
    for (guint seats = least; seats <= most; seats++) {
      LapTrial trial = {.game = game,
                        .base = base,
                        .folders = options->folders,
                        .seats = seats,
                        .seed = options->seed,
                        .positions = MAX(options->positions, 1),
                        .fork = options->fork};
      g_ptr_array_add(verdicts, run_trial(&trial, &properties[i], tries[i], MAX(options->seconds, 1)));
    }
  }
  return verdicts;
}
