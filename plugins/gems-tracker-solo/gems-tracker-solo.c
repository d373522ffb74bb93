/* Gems Tracker, solo: two areas, six rounds, and ten tenders to be turned down.
 *
 * What is not here is as in the game for more, in ../gems-tracker: rounds and mines, how a column or a Booking is
 * placed, what a tender is worth. Numbers in comments are rulings of its README. */
#include "gems-tracker-solo.h"

#include <stdbool.h>
#include <string.h>

#include "lapidary/appearance.h"
#include "lapidary/deck.h"
#include "lapidary/emit.h"
#include "lapidary/tables.h"
#include "phases.h"

enum { ALL_PLACED = LAP_ID(1, 1) };
enum { TENDERS = LAP_ID(1, 0) };

/* --- set-up: two colours, six Bookings; no tie breaker, no rails, no tokens */

static uint16_t set_up_seats(const LapContext *context, LapBlock *block)
{
  context->host->run_up(context, block, GEMS_TRACKER_SET_UP_SEATS);
  GemsTracker *game = gems_tracker_in(context, block);
  Solo *solo = solo_in(context, block);
  lap_zone_pass(LAP_HAND(&game->hand[0]), LAP_ZONE(&solo->left_deck), 0);
  for (uint8_t number = 1; number <= GEMS_TRACKER_NUMBERS; number++) /* the second colour is at the bottom of the box */
    lap_zone_move_at(LAP_ZONE(&game->box), 0, LAP_ZONE(&solo->right_deck), 0);
  lap_deck_shuffle(context, block, LAP_ZONE(&solo->left_deck));
  lap_deck_shuffle(context, block, LAP_ZONE(&solo->right_deck));
  while (game->bookings[0].count < SOLO_BOOKINGS)
    lap_zone_move(LAP_ZONE(&game->box), GEMS_TRACKER_BOOKING, LAP_HAND(&game->bookings[0]), LAP_EVERYONE);
  game->tie_breaker[0] = 0;
  return GEMS_TRACKER_SET_UP_MINES;
}

static int32_t mines_open(const LapContext *context, const LapBlock *block, int32_t a, int32_t b) { return SOLO_MINES; }

static int32_t rounds(const LapContext *context, const LapBlock *block, int32_t a, int32_t b) { return SOLO_ROUNDS; }

static int32_t tenders_laid(const LapContext *context, const LapBlock *block, int32_t a, int32_t b)
{
  return GEMS_TRACKER_LAID;
}

static int32_t type_limit(const LapContext *context, const LapBlock *block, int32_t type, int32_t b)
{
  enum { A = 1 << 0, C = 1 << 2, G = 1 << 6, K = 1 << 10, L = 1 << 11, stay_in_box = A | C | G | K | L };
  return stay_in_box >> type & 1 ? 0 : context->host->rule_up(context, block, GEMS_TRACKER_TYPE_LIMIT, type, b);
}

/* --- reveal: two trackers of each deck */

static void open_two(const LapContext *context, LapBlock *block, LapZone deck, LapZone open, uint16_t event)
{
  for (int i = 0; i < 2; i++) {
    int16_t tracker = (int16_t)lap_zone_draw(deck, open, LAP_EVERYONE);
    lap_emit(context, block, event, tracker);
  }
}

static uint16_t reveal(const LapContext *context, LapBlock *block)
{
  Solo *solo = solo_in(context, block);
  memset(solo->extended, 0, sizeof solo->extended);
  open_two(context, block, LAP_ZONE(&solo->left_deck), LAP_ZONE(&solo->left), OPENED_LEFT);
  open_two(context, block, LAP_ZONE(&solo->right_deck), LAP_ZONE(&solo->right), OPENED_RIGHT);
  return LAP_RESUME;
}

/* --- draft: a tracker of each two that lie open, and two mines */

static void legal_choices(uint16_t left, uint16_t right, const uint16_t *mine, uint16_t mines, LapActions *actions)
{
  for (uint16_t first = 0; first < mines; first++)
    for (uint16_t second = first + 1; second < mines; second++) {
      LapAction *action = lap_actions_next(actions);
      if (action)
        *action = (LapAction){.kind = SOLO_CHOOSE,
                              .n_args = 4,
                              .arg = {(int16_t)left, (int16_t)right, (int16_t)mine[first], (int16_t)mine[second]}};
    }
}

