#include "tournament.h"

#include <math.h>

/* --- playing */

/* Plays the matches of a round with `first` in seats 1, 3, ... FALSE with an error. */
static gboolean play_half(const LapTournament *tournament, const LapMeeting *meeting, gboolean swapped, guint64 seed,
                          guint n, guint16 *first_places, GError **error)
{
  const LapBot *bots[LAP_SEATS_MAX];
  const LapBudget *budgets[LAP_SEATS_MAX];
  for (guint seat = 0; seat < tournament->seats; seat++) {
    guint player = seat % 2 == (guint)swapped ? meeting->first : meeting->second;
    bots[seat] = tournament->players[player].bot;
    budgets[seat] = tournament->players[player].budget;
  }
  const LapSimulation simulation = {.seats = tournament->seats,
                                    .options = tournament->options,
                                    .bots = bots,
                                    .budgets = budgets,
                                    .matches = n,
                                    .seed = seed,
                                    .first = meeting->played,
                                    .threads = tournament->threads,
                                    .first_places = first_places};
  g_autoptr(LapStatistics) all = lap_simulate(tournament->game, &simulation, error);
  if (!all) return FALSE;
  if (all->n_faults) {
    const LapSimulationFault *fault = &g_array_index(all->faults, LapSimulationFault, 0);
    g_set_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_FAULT,
                "a match broke the contract, seed %" G_GUINT64_FORMAT ", at ply %u: %s", fault->seed, fault->ply,
                fault->message);
    return FALSE;
  }
  if (all->together)
    g_set_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_OPTION, "the seats of %s play together: nobody beats another",
                tournament->game->id);
  return !all->together;
}

/* What a match gave the player of the even seats, or that of the odd ones: 2 won, 1 drawn, 0 lost. */
static guint score_of(guint16 first_places, gboolean odd)
{
  gboolean even_first = (first_places & 0x5555) != 0, odd_first = (first_places & 0xAAAA) != 0;
  if (even_first == odd_first) return 1;
  return (odd ? odd_first : even_first) ? 2 : 0;
}

static void count_match(LapMeeting *meeting, guint score)
{
  meeting->wins += score == 2;
  meeting->draws += score == 1;
  meeting->losses += score == 0;
}

static gboolean play_round(const LapTournament *tournament, LapMeeting *meeting, guint64 seed, GError **error)
{
  guint16 straight[LAP_TOURNAMENT_ROUND], swapped[LAP_TOURNAMENT_ROUND];
  guint n = (guint)MIN(LAP_TOURNAMENT_ROUND, tournament->pairs - meeting->played);
  if (!play_half(tournament, meeting, FALSE, seed, n, straight, error) ||
      !play_half(tournament, meeting, TRUE, seed, n, swapped, error))
    return FALSE;
  for (guint i = 0; i < n; i++) {
    guint one = score_of(straight[i], FALSE), two = score_of(swapped[i], TRUE);
    count_match(meeting, one);
    count_match(meeting, two);
    meeting->pairs.n[one + two]++;
  }
  meeting->played += n;
  return TRUE;
}

static void decide(const LapTournament *tournament, LapMeeting *meeting)
{
  if (!(tournament->margin > 0)) return;
  double bound = lap_sprt_bound(tournament->error);
  meeting->ratio = lap_sprt(&meeting->pairs, -tournament->margin, tournament->margin);
  meeting->decided = meeting->ratio >= bound ? 1 : meeting->ratio <= -bound ? -1 : 0;
}

static gboolean is_open(const LapTournament *tournament, const LapMeeting *meeting)
{
  return !meeting->decided && meeting->played < tournament->pairs;
}

/* Pairs that are played, or need not be any more. */
static guint64 count_done(const LapTournament *tournament, const GArray *meetings)
{
  guint64 done = 0;
  for (guint i = 0; i < meetings->len; i++) {
    const LapMeeting *meeting = &g_array_index(meetings, LapMeeting, i);
    done += is_open(tournament, meeting) ? meeting->played : tournament->pairs;
  }
  return done;
}

/* A round of each meeting that is open. `*open`: how many are. FALSE with an error, or, without one, if it was stopped.
 */
static gboolean play_rounds(const LapTournament *tournament, GArray *meetings, guint *open, GError **error)
{
  *open = 0;
  for (guint i = 0; i < meetings->len; i++) {
    LapMeeting *meeting = &g_array_index(meetings, LapMeeting, i);
    if (!is_open(tournament, meeting)) continue;
    if (!play_round(tournament, meeting, lap_match_seed(tournament->seed, i), error)) return FALSE;
    decide(tournament, meeting);
    *open += is_open(tournament, meeting);
    if (tournament->progress && !tournament->progress(count_done(tournament, meetings),
                                                      meetings->len * tournament->pairs, tournament->progress_data))
      return FALSE;
  }
  return TRUE;
}

