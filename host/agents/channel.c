#include "channel.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gunixsocketaddress.h>
#include <glib-unix.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/json/lines.h"

G_DEFINE_QUARK(lap - agent - error - quark, lap_agent_error)

enum {
  READ = 16 * 1024,
  WORDS = 400,         /* bytes that are kept of standard error */
  ENDING = 500 * 1000, /* us that it has to end by itself */
  CONNECTING = 10,     /* s until a socket must have been connected */
  GLANCE = 5 * 1000    /* us between two looks whether it has */
};

enum { IN, OUT, ERR, FDS };

struct LapChannel {
  GPid pid; /* 0: it has ended, and its status is known; or it is no child */
  int status;
  gboolean is_socket; /* then the files to read and to write are one socket */
  int fd[FDS];        /* the program's standard files, from our side; -1: closed */
  GString *unsent;
  LapLines lines;
  GString *words; /* the end of its standard error */
};

static gboolean turn(LapChannel *channel, gint64 deadline);

/* --- starting and ending */

/* Called in the child. It ends with the host. */
static void leave_group(gpointer data G_GNUC_UNUSED)
{
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
}

static LapChannel *channel_new(LapChannel channel)
{
  for (guint i = 0; i < FDS; i++)
    if (channel.fd[i] >= 0) g_unix_set_fd_nonblocking(channel.fd[i], TRUE, NULL);
  channel.unsent = g_string_new(NULL);
  channel.words = g_string_new(NULL);
  lap_lines_init(&channel.lines, LAP_CHANNEL_LINE_MAX);
  return g_memdup2(&channel, sizeof channel);
}

static LapChannel *start(const char *command, GError **error)
{
  g_auto(GStrv) words = NULL;
  g_autoptr(GError) failure = NULL;
  LapChannel channel = {0};
  if (!g_shell_parse_argv(command, NULL, &words, &failure) ||
      !g_spawn_async_with_pipes(NULL, words, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD, leave_group, NULL,
                                &channel.pid, &channel.fd[IN], &channel.fd[OUT], &channel.fd[ERR], &failure)) {
    g_set_error(error, LAP_AGENT_ERROR, LAP_AGENT_ERROR_START, "cannot be started: %s", failure->message);
    return NULL;
  }
  setpgid(channel.pid, channel.pid); /* so that the group is there, whoever of the two comes first */
  return channel_new(channel);
}

/* The address of a socket, or NULL if the command is none. (transfer full) */
static GSocketConnectable *address_of(const char *command, GError **error)
{
  if (g_str_has_prefix(command, "unix:"))
    return G_SOCKET_CONNECTABLE(g_unix_socket_address_new(command + strlen("unix:")));
  return g_str_has_prefix(command, "tcp:") ? g_network_address_parse(command + strlen("tcp:"), 0, error) : NULL;
}

static LapChannel *connect_to(GSocketConnectable *address, GError **error)
{
  g_autoptr(GSocketClient) client = g_socket_client_new();
  g_socket_client_set_timeout(client, CONNECTING);
  g_socket_client_set_enable_proxy(client, FALSE);
  g_autoptr(GSocketConnection) connection = g_socket_client_connect(client, address, NULL, error);
  if (!connection) return NULL;
  int fd = g_socket_get_fd(g_socket_connection_get_socket(connection));
  LapChannel channel = {.is_socket = TRUE};
  channel.fd[IN] = fcntl(fd, F_DUPFD_CLOEXEC, 0);
  channel.fd[OUT] = fcntl(fd, F_DUPFD_CLOEXEC, 0);
  channel.fd[ERR] = -1;
  if (channel.fd[IN] >= 0 && channel.fd[OUT] >= 0) return channel_new(channel);
  g_set_error(error, G_IO_ERROR, (gint)g_io_error_from_errno(errno), "%s", g_strerror(errno));
  if (channel.fd[IN] >= 0) close(channel.fd[IN]);
  return NULL;
}

LapChannel *lap_channel_open(const char *command, GError **error)
{
  g_autoptr(GError) failure = NULL;
  g_autoptr(GSocketConnectable) address = address_of(command, &failure);
  if (!address && !failure) return start(command, error);
  LapChannel *channel = failure ? NULL : connect_to(address, &failure);
  if (!channel) g_set_error(error, LAP_AGENT_ERROR, LAP_AGENT_ERROR_START, "cannot be reached: %s", failure->message);
  return channel;
}

static void close_file(LapChannel *channel, guint i)
{
  if (channel->is_socket && i == IN && channel->fd[i] >= 0) shutdown(channel->fd[i], SHUT_WR);
  if (channel->fd[i] >= 0) close(channel->fd[i]);
  channel->fd[i] = -1;
}

static gboolean has_ended(LapChannel *channel)
{
  if (channel->pid && waitpid(channel->pid, &channel->status, WNOHANG) == channel->pid) {
    kill(-channel->pid, SIGKILL); /* what it may have left behind */
    channel->pid = 0;
  }
  return !channel->pid;
}

static gboolean await_end(LapChannel *channel)
{
  for (gint64 deadline = g_get_monotonic_time() + ENDING; !has_ended(channel);) {
    if (g_get_monotonic_time() >= deadline) return FALSE;
    g_usleep(GLANCE);
  }
  return TRUE;
}

/* Until the other side has read all, and closed its side. */
static void await_close(LapChannel *channel)
{
  gint64 deadline = g_get_monotonic_time() + ENDING;
  gsize length;
  while (channel->fd[OUT] >= 0 && turn(channel, deadline))
    for (char *line; (line = lap_lines_take(&channel->lines, &length));) g_free(line);
}

