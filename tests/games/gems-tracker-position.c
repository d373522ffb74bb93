#include "gems-tracker-position.h"

#include <string.h>

#include "lapidary/tracker.h"
#include "lapidary/zone.h"
#include "plugins/gems-tracker/phases.h"
#include "plugins/gems-tracker/tableau.h"

/* Segments are the end of a block. */
static gpointer segment(const LapEngine *engine, const LapBlock *block, guint depth)
{
  const LapGame *game = lap_engine_game(engine);
  return (guint8 *)block + lap_engine_block_size(engine) - game->segments_size + game->segment_offset[depth];
}

GemsPosition *gems_position_new(const char *game, guint seats)
{
  g_autoptr(GError) error = NULL;
  GemsPosition *position = g_new0(GemsPosition, 1);
  position->game = games_load(game);
  position->engine = lap_engine_new(position->game, seats, NULL, &error);
  g_assert_no_error(error);
  position->block = lap_block_new(position->engine);
  g_assert_cmpint(lap_engine_start(position->engine, position->block, 1), ==, LAP_MOVE_MADE);
  position->state = segment(position->engine, position->block, 0);
  return position;
}

void gems_position_free(GemsPosition *position)
{
  lap_block_free(position->block);
  lap_engine_free(position->engine);
  lap_game_unref(position->game);
  g_free(position);
}

/* --- finding cards and mines */

static LapSlot take_face(GemsPosition *position, guint16 face)
{
  GemsTracker *state = position->state;
  LapSlot card = lap_zone_take(LAP_ZONE(&state->box), face, LAP_EVERYONE);
  for (guint seat = 0; seat < GEMS_TRACKER_SEATS && !card.piece; seat++)
    card = lap_zone_take(LAP_HAND(&state->hand[seat]), face, LAP_EVERYONE);
  return card;
}

/* A card with the number, of a colour that nobody plays with if there is one. */
static LapSlot take_number(GemsPosition *position, guint number)
{
  for (guint colour = GEMS_TRACKER_SEATS; colour-- > 0;) {
    LapSlot card = take_face(position, gems_tracker_card((guint8)colour, (guint8)number));
    if (card.piece) return card;
  }
  g_error("all cards with the number %u are in use", number);
}

static const GemsTrackerMine *mine_of(const GemsPosition *position, guint16 face)
{
  return (const GemsTrackerMine *)position->game->level[0].rows[0].row + face;
}

static gboolean is_empty(const GemsPosition *position, guint16 face)
{
  const gint8 *gem = mine_of(position, face)->gems;
  return !(gem[0] || gem[1] || gem[2] || gem[3] || gem[4] || gem[5]);
}

static LapSlot take_mine(GemsPosition *position, guint16 face)
{
  GemsTracker *state = position->state;
  LapSlot mine = lap_zone_take(LAP_ZONE(&state->mine_box), face, LAP_EVERYONE);
  if (!mine.piece) mine = lap_zone_take(LAP_ZONE(&state->mine_deck), face, LAP_EVERYONE);
  return mine;
}

static LapSlot take_any_mine(GemsPosition *position, gboolean empty)
{
  for (guint16 face = GEMS_TRACKER_MINES; face > 0; face--) {
    if (is_empty(position, face) != empty) continue;
    LapSlot mine = take_mine(position, face);
    if (mine.piece) return mine;
  }
  g_error("there are no more such mines");
}

/* --- laying */

static void lay_slot(GemsPosition *position, guint seat, const char *word, gboolean first)
{
  GemsTracker *state = position->state;
  gboolean booking = *word == '=' || *word == '+';
  LapSlot card = booking ? take_face(position, GEMS_TRACKER_BOOKING) : take_number(position, (guint)atoi(word));
  guint8 area = (guint8)(state->areas[seat].count - 1);
  guint8 slot = first ? tableau_begin_area(state, (guint8)seat, card)
                      : tableau_extend(state, (guint8)seat, area, GEMS_TRACKER_RIGHT, card);
  if (*word != '+') state->laid_in[seat][slot] = 0;
  tableau_dig(state, (guint8)seat, slot, booking ? NULL : mine_of(position, 0), FALSE);
  if (!booking) lap_zone_put(LAP_ZONE(&state->mined[seat]), take_any_mine(position, FALSE));
}

