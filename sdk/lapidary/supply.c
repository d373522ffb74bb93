#include "lapidary/supply.h"

uint16_t lap_supply_take(uint16_t *heap, uint16_t n)
{
  uint16_t taken = n < *heap ? n : *heap;
  *heap -= taken;
  return taken;
}

uint16_t lap_supply_give(uint16_t *heap, uint16_t n)
{
  uint16_t room = UINT16_MAX - *heap, given = n < room ? n : room;
  *heap += given;
  return given;
}

uint16_t lap_supply_move(uint16_t *from, uint16_t *to, uint16_t n)
{
  if (from == to) return n < *from ? n : *from;
  uint16_t moved = lap_supply_give(to, n < *from ? n : *from);
  return lap_supply_take(from, moved);
}

uint32_t lap_supply_total(const uint16_t *purse, uint32_t kinds)
{
  uint32_t total = 0;
  for (uint32_t kind = 0; kind < kinds; kind++) total += purse[kind];
  return total;
}

uint32_t lap_supply_kinds(const uint16_t *purse, uint32_t kinds)
{
  uint32_t held = 0;
  for (uint32_t kind = 0; kind < kinds; kind++) held += purse[kind] > 0;
  return held;
}

bool lap_supply_affords(const uint16_t *purse, const uint16_t *price, uint32_t kinds)
{
  for (uint32_t kind = 0; kind < kinds; kind++)
    if (purse[kind] < price[kind]) return false;
  return true;
}

static bool has_room(const uint16_t *purse, const uint16_t *more, uint32_t kinds)
{
  for (uint32_t kind = 0; kind < kinds; kind++)
    if (more[kind] > UINT16_MAX - purse[kind]) return false;
  return true;
}

bool lap_supply_pay(uint16_t *purse, uint16_t *to, const uint16_t *price, uint32_t kinds)
{
  if (!lap_supply_affords(purse, price, kinds) || (purse != to && !has_room(to, price, kinds))) return false;
  for (uint32_t kind = 0; kind < kinds; kind++) lap_supply_move(&purse[kind], &to[kind], price[kind]);
  return true;
}