void lap_channel_close(LapChannel *channel)
{
  close_file(channel, IN);
  if (channel->is_socket) await_close(channel);
  if (!await_end(channel)) {
    kill(-channel->pid, SIGKILL);
    waitpid(channel->pid, &channel->status, 0);
  }
  close_file(channel, OUT);
  close_file(channel, ERR);
  lap_lines_clear(&channel->lines);
  g_string_free(channel->unsent, TRUE);
  g_string_free(channel->words, TRUE);
  g_free(channel);
}

/* --- reading and writing, as much as there is room for */

static void write_some(LapChannel *channel)
{
  gssize n = write(channel->fd[IN], channel->unsent->str, channel->unsent->len);
  if (n > 0)
    g_string_erase(channel->unsent, 0, n);
  else if (errno != EAGAIN && errno != EINTR)
    close_file(channel, IN);
}

/* Returns how many bytes were read; none at the end, and if there are none now. */
static gsize read_some(LapChannel *channel, guint i, char *buffer)
{
  gssize n = read(channel->fd[i], buffer, READ);
  if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) close_file(channel, i);
  return n > 0 ? (gsize)n : 0;
}

static void read_answers(LapChannel *channel)
{
  char buffer[READ];
  gsize n = read_some(channel, OUT, buffer);
  if (n) lap_lines_add(&channel->lines, buffer, n);
}

static void read_words(LapChannel *channel)
{
  char buffer[READ];
  gsize n = read_some(channel, ERR, buffer);
  g_string_append_len(channel->words, buffer, (gssize)n);
  if (channel->words->len > WORDS) g_string_erase(channel->words, 0, (gssize)(channel->words->len - WORDS));
}

/* Waits until something can be read or written. FALSE once the deadline has passed. */
static gboolean turn(LapChannel *channel, gint64 deadline)
{
  struct pollfd fds[FDS] = {{.fd = channel->fd[IN], .events = channel->unsent->len ? POLLOUT : 0},
                            {.fd = channel->fd[OUT], .events = POLLIN},
                            {.fd = channel->fd[ERR], .events = POLLIN}};
  gint64 left = deadline - g_get_monotonic_time();
  if (left <= 0) return FALSE;
  poll(fds, FDS, (int)MIN(left / 1000 + 1, G_MAXINT));
  if (fds[IN].revents & POLLERR)
    close_file(channel, IN); /* nobody reads it any more */
  else if (fds[IN].revents)
    write_some(channel);
  if (fds[OUT].revents) read_answers(channel);
  if (fds[ERR].revents) read_words(channel);
  return TRUE;
}

/* --- what went wrong */

/* The last line that it wrote to standard error, as far as it can be shown; NULL if there is none. */
static char *last_words(LapChannel *channel)
{
  for (guint i = 0; i < WORDS && channel->fd[ERR] >= 0 && turn(channel, g_get_monotonic_time() + GLANCE); i++) {
    struct pollfd more = {.fd = channel->fd[ERR], .events = POLLIN};
    if (channel->fd[ERR] < 0 || poll(&more, 1, 0) < 1) break;
  }
  g_autofree char *valid = g_utf8_make_valid(channel->words->str, (gssize)channel->words->len);
  for (char *at = valid; *at; at++)
    if (*at != '\n' && g_ascii_iscntrl(*at)) *at = ' ';
  g_strchomp(valid);
  const char *newline = strrchr(valid, '\n');
  return *valid ? g_strdup(newline ? newline + 1 : valid) : NULL;
}

static char *describe_end(LapChannel *channel)
{
  if (channel->is_socket) return g_strdup("has closed the connection");
  if (!await_end(channel)) return g_strdup(channel->fd[OUT] < 0 ? "has closed its output" : "has closed its input");
  if (WIFSIGNALED(channel->status)) return g_strdup_printf("was ended by signal %d", WTERMSIG(channel->status));
  return g_strdup_printf("has ended with status %d", WEXITSTATUS(channel->status));
}

static char *fail(LapChannel *channel, LapAgentError code, const char *what, GError **error)
{
  g_autofree char *words = last_words(channel);
  g_set_error(error, LAP_AGENT_ERROR, code, "%s%s%s%s", what, words ? "; the last it said was \"" : "",
              words ? words : "", words ? "\"" : "");
  return NULL;
}

static char *fail_ended(LapChannel *channel, GError **error)
{
  g_autofree char *what = describe_end(channel);
  return fail(channel, LAP_AGENT_ERROR_ENDED, what, error);
}

/* --- exchanges */

static char *exchange(LapChannel *channel, gint64 deadline, GError **error)
{
  for (;;) {
    gsize length;
    char *line = lap_lines_take(&channel->lines, &length);
    if (line) return line;
    if (channel->lines.too_long) {
      channel->lines.too_long = FALSE;
      return g_strdup("");
    }
    if (channel->fd[IN] < 0 || channel->fd[OUT] < 0) return fail_ended(channel, error);
    if (!turn(channel, deadline)) return fail(channel, LAP_AGENT_ERROR_LATE, "has not answered in time", error);
  }
}

/* A program that does not read any more must not end this one. */
char *lap_channel_ask(LapChannel *channel, const char *text, gint64 deadline, GError **error)
{
  void (*before)(int) = signal(SIGPIPE, SIG_IGN);
  g_string_append(channel->unsent, text);
  char *line = exchange(channel, deadline, error);
  signal(SIGPIPE, before);
  return line;
}

void lap_channel_tell(LapChannel *channel, const char *text)
{
  void (*before)(int) = signal(SIGPIPE, SIG_IGN);
  g_string_append(channel->unsent, text);
  if (channel->fd[IN] >= 0) write_some(channel);
  signal(SIGPIPE, before);
}
