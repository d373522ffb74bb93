#include "payment.h"

#include "lapidary/plane.h"

/* --- costs */

Cost cost_of(const Door *door)
{
  Cost cost = {.n = door->n};
  for (int i = 0; i < door->n; i++) cost.of[door->cost[i]]++;
  return cost;
}

Cost cost_without(Cost cost, uint8_t gem)
{
  cost.of[gem]--;
  cost.n--;
  return cost;
}

/* --- what cards can pay together */

/* How many of each gem there are. */
typedef struct {
  uint8_t of[GEMS];
} Heap;

static void count_card(const GemCard *card, Heap *heap)
{
  for (int i = 0; i < card->n_gems; i++) heap->of[card->gem[i]]++;
}

static Heap count_gems(const Purse *purse, const uint16_t *face, uint8_t n)
{
  Heap heap = {{0}};
  for (int i = 0; i < n; i++) count_card(&purse->card[face[i]], &heap);
  return heap;
}

static uint16_t printed_gems(const Heap *heap)
{
  uint16_t printed = 0;
  for (int gem = 0; gem < STANDARD_GEMS; gem++) printed |= (heap->of[gem] > 0) << gem;
  return printed;
}

Means means_of(const Purse *purse, const uint16_t *face, uint8_t n)
{
  Heap heap = count_gems(purse, face, n);
  Means means = {.dust = heap.of[DIAMOND_DUST] * purse->dust, .printed = printed_gems(&heap), .wild = purse->wild};
  if (means.wild >= 0 && heap.of[means.wild] == 0) means.wild = -1;
  *(purse->echo_is_dust ? &means.dust : &means.echo) += heap.of[ECHOGLASS];
  means.most = means.dust + means.echo;
  for (int gem = 0; gem < STANDARD_GEMS; gem++) means.most += means.of[gem] = heap.of[gem];
  return means;
}

/* How many gems of a cost are not paid. Each kind first pays for itself. Of what is missing then, echoglass can pay
 * only what is printed. */
static int shortage(const Means *means, const Cost *cost)
{
  int missing = 0, for_dust = 0;
  for (int gem = 0; gem < STANDARD_GEMS; gem++) {
    if (cost->of[gem] <= means->of[gem]) continue;
    int lacking = cost->of[gem] - means->of[gem];
    missing += lacking;
    if (!(means->printed >> gem & 1)) for_dust += lacking;
  }
  int by_echo = missing - for_dust < means->echo ? missing - for_dust : means->echo;
  int left = missing - by_echo - means->dust;
  return left > 0 ? left : 0;
}

/* The same where the one wild gem pays any one gem, if that helps. */
static int shortage_at_best(const Means *means, const Cost *cost)
{
  int left = shortage(means, cost);
  if (left == 0 || means->wild < 0) return left;
  Means with_wild = *means;
  with_wild.of[means->wild]--;
  with_wild.dust++;
  int otherwise = shortage(&with_wild, cost);
  return otherwise < left ? otherwise : left;
}

bool means_suffice(const Means *means, const Cost *cost)
{
  return cost->n <= means->most && shortage_at_best(means, cost) == 0;
}

uint8_t owed_after(const Purse *purse, const Payment *payment, const Cost *cost)
{
  Means means = means_of(purse, payment->face, payment->n);
  return (uint8_t)shortage_at_best(&means, cost);
}

uint8_t not_printed(const Purse *purse, const Payment *payment, const Cost *cost)
{
  Heap heap = count_gems(purse, payment->face, payment->n);
  uint8_t left = 0;
  for (int gem = 0; gem < STANDARD_GEMS; gem++)
    if (cost->of[gem] > heap.of[gem]) left += cost->of[gem] - heap.of[gem];
  return left;
}

bool can_afford(const Purse *purse, const uint16_t *face, uint8_t n, const Cost *cost)
{
  Means means = means_of(purse, face, n);
  return means_suffice(&means, cost);
}

/* --- whether each card pays something: the cards in turn take gems of the cost away */

typedef struct {
  const Purse *purse;
  const Payment *payment;
  Cost left;        /* of the cost */
  uint16_t printed; /* standard gems on the cards, which echoglass may copy */
  bool wild;        /* the one wild gem is still unused */
} Paying;

static bool next_card_pays(Paying *paying, uint8_t index);
static bool next_gem_pays(Paying *paying, uint8_t index, uint8_t symbol, uint8_t again, bool useful);

/* The standard gems that a gem of a card may pay, as bits. */
static uint16_t payable(const Paying *paying, uint8_t gem)
{
  const uint16_t any = (1 << STANDARD_GEMS) - 1;
  if (gem == DIAMOND_DUST) return any;
  if (gem == ECHOGLASS) return paying->purse->echo_is_dust ? any : paying->printed;
  if (gem >= STANDARD_GEMS) return 0;
  return paying->wild && paying->purse->wild == gem ? any : 1u << gem;
}