GArray *lap_tournament_play(const LapTournament *tournament, GError **error)
{
  g_autoptr(GArray) meetings = g_array_new(FALSE, TRUE, sizeof(LapMeeting));
  for (guint first = 0; first < tournament->n; first++)
    for (guint second = first + 1; second < tournament->n; second++) {
      const LapMeeting meeting = {.first = first, .second = second};
      g_array_append_val(meetings, meeting);
    }
  GError *failed = NULL;
  guint open = 1;
  while (open && play_rounds(tournament, meetings, &open, &failed)) continue;
  if (!failed) return g_steal_pointer(&meetings);
  g_propagate_error(error, failed);
  return NULL;
}

/* --- ratings */

typedef double Matrix[LAP_PLAYERS_MAX][LAP_PLAYERS_MAX];

/* Matches and points of each player against each other. */
static void tabulate(const GArray *meetings, Matrix points, Matrix matches)
{
  for (guint i = 0; i < meetings->len; i++) {
    const LapMeeting *of = &g_array_index(meetings, LapMeeting, i);
    double n = (double)(of->wins + of->draws + of->losses) + 1, won = (double)of->wins + (double)of->draws / 2 + 0.5;
    points[of->first][of->second] = won;
    points[of->second][of->first] = n - won;
    matches[of->first][of->second] = matches[of->second][of->first] = n;
  }
}

/* One step of the algorithm of Hunter ("MM algorithms for generalized Bradley-Terry models", 2004). Returns the
 * greatest change. */
static double improve(Matrix points, Matrix matches, double *strength, guint n)
{
  double most = 0, sum = 0;
  for (guint i = 0; i < n; i++) {
    double won = 0, met = 0, before = strength[i];
    for (guint j = 0; j < n; j++) {
      if (j == i) continue;
      won += points[i][j];
      met += matches[i][j] / (strength[i] + strength[j]);
    }
    strength[i] = won / met;
    most = MAX(most, fabs(log(strength[i] / before)));
  }
  for (guint i = 0; i < n; i++) sum += log(strength[i]);
  for (guint i = 0; i < n; i++) strength[i] /= exp(sum / n);
  return most;
}

/* Gauss and Jordan; the matrix is positive definite. */
static void invert(Matrix matrix, Matrix inverse, guint n)
{
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++) inverse[i][j] = i == j;
  for (guint column = 0; column < n; column++) {
    double pivot = matrix[column][column];
    for (guint j = 0; j < n; j++) {
      matrix[column][j] /= pivot;
      inverse[column][j] /= pivot;
    }
    for (guint i = 0; i < n; i++) {
      double factor = matrix[i][column];
      if (i == column || factor == 0) continue;
      for (guint j = 0; j < n; j++) {
        matrix[i][j] -= factor * matrix[column][j];
        inverse[i][j] -= factor * inverse[column][j];
      }
    }
  }
}

/* The information of the matches, with 1 / n added everywhere, since only differences of ratings are known. */
static void inform(Matrix matches, const double *strength, guint n, Matrix information)
{
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++) information[i][j] = 1.0 / n;
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++) {
      double p = strength[i] / (strength[i] + strength[j]), of = i == j ? 0 : matches[i][j] * p * (1 - p);
      information[i][i] += of;
      information[i][j] -= of;
    }
}

void lap_tournament_rate(const GArray *meetings, guint n, LapElo *ratings)
{
  static const double natural = 173.71779276130073; /* Elo in a natural logarithm: 400 / ln 10 */
  Matrix points = {{0}}, matches = {{0}}, information, covariance;
  double strength[LAP_PLAYERS_MAX];
  for (guint i = 0; i < n; i++) strength[i] = 1;
  tabulate(meetings, points, matches);
  for (guint i = 0; i < 10000 && improve(points, matches, strength, n) > 1e-10; i++) continue;
  inform(matches, strength, n, information);
  invert(information, covariance, n);
  for (guint i = 0; i < n; i++) {
    double won = 0, met = 0, error = 1.959963984540054 * natural * sqrt(MAX(covariance[i][i] - 1.0 / n, 0));
    for (guint j = 0; j < n; j++) {
      won += points[i][j] - (i == j ? 0 : 0.5);
      met += matches[i][j] - (i == j ? 0 : 1);
    }
    ratings[i].elo = natural * log(strength[i]);
    ratings[i].score = met > 0 ? won / met : 0.5;
    ratings[i].interval = (LapInterval){ratings[i].elo - error, ratings[i].elo + error};
  }
}
