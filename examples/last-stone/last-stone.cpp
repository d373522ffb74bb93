// Last stone, which is Nim, in C++17: three heaps; one takes any number from one of them; whoever takes the last one
// wins, or loses.
//
// As in C, but for what C++ wants otherwise: members of the contract's structs are named in the order of their
// declaration, attributes of the state in the order visibility, order, rows_are, set, shape, and a line of the score is
// a variable before its address is taken. Nothing may be thrown out of a hook.
#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "lapidary/appearance.h"
#include "lapidary/emit.h"
#include "lapidary/state.h"
#include "lapidary/tables.h"
#include "lapidary/turns.h"

namespace
{

constexpr int SEATS = 2, HEAPS = 3;
enum { LAST_ONE };
enum { WINS, LOSES };

#define NIM(F, T)                                        \
  F(T, ARRAY, u8, heap, HEAPS, .visibility = LAP_PUBLIC) \
  F(T, VALUE, u8, active, .visibility = LAP_PUBLIC)
LAP_STATE(Nim, nim, NIM)

uint16_t set_up(const LapContext *context, LapBlock *block);
uint32_t actors(const LapContext *context, const LapBlock *block);
void legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions);
uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action);

const char *const heaps[] = {"small", "middle", "large", nullptr};
#define PHASES(ROW)                                                 \
  ROW(SET_UP, "set_up", .kind = LAP_PHASE_AUTOMATIC, .run = set_up) \
  ROW(TAKE, "take", .kind = LAP_PHASE_ONE, .actors = actors, .legal = legal, .apply = apply)
#define ACTIONS(ROW) ROW(TAKE_FROM, "take", LAP_CHOICE_ARG("heap", heaps), LAP_NUMBER_ARG("stones"))
#define EVENTS(ROW) ROW(TOOK, "took", LAP_SEAT_ARG("seat"), LAP_NUMBER_ARG("stones"), LAP_CHOICE_ARG("heap", heaps))
#define CATEGORIES(ROW) ROW(VICTORY, "victory")
LAP_IDS(phases, 0, PHASES)
LAP_IDS(actions, 0, ACTIONS)
LAP_IDS(events, 0, EVENTS)
LAP_IDS(categories, 0, CATEGORIES)

uint16_t set_up(const LapContext *context, LapBlock *block)
{
  Nim *game = nim_in(context, block);
  for (int heap = 0; heap < HEAPS; heap++) game->heap[heap] = static_cast<uint8_t>(3 + heap);
  return TAKE;
}

uint32_t actors(const LapContext *context, const LapBlock *block) { return 1u << nim_of(context, block)->active; }

void legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const Nim *game = nim_of(context, block);
  for (int16_t heap = 0; heap < HEAPS; heap++)
    for (int16_t stones = 1; stones <= game->heap[heap]; stones++) lap_add_2(actions, TAKE_FROM, seat, heap, stones);
}

bool is_over(const Nim *game)
{
  return std::all_of(std::begin(game->heap), std::end(game->heap), [](uint8_t stones) { return stones == 0; });
}

uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  Nim *game = nim_in(context, block);
  const auto [heap, stones] = std::pair(action->arg[0], action->arg[1]);
  game->heap[heap] = static_cast<uint8_t>(game->heap[heap] - stones);
  lap_emit(context, block, TOOK, action->seat, stones, heap);
  game->active = lap_seat_after(context, action->seat, 1);
  return is_over(game) ? LAP_OVER : LAP_STAY;
}

// Once it is over, the seat that would be next has not taken the last one.
void score(const LapContext *context, const LapBlock *block, int final)
{
  const Nim *game = nim_of(context, block);
  const bool last_wins = lap_option(context, 0, LAST_ONE) == WINS;
  for (int8_t seat = 0; final && seat < SEATS; seat++) {
    LapLine line{};
    line.kind = VICTORY;
    line.knows = LAP_EVERYONE;
    line.seat = seat;
    line.points = (seat != game->active) == last_wins;
    context->host->line(context, &line);
  }
}

const LapPlacement places[] = {{.field = "heap", .draw = LAP_DRAW_ROW, .labels = heaps}};
const LapTable placements = LAP_TABLE(places);
const LapExtension extensions[] = {{LAP_PLACEMENTS, &placements}};

const char *const last_one[] = {"wins", "loses", nullptr};
const LapOption options[] = {{.name = "last_one", .choices = last_one}};
const LapPhase phases[] = {PHASES(LAP_PHASE_ROW)};
const LapKind actions[] = {ACTIONS(LAP_KIND_ROW)};
const LapKind events[] = {EVENTS(LAP_KIND_ROW)};
const LapKind categories[] = {CATEGORIES(LAP_KIND_ROW)};

const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                          .seats_min = SEATS,
                          .seats_max = SEATS,
                          .id = "last-stone",
                          .version = "1.0.0",
                          .licence = "MIT",
                          .authors = "The Lapidary authors",
                          LAP_STATE_OF_PLUGIN(Nim, nim),
                          .options = LAP_TABLE(options),
                          .phases = LAP_TABLE(phases),
                          .actions = LAP_TABLE(actions),
                          .events = LAP_TABLE(events),
                          .categories = LAP_TABLE(categories),
                          .score = score,
                          .extensions = LAP_TABLE(extensions)};

} // namespace

LAP_PLUGIN_ENTRY { return &plugin; }
