/* Gems Tracker: the tables that name its parts. The rules are, in order of play, in set-up.c, bid.c, draft.c, place.c,
 * tokens.c and scoring.c, with what counts at numbers in numbers.c, and at tenders in tenders.c and pay.c; README.md
 * has every ruling taken. */
#include "gems-tracker.h"

#include "appearance.h"
#include "cards.h"
#include "lapidary/tables.h"
#include "phases.h"

/* --- catalogues */

static const char *const colours[] = {"none", "white", "green", "red", "yellow", NULL};
static const char *const players[] = {"one", "two", "three", "four", NULL};
static const LapColumn mine_columns[] = {
    LAP_KEY_COLUMN(GemsTrackerMine, key), LAP_CHOICES_COLUMN_AS(GemsTrackerMine, gems, n_gems, "gems", colours),
    LAP_NUMBER_COLUMN(GemsTrackerMine, rails, 0, 3), LAP_FLAGS_COLUMN(GemsTrackerMine, seats, players)};

static const char *const types[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", NULL};
static const char *const measures[] = {"gems",  "empty_mines", "rails",    "pairs",    "run",      "gems_of_area",
                                       "areas", "group",       "patterns", "bookings", "discards", NULL};
static const char *const ways[] = {"tiers", "most", "least", "without", NULL};
static const char *const patterns[] = {"t", "l", "s", "o", "i", NULL};
static const LapColumn tender_columns[] = {
    LAP_KEY_COLUMN(GemsTrackerTender, key),
    LAP_CHOICE_COLUMN(GemsTrackerTender, type, types),
    LAP_CHOICE_COLUMN(GemsTrackerTender, measure, measures),
    LAP_CHOICE_COLUMN(GemsTrackerTender, way, ways),
    LAP_CHOICES_COLUMN_AS(GemsTrackerTender, colours, n_colours, "colours", colours, .optional = 1),
    LAP_CHOICE_COLUMN_AS(GemsTrackerTender, pattern, "pattern", patterns, .optional = 1),
    LAP_NUMBERS_COLUMN_AS(GemsTrackerTender, needed, n_needed, "needed", 1, 99, .optional = 1),
    LAP_NUMBERS_COLUMN_AS(GemsTrackerTender, worth, n_worth, "worth", -9, 9, .optional = 1)};
static const LapColumn type_columns[] = {LAP_KEY_COLUMN(GemsTrackerType, key),
                                         LAP_NUMBER_COLUMN(GemsTrackerType, at_most, 1, 9)};
static const LapColumn spot_columns[] = {LAP_NUMBER_COLUMN(GemsTrackerSpot, seats, 2, 4),
                                         LAP_NUMBER_COLUMN(GemsTrackerSpot, first, 0, 7),
                                         LAP_NUMBER_COLUMN(GemsTrackerSpot, second, 0, 7)};
static const LapCatalogue catalogues[] = {
    LAP_CATALOGUE("mines", "mines.json", GemsTrackerMine, mine_columns, GEMS_TRACKER_MINES),
    LAP_CATALOGUE("tenders", "tenders.json", GemsTrackerTender, tender_columns, GEMS_TRACKER_TENDERS),
    LAP_CATALOGUE("types", "types.json", GemsTrackerType, type_columns, GEMS_TRACKER_TYPES),
    LAP_CATALOGUE("spots", "spots.json", GemsTrackerSpot, spot_columns, 22)};

/* --- phases */

static const LapPhase phases[] = {
    {"set_up_seats", .kind = LAP_PHASE_AUTOMATIC, .run = set_up_seats},
    {"set_up_mines", .kind = LAP_PHASE_AUTOMATIC, .run = set_up_mines},
    {"set_up_tenders", .kind = LAP_PHASE_AUTOMATIC, .run = set_up_tenders},
    {"round_begins", .kind = LAP_PHASE_AUTOMATIC, .run = round_begins},
    {"hands_begin", .kind = LAP_PHASE_AUTOMATIC, .run = hands_begin},
    {"bid", .kind = LAP_PHASE_TOGETHER, .steps_max = 1, .actors = bid_actors, .legal = bid_legal, .apply = bid_apply,
     .run = bid_run},
    {"turn_begins", .kind = LAP_PHASE_AUTOMATIC, .run = turn_begins},
    {"draft", .kind = LAP_PHASE_ONE, .actors = turn_actors, .legal = draft_legal, .apply = draft_apply},
    {"place", .kind = LAP_PHASE_ONE, .actors = turn_actors, .legal = place_legal, .apply = place_apply},
    {"turn_ends", .kind = LAP_PHASE_AUTOMATIC, .run = turn_ends},
    {"round_ends", .kind = LAP_PHASE_AUTOMATIC, .run = round_ends},
    {"tokens", .kind = LAP_PHASE_ONE, .actors = turn_actors, .legal = tokens_legal, .apply = tokens_apply},
    {"scoring", .kind = LAP_PHASE_AUTOMATIC, .run = scoring},
    {"game_ends", .kind = LAP_PHASE_AUTOMATIC, .run = game_ends}};

/* --- actions, events, score */

static const char *const sides[] = {"left", "right", NULL};
static const char *const turned[] = {"not", "half", NULL};

static const LapKind actions[] = {
    LAP_KIND("bid", LAP_PIECE_ARG("first", "hand"), LAP_PIECE_ARG("second", "hand")),
    LAP_KIND("bid_last", LAP_PIECE_ARG("card", "hand")),
    LAP_KIND("take", LAP_SEAT_ARG("owner"), LAP_PIECE_ARG("card", "bid"), LAP_PIECE_ARG("mine", "mines")),
    LAP_KIND("book", LAP_ITEM_ARG("area", "areas"), LAP_CHOICE_ARG("side", sides)),
    LAP_KIND("begin_area", LAP_CHOICE_ARG("turned", turned)),
    LAP_KIND("extend", LAP_ITEM_ARG("area", "areas"), LAP_CHOICE_ARG("side", sides), LAP_CHOICE_ARG("turned", turned)),
    LAP_KIND("cover", LAP_ITEM_ARG("slot", "columns"), LAP_CHOICE_ARG("turned", turned)),
    LAP_KIND("done"),
    LAP_KIND("put_token", LAP_ITEM_ARG("spot", "spots"), LAP_PIECE_ARG("first", "tenders"),
             LAP_PIECE_ARG("second", "tenders"))};

#define COLUMN_ARGS \
  LAP_SEAT_ARG("seat"), LAP_PIECE_ARG("card", "columns"), LAP_PIECE_ARG("mine", "mined"), LAP_ITEM_ARG("area", "areas")
#define PAY_ARGS \
  LAP_SEAT_ARG("seat"), LAP_PIECE_ARG("tender", "tenders"), LAP_NUMBER_ARG("worth"), LAP_NUMBER_ARG("before")
static const LapKind events[] = {
    LAP_KIND("tender_laid", LAP_PIECE_ARG("tender", "tenders")),
    LAP_KIND("round_began", LAP_NUMBER_ARG("round")),
    LAP_KIND("mine_discarded", LAP_PIECE_ARG("mine", "mine_discards")),
    LAP_KIND("mine_opened", LAP_PIECE_ARG("mine", "mines")),
    LAP_KIND("tie_breakers_passed", LAP_SEAT_ARG("first")),
    LAP_KIND("hands_returned"),
    LAP_KIND("bid", LAP_SEAT_ARG("seat"), LAP_PIECE_ARG("first", "bid"), LAP_PIECE_ARG("second", "bid")),
    LAP_KIND("bid_last", LAP_SEAT_ARG("seat"), LAP_PIECE_ARG("card", "bid")),
    LAP_KIND("bid_sum", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("sum")),
    LAP_KIND("took", LAP_SEAT_ARG("seat"), LAP_SEAT_ARG("owner"), LAP_PIECE_ARG("card", "taken"),
             LAP_PIECE_ARG("mine", "taken_mine")),
    LAP_KIND("discarded", LAP_SEAT_ARG("seat"), LAP_PIECE_ARG("card", "discards")),
    LAP_KIND("rode", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("rails"), LAP_NUMBER_ARG("space")),
    LAP_KIND("area_begun", COLUMN_ARGS),
    LAP_KIND("extended", COLUMN_ARGS),
    LAP_KIND("covered", COLUMN_ARGS),
    LAP_KIND("connected", LAP_NUMBER_ARG("gems"), LAP_NUMBER_ARG("number")),
    LAP_KIND("booked", LAP_SEAT_ARG("seat"), LAP_ITEM_ARG("area", "areas"), LAP_CHOICE_ARG("side", sides)),
    LAP_KIND("token_put", LAP_SEAT_ARG("seat"), LAP_ITEM_ARG("spot", "spots"), LAP_PIECE_ARG("first", "tenders"),
             LAP_PIECE_ARG("second", "tenders")),
    LAP_KIND("token_pays", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("first"), LAP_NUMBER_ARG("second"),
             LAP_NUMBER_ARG("besides")),
    LAP_KIND("scoring_began", LAP_NUMBER_ARG("round")),
    LAP_KIND("number_won", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("number"), LAP_NUMBER_ARG("gems")),
    LAP_KIND("number_won_by_rails", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("number"), LAP_NUMBER_ARG("gems")),
    LAP_KIND("tender_paid", LAP_SEAT_ARG("seat"), LAP_PIECE_ARG("tender", "tenders"), LAP_NUMBER_ARG("worth")),
    LAP_KIND("ended"),
    LAP_KIND("turned_alike"),
    LAP_KIND("counted", LAP_NUMBER_ARG("gems"), LAP_NUMBER_ARG("areas"), LAP_NUMBER_ARG("number")),
    LAP_KIND("number_gained", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("number")),
    LAP_KIND("number_taken", LAP_SEAT_ARG("seat"), LAP_SEAT_ARG("from"), LAP_NUMBER_ARG("number")),
    LAP_KIND("number_taken_by_rails", LAP_SEAT_ARG("seat"), LAP_SEAT_ARG("from"), LAP_NUMBER_ARG("number")),
    LAP_KIND("tender_pays", PAY_ARGS),
    LAP_KIND("tender_would_pay", PAY_ARGS),
    LAP_KIND("token_stays"),
    LAP_KIND("stays_uncovered")};

static const LapKind categories[] = {
    LAP_KIND("gem_trackers", LAP_NUMBER_ARG("number"), LAP_NUMBER_ARG("gems"), LAP_NUMBER_ARG("round")),
    LAP_KIND("tender", LAP_PIECE_ARG("tender", "tenders"), LAP_NUMBER_ARG("round")),
    LAP_KIND("fewest_rails"),
    LAP_KIND("highest_in_stack"),
    LAP_KIND("progress", LAP_PIECE_ARG("tender", "tenders"), LAP_NUMBER_ARG("worth"), LAP_NUMBER_ARG("amount")),
    LAP_KIND("number", LAP_ITEM_ARG("slot", "columns"), LAP_NUMBER_ARG("number"), LAP_NUMBER_ARG("gems"),
             LAP_SEAT_ARG("leader"), LAP_NUMBER_ARG("areas"))};

static const LapRule rules[] = {{"mines_open", .rule = mines_open},
                                {"tenders_laid", .rule = tenders_laid},
                                {"type_limit", .rule = type_limit},
                                {"open_areas", .rule = open_areas},
                                {"fits", .rule = fits},
                                {"turn_may_end", .rule = turn_may_end},
                                {"tender_worth", .rule = tender_worth},
                                {"tenders_topped", .rule = tenders_topped},
                                {"may_book", .rule = may_book},
                                {"column_stands", .notice = column_stands},
                                {"tender_amount", .rule = amount_of_tender},
                                {"rounds", .rule = rounds},
                                {"tenders_in_reach", .rule = tenders_in_reach}};

static const LapExtension extensions[] = {{LAP_FACES, &gems_tracker_faces}, {LAP_PLACEMENTS, &gems_tracker_placements}};

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 LAP_STATE_OF_PLUGIN(GemsTracker, gems_tracker),
                                 .id = "gems-tracker",
                                 .version = "1.0.0",
                                 .licence = "MIT",
                                 .authors = "The Lapidary authors",
                                 .seats_min = 2,
                                 .seats_max = GEMS_TRACKER_SEATS,
                                 .traits = LAP_HIDDEN | LAP_CHANCE,
                                 .catalogues = LAP_TABLE(catalogues),
                                 .pieces = LAP_TABLE(gems_tracker_pieces),
                                 .phases = LAP_TABLE(phases),
                                 .actions = LAP_TABLE(actions),
                                 .events = LAP_TABLE(events),
                                 .categories = LAP_TABLE(categories),
                                 .rules = LAP_TABLE(rules),
                                 .score = score,
                                 .extensions = LAP_TABLE(extensions)};
LAP_PLUGIN_ENTRY { return &plugin; }
