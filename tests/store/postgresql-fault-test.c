/* A connection that breaks at its N-th call, for every N of a short session until none breaks any more: no
 * acknowledgement of what is not there, no half of a turn, nothing twice; and the session goes on. Without "-m
 * thorough" it is one N in ten.
 *
 * The calls are libpq's of the socket. This program has its own `send` and `recv`, which come before those of the C
 * library. */
#include <dlfcn.h>
#include <errno.h>
#include <sys/socket.h>

#include "session.h"

#define CALLS_MAX 1000

typedef enum {
  UNSENT, /* the server hears nothing of what was to be sent */
  TORN,   /* it hears the first half */
  SENT,   /* it hears all, and this host does not know that */
} Fault;

static struct {
  Fault fault;
  guint left; /* calls until the one that breaks; 0: none does */
  gboolean broke;
} line;

/* Whether it is this call that breaks. */
static gboolean is_due(void)
{
  gboolean due = line.left == 1;
  if (line.left) line.left--;
  line.broke |= due;
  return due;
}

static ssize_t break_off(int socket)
{
  shutdown(socket, SHUT_RDWR);
  errno = ECONNRESET;
  return -1;
}

typedef ssize_t Send(int, const void *, size_t, int);
typedef ssize_t Receive(int, void *, size_t, int);

G_MODULE_EXPORT ssize_t send(int socket, const void *bytes, size_t n, int flags)
{
  Send *next = (Send *)dlsym(RTLD_NEXT, "send");
  if (!is_due()) return next(socket, bytes, n, flags);
  if (line.fault != UNSENT) next(socket, bytes, line.fault == TORN ? n / 2 : n, flags);
  return break_off(socket);
}

G_MODULE_EXPORT ssize_t recv(int socket, void *bytes, size_t n, int flags)
{
  Receive *next = (Receive *)dlsym(RTLD_NEXT, "recv");
  return is_due() ? break_off(socket) : next(socket, bytes, n, flags);
}

/* --- sessions */

/* The next call may come before a lost connection is tried again. */
static void wait_until_ready(Session *session)
{
  g_autoptr(GError) error = NULL;
  for (int tries = 0; !lap_store_check(session->store, &error); tries++) {
    g_assert_error(error, LAP_STORE_ERROR, LAP_STORE_ERROR_IO);
    g_assert_cmpint(tries, <, 100);
    g_clear_error(&error);
    g_usleep(20000);
  }
}

static gboolean come_up(Session *session)
{
  if (!session_open(session)) return FALSE;
  wait_until_ready(session);
  if (session_check_reopened(session)) return TRUE;
  session_close(session);
  return FALSE;
}

static void play(Session *session)
{
  for (int life = 0; life < 2; life++) {
    if (!come_up(session)) continue;
    for (int i = 0; i < SESSION_TURNS; i++) {
      if (session_play(session) || !line.broke) continue;
      wait_until_ready(session);
      session_check(session);
    }
    session_close(session);
  }
}

/* Whether a call broke. */
static gboolean try_fault(Fault fault, guint at)
{
  g_autoptr(Session) session = session_new_in(session_cluster());
  line.fault = fault;
  line.left = at;
  line.broke = FALSE;
  play(session);
  line.left = 0;

  g_assert_true(come_up(session));
  g_assert_true(session_play(session));
  session_check(session);
  g_autoptr(GPtrArray) past = NULL;
  g_autoptr(GPtrArray) findings = lap_store_verify(session->store, &past);
  g_assert_cmpuint(findings->len, ==, 0);
  session_close(session);
  return line.broke;
}

static void test_fault(gconstpointer data)
{
  if (!session_cluster()) return;
  guint every = g_test_thorough() ? 1 : 10, at = (guint)g_test_rand_int_range(1, (gint)every + 1);
  while (at < CALLS_MAX && try_fault((Fault)GPOINTER_TO_INT(data), at)) at += every;
  g_test_message("one in %u of %u calls broke, one after another", every, at - 1);
  g_assert_cmpuint(at, >, 100);
  g_assert_cmpuint(at, <, CALLS_MAX);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_data_func("/store/postgresql-fault/what-was-sent-is-not-heard", GINT_TO_POINTER(UNSENT), test_fault);
  g_test_add_data_func("/store/postgresql-fault/half-of-it-is-heard", GINT_TO_POINTER(TORN), test_fault);
  g_test_add_data_func("/store/postgresql-fault/it-is-heard-and-no-answer-comes", GINT_TO_POINTER(SENT), test_fault);
  return session_run_tests();
}
