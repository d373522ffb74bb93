/* A table to test matches at: a host whose time and chance are the test's, over a store and the fixture games. */
#pragma once

#include "host/match/match-state.h"

typedef struct {
  LapRegistry *registry;
  LapStore *store;
  LapHost *host;
  gint64 now;    /* us since 1970, were the time of day never set */
  gint64 jumped; /* us by which it was set forward */
  LapGenerator chance;
  guint entries, undone; /* signals so far */
} Table;

/* `store` NULL: one in memory. The folders of plugins are those of LAPIDARY_PLUGIN_PATH. */
void table_init(Table *table, LapStore *store);
void table_clear(Table *table);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Table, table_clear)
/* Another host over the same store, as after a restart; matches of the one before are of no use any more. */
void table_restart(Table *table);
void table_wait(Table *table, gint64 ms);
/* The time of day is set, and no time passes. */
void table_set_time(Table *table, gint64 ms_forward);

/* A match of `game` with the default options, all seats open. It cannot fail. */
LapMatch *table_create(Table *table, const char *game, guint seats);
/* The same by settings; `invitations` may be NULL. */
LapMatch *table_create_by(Table *table, const LapMatchSettings *settings, LapInvitations **invitations);
/* Everybody comes; the match is public, or nobody could. */
void table_seat_all(LapMatch *match);
/* A public match whose seats are all taken by people. */
LapMatch *table_begin(Table *table, const char *game, guint seats);

/* A random whole move of a seat that waits, people or not. Returns the number of steps. */
guint table_choose(Table *table, LapMatch *match, guint seat, LapAction *steps, guint max);
guint table_waiting(LapMatch *match); /* the lowest that waits */
/* Makes one, of the lowest seat that waits. */
void table_move(Table *table, LapMatch *match);

/* All that a match is, as text: what a restored one must have, too. */
char *table_describe(LapMatch *match);
/* That a match, restored by another host over the same store, is the same. */
void table_assert_stored(Table *table, LapMatch *match);

/* A key that no other is like. */
const char *table_key(guint n);
#define assert_refused(failure, expected)                                 \
  do {                                                                    \
    g_assert_error(failure, LAP_MATCH_ERROR, LAP_MATCH_ERROR_##expected); \
    g_clear_error(&failure);                                              \
  } while (0)
