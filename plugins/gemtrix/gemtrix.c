/* Gemtrix, the fast game, in order of play; what a hand can claim is in claims.c. The rules and every ruling taken are
 * in README.md; numbers in comments are those of its rulings. */
#include "gemtrix.h"

#include "appearance.h"
#include "claims.h"
#include "events.h"
#include "lapidary/deck.h"
#include "lapidary/emit.h"
#include "lapidary/tables.h"

enum { STALL_LIMIT };
enum { TRIX = LAP_ID(0, 0), CARD_POINTS = LAP_ID(0, 1) };
/* Of so many trixes that the piles still have cards for, players are told. */
enum { FEW_TRIXES = 3 };
/* --- the piles */

/* The top of the draw pile becomes the available card. */
static void turn_over(const LapContext *context, LapBlock *block)
{
  Gemtrix *game = gemtrix_in(context, block);
  int16_t card = lap_zone_draw(LAP_ZONE(&game->draw_pile), LAP_ZONE(&game->discard_pile), LAP_EVERYONE);
  lap_emit(context, block, TURNED_OVER, card);
}

static uint16_t available_card(const Gemtrix *game) { return lap_zone_top(LAP_CONST_ZONE(&game->discard_pile)); }

/* It is told before it happens: once it has, nobody knows where the available card lies. */
static void tell_rebuild(const LapContext *context, LapBlock *block)
{
  const Gemtrix *game = gemtrix_of(context, block);
  lap_emit(context, block, REBUILT, (int16_t)available_card(game));
}

/* All discards, the available card too, become the draw pile, and its first card the new discard pile (4). */
static void rebuild(const LapContext *context, LapBlock *block)
{
  Gemtrix *game = gemtrix_in(context, block);
  lap_deck_reshuffle(context, block, LAP_ZONE(&game->discard_pile), LAP_ZONE(&game->draw_pile), 0);
  turn_over(context, block);
}

static int can_rebuild(const Gemtrix *game) { return game->draw_pile.count == 0 && game->discard_pile.count >= 2; }

/* Whether the draw pile runs out before all cards of a claim are drawn, and is then rebuilt. */
static int claim_rebuilds(const Gemtrix *game)
{
  return game->draw_pile.count < GEMTRIX_TRIX && game->discard_pile.count >= 2;
}

/* A single discard is not shuffled but taken as it lies (5). With both piles empty there is nothing to draw. */
static void draw_card(const LapContext *context, LapBlock *block)
{
  Gemtrix *game = gemtrix_in(context, block);
  if (can_rebuild(game)) rebuild(context, block);

  LapZone hand = LAP_HAND(&game->hand[game->active]);
  uint16_t player = 1u << game->active;
  int16_t card = lap_zone_draw(LAP_ZONE(&game->draw_pile), hand, player);
  if (card) {
    lap_emit_to(context, block, player, DREW, game->active, card);
    return;
  }
  card = lap_zone_draw(LAP_ZONE(&game->discard_pile), hand, LAP_EVERYONE);
  if (card) lap_emit(context, block, TOOK_LAST, game->active, card);
}

static int16_t cards_in_piles(const Gemtrix *game) { return game->draw_pile.count + game->discard_pile.count; }

/* Whether the next claim takes the last cards, so that the game ends with its turn (7). */
static int has_last_trix(const Gemtrix *game)
{
  return cards_in_piles(game) > 0 && cards_in_piles(game) <= GEMTRIX_TRIX;
}

/* --- deal: of what was before, only who deals stays */

static void shuffle_cards(const LapContext *context, LapBlock *block)
{
  Gemtrix *game = gemtrix_in(context, block);
  *game = (Gemtrix){.dealer = game->dealer};
  for (uint16_t face = 1; face <= GEMTRIX_FACES; face++)
    lap_deck_add(LAP_ZONE(&game->draw_pile), face, gemtrix_card(context, face)->copies);
  lap_deck_shuffle(context, block, LAP_ZONE(&game->draw_pile));
}

static uint16_t deal(const LapContext *context, LapBlock *block)
{
  Gemtrix *game = gemtrix_in(context, block);
  shuffle_cards(context, block);
  for (uint8_t seat = 0; seat < context->seats; seat++)
    lap_zone_deal(LAP_ZONE(&game->draw_pile), LAP_HAND(&game->hand[seat]), GEMTRIX_HAND, 1u << seat);
  lap_emit(context, block, DEALT, game->dealer);
  turn_over(context, block);
  game->active = game->dealer;
  return GEMTRIX_TURN_BEGINS;
}

