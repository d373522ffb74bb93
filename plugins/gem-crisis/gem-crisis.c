/* Gem Rush, the crisis: all dwarves together, with open hands, against the cards that burn.
 *
 * What is not here is as in the race, in ../gem-rush. */
#include "gem-crisis.h"

#include "lapidary/appearance.h"
#include "lapidary/deck.h"
#include "lapidary/emit.h"
#include "lapidary/highlights.h"
#include "lapidary/tables.h"
#include "plugins/gem-rush/events.h"

enum { BURNS_A_TURN = 3, TURNS = GEM_RUSH_CARDS / BURNS_A_TURN };
_Static_assert(GEM_RUSH_CARDS % BURNS_A_TURN == 0, "the last card burns as the last of a turn");
enum { LEVEL };
enum { RACE_TARGET };
/* To be reached, and reached: FREE is no level, and less than the first. */
enum { FREE, APPRENTICE, JOURNEYMAN, ARTISAN, EXPERT, MASTER };
#define LEVELS "apprentice", "journeyman", "artisan", "expert", "master", NULL
static const char *const levels[] = {"free", LEVELS};
static const char *const levels_reached[] = {"below_apprentice", LEVELS};
static const int16_t points_of_level[] = {0, 35, 45, 55, 65, 75};

enum { CRISIS_CHOICE = LAP_ID(1, 1), BURN = LAP_ID(1, 2) };
enum { FINISH = LAP_ID(1, 0), GO_ON, BURN_DECK, BURN_CARD };
enum { BURNED_TOP = LAP_ID(1, 0), BURNED_CARD, WENT_ON, SUMMED_UP, BURNED_OUT, TURNS_LEFT, SHORT };
enum { GOAL = LAP_ID(1, 0) };

static int32_t total(const LapContext *context, const GemRush *game)
{
  int32_t points = 0;
  for (uint8_t seat = 0; seat < context->seats; seat++) points += gem_rush_points(game, seat);
  return points;
}

/* The points of the chosen level, else the base's option as it is, else none: 0. */
static int32_t target(const LapContext *context)
{
  int16_t level = lap_option(context, 1, LEVEL);
  return level == FREE ? lap_option(context, 0, RACE_TARGET) : points_of_level[level];
}

/* Sends the event with the total and the highest level that it reaches. */
static uint16_t end(const LapContext *context, LapBlock *block, uint16_t event)
{
  int32_t points = total(context, gem_rush_of(context, block));
  int16_t level = MASTER;
  while (level > FREE && points < points_of_level[level]) level--;
  lap_emit(context, block, event, points, level);
  return LAP_OVER;
}

/* --- check: the race's end is none here; with enough points the players may stop */

static uint16_t check(const LapContext *context, LapBlock *block)
{
  int32_t goal = target(context);
  return goal && total(context, gem_rush_of(context, block)) >= goal ? CRISIS_CHOICE : GEM_RUSH_DISCARD;
}

/* --- crisis choice: the player whose turn it is speaks for all */

static uint32_t only_active(const LapContext *context, const LapBlock *block)
{
  return 1u << gem_rush_of(context, block)->active;
}

static void choice_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  lap_add(actions, FINISH, seat);
  lap_add(actions, GO_ON, seat);
}

static uint16_t choice_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  if (action->kind == FINISH) return end(context, block, SUMMED_UP);
  lap_emit(context, block, WENT_ON, action->seat);
  return GEM_RUSH_DISCARD;
}

/* --- burn: three cards a turn, from the deck or out of any hand, until the last of all */

/* In the last turn nothing brings points any more once it burns. */
static uint16_t burn_enter(const LapContext *context, LapBlock *block)
{
  int32_t points = total(context, gem_rush_of(context, block)), goal = target(context);
  if (gem_crisis_of(context, block)->turns == TURNS - 1 && points < goal) lap_emit(context, block, SHORT, points, goal);
  return LAP_STAY;
}

