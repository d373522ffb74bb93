/* Tic-tac-toe misère, a variant: the player who makes a line loses. It has no state of its own and overrides one rule.
 */
#include <stddef.h>

#include "lapidary/plugin.h"

static int32_t winner(const LapContext *context, const LapBlock *block, int32_t a, int32_t b) { return 1 - a; }

static const LapRule rules[] = {{"winner", .overrides = "tic-tac-toe/winner", .rule = winner}};

/* A match of tic-tac-toe may become one of this, and go back, at any time. */
static const char *join(const LapContext *context, LapBlock *block) { return NULL; }

static const LapPlugin plugin = {
    LAP_PLUGIN_HEAD,          .id = "tic-tac-toe-misere", .version = "1.0.0",        .depth = 1,
    .extends = "tic-tac-toe", .accepts = "1.0",           .rules = LAP_TABLE(rules), .join = join};
LAP_PLUGIN_ENTRY { return &plugin; }
