/* A match that plays at random and says what it goes through as entries, for tests of what is shown of it. */
#pragma once

#include "host/projection/history.h"
#include "host/projection/steps.h"

typedef struct {
  LapGame *game;
  LapSession *session;
  LapGenerator chooser;
  LapEntry entry;                /* the last move; seq 0: there is none yet */
  GArray *steps, *open, *opened; /* LapAction: of the entry; sealed so far; opened by the entry */
} Life;

/* A match of the game with its default options. */
void life_begin(Life *life, LapGame *game, guint seats, guint64 seed);
/* Makes a uniformly random move; FALSE if the match is over. */
gboolean life_go_on(Life *life);
void life_end(Life *life);

/* `viewer`, who is called "seat N" as all others. */
LapRecipient life_recipient(const Life *life, LapTexts *texts, const char *language, guint viewer);

/* What one viewer is shown now, as lines of JSON: entry, view, score and steps. */
char *life_shown(Life *life, const LapRecipient *recipient);
