/* Descriptions: all that a frontend needs to draw a game that it has never seen, as JSON.
 *
 * Names ("<plugin>/<name>"), keys of faces ("blue_2"), backs ("card", "?card" in a view) and values of choices are the
 * very ones of views (lap_view_to_json), actions, events, sheets and options, so that a frontend matches them as they
 * are; titles are for people, in one language. The same game and texts give the same bytes: one line of UTF-8, no
 * blanks between, integers and no fractions.
 *
 *   {"id":"x","title":"...","summary":"...","version":"1.2.0","base":null|"id of the level below",
 *    "chain":[{"id":"...","version":"..."}],             the base first
 *    "rules":"How one wins, in paragraphs that a blank line parts.",
 *    "changes":[{"change":"phase-replaced","name":"x/turn","text":"..."}],   of a variant: changes.h
 *    "language":"en","authors":"...","licence":"...",
 *    "picture":"pictures/....svg",                       of the game, for lists
 *    "seats":{"min":2,"max":4},
 *    "minutes":{"min":15,"max":30},                      how long a game takes
 *    "traits":["hidden","chance","simultaneous","solo","cooperative"],
 *    "options":[{"name":"x/rounds","title":"...","default":"3","min":1,"max":9},
 *               {"name":"x/length","title":"...","default":"short","choices":[{"value":"short","title":"..."}]}],
 *    "phases":[{"name":"x/draft","title":"...","kind":"one"|"together"|"automatic"}],
 *    "actions":[{"name":"x/claim","title":"Take …","about":"...","args":[
 *       {"name":"card","type":"piece"|"item"|"cell"|"seat"|"number"|"choice",
 *        "field":"x/row",                                what it points into, where that is in views
 *        "set":"x/card",                                 of a piece
 *        "choices":[{"value":"left","title":"..."}],     of a choice
 *        "secret":true}]}],
 *    "events":[as actions],
 *    "categories":[{"name":"x/trix","title":"..."}],
 *    "sets":[{"name":"x/card",
 *       "backs":[{"key":"card","title":"...","colour":"grey","mark":"?","picture":"pictures/....svg"}],
 *       "faces":[{"key":"blue_2","title":"Blue 2","about":"...","copies":1,"back":"card","colour":"blue","mark":"2",
 *          "picture":"pictures/....svg",
 *          "grid":{"width":3,"height":3},
 *          "marks":[{"at":"middle"|"north"|"east"|"south"|"west"|"cell","x":0,"y":1,"colour":"red","text":"2"}]}]}],
 *    "fields":[{"name":"x/hand","title":"Hand","type":"slots"|"numbers"|"planes","set":"x/card",
 *       "of_seats":true,                                 a row a seat
 *       "rows":3,                                        several that are no seats'
 *       "capacity":8,                                    items of a row, where it is not always just one
 *       "list":true,                                     as many as there are, up to the capacity
 *       "order":"places"|"set",                          of slots
 *       "visibility":"public"|"owner"|"mask"|"by_owner"|"top"|"size",
 *       "shape":{"width":6,"height":6},"coordinates":true,
 *       "numbered":true,                                 steps or events name its items by their numbers, from 1
 *       "drawn":true,                                    by itself
 *       "beside":true,                                   it is a column of another field
 *       "draw":{"as":"hand"|"pile"|"row"|"grid"|"counter"|"map"|"tokens","group":3,"wrap":5,"centre":true,
 *               "values":[{"colour":"red","mark":"A","picture":"..."}],
 *               "picture":"pictures/....svg",            behind a grid or a map
 *               "places":"seats","labels":["first"],     of a row of numbers, a grid's rows; a counter's
 *                                                        numbers
 *               "x":"x/xs","y":"x/ys","turn":"x/turns","on":"x/board"}}]}
 *
 * A member without information is left out (rules, minutes, a colour, a mark, copies that are not counted, TRUE that is
 * not so), but for "base" and "drawn". What a plugin leaves open is filled in where the host knows better: "draw"."as"
 * is always there. Colours are those of LapColour in lower case. A mark that is missing is the number, or the title of
 * the face; an empty one is nothing. A picture is what its address says, relative to the server's root, for ever:
 * another picture has another address. It is drawn in place of mark, marks and
 * grid. A face with "marks" or a
 * "grid" has no "mark". "on" of tokens is what they stand on; of a row it is the list of the sizes of its groups or, if
 * it has a shape, the grid on which its pieces stand as well: "x" says at which cells, "turn" where they point; or, if
 * it is drawn as a map, what its values stand beside and nowhere else: "x" says beside which item, "turn" at which
 * side, 0 is the top; of a grid it is the list of how many cells its rows have. Fields stand in the order of the
 * tables, the base's first, and are to be drawn in it: the order of placements means nothing. Fields that are never in
 * a view are left out; "drawn" is false for plain values that a plugin's layout passes over, and for those that are
 * drawn along with others: columns ("beside") and tokens ("as":"tokens"). Phases that a variant takes away are left
 * out; one that it has otherwise keeps the name of its base.
 */
#pragma once

#include "appearance.h"
#include "host/json/writer.h"
#include "host/match/host.h"
#include "host/plugins/pictures.h"
#include "host/plugins/registry.h"
#include "host/text/texts.h"

G_BEGIN_DECLS

/* Writes the description of a game. `language` is the one that `texts` speak. `appearance` is of any engine of the
 * game. `info` is what the registry knows of it: its keyfile gives title and summary where there are no texts, and
 * the minutes and the name of its picture; may be NULL. `pictures` are those that can be fetched, or NULL. */
void lap_describe_write(const LapGame *game, LapTexts *texts, const char *language, const LapGameAppearance *appearance,
                        const LapPluginInfo *info, const LapPictures *pictures, LapJsonWriter *json);

/* The same, with an appearance and an engine of its own. */
void lap_describe_game(LapGame *game, LapTexts *texts, const char *language, const LapPluginInfo *info,
                       const LapPictures *pictures, LapJsonWriter *json);

/* Writes a game as lists have it: "id", "title", "summary", "version", "base", "picture", "seats", "minutes", "traits"
 * and "options" of the above. */
void lap_describe_brief(const LapGame *game, LapTexts *texts, const LapPluginInfo *info, const LapPictures *pictures,
                        LapJsonWriter *json);

/* Writes {"id":"...","why":"..."}: a plugin that is unavailable, as lists have it. */
void lap_describe_refused(const char *id, const char *why, LapJsonWriter *json);

/* Writes the list of all games of a host: {"games":[...],"refused":[...]}. `in_full`: with the complete reasons, which
 * may name files of this machine. */
void lap_describe_games(LapHost *host, const char *language, gboolean in_full, LapJsonWriter *json);
/* The description of one of them; FALSE, and nothing written, if it is not available. */
gboolean lap_describe_game_of_host(LapHost *host, const char *id, const char *language, LapJsonWriter *json,
                                   GError **error);

G_END_DECLS
