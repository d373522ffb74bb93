/* Which files a sandboxed process may open: landlock(7). It is asked for by number, since the C library has no
 * functions for it, and the rights of newer kernels than the header's are written out. */
#define _GNU_SOURCE /* O_PATH */
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox-private.h"

/* struct landlock_ruleset_attr as of ABI 6. An older kernel takes it if what it does not know is 0. */
typedef struct {
  guint64 files;
  guint64 network; /* since ABI 4: to bind, to connect */
  guint64 scopes;  /* since ABI 6: abstract sockets of, and signals to, processes outside */
} Ruleset;

/* Each ABI's rights are those of the one before and these. */
enum { FILE_RIGHTS_1 = 13, FILE_RIGHTS_2 = 14, FILE_RIGHTS_3 = 15, FILE_RIGHTS_5 = 16 };

/* What dlopen() reads: the cache of libraries, and their folders. Not each machine has them all. */
static const char *const library_folders[] = {"/etc/ld.so.cache", "/lib",           "/lib64", "/usr/lib",
                                              "/usr/lib64",       "/usr/local/lib", NULL};
static const char *const sanitizer_files[] = {"/proc", NULL};

static int get_abi(void) { return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION); }

gboolean lap_sandbox_check_files(GError **error)
{
  return get_abi() >= 1 || lap_sandbox_fail(error, "this kernel has no Landlock, or it is not switched on (lsm=)");
}

static Ruleset get_all_rights(int abi)
{
  guint files = abi >= 5 ? FILE_RIGHTS_5 : abi >= 3 ? FILE_RIGHTS_3 : abi == 2 ? FILE_RIGHTS_2 : FILE_RIGHTS_1;
  return (Ruleset){
      .files = (G_GUINT64_CONSTANT(1) << files) - 1, .network = abi >= 4 ? 3 : 0, .scopes = abi >= 6 ? 3 : 0};
}

/* Mapping a library to run it needs the right to read it; that to execute is for execve(). */
static gboolean allow_open(int rules, int file)
{
  struct stat about;
  if (fstat(file, &about) < 0) return FALSE;
  struct landlock_path_beneath_attr rule = {.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE, .parent_fd = file};
  if (S_ISDIR(about.st_mode)) rule.allowed_access |= LANDLOCK_ACCESS_FS_READ_DIR;
  return syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
}

static gboolean allow(int rules, const char *path)
{
  int file = open(path, O_PATH | O_CLOEXEC);
  if (file < 0) return FALSE;
  gboolean ok = allow_open(rules, file);
  int why = errno;
  close(file);
  errno = why;
  return ok;
}

static gboolean allow_all(int rules, const char *const *paths, gboolean must_exist, GError **error)
{
  for (; *paths; paths++)
    if (!allow(rules, *paths) && (must_exist || errno != ENOENT)) return lap_sandbox_fail(error, *paths);
  return TRUE;
}

gboolean lap_sandbox_restrict_files(const char *const *readable, GError **error)
{
  Ruleset rights = get_all_rights(get_abi());
  int rules = (int)syscall(SYS_landlock_create_ruleset, &rights, sizeof rights, 0);
  if (rules < 0) return lap_sandbox_fail(error, "Landlock");
  gboolean ok = allow_all(rules, readable, TRUE, error) && allow_all(rules, library_folders, FALSE, error) &&
                (!lap_sandbox_is_sanitized() || allow_all(rules, sanitizer_files, FALSE, error));
  if (ok && syscall(SYS_landlock_restrict_self, rules, 0) < 0) ok = lap_sandbox_fail(error, "Landlock");
  close(rules);
  return ok;
}
