#include "table.h"

#include "host/match/host-private.h"

#include "host/engine/knowledge.h"
#include "host/engine/position.h"

static gint64 table_now(gpointer data) { return ((Table *)data)->now + ((Table *)data)->jumped; }
static gint64 table_monotonic(gpointer data) { return ((Table *)data)->now; }

static void table_random(gpointer data, guint8 *bytes, gsize n)
{
  for (gsize i = 0; i < n; i++) bytes[i] = (guint8)lap_generator_below(&((Table *)data)->chance, 256);
}

static void count_entry(LapHost *host G_GNUC_UNUSED, LapMatch *match, const LapEntry *entry, Table *table)
{
  g_assert_cmpuint(entry->seq, ==, lap_match_get_seq(match));
  table->entries++;
}

static void count_undone(LapHost *host G_GNUC_UNUSED, LapMatch *match G_GNUC_UNUSED, Table *table) { table->undone++; }

static LapHost *host_of(Table *table)
{
  LapHost *host = lap_host_new(table->registry, table->store);
  lap_host_set_sources(host, table_now, table_monotonic, table_random, table);
  g_signal_connect(host, "entry", G_CALLBACK(count_entry), table);
  g_signal_connect(host, "undone", G_CALLBACK(count_undone), table);
  return host;
}

void table_init(Table *table, LapStore *store)
{
  *table = (Table){.now = G_GINT64_CONSTANT(1700000000000000), .chance = lap_generator_seeded(1)};
  static LapRegistry *all; /* of all tables: to look at every plugin anew takes longer than most matches */
  if (!all) all = lap_registry_new(NULL);
  table->registry = g_object_ref(all);
  table->store = store ? g_object_ref(store) : lap_store_open("memory:", NULL);
  table->host = host_of(table);
}

void table_clear(Table *table)
{
  g_clear_object(&table->host);
  g_clear_object(&table->store);
  g_clear_object(&table->registry);
}

void table_restart(Table *table)
{
  g_clear_object(&table->host);
  table->host = host_of(table);
}

void table_wait(Table *table, gint64 ms) { table->now += ms * 1000; }
void table_set_time(Table *table, gint64 ms_forward) { table->jumped += ms_forward * 1000; }

LapMatch *table_create_by(Table *table, const LapMatchSettings *settings, LapInvitations **invitations)
{
  g_autoptr(GError) error = NULL;
  LapMatch *match = lap_host_create(table->host, settings, invitations, &error);
  g_assert_no_error(error);
  g_assert_nonnull(match);
  return match;
}

static LapMatch *create(Table *table, const char *game, guint seats, gboolean is_public)
{
  g_autoptr(LapMatchSettings) settings = lap_match_settings_new(game, seats);
  lap_match_settings_set_public(settings, is_public);
  return table_create_by(table, settings, NULL);
}

LapMatch *table_create(Table *table, const char *game, guint seats) { return create(table, game, seats, FALSE); }

void table_seat_all(LapMatch *match)
{
  static const char *const names[] = {"Ada", "Ben", "Cleo", "Dot", "Eve", "Flo", "Gus", "Hal"};
  for (guint seat = 0; seat < lap_match_get_seats(match); seat++) {
    g_autoptr(GError) error = NULL;
    LapSeat there;
    lap_match_get_seat(match, seat, &there);
    if (!there.free) continue;
    lap_match_join(match, NULL, (gint)seat, names[seat % G_N_ELEMENTS(names)], table_key(1000 + seat), NULL, NULL, NULL,
                   &error);
    g_assert_no_error(error);
  }
}

LapMatch *table_begin(Table *table, const char *game, guint seats)
{
  LapMatch *match = create(table, game, seats, TRUE);
  table_seat_all(match);
  return match;
}

guint table_choose(Table *table, LapMatch *match, guint seat, LapAction *steps, guint max)
{
  g_autoptr(GError) error = NULL;
  LapSession *session = lap_match_session(match, &error);
  g_assert_no_error(error);
  const LapActions *legal = lap_session_legal(session, seat, NULL, 0, &error);
  for (guint n = 1; n <= max; n++) {
    g_assert_no_error(error);
    steps[n - 1] = legal->v[lap_generator_below(&table->chance, legal->n)];
    if (lap_session_try(session, steps, n, &legal, &error) == LAP_MOVE_MADE) return n;
  }
  g_assert_not_reached();
}

