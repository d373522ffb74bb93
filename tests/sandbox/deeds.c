#define _GNU_SOURCE
#include "deeds.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static Outcome judge(long result)
{
  if (result >= 0) return DONE;
  return errno == ENOSYS ? UNKNOWN_TO_KERNEL : REFUSED;
}

/* -- Files -- */

static Outcome read_elsewhere(const Scene *scene) { return judge(open(scene->elsewhere, O_RDONLY)); }
static Outcome read_file(const Scene *scene) { return judge(open(scene->file, O_RDONLY)); }
static Outcome list_root(const Scene *scene)
{
  (void)scene;
  return opendir("/") ? DONE : REFUSED;
}
static Outcome look_at_file(const Scene *scene) { return judge(access(scene->file, R_OK)); }
static Outcome write_file(const Scene *scene) { return judge(open(scene->file, O_WRONLY)); }
static Outcome empty_file(const Scene *scene) { return judge(open(scene->file, O_RDONLY | O_TRUNC)); }
static Outcome truncate_file(const Scene *scene) { return judge(truncate(scene->file, 0)); }
static Outcome append(const Scene *scene) { return judge(write(scene->open_file, "x", 1)); }
static Outcome shrink_memory(const Scene *scene) { return judge(ftruncate(scene->memory, 0)); }
static Outcome make_public(const Scene *scene) { return judge(fchmod(scene->open_file, 0666)); }
static Outcome make_memory(const Scene *scene)
{
  (void)scene;
  return judge(memfd_create("deed", 0));
}

static Outcome create_file(const Scene *scene)
{
  g_autofree char *path = g_build_filename(scene->folder, "new", NULL);
  int file = open(path, O_CREAT | O_WRONLY, 0600);
  if (file >= 0) unlink(path);
  return judge(file);
}

static Outcome remove_file(const Scene *scene) { return judge(unlink(scene->file)); }

/* -- Processes and threads -- */

static Outcome start_process(const Scene *scene)
{
  (void)scene;
  pid_t child = fork();
  if (child == 0) _exit(0);
  return judge(child);
}

static void *do_nothing(void *data) { return data; }

static Outcome start_thread(const Scene *scene)
{
  (void)scene;
  pthread_t thread;
  errno = pthread_create(&thread, NULL, do_nothing, NULL);
  if (errno == 0) pthread_join(thread, NULL);
  return judge(errno ? -1 : 0);
}

/* The program ends with 0, as a deed does that is done. */
static Outcome start_program(const Scene *scene)
{
  (void)scene;
  return judge(execl("/bin/true", "true", NULL));
}

static Outcome look_for_parent(const Scene *scene) { return judge(kill(scene->parent, 0)); }
static Outcome signal_parents_thread(const Scene *scene)
{
  return judge(syscall(SYS_tgkill, scene->parent, scene->parent, 0));
}
static Outcome trace_parent(const Scene *scene) { return judge(ptrace(PTRACE_SEIZE, scene->parent, NULL, NULL)); }

static Outcome write_into_parent(const Scene *scene)
{
  int one = 1;
  return judge(process_vm_writev(scene->parent, &(struct iovec){&one, sizeof one}, 1,
                                 &(struct iovec){(void *)scene->parents, sizeof one}, 1, 0));
}

static Outcome limit_parent(const Scene *scene)
{
  struct rlimit now;
  if (getrlimit(RLIMIT_CORE, &now) < 0) return REFUSED;
  return judge(prlimit(scene->parent, RLIMIT_CORE, &now, NULL));
}

static Outcome have_parent_signalled(const Scene *scene)
{
  return judge(fcntl(scene->open_file, F_SETOWN, scene->parent));
}

static Outcome outlive_parent(const Scene *scene)
{
  (void)scene;
  return judge(prctl(PR_SET_PDEATHSIG, 0));
}

/* -- The system -- */

static Outcome open_socket(const Scene *scene)
{
  (void)scene;
  return judge(socket(AF_UNIX, SOCK_STREAM, 0));
}

static Outcome open_ring(const Scene *scene)
{
  (void)scene;
  char parameters[256] = {0};
  Outcome outcome = judge(syscall(SYS_io_uring_setup, 1, parameters));
  return outcome == REFUSED && errno == EPERM ? UNKNOWN_TO_KERNEL : outcome; /* it can be switched off */
}

#ifdef __x86_64__
/* getpid() as a program of 32 bits calls it, where that number means another call than here. */
static Outcome call_otherwise(const Scene *scene)
{
  (void)scene;
  long result = 20;
  signal(SIGSEGV, SIG_DFL);
  __asm__ volatile("int $0x80" : "+a"(result)::"memory", "r8", "r9", "r10", "r11");
  return result == getpid() ? DONE : UNKNOWN_TO_KERNEL;
}
#endif

