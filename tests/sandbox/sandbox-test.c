/* Each layer of the sandbox is proved by deeds that it stops, and that are done when it is left out. All of them are
 * tried in a child process. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "deeds.h"
#include "host/sandbox/sandbox-private.h"

#define NOBODY 65534
#define SETUP_FAILED 99
/* Seconds that a child has. */
#define LIFETIME_MAX 20

static volatile int parents;

typedef Outcome (*Body)(const Scene *scene);

/* -- Scenes -- */

static void set_scene(Scene *scene)
{
  g_autofree char *root = g_dir_make_tmp("lapidary-sandbox-XXXXXX", NULL);
  scene->folder = g_build_filename(root, "readable", NULL);
  scene->file = g_build_filename(scene->folder, "file", NULL);
  scene->elsewhere = g_build_filename(root, "elsewhere", NULL);
  g_assert_no_errno(chmod(root, 0755));
  g_assert_no_errno(g_mkdir(scene->folder, 0755));
  g_assert_true(g_file_set_contents(scene->file, "content", -1, NULL));
  g_assert_true(g_file_set_contents(scene->elsewhere, "content", -1, NULL));
  scene->open_file = open(scene->elsewhere, O_WRONLY | O_APPEND | O_CLOEXEC);
  scene->memory = memfd_create("scene", MFD_CLOEXEC);
  g_assert_no_errno(ftruncate(scene->memory, 4096));
  scene->parent = getpid();
  scene->parents = &parents;
  parents = 0;
}

static void clear_scene(Scene *scene)
{
  g_autofree char *root = g_path_get_dirname(scene->folder);
  close(scene->open_file);
  close(scene->memory);
  g_unlink(scene->file); /* which a deed may have done */
  g_assert_no_errno(g_unlink(scene->elsewhere));
  g_assert_no_errno(g_rmdir(scene->folder));
  g_assert_no_errno(g_rmdir(root));
  g_free(scene->folder);
  g_free(scene->file);
  g_free(scene->elsewhere);
}

/* -- Children -- */

static gboolean enter(const Scene *scene, guint layers, GError **error)
{
  const char *readable[] = {scene->folder, NULL};
  if (layers == ALL || layers == OPENING)
    return lap_sandbox_enter(readable, MEMORY_MAX, error) && (layers == OPENING || lap_sandbox_close(error));
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return lap_sandbox_fail(error, "no_new_privs");
  return (!(layers & LIMITS) || lap_sandbox_limit(MEMORY_MAX, error)) &&
         (!(layers & FILES) || lap_sandbox_restrict_files(readable, error)) &&
         (!(layers & CALLS) || lap_sandbox_restrict_calls(LAP_SANDBOX_OPENING, error)) &&
         (!(layers & CLOSED) || lap_sandbox_restrict_calls(LAP_SANDBOX_CLOSED, error));
}

/* A shell's usual limit is the sandbox's. */
static void raise_stack(void)
{
  struct rlimit stack;
  if (getrlimit(RLIMIT_STACK, &stack) == 0)
    setrlimit(RLIMIT_STACK, &(struct rlimit){MIN(64 << 20, stack.rlim_max), stack.rlim_max});
}

/* Has a child try it in these layers, and returns how it ended, as waitpid() says it. */
static int run_as(const Scene *scene, guint layers, gboolean unprivileged, Body body)
{
  pid_t child = fork();
  g_assert_cmpint(child, >=, 0);
  if (child == 0) {
    g_autoptr(GError) error = NULL;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    alarm(LIFETIME_MAX);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    raise_stack();
    if (unprivileged && geteuid() == 0 && setresuid(NOBODY, NOBODY, NOBODY) < 0) _exit(SETUP_FAILED);
    if (!enter(scene, layers, &error)) {
      g_printerr("# %s\n", error->message);
      _exit(SETUP_FAILED);
    }
    _exit((int)body(scene));
  }
  int status;
  g_assert_cmpint(waitpid(child, &status, 0), ==, child);
  if (WIFEXITED(status)) g_assert_cmpint(WEXITSTATUS(status), !=, SETUP_FAILED);
  return status;
}

