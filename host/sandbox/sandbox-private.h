/* The layers of a sandbox, each on its own, so that a test can leave one out. The last two need no_new_privs. */
#pragma once

#include <errno.h>

#include "sandbox.h"

G_BEGIN_DECLS

typedef enum {
  LAP_SANDBOX_OPENING, /* plugins are opened */
  LAP_SANDBOX_CLOSED,  /* they are open */
} LapSandboxStage;

gboolean lap_sandbox_check_files(GError **error);
gboolean lap_sandbox_restrict_files(const char *const *readable, GError **error);

gboolean lap_sandbox_check_calls(GError **error);
gboolean lap_sandbox_restrict_calls(LapSandboxStage stage, GError **error);

/* Sets an error that says what failed and why, by errno. Returns FALSE. */
static inline gboolean lap_sandbox_fail(GError **error, const char *what)
{
  int why = errno;
  g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(why), "%s: %s", what, g_strerror(why));
  return FALSE;
}

G_END_DECLS