/* --- turn begins: play goes anticlockwise, first is the seat to the dealer's right */

static uint16_t turn_begins(const LapContext *context, LapBlock *block)
{
  Gemtrix *game = gemtrix_in(context, block);
  game->active = gemtrix_right(context, game->active);
  int is_told = game->claimed; /* to all, by RUNNING_OUT */
  game->flipped = game->claimed = game->passed = 0;
  if (has_last_trix(game) && !is_told)
    lap_emit_to(context, block, 1u << game->active, LAST_TRIX, game->active, cards_in_piles(game));
  return GEMTRIX_TURN;
}

/* --- turn: claim any number of trixes, flip at most once; an exchange or a pass ends it */

static uint32_t turn_actors(const LapContext *context, const LapBlock *block)
{
  return 1u << gemtrix_of(context, block)->active;
}

/* Any card for the available one (6). */
static void legal_exchanges(const Gemtrix *game, uint8_t seat, const uint16_t *face, int n, LapActions *actions)
{
  if (game->discard_pile.count == 0) return;
  for (int i = 0; i < n; i = gemtrix_next_face(face, n, i)) lap_add_1(actions, GEMTRIX_EXCHANGE, seat, face[i]);
}

/* At most once a turn (3). */
static int may_flip(const Gemtrix *game) { return !game->flipped && (game->draw_pile.count > 0 || can_rebuild(game)); }

static void turn_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const Gemtrix *game = gemtrix_of(context, block);
  uint16_t face[GEMTRIX_HAND];
  int n = lap_zone_sorted(LAP_CONST_ZONE(&game->hand[seat]), face);
  gemtrix_legal_claims(context, seat, face, n, actions);
  legal_exchanges(game, seat, face, n, actions);
  if (may_flip(game)) lap_add(actions, GEMTRIX_FLIP, seat);
  lap_add(actions, GEMTRIX_PASS, seat);
}

/* As a trix is claimed, before cards are drawn for it: what is sure comes before what nobody can know. */
static void tell_what_is_left(const LapContext *context, LapBlock *block, uint8_t seat)
{
  const Gemtrix *game = gemtrix_of(context, block);
  int16_t trixes = cards_in_piles(game) / GEMTRIX_TRIX - 1;
  if (trixes > 0 && trixes <= FEW_TRIXES) lap_emit(context, block, RUNNING_OUT, trixes);
  if (claim_rebuilds(game)) tell_rebuild(context, block);
  if (has_last_trix(game)) lap_emit(context, block, LAST_TURN);
  if (cards_in_piles(game) == 0) lap_emit(context, block, NOTHING_TO_DRAW, seat);
}

/* Where others know one of two copies, it is that one which leaves the hand: a copy is gone, and that is all they
 * learn. */
static uint16_t claim(const LapContext *context, LapBlock *block, const LapAction *action)
{
  Gemtrix *game = gemtrix_in(context, block);
  uint8_t seat = action->seat;
  const int16_t *card = action->arg;
  for (int i = 0; i < GEMTRIX_TRIX; i++)
    lap_zone_move(LAP_HAND(&game->hand[seat]), card[i], LAP_ZONE(&game->table[seat]), LAP_EVERYONE);
  game->claimed = 1;
  lap_emit(context, block, CLAIMED, seat, card[0], card[1], card[2]);
  tell_what_is_left(context, block, seat);
  for (int i = 0; i < GEMTRIX_TRIX; i++) draw_card(context, block);
  return LAP_STAY;
}

/* The card is chosen before the other is taken: a card of an equal face is another card (6). */
static uint16_t exchange(const LapContext *context, LapBlock *block, const LapAction *action)
{
  Gemtrix *game = gemtrix_in(context, block);
  LapZone hand = LAP_HAND(&game->hand[action->seat]);
  LapSlot given = lap_zone_take(hand, action->arg[0], LAP_EVERYONE);
  int16_t taken = lap_zone_draw(LAP_ZONE(&game->discard_pile), hand, LAP_EVERYONE);
  lap_zone_put(LAP_ZONE(&game->discard_pile), given);
  lap_emit(context, block, EXCHANGED, action->seat, taken, given.piece);
  return GEMTRIX_TURN_ENDS;
}

