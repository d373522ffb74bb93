/* A game played at random through the contract, and what else one may want to know the speed of. */
#pragma once

#include "host/engine/playouts.h"
#include "host/engine/session.h"
#include "host/projection/view.h"

#define PLAYER_POSITIONS 64

typedef struct {
  LapGame *game;
  LapEngine *engine;
  LapSession *session;
  LapBlock *block; /* to play on */
  gsize block_size;
  LapBlock *positions[PLAYER_POSITIONS]; /* from all through random games, each with a decision to make */
  LapBlock *copies[PLAYER_POSITIONS];    /* so many, lest one that lies across two pages stands for all */
  LapGenerator chooser;
  guint64 seed; /* of the next match */
  GString *text;
  LapView *view;
  guint many; /* playouts of one call */
  LapStatistics *statistics;
} Player;

/* Takes over `game`. NULL with the fault if its matches do not start. */
Player *player_new(LapGame *game, guint seats, GError **error);
void player_free(Player *player);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Player, player_free)

/* One random match by either path, to its end; answers the moves that it took. */
guint player_match_trusted(Player *player);
guint player_match_checked(Player *player);

/* For measure(): each takes a Player and answers what it did. */
guint64 work_matches_trusted(gpointer player, guint64 amount);
guint64 work_matches_checked(gpointer player, guint64 amount);
guint64 work_plies(gpointer player, guint64 amount);
guint64 work_clones(gpointer player, guint64 amount);
guint64 work_memcpys(gpointer player, guint64 amount);
guint64 work_playouts(gpointer player, guint64 amount); /* of worlds, to the end, `many` in a call */
guint64 work_worlds(gpointer player, guint64 amount);   /* determinised and scored, `many` in a call */
guint64 work_determinisations(gpointer player, guint64 amount);
guint64 work_views(gpointer player, guint64 amount);
guint64 work_hashes(gpointer player, guint64 amount);
