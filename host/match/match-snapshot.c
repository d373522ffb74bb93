/* Snapshots: what a match's entries have made of it, kept every so many entries, so that a match is restored, and any
 * past moment of it is seen, by applying few entries and not all of them.
 *
 * A snapshot has everything that applying the next entry needs: the block, which has chance and what each seat has seen
 * in it, the seats with their clocks, and what is proposed. What grows with every entry (which moves stand, which
 * requests were granted) is not written again each time: each snapshot has a tail with what was added since the one
 * before. Viewers of a moment do not need the tails; a match that is played on does.
 *
 * A snapshot is a cache. It is written as bytes with a checksum over them, the match's settings, and the builds of its
 * plugins; the block's hash is compared as after a move. One that does not fit, since a plugin or the host is another
 * now or the store is damaged, is not used: then the entries are applied from the start, which verifies all of them.
 *
 * One is due after LapHost.snapshot_every entries, and after an undo that goes back behind the last one: so undoing
 * between two snapshots never needs a block from before the first of them. */
#include <string.h>

#include "host-private.h"
#include "host/engine/hash.h"
#include "host/engine/position.h"

/* its place, hash of the block, decision, changed, moves, answered, result, proposal, its id, its seat, asked, rematch,
 * seats, block */
#define STATE "(tttxuuuutuumsa(msmsayayayxb)ay)"
/* its place, that of the snapshot before, moves of that one which still stand, further moves (entry, seat), further
 * idempotency records */
#define TAIL "(ttua(uu)a(ttuu))"

gboolean lap_match_snapshot_is_due(const LapMatch *match)
{
  return match->seq - match->snapshot_seq >= match->host->snapshot_every || match->moves->len < match->snapshot_moves;
}

/* --- bytes with a checksum */

static guint64 checksum(const LapMatch *match, gconstpointer bytes, gsize n)
{
  guint64 of_match = lap_hash_text(match->id) ^ match->ruleset->builds ^ G_BYTE_ORDER;
  return lap_hash_bytes(lap_hash_mix(of_match), bytes, n);
}

static GBytes *seal(const LapMatch *match, GVariant *value)
{
  g_autoptr(GVariant) owned = g_variant_ref_sink(value);
  gsize n = g_variant_get_size(owned);
  guint8 *bytes = g_malloc(sizeof(guint64) + n);
  g_variant_store(owned, bytes + sizeof(guint64));
  guint64 hash = checksum(match, bytes + sizeof hash, n);
  memcpy(bytes, &hash, sizeof hash);
  return g_bytes_new_take(bytes, sizeof hash + n);
}

/* Returns NULL if the bytes are not what was written for this match. */
static GVariant *open_sealed(const LapMatch *match, GBytes *sealed, const char *type)
{
  gsize n;
  guint64 hash;
  const guint8 *bytes = g_bytes_get_data(sealed, &n);
  if (n < sizeof hash) return NULL;
  memcpy(&hash, bytes, sizeof hash);
  if (hash != checksum(match, bytes + sizeof hash, n - sizeof hash)) return NULL;
  g_autoptr(GBytes) value = g_bytes_new_from_bytes(sealed, sizeof hash, n - sizeof hash);
  return g_variant_ref_sink(g_variant_new_from_bytes(G_VARIANT_TYPE(type), value, FALSE));
}

/* --- writing */

static GVariant *bytes_of(gconstpointer bytes, gsize n)
{
  return g_variant_new_fixed_array(G_VARIANT_TYPE_BYTE, bytes, n, 1);
}

static GVariant *hash_of(const LapSecretHash *hash) { return bytes_of(hash->byte, sizeof hash->byte); }

static void add_seat(GVariantBuilder *seats, const LapSeatState *seat)
{
  g_variant_builder_add(seats, "(msms@ay@ay@ayxb)", seat->name, seat->bot ? seat->bot->name : NULL,
                        hash_of(&seat->token), hash_of(&seat->former), hash_of(&seat->invitation), seat->left,
                        seat->resigned);
}

static GVariant *state_of(LapMatch *match)
{
  GVariantBuilder seats;
  LapSession *session = lap_match_session_at(match, match->block, NULL);
  guint64 hash = session ? lap_hash(lap_session_engine(session), match->block) : 0;
  g_variant_builder_init(&seats, G_VARIANT_TYPE("a(msmsayayayxb)"));
  for (guint seat = 0; seat < lap_match_seats(match); seat++) add_seat(&seats, &match->seat[seat]);
  return g_variant_new("(tttxuuuutuumsa(msmsayayayxb)@ay)", match->seq, hash, match->decision, match->changed,
                       match->moves->len, match->answered->len, (guint)match->result, (guint)match->proposal,
                       match->proposal_id, match->proposer, match->asked, match->rematch, &seats,
                       bytes_of(match->block, match->ruleset->block_size));
}

static GVariant *tail_of(const LapMatch *match)
{
  GVariantBuilder moves, answered;
  guint kept = MIN(match->snapshot_moves, match->moves->len);
  g_variant_builder_init(&moves, G_VARIANT_TYPE("a(uu)"));
  g_variant_builder_init(&answered, G_VARIANT_TYPE("a(ttuu)"));
  for (guint i = kept; i < match->moves->len; i++) {
    const LapMoveRecord *move = &g_array_index(match->moves, LapMoveRecord, i);
    g_variant_builder_add(&moves, "(uu)", move->seq, move->seat);
  }
  for (guint i = match->snapshot_answered; i < match->answered->len; i++) {
    const LapIdempotencyRecord *record = &g_array_index(match->answered, LapIdempotencyRecord, i);
    g_variant_builder_add(&answered, "(ttuu)", record->request.key, record->request.digest, record->seq, record->seat);
  }
  return g_variant_new(TAIL, match->seq, match->snapshot_seq, kept, &moves, &answered);
}

