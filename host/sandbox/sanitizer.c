#define _GNU_SOURCE /* RTLD_DEFAULT */
#include <dlfcn.h>

#include "sandbox-private.h"

gboolean lap_sandbox_is_sanitized(void)
{
  return dlsym(RTLD_DEFAULT, "__asan_init") || dlsym(RTLD_DEFAULT, "__tsan_init");
}
