/* Opening a game: what every verb that works on one does first. */
#pragma once

#include "host/plugins/registry.h"
#include "host/text/texts.h"

typedef struct {
  LapRegistry *registry;
  LapGame *game;
  LapTexts *texts;
} Opening;

/* Finds, loads and links `id`, and reads its texts in `language` (NULL: "en"). Returns -1, or the exit code after it
 * has said on standard error what is wrong. */
int opening_game(Opening *opening, const char *id, const char *language);
void opening_clear(Opening *opening);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Opening, opening_clear)

/* The texts of a game of `registry`. */
LapTexts *opening_texts(LapRegistry *registry, const LapGame *game, const char *language, GError **error);

/* Title and summary (describe/titles.h), with what the keyfile says. */
const char *opening_title(LapRegistry *registry, const LapGame *game, LapTexts *texts);
const char *opening_summary(LapRegistry *registry, const LapGame *game, LapTexts *texts);

/* The game one level below, or NULL. */
LapGame *opening_base(LapRegistry *registry, const LapGame *game);

/* The defaults, changed as `settings` ("NAME=VALUE", NULL-terminated, may be NULL) say. On NULL it has said what is
 * wrong with which of them. */
LapOptions *opening_options(const LapGame *game, char **settings);

/* The text of a key, or NULL where a plugin has none. */
const char *opening_text(LapTexts *texts, const char *key);
