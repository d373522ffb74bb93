/* Moving gem cards: drawn, revealed, kept, discarded. Each function sends the event of what it does. */
#ifndef GEM_RUSH_STOCK_H
#define GEM_RUSH_STOCK_H

#include <stdbool.h>

#include "catalogues.h"

/* A seat draws up to n cards, face down. When the deck is empty the discard pile is shuffled; if that is empty, too,
 * there is nothing to draw. */
void draw_cards(const LapContext *context, LapBlock *block, uint8_t seat, int n);

/* Turns the top card of the deck over and sets it aside. Answers its face, 0 if there is none. */
uint16_t reveal_card(const LapContext *context, LapBlock *block);

/* Moves a card that was set aside to a hand, one of a hand to the discard pile, all that are still set aside there. */
void keep_card(const LapContext *context, LapBlock *block, uint8_t seat, uint16_t face);
void discard_card(const LapContext *context, LapBlock *block, uint8_t seat, uint16_t face);
void clear_aside(const LapContext *context, LapBlock *block);

/* Makes sure that the deck has a top card, as far as there are cards. */
bool refill_deck(const LapContext *context, LapBlock *block);

/* Draws the cards that a skill of this kind grants, if the seat has it; `once`: at most once a turn. */
void draw_by_skill(const LapContext *context, LapBlock *block, uint8_t seat, int kind, bool once);

/* Adds the cards of a hand that may be chosen next where several are chosen in ascending order. */
void legal_cards(LapActions *actions, uint16_t kind, uint8_t seat, const GemRush *game);

/* Each face of a hand once. */
void legal_any_card(LapActions *actions, uint16_t kind, uint8_t seat, const GemRush *game);

/* Begins to choose n cards to discard; a seat then discards one after another, in ascending order. Answers whether that
 * was the last. */
void begin_choosing(GemRush *game, int n);
bool discard_chosen(const LapContext *context, LapBlock *block, const LapAction *action);

/* Notes that a card was chosen. Answers whether it was the last. */
bool chosen(GemRush *game, uint16_t face);

#endif
