#include "handed-over.h"

#include <fcntl.h>
#include <unistd.h>

#include "verb.h"

/* File descriptors begin there. */
enum { FIRST = 3 };

static guint64 number_in(const char *variable)
{
  guint64 number = 0;
  const char *text = g_getenv(variable);
  return text && verb_number(text, &number) ? number : 0;
}

/* For us alone: a child of ours must not think that they are its own. */
static guint64 count(void)
{
  gboolean ours = number_in("LISTEN_PID") == (guint64)getpid();
  guint64 n = ours ? number_in("LISTEN_FDS") : 0;
  g_unsetenv("LISTEN_PID");
  g_unsetenv("LISTEN_FDS");
  g_unsetenv("LISTEN_FDNAMES");
  return n;
}

gboolean handed_over_socket(int *fd)
{
  guint64 n = count();
  *fd = n == 1 ? FIRST : -1;
  if (n > 1) {
    verb_fail(EXIT_USAGE, "%" G_GUINT64_FORMAT " sockets were handed over, but it listens on one", n);
    return FALSE;
  }
  if (n == 1) fcntl(FIRST, F_SETFD, FD_CLOEXEC);
  return TRUE;
}
