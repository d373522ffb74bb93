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
  LapMatch *match;       /* held */
  guint viewer;          /* a seat or LAP_WATCHER */
  guint64 person;        /* who sat in that seat when it began (lap_match_get_person) */
  gboolean lost;         /* somebody else sits there now, and the client was notified of it */
  guint64 sent;          /* the seq up to which the client was notified */
  gboolean has_presence; /* the client was notified of the presence sent last; presence.c */
} Subscription;

/* A match with subscriptions. */
typedef struct {
  GPtrArray *by;         /* subscriptions, which connections own; never empty */
  char *presence;        /* the notification sent last, or NULL; presence.c */
  gboolean presence_due; /* it has changed since, or a client has none; presence.c */
} LapSubscribed;

struct LapSubscriptions {
  LapServer *server;
  GHashTable *matches; /* from a match's id to a LapSubscribed */
  GSource *presence;   /* sends what is due, or NULL; presence.c */
};

/* Whether the person who subscribed as a seat still sits there. */
gboolean lap_subscription_holds(const Subscription *subscription);

/* Who subscribes to a match may have changed, or a client was not notified of it yet: those that were not are, soon. */
void lap_presence_changed(LapSubscriptions *all, LapSubscribed *subscribed);

G_END_DECLS