void gems_position_area(GemsPosition *position, guint seat, const char *slots)
{
  g_auto(GStrv) word = g_strsplit(slots, " ", -1);
  for (guint i = 0; word[i]; i++) lay_slot(position, seat, word[i], i == 0);
}

void gems_position_gems(GemsPosition *position, guint seat, guint slot, const char *rows)
{
  static const char letters[] = " WGRY.";
  guint8 x = tableau_x((guint8)slot, tableau_area_of(position->state, (guint8)seat, (guint8)slot));
  guint8 *cell = position->state->ground[seat] + x;
  for (guint y = 1; *rows; rows++) {
    if (*rows == '|')
      cell = position->state->ground[seat] + y++ * GEMS_TRACKER_WIDTH + x;
    else
      *cell++ = (guint8)(strchr(letters, *rows) - letters);
  }
}

void gems_position_hand(GemsPosition *position, guint seat, const char *numbers)
{
  GemsTracker *state = position->state;
  g_auto(GStrv) word = g_strsplit(numbers, " ", -1);
  lap_zone_pass(LAP_HAND(&state->hand[seat]), LAP_ZONE(&state->box), LAP_EVERYONE);
  for (guint i = 0; word[i]; i++)
    lap_zone_put(LAP_HAND(&state->hand[seat]),
                 take_face(position, gems_tracker_card((guint8)seat, (guint8)atoi(word[i]))));
}

void gems_position_discards(GemsPosition *position, guint seat, const char *numbers)
{
  g_auto(GStrv) word = g_strsplit(numbers, " ", -1);
  for (guint i = 0; word[i]; i++)
    lap_zone_put(LAP_HAND(&position->state->discards[seat]),
                 take_face(position, gems_tracker_card((guint8)seat, (guint8)atoi(word[i]))));
}

static guint16 face_named(const GemsPosition *position, guint set, const char *key)
{
  const LapPieceSet *pieces = g_ptr_array_index(position->game->sets, set);
  for (guint16 face = 1; face <= pieces->faces; face++)
    if (g_str_equal(pieces->key[face], key)) return face;
  g_error("there is no %s called %s", pieces->name, key);
}

void gems_position_mines(GemsPosition *position, const char *keys)
{
  GemsTracker *state = position->state;
  g_auto(GStrv) key = g_strsplit(keys, " ", -1);
  lap_zone_pass(LAP_ZONE(&state->mines), LAP_ZONE(&state->mine_box), LAP_EVERYONE);
  for (guint i = 0; key[i]; i++) {
    LapSlot mine = take_mine(position, face_named(position, 1, key[i]));
    g_assert_true(lap_zone_put(LAP_ZONE(&state->mines), mine));
  }
}

void gems_position_empty_mines(GemsPosition *position, guint n)
{
  GemsTracker *state = position->state;
  lap_zone_pass(LAP_ZONE(&state->mines), LAP_ZONE(&state->mine_box), LAP_EVERYONE);
  while (n-- > 0) lap_zone_put(LAP_ZONE(&state->mines), take_any_mine(position, TRUE));
}

void gems_position_empty_mine(GemsPosition *position, guint seat)
{
  GemsTracker *state = position->state;
  LapSlot empty = take_any_mine(position, TRUE);
  for (guint i = 0; i < state->mined[seat].count; i++) {
    LapSlot *mine = &state->mined[seat].slot[i];
    if (is_empty(position, mine->piece)) continue;
    lap_zone_put(LAP_ZONE(&state->mine_box), *mine);
    *mine = empty;
    return;
  }
  g_error("all mines of seat %u are empty", seat);
}

void gems_position_ride(GemsPosition *position, guint seat, guint rails)
{
  GemsTracker *state = position->state;
  LapTracker rail = LAP_TRACKER(state->rails, state->rail_order, (guint8)lap_engine_seats(position->engine));
  lap_tracker_move(rail, (guint8)seat, (int)rails, LAP_ON_TOP);
}

static LapSlot *find_tender(GemsTracker *state, guint16 face)
{
  for (guint i = 0; i < state->tenders.count; i++)
    if (state->tenders.slot[i].piece == face) return &state->tenders.slot[i];
  for (guint i = 0; i < state->tender_box.count; i++)
    if (state->tender_box.slot[i].piece == face) return &state->tender_box.slot[i];
  g_assert_not_reached();
}

