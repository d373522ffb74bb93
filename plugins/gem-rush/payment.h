/* Payments: which cards pay the cost of a door.
 *
 * A payment is a set of cards. Each gem that a card shows pays at most one gem of the cost: a standard gem its own
 * kind, diamond dust any, echoglass any that is printed as a standard gem on some card of the payment; orichalcum and
 * warpstone pay nothing. The payment is right if the whole cost is paid in some way in which every card pays something,
 * but for the one whose warpstone is used. Skills bend this (Purse).
 *
 * Cards are given as faces in the table of data/gems.json. */
#ifndef GEM_RUSH_PAYMENT_H
#define GEM_RUSH_PAYMENT_H

#include <stdbool.h>

#include "catalogues.h"

/* How many of each standard gem are to be paid, and in all. */
typedef struct {
  uint8_t of[STANDARD_GEMS];
  uint8_t n;
} Cost;

/* What gems can do for the seat that pays. */
typedef struct {
  const GemCard *card; /* by face */
  int8_t wild;         /* the standard gem of which one may pay any one gem, or -1 */
  uint8_t dust;        /* how many gems a diamond dust pays at most, 1 or 2 */
  bool echo_is_dust;   /* whether echoglass pays any gem, too */
} Purse;

/* What some cards can pay all together, counted once where one asks about many doors. */
typedef struct {
  uint8_t of[STANDARD_GEMS];
  uint8_t dust, echo, most; /* gems that may pay any, any that is printed; how many gems all can pay at most */
  uint16_t printed;         /* standard gems on the cards, which echoglass may copy */
  int8_t wild;              /* as in Purse; -1 if there is none of it */
} Means;

typedef struct {
  uint16_t face[GEM_RUSH_PAYMENT + GEM_RUSH_HAND];
  uint8_t n;
  bool warp; /* the first card is there for its warpstone and need not pay */
} Payment;

Cost cost_of(const Door *door);

/* A cost without one gem of a kind that it has. */
Cost cost_without(Cost cost, uint8_t gem);

Means means_of(const Purse *purse, const uint16_t *face, uint8_t n);

/* Whether some of these cards are a right payment, or some of those that the means were counted of. (Where all of them
 * together can pay the cost, a smallest part of them that can is one: a card in it that pays nothing is there to be
 * copied, and can pay what it is copied for.) */
bool can_afford(const Purse *purse, const uint16_t *face, uint8_t n, const Cost *cost);
bool means_suffice(const Means *means, const Cost *cost);

/* How many gems of the cost these cards do not pay yet. */
uint8_t owed_after(const Purse *purse, const Payment *payment, const Cost *cost);

/* How many gems of the cost these cards do not show. More than are owed where other gems pay for some of them. */
uint8_t not_printed(const Purse *purse, const Payment *payment, const Cost *cost);

/* Whether these cards, all of them, are a right payment. */
bool pays(const Purse *purse, const Payment *payment, const Cost *cost);

/* Whether they are a part of one: whether it is right with some of the `rest`, or with none. */
bool can_complete(const Purse *purse, const Payment *payment, const uint16_t *rest, uint8_t n_rest, const Cost *cost);

/* Whether the last of them is needed: without it the others are no part of a right payment, or some of the `rest`, or
 * none of it, make one with all of them and could not pay without it. */
bool is_last_needed(const Purse *purse, const Payment *payment, const uint16_t *rest, uint8_t n_rest, const Cost *cost);

#endif