static void draft_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const Solo *solo = solo_of(context, block);
  const GemsTracker *game = gems_tracker_of(context, block);
  uint16_t left[2], lefts = lap_zone_faces(LAP_CONST_ZONE(&solo->left), left);
  uint16_t right[2], rights = lap_zone_faces(LAP_CONST_ZONE(&solo->right), right);
  uint16_t mine[GEMS_TRACKER_SEATS + 1], mines = lap_zone_faces(LAP_CONST_ZONE(&game->mines), mine);
  for (uint16_t l = 0; l < lefts; l++)
    for (uint16_t r = 0; r < rights; r++) legal_choices(left[l], right[r], mine, mines, actions);
}

static void discard_trackers(const LapContext *context, LapBlock *block)
{
  Solo *solo = solo_in(context, block);
  int16_t left = (int16_t)lap_zone_draw(LAP_ZONE(&solo->left), LAP_ZONE(&solo->away), LAP_EVERYONE);
  int16_t right = (int16_t)lap_zone_draw(LAP_ZONE(&solo->right), LAP_ZONE(&solo->away), LAP_EVERYONE);
  lap_emit(context, block, NOT_TAKEN, left, right);
}

/* The mine that is left is discarded when the next round begins. */
static uint16_t draft_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  Solo *solo = solo_in(context, block);
  const int16_t *arg = action->arg;
  lap_zone_move(LAP_ZONE(&solo->left), (uint16_t)arg[0], LAP_ZONE(&solo->trackers), LAP_EVERYONE);
  lap_zone_move(LAP_ZONE(&solo->right), (uint16_t)arg[1], LAP_ZONE(&solo->trackers), LAP_EVERYONE);
  for (int i = 2; i < 4; i++)
    lap_zone_move(LAP_ZONE(&gems_tracker_in(context, block)->mines), (uint16_t)arg[i], LAP_ZONE(&solo->chosen_mines),
                  LAP_EVERYONE);
  lap_emit(context, block, CHOSE, action->seat, arg[0], arg[1], arg[2], arg[3]);
  solo_tell_fits(context, block, arg[0], arg[1]);
  solo_tell_use(context, block, &arg[2]);
  discard_trackers(context, block);
  return GEMS_TRACKER_PLACE;
}

/* --- place: either tracker with either mine, to any area that has had no column in this round (3) */

static int32_t open_areas(const LapContext *context, const LapBlock *block, int32_t seat, int32_t b)
{
  const uint8_t *extended = solo_of(context, block)->extended;
  return (extended[0] ? 0 : 1) | (extended[1] ? 0 : 2);
}

/* Not between the two steps of a pair. */
static int32_t may_book(const LapContext *context, const LapBlock *block, int32_t seat, int32_t b)
{
  return gems_tracker_of(context, block)->taken.count == 0 &&
         context->host->rule_up(context, block, GEMS_TRACKER_MAY_BOOK, seat, b);
}

static int32_t turn_may_end(const LapContext *context, const LapBlock *block, int32_t seat, int32_t b)
{
  return solo_of(context, block)->trackers.count == 0 &&
         context->host->rule_up(context, block, GEMS_TRACKER_TURN_MAY_END, seat, b);
}

/* Pairs while there is one that can be placed; where there is none, a pair to skip. Bookings could help, but need
 * not (4). */
static void legal_pairs(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const Solo *solo = solo_of(context, block);
  uint16_t tracker[SOLO_TAKEN], trackers = lap_zone_faces(LAP_CONST_ZONE(&solo->trackers), tracker);
  uint16_t mine[SOLO_TAKEN], mines = lap_zone_faces(LAP_CONST_ZONE(&solo->chosen_mines), mine);
  if (trackers == 0) return;
  int32_t numbers = 0;
  for (uint16_t i = 0; i < trackers; i++) numbers |= 1 << gems_tracker_number(tracker[i]);
  int32_t fitting = context->host->rule(context, block, GEMS_TRACKER_FITS, seat, numbers);
  for (uint16_t i = 0; i < trackers; i++)
    for (uint16_t j = 0; j < mines && (!fitting || fitting >> gems_tracker_number(tracker[i]) & 1); j++)
      lap_add_2(actions, fitting ? SOLO_PAIR : SOLO_SKIP, seat, (int16_t)tracker[i], (int16_t)mine[j]);
}

