/* Plugins in folders of a test's own. */
#pragma once

#include <gio/gio.h>

#include "folder.h"

void copy_file(const char *from, const char *to, const char *name);
/* Copies good.so, good-twist.so, their keyfiles and data. */
void copy_good(const char *to);
/* Gives this test program a cache folder of its own, for remove_folder at its end. Call it first of all. (GLib's own
 * isolation gives each test another one, and leaks.) */
char *make_cache(void);
