/* New game: players take counters from a heap, and whoever takes the last one wins.
 *
 * It is small, and whole: change the state, then the rules, then the tables at the end that name them. Texts are in
 * text/, and keyfile and build are beside this file. The headers of lapidary/ say what there is. */

#include "lapidary/appearance.h"
#include "lapidary/emit.h"
#include "lapidary/state.h"
#include "lapidary/tables.h"
#include "lapidary/turns.h"

enum { TAKE_MAX = 3, SEATS_MAX = 4 };

/* --- what can be done, what is told, what counts: ids and rows of tables */

#define ACTIONS(ROW) ROW(TAKE, "take", LAP_NUMBER_ARG("n"))
#define EVENTS(ROW) ROW(TOOK, "took", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("n"))
#define CATEGORIES(ROW) ROW(LAST_ONE, "last_one")
LAP_IDS(actions, 0, ACTIONS)
LAP_IDS(events, 0, EVENTS)
LAP_IDS(categories, 0, CATEGORIES)
enum { SIZE }; /* option */

/* --- the state: all that a match is, and who may see it */

#define GAME(F, T)                                  \
  F(T, VALUE, u16, heap, .visibility = LAP_PUBLIC)  \
  F(T, VALUE, u8, active, .visibility = LAP_PUBLIC) \
  F(T, VALUE, u8, winner, .visibility = LAP_PUBLIC) /* the seat's number from 1; 0: nobody yet */
LAP_STATE(Game, game, GAME)

/* --- the rules, in the order of play */

static uint16_t begin(const LapContext *context, LapBlock *block)
{
  game_in(context, block)->heap = (uint16_t)lap_option(context, 0, SIZE);
  return LAP_STAY;
}

static uint32_t actors(const LapContext *context, const LapBlock *block)
{
  return 1u << game_of(context, block)->active;
}

static void legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  uint16_t heap = game_of(context, block)->heap;
  for (int16_t n = 1; n <= TAKE_MAX && n <= heap; n++) lap_add_1(actions, TAKE, seat, n);
}

/* Called with nothing but what `legal` gave. */
static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  Game *game = game_in(context, block);
  game->heap -= (uint16_t)action->arg[0];
  lap_emit(context, block, TOOK, action->seat, action->arg[0]);
  if (game->heap == 0) game->winner = action->seat + 1;
  game->active = lap_seat_after(context, action->seat, 1);
  return game->heap ? LAP_STAY : LAP_OVER;
}

static void score(const LapContext *context, const LapBlock *block, int final)
{
  const Game *game = game_of(context, block);
  if (!game->winner) return;
  LapLine line = {.kind = LAST_ONE, .knows = LAP_EVERYONE, .seat = (int8_t)(game->winner - 1), .points = 1};
  context->host->line(context, &line);
}

/* --- how it is drawn */

static const LapPlacement places[] = {{.field = "heap", .draw = LAP_DRAW_COUNTER}};
static const LapTable placements = LAP_TABLE(places);
static const LapExtension extensions[] = {{LAP_PLACEMENTS, &placements}};

/* --- the tables that name all this */

static const LapOption options[] = {{.name = "size", .min = 1, .max = 100, .def = 21}};
static const LapPhase phases[] = {
    {"play", .kind = LAP_PHASE_ONE, .enter = begin, .actors = actors, .legal = legal, .apply = apply}};
static const LapKind actions[] = {ACTIONS(LAP_KIND_ROW)};
static const LapKind events[] = {EVENTS(LAP_KIND_ROW)};
static const LapKind categories[] = {CATEGORIES(LAP_KIND_ROW)};

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 LAP_STATE_OF_PLUGIN(Game, game),
                                 .id = "new-game",
                                 .version = "0.1.0",
                                 .seats_min = 2,
                                 .seats_max = SEATS_MAX,
                                 .options = LAP_TABLE(options),
                                 .phases = LAP_TABLE(phases),
                                 .actions = LAP_TABLE(actions),
                                 .events = LAP_TABLE(events),
                                 .categories = LAP_TABLE(categories),
                                 .score = score,
                                 .extensions = LAP_TABLE(extensions)};
LAP_PLUGIN_ENTRY { return &plugin; }
