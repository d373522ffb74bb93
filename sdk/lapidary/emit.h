/* Events in a line: for everyone, and with arguments that only some may know.
 *
 *   lap_emit(context, block, PASSED, seat);
 *   lap_emit_to(context, block, 1u << seat, DREW, seat, card);
 *
 * The arguments are those of the kind, in its order. Call it after the change (LapServices.event). */
#ifndef LAPIDARY_EMIT_H
#define LAPIDARY_EMIT_H

#include "lapidary/context.h"

#define lap_emit(context, block, ...) lap_emit_to(context, block, LAP_EVERYONE, __VA_ARGS__)

/* `knows`: who may know the secret arguments, as bits. */
#define lap_emit_to(context, block, knows, ...) lap_emit_event(context, block, lap_event_of(knows, __VA_ARGS__))

#ifdef __cplusplus
template <typename... Arguments> LapEvent lap_event_of(uint16_t knows, uint16_t kind, Arguments... arguments)
{
  return LapEvent{kind, knows, {static_cast<int16_t>(arguments)...}};
}
#else
#define lap_event_of(knows_, kind_, ...) ((LapEvent){.kind = kind_, .knows = knows_, .arg = {__VA_ARGS__}})
#endif

/* The same for an event that is there already. */
static inline void lap_emit_event(const LapContext *context, const LapBlock *block, LapEvent event)
{
  context->host->event(context, block, &event);
}

#endif
