/* What a host and one of its workers share: a file in memory, that neither can shrink.
 *
 * `turn` says whose turn it is, and each waits on it as a futex. The host writes a call into `call` and gives the turn
 * to the worker, which writes its reply into `reply` and gives it back. Plugins that run in the worker can write all
 * of it at any time: the host reads each thing once, and checks what it has read. */
#pragma once

#include <glib.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "host/engine/engine.h"

#define LAP_AREA_FD 3
#define LAP_AREA_CALL_MAX (1u << 20)  /* bytes; one block, mostly */
#define LAP_AREA_REPLY_MAX (7u << 20) /* bytes; a block, legal steps, events */

enum {
  LAP_TURN_STARTING, /* the worker's: it loads its plugins */
  LAP_TURN_HOST,
  LAP_TURN_WORKER,
  LAP_TURN_FAILED /* the plugins cannot be loaded: `message` */
};

typedef struct {
  _Atomic guint32 turn;
  gint32 host;      /* the process of the host */
  gint32 forbidden; /* the number of the system call that it was ended for; -1: none that is known */
  guint32 signal;   /* the worker's end, as far as it could still say: the number of the signal, or 0 */
  char phase[96];   /* which phase ran then, or "" */
  char hook[32];    /* and which of its hooks */
  char message[512];
  LapTrace trace; /* the worker's; the host looks only whether `steps` goes on */
  guint8 call[LAP_AREA_CALL_MAX] __attribute__((aligned(64)));
  guint8 reply[LAP_AREA_REPLY_MAX] __attribute__((aligned(64)));
} LapWorkerArea;

/* Gives the turn away. */
static inline void lap_area_give(LapWorkerArea *area, guint32 turn)
{
  atomic_store_explicit(&area->turn, turn, memory_order_release);
  syscall(SYS_futex, &area->turn, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static inline guint32 lap_area_turn(LapWorkerArea *area)
{
  return atomic_load_explicit(&area->turn, memory_order_acquire);
}

/* Tells the processor that this is a loop which waits, on those that want to know. */
static inline void lap_area_pause(void)
{
#if defined __x86_64__ || defined __i386__
  __builtin_ia32_pause();
#elif defined __aarch64__
  __asm__ volatile("yield");
#endif
}

/* Waits while the turn is `turn`, at most so many microseconds. An exchange mostly takes less than going to sleep does,
 * so it looks for a moment first. */
static inline void lap_area_wait(LapWorkerArea *area, guint32 turn, gint64 most)
{
  const struct timespec time = {most / G_USEC_PER_SEC, most % G_USEC_PER_SEC * 1000};
  for (guint i = 0; i < 2000; i++) {
    if (lap_area_turn(area) != turn) return;
    lap_area_pause();
  }
  syscall(SYS_futex, &area->turn, FUTEX_WAIT, turn, &time, NULL, 0);
}
