#include "loop.h"

#define TICK G_TIME_SPAN_SECOND

struct LapLoop {
  GSource source;
  struct ev_loop *ev;
  struct lws_context *context; /* NULL before it begins */
  gpointer watched;            /* the tag of the descriptor of epoll */
  ev_idle nothing;
  ev_fork renewal;
  gboolean quiet;   /* nothing happened in the last run of libev */
  gboolean renewed; /* it has another descriptor */
  gboolean stirred; /* libev is to run though no socket is ready */
  gboolean hurried; /* and the library is to look at its timers */
  gboolean looking; /* it was told to, and does when libev has nothing else to call */
  guint connections;
};

/* --- one run of libev */

/* libev calls it when nothing else is to be called. */
static void on_nothing(struct ev_loop *ev G_GNUC_UNUSED, ev_idle *watcher, int events G_GNUC_UNUSED)
{
  ((LapLoop *)watcher->data)->quiet = TRUE;
}

/* Something was read already, such as what TLS has decrypted, so that no socket will tell of it. */
static gboolean is_owed(const LapLoop *loop) { return lws_service_adjust_timeout(loop->context, 1, 0) == 0; }

/* libev tells its descriptor only to those that embed one of its loops in another, which is what this does for a
 * moment. */
static int find_descriptor(struct ev_loop *ev)
{
  struct ev_loop *other = ev_loop_new(EVBACKEND_SELECT | EVFLAG_NOENV);
  ev_embed embed;
  ev_embed_init(&embed, NULL, ev);
  ev_embed_start(other, &embed);
  int descriptor = embed.io.fd;
  ev_embed_stop(other, &embed);
  ev_loop_destroy(other);
  return descriptor;
}

static void watch_descriptor(LapLoop *loop)
{
  if (loop->watched) g_source_remove_unix_fd(&loop->source, loop->watched);
  loop->watched = g_source_add_unix_fd(&loop->source, find_descriptor(loop->ev), G_IO_IN);
  loop->renewed = FALSE;
}

/* libev is about to make another one: it does if it has lost track of what it asked epoll for, as a child that shares
 * descriptors until it is another program can make it do. */
static void on_renewal(struct ev_loop *ev G_GNUC_UNUSED, ev_fork *watcher, int events G_GNUC_UNUSED)
{
  ((LapLoop *)watcher->data)->renewed = TRUE;
}

/* What is called may change what connections wait for, which libev notices when it runs again. The library serves what
 * is owed when libev has nothing else to call, provided that an event has come since it last did.
 * Returns: whether nothing is left for another run. */
static gboolean run(LapLoop *loop)
{
  gboolean was_owed = is_owed(loop);
  loop->quiet = FALSE;
  ev_run(loop->ev, EVRUN_NOWAIT);
  if (loop->renewed) watch_descriptor(loop);
  gboolean owed = is_owed(loop);
  if (owed && loop->quiet) lws_cancel_service(loop->context);
  return loop->quiet && !was_owed && !owed;
}

/* --- as a source */

static gboolean prepare(GSource *source, int *timeout)
{
  const LapLoop *loop = (LapLoop *)source;
  *timeout = -1;
  return loop->stirred || loop->hurried;
}

static gboolean check(GSource *source)
{
  const LapLoop *loop = (LapLoop *)source;
  return loop->stirred || loop->hurried || g_source_query_unix_fd(source, loop->watched);
}

/* The library sets its timer on libev when it has looked at its timers, but no earlier if one that is earlier is added.
 * So it is made to look: whether it does is for a clock of our own to say. */
static void tick(LapLoop *loop)
{
  gint64 now = g_source_get_time(&loop->source), due = g_source_get_ready_time(&loop->source);
  gboolean is_due = due >= 0 && due <= now;
  if (is_due) g_source_set_ready_time(&loop->source, loop->connections ? now + TICK : -1);
  if (!is_due && !loop->hurried) return;
  loop->hurried = FALSE;
  loop->looking = TRUE;
  lws_cancel_service(loop->context);
}

/* Once in an iteration of the main loop, so that others have their turn, and each connection is read once before what
 * its messages led to is done. After a look at timers libev runs once more, since those may have changed what
 * connections wait for. */
static gboolean dispatch(GSource *source, GSourceFunc callback G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
  LapLoop *loop = (LapLoop *)source;
  tick(loop);
  gboolean done = run(loop), looked = loop->looking && loop->quiet;
  loop->looking &= !looked;
  loop->stirred = !done || looked;
  return G_SOURCE_CONTINUE;
}

void lap_loop_stir(LapLoop *loop) { loop->stirred = TRUE; }

void lap_loop_hurry(LapLoop *loop) { loop->hurried = TRUE; }

void lap_loop_connection_comes(LapLoop *loop)
{
  if (!loop->connections++ && g_source_get_ready_time(&loop->source) < 0)
    g_source_set_ready_time(&loop->source, g_get_monotonic_time() + TICK);
}

void lap_loop_connection_goes(LapLoop *loop) { loop->connections--; }

/* --- life */

LapLoop *lap_loop_new(GMainContext *context)
{
  static GSourceFuncs functions = {.prepare = prepare, .check = check, .dispatch = dispatch};
  struct ev_loop *ev = ev_loop_new(EVBACKEND_EPOLL | EVFLAG_NOENV | EVFLAG_NOSIGMASK);
  if (!ev) return NULL;
  LapLoop *loop = (LapLoop *)g_source_new(&functions, sizeof(LapLoop));
  loop->ev = ev;
  ev_idle_init(&loop->nothing, on_nothing);
  ev_fork_init(&loop->renewal, on_renewal);
  loop->nothing.data = loop->renewal.data = loop;
  ev_idle_start(ev, &loop->nothing);
  ev_fork_start(ev, &loop->renewal);
  watch_descriptor(loop);
  /* Or GLib would stop polling while it is dispatched, and wake itself up twice for that. Nobody runs the main loop
   * from within it. */
  g_source_set_can_recurse(&loop->source, TRUE);
  g_source_attach(&loop->source, context);
  return loop;
}

struct ev_loop *lap_loop_get_ev(LapLoop *loop) { return loop->ev; }

void lap_loop_begin(LapLoop *loop, struct lws_context *context)
{
  loop->context = context;
  lap_loop_stir(loop);
}

void lap_loop_free(LapLoop *loop)
{
  g_source_destroy(&loop->source);
  ev_loop_destroy(loop->ev);
  g_source_unref(&loop->source);
}
