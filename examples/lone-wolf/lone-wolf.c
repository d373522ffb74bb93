/* Lone wolf: a village at night, with one wolf and one seer, and nobody knows who they are. A small game of the family
 * of Mafia (D. Davidoff, 1986).
 *
 * Roles are plain values, not cards. The host deals unknown cards anew for bots that imagine other worlds; of roles
 * only this file knows which are possible: resample. */
#include <string.h>

#include "lapidary/appearance.h"
#include "lapidary/emit.h"
#include "lapidary/resample.h"
#include "lapidary/state.h"
#include "lapidary/tables.h"
#include "lapidary/turns.h"

enum { SEATS = 8 };
enum { UNKNOWN, VILLAGER, SEER, WOLF };
enum { NOT_LOOKED, HARMLESS, IS_WOLF };

#define LONE_WOLF(F, T)                                                                          \
  F(T, EACH, u8, role, SEATS, .visibility = LAP_ROW_OWNER, .rows_are = LAP_ROWS_SEATS)           \
  /* What a seer has found out about each seat. */                                               \
  F(T, MATRIX, u8, found, SEATS, SEATS, .visibility = LAP_ROW_OWNER, .rows_are = LAP_ROWS_SEATS) \
  /* 1 + whom a seat has chosen, until all have. */                                              \
  F(T, EACH, u8, chosen, SEATS, .visibility = LAP_ROW_OWNER, .rows_are = LAP_ROWS_SEATS)         \
  /* Roles of those who have left the village. */                                                \
  F(T, EACH, u8, shown, SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)             \
  F(T, VALUE, u8, nights, .visibility = LAP_PUBLIC)
LAP_STATE(LoneWolf, lone_wolf, LONE_WOLF)

static uint16_t deal(const LapContext *context, LapBlock *block);
static uint32_t living_actors(const LapContext *context, const LapBlock *block);
static void night_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions);
static void day_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions);
static uint16_t choose(const LapContext *context, LapBlock *block, const LapAction *action);
static uint16_t night_ends(const LapContext *context, LapBlock *block);
static uint16_t day_ends(const LapContext *context, LapBlock *block);

static const char *const roles[] = {"unknown", "villager", "seer", "wolf", NULL};
static const char *const findings[] = {"unknown", "harmless", "wolf", NULL};

#define TOGETHER .kind = LAP_PHASE_TOGETHER, .steps_max = 1, .actors = living_actors, .apply = choose
#define PHASES(ROW)                                                      \
  ROW(DEAL, "deal", .kind = LAP_PHASE_AUTOMATIC, .run = deal)            \
  ROW(NIGHT, "night", TOGETHER, .legal = night_legal, .run = night_ends) \
  ROW(DAY, "day", TOGETHER, .legal = day_legal, .run = day_ends)
#define ACTIONS(ROW)                               \
  ROW(POINT, "point", LAP_SECRET_SEAT_ARG("whom")) \
  ROW(VOTE, "vote", LAP_SECRET_SEAT_ARG("whom"))
#define EVENTS(ROW)                                                                              \
  ROW(EATEN, "eaten", LAP_REVEALED_SEAT_ARG("seat"), LAP_REVEALED_CHOICE_ARG("role", roles))     \
  ROW(LOOKED, "looked", LAP_SECRET_SEAT_ARG("seat"),                                             \
      {.name = "found", .choices = findings, .type = LAP_ARG_CHOICE, .secret = 1, .reveals = 1}) \
  ROW(VOTED, "voted", LAP_SEAT_ARG("seat"), LAP_SEAT_ARG("whom"))                                \
  ROW(SENT_AWAY, "sent_away", LAP_SEAT_ARG("seat"), LAP_REVEALED_CHOICE_ARG("role", roles))      \
  ROW(NOBODY_LEFT, "nobody_left")
#define CATEGORIES(ROW) ROW(VICTORY, "victory")
LAP_IDS(phases, 0, PHASES)
LAP_IDS(actions, 0, ACTIONS)
LAP_IDS(events, 0, EVENTS)
LAP_IDS(categories, 0, CATEGORIES)

/* --- who is there */

static uint32_t living(const LapContext *context, const LoneWolf *game)
{
  uint32_t seats = 0;
  for (uint8_t seat = 0; seat < context->seats; seat++)
    if (!game->shown[seat]) seats |= 1u << seat;
  return seats;
}

static uint8_t seat_of(const LapContext *context, const LoneWolf *game, uint8_t role)
{
  uint8_t seat = 0;
  while (seat + 1 < context->seats && game->role[seat] != role) seat++;
  return seat;
}