static void legal_hands(const LapContext *context, const GemRush *game, uint8_t seat, LapActions *actions)
{
  for (int16_t owner = 0; owner < context->seats; owner++) {
    LapConstZone hand = LAP_CONST_ZONE(&game->hand[owner]);
    for (uint16_t face = lap_zone_next(hand, 0); face; face = lap_zone_next(hand, face))
      lap_add_2(actions, BURN_CARD, seat, owner, face);
  }
}

static void burn_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const GemRush *game = gem_rush_of(context, block);
  if (gem_rush_stock(game) > 0) lap_add(actions, BURN_DECK, seat);
  legal_hands(context, game, seat, actions);
}

static void reshuffle(const LapContext *context, LapBlock *block)
{
  GemRush *game = gem_rush_in(context, block);
  int16_t cards = lap_deck_reshuffle(context, block, LAP_ZONE(&game->discard_pile), LAP_ZONE(&game->gem_deck), 0);
  lap_emit(context, block, RESHUFFLED, cards);
}

static void burn_top(const LapContext *context, LapBlock *block, int16_t seat)
{
  GemRush *game = gem_rush_in(context, block);
  if (game->gem_deck.count == 0) reshuffle(context, block);
  LapZone burned = LAP_ZONE(&gem_crisis_in(context, block)->burned);
  int16_t card = lap_zone_draw(LAP_ZONE(&game->gem_deck), burned, LAP_EVERYONE);
  lap_emit(context, block, BURNED_TOP, seat, card);
}

static void burn_of_hand(const LapContext *context, LapBlock *block, int16_t seat, int16_t owner, int16_t face)
{
  LapZone hand = LAP_HAND(&gem_rush_in(context, block)->hand[owner]);
  lap_zone_move(hand, face, LAP_ZONE(&gem_crisis_in(context, block)->burned), LAP_EVERYONE);
  lap_emit(context, block, BURNED_CARD, seat, owner, face);
}

static uint16_t burn_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  GemCrisis *crisis = gem_crisis_in(context, block);
  if (action->kind == BURN_DECK)
    burn_top(context, block, action->seat);
  else
    burn_of_hand(context, block, action->seat, action->arg[0], action->arg[1]);
  if (++crisis->burns < BURNS_A_TURN) return LAP_STAY;
  crisis->burns = 0;
  crisis->turns++;
  if (crisis->burned.count == GEM_RUSH_CARDS) return end(context, block, BURNED_OUT);
  lap_emit(context, block, TURNS_LEFT, (int16_t)crisis->burned.count, TURNS - crisis->turns);
  return LAP_RESUME;
}

/* --- what is ruled otherwise: hands are open, points are common, alone the start room is company */

static int32_t sees_drawn(const LapContext *context, const LapBlock *block, int32_t seat, int32_t b)
{
  return LAP_EVERYONE;
}

static int32_t has_company(const LapContext *context, const LapBlock *block, int32_t seat, int32_t place)
{
  if (context->seats == 1) return place == gem_rush_of(context, block)->start;
  return context->host->rule_up(context, block, GEM_RUSH_HAS_COMPANY, seat, place);
}

static int32_t scores_for(const LapContext *context, const LapBlock *block, int32_t seat, int32_t b)
{
  return LAP_TOGETHER;
}

static int32_t points_to_reach(const LapContext *context, const LapBlock *block, int32_t a, int32_t b)
{
  return target(context);
}

/* --- score: the points of all, and what they must reach */

static void score(const LapContext *context, const LapBlock *block, int final)
{
  context->host->score_up(context, block, final);
  LapLine line = {.kind = GOAL, .knows = LAP_EVERYONE, .seat = LAP_TOGETHER, .tier = LAP_TIER_GOAL};
  line.points = target(context);
  context->host->line(context, &line);
}

/* --- the looks: what is drawn besides the base's. What is to be reached stands beside the points. */

