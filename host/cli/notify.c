#include "notify.h"

#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "subcommand.h"

/* FALSE if there is no manager, or its name is too long. A name that begins with @ is an abstract one. */
static gboolean find_manager(struct sockaddr_un *address, socklen_t *length)
{
  const char *name = g_getenv("NOTIFY_SOCKET");
  gsize n = name ? strlen(name) : 0;
  if (n < 2 || n >= sizeof address->sun_path || (*name != '/' && *name != '@')) return FALSE;
  address->sun_family = AF_UNIX;
  memcpy(address->sun_path, name, n + 1);
  if (*name == '@') *address->sun_path = '\0';
  *length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + n);
  return TRUE;
}

void notify_manager(const char *state)
{
  struct sockaddr_un address = {0};
  socklen_t length;
  if (!find_manager(&address, &length)) return;
  int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0 || sendto(fd, state, strlen(state), MSG_NOSIGNAL, (struct sockaddr *)&address, length) < 0)
    g_warning("cannot send %s to the service manager at NOTIFY_SOCKET", state);
  if (fd >= 0) close(fd);
}

static gboolean on_watchdog(gpointer data G_GNUC_UNUSED)
{
  notify_manager("WATCHDOG=1");
  return G_SOURCE_CONTINUE;
}

static guint64 number_in(const char *variable)
{
  guint64 number = 0;
  const char *text = g_getenv(variable);
  return text && parse_number(text, &number) ? number : 0;
}

/* Twice as often as it must, as the manual has it. */
guint notify_begin_watchdog(void)
{
  guint64 microseconds = number_in("WATCHDOG_USEC"), process = number_in("WATCHDOG_PID");
  if (!microseconds || (process && process != (guint64)getpid())) return 0;
  return g_timeout_add((guint)CLAMP(microseconds / 2000, 1, G_MAXUINT), on_watchdog, NULL);
}
