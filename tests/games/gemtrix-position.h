/* Positions of Gemtrix, laid out by hand.
 *
 *   g_autoptr(GemtrixPosition) position = gemtrix_position_new("gemtrix", 2);
 *   gemtrix_position_hand(position, 0, "blue_2 blue_4 blue_6");
 *   gemtrix_position_discard_pile(position, "red_2");
 *   g_autoptr(LapSession) session = gemtrix_position_play(position);
 *
 * Cards that are laid nowhere lie in the trixes of the last seat when play begins. */
#pragma once

#include "games.h"
#include "plugins/gemtrix/gemtrix.h"

typedef struct {
  LapGame *game;
  LapOptions *options;
  LapEngine *engine;
  LapBlock *block;
  Gemtrix *state; /* in `block` */
} GemtrixPosition;

/* Nothing on the table, and the turn of seat 0 about to be decided. */
GemtrixPosition *gemtrix_position_new(const char *game, guint seats);
GemtrixPosition *gemtrix_position_new_with(const char *game, guint seats, const char *option, const char *value);
void gemtrix_position_free(GemtrixPosition *position);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GemtrixPosition, gemtrix_position_free)

/* Each adds cards, by their keys. */
void gemtrix_position_hand(GemtrixPosition *position, guint seat, const char *cards);
void gemtrix_position_trixes(GemtrixPosition *position, guint seat, const char *cards);
void gemtrix_position_draw_pile(GemtrixPosition *position, const char *cards);    /* the first is drawn first */
void gemtrix_position_discard_pile(GemtrixPosition *position, const char *cards); /* the first is on top */

/* A match that goes on from here. */
LapSession *gemtrix_position_play(GemtrixPosition *position);

/* The state of a running match, and of its tournament. */
const Gemtrix *gemtrix_state(LapSession *session);
const void *gemtrix_segment(LapSession *session, guint depth);

/* The cards in a zone, "blue_2 red_x3", in the order of slots. */
#define GEMTRIX_CARDS_OF(session, zone) gemtrix_cards(session, (zone)->slot, (zone)->count)
char *gemtrix_cards(LapSession *session, const LapSlot *slot, guint n);
