#include "claims.h"

#include "events.h"
#include "gemtrix.h"
#include "lapidary/emit.h"
#include "lapidary/zone.h"

/* A hand has cards for so many. */
enum { TRIXES_IN_HAND = GEMTRIX_HAND / GEMTRIX_TRIX };

int gemtrix_next_face(const uint16_t *face, int n, int i)
{
  int next = i + 1;
  while (next < n && face[next] == face[i]) next++;
  return next;
}

void gemtrix_legal_claims(const LapContext *context, uint8_t seat, const uint16_t *face, int n, LapActions *actions)
{
  int colour[GEMTRIX_HAND];
  for (int i = 0; i < n; i++) colour[i] = gemtrix_card(context, face[i])->colour;
  for (int a = 0; a < n; a = gemtrix_next_face(face, n, a))
    for (int b = a + 1; b < n; b = gemtrix_next_face(face, n, b)) {
      if (colour[b] != colour[a]) continue;
      for (int c = b + 1; c < n; c = gemtrix_next_face(face, n, c))
        if (colour[c] == colour[a]) lap_add_3(actions, GEMTRIX_CLAIM, seat, face[a], face[b], face[c]);
    }
}

/* What a trix would add to the score if it were tabled next. */
static int32_t worth_of_claim(const LapContext *context, LapBlock *block, const LapAction *claim)
{
  Gemtrix *game = gemtrix_in(context, block);
  int32_t tabled = game->table[claim->seat].count;
  LapSlot *next = game->table[claim->seat].slot + tabled;
  for (int i = 0; i < GEMTRIX_TRIX; i++) next[i].piece = (uint16_t)claim->arg[i];
  int32_t points = context->host->rule(context, block, GEMTRIX_TRIX_WORTH, claim->seat, tabled / GEMTRIX_TRIX);
  for (int i = 0; i < GEMTRIX_TRIX; i++) next[i].piece = 0;
  return points;
}

enum { NO_TRIX = -1 };

/* The claim that is worth most. Returns: how much, or NO_TRIX; then it names any three cards. */
static int32_t best_claim(const LapContext *context, LapBlock *block, uint8_t seat, const uint16_t *face, int n,
                          LapAction *best)
{
  enum { MOST_CLAIMS = 20 }; /* three of six cards */
  LapAction claims[MOST_CLAIMS];
  LapActions actions = {.v = claims, .capacity = MOST_CLAIMS};
  gemtrix_legal_claims(context, seat, face, n, &actions);
  *best = (LapAction){.seat = seat, .arg = {(int16_t)face[0], (int16_t)face[1], (int16_t)face[2]}};
  int32_t most = NO_TRIX;
  for (const LapAction *claim = claims; claim < claims + actions.n; claim++) {
    int32_t worth = worth_of_claim(context, block, claim);
    if (worth > most) *best = *claim, most = worth;
  }
  return most;
}

/* Both are in ascending order. Returns how many are left. */
static int without_trix(uint16_t *face, int n, const int16_t *trix)
{
  int left = 0, taken = 0;
  for (int i = 0; i < n; i++)
    if (taken < GEMTRIX_TRIX && face[i] == trix[taken])
      taken++;
    else
      face[left++] = face[i];
  return left;
}

void gemtrix_tell_unclaimed(const LapContext *context, LapBlock *block, uint16_t best)
{
  uint8_t seat = gemtrix_of(context, block)->active;
  LapAction held[TRIXES_IN_HAND];
  uint16_t face[GEMTRIX_HAND] = {0};
  int n = lap_zone_sorted(LAP_CONST_ZONE(&gemtrix_of(context, block)->hand[seat]), face);
  int32_t trixes = 0, points = 0;
  for (int i = 0; i < TRIXES_IN_HAND; i++) {
    int32_t worth = best_claim(context, block, seat, face, n, &held[i]);
    if (worth == NO_TRIX) continue;
    n = without_trix(face, n, held[i].arg);
    points += worth;
    trixes++;
  }
  const int16_t *first = held[0].arg, *second = held[1].arg;
  lap_emit_to(context, block, trixes > 0 ? 1u << seat : 0, best, seat, first[0], first[1], first[2], (int16_t)points,
              (int16_t)trixes);
  lap_emit_to(context, block, trixes > 1 ? 1u << seat : 0, SECOND_TRIX, seat, second[0], second[1], second[2]);
}