/* One gem of a card pays one of the cost, and the rest can go on from there. */
static bool gem_pays(Paying *paying, uint8_t index, uint8_t symbol, uint8_t again, uint8_t gem, uint8_t target)
{
  if (paying->left.of[target] == 0) return false;
  bool takes_wild = gem < STANDARD_GEMS && gem != target;
  paying->left = cost_without(paying->left, target);
  paying->wild &= !takes_wild;
  bool found = again > 1 ? next_gem_pays(paying, index, symbol, again - 1, true)
                         : next_gem_pays(paying, index, symbol + 1, 0, true);
  paying->left.of[target]++;
  paying->left.n++;
  paying->wild |= takes_wild;
  return found;
}

/* From gem `symbol` of the card on, which may pay `again` times more (0: as often as its kind may). */
static bool next_gem_pays(Paying *paying, uint8_t index, uint8_t symbol, uint8_t again, bool useful)
{
  const GemCard *card = &paying->purse->card[paying->payment->face[index]];
  if (symbol >= card->n_gems) return useful && next_card_pays(paying, index + 1);
  uint8_t gem = card->gem[symbol];
  uint64_t targets = payable(paying, gem);
  if (again == 0) again = gem == DIAMOND_DUST ? paying->purse->dust : 1;
  while (targets)
    if (gem_pays(paying, index, symbol, again, gem, (uint8_t)lap_plane_pop(&targets))) return true;
  return next_gem_pays(paying, index, symbol + 1, 0, useful);
}

static bool next_card_pays(Paying *paying, uint8_t index)
{
  uint8_t cards_left = paying->payment->n - index;
  if (cards_left == 0) return paying->left.n == 0;
  bool free_rider = paying->payment->warp && index == 0;
  if (paying->left.n + free_rider < cards_left) return false;
  return next_gem_pays(paying, index, 0, 0, free_rider);
}

bool pays(const Purse *purse, const Payment *payment, const Cost *cost)
{
  if (payment->n > cost->n + payment->warp || !can_afford(purse, payment->face, payment->n, cost)) return false;
  Heap heap = count_gems(purse, payment->face, payment->n);
  Paying paying = {purse, payment, *cost, printed_gems(&heap), purse->wild >= 0};
  return next_card_pays(&paying, 0);
}

/* --- parts of a payment */

/* With the smallest number of further cards first at each branch; equal cards are tried once. */
static bool complete_with(const Purse *purse, Payment *payment, const uint16_t *rest, uint8_t n, const Cost *cost)
{
  if (pays(purse, payment, cost)) return true;
  if (payment->n >= cost->n + payment->warp) return false;
  for (uint8_t i = 0; i < n; i++) {
    if (i > 0 && rest[i] == rest[i - 1]) continue;
    payment->face[payment->n++] = rest[i];
    bool found = complete_with(purse, payment, rest + i + 1, n - i - 1, cost);
    payment->n--;
    if (found) return true;
  }
  return false;
}

/* All that could pay, together. */
static bool could_afford(const Purse *purse, const Payment *payment, const uint16_t *rest, uint8_t n, const Cost *cost)
{
  Payment all = *payment;
  for (uint8_t i = 0; i < n; i++) all.face[all.n++] = rest[i];
  return can_afford(purse, all.face, all.n, cost);
}

bool can_complete(const Purse *purse, const Payment *payment, const uint16_t *rest, uint8_t n_rest, const Cost *cost)
{
  if (payment->n > cost->n + payment->warp || !could_afford(purse, payment, rest, n_rest, cost)) return false;
  Payment trial = *payment;
  return complete_with(purse, &trial, rest, n_rest, cost);
}

/* --- what a payment can do without */

static void put_in(Payment *payment, uint16_t face) { payment->face[payment->n++] = face; }

/* `without` has all cards of `with` but one. Once it is enough, that one is not needed, whatever is added. */
static bool is_needed_in(const Purse *purse, Payment *with, Payment *without, const uint16_t *rest, uint8_t n,
                         const Cost *cost)
{
  if (can_afford(purse, without->face, without->n, cost)) return false;
  if (pays(purse, with, cost)) return true;
  if (with->n >= cost->n + with->warp) return false;
  bool found = false;
  for (uint8_t i = 0; i < n && !found; i++) {
    if (i > 0 && rest[i] == rest[i - 1]) continue;
    put_in(with, rest[i]);
    put_in(without, rest[i]);
    found = is_needed_in(purse, with, without, rest + i + 1, n - i - 1, cost);
    with->n--;
    without->n--;
  }
  return found;
}

bool is_last_needed(const Purse *purse, const Payment *payment, const uint16_t *rest, uint8_t n_rest, const Cost *cost)
{
  Payment with = *payment, without = *payment;
  without.n--;
  return !can_complete(purse, &without, rest, n_rest, cost) || is_needed_in(purse, &with, &without, rest, n_rest, cost);
}
