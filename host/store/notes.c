#include "notes.h"

static void write_clear(gpointer data)
{
  LapNotedWrite *write = data;
  lap_stored_free(write->stored);
  g_clear_pointer(&write->snapshots, g_ptr_array_unref);
  g_clear_pointer(&write->content, g_bytes_unref);
}

LapNotes *lap_notes_new(void)
{
  enum { TEXTS = 16 * 1024 };
  LapNotes *notes = g_new(LapNotes, 1);
  *notes = (LapNotes){g_array_new(FALSE, FALSE, sizeof(LapNotedWrite)), g_string_chunk_new(TEXTS)};
  g_array_set_clear_func(notes->writes, write_clear);
  return notes;
}

void lap_notes_clear(LapNotes *notes)
{
  g_array_set_size(notes->writes, 0);
  g_string_chunk_clear(notes->texts);
}

void lap_notes_free(LapNotes *notes)
{
  g_array_unref(notes->writes);
  g_string_chunk_free(notes->texts);
  g_free(notes);
}

void lap_notes_add(LapNotes *notes, LapNotedWrite write)
{
  write.match = write.match ? g_string_chunk_insert(notes->texts, write.match) : NULL;
  write.text = write.text ? g_string_chunk_insert(notes->texts, write.text) : NULL;
  g_array_append_val(notes->writes, write);
}

static gboolean carry_out(LapStore *store, const LapNotedWrite *write, GError **error)
{
  const LapStoreInterface *iface = LAP_STORE_GET_IFACE(store);
  switch (write->what) {
  case LAP_NOTED_CREATE:
    return iface->create(store, write->stored, error);
  case LAP_NOTED_APPEND:
    return iface->append(store, write->match, write->number, write->text, write->state, write->now, error);
  case LAP_NOTED_SET_SEATS:
    return iface->set_seats(store, write->match, write->text, error);
  case LAP_NOTED_SET_GAME:
    return iface->set_game(store, write->match, write->text, error);
  case LAP_NOTED_ADD_MESSAGE:
    return iface->add_message(store, write->match, write->number, write->text, error);
  case LAP_NOTED_KEEP:
    return iface->keep(store, write->match, write->snapshots, error);
  case LAP_NOTED_KEEP_BUILD:
    return !iface->keep_build || iface->keep_build(store, write->match, write->text, write->content, error);
  case LAP_NOTED_RELEASE_BUILDS:
    return !iface->release_builds || iface->release_builds(store, write->match, write->drop, error);
  case LAP_NOTED_RELEASE:
    if (iface->release) iface->release(store, write->match);
    return TRUE;
  }
  return TRUE;
}

gboolean lap_notes_carry_out(LapNotes *notes, LapStore *store, GError **error)
{
  gboolean good = TRUE;
  for (guint i = 0; good && i < notes->writes->len; i++)
    good = carry_out(store, &g_array_index(notes->writes, LapNotedWrite, i), error);
  lap_notes_clear(notes);
  return good;
}