static const LapPlacement places[] = {{.field = "gem-rush/target", .draw = LAP_DRAW_NOTHING},
                                      {.field = "turns", .draw = LAP_DRAW_COUNTER},
                                      {.field = "burned", .draw = LAP_DRAW_PILE},
                                      {.field = "burns", .draw = LAP_DRAW_COUNTER}};
static const LapTable placements = LAP_TABLE(places);

static uint32_t highlights(const LapContext *context, const LapBlock *block, const LapAction *step, LapHighlight *out,
                           uint32_t capacity)
{
  if (step->kind != BURN_DECK) return 0;
  *out = (LapHighlight){.field = "gem-rush/gem_deck"};
  return 1;
}
static const LapHighlights lit = {.struct_size = sizeof lit, .highlights = highlights};

static const LapExtension extensions[] = {{LAP_PLACEMENTS, &placements}, {LAP_HIGHLIGHTS, &lit}};

/* --- the tables that name all this */

static const LapOption options[] = {{.name = "level", .choices = levels, .def = FREE}};
static const LapPhase phases[] = {
    {"check", .replaces = "gem-rush/check", .run = check},
    {"choice", .kind = LAP_PHASE_ONE, .actors = only_active, .legal = choice_legal, .apply = choice_apply},
    {"burn", .before = "gem-rush/turn_ends", .kind = LAP_PHASE_ONE, .actors = only_active, .enter = burn_enter,
     .legal = burn_legal, .apply = burn_apply}};
static const LapKind actions[] = {LAP_KIND("finish"), LAP_KIND("go_on"), LAP_KIND("burn_deck"),
                                  LAP_KIND("burn_card", LAP_SEAT_ARG("owner"), LAP_PIECE_ARG("card", "gem-rush/hand"))};
static const LapKind events[] = {
    LAP_KIND("burned_top", LAP_SEAT_ARG("seat"), LAP_PIECE_ARG("card", "burned")),
    LAP_KIND("burned_card", LAP_SEAT_ARG("seat"), LAP_SEAT_ARG("owner"), LAP_PIECE_ARG("card", "burned")),
    LAP_KIND("went_on", LAP_SEAT_ARG("seat")),
    LAP_KIND("summed_up", LAP_NUMBER_ARG("points"), LAP_CHOICE_ARG("level", levels_reached)),
    LAP_KIND("burned_out", LAP_NUMBER_ARG("points"), LAP_CHOICE_ARG("level", levels_reached)),
    LAP_KIND("turns_left", LAP_NUMBER_ARG("burned"), LAP_NUMBER_ARG("turns")),
    LAP_KIND("short", LAP_NUMBER_ARG("points"), LAP_NUMBER_ARG("goal"))};
static const LapKind categories[] = {LAP_KIND("goal")};
static const LapRule rules[] = {{"sees_drawn", .overrides = "gem-rush/sees_drawn", .rule = sees_drawn},
                                {"has_company", .overrides = "gem-rush/has_company", .rule = has_company},
                                {"scores_for", .overrides = "gem-rush/scores_for", .rule = scores_for},
                                {"target", .overrides = "gem-rush/target", .rule = points_to_reach}};

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 LAP_STATE_OF_PLUGIN(GemCrisis, gem_crisis),
                                 .id = "gem-crisis",
                                 .version = "1.0.0",
                                 .licence = "MIT",
                                 .authors = "The Lapidary authors",
                                 .depth = 1,
                                 .seats_min = 1,
                                 .seats_max = GEM_RUSH_SEATS,
                                 .traits = LAP_COOPERATIVE,
                                 .extends = "gem-rush",
                                 .accepts = "1.0",
                                 .base = LAP_TABLE(gem_rush_fields),
                                 .options = LAP_TABLE(options),
                                 .phases = LAP_TABLE(phases),
                                 .actions = LAP_TABLE(actions),
                                 .events = LAP_TABLE(events),
                                 .categories = LAP_TABLE(categories),
                                 .rules = LAP_TABLE(rules),
                                 .score = score,
                                 .extensions = LAP_TABLE(extensions)};
LAP_PLUGIN_ENTRY { return &plugin; }
