#include "lapidary/zone.h"

#include <glib.h>
#include <string.h>

#define CAPACITY 6

typedef struct {
  guint16 count;
  LapSlot slot[CAPACITY];
} Zone;

/* Zones are written as text: pieces from the bottom up, a face and the seats that know it: "3 3:01 5:*". */
static guint16 read_mask(const char *text)
{
  if (*text == '*') return LAP_EVERYONE;
  guint16 mask = 0;
  for (; *text; text++) mask |= (guint16)(1u << g_ascii_xdigit_value(*text));
  return mask;
}

static Zone laid(const char *text)
{
  Zone zone = {0};
  g_auto(GStrv) words = g_strsplit(text, " ", 0);
  for (guint i = 0; *text && words[i]; i++) {
    const char *colon = strchr(words[i], ':');
    LapSlot slot = {.piece = (guint16)g_ascii_strtoull(words[i], NULL, 10), .known = colon ? read_mask(colon + 1) : 0};
    zone.slot[zone.count++] = slot;
  }
  return zone;
}

static void write_mask(GString *out, guint16 mask)
{
  if (mask) g_string_append_c(out, ':');
  if (mask == LAP_EVERYONE) {
    g_string_append_c(out, '*');
    return;
  }
  for (guint seat = 0; seat < 16; seat++)
    if (mask >> seat & 1) g_string_append_printf(out, "%x", seat);
}

static void assert_lies(const Zone *zone, const char *text)
{
  g_autoptr(GString) out = g_string_new(NULL);
  for (guint i = 0; i < zone->count; i++) {
    g_string_append_printf(out, i ? " %u" : "%u", zone->slot[i].piece);
    write_mask(out, zone->slot[i].known);
  }
  g_assert_cmpstr(out->str, ==, text);
  for (guint i = zone->count; i < CAPACITY; i++) g_assert_true(zone->slot[i].piece == 0 && zone->slot[i].known == 0);
}

static LapZone handle(Zone *zone, LapOrder order) { return order == LAP_SET ? LAP_HAND(zone) : LAP_ZONE(zone); }

/* --- moves */

enum { DRAW, DEAL_2, MOVE, MOVE_AT, TUCK, PASS };
#define PILE LAP_PLACES
#define HAND LAP_SET
#define ALL LAP_EVERYONE

typedef struct {
  const char *why;
  guint operation, argument; /* the face, or the index */
  guint16 seen;
  LapOrder from_order, to_order;
  const char *from, *to;
  guint answer;
  const char *from_after, *to_after;
} Move;

