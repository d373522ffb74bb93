/* Gem Rush: which cards pay a door, against every way to hand out gems. */
#include <glib.h>
#include <string.h>

#include "host/engine/generator.h"
#include "plugins/gem-rush/payment.h"

#define NO_CARD 0
#define CARDS_MAX 64

/* The cards of the game, by face from 1 on: each pair of standard gems, each with each special one, some alone. */
static GemCard cards[CARDS_MAX];
static guint n_cards;

static void add_card(int a, int b)
{
  cards[++n_cards] = (GemCard){.gem = {(gint8)a, (gint8)MAX(b, 0)}, .n_gems = b < 0 ? 1 : 2, .copies = 1};
}

static void make_cards(void)
{
  for (int a = 0; a < STANDARD_GEMS; a++)
    for (int b = a + 1; b < STANDARD_GEMS; b++) add_card(a, b);
  for (int a = 0; a < STANDARD_GEMS; a++)
    for (int b = STANDARD_GEMS; b < GEMS; b++) add_card(a, b);
  add_card(DIAMOND_DUST, -1);
  add_card(ECHOGLASS, -1);
  add_card(WARPSTONE, -1);
}

static guint16 face_of(int a, int b)
{
  for (guint16 face = 1; face <= n_cards; face++)
    if (cards[face].gem[0] == a && cards[face].n_gems == (b < 0 ? 1 : 2) && (b < 0 || cards[face].gem[1] == b))
      return face;
  g_error("there is no card of %d and %d", a, b);
}

/* --- the slow, obvious way: each gem of the cost is paid by any gem of any card that may, in every way there is */

typedef struct {
  const Purse *purse;
  const guint16 *face;
  guint n;
  gboolean warp;
  gint8 cost[GEM_RUSH_COST];
  guint n_cost;
  guint paid[GEM_RUSH_HAND][2]; /* how often each gem of each card pays */
  gboolean wild_is_used;
  guint skipped;  /* so many gems of the cost may stay unpaid */
  gboolean loose; /* cards may pay nothing */
} Reference;

static gboolean is_printed(const Reference *r, int gem)
{
  for (guint i = 0; i < r->n; i++)
    for (guint g = 0; g < cards[r->face[i]].n_gems; g++)
      if (cards[r->face[i]].gem[g] == gem) return TRUE;
  return FALSE;
}

static gboolean all_useful(const Reference *r)
{
  for (guint i = r->warp ? 1 : 0; i < r->n; i++)
    if (r->paid[i][0] + r->paid[i][1] == 0) return FALSE;
  return TRUE;
}

static gboolean pay_from(Reference *r, guint at);

static gboolean try_gem(Reference *r, guint at, guint card, guint g)
{
  int gem = cards[r->face[card]].gem[g], wanted = r->cost[at];
  guint most = gem == DIAMOND_DUST ? r->purse->dust : 1;
  gboolean wild = gem < STANDARD_GEMS && gem != wanted;
  if (r->paid[card][g] >= most || gem == ORICHALCUM || gem == WARPSTONE) return FALSE;
  if (wild && (gem != r->purse->wild || r->wild_is_used)) return FALSE;
  if (gem == ECHOGLASS && !r->purse->echo_is_dust && !is_printed(r, wanted)) return FALSE;
  r->paid[card][g]++;
  if (wild) r->wild_is_used = TRUE;
  gboolean found = pay_from(r, at + 1);
  r->paid[card][g]--;
  if (wild) r->wild_is_used = FALSE;
  return found;
}

static gboolean pay_from(Reference *r, guint at)
{
  if (at == r->n_cost) return r->loose || all_useful(r);
  for (guint card = 0; card < r->n; card++)
    for (guint g = 0; g < cards[r->face[card]].n_gems; g++)
      if (try_gem(r, at, card, g)) return TRUE;
  if (r->skipped == 0) return FALSE;
  r->skipped--;
  gboolean found = pay_from(r, at + 1);
  r->skipped++;
  return found;
}

static Reference reference(const Purse *purse, const guint16 *face, guint n, gboolean warp, const Cost *cost)
{
  Reference r = {.purse = purse, .face = face, .n = n, .warp = warp};
  for (gint8 gem = 0; gem < STANDARD_GEMS; gem++)
    for (int i = 0; i < cost->of[gem]; i++) r.cost[r.n_cost++] = gem;
  return r;
}

static guint really_owed(const Purse *purse, const guint16 *face, guint n, const Cost *cost)
{
  Reference r = reference(purse, face, n, FALSE, cost);
  for (r.loose = TRUE; !pay_from(&r, 0); r.skipped++) continue;
  return r.skipped;
}

