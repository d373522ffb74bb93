/* Zones: decks, hands, piles, discards, boxes. Lists of pieces in slots, of any capacity.
 *
 * A zone in the state is { uint16_t count; LapSlot slot[n]; } (ZONE and ZONES of state.h). Functions take handles:
 *
 *   LAP_ZONE(&state->draw)          to change a zone whose positions mean something: a pile. The top is the last slot.
 *   LAP_HAND(&state->hand[seat])    to change a zone whose positions mean nothing (.order = LAP_SET): a hand, a bag.
 *                                   What is put into it is kept in ascending order of faces.
 *   LAP_CONST_ZONE(&state->draw)    to read either; works on a const state, as `legal` has it.
 *
 * Shuffling, dealing from a deck that runs out, and digging are in deck.h.
 *
 * Knowledge. A slot's mask says who has seen the piece while it lay there; every function keeps it true:
 *   - out of a pile, everybody sees which position a piece leaves: it keeps its mask and gains those who see it now;
 *   - out of a hand, face down: those who do not see the piece no longer know what remains there, nor what was taken;
 *   - out of a hand, seen: one copy of that face is gone for all who see it, whichever copy they knew; the rest stays
 *     as it was to them;
 *   - into anything: a piece keeps its mask;
 *   - a whole zone that moves keeps its masks, so that a seat that passed on a hand still knows it.
 * Everywhere `seen` is a mask of those who see the piece as it moves: 0 for nobody, 1u << seat for one, LAP_EVERYONE
 * for face up (a watcher is a bit of it).
 *
 * In a phase where all choose at once, keep the choice as a value and move the piece from `run`, face up: the others
 * then forget nothing else of that hand, as they would if it first left face down.
 *
 * Nothing here fails: taking from an empty zone, or putting into a full one, changes nothing and returns 0. The two
 * zones of a move are different ones. Slots past the count are zero. A face is 1..n, never 0. */
#ifndef LAPIDARY_ZONE_H
#define LAPIDARY_ZONE_H

#include <stdbool.h>
#include <string.h>

#include "lapidary/decls.h"
#include "lapidary/nowhere.h"
#include "lapidary/plugin.h"

LAP_BEGIN_DECLS

typedef struct {
  uint16_t *count;   /* at most `capacity` */
  LapSlot *slot;     /* [capacity], zero from *count on */
  uint16_t capacity; /* at least 1 */
  uint16_t order;    /* LapOrder: LAP_PLACES a pile, LAP_SET a hand */
} LapZone;

typedef struct {
  const LapSlot *slot; /* [count] */
  uint16_t count;
} LapConstZone;

/* LAP_ZONE(pointer to a ZONE member): its handle, as a pile. LAP_HAND: as a hand. LAP_CONST_ZONE: to read. */
#define LAP_ZONE(zone) ((LapZone){&(zone)->count, (zone)->slot, sizeof(zone)->slot / sizeof *(zone)->slot, LAP_PLACES})
#define LAP_HAND(zone) ((LapZone){&(zone)->count, (zone)->slot, sizeof(zone)->slot / sizeof *(zone)->slot, LAP_SET})
#define LAP_CONST_ZONE(zone) ((LapConstZone){(zone)->slot, (zone)->count})

/* A handle to change, as one to read. */
static inline LapConstZone lap_zone_const(LapZone zone) { return (LapConstZone){zone.slot, *zone.count}; }

/* --- reading. None of these looks at masks: `legal` may ask about a seat's own hand and about what lies open. */

/* The face on top, 0 if the zone is empty. */
static inline uint16_t lap_zone_top(LapConstZone zone) { return zone.count ? zone.slot[zone.count - 1].piece : 0; }

/* The index of a piece with this face, the one nearest to the top; LAP_NOWHERE if there is none. */
uint16_t lap_zone_find(LapConstZone zone, uint16_t face);

/* Whether a piece with this face is there. */
static inline bool lap_zone_has(LapConstZone zone, uint16_t face) { return lap_zone_find(zone, face) != LAP_NOWHERE; }

/* How many pieces with this face are there. */
uint16_t lap_zone_copies(LapConstZone zone, uint16_t face);

/* The smallest face above `face` that is there, 0 if none. So this visits each face once, in ascending order, whatever
 * the order of the slots, as `legal` must:
 *   for (uint16_t face = lap_zone_next(hand, 0); face; face = lap_zone_next(hand, face)) */
uint16_t lap_zone_next(LapConstZone zone, uint16_t face);

/* All of these at once, where one goes through them more than once: into `face_out` [zone.count]. Returns how many. */
uint16_t lap_zone_faces(LapConstZone zone, uint16_t *face_out);

/* The same with every copy: all pieces there, in ascending order of faces. */
uint16_t lap_zone_sorted(LapConstZone zone, uint16_t *face_out);

/* Whether a face is one that is looked for; `user` is the caller's. */
typedef bool (*LapWanted)(uint16_t face, const void *user);

/* How many of the pieces there are `wanted`. */
uint16_t lap_zone_wanted(LapConstZone zone, LapWanted wanted, const void *user);

/* How many of the pieces there `seat` (or LAP_WATCHER) has seen. */
uint16_t lap_zone_seen_by(LapConstZone zone, uint8_t seat);

