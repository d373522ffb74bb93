#include "gem-rush-position.h"

#include <string.h>

enum { GEM_SET, ROOM_SET, SKILL_SET };

static gpointer segment(const LapGame *game, const LapBlock *block, guint depth)
{
  gsize head = (sizeof(LapHead) + 15) & ~(gsize)15;
  return (guint8 *)block + head + game->segment_offset[depth];
}

static const LapPieceSet *set_of(const LapGame *game, guint set) { return g_ptr_array_index(game->sets, set); }

RushPosition *rush_position_new_with(const char *game, guint seats, const char *option, const char *value)
{
  g_autoptr(GError) error = NULL;
  RushPosition *position = g_new0(RushPosition, 1);
  position->game = games_load(game);
  position->options = lap_options_new(position->game);
  if (option) lap_options_set(position->options, position->game, option, value, &error);
  g_assert_no_error(error);
  position->engine = lap_engine_new(position->game, seats, position->options, &error);
  g_assert_no_error(error);
  position->block = lap_block_new(position->engine);
  g_assert_cmpint(lap_engine_start(position->engine, position->block, 1), ==, LAP_MOVE_MADE);
  position->state = segment(position->game, position->block, 0);
  position->crisis = position->game->depth > 1 ? segment(position->game, position->block, 1) : NULL;
  *position->state = (GemRush){.steps = 3, .target = position->state->target};
  rush_position_phase(position, GEM_RUSH_MOVE);
  return position;
}

RushPosition *rush_position_new(const char *game, guint seats)
{
  return rush_position_new_with(game, seats, NULL, NULL);
}

void rush_position_free(RushPosition *position)
{
  lap_block_free(position->block);
  lap_engine_free(position->engine);
  lap_options_free(position->options);
  lap_game_unref(position->game);
  g_free(position->deck);
  g_free(position->tiles);
  g_free(position);
}

void rush_position_phase(RushPosition *position, guint16 phase) { lap_head(position->block)->phase = phase; }

/* --- laying */

static guint16 face_named(const LapGame *game, guint set, const char *key)
{
  for (guint16 face = 1; face <= set_of(game, set)->faces; face++)
    if (g_str_equal(set_of(game, set)->key[face], key)) return face;
  g_error("there is no %s called %s", set_of(game, set)->name, key);
}

static void lay(const RushPosition *position, guint set, LapSlot *slot, guint16 *count, const char *keys, guint16 known)
{
  g_auto(GStrv) key = g_strsplit(keys, " ", -1);
  for (guint i = 0; key[i]; i++)
    if (*key[i]) slot[(*count)++] = (LapSlot){face_named(position->game, set, key[i]), known};
}

static void lay_backwards(const RushPosition *position, guint set, LapSlot *slot, guint16 *count, const char *keys)
{
  g_auto(GStrv) key = g_strsplit(keys ? keys : "", " ", -1);
  for (guint i = g_strv_length(key); i-- > 0;) lay(position, set, slot, count, key[i], 0);
}

guint rush_position_room(RushPosition *position, const char *room, int x, int y, guint turned)
{
  GemRush *state = position->state;
  guint place = state->rooms;
  lay(position, ROOM_SET, state->room, &state->rooms, room, LAP_EVERYONE);
  state->x[place] = (gint16)x;
  state->y[place] = (gint16)y;
  state->turned[place] = (guint8)turned;
  return place;
}

void rush_position_hand(RushPosition *position, guint seat, const char *cards)
{
  guint16 known = position->crisis ? LAP_EVERYONE : 1u << seat;
  lay(position, GEM_SET, position->state->hand[seat].slot, &position->state->hand[seat].count, cards, known);
}

void rush_position_discarded(RushPosition *position, const char *cards)
{
  lay(position, GEM_SET, position->state->discard_pile.slot, &position->state->discard_pile.count, cards, LAP_EVERYONE);
}

void rush_position_burned(RushPosition *position, const char *cards)
{
  lay(position, GEM_SET, position->crisis->burned.slot, &position->crisis->burned.count, cards, LAP_EVERYONE);
}

void rush_position_skill(RushPosition *position, guint seat, const char *skill)
{
  guint16 n = 0;
  lay(position, SKILL_SET, position->state->skill[seat], &n, skill, LAP_EVERYONE);
}

void rush_position_deck(RushPosition *position, const char *cards) { position->deck = g_strdup(cards); }
void rush_position_tiles(RushPosition *position, const char *rooms) { position->tiles = g_strdup(rooms); }

/* --- the rest */

static guint copies_in(const LapSlot *slot, guint n, guint face)
{
  guint copies = 0;
  for (guint i = 0; i < n; i++) copies += slot[i].piece == face;
  return copies;
}

static guint copies_named(const RushPosition *position, guint set, const char *keys, guint face)
{
  LapSlot slot[GEM_RUSH_ROOMS];
  guint16 n = 0;
  lay(position, set, slot, &n, keys ? keys : "", 0);
  return copies_in(slot, n, face);
}

