/* New game: cards are dealt, suit is followed, and whoever wins most tricks wins.
 *
 * It is small, and whole: change the state, then the rules, then the tables at the end that name them. Texts are in
 * text/, and keyfile and build are beside this file. The headers of lapidary/ say what there is: here cards52.h has the
 * cards, trick.h what a trick is, zone.h and deck.h how cards move and who has seen them. */

#include "lapidary/cards52.h"
#include "lapidary/deck.h"
#include "lapidary/emit.h"
#include "lapidary/state.h"
#include "lapidary/tables.h"
#include "lapidary/turns.h"

enum { SEATS_MAX = 4, HAND_MAX = 13 };

/* --- the state: all that a match is, and who may see it */

#define GAME(F, T)                                                                                                 \
  F(T, ZONE, deck, LAP_CARDS, .visibility = LAP_SIZE)                                                              \
  F(T, ZONES, hand, SEATS_MAX, HAND_MAX, .visibility = LAP_BY_OWNER, .order = LAP_SET, .rows_are = LAP_ROWS_SEATS) \
  /* The card that each seat has played to this trick. */                                                          \
  F(T, SLOT_ROWS, trick, SEATS_MAX, 1, .visibility = LAP_BY_MASK, .rows_are = LAP_ROWS_SEATS)                      \
  F(T, ZONE, taken, LAP_CARDS, .visibility = LAP_SIZE)                                                             \
  F(T, EACH, u8, tricks, SEATS_MAX, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)                          \
  F(T, VALUE, u8, leader, .visibility = LAP_PUBLIC)                                                                \
  F(T, VALUE, u8, active, .visibility = LAP_PUBLIC)
LAP_STATE(Game, game, GAME)

/* --- what can be done, what is told, what counts: ids and rows of tables */

static uint16_t deal(const LapContext *context, LapBlock *block);
static uint32_t actors(const LapContext *context, const LapBlock *block);
static void legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions);
static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action);
static uint16_t trick_ends(const LapContext *context, LapBlock *block);

#define PHASES(ROW)                                                                          \
  ROW(DEAL, "deal", .kind = LAP_PHASE_AUTOMATIC, .run = deal)                                \
  ROW(PLAY, "play", .kind = LAP_PHASE_ONE, .actors = actors, .legal = legal, .apply = apply) \
  ROW(TRICK_ENDS, "trick_ends", .kind = LAP_PHASE_AUTOMATIC, .run = trick_ends)
#define ACTIONS(ROW) ROW(PLAY_CARD, "play", LAP_PIECE_ARG("card", "hand"))
#define EVENTS(ROW)                                                           \
  ROW(PLAYED, "played", LAP_SEAT_ARG("seat"), LAP_PIECE_ARG("card", "trick")) \
  ROW(WON_TRICK, "won_trick", LAP_SEAT_ARG("seat"), LAP_PIECE_ARG("card", "trick"))
#define CATEGORIES(ROW) ROW(TRICKS, "tricks")
LAP_IDS(phases, 0, PHASES)
LAP_IDS(actions, 0, ACTIONS)
LAP_IDS(events, 0, EVENTS)
LAP_IDS(categories, 0, CATEGORIES)
enum { CARDS }; /* option */

/* --- the rules, in the order of play */

static uint16_t deal(const LapContext *context, LapBlock *block)
{
  Game *game = game_in(context, block);
  lap_deck_fill(LAP_ZONE(&game->deck), LAP_CARDS, NULL);
  lap_deck_shuffle(context, block, LAP_ZONE(&game->deck));
  uint16_t cards = (uint16_t)lap_option(context, 0, CARDS);
  for (uint8_t seat = 0; seat < context->seats; seat++)
    lap_zone_deal(LAP_ZONE(&game->deck), LAP_HAND(&game->hand[seat]), cards, 1u << seat);
  return PLAY;
}

static uint32_t actors(const LapContext *context, const LapBlock *block)
{
  return 1u << game_of(context, block)->active;
}

