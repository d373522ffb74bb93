/* Sets: every choice of k pieces out of a hand, each once, in ascending order of faces.
 *
 * Equal pieces are the same choice. In one step, as arguments of an action:
 *
 *   LapSets sets = lap_sets_of(LAP_CONST_ZONE(&state->hand[seat]), is_blue, NULL, 3);
 *   while (lap_sets_next(&sets)) lap_add_3(actions, CLAIM, seat, sets.face[0], sets.face[1], sets.face[2]);
 *
 * Or one piece per step, for moves that return LAP_MORE: with the pieces chosen so far out of the hand, `last` the face
 * of the latest of them and `more` still to choose,
 *
 *   for (uint16_t face = lap_sets_step(hand, last, more, 0); face; face = lap_sets_step(hand, last, more, face))
 *     lap_add_1(actions, CHOOSE, seat, face);
 *
 * leads to each set on one path and never to a dead end. */
#ifndef LAPIDARY_SETS_H
#define LAPIDARY_SETS_H

#include "lapidary/decls.h"
#include "lapidary/zone.h"

LAP_BEGIN_DECLS

/* The most pieces to choose out of, and to choose. */
#define LAP_SETS_PIECES 64
#define LAP_SETS_CHOSEN 8

typedef struct {
  uint16_t face[LAP_SETS_CHOSEN]; /* the set of the latest lap_sets_next, ascending, then zero */

  uint16_t piece[LAP_SETS_PIECES]; /* [n] what to choose from, ascending */
  uint8_t index[LAP_SETS_CHOSEN];  /* [k] of the chosen ones in `piece`, ascending */
  uint8_t n, k, begun, ended;
} LapSets;

/* Gets ready to enumerate the sets of `k` pieces that are all `wanted` (NULL: any) out of a zone. The first 64 of such
 * pieces count; k is at most 8, and with k 0 there is one set, the empty one. */
LapSets lap_sets_of(LapConstZone zone, LapWanted wanted, const void *user, uint8_t k);

/* The same out of n faces in any order, at most 64. */
LapSets lap_sets_of_faces(const uint16_t *face, uint8_t n, uint8_t k);

/* Goes to the next set, in the order of their faces. False when there are no more. */
bool lap_sets_next(LapSets *sets);

/* The smallest face above `after` that may be chosen next, 0 if none: it is there, it is not below `last`, and from it
 * upwards there are at least `more` pieces, itself included. `more` is at least 1. */
uint16_t lap_sets_step(LapConstZone zone, uint16_t last, uint16_t more, uint16_t after);

LAP_END_DECLS

#endif
