/* The header of a match: how it began. It begins as that of a log does (log.h), and goes on
 *   "public":false,"clock":{"initial":60000,"increment":1000},"bots":["random",null],"invitations":[null,"<SHA-256>"],
 *   "watch":"<SHA-256>","salt":"<16 bytes>","digest":"<of the settings>"
 * and, of a match whose seats were taken from the start, "tokens":["<SHA-256>",null],"names":["Ada",null], which also
 * has names that were given to bots. A match whose seed was chosen has "seeded":true, and one with other hints than
 * usual "hints":"never" or "always", with other messages "messages":"free" or "none". One that goes on from a moment of
 * another has "from":{"match":"<id>","seq":57,"entries":40}: its first 40 entries are of that one. */
#pragma once

#include "log-entry.h"
#include "log-header.h"
#include "settings.h"

G_BEGIN_DECLS

#define LAP_MATCH_FORMAT 1

typedef struct {
  guint64 seed, hash; /* of the start's block */
  gboolean seeded;    /* the creator has chosen the seed */
  gboolean is_public;
  LapHints hints;
  LapMessages messages;
  gint64 initial, increment;                            /* ms; 0: no clocks */
  const char *bot[LAP_SEATS_MAX], *name[LAP_SEATS_MAX]; /* `name`: of who has a token, or of a bot */
  LapSecretHash invitation[LAP_SEATS_MAX], token[LAP_SEATS_MAX], watch;
  guint8 salt[LAP_SALT_SIZE];
  guint64 digest;
  const char *from; /* the match that it goes on from, or NULL */
  guint64 from_seq, carried;
} LapMatchHeader;

/* `settings`: as lap_log_write_settings has them. */
void lap_match_header_write(const LapMatchHeader *header, const char *settings, guint seats, GString *out);

/* Reads one; texts belong to `log`, which says what it is of. Checks its shape; the message says what is wrong. */
gboolean lap_match_header_read(LapMatchHeader *header, LapLogHeader *log, const char *line, GError **error);

G_END_DECLS
