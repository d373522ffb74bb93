/* GEMessengers in order of play. The rules and every ruling taken are in README.md; numbers in comments are those of
 * its rulings. */
#include "gemessengers.h"

#include <string.h>

#include "appearance.h"
#include "guild.h"
#include "lapidary/deck.h"
#include "lapidary/emit.h"
#include "lapidary/tables.h"
#include "prospects.h"
#include "score.h"
#include "workshop.h"

/* --- a round begins: all cards come back, are shuffled and dealt (14) */

static void clear_table(const LapContext *context, Messengers *game)
{
  Messengers cleared = {.round = game->round, .tokens = {MESSENGERS_TOKENS, MESSENGERS_TOKENS, MESSENGERS_TOKENS}};
  memcpy(cleared.room, messengers_jewel(context, game)->room, sizeof cleared.room);
  memcpy(cleared.made, game->made, sizeof cleared.made);
  memcpy(cleared.earned, game->earned, sizeof cleared.earned);
  memcpy(cleared.uncertain, game->uncertain, sizeof cleared.uncertain);
  *game = cleared;
  for (int seat = 0; seat < context->seats; seat++)
    game->slack[seat] = workshop_slack(game->workshop[seat], game->room);
}

static uint16_t round_begins(const LapContext *context, LapBlock *block)
{
  Messengers *game = messengers_in(context, block);
  LapZone draw_pile = LAP_ZONE(&game->draw_pile);
  clear_table(context, game);
  for (uint16_t face = 1; face <= MESSENGERS_FACES; face++)
    lap_deck_add(draw_pile, face, messengers_card(context, face)->copies);
  lap_deck_shuffle(context, block, draw_pile);
  for (int seat = 0; seat < context->seats; seat++)
    lap_zone_deal(draw_pile, LAP_HAND(&game->hand[seat]), MESSENGERS_HAND, 1u << seat);
  const uint8_t *room = messengers_jewel(context, game)->room;
  lap_emit(context, block, MESSENGERS_ROUND_BEGAN, game->round, room[0], room[1], room[2]);
  return MESSENGERS_TURN_BEGINS;
}

/* --- turn begins: who has finished by now collects a token later in this turn (9) */

static uint16_t turn_begins(const LapContext *context, LapBlock *block)
{
  Messengers *game = messengers_in(context, block);
  memcpy(game->collects, game->finished, sizeof game->collects);
  return MESSENGERS_PICK;
}

/* --- pick: a card of the hand, face down, by all who are not finished and have one (13) */

static uint32_t pick_actors(const LapContext *context, const LapBlock *block)
{
  const Messengers *game = messengers_of(context, block);
  uint32_t actors = 0;
  for (int seat = 0; seat < context->seats; seat++)
    if (!game->finished[seat] && game->hand[seat].count) actors |= 1u << seat;
  return actors;
}

static uint16_t pick_enter(const LapContext *context, LapBlock *block)
{
  return pick_actors(context, block) ? LAP_STAY : MESSENGERS_HANDS_PASS;
}

static void pick_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  LapConstZone hand = LAP_CONST_ZONE(&messengers_of(context, block)->hand[seat]);
  for (uint16_t face = lap_zone_next(hand, 0); face; face = lap_zone_next(hand, face))
    lap_add_1(actions, MESSENGERS_PICK_CARD, seat, face);
}

static uint16_t pick_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  messengers_in(context, block)->picked[action->seat] = action->arg[0];
  return LAP_DONE;
}

/* The picks leave the hands face up, before these are passed: the card that a player keeps does not go round. */
static uint16_t pick_run(const LapContext *context, LapBlock *block)
{
  Messengers *game = messengers_in(context, block);
  for (int16_t seat = 0; seat < context->seats; seat++) {
    int16_t card = game->picked[seat];
    if (!card) continue;
    game->picked[seat] = 0;
    lap_zone_move(LAP_HAND(&game->hand[seat]), card, LAP_ZONE(&game->revealed[seat]), LAP_EVERYONE);
    lap_emit(context, block, MESSENGERS_REVEALED, seat, card);
    messengers_tell_prospects(context, block, seat, card);
  }
  return MESSENGERS_HANDS_PASS;
}

