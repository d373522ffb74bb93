#include "gem-position.h"

#include <string.h>

#include "plugins/gem/lasers.h"

static gpointer segment(const LapGame *game, const LapBlock *block, guint depth)
{
  gsize head = (sizeof(LapHead) + 15) & ~(gsize)15;
  return (guint8 *)block + head + game->segment_offset[depth];
}

/* Any first gems: a turn of the last match is what is needed. */
static void play_setup(GemPosition *position)
{
  while (position->state->setup_left) {
    guint seat = position->state->active;
    LapAction action = lap_engine_legal(position->engine, position->block, seat)->v[0];
    g_assert_cmpint(lap_engine_apply(position->engine, position->block, &action), !=, LAP_MOVE_FAULT);
  }
}

static void clear(GemPosition *position)
{
  memset(position->state->board, GEM_OPEN, GEM_SQUARES);
  position->state->active = 0;
  if (!position->advanced) return;
  memset(position->advanced->colours_left, 11, GEM_COLOURS);
}

GemPosition *gem_position_new(const char *game, guint seats)
{
  g_autoptr(GError) error = NULL;
  GemPosition *position = g_new0(GemPosition, 1);
  position->game = games_load(game);
  position->options = lap_options_new(position->game);
  position->engine = lap_engine_new(position->game, seats, position->options, &error);
  g_assert_no_error(error);
  position->block = lap_block_new(position->engine);
  g_assert_cmpint(lap_engine_start(position->engine, position->block, 1), ==, LAP_MOVE_MADE);
  position->state = segment(position->game, position->block, 0);
  if (position->game->depth > 1) position->advanced = segment(position->game, position->block, 1);
  play_setup(position);
  clear(position);
  return position;
}

void gem_position_free(GemPosition *position)
{
  lap_block_free(position->block);
  lap_engine_free(position->engine);
  lap_options_free(position->options);
  lap_game_unref(position->game);
  g_free(position);
}

guint gem_square(const char *square) { return (guint)(square[0] - 'a' + GEM_WIDTH * (square[1] - '1')); }

static void put(GemPosition *position, guint8 seen, const char *squares)
{
  g_auto(GStrv) square = g_strsplit(squares, " ", -1);
  for (guint i = 0; square[i]; i++)
    if (*square[i]) position->state->board[gem_square(square[i])] = seen;
}

void gem_position_gems_of(GemPosition *position, int colour, const char *squares)
{
  put(position, (guint8)(GEM_GEM + gem_kind_of_colour(colour)), squares);
}
void gem_position_gems(GemPosition *position, const char *squares) { gem_position_gems_of(position, -1, squares); }
void gem_position_shields(GemPosition *position, const char *squares) { put(position, GEM_OBSTACLE, squares); }

static const char *const directions[] = {"north", "east", "south", "west", NULL};

static gint16 direction_named(const char *word)
{
  for (gint16 i = 0; directions[i]; i++)
    if (g_str_equal(directions[i], word)) return i;
  g_error("there is no direction called %s", word);
}

void gem_position_laser(GemPosition *position, guint seat, const char *square, const char *direction, guint value)
{
  gem_lay_laser(position->state, (guint8)seat, gem_coin((guint8)seat, (guint8)value), (guint8)gem_square(square),
                (guint8)direction_named(direction));
}

static void lay(GemPosition *position, guint seat, guint square, guint direction, guint value)
{
  gem_lay_laser(position->state, (guint8)seat, gem_coin((guint8)seat, (guint8)value), (guint8)square,
                (guint8)direction);
}

/* Of a line through `square` with step 1 or 8, `at` squares from its first: lasers of `value` and the one above at
 * both ends, and gems between. Below the first there may be another. */
static void lay_line(GemPosition *position, guint seat, guint square, guint step, guint at, guint value,
                     LapGenerator *chooser)
{
  guint before = 1 + lap_generator_below(chooser, at), after = 1 + lap_generator_below(chooser, 7 - at);
  guint from = square - before * step, to = square + after * step, under = step == 1 ? 0 : 1;
  for (guint other = from + step; other < to; other += step)
    if (other != square) position->state->board[other] = GEM_GEM;
  if (lap_generator_below(chooser, 2)) lay(position, seat, from, lap_generator_below(chooser, 4), under);
  lay(position, seat, from, step == 1 ? LAP_EAST : LAP_SOUTH, value);
  lay(position, seat, to, step == 1 ? LAP_WEST : LAP_NORTH, value + 1);
}

guint gem_position_crossing(GemPosition *position, LapGenerator *chooser)
{
  guint seats = lap_engine_seats(position->engine);
  guint x = 1 + lap_generator_below(chooser, 6), y = 1 + lap_generator_below(chooser, 6), square = x + 8 * y;
  lay_line(position, lap_generator_below(chooser, seats), square, 1, x, 2, chooser);
  lay_line(position, lap_generator_below(chooser, seats), square, 8, y, 4, chooser);
  for (guint other = 0; other < GEM_SQUARES; other++)
    if (other != square && position->state->board[other] == GEM_OPEN && lap_generator_below(chooser, 3))
      position->state->board[other] = GEM_GEM;
  position->state->active = (guint8)lap_generator_below(chooser, seats);
  return square;
}

