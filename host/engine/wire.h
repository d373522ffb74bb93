/* Calls and replies (remote.h) as bytes, between processes of one machine.
 *
 * What is read may have been written by anybody: lengths are checked against what there is, and nothing else is. */
#pragma once

#include "remote.h"

G_BEGIN_DECLS

/* Where it goes to, or comes from; `length` bytes at `bytes`, aligned to 8. */
typedef struct {
  guint8 *bytes;
  gsize length;
} LapWire;

/* Bytes that a call about a block of `engine` takes. */
gsize lap_wire_call_size(const LapEngine *engine);
/* FALSE: there is not enough room. */
gboolean lap_wire_write_call(LapWire wire, const LapEngine *engine, const LapRemoteCall *call, const LapBlock *block);
/* Reads seats and options first, since they say what engine a call is for. `*values`: the values of all options, lowest
 * level first, `n_values` of them; they belong to the wire. */
gboolean lap_wire_read_seats(LapWire wire, guint n_values, guint *seats, const gint16 **values);
gboolean lap_wire_read_call(LapWire wire, const LapEngine *engine, LapRemoteCall *call, LapBlock *block);

/* FALSE: there is not enough room. */
gboolean lap_wire_write_reply(LapWire wire, const LapEngine *engine, const LapRemoteReply *reply,
                              const LapBlock *block);
/* Whether a reply says that the rules broke the contract. */
gboolean lap_wire_reply_is_fault(LapWire wire);
/* Bytes of a reply about a block of that size, as far as it can be believed: no more than there are. */
gsize lap_wire_reply_size(LapWire wire, gsize block_size);
/* `block` NULL: what it says of that is not read. */
gboolean lap_wire_read_reply(LapWire wire, const LapEngine *engine, LapRemoteReply *reply, LapBlock *block);

G_END_DECLS
