#include "gemtrix-position.h"

static gpointer segment(const LapGame *game, const LapBlock *block, guint depth)
{
  gsize head = (sizeof(LapHead) + 15) & ~(gsize)15;
  return (guint8 *)block + head + game->segment_offset[depth];
}

GemtrixPosition *gemtrix_position_new_with(const char *game, guint seats, const char *option, const char *value)
{
  g_autoptr(GError) error = NULL;
  GemtrixPosition *position = g_new0(GemtrixPosition, 1);
  position->game = games_load(game);
  position->options = lap_options_new(position->game);
  if (option) lap_options_set(position->options, position->game, option, value, &error);
  g_assert_no_error(error);
  position->engine = lap_engine_new(position->game, seats, position->options, &error);
  g_assert_no_error(error);
  position->block = lap_block_new(position->engine);
  g_assert_cmpint(lap_engine_start(position->engine, position->block, 1), ==, LAP_MOVE_MADE);
  position->state = segment(position->game, position->block, 0);
  *position->state = (Gemtrix){.active = 0};
  return position;
}

GemtrixPosition *gemtrix_position_new(const char *game, guint seats)
{
  return gemtrix_position_new_with(game, seats, NULL, NULL);
}

void gemtrix_position_free(GemtrixPosition *position)
{
  lap_block_free(position->block);
  lap_engine_free(position->engine);
  lap_options_free(position->options);
  lap_game_unref(position->game);
  g_free(position);
}

static const LapPieceSet *cards_of(const LapGame *game) { return g_ptr_array_index(game->sets, 0); }

static guint16 face_named(const LapPieceSet *set, const char *key)
{
  for (guint16 face = 1; face <= set->faces; face++)
    if (g_str_equal(set->key[face], key)) return face;
  g_error("there is no card called %s", key);
}

static void lay(const GemtrixPosition *position, LapSlot *slot, guint16 *count, const char *cards, guint16 known)
{
  g_auto(GStrv) key = g_strsplit(cards, " ", -1);
  for (guint i = 0; key[i]; i++)
    if (*key[i]) slot[(*count)++] = (LapSlot){face_named(cards_of(position->game), key[i]), known};
}

static char *reversed(const char *cards)
{
  g_auto(GStrv) key = g_strsplit(cards, " ", -1);
  guint n = g_strv_length(key);
  for (guint i = 0; i < n / 2; i++) {
    char *swap = key[i];
    key[i] = key[n - 1 - i];
    key[n - 1 - i] = swap;
  }
  return g_strjoinv(" ", key);
}

void gemtrix_position_hand(GemtrixPosition *position, guint seat, const char *cards)
{
  lay(position, position->state->hand[seat].slot, &position->state->hand[seat].count, cards, 1u << seat);
}

void gemtrix_position_trixes(GemtrixPosition *position, guint seat, const char *cards)
{
  lay(position, position->state->table[seat].slot, &position->state->table[seat].count, cards, LAP_EVERYONE);
}

void gemtrix_position_draw_pile(GemtrixPosition *position, const char *cards)
{
  g_autofree char *from_bottom = reversed(cards);
  lay(position, position->state->draw_pile.slot, &position->state->draw_pile.count, from_bottom, 0);
}

void gemtrix_position_discard_pile(GemtrixPosition *position, const char *cards)
{
  g_autofree char *from_bottom = reversed(cards);
  lay(position, position->state->discard_pile.slot, &position->state->discard_pile.count, from_bottom, LAP_EVERYONE);
}

static guint copies_in(const LapSlot *slot, guint n, guint face)
{
  guint copies = 0;
  for (guint i = 0; i < n; i++) copies += slot[i].piece == face;
  return copies;
}

static guint copies_laid(const Gemtrix *state, guint face)
{
  guint copies = copies_in(state->draw_pile.slot, state->draw_pile.count, face) +
                 copies_in(state->discard_pile.slot, state->discard_pile.count, face);
  for (guint seat = 0; seat < GEMTRIX_SEATS; seat++)
    copies += copies_in(state->hand[seat].slot, state->hand[seat].count, face) +
              copies_in(state->table[seat].slot, state->table[seat].count, face);
  return copies;
}

static void lay_the_rest(GemtrixPosition *position)
{
  const LapPieceSet *cards = cards_of(position->game);
  guint last = lap_engine_seats(position->engine) - 1;
  for (guint face = 1; face <= cards->faces; face++)
    while (copies_laid(position->state, face) < cards->copies[face])
      gemtrix_position_trixes(position, last, cards->key[face]);
}

LapSession *gemtrix_position_play(GemtrixPosition *position)
{
  lay_the_rest(position);
  g_autoptr(GError) error = NULL;
  LapSession *session = lap_session_new_at(position->game, lap_engine_seats(position->engine), position->options,
                                           position->block, &error);
  g_assert_no_error(error);
  return session;
}

const void *gemtrix_segment(LapSession *session, guint depth)
{
  return segment(lap_engine_game(lap_session_engine(session)), lap_session_block(session), depth);
}

const Gemtrix *gemtrix_state(LapSession *session) { return gemtrix_segment(session, 0); }

char *gemtrix_cards(LapSession *session, const LapSlot *slot, guint n)
{
  const LapPieceSet *cards = cards_of(lap_engine_game(lap_session_engine(session)));
  GString *out = g_string_new(NULL);
  for (guint i = 0; i < n; i++) g_string_append_printf(out, "%s%s", i ? " " : "", cards->key[slot[i].piece]);
  return g_string_free(out, FALSE);
}
