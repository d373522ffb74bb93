/* A record: an entry as the store has it, a JSON object on a line. Nothing in it follows from the rest, but for the
 * hashes, which prove it. */
#pragma once

#include "entry.h"
#include "match.h"
#include "secret.h"

G_BEGIN_DECLS

#define LAP_NAME_MAX 40

/* What recognises a request that comes again. */
typedef struct {
  guint64 key;    /* mark of who asked and the key; 0: it came without one */
  guint64 digest; /* of what was asked for */
} LapRequest;

typedef struct {
  LapEntryKind kind;
  guint seat;
  gint64 at; /* ms since 1970 */
  LapRequest request;
  gboolean has_left;
  gint64 left[LAP_SEATS_MAX]; /* ms on each clock */

  const char *name;     /* JOIN: of who comes; BOT: of the bot */
  const char *called;   /* BOT: what it is called, or NULL */
  LapSecretHash secret; /* JOIN: of the token; LEAVE: of the new invitation */

  const LapAction *steps; /* [n_steps]: MOVE */
  guint n_steps;
  guint64 hash; /* MOVE, and where an undo applied: of the block after it */

  guint proposal; /* PROPOSE, ANSWER: a LapProposalKind */
  gboolean accept, applied;
  guint moves;         /* an undo that applied: so many remain */
  const char *rematch; /* a rematch that applied: its id */
} LapRecord;

/* `[seats]` clocks are written where there are any. */
void lap_record_write(const LapRecord *record, const LapGame *game, guint seats, GString *out);

/* A record that was read, with what it points to. */
typedef struct LapReading LapReading;
struct LapReading {
  LapRecord record;
  gpointer root; /* JsonNode: owns texts */
  GArray *steps; /* LapAction */
};

/* Checks the shape of a line, not whether it fits a match. The message says what is wrong and what would be right. */
gboolean lap_reading_read(LapReading *reading, const char *line, const LapGame *game, guint seats, GError **error);
void lap_reading_clear(LapReading *reading);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(LapReading, lap_reading_clear)

/* Whether a name may be that of a seat: 1 to LAP_NAME_MAX characters of UTF-8, not all of them blank, none of
 * them for control, a change of direction, or the end of a line. */
gboolean lap_name_is_good(const char *name);

G_END_DECLS