/* With an empty draw pile the card that the rebuild turns over is the flip. */
static uint16_t flip(const LapContext *context, LapBlock *block, uint8_t seat)
{
  Gemtrix *game = gemtrix_in(context, block);
  uint16_t covered = game->draw_pile.count ? available_card(game) : 0;
  game->flipped = 1;
  if (covered)
    lap_emit(context, block, COVERED, seat, (int16_t)covered);
  else
    lap_emit(context, block, FLIPPED, seat);
  if (game->draw_pile.count) {
    turn_over(context, block);
  } else {
    tell_rebuild(context, block);
    rebuild(context, block);
  }
  return LAP_STAY;
}

static uint16_t pass(const LapContext *context, LapBlock *block, uint8_t seat)
{
  gemtrix_in(context, block)->passed = 1;
  lap_emit(context, block, PASSED, seat);
  return GEMTRIX_TURN_ENDS;
}

static uint16_t turn_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  switch (action->kind) {
  case GEMTRIX_CLAIM:
    return claim(context, block, action);
  case GEMTRIX_EXCHANGE:
    return exchange(context, block, action);
  case GEMTRIX_FLIP:
    return flip(context, block, action->seat);
  default:
    return pass(context, block, action->seat);
  }
}

/* --- turn ends: and with it the game, if it must */

enum { GOES_ON = -1, PILES_EMPTY, ALL_PASSED, STALLED };
static const char *const reasons[] = {"piles_empty", "all_passed", "stalled", NULL};

/* Why the game ends; of several reasons the first in this order (7, 8, 9). */
static int16_t why_it_ends(const LapContext *context, const Gemtrix *game)
{
  int stall_limit = lap_option(context, 0, STALL_LIMIT) * context->seats;
  if (game->draw_pile.count == 0 && game->discard_pile.count == 0) return PILES_EMPTY;
  if (game->turns_passed >= context->seats) return ALL_PASSED;
  if (stall_limit > 0 && game->turns_without_claim >= stall_limit) return STALLED;
  return GOES_ON;
}

/* Cards of a colour in a hand that a seat has seen, as one that was taken openly, into `face_out`. Returns how many. */
static int seen_of_colour(const LapContext *context, const Gemtrix *game, uint8_t hand, uint8_t seat, int colour,
                          int16_t face_out[GEMTRIX_HAND])
{
  int n = 0;
  for (int i = 0; i < game->hand[hand].count; i++) {
    const LapSlot *slot = &game->hand[hand].slot[i];
    if (slot->known >> seat & 1 && gemtrix_card(context, slot->piece)->colour == colour)
      face_out[n++] = (int16_t)slot->piece;
  }
  return n;
}

/* Others who have watched know all of this, too, but it is for who gives the card. */
static void tell_what_comes(const LapContext *context, LapBlock *block)
{
  const Gemtrix *game = gemtrix_of(context, block);
  uint8_t seat = game->active, next = gemtrix_right(context, seat);
  uint16_t card = available_card(game);
  lap_emit_to(context, block, 1u << seat, PLAYS_NEXT, next);
  if (!card) return;
  int16_t seen[GEMTRIX_HAND];
  if (seen_of_colour(context, game, next, seat, gemtrix_card(context, card)->colour, seen) != GEMTRIX_TRIX - 1) return;
  int first = seen[0] > seen[1]; /* slots are in no order */
  lap_emit_to(context, block, 1u << seat, OPEN_TRIX, next, seen[first], seen[!first], (int16_t)card);
}

static void tell_one_pass_left(const LapContext *context, LapBlock *block)
{
  const Gemtrix *game = gemtrix_of(context, block);
  if (game->turns_passed != context->seats - 1) return;
  lap_emit(context, block, ONE_PASS_LEFT, gemtrix_right(context, game->active));
}

static uint16_t turn_ends(const LapContext *context, LapBlock *block)
{
  Gemtrix *game = gemtrix_in(context, block);
  if (game->claimed)
    game->turns_without_claim = 0;
  else if (game->turns_without_claim < UINT16_MAX)
    game->turns_without_claim++;
  game->turns_passed = game->passed && !game->claimed ? game->turns_passed + 1 : 0;
  int goes_on = why_it_ends(context, game) == GOES_ON;
  gemtrix_tell_unclaimed(context, block, goes_on ? HOLDS_TRIX : LOST_TRIX);
  if (!goes_on) return GEMTRIX_GAME_ENDS;
  tell_what_comes(context, block);
  tell_one_pass_left(context, block);
  return GEMTRIX_TURN_BEGINS;
}

/* --- game ends */

