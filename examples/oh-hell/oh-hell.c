/* Oh Hell: a trick-taking game in which one must win exactly as many tricks as one has bid. It is in the public domain.
 *
 * The hands become smaller by a card from deal to deal. Everybody bids at once and in secret; then the player after the
 * dealer leads, one follows suit if one can, and the card that was turned over makes trumps. */

#include "lapidary/cards52.h"
#include "lapidary/deck.h"
#include "lapidary/emit.h"
#include "lapidary/state.h"
#include "lapidary/tables.h"
#include "lapidary/turns.h"

enum { SEATS = 6, HAND_MAX = 8, BONUS = 10 };
enum { LARGEST_HAND };
enum { DEAL = LAP_ID(0, 0), BID, PLAY, TRICK_ENDS, DEAL_ENDS };
enum { BID_TRICKS = LAP_ID(0, 0), PLAY_CARD };
enum { DEALT = LAP_ID(0, 0), TRUMPS, HAS_BID, PLAYED, WON_TRICK, SCORED };
enum { POINTS = LAP_ID(0, 0), EXACT_BIDS };

#define OH_HELL(F, T)                                                                                          \
  F(T, ZONE, deck, LAP_CARDS, .visibility = LAP_SIZE)                                                          \
  F(T, ZONE, trump, 1, .visibility = LAP_BY_MASK)                                                              \
  /* The card that each seat has played to this trick. */                                                      \
  F(T, SLOT_ROWS, trick, SEATS, 1, .visibility = LAP_BY_MASK, .rows_are = LAP_ROWS_SEATS)                      \
  F(T, ZONES, hand, SEATS, HAND_MAX, .visibility = LAP_BY_OWNER, .order = LAP_SET, .rows_are = LAP_ROWS_SEATS) \
  F(T, ZONE, taken, LAP_CARDS, .visibility = LAP_SIZE)                                                         \
  F(T, EACH, u16, points, SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)                         \
  /* Bids of this deal, and tricks won. */                                                                     \
  F(T, EACH, u8, bid, SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)                             \
  F(T, EACH, u8, tricks, SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)                          \
  /* Bids that were exact, in all deals. */                                                                    \
  F(T, EACH, u8, exact, SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)                           \
  /* 1 + the bid that a seat has sealed; 0 once all have bid. */                                               \
  F(T, EACH, u8, sealed, SEATS, .visibility = LAP_ROW_OWNER, .rows_are = LAP_ROWS_SEATS)                       \
  /* Cards a hand in this deal; 0 before the first. */                                                         \
  F(T, VALUE, u8, size, .visibility = LAP_PUBLIC)                                                              \
  F(T, VALUE, u8, dealer, .visibility = LAP_PUBLIC)                                                            \
  F(T, VALUE, u8, leader, .visibility = LAP_PUBLIC)                                                            \
  F(T, VALUE, u8, active, .visibility = LAP_PUBLIC)
LAP_STATE(OhHell, oh_hell, OH_HELL)

/* --- deal */

static void gather(const LapContext *context, OhHell *game)
{
  LapZone deck = LAP_ZONE(&game->deck);
  if (!game->size) lap_deck_fill(deck, LAP_CARDS, NULL);
  lap_zone_pass(LAP_ZONE(&game->taken), deck, 0);
  lap_zone_pass(LAP_ZONE(&game->trump), deck, 0);
  for (int seat = 0; seat < context->seats; seat++) game->bid[seat] = game->tricks[seat] = 0;
}

static uint16_t deal(const LapContext *context, LapBlock *block)
{
  OhHell *game = oh_hell_in(context, block);
  gather(context, game);
  lap_deck_shuffle(context, block, LAP_ZONE(&game->deck));
  game->size = game->size ? game->size - 1 : (uint8_t)lap_option(context, 0, LARGEST_HAND);
  for (uint8_t seat = 0; seat < context->seats; seat++)
    lap_zone_deal(LAP_ZONE(&game->deck), LAP_HAND(&game->hand[seat]), game->size, 1u << seat);
  uint16_t trump = lap_zone_draw(LAP_ZONE(&game->deck), LAP_ZONE(&game->trump), LAP_EVERYONE);
  lap_emit(context, block, DEALT, game->dealer, game->size);
  lap_emit(context, block, TRUMPS, trump);
  return BID;
}

