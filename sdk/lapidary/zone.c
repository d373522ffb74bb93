#include "lapidary/zone.h"

#include <string.h>

/* --- reading */

uint16_t lap_zone_find(LapConstZone zone, uint16_t face)
{
  for (uint16_t i = zone.count; i-- > 0;)
    if (zone.slot[i].piece == face) return i;
  return LAP_NOWHERE;
}

uint16_t lap_zone_copies(LapConstZone zone, uint16_t face)
{
  uint16_t copies = 0;
  for (uint16_t i = 0; i < zone.count; i++) copies += zone.slot[i].piece == face;
  return copies;
}

uint16_t lap_zone_next(LapConstZone zone, uint16_t face)
{
  uint16_t next = 0;
  for (uint16_t i = 0; i < zone.count; i++) {
    uint16_t piece = zone.slot[i].piece;
    if (piece > face && (next == 0 || piece < next)) next = piece;
  }
  return next;
}

/* A hand has its faces in order already: then each goes to the end at once. */
uint16_t lap_zone_faces(LapConstZone zone, uint16_t *face_out)
{
  uint16_t n = 0;
  for (uint16_t i = 0; i < zone.count; i++) {
    uint16_t face = zone.slot[i].piece, at = n;
    while (at > 0 && face_out[at - 1] > face) at--;
    if (at > 0 && face_out[at - 1] == face) continue;
    if (at < n) memmove(face_out + at + 1, face_out + at, (size_t)(n - at) * sizeof *face_out);
    face_out[at] = face;
    n++;
  }
  return n;
}

uint16_t lap_zone_sorted(LapConstZone zone, uint16_t *face_out)
{
  for (uint16_t i = 0; i < zone.count; i++) {
    uint16_t face = zone.slot[i].piece, at = i;
    for (; at > 0 && face_out[at - 1] > face; at--) face_out[at] = face_out[at - 1];
    face_out[at] = face;
  }
  return zone.count;
}

uint16_t lap_zone_wanted(LapConstZone zone, LapWanted wanted, const void *user)
{
  uint16_t n = 0;
  for (uint16_t i = 0; i < zone.count; i++) n += wanted(zone.slot[i].piece, user);
  return n;
}

uint16_t lap_zone_seen_by(LapConstZone zone, uint8_t seat)
{
  uint16_t seen = 0;
  for (uint16_t i = 0; i < zone.count; i++) seen += zone.slot[i].known >> seat & 1;
  return seen;
}

/* --- one piece in, one piece out */

static bool before(LapSlot a, LapSlot b)
{
  if (a.piece != b.piece) return a.piece < b.piece;
  return a.known < b.known;
}

static bool full(LapZone zone) { return *zone.count >= zone.capacity; }

static bool insert(LapZone zone, uint16_t at, LapSlot piece)
{
  if (full(zone) || piece.piece == 0) return false;
  uint16_t above = *zone.count - at;
  if (above) memmove(zone.slot + at + 1, zone.slot + at, above * sizeof *zone.slot);
  zone.slot[at] = piece;
  ++*zone.count;
  return true;
}

bool lap_zone_put_in_order(LapZone hand, LapSlot piece)
{
  uint16_t at = *hand.count;
  while (at > 0 && before(piece, hand.slot[at - 1])) at--;
  return insert(hand, at, piece);
}

bool lap_zone_put_under(LapZone zone, LapSlot piece)
{
  return zone.order == LAP_SET ? lap_zone_put_in_order(zone, piece) : insert(zone, 0, piece);
}

/* All that the seats know of one face in a hand is how many copies they have seen. A seat that sees a copy go that it
 * had not seen, while it had seen another, cannot tell that it was not that one: the other's mask pays. */
static void pay_with_other_copies(LapZone hand, uint16_t index, uint16_t seen)
{
  uint16_t owed = seen & (uint16_t)~hand.slot[index].known;
  for (uint16_t i = 0; i < *hand.count && owed; i++) {
    if (i == index || hand.slot[i].piece != hand.slot[index].piece) continue;
    uint16_t paid = owed & hand.slot[i].known;
    hand.slot[i].known &= (uint16_t)~paid;
    owed &= (uint16_t)~paid;
  }
}

static void remember_only(LapZone zone, uint16_t mask)
{
  for (uint16_t i = 0; i < *zone.count; i++) zone.slot[i].known &= mask;
}