/* --- hands pass: what is left of each, or all of it where a player has finished, to the neighbour */

static uint16_t hands_pass(const LapContext *context, LapBlock *block)
{
  Messengers *game = messengers_in(context, block);
  uint8_t pass = messengers_jewel(context, game)->pass;
  LapZone hand[MESSENGERS_SEATS];
  for (int seat = 0; seat < context->seats; seat++) hand[seat] = LAP_HAND(&game->hand[seat]);
  lap_zone_rotate(hand, context->seats, pass == MESSENGERS_LEFT ? 1 : -1);
  int to = pass == MESSENGERS_LEFT ? 1 : context->seats - 1;
  lap_emit(context, block, MESSENGERS_PASSED, pass, 0, to);
  return MESSENGERS_PLACE_GEM;
}

/* --- place gem: into the own workshop, all at once (16) */

enum { NO_CERTAIN_ROW = -1 };

static uint32_t place_actors(const LapContext *context, const LapBlock *block)
{
  const Messengers *game = messengers_of(context, block);
  uint32_t actors = 0;
  for (int seat = 0; seat < context->seats; seat++)
    if (messengers_revealed(context, game, seat, MESSENGERS_GEMSTONE)) actors |= 1u << seat;
  return actors;
}

static uint16_t place_enter(const LapContext *context, LapBlock *block)
{
  return place_actors(context, block) ? LAP_STAY : MESSENGERS_GUILD;
}

/* While a row is not full there is room in it or next to it, so something is always legal (12). */
static void place_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const Messengers *game = messengers_of(context, block);
  for (int16_t where = 0; where < MESSENGERS_WHERES; where++)
    if (workshop_may_place(game->workshop[seat], game->room, where)) lap_add_1(actions, MESSENGERS_PLACE, seat, where);
}

static uint16_t place_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  messengers_in(context, block)->placing[action->seat] = 1 + action->arg[0];
  return LAP_DONE;
}

/* Whether its row counts for the gem that lies there. */
static void tell_worth(const LapContext *context, LapBlock *block, int16_t seat, int cell)
{
  const LapServices *host = context->host;
  int16_t row = (int16_t)(cell / MESSENGERS_WIDTH);
  int16_t face = (int16_t)messengers_of(context, block)->workshop[seat][cell].piece;
  int16_t worth = (int16_t)host->rule(context, block, MESSENGERS_GEM_WORTH, row, face);
  if (worth > host->rule(context, block, MESSENGERS_GEM_WORTH, NO_CERTAIN_ROW, face))
    lap_emit(context, block, MESSENGERS_GEM_COUNTS, seat, face, row, worth);
}

/* Of equal gems in a row, only one. */
static void tell_worth_of_all(const LapContext *context, LapBlock *block, int16_t seat)
{
  const LapSlot *gem = messengers_of(context, block)->workshop[seat];
  for (int cell = 0; cell < MESSENGERS_CELLS; cell++) {
    int equal = cell / MESSENGERS_WIDTH * MESSENGERS_WIDTH;
    while (gem[equal].piece != gem[cell].piece) equal++;
    if (gem[cell].piece && equal == cell) tell_worth(context, block, seat, cell);
  }
}

/* Once the rows are certain all gems count by them; before, none does. */
static void tell_certain_rows(const LapContext *context, LapBlock *block, int16_t seat, int place, int was_uncertain)
{
  if (messengers_of(context, block)->slack[seat]) return;
  if (!was_uncertain) {
    tell_worth(context, block, seat, place);
    return;
  }
  lap_emit(context, block, MESSENGERS_SETTLED, seat);
  tell_worth_of_all(context, block, seat);
}

