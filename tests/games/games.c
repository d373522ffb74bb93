#include "games.h"

#include <string.h>

#include "host/engine/preview.h"

LapGame *games_load(const char *id)
{
  static LapRegistry *registry = NULL;
  if (!registry) registry = lap_registry_new(NULL);
  g_autoptr(GError) error = NULL;
  LapGame *game = lap_registry_load(registry, id, &error);
  g_assert_no_error(error);
  return game;
}

static LapSession *start(LapGame *game, guint seats, const LapOptions *options, guint64 seed)
{
  g_autoptr(GError) error = NULL;
  LapSession *session = lap_session_new(game, seats, options, seed, &error);
  g_assert_no_error(error);
  return session;
}

LapSession *games_start(const char *id, guint seats, guint64 seed)
{
  g_autoptr(LapGame) game = games_load(id);
  return start(game, seats, NULL, seed);
}

LapSession *games_start_with(const char *id, guint seats, guint64 seed, const char *option, const char *value)
{
  g_autoptr(LapGame) game = games_load(id);
  g_autoptr(LapOptions) options = lap_options_new(game);
  g_autoptr(GError) error = NULL;
  g_assert_true(lap_options_set(options, game, option, value, &error));
  return start(game, seats, options, seed);
}

int games_waiting(LapSession *session)
{
  guint32 waiting = lap_session_waiting(session);
  return waiting ? __builtin_ctz(waiting) : -1;
}

static gint16 face_named(const LapPieceSet *set, const char *word)
{
  for (guint face = 1; face <= set->faces; face++)
    if (g_str_equal(set->key[face], word)) return (gint16)face;
  g_error("there is no %s called %s", set->name, word);
}

static gint16 choice_named(const LapArg *arg, const char *word)
{
  for (gint16 i = 0; arg->choices[i]; i++)
    if (g_str_equal(arg->choices[i], word)) return i;
  g_error("%s is never %s", arg->name, word);
}

static gint16 argument(const LapGameKind *kind, guint i, const char *word)
{
  switch (kind->args[i].type) {
  case LAP_ARG_PIECE:
    return face_named(kind->field[i]->set, word);
  case LAP_ARG_CHOICE:
    return choice_named(&kind->args[i], word);
  default:
    return (gint16)atoi(word);
  }
}

/* Looks for the kind at every level, the base's last. */
static const LapGameKind *kind_named(const LapGame *game, const char *word)
{
  for (guint depth = game->depth; depth-- > 0;) {
    g_autofree char *name = g_strconcat(game->level[depth].plugin.id, "/", word, NULL);
    const LapGameKind *kind = lap_game_action_named(game, name);
    if (kind) return kind;
  }
  g_error("there is no action called %s", word);
}

static LapAction action_of(LapSession *session, const char *words)
{
  g_auto(GStrv) word = g_strsplit(words, " ", -1);
  const LapGameKind *kind = kind_named(lap_engine_game(lap_session_engine(session)), word[0]);
  g_assert_cmpuint(g_strv_length(word), ==, kind->n_args + 1);
  LapAction action = {.kind = kind->id, .seat = (guint8)games_waiting(session), .n_args = (guint8)kind->n_args};
  for (guint i = 0; i < kind->n_args; i++) action.arg[i] = argument(kind, i, word[i + 1]);
  return action;
}

gboolean games_is_legal(LapSession *session, const char *words)
{
  LapAction action = action_of(session, words);
  const LapActions *legal = lap_session_legal(session, action.seat, NULL, 0, NULL);
  for (guint i = 0; legal && i < legal->n; i++)
    if (!memcmp(&legal->v[i], &action, sizeof action)) return TRUE;
  return FALSE;
}

static void play(LapSession *session, const LapAction *action)
{
  g_autoptr(GError) error = NULL;
  lap_session_play(session, action, 1, &error);
  g_assert_no_error(error);
}

void games_play(LapSession *session, const char *words)
{
  LapAction action = action_of(session, words);
  play(session, &action);
}

void games_play_all(LapSession *session, const char *const *moves)
{
  for (; *moves; moves++) games_play(session, *moves);
}

gboolean games_refuses(LapSession *session, const char *words)
{
  LapAction action = action_of(session, words);
  g_autoptr(GError) error = NULL;
  return !lap_session_play(session, &action, 1, &error) &&
         g_error_matches(error, LAP_GAME_ERROR, LAP_GAME_ERROR_ILLEGAL);
}

void games_play_random(LapSession *session, LapGenerator *chooser)
{
  const LapActions *legal = lap_session_legal(session, (guint)games_waiting(session), NULL, 0, NULL);
  g_assert_nonnull(legal);
  LapAction action = legal->v[lap_generator_below(chooser, legal->n)];
  play(session, &action);
}

const LapEvent *games_told(LapSession *session, const char *kind, guint first)
{
  guint n;
  const LapEvent *event = lap_session_events(session, &n);
  const LapGame *game = lap_engine_game(lap_session_engine(session));
  for (guint i = 0; i < n; i++)
    if (g_str_equal(lap_game_event(game, event[i].kind)->name, kind) && event[i].arg[0] == (gint)first)
      return &event[i];
  return NULL;
}

char *games_foreseen(LapSession *session, guint step)
{
  LapEngine *engine = lap_session_engine(session);
  g_auto(LapPreviews) found;
  lap_previews_init(&found);
  g_assert_true(lap_engine_preview(engine, lap_session_block(session), 0, 1, &found));
  g_assert_cmpuint(found.n_events->len, >, step);
  const LapEvent *event = (const LapEvent *)(gconstpointer)found.events->data;
  for (guint i = 0; i < step; i++) event += g_array_index(found.n_events, gint64, i);
  GString *out = g_string_new(NULL);
  for (gint64 i = 0; i < g_array_index(found.n_events, gint64, step); i++)
    if (event[i].knows & 1)
      g_string_append_printf(out, "%s%s", out->len ? " " : "",
                             strchr(lap_game_event(lap_engine_game(engine), event[i].kind)->name, '/') + 1);
  return g_string_free(out, FALSE);
}

LapSheet games_sheet(LapSession *session)
{
  LapSheet sheet;
  lap_engine_score(lap_session_engine(session), lap_session_block(session), &sheet);
  return sheet;
}
