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
 * between two snapshots never needs a block from before the first of them. One is due, too, when a match is suspended,
 * since its rules are not called then to find out where it stands. */
#include <string.h>

#include "host/engine/hash.h"
#include "host/engine/position.h"
#include "match-rules.h"

/* its place, hash of the block, decision, changed, moves, answered, result, proposal, its id, its seat, asked, the game
 * and options of a swap, rematch, seats, settings and builds of what it is played by, entries with which that changed,
 * builds that were declined, suspension, block */
#define STATE "(tttxuuuutuumsasmsa(msmsayayayxbb)stautm(ssss)ay)"
/* its place, that of the snapshot before, moves of that one which still stand, further moves (entry, seat), further
 * idempotency records */
#define TAIL "(ttua(uu)a(ttuu))"

gboolean lap_match_snapshot_is_due(const LapMatch *match, const LapEntry *entry)
{
  if (match->lost) return FALSE;
  return entry->kind == LAP_ENTRY_SUSPEND || match->seq - match->snapshot_seq >= match->host->snapshot_every ||
         match->moves->len < match->snapshot_moves;
}

/* --- bytes with a checksum */

static guint64 checksum(const LapMatch *match, gconstpointer bytes, gsize n)
{
  guint64 of_match = lap_hash_text(match->id) ^ match->original->builds ^ lap_hash_text(STATE TAIL) ^ G_BYTE_ORDER;
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
  g_variant_builder_add(seats, "(msms@ay@ay@ayxbb)", seat->name, seat->bot ? seat->bot->name : NULL,
                        hash_of(&seat->token), hash_of(&seat->former), hash_of(&seat->invitation), seat->left,
                        seat->resigned, seat->late);
}

static GVariant *options_of(const LapMatch *match)
{
  return g_variant_new_strv((const char *const *)match->swap_options, match->swap_options ? -1 : 0);
}

static GVariant *rules_of(const LapMatch *match)
{
  return g_variant_new_fixed_array(G_VARIANT_TYPE_UINT32, match->rules->data, match->rules->len, sizeof(guint32));
}

static const char *settings_of(const LapMatch *match)
{
  return match->ruleset == match->original ? "" : match->ruleset->settings;
}

static GVariant *state_of(LapMatch *match)
{
  GVariantBuilder seats;
  const LapSuspension nothing = {0}, *suspension = match->suspension ? match->suspension : &nothing;
  g_autoptr(LapEngine) engine = lap_ruleset_new_engine(match->ruleset, NULL);
  guint64 hash = engine ? lap_hash(engine, match->block) : 0;
  g_variant_builder_init(&seats, G_VARIANT_TYPE("a(msmsayayayxbb)"));
  for (guint seat = 0; seat < lap_match_seats(match); seat++) add_seat(&seats, &match->seat[seat]);
  return g_variant_new(
      "(tttxuuuutuums@asmsa(msmsayayayxbb)st@autm(ssss)@ay)", match->seq, hash, match->decision, match->changed,
      match->moves->len, match->answered->len, (guint)match->result, (guint)match->proposal, match->proposal_id,
      match->proposer, match->asked, match->swap, options_of(match), match->rematch, &seats, settings_of(match),
      match->ruleset->builds, rules_of(match), match->declined, match->suspension != NULL, suspension->cause,
      suspension->phase, suspension->hook, suspension->reason, bytes_of(match->block, match->ruleset->block_size));
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
  g_variant_get(value, "(msms@ay@ay@ayxbb)", &seat->name, &bot, &token, &former, &invitation, &seat->left,
                &seat->resigned, &seat->late);
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

/* `settings`: as settings_of has them. */
static LapRuleset *ruleset_of(LapMatch *match, const char *settings)
{
  g_auto(LapLogHeader) log = {0};
  if (!*settings) return lap_ruleset_ref(match->original);
  g_autofree char *line = g_strdup_printf("{%s}", settings);
  g_autoptr(JsonNode) root = lap_log_line_parse(line, 1, NULL);
  return root && lap_log_header_take_settings(&log, root, NULL) ? lap_rules_of_log(match->host, &log, line, NULL)
                                                                : NULL;
}

static gboolean load_rules(LapMatch *match, const char *settings, guint64 builds)
{
  LapRuleset *ruleset = ruleset_of(match, settings);
  if (!ruleset) return FALSE;
  lap_ruleset_forget(match->ruleset, match);
  lap_ruleset_release(match->ruleset);
  match->ruleset = ruleset;
  return ruleset->builds == builds;
}

static gboolean load_block(LapMatch *match, GVariant *bytes, guint64 hash)
{
  gsize n;
  g_autoptr(GVariant) owned = bytes;
  const LapBlock *block = g_variant_get_fixed_array(owned, &n, 1);
  g_autoptr(LapEngine) engine = lap_ruleset_new_engine(match->ruleset, NULL);
  if (!engine || n != lap_engine_block_size(engine)) return FALSE;
  lap_block_free(match->block);
  g_clear_pointer(&match->previous, lap_block_free);
  match->block = lap_block_new(engine);
  memcpy(match->block, block, n);
  lap_ruleset_forget(match->ruleset, match);
  if (lap_hash(engine, match->block) != hash) return FALSE;
  match->lost = FALSE;
  if (match->still) return TRUE;
  LapSession *session = lap_match_session_at(match, match->block, NULL);
  if (!session) return FALSE;
  match->waiting = lap_session_waiting(session);
  return TRUE;
}

static void load_array(GArray *array, GVariant *value)
{
  gsize n;
  gconstpointer data = g_variant_get_fixed_array(value, &n, sizeof(guint32));
  g_array_set_size(array, 0);
  g_array_append_vals(array, data, (guint)n);
}

static gboolean load_state(LapMatch *match, GVariant *state, guint *moves, guint *answered)
{
  guint64 hash, builds;
  guint result, proposal;
  const char *settings;
  GVariant *seats, *block;
  gboolean suspended;
  LapSuspension suspension;
  g_autoptr(GVariant) rules = NULL;
  g_clear_pointer(&match->rematch, g_free);
  g_variant_get(state, "(tttxuuuutuums^asms@a(msmsayayayxbb)&st@autm(&s&s&s&s)@ay)", &match->seq, &hash,
                &match->decision, &match->changed, moves, answered, &result, &proposal, &match->proposal_id,
                &match->proposer, &match->asked, &match->swap, &match->swap_options, &match->rematch, &seats, &settings,
                &builds, &rules, &match->declined, &suspended, &suspension.cause, &suspension.phase, &suspension.hook,
                &suspension.reason, &block);
  lap_suspension_set(&match->suspension, suspended ? &suspension : NULL);
  if (!match->swap) g_clear_pointer(&match->swap_options, g_strfreev);
  match->result = (LapMatchResult)result;
  match->proposal = (LapProposalKind)proposal;
  load_array(match->rules, rules);
  if (match->rules->len) match->unnamed = FALSE; /* the snapshot is of the builds that the last of them names */
  gboolean seated = load_seats(match, seats), ruled = load_rules(match, settings, builds);
  if (ruled && load_block(match, block, hash)) return seated;
  if (!ruled) g_variant_unref(block);
  return FALSE;
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