LapSlot lap_zone_take_unordered(LapZone hand, uint16_t index, uint16_t seen)
{
  pay_with_other_copies(hand, index, seen);
  remember_only(hand, seen);
  hand.slot[index].known = 0;
  hand.order = LAP_PLACES;
  return lap_zone_take_at(hand, index, seen);
}

/* --- moving */

uint16_t lap_zone_tuck(LapZone from, uint16_t face, LapZone to, uint16_t seen)
{
  if (full(to)) return 0;
  LapSlot piece = lap_zone_take(from, face, seen);
  lap_zone_put_under(to, piece);
  return piece.piece;
}

uint16_t lap_zone_deal(LapZone from, LapZone to, uint16_t n, uint16_t seen)
{
  uint16_t dealt = 0;
  while (dealt < n && lap_zone_draw(from, to, seen)) dealt++;
  return dealt;
}

/* Who has seen every piece. */
static uint16_t known_throughout(LapZone zone)
{
  uint16_t known = LAP_EVERYONE;
  for (uint16_t i = 0; i < *zone.count; i++) known &= zone.slot[i].known;
  return known;
}

uint16_t lap_zone_pass(LapZone from, LapZone to, uint16_t seen)
{
  uint16_t n = *from.count;
  if (n > to.capacity - *to.count) return 0;
  /* To know one piece of a hand is not to know at which position of the pile it comes to lie. */
  if (from.order == LAP_SET && to.order == LAP_PLACES) remember_only(from, known_throughout(from));
  for (uint16_t i = 0; i < n; i++) {
    from.slot[i].known |= seen;
    lap_zone_put(to, from.slot[i]);
  }
  memset(from.slot, 0, n * sizeof *from.slot);
  *from.count = 0;
  return n;
}

static void swap_zones(LapZone a, LapZone b)
{
  uint16_t count = *a.count, most = count > *b.count ? count : *b.count;
  for (uint16_t i = 0; i < most; i++) {
    LapSlot slot = a.slot[i];
    a.slot[i] = b.slot[i];
    b.slot[i] = slot;
  }
  *a.count = *b.count;
  *b.count = count;
}

static bool fit_everywhere(const LapZone *zone, uint8_t n)
{
  uint16_t fullest = 0, smallest = LAP_NOWHERE;
  for (uint8_t i = 0; i < n; i++) {
    if (*zone[i].count > fullest) fullest = *zone[i].count;
    if (zone[i].capacity < smallest) smallest = zone[i].capacity;
  }
  return fullest <= smallest;
}

bool lap_zone_rotate(const LapZone *zone, uint8_t n, int step)
{
  if (n == 0 || !fit_everywhere(zone, n)) return false;
  int times = (step % n + n) % n;
  for (int time = 0; time < times; time++)
    for (uint8_t i = n - 1; i > 0; i--) swap_zones(zone[i], zone[i - 1]);
  for (uint8_t i = 0; i < n; i++) lap_zone_reveal_all(zone[i], (uint16_t)(1u << i));
  return true;
}

/* --- showing and forgetting */

uint16_t lap_zone_peek(LapZone zone, uint16_t n, uint16_t seen)
{
  uint16_t shown = n < *zone.count ? n : *zone.count;
  for (uint16_t i = *zone.count - shown; i < *zone.count; i++) lap_zone_reveal_at(zone, i, seen);
  return shown;
}

void lap_zone_reveal_at(LapZone zone, uint16_t index, uint16_t seen)
{
  if (index >= *zone.count) return;
  if (zone.order == LAP_SET)
    for (uint16_t i = 0; i < *zone.count; i++)
      if (zone.slot[i].piece == zone.slot[index].piece) seen &= (uint16_t)~zone.slot[i].known;
  zone.slot[index].known |= seen;
}

void lap_zone_reveal(LapZone zone, uint16_t face, uint16_t seen)
{
  lap_zone_reveal_at(zone, lap_zone_find(lap_zone_const(zone), face), seen);
}

void lap_zone_reveal_all(LapZone zone, uint16_t seen)
{
  for (uint16_t i = 0; i < *zone.count; i++) zone.slot[i].known |= seen;
}

void lap_zone_forget(LapZone zone, uint16_t but) { remember_only(zone, but); }

void lap_zone_sort(LapZone zone)
{
  for (uint16_t i = 1; i < *zone.count; i++) {
    LapSlot piece = zone.slot[i];
    uint16_t at = i;
    for (; at > 0 && before(piece, zone.slot[at - 1]); at--) zone.slot[at] = zone.slot[at - 1];
    zone.slot[at] = piece;
  }
}
