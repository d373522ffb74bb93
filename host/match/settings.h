/* Settings: what a match is created with, and the invitations that its creator gets. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * LapMatchSettings:
 *
 * What a match is created with.
 */
typedef struct LapMatchSettings LapMatchSettings;
#define LAP_TYPE_MATCH_SETTINGS (lap_match_settings_get_type())
GType lap_match_settings_get_type(void);

/**
 * lap_match_settings_new:
 * @game: id of a plugin
 * @seats: how many
 *
 * Makes settings for a match with people in all seats.
 *
 * Returns: (transfer full): the settings
 */
LapMatchSettings *lap_match_settings_new(const char *game, guint seats);

/**
 * lap_match_settings_copy:
 * @settings: settings
 *
 * Copies them.
 *
 * Returns: (transfer full): the copy
 */
LapMatchSettings *lap_match_settings_copy(const LapMatchSettings *settings);

/**
 * lap_match_settings_free:
 * @settings: settings
 *
 * Frees them.
 */
void lap_match_settings_free(LapMatchSettings *settings);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapMatchSettings, lap_match_settings_free)

/**
 * lap_match_settings_set_option:
 * @settings: settings
 * @name: of an option: "rounds", "x/rounds"
 * @value: as text
 *
 * Sets an option. It is checked when the match is created.
 */
void lap_match_settings_set_option(LapMatchSettings *settings, const char *name, const char *value);

/**
 * lap_match_settings_set_bot:
 * @settings: settings
 * @seat: which
 * @bot: "random"
 *
 * Puts a bot in a seat from the start.
 */
void lap_match_settings_set_bot(LapMatchSettings *settings, guint seat, const char *bot);

/**
 * lap_match_settings_set_bot_name:
 * @settings: settings
 * @seat: of a bot
 * @name: as people have ([method@Lapidary.Match.join])
 *
 * Sets what that bot is called. Unless set, it is "BOT NUMBER", its seat counted from 1.
 */
void lap_match_settings_set_bot_name(LapMatchSettings *settings, guint seat, const char *name);

/**
 * lap_match_settings_set_seed:
 * @settings: settings
 * @seed: any number
 *
 * Sets the seed, from which all chance follows; random unless set. The state of the match says that it was seeded
 * ([method@Lapidary.Match.is_seeded]): who has chosen the seed can work out what is hidden.
 */
void lap_match_settings_set_seed(LapMatchSettings *settings, guint64 seed);

/**
 * lap_match_settings_guard_seed:
 * @settings: settings
 *
 * Has a secret of the host mixed into the seed, unless bots sit in all seats but one, for settings that come from a
 * player. Then the seed decides nothing that a player could know, and the match is not called seeded.
 */
void lap_match_settings_guard_seed(LapMatchSettings *settings);

/**
 * lap_match_settings_set_from:
 * @settings: settings
 * @match: (nullable): the id of a match that is over; %NULL begins anew
 * @seq: of one of its entries, or 0
 *
 * Has the match go on from how another one stood after an entry: with its game, number of seats, options and seed, and
 * the moves that stood then. The caller sees to it that the creator may see that match. The new one is called seeded.
 */
void lap_match_settings_set_from(LapMatchSettings *settings, const char *match, guint64 seq);

/**
 * lap_match_settings_set_clock:
 * @settings: settings
 * @initial: milliseconds
 * @increment: milliseconds more for each move
 *
 * Gives each seat a clock. A seat whose clock runs out resigns.
 */
void lap_match_settings_set_clock(LapMatchSettings *settings, gint64 initial, gint64 increment);

/**
 * lap_match_settings_set_public:
 * @settings: settings
 * @is_public: whether it is
 *
 * Sets whether the match is listed for all, may be watched by all, and its free seats may be taken without an
 * invitation.
 */
void lap_match_settings_set_public(LapMatchSettings *settings, gboolean is_public);

/**
 * LapHints:
 * @LAP_HINTS_ALONE: where one person plays, and nobody has help against somebody else
 * @LAP_HINTS_ALWAYS: also where several people play
 * @LAP_HINTS_NEVER: not at all
 *
 * Who is given hints.
 */
typedef enum { LAP_HINTS_ALONE, LAP_HINTS_ALWAYS, LAP_HINTS_NEVER } LapHints;

/**
 * lap_match_settings_set_hints:
 * @settings: settings
 * @hints: when there are some
 *
 * Sets when people are given hints; %LAP_HINTS_ALONE unless set.
 */
void lap_match_settings_set_hints(LapMatchSettings *settings, LapHints hints);

/**
 * LapMessages:
 * @LAP_MESSAGES_QUICK: words from a list
 * @LAP_MESSAGES_FREE: also texts of one's own
 * @LAP_MESSAGES_NONE: nothing
 *
 * What the people at a match may say to each other.
 */
typedef enum { LAP_MESSAGES_QUICK, LAP_MESSAGES_FREE, LAP_MESSAGES_NONE } LapMessages;

/**
 * lap_match_settings_set_messages:
 * @settings: settings
 * @messages: which there may be
 *
 * Sets what the people may say to each other; %LAP_MESSAGES_QUICK unless set.
 */
void lap_match_settings_set_messages(LapMatchSettings *settings, LapMessages messages);

/**
 * lap_match_settings_set_key:
 * @settings: settings
 * @key: %LAP_KEY_MIN to %LAP_KEY_MAX printable characters of ASCII
 *
 * Sets the idempotency key; random unless set. The match's tokens can be derived from it, so it is as secret as those.
 */
void lap_match_settings_set_key(LapMatchSettings *settings, const char *key);

/**
 * LAP_KEY_MIN:
 *
 * How long an idempotency key is at least.
 */
#define LAP_KEY_MIN 16
/**
 * LAP_KEY_MAX:
 *
 * How long an idempotency key is at most.
 */
#define LAP_KEY_MAX 64

/**
 * LapInvitations:
 * @invitations: (array length=n) (element-type utf8): one for each seat, which it opens once; "" for a bot's
 * @n: how many
 * @watch: a token to watch with
 *
 * The secrets that the creator of a match passes on to players. Only hashes of these are stored; creating again with
 * the same key gives them again.
 */
typedef struct {
  char **invitations;
  guint n;
  char *watch;
} LapInvitations;
#define LAP_TYPE_INVITATIONS (lap_invitations_get_type())
GType lap_invitations_get_type(void);

/**
 * lap_invitations_copy:
 * @invitations: invitations
 *
 * Copies them.
 *
 * Returns: (transfer full): the copy
 */
LapInvitations *lap_invitations_copy(const LapInvitations *invitations);

/**
 * lap_invitations_free:
 * @invitations: invitations
 *
 * Frees them.
 */
void lap_invitations_free(LapInvitations *invitations);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapInvitations, lap_invitations_free)

G_END_DECLS
