/* Rulesets: a game, its options and a number of seats, as matches share them. The sessions that play them are shared,
 * too: a match that is not being played needs only its block. */
#pragma once

#include "host/engine/session.h"

G_BEGIN_DECLS

typedef struct LapRuleset LapRuleset;
typedef struct LapRulesets LapRulesets;

struct LapRuleset {
  LapRulesets *rulesets; /* NULL when those are gone */
  char *name;            /* game and its build, seats and options: what makes it another one */
  LapGame *game;
  LapOptions *options;
  guint seats;
  char **option_texts; /* name, value, name, value ..., NULL */
  char *settings;      /* as lap_log_write_settings has them, without braces: hashing data takes long */
  gsize block_size;    /* 0 until there was a session or another engine */
  guint64 builds;      /* a hash of settings, host and builds of the plugins: of what makes and reads a block */
  LapSession *session; /* or NULL: there are only so many */
  gconstpointer at;    /* whose block the session stands at, or NULL */
  guint users;
};

LapRulesets *lap_rulesets_new(void);
/* Frees the cache. Rulesets that are in use stay until they are released. */
void lap_rulesets_free(LapRulesets *rulesets);

/* The same one for the same game, seats and options, which are a list of name, value ..., ended by NULL.
 * Errors are of LAP_GAME_ERROR. Returns: (transfer full): to be released */
LapRuleset *lap_ruleset_acquire(LapRulesets *rulesets, LapGame *game, guint seats, const char *const *options,
                                GError **error);
LapRuleset *lap_ruleset_ref(LapRuleset *ruleset);
void lap_ruleset_release(LapRuleset *ruleset);

/* A hash of the builds of a game's levels. */
guint64 lap_builds_hash(const LapGame *game);

/* An engine of it, of which no hook has been called. (transfer full) */
LapEngine *lap_ruleset_new_engine(LapRuleset *ruleset, GError **error);
/* A session at the start of a match. No match uses it: `at` is NULL. */
LapSession *lap_ruleset_start(LapRuleset *ruleset, guint64 seed, GError **error);
/* A session at `block`, which belongs to the match `who`. If it stands there already, its events are kept. */
LapSession *lap_ruleset_session_at(LapRuleset *ruleset, gconstpointer who, const LapBlock *block, GError **error);
/* Called when the block of the match `who` has changed or was freed: no session counts as standing at it any more. */
void lap_ruleset_forget(LapRuleset *ruleset, gconstpointer who);

G_END_DECLS
