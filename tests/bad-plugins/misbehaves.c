/* An honest little game, unless its options say otherwise: misbehaves.h. */
#include "misbehaves.h"

#include "lapidary/highlights.h"
#include "lapidary/resample.h"
#include "lapidary/tables.h"

enum { DEAL, TURN, REFILL };
enum { DREW, PLAYED };
enum { RULE_VALUE, RULE_DRAW, RULE_DRAWN };

/* -- Cards -- */

static LapSlot take(uint16_t *count, LapSlot *slot, uint16_t at)
{
  LapSlot taken = slot[at];
  for (uint16_t i = at; i + 1 < *count; i++) slot[i] = slot[i + 1];
  slot[--*count] = (LapSlot){0};
  return taken;
}

/* The place in a hand of the lowest face from `least` on; none: the number of cards. */
static uint16_t find(const Misbehaves *state, uint8_t seat, uint16_t least)
{
  uint16_t found = state->hand[seat].count;
  for (uint16_t at = 0; at < state->hand[seat].count; at++) {
    const LapSlot *slot = state->hand[seat].slot;
    if (slot[at].piece >= least && (found == state->hand[seat].count || slot[at].piece < slot[found].piece)) found = at;
  }
  return found;
}

static void emit(const LapContext *context, const LapBlock *block, LapEvent event)
{
  context->host->event(context, block, &event);
}

/* -- Rules that a variant may override -- */

static int32_t value(const LapContext *context, const LapBlock *block, int32_t face, int32_t spare)
{
  (void)spare;
  misbehave(HOOK_rule, context, block, NULL);
  return face;
}

/* Seat `to` draws a card, if there is one. */
static int32_t draw(const LapContext *context, LapBlock *block, int32_t to, int32_t spare)
{
  (void)spare;
  misbehave(HOOK_operation, context, block, NULL);
  Misbehaves *state = misbehaves_in(context, block);
  if (!state->deck.count) return 0;
  LapSlot card = take(&state->deck.count, state->deck.slot, state->deck.count - 1);
  card.known |= (uint16_t)(1u << to);
  state->hand[to].slot[state->hand[to].count++] = card;
  emit(context, block, (LapEvent){DREW, (uint16_t)(1u << to), {(int16_t)to, (int16_t)card.piece}});
  context->host->notify(context, block, RULE_DRAWN, to, 0);
  return 1;
}

/* -- Phases -- */

static uint16_t deal(const LapContext *context, LapBlock *block)
{
  misbehave(HOOK_run, context, block, NULL);
  Misbehaves *state = misbehaves_in(context, block);
  for (uint16_t face = 1; face <= CARDS; face++) {
    uint16_t at = (uint16_t)context->host->below(context, block, face);
    state->deck.slot[state->deck.count++] = state->deck.slot[at];
    state->deck.slot[at] = (LapSlot){face, 0};
  }
  for (int i = 0; i < HAND * SEATS; i++) context->host->operation(context, block, RULE_DRAW, i % SEATS, 0);
  return TURN;
}

static uint16_t enter(const LapContext *context, LapBlock *block)
{
  misbehave(HOOK_enter, context, block, NULL);
  return LAP_STAY;
}

static uint32_t actors(const LapContext *context, const LapBlock *block)
{
  misbehave(HOOK_actors, context, block, NULL);
  return 1u << misbehaves_of(context, block)->turn;
}

static void legal(const LapContext *context, const LapBlock *block, uint8_t seat, LapActions *actions)
{
  const Misbehaves *state = misbehaves_of(context, block);
  misbehave(HOOK_legal, context, block, actions);
  for (uint16_t at = find(state, seat, 1); at < state->hand[seat].count;) {
    uint16_t face = state->hand[seat].slot[at].piece;
    lap_add_1(actions, 0, seat, (int16_t)face);
    at = find(state, seat, (uint16_t)(face + 1));
  }
}

static uint16_t apply(const LapContext *context, LapBlock *block, const LapAction *action)
{
  misbehave(HOOK_apply, context, block, NULL);
  Misbehaves *state = misbehaves_in(context, block);
  uint8_t seat = action->seat;
  uint16_t at = find(state, seat, (uint16_t)action->arg[0]);
  LapSlot card = take(&state->hand[seat].count, state->hand[seat].slot, at);
  card.known = LAP_EVERYONE;
  state->table.slot[state->table.count++] = card;
  state->points[seat] += (uint16_t)context->host->rule(context, block, RULE_VALUE, card.piece, 0);
  state->ply++;
  emit(context, block, (LapEvent){PLAYED, 0, {(int16_t)card.piece}});
  return REFILL;
}