/* --- bid: all at once */

static uint32_t bid_actors(const LapContext *context, const LapBlock *block) { return lap_all_seats(context); }

static void bid_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  for (int16_t bid = 0; bid <= oh_hell_of(context, block)->size; bid++) lap_add_1(actions, BID_TRICKS, seat, bid);
}

static uint16_t bid_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  oh_hell_in(context, block)->sealed[action->seat] = (uint8_t)(1 + action->arg[0]);
  return LAP_DONE;
}

static uint16_t bid_run(const LapContext *context, LapBlock *block)
{
  OhHell *game = oh_hell_in(context, block);
  for (uint8_t seat = 0; seat < context->seats; seat++) {
    game->bid[seat] = game->sealed[seat] - 1;
    game->sealed[seat] = 0;
    lap_emit(context, block, HAS_BID, seat, game->bid[seat]);
  }
  game->leader = game->active = lap_seat_after(context, game->dealer, 1);
  return PLAY;
}

/* --- play: a card each, in turn */

static uint32_t play_actors(const LapContext *context, const LapBlock *block)
{
  return 1u << oh_hell_of(context, block)->active;
}

static uint8_t suit_led(const OhHell *game)
{
  uint16_t card = game->trick[game->leader][0].piece;
  return card ? lap_card_suit(card) : LAP_NO_SUIT;
}

static void play_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const OhHell *game = oh_hell_of(context, block);
  uint16_t card[HAND_MAX];
  uint16_t n = lap_trick_playable(&lap_cards52_tricks, LAP_CONST_ZONE(&game->hand[seat]), suit_led(game), card);
  for (uint16_t i = 0; i < n; i++) lap_add_1(actions, PLAY_CARD, seat, card[i]);
}

static uint16_t play_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  OhHell *game = oh_hell_in(context, block);
  uint8_t seat = action->seat;
  game->trick[seat][0] = lap_zone_take(LAP_HAND(&game->hand[seat]), action->arg[0], LAP_EVERYONE);
  lap_emit(context, block, PLAYED, seat, action->arg[0]);
  game->active = lap_seat_after(context, seat, 1);
  return game->active == game->leader ? TRICK_ENDS : LAP_STAY;
}

/* --- trick ends: the winner leads the next one */

static uint16_t trick_ends(const LapContext *context, LapBlock *block)
{
  OhHell *game = oh_hell_in(context, block);
  uint16_t card[SEATS];
  for (uint8_t i = 0; i < context->seats; i++) card[i] = game->trick[lap_seat_after(context, game->leader, i)][0].piece;
  uint8_t wins = lap_trick_winner(&lap_cards52_tricks, card, context->seats, lap_card_suit(game->trump.slot[0].piece));
  uint8_t winner = lap_seat_after(context, game->leader, wins);
  lap_emit(context, block, WON_TRICK, winner, card[wins]); /* while the cards still lie there */
  for (uint8_t seat = 0; seat < context->seats; seat++) {
    lap_zone_put(LAP_ZONE(&game->taken), game->trick[seat][0]);
    game->trick[seat][0] = (LapSlot){0, 0};
  }
  game->tricks[winner]++;
  game->leader = game->active = winner;
  return game->hand[winner].count ? PLAY : DEAL_ENDS;
}

/* --- deal ends: a point a trick, and ten for having bid exactly that */

static uint16_t deal_ends(const LapContext *context, LapBlock *block)
{
  OhHell *game = oh_hell_in(context, block);
  for (uint8_t seat = 0; seat < context->seats; seat++) {
    int exact = game->tricks[seat] == game->bid[seat];
    uint16_t points = game->tricks[seat] + (exact ? BONUS : 0);
    game->points[seat] += points;
    game->exact[seat] += exact;
    lap_emit(context, block, SCORED, seat, points, game->points[seat]);
  }
  game->dealer = lap_seat_after(context, game->dealer, 1);
  return game->size > 1 ? DEAL : LAP_OVER;
}

