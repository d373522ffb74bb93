/* Inside host/match: what a host is made of. */
#pragma once

#include "match-state.h"
#include "settings.h"

G_BEGIN_DECLS

struct _LapHost {
  GObject parent_instance;

  LapRegistry *registry;
  LapStore *store;

  /* host.c */
  GHashTable *matches; /* id to LapMatch, a reference each */
  GQueue recent;       /* their links, last used first */
  guint open_max;
  gint64 (*now)(gpointer);
  void (*random)(gpointer, guint8 *, gsize);
  gpointer source;

  /* games.c */
  GHashTable *games;    /* id to LapGame */
  GHashTable *texts;    /* "id language" to LapTexts */
  GHashTable *disabled; /* ids */
  LapRulesets *rulesets;

  /* turn.c */
  GPtrArray *staged; /* LapMatch that have changed since the last commit, a reference each */
  guint entries;
  gboolean in_turn, failed; /* failed: the turn was taken back, nothing more may change in it */
  GString *line;            /* scratch */

  /* bots.c, clocks.c */
  GQueue bots;     /* LapMatch that wait for one, a reference each */
  GTree *clocks;   /* LapMatch whose clocks run, a reference each, first deadline first */
  GArray *choices; /* LapAction, scratch */
  LapGenerator chance;
};

/* --- host.c */

/* us since 1970: finer than entries have it, for the store to order matches by. */
gint64 lap_host_moment(const LapHost *host);
/* ms since 1970 */
gint64 lap_host_now(const LapHost *host);
void lap_host_random(LapHost *host, guint8 *bytes, gsize n);
/* A match in memory, or NULL. (transfer none) */
LapMatch *lap_host_in_memory(LapHost *host, const char *id);
/* Keeps it in memory from now on, or no longer. */
void lap_host_adopt(LapHost *host, LapMatch *match);
void lap_host_let_go(LapHost *host, LapMatch *match);
void lap_host_tell(LapHost *host, LapMatch *match, LapEntry *entry);
void lap_host_tell_undone(LapHost *host, LapMatch *match);

/* --- games.c */

void lap_host_init_games(LapHost *host);
void lap_host_clear_games(LapHost *host);

/* --- host-create.c */

/* The match that comes after it by agreement, staged. Returns: (transfer full): its id */
char *lap_host_create_rematch(LapHost *host, LapMatch *match, GError **error);

/* --- turn.c */

void lap_host_init_turn(LapHost *host);
void lap_host_clear_turn(LapHost *host);
/* Whether anything may still change in this turn. */
gboolean lap_host_may_change(LapHost *host, GError **error);
/* Writes to the store, for the next commit; if it cannot be, all of the turn is taken back. */
gboolean lap_host_stage_match(LapHost *host, LapMatch *match, const LapStored *stored, GError **error);
gboolean lap_host_stage_entry(LapHost *host, LapMatch *match, const LapRecord *record, GError **error);
/* The match goes back to what the store has; it is broken until that can be read, and gone if it is not there. */
gboolean lap_host_put_back(LapHost *host, LapMatch *match, GError **error);
/* Commits, unless a turn is under way. */
gboolean lap_host_settle(LapHost *host, GError **error);

/* --- bots.c, clocks.c */

void lap_host_init_bots(LapHost *host);
/* What bots choose follows from the host's source of chance. */
void lap_host_seed_bots(LapHost *host);
void lap_host_clear_bots(LapHost *host);
void lap_host_init_clocks(LapHost *host);
void lap_host_clear_clocks(LapHost *host);
/* The match stands where it did not stand before: whether bots are to move in it, when its clocks run out. */
void lap_host_note_bots(LapHost *host, LapMatch *match);
void lap_host_note_clocks(LapHost *host, LapMatch *match);

G_END_DECLS
