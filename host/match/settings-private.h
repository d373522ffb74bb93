/* Inside host/match: the members of settings. */
#pragma once

#include "host/bots/bot.h"
#include "secret.h"
#include "settings.h"

G_BEGIN_DECLS

/* Longer clocks than 400 days are mistakes. */
#define LAP_CLOCK_MAX (G_GINT64_CONSTANT(400) * 24 * 3600 * 1000)

struct LapMatchSettings {
  char *game;
  guint seats;
  GPtrArray *options; /* name, value, name, value ... by name, each once */
  char *bot[LAP_SEATS_MAX], *bot_name[LAP_SEATS_MAX];
  guint bot_outside; /* a bot was put in that seat, which is not there; 0: none was */
  gboolean seeded, seed_guarded, is_public;
  LapHints hints;
  LapMessages messages;
  guint64 seed;
  gint64 initial, increment; /* ms; initial 0: no clocks, -1: what was given cannot be */
  char *from;                /* the match that it goes on from, or NULL */
  guint64 from_seq;
  char *key;
};

/* By LapHints, as headers, requests and states of matches have it; ended by NULL. */
extern const char *const lap_hint_kinds[];
/* Likewise by LapMessages. */
extern const char *const lap_message_kinds[];

/* A digest of all settings except the key and `seed_guarded`, which the creator does not choose. */
guint64 lap_match_settings_mark(const LapMatchSettings *settings);
/* Whether the seed that was chosen is taken as it is. A seat without a bot counts as a person. */
gboolean lap_match_settings_seed_holds(const LapMatchSettings *settings);
gboolean lap_match_settings_check(const LapMatchSettings *settings, GError **error);

/* A key as lap_match_settings_set_key takes it. */
gboolean lap_key_check(const char *key, GError **error);

G_END_DECLS
