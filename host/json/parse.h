/* A strict parser of JSON from outside (clients, plugins' files, logs), into json-glib's nodes.
 *
 * The parser of json-glib 1.6 takes 'a', hex and octal numbers, two roots and empty text, lets the last of two equal
 * keys win, cuts strings at \u0000 and overflows the stack on deep nesting. This one takes RFC 8259 to the letter,
 * UTF-8, at most LAP_JSON_SIZE_MAX bytes and LAP_JSON_DEPTH_MAX levels, no key twice in one object (compared as it
 * reads, escapes resolved), no NUL, no unpaired surrogate, and every whole number within int64. */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

#define LAP_JSON_SIZE_MAX (4u * 1024 * 1024)
#define LAP_JSON_DEPTH_MAX 32

#define LAP_JSON_ERROR (lap_json_error_quark())
GQuark lap_json_error_quark(void);

typedef enum {
  LAP_JSON_ERROR_SYNTAX,    /* not JSON, or not UTF-8 */
  LAP_JSON_ERROR_SIZE,      /* too long */
  LAP_JSON_ERROR_DEPTH,     /* nested too deeply */
  LAP_JSON_ERROR_DUPLICATE, /* one object has a key twice */
  LAP_JSON_ERROR_RANGE      /* a whole number past 64 bits */
} LapJsonError;

/* Parses `length` bytes, which need no NUL behind them. Whole numbers are int64, those with a fraction or an exponent
 * double. The message of an error begins with "line L, column C: ", both from 1, columns in characters.
 * Returns: (transfer full) (nullable): free with json_node_unref */
JsonNode *lap_json_parse(const char *text, gsize length, GError **error);

G_END_DECLS
