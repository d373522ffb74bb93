/* What a store as a whole is compared by, whatever keeps it. */
#include "store-private.h"

void lap_store_add_finding(GPtrArray *findings, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  g_ptr_array_add(findings, g_strdup_vprintf(format, arguments));
  va_end(arguments);
}

static void compare_counts(GPtrArray *findings, const char *what, gint64 written, gint64 found)
{
  if (written != found)
    lap_store_add_finding(findings,
                          "%" G_GINT64_FORMAT " %s were written and not removed, and %" G_GINT64_FORMAT " are there",
                          written, what, found);
}

void lap_store_compare_totals(GPtrArray *findings, const LapStoreTotals *written, const LapStoreTotals *found,
                              gint64 counted)
{
  compare_counts(findings, "matches", written->matches, found->matches);
  compare_counts(findings, "entries", written->entries, found->entries);
  if (counted != found->entries)
    lap_store_add_finding(findings,
                          "the rows of matches count %" G_GINT64_FORMAT " entries, and %" G_GINT64_FORMAT " are there",
                          counted, found->entries);
  if (!lap_chain_equal(&written->digest, &found->digest))
    lap_store_add_finding(findings, "the hashes of its matches do not combine to the digest of what was written");
}
