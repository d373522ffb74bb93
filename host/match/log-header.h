/* The header of a log: what the match was played with. */
#pragma once

#include <json-glib/json-glib.h>

#include "host/json/writer.h"
#include "log.h"

G_BEGIN_DECLS

/* The parsed header of a log. Its shape was checked; it was not compared with a game. */
typedef struct {
  JsonNode *root;         /* owns the others */
  JsonArray *plugins;     /* of objects with the strings "id", "version" and perhaps "build", at least one */
  JsonObject *catalogues; /* name to hash */
  JsonObject *options;    /* name to value */
  guint seats;
  guint64 seed;     /* this and the next: not where only settings are read */
  const char *hash; /* 16 digits */
} LapLogHeader;

/* Reads the first line. The error begins with "line 1: ". */
gboolean lap_log_header_read(LapLogHeader *header, const char *line, GError **error);
/* The same from what is parsed already, but for "lapidary" and "format": what else begins as a log does. `root` is the
 * node of an object; a reference is taken. */
gboolean lap_log_header_take(LapLogHeader *header, JsonNode *root, GError **error);
/* The same without "seed" and "hash", for the settings alone. */
gboolean lap_log_header_take_settings(LapLogHeader *header, JsonNode *root, GError **error);
void lap_log_header_clear(LapLogHeader *header);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(LapLogHeader, lap_log_header_clear)

/* The id of the topmost plugin. */
const char *lap_log_header_game(const LapLogHeader *header);
/* The builds of its plugins (LapGameLevel.build), or NULL if it does not name that of each. */
char **lap_log_header_builds(const LapLogHeader *header);
/* Options from an object of name to string: name, value, name, value ..., NULL. (transfer full); NULL if a value is
 * none */
char **lap_log_options(JsonObject *options);
/* A message of these functions without the number of the line, for where there is only one. */
const char *lap_log_past_line_1(const char *message);
/* Whether such builds are those of a game. */
gboolean lap_log_builds_are_of(char **builds, const LapGame *game);
/* Whether the header names the builds of the game, if it names any. */
gboolean lap_log_names(const LapLogHeader *header, const LapGame *game);
/* Whether the header is of these plugins, whatever their versions. */
gboolean lap_log_header_is_of(const LapLogHeader *header, const LapGame *game);
/* Whether the header is of these plugins, in these versions, with this data. */
gboolean lap_log_header_fits(const LapLogHeader *header, const LapGame *game, GError **error);

/* Writes the members "plugins", "catalogues", "options" and "seats", and those that follow them, "seed" and "hash". */
void lap_log_write_settings(const LapGame *game, const LapOptions *options, guint seats, LapJsonWriter *json);
void lap_log_write_start(guint64 seed, guint64 hash, LapJsonWriter *json);

/* Parses one line of a log, `number` from 1, that must be a JSON object. The error begins with "line N: ".
 * Returns: (transfer full) */
JsonNode *lap_log_line_parse(const char *line, guint number, GError **error);
/* A member of an object that must be a string, or NULL. */
const char *lap_log_string(JsonObject *object, const char *name);
/* A member that must be a whole number of 0..max, or -1. */
gint64 lap_log_number(JsonObject *object, const char *name, gint64 max);

G_END_DECLS
