#define _GNU_SOURCE /* close_range */
#include <fcntl.h>
#include <limits.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sandbox-private.h"

gboolean lap_sandbox_check(GError **error) { return lap_sandbox_check_files(error) && lap_sandbox_check_calls(error); }

gboolean lap_sandbox_close_descriptors(int first_closed, GError **error)
{
  if (close_range((guint)first_closed, UINT_MAX, 0) < 0) return lap_sandbox_fail(error, "close_range");
  int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nowhere < 0) return lap_sandbox_fail(error, "/dev/null");
  for (int standard = STDIN_FILENO; standard <= STDERR_FILENO; standard++)
    if (nowhere != standard) dup2(nowhere, standard);
  if (nowhere > STDERR_FILENO) close(nowhere);
  return TRUE;
}

/* A folder has a link for itself, one from its parent, and one for each folder in it, here of a thread. */
static gboolean check_alone(GError **error)
{
  struct stat threads;
  if (lap_sandbox_is_sanitized() || stat("/proc/self/task", &threads) < 0 || threads.st_nlink == 3) return TRUE;
  g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "a process with threads cannot be sandboxed as a whole");
  return FALSE;
}

gboolean lap_sandbox_enter(const char *const *readable, guint64 memory, GError **error)
{
  if (!lap_sandbox_check(error) || !check_alone(error)) return FALSE;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return lap_sandbox_fail(error, "no_new_privs");
  return lap_sandbox_limit(memory, error) && lap_sandbox_restrict_files(readable, error) &&
         lap_sandbox_restrict_calls(LAP_SANDBOX_OPENING, error);
}

gboolean lap_sandbox_close(GError **error) { return lap_sandbox_restrict_calls(LAP_SANDBOX_CLOSED, error); }
