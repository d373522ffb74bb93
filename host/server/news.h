/* News: notifications about one match, each written once for all who are to read the same bytes. */
#pragma once

#include "follower.h"
#include "host/match/entry.h"

G_BEGIN_DECLS

typedef struct LapMatchNews LapMatchNews;

/* Of one entry; without one (NULL), of where the match stands. Both outlive the news. */
LapMatchNews *lap_match_news_new(LapMatch *match, const LapEntry *entry);
void lap_match_news_free(LapMatchNews *news);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LapMatchNews, lap_match_news_free)

/* What a follower is to be told. NULL if there is nothing to tell, since the match cannot be had.
 * Returns: (transfer none) */
GBytes *lap_match_news_for(LapMatchNews *news, const LapFollower *follower);

G_END_DECLS