static uint32_t living_actors(const LapContext *context, const LapBlock *block)
{
  return living(context, lone_wolf_of(context, block));
}

/* --- deal */

static uint16_t deal(const LapContext *context, LapBlock *block)
{
  LoneWolf *game = lone_wolf_in(context, block);
  uint8_t wolf = (uint8_t)context->host->below(context, block, context->seats);
  uint8_t seer = lap_seat_after(context, wolf, 1 + (int)context->host->below(context, block, context->seats - 1u));
  for (uint8_t seat = 0; seat < context->seats; seat++)
    game->role[seat] = seat == wolf ? WOLF : seat == seer ? SEER : VILLAGER;
  return NIGHT;
}

/* --- choosing: everybody at once, at night too, so that nobody is seen to have a reason to */

static void add_choices(const LapContext *context, const LapBlock *block, uint16_t kind, uint8_t seat,
                        LapActions *actions)
{
  uint32_t seats = living(context, lone_wolf_of(context, block));
  for (int16_t whom = 0; whom < context->seats; whom++)
    if (whom != seat && seats >> whom & 1) lap_add_1(actions, kind, seat, whom);
}

static void night_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  add_choices(context, block, POINT, seat, actions);
}

static void day_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  add_choices(context, block, VOTE, seat, actions);
}

static uint16_t choose(const LapContext *context, LapBlock *block, const LapAction *action)
{
  lone_wolf_in(context, block)->chosen[action->seat] = (uint8_t)(1 + action->arg[0]);
  return LAP_DONE;
}

/* --- what comes of it */

static void leave(const LapContext *context, LapBlock *block, uint8_t seat, uint16_t event)
{
  LoneWolf *game = lone_wolf_in(context, block);
  game->shown[seat] = game->role[seat];
  lap_emit(context, block, event, seat, game->role[seat]);
}

/* The wolf has won when one other is left. */
static uint16_t go_on(const LapContext *context, LapBlock *block, uint16_t phase)
{
  LoneWolf *game = lone_wolf_in(context, block);
  memset(game->chosen, 0, sizeof game->chosen);
  uint32_t seats = living(context, game);
  return !(seats >> seat_of(context, game, WOLF) & 1) || __builtin_popcount(seats) <= 2 ? LAP_OVER : phase;
}

static uint16_t night_ends(const LapContext *context, LapBlock *block)
{
  LoneWolf *game = lone_wolf_in(context, block);
  uint8_t seer = seat_of(context, game, SEER);
  if (!game->shown[seer]) {
    uint8_t whom = game->chosen[seer] - 1;
    game->found[seer][whom] = game->role[whom] == WOLF ? IS_WOLF : HARMLESS;
    lap_emit_to(context, block, 1u << seer, LOOKED, whom, game->found[seer][whom]);
  }
  game->nights++;
  leave(context, block, game->chosen[seat_of(context, game, WOLF)] - 1, EATEN);
  return go_on(context, block, DAY);
}

static uint16_t day_ends(const LapContext *context, LapBlock *block)
{
  LoneWolf *game = lone_wolf_in(context, block);
  int votes[SEATS] = {0}, most = 0, with_most = 0;
  uint8_t first = 0;
  for (uint8_t seat = 0; seat < context->seats; seat++) {
    if (!game->chosen[seat]) continue;
    votes[game->chosen[seat] - 1]++;
    lap_emit(context, block, VOTED, seat, game->chosen[seat] - 1);
  }
  for (uint8_t seat = 0; seat < context->seats; seat++)
    if (votes[seat] > most) most = votes[first = seat];
  for (uint8_t seat = 0; seat < context->seats; seat++) with_most += votes[seat] == most;
  if (with_most == 1)
    leave(context, block, first, SENT_AWAY);
  else
    lap_emit(context, block, NOBODY_LEFT);
  return go_on(context, block, NIGHT);
}

/* All of the village win together, wherever they are by then. */
static void score(const LapContext *context, const LapBlock *block, int final)
{
  const LoneWolf *game = lone_wolf_of(context, block);
  for (int8_t seat = 0; final && seat < context->seats; seat++) {
    int wolf_won = !game->shown[seat_of(context, game, WOLF)];
    LapLine line = {.kind = VICTORY, .knows = LAP_EVERYONE, .seat = seat};
    line.points = (game->role[seat] == WOLF) == wolf_won;
    context->host->line(context, &line);
  }
}

/* --- other worlds that are possible to a seat: who may be the wolf, who the seer, and what that one has found */

