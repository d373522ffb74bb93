/* The host: every match there is, in one store, of the games of one registry.
 *
 * A match in memory is little more than its block; the rest is in the store, as entries. A match that is not in memory
 * is restored when somebody asks for it, by playing its entries again, and let go when nobody holds it and there are
 * more than lap_host_set_open_max of them.
 *
 * Every change is one entry, applied in memory and appended to the store. Outside of a turn a change is committed
 * before the call returns. Within lap_host_begin .. lap_host_end the changes of many are committed together, and
 * nothing of them may be told to anybody before lap_host_end has said TRUE. When a commit fails, matches go back to
 * what the store has.
 *
 * All of it on one thread. */
#pragma once

#include "host/plugins/registry.h"
#include "host/store/store.h"
#include "host/text/texts.h"

G_BEGIN_DECLS

#define LAP_MATCH_ERROR (lap_match_error_quark())
GQuark lap_match_error_quark(void);

typedef enum {
  LAP_MATCH_ERROR_UNAUTHORISED,  /* a token or an invitation opens nothing here, or not this */
  LAP_MATCH_ERROR_NOT_FOUND,     /* no such match, game, seat, bot, proposal or moment */
  LAP_MATCH_ERROR_ILLEGAL,       /* not a legal move, or not a whole one */
  LAP_MATCH_ERROR_STALE,         /* meant for an earlier decision */
  LAP_MATCH_ERROR_NOT_YOUR_TURN, /* the seat has nothing to decide */
  LAP_MATCH_ERROR_NOT_STARTED,   /* seats are free still */
  LAP_MATCH_ERROR_OVER,          /* the match is over */
  LAP_MATCH_ERROR_SEAT_TAKEN,    /* by somebody else, or no seat is free */
  LAP_MATCH_ERROR_KEY_REUSED,    /* the key came before with another request */
  LAP_MATCH_ERROR_INVALID,       /* an argument that can never be right; the message says what would be */
  LAP_MATCH_ERROR_REFUSED,       /* not now: a proposal is open already, there is nothing to undo */
  LAP_MATCH_ERROR_FAULT,         /* the plugin broke the contract; nothing has changed */
  LAP_MATCH_ERROR_UNAVAILABLE,   /* its plugin cannot be had, or is of another version */
  LAP_MATCH_ERROR_STORE          /* the store failed; nothing has changed, or see lap_store_commit */
} LapMatchError;

typedef struct _LapMatch LapMatch;

/* What a match is created with. */
typedef struct LapMatchSettings LapMatchSettings;
#define LAP_TYPE_MATCH_SETTINGS (lap_match_settings_get_type())
GType lap_match_settings_get_type(void);
LapMatchSettings *lap_match_settings_new(const char *game, guint seats);
LapMatchSettings *lap_match_settings_copy(const LapMatchSettings *settings);
void lap_match_settings_free(LapMatchSettings *settings);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapMatchSettings, lap_match_settings_free)
/* An option by its name ("rounds", "x/rounds") and value as text. Checked when the match is created. */
void lap_match_settings_set_option(LapMatchSettings *settings, const char *name, const char *value);
/* Puts a bot in a seat from the start. */
void lap_match_settings_set_bot(LapMatchSettings *settings, guint seat, const char *bot);
/* What that bot is called, as people are (lap_match_join). Else it is "BOT NUMBER", its seat counted from 1. */
void lap_match_settings_set_bot_name(LapMatchSettings *settings, guint seat, const char *name);
/* What chance there is follows from it; random unless set. */
void lap_match_settings_set_seed(LapMatchSettings *settings, guint64 seed);
/* A clock for each seat: `initial` milliseconds, and `increment` more for each move. A seat that runs out resigns. */
void lap_match_settings_set_clock(LapMatchSettings *settings, gint64 initial, gint64 increment);
/* Whether it is listed for all, may be watched by all, and its free seats may be taken without an invitation. */
void lap_match_settings_set_public(LapMatchSettings *settings, gboolean is_public);
/* The idempotency key, LAP_KEY_MIN to LAP_KEY_MAX printable characters of ASCII; random unless set. Whoever knows it
 * can derive the match's tokens, so it is as secret as those. */
