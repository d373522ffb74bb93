/* Hints: what a bot finds out of the steps that a seat may take.
 *
 * It is handed what that seat knows, as any bot is, so a hint tells nothing that the person could not know. In a match
 * of several people nobody gets one, unless its creator wants that; a creator may also want none at all. */
#include "host-private.h"
#include "host/bots/searching.h"
#include "host/engine/patience.h"

const char *lap_match_get_hints(LapMatch *match) { return match->hints ? lap_hint_kinds[match->hints] : NULL; }

static gboolean is_allowed(const LapMatch *match, GError **error)
{
  guint people = 0;
  if (match->hints == LAP_HINTS_ALWAYS) return TRUE;
  if (match->hints == LAP_HINTS_NEVER)
    return lap_match_refuse(error, LAP_MATCH_ERROR_REFUSED, "who created the match wants no hints in it");
  for (guint seat = 0; seat < lap_match_seats(match); seat++) people += lap_seat_is_person(&match->seat[seat]);
  return people <= 1 || lap_match_refuse(error, LAP_MATCH_ERROR_REFUSED, "several people play: there are no hints");
}

/* The same match gives the same hints, whatever chance does otherwise. */
static gboolean weigh_here(LapMatch *match, const LapQuestion *question, GArray *weights, LapAction *best,
                           GError **error)
{
  const LapRuleset *ruleset = match->ruleset;
  LapGenerator generator = lap_generator_seeded(match->seq);
  LapBudget budget = lap_bot_normal.budget;
  budget.microseconds = lap_bot_normal.longest;
  g_autoptr(LapBotSeat) bot = lap_bot_seat_new(&lap_bot_normal, ruleset->game, ruleset->seats, ruleset->options,
                                               question->seat, &budget, error);
  if (!bot) return FALSE;
  const guint choice = lap_bot_seat_choose(bot, question->block, &question->legal, &generator);
  if (choice >= question->legal.n)
    return lap_match_refuse(error, LAP_MATCH_ERROR_FAULT, "the bot cannot think: %s", lap_bot_seat_fault(bot));
  const GArray *found = lap_bot_seat_weights(bot);
  g_array_append_vals(weights, found->data, found->len);
  *best = question->legal.v[choice];
  return TRUE;
}

static gboolean weigh_elsewhere(LapMatch *match, const LapQuestion *question, GArray *weights, LapAction *best,
                                GError **error)
{
  const guint seat = question->seat;
  const guint64 prefix = question->n ? lap_digest_add_steps(lap_digest_word("hint"), question->steps, question->n) : 0;
  const LapThoughtSubject about = {
      .bot = &lap_bot_normal, .seat = seat, .block = question->block, .weighs = TRUE, .prefix = prefix};
  if (!match->host->thinking) return lap_match_refuse(error, LAP_MATCH_ERROR_UNAVAILABLE, "nobody thinks here");
  if (!lap_match_think(match, &match->hint[seat], &about)) {
    g_source_unref(lap_patience_put_off());
    return lap_match_refuse(error, LAP_MATCH_ERROR_UNAVAILABLE, "it is still thought of");
  }
  guint chosen;
  const LapAction *choice = lap_thought_steps(match->hint[seat], &chosen);
  if (!choice)
    return lap_match_refuse(error, LAP_MATCH_ERROR_FAULT, "the bot cannot think: %s",
                            lap_thought_failure(match->hint[seat]).reason);
  const GArray *found = lap_thought_weights(match->hint[seat]);
  g_array_append_vals(weights, found->data, found->len);
  *best = *choice;
  return TRUE;
}

gboolean lap_match_weigh(LapMatch *match, const LapQuestion *question, GArray *weights, LapAction *best, GError **error)
{
  if (!is_allowed(match, error)) return FALSE;
  return (lap_patience_left() == G_MAXINT64 ? weigh_here : weigh_elsewhere)(match, question, weights, best, error);
}