void gems_position_tender(GemsPosition *position, guint place, const char *key)
{
  LapSlot *there = &position->state->tenders.slot[place];
  LapSlot *wanted = find_tender(position->state, face_named(position, 2, key));
  guint16 face = wanted->piece;
  wanted->piece = there->piece;
  there->piece = face;
}

LapSession *gems_position_play(GemsPosition *position)
{
  g_autoptr(GError) error = NULL;
  LapSession *session = lap_session_new_at(position->game, lap_engine_seats(position->engine), NULL, position->block,
                                           &error);
  g_assert_no_error(error);
  return session;
}

LapSession *gems_position_about_to_place(GemsPosition *position, guint number, const char *mine)
{
  g_autofree char *hand = g_strdup_printf("%u", number), *take = g_strdup_printf("take 1 orange_%u %s", number, mine);
  g_autofree char *bid = g_strdup_printf("bid_last orange_%u", number);
  gems_position_hand(position, 0, "12");
  gems_position_hand(position, 1, hand);
  gems_position_mines(position, "m01 m03 m04");
  position->state->tie_breaker[0] = 1;
  position->state->tie_breaker[1] = 2;
  LapSession *session = gems_position_play(position);
  games_play(session, "bid_last blue_12");
  games_play(session, bid);
  games_play(session, take);
  return session;
}

/* --- looking */

const void *gems_segment(LapSession *session, guint depth)
{
  return segment(lap_session_engine(session), lap_session_block(session), depth);
}

const GemsTracker *gems_state(LapSession *session) { return gems_segment(session, 0); }

char *gems_areas(const GemsTracker *state, guint seat)
{
  GString *out = g_string_new(NULL);
  for (guint area = 0, slot = 0; area < state->areas[seat].count; area++)
    for (guint i = 0; i < state->areas[seat].item[area]; i++, slot++) {
      guint number = tableau_number(state, (guint8)seat, (guint8)slot);
      g_string_append(out, i ? " " : area ? " | " : "");
      if (number)
        g_string_append_printf(out, "%u", number);
      else
        g_string_append_c(out, '=');
    }
  return g_string_free(out, FALSE);
}

/* --- rules by themselves: a context that knows no more than they ask */

static int32_t answer(const LapContext *context, const LapBlock *block, uint16_t rule, int32_t a, int32_t b)
{
  g_assert_cmpuint(rule, ==, GEMS_TRACKER_TENDER_WORTH);
  return tender_worth(context, block, a, b);
}
static guint by_rails;
static void hear(const LapContext *context, const LapBlock *block, const LapEvent *event)
{
  (void)context, (void)block;
  by_rails += event->kind == NUMBER_WON_BY_RAILS;
}
static const LapServices services = {sizeof services, .rule = answer, .event = hear};

gint gems_position_worth(const GemsPosition *position, guint seat, const char *tender)
{
  const LapRowsTable *catalogues[] = {position->game->level[0].rows};
  LapContext context = {&services, .catalogues = catalogues, .seats = (guint8)lap_engine_seats(position->engine)};
  return tender_worth(&context, (const LapBlock *)position->state, (gint)seat, face_named(position, 2, tender));
}

typedef int32_t (*Rule)(const LapContext *context, const LapBlock *block, int32_t seat, int32_t among);

/* What a rule says of the tender at place 0 when it is asked of that alone. */
static gboolean says_of_tender(GemsPosition *position, guint seat, const char *tender, Rule rule)
{
  const LapRowsTable *catalogues[] = {position->game->level[0].rows};
  LapContext context = {&services, .catalogues = catalogues, .seats = (guint8)lap_engine_seats(position->engine)};
  gems_position_tender(position, 0, tender);
  gint32 said = rule(&context, (const LapBlock *)position->state, (gint)seat, 1);
  g_assert_cmpint(said & ~1, ==, 0);
  return said;
}

gboolean gems_position_in_reach(GemsPosition *position, guint seat, const char *tender)
{
  return says_of_tender(position, seat, tender, tenders_in_reach);
}

gboolean gems_position_topped(GemsPosition *position, guint seat, const char *tender)
{
  return says_of_tender(position, seat, tender, tenders_topped);
}

guint gems_position_score(GemsPosition *position)
{
  by_rails = 0;
  const LapRowsTable *catalogues[] = {position->game->level[0].rows};
  LapContext context = {&services, .catalogues = catalogues, .seats = (guint8)lap_engine_seats(position->engine)};
  scoring(&context, (LapBlock *)position->state);
  return by_rails;
}
