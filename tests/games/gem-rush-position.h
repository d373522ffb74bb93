/* Positions of Gem Rush, laid out by hand.
 *
 *   g_autoptr(RushPosition) position = rush_position_new("gem-rush", 2);
 *   rush_position_room(position, "oracle", 0, 0, 0);
 *   rush_position_hand(position, 0, "obsidian_electrum permafrost_soulstone");
 *   rush_position_deck(position, "diamond_dust");
 *   g_autoptr(LapSession) session = rush_position_play(position);
 *   rush_play(session, "build north, pay obsidian_electrum, settle");
 *
 * What is laid nowhere lies under the decks, in the order of faces, when play begins. */
#pragma once

#include "games.h"
#include "plugins/gem-crisis/gem-crisis.h"

typedef struct {
  LapGame *game;
  LapOptions *options;
  LapEngine *engine;
  LapBlock *block;
  GemRush *state;    /* in `block` */
  GemCrisis *crisis; /* in `block`, or NULL */
  char *deck, *tiles;
} RushPosition;

/* No room, no card, no skill, and seat 0 about to move with three steps; all dwarves stand in the room that is laid
 * first. */
RushPosition *rush_position_new(const char *game, guint seats);
RushPosition *rush_position_new_with(const char *game, guint seats, const char *option, const char *value);
void rush_position_free(RushPosition *position);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(RushPosition, rush_position_free)

/* Another phase, "check". */
void rush_position_phase(RushPosition *position, guint16 phase);
/* A room, turned to the right so many quarters. Answers its place. */
guint rush_position_room(RushPosition *position, const char *room, int x, int y, guint turned);
/* Each adds cards, by their keys. */
void rush_position_hand(RushPosition *position, guint seat, const char *cards);
void rush_position_discarded(RushPosition *position, const char *cards);
void rush_position_burned(RushPosition *position, const char *cards);
void rush_position_skill(RushPosition *position, guint seat, const char *skill);
/* The first is drawn first. */
void rush_position_deck(RushPosition *position, const char *cards);
void rush_position_tiles(RushPosition *position, const char *rooms);
/* All that is laid nowhere lies face up on the discard pile (in a crisis: is burned), and no tile is left. */
LapSession *rush_position_play_without_decks(RushPosition *position);

/* A match that goes on from here. */
LapSession *rush_position_play(RushPosition *position);

/* A move in words, its steps separated by commas; the room of "use_room" may be left out. */
void rush_play(LapSession *session, const char *move);
/* Whether the seat that is waited for may take the last of such steps after those before it. */
gboolean rush_may(LapSession *session, const char *move);
/* A random one, of however many steps. */
void rush_play_random(LapSession *session, LapGenerator *chooser);

/* Two players, both in the first room of the mine. */
RushPosition *rush_standing_in(const char *room);
/* The same, where seat 0, who is about to move, has a skill. */
RushPosition *rush_standing_in_as(const char *skill, const char *room);
/* Plays on with so many steps, where seat 0 has a hand. */
LapSession *rush_play_with(RushPosition *position, const char *hand, guint steps);

/* What it may do after such steps (NULL: at first), "step north, end_move". */
char *rush_legal(LapSession *session, const char *steps);
/* Tests that. */
#define rush_assert_legal(session, steps, words)          \
  G_STMT_START                                            \
  {                                                       \
    g_autofree char *legal_ = rush_legal(session, steps); \
    g_assert_cmpstr(legal_, ==, words);                   \
  }                                                       \
  G_STMT_END

/* The state of a running match, the name of its phase, and how often its last move told an event ("drew"). */
const GemRush *rush_state(LapSession *session);
/* The state within a move, after such steps of it. */
const GemRush *rush_state_after(LapSession *session, const char *steps);
const GemCrisis *rush_crisis(LapSession *session);
const char *rush_phase(LapSession *session);
guint rush_told(LapSession *session, const char *event);

/* Which room a dwarf is in. */
const char *rush_where(LapSession *session, guint seat);

/* "obsidian_permafrost warpstone": the cards of a zone, in the order of slots. */
#define RUSH_CARDS(session, zone) rush_cards(session, (zone)->slot, (zone)->count)
char *rush_cards(LapSession *session, const LapSlot *slot, guint n);
#define rush_assert_cards(session, zone, cards)          \
  G_STMT_START                                           \
  {                                                      \
    g_autofree char *cards_ = RUSH_CARDS(session, zone); \
    g_assert_cmpstr(cards_, ==, cards);                  \
  }                                                      \
  G_STMT_END
