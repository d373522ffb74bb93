/* Positions of GEMessengers, laid out by hand.
 *
 *   g_autoptr(MessengersPosition) position = messengers_position_new(2, 0);
 *   messengers_position_hand(position, 0, "ruby diamond");
 *   messengers_position_workshop(position, 0, "emerald / diamond ruby /");
 *   messengers_position_guild(position, "ruby_proclamation / / topaz_proclamation");
 *   g_autoptr(LapSession) session = messengers_position_play(position);
 *
 * Cards that are laid nowhere lie at the bottom of the draw pile when play begins. */
#pragma once

#include "games.h"
#include "plugins/gemessengers/workshop.h"

/* The patterns of the three rounds. */
extern const guint8 messengers_rooms[MESSENGERS_ROUNDS][MESSENGERS_ROWS];

typedef struct {
  LapGame *game;
  LapEngine *engine;
  LapBlock *block;
  Messengers *state; /* in `block` */
  char *draw_pile;
} MessengersPosition;

/* Nothing on the table but three tokens at each row, and all about to pick. `round` is 0, 1 or 2. */
MessengersPosition *messengers_position_new(guint seats, guint round);
void messengers_position_free(MessengersPosition *position);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(MessengersPosition, messengers_position_free)

/* Cards by their keys; rows of the grid between slashes. */
void messengers_position_hand(MessengersPosition *position, guint seat, const char *cards);
void messengers_position_workshop(MessengersPosition *position, guint seat, const char *rows);
void messengers_position_guild(MessengersPosition *position, const char *rows);
void messengers_position_draw_pile(MessengersPosition *position, const char *cards); /* the first is drawn first */
void messengers_position_tokens(MessengersPosition *position, guint headstone, guint decoration, guint base);

/* A match that goes on from here. */
LapSession *messengers_position_play(MessengersPosition *position);

/* The state of a running match. */
const Messengers *messengers_state(LapSession *session);

/* What the seat that is waited for may do, the bare arguments: "above row_1 below". */
char *messengers_legal(LapSession *session);

/* "emerald / diamond ruby / ": a grid of nine places. */
char *messengers_grid(LapSession *session, const LapSlot *cell);
/* "diamond ruby": pieces in the order of slots. */
char *messengers_cards(LapSession *session, const LapSlot *slot, guint n);

/* The points of a seat on the score sheet, and those of one category ("headstone_gem"). */
gint64 messengers_points(LapSession *session, guint seat);
gint64 messengers_points_for(LapSession *session, guint seat, const char *category);