static int run(const Scene *scene, guint layers, Body body) { return run_as(scene, layers, FALSE, body); }

static gboolean has_exited(int status, Outcome outcome)
{
  return WIFEXITED(status) && WEXITSTATUS(status) == (int)outcome;
}

/* A scene of its own for each time, since deeds change files. */
static int try(const Deed *deed, guint layers)
{
  Scene scene;
  set_scene(&scene);
  int status = run_as(&scene, layers, deed->unprivileged, deed->try);
  g_assert_cmpint(parents, ==, has_exited(status, DONE) && strcmp(deed->name, "write into its parent") == 0);
  clear_scene(&scene);
  return status;
}

/* -- Tests -- */

static void test_deed(gconstpointer data)
{
  const Deed *deed = data;
  if (deed->not_sanitized && lap_sandbox_is_sanitized()) {
    g_test_skip("a sanitizer needs it");
    return;
  }
  guint whole = deed->stopped_by & OPENING ? OPENING : ALL;
  int status = try(deed, whole);
  if (deed->signal) {
    g_assert_true(WIFSIGNALED(status));
    if (WTERMSIG(status) != deed->or_signal) g_assert_cmpint(WTERMSIG(status), ==, deed->signal);
  } else {
    g_assert_true(has_exited(status, REFUSED));
  }
  for (guint layer = LIMITS; layer <= CLOSED; layer <<= 1)
    if (deed->stopped_by & layer) g_assert_false(has_exited(try(deed, layer), DONE));
  status = try(deed, whole & ~deed->stopped_by & ~deed->hindered_by);
  if (has_exited(status, UNKNOWN_TO_KERNEL) || (WIFSIGNALED(status) && WTERMSIG(status) == deed->or_signal))
    g_test_skip("this kernel does not have it");
  else
    g_assert_true(has_exited(status, DONE));
}

/* What the loader does in the first stage. */
static Outcome read_plugin(const Scene *scene)
{
  g_autofree char *content = NULL;
  g_autoptr(GDir) folder = g_dir_open(scene->folder, 0, NULL);
  g_autofree char *real = realpath(scene->file, NULL);
  return folder && g_dir_read_name(folder) && real && g_file_get_contents(scene->file, &content, NULL, NULL) &&
                 g_strcmp0(content, "content") == 0
             ? DONE
             : REFUSED;
}

static void test_plugin_is_read(void)
{
  Scene scene;
  set_scene(&scene);
  g_assert_true(has_exited(run(&scene, OPENING, read_plugin), DONE));
  clear_scene(&scene);
}

static volatile sig_atomic_t signalled;
static void on_signal(int number) { signalled = number; }

/* What the engine and its worker do in the second stage. */
static Outcome play(const Scene *scene)
{
  int word = 0;
  struct timespec soon = {0, 1000};
  char *memory = malloc(32 << 20);
  char *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, scene->memory, 0);
  if (!memory || shared == MAP_FAILED) return REFUSED;
  memset(memory, 1, 32 << 20);
  free(memory);
  shared[0] = 1;
  syscall(SYS_futex, &word, FUTEX_WAIT, 0, &soon, NULL, 0);
  if (errno != ETIMEDOUT) return REFUSED;
  signal(SIGUSR1, on_signal);
  raise(SIGUSR1);
  return signalled == SIGUSR1 && g_get_monotonic_time() > 0 && pread(scene->memory, &word, 1, 0) == 1 ? DONE : REFUSED;
}

static Outcome give_up(const Scene *scene)
{
  (void)scene;
  abort();
}

static void test_engine_plays(void)
{
  Scene scene;
  set_scene(&scene);
  g_assert_true(has_exited(run(&scene, ALL, play), DONE));
  clear_scene(&scene);
}

