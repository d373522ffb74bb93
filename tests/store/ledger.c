#include "ledger.h"

const char *const verdict_names[N_VERDICTS] = {
    [VERDICT_KEPT] = "nothing lost",           [VERDICT_COMMIT] = "a commit failed",
    [VERDICT_REFUSED] = "does not open",       [VERDICT_WARNING] = "warns when opened",
    [VERDICT_READ] = "a match cannot be read", [VERDICT_VERIFY] = "found by verify",
    [VERDICT_CLIENTS] = "clients know more",   [VERDICT_SILENT] = "SILENT LOSS",
};

static const char *const ids[LEDGER_MATCHES] = {"oak", "elm", "ash", "fir"};

/* Long ones make the file grow beyond its first pages. */
static char *text_of(guint match, guint64 index)
{
  g_autofree char *filler = g_strnfill(index % 5 ? 30 : 2500, 'x');
  return g_strdup_printf("{\"match\":\"%s\",\"index\":%" G_GUINT64_FORMAT ",\"filler\":\"%s\"}", ids[match], index,
                         filler);
}

static gboolean plays(guint turn, guint match) { return match < 1 + turn % LEDGER_MATCHES; }

void ledger_add(Ledger *ledger, guint turn)
{
  for (guint match = 0; match < LEDGER_MATCHES; match++) ledger->entries[match] += plays(turn, match);
}

gboolean ledger_read(Ledger *ledger, LapStore *store, GError **error)
{
  for (guint match = 0; match < LEDGER_MATCHES; match++) {
    g_autoptr(GError) reason = NULL;
    g_autoptr(LapStored) stored = lap_store_find(store, ids[match], &reason);
    ledger->entries[match] = stored ? stored->entries : 0;
    if (stored || g_error_matches(reason, LAP_STORE_ERROR, LAP_STORE_ERROR_NOT_FOUND)) continue;
    g_propagate_error(error, g_steal_pointer(&reason));
    return FALSE;
  }
  return TRUE;
}

Ledger ledger_of(LapStore *store)
{
  Ledger ledger = {{0}};
  ledger_read(&ledger, store, NULL);
  return ledger;
}

static gboolean append(LapStore *store, guint match, guint64 index)
{
  g_autofree char *text = text_of(match, index);
  const LapStored stored = {.id = (char *)ids[match],
                            .game = (char *)"trees",
                            .header = (char *)"{}",
                            .seats = (char *)"[]",
                            .state = LAP_STORED_RUNNING};
  if (index == 1 && !lap_store_create(store, &stored, NULL)) return FALSE;
  return lap_store_append(store, ids[match], index, text, LAP_STORED_RUNNING, (gint64)index, NULL);
}

gboolean ledger_play(Ledger *ledger, LapStore *store, guint turn)
{
  gboolean good = TRUE;
  for (guint match = 0; good && match < LEDGER_MATCHES; match++)
    if (plays(turn, match)) good = append(store, match, ledger->entries[match] + 1);
  if (!lap_store_commit(store, NULL) || !good) return FALSE;
  ledger_add(ledger, turn);
  return TRUE;
}

/* --- the verdict */

/* Of one match: VERDICT_KEPT, VERDICT_READ or VERDICT_SILENT. */
static Verdict judge_match(LapStore *store, guint match, guint64 acknowledged)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapStored) stored = lap_store_find(store, ids[match], &error);
  if (!stored && !g_error_matches(error, LAP_STORE_ERROR, LAP_STORE_ERROR_NOT_FOUND)) return VERDICT_READ;
  if (!stored) return acknowledged ? VERDICT_SILENT : VERDICT_KEPT;
  g_autoptr(GPtrArray) entries = lap_store_entries(store, ids[match], 0, G_MAXUINT64, NULL);
  if (!entries) return VERDICT_READ;
  for (guint i = 0; i < entries->len; i++) {
    g_autofree char *expected = text_of(match, i + 1);
    if (!g_str_equal(entries->pdata[i], expected)) return VERDICT_SILENT;
  }
  return entries->len < acknowledged ? VERDICT_SILENT : VERDICT_KEPT;
}

static gboolean verify_finds(LapStore *store)
{
  g_autoptr(GPtrArray) findings = lap_store_verify(store, NULL);
  return findings->len > 0;
}

Verdict ledger_judge(const Ledger *ledger, const char *url, Judged *judged)
{
  Verdict verdict = VERDICT_KEPT;
  g_autoptr(LapStore) store = lap_store_open(url, NULL);
  judged->warning = store ? g_strdup(lap_store_get_warning(store)) : NULL;
  if (!store) return VERDICT_REFUSED;
  for (guint match = 0; match < LEDGER_MATCHES; match++)
    verdict = MAX(verdict, judge_match(store, match, ledger->entries[match]));
  if (verdict != VERDICT_SILENT) return verdict;
  if (judged->warning) return VERDICT_WARNING;
  if (judged->commit_failed) return VERDICT_COMMIT;
  if (verify_finds(store)) return VERDICT_VERIFY;
  return judged->ask_clients ? VERDICT_CLIENTS : VERDICT_SILENT;
}