static guint gems_laid(const RushPosition *position, guint face)
{
  const GemRush *state = position->state;
  guint copies = copies_named(position, GEM_SET, position->deck, face) +
                 copies_in(state->discard_pile.slot, state->discard_pile.count, face);
  if (position->crisis) copies += copies_in(position->crisis->burned.slot, position->crisis->burned.count, face);
  for (guint seat = 0; seat < GEM_RUSH_SEATS; seat++)
    copies += copies_in(state->hand[seat].slot, state->hand[seat].count, face);
  return copies;
}

/* The gem cards that lie nowhere, as keys. */
static char *other_gems(const RushPosition *position)
{
  const LapPieceSet *gems = set_of(position->game, GEM_SET);
  GString *keys = g_string_new(NULL);
  for (guint face = 1; face <= gems->faces; face++)
    for (guint copies = gems_laid(position, face); copies < gems->copies[face]; copies++)
      g_string_append_printf(keys, "%s%s", keys->len ? " " : "", gems->key[face]);
  return g_string_free(keys, FALSE);
}

static void lay_rest(RushPosition *position, guint set, LapSlot *slot, guint16 *count)
{
  GemRush *state = position->state;
  for (guint face = 1; face <= set_of(position->game, set)->faces; face++) {
    guint laid = set == ROOM_SET
                     ? copies_in(state->room, state->rooms, face) + copies_named(position, set, position->tiles, face)
                     : 0;
    for (guint seat = 0; set == SKILL_SET && seat < GEM_RUSH_SEATS; seat++)
      laid += copies_in(state->skill[seat], 1, face);
    if (!laid) lay(position, set, slot, count, set_of(position->game, set)->key[face], 0);
  }
}

static LapSession *begin(RushPosition *position)
{
  g_autoptr(GError) error = NULL;
  GemRush *state = position->state;
  lay_rest(position, SKILL_SET, state->skill_box.slot, &state->skill_box.count);
  lay_backwards(position, GEM_SET, state->gem_deck.slot, &state->gem_deck.count, position->deck);
  LapSession *session = lap_session_new_at(position->game, lap_engine_seats(position->engine), position->options,
                                           position->block, &error);
  g_assert_no_error(error);
  return session;
}

LapSession *rush_position_play(RushPosition *position)
{
  GemRush *state = position->state;
  g_autofree char *gems = other_gems(position);
  lay(position, GEM_SET, state->gem_deck.slot, &state->gem_deck.count, gems, 0);
  lay_rest(position, ROOM_SET, state->room_deck.slot, &state->room_deck.count);
  lay_backwards(position, ROOM_SET, state->room_deck.slot, &state->room_deck.count, position->tiles);
  return begin(position);
}

/* Tiles have nowhere else to go than the mine: they lie far away, one by one. */
LapSession *rush_position_play_without_decks(RushPosition *position)
{
  g_autofree char *gems = other_gems(position);
  if (position->crisis)
    rush_position_burned(position, gems);
  else
    rush_position_discarded(position, gems);
  GemRush *state = position->state;
  guint first = state->rooms;
  lay_rest(position, ROOM_SET, state->room, &state->rooms);
  for (guint place = first; place < state->rooms; place++) {
    state->room[place].known = LAP_EVERYONE;
    state->x[place] = (gint16)(100 + 2 * place);
  }
  return begin(position);
}

/* --- moves in words */

static void append_argument(const LapGameKind *kind, guint i, gint value, GString *out)
{
  switch (kind->args[i].type) {
  case LAP_ARG_PIECE:
    g_string_append_printf(out, " %s", kind->field[i]->set->key[value]);
    return;
  case LAP_ARG_CHOICE:
    g_string_append_printf(out, " %s", kind->args[i].choices[value]);
    return;
  default:
    g_string_append_printf(out, " %d", value);
  }
}

static char *words_of(LapSession *session, const LapAction *action)
{
  const LapGameKind *kind = lap_game_action(lap_engine_game(lap_session_engine(session)), action->kind);
  GString *out = g_string_new(strchr(kind->name, '/') + 1);
  for (guint i = 0; i < kind->n_args; i++) append_argument(kind, i, action->arg[i], out);
  return g_string_free(out, FALSE);
}

enum { STEPS_MAX = 16 };

static const LapActions *legal_after(LapSession *session, const LapAction *step, guint n)
{
  g_autoptr(GError) error = NULL;
  const LapActions *legal = lap_session_legal(session, (guint)games_waiting(session), step, n, &error);
  g_assert_no_error(error);
  return legal;
}

/* "use_room" alone will do: there is one that may be used at most. */
static gboolean is_said(const char *words, const char *step)
{
  return g_str_equal(words, step) || (g_str_equal(words, "use_room") && g_str_has_prefix(step, "use_room "));
}

static gboolean find_step(LapSession *session, LapAction *step, guint n, const char *words)
{
  const LapActions *legal = legal_after(session, step, n);
  for (guint i = 0; i < legal->n; i++) {
    g_autofree char *these = words_of(session, &legal->v[i]);
    if (!is_said(words, these)) continue;
    step[n] = legal->v[i];
    return TRUE;
  }
  return FALSE;
}