guint table_waiting(LapMatch *match)
{
  guint32 waiting = lap_match_get_waiting(match);
  g_assert_cmpuint(waiting, !=, 0);
  return (guint)__builtin_ctz(waiting);
}

void table_move(Table *table, LapMatch *match)
{
  g_autoptr(GError) error = NULL;
  LapAction steps[64];
  guint seat = table_waiting(match), n = table_choose(table, match, seat, steps, G_N_ELEMENTS(steps));
  lap_match_play(match, seat, steps, n, -1, NULL, NULL, &error);
  g_assert_no_error(error);
}

/* --- all of it */

static void describe_chair(const LapSeatState *chair, GString *out)
{
  g_string_append_printf(out, "  %s %s resigned %d late %d left %" G_GINT64_FORMAT " ", chair->name ? chair->name : "-",
                         chair->bot ? chair->bot->name : "-", chair->resigned, chair->late, chair->left);
  lap_secret_write_hex(chair->token.byte, sizeof chair->token.byte, out);
  g_string_append_c(out, ' ');
  lap_secret_write_hex(chair->invitation.byte, sizeof chair->invitation.byte, out);
  g_string_append_c(out, '\n');
}

static void describe_requests(const LapMatch *match, GString *out)
{
  for (guint i = 0; i < match->answered->len; i++) {
    const LapIdempotencyRecord *granted = &g_array_index(match->answered, LapIdempotencyRecord, i);
    g_string_append_printf(out, "  %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " at %u by %u\n", granted->request.key,
                           granted->request.digest, granted->seq, granted->seat);
  }
}

char *table_describe(LapMatch *match)
{
  g_autoptr(GError) error = NULL;
  GString *out = g_string_new(NULL);
  LapSession *session = lap_match_session(match, &error);
  g_assert_no_error(error);
  g_string_append_printf(out, "%s %s seq %" G_GUINT64_FORMAT " decision %" G_GUINT64_FORMAT " state %d outcome %s\n",
                         match->id, lap_match_get_game_id(match), match->seq, match->decision,
                         lap_match_get_state(match), lap_match_result(match));
  g_string_append_printf(out, "waiting %x moves %u created %" G_GINT64_FORMAT " changed %" G_GINT64_FORMAT "\n",
                         match->waiting, match->moves->len, match->created, match->changed);
  g_string_append_printf(out, "proposal %d id %" G_GUINT64_FORMAT " by %u asked %x rematch %s public %d\n",
                         match->proposal, match->proposal ? match->proposal_id : 0,
                         match->proposal ? match->proposer : 0, match->asked, match->rematch, match->is_public);
  g_string_append_printf(out, "hash %016" G_GINT64_MODIFIER "x\n",
                         lap_hash(lap_session_engine(session), lap_session_block(session)));
  for (guint i = 0; i < match->moves->len; i++)
    g_string_append_printf(out, "%u", g_array_index(match->moves, LapMoveRecord, i).seat);
  g_string_append_c(out, '\n');
  for (guint seat = 0; seat < lap_match_get_seats(match); seat++) describe_chair(&match->seat[seat], out);
  describe_requests(match, out);
  lap_position_save(lap_session_engine(session), lap_session_block(session), out);
  return g_string_free(out, FALSE);
}

void table_assert_stored(Table *table, LapMatch *match)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapHost) other = lap_host_new(table->registry, table->store);
  other->snapshot_every = table->host->snapshot_every;
  g_autoptr(LapMatch) again = lap_host_find(other, lap_match_get_id(match), &error);
  g_assert_no_error(error);
  g_autofree char *live = table_describe(match), *restored = table_describe(again);
  g_assert_cmpstr(live, ==, restored);
}

const char *table_key(guint n)
{
  static char key[32];
  g_snprintf(key, sizeof key, "key-of-a-test-%06u", n);
  return key;
}
