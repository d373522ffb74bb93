/* Folders and files of a test's own. */
#pragma once

#include <gio/gio.h>

/* A new folder, in the test's own part of the temporary folder. */
char *make_folder(void);
void write_file(const char *folder, const char *name, const char *text);
void copy_file(const char *from, const char *to, const char *name);
/* Removes a folder and all in it. Links in it are not followed. */
void remove_folder(const char *folder);
/* Copies good.so, good-twist.so, their keyfiles and data. */
void copy_good(const char *to);
/* Gives this test program a cache folder of its own, for remove_folder at its end. Call it first of all. (GLib's own
 * isolation gives each test another one, and leaks.) */
char *make_cache(void);
