/* Ends the process that loads it, but says before that all is well, and leaves something else in place of a manifest.
 */
#define _GNU_SOURCE /* madvise, syscall */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lapidary/plugin.h"

#define PAGE ((uintptr_t)4096)

/* Asks the kernel to read a set of signals there, for nothing that it knows; what is not mapped is told faster. */
static int can_be_read(void *page)
{
  return madvise(page, PAGE, MADV_NORMAL) == 0 && syscall(SYS_rt_sigprocmask, -1, page, NULL, 8) < 0 && errno != EFAULT;
}

/* Whether the memory that is shared with the host begins here: no length, no forbidden call, not a byte yet. */
__attribute__((no_sanitize("address", "undefined"))) static int is_shared(const uint64_t *number)
{
  return number[0] == 0 && number[1] == UINT64_MAX && number[2] == 0;
}

/* The sandbox does not let it ask the kernel for its mappings, but they are near each other. */
static uint64_t *find_shared(void)
{
  char *own = (char *)((uintptr_t)&find_shared & ~(PAGE - 1));
  for (ptrdiff_t at = 0; at < 1 << 26; at += (ptrdiff_t)PAGE)
    for (int way = -1; way <= 1; way += 2)
      if (can_be_read(own + way * at) && is_shared((uint64_t *)(own + way * at))) return (uint64_t *)(own + way * at);
  return NULL;
}

__attribute__((constructor)) static void forge(void)
{
  static const char report[] = "stage 0 forges-its-manifest\nok\n";
  uint64_t *shared = find_shared();
  if (shared) {
    shared[0] = 1000;
    memset(&shared[2], 0xA5, 1000);
  }
  for (int file = 3; file < 10; file++)
    if (write(file, report, sizeof report - 1) < 0) continue;
  _exit(0);
}

LAP_PLUGIN_ENTRY { return 0; }
