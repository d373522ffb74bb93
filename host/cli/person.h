/* A person's turn at the terminal. */
#pragma once

#include "draft.h"
#include "host/text/texts.h"
#include "match.h"

typedef enum {
  PERSON_MOVED,
  PERSON_UNDID, /* moves were taken back; somebody else may be to decide now */
  PERSON_LEFT,  /* quit, or the end of the input */
  PERSON_FAULT  /* a hook broke the contract; `error` says how */
} PersonTurn;

/* Shows what `seat` may see, asks until it has moved, taken back or left. */
PersonTurn person_turn(Match *match, guint seat, GError **error);

/* Choices: what a person may do next, as numbered sentences. */

typedef struct {
  GArray *action;
  LapActions legal; /* points into `action` */
  GPtrArray *text;  /* a sentence each */
} Choices;

/* The steps that may follow in `draft`. FALSE with LAP_GAME_ERROR_FAULT. */
gboolean choices_read(Choices *choices, Draft *draft, LapTexts *texts, const char *const *names, GError **error);
void choices_clear(Choices *choices);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Choices, choices_clear)

/* Prints them with their numbers, in columns where there are many short ones. */
void choices_print(const Choices *choices);
/* Prints the steps of a move that is begun; nothing if there are none. */
void choices_print_steps(LapTexts *texts, const char *const *names, const Draft *draft);

/* The index of the one that `line` means: its number, or words that only its sentence has. -1 with a sentence of what
 * is wrong with it. */
int choices_find(const Choices *choices, const char *line, char **why);
