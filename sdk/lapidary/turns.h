/* Turn order: seats go round in the order of their numbers. */
#ifndef LAPIDARY_TURNS_H
#define LAPIDARY_TURNS_H

#include "lapidary/context.h"
#include "lapidary/nowhere.h"

/* The seat that comes `steps` after a seat; `steps` of any sign: -1 is the seat before. */
static inline uint8_t lap_seat_after(const LapContext *context, uint8_t seat, int steps)
{
  int after = (seat + steps) % context->seats;
  return (uint8_t)(after < 0 ? after + context->seats : after);
}

/* All seats of the match, as bits. */
static inline uint32_t lap_all_seats(const LapContext *context) { return (1u << context->seats) - 1; }

/* The first seat of `seats`, which are bits, that comes after `seat`; `seat` itself comes last. LAP_NOWHERE if there is
 * none. */
static inline uint16_t lap_next_of(const LapContext *context, uint32_t seats, uint8_t seat)
{
  for (int steps = 1; steps <= context->seats; steps++) {
    uint8_t next = lap_seat_after(context, seat, steps);
    if (seats >> next & 1) return next;
  }
  return LAP_NOWHERE;
}

#endif
