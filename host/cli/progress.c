#include "progress.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "subcommand.h"

#define BAR 20

static volatile sig_atomic_t interrupted;
static gint64 begun;
static guint64 begun_with; /* what was done when it was first shown */

static void on_interrupt(int number G_GNUC_UNUSED) { interrupted = 1; }

void progress_begin(void)
{
  struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND | SA_RESTART};
  interrupted = 0;
  begun = 0;
  sigaction(SIGINT, &action, NULL);
}

static void print_duration(double seconds)
{
  if (seconds >= 3600)
    fprintf(stderr, ", %u h %u min left", (guint)(seconds / 3600), (guint)(seconds / 60) % 60);
  else if (seconds >= 60)
    fprintf(stderr, ", %u min %u s left", (guint)seconds / 60, (guint)seconds % 60);
  else
    fprintf(stderr, ", %.0f s left", seconds);
}

static void print_rate(guint64 done, guint64 all)
{
  gint64 now = g_get_monotonic_time();
  if (!begun || done < begun_with) {
    begun = now;
    begun_with = done;
  }
  double seconds = (double)(now - begun) / G_TIME_SPAN_SECOND, rate = (double)(done - begun_with) / MAX(seconds, 1e-3);
  if (seconds < 1 || rate <= 0) return;
  fprintf(stderr, rate < 10 ? ", %.1f a second" : ", %.0f a second", rate);
  if (all > done) print_duration((double)(all - done) / rate);
}

gboolean progress_show(guint64 done, guint64 all, gpointer data)
{
  if (!isatty(STDERR_FILENO)) return !interrupted;
  guint full = all ? (guint)(BAR * done / all) : BAR;
  g_autofree char *of = grouped_number(all), *so_far = grouped_number(done);
  fprintf(stderr, "\r\033[K%s%s[", data ? (const char *)data : "", data ? " " : "");
  for (guint i = 0; i < BAR; i++) fputc(i < full ? '#' : '.', stderr);
  fprintf(stderr, "] %s of %s", so_far, of);
  print_rate(done, all);
  fflush(stderr);
  return !interrupted;
}

gboolean progress_end(void)
{
  signal(SIGINT, SIG_DFL);
  if (isatty(STDERR_FILENO)) fprintf(stderr, "\r\033[K");
  return interrupted;
}
