/* Inside of the description of games: one that is being written, and its parts, each a member of the object that is
 * open. */
#pragma once

#include "describe.h"
#include "host/text/titles.h"

typedef struct {
  const LapGame *game;
  LapTexts *texts;
  const LapGameAppearance *appearance; /* NULL in a brief one */
  const LapPictures *pictures;         /* or NULL */
  LapJsonWriter *json;
} Description;

void lap_describe_kinds(const Description *to);  /* "actions", "events", "categories" */
void lap_describe_pieces(const Description *to); /* "sets" */
void lap_describe_fields(const Description *to); /* "fields" */

/* "choices": keys of a plugin, NULL-terminated, with their titles. */
void lap_describe_choices(const Description *to, guint depth, const char *const *choices);

/* "colour", "mark" and "picture". */
void lap_describe_colour(LapJsonWriter *json, guint colour);
void lap_describe_picture(const Description *to, const char *name);
void lap_describe_face(const Description *to, const LapFace *face);

/* "<plugin>/<name>" of a piece set. Returns: (transfer full) */
char *lap_describe_set_name(const LapGame *game, const LapPieceSet *set);
