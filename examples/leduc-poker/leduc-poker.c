/* Leduc poker: six cards, two rounds of betting, and a public card between them (F. Southey and others, "Bayes' bluff:
 * Opponent modelling in poker", 2005). The second seat wins 0.0856 of a chip a hand if both play as well as one can. */

#include "lapidary/appearance.h"
#include "lapidary/deck.h"
#include "lapidary/emit.h"
#include "lapidary/state.h"
#include "lapidary/tables.h"

enum { CARDS = 6, SUITS = 2, SEATS = 2, ANTE = 1, BETS_MAX = 2 };
enum { DEAL = LAP_ID(0, 0), BETTING, ROUND_ENDS, HAND_ENDS };
enum { CHECK = LAP_ID(0, 0), BET, CALL, RAISE, FOLD };
enum { ACTED = LAP_ID(0, 0), TURNED_OVER, SHOWED, WON, SPLIT };
enum { CHIPS = LAP_ID(0, 0) };

#define LEDUC(F, T)                                                                                           \
  F(T, ZONE, deck, CARDS, .visibility = LAP_SIZE)                                                             \
  F(T, ZONE, board, 1, .visibility = LAP_BY_MASK)                                                             \
  F(T, ZONES, hand, SEATS, 1, .visibility = LAP_BY_MASK, .order = LAP_SET, .rows_are = LAP_ROWS_SEATS)        \
  /* Chips that each seat has put into the pot. At the end they differ only if the seat with fewer folded. */ \
  F(T, EACH, u8, stake, SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)                          \
  /* In this round: a bet, and a raise of it. */                                                              \
  F(T, VALUE, u8, bets, .visibility = LAP_PUBLIC)                                                             \
  F(T, VALUE, u8, active, .visibility = LAP_PUBLIC)
LAP_STATE(Leduc, leduc, LEDUC)

static uint16_t deal(const LapContext *context, LapBlock *block)
{
  Leduc *game = leduc_in(context, block);
  lap_deck_fill(LAP_ZONE(&game->deck), CARDS, NULL);
  lap_deck_shuffle(context, block, LAP_ZONE(&game->deck));
  for (uint8_t seat = 0; seat < SEATS; seat++) {
    lap_zone_draw(LAP_ZONE(&game->deck), LAP_HAND(&game->hand[seat]), 1u << seat);
    game->stake[seat] = ANTE;
  }
  return BETTING;
}

/* --- betting. The seats are 0 and 1: `!seat` is the other one. */

static uint32_t actors(const LapContext *context, const LapBlock *block)
{
  return 1u << leduc_of(context, block)->active;
}

static void legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const Leduc *game = leduc_of(context, block);
  if (game->bets == 0) {
    lap_add(actions, CHECK, seat);
    lap_add(actions, BET, seat);
    return;
  }
  lap_add(actions, CALL, seat);
  if (game->bets < BETS_MAX) lap_add(actions, RAISE, seat);
  lap_add(actions, FOLD, seat);
}

/* What a bet or a raise adds to what the other seat has put in. */
static uint8_t bet_size(const Leduc *game) { return game->board.count ? 4 : 2; }

static uint16_t pass_turn(Leduc *game, uint8_t seat)
{
  game->active = !seat;
  return LAP_STAY;
}

static uint16_t act(Leduc *game, uint8_t seat, uint16_t kind)
{
  switch (kind) {
  case CHECK:
    return seat == 0 ? pass_turn(game, seat) : ROUND_ENDS;
  case CALL:
    game->stake[seat] = game->stake[!seat];
    return ROUND_ENDS;
  case FOLD:
    return HAND_ENDS;
  default:
    game->stake[seat] = game->stake[!seat] + bet_size(game);
    game->bets++;
    return pass_turn(game, seat);
  }
}

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  uint16_t next = act(leduc_in(context, block), action->seat, action->kind);
  lap_emit(context, block, ACTED, action->seat, action->kind);
  return next;
}

static uint16_t round_ends(const LapContext *context, LapBlock *block)
{
  Leduc *game = leduc_in(context, block);
  if (game->board.count) return HAND_ENDS;
  int16_t card = lap_zone_draw(LAP_ZONE(&game->deck), LAP_ZONE(&game->board), LAP_EVERYONE);
  lap_emit(context, block, TURNED_OVER, card);
  game->bets = game->active = 0;
  return BETTING;
}

/* --- the end */

static int rank(uint16_t card) { return (card - 1) / SUITS; }

/* A pair with the public card beats all else, then the higher rank wins. */
static int strength(const Leduc *game, uint8_t seat)
{
  int own = rank(game->hand[seat].slot[0].piece);
  return own == rank(game->board.slot[0].piece) ? CARDS : own;
}

/* What seat 0 wins of seat 1: the chips of the one that folded or has the weaker card, none if they are equal. */
static int gain(const Leduc *game)
{
  int ahead = game->stake[0] - game->stake[1];
  if (!ahead) ahead = strength(game, 0) - strength(game, 1);
  if (!ahead) return 0;
  return ahead > 0 ? game->stake[1] : -game->stake[0];
}

