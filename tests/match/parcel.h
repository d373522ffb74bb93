/* Parcel: a tiny card game for tests, linked without a loader, and Parcel Express, a variant of it.
 *
 * Each round everybody pledges at once (an amount, then high or low: a sealed move of two steps), then each seat posts
 * a card (first aims at one in the hand, in secret, then says where to), draws, tips or rests. So it has secret
 * arguments, every type of argument, unfinished and sealed moves. The option "broken" makes it break the contract. */
#pragma once

#include "host/engine/game.h"

/* Rows of its catalogue: as a file would give them. */
typedef struct {
  const char *key;
  int16_t fee;
  int8_t kind[3];
  uint8_t kinds;
  uint32_t flags;
} ParcelRoute;

extern const ParcelRoute parcel_routes[3];       /* [0] is zero */
extern const ParcelRoute parcel_other_routes[3]; /* another fee */

/* Parcel with this table of routes. */
LapGame *parcel_link(const ParcelRoute *routes);
/* Parcel Express. */
LapGame *parcel_express_link(void);
/* Parcel, as it calls itself `version`. */
LapGame *parcel_link_version(const char *version);

/* Ids of its actions. */
enum { PARCEL_AIM, PARCEL_POST, PARCEL_DRAW, PARCEL_TIP, PARCEL_REST, PARCEL_PICK, PARCEL_PLEDGE, PARCEL_MARK };
/* Ids of its events. */
enum { PARCEL_POSTED, PARCEL_DREW, PARCEL_PLEDGED };
/* Ids of its categories. */
enum { PARCEL_COINS, PARCEL_SHELF, PARCEL_CARDS };
/* Faces of its cards. */
enum { PARCEL_BLUE_1 = 1, PARCEL_BLUE_2, PARCEL_RED_1, PARCEL_RED_2 };

/* Options set from "name=value" pairs, ended by NULL. */
LapOptions *parcel_options(const LapGame *game, const char *const *pairs);