static void mark(LapMatch *match)
{
  match->snapshot_seq = match->seq;
  match->snapshot_moves = match->moves->len;
  match->snapshot_answered = match->answered->len;
}

LapSnapshot *lap_match_take_snapshot(LapMatch *match)
{
  const LapSnapshot snapshot = {
      .place = match->seq, .state = seal(match, state_of(match)), .tail = seal(match, tail_of(match))};
  mark(match);
  return g_memdup2(&snapshot, sizeof snapshot);
}

/* --- reading */

static gboolean read_hash(GVariant *bytes, LapSecretHash *hash)
{
  gsize n;
  g_autoptr(GVariant) owned = bytes;
  gconstpointer data = g_variant_get_fixed_array(owned, &n, 1);
  if (n != sizeof hash->byte) return FALSE;
  memcpy(hash->byte, data, n);
  return TRUE;
}

static gboolean load_seat(LapMatch *match, guint index, GVariant *value)
{
  LapSeatState *seat = &match->seat[index];
  g_autofree char *bot = NULL;
  GVariant *token, *former, *invitation;
  g_free(seat->name);
  g_variant_get(value, "(msms@ay@ay@ayxb)", &seat->name, &bot, &token, &former, &invitation, &seat->left,
                &seat->resigned);
  match->names[index] = seat->name;
  seat->bot = bot ? lap_bot_named(bot) : NULL;
  gboolean good = read_hash(token, &seat->token);
  good &= read_hash(former, &seat->former);
  good &= read_hash(invitation, &seat->invitation);
  return good && (!bot || seat->bot);
}

static gboolean load_seats(LapMatch *match, GVariant *seats)
{
  g_autoptr(GVariant) owned = seats;
  gboolean good = g_variant_n_children(owned) == lap_match_seats(match);
  for (guint seat = 0; good && seat < lap_match_seats(match); seat++) {
    g_autoptr(GVariant) value = g_variant_get_child_value(owned, seat);
    good = load_seat(match, seat, value);
  }
  return good;
}

static gboolean load_block(LapMatch *match, GVariant *bytes, guint64 hash)
{
  gsize n;
  g_autoptr(GVariant) owned = bytes;
  gconstpointer data = g_variant_get_fixed_array(owned, &n, 1);
  if (n != match->ruleset->block_size) return FALSE;
  memcpy(match->block, data, n);
  lap_ruleset_forget(match->ruleset, match);
  LapSession *session = lap_match_session_at(match, match->block, NULL);
  if (!session || lap_hash(lap_session_engine(session), match->block) != hash) return FALSE;
  match->waiting = lap_session_waiting(session);
  return TRUE;
}

static gboolean load_state(LapMatch *match, GVariant *state, guint *moves, guint *answered)
{
  guint64 hash;
  guint result, proposal;
  GVariant *seats, *block;
  g_clear_pointer(&match->rematch, g_free);
  g_variant_get(state, "(tttxuuuutuums@a(msmsayayayxb)@ay)", &match->seq, &hash, &match->decision, &match->changed,
                moves, answered, &result, &proposal, &match->proposal_id, &match->proposer, &match->asked,
                &match->rematch, &seats, &block);
  match->result = (LapMatchResult)result;
  match->proposal = (LapProposalKind)proposal;
  gboolean seated = load_seats(match, seats);
  return load_block(match, block, hash) && seated;
}

/* Adds a tail. FALSE: it is not the one that follows. */
static gboolean load_tail(LapMatch *match, GVariant *tail)
{
  guint64 place, before;
  guint kept;
  LapMoveRecord move;
  LapIdempotencyRecord record;
  g_autoptr(GVariantIter) moves = NULL, answered = NULL;
  g_variant_get(tail, TAIL, &place, &before, &kept, &moves, &answered);
  if (before != match->snapshot_seq || kept > match->moves->len) return FALSE;
  g_array_set_size(match->moves, kept);
  while (g_variant_iter_next(moves, "(uu)", &move.seq, &move.seat)) g_array_append_val(match->moves, move);
  while (
      g_variant_iter_next(answered, "(ttuu)", &record.request.key, &record.request.digest, &record.seq, &record.seat))
    g_array_append_val(match->answered, record);
  match->snapshot_seq = place;
  return TRUE;
}

static gboolean load_tails(LapMatch *match, GPtrArray *tails)
{
  gboolean good = TRUE;
  for (guint i = 0; good && i < tails->len; i++) {
    g_autoptr(GVariant) tail = open_sealed(match, tails->pdata[i], TAIL);
    good = tail && load_tail(match, tail);
  }
  return good && match->snapshot_seq == match->seq;
}

gboolean lap_match_load_snapshot(LapMatch *match, const LapSnapshot *snapshot, GPtrArray *tails)
{
  guint moves, answered;
  g_autoptr(GVariant) state = open_sealed(match, snapshot->state, STATE);
  if (!state || !load_state(match, state, &moves, &answered) || match->seq != snapshot->place) return FALSE;
  if (!tails)
    g_array_set_size(match->moves, moves);
  else if (!load_tails(match, tails) || match->moves->len != moves || match->answered->len != answered)
    return FALSE;
  mark(match);
  return TRUE;
}
