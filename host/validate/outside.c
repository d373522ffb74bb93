/* Properties of what lies outside the block: nothing may. Rules that keep something in a static variable, a
 * thread-local one or on the heap play other matches in another process, or after other matches; or they take more and
 * more memory, or time. What a single process shows is a matter of memory.c. */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/engine/position.h"
#include "sight.h"
#include "walk.h"

/* --- orders */

/* The hash of a match's block after each of its first moves, in the first process; the second compares. */
static gboolean play_hashed(LapTrial *trial, guint match)
{
  guint64 *hashes = trial->page->hashes[match];
  g_autoptr(LapSession) session = lap_trial_session(trial, trial->seed + match);
  if (!session) return FALSE;
  LapWalkMove move;
  for (guint ply = 0; ply < LAP_ORDER_PLIES && !lap_session_over(session); ply++, lap_trial_count(trial)) {
    if (!lap_walk_play(trial, session, &move)) return FALSE;
    guint64 hash = lap_hash(lap_session_engine(session), lap_session_block(session));
    if (!trial->again) hashes[ply] = hash;
    if (hashes[ply] != hash)
      return lap_trial_fail(trial,
                            "in another process, where other matches were played before, it goes otherwise from move "
                            "%u on: do the rules keep something in a static or thread-local variable?",
                            ply + 1);
  }
  return TRUE;
}

gboolean lap_try_orders(LapTrial *trial)
{
  for (guint i = 0; trial->fork && i < LAP_ORDER_MATCHES; i++) {
    guint match = trial->again ? LAP_ORDER_MATCHES - 1 - i : i;
    lap_trial_begin(trial, trial->seed + match);
    if (!play_hashed(trial, match)) return FALSE;
  }
  return TRUE;
}

/* --- steady */

/* The same moves are played so many times, and looked at. */
#define ROUNDS 16
#define ROUND_PLIES_MIN 24
/* Memory that grows does so in each of the last of them. */
#define GROWING (ROUNDS / 2)
/* Time that grows: the median of the last rounds takes that much longer than that of the first, and that many seconds
 * of processor time besides, of which some kernels count only 250 a second. */
#define FIRST 3
#define LAST 5
#define SLOWER 4
#define SLOWER_SECONDS 0.05

typedef struct {
  gsize memory[ROUNDS];   /* that is allocated afterwards, in bytes */
  double seconds[ROUNDS]; /* of processor time */
} Rounds;

static gboolean play_plies(LapTrial *trial, guint plies)
{
  LapSight sight;
  lap_sight_init(&sight);
  gboolean ok = TRUE;
  for (guint64 seed = trial->seed; plies > 0 && ok; seed++) {
    lap_trial_begin(trial, seed);
    g_autoptr(LapSession) session = lap_trial_session(trial, seed);
    LapWalkMove move;
    ok = session != NULL;
    for (; ok && plies > 0 && !lap_session_over(session); plies--) {
      lap_sight_take(trial, session, plies % trial->seats, FALSE, 0, &sight);
      ok = lap_walk_play(trial, session, &move);
      lap_trial_count(trial);
    }
    if (plies > 0) plies--;
  }
  lap_sight_clear(&sight);
  return ok;
}

static double now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* With AddressSanitizer or ThreadSanitizer, whose heap is another. */
gsize __sanitizer_get_current_allocated_bytes(void) __attribute__((weak));

static gsize measure_memory(void)
{
  if (__sanitizer_get_current_allocated_bytes) return __sanitizer_get_current_allocated_bytes();
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

static gboolean play_round(LapTrial *trial, guint plies, Rounds *rounds, guint round)
{
  double begin = now();
  if (!play_plies(trial, plies)) return FALSE;
  rounds->seconds[round] = now() - begin;
  rounds->memory[round] = measure_memory();
  return TRUE;
}

static gboolean keeps_memory(const Rounds *rounds)
{
  for (guint i = ROUNDS - GROWING; i < ROUNDS; i++)
    if (rounds->memory[i] <= rounds->memory[i - 1]) return FALSE;
  return TRUE;
}

static int compare(gconstpointer a, gconstpointer b)
{
  const double *one = a, *other = b;
  return *one < *other ? -1 : *one > *other;
}

static double median(const double *values, guint n)
{
  double sorted[ROUNDS];
  memcpy(sorted, values, n * sizeof *values);
  qsort(sorted, n, sizeof *sorted, compare);
  return sorted[n / 2];
}

static gboolean slows_down(const Rounds *rounds)
{
  return median(rounds->seconds + ROUNDS - LAST, LAST) > SLOWER * median(rounds->seconds, FIRST) + SLOWER_SECONDS;
}

gboolean lap_try_steady(LapTrial *trial)
{
  Rounds rounds;
  guint plies = MAX((guint)(trial->positions / ROUNDS), ROUND_PLIES_MIN);
  for (guint i = 0; i < ROUNDS; i++)
    if (!play_round(trial, plies, &rounds, i)) return FALSE;
  if (keeps_memory(&rounds))
    return lap_trial_fail(trial,
                          "the same %u moves, played again and again, take %zu more bytes of memory each time: does a "
                          "hook keep what it allocates?",
                          plies, (rounds.memory[ROUNDS - 1] - rounds.memory[ROUNDS - 1 - GROWING]) / GROWING);
  if (slows_down(&rounds))
    return lap_trial_fail(trial,
                          "the same %u moves, played again and again, take longer and longer, at last %.1f ms after "
                          "%.1f ms: does a hook keep something that grows?",
                          plies, rounds.seconds[ROUNDS - 1] * 1000, rounds.seconds[0] * 1000);
  return TRUE;
}
