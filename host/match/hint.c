/* Hints: what a bot finds out of the steps that a seat may take.
 *
 * It is handed what that seat knows, as any bot is, so a hint tells nothing that the person could not know. In a match
 * of several people nobody gets one. */
#include "host-private.h"
#include "host/bots/searching.h"
#include "host/engine/patience.h"

static gboolean is_allowed(const LapMatch *match, GError **error)
{
  guint people = 0;
  for (guint seat = 0; seat < lap_match_seats(match); seat++) people += lap_seat_is_person(&match->seat[seat]);
  return people <= 1 || lap_match_refuse(error, LAP_MATCH_ERROR_REFUSED, "several people play: there are no hints");
}

gboolean lap_match_weigh(LapMatch *match, guint seat, const LapBlock *block, const LapAction *steps, guint n,
                         const GArray **weights, LapAction *best, GError **error)
{
  const guint64 prefix = n ? lap_digest_add_steps(lap_digest_word("hint"), steps, n) : 0;
  const LapThoughtSubject about = {
      .bot = &lap_bot_normal, .seat = seat, .block = block, .weighs = TRUE, .prefix = prefix};
  if (!is_allowed(match, error)) return FALSE;
  if (!match->host->thinking || lap_patience_left() == G_MAXINT64)
    return lap_match_refuse(error, LAP_MATCH_ERROR_UNAVAILABLE, "nobody thinks here");
  if (!lap_match_think(match, &match->hint[seat], &about)) {
    g_source_unref(lap_patience_put_off());
    return lap_match_refuse(error, LAP_MATCH_ERROR_UNAVAILABLE, "it is still thought of");
  }
  guint chosen;
  const LapAction *choice = lap_thought_steps(match->hint[seat], &chosen);
  if (!choice)
    return lap_match_refuse(error, LAP_MATCH_ERROR_FAULT, "the bot cannot think: %s",
                            lap_thought_failure(match->hint[seat]).reason);
  *best = *choice;
  *weights = lap_thought_weights(match->hint[seat]);
  return TRUE;
}