static void place_gem(const LapContext *context, LapBlock *block, int16_t seat, int16_t where)
{
  Messengers *game = messengers_in(context, block);
  LapSlot gem = lap_zone_take_at(LAP_ZONE(&game->revealed[seat]), 0, LAP_EVERYONE);
  int was_uncertain = game->slack[seat] > 0;
  int sinks = workshop_place_shown(game->workshop[seat], game->room, where) < 0;
  int place = workshop_place(game->workshop[seat], game->room, where, gem);
  game->slack[seat] = workshop_slack(game->workshop[seat], game->room);
  lap_emit(context, block, MESSENGERS_PLACED, seat, gem.piece, (int16_t)(place / MESSENGERS_WIDTH));
  if (where == MESSENGERS_FIRST && game->slack[seat])
    lap_emit_to(context, block, 1u << seat, MESSENGERS_MAY_SINK, seat, gem.piece);
  if (sinks) lap_emit(context, block, MESSENGERS_SANK, seat);
  tell_certain_rows(context, block, seat, place, was_uncertain);
  game->finished[seat] = workshop_is_finished(game->workshop[seat], game->room);
}

static int cards_are_out(const LapContext *context, const Messengers *game)
{
  int cards = game->draw_pile.count;
  for (int seat = 0; seat < context->seats; seat++) cards += game->hand[seat].count;
  return cards == 0;
}

static int round_ends_with_turn(const LapContext *context, const Messengers *game)
{
  return messengers_all_finished(context, game) || cards_are_out(context, game);
}

/* Once all gems of the turn lie it is certain whether there is a further turn in which to take tokens. */
static void tell_finished(const LapContext *context, const LapBlock *block, const uint8_t *had_finished)
{
  const Messengers *game = messengers_of(context, block);
  int will_collect = messengers_any_token(game) && !round_ends_with_turn(context, game);
  for (int16_t seat = 0; seat < context->seats; seat++) {
    if (!game->finished[seat] || had_finished[seat]) continue;
    lap_emit(context, block, MESSENGERS_FINISHED, seat, game->round);
    if (will_collect) lap_emit(context, block, MESSENGERS_WILL_COLLECT, seat);
  }
  if (messengers_all_finished(context, game)) messengers_tell_end(context, block, LAP_EVERYONE);
}

static uint16_t place_run(const LapContext *context, LapBlock *block)
{
  Messengers *game = messengers_in(context, block);
  uint8_t had_finished[MESSENGERS_SEATS];
  memcpy(had_finished, game->finished, sizeof had_finished);
  for (int16_t seat = 0; seat < context->seats; seat++) {
    int16_t where = game->placing[seat] - 1;
    game->placing[seat] = 0;
    if (where >= 0) place_gem(context, block, seat, where);
  }
  tell_finished(context, block, had_finished);
  return MESSENGERS_GUILD;
}

/* --- turn ends: and with it the round, if all jewels are complete or nobody can get a card any more (13) */

static uint16_t turn_ends(const LapContext *context, LapBlock *block)
{
  Messengers *game = messengers_in(context, block);
  memset(game->collects, 0, sizeof game->collects);
  return round_ends_with_turn(context, game) ? MESSENGERS_ROUND_ENDS : MESSENGERS_HANDS_REFILL;
}

/* --- hands refill: a card each, from seat 0, for hands below six; the pile is never made anew (10, 11) */

static uint16_t hands_refill(const LapContext *context, LapBlock *block)
{
  Messengers *game = messengers_in(context, block);
  for (int16_t seat = 0; seat < context->seats; seat++) {
    LapZone hand = LAP_HAND(&game->hand[seat]);
    int16_t card = lap_zone_draw(LAP_ZONE(&game->draw_pile), hand, 1u << seat);
    if (card) lap_emit_to(context, block, 1u << seat, MESSENGERS_DREW, seat, card);
  }
  return MESSENGERS_TURN_BEGINS;
}

/* --- round ends: the last one stays on the table */

