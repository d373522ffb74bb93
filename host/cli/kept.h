/* Where matches are kept: the store that a command line names, or the user's own. */
#pragma once

#include "host/store/store.h"

/* The address of the store in the user's data folder. Returns: (transfer full) */
char *kept_default(void);

/* Opens a store; `url` NULL: the default one, whose folder is made. On NULL it has said what is wrong, and `*code` is
 * the exit code. Returns: (transfer full) */
LapStore *kept_open(const char *url, int *code);

/* The same for who only looks at what is there: a file that is not is not made. */
LapStore *kept_open_existing(const char *url, int *code);