static gboolean really_pays(const Purse *purse, const guint16 *face, guint n, gboolean warp, const Cost *cost)
{
  Reference r = reference(purse, face, n, warp, cost);
  return pay_from(&r, 0);
}

/* Whether some subset of `rest`, after `chosen`, pays. */
static gboolean really_completes(const Purse *purse, const Payment *chosen, const guint16 *rest, guint n_rest,
                                 const Cost *cost)
{
  for (guint subset = 0; subset < 1u << n_rest; subset++) {
    Payment all = *chosen;
    for (guint i = 0; i < n_rest; i++)
      if (subset >> i & 1) all.face[all.n++] = rest[i];
    if (really_pays(purse, all.face, all.n, all.warp, cost)) return TRUE;
  }
  return FALSE;
}

/* --- worked examples */

typedef struct {
  int cards[4][2];
  int cost[GEM_RUSH_COST];
  gboolean pays;
} Example;

#define NO           \
  {                  \
    NO_CARD, NO_CARD \
  }
#define ONE(gem) \
  {              \
    gem + 1, 0   \
  }
#define TWO(a, b) \
  {               \
    a + 1, b + 1  \
  }
#define COST(...) \
  {               \
    __VA_ARGS__   \
  }
static const Example examples[] = {
    /* The rulebook's: the soulstone is wasted. */
    {{TWO(OBSIDIAN, ELECTRUM), TWO(PERMAFROST, SOULSTONE)}, COST(1, 2, 3), TRUE},
    {{TWO(OBSIDIAN, ELECTRUM)}, COST(1, 2, 3), FALSE},
    /* A card that pays nothing is too much. */
    {{TWO(OBSIDIAN, PERMAFROST), TWO(ELECTRUM, SOULSTONE)}, COST(1), FALSE},
    {{TWO(OBSIDIAN, PERMAFROST), TWO(OBSIDIAN, PERMAFROST)}, COST(1, 2), TRUE},
    {{TWO(OBSIDIAN, PERMAFROST)}, COST(1, 2), TRUE},
    /* A free door is built with no cards. */
    {{NO}, COST(0), TRUE},
    {{TWO(OBSIDIAN, PERMAFROST)}, COST(0), FALSE},
    /* Diamond dust is any gem, one for each. */
    {{ONE(DIAMOND_DUST)}, COST(7), TRUE},
    {{ONE(DIAMOND_DUST)}, COST(7, 7), FALSE},
    {{TWO(OBSIDIAN, DIAMOND_DUST)}, COST(1, 4), TRUE},
    /* Echoglass copies what is printed, used or wasted, also on its own card; but not what dust stands for. */
    {{TWO(OBSIDIAN, ECHOGLASS)}, COST(1, 1), TRUE},
    {{TWO(OBSIDIAN, ECHOGLASS)}, COST(1, 2), FALSE},
    {{ONE(DIAMOND_DUST), ONE(ECHOGLASS)}, COST(1, 1), FALSE},
    {{TWO(OBSIDIAN, PERMAFROST), ONE(ECHOGLASS)}, COST(1, 2, 2), TRUE},
    {{TWO(OBSIDIAN, ECHOGLASS), TWO(PERMAFROST, ECHOGLASS)}, COST(1, 1, 1, 2), TRUE},
    {{TWO(OBSIDIAN, ECHOGLASS), TWO(PERMAFROST, ECHOGLASS)}, COST(1, 1, 1, 1), FALSE},
    {{TWO(OBSIDIAN, DIAMOND_DUST), TWO(PERMAFROST, ECHOGLASS)}, COST(1, 4, 2, 1), TRUE},
    /* Orichalcum pays nothing; its card must be useful by the other gem. */
    {{TWO(OBSIDIAN, ORICHALCUM), TWO(PERMAFROST, SOULSTONE)}, COST(1, 2), TRUE},
    {{TWO(OBSIDIAN, ORICHALCUM), TWO(PERMAFROST, SOULSTONE)}, COST(2), FALSE},
    /* So is any warpstone card but the one that warps. */
    {{TWO(OBSIDIAN, WARPSTONE)}, COST(1), TRUE},
    {{ONE(WARPSTONE)}, COST(0), FALSE},
};

static Payment payment_of(const Example *example)
{
  Payment payment = {.n = 0};
  for (guint i = 0; i < 4 && example->cards[i][0] != NO_CARD; i++)
    payment.face[payment.n++] = face_of(example->cards[i][0] - 1, example->cards[i][1] - 1);
  return payment;
}

