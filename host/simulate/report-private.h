/* Parts that several reports share. */
#pragma once

#include "compare.h"
#include "host/json/writer.h"
#include "inference.h"
#include "report.h"

void lap_report_write_measure(LapJsonWriter *json, const char *name, const LapMeasure *measure);
void lap_report_write_statistics(LapJsonWriter *json, const LapStatistics *statistics, gboolean timed);
void lap_report_write_interval(LapJsonWriter *json, const char *name, LapInterval interval);
/* "difference", "interval" and "p". */
void lap_report_write_test(LapJsonWriter *json, LapTest test);
/* Whether a seat that did it won more often than others in its place; `p` 1 if nothing can be said. */
LapTest lap_report_taken_test(const LapFigures *figures, const LapTaken *taken);
/* The part of the table that is of matches that were traced. */
void lap_report_append_traced(GString *out, const LapFigures *figures);

/* Sentences on seats that are favoured, a line each, after an empty one. */
void lap_report_append_fairness(GString *out, const LapFigures *figures);

/* How something that was done goes with winning. */
typedef struct {
  const LapTaken *taken;
  LapTest test; /* `p` corrected for how many there are */
} LapTakenRow;
/* Those of which something can be said, the most telling first. Returns: (transfer full): LapTakenRow */
GArray *lap_report_taken_rows(const LapFigures *figures);

/* How many of a side's differences are such. */
guint lap_report_count_found(const GArray *differences, guint side);
/* What a side does more or less often than the first, the most telling first. Returns: (transfer container):
 * LapDifference */
GPtrArray *lap_report_done_rows(const GArray *differences, guint side);