void lap_match_settings_set_key(LapMatchSettings *settings, const char *key);
#define LAP_KEY_MIN 16
#define LAP_KEY_MAX 64

/* What a creator hands out. Only hashes of these are stored; creating again with the same key gives them again. */
typedef struct {
  char **invitations; /* [seats], each opens its seat once; "" for a bot's */
  guint n;
  char *watch; /* a token to watch with */
} LapInvitations;
#define LAP_TYPE_INVITATIONS (lap_invitations_get_type())
GType lap_invitations_get_type(void);
LapInvitations *lap_invitations_copy(const LapInvitations *invitations);
void lap_invitations_free(LapInvitations *invitations);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapInvitations, lap_invitations_free)

#define LAP_TYPE_HOST (lap_host_get_type())
/* LAP_OMNISCIENT is the viewer who reads everything (host/engine/knowledge.h), so the macros are LAP_HOST(). */
G_DECLARE_FINAL_TYPE(LapHost, lap_host, LAP, HOST, GObject)

/* Emits
 *   "entry" (LapMatch *match, LapEntry *entry): a change has been applied, in a turn before it is committed;
 *   "undone" (LapMatch *match): the match went back to what the store has, since a commit failed. */
LapHost *lap_host_new(LapRegistry *registry, LapStore *store);
LapRegistry *lap_host_get_registry(LapHost *host);
LapStore *lap_host_get_store(LapHost *host);

/* Creates a match; the same one again for the same key and settings. Its id follows from the key.
 * `invitations` (out) (transfer full) (optional). Returns: (transfer full) */
LapMatch *lap_host_create(LapHost *host, const LapMatchSettings *settings, LapInvitations **invitations,
                          GError **error);
/* Returns: (transfer full): the match, restored if it is not in memory. */
LapMatch *lap_host_find(LapHost *host, const char *id, GError **error);

/* A turn: changes made in it are committed by its end, together. On FALSE none of them is kept, matches are as they
 * were before it, and "undone" has been emitted for each. Turns do not nest. */
void lap_host_begin(LapHost *host);
gboolean lap_host_end(LapHost *host, GError **error);
/* How many entries the turn has so far. */
guint lap_host_get_staged(LapHost *host);

/* Lets bots make at most `moves` moves in matches that wait for them. Returns whether some still wait. Call it in a
 * turn, or without. */
gboolean lap_host_play_bots(LapHost *host, guint moves);
/* Ends the time of seats whose clock has run out. Returns the microseconds until the next one may, or -1. */
gint64 lap_host_run_clocks(LapHost *host);

/* The game as it is linked, and texts for it. Both kept. (transfer none) */
LapGame *lap_host_get_game(LapHost *host, const char *id, GError **error);
LapTexts *lap_host_get_texts(LapHost *host, const char *id, const char *language, GError **error);
/* Refuses new matches of a plugin and of what extends it; those that run go on. */
void lap_host_disable(LapHost *host, const char *id, gboolean disabled);
gboolean lap_host_is_disabled(LapHost *host, const char *id);
/* Looks for plugins again. */
void lap_host_scan(LapHost *host);

/* How many matches are in memory, and how many may be while nobody holds them (1000 at first). */
guint lap_host_get_open(LapHost *host);
void lap_host_set_open_max(LapHost *host, guint n);
/* For tests: where time (microseconds since 1970) and secrets come from. NULL: the real ones. `random` fills bytes. */
void lap_host_set_sources(LapHost *host, gint64 (*now)(gpointer), void (*random)(gpointer, guint8 *, gsize),
                          gpointer data);

G_END_DECLS
