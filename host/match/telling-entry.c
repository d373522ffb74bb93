/* An entry as one viewer is told of it. */
#include "host/engine/knowledge.h"
#include "host/json/write.h"
#include "log-entry.h"
#include "telling-private.h"

static void write_steps(const LapAddressee *addressee, const char *name, const LapAction *steps, guint n, GString *out)
{
  gboolean first = TRUE;
  g_string_append(out, name);
  for (guint i = 0; i < n; i++) {
    lap_json_separate(out, &first);
    lap_action_write(addressee->game, &steps[i], addressee->viewer, out);
  }
  g_string_append_c(out, ']');
}

static void write_events(const LapAddressee *addressee, const LapEntry *entry, GString *out)
{
  gboolean first = TRUE;
  g_string_append(out, ",\"events\":[");
  for (guint i = 0; i < entry->n_events; i++) {
    lap_json_separate(out, &first);
    lap_event_write(addressee->game, &entry->events[i], addressee->viewer, out);
  }
  g_string_append_c(out, ']');
}

/* Of a sealed choice others do not even hear in how many steps it was made. */
static gboolean may_read_steps(const LapAddressee *addressee, const LapEntry *entry)
{
  return !entry->sealed || addressee->viewer == entry->seat || addressee->viewer == LAP_OMNISCIENT;
}

static void write_move(const LapAddressee *addressee, const LapEntry *entry, GString *out)
{
  if (!may_read_steps(addressee, entry)) return;
  write_steps(addressee, ",\"steps\":[", entry->steps, entry->n_steps, out);
  if (entry->n_opened) write_steps(addressee, ",\"opened\":[", entry->opened, entry->n_opened, out);
  if (entry->n_events) write_events(addressee, entry, out);
}

static void write_proposal(const LapEntry *entry, GString *out)
{
  g_string_append(out, ",\"about\":");
  lap_json_text(out, lap_proposal_kinds[entry->proposal]);
  if (entry->kind == LAP_ENTRY_ANSWER) g_string_append(out, entry->accept ? ",\"accept\":true" : ",\"accept\":false");
  g_string_append(out, entry->applied ? ",\"applied\":true" : ",\"applied\":false");
}

void lap_tell_entry_itself(const LapAddressee *addressee, const LapEntry *entry, GString *out)
{
  g_string_append(out, "\"seq\":");
  lap_json_number(out, (gint64)entry->seq);
  g_string_append(out, ",\"at\":");
  lap_json_number(out, entry->at);
  g_string_append(out, ",\"kind\":");
  lap_json_text(out, entry->sealed ? "chosen" : lap_entry_kinds[entry->kind]);
  g_string_append(out, ",\"seat\":");
  lap_json_number(out, entry->seat);
  g_string_append(out, ",\"text\":");
  lap_tell_sentences(addressee, entry, out);
  if (entry->kind == LAP_ENTRY_MOVE) write_move(addressee, entry, out);
  if (entry->kind == LAP_ENTRY_PROPOSE || entry->kind == LAP_ENTRY_ANSWER) write_proposal(entry, out);
}