static const Move moves[] = {
    {"the top is the last slot", DRAW, 0, 0, PILE, PILE, "1 2 3", "4", 3, "1 2", "4 3"},
    {"a drawer sees what he draws", DRAW, 0, 1 << 2, PILE, HAND, "1 2 3", "4:2", 3, "1 2", "3:2 4:2"},
    {"face up is seen by all", DRAW, 0, ALL, PILE, PILE, "1 2:1", "", 2, "1", "2:*"},
    {"face down from an open pile is known to all", DRAW, 0, 1, PILE, HAND, "1:* 2:*", "", 2, "1:*", "2:*"},
    {"a peeked card stays known when it is drawn", DRAW, 0, 1 << 3, PILE, HAND, "1 2:05", "", 2, "1", "2:035"},
    {"an empty pile gives nothing", DRAW, 0, 1, PILE, HAND, "", "4:2", 0, "", "4:2"},
    {"a full zone takes nothing", DRAW, 0, ALL, PILE, PILE, "1 2", "1 1 1 1 1 1", 0, "1 2", "1 1 1 1 1 1"},
    {"a deal of two", DEAL_2, 0, 1, PILE, HAND, "1 2 3", "", 2, "1", "2:0 3:0"},
    {"a deal ends with the pile", DEAL_2, 0, 1, PILE, HAND, "3", "", 1, "", "3:0"},
    {"a deal ends when there is no room", DEAL_2, 0, 0, PILE, PILE, "1 2 3", "1 1 1 1 1", 1, "1 2", "1 1 1 1 1 3"},
    {"a hand is kept in order", MOVE, 5, 1, PILE, HAND, "5 9", "2:0 5:0 7:0", 5, "9", "2:0 5:0 5:0 7:0"},
    {"a face is found nearest to the top", MOVE, 5, 0, PILE, PILE, "5:1 7 5:2 8", "", 5, "5:1 7 8", "5:2"},
    {"a face that is not there does not move", MOVE, 6, ALL, HAND, PILE, "5:0 7:0", "", 0, "5:0 7:0", ""},
    {"out of a hand face down, others lose the rest and the piece", MOVE, 5, 1, HAND, PILE, "3:01 5:012 7:0", "9:1", 5,
     "3:0 7:0", "9:1 5:0"},
    {"out of a hand face down, unseen by all", MOVE, 5, 0, HAND, PILE, "3:01 5:012 7:0", "", 5, "3 7", "5"},
    {"out of a hand face down to one who sees it, he keeps the rest", MOVE, 5, 3, HAND, HAND, "3:012 5:02 7:01", "4:1",
     5, "3:01 7:01", "4:1 5:01"},
    {"out of a hand face up, everybody keeps the rest", MOVE, 5, ALL, HAND, PILE, "3:01 5:0 7:02", "", 5, "3:01 7:02",
     "5:*"},
    {"face up, another copy pays for the one that he did not know", MOVE, 5, ALL, HAND, PILE, "5:01 5:0", "", 5, "5:0",
     "5:*"},
    {"each seat pays with its own copy, once", MOVE, 5, ALL, HAND, PILE, "5:01 5:012 5:02", "", 5, "5:0 5:012", "5:*"},
    {"who knew all copies knows all that remain", MOVE, 5, ALL, HAND, PILE, "5:01 5:01 6:0", "", 5, "5:01 6:0", "5:*"},
    {"out of the middle of a pile, all keep what they know", MOVE_AT, 1, 1, PILE, PILE, "3:1 5:2 7:3", "", 5, "3:1 7:3",
     "5:02"},
    {"an index past the end does not move", MOVE_AT, 3, 1, PILE, PILE, "3 5 7", "", 0, "3 5 7", ""},
    {"under a pile", TUCK, 5, 1, HAND, PILE, "3:0 5:0", "8 9", 5, "3:0", "5:0 8 9"},
    {"nothing goes under a full pile", TUCK, 5, 1, HAND, PILE, "3:0 5:01", "1 1 1 1 1 1", 0, "3:0 5:01", "1 1 1 1 1 1"},
    {"a passed hand is still known to who passed it", PASS, 0, 1 << 1, HAND, HAND, "3:0 5:03", "4:1", 2, "",
     "3:01 4:1 5:013"},
    {"a pile goes on a pile in its order", PASS, 0, 0, PILE, PILE, "3 1:* 2", "9", 3, "", "9 3 1:* 2"},
    {"a hand on a pile is known to who knew all of it", PASS, 0, 0, HAND, PILE, "3:0 5:013 7:03", "9:1", 3, "",
     "9:1 3:0 5:0 7:0"},
    {"a hand that does not fit stays", PASS, 0, 2, HAND, HAND, "3:0 5:0", "1 1 1 1 1", 0, "3:0 5:0", "1 1 1 1 1"},
};

static guint carried_out(const Move *move, LapZone from, LapZone to)
{
  switch (move->operation) {
  case DRAW:
    return lap_zone_draw(from, to, move->seen);
  case DEAL_2:
    return lap_zone_deal(from, to, 2, move->seen);
  case MOVE:
    return lap_zone_move(from, move->argument, to, move->seen);
  case MOVE_AT:
    return lap_zone_move_at(from, move->argument, to, move->seen);
  case TUCK:
    return lap_zone_tuck(from, move->argument, to, move->seen);
  default:
    return lap_zone_pass(from, to, move->seen);
  }
}

static void a_move(gconstpointer data)
{
  const Move *move = data;
  Zone from = laid(move->from), to = laid(move->to);
  guint answer = carried_out(move, handle(&from, move->from_order), handle(&to, move->to_order));
  g_assert_cmpuint(answer, ==, move->answer);
  assert_lies(&from, move->from_after);
  assert_lies(&to, move->to_after);
}

/* --- showing and forgetting */

enum { PEEK, REVEAL, REVEAL_AT, REVEAL_ALL, FORGET, SORT };

typedef struct {
  const char *why;
  guint operation, argument;
  guint16 seen;
  LapOrder order;
  const char *before, *after;
} Change;

