#include "hook-mark.h"

LapHookMark lap_hook_marks[LAP_HOOK_MARKS];

static LapHookMarkWatch watch; /* NULL: nobody wants to know */

void lap_hook_mark_begin(LapHookMarkIndex which)
{
  LapHookMark *mark = &lap_hook_marks[which];
  if (!watch) return;
  mark->thread = pthread_self();
  mark->in_use = TRUE;
  lap_engine_set_thread_trace(&mark->trace);
  watch(which, TRUE);
}

void lap_hook_mark_end(LapHookMarkIndex which)
{
  if (!watch) return;
  watch(which, FALSE);
  lap_engine_set_thread_trace(NULL);
  lap_hook_marks[which].in_use = FALSE;
}

void lap_hook_marks_begin(LapHookMarkWatch called)
{
  watch = called;
  lap_hook_mark_begin(LAP_HOOK_MARK_MAIN);
}
