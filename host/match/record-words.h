/* The words of records, for those who write and who read them. */
#pragma once

#include "record.h"

G_BEGIN_DECLS

extern const char *const lap_record_kinds[];     /* by LapEntryKind */
extern const char *const lap_record_proposals[]; /* by LapProposalKind; the first is none */
#define LAP_RECORD_KINDS (LAP_ENTRY_ANSWER + 1)
#define LAP_RECORD_PROPOSALS (LAP_PROPOSAL_ABORT + 1)

G_END_DECLS