static const Change changes[] = {
    {"a peek shows the top ones", PEEK, 2, 1 << 4, PILE, "1 2 3:1", "1 2:4 3:14"},
    {"a peek shows no more than there are", PEEK, 5, 1 << 4, PILE, "1 2", "1:4 2:4"},
    {"a slot of a pile is shown", REVEAL_AT, 0, ALL, PILE, "1 1:1", "1:* 1:1"},
    {"a slot that is not there is not shown", REVEAL_AT, 2, ALL, PILE, "1 2", "1 2"},
    {"a piece of a hand is shown", REVEAL, 3, 1 << 1, HAND, "2:0 3:0", "2:0 3:01"},
    {"a copy that may be the known one teaches nothing", REVEAL, 3, 1 << 1 | 1 << 2, HAND, "3:01 3:0", "3:01 3:02"},
    {"a face that is not there is not shown", REVEAL, 9, ALL, HAND, "3:0", "3:0"},
    {"all at once is more than one after the other", REVEAL_ALL, 0, 1 << 1, HAND, "3:01 3:0", "3:01 3:01"},
    {"mixed face down, only some still know", FORGET, 0, 1 << 0, PILE, "3:01 4:* 5:1", "3:0 4:0 5"},
    {"sorted by face, then by mask", SORT, 0, 0, HAND, "5:1 3 5:0 1:*", "1:* 3 5:0 5:1"},
};

static void a_change(gconstpointer data)
{
  const Change *change = data;
  Zone zone = laid(change->before);
  LapZone changed = handle(&zone, change->order);
  switch (change->operation) {
  case PEEK:
    lap_zone_peek(changed, change->argument, change->seen);
    break;
  case REVEAL:
    lap_zone_reveal(changed, change->argument, change->seen);
    break;
  case REVEAL_AT:
    lap_zone_reveal_at(changed, change->argument, change->seen);
    break;
  case REVEAL_ALL:
    lap_zone_reveal_all(changed, change->seen);
    break;
  case FORGET:
    lap_zone_forget(changed, change->seen);
    break;
  default:
    lap_zone_sort(changed);
  }
  assert_lies(&zone, change->after);
}

/* --- rotating */

typedef struct {
  int step;
  const char *after[3];
} Rotation;

static const Rotation rotations[] = {
    {0, {"1:0 2:0", "3:1", "4:02 5:2 6:2"}},        {1, {"4:02 5:02 6:02", "1:01 2:01", "3:12"}},
    {-1, {"3:01", "4:012 5:12 6:12", "1:02 2:02"}}, {2, {"3:01", "4:012 5:12 6:12", "1:02 2:02"}},
    {-5, {"4:02 5:02 6:02", "1:01 2:01", "3:12"}},
};

static void hands_go_round(gconstpointer data)
{
  const Rotation *rotation = data;
  Zone hand[3] = {laid("1:0 2:0"), laid("3:1"), laid("4:02 5:2 6:2")};
  LapZone zone[3] = {LAP_HAND(&hand[0]), LAP_HAND(&hand[1]), LAP_HAND(&hand[2])};
  g_assert_true(lap_zone_rotate(zone, 3, rotation->step));
  for (guint i = 0; i < 3; i++) assert_lies(&hand[i], rotation->after[i]);
}

static void hands_that_do_not_fit_stay(void)
{
  Zone big = laid("1:0 2:0 3:0");
  struct {
    guint16 count;
    LapSlot slot[2];
  } small = {1, {{4, 1 << 1}}};
  LapZone zone[2] = {LAP_HAND(&big), LAP_HAND(&small)};
  g_assert_false(lap_zone_rotate(zone, 2, 1));
  assert_lies(&big, "1:0 2:0 3:0");
  g_assert_cmpuint(small.slot[0].piece, ==, 4);
  g_assert_false(lap_zone_rotate(zone, 0, 1));
}

/* --- reading, and single pieces */

static bool is_odd(uint16_t face, G_GNUC_UNUSED const void *user) { return face & 1; }

static void a_zone_is_read(void)
{
  const Zone zone = laid("5:0 2:01 5 9:1");
  LapConstZone read = LAP_CONST_ZONE(&zone);
  g_assert_cmpuint(lap_zone_top(read), ==, 9);
  g_assert_cmpuint(lap_zone_find(read, 5), ==, 2);
  g_assert_cmpuint(lap_zone_find(read, 3), ==, LAP_NOWHERE);
  g_assert_true(lap_zone_has(read, 2));
  g_assert_false(lap_zone_has(read, 3));
  g_assert_cmpuint(lap_zone_copies(read, 5), ==, 2);
  g_assert_cmpuint(lap_zone_wanted(read, is_odd, NULL), ==, 3);
  g_assert_cmpuint(lap_zone_seen_by(read, 0), ==, 2);
  g_assert_cmpuint(lap_zone_seen_by(read, LAP_WATCHER), ==, 0);
}

