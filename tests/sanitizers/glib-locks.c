/* Tells ThreadSanitizer of GLib's locks, which it cannot see since GLib is not built for it: preloaded by ./dev test.
 *
 * Each lock stays GLib's; around it stands what the sanitizer wants to know, that what was written before an unlock can
 * be read after the next lock. */
#include <dlfcn.h>
#include <glib.h>
#include <sanitizer/tsan_interface.h>

/* The function of GLib that one here stands before. */
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#undef g_once_init_leave

void g_mutex_lock(GMutex *mutex)
{
  NEXT(g_mutex_lock)(mutex);
  __tsan_acquire(mutex);
}

gboolean g_mutex_trylock(GMutex *mutex)
{
  gboolean locked = NEXT(g_mutex_trylock)(mutex);
  if (locked) __tsan_acquire(mutex);
  return locked;
}

void g_mutex_unlock(GMutex *mutex)
{
  __tsan_release(mutex);
  NEXT(g_mutex_unlock)(mutex);
}

void g_cond_wait(GCond *cond, GMutex *mutex)
{
  __tsan_release(mutex);
  NEXT(g_cond_wait)(cond, mutex);
  __tsan_acquire(mutex);
}

gboolean g_cond_wait_until(GCond *cond, GMutex *mutex, gint64 end_time)
{
  __tsan_release(mutex);
  gboolean signalled = NEXT(g_cond_wait_until)(cond, mutex, end_time);
  __tsan_acquire(mutex);
  return signalled;
}

void g_once_init_leave(volatile void *location, gsize result)
{
  __tsan_release((void *)location);
  NEXT(g_once_init_leave)(location, result);
}
