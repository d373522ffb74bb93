/* The manual page lapidary(1), made from what the subcommands say of themselves. */
#pragma once

#include <glib.h>

void manual_write(GString *out);