static void each_face_is_visited_once(void)
{
  const Zone zone = laid("5 2 5 9 2");
  g_autoptr(GString) visited = g_string_new(NULL);
  LapConstZone read = LAP_CONST_ZONE(&zone);
  for (guint16 face = lap_zone_next(read, 0); face; face = lap_zone_next(read, face))
    g_string_append_printf(visited, "%u ", face);
  g_assert_cmpstr(visited->str, ==, "2 5 9 ");

  guint16 face[5];
  g_assert_cmpuint(lap_zone_faces(read, face), ==, 3);
  g_assert_cmpuint(face[0], ==, 2);
  g_assert_cmpuint(face[1], ==, 5);
  g_assert_cmpuint(face[2], ==, 9);
}

static void copies_are_sorted_by_face(void)
{
  const Zone zone = laid("5 2 5 9 2");
  static const guint16 sorted[] = {2, 2, 5, 5, 9};
  guint16 face[5];
  g_assert_cmpuint(lap_zone_sorted(LAP_CONST_ZONE(&zone), face), ==, 5);
  g_assert_cmpmem(face, sizeof face, sorted, sizeof sorted);
}

static void an_empty_zone_is_read(void)
{
  const Zone zone = {0};
  LapConstZone read = LAP_CONST_ZONE(&zone);
  g_assert_cmpuint(lap_zone_top(read), ==, 0);
  g_assert_cmpuint(lap_zone_next(read, 0), ==, 0);
  g_assert_cmpuint(lap_zone_find(read, 1), ==, LAP_NOWHERE);
}

static void a_piece_is_taken_and_put(void)
{
  Zone pile = laid("1:2 3"), hand = laid("4:0 6:01");
  LapSlot taken = lap_zone_take(LAP_HAND(&hand), 6, 1 << 0);
  g_assert_cmpuint(taken.piece, ==, 6);
  g_assert_cmphex(taken.known, ==, 1 << 0);
  g_assert_true(lap_zone_put_under(LAP_ZONE(&pile), taken));
  assert_lies(&pile, "6:0 1:2 3");
  taken = lap_zone_take_at(LAP_ZONE(&pile), 1, LAP_EVERYONE);
  g_assert_true(lap_zone_put(LAP_HAND(&hand), taken));
  assert_lies(&hand, "1:* 4:0");
  taken = lap_zone_take(LAP_ZONE(&pile), 9, LAP_EVERYONE);
  g_assert_true(taken.piece == 0 && taken.known == 0);
  g_assert_false(lap_zone_put(LAP_ZONE(&pile), taken));
  assert_lies(&pile, "6:0 3");
}

static void add_cases(void)
{
  for (guint i = 0; i < G_N_ELEMENTS(moves); i++) {
    g_autofree char *path = g_strdup_printf("/zone/move/%s", moves[i].why);
    g_strdelimit(path, " ", '-');
    g_test_add_data_func(path, &moves[i], a_move);
  }
  for (guint i = 0; i < G_N_ELEMENTS(changes); i++) {
    g_autofree char *path = g_strdup_printf("/zone/show/%s", changes[i].why);
    g_strdelimit(path, " ", '-');
    g_test_add_data_func(path, &changes[i], a_change);
  }
  for (guint i = 0; i < G_N_ELEMENTS(rotations); i++) {
    g_autofree char *path = g_strdup_printf("/zone/hands-go-round-by-%d", rotations[i].step);
    g_test_add_data_func(path, &rotations[i], hands_go_round);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  add_cases();
  g_test_add_func("/zone/hands-that-do-not-fit-stay", hands_that_do_not_fit_stay);
  g_test_add_func("/zone/a-zone-is-read", a_zone_is_read);
  g_test_add_func("/zone/each-face-is-visited-once-in-ascending-order", each_face_is_visited_once);
  g_test_add_func("/zone/copies-are-sorted-by-face-in-ascending-order", copies_are_sorted_by_face);
  g_test_add_func("/zone/an-empty-zone-is-read", an_empty_zone_is_read);
  g_test_add_func("/zone/a-piece-is-taken-and-put-with-its-mask", a_piece_is_taken_and_put);
  return g_test_run();
}