static void place_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  context->host->legal_up(context, block, GEMS_TRACKER_PLACE, seat, actions);
  if (gems_tracker_of(context, block)->taken.count == 0) legal_pairs(context, block, seat, actions);
}

static uint16_t pair(const LapContext *context, LapBlock *block, const LapAction *action)
{
  Solo *solo = solo_in(context, block);
  GemsTracker *game = gems_tracker_in(context, block);
  lap_zone_move(LAP_ZONE(&solo->trackers), (uint16_t)action->arg[0], LAP_ZONE(&game->taken), LAP_EVERYONE);
  lap_zone_move(LAP_ZONE(&solo->chosen_mines), (uint16_t)action->arg[1], LAP_ZONE(&game->taken_mine), LAP_EVERYONE);
  return LAP_MORE;
}

static uint16_t skip(const LapContext *context, LapBlock *block, const LapAction *action)
{
  Solo *solo = solo_in(context, block);
  GemsTracker *game = gems_tracker_in(context, block);
  lap_zone_move(LAP_ZONE(&solo->trackers), (uint16_t)action->arg[0], LAP_ZONE(&solo->away), LAP_EVERYONE);
  lap_zone_move(LAP_ZONE(&solo->chosen_mines), (uint16_t)action->arg[1], LAP_ZONE(&game->mine_discards), LAP_EVERYONE);
  lap_emit(context, block, SKIPPED, action->arg[0], action->arg[1]);
  solo_tell_end(context, block);
  return solo->trackers.count || game->bookings[action->seat].count ? LAP_STAY : GEMS_TRACKER_TURN_ENDS;
}

static uint16_t book(const LapContext *context, LapBlock *block, const LapAction *action)
{
  uint16_t next = context->host->apply_up(context, block, GEMS_TRACKER_PLACE, action);
  solo_tell_booked(context, block);
  return next;
}

static uint16_t carry_out(const LapContext *context, LapBlock *block, const LapAction *action)
{
  switch (action->kind) {
  case SOLO_PAIR:
    return pair(context, block, action);
  case SOLO_SKIP:
    return skip(context, block, action);
  case GEMS_TRACKER_BOOK:
    return book(context, block, action);
  default:
    return context->host->apply_up(context, block, GEMS_TRACKER_PLACE, action);
  }
}

static uint16_t place_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  uint16_t next = carry_out(context, block, action);
  bool is_last = gems_tracker_of(context, block)->round == SOLO_ROUNDS && solo_of(context, block)->trackers.count == 0;
  return next == LAP_STAY && is_last ? ALL_PLACED : next;
}

/* --- all is placed in the last round: Bookings may be laid (5), and are of no use any more. What ends is the match. */

static uint32_t the_only_seat(const LapContext *context, const LapBlock *block) { return 1; }

static void all_placed_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  uint32_t first = actions->n;
  context->host->legal_up(context, block, GEMS_TRACKER_PLACE, seat, actions);
  for (uint32_t i = first; i < actions->n && i < actions->capacity; i++)
    if (actions->v[i].kind == GEMS_TRACKER_DONE) actions->v[i].kind = SOLO_END_MATCH;
}

static uint16_t all_placed_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  if (action->kind == SOLO_END_MATCH) return GEMS_TRACKER_TURN_ENDS;
  return context->host->apply_up(context, block, GEMS_TRACKER_PLACE, action);
}

/* --- six rounds, and a word of praise */

static uint16_t round_ends(const LapContext *context, LapBlock *block)
{
  return gems_tracker_of(context, block)->round < SOLO_ROUNDS ? GEMS_TRACKER_ROUND_BEGINS : GEMS_TRACKER_GAME_ENDS;
}

static int16_t count_met(const Solo *solo)
{
  int16_t n = 0;
  for (int i = 0; i < GEMS_TRACKER_LAID; i++) n += solo->met[i];
  return n;
}

