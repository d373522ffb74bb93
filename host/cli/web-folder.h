/* The table in the browser: where its files lie. */
#pragma once

/* LAPIDARY_WEB, else the source's own when run from the build, else what was installed; NULL if that is not there.
 * Returns: (transfer full) */
char *web_folder_default(void);
