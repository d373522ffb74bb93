#include "wire.h"

#include <string.h>

#include "engine-private.h"

#define TEXT_MAX 4096

/* --- parts, each of which begins at a multiple of 8 */

static gboolean put(LapWire *wire, gconstpointer bytes, gsize n)
{
  gsize whole = (n + 7) & ~(gsize)7;
  if (whole > wire->length) return FALSE;
  if (n) memcpy(wire->bytes, bytes, n);
  wire->bytes += whole;
  wire->length -= whole;
  return TRUE;
}

/* The bytes of the next part, or NULL if there are not so many. */
static const guint8 *next(LapWire *wire, gsize n)
{
  const guint8 *bytes = wire->bytes;
  if (n > wire->length || ((n + 7) & ~(gsize)7) > wire->length) return NULL;
  wire->bytes += (n + 7) & ~(gsize)7;
  wire->length -= (n + 7) & ~(gsize)7;
  return bytes;
}

static gboolean get(LapWire *wire, gpointer bytes, gsize n)
{
  const guint8 *from = next(wire, n);
  if (from) memcpy(bytes, from, n);
  return from != NULL;
}

static gboolean put_array(LapWire *wire, const GArray *array)
{
  return put(wire, array->data, (gsize)array->len * g_array_get_element_size((GArray *)array));
}

static gboolean get_array(LapWire *wire, GArray *array, guint n)
{
  gsize size = g_array_get_element_size(array);
  const guint8 *from = n <= wire->length / size ? next(wire, n * size) : NULL;
  if (from) g_array_append_vals(array, from, n);
  return from != NULL;
}

static gboolean get_text(LapWire *wire, GString *text, guint n)
{
  const guint8 *from = n <= TEXT_MAX ? next(wire, n) : NULL;
  g_autofree char *copy = from ? g_strndup((const char *)from, n) : NULL; /* it may change while it is looked at */
  g_autofree char *valid = copy ? g_utf8_make_valid(copy, -1) : NULL;
  if (valid) g_string_assign(text, g_strdelimit(valid, "\n\r\t\x1b", ' '));
  return from != NULL;
}

/* --- calls: seats, options, call, block */

static guint count_options(const LapGame *game)
{
  guint n = 0;
  for (guint depth = 0; depth < game->depth; depth++) n += game->level[depth].plugin.options.n;
  return n;
}

static gsize whole(gsize n) { return (n + 7) & ~(gsize)7; }

gsize lap_wire_call_size(const LapEngine *engine)
{
  return whole(sizeof(guint32)) + whole(count_options(engine->game) * sizeof(gint16)) + whole(sizeof(LapRemoteCall)) +
         whole(engine->block_size);
}

static gboolean put_options(LapWire *wire, const LapEngine *engine)
{
  gint16 values[LAP_LEVELS_MAX * G_MAXUINT8];
  guint n = 0;
  if (count_options(engine->game) > G_N_ELEMENTS(values)) return FALSE;
  for (guint depth = 0; depth < engine->game->depth; depth++)
    for (guint i = 0; i < engine->game->level[depth].plugin.options.n; i++)
      values[n++] = engine->options->value[depth][i];
  return put(wire, values, n * sizeof *values);
}

gboolean lap_wire_write_call(LapWire wire, const LapEngine *engine, const LapRemoteCall *call, const LapBlock *block)
{
  const guint32 seats = engine->seats;
  return put(&wire, &seats, sizeof seats) && put_options(&wire, engine) && put(&wire, call, sizeof *call) &&
         put(&wire, block, engine->block_size);
}

gboolean lap_wire_read_seats(LapWire wire, guint n_values, guint *seats, const gint16 **values)
{
  guint32 n;
  if (!get(&wire, &n, sizeof n)) return FALSE;
  *seats = n;
  *values = (const gint16 *)(gconstpointer)next(&wire, n_values * sizeof **values);
  return *values != NULL;
}

gboolean lap_wire_read_call(LapWire wire, const LapEngine *engine, LapRemoteCall *call, LapBlock *block)
{
  return next(&wire, sizeof(guint32)) && next(&wire, count_options(engine->game) * sizeof(gint16)) &&
         get(&wire, call, sizeof *call) && get(&wire, block, engine->block_size);
}

