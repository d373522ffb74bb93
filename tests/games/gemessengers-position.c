#include "gemessengers-position.h"

#include <string.h>

const guint8 messengers_rooms[MESSENGERS_ROUNDS][MESSENGERS_ROWS] = {{1, 2, 3}, {3, 2, 1}, {2, 2, 2}};

/* Segments are the end of a block. */
static gpointer segment(const LapEngine *engine, const LapBlock *block)
{
  const LapGame *game = lap_engine_game(engine);
  return (guint8 *)block + lap_engine_block_size(engine) - game->segments_size + game->segment_offset[0];
}

MessengersPosition *messengers_position_new(guint seats, guint round)
{
  g_autoptr(GError) error = NULL;
  MessengersPosition *position = g_new0(MessengersPosition, 1);
  position->game = games_load("gemessengers");
  position->engine = lap_engine_new(position->game, seats, NULL, &error);
  g_assert_no_error(error);
  position->block = lap_block_new(position->engine);
  g_assert_cmpint(lap_engine_start(position->engine, position->block, 1), ==, LAP_MOVE_MADE);
  position->state = segment(position->engine, position->block);
  *position->state = (Messengers){.round = (guint8)round, .tokens = {3, 3, 3}};
  memcpy(position->state->room, messengers_rooms[round], MESSENGERS_ROWS);
  return position;
}

void messengers_position_free(MessengersPosition *position)
{
  g_free(position->draw_pile);
  lap_block_free(position->block);
  lap_engine_free(position->engine);
  lap_game_unref(position->game);
  g_free(position);
}

/* --- laying */

static const LapPieceSet *cards_of(const LapGame *game) { return g_ptr_array_index(game->sets, 0); }

static guint16 face_named(const MessengersPosition *position, const char *key)
{
  const LapPieceSet *set = cards_of(position->game);
  for (guint16 face = 1; face <= set->faces; face++)
    if (g_str_equal(set->key[face], key)) return face;
  g_error("there is no card called %s", key);
}

/* Answers how many cards were laid. */
static guint lay(const MessengersPosition *position, LapSlot *slot, const char *cards, guint16 known)
{
  g_auto(GStrv) key = g_strsplit(cards, " ", -1);
  guint n = 0;
  for (guint i = 0; key[i]; i++)
    if (*key[i]) slot[n++] = (LapSlot){face_named(position, key[i]), known};
  return n;
}

static void lay_grid(const MessengersPosition *position, LapSlot *cell, const char *rows)
{
  g_auto(GStrv) row = g_strsplit(rows, "/", -1);
  for (guint i = 0; row[i]; i++) lay(position, &cell[i * MESSENGERS_WIDTH], row[i], LAP_EVERYONE);
}

void messengers_position_hand(MessengersPosition *position, guint seat, const char *cards)
{
  position->state->hand[seat].count = (guint16)lay(position, position->state->hand[seat].slot, cards, 1u << seat);
}

void messengers_position_workshop(MessengersPosition *position, guint seat, const char *rows)
{
  Messengers *state = position->state;
  lay_grid(position, state->workshop[seat], rows);
  state->slack[seat] = (guint8)workshop_slack(state->workshop[seat], state->room);
  state->finished[seat] = state->collects[seat] = (guint8)workshop_is_finished(state->workshop[seat], state->room);
}

void messengers_position_guild(MessengersPosition *position, const char *rows)
{
  lay_grid(position, position->state->guild, rows);
}

void messengers_position_draw_pile(MessengersPosition *position, const char *cards)
{
  g_free(position->draw_pile);
  position->draw_pile = g_strdup(cards);
}

void messengers_position_tokens(MessengersPosition *position, guint headstone, guint decoration, guint base)
{
  const guint8 tokens[] = {(guint8)headstone, (guint8)decoration, (guint8)base};
  memcpy(position->state->tokens, tokens, sizeof tokens);
}

static guint copies_in(const LapSlot *slot, guint n, guint face)
{
  guint copies = 0;
  for (guint i = 0; i < n; i++) copies += slot[i].piece == face;
  return copies;
}