enum { TRY_AGAIN, OKAY, GOOD, MASTERLY, WOW, GREAT, CHAMPION };
static const char *const praises[] = {"try_again", "okay", "good", "masterly", "wow", "great", "champion", NULL};

/* None at all is praised as one or two. */
static int16_t praise_for(int16_t met)
{
  static const uint8_t praise[GEMS_TRACKER_LAID + 1] = {TRY_AGAIN, TRY_AGAIN, TRY_AGAIN, OKAY,  OKAY,    GOOD,
                                                        GOOD,      MASTERLY,  WOW,       GREAT, CHAMPION};
  return praise[met];
}

static uint16_t game_ends(const LapContext *context, LapBlock *block)
{
  int16_t met = count_met(solo_of(context, block));
  lap_emit(context, block, PRAISED, met, praise_for(met));
  return LAP_OVER;
}

/* A tender that was met, for a point; or at the end one that was not; with how much there is for it. */
static void list_tender(const LapContext *context, const LapBlock *block, uint16_t face, bool met)
{
  int16_t needed = solo_needed_for(context, face);
  int16_t amount = (int16_t)context->host->rule(context, block, GEMS_TRACKER_TENDER_AMOUNT, 0, face);
  if (met && amount < needed) amount = needed; /* for good, though there may be less of it now */
  LapLine line = {.kind = TENDERS, .knows = LAP_EVERYONE, .arg = {(int16_t)face, amount, needed}, .points = met};
  context->host->line(context, &line);
}

static void score(const LapContext *context, const LapBlock *block, int final)
{
  const Solo *solo = solo_of(context, block);
  const GemsTracker *game = gems_tracker_of(context, block);
  for (uint16_t i = 0; i < game->tenders.count; i++)
    if (solo->met[i] || final) list_tender(context, block, game->tenders.slot[i].piece, solo->met[i]);
  context->host->score_up(context, block, final);
}

/* --- the looks: what is drawn besides the base's, or otherwise. `taken` is empty but between two steps of a move. */

static const LapFace turned_down[] = {{.mark = ""}, {.colour = LAP_COLOUR_GREEN, .mark = "✓"}};
static const char *const round_of[] = {"", "round_1", "round_2", "round_3", "round_4", "round_5", "round_6", NULL};
static const LapPlacement places[] = {{.field = "tenders", .draw = LAP_DRAW_ROW, .wrap = 5, .x = "met"},
                                      {.field = "taken", .draw = LAP_DRAW_NOTHING},
                                      {.field = "taken_mine", .draw = LAP_DRAW_NOTHING},
                                      {.field = "round", .draw = LAP_DRAW_COUNTER, .labels = round_of},
                                      {.field = "left_deck", .draw = LAP_DRAW_NOTHING},
                                      {.field = "right_deck", .draw = LAP_DRAW_NOTHING},
                                      {.field = "left", .draw = LAP_DRAW_ROW},
                                      {.field = "right", .draw = LAP_DRAW_ROW},
                                      {.field = "trackers", .draw = LAP_DRAW_ROW},
                                      {.field = "chosen_mines", .draw = LAP_DRAW_ROW},
                                      {.field = "away", .draw = LAP_DRAW_NOTHING},
                                      {.field = "reached", .draw = LAP_DRAW_NOTHING},
                                      {.field = "met", .draw = LAP_DRAW_ROW, .values = turned_down, .n_values = 2}};
static const LapTable placements = LAP_TABLE(places);
static const LapExtension extensions[] = {{LAP_PLACEMENTS, &placements}};

/* --- the tables that name all this */

static const char *const hides[] = {
    "gems-tracker/hand",    "gems-tracker/discards",       "gems-tracker/bid",         "gems-tracker/spots",
    "gems-tracker/spot_at", "gems-tracker/spot_side",      "gems-tracker/paid_for",    "gems-tracker/paid_in",
    "gems-tracker/paid",    "gems-tracker/rails",          "gems-tracker/rail_order",  "gems-tracker/number_winner",
    "gems-tracker/bid_sum", "gems-tracker/place_in_order", "gems-tracker/number_gems", "gems-tracker/order",
    "gems-tracker/turn",    "gems-tracker/tie_breaker",
};