static uint8_t draw(const LapContext *context, LapBlock *block, uint32_t seats)
{
  uint32_t skip = context->host->below(context, block, (uint32_t)__builtin_popcount(seats));
  while (skip--) seats &= seats - 1;
  return (uint8_t)__builtin_ctz(seats);
}

/* Whom the seat may take for the wolf. */
static uint32_t suspects(const LapContext *context, const LoneWolf *game, uint8_t seat)
{
  uint32_t seats = living(context, game);
  uint8_t wolf = seat_of(context, game, WOLF);
  if (game->shown[wolf]) return 1u << wolf;
  if (seat == LAP_WATCHER) return seats;
  if (game->role[seat] == WOLF) return 1u << seat;
  seats &= ~(1u << seat);
  for (uint8_t other = 0; other < context->seats; other++) {
    if (game->found[seat][other] == IS_WOLF) return 1u << other;
    if (game->found[seat][other] == HARMLESS) seats &= ~(1u << other);
  }
  return seats;
}

static void imagine_findings(const LapContext *context, LapBlock *block, uint8_t seer)
{
  LoneWolf *game = lone_wolf_in(context, block);
  memset(game->found, 0, sizeof game->found);
  for (int night = 0; night < game->nights; night++) {
    uint8_t whom = draw(context, block, lap_all_seats(context) & ~(1u << seer));
    game->found[seer][whom] = game->role[whom] == WOLF ? IS_WOLF : HARMLESS;
  }
}

static void resample(const LapContext *context, LapBlock *block, uint8_t seat)
{
  LoneWolf *game = lone_wolf_in(context, block);
  uint8_t seer = seat_of(context, game, SEER), is_seer = seat != LAP_WATCHER && game->role[seat] == SEER;
  uint8_t wolf = draw(context, block, suspects(context, game, seat));
  uint32_t others = living(context, game) & ~(1u << wolf);
  if (seat != LAP_WATCHER) others &= ~(1u << seat);
  if (!game->shown[seer] && !is_seer) seer = draw(context, block, others);
  for (uint8_t other = 0; other < context->seats; other++)
    game->role[other] = other == wolf ? WOLF : other == seer ? SEER : VILLAGER;
  if (!is_seer) imagine_findings(context, block, seer);
}

/* --- how it is drawn */

static const LapFace role_faces[] = {{.mark = ""},
                                     {.colour = LAP_COLOUR_GREEN, .mark = "☺", .picture = "villager"},
                                     {.colour = LAP_COLOUR_PURPLE, .mark = "◉", .picture = "seer"},
                                     {.colour = LAP_COLOUR_RED, .mark = "W", .picture = "wolf"}};
static const LapFace finding_faces[] = {{.mark = ""},
                                        {.colour = LAP_COLOUR_GREEN, .mark = "✓"},
                                        {.colour = LAP_COLOUR_RED, .mark = "W", .picture = "wolf"}};
static const LapPlacement places[] = {
    {.field = "role", .draw = LAP_DRAW_ROW, .values = role_faces, .n_values = 4},
    {.field = "found", .draw = LAP_DRAW_ROW, .places_are = LAP_ROWS_SEATS, .values = finding_faces, .n_values = 3},
    {.field = "shown", .draw = LAP_DRAW_ROW, .values = role_faces, .n_values = 4},
    {.field = "nights", .draw = LAP_DRAW_COUNTER}};
static const LapTable placements = LAP_TABLE(places);
static const LapResample worlds = {.struct_size = sizeof(LapResample), .resample = resample};
static const LapExtension extensions[] = {{LAP_RESAMPLE, &worlds}, {LAP_PLACEMENTS, &placements}};

/* --- the tables that name all this */

static const LapPhase phases[] = {PHASES(LAP_PHASE_ROW)};
static const LapKind actions[] = {ACTIONS(LAP_KIND_ROW)};
static const LapKind events[] = {EVENTS(LAP_KIND_ROW)};
static const LapKind categories[] = {CATEGORIES(LAP_KIND_ROW)};

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 LAP_STATE_OF_PLUGIN(LoneWolf, lone_wolf),
                                 .id = "lone-wolf",
                                 .version = "1.0.0",
                                 .licence = "MIT",
                                 .authors = "The Lapidary authors",
                                 .seats_min = 4,
                                 .seats_max = SEATS,
                                 .traits = LAP_HIDDEN | LAP_CHANCE,
                                 .phases = LAP_TABLE(phases),
                                 .actions = LAP_TABLE(actions),
                                 .events = LAP_TABLE(events),
                                 .categories = LAP_TABLE(categories),
                                 .score = score,
                                 .extensions = LAP_TABLE(extensions)};
LAP_PLUGIN_ENTRY { return &plugin; }
