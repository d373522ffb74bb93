/* Gem Rush, the race: the tables that name its parts. The rules themselves are in turn (from the beginning of a turn to
 * its end), setup, move, build and payment, rooms (the effects), mine and stock; every ruling taken is in README.md. */
#include "gem-rush.h"

#include "appearance.h"
#include "build.h"
#include "catalogues.h"
#include "evaluate.h"
#include "lapidary/tables.h"
#include "move.h"
#include "rooms.h"
#include "setup.h"
#include "turn.h"

/* --- data; the words are in the order of the enumerations in catalogues.h */

#define GEM_WORDS                                                                                             \
  "obsidian", "permafrost", "electrum", "soulstone", "star_tear", "fire_ruby", "living_jade", "diamond_dust", \
      "echoglass", "orichalcum", "warpstone"
static const char *const gems[] = {GEM_WORDS, NULL};
static const char *const standard_gems[] = {"obsidian",  "permafrost", "electrum",    "soulstone",
                                            "star_tear", "fire_ruby",  "living_jade", NULL};
static const char *const directions[] = {"north", "east", "south", "west", NULL};
static const char *const types[] = {"action", "movement", "free", "tunnel", NULL};
static const char *const ops[] = {"none",       "draw",        "draw_x",           "reveal",    "reveal_x", "dig",
                                  "keep",       "keep_choose", "discard",          "discard_x", "name",     "go",
                                  "gain_steps", "points",      "require_hand_max", NULL};
static const char *const filters[] = {GEM_WORDS, "special", "standard_only", "named", "own", "all", NULL};
static const char *const goals[] = {"movement_room", "same_line", "any_room", "neighbour",
                                    "two_away",      "start",     "dwarf",    NULL};
static const char *const skill_kinds[] = {
    "none",       "steps",       "hand_limit",   "draw_action", "own_wild",     "big_door",     "haggle",
    "break_wall", "tunnel_free", "discard_draw", "build_draw",  "company_draw", "second_build", "echo_wild",
    "orichalcum", "warp_draw",   "dust",         "run",         "survey",       "trade",        NULL};

#define OP_COLUMNS(Row, index, name)                                                        \
  LAP_CHOICE_COLUMN_AS(Row, op[index].op, "effect." name ".op", ops, .optional = 1),        \
      LAP_NUMBER_COLUMN_AS(Row, op[index].n, "effect." name ".n", 0, 9, .optional = 1),     \
      LAP_FLAGS_COLUMN_AS(Row, op[index].of, "effect." name ".of", filters, .optional = 1), \
      LAP_CHOICE_COLUMN_AS(Row, op[index].where, "effect." name ".where", goals, .optional = 1)
#define EFFECT_COLUMNS(Row) \
  OP_COLUMNS(Row, 0, "first"), OP_COLUMNS(Row, 1, "second"), OP_COLUMNS(Row, 2, "third"), OP_COLUMNS(Row, 3, "fourth")
#define DOOR_COLUMNS(index, side)                                                                           \
  LAP_CHOICES_COLUMN_AS(Room, door[index].cost, door[index].n, side ".cost", standard_gems, .optional = 1), \
      LAP_NUMBER_COLUMN_AS(Room, door[index].points, side ".points", 0, 99, .optional = 1)

static const LapColumn gem_columns[] = {LAP_KEY_COLUMN(GemCard, key),
                                        LAP_CHOICES_COLUMN_AS(GemCard, gem, n_gems, "gems", gems, .optional = 0),
                                        LAP_NUMBER_COLUMN(GemCard, copies, 1, 75)};
static const LapColumn room_columns[] = {LAP_KEY_COLUMN(Room, key),
                                         LAP_CHOICE_COLUMN(Room, type, types),
                                         LAP_FLAGS_COLUMN(Room, doors, directions),
                                         DOOR_COLUMNS(0, "north"),
                                         DOOR_COLUMNS(1, "east"),
                                         DOOR_COLUMNS(2, "south"),
                                         DOOR_COLUMNS(3, "west"),
                                         EFFECT_COLUMNS(Room)};
static const LapColumn skill_columns[] = {LAP_KEY_COLUMN(Skill, key), LAP_CHOICE_COLUMN(Skill, kind, skill_kinds),
                                          LAP_NUMBER_COLUMN_AS(Skill, n, "n", 0, 9, .optional = 1),
                                          LAP_NUMBER_COLUMN_AS(Skill, least, "least", 0, 9, .optional = 1),
                                          EFFECT_COLUMNS(Skill)};