static const LapPhase phases[] = {
    {"reveal", .before = "gems-tracker/draft", .kind = LAP_PHASE_AUTOMATIC, .run = reveal},
    {"all_placed", .kind = LAP_PHASE_ONE, .actors = the_only_seat, .legal = all_placed_legal,
     .apply = all_placed_apply},
    {"set_up_seats", .replaces = "gems-tracker/set_up_seats", .run = set_up_seats},
    {"hands_begin", .removes = "gems-tracker/hands_begin", .instead = GEMS_TRACKER_DRAFT},
    {"bid", .removes = "gems-tracker/bid", .instead = GEMS_TRACKER_DRAFT},
    {"turn_begins", .removes = "gems-tracker/turn_begins", .instead = GEMS_TRACKER_DRAFT},
    {"draft", .replaces = "gems-tracker/draft", .legal = draft_legal, .apply = draft_apply},
    {"place", .replaces = "gems-tracker/place", .legal = place_legal, .apply = place_apply},
    {"turn_ends", .removes = "gems-tracker/turn_ends", .instead = GEMS_TRACKER_ROUND_ENDS},
    {"round_ends", .replaces = "gems-tracker/round_ends", .run = round_ends},
    {"tokens", .removes = "gems-tracker/tokens", .instead = GEMS_TRACKER_GAME_ENDS},
    {"scoring", .removes = "gems-tracker/scoring", .instead = GEMS_TRACKER_GAME_ENDS},
    {"game_ends", .replaces = "gems-tracker/game_ends", .run = game_ends}};

static const LapKind actions[] = {
    LAP_KIND("choose", LAP_PIECE_ARG("left", "left"), LAP_PIECE_ARG("right", "right"), LAP_PIECE_ARG("first", "mines"),
             LAP_PIECE_ARG("second", "mines")),
    LAP_KIND("pair", LAP_PIECE_ARG("tracker", "trackers"), LAP_PIECE_ARG("mine", "chosen_mines")),
    LAP_KIND("skip", LAP_PIECE_ARG("tracker", "trackers"), LAP_PIECE_ARG("mine", "chosen_mines")),
    LAP_KIND("end_match")};
#define NEARED_ARGS(nth) LAP_PIECE_ARG(nth, "tenders"), LAP_NUMBER_ARG(nth "_amount")
#define GEMS_ARGS(nth) LAP_PIECE_ARG(nth, "tenders"), LAP_NUMBER_ARG(nth "_gems")
#define COLOURS_ARGS(nth) LAP_PIECE_ARG(nth, "tenders"), LAP_NUMBER_ARG(nth "_one"), LAP_NUMBER_ARG(nth "_other")
#define BOTH_ARGS LAP_PIECE_ARG("left", "trackers"), LAP_PIECE_ARG("right", "trackers")
#define ONE_AREA_ARGS BOTH_ARGS, LAP_ITEM_ARG("area", "gems-tracker/areas")
#define ONE_NOWHERE_ARGS \
  LAP_PIECE_ARG("tracker", "trackers"), LAP_PIECE_ARG("other", "trackers"), LAP_NUMBER_ARG("other_places")
