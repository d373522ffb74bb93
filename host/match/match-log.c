/* The log of a match that is in the store. */
#include "host-private.h"
#include "log.h"

typedef struct {
  guint64 seed;
  LapLog *log;
} Logging;

/* How many moves stand is in the block. */
static gboolean log_entry(LapSession *session, const LapEntry *entry, gpointer data)
{
  Logging *logging = data;
  guint32 moves = lap_head_of(lap_session_block(session))->ply;
  if (!entry) logging->log = lap_log_new(session, logging->seed);
  if (entry && entry->kind == LAP_ENTRY_MOVE) lap_log_add(logging->log, session, entry->steps, entry->n_steps);
  while (lap_log_length(logging->log) > moves) lap_log_drop(logging->log);
  return TRUE;
}

static gboolean read_seed(LapMatch *match, guint64 *seed, GError **error)
{
  g_autoptr(GError) failure = NULL;
  g_auto(LapLogHeader) log = {0};
  LapMatchHeader header;
  g_autoptr(LapStored) stored = lap_store_find(match->host->store, match->id, &failure);
  if (stored && lap_match_header_read(&header, &log, stored->header, &failure)) {
    *seed = header.seed;
    return TRUE;
  }
  return lap_match_refuse(error, LAP_MATCH_ERROR_STORE, "match %s cannot be read: %s", match->id, failure->message);
}

char *lap_match_log_text(LapMatch *match, GError **error)
{
  Logging logging = {0};
  if (!lap_match_ready(match, error) || !read_seed(match, &logging.seed, error)) return NULL;
  gboolean logged = lap_match_visit(match, match->seq, log_entry, &logging, error);
  char *text = logged ? lap_log_to_text(logging.log) : NULL;
  lap_log_free(logging.log);
  return text;
}