static guint copies_laid(const Messengers *state, const LapSlot *top, guint n_top, guint face)
{
  guint copies = copies_in(top, n_top, face) + copies_in(state->guild, MESSENGERS_CELLS, face);
  for (guint seat = 0; seat < MESSENGERS_SEATS; seat++)
    copies += copies_in(state->hand[seat].slot, state->hand[seat].count, face) +
              copies_in(state->workshop[seat], MESSENGERS_CELLS, face);
  return copies;
}

static void lay_draw_pile(MessengersPosition *position)
{
  const LapPieceSet *cards = cards_of(position->game);
  LapSlot top[MESSENGERS_CARDS];
  guint n_top = lay(position, top, position->draw_pile ? position->draw_pile : "", 0), n = 0;
  LapSlot *pile = position->state->draw_pile.slot;
  for (guint16 face = 1; face <= cards->faces; face++)
    for (guint copies = copies_laid(position->state, top, n_top, face); copies < cards->copies[face]; copies++)
      pile[n++] = (LapSlot){face, 0};
  while (n_top) pile[n++] = top[--n_top];
  position->state->draw_pile.count = (guint16)n;
}

LapSession *messengers_position_play(MessengersPosition *position)
{
  g_autoptr(GError) error = NULL;
  lay_draw_pile(position);
  LapSession *session = lap_session_new_at(position->game, lap_engine_seats(position->engine), NULL, position->block,
                                           &error);
  g_assert_no_error(error);
  return session;
}

/* --- looking */

const Messengers *messengers_state(LapSession *session)
{
  return segment(lap_session_engine(session), lap_session_block(session));
}

static void append_argument(GString *out, const LapGameKind *kind, gint value)
{
  const char *word = kind->args[0].type == LAP_ARG_PIECE ? kind->field[0]->set->key[value]
                                                         : kind->args[0].choices[value];
  g_string_append_printf(out, "%s%s", out->len ? " " : "", word);
}

char *messengers_legal(LapSession *session)
{
  const LapGame *game = lap_engine_game(lap_session_engine(session));
  const LapActions *legal = lap_session_legal(session, (guint)games_waiting(session), NULL, 0, NULL);
  GString *out = g_string_new(NULL);
  for (guint i = 0; i < legal->n; i++)
    append_argument(out, lap_game_action(game, legal->v[i].kind), legal->v[i].arg[0]);
  return g_string_free(out, FALSE);
}

char *messengers_cards(LapSession *session, const LapSlot *slot, guint n)
{
  const LapPieceSet *cards = cards_of(lap_engine_game(lap_session_engine(session)));
  GString *out = g_string_new(NULL);
  for (guint i = 0; i < n && slot[i].piece; i++)
    g_string_append_printf(out, "%s%s", i ? " " : "", cards->key[slot[i].piece]);
  return g_string_free(out, FALSE);
}

char *messengers_grid(LapSession *session, const LapSlot *cell)
{
  char *row[MESSENGERS_ROWS + 1] = {NULL};
  for (guint i = 0; i < MESSENGERS_ROWS; i++)
    row[i] = messengers_cards(session, &cell[i * MESSENGERS_WIDTH], MESSENGERS_WIDTH);
  char *grid = g_strjoinv(" / ", row);
  for (guint i = 0; i < MESSENGERS_ROWS; i++) g_free(row[i]);
  return grid;
}

gint64 messengers_points(LapSession *session, guint seat) { return games_sheet(session).total[seat][LAP_TIER_POINTS]; }

gint64 messengers_points_for(LapSession *session, guint seat, const char *category)
{
  const LapGame *game = lap_engine_game(lap_session_engine(session));
  LapSheet sheet = games_sheet(session);
  gint64 points = 0;
  for (guint i = 0; i < sheet.n; i++) {
    const char *name = strchr(lap_game_category(game, sheet.line[i].kind)->name, '/') + 1;
    if (sheet.line[i].seat == (gint)seat && g_str_equal(name, category)) points += sheet.line[i].points;
  }
  return points;
}
