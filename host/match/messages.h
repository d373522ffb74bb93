/* Messages: what the people at a match say to each other.
 *
 * They are kept in the store beside the log of the match, and are no part of it: no seq, clock, hash or view changes
 * with them. Words come from a list that frontends have in each reader's language; texts of one's own are allowed where
 * the creator of the match wants them. Who watches reads, and does not write. */
#pragma once

#include "match.h"

G_BEGIN_DECLS

/* Characters of a text. */
#define LAP_MESSAGE_MAX 300
/* Messages of a match. */
#define LAP_MESSAGES_MAX 1000
/* So many milliseconds a seat's messages are counted for. */
#define LAP_MESSAGES_WINDOW 30000

typedef struct {
  guint64 number; /* from 1 */
  guint seat;
  char *name; /* of the person who sat there then */
  gint64 at;  /* ms since 1970 */
  char *word; /* of the list; or NULL */
  char *text; /* or NULL: one line of UTF-8, whatever a person wrote */
  char *mark; /* of the key of the request: never sent */
} LapMessage;

void lap_message_free(LapMessage *message);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapMessage, lap_message_free)

/* What there may be, if that is other than usual: "free", "none"; or NULL. */
const char *lap_match_get_message_kind(LapMatch *match);

/* Says a word, or a text (one of them is NULL). At most `max` messages of a seat are taken within the window:
 * `*wait` is how many ms the next one has to wait, otherwise 0. The same key with the same message gives the one that
 * was kept, and `*is_new` is FALSE. Durable as an entry is.
 * Returns: (transfer full): the message */
LapMessage *lap_match_say(LapMatch *match, guint seat, const char *word, const char *text, const char *key, guint max,
                          gint64 *wait, gboolean *is_new, GError **error);

/* The last `limit` messages before the one of number `before` (0: of all), in order.
 * Returns: (transfer full) (element-type LapMessage) */
GPtrArray *lap_match_get_messages(LapMatch *match, guint64 before, guint limit, GError **error);

G_END_DECLS