static Cost cost_of_example(const Example *example)
{
  Cost cost = {.n = 0};
  for (guint i = 0; i < GEM_RUSH_COST && example->cost[i]; i++, cost.n++) cost.of[example->cost[i] - 1]++;
  return cost;
}

static void test_examples(void)
{
  const Purse purse = {.card = cards, .wild = -1, .dust = 1};
  for (gsize i = 0; i < G_N_ELEMENTS(examples); i++) {
    Payment payment = payment_of(&examples[i]);
    Cost cost = cost_of_example(&examples[i]);
    g_assert_true(pays(&purse, &payment, &cost) == !!examples[i].pays);
    g_assert_true(really_pays(&purse, payment.face, payment.n, FALSE, &cost) == examples[i].pays);
  }
}

/* The card that warps need not pay, may pay, and may be copied. */
static void test_the_warp_card(void)
{
  const Purse purse = {.card = cards, .wild = -1, .dust = 1};
  Payment payment = {.face = {face_of(OBSIDIAN, WARPSTONE)}, .n = 1, .warp = true};
  Cost nothing = {.n = 0}, obsidian = {{[OBSIDIAN] = 1}, 1}, two = {{[OBSIDIAN] = 2}, 2},
       jade = {{[LIVING_JADE] = 1}, 1};
  g_assert_true(pays(&purse, &payment, &nothing));
  g_assert_true(pays(&purse, &payment, &obsidian));
  g_assert_false(pays(&purse, &payment, &jade));
  payment.face[payment.n++] = face_of(ECHOGLASS, -1);
  g_assert_true(pays(&purse, &payment, &obsidian));
  g_assert_true(pays(&purse, &payment, &two));
  g_assert_false(pays(&purse, &payment, &nothing));
}

/* What other gems pay is still not shown. */
static void test_what_is_not_printed(void)
{
  const Purse purse = {.card = cards, .wild = -1, .dust = 1};
  const Cost cost = {{[OBSIDIAN] = 2, [PERMAFROST] = 1}, 3};
  Payment payment = {.face = {face_of(OBSIDIAN, DIAMOND_DUST), face_of(OBSIDIAN, PERMAFROST)}};
  static const guint left[] = {3, 2, 0}, owed[] = {3, 1, 0};
  for (payment.n = 0; payment.n < G_N_ELEMENTS(left); payment.n++) {
    g_assert_cmpuint(not_printed(&purse, &payment, &cost), ==, left[payment.n]);
    g_assert_cmpuint(owed_after(&purse, &payment, &cost), ==, owed[payment.n]);
  }
}

static void test_skills(void)
{
  Cost jades = {{[LIVING_JADE] = 2}, 2}, jade = {{[LIVING_JADE] = 1}, 1};
  Payment own = {.face = {face_of(OBSIDIAN, PERMAFROST), face_of(OBSIDIAN, ELECTRUM)}, .n = 2};
  Purse kin = {.card = cards, .wild = OBSIDIAN, .dust = 1};
  g_assert_false(pays(&kin, &own, &jades));
  own.n = 1;
  g_assert_true(pays(&kin, &own, &jade));
  Payment dust = {.face = {face_of(DIAMOND_DUST, -1)}, .n = 1};
  Purse miller = {.card = cards, .wild = -1, .dust = 2};
  g_assert_true(pays(&miller, &dust, &jades));
  Payment echo = {.face = {face_of(ECHOGLASS, -1)}, .n = 1};
  Purse smith = {.card = cards, .wild = -1, .dust = 1, .echo_is_dust = true};
  g_assert_true(pays(&smith, &echo, &jade));
}

/* --- by brute force */

static guint below(LapGenerator *generator, guint n) { return (guint)lap_generator_below(generator, n); }

static Purse random_purse(LapGenerator *generator)
{
  Purse purse = {.card = cards, .wild = -1, .dust = 1};
  switch (below(generator, 4)) {
  case 0:
    purse.wild = (gint8)below(generator, STANDARD_GEMS);
    break;
  case 1:
    purse.dust = 2;
    break;
  case 2:
    purse.echo_is_dust = true;
    break;
  default:
    break;
  }
  return purse;
}

/* Few kinds of gems, so that they meet. */
static Cost random_cost(LapGenerator *generator)
{
  Cost cost = {.n = (guint8)below(generator, 6)};
  for (guint i = 0; i < cost.n; i++) cost.of[below(generator, 4)]++;
  return cost;
}

