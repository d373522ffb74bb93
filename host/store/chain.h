/* What proves that a match is as it was written: a chain of hashes.
 *
 * The chain begins with a hash (SHA-256) over the header of the match; each entry's hash is over the one before it and
 * the entry's text. So the last one, its head, depends on all that was ever written of the match, in its order. Every
 * entry is stored with its hash, and the row of the match has the head. What was changed, left out or put in by
 * anything but the store no longer fits. The heads of all matches, combined by XOR, are the digest of a store: equal
 * digests mean equal contents, whatever the order of writing. */
#pragma once

#include "host/digest/sha256.h"

G_BEGIN_DECLS

typedef LapSha256 LapChain;

/* The hash that the chain of a match begins with. */
LapChain lap_chain_start(const char *id, gint64 created, const char *header);
/* The hash of the entry that follows the one of `before`. */
LapChain lap_chain_next(const LapChain *before, const char *entry);

gboolean lap_chain_equal(const LapChain *one, const LapChain *other);
/* Adds a head to a digest, or takes it out again. */
void lap_chain_combine(LapChain *digest, const LapChain *head);

G_END_DECLS
