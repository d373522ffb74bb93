#include "log.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <time.h>
#include <unistd.h>

#include "host/json/writer.h"

const char *const lap_server_log_levels[] = {"error", "warning", "info", "debug", NULL};

struct LapServerLogLine {
  GString *text;
  LapJsonWriter json;
};

/* A pipe or terminal that is writable takes this many bytes at once without blocking. */
#define PART PIPE_BUF

static struct {
  LapServerLogLevel level;
  int descriptor;
  guint64 lost;  /* lines dropped since the last one that was written */
  gboolean torn; /* the last dropped line was written in part */
} the_log = {.descriptor = -1};

static char *time_now(void)
{
  g_autoptr(GDateTime) now = g_date_time_new_now_utc();
  return g_date_time_format(now, "%Y-%m-%dT%H:%M:%S.%fZ");
}

LapServerLogLine *lap_server_log_begin(LapServerLogLevel level, const char *event)
{
  if (the_log.descriptor < 0 || level > the_log.level) return NULL;
  g_autofree char *time = time_now();
  LapServerLogLine *line = g_new0(LapServerLogLine, 1);
  line->text = g_string_new(NULL);
  line->json = lap_json_line_writer(line->text);
  lap_json_begin_object(&line->json);
  lap_json_member_word(&line->json, "time", time);
  lap_json_member_word(&line->json, "level", lap_server_log_levels[level]);
  lap_json_member_string(&line->json, "event", event);
  return line;
}

void lap_server_log_text(LapServerLogLine *line, const char *name, const char *value)
{
  if (line) lap_json_member_string(&line->json, name, value);
}

void lap_server_log_number(LapServerLogLine *line, const char *name, gint64 value)
{
  if (line) lap_json_member_int(&line->json, name, value);
}

/* --- writing: never blocks, even if the log cannot be written or is not read */

static gboolean has_room(void)
{
  struct pollfd room = {.fd = the_log.descriptor, .events = POLLOUT};
  return poll(&room, 1, 0) > 0;
}

/* Returns how many bytes were written. */
static gsize write_some(const char *text, gsize length)
{
  gsize done = 0;
  while (done < length && has_room()) {
    gssize written = write(the_log.descriptor, text + done, MIN(length - done, PART));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) break;
    done += (gsize)written;
  }
  return done;
}

static void write_line(const GString *text)
{
  if (the_log.torn && write_some("\n", 1)) the_log.torn = FALSE;
  gsize done = the_log.lost || the_log.torn ? 0 : write_some(text->str, text->len);
  if (done == text->len) return;
  the_log.lost++;
  if (done) the_log.torn = TRUE;
}

/* Writes how many lines were dropped, once there is room again. */
static void report_lost(void)
{
  guint64 lost = the_log.lost;
  if (!lost || !has_room()) return;
  the_log.lost = 0;
  LapServerLogLine *line = lap_server_log_begin(LAP_SERVER_LOG_ERROR, "log lost lines");
  lap_server_log_number(line, "lines", (gint64)lost);
  lap_server_log_end(line);
  the_log.lost += the_log.lost ? lost - 1 : 0;
}

void lap_server_log_end(LapServerLogLine *line)
{
  if (!line) return;
  lap_json_end_object(&line->json);
  report_lost();
  write_line(line->text);
  g_string_free(line->text, TRUE);
  g_free(line);
}

/* --- in a handler of signals: without allocation, and without a library's idea of time */

typedef struct {
  char text[1024];
  gsize n;
} LastLine;

static void add(LastLine *line, const char *text)
{
  while (*text && line->n + 2 < sizeof line->text) line->text[line->n++] = *text++;
}

static void add_number(LastLine *line, gint64 number, guint digits)
{
  char text[20] = {0};
  for (guint i = digits; i-- > 0; number /= 10) text[i] = (char)('0' + number % 10);
  add(line, text);
}

/* Of the proleptic Gregorian calendar, by eras of 400 years that begin in March. */
static void add_date(LastLine *line, gint64 days)
{
  gint64 shifted = days + 719468, era = shifted / 146097, day = shifted % 146097;
  gint64 year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
  gint64 of_year = day - (365 * year + year / 4 - year / 100), month = (5 * of_year + 2) / 153;
  gint64 number = month < 10 ? month + 3 : month - 9;
  add_number(line, era * 400 + year + (number <= 2), 4);
  add(line, "-");
  add_number(line, number, 2);
  add(line, "-");
  add_number(line, of_year - (153 * month + 2) / 5 + 1, 2);
}

static void add_time(LastLine *line)
{
  struct timespec now = {0};
  clock_gettime(CLOCK_REALTIME, &now);
  const gint64 part[] = {now.tv_sec / 3600 % 24, now.tv_sec / 60 % 60, now.tv_sec % 60};
  add_date(line, now.tv_sec / 86400);
  for (guint i = 0; i < G_N_ELEMENTS(part); i++) {
    add(line, i ? ":" : "T");
    add_number(line, part[i], 2);
  }
  add(line, ".");
  add_number(line, now.tv_nsec / 1000, 6);
  add(line, "Z");
}

static void add_member(LastLine *line, const char *name, const char *value)
{
  add(line, ",\"");
  add(line, name);
  add(line, "\":\"");
  add(line, value);
  add(line, "\"");
}

void lap_server_log_last_line(const char *event, const char *const *members)
{
  LastLine line = {.n = 0};
  if (the_log.descriptor < 0) return;
  add(&line, "{\"time\":\"");
  add_time(&line);
  add(&line, "\"");
  add_member(&line, "level", "error");
  add_member(&line, "event", event);
  for (; *members; members += 2)
    if (*members[1]) add_member(&line, members[0], members[1]);
  add(&line, "}\n");
  write_some(line.text, line.n);
}

/* --- what libraries log */

static LapServerLogLevel level_of(GLogLevelFlags flags)
{
  if (flags & (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL)) return LAP_SERVER_LOG_ERROR;
  if (flags & G_LOG_LEVEL_WARNING) return LAP_SERVER_LOG_WARNING;
  return flags & (G_LOG_LEVEL_MESSAGE | G_LOG_LEVEL_INFO) ? LAP_SERVER_LOG_INFO : LAP_SERVER_LOG_DEBUG;
}

static char *text_of(const GLogField *field)
{
  g_autofree char *text = field->length < 0 ? g_strdup(field->value) : g_strndup(field->value, (gsize)field->length);
  return g_utf8_make_valid(text, -1);
}

static GLogWriterOutput write_log(GLogLevelFlags flags, const GLogField *fields, gsize n, gpointer data G_GNUC_UNUSED)
{
  LapServerLogLine *line = lap_server_log_begin(level_of(flags), "log");
  for (gsize i = 0; line && i < n; i++) {
    gboolean is_domain = g_str_equal(fields[i].key, "GLIB_DOMAIN");
    if (!is_domain && !g_str_equal(fields[i].key, "MESSAGE")) continue;
    g_autofree char *text = text_of(&fields[i]);
    lap_server_log_text(line, is_domain ? "domain" : "message", text);
  }
  lap_server_log_end(line);
  return G_LOG_WRITER_HANDLED;
}

void lap_server_log_open(LapServerLogLevel level, int descriptor)
{
  static gboolean writes;
  the_log.level = level;
  the_log.descriptor = descriptor;
  if (writes) return;
  writes = TRUE;
  g_log_set_writer_func(write_log, NULL, NULL);
}