static uint16_t game_ends(const LapContext *context, LapBlock *block)
{
  lap_emit(context, block, ENDED, why_it_ends(context, gemtrix_of(context, block)));
  return LAP_OVER;
}

/* --- score: most trixes; if equal, most points on their cards, bonuses aside; if still equal, together (10) */

static int32_t trix_worth(const LapContext *context, const LapBlock *block, int32_t seat, int32_t trix) { return 1; }

static int32_t tie_break(const LapContext *context, const LapBlock *block, int32_t seat, int32_t b)
{
  const Gemtrix *game = gemtrix_of(context, block);
  int32_t points = 0;
  for (int i = 0; i < game->table[seat].count; i++)
    points += gemtrix_card(context, game->table[seat].slot[i].piece)->points;
  return points;
}

static void score_trix(const LapContext *context, const LapBlock *block, int8_t seat, int32_t trix)
{
  const LapSlot *card = gemtrix_of(context, block)->table[seat].slot + trix * GEMTRIX_TRIX;
  LapLine line = {.kind = TRIX, .knows = LAP_EVERYONE, .seat = seat, .tier = LAP_TIER_POINTS};
  for (int i = 0; i < GEMTRIX_TRIX; i++) line.arg[i] = card[i].piece;
  line.points = context->host->rule(context, block, GEMTRIX_TRIX_WORTH, seat, trix);
  context->host->line(context, &line);
}

static void score_tie_break(const LapContext *context, const LapBlock *block, int8_t seat)
{
  LapLine line = {.kind = CARD_POINTS, .knows = LAP_EVERYONE, .seat = seat, .tier = LAP_TIER_TIES};
  line.points = context->host->rule(context, block, GEMTRIX_TIE_BREAK, seat, 0);
  if (line.points) context->host->line(context, &line);
}

static void score(const LapContext *context, const LapBlock *block, int final)
{
  for (int8_t seat = 0; seat < context->seats; seat++) {
    int trixes = gemtrix_of(context, block)->table[seat].count / GEMTRIX_TRIX;
    for (int trix = 0; trix < trixes; trix++) score_trix(context, block, seat, trix);
    score_tie_break(context, block, seat);
  }
}

/* --- the tables that name all this */

static const char *const colours[] = {"blue", "green", "orange", "pink", "purple", "red", NULL};
static const LapColumn card_columns[] = {
    LAP_KEY_COLUMN(GemtrixCard, key), LAP_CHOICE_COLUMN(GemtrixCard, colour, colours),
    LAP_NUMBER_COLUMN(GemtrixCard, points, 0, 6), LAP_NUMBER_COLUMN(GemtrixCard, bonus, 1, 3),
    LAP_NUMBER_COLUMN(GemtrixCard, copies, 1, 9)};
static const LapCatalogue catalogues[] = {
    LAP_CATALOGUE("cards", "cards.json", GemtrixCard, card_columns, GEMTRIX_FACES)};
static const LapPieces pieces[] = {
    {.name = "card", .catalogue = "cards", .faces = GEMTRIX_FACES, .total = GEMTRIX_CARDS}};
static const LapOption options[] = {{.name = "stall_limit", .min = 0, .max = 1000, .def = 60}};

static const LapPhase phases[] = {
    {"deal", .kind = LAP_PHASE_AUTOMATIC, .run = deal},
    {"turn_begins", .kind = LAP_PHASE_AUTOMATIC, .run = turn_begins},
    {"turn", .kind = LAP_PHASE_ONE, .actors = turn_actors, .legal = turn_legal, .apply = turn_apply},
    {"turn_ends", .kind = LAP_PHASE_AUTOMATIC, .run = turn_ends},
    {"game_ends", .kind = LAP_PHASE_AUTOMATIC, .run = game_ends}};

static const LapKind actions[] = {
    LAP_KIND("claim", LAP_PIECE_ARG("first", "hand"), LAP_PIECE_ARG("second", "hand"), LAP_PIECE_ARG("third", "hand")),
    LAP_KIND("exchange", LAP_PIECE_ARG("card", "hand")), LAP_KIND("flip"), LAP_KIND("pass")};
