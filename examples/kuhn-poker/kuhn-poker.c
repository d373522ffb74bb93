/* Kuhn poker: three cards, an ante of one chip, one bet. The smallest poker with all there is to poker, solved by hand
 * (H. W. Kuhn, "A simplified two-person poker", 1950): who plays first loses 1/18 of a chip a hand. */

#include "lapidary/appearance.h"
#include "lapidary/deck.h"
#include "lapidary/emit.h"
#include "lapidary/state.h"
#include "lapidary/tables.h"

enum { CARDS = 3, SEATS = 2, ANTE = 1, BET_SIZE = 1 };
enum { DEAL = LAP_ID(0, 0), BETTING, HAND_ENDS };
enum { CHECK = LAP_ID(0, 0), BET, CALL, FOLD };
enum { ACTED = LAP_ID(0, 0), SHOWED, WON };
enum { CHIPS = LAP_ID(0, 0) };

#define KUHN(F, T)                                                                                            \
  F(T, ZONE, deck, CARDS, .visibility = LAP_SIZE)                                                             \
  F(T, ZONES, hand, SEATS, 1, .visibility = LAP_BY_MASK, .order = LAP_SET, .rows_are = LAP_ROWS_SEATS)        \
  /* Chips that each seat has put into the pot. At the end they differ only if the seat with fewer folded. */ \
  F(T, EACH, u16, stake, SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)                         \
  F(T, VALUE, u16, active, .visibility = LAP_PUBLIC)
LAP_STATE(Kuhn, kuhn, KUHN)

static uint16_t deal(const LapContext *context, LapBlock *block)
{
  Kuhn *game = kuhn_in(context, block);
  lap_deck_fill(LAP_ZONE(&game->deck), CARDS, NULL);
  lap_deck_shuffle(context, block, LAP_ZONE(&game->deck));
  for (uint8_t seat = 0; seat < SEATS; seat++) {
    lap_zone_draw(LAP_ZONE(&game->deck), LAP_HAND(&game->hand[seat]), 1u << seat);
    game->stake[seat] = ANTE;
  }
  return BETTING;
}

static uint32_t actors(const LapContext *context, const LapBlock *block)
{
  return 1u << kuhn_of(context, block)->active;
}

static void legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const Kuhn *game = kuhn_of(context, block);
  int facing_bet = game->stake[seat] < game->stake[!seat];
  lap_add(actions, facing_bet ? CALL : CHECK, seat);
  lap_add(actions, facing_bet ? FOLD : BET, seat);
}

/* The seats are 0 and 1: `!seat` is the other one. A check by the second seat, a call or a fold ends the hand. */
static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  Kuhn *game = kuhn_in(context, block);
  uint8_t seat = action->seat;
  if (action->kind == BET || action->kind == CALL) game->stake[seat] += BET_SIZE;
  lap_emit(context, block, ACTED, seat, action->kind);
  int goes_on = action->kind == BET || (action->kind == CHECK && seat == 0);
  if (goes_on) game->active = !seat;
  return goes_on ? LAP_STAY : HAND_ENDS;
}

/* The seat that wins: the other one folded, or its card is higher. */
static uint8_t winner(const Kuhn *game)
{
  if (game->stake[0] != game->stake[1]) return game->stake[1] > game->stake[0];
  return game->hand[1].slot[0].piece > game->hand[0].slot[0].piece;
}

/* Nobody shows a card when one has folded. */
static uint16_t hand_ends(const LapContext *context, LapBlock *block)
{
  Kuhn *game = kuhn_in(context, block);
  for (int16_t seat = 0; seat < SEATS && game->stake[0] == game->stake[1]; seat++) {
    lap_zone_reveal_all(LAP_HAND(&game->hand[seat]), LAP_EVERYONE);
    lap_emit(context, block, SHOWED, seat, (int16_t)game->hand[seat].slot[0].piece);
  }
  uint8_t seat = winner(game);
  lap_emit(context, block, WON, seat, (int16_t)game->stake[!seat]);
  return LAP_OVER;
}

/* What one has won the other has lost. Before the end the cards, which are hidden, decide. */
static void score(const LapContext *context, const LapBlock *block, int final)
{
  const Kuhn *game = kuhn_of(context, block);
  uint8_t won = winner(game);
  for (int8_t seat = 0; final && seat < SEATS; seat++) {
    int32_t points = seat == won ? game->stake[!won] : -game->stake[!won];
    context->host->line(context, &(LapLine){.kind = CHIPS, .knows = LAP_EVERYONE, .seat = seat, .points = points});
  }
}

/* How it is drawn. */
static const LapFace cards[] = {{.mark = ""},
                                {.mark = "J", .colour = LAP_COLOUR_GREEN},
                                {.mark = "Q", .colour = LAP_COLOUR_PURPLE},
                                {.mark = "K", .colour = LAP_COLOUR_RED}};
static const LapFaces sets[] = {{.set = LAP_ID(0, 0), .n = CARDS, .face = cards}};
static const LapTable faces = LAP_TABLE(sets);
static const LapPlacement places[] = {{.field = "deck", .draw = LAP_DRAW_PILE},
                                      {.field = "hand", .draw = LAP_DRAW_HAND},
                                      {.field = "stake", .draw = LAP_DRAW_COUNTER}};
static const LapTable placements = LAP_TABLE(places);
static const LapExtension extensions[] = {{LAP_FACES, &faces}, {LAP_PLACEMENTS, &placements}};

static const char *const keys[] = {NULL, "jack", "queen", "king"};
static const LapPieces pieces[] = {{.name = "card", .faces = CARDS, .total = CARDS, .key = keys}};
static const LapPhase phases[] = {{"deal", .kind = LAP_PHASE_AUTOMATIC, .run = deal},
                                  {"betting", .kind = LAP_PHASE_ONE, .actors = actors, .legal = legal, .apply = apply},
                                  {"hand_ends", .kind = LAP_PHASE_AUTOMATIC, .run = hand_ends}};
static const LapKind actions[] = {LAP_KIND("check"), LAP_KIND("bet"), LAP_KIND("call"), LAP_KIND("fold")};
static const char *const acts[] = {"check", "bet", "call", "fold", NULL};
static const LapKind events[] = {LAP_KIND("acted", LAP_SEAT_ARG("seat"), LAP_CHOICE_ARG("act", acts)),
                                 LAP_KIND("showed", LAP_SEAT_ARG("seat"), LAP_PIECE_ARG("card", "hand")),
                                 LAP_KIND("won", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("chips"))};
static const LapKind categories[] = {LAP_KIND("chips")};

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 LAP_STATE_OF_PLUGIN(Kuhn, kuhn),
                                 .id = "kuhn-poker",
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