static void test_abort(void)
{
  Scene scene;
  set_scene(&scene);
  int status = run(&scene, ALL, give_up);
  g_assert_true(WIFSIGNALED(status));
  g_assert_cmpint(WTERMSIG(status), ==, SIGABRT);
  clear_scene(&scene);
}

static int watching; /* a pipe */
static void on_forbidden(int call)
{
  if (write(watching, &call, sizeof call) < 0) _exit(SETUP_FAILED);
}

static Outcome fork_watched(const Scene *scene)
{
  lap_sandbox_set_watch(on_forbidden);
  if (!enter(scene, ALL, NULL)) return REFUSED;
  fork();
  return DONE;
}

static Outcome stop_watching(const Scene *scene)
{
  lap_sandbox_set_watch(on_forbidden);
  if (!enter(scene, ALL, NULL)) return REFUSED;
  signal(SIGSYS, SIG_IGN);
  fork();
  return DONE;
}

static void test_call_is_named(void)
{
  Scene scene;
  int ends[2], call = -1;
  set_scene(&scene);
  g_assert_no_errno(pipe(ends));
  watching = ends[1];
  int status = run(&scene, 0, fork_watched);
  close(ends[1]);
  g_assert_true(WIFSIGNALED(status));
  g_assert_cmpint(WTERMSIG(status), ==, SIGSYS);
  g_assert_cmpint(read(ends[0], &call, sizeof call), ==, sizeof call);
  g_autofree char *called = lap_sandbox_describe_call(call);
  g_assert_true(g_str_has_suffix(called, "to start a process or a thread"));
  g_assert_true(strstr(called, "fork()") || strstr(called, "clone()") || strstr(called, "clone3()"));
  g_autofree char *unknown = lap_sandbox_describe_call(-1);
  g_assert_cmpstr(unknown, ==, "did something");

  status = run(&scene, 0, stop_watching);
  g_assert_true(WIFSIGNALED(status));
  g_assert_cmpint(WTERMSIG(status), ==, SIGSYS);
  close(ends[0]);
  clear_scene(&scene);
}

static Outcome look_at_itself(const Scene *scene)
{
  (void)scene;
  struct rlimit core;
  return getrlimit(RLIMIT_CORE, &core) == 0 && core.rlim_cur == 0 && core.rlim_max == 0 &&
                 prctl(PR_GET_DUMPABLE) == 0 && prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1
             ? DONE
             : REFUSED;
}

static void test_nothing_is_dumped(void)
{
  Scene scene;
  set_scene(&scene);
  g_assert_true(has_exited(run(&scene, LIMITS, look_at_itself), DONE));
  g_assert_true(has_exited(run(&scene, FILES, look_at_itself), REFUSED));
  clear_scene(&scene);
}

/* Starts a process that starts another, which waits for a byte from `go` in the given layers, and ends; returns how the
 * other one ended. */
static int run_orphan(guint layers)
{
  Scene scene;
  int status, ready[2], go[2];
  char byte = 0;
  set_scene(&scene);
  g_assert_no_errno(pipe(ready));
  g_assert_no_errno(pipe(go));
  g_assert_no_errno(prctl(PR_SET_CHILD_SUBREAPER, 1));
  pid_t middle = fork();
  if (middle == 0) {
    if (fork() == 0) {
      alarm(LIFETIME_MAX);
      _exit(enter(&scene, layers, NULL) && write(ready[1], "", 1) == 1 && read(go[0], &byte, 1) == 1 ? 0 : 1);
    }
    _exit(read(ready[0], &byte, 1) == 1 ? 0 : 1);
  }
  g_assert_cmpint(waitpid(middle, &status, 0), ==, middle);
  g_assert_cmpint(status, ==, 0);
  g_assert_cmpint(write(go[1], "", 1), ==, 1);
  g_assert_cmpint(waitpid(-1, &status, 0), >, 0);
  g_assert_no_errno(prctl(PR_SET_CHILD_SUBREAPER, 0));
  for (int i = 0; i < 2; i++) close(ready[i]), close(go[i]);
  clear_scene(&scene);
  return status;
}