static guint16 random_card(LapGenerator *generator)
{
  for (;;) {
    guint16 face = 1 + (guint16)below(generator, n_cards);
    if (cards[face].gem[0] >= STANDARD_GEMS || cards[face].gem[0] < 4) return face;
  }
}

static int compare_faces(const void *a, const void *b) { return *(const guint16 *)a - *(const guint16 *)b; }

static void check_hand(const Purse *purse, const guint16 *hand, guint n, const Cost *cost, guint *payable)
{
  Payment none = {.n = 0};
  gboolean affordable = really_completes(purse, &none, hand, n, cost);
  g_assert_true(can_afford(purse, hand, (guint8)n, cost) == !!affordable);
  g_assert_true(can_complete(purse, &none, hand, (guint8)n, cost) == !!affordable);
  *payable += affordable;
}

/* Whether some subset of `rest` pays with `chosen`, and not without its last card; or none pays without that. */
static gboolean really_needed(const Purse *purse, const Payment *chosen, const guint16 *rest, guint n_rest,
                              const Cost *cost)
{
  Payment none = {.n = 0}, before = *chosen;
  before.n--;
  if (!really_completes(purse, &before, rest, n_rest, cost)) return TRUE;
  for (guint subset = 0; subset < 1u << n_rest; subset++) {
    Payment with = *chosen, without = *chosen;
    without.n--;
    for (guint i = 0; i < n_rest; i++)
      if (subset >> i & 1) with.face[with.n++] = without.face[without.n++] = rest[i];
    if (really_pays(purse, with.face, with.n, with.warp, cost) &&
        !really_completes(purse, &none, without.face, without.n, cost))
      return TRUE;
  }
  return FALSE;
}

static void check_last(const Purse *purse, const Payment *chosen, const guint16 *rest, guint n_rest, const Cost *cost)
{
  if (chosen->n <= chosen->warp) return;
  g_assert_true(is_last_needed(purse, chosen, rest, (guint8)n_rest, cost) ==
                !!really_needed(purse, chosen, rest, n_rest, cost));
}

/* Some of the cards are chosen, the first perhaps for its warpstone; the rest may still come. */
static void check_choice(const Purse *purse, const guint16 *hand, guint n, gboolean warp, guint n_chosen,
                         const Cost *cost)
{
  Payment chosen = {.warp = warp};
  for (guint i = 0; i < n_chosen; i++) chosen.face[chosen.n++] = hand[i];
  g_assert_true(pays(purse, &chosen, cost) == !!really_pays(purse, chosen.face, chosen.n, warp, cost));
  g_assert_true(can_complete(purse, &chosen, hand + n_chosen, (guint8)(n - n_chosen), cost) ==
                !!really_completes(purse, &chosen, hand + n_chosen, n - n_chosen, cost));
  g_assert_cmpuint(owed_after(purse, &chosen, cost), ==, really_owed(purse, chosen.face, chosen.n, cost));
  check_last(purse, &chosen, hand + n_chosen, n - n_chosen, cost);
}

static void test_brute_force(void)
{
  LapGenerator generator = lap_generator_seeded(1);
  guint payable = 0;
  for (guint turn = 0; turn < 20000; turn++) {
    Purse purse = random_purse(&generator);
    Cost cost = random_cost(&generator);
    guint16 hand[6];
    guint n = below(&generator, G_N_ELEMENTS(hand) + 1);
    for (guint i = 0; i < n; i++) hand[i] = random_card(&generator);
    qsort(hand, n, sizeof *hand, compare_faces);
    check_hand(&purse, hand, n, &cost, &payable);
    guint n_chosen = below(&generator, n + 1);
    check_choice(&purse, hand, n, n_chosen > 0 && below(&generator, 2), n_chosen, &cost);
  }
  g_assert_cmpuint(payable, >, 4000);
  g_assert_cmpuint(payable, <, 16000);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  make_cards();
  g_test_add_func("/gem-rush/payment/examples-of-the-rulebook-and-of-each-special-gem", test_examples);
  g_test_add_func("/gem-rush/payment/the-card-that-warps-need-not-pay", test_the_warp_card);
  g_test_add_func("/gem-rush/payment/what-other-gems-pay-is-not-shown", test_what_is_not_printed);
  g_test_add_func("/gem-rush/payment/skills-bend-what-gems-pay", test_skills);
  g_test_add_func("/gem-rush/payment/is-found-exactly-where-a-search-of-all-subsets-finds-one", test_brute_force);
  return g_test_run();
}
