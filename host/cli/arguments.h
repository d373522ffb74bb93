/* Arguments that several subcommands take: a game with its options, players for the seats, a store. */
#pragma once

#include "host/bots/bot.h"
#include "host/plugins/registry.h"
#include "host/store/node.h"
#include "host/text/texts.h"

/* --- games */

typedef struct {
  LapRegistry *registry;
  LapGame *game;
  LapTexts *texts;
} LoadedGame;

/* Finds, loads and links the game `name`, an id or, with a slash, the path of a plugin (project.h), and reads its texts
 * in `language` (NULL: "en"). Returns -1, or the exit code after it has said on standard error what is wrong. */
int load_game(LoadedGame *loaded, const char *name, const char *language);
/* The same for an id, in `folder` before all other folders; NULL: in those alone. */
int load_game_in(LoadedGame *loaded, const char *folder, const char *id, const char *language);
void loaded_game_clear(LoadedGame *loaded);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(LoadedGame, loaded_game_clear)

/* The texts of a game of `registry`. */
LapTexts *load_texts(LapRegistry *registry, const LapGame *game, const char *language, GError **error);

/* Title and summary (text/titles.h), from texts or keyfile. */
const char *game_title(LapRegistry *registry, const LapGame *game, LapTexts *texts);
const char *game_summary(LapRegistry *registry, const LapGame *game, LapTexts *texts);

/* The game one level below, or NULL. */
LapGame *base_game(LapRegistry *registry, const LapGame *game);

/* The default options, changed by `settings` ("NAME=VALUE", NULL-terminated, may be NULL). Before it returns NULL it
 * prints which of them is wrong, and why. */
LapOptions *read_options(const LapGame *game, char **settings);

/* The text of a key, or NULL where a plugin has none. */
const char *text_or_null(LapTexts *texts, const char *key);

/* Which games run in workers, for a GOptionEntry table: LapIsolation, for all registries that are made later. */
gboolean set_isolation(const char *option, const char *value, gpointer data, GError **error);
#define ISOLATION                                                                 \
  {                                                                               \
    "isolation", 0, 0, G_OPTION_ARG_CALLBACK, (gpointer)(GCallback)set_isolation, \
        "Rules in workers: untrusted, none, all", "WHOSE"                         \
  }

/* --- seats */

/* Who sits where: people, programs and bots, as "--seats me,random,random" says. */
typedef struct {
  guint n, people;
  char *name[LAP_SEATS_MAX + 1];      /* how sentences call each; NULL-terminated */
  const LapBot *bot[LAP_SEATS_MAX];   /* NULL: a person or a program */
  const char *command[LAP_SEATS_MAX]; /* of a program; NULL: a person or a bot */
  char **agents;                      /* "NAME=COMMAND": the programs that may be named, or NULL */
} Seats;

static inline gboolean seats_has_person(const Seats *seats, guint seat)
{
  return !seats->bot[seat] && !seats->command[seat];
}

/* Reads `text`: a list of bots ("random" or "random=NAME"), of programs likewise and, if `people` are allowed, of "me"
 * or "me=NAME"; or a number of seats. NULL: the fewest that the game takes, but two where it allows them. A number and
 * NULL mean one person and the usual bots, or, without people, random ones. Before it returns FALSE it prints on
 * standard error what is wrong.
 */
gboolean seats_read(Seats *seats, const LapGame *game, const char *text, gboolean people);
/* Default names for `n` seats. */
void seats_name(Seats *seats, guint n);
void seats_clear(Seats *seats);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Seats, seats_clear)

/* --- stores */

/* The file of a store; NULL if it is none. `url` NULL: the default one. (transfer full) */
char *store_path(const char *url);
/* Where a server notes which match calls its rules: beside the store, or in the user's data folder for one in a
 * database
 * (`node`: the name of a node of it, or NULL). NULL: nowhere, for one in memory. (transfer full) */
char *hook_path(const char *url, const char *node);
/* Opens a store; `url` NULL: the default one, that of LAPIDARY_STORE or in the user's data folder, which is made.
 * Before it returns NULL it prints what is wrong, and sets `*code` to the exit code. Returns: (transfer full) */
LapStore *open_store(const char *url, int *code);
/* The same as a node of this name, which clients reach at the address; without a name, as the only owner. */
LapStore *open_shared_store(const char *url, const char *node, const char *address, int *code);

/* The nodes that share a store (LapStoreNode), without opening it; else as open_store. */
GPtrArray *list_nodes(const char *url, int *code);

/* The same for reading only: a file that does not exist is not created. */
LapStore *open_existing_store(const char *url, int *code);

/* The option of all that restore matches, for a GOptionEntry table: lap_host_refuse_stored_builds. */
#define NO_STORED_BUILDS(value)                                                                 \
  {                                                                                             \
    "no-stored-builds", 0, 0, G_OPTION_ARG_NONE, value, "Load no plugin out of the store", NULL \
  }