static const LapCatalogue catalogues[] = {
    LAP_CATALOGUE("gems", "gems.json", GemCard, gem_columns, GEM_RUSH_FACES),
    LAP_CATALOGUE("rooms", "rooms.json", Room, room_columns, GEM_RUSH_ROOMS),
    LAP_CATALOGUE("skills", "skills.json", Skill, skill_columns, GEM_RUSH_SKILLS)};
static const LapPieces pieces[] = {
    {.name = "gem", .catalogue = "gems", .faces = GEM_RUSH_FACES, .total = GEM_RUSH_CARDS},
    {.name = "room", .catalogue = "rooms", .faces = GEM_RUSH_ROOMS, .total = GEM_RUSH_ROOMS},
    {.name = "skill", .catalogue = "skills", .faces = GEM_RUSH_SKILLS, .total = GEM_RUSH_SKILLS}};
static const LapOption options[] = {{.name = "target", .min = 0, .max = 1000, .def = 0}};

/* --- phases */

#define CHOICE(name_, ...)                                           \
  {                                                                  \
    name_, .kind = LAP_PHASE_ONE, .actors = only_active, __VA_ARGS__ \
  }
#define JOINT(name_, run_)                          \
  {                                                 \
    name_, .kind = LAP_PHASE_AUTOMATIC, .run = run_ \
  }
static const LapPhase phases[] = {
    JOINT("setup", setup_run),
    JOINT("turn_begins", turn_begins_run),
    JOINT("check", check_run),
    CHOICE("discard", .enter = discard_enter, .legal = discard_legal, .apply = discard_apply),
    CHOICE("move", .legal = move_legal, .apply = move_apply),
    CHOICE("choose_tile", .enter = choose_tile_enter, .legal = choose_tile_legal, .apply = choose_tile_apply),
    CHOICE("rotate", .legal = rotate_legal, .apply = rotate_apply),
    CHOICE("action", .legal = action_legal, .apply = action_apply),
    JOINT("effect", effect_run),
    CHOICE("choose_x", .legal = choose_x_legal, .apply = choose_x_apply),
    CHOICE("name_gem", .legal = name_gem_legal, .apply = name_gem_apply),
    CHOICE("keep", .legal = keep_legal, .apply = keep_apply),
    CHOICE("give", .legal = give_legal, .apply = give_apply),
    CHOICE("go", .legal = go_legal, .apply = go_apply),
    JOINT("after_action", after_action_run),
    JOINT("turn_ends", turn_ends_run)};

/* --- actions, events, score lines: in the order of kinds.h, events.h and the sources of points in gem-rush.h */

static const char *const turns[] = {"not", "right", "half", "left", NULL};
static const char *const reasons[] = {"target_reached", "no_tiles_left", "mine_closed", "rounds_played", NULL};

#define SEAT LAP_SEAT_ARG("seat")
#define CARD(field) LAP_PIECE_ARG("card", field)
#define ROOM(field) LAP_PIECE_ARG("room", field)
#define DIRECTION LAP_CHOICE_ARG("direction", directions)
#define SKILL LAP_PIECE_ARG("skill", "skill")

static const LapKind actions[] = {LAP_KIND("discard", CARD("hand")),
                                  LAP_KIND("step", DIRECTION),
                                  LAP_KIND("break_wall", DIRECTION),
                                  LAP_KIND("build", DIRECTION),
                                  LAP_KIND("warp", CARD("hand")),
                                  LAP_KIND("warp_to", ROOM("room")),
                                  LAP_KIND("warp_build", ROOM("room"), DIRECTION),
                                  LAP_KIND("haggle", LAP_CHOICE_ARG("gem", standard_gems)),
                                  LAP_KIND("settle"),
                                  LAP_KIND("pay", CARD("hand")),
                                  LAP_KIND("add", CARD("hand")),
                                  LAP_KIND("use_room", ROOM("room")),
                                  LAP_KIND("use_skill", CARD("hand")),
                                  LAP_KIND("end_move"),
                                  LAP_KIND("choose_tile", ROOM("drawn")),
                                  LAP_KIND("rotate", LAP_CHOICE_ARG("turn", turns)),
                                  LAP_KIND("draw"),
                                  LAP_KIND("choose_x", LAP_NUMBER_ARG("x")),
                                  LAP_KIND("name_gem", LAP_CHOICE_ARG("gem", gems)),
                                  LAP_KIND("keep", CARD("aside")),
                                  LAP_KIND("go", ROOM("room"))};

