#include "entry.h"

G_DEFINE_BOXED_TYPE(LapEntry, lap_entry, lap_entry_copy, lap_entry_free)

LapEntry *lap_entry_copy(const LapEntry *entry)
{
  LapEntry *copy = g_new(LapEntry, 1);
  *copy = *entry;
  copy->name = g_strdup(entry->name);
  copy->rematch = g_strdup(entry->rematch);
  copy->steps = g_memdup2(entry->steps, entry->n_steps * sizeof *entry->steps);
  copy->events = g_memdup2(entry->events, entry->n_events * sizeof *entry->events);
  copy->opened = g_memdup2(entry->opened, entry->n_opened * sizeof *entry->opened);
  return copy;
}

void lap_entry_free(LapEntry *entry)
{
  if (!entry) return;
  g_free(entry->name);
  g_free(entry->rematch);
  g_free((gpointer)entry->steps);
  g_free((gpointer)entry->events);
  g_free((gpointer)entry->opened);
  g_free(entry);
}
