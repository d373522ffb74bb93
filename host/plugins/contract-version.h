/* Which versions of the contract this host speaks. */
#pragma once

#include "registry.h"

G_BEGIN_DECLS

/* Whether a plugin of the contract's `major`.`minor` can be loaded. The message names `what` and both versions. */
gboolean lap_contract_speaks(const char *what, guint major, guint minor, GError **error);

G_END_DECLS
