/* The data of Gem Rush: rows of gems.json, rooms.json and skills.json. */
#ifndef GEM_RUSH_CATALOGUES_H
#define GEM_RUSH_CATALOGUES_H

#include "gem-rush.h"

enum { OBSIDIAN, PERMAFROST, ELECTRUM, SOULSTONE, STAR_TEAR, FIRE_RUBY, LIVING_JADE, STANDARD_GEMS };
enum { DIAMOND_DUST = STANDARD_GEMS, ECHOGLASS, ORICHALCUM, WARPSTONE, GEMS };

/* One or two gems. */
typedef struct {
  const char *key;
  int8_t gem[2];
  uint8_t n_gems;
  int8_t copies;
} GemCard;

/* The words of an effect, in the order of data/rooms.json's "op", "of" and "where". */
enum {
  OP_NONE,
  OP_DRAW,
  OP_DRAW_X,
  OP_REVEAL,
  OP_REVEAL_X,
  OP_DIG,
  OP_KEEP,
  OP_KEEP_CHOOSE,
  OP_DISCARD,
  OP_DISCARD_X,
  OP_NAME,
  OP_GO,
  OP_GAIN_STEPS,
  OP_POINTS,
  OP_REQUIRE_HAND_MAX
};
enum {
  OF_SPECIAL = 1 << GEMS,
  OF_STANDARD_ONLY = 2 << GEMS,
  OF_NAMED = 4 << GEMS,
  OF_OWN = 8 << GEMS,
  OF_ALL = 16 << GEMS
};
enum { GO_MOVEMENT_ROOM, GO_SAME_LINE, GO_ANY_ROOM, GO_NEIGHBOUR, GO_TWO_AWAY, GO_START, GO_DWARF };

typedef struct {
  uint16_t of; /* cards that show one of these gems, or any of the words above */
  int8_t op, n, where;
  uint8_t spare;
} EffectOp;

typedef struct {
  int8_t cost[GEM_RUSH_COST]; /* standard gems */
  uint8_t n;
  int8_t points;
} Door;

enum { ROOM_ACTION, ROOM_MOVEMENT, ROOM_FREE, ROOM_TUNNEL };

/* Doors are those of the tile as it lies unturned; a side without one is a wall. */
typedef struct {
  const char *key;
  int8_t type, doors; /* bits of directions */
  Door door[4];
  EffectOp op[GEM_RUSH_OPS];
} Room;

enum {
  SKILL_NONE,
  SKILL_STEPS,
  SKILL_HAND_LIMIT,
  SKILL_DRAW_ACTION,
  SKILL_OWN_WILD,
  SKILL_BIG_DOOR,
  SKILL_HAGGLE,
  SKILL_BREAK_WALL,
  SKILL_TUNNEL_FREE,
  SKILL_DISCARD_DRAW,
  SKILL_BUILD_DRAW,
  SKILL_COMPANY_DRAW,
  SKILL_SECOND_BUILD,
  SKILL_ECHO_WILD,
  SKILL_ORICHALCUM,
  SKILL_WARP_DRAW,
  SKILL_DUST,
  SKILL_RUN,
  SKILL_SURVEY,
  SKILL_TRADE
};

typedef struct {
  const char *key;
  int8_t kind, n, least;
  EffectOp op[GEM_RUSH_OPS];
} Skill;

static inline const GemCard *gem_cards(const LapContext *context) { return lap_rows(context, 0, 0); }
static inline const Room *room_tile(const LapContext *context, uint16_t face)
{
  return (const Room *)lap_rows(context, 0, 1) + face;
}
static inline const Skill *skill_card(const LapContext *context, uint16_t face)
{
  return (const Skill *)lap_rows(context, 0, 2) + face;
}

/* The skill of a seat, and the same if it is of a kind, else NULL. */
static inline const Skill *skill_of(const LapContext *context, const GemRush *game, uint8_t seat)
{
  return skill_card(context, game->skill[seat][0].piece);
}
static inline const Skill *has_skill(const LapContext *context, const GemRush *game, uint8_t seat, int kind)
{
  const Skill *skill = skill_of(context, game, seat);
  return skill->kind == kind ? skill : (const Skill *)0;
}

/* The same of a skill that serves once a turn, if it has not served yet. */
static inline const Skill *has_unused_skill(const LapContext *context, const GemRush *game, uint8_t seat, int kind)
{
  return game->skill_used ? (const Skill *)0 : has_skill(context, game, seat, kind);
}

/* The gem of a seat's dwarf. */
static inline uint8_t own_gem(uint8_t seat) { return seat; }

/* The gems that a card shows, as bits. */
static inline uint16_t gems_on(const GemCard *card)
{
  uint16_t gems = 0;
  for (int i = 0; i < card->n_gems; i++) gems |= 1u << card->gem[i];
  return gems;
}

#endif
