/* Families: one text for many keys that are made alike.
 *
 *   "x.piece.card.{rank}_of_{suit}": "{rank} of {suit}",
 *   "x.rank.queen": "Queen",
 *   "x.suit.hearts": "hearts"
 *
 * serves the key "x.piece.card.queen_of_hearts", and all others of that form. What stands in a hole of the key is a
 * word of a-z, 0-9, '_', as short as it can be; in the text its hole shows "<plugin>.<hole>.<word>", or, if there is no
 * such text in the language, the word itself. */
#pragma once

#include "template.h"

G_BEGIN_DECLS

typedef struct LapFamily LapFamily;

/* Whether a key is that of a family. */
gboolean lap_family_is_key(const char *key);

/* Returns: (transfer full): NULL with a LAP_TEXT_ERROR that says what is wrong with the key or the text */
LapFamily *lap_family_new(const char *key, const char *text, const char *language, GError **error);
void lap_family_free(LapFamily *family);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapFamily, lap_family_free)

gboolean lap_family_has(const LapFamily *family, const char *key);

/* The keys of the words in a key, "x.rank.queen" and "x.suit.hearts", in the order of the holes. Returns: (transfer
 * full) NULL if the family does not have the key */
char **lap_family_words(const LapFamily *family, const char *key);

/* `text_of`: the text of a key of the same language, or NULL. Returns: (transfer full): the text of a key; NULL if the
 * family does not have it */
char *lap_family_write(const LapFamily *family, const char *key, char *(*text_of)(const char *key, gpointer data),
                       gpointer data);

G_END_DECLS
