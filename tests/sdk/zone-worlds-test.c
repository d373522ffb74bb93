/* What masks claim against what a seat can know.
 *
 * A slow reference keeps, for each seat, every world that agrees with all that it has seen. After random operations,
 * whatever a mask says that a seat knows must hold in every one of its worlds. */
#include "lapidary/deck.h"

#include <glib.h>
#include <string.h>

#include "fake-host.h"

#define CARDS 5
#define SEATS 3
#define ZONES 4 /* 0, 1: piles. 2, 3: hands of seats 0, 1 */

typedef struct {
  guint8 count[ZONES];
  guint8 face[ZONES][CARDS]; /* hands ascending, zero from count on */
} World;

static gboolean is_hand(guint zone) { return zone >= 2; }

/* --- the state under test */

typedef struct {
  guint16 count;
  LapSlot slot[CARDS];
} Zone;

typedef struct {
  FakeHost host;
  Zone zone[ZONES];
  GArray *worlds[SEATS]; /* of World, all different */
} Table;

static LapZone handle(Table *table, guint zone)
{
  return is_hand(zone) ? LAP_HAND(&table->zone[zone]) : LAP_ZONE(&table->zone[zone]);
}

/* --- worlds */

static void add_sorted(World *world, guint zone, guint8 face)
{
  guint at = world->count[zone]++;
  for (; at > 0 && world->face[zone][at - 1] > face; at--) world->face[zone][at] = world->face[zone][at - 1];
  world->face[zone][at] = face;
}

static void add_face(World *world, guint zone, guint8 face)
{
  if (is_hand(zone))
    add_sorted(world, zone, face);
  else
    world->face[zone][world->count[zone]++] = face;
}

static void cut(World *world, guint zone, guint at)
{
  guint last = --world->count[zone];
  memmove(&world->face[zone][at], &world->face[zone][at + 1], last - at);
  world->face[zone][last] = 0;
}

static World truth(const Table *table)
{
  World world = {{0}, {{0}}};
  for (guint zone = 0; zone < ZONES; zone++)
    for (guint i = 0; i < table->zone[zone].count; i++) add_face(&world, zone, (guint8)table->zone[zone].slot[i].piece);
  return world;
}

static void add_world(GArray *worlds, const World *world)
{
  for (guint i = 0; i < worlds->len; i++)
    if (memcmp(&g_array_index(worlds, World, i), world, sizeof *world) == 0) return;
  g_array_append_vals(worlds, world, 1);
}

/* --- operations */

enum { TAKE, TUCK, PASS, PEEK, REVEAL, REVEAL_ALL, SHUFFLE, ROTATE };

typedef struct {
  guint kind, from, to, index;
  guint8 face;
  guint16 seen;
} Operation;

static void carry_out(Table *table, const Operation *operation)
{
  LapZone from = handle(table, operation->from), to = handle(table, operation->to);
  LapZone hands[2] = {handle(table, 2), handle(table, 3)};
  switch (operation->kind) {
  case TAKE:
    if (is_hand(operation->from))
      lap_zone_move(from, operation->face, to, operation->seen);
    else
      lap_zone_move_at(from, (guint16)operation->index, to, operation->seen);
    break;
  case TUCK:
    lap_zone_put_under(to, lap_zone_take_at(from, (guint16)operation->index, operation->seen));
    break;
  case PASS:
    lap_zone_pass(from, to, operation->seen);
    break;
  case PEEK:
    lap_zone_peek(from, 2, operation->seen);
    break;
  case REVEAL:
    lap_zone_reveal(from, operation->face, operation->seen);
    break;
  case REVEAL_ALL:
    lap_zone_reveal_all(from, operation->seen);
    break;
  case SHUFFLE:
    lap_deck_shuffle(&table->host.context, &table->host.block, from);
    break;
  default:
    lap_zone_rotate(hands, 2, 1);
  }
}

static void move_one(GArray *after, World world, const Operation *operation, guint at)
{
  guint8 face = world.face[operation->from][at];
  cut(&world, operation->from, at);
  if (operation->kind == TUCK && !is_hand(operation->to)) {
    memmove(&world.face[operation->to][1], &world.face[operation->to][0], world.count[operation->to]++);
    world.face[operation->to][0] = face;
  } else {
    add_face(&world, operation->to, face);
  }
  add_world(after, &world);
}