/* -- What a process may use up -- */

static Outcome take_memory(const Scene *scene)
{
  (void)scene;
  void *memory = mmap(NULL, MEMORY_MAX, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? REFUSED : DONE;
}

static Outcome take_descriptors(const Scene *scene)
{
  for (int i = 0; i < 100; i++)
    if (open(scene->file, O_RDONLY) < 0) return REFUSED;
  return DONE;
}

__attribute__((noinline)) static int descend(int depth)
{
  volatile char frame[65536];
  frame[0] = (char)depth;
  return depth ? descend(depth - 1) + frame[0] : 0;
}

/* 16 MiB, twice of what there is. */
static Outcome take_stack(const Scene *scene)
{
  (void)scene;
  descend(256);
  return DONE;
}

const Deed deeds[] = {
    {.name = "read a file elsewhere", .try = read_elsewhere, .stopped_by = FILES},
    {.name = "list the root folder", .try = list_root, .stopped_by = FILES},
    {.name = "read a file of its own later", .try = read_file, .stopped_by = CLOSED, .not_sanitized = TRUE},
    {.name = "look whether a file is there later", .try = look_at_file, .stopped_by = CLOSED, .not_sanitized = TRUE},
    {.name = "create a file", .try = create_file, .stopped_by = FILES | CALLS, .signal = SIGSYS},
    {.name = "write a file of its own", .try = write_file, .stopped_by = FILES | CALLS, .signal = SIGSYS},
    {.name = "empty a file as it is opened",
     .try = empty_file,
     .stopped_by = CALLS,
     .hindered_by = FILES,
     .signal = SIGSYS},
    {.name = "remove a file", .try = remove_file, .stopped_by = FILES | CALLS, .signal = SIGSYS},
    {.name = "truncate a file", .try = truncate_file, .stopped_by = CALLS, .hindered_by = FILES, .signal = SIGSYS},
    {.name = "write to a file that is open", .try = append, .stopped_by = LIMITS, .signal = SIGXFSZ},
    {.name = "shrink shared memory", .try = shrink_memory, .stopped_by = CALLS, .signal = SIGSYS},
    {.name = "change who may read a file", .try = make_public, .stopped_by = CALLS, .signal = SIGSYS},
    {.name = "create a file in memory", .try = make_memory, .stopped_by = CALLS, .signal = SIGSYS},
    {.name = "fork", .try = start_process, .stopped_by = CALLS, .hindered_by = LIMITS, .signal = SIGSYS},
    {.name = "fork, as a user",
     .try = start_process,
     .stopped_by = LIMITS | CALLS,
     .signal = SIGSYS,
     .unprivileged = TRUE},
    {.name = "start a thread", .try = start_thread, .stopped_by = CALLS, .hindered_by = LIMITS, .signal = SIGSYS},
    {.name = "start a program", .try = start_program, .stopped_by = FILES | CALLS, .signal = SIGSYS},
    {.name = "kill its parent", .try = look_for_parent, .stopped_by = CALLS, .hindered_by = FILES, .signal = SIGSYS},
    {.name = "kill a thread of its parent",
     .try = signal_parents_thread,
     .stopped_by = CALLS,
     .hindered_by = FILES,
     .signal = SIGSYS},
    {.name = "trace its parent", .try = trace_parent, .stopped_by = FILES | CALLS, .signal = SIGSYS},
    {.name = "write into its parent", .try = write_into_parent, .stopped_by = FILES | CALLS, .signal = SIGSYS},
    {.name = "limit its parent", .try = limit_parent, .stopped_by = CALLS},
    {.name = "have its parent signalled", .try = have_parent_signalled, .stopped_by = CALLS},
    {.name = "outlive its parent", .try = outlive_parent, .stopped_by = CALLS, .not_sanitized = TRUE},
    {.name = "open a socket", .try = open_socket, .stopped_by = CALLS, .signal = SIGSYS},
    {.name = "use io_uring", .try = open_ring, .stopped_by = CALLS, .hindered_by = LIMITS, .signal = SIGSYS},
#ifdef __x86_64__
    /* A kernel may know no such calls. */
    {.name = "call as a program of 32 bits",
     .try = call_otherwise,
     .stopped_by = CALLS,
     .signal = SIGSYS,
     .or_signal = SIGSEGV},
#endif
    {.name = "take memory without end", .try = take_memory, .stopped_by = LIMITS, .not_sanitized = TRUE},
    {.name = "take descriptors without end", .try = take_descriptors, .stopped_by = LIMITS},
    {.name = "take stack without end",
     .try = take_stack,
     .stopped_by = LIMITS,
     .signal = SIGSEGV,
     .not_sanitized = TRUE},
};
const gsize deed_count = G_N_ELEMENTS(deeds);
