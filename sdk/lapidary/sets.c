#include "lapidary/sets.h"

static void add_sorted(LapSets *sets, uint16_t face)
{
  uint8_t at = sets->n++;
  for (; at > 0 && sets->piece[at - 1] > face; at--) sets->piece[at] = sets->piece[at - 1];
  sets->piece[at] = face;
}

LapSets lap_sets_of(LapConstZone zone, LapWanted wanted, const void *user, uint8_t k)
{
  LapSets sets = {.k = k};
  for (uint16_t i = 0; i < zone.count && sets.n < LAP_SETS_PIECES; i++)
    if (!wanted || wanted(zone.slot[i].piece, user)) add_sorted(&sets, zone.slot[i].piece);
  return sets;
}

LapSets lap_sets_of_faces(const uint16_t *face, uint8_t n, uint8_t k)
{
  LapSets sets = {.k = k};
  for (uint8_t i = 0; i < n && i < LAP_SETS_PIECES; i++) add_sorted(&sets, face[i]);
  return sets;
}

/* Chooses the pieces from `from` on for the places from `place` on. */
static bool choose_from(LapSets *sets, uint8_t place, uint8_t from)
{
  if (from + (sets->k - place) > sets->n) return false;
  for (uint8_t i = place; i < sets->k; i++) {
    sets->index[i] = from + (i - place);
    sets->face[i] = sets->piece[sets->index[i]];
  }
  return true;
}

/* The first piece after that of a place which shows another face. */
static uint8_t next_face(const LapSets *sets, uint8_t place)
{
  uint8_t i = sets->index[place];
  while (i < sets->n && sets->piece[i] == sets->face[place]) i++;
  return i;
}

static bool advance(LapSets *sets)
{
  if (!sets->begun) return choose_from(sets, 0, 0);
  for (uint8_t place = sets->k; place-- > 0;)
    if (choose_from(sets, place, next_face(sets, place))) return true;
  return false;
}

bool lap_sets_next(LapSets *sets)
{
  if (sets->ended || sets->k > LAP_SETS_CHOSEN) return false;
  sets->ended = !advance(sets);
  sets->begun = 1;
  return !sets->ended;
}

uint16_t lap_sets_step(LapConstZone zone, uint16_t last, uint16_t more, uint16_t after)
{
  uint16_t above = last > 0 && last - 1 > after ? last - 1 : after, face = 0, pieces = 0;
  for (uint16_t i = 0; i < zone.count; i++) {
    uint16_t piece = zone.slot[i].piece;
    if (piece <= above) continue;
    if (pieces++ == 0 || piece < face) face = piece;
  }
  return pieces >= more ? face : 0;
}
