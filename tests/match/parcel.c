#include "parcel.h"

#include "lapidary/deck.h"
#include "lapidary/state.h"

#define SEATS 4
#define HAND 6
#define CARDS 16
#define CELLS 6
#define PLEDGE_MAX 2

static const LapShape shelf_shape = {.width = 3, .height = 2};

#define PARCEL_STATE(F, T)                                                                                 \
  F(T, ZONE, deck, CARDS, .visibility = LAP_SIZE)                                                          \
  F(T, ZONES, hand, SEATS, HAND, .visibility = LAP_BY_OWNER, .order = LAP_SET, .rows_are = LAP_ROWS_SEATS) \
  F(T, SLOTS, shelf, CELLS, .visibility = LAP_BY_MASK, .shape = &shelf_shape)                              \
  F(T, EACH, u16, coins, SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)                      \
  F(T, EACH, u8, posted, SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)                      \
  F(T, EACH, u8, aimed, SEATS, .visibility = LAP_ROW_OWNER, .rows_are = LAP_ROWS_SEATS)                    \
  F(T, EACH, u8, pledge, SEATS, .visibility = LAP_ROW_OWNER, .rows_are = LAP_ROWS_SEATS)                   \
  F(T, EACH, u8, way, SEATS, .visibility = LAP_ROW_OWNER, .rows_are = LAP_ROWS_SEATS)                      \
  F(T, VALUE, u8, turn, .visibility = LAP_PUBLIC)                                                          \
  F(T, VALUE, u8, round, .visibility = LAP_PUBLIC)
LAP_STATE(Parcel, parcel, PARCEL_STATE)

enum { SETUP, PLEDGING, PLAYING };
enum { ROUNDS, BROKEN };
enum { WHOLE, STUCK, FAULTY, ENDLESS };

static const char *const face_keys[] = {NULL, "blue_1", "blue_2", "red_1", "red_2"};
static const uint8_t copies[] = {0, 4, 4, 4, 4};
static const LapPieces pieces[] = {{.name = "card", .faces = 4, .total = CARDS, .key = face_keys, .copies = copies}};

static const char *const breakages[] = {"no", "stuck", "fault", "endless", NULL};
static const LapOption options[] = {{.name = "rounds", .min = 1, .max = 6, .def = 3},
                                    {.name = "broken", .choices = breakages, .max = 3}};

static const char *const ways[] = {"high", "low", NULL};
static const LapArg aim[] = {{.name = "card", .field = "hand", .type = LAP_ARG_PIECE, .secret = 1}};
static const LapArg post[] = {{.name = "cell", .field = "shelf", .type = LAP_ARG_CELL}};
static const LapArg draw[] = {{.name = "count", .type = LAP_ARG_NUMBER}};
static const LapArg tip[] = {{.name = "to", .type = LAP_ARG_SEAT}};
static const LapArg pick[] = {{.name = "place", .field = "hand", .type = LAP_ARG_ITEM}};
static const LapArg pledge[] = {{.name = "amount", .type = LAP_ARG_NUMBER, .secret = 1}};
static const LapArg mark[] = {{.name = "way", .choices = ways, .type = LAP_ARG_CHOICE, .secret = 1}};
static const LapKind actions[] = {{"aim", LAP_TABLE(aim)},       {"post", LAP_TABLE(post)}, {"draw", LAP_TABLE(draw)},
                                  {"tip", LAP_TABLE(tip)},       {.name = "rest"},          {"pick", LAP_TABLE(pick)},
                                  {"pledge", LAP_TABLE(pledge)}, {"mark", LAP_TABLE(mark)}};

static const LapArg posted[] = {{.name = "who", .type = LAP_ARG_SEAT},
                                {.name = "card", .field = "shelf", .type = LAP_ARG_PIECE},
                                {.name = "cell", .field = "shelf", .type = LAP_ARG_CELL}};
static const LapArg drew[] = {{.name = "who", .type = LAP_ARG_SEAT},
                              {.name = "card", .field = "hand", .type = LAP_ARG_PIECE, .secret = 1},
                              {.name = "count", .type = LAP_ARG_NUMBER, .secret = 1}};
static const LapArg pledged[] = {{.name = "who", .type = LAP_ARG_SEAT}, {.name = "amount", .type = LAP_ARG_NUMBER}};
static const LapKind events[] = {
    {"posted", LAP_TABLE(posted)}, {"drew", LAP_TABLE(drew)}, {"pledged", LAP_TABLE(pledged)}};