static void emit_points(const LapContext *context, const LapBlock *block)
{
  const Messengers *game = messengers_of(context, block);
  for (int16_t seat = 0; seat < context->seats; seat++) {
    int16_t part[MESSENGERS_PARTS];
    int32_t points = messengers_points_of_round(context, block, seat, part);
    lap_emit(context, block, MESSENGERS_ROUND_SCORED, seat, (int16_t)points,
             (int16_t)(points + messengers_earned(game, seat)));
    lap_emit(context, block, MESSENGERS_COUNTED, seat, part[MESSENGERS_HEADSTONE], part[MESSENGERS_DECORATION],
             part[MESSENGERS_BASE], part[MESSENGERS_OF_TOKENS]);
    if (part[MESSENGERS_LOOSE]) lap_emit(context, block, MESSENGERS_COUNTED_LOOSE, seat, part[MESSENGERS_LOOSE]);
  }
}

static uint16_t round_ends(const LapContext *context, LapBlock *block)
{
  Messengers *game = messengers_in(context, block);
  emit_points(context, block);
  messengers_keep_points(context, block);
  if (game->round == MESSENGERS_ROUNDS - 1) return LAP_OVER;
  game->round++;
  return MESSENGERS_ROUND_BEGINS;
}

/* --- the tables that name all this */

static const char *const kinds[] = {"gemstone", "proclamation", NULL};
static const char *const suits[] = {"amethyst", "citrine", "diamond", "emerald", "ruby", "sapphire", "topaz", NULL};
static const char *const directions[] = {"left", "right", NULL};
static const char *const rows[] = {"headstone", "decoration", "base", NULL};
static const char *const wheres[] = {"first", "above", "row_1", "row_2", "row_3", "below", NULL};
static const char *const jewels[] = {"circlet", "pendant", "scepter", NULL};
static const char *const parts[] = {"headstone_row", "decoration_row", "base_row", "no_row", NULL};
static const char *const changes[] = {"more", "less", NULL};
static const char *const ends[] = {"round_is_counted", "match_ends", NULL};

static const LapColumn card_columns[] = {LAP_KEY_COLUMN(MessengersCard, key),
                                         LAP_CHOICE_COLUMN(MessengersCard, kind, kinds),
                                         LAP_CHOICE_COLUMN(MessengersCard, suit, suits),
                                         LAP_NUMBER_COLUMN_AS(MessengersCard, number, "number", 1, 99, .optional = 1),
                                         LAP_NUMBER_COLUMN(MessengersCard, copies, 1, MESSENGERS_CARDS)};
static const LapColumn jewel_columns[] = {
    LAP_KEY_COLUMN(MessengersJewel, key), LAP_CHOICE_COLUMN(MessengersJewel, pass, directions),
    LAP_NUMBER_COLUMN_AS(MessengersJewel, room[MESSENGERS_HEADSTONE], "headstone", 1, MESSENGERS_WIDTH, .optional = 0),
    LAP_NUMBER_COLUMN_AS(MessengersJewel, room[MESSENGERS_DECORATION], "decoration", 1, MESSENGERS_WIDTH,
                         .optional = 0),
    LAP_NUMBER_COLUMN_AS(MessengersJewel, room[MESSENGERS_BASE], "base", 1, MESSENGERS_WIDTH, .optional = 0)};
static const LapCatalogue catalogues[] = {
    LAP_CATALOGUE("cards", "cards.json", MessengersCard, card_columns, MESSENGERS_FACES),
    LAP_CATALOGUE("rounds", "rounds.json", MessengersJewel, jewel_columns, MESSENGERS_ROUNDS)};
static const LapPieces pieces[] = {
    {.name = "card", .catalogue = "cards", .faces = MESSENGERS_FACES, .total = MESSENGERS_CARDS}};

