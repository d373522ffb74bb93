/* Which system calls a sandboxed process may make: seccomp(2), with libseccomp. Calls are named, since not each
 * processor has each of them; libseccomp knows the numbers. A name that it does not know is left out, which forbids. */
#define _GNU_SOURCE /* __O_TMPFILE */
#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sandbox-private.h"

/* What is left in the second stage. */
static const char *const allowed[] = {
    /* memory, waiting, clocks and chance */
    "brk", "madvise", "mmap", "mprotect", "mremap", "munmap", "futex", "futex_time64", "sched_yield", "clock_getres",
    "clock_gettime", "gettimeofday", "time", "getrandom",
    /* open descriptors */
    "close", "lseek", "pread64", "read", "readv", "write", "writev",
    /* itself */
    "exit", "exit_group", "getpid", "getppid", "gettid", "restart_syscall", "rt_sigprocmask", "rt_sigreturn",
    "sigaltstack", NULL};

/* And in the first: what finding, reading and linking a plugin takes. */
static const char *const allowed_opening[] = {
    /* files */
    "access", "faccessat", "faccessat2", "fstat", "fstatfs", "getcwd", "getdents64", "lstat", "newfstatat", "readlink",
    "readlinkat", "stat", "statfs", "statx",
    /* who and where it is */
    "getegid", "geteuid", "getgid", "getuid", "sched_getaffinity", "sysinfo", "uname", NULL};

/* For a sanitizer, in both stages; ThreadSanitizer's own thread may just be starting. */
static const char *const allowed_sanitized[] = {
    "access", "clock_nanosleep",   "fstat",           "getdents64", "newfstatat", "prctl", "readlink",
    "rseq",   "sched_getaffinity", "set_robust_list", NULL};

/* What no rules need: it ends the process. Before the calls of each sort stands what they are for. */
static const char *const deadly[] = {
    /* processes and threads */
    "to start a process or a thread", "clone", "clone3", "execve", "execveat", "fork", "vfork",
    /* other processes */
    "to reach another process", "kcmp", "kill", "pidfd_getfd", "pidfd_open", "pidfd_send_signal", "process_madvise",
    "process_vm_readv", "process_vm_writev", "ptrace", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "tkill",
    /* network, and other ways to talk to others */
    "to talk to others", "accept", "accept4", "bind", "connect", "listen", "mq_open", "msgget", "recvfrom", "recvmsg",
    "recvmmsg", "semget", "sendmmsg", "sendmsg", "sendto", "shmget", "socket", "socketcall", "socketpair",
    /* files that are made, changed or removed */
    "to make or change a file", "chmod", "chown", "chown32", "copy_file_range", "creat", "fallocate", "fchmod",
    "fchmodat", "fchmodat2", "fchown", "fchown32", "fchownat", "fremovexattr", "fsetxattr", "ftruncate", "ftruncate64",
    "futimesat", "lchown", "lchown32", "link", "linkat", "lremovexattr", "lsetxattr", "memfd_create", "memfd_secret",
    "mkdir", "mkdirat", "mknod", "mknodat", "removexattr", "rename", "renameat", "renameat2", "rmdir", "setxattr",
    "splice", "symlink", "symlinkat", "truncate", "truncate64", "unlink", "unlinkat", "utime", "utimensat",
    "utimensat_time64", "utimes", "vmsplice",
    /* the system */
    "to change the system", "acct", "add_key", "bpf", "chroot", "clock_settime", "delete_module", "fanotify_init",
    "finit_module", "fsconfig", "fsmount", "fsopen", "fspick", "init_module", "io_setup", "io_submit", "io_uring_enter",
    "io_uring_register", "io_uring_setup", "ioperm", "iopl", "kexec_file_load", "kexec_load", "keyctl", "mount",
    "mount_setattr", "move_mount", "open_by_handle_at", "open_tree", "perf_event_open", "pivot_root", "quotactl",
    "reboot", "request_key", "sethostname", "setns", "settimeofday", "swapoff", "swapon", "umount", "umount2",
    "unshare", "userfaultfd",
    /* who it is */
    "to change who it is", "capset", "setfsgid", "setfsgid32", "setfsuid", "setfsuid32", "setgid", "setgid32",
    "setgroups", "setgroups32", "setpgid", "setregid", "setregid32", "setresgid", "setresgid32", "setresuid",
    "setresuid32", "setreuid", "setreuid32", "setsid", "setuid", "setuid32", NULL};

/* A rule for a call under a condition of its arguments. */
typedef struct {
  guint32 action;
  const char *name;
  guint count;
  struct scmp_arg_cmp arguments[2];
} Rule;

