/* The stored form of a log entry: a JSON object on a line. It has nothing that follows from earlier entries, except
 * hashes, which verify a replay. */
#pragma once

#include "entry.h"
#include "log-header.h"

G_BEGIN_DECLS

/* Frees what applying an entry has allocated, of one that is no copy. */
void lap_entry_clear(LapEntry *entry);

/* A copy of its texts, and what frees those. */
LapSuspension lap_suspension_copy(const LapSuspension *suspension);
void lap_suspension_clear(LapSuspension *suspension);

/* The words for kinds of entries (by LapEntryKind) and of proposals (by LapProposalKind; the first is "none"). */
extern const char *const lap_entry_kinds[];
extern const char *const lap_proposal_kinds[];

/* Appends the line for the store, without its end. Clocks of `seats` are written where there are any. */
void lap_entry_write(const LapEntry *entry, const LapGame *game, guint seats, GString *out);

/* An entry that was read, with what it points to. */
typedef struct {
  LapEntry entry;
  JsonNode *root;        /* owns texts */
  GArray *steps;         /* LapAction */
  char **options;        /* as in the entry */
  LapLogHeader settings; /* RULES that were not refused: what the match is played by from here on */
} LapEntryReading;

/* Checks the shape of a line, not whether it fits a match. The message says what is wrong and what would be right. */
gboolean lap_entry_read(LapEntryReading *reading, const char *line, const LapGame *game, guint seats, GError **error);
void lap_entry_reading_clear(LapEntryReading *reading);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(LapEntryReading, lap_entry_reading_clear)

G_END_DECLS
