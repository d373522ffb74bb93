/* The log of a match that is in the store, as log.h has it: its header, and the moves that stand. */
#include "log.h"
#include "match-rules.h"

static gboolean cannot_be_read(const LapMatch *match, const GError *failure, GError **error)
{
  return lap_match_refuse(error, LAP_MATCH_ERROR_STORE, "match %s cannot be read: %s", match->id, failure->message);
}

/* --- the header */

static void write_header(const LapMatch *match, const LapMatchHeader *header, GString *out)
{
  const LapRuleset *ruleset = match->original;
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

/* --- moves, and other rules */

/* Whether an entry is in an array whose elements begin with the seq of one, in order. */
static gboolean is_in(const GArray *array, guint size, guint64 seq)
{
  guint low = 0, high = array->len;
  while (low < high) {
    guint middle = low + (high - low) / 2;
    guint32 at = *(const guint32 *)(gpointer)(array->data + (gsize)middle * size);
    if (at == seq) return TRUE;
    if (at < seq)
      low = middle + 1;
    else
      high = middle;
  }
  return FALSE;
}

typedef struct {
  const LapMatch *match;
  LapRuleset *ruleset; /* what it is played by where the log is */
  GString *out;
} Writing;

static gboolean add_move(const Writing *writing, const char *line, GError **error)
{
  g_auto(LapEntryReading) reading = {0};
  const LapGame *game = writing->ruleset->game;
  if (!lap_entry_read(&reading, line, game, lap_match_seats(writing->match), error)) return FALSE;
  lap_log_write_move(game, reading.entry.steps, reading.entry.n_steps, reading.entry.hash, writing->out);
  g_string_append_c(writing->out, '\n');
  return TRUE;
}

static gboolean change_rules(Writing *writing, const char *line, gboolean written, GError **error)
{
  g_auto(LapEntryReading) reading = {0};
  const LapMatch *match = writing->match;
  if (!lap_entry_read(&reading, line, match->ruleset->game, lap_match_seats(match), error)) return FALSE;
  LapRuleset *ruleset = lap_rules_of_log(match->host, &reading.settings, line, error);
  if (!ruleset) return FALSE;
  lap_ruleset_release(writing->ruleset);
  writing->ruleset = ruleset;
  if (!written) return TRUE;
  lap_log_write_rules(ruleset->game->id, ruleset->settings, reading.entry.position, reading.entry.hash, writing->out);
  g_string_append_c(writing->out, '\n');
  return TRUE;
}

/* What it was played by after `since` entries. */
static gboolean begin(Writing *writing, guint64 since, GError **error)
{
  const LapMatch *match = writing->match;
  guint64 last = 0;
  for (guint i = 0; i < match->rules->len && g_array_index(match->rules, guint32, i) <= since; i++)
    last = g_array_index(match->rules, guint32, i);
  writing->ruleset = lap_ruleset_ref(match->original);
  if (!last) return TRUE;
  g_autoptr(GPtrArray) line = lap_store_entries(match->host->store, match->id, last - 1, last, error);
  return line && change_rules(writing, line->pdata[0], FALSE, error);
}

static gboolean add_entry(Writing *writing, guint64 seq, const char *line, GError **error)
{
  const LapMatch *match = writing->match;
  if (is_in(match->moves, sizeof(LapMoveRecord), seq)) return add_move(writing, line, error);
  return !is_in(match->rules, sizeof(guint32), seq) || change_rules(writing, line, TRUE, error);
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
  Writing writing = {match, NULL, out};
  gboolean good = begin(&writing, since, error);
  for (guint i = 0; good && i < lines->len && out->len - before < room; i++, ++*reached)
    good = add_entry(&writing, *reached + 1, lines->pdata[i], error);
  lap_ruleset_release(writing.ruleset);
  return good;
}

char *lap_match_log_text(LapMatch *match, GError **error)
{
  guint64 reached;
  g_autoptr(GString) out = g_string_new(NULL);
  gboolean written = lap_match_log_page(match, 0, G_MAXUINT64, G_MAXSIZE, out, &reached, error);
  return written ? g_string_free(g_steal_pointer(&out), FALSE) : NULL;
}