static const LapPhase phases[] = {
    {"round_begins", .kind = LAP_PHASE_AUTOMATIC, .run = round_begins},
    {"turn_begins", .kind = LAP_PHASE_AUTOMATIC, .run = turn_begins},
    {"pick", .kind = LAP_PHASE_TOGETHER, .steps_max = 1, .enter = pick_enter, .actors = pick_actors,
     .legal = pick_legal, .apply = pick_apply, .run = pick_run},
    {"hands_pass", .kind = LAP_PHASE_AUTOMATIC, .run = hands_pass},
    {"place_gem", .kind = LAP_PHASE_TOGETHER, .steps_max = 1, .enter = place_enter, .actors = place_actors,
     .legal = place_legal, .apply = place_apply, .run = place_run},
    {"guild", .kind = LAP_PHASE_ONE, .enter = messengers_guild_enter, .actors = messengers_guild_actors,
     .legal = messengers_guild_legal, .apply = messengers_guild_apply},
    {"prestige", .kind = LAP_PHASE_ONE, .enter = messengers_prestige_enter, .actors = messengers_prestige_actors,
     .legal = messengers_prestige_legal, .apply = messengers_prestige_apply},
    {"turn_ends", .kind = LAP_PHASE_AUTOMATIC, .run = turn_ends},
    {"hands_refill", .kind = LAP_PHASE_AUTOMATIC, .run = hands_refill},
    {"round_ends", .kind = LAP_PHASE_AUTOMATIC, .run = round_ends}};

static const LapKind actions[] = {
    LAP_KIND("pick", LAP_SECRET_PIECE_ARG("card", "hand")), LAP_KIND("place", LAP_CHOICE_ARG("where", wheres)),
    LAP_KIND("proclaim", LAP_CHOICE_ARG("row", rows)), LAP_KIND("take_token", LAP_CHOICE_ARG("row", rows))};
static const LapKind events[] = {
    LAP_KIND("round_began", LAP_CHOICE_ARG("jewel", jewels), LAP_NUMBER_ARG("headstone"), LAP_NUMBER_ARG("decoration"),
             LAP_NUMBER_ARG("base")),
    LAP_KIND("revealed", LAP_SEAT_ARG("seat"), LAP_PIECE_ARG("card", "revealed")),
    LAP_KIND("passed", LAP_CHOICE_ARG("direction", directions), LAP_SEAT_ARG("from"), LAP_SEAT_ARG("to")),
    LAP_KIND("placed", LAP_SEAT_ARG("seat"), LAP_PIECE_ARG("card", "workshop"), LAP_CHOICE_ARG("row", rows)),
    LAP_KIND("finished", LAP_SEAT_ARG("seat"), LAP_CHOICE_ARG("jewel", jewels)),
    LAP_KIND("proclaimed", LAP_SEAT_ARG("seat"), LAP_PIECE_ARG("card", "guild"), LAP_CHOICE_ARG("row", rows)),
    LAP_KIND("took_token", LAP_SEAT_ARG("seat"), LAP_CHOICE_ARG("row", rows)),
    LAP_KIND("drew", LAP_SEAT_ARG("seat"), LAP_SECRET_PIECE_ARG("card", "hand")),
    LAP_KIND("round_scored", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("points"), LAP_NUMBER_ARG("total")),
    LAP_KIND("counted", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("headstone"), LAP_NUMBER_ARG("decoration"),
             LAP_NUMBER_ARG("base"), LAP_NUMBER_ARG("tokens")),
    LAP_KIND("counted_loose", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("points")),
    LAP_KIND("revalued", LAP_SEAT_ARG("seat"), LAP_CHOICE_ARG("change", changes)),
    LAP_KIND("settled", LAP_SEAT_ARG("seat")),
    LAP_KIND("sank", LAP_SEAT_ARG("seat")),
    LAP_KIND("row_counts", LAP_NUMBER_ARG("worth")),
    LAP_KIND("may_count", LAP_SEAT_ARG("seat"), LAP_SECRET_PIECE_ARG("card", "revealed"), LAP_CHOICE_ARG("row", rows),
             LAP_NUMBER_ARG("worth")),
    LAP_KIND("kin", LAP_SEAT_ARG("seat"), LAP_SECRET_PIECE_ARG("card", "revealed"), LAP_NUMBER_ARG("gems")),
    LAP_KIND("may_bring", LAP_SEAT_ARG("seat"), LAP_SECRET_PIECE_ARG("card", "revealed"), LAP_CHOICE_ARG("row", rows),
             LAP_NUMBER_ARG("points")),
    LAP_KIND("gem_counts", LAP_SEAT_ARG("seat"), LAP_PIECE_ARG("card", "workshop"), LAP_CHOICE_ARG("row", rows),
             LAP_NUMBER_ARG("worth")),
    LAP_KIND("will_collect", LAP_SEAT_ARG("seat")),
    LAP_KIND("all_finished", LAP_SECRET_CHOICE_ARG("end", ends)),
    LAP_KIND("last_token", LAP_SEAT_ARG("seat"), LAP_CHOICE_ARG("end", ends)),
    LAP_KIND("may_bring_token", LAP_SEAT_ARG("seat"), LAP_SECRET_PIECE_ARG("card", "revealed")),
    LAP_KIND("may_count_later", LAP_SEAT_ARG("seat"), LAP_SECRET_PIECE_ARG("card", "revealed"),
             LAP_CHOICE_ARG("row", rows), LAP_NUMBER_ARG("worth")),
    LAP_KIND("may_sink", LAP_SEAT_ARG("seat"), LAP_SECRET_PIECE_ARG("card", "workshop")),
    LAP_KIND("will_finish", LAP_SEAT_ARG("seat"), LAP_SECRET_PIECE_ARG("card", "revealed"),
             LAP_CHOICE_ARG("jewel", jewels)),
    LAP_KIND("may_bring_nothing", LAP_SEAT_ARG("seat"), LAP_SECRET_PIECE_ARG("card", "revealed")),
    LAP_KIND("may_settle", LAP_SEAT_ARG("seat"), LAP_SECRET_PIECE_ARG("card", "workshop"), LAP_CHOICE_ARG("row", rows),
             LAP_NUMBER_ARG("worth")),
    LAP_KIND("out_of_reach", LAP_SEAT_ARG("seat"), LAP_SECRET_PIECE_ARG("card", "revealed"),
             LAP_CHOICE_ARG("row", rows), LAP_NUMBER_ARG("worth"), LAP_CHOICE_ARG("gap", rows)),
    LAP_KIND("will_take_tokens", LAP_SEAT_ARG("seat"), LAP_SECRET_PIECE_ARG("card", "revealed")),
    LAP_KIND("may_end", LAP_SEAT_ARG("seat"), LAP_SECRET_PIECE_ARG("card", "revealed"), LAP_CHOICE_ARG("end", ends)),
    LAP_KIND("tokens_first", LAP_SECRET_NUMBER_ARG("tokens"))};
