/* Plugins in folders of a test's own. */
#pragma once

#include <gio/gio.h>

#include "folder.h"
#include "host/plugins/registry.h"

void copy_file(const char *from, const char *to, const char *name);
/* Copies good.so, good-twist.so, their keyfiles and data. */
void copy_good(const char *to);
/* The same, as builds that were never probed before. */
void copy_new(const char *to);
/* Writes into a file that is there, opened with `flags`. */
void write_into(const char *folder, const char *name, int flags, const char *text);
/* Changes what a file holds, but not what it means: ELF, JSON and keyfiles may all end with a newline more. */
void rebuild(const char *folder, const char *name);
/* A registry of one or two folders; `second` may be NULL. */
LapRegistry *look_in(const char *first, const char *second);
/* Gives this test program a cache folder of its own, for remove_folder at its end. Call it first of all. (GLib's own
 * isolation gives each test another one, and leaks.) */
char *make_cache(void);