/* Of equal seats the one with more exact bids is ahead. */
static void score(const LapContext *context, const LapBlock *block, int final)
{
  const OhHell *game = oh_hell_of(context, block);
  for (int8_t seat = 0; seat < context->seats; seat++) {
    context->host->line(context,
                        &(LapLine){.kind = POINTS, .knows = LAP_EVERYONE, .seat = seat, .points = game->points[seat]});
    context->host->line(context, &(LapLine){.kind = EXACT_BIDS,
                                            .knows = LAP_EVERYONE,
                                            .seat = seat,
                                            .tier = LAP_TIER_TIES,
                                            .points = game->exact[seat]});
  }
}

/* --- how it is drawn */

static const LapFaces sets[] = {LAP_CARDS52_FACES(LAP_ID(0, 0))};
static const LapTable faces = LAP_TABLE(sets);
static const LapPlacement places[] = {{.field = "deck", .draw = LAP_DRAW_PILE},
                                      {.field = "trump", .draw = LAP_DRAW_ROW},
                                      {.field = "trick", .draw = LAP_DRAW_ROW, .centre = 1},
                                      {.field = "hand", .draw = LAP_DRAW_HAND},
                                      {.field = "bid", .draw = LAP_DRAW_COUNTER},
                                      {.field = "tricks", .draw = LAP_DRAW_COUNTER},
                                      {.field = "taken", .draw = LAP_DRAW_NOTHING}};
static const LapTable placements = LAP_TABLE(places);
static const LapExtension extensions[] = {{LAP_FACES, &faces}, {LAP_PLACEMENTS, &placements}};

/* --- the tables that name all this */

static const LapOption options[] = {{.name = "largest_hand", .min = 1, .max = HAND_MAX, .def = 5}};
static const LapPieces pieces[] = {LAP_CARDS52("card")};
static const LapPhase phases[] = {
    {"deal", .kind = LAP_PHASE_AUTOMATIC, .run = deal},
    {"bid", .kind = LAP_PHASE_TOGETHER, .steps_max = 1, .actors = bid_actors, .legal = bid_legal, .apply = bid_apply,
     .run = bid_run},
    {"play", .kind = LAP_PHASE_ONE, .actors = play_actors, .legal = play_legal, .apply = play_apply},
    {"trick_ends", .kind = LAP_PHASE_AUTOMATIC, .run = trick_ends},
    {"deal_ends", .kind = LAP_PHASE_AUTOMATIC, .run = deal_ends}};
static const LapKind actions[] = {LAP_KIND("bid", LAP_SECRET_NUMBER_ARG("tricks")),
                                  LAP_KIND("play", LAP_PIECE_ARG("card", "hand"))};
static const LapKind events[] = {
    LAP_KIND("dealt", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("cards")),
    LAP_KIND("trumps", LAP_PIECE_ARG("card", "trump")),
    LAP_KIND("has_bid", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("tricks")),
    LAP_KIND("played", LAP_SEAT_ARG("seat"), LAP_PIECE_ARG("card", "trick")),
    LAP_KIND("won_trick", LAP_SEAT_ARG("seat"), LAP_PIECE_ARG("card", "trick")),
    LAP_KIND("scored", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("points"), LAP_NUMBER_ARG("total"))};
static const LapKind categories[] = {LAP_KIND("points"), LAP_KIND("exact_bids")};

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 LAP_STATE_OF_PLUGIN(OhHell, oh_hell),
                                 .id = "oh-hell",
                                 .version = "1.0.0",
                                 .licence = "MIT",
                                 .authors = "The Lapidary authors",
                                 .seats_min = 3,
                                 .seats_max = SEATS,
                                 .traits = LAP_HIDDEN | LAP_CHANCE,
                                 .pieces = LAP_TABLE(pieces),
                                 .options = LAP_TABLE(options),
                                 .phases = LAP_TABLE(phases),
                                 .actions = LAP_TABLE(actions),
                                 .events = LAP_TABLE(events),
                                 .categories = LAP_TABLE(categories),
                                 .score = score,
                                 .extensions = LAP_TABLE(extensions)};
LAP_PLUGIN_ENTRY { return &plugin; }
