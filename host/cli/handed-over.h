/* A listening socket that whoever started us has opened (sd_listen_fds(3)). */
#pragma once

#include <glib.h>

/* `*fd`: the socket, or -1 if there is none. FALSE, after saying so, if there are several. */
gboolean handed_over_socket(int *fd);