LapSession *gem_position_play(GemPosition *position)
{
  g_autoptr(GError) error = NULL;
  gem_count_open(position->state);
  LapSession *session = lap_session_new_at(position->game, lap_engine_seats(position->engine), position->options,
                                           position->block, &error);
  g_assert_no_error(error);
  return session;
}

/* --- moves in words */

static gint16 argument(const LapArg *arg, guint seat, const char *word)
{
  if (arg->type == LAP_ARG_CELL) return (gint16)gem_square(word);
  if (arg->type == LAP_ARG_PIECE) return (gint16)gem_coin((guint8)seat, (guint8)atoi(word));
  for (gint16 i = 0; arg->choices[i]; i++)
    if (g_str_equal(arg->choices[i], word)) return i;
  g_error("%s is never %s", arg->name, word);
}

static const LapGameKind *kind_named(const LapGame *game, const char *word)
{
  for (guint depth = 0; depth < game->depth; depth++) {
    g_autofree char *name = g_strconcat(game->level[depth].plugin.id, "/", word, NULL);
    const LapGameKind *kind = lap_game_action_named(game, name);
    if (kind) return kind;
  }
  g_error("there is no action called %s", word);
}

static LapAction step_of(LapSession *session, const char *words)
{
  g_auto(GStrv) word = g_strsplit(words, " ", -1);
  const LapGameKind *kind = kind_named(lap_engine_game(lap_session_engine(session)), word[0]);
  LapAction step = {.kind = kind->id, .seat = (guint8)games_waiting(session), .n_args = (guint8)kind->n_args};
  for (guint i = 0; i < kind->n_args; i++) step.arg[i] = argument(&kind->args[i], step.seat, word[i + 1]);
  return step;
}

static GArray *steps_of(LapSession *session, const char *move)
{
  g_auto(GStrv) words = g_strsplit(move ? move : "", ", ", -1);
  GArray *steps = g_array_new(FALSE, FALSE, sizeof(LapAction));
  for (guint i = 0; words[i]; i++) {
    LapAction step = step_of(session, words[i]);
    g_array_append_val(steps, step);
  }
  return steps;
}

void gem_play(LapSession *session, const char *move)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GArray) steps = steps_of(session, move);
  lap_session_play(session, (const LapAction *)steps->data, steps->len, &error);
  g_assert_no_error(error);
}

gboolean gem_may(LapSession *session, const char *move)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GArray) steps = steps_of(session, move);
  const LapAction *step = (const LapAction *)steps->data, *last = step + steps->len - 1;
  const LapActions *legal = lap_session_legal(session, last->seat, step, steps->len - 1, &error);
  for (guint i = 0; legal && i < legal->n; i++)
    if (!memcmp(&legal->v[i], last, sizeof *last)) return TRUE;
  return FALSE;
}

guint gem_ways(LapSession *session, const char *move)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GArray) steps = steps_of(session, move);
  const LapActions *legal = lap_session_legal(session, (guint)games_waiting(session), (const LapAction *)steps->data,
                                              steps->len, &error);
  g_assert_no_error(error);
  return legal->n;
}

/* --- what has come of it */

static gpointer segment_of(LapSession *session, guint depth)
{
  return segment(lap_engine_game(lap_session_engine(session)), lap_session_block(session), depth);
}

const Gem *gem_state(LapSession *session) { return segment_of(session, 0); }
const Advanced *gem_advanced_state(LapSession *session) { return segment_of(session, 1); }
guint gem_seen(LapSession *session, const char *square) { return gem_state(session)->board[gem_square(square)]; }

static int sum_of(LapSession *session, guint seat, const char *category, guint tier)
{
  const LapGame *game = lap_engine_game(lap_session_engine(session));
  LapSheet sheet = games_sheet(session);
  int points = 0;
  for (guint i = 0; i < sheet.n; i++)
    if (sheet.line[i].seat == (int)seat && sheet.line[i].tier == tier &&
        (!category || g_str_equal(category, lap_game_category(game, sheet.line[i].kind)->name)))
      points += sheet.line[i].points;
  return points;
}

int gem_points(LapSession *session, guint seat, const char *category)
{
  return sum_of(session, seat, category, LAP_TIER_POINTS);
}

int gem_progress(LapSession *session, guint seat, const char *category)
{
  return sum_of(session, seat, category, LAP_TIER_PROGRESS);
}

guint gem_told(LapSession *session, const char *event)
{
  const LapGame *game = lap_engine_game(lap_session_engine(session));
  guint n, told = 0;
  const LapEvent *events = lap_session_events(session, &n);
  for (guint i = 0; i < n; i++) told += g_str_equal(lap_game_event(game, events[i].kind)->name, event);
  return told;
}

const LapEvent *gem_event(LapSession *session, const char *event)
{
  const LapGame *game = lap_engine_game(lap_session_engine(session));
  guint n;
  const LapEvent *events = lap_session_events(session, &n);
  for (guint i = 0; i < n; i++)
    if (g_str_equal(lap_game_event(game, events[i].kind)->name, event)) return &events[i];
  return NULL;
}