static LapSandboxWatch watch;

/* What a deadly call does. Where it is watched, the signal that ends the process is handled first. */
static guint32 get_deadly_action(void) { return watch ? SCMP_ACT_TRAP : SCMP_ACT_KILL_PROCESS; }

static gboolean add(scmp_filter_ctx filter, const Rule *rule)
{
  int number = seccomp_syscall_resolve_name(rule->name);
  if (number == __NR_SCMP_ERROR) return TRUE;
  errno = -seccomp_rule_add_array(filter, rule->action, number, rule->count, rule->arguments);
  return errno == 0;
}

static gboolean add_names(scmp_filter_ctx filter, guint32 action, const char *const *names)
{
  for (; *names; names++)
    if (!add(filter, &(Rule){action, *names, 0, {{0}}})) return FALSE;
  return TRUE;
}

static gboolean add_rules(scmp_filter_ctx filter, const Rule *rules, gsize count)
{
  for (gsize i = 0; i < count; i++)
    if (!add(filter, &rules[i])) return FALSE;
  return TRUE;
}

/* Signals go to the process itself only. Who watches deadly calls goes on to do so. */
static gboolean allow_signals(scmp_filter_ctx filter)
{
  guint32 self = (guint32)getpid();
  const Rule rules[] = {
      {SCMP_ACT_ALLOW, "tgkill", 1, {SCMP_A0_32(SCMP_CMP_EQ, self)}},
      {get_deadly_action(), "tgkill", 1, {SCMP_A0_32(SCMP_CMP_NE, self)}},
      {SCMP_ACT_ALLOW, "rt_sigaction", 1, {SCMP_A0_32(SCMP_CMP_NE, SIGSYS)}},
      {watch ? SCMP_ACT_KILL_PROCESS : SCMP_ACT_ALLOW, "rt_sigaction", 1, {SCMP_A0_32(SCMP_CMP_EQ, SIGSYS)}},
  };
  return add_rules(filter, rules, G_N_ELEMENTS(rules));
}

static gboolean allow_reading(scmp_filter_ctx filter)
{
  const guint32 writing = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND | (O_TMPFILE & ~O_DIRECTORY);
  const Rule rules[] = {
      {SCMP_ACT_ALLOW, "open", 1, {SCMP_A1_32(SCMP_CMP_MASKED_EQ, writing, O_RDONLY)}},
      {SCMP_ACT_ALLOW, "openat", 1, {SCMP_A2_32(SCMP_CMP_MASKED_EQ, writing, O_RDONLY)}},
  };
  return add_rules(filter, rules, G_N_ELEMENTS(rules));
}

/* No rules need to write to a file. */
static gboolean forbid_writing(scmp_filter_ctx filter)
{
  static const guint32 bits[][2] = {
      {O_ACCMODE, O_WRONLY}, {O_ACCMODE, O_RDWR}, {O_CREAT, O_CREAT}, {O_TRUNC, O_TRUNC}, {O_APPEND, O_APPEND}};
  for (gsize i = 0; i < G_N_ELEMENTS(bits); i++) {
    const Rule rules[] = {
        {get_deadly_action(), "open", 1, {SCMP_A1_32(SCMP_CMP_MASKED_EQ, bits[i][0], bits[i][1])}},
        {get_deadly_action(), "openat", 1, {SCMP_A2_32(SCMP_CMP_MASKED_EQ, bits[i][0], bits[i][1])}},
    };
    if (!add_rules(filter, rules, G_N_ELEMENTS(rules))) return FALSE;
  }
  return TRUE;
}

/* Of calls that do many things, those that only look at this process; and the next stage's filter. */
static gboolean allow_opening(scmp_filter_ctx filter)
{
  const Rule rules[] = {
      {SCMP_ACT_ALLOW, "fcntl", 1, {SCMP_A1_32(SCMP_CMP_EQ, F_GETFD)}},
      {SCMP_ACT_ALLOW, "fcntl", 1, {SCMP_A1_32(SCMP_CMP_EQ, F_SETFD)}},
      {SCMP_ACT_ALLOW, "fcntl", 1, {SCMP_A1_32(SCMP_CMP_EQ, F_GETFL)}},
      {SCMP_ACT_ALLOW, "prlimit64", 2, {SCMP_A0_32(SCMP_CMP_EQ, 0), SCMP_A2_64(SCMP_CMP_EQ, 0)}},
      {SCMP_ACT_ALLOW, "seccomp", 1, {SCMP_A0_32(SCMP_CMP_EQ, SECCOMP_SET_MODE_FILTER)}},
  };
  return add_names(filter, SCMP_ACT_ALLOW, allowed_opening) && allow_reading(filter) &&
         add_rules(filter, rules, G_N_ELEMENTS(rules));
}