static uint8_t suit_led(const Game *game)
{
  uint16_t card = game->trick[game->leader][0].piece;
  return card ? lap_card_suit(card) : LAP_NO_SUIT;
}

static void legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const Game *game = game_of(context, block);
  uint16_t card[HAND_MAX];
  uint16_t n = lap_trick_playable(&lap_cards52_tricks, LAP_CONST_ZONE(&game->hand[seat]), suit_led(game), card);
  for (uint16_t i = 0; i < n; i++) lap_add_1(actions, PLAY_CARD, seat, (int16_t)card[i]);
}

/* Called with nothing but what `legal` gave. */
static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  Game *game = game_in(context, block);
  uint8_t seat = action->seat;
  game->trick[seat][0] = lap_zone_take(LAP_HAND(&game->hand[seat]), (uint16_t)action->arg[0], LAP_EVERYONE);
  lap_emit(context, block, PLAYED, seat, action->arg[0]);
  game->active = lap_seat_after(context, seat, 1);
  return game->active == game->leader ? TRICK_ENDS : LAP_STAY;
}

/* The winner leads the next one. */
static uint16_t trick_ends(const LapContext *context, LapBlock *block)
{
  Game *game = game_in(context, block);
  uint16_t card[SEATS_MAX];
  for (uint8_t i = 0; i < context->seats; i++) card[i] = game->trick[lap_seat_after(context, game->leader, i)][0].piece;
  uint8_t wins = lap_trick_winner(&lap_cards52_tricks, card, context->seats, LAP_NO_SUIT);
  uint8_t winner = lap_seat_after(context, game->leader, wins);
  lap_emit(context, block, WON_TRICK, winner, card[wins]); /* while the cards still lie there */
  for (uint8_t seat = 0; seat < context->seats; seat++) {
    lap_zone_put(LAP_ZONE(&game->taken), game->trick[seat][0]);
    game->trick[seat][0] = (LapSlot){0, 0};
  }
  game->tricks[winner]++;
  game->leader = game->active = winner;
  return game->hand[winner].count ? PLAY : LAP_OVER;
}

static void score(const LapContext *context, const LapBlock *block, int final)
{
  for (int8_t seat = 0; seat < context->seats; seat++) {
    LapLine line = {.kind = TRICKS, .knows = LAP_EVERYONE, .seat = seat};
    line.points = game_of(context, block)->tricks[seat];
    context->host->line(context, &line);
  }
}

/* --- how it is drawn */

static const LapFaces sets[] = {LAP_CARDS52_FACES(LAP_ID(0, 0))};
static const LapTable faces = LAP_TABLE(sets);
static const LapPlacement places[] = {{.field = "deck", .draw = LAP_DRAW_PILE},
                                      {.field = "trick", .draw = LAP_DRAW_ROW},
                                      {.field = "hand", .draw = LAP_DRAW_HAND},
                                      {.field = "taken", .draw = LAP_DRAW_NOTHING},
                                      {.field = "tricks", .draw = LAP_DRAW_COUNTER}};
static const LapTable placements = LAP_TABLE(places);
static const LapExtension extensions[] = {{LAP_FACES, &faces}, {LAP_PLACEMENTS, &placements}};

/* --- the tables that name all this */

static const LapPieces pieces[] = {LAP_CARDS52("card")};
static const LapOption options[] = {{.name = "cards", .min = 1, .max = HAND_MAX, .def = 7}};
static const LapPhase phases[] = {PHASES(LAP_PHASE_ROW)};
static const LapKind actions[] = {ACTIONS(LAP_KIND_ROW)};
static const LapKind events[] = {EVENTS(LAP_KIND_ROW)};
static const LapKind categories[] = {CATEGORIES(LAP_KIND_ROW)};

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 LAP_STATE_OF_PLUGIN(Game, game),
                                 .id = "new-game",
                                 .version = "0.1.0",
                                 .seats_min = 2,
                                 .seats_max = SEATS_MAX,
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
