/* Which other rules a match may have from now on: variants that share levels with its game. */
#pragma once

#include "host-private.h"

G_BEGIN_DECLS

/* The ruleset of a game with the settings of an entry or a header, if it is of that game. `line`: where they stand.
 * (transfer full) */
LapRuleset *lap_rules_of_game(LapHost *host, LapGame *game, const LapLogHeader *log, const char *line, GError **error);
/* The ruleset that the settings of an entry or a header name: in the builds that they name if these can be had, else in
 * the present ones. (transfer full) */
LapRuleset *lap_rules_of_log(LapHost *host, const LapLogHeader *log, const char *line, GError **error);

/* The ruleset of another variant: present builds, the match's options where levels are common, and those of `options`
 * (name, value ..., NULL; or NULL), else defaults. Errors are of LAP_CONVERT_ERROR or LAP_MATCH_ERROR. (transfer full)
 */
LapRuleset *lap_rules_of_variant(LapMatch *match, const char *game, const char *const *options, GError **error);

/* The block that the match has if it goes on with another ruleset from here. Errors are of LAP_CONVERT_ERROR or
 * LAP_GAME_ERROR. (transfer full) */
LapBlock *lap_rules_convert(LapMatch *match, LapRuleset *ruleset, GError **error);

/* The same if it is another build of the game which does not play alike: by names of fields, of which there may be
 * others.
 * `*position`: the block as text, which lap_rules_load reads with this build (transfer full). */
LapBlock *lap_rules_move(LapMatch *match, LapRuleset *ruleset, char **position, GError **error);
LapBlock *lap_rules_load(LapRuleset *ruleset, const char *position, GError **error);

/* The key of the text for such an error (lap_swap_refusal). */
const char *lap_rules_key(const GError *error);

G_END_DECLS
