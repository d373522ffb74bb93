/* The log of a match that is in the store, as log.h has it: its header, and the moves that stand. */
#include "host-private.h"
#include "log.h"

static gboolean cannot_be_read(const LapMatch *match, const GError *failure, GError **error)
{
  return lap_match_refuse(error, LAP_MATCH_ERROR_STORE, "match %s cannot be read: %s", match->id, failure->message);
}

/* --- the header */

static void write_header(const LapMatch *match, const LapMatchHeader *header, GString *out)
{
  const LapRuleset *ruleset = match->ruleset;
  LapJsonWriter json = lap_json_writer(out);
  lap_json_begin_object(&json);
  lap_json_member_word(&json, "lapidary", "log");
  lap_json_member_int(&json, "format", LAP_LOG_FORMAT);
  lap_log_write_settings(ruleset->game, ruleset->options, ruleset->seats, &json);
  lap_log_write_start(header->seed, header->hash, &json);
  lap_json_end_object(&json);
  g_string_append_c(out, '\n');
}

static gboolean add_header(const LapMatch *match, GString *out, GError **error)
{
  g_autoptr(GError) failure = NULL;
  g_auto(LapLogHeader) log = {0};
  LapMatchHeader header;
  g_autoptr(LapStored) stored = lap_store_find(match->host->store, match->id, &failure);
  if (!stored || !lap_match_header_read(&header, &log, stored->header, &failure))
    return cannot_be_read(match, failure, error);
  write_header(match, &header, out);
  return TRUE;
}

/* --- moves */

static gboolean stands(const LapMatch *match, guint64 seq)
{
  guint low = 0, high = match->moves->len;
  while (low < high) {
    guint middle = low + (high - low) / 2;
    guint32 at = g_array_index(match->moves, LapMoveRecord, middle).seq;
    if (at == seq) return TRUE;
    if (at < seq)
      low = middle + 1;
    else
      high = middle;
  }
  return FALSE;
}

static gboolean add_move(const LapMatch *match, const char *line, GString *out, GError **error)
{
  g_auto(LapEntryReading) reading = {0};
  const LapGame *game = match->ruleset->game;
  if (!lap_entry_read(&reading, line, game, lap_match_seats(match), error)) return FALSE;
  lap_log_write_move(game, reading.entry.steps, reading.entry.n_steps, reading.entry.hash, out);
  g_string_append_c(out, '\n');
  return TRUE;
}

gboolean lap_match_log_page(LapMatch *match, guint64 since, guint64 upto, gsize room, GString *out, guint64 *reached,
                            GError **error)
{
  g_autoptr(GError) failure = NULL;
  if (!lap_match_ready(match, error) || (!since && !add_header(match, out, error))) return FALSE;
  gsize before = out->len;
  g_autoptr(GPtrArray) lines = lap_store_entries(match->host->store, match->id, since, upto, &failure);
  if (!lines) return cannot_be_read(match, failure, error);
  *reached = since;
  for (guint i = 0; i < lines->len && out->len - before < room; i++, ++*reached)
    if (stands(match, *reached + 1) && !add_move(match, lines->pdata[i], out, error)) return FALSE;
  return TRUE;
}

char *lap_match_log_text(LapMatch *match, GError **error)
{
  guint64 reached;
  g_autoptr(GString) out = g_string_new(NULL);
  gboolean written = lap_match_log_page(match, 0, G_MAXUINT64, G_MAXSIZE, out, &reached, error);
  return written ? g_string_free(g_steal_pointer(&out), FALSE) : NULL;
}