static const LapArg shelf_reason[] = {{.name = "count", .type = LAP_ARG_NUMBER}};
static const LapKind categories[] = {{.name = "coins"}, {"shelf", LAP_TABLE(shelf_reason)}, {.name = "cards"}};

static uint16_t set_up(const LapContext *context, LapBlock *block)
{
  Parcel *parcel = parcel_in(context, block);
  lap_deck_fill(LAP_ZONE(&parcel->deck), 4, copies);
  lap_deck_shuffle(context, block, LAP_ZONE(&parcel->deck));
  for (uint8_t seat = 0; seat < context->seats; seat++)
    lap_zone_deal(LAP_ZONE(&parcel->deck), LAP_HAND(&parcel->hand[seat]), 2, (uint16_t)(1u << seat));
  return LAP_ID(0, PLEDGING);
}

static uint32_t everybody(const LapContext *context, const LapBlock *block)
{
  (void)block;
  return (1u << context->seats) - 1;
}

static void may_pledge(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *legal)
{
  const Parcel *parcel = parcel_of(context, block);
  if (parcel->pledge[seat])
    for (int16_t way = 0; way < 2; way++) lap_add_1(legal, LAP_ID(0, PARCEL_MARK), seat, way);
  else
    for (int16_t amount = 0; amount <= PLEDGE_MAX; amount++) lap_add_1(legal, LAP_ID(0, PARCEL_PLEDGE), seat, amount);
}

static uint16_t do_pledge(const LapContext *context, LapBlock *block, const LapAction *action)
{
  Parcel *parcel = parcel_in(context, block);
  uint8_t *kept = action->kind == LAP_ID(0, PARCEL_PLEDGE) ? parcel->pledge : parcel->way;
  kept[action->seat] = (uint8_t)(action->arg[0] + 1);
  return kept == parcel->way ? LAP_DONE : LAP_MORE;
}

static uint16_t settle(const LapContext *context, LapBlock *block)
{
  Parcel *parcel = parcel_in(context, block);
  for (uint8_t seat = 0; seat < context->seats; seat++) {
    int16_t amount = (int16_t)(parcel->pledge[seat] - 1);
    parcel->coins[seat] = (uint16_t)(parcel->coins[seat] + (parcel->way[seat] == 1 ? amount : PLEDGE_MAX - amount));
    parcel->pledge[seat] = parcel->way[seat] = 0;
    context->host->event(context, block, &(LapEvent){LAP_ID(0, PARCEL_PLEDGED), LAP_EVERYONE, {(int16_t)seat, amount}});
  }
  if (lap_option(context, 0, BROKEN) == FAULTY && context->host->below(context, block, 8) == 0)
    context->host->fault(context, "the post office is \"closed\"");
  return LAP_ID(0, PLAYING);
}

static uint32_t whose_turn(const LapContext *context, const LapBlock *block)
{
  return 1u << parcel_of(context, block)->turn;
}

static bool has_room(const Parcel *parcel)
{
  for (int cell = 0; cell < CELLS; cell++)
    if (!parcel->shelf[cell].piece) return true;
  return false;
}

static void may_post(const Parcel *parcel, uint8_t seat, LapActions *legal)
{
  for (int16_t cell = 0; cell < CELLS; cell++)
    if (!parcel->shelf[cell].piece) lap_add_1(legal, LAP_ID(0, PARCEL_POST), seat, cell);
}

static void may_play(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *legal)
{
  const Parcel *parcel = parcel_of(context, block);
  LapConstZone hand = LAP_CONST_ZONE(&parcel->hand[seat]);
  if (lap_option(context, 0, BROKEN) == STUCK && parcel->round == 1) return;
  if (parcel->aimed[seat]) {
    may_post(parcel, seat, legal);
    return;
  }
  for (uint16_t face = lap_zone_next(hand, 0); face && has_room(parcel); face = lap_zone_next(hand, face))
    lap_add_1(legal, LAP_ID(0, PARCEL_AIM), seat, (int16_t)face);
  for (int16_t n = 1; n <= 2 && n <= parcel->deck.count && n + hand.count <= HAND; n++)
    lap_add_1(legal, LAP_ID(0, PARCEL_DRAW), seat, n);
  for (int16_t to = 0; to < context->seats && parcel->coins[seat]; to++)
    if (to != seat) lap_add_1(legal, LAP_ID(0, PARCEL_TIP), seat, to);
  lap_add(legal, LAP_ID(0, PARCEL_REST), seat);
}