static const LapKind events[] = {
    LAP_KIND("dealt", LAP_SEAT_ARG("dealer")),
    LAP_KIND("drew", LAP_SEAT_ARG("seat"), LAP_SECRET_PIECE_ARG("card", "hand")),
    LAP_KIND("turned_over", LAP_PIECE_ARG("card", "discard_pile")),
    LAP_KIND("rebuilt", LAP_PIECE_ARG("card", "discard_pile")),
    LAP_KIND("claimed", LAP_SEAT_ARG("seat"), LAP_PIECE_ARG("first", "table"), LAP_PIECE_ARG("second", "table"),
             LAP_PIECE_ARG("third", "table")),
    LAP_KIND("took_last", LAP_SEAT_ARG("seat"), LAP_PIECE_ARG("card", "hand")),
    LAP_KIND("flipped", LAP_SEAT_ARG("seat")),
    LAP_KIND("exchanged", LAP_SEAT_ARG("seat"), LAP_PIECE_ARG("taken", "hand"), LAP_PIECE_ARG("given", "discard_pile")),
    LAP_KIND("passed", LAP_SEAT_ARG("seat")),
    LAP_KIND("ended", LAP_CHOICE_ARG("reason", reasons)),
    LAP_KIND("running_out", LAP_NUMBER_ARG("trixes")),
    LAP_KIND("holds_trix", LAP_SEAT_ARG("seat"), LAP_SECRET_PIECE_ARG("first", "hand"),
             LAP_SECRET_PIECE_ARG("second", "hand"), LAP_SECRET_PIECE_ARG("third", "hand"),
             LAP_SECRET_NUMBER_ARG("points"), LAP_SECRET_NUMBER_ARG("trixes")),
    LAP_KIND("second_trix", LAP_SEAT_ARG("seat"), LAP_SECRET_PIECE_ARG("first", "hand"),
             LAP_SECRET_PIECE_ARG("second", "hand"), LAP_SECRET_PIECE_ARG("third", "hand")),
    LAP_KIND("last_trix", LAP_SEAT_ARG("seat"), LAP_SECRET_NUMBER_ARG("cards")),
    LAP_KIND("last_turn"),
    LAP_KIND("covered", LAP_SEAT_ARG("seat"), LAP_PIECE_ARG("card", "discard_pile")),
    LAP_KIND("plays_next", LAP_SECRET_SEAT_ARG("next")),
    LAP_KIND("open_trix", LAP_SECRET_SEAT_ARG("next"), LAP_SECRET_PIECE_ARG("first", "hand"),
             LAP_SECRET_PIECE_ARG("second", "hand"), LAP_SECRET_PIECE_ARG("card", "discard_pile")),
    LAP_KIND("nothing_to_draw", LAP_SEAT_ARG("seat")),
    LAP_KIND("lost_trix", LAP_SEAT_ARG("seat"), LAP_SECRET_PIECE_ARG("first", "hand"),
             LAP_SECRET_PIECE_ARG("second", "hand"), LAP_SECRET_PIECE_ARG("third", "hand"),
             LAP_SECRET_NUMBER_ARG("points"), LAP_SECRET_NUMBER_ARG("trixes")),
    LAP_KIND("one_pass_left", LAP_SEAT_ARG("next"))};
static const LapKind categories[] = {LAP_KIND("trix", LAP_PIECE_ARG("first", "table"), LAP_PIECE_ARG("second", "table"),
                                              LAP_PIECE_ARG("third", "table")),
                                     LAP_KIND("card_points")};
static const LapRule rules[] = {{"trix_worth", .rule = trix_worth}, {"tie_break", .rule = tie_break}};

static const LapExtension extensions[] = {
    {LAP_FACES, &gemtrix_faces}, {LAP_PLACEMENTS, &gemtrix_placements}, {LAP_HIGHLIGHTS, &gemtrix_highlights}};

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 LAP_STATE_OF_PLUGIN(Gemtrix, gemtrix),
                                 .id = "gemtrix",
                                 .version = "1.0.0",
                                 .licence = "MIT",
                                 .authors = "The Lapidary authors",
                                 .seats_min = 2,
                                 .seats_max = GEMTRIX_SEATS,
                                 .traits = LAP_HIDDEN | LAP_CHANCE,
                                 .catalogues = LAP_TABLE(catalogues),
                                 .pieces = LAP_TABLE(pieces),
                                 .options = LAP_TABLE(options),
                                 .phases = LAP_TABLE(phases),
                                 .actions = LAP_TABLE(actions),
                                 .events = LAP_TABLE(events),
                                 .categories = LAP_TABLE(categories),
                                 .rules = LAP_TABLE(rules),
                                 .score = score,
                                 .extensions = LAP_TABLE(extensions)};
LAP_PLUGIN_ENTRY { return &plugin; }