static const LapKind events[] = {LAP_KIND("opened", ROOM("room")),
                                 LAP_KIND("got_skill", SEAT, SKILL),
                                 LAP_KIND("ended", LAP_CHOICE_ARG("reason", reasons)),
                                 LAP_KIND("drew", SEAT, LAP_SECRET_PIECE_ARG("card", "hand")),
                                 LAP_KIND("revealed", CARD("aside")),
                                 LAP_KIND("kept", SEAT, CARD("hand")),
                                 LAP_KIND("discarded", SEAT, CARD("discard_pile")),
                                 LAP_KIND("cleared", LAP_NUMBER_ARG("cards")),
                                 LAP_KIND("reshuffled", LAP_NUMBER_ARG("cards")),
                                 LAP_KIND("walked", SEAT, ROOM("room")),
                                 LAP_KIND("broke_wall", SEAT, ROOM("room")),
                                 LAP_KIND("warped", SEAT, CARD("discard_pile"), ROOM("room")),
                                 LAP_KIND("paid_card", SEAT, CARD("payment")),
                                 LAP_KIND("warp_spent", SEAT, CARD("payment")),
                                 LAP_KIND("haggled", SEAT, LAP_CHOICE_ARG("gem", standard_gems)),
                                 LAP_KIND("built", SEAT, ROOM("room"), DIRECTION, LAP_NUMBER_ARG("points")),
                                 LAP_KIND("drew_tile", SEAT, ROOM("drawn")),
                                 LAP_KIND("put_under", ROOM("room_deck")),
                                 LAP_KIND("placed", SEAT, ROOM("room")),
                                 LAP_KIND("used_room", SEAT, ROOM("room")),
                                 LAP_KIND("used_skill", SEAT, SKILL),
                                 LAP_KIND("named", SEAT, LAP_CHOICE_ARG("gem", gems)),
                                 LAP_KIND("chose_x", SEAT, LAP_NUMBER_ARG("x")),
                                 LAP_KIND("gained_steps", SEAT, LAP_NUMBER_ARG("steps")),
                                 LAP_KIND("gained_points", SEAT, LAP_NUMBER_ARG("points")),
                                 LAP_KIND("last_round", SEAT, LAP_NUMBER_ARG("points"), LAP_SEAT_ARG("other")),
                                 LAP_KIND("orichalcum_counted", SEAT, LAP_NUMBER_ARG("points")),
                                 LAP_KIND("skill_counted", SEAT, LAP_NUMBER_ARG("points")),
                                 LAP_KIND("left_free", SEAT),
                                 LAP_KIND("entered_free", SEAT),
                                 LAP_KIND("no_cards"),
                                 LAP_KIND("lost_card", SEAT, CARD("payment")),
                                 LAP_KIND("no_way_back", ROOM("room")),
                                 LAP_KIND("one_way", ROOM("room"), LAP_PIECE_ARG("neighbour", "room")),
                                 LAP_KIND("last_turn", SEAT, LAP_CHOICE_ARG("reason", reasons)),
                                 LAP_KIND("race_ends", SEAT, LAP_NUMBER_ARG("points")),
                                 LAP_KIND("named_again", SEAT, LAP_CHOICE_ARG("gem", gems))};

#define DWARF LAP_SEAT_ARG("dwarf")
static const LapKind categories[] = {LAP_KIND("doors", DWARF, ROOM("room"), DIRECTION), LAP_KIND("orichalcum", DWARF),
                                     LAP_KIND("skill", DWARF), LAP_KIND("rooms", DWARF)};

static const LapRule rules[] = {{"sees_drawn", .rule = sees_drawn},
                                {"has_company", .rule = has_company},
                                {"scores_for", .rule = scores_for},
                                {"target", .rule = target_of_race}};

static const LapExtension extensions[] = {{LAP_FACES, &gem_rush_faces},
                                          {LAP_PLACEMENTS, &gem_rush_placements},
                                          {LAP_HIGHLIGHTS, &gem_rush_highlights},
                                          {LAP_EVALUATE, &gem_rush_evaluate}};

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 LAP_STATE_OF_PLUGIN(GemRush, gem_rush),
                                 .id = "gem-rush",
                                 .version = "1.0.0",
                                 .licence = "MIT",
                                 .authors = "The Lapidary authors",
                                 .seats_min = 2,
                                 .seats_max = GEM_RUSH_SEATS,
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
