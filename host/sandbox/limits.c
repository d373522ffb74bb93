/* What a sandboxed process may use up, and that it ends with its parent. */
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "sandbox-private.h"

#define STACK_MAX (G_GUINT64_CONSTANT(8) << 20)
#define DESCRIPTORS_MAX 64

/* Lowers a limit for good; one that is lower already stays. */
static gboolean limit(__rlimit_resource_t resource, guint64 most)
{
  struct rlimit now;
  if (getrlimit(resource, &now) < 0) return FALSE;
  most = MIN(most, now.rlim_max);
  return setrlimit(resource, &(struct rlimit){MIN(most, now.rlim_cur), most}) == 0;
}

/* A limit on processes means nothing to root, whom seccomp stops. */
gboolean lap_sandbox_limit(guint64 memory, GError **error)
{
  gboolean ok = prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && prctl(PR_SET_DUMPABLE, 0) == 0 && limit(RLIMIT_CORE, 0) &&
                limit(RLIMIT_FSIZE, 0) && limit(RLIMIT_NPROC, 0) && limit(RLIMIT_NOFILE, DESCRIPTORS_MAX) &&
                limit(RLIMIT_MEMLOCK, 0) && limit(RLIMIT_MSGQUEUE, 0) && limit(RLIMIT_STACK, STACK_MAX) &&
                (lap_sandbox_is_sanitized() || limit(RLIMIT_AS, memory));
  return ok ? TRUE : lap_sandbox_fail(error, "resource limits");
}
