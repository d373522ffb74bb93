#include "setup.h"

#include "events.h"
#include "lapidary/deck.h"
#include "lapidary/emit.h"
#include "mine.h"
#include "stock.h"

enum { TARGET }; /* options */
enum { HAND = 4, FEW_SEATS = 4, TARGET_OF_FEW = 20, TARGET_OF_MANY = 15 };

static void deal_skills(const LapContext *context, LapBlock *block)
{
  GemRush *game = gem_rush_in(context, block);
  LapZone box = LAP_ZONE(&game->skill_box);
  lap_deck_fill(box, GEM_RUSH_SKILLS, NULL);
  lap_deck_shuffle(context, block, box);
  for (uint8_t seat = 0; seat < context->seats; seat++) {
    game->skill[seat][0] = lap_zone_take_at(box, *box.count - 1, LAP_EVERYONE);
    lap_emit(context, block, GOT_SKILL, seat, game->skill[seat][0].piece);
  }
}

static void deal_gems(const LapContext *context, LapBlock *block)
{
  GemRush *game = gem_rush_in(context, block);
  for (uint16_t face = 1; face <= GEM_RUSH_FACES; face++)
    lap_deck_add(LAP_ZONE(&game->gem_deck), face, gem_cards(context)[face].copies);
  lap_deck_shuffle(context, block, LAP_ZONE(&game->gem_deck));
  for (uint8_t seat = 0; seat < context->seats; seat++) draw_cards(context, block, seat, HAND);
}

static void draw_tile(GemRush *game)
{
  lap_zone_draw(LAP_ZONE(&game->room_deck), LAP_ZONE(&game->drawn), LAP_EVERYONE);
}

/* The smallest turn that shows a door back. */
static uint8_t turn_back(const LapContext *context, const GemRush *game, uint8_t direction)
{
  const Room *room = room_tile(context, game->drawn.slot[0].piece);
  uint8_t turned = 0;
  while (turned < 3 && !faces_back(room, turned, direction)) turned++;
  return turned;
}

/* Connects another tile to the newest one, which is a tunnel, through its first door to an empty square. Answers
 * whether there is one. */
static bool extend_tunnel(const LapContext *context, GemRush *game)
{
  uint16_t newest = game->rooms - 1;
  for (uint8_t direction = 0; direction < 4; direction++) {
    if (!open_door(context, game, newest, direction)) continue;
    draw_tile(game);
    lay_tile(game, newest, direction, turn_back(context, game, direction));
    return true;
  }
  return false;
}

/* All dwarves start in the first room that is no tunnel (in the last tunnel if there is no way on). */
static void open_mine(const LapContext *context, LapBlock *block)
{
  GemRush *game = gem_rush_in(context, block);
  lap_deck_fill(LAP_ZONE(&game->room_deck), GEM_RUSH_ROOMS, NULL);
  lap_deck_shuffle(context, block, LAP_ZONE(&game->room_deck));
  lap_map_add(LAP_MAP(&game->rooms, game->x, game->y), 0, 0);
  game->room[0] = lap_zone_take_at(LAP_ZONE(&game->room_deck), GEM_RUSH_ROOMS - 1, LAP_EVERYONE);
  while (room_at(context, game, game->rooms - 1)->type == ROOM_TUNNEL && extend_tunnel(context, game)) continue;
  game->start = game->rooms - 1;
  for (uint8_t seat = 0; seat < context->seats; seat++) game->dwarf[seat] = game->start;
  lap_emit(context, block, OPENED, game->room[game->start].piece);
}

int32_t target_of_race(const LapContext *context, const LapBlock *block, int32_t a, int32_t b)
{
  int16_t chosen = lap_option(context, 0, TARGET);
  if (chosen) return chosen;
  return context->seats <= FEW_SEATS ? TARGET_OF_FEW : TARGET_OF_MANY;
}

uint16_t setup_run(const LapContext *context, LapBlock *block)
{
  gem_rush_in(context, block)->target = (uint16_t)context->host->rule(context, block, GEM_RUSH_TARGET, 0, 0);
  deal_skills(context, block);
  deal_gems(context, block);
  open_mine(context, block);
  return GEM_RUSH_TURN_BEGINS;
}
