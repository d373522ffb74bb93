/* What native code can do to the process that runs it, and from there to others. `near` points into memory that it may
 * write.
 *
 * What would harm the machine, or processes besides its own, is done in a sandbox only: elsewhere such a deed aborts. A
 * bomb ends as soon as it has ever started a process, whatever the sandbox is worth. */
#ifndef DEEDS_H
#define DEEDS_H

#define _GNU_SOURCE /* unwind.h, sigsetjmp */
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <unwind.h>

/* Aborts unless this process is in a sandbox of Lapidary's, which forbids even this question; filters of containers
 * allow it. */
static void require_sandbox(void)
{
  if (prctl(PR_GET_SECCOMP) != -1 || errno != EPERM) abort();
}

/* -- To its own process -- */

static void dereference_null(void *near)
{
  volatile int *volatile nowhere = NULL;
  (void)near;
  *nowhere = 1;
}

static void write_far(void *near) { *(volatile char *)((uintptr_t)near ^ (uintptr_t)1 << 44) = 1; }

static int descend(volatile int depth)
{
  volatile char frame[4096];
  frame[0] = (char)depth;
  return depth < 0 ? 0 : descend(depth + 1) + frame[0];
}
static void overflow_stack(void *near)
{
  (void)near;
  descend(0);
}

static void leave_process(void *near)
{
  (void)near;
  exit(0);
}

static void give_up(void *near)
{
  (void)near;
  abort();
}

/* As C++ does, whose runtime ends the process if nobody catches it. */
static void throw_exception(void *near)
{
  static struct _Unwind_Exception exception = {.exception_class = 0x4c41504944415259};
  (void)near;
  _Unwind_RaiseException(&exception);
  abort();
}

static void loop(void *near)
{
  (void)near;
  for (volatile int forever = 1; forever;) continue;
}

static int64_t processor_ms(void)
{
  struct timespec used;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return (int64_t)used.tv_sec * 1000 + used.tv_nsec / 1000000;
}

/* More of the processor than it may have. */
static void waste_time(void *near)
{
  (void)near;
  for (int64_t begin = processor_ms(); processor_ms() - begin < 800;) continue;
}

/* Until there is none left, and then as if there were. No page is touched: where pages cost much that would be a hang.
 */
static void take_memory(void *near)
{
  (void)near;
  require_sandbox();
  while (mmap(NULL, 1 << 24, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED) continue;
  *(volatile char *volatile)NULL = 1;
}

static void print(void *near)
{
  (void)near;
  puts("misbehaves");
  fflush(stdout);
}

/* -- Without the processor -- */

/* By the one call that waits and is allowed. */
static void wait_ms(int ms)
{
  uint32_t word = 0;
  const struct timespec most = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &most, NULL, 0);
}

static void nap(void *near)
{
  (void)near;
  wait_ms(400);
}

static void sleep_on(void *near)
{
  (void)near;
  wait_ms(4000);
}

/* -- To processes -- */

static void start_process(void *near)
{
  (void)near;
  if (fork() != 0) return;
  sleep(1);
  _exit(0);
}

static void start_processes(void *near)
{
  (void)near;
  require_sandbox();
  for (;;) {
    pid_t child = fork();
    if (child == 0) _exit(0);
    if (child > 0) abort();
  }
}

static void *wait_for_ever(void *data)
{
  for (;;) pause();
  return data;
}
static void start_threads(void *near)
{
  pthread_t thread;
  (void)near;
  for (int i = 0; i < 8; i++) pthread_create(&thread, NULL, wait_for_ever, NULL);
}

static void kill_parent(void *near)
{
  (void)near;
  require_sandbox();
  pid_t parent = getppid();
  if (parent > 1) kill(parent, SIGKILL);
}

static void trace_parent(void *near)
{
  (void)near;
  require_sandbox();
  pid_t parent = getppid();
  if (parent > 1) ptrace(PTRACE_ATTACH, parent, NULL, NULL);
}

/* -- To files and shared memory -- */

static void create_file(void *near)
{
  (void)near;
  int file = open("/tmp/lapidary-misbehaves", O_CREAT | O_WRONLY | O_TRUNC, 0600);
  if (file >= 0) close(file);
}

static void open_socket(void *near)
{
  (void)near;
  socket(AF_INET, SOCK_STREAM, 0);
}

static void truncate_all(void *near)
{
  (void)near;
  require_sandbox();
  for (int file = 0; file < 1024; file++)
    if (ftruncate(file, 0) < 0) continue;
}

static sigjmp_buf next_page;
static void skip_page(int number)
{
  (void)number;
  siglongjmp(next_page, 1);
}

/* Writes over a MiB before and after it, as far as there is memory. */
static void scribble_around(char *near)
{
  signal(SIGSEGV, skip_page);
  signal(SIGBUS, skip_page);
  for (volatile ptrdiff_t at = -(1 << 20); at < 1 << 20; at += 4096)
    if (!sigsetjmp(next_page, 1)) memset(near + at, 0xa5, 4096);
  signal(SIGSEGV, SIG_DFL);
  signal(SIGBUS, SIG_DFL);
}

static void scribble_shared(FILE *maps)
{
  char line[512], rights[5];
  unsigned long begin, end;
  while (fgets(line, sizeof line, maps))
    if (sscanf(line, "%lx-%lx %4s", &begin, &end, rights) == 3 && strcmp(rights, "rw-s") == 0)
      memset((void *)begin, 0xa5, end - begin);
  fclose(maps);
}

static void scribble(void *near)
{
  require_sandbox();
  FILE *maps = fopen("/proc/self/maps", "r");
  if (maps)
    scribble_shared(maps);
  else
    scribble_around(near);
}

#endif
