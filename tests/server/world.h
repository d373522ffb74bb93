/* A host of its own, with a server, a store (stores.h), and no chance but what it is given: two of them that are asked
 * the same say the same. */
#pragma once

#include "host/match/match-private.h"
#include "peer.h"

typedef struct {
  LapHost *host;
  LapServer *server;
  LapMatch *match;
  Peer *player;                    /* plays for the seats that are not looked at */
  Peer *viewer[LAP_SEATS_MAX + 1]; /* [seats], then the watcher; each subscribed to the match, once it is followed */
  char *token[LAP_SEATS_MAX + 1];
  char *id;
  guint seats, keys;
  gint64 now;
  guint8 chance;
} World;

void world_init(World *world, LapRegistry *registry);
void world_clear(World *world);

/* Begins a match with a person in each seat. */
void world_begin(World *world, const char *game, guint seats, guint64 seed);
void world_end(World *world);
/* From here on every viewer is told what happens. */
void world_follow(World *world);

/* Has a seat make a move, over the wire. TRUE if it was taken. */
gboolean world_play(World *world, guint seat, const LapAction *steps, guint n);