/* Nobody shows a card when one has folded. */
static uint16_t hand_ends(const LapContext *context, LapBlock *block)
{
  Leduc *game = leduc_in(context, block);
  for (int16_t seat = 0; seat < SEATS && game->stake[0] == game->stake[1]; seat++) {
    lap_zone_reveal_all(LAP_HAND(&game->hand[seat]), LAP_EVERYONE);
    lap_emit(context, block, SHOWED, seat, (int16_t)game->hand[seat].slot[0].piece);
  }
  int16_t won = (int16_t)gain(game);
  if (won > 0) lap_emit(context, block, WON, 0, won);
  if (won < 0) lap_emit(context, block, WON, 1, (int16_t)-won);
  if (won == 0) lap_emit(context, block, SPLIT);
  return LAP_OVER;
}

/* What one has won the other has lost. Before the end the cards, which are hidden, decide. */
static void score(const LapContext *context, const LapBlock *block, int final)
{
  for (int8_t seat = 0; final && seat < SEATS; seat++) {
    int32_t points = seat == 0 ? gain(leduc_of(context, block)) : -gain(leduc_of(context, block));
    context->host->line(context, &(LapLine){.kind = CHIPS, .knows = LAP_EVERYONE, .seat = seat, .points = points});
  }
}

/* --- how it is drawn */

static const LapFace cards[] = {{.mark = ""},
                                {.mark = "J♠", .colour = LAP_COLOUR_BLACK},
                                {.mark = "J♥", .colour = LAP_COLOUR_RED},
                                {.mark = "Q♠", .colour = LAP_COLOUR_BLACK},
                                {.mark = "Q♥", .colour = LAP_COLOUR_RED},
                                {.mark = "K♠", .colour = LAP_COLOUR_BLACK},
                                {.mark = "K♥", .colour = LAP_COLOUR_RED}};
static const LapFaces sets[] = {{.set = LAP_ID(0, 0), .n = CARDS, .face = cards}};
static const LapTable faces = LAP_TABLE(sets);
static const LapPlacement places[] = {{.field = "deck", .draw = LAP_DRAW_PILE},
                                      {.field = "board", .draw = LAP_DRAW_ROW},
                                      {.field = "hand", .draw = LAP_DRAW_HAND},
                                      {.field = "stake", .draw = LAP_DRAW_COUNTER}};
static const LapTable placements = LAP_TABLE(places);
static const LapExtension extensions[] = {{LAP_FACES, &faces}, {LAP_PLACEMENTS, &placements}};

/* --- the tables that name all this */

static const char *const keys[] = {
    NULL, "jack_of_spades", "jack_of_hearts", "queen_of_spades", "queen_of_hearts", "king_of_spades", "king_of_hearts"};
static const LapPieces pieces[] = {{.name = "card", .faces = CARDS, .total = CARDS, .key = keys}};
static const LapPhase phases[] = {{"deal", .kind = LAP_PHASE_AUTOMATIC, .run = deal},
                                  {"betting", .kind = LAP_PHASE_ONE, .actors = actors, .legal = legal, .apply = apply},
                                  {"round_ends", .kind = LAP_PHASE_AUTOMATIC, .run = round_ends},
                                  {"hand_ends", .kind = LAP_PHASE_AUTOMATIC, .run = hand_ends}};
static const LapKind actions[] = {LAP_KIND("check"), LAP_KIND("bet"), LAP_KIND("call"), LAP_KIND("raise"),
                                  LAP_KIND("fold")};
static const char *const acts[] = {"check", "bet", "call", "raise", "fold", NULL};
static const LapKind events[] = {LAP_KIND("acted", LAP_SEAT_ARG("seat"), LAP_CHOICE_ARG("act", acts)),
                                 LAP_KIND("turned_over", LAP_PIECE_ARG("card", "board")),
                                 LAP_KIND("showed", LAP_SEAT_ARG("seat"), LAP_PIECE_ARG("card", "hand")),
                                 LAP_KIND("won", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("chips")), LAP_KIND("split")};
static const LapKind categories[] = {LAP_KIND("chips")};

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 LAP_STATE_OF_PLUGIN(Leduc, leduc),
                                 .id = "leduc-poker",
                                 .version = "1.0.0",
                                 .licence = "MIT",
                                 .authors = "The Lapidary authors",
                                 .seats_min = SEATS,
                                 .seats_max = SEATS,
                                 .traits = LAP_HIDDEN | LAP_CHANCE,
                                 .pieces = LAP_TABLE(pieces),
                                 .phases = LAP_TABLE(phases),
                                 .actions = LAP_TABLE(actions),
                                 .events = LAP_TABLE(events),
                                 .categories = LAP_TABLE(categories),
                                 .score = score,
                                 .extensions = LAP_TABLE(extensions)};
LAP_PLUGIN_ENTRY { return &plugin; }
