#include "series.h"

#include "agents.h"
#include "host/engine/playouts.h"
#include "host/match/entry.h"
#include "match.h"
#include "subcommand.h"

/* One match of the series. */
typedef struct {
  Match match;
  Agents agents;
  guint64 steps;
} Playing;

static void count_steps(Playing *playing, G_GNUC_UNUSED LapMatch *match, const LapEntry *entry)
{
  playing->steps += entry->n_steps;
}

/* The match has its own game and texts only if it becomes one of another game, which it does not. */
static void playing_clear(Playing *playing)
{
  agents_clear(&playing->agents);
  playing->match.loaded = (LoadedGame){0};
  playing->match.seats = (Seats){0};
  match_clear(&playing->match);
}

/* FALSE with an error of a program, or of the rules. */
static gboolean play_one(Playing *playing, GError **error)
{
  Match *match = &playing->match;
  while (lap_match_get_state(match->match) == LAP_MATCH_RUNNING) {
    if (match_play_bot(match)) continue;
    if (match_fault(match)) {
      g_set_error(error, LAP_MATCH_ERROR, LAP_MATCH_ERROR_FAULT, "%s", match_fault(match));
      return FALSE;
    }
    if (!agents_move(&playing->agents, match, error)) return FALSE;
  }
  return TRUE;
}

static gboolean add_result(const Playing *playing, LapStatistics *statistics, GError **error)
{
  LapSheet sheet;
  LapSession *session = match_session(&playing->match, error);
  if (!session) return FALSE;
  lap_engine_score(lap_session_engine(session), lap_session_block(session), &sheet);
  lap_statistics_add(statistics, &sheet, match_moves(&playing->match), playing->steps);
  return TRUE;
}

/* Returns -1, or an exit code if no match can begin. */
static int play_match(const Series *series, guint64 number, LapStatistics *statistics)
{
  g_autoptr(GError) error = NULL;
  Playing playing = {.match = {.loaded = *series->loaded,
                               .language = "en",
                               .seats = *series->seats,
                               .seed = lap_match_seed(series->seed, number)}};
  int code = match_begin(&playing.match, series->settings, 0);
  if (code < 0) {
    g_signal_connect_swapped(playing.match.host, "entry", G_CALLBACK(count_steps), &playing);
    code = agents_begin(&playing.agents, &playing.match, series->time);
  }
  if (code < 0 && (!play_one(&playing, &error) || !add_result(&playing, statistics, &error)))
    lap_statistics_add_fault(statistics, number, playing.match.seed, match_moves(&playing.match),
                             g_strdup(error->message));
  playing_clear(&playing);
  return code;
}

LapStatistics *series_play(const Series *series, gboolean (*progress)(guint64 done, guint64 matches, gpointer data))
{
  g_autoptr(LapStatistics) statistics = lap_statistics_new(series->loaded->game, series->seats->n);
  gint64 begun = g_get_monotonic_time();
  for (guint64 i = 0; i < series->matches; i++) {
    if (play_match(series, i, statistics) >= 0) return NULL;
    if (progress) progress(i + 1, series->matches, NULL);
  }
  statistics->seconds = (double)(g_get_monotonic_time() - begun) / G_TIME_SPAN_SECOND;
  statistics->threads = 1;
  return g_steal_pointer(&statistics);
}