static uint16_t refill(const LapContext *context, LapBlock *block)
{
  misbehave(HOOK_run, context, block, NULL);
  Misbehaves *state = misbehaves_in(context, block);
  context->host->operation(context, block, RULE_DRAW, state->turn, 0);
  state->turn = (uint8_t)((state->turn + 1) % SEATS);
  return state->hand[state->turn].count ? TURN : LAP_OVER;
}

/* -- The other hooks -- */

static void derive(const LapContext *context, LapBlock *block)
{
  misbehave(HOOK_derive, context, block, NULL);
  Misbehaves *state = misbehaves_in(context, block);
  state->total = (uint16_t)(state->points[0] + state->points[1]);
}

static void score(const LapContext *context, const LapBlock *block, int final)
{
  (void) final;
  misbehave(HOOK_score, context, block, NULL);
  for (int8_t seat = 0; seat < SEATS; seat++)
    context->host->line(
        context,
        &(LapLine){.knows = LAP_EVERYONE, .seat = seat, .points = misbehaves_of(context, block)->points[seat]});
}

static uint32_t highlights(const LapContext *context, const LapBlock *block, const LapAction *step, LapHighlight *out,
                           uint32_t capacity)
{
  (void)capacity;
  misbehave(HOOK_highlights, context, block, NULL);
  *out = (LapHighlight){.field = "points", .row = step->seat};
  return 1;
}

static void resample(const LapContext *context, LapBlock *block, uint8_t seat)
{
  (void)seat;
  misbehave(HOOK_resample, context, block, NULL);
}

static const LapHighlights lit = {.struct_size = sizeof lit, .highlights = highlights};
static const LapResample resampled = {.struct_size = sizeof resampled, .resample = resample};

static const LapExtension extensions[] = {{LAP_HIGHLIGHTS, &lit}, {LAP_RESAMPLE, &resampled}};

/* -- Tables -- */

#define HOOK_WORD(name) #name,
#define DEED_WORD(name, ...) #name,
static const char *const hooks[] = {HOOKS(HOOK_WORD) NULL};
static const char *const deeds[] = {MISDEEDS(DEED_WORD) NULL};
static const LapOption options[] = {[OPTION_HOOK] = {.name = "hook", .choices = hooks},
                                    [OPTION_DEED] = {.name = "deed", .choices = deeds},
                                    [OPTION_PLY] = {.name = "ply", .min = 0, .max = 99}};

static const char *const keys[] = {0, "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"};
static const LapPieces pieces[] = {{.name = "card", .faces = CARDS, .total = CARDS, .key = keys}};
static const LapKind actions[] = {LAP_KIND("play", LAP_PIECE_ARG("card", "hand"))};
static const LapKind events[] = {[DREW] = LAP_KIND("drew", LAP_SEAT_ARG("who"), LAP_SECRET_PIECE_ARG("card", "hand")),
                                 [PLAYED] = LAP_KIND("played", LAP_PIECE_ARG("card", "table"))};
static const LapKind categories[] = {LAP_KIND("points")};
static const LapPhase phases[] = {
    [DEAL] = {.name = "deal", .kind = LAP_PHASE_AUTOMATIC, .run = deal},
    [TURN] = {.name = "turn", .kind = LAP_PHASE_ONE, .enter = enter, .actors = actors, .legal = legal, .apply = apply},
    [REFILL] = {.name = "refill", .kind = LAP_PHASE_AUTOMATIC, .run = refill}};
static const LapRule rules[] = {[RULE_VALUE] = {.name = "value", .rule = value},
                                [RULE_DRAW] = {.name = "draw", .operation = draw},
                                [RULE_DRAWN] = {.name = "drawn"}};

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 .id = "misbehaves",
                                 .version = "1.0.0",
                                 .licence = "MIT",
                                 .authors = "The zoo",
                                 .seats_min = SEATS,
                                 .seats_max = SEATS,
                                 .traits = LAP_HIDDEN | LAP_CHANCE,
                                 LAP_STATE_OF_PLUGIN(Misbehaves, misbehaves),
                                 .pieces = LAP_TABLE(pieces),
                                 .options = LAP_TABLE(options),
                                 .phases = LAP_TABLE(phases),
                                 .actions = LAP_TABLE(actions),
                                 .events = LAP_TABLE(events),
                                 .categories = LAP_TABLE(categories),
                                 .rules = LAP_TABLE(rules),
                                 .score = score,
                                 .derive = derive,
                                 .extensions = LAP_TABLE(extensions)};

LAP_PLUGIN_ENTRY { return &plugin; }
