/* Reports: what the probe child tells the host, line by line, so that one that dies has told how far it came.
 *
 *   stage <LapStage> <id>      before each stage
 *   ok                         at the end; or
 *   error <LapPluginError>     and the message in all lines that follow */
#pragma once

#include "module.h"

G_BEGIN_DECLS

typedef struct {
  gboolean complete; /* there is a verdict */
  GError *error;     /* the verdict: why not, or NULL */
  gboolean started;  /* it reached some stage */
  LapStage stage;    /* the last one that it reached */
  char *id;          /* of the plugin that it was at */
} LapReport;

/* Each writes to a file descriptor; a report that cannot be written is incomplete. */
void lap_report_write_stage(int file, LapStage stage, const char *id);
void lap_report_write_verdict(int file, const GError *error);

/* Anything that is not of this form makes it incomplete. */
void lap_report_read(LapReport *report, const char *text);
void lap_report_clear(LapReport *report);

/* Where a stage is, for people: "in its entry lapidary_plugin_v0". */
const char *lap_stage_describe(LapStage stage);

G_END_DECLS
