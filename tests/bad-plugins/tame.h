/* What the animals that break the contract as they play have right: a small card game. Seats draw a card or play one,
 * openly or face down, until there is none left. Each animal lets go of one rein. */
#ifndef TAME_H
#define TAME_H

#include "lapidary/state.h"

#define TAME_CARDS 12
#define TAME_SEATS 3
#define TAME_TRAIL 4

#define TAME_STATE(F, T)                                                                                              \
  F(T, VALUE, u64, note, .visibility = LAP_NOBODY)                                                                    \
  F(T, ZONE, deck, TAME_CARDS, .visibility = LAP_SIZE)                                                                \
  F(T, ZONE, table, TAME_CARDS, .visibility = LAP_BY_MASK)                                                            \
  F(T, ZONE, box, TAME_CARDS, .visibility = LAP_NOBODY, .order = LAP_SET)                                             \
  F(T, ZONES, hand, TAME_SEATS, TAME_CARDS, .visibility = LAP_BY_OWNER, .order = LAP_SET, .rows_are = LAP_ROWS_SEATS) \
  F(T, EACH, u16, points, TAME_SEATS, .visibility = LAP_PUBLIC, .rows_are = LAP_ROWS_SEATS)                           \
  F(T, VALUE, u16, last, .visibility = LAP_PUBLIC)                                                                    \
  F(T, LIST, u16, trail, TAME_TRAIL, .visibility = LAP_PUBLIC)                                                        \
  F(T, SPARE, filler, 9, .visibility = LAP_NOBODY)                                                                    \
  F(T, VALUE, u8, turn, .visibility = LAP_PUBLIC)
LAP_STATE(Tame, tame, TAME_STATE)

enum { TAME_DEAL, TAME_TURN };
enum { TAME_DRAW, TAME_PLAY, TAME_BURY };
enum { TAME_DREW, TAME_PLAYED };

#define TAME __attribute__((unused)) static

TAME const char *const tame_keys[] = {0, "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"};
TAME const LapPieces tame_pieces[] = {{.name = "card", .faces = TAME_CARDS, .total = TAME_CARDS, .key = tame_keys}};
TAME const LapArg tame_open[] = {{.name = "card", .field = "hand", .type = LAP_ARG_PIECE}};
TAME const LapArg tame_secret[] = {{.name = "card", .field = "hand", .type = LAP_ARG_PIECE, .secret = 1}};
TAME const LapArg tame_drew[] = {{.name = "who", .type = LAP_ARG_SEAT},
                                 {.name = "card", .field = "hand", .type = LAP_ARG_PIECE, .secret = 1}};
TAME const LapArg tame_played[] = {{.name = "card", .field = "table", .type = LAP_ARG_PIECE}};
TAME const LapKind tame_actions[] = {
    {.name = "draw"}, {"play", LAP_TABLE(tame_open)}, {"bury", LAP_TABLE(tame_secret)}};
TAME const LapKind tame_events[] = {{"drew", LAP_TABLE(tame_drew)}, {"played", LAP_TABLE(tame_played)}};
TAME const LapKind tame_categories[] = {{.name = "points"}};

TAME void tame_emit(const LapContext *context, const LapBlock *block, LapEvent event)
{
  context->host->event(context, block, &event);
}

TAME LapSlot tame_take(uint16_t *count, LapSlot *slot, uint16_t at)
{
  LapSlot taken = slot[at];
  for (uint16_t i = at; i + 1 < *count; i++) slot[i] = slot[i + 1];
  slot[--*count] = (LapSlot){0};
  return taken;
}

TAME uint16_t tame_find(const Tame *state, uint8_t seat, uint16_t face)
{
  uint16_t at = 0;
  while (at < state->hand[seat].count && state->hand[seat].slot[at].piece != face) at++;
  return at;
}

TAME void tame_draw(const LapContext *context, LapBlock *block, uint8_t seat)
{
  Tame *state = tame_in(context, block);
  LapSlot card = tame_take(&state->deck.count, state->deck.slot, state->deck.count - 1);
  card.known |= (uint16_t)(1u << seat);
  state->hand[seat].slot[state->hand[seat].count++] = card;
  tame_emit(context, block, (LapEvent){TAME_DREW, (uint16_t)(1u << seat), {seat, (int16_t)card.piece}});
}