static gboolean fill(scmp_filter_ctx filter, LapSandboxStage stage)
{
  gboolean opening = stage == LAP_SANDBOX_OPENING, sanitized = lap_sandbox_is_sanitized();
  return add_names(filter, SCMP_ACT_ALLOW, allowed) && add_names(filter, get_deadly_action(), deadly) &&
         allow_signals(filter) && forbid_writing(filter) && (!opening || allow_opening(filter)) &&
         (!sanitized || (add_names(filter, SCMP_ACT_ALLOW, allowed_sanitized) && (opening || allow_reading(filter))));
}

static gboolean forbid_more(scmp_filter_ctx filter)
{
  static const char *const opening[] = {"open", "openat", "openat2", NULL};
  const Rule rules[] = {
      {get_deadly_action(), "mmap", 1, {SCMP_A3_32(SCMP_CMP_MASKED_EQ, MAP_STACK, MAP_STACK)}},
      {get_deadly_action(), "write", 1, {SCMP_A0_32(SCMP_CMP_LE, STDERR_FILENO)}},
      {get_deadly_action(), "writev", 1, {SCMP_A0_32(SCMP_CMP_LE, STDERR_FILENO)}},
  };
  return add_names(filter, get_deadly_action(), opening) && add_rules(filter, rules, G_N_ELEMENTS(rules));
}

/* All threads get it, of which there are several with ThreadSanitizer only. Calls of another architecture than the
 * program's have numbers of their own, so they are deadly. */
static gboolean load(scmp_filter_ctx filter)
{
  errno = -seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  if (errno == 0) errno = -seccomp_attr_set(filter, SCMP_FLTATR_CTL_NNP, 0);
  if (errno == 0) errno = -seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
  if (errno == 0) errno = -seccomp_load(filter);
  return errno == 0;
}

/* -- Watching -- */

/* It is called once, since its signal is reset; then the same signal ends the process. */
static void on_deadly_call(int number, siginfo_t *what, void *data)
{
  (void)data;
  watch(what->si_code > 0 ? what->si_syscall : -1); /* or the process has sent it to itself */
  raise(number);
}

void lap_sandbox_set_watch(LapSandboxWatch function)
{
  struct sigaction action = {.sa_sigaction = on_deadly_call, .sa_flags = SA_SIGINFO | SA_RESETHAND | SA_NODEFER};
  watch = function;
  sigaction(SIGSYS, &action, NULL);
}

/* What a call is for; "" if that is not known. */
static const char *get_purpose(const char *name)
{
  const char *purpose = "";
  for (gsize i = 0; deadly[i]; i++) {
    if (g_str_has_prefix(deadly[i], "to ")) purpose = deadly[i];
    if (g_str_equal(deadly[i], name)) return purpose;
  }
  if (g_str_has_prefix(name, "open")) return "to open a file";
  if (g_str_equal(name, "mmap")) return "to start a thread";
  return g_str_has_prefix(name, "write") ? "to write to standard output" : "";
}

char *lap_sandbox_describe_call(int call)
{
  char *name = seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, call);
  if (!name) return g_strdup("did something");
  char *text = g_strdup_printf("called %s() %s", name, get_purpose(name));
  free(name); /* of the C library */
  return g_strchomp(text);
}

gboolean lap_sandbox_check_calls(GError **error)
{
  /* As libseccomp counts: 3 has ways to end the whole process. */
  if (seccomp_api_get() >= 3) return TRUE;
  g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOSYS, "this kernel has no seccomp filters that end a process");
  return FALSE;
}

/* Sets an error that says what failed, and frees the filter. */
static gboolean finish(scmp_filter_ctx filter, gboolean ok, GError **error)
{
  int why = errno;
  if (filter) seccomp_release(filter);
  errno = why;
  return ok ? TRUE : lap_sandbox_fail(error, "seccomp");
}

gboolean lap_sandbox_restrict_calls(LapSandboxStage stage, GError **error)
{
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
  return finish(filter, filter && fill(filter, stage) && load(filter), error);
}

gboolean lap_sandbox_forbid_more(GError **error)
{
  if (lap_sandbox_is_sanitized()) return TRUE;
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  return finish(filter, filter && forbid_more(filter) && load(filter), error);
}
