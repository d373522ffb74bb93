/* Summaries: what a list says of a match, and anybody may know. */
#pragma once

#include "host/match/match.h"

G_BEGIN_DECLS

/* "open", "running", "over". */
const char *lap_summary_state(LapMatch *match);
/* Appends {"match","game","state","seq","seats":[{"name","free"?,"bot"?,"resigned"?}],"created","changed"}. */
void lap_summary_write(LapMatch *match, GString *out);

G_END_DECLS