/* Out of a hand, one who does not see the piece holds every face of that hand possible. */
static void after_take(GArray *after, const World *world, const Operation *operation, gboolean sees)
{
  for (guint at = 0; at < world->count[operation->from]; at++) {
    if (!is_hand(operation->from) && at != operation->index) continue;
    if (!sees || world->face[operation->from][at] == operation->face) move_one(after, *world, operation, at);
  }
}

static void add_orders(GArray *after, World *world, guint zone, guint from, guint to)
{
  if (from >= to) add_world(after, world);
  for (guint i = from; i < MIN(to, CARDS); i++) {
    World next = *world;
    next.face[zone][from] = world->face[zone][i];
    next.face[zone][i] = world->face[zone][from];
    add_orders(after, &next, zone, from + 1, to);
  }
}

static gboolean same_from(const World *world, const World *real, guint zone, guint from)
{
  return memcmp(&world->face[zone][from], &real->face[zone][from], CARDS - from) == 0;
}

/* A hand comes onto a pile in an order that only those know who know or see all of it. */
static void after_pass(GArray *after, const World *world, const World *real, const Operation *operation, gboolean sees)
{
  if (sees && !same_from(world, real, operation->from, 0)) return;
  World next = *world;
  while (next.count[operation->from]) {
    guint8 face = next.face[operation->from][0];
    cut(&next, operation->from, 0);
    add_face(&next, operation->to, face);
  }
  add_world(after, &next);
}

static guint copies(const World *world, guint zone, guint8 face)
{
  guint n = 0;
  for (guint i = 0; i < world->count[zone]; i++) n += world->face[zone][i] == face;
  return n;
}

static void after_shuffle(GArray *after, const World *world, const Operation *operation)
{
  World next = *world;
  if (is_hand(operation->from))
    add_world(after, &next);
  else
    add_orders(after, &next, operation->from, 0, next.count[operation->from]);
}

static void after_rotation(GArray *after, const World *world, const World *real, guint seat)
{
  World next = *world;
  if (seat < 2 && !same_from(world, real, 3 - seat, 0)) return;
  memcpy(next.face[2], world->face[3], CARDS);
  memcpy(next.face[3], world->face[2], CARDS);
  next.count[2] = world->count[3];
  next.count[3] = world->count[2];
  add_world(after, &next);
}

static void after_look(GArray *after, const World *world, gboolean agrees)
{
  if (agrees) add_world(after, world);
}

static void follow(GArray *after, const World *world, const World *real, const Operation *operation, guint seat)
{
  gboolean sees = operation->seen >> seat & 1;
  guint count = real->count[operation->from];
  switch (operation->kind) {
  case TAKE:
  case TUCK:
    after_take(after, world, operation, sees);
    break;
  case PASS:
    after_pass(after, world, real, operation, sees);
    break;
  case PEEK:
    after_look(after, world, !sees || same_from(world, real, operation->from, count > 2 ? count - 2 : 0));
    break;
  case REVEAL:
    after_look(after, world, !sees || copies(world, operation->from, operation->face) > 0);
    break;
  case REVEAL_ALL:
    after_look(after, world, !sees || same_from(world, real, operation->from, 0));
    break;
  case SHUFFLE:
    after_shuffle(after, world, operation);
    break;
  default:
    after_rotation(after, world, real, seat);
  }
}

static void learn(Table *table, const World *real, const Operation *operation)
{
  for (guint seat = 0; seat < SEATS; seat++) {
    GArray *after = g_array_new(FALSE, FALSE, sizeof(World));
    for (guint i = 0; i < table->worlds[seat]->len; i++)
      follow(after, &g_array_index(table->worlds[seat], World, i), real, operation, seat);
    g_array_unref(table->worlds[seat]);
    table->worlds[seat] = after;
  }
}

/* --- what must hold */

static guint claimed(const Zone *zone, guint seat, guint8 face)
{
  guint n = 0;
  for (guint i = 0; i < zone->count; i++) n += zone->slot[i].piece == face && zone->slot[i].known >> seat & 1;
  return n;
}

static void assert_pile_true(const Zone *pile, guint zone, guint seat, const World *world)
{
  for (guint i = 0; i < pile->count; i++)
    if (pile->slot[i].known >> seat & 1) g_assert_cmpuint(world->face[zone][i], ==, pile->slot[i].piece);
}

