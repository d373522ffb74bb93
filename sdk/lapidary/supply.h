/* Supplies: tokens that are only counted. A heap is a uint16_t of the state; a purse is an array of heaps, one a kind.
 *
 * A general supply is a heap like any other, so that tokens move between heaps. Only lap_supply_give creates tokens. */
#ifndef LAPIDARY_SUPPLY_H
#define LAPIDARY_SUPPLY_H

#include <stdbool.h>
#include <stdint.h>

#include "lapidary/decls.h"

LAP_BEGIN_DECLS

/* Takes up to `n` tokens away from a heap. Returns how many there were to take. */
uint16_t lap_supply_take(uint16_t *heap, uint16_t n);

/* Puts `n` tokens on a heap. Returns how many it could hold: a heap ends at 65535. */
uint16_t lap_supply_give(uint16_t *heap, uint16_t n);

/* Moves up to `n` tokens from a heap to another. Returns how many: all, unless one ran out or the other is full. The
 * same heap twice: nothing changes. */
uint16_t lap_supply_move(uint16_t *from, uint16_t *to, uint16_t n);

/* All tokens of a purse of so many kinds, and how many kinds it has any of. */
uint32_t lap_supply_total(const uint16_t *purse, uint32_t kinds);
uint32_t lap_supply_kinds(const uint16_t *purse, uint32_t kinds);

/* Whether a purse holds at least `price` of each kind. */
bool lap_supply_affords(const uint16_t *purse, const uint16_t *price, uint32_t kinds);

/* Pays `price` from a purse to another. Returns false, with nothing changed, if the purse does not afford it or the
 * other cannot hold it. */
bool lap_supply_pay(uint16_t *purse, uint16_t *to, const uint16_t *price, uint32_t kinds);

LAP_END_DECLS

#endif