/* The steps of a move, as far as they are legal; `last` may stay behind. */
static guint read_steps(LapSession *session, const char *move, LapAction *step)
{
  g_auto(GStrv) words = g_strsplit(move, ", ", -1);
  guint n = 0;
  while (words[n] && find_step(session, step, n, words[n])) n++;
  if (words[n] && words[n + 1]) g_error("\"%s\" is not legal in \"%s\"", words[n], move);
  return words[n] ? n : n | 1u << 8;
}

void rush_play(LapSession *session, const char *move)
{
  g_autoptr(GError) error = NULL;
  LapAction step[STEPS_MAX];
  guint n = read_steps(session, move, step);
  if (!(n >> 8)) {
    g_autofree char *legal = rush_legal(session, NULL);
    g_error("\"%s\" is not legal; legal are: %s", move, legal);
  }
  lap_session_play(session, step, n & 0xFF, &error);
  g_assert_no_error(error);
}

void rush_play_random(LapSession *session, LapGenerator *chooser)
{
  LapAction step[STEPS_MAX];
  guint n = 0;
  g_autoptr(GError) error = NULL;
  do {
    const LapActions *legal = legal_after(session, step, n);
    g_assert_cmpuint(n, <, STEPS_MAX);
    step[n++] = legal->v[lap_generator_below(chooser, legal->n)];
    g_clear_error(&error);
  } while (!lap_session_play(session, step, n, &error) &&
           g_error_matches(error, LAP_GAME_ERROR, LAP_GAME_ERROR_ILLEGAL));
  g_assert_no_error(error);
}

gboolean rush_may(LapSession *session, const char *move)
{
  LapAction step[STEPS_MAX];
  return read_steps(session, move, step) >> 8;
}

char *rush_legal(LapSession *session, const char *steps)
{
  LapAction step[STEPS_MAX];
  guint n = steps ? read_steps(session, steps, step) & 0xFF : 0;
  const LapActions *legal = legal_after(session, step, n);
  GString *out = g_string_new(NULL);
  for (guint i = 0; i < legal->n; i++) {
    g_autofree char *words = words_of(session, &legal->v[i]);
    g_string_append_printf(out, "%s%s", i ? ", " : "", words);
  }
  return g_string_free(out, FALSE);
}

/* --- looking */

const GemRush *rush_state(LapSession *session)
{
  return segment(lap_engine_game(lap_session_engine(session)), lap_session_block(session), 0);
}

const GemRush *rush_state_after(LapSession *session, const char *steps)
{
  g_autoptr(GError) error = NULL;
  LapAction step[STEPS_MAX];
  const LapActions *next;
  guint n = read_steps(session, steps, step);
  g_assert_true(n >> 8);
  LapMove move = lap_session_try(session, step, n & 0xFF, &next, &error);
  g_assert_no_error(error);
  g_assert_cmpint(move, ==, LAP_MOVE_MORE);
  return segment(lap_engine_game(lap_session_engine(session)), lap_session_tried(session), 0);
}

const GemCrisis *rush_crisis(LapSession *session)
{
  return segment(lap_engine_game(lap_session_engine(session)), lap_session_block(session), 1);
}

const char *rush_phase(LapSession *session)
{
  if (lap_session_over(session)) return "over";
  const LapGame *game = lap_engine_game(lap_session_engine(session));
  return strchr(lap_game_phase(game, lap_head_of(lap_session_block(session))->phase)->name, '/') + 1;
}

guint rush_told(LapSession *session, const char *event)
{
  const LapGame *game = lap_engine_game(lap_session_engine(session));
  guint n, told = 0;
  const LapEvent *events = lap_session_events(session, &n);
  for (guint i = 0; i < n; i++) told += g_str_equal(strchr(lap_game_event(game, events[i].kind)->name, '/') + 1, event);
  return told;
}

const char *rush_where(LapSession *session, guint seat)
{
  const GemRush *state = rush_state(session);
  return set_of(lap_engine_game(lap_session_engine(session)), ROOM_SET)->key[state->room[state->dwarf[seat]].piece];
}

char *rush_cards(LapSession *session, const LapSlot *slot, guint n)
{
  const LapPieceSet *gems = set_of(lap_engine_game(lap_session_engine(session)), GEM_SET);
  GString *out = g_string_new(NULL);
  for (guint i = 0; i < n; i++) g_string_append_printf(out, "%s%s", i ? " " : "", gems->key[slot[i].piece]);
  return g_string_free(out, FALSE);
}

RushPosition *rush_standing_in(const char *room)
{
  RushPosition *position = rush_position_new("gem-rush", 2);
  rush_position_room(position, room, 0, 0, 0);
  return position;
}

RushPosition *rush_standing_in_as(const char *skill, const char *room)
{
  RushPosition *position = rush_standing_in(room);
  rush_position_skill(position, 0, skill);
  return position;
}

LapSession *rush_play_with(RushPosition *position, const char *hand, guint steps)
{
  rush_position_hand(position, 0, hand);
  position->state->steps = (guint8)steps;
  return rush_position_play(position);
}