static void draw_cards(const LapContext *context, LapBlock *block, uint8_t seat, int16_t n)
{
  Parcel *parcel = parcel_in(context, block);
  for (int16_t i = 0; i < n; i++) {
    uint16_t seen = (uint16_t)(1u << seat);
    uint16_t face = lap_zone_draw(LAP_ZONE(&parcel->deck), LAP_HAND(&parcel->hand[seat]), seen);
    context->host->event(context, block, &(LapEvent){LAP_ID(0, PARCEL_DREW), seen, {(int16_t)seat, (int16_t)face, n}});
  }
}

static void post_card(const LapContext *context, LapBlock *block, uint8_t seat, int16_t cell)
{
  Parcel *parcel = parcel_in(context, block);
  uint16_t face = parcel->aimed[seat];
  parcel->shelf[cell] = lap_zone_take(LAP_HAND(&parcel->hand[seat]), face, LAP_EVERYONE);
  parcel->aimed[seat] = 0;
  parcel->posted[seat]++;
  context->host->event(context, block,
                       &(LapEvent){LAP_ID(0, PARCEL_POSTED), LAP_EVERYONE, {(int16_t)seat, (int16_t)face, cell}});
}

static uint16_t end_turn(const LapContext *context, LapBlock *block)
{
  Parcel *parcel = parcel_in(context, block);
  parcel->turn++;
  if (parcel->turn < context->seats) return LAP_STAY;
  parcel->turn = 0;
  if (lap_option(context, 0, BROKEN) == ENDLESS) return LAP_ID(0, PLEDGING);
  parcel->round++;
  return parcel->round < lap_option(context, 0, ROUNDS) ? LAP_ID(0, PLEDGING) : LAP_OVER;
}

static uint16_t do_play(const LapContext *context, LapBlock *block, const LapAction *action)
{
  Parcel *parcel = parcel_in(context, block);
  if (action->kind == LAP_ID(0, PARCEL_AIM)) {
    parcel->aimed[action->seat] = (uint8_t)action->arg[0];
    return LAP_MORE;
  }
  if (action->kind == LAP_ID(0, PARCEL_POST)) post_card(context, block, action->seat, action->arg[0]);
  if (action->kind == LAP_ID(0, PARCEL_DRAW)) draw_cards(context, block, action->seat, action->arg[0]);
  if (action->kind == LAP_ID(0, PARCEL_TIP)) {
    parcel->coins[action->seat]--;
    parcel->coins[action->arg[0]]++;
  }
  return end_turn(context, block);
}

static void keep_score(const LapContext *context, const LapBlock *block, int final)
{
  const Parcel *parcel = parcel_of(context, block);
  (void) final;
  for (int8_t seat = 0; seat < context->seats; seat++) {
    int16_t n = parcel->posted[seat];
    LapLine line = {.kind = LAP_ID(0, PARCEL_COINS), .knows = LAP_EVERYONE, .seat = seat};
    line.points = parcel->coins[seat];
    context->host->line(context, &line);
    line = (LapLine){.kind = LAP_ID(0, PARCEL_SHELF), .knows = LAP_EVERYONE, .seat = seat, .points = 3 * n, .arg = {n}};
    context->host->line(context, &line);
    line = (LapLine){.kind = LAP_ID(0, PARCEL_CARDS), .knows = LAP_EVERYONE, .seat = seat, .tier = LAP_TIER_TIES};
    line.points = parcel->hand[seat].count;
    context->host->line(context, &line);
  }
}

static const LapPhase phases[] = {
    {.name = "setup", .kind = LAP_PHASE_AUTOMATIC, .run = set_up},
    {.name = "pledging",
     .kind = LAP_PHASE_TOGETHER,
     .steps_max = 2,
     .actors = everybody,
     .legal = may_pledge,
     .apply = do_pledge,
     .run = settle},
    {.name = "playing", .kind = LAP_PHASE_ONE, .actors = whose_turn, .legal = may_play, .apply = do_play},
};

static const char *const kinds[] = {"land", "sea", NULL};
static const LapColumn columns[] = {
    {.name = "key", .type = LAP_COLUMN_KEY, .width = 8, .offset = offsetof(ParcelRoute, key)},
    {.name = "fee", .type = LAP_COLUMN_NUMBER, .width = 2, .offset = offsetof(ParcelRoute, fee)},
    {.name = "kinds",
     .type = LAP_COLUMN_CHOICE,
     .choices = kinds,
     .width = 1,
     .capacity = 3,
     .offset = offsetof(ParcelRoute, kind),
     .count = offsetof(ParcelRoute, kinds)},
    {.name = "flags", .type = LAP_COLUMN_FLAGS, .choices = kinds, .width = 4, .offset = offsetof(ParcelRoute, flags)},
};
static const LapCatalogue catalogues[] = {{.name = "routes",
                                           .file = "routes.json",
                                           .columns = LAP_TABLE(columns),
                                           .row_size = sizeof(ParcelRoute),
                                           .rows_min = 1,
                                           .rows_max = 10}};