TAME uint16_t tame_deal(const LapContext *context, LapBlock *block)
{
  Tame *state = tame_in(context, block);
  for (uint16_t face = 1; face <= TAME_CARDS; face++) {
    uint16_t at = (uint16_t)context->host->below(context, block, face);
    state->deck.slot[state->deck.count++] = state->deck.slot[at];
    state->deck.slot[at] = (LapSlot){face, 0};
  }
  for (uint8_t seat = 0; seat < context->seats; seat++) tame_draw(context, block, seat);
  return TAME_TURN;
}

TAME uint32_t tame_actors(const LapContext *context, const LapBlock *block)
{
  return 1u << tame_of(context, block)->turn;
}

TAME void tame_legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const Tame *state = tame_of(context, block);
  if (state->deck.count) lap_add(actions, TAME_DRAW, seat);
  for (uint16_t kind = TAME_PLAY; kind <= TAME_BURY; kind++)
    for (uint16_t face = 1; face <= TAME_CARDS; face++)
      if (tame_find(state, seat, face) < state->hand[seat].count) lap_add_1(actions, kind, seat, (int16_t)face);
}

/* The next seat that can do something. */
TAME uint16_t tame_next(const LapContext *context, LapBlock *block)
{
  Tame *state = tame_in(context, block);
  for (int i = 0; i < context->seats; i++) {
    state->turn = (uint8_t)((state->turn + 1) % context->seats);
    if (state->deck.count || state->hand[state->turn].count) return LAP_STAY;
  }
  return LAP_OVER;
}

TAME void tame_lay_down(const LapContext *context, LapBlock *block, const LapAction *action)
{
  Tame *state = tame_in(context, block);
  uint8_t seat = action->seat;
  uint16_t at = tame_find(state, seat, (uint16_t)action->arg[0]);
  LapSlot card = tame_take(&state->hand[seat].count, state->hand[seat].slot, at);
  if (action->kind == TAME_BURY) {
    state->box.slot[state->box.count++] = card;
    return;
  }
  card.known = LAP_EVERYONE;
  state->table.slot[state->table.count++] = card;
  state->points[seat]++;
  tame_emit(context, block, (LapEvent){TAME_PLAYED, 0, {action->arg[0]}});
}

TAME uint16_t tame_apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  if (action->kind == TAME_DRAW)
    tame_draw(context, block, action->seat);
  else
    tame_lay_down(context, block, action);
  return tame_next(context, block);
}

TAME void tame_score(const LapContext *context, const LapBlock *block, int final)
{
  (void) final;
  for (int8_t seat = 0; seat < context->seats; seat++)
    context->host->line(
        context, &(LapLine){.knows = LAP_EVERYONE, .seat = seat, .points = tame_of(context, block)->points[seat]});
}

/* The phases, with the hooks given; and the plugin of these phases. */
#define TAME_PHASES(deal_, actors_, legal_, apply_)                                                       \
  static const LapPhase tame_phases[] = {                                                                 \
      {.name = "deal", .kind = LAP_PHASE_AUTOMATIC, .run = (deal_)},                                      \
      {.name = "turn", .kind = LAP_PHASE_ONE, .actors = (actors_), .legal = (legal_), .apply = (apply_)}, \
  }

/* The rest: further members of the plugin. */
#define TAME_PLUGIN_WITH(id_, events_, score_, ...)                          \
  static const LapPlugin plugin = {LAP_PLUGIN_HEAD,                          \
                                   .id = (id_),                              \
                                   .version = "1.0.0",                       \
                                   .licence = "MIT",                         \
                                   .authors = "The zoo",                     \
                                   .seats_min = 2,                           \
                                   .seats_max = TAME_SEATS,                  \
                                   LAP_STATE_OF_PLUGIN(Tame, tame),          \
                                   .pieces = LAP_TABLE(tame_pieces),         \
                                   .phases = LAP_TABLE(tame_phases),         \
                                   .actions = LAP_TABLE(tame_actions),       \
                                   .events = LAP_TABLE(events_),             \
                                   .categories = LAP_TABLE(tame_categories), \
                                   .score = (score_),                        \
                                   __VA_ARGS__};                             \
  LAP_PLUGIN_ENTRY { return &plugin; }
#define TAME_PLUGIN(id) TAME_PLUGIN_WITH(id, tame_events, tame_score)

#endif