/* --- replies: head, block, and what the head has the lengths of */

typedef struct {
  LapRemoteReply reply; /* its pointers mean nothing */
  guint32 n_events, n_actions, n_places, n_lines, n_sums, n_fault, n_phase, n_hook, n_refusal;
} Head;

gboolean lap_wire_write_reply(LapWire wire, const LapEngine *engine, const LapRemoteReply *reply, const LapBlock *block)
{
  Head head;
  memset(&head, 0, sizeof head);
  head.reply = *reply;
  head.reply.events = head.reply.actions = head.reply.places = head.reply.lines = head.reply.sums = NULL;
  head.reply.fault = head.reply.phase = head.reply.hook = head.reply.refusal = NULL;
  head.n_events = reply->events->len;
  head.n_actions = reply->actions->len;
  head.n_places = reply->places->len;
  head.n_lines = reply->lines->len;
  head.n_sums = reply->sums->len;
  head.n_fault = (guint32)reply->fault->len;
  head.n_phase = (guint32)reply->phase->len;
  head.n_hook = (guint32)reply->hook->len;
  head.n_refusal = (guint32)reply->refusal->len;
  return put(&wire, &head, sizeof head) && put(&wire, block, engine->block_size) && put_array(&wire, reply->events) &&
         put_array(&wire, reply->actions) && put_array(&wire, reply->places) && put_array(&wire, reply->lines) &&
         put_array(&wire, reply->sums) && put(&wire, reply->fault->str, reply->fault->len) &&
         put(&wire, reply->phase->str, reply->phase->len) && put(&wire, reply->hook->str, reply->hook->len) &&
         put(&wire, reply->refusal->str, reply->refusal->len);
}

/* The numbers of a head, but none of its pointers. */
static void take_head(LapRemoteReply *reply, const Head *head)
{
  reply->move = head->reply.move;
  reply->done = head->reply.done;
  reply->has = head->reply.has;
  reply->listed = head->reply.listed;
  reply->waiting = head->reply.waiting;
  reply->number = head->reply.number;
  reply->steps = head->reply.steps;
  memcpy(reply->n_actions, head->reply.n_actions, sizeof reply->n_actions);
}

gboolean lap_wire_reply_is_fault(LapWire wire)
{
  Head head;
  return get(&wire, &head, sizeof head) && head.n_fault > 0;
}

gsize lap_wire_reply_size(LapWire wire, gsize block_size)
{
  Head head;
  LapWire rest = wire;
  if (!get(&rest, &head, sizeof head)) return 0;
  guint64 size = whole(sizeof head) + whole(block_size) + whole((guint64)head.n_events * sizeof(LapEvent)) +
                 whole((guint64)head.n_actions * sizeof(LapAction)) +
                 whole((guint64)head.n_places * sizeof(LapRemotePlace)) +
                 whole((guint64)head.n_lines * sizeof(LapLine)) + whole((guint64)head.n_sums * sizeof(gint64)) +
                 whole(head.n_fault) + whole(head.n_phase) + whole(head.n_hook) + whole(head.n_refusal);
  return (gsize)MIN(size, wire.length);
}

gboolean lap_wire_read_reply(LapWire wire, const LapEngine *engine, LapRemoteReply *reply, LapBlock *block)
{
  Head head;
  lap_remote_reply_reset(reply);
  if (!get(&wire, &head, sizeof head)) return FALSE;
  take_head(reply, &head);
  return (block ? get(&wire, block, engine->block_size) : next(&wire, engine->block_size) != NULL) &&
         get_array(&wire, reply->events, head.n_events) && get_array(&wire, reply->actions, head.n_actions) &&
         get_array(&wire, reply->places, head.n_places) && get_array(&wire, reply->lines, head.n_lines) &&
         get_array(&wire, reply->sums, head.n_sums) && get_text(&wire, reply->fault, head.n_fault) &&
         get_text(&wire, reply->phase, head.n_phase) && get_text(&wire, reply->hook, head.n_hook) &&
         get_text(&wire, reply->refusal, head.n_refusal);
}
