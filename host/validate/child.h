/* The child process that a trial runs in. */
#pragma once

#include "trial.h"

G_BEGIN_DECLS

/* A page that a child will share with this process. */
LapTrialPage *lap_trial_page_new(void);
void lap_trial_page_free(LapTrialPage *page);

/* Runs `try` in a child that is locked in, with at most `seconds` of processor time; `trial->page` says how it went,
 * once `lap_child_explain` has looked. `*status`: how it ended. FALSE if no child process can be started. */
gboolean lap_child_run(LapTrial *trial, gboolean (*try)(LapTrial *trial), guint seconds, int *status);

/* How a child ended that did not finish, for people. Returns: (transfer full) */
char *lap_child_explain(const LapTrialPage *page, int status, guint seconds);

G_END_DECLS
