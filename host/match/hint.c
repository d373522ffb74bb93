/* Hints: what a bot finds out of the steps that a seat may take.
 *
 * It is handed what that seat knows, as any bot is, so a hint tells nothing that the person could not know. In a match
 * of several people nobody gets one. */
#include "host-private.h"
#include "host/engine/patience.h"

static gboolean is_allowed(const LapMatch *match, GError **error)
{
  guint people = 0;
  for (guint seat = 0; seat < lap_match_seats(match); seat++) people += lap_seat_is_person(&match->seat[seat]);
  return people <= 1 || lap_match_refuse(error, LAP_MATCH_ERROR_REFUSED, "several people play: there are no hints");
}

static guint64 digest_of(const LapAction *steps, guint n)
{
  guint64 digest = n ? lap_digest_word("hint") : 0;
  for (guint i = 0; i < n; i++) {
    digest = lap_digest_add(digest, (guint64)steps[i].kind << 16 | (guint64)steps[i].seat << 8 | steps[i].n_args);
    for (guint a = 0; a < LAP_ARGS_MAX; a++) digest = lap_digest_add(digest, (guint16)steps[i].arg[a]);
  }
  return digest;
}

static LapThoughtSubject subject_of(LapMatch *match, guint seat, const LapBlock *block, guint64 prefix)
{
  LapHost *host = match->host;
  return (LapThoughtSubject){
      .match = match,
      .id = match->id,
      .seq = match->seq,
      .decision = match->decision,
      .builds = match->ruleset->builds,
      .bot = lap_bot_named("normal"),
      .game = match->ruleset->game,
      .seats = match->ruleset->seats,
      .seat = seat,
      .options = match->ruleset->options,
      .block = block,
      .size = match->ruleset->block_size,
      .generator = {(guint64)lap_generator_next(&host->chance) << 32 | lap_generator_next(&host->chance)},
      .weighs = TRUE,
      .prefix = prefix};
}

gboolean lap_match_weigh(LapMatch *match, guint seat, const LapBlock *block, const LapAction *steps, guint n,
                         const GArray **weights, GError **error)
{
  LapThought **thought = &match->hint[seat];
  guint64 prefix = digest_of(steps, n);
  if (!is_allowed(match, error)) return FALSE;
  if (!match->host->thinking || lap_patience_left() == G_MAXINT64)
    return lap_match_refuse(error, LAP_MATCH_ERROR_UNAVAILABLE, "nobody thinks here");
  if (*thought && !lap_thought_is_of(*thought, match->ruleset->game, match->decision, seat, prefix))
    g_clear_pointer(thought, lap_thought_drop);
  if (!*thought) {
    const LapThoughtSubject subject = subject_of(match, seat, block, prefix);
    *thought = lap_thinking_begin(match->host->thinking, &subject);
  }
  if (!lap_thought_is_done(*thought)) {
    g_source_unref(lap_patience_put_off());
    return lap_match_refuse(error, LAP_MATCH_ERROR_UNAVAILABLE, "it is still thought of");
  }
  *weights = lap_thought_weights(*thought);
  const char *failure = lap_thought_failure(*thought).reason;
  return !failure || lap_match_refuse(error, LAP_MATCH_ERROR_FAULT, "the bot cannot think: %s", failure);
}
