/* Tells ThreadSanitizer of GLib's locks and of what it hands from thread to thread, which it cannot see since GLib is
 * not built for it: preloaded by ./dev test.
 *
 * Each function stays GLib's; around it stands what the sanitizer wants to know, that what was written before an unlock
 * can be read after the next lock, and what was written before something is handed over by whoever gets it. */
#include <dlfcn.h>
#include <gio/gio.h>
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

/* --- queues and pools */

void g_async_queue_push(GAsyncQueue *queue, gpointer data)
{
  __tsan_release(queue);
  NEXT(g_async_queue_push)(queue, data);
}

gpointer g_async_queue_pop(GAsyncQueue *queue)
{
  gpointer data = NEXT(g_async_queue_pop)(queue);
  __tsan_acquire(queue);
  return data;
}

gpointer g_async_queue_try_pop(GAsyncQueue *queue)
{
  gpointer data = NEXT(g_async_queue_try_pop)(queue);
  __tsan_acquire(queue);
  return data;
}

typedef struct {
  GFunc function;
  gpointer data;
} PoolFunction;

static char pools; /* stands for what was done in any of them */

static void run_in_pool(gpointer item, gpointer data)
{
  const PoolFunction *called = data;
  __tsan_acquire(item);
  called->function(item, called->data);
  __tsan_release(&pools);
}

/* What it is called with lives as long as the program. */
GThreadPool *g_thread_pool_new(GFunc function, gpointer data, gint most, gboolean exclusive, GError **error)
{
  PoolFunction *called = g_new(PoolFunction, 1);
  *called = (PoolFunction){function, data};
  return NEXT(g_thread_pool_new)(run_in_pool, called, most, exclusive, error);
}

gboolean g_thread_pool_push(GThreadPool *pool, gpointer item, GError **error)
{
  __tsan_release(item);
  return NEXT(g_thread_pool_push)(pool, item, error);
}

void g_thread_pool_free(GThreadPool *pool, gboolean immediate, gboolean wait)
{
  NEXT(g_thread_pool_free)(pool, immediate, wait);
  if (wait) __tsan_acquire(&pools);
}

/* --- tasks */

static void run_task(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GTaskThreadFunc function = (GTaskThreadFunc)g_object_get_data(G_OBJECT(task), "function");
  __tsan_acquire(task);
  function(task, source, data, cancellable);
  __tsan_release(task);
}

void g_task_run_in_thread(GTask *task, GTaskThreadFunc function)
{
  g_object_set_data(G_OBJECT(task), "function", (gpointer)function);
  __tsan_release(task);
  NEXT(g_task_run_in_thread)(task, run_task);
}

void g_task_return_pointer(GTask *task, gpointer result, GDestroyNotify free_result)
{
  __tsan_release(task);
  NEXT(g_task_return_pointer)(task, result, free_result);
}

void g_task_return_boolean(GTask *task, gboolean result)
{
  __tsan_release(task);
  NEXT(g_task_return_boolean)(task, result);
}

void g_task_return_error(GTask *task, GError *error)
{
  __tsan_release(task);
  NEXT(g_task_return_error)(task, error);
}

void g_task_return_new_error(GTask *task, GQuark domain, gint code, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  g_task_return_error(task, g_error_new_valist(domain, code, format, arguments));
  va_end(arguments);
}

gpointer g_task_propagate_pointer(GTask *task, GError **error)
{
  __tsan_acquire(task);
  return NEXT(g_task_propagate_pointer)(task, error);
}

gboolean g_task_propagate_boolean(GTask *task, GError **error)
{
  __tsan_acquire(task);
  return NEXT(g_task_propagate_boolean)(task, error);
}
