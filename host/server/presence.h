/* Presence: who of a match's seats is connected now, and how many watch.
 *
 * Everybody who follows a match may know it: it says nothing of what is hidden in the game, and it is no part of the
 * match, its state or its log. Clients with the capability "presence" are notified of it (match.presence): a moment
 * after they have subscribed, and a moment after it has changed. The moment gathers what changes together, so that
 * many who come at once cost one notification each, and who only loads the page again is not seen to go. */
#pragma once

#include "subscriptions.h"

G_BEGIN_DECLS

/* What is kept of subscriptions, which subscriptions.c alone changes. */
typedef struct {
  LapConnection *connection;
  LapMatch *match;    /* held */
  guint viewer;       /* a seat or LAP_WATCHER */
  guint64 person;     /* who sat in that seat when it began (lap_match_get_person) */
  gboolean lost;      /* somebody else sits there now, and the client was notified of it */
  guint64 sent;       /* the seq up to which the client was notified */
  gboolean knows_who; /* the client was told what `told` of the match is; presence.c */
} Subscription;

/* A match that somebody follows. */
typedef struct {
  GPtrArray *by; /* subscriptions, which connections own; never empty */
  char *told;    /* who is there, as it was told last, or NULL; presence.c */
  gboolean due;  /* it is to be told; presence.c */
} LapFollowed;

struct LapSubscriptions {
  LapServer *server;
  GHashTable *matches; /* from a match's id to a LapFollowed */
  GSource *presence;   /* tells who is there, or NULL; presence.c */
};

/* Whether the person who subscribed as a seat still sits there. */
gboolean lap_subscription_holds(const Subscription *subscription);

/* Who follows a match may have changed, or somebody does not know who does: all who follow it are told, soon. */
void lap_presence_changed(LapSubscriptions *all, LapFollowed *followed);

G_END_DECLS
