#include "patience.h"

typedef struct {
  gint64 until;   /* monotonic */
  GSource *ready; /* NULL: it waits */
  gboolean paused, out;
} Patience;

static _Thread_local Patience patience;

void lap_patience_begin(gint64 microseconds, GSource *ready)
{
  patience = (Patience){.until = g_get_monotonic_time() + microseconds, .ready = ready};
}

gboolean lap_patience_end(void)
{
  gboolean out = patience.out;
  patience = (Patience){0};
  return out;
}

gboolean lap_patience_is_out(void) { return patience.out; }

gboolean lap_patience_pause(void)
{
  gboolean before = patience.paused;
  patience.paused = TRUE;
  return before;
}

void lap_patience_resume(gboolean before) { patience.paused = before; }

gint64 lap_patience_left(void)
{
  if (!patience.ready || patience.paused) return G_MAXINT64;
  return patience.out ? 0 : MAX(patience.until - g_get_monotonic_time(), 0);
}

GSource *lap_patience_put_off(void)
{
  patience.out = TRUE;
  return g_source_ref(patience.ready);
}
