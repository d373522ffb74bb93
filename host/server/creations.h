/* How many matches are not over, for the limit "matches". Counted in the store when first asked for, then kept up to
 * date from what happens; a failed commit makes it be counted anew. */
#pragma once

#include "rpc.h"

G_BEGIN_DECLS

gboolean lap_creations_has_room(LapServer *server);
void lap_creations_add(LapServer *server);
void lap_creations_end(LapServer *server); /* one is over */
void lap_creations_forget(LapServer *server);

G_END_DECLS
