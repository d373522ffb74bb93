/* Sentences: what happened in a match, in words for one recipient. */
#pragma once

#include "host/match/entry.h"
#include "host/match/match.h"

G_BEGIN_DECLS

/* The recipient of sentences: a viewer, a language, and the names of the seats. */
typedef struct {
  LapHost *host; /* for texts of other games; NULL: there are none */
  const LapGame *game;
  guint viewer; /* a seat, LAP_WATCHER or LAP_OMNISCIENT */
  const char *language;
  LapTexts *texts; /* of that game and language */
  guint seats;
  const char *name[LAP_SEATS_MAX]; /* [seats], none is NULL: one without a name is "seat 2" in the language */
  char *own_name[LAP_SEATS_MAX];   /* those of them that are the recipient's */
} LapRecipient;

/* `names`: [seats], NULL elements allowed. All that is handed over outlives the recipient. */
void lap_recipient_init(LapRecipient *recipient, const LapGame *game, LapTexts *texts, const char *language,
                        guint viewer, const char *const *names, guint seats);
/* A recipient for the match as it is now; FALSE if there are no texts. */
gboolean lap_recipient_of_match(LapRecipient *recipient, LapMatch *match, guint viewer, const char *language,
                                GError **error);
/* Sets the name of a seat; NULL: it has no name. */
void lap_recipient_rename(LapRecipient *recipient, guint seat, const char *name);
void lap_recipient_clear(LapRecipient *recipient);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(LapRecipient, lap_recipient_clear)

/* Writes the sentences of an entry. Returns: (transfer full) (element-type utf8): a sentence each */
GPtrArray *lap_sentences_of_entry(const LapRecipient *recipient, const LapEntry *entry);

/* Writes why a match is suspended, as everybody may know it. (transfer full) */
char *lap_sentence_of_suspension(const LapRecipient *recipient, const LapSuspension *suspension);

G_END_DECLS