#define GEM LAP_PIECE_ARG("card", "workshop")
#define PART LAP_CHOICE_ARG("part", parts)
static const LapKind categories[] = {
    LAP_KIND("circlet", PART, GEM),  LAP_KIND("pendant", PART, GEM),
    LAP_KIND("scepter", PART, GEM),  LAP_KIND("headstone_gem", GEM),
    LAP_KIND("decoration_gem", GEM), LAP_KIND("base_gem", GEM),
    LAP_KIND("loose_gem", GEM),      LAP_KIND("prestige", LAP_CHOICE_ARG("jewel", jewels))};
static const LapRule rules[] = {{"gem_worth", .rule = messengers_gem_worth}};

static const LapExtension extensions[] = {
    {LAP_FACES, &messengers_faces}, {LAP_PLACEMENTS, &messengers_placements}, {LAP_HIGHLIGHTS, &messengers_highlights}};

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 LAP_STATE_OF_PLUGIN(Messengers, messengers),
                                 .id = "gemessengers",
                                 .version = "1.0.0",
                                 .licence = "MIT",
                                 .authors = "The Lapidary authors",
                                 .seats_min = 2,
                                 .seats_max = MESSENGERS_SEATS,
                                 .traits = LAP_HIDDEN | LAP_CHANCE,
                                 .catalogues = LAP_TABLE(catalogues),
                                 .pieces = LAP_TABLE(pieces),
                                 .phases = LAP_TABLE(phases),
                                 .actions = LAP_TABLE(actions),
                                 .events = LAP_TABLE(events),
                                 .categories = LAP_TABLE(categories),
                                 .rules = LAP_TABLE(rules),
                                 .score = messengers_score,
                                 .extensions = LAP_TABLE(extensions)};
LAP_PLUGIN_ENTRY { return &plugin; }