const ParcelRoute parcel_routes[3] = {{0}, {"short", 2, {0}, 1, 1}, {"long", 300, {1, 0}, 2, 3}};
const ParcelRoute parcel_other_routes[3] = {{0}, {"short", 2, {0}, 1, 1}, {"long", 301, {1, 0}, 2, 3}};

static const LapPlugin parcel_plugin = {
    LAP_PLUGIN_HEAD,
    .id = "parcel",
    .version = "1.2.0",
    .seats_min = 2,
    .seats_max = SEATS,
    .traits = LAP_HIDDEN | LAP_CHANCE,
    LAP_STATE_OF_PLUGIN(Parcel, parcel),
    .catalogues = LAP_TABLE(catalogues),
    .pieces = LAP_TABLE(pieces),
    .options = LAP_TABLE(options),
    .phases = LAP_TABLE(phases),
    .actions = LAP_TABLE(actions),
    .events = LAP_TABLE(events),
    .categories = LAP_TABLE(categories),
    .score = keep_score,
};

/* Express: the seats play together for a goal. */

#define EXPRESS_STATE(F, T) F(T, VALUE, u8, stamp, .visibility = LAP_PUBLIC)
LAP_STATE_AT(1, Express, express, EXPRESS_STATE)

static const LapOption express_options[] = {{.name = "goal", .min = 0, .max = 100, .def = 20}};
static const LapKind express_categories[] = {{.name = "team"}, {.name = "goal"}};

static void keep_express_score(const LapContext *context, const LapBlock *block, int final)
{
  const Parcel *parcel = lap_segment_const(context, block, 0);
  LapLine line = {.kind = LAP_ID(1, 0), .knows = LAP_EVERYONE, .seat = LAP_TOGETHER};
  (void) final;
  for (uint8_t seat = 0; seat < context->seats; seat++) line.points += parcel->coins[seat] + 3 * parcel->posted[seat];
  context->host->line(context, &line);
  line = (LapLine){.kind = LAP_ID(1, 1), .knows = LAP_EVERYONE, .seat = LAP_TOGETHER, .tier = LAP_TIER_GOAL};
  line.points = lap_option(context, 1, 0);
  context->host->line(context, &line);
}

static const LapPlugin express_plugin = {
    LAP_PLUGIN_HEAD,
    .depth = 1,
    .id = "parcel-express",
    .version = "0.3.1",
    .extends = "parcel",
    .accepts = "1.2",
    .traits = LAP_COOPERATIVE,
    LAP_STATE_OF_PLUGIN(Express, express),
    .base = LAP_TABLE(parcel_fields),
    .options = LAP_TABLE(express_options),
    .categories = LAP_TABLE(express_categories),
    .score = keep_express_score,
};

static LapGame *link_chain(const LapPlugin *base, const ParcelRoute *routes, guint n)
{
  static LapRowsTable tables[2];
  LapRowsTable *table = &tables[routes == parcel_other_routes];
  *table = (LapRowsTable){.row = routes, .n = 2, .row_size = sizeof *routes};
  const LapSource chain[] = {{.plugin = base, .catalogues = table}, {.plugin = &express_plugin}};
  g_autoptr(GError) error = NULL;
  LapGame *game = lap_game_link(chain, n, &error);
  g_assert_no_error(error);
  return game;
}

LapGame *parcel_link(const ParcelRoute *routes) { return link_chain(&parcel_plugin, routes, 1); }
LapGame *parcel_express_link(void) { return link_chain(&parcel_plugin, parcel_routes, 2); }

LapGame *parcel_link_version(const char *version)
{
  static LapPlugin plugin;
  plugin = parcel_plugin;
  plugin.version = version;
  return link_chain(&plugin, parcel_routes, 1);
}

LapOptions *parcel_options(const LapGame *game, const char *const *pairs)
{
  LapOptions *options_ = lap_options_new(game);
  for (; *pairs; pairs++) {
    g_auto(GStrv) pair = g_strsplit(*pairs, "=", 2);
    g_autoptr(GError) error = NULL;
    lap_options_set(options_, game, pair[0], pair[1], &error);
    g_assert_no_error(error);
  }
  return options_;
}
