/* A running match changes variant: a block of one game becomes one of another that shares levels with it. */
#pragma once

#include "engine.h"

G_BEGIN_DECLS

#define LAP_CONVERT_ERROR (lap_convert_error_quark())
GQuark lap_convert_error_quark(void);

/* Why a match cannot change variant. A hook that breaks the contract is LAP_GAME_ERROR_FAULT instead. */
typedef enum {
  LAP_CONVERT_ERROR_UNRELATED, /* the games have no level in common, in the same build */
  LAP_CONVERT_ERROR_SEATS,     /* the numbers of seats differ */
  LAP_CONVERT_ERROR_OPTIONS,   /* the options of the common levels differ */
  LAP_CONVERT_ERROR_OVER,      /* the match is over */
  LAP_CONVERT_ERROR_CLOSED,    /* a level to be added cannot be joined by any match, or one to be removed left */
  LAP_CONVERT_ERROR_LATER,  /* not between moves, or in a phase that the other game has not: it may be possible later */
  LAP_CONVERT_ERROR_REFUSED /* a hook refuses; the message is "<plugin>.refuse.<key>", of which plugins have texts */
} LapConvertError;

/* A match of `from` becomes a match of `to` (both engines of the same seats, one chain the beginning of the other, or
 * both with a common beginning) at a boundary between moves: shared segments stay, the hooks `leave` of removed levels
 * and `join` of added ones may refuse. Both engines are checked meanwhile. On FALSE `block_to` is unchanged. */
gboolean lap_convert(LapEngine *from, const LapBlock *block, LapEngine *to, LapBlock *block_to, GError **error);

G_END_DECLS
