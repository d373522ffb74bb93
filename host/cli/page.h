/* The table in the browser. */
#pragma once

/* The folder of the page: LAPIDARY_WEB, else that of the sources when run from the build, else the installed one; NULL
 * if that is not there. Returns: (transfer full) */
char *page_find_folder(void);
