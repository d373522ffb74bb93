/* Tricks of the 52 cards, turn order and what is emitted. */
#include <glib.h>
#include <string.h>

#include "lapidary/cards52.h"
#include "lapidary/emit.h"
#include "lapidary/turns.h"

static void test_cards(void)
{
  for (uint16_t face = 1; face <= LAP_CARDS; face++) {
    g_assert_cmpuint(lap_card(lap_card_suit(face), lap_card_rank(face)), ==, face);
    g_assert_nonnull(lap_cards52_keys[face]);
    g_assert_cmpint(g_utf8_strlen(lap_cards52_faces[face].mark, -1), ==, lap_card_rank(face) == 10 ? 3 : 2);
  }
  g_assert_cmpstr(lap_cards52_keys[lap_card(LAP_HEARTS, LAP_QUEEN)], ==, "queen_of_hearts");
  g_assert_cmpstr(lap_cards52_faces[lap_card(LAP_CLUBS, LAP_TWO)].mark, ==, "2♣");
  g_assert_cmpstr(lap_cards52_faces[lap_card(LAP_SPADES, LAP_ACE)].mark, ==, "A♠");
}

/* A face with a letter for its suit and one for its rank. */
static uint16_t card(const char *name)
{
  static const char suits[] = "cdhs", ranks[] = "23456789TJQKA";
  return lap_card((uint8_t)(strchr(suits, name[1]) - suits), (uint8_t)(strchr(ranks, name[0]) - ranks + LAP_TWO));
}

static void test_winner(void)
{
  static const struct {
    const char *played; /* two letters a card */
    uint8_t trump, winner;
  } tricks[] = {
      {"2c", LAP_NO_SUIT, 0},        {"9cAcTc", LAP_NO_SUIT, 1},  {"9cAdAs", LAP_NO_SUIT, 0},
      {"9cAd2sAc", LAP_SPADES, 2},   {"Ac2s3s", LAP_SPADES, 2},   {"3sAcAsKs", LAP_SPADES, 2},
      {"2dAhAcAs", LAP_DIAMONDS, 0}, {"2dTdJdQd", LAP_HEARTS, 3},
  };
  for (guint i = 0; i < G_N_ELEMENTS(tricks); i++) {
    uint16_t face[4];
    uint8_t n = (uint8_t)(strlen(tricks[i].played) / 2);
    for (guint c = 0; c < n; c++) face[c] = card(tricks[i].played + 2 * c);
    g_assert_cmpuint(lap_trick_winner(&lap_cards52_tricks, face, n, tricks[i].trump), ==, tricks[i].winner);
  }
}

static void test_playable(void)
{
  static const struct {
    const char *hand;
    uint8_t led;
    const char *playable; /* in ascending order */
  } hands[] = {
      {"Ac2d9s", LAP_NO_SUIT, "Ac2d9s"},
      {"Ac2d9s", LAP_HEARTS, "Ac2d9s"},
      {"Ac2d9s", LAP_SPADES, "9s"},
      {"2c9c2dAd", LAP_CLUBS, "2c9c"},
      {"", LAP_CLUBS, ""},
  };
  for (guint i = 0; i < G_N_ELEMENTS(hands); i++) {
    LapSlot slot[4] = {0};
    uint16_t face[4], count = (uint16_t)(strlen(hands[i].hand) / 2);
    for (guint c = 0; c < count; c++) slot[c].piece = card(hands[i].hand + 2 * c);
    uint16_t n = lap_trick_playable(&lap_cards52_tricks, (LapConstZone){slot, count}, hands[i].led, face);
    g_assert_cmpuint(n, ==, strlen(hands[i].playable) / 2);
    for (guint c = 0; c < n; c++) g_assert_cmpuint(face[c], ==, card(hands[i].playable + 2 * c));
  }
}

static void test_turns(void)
{
  const LapContext context = {.seats = 4};
  g_assert_cmpuint(lap_seat_after(&context, 3, 1), ==, 0);
  g_assert_cmpuint(lap_seat_after(&context, 0, -1), ==, 3);
  g_assert_cmpuint(lap_seat_after(&context, 1, -6), ==, 3);
  g_assert_cmphex(lap_all_seats(&context), ==, 0xF);
  g_assert_cmpuint(lap_next_of(&context, 1u << 1 | 1u << 2, 1), ==, 2);
  g_assert_cmpuint(lap_next_of(&context, 1u << 1, 1), ==, 1);
  g_assert_cmpuint(lap_next_of(&context, 0, 1), ==, LAP_NOWHERE);
}

static LapEvent told;
static void hear(const LapContext *context G_GNUC_UNUSED, const LapBlock *block G_GNUC_UNUSED, const LapEvent *event)
{
  told = *event;
}

static void test_emit(void)
{
  const LapServices services = {.event = hear};
  const LapContext context = {.host = &services};
  lap_emit(&context, NULL, 7);
  g_assert_cmpmem(&told, sizeof told, (&(LapEvent){7, LAP_EVERYONE, {0}}), sizeof told);
  lap_emit_to(&context, NULL, 1u << 2, 8, 2, -3);
  g_assert_cmpmem(&told, sizeof told, (&(LapEvent){8, 4, {2, -3}}), sizeof told);
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/cards52/every-face-has-a-suit-a-rank-a-key-and-a-look", test_cards);
  g_test_add_func("/trick/the-highest-trump-wins-else-the-highest-of-what-was-led", test_winner);
  g_test_add_func("/trick/a-hand-follows-suit-if-it-can", test_playable);
  g_test_add_func("/turns/seats-go-round", test_turns);
  g_test_add_func("/emit/arguments-stand-in-order-and-the-rest-is-zero", test_emit);
  return g_test_run();
}
