/* New game, a variant of base-game: what is not here is as it is there.
 *
 * It plays as its base until something is overridden. The headers say how: lapidary/phase.h (phases that replace, stand
 * before, or remove one), lapidary/plugin.h (rules, options, fields), lapidary/context.h (calling what was overridden).
 *
@CAN@ */
#include <stddef.h>

#include "lapidary/plugin.h"

/* The score: that of the base, to which lines can be added. */
static void score(const LapContext *context, const LapBlock *block, int final)
{
  context->host->score_up(context, block, final);
}

/* A match of the base may become one of this, and go back, at any time: nothing has to be set up. */
static const char *join(const LapContext *context, LapBlock *block) { return NULL; }

static const LapPlugin plugin = {
    LAP_PLUGIN_HEAD,        .id = "new-game", .version = "0.1.0", .depth = 1,
    .extends = "base-game", .accepts = "0.0", .score = score,     .join = join,
};
LAP_PLUGIN_ENTRY { return &plugin; }