static const LapKind events[] = {
    LAP_KIND("opened_left", LAP_PIECE_ARG("tracker", "left")),
    LAP_KIND("opened_right", LAP_PIECE_ARG("tracker", "right")),
    LAP_KIND("chose", LAP_SEAT_ARG("seat"), LAP_PIECE_ARG("left", "trackers"), LAP_PIECE_ARG("right", "trackers"),
             LAP_PIECE_ARG("first", "chosen_mines"), LAP_PIECE_ARG("second", "chosen_mines")),
    LAP_KIND("fits", LAP_PIECE_ARG("left", "trackers"), LAP_NUMBER_ARG("left_places"),
             LAP_PIECE_ARG("right", "trackers"), LAP_NUMBER_ARG("right_places")),
    LAP_KIND("skipped", LAP_PIECE_ARG("tracker", "away"), LAP_PIECE_ARG("mine", "gems-tracker/mine_discards")),
    LAP_KIND("tender_met", LAP_PIECE_ARG("tender", "tenders")),
    LAP_KIND("praised", LAP_NUMBER_ARG("tenders"), LAP_CHOICE_ARG("praise", praises)),
    LAP_KIND("tender_neared", LAP_PIECE_ARG("tender", "tenders"), LAP_NUMBER_ARG("amount"), LAP_NUMBER_ARG("needed")),
    LAP_KIND("gems_for", LAP_PIECE_ARG("tender", "tenders"), LAP_NUMBER_ARG("gems")),
    LAP_KIND("colours_for", LAP_PIECE_ARG("tender", "tenders"), LAP_NUMBER_ARG("first"), LAP_NUMBER_ARG("second")),
    LAP_KIND("empty_for", LAP_PIECE_ARG("tender", "tenders"), LAP_NUMBER_ARG("mines")),
    LAP_KIND("not_taken", LAP_PIECE_ARG("left", "away"), LAP_PIECE_ARG("right", "away")),
    LAP_KIND("two_neared", NEARED_ARGS("first"), NEARED_ARGS("second")),
    LAP_KIND("three_neared", NEARED_ARGS("first"), NEARED_ARGS("second"), NEARED_ARGS("third")),
    LAP_KIND("match_ends"),
    LAP_KIND("one_area", ONE_AREA_ARGS),
    LAP_KIND("one_area_unless_booked", ONE_AREA_ARGS),
    LAP_KIND("fits_nowhere", LAP_PIECE_ARG("tracker", "trackers"), LAP_PIECE_ARG("mine", "chosen_mines")),
    LAP_KIND("fits_nowhere_unless_booked", LAP_PIECE_ARG("tracker", "trackers"), LAP_PIECE_ARG("mine", "chosen_mines")),
    LAP_KIND("two_gems_for", GEMS_ARGS("first"), GEMS_ARGS("second")),
    LAP_KIND("two_colours_for", COLOURS_ARGS("first"), COLOURS_ARGS("second")),
    LAP_KIND("one_nowhere", ONE_NOWHERE_ARGS),
    LAP_KIND("one_nowhere_unless_booked", ONE_NOWHERE_ARGS),
    LAP_KIND("both_nowhere", BOTH_ARGS),
    LAP_KIND("both_nowhere_but_one_booking", BOTH_ARGS),
    LAP_KIND("both_nowhere_unless_booked", BOTH_ARGS)};
static const LapKind categories[] = {
    LAP_KIND("tenders", LAP_PIECE_ARG("tender", "tenders"), LAP_NUMBER_ARG("amount"), LAP_NUMBER_ARG("needed"))};

static const LapRule rules[] = {
    {"mines_open", .overrides = "gems-tracker/mines_open", .rule = mines_open},
    {"tenders_laid", .overrides = "gems-tracker/tenders_laid", .rule = tenders_laid},
    {"type_limit", .overrides = "gems-tracker/type_limit", .rule = type_limit},
    {"open_areas", .overrides = "gems-tracker/open_areas", .rule = open_areas},
    {"may_book", .overrides = "gems-tracker/may_book", .rule = may_book},
    {"rounds", .overrides = "gems-tracker/rounds", .rule = rounds},
    {"turn_may_end", .overrides = "gems-tracker/turn_may_end", .rule = turn_may_end},
    {"column_stands", .overrides = "gems-tracker/column_stands", .notice = solo_column_stands}};

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 LAP_STATE_OF_PLUGIN(Solo, solo),
                                 .id = "gems-tracker-solo",
                                 .version = "1.0.0",
                                 .licence = "MIT",
                                 .authors = "The Lapidary authors",
                                 .depth = 1,
                                 .extends = "gems-tracker",
                                 .accepts = "1.0",
                                 .seats_min = 1,
                                 .seats_max = 1,
                                 .base = LAP_TABLE(gems_tracker_fields),
                                 .hides = LAP_TABLE(hides),
                                 .phases = LAP_TABLE(phases),
                                 .actions = LAP_TABLE(actions),
                                 .events = LAP_TABLE(events),
                                 .categories = LAP_TABLE(categories),
                                 .rules = LAP_TABLE(rules),
                                 .score = score,
                                 .extensions = LAP_TABLE(extensions)};
LAP_PLUGIN_ENTRY { return &plugin; }