static void assert_hand_true(const Zone *hand, guint zone, guint seat, const World *world)
{
  for (guint8 face = 1; face <= CARDS; face++)
    g_assert_cmpuint(claimed(hand, seat, face), <=, copies(world, zone, face));
}

static void assert_claims_hold(const Table *table)
{
  for (guint seat = 0; seat < SEATS; seat++) {
    g_assert_cmpuint(table->worlds[seat]->len, >=, 1);
    for (guint i = 0; i < table->worlds[seat]->len; i++)
      for (guint zone = 0; zone < ZONES; zone++) {
        const World *world = &g_array_index(table->worlds[seat], World, i);
        (is_hand(zone) ? assert_hand_true : assert_pile_true)(&table->zone[zone], zone, seat, world);
      }
  }
}

static void assert_slots_in_order(const Table *table)
{
  guint pieces = 0;
  for (guint zone = 0; zone < ZONES; zone++) {
    const Zone *here = &table->zone[zone];
    pieces += here->count;
    for (guint i = 0; i < CARDS; i++) g_assert_true((here->slot[i].piece != 0) == (i < here->count));
    for (guint i = here->count; i < CARDS; i++) g_assert_cmpuint(here->slot[i].known, ==, 0);
    for (guint i = 1; is_hand(zone) && i < here->count; i++)
      g_assert_cmpuint(here->slot[i - 1].piece, <=, here->slot[i].piece);
  }
  g_assert_cmpuint(pieces, ==, CARDS);
}

/* --- random operations */

static guint below(guint n) { return (guint)g_test_rand_int_range(0, (gint32)n); }

/* Few see much: where everybody knows everything there is nothing to be wrong about. */
static guint any_kind(void)
{
  static const guint kinds[] = {TAKE, TAKE, TAKE, TUCK, PASS, PEEK, REVEAL, REVEAL, REVEAL_ALL, SHUFFLE, ROTATE};
  return kinds[below(G_N_ELEMENTS(kinds))];
}

static Operation any_operation(const World *real)
{
  guint seen = below(1 << SEATS);
  Operation operation = {.kind = any_kind(), .from = below(ZONES), .seen = (guint16)(seen & below(1 << SEATS))};
  operation.to = (operation.from + 1 + below(ZONES - 1)) % ZONES;
  if (operation.kind == TAKE || operation.kind == TUCK || operation.kind == REVEAL) {
    while (real->count[operation.from] == 0) operation.from = (operation.from + 1) % ZONES;
    if (operation.to == operation.from) operation.to = (operation.from + 1) % ZONES;
    operation.index = below(real->count[operation.from]);
    operation.face = real->face[operation.from][operation.index];
  }
  /* To peek is for piles, to reveal a face for hands. */
  if (operation.kind == PEEK) operation.from %= 2;
  if (operation.kind == REVEAL && !is_hand(operation.from)) operation.kind = REVEAL_ALL;
  return operation;
}

static void begin(Table *table)
{
  static const guint8 copies_of[] = {0, 2, 1, 1, 1};
  World world;
  *table = (Table){0};
  fake_host_init(&table->host, g_test_rand_int());
  g_assert_cmpuint(lap_deck_fill(handle(table, 0), 4, copies_of), ==, CARDS);
  world = truth(table);
  lap_deck_shuffle(&table->host.context, &table->host.block, handle(table, 0));
  for (guint seat = 0; seat < SEATS; seat++) {
    table->worlds[seat] = g_array_new(FALSE, FALSE, sizeof(World));
    add_orders(table->worlds[seat], &world, 0, 0, CARDS);
    g_assert_cmpuint(table->worlds[seat]->len, ==, 60);
  }
}

static void masks_claim_only_what_is_sure(void)
{
  for (guint round = 0; round < 400; round++) {
    Table table;
    begin(&table);
    for (guint ply = 0; ply < 60; ply++) {
      World real = truth(&table);
      Operation operation = any_operation(&real);
      carry_out(&table, &operation);
      learn(&table, &real, &operation);
      assert_slots_in_order(&table);
      assert_claims_hold(&table);
    }
    for (guint seat = 0; seat < SEATS; seat++) g_array_unref(table.worlds[seat]);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/zone/masks-claim-only-what-a-seat-can-be-sure-of", masks_claim_only_what_is_sure);
  return g_test_run();
}