/* --- moving */

/* What lap_zone_put and lap_zone_take_at do where the zone is a hand; these two, and what moves single pieces by them,
 * are inline, since that is most of what games do. */
bool lap_zone_put_in_order(LapZone hand, LapSlot piece);
LapSlot lap_zone_take_unordered(LapZone hand, uint16_t index, uint16_t seen);

/* Puts a piece on top (a hand: into it), with its mask. False if the zone is full or the slot empty. */
static inline bool lap_zone_put(LapZone zone, LapSlot piece)
{
  if (zone.order == LAP_SET) return lap_zone_put_in_order(zone, piece);
  if (*zone.count >= zone.capacity || piece.piece == 0) return false;
  zone.slot[(*zone.count)++] = piece;
  return true;
}

/* The same at the bottom. */
bool lap_zone_put_under(LapZone zone, LapSlot piece);

/* Takes out the piece at `index`, seen by `seen`, and returns it with the mask it leaves with: to lay it into a slot of
 * a grid, say. {0, 0} if there is none. */
static inline LapSlot lap_zone_take_at(LapZone from, uint16_t index, uint16_t seen)
{
  if (index >= *from.count) return (LapSlot){0, 0};
  if (from.order == LAP_SET) return lap_zone_take_unordered(from, index, seen);
  LapSlot taken = from.slot[index];
  uint16_t last = --*from.count;
  if (index < last) memmove(from.slot + index, from.slot + index + 1, (size_t)(last - index) * sizeof *from.slot);
  from.slot[last] = (LapSlot){0, 0};
  taken.known |= seen;
  return taken;
}

/* The same for a piece with this face. */
static inline LapSlot lap_zone_take(LapZone from, uint16_t face, uint16_t seen)
{
  return lap_zone_take_at(from, lap_zone_find(lap_zone_const(from), face), seen);
}

/* Moves the piece at `index` to the top of `to` (a hand: into it), seen by `seen`. Returns its face; 0 if there is none
 * or `to` is full. */
static inline uint16_t lap_zone_move_at(LapZone from, uint16_t index, LapZone to, uint16_t seen)
{
  if (index >= *from.count || *to.count >= to.capacity) return 0;
  LapSlot piece = lap_zone_take_at(from, index, seen);
  lap_zone_put(to, piece);
  return piece.piece;
}

/* The same for a piece with this face (lap_zone_find's). */
static inline uint16_t lap_zone_move(LapZone from, uint16_t face, LapZone to, uint16_t seen)
{
  return lap_zone_move_at(from, lap_zone_find(lap_zone_const(from), face), to, seen);
}

/* The same for the top piece. `from` is a pile: a hand has no top (its last slot goes, which is no fair choice). */
static inline uint16_t lap_zone_draw(LapZone from, LapZone to, uint16_t seen)
{
  return *from.count ? lap_zone_move_at(from, *from.count - 1, to, seen) : 0;
}

/* The same up to `n` times. Returns how many pieces moved. */
uint16_t lap_zone_deal(LapZone from, LapZone to, uint16_t n, uint16_t seen);

/* As lap_zone_move, but to the bottom of `to`. */
uint16_t lap_zone_tuck(LapZone from, uint16_t face, LapZone to, uint16_t seen);

/* Moves everything to the top of `to`, the bottom piece first, and shows it to `seen` there: 1u << receiver for a hand
 * that is passed on. Masks stay, so the seat that passed it still knows it. A hand that comes onto a pile lies there in
 * ascending order (shuffle, unless all lies open), and is known there to those only who knew all of it. Returns how
 * many moved: all, or none if they do not fit. */
uint16_t lap_zone_pass(LapZone from, LapZone to, uint16_t seen);

/* Passes the hands of seats 0..n-1 round at once: what zone[s] held goes to zone[(s + step) mod n], step of any sign,
 * and the seat that gets it sees it. Masks stay. Returns false, with nothing changed, if one holds more than another's
 * capacity. All are hands, or all are piles. */
bool lap_zone_rotate(const LapZone *zone, uint8_t n, int step);

/* --- showing and forgetting */

/* Shows the top `n` pieces (all, if there are fewer) to `seen`, where they lie. Returns how many were shown. */
uint16_t lap_zone_peek(LapZone zone, uint16_t n, uint16_t seen);

/* Shows the piece at `index` to `seen`. In a hand: a seat that knows a copy of that face already learns nothing, since
 * the one shown may be the same. Nothing if there is none. */
void lap_zone_reveal_at(LapZone zone, uint16_t index, uint16_t seen);

/* The same for a piece with this face. */
void lap_zone_reveal(LapZone zone, uint16_t face, uint16_t seen);

/* Shows all at once to `seen`. */
void lap_zone_reveal_all(LapZone zone, uint16_t seen);

/* Nobody knows any piece there any longer, but for the seats in `but`: they were mixed face down, and positions do not
 * matter. (A pile whose order must change as well is shuffled, see deck.h.) */
void lap_zone_forget(LapZone zone, uint16_t but);

/* Sorts by face, then by mask: the order in which hands are kept. Masks move with their pieces. Of a pile, only what
 * lies open to all may be sorted, since the new order tells something of what is hidden. */
void lap_zone_sort(LapZone zone);

LAP_END_DECLS

#endif