static void test_ends_with_its_parent(void)
{
  int status = run_orphan(OPENING);
  g_assert_true(WIFSIGNALED(status));
  g_assert_cmpint(WTERMSIG(status), ==, SIGKILL);
  g_assert_true(has_exited(run_orphan(FILES), DONE));
}

static Outcome look_at_descriptors(const Scene *scene)
{
  char first = '?';
  if (!lap_sandbox_close_descriptors(scene->open_file, NULL)) return REFUSED;
  gboolean closed = fcntl(scene->open_file, F_GETFD) < 0 && fcntl(scene->memory, F_GETFD) < 0;
  return closed && read(STDIN_FILENO, &first, 1) == 0 && write(STDOUT_FILENO, "noise\n", 6) == 6 &&
                 write(STDERR_FILENO, "noise\n", 6) == 6
             ? DONE
             : REFUSED;
}

static void test_descriptors_are_closed(void)
{
  Scene scene;
  set_scene(&scene);
  g_assert_cmpint(scene.open_file, <, scene.memory);
  g_assert_true(has_exited(run(&scene, 0, look_at_descriptors), DONE));
  clear_scene(&scene);
}

static void test_check(void)
{
  g_autoptr(GError) error = NULL;
  g_assert_true(lap_sandbox_check(&error));
  g_assert_no_error(error);
}

/* In a child: where an error is expected, nothing may have been locked down, but that is not promised. */
static Outcome enter_without_folder(const Scene *scene)
{
  g_autofree char *missing = g_build_filename(scene->folder, "missing", NULL);
  g_autoptr(GError) error = NULL;
  gboolean entered = lap_sandbox_enter((const char *const[]){missing, NULL}, MEMORY_MAX, &error);
  return !entered && g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_NOENT) && strstr(error->message, missing)
             ? DONE
             : REFUSED;
}

static gpointer wait_for_ever(gpointer data)
{
  for (;;) pause();
  return data;
}

static Outcome enter_with_threads(const Scene *scene)
{
  g_autoptr(GError) error = NULL;
  GThread *thread = g_thread_new("other", wait_for_ever, NULL);
  gboolean entered = thread && lap_sandbox_enter((const char *const[]){scene->folder, NULL}, MEMORY_MAX, &error);
  return !entered && g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_INVAL) ? DONE : REFUSED;
}

static void test_folder_is_missing(void)
{
  Scene scene;
  set_scene(&scene);
  g_assert_true(has_exited(run(&scene, 0, enter_without_folder), DONE));
  clear_scene(&scene);
}

static void test_threads(void)
{
  Scene scene;
  if (lap_sandbox_is_sanitized()) {
    g_test_skip("a sanitizer has threads");
    return;
  }
  set_scene(&scene);
  g_assert_true(has_exited(run(&scene, 0, enter_with_threads), DONE));
  clear_scene(&scene);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY); /* where a child may not trace its parent anyway */
  g_test_add_func("/sandbox/check", test_check);
  g_test_add_func("/sandbox/the plugin is read", test_plugin_is_read);
  g_test_add_func("/sandbox/the engine plays", test_engine_plays);
  g_test_add_func("/sandbox/it aborts", test_abort);
  g_test_add_func("/sandbox/a forbidden call is named", test_call_is_named);
  g_test_add_func("/sandbox/nothing is dumped", test_nothing_is_dumped);
  g_test_add_func("/sandbox/it ends with its parent", test_ends_with_its_parent);
  g_test_add_func("/sandbox/descriptors are closed", test_descriptors_are_closed);
  g_test_add_func("/sandbox/a folder is missing", test_folder_is_missing);
  g_test_add_func("/sandbox/there are threads", test_threads);
  for (gsize i = 0; i < deed_count; i++) {
    g_autofree char *path = g_strdup_printf("/sandbox/deeds/%s", deeds[i].name);
    g_test_add_data_func(path, &deeds[i], test_deed);
  }
  return g_test_run();
}
