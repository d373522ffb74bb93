/* What a store has acknowledged, and whether it is still there. A ledger knows how many entries of each match were
 * acknowledged; what is in an entry follows from its match and number, so that any loss or change shows. */
#pragma once

#include "host/store/store.h"

#define LEDGER_MATCHES 4

typedef struct {
  guint64 entries[LEDGER_MATCHES];
} Ledger;

/* Makes it one of what is in the store now; FALSE if that cannot be read. */
gboolean ledger_read(Ledger *ledger, LapStore *store, GError **error);
/* The same, as far as it can be read. */
Ledger ledger_of(LapStore *store);

/* Plays turn `turn` (from 1): appends an entry to each of some matches, and creates those that are not there. Adds them
 * to the ledger if the commit says that they are kept, and returns that. */
gboolean ledger_play(Ledger *ledger, LapStore *store, guint turn);
/* Adds them as if they were acknowledged. */
void ledger_add(Ledger *ledger, guint turn);

typedef enum {
  VERDICT_KEPT,    /* all that was acknowledged is there */
  VERDICT_COMMIT,  /* something is lost, and said: the commit after it failed */
  VERDICT_REFUSED, /* the store does not open */
  VERDICT_WARNING, /* it warns when it is opened */
  VERDICT_READ,    /* the match cannot be read */
  VERDICT_VERIFY,  /* it is found by lap_store_verify */
  VERDICT_CLIENTS, /* those know more entries than there are */
  VERDICT_SILENT,  /* something is lost, and nothing says so */
  N_VERDICTS
} Verdict;
extern const char *const verdict_names[N_VERDICTS];

/* How sure a verdict is to be reached before others. */
typedef struct {
  gboolean commit_failed; /* since the harm was done */
  gboolean ask_clients;   /* nothing but clients can tell */
  char *warning;          /* that the store gave, if any: the caller's */
} Judged;

/* Opens the store at `url` and compares. */
Verdict ledger_judge(const Ledger *ledger, const char *url, Judged *judged);
