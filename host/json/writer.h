/* The JSON writer: text from a sequence of calls, with commas, colons and escapes in their places.
 *
 * A writer appends to a string of the caller's. It keeps a stack of what is open, objects and arrays, so that a
 * function that writes one value need not know where that value stands:
 *
 *   LapJsonWriter json = lap_json_writer(out);
 *   lap_json_begin_object(&json);
 *   lap_json_member_int(&json, "seq", 3);
 *   lap_json_member_array(&json, "seats");
 *   for (...) write_seat(&json, seat);
 *   lap_json_end_array(&json);
 *   lap_json_end_object(&json);                              {"seq":3,"seats":[...]}
 *
 * There are no blanks, members stand in the order of the calls, and numbers are integers, so the same calls always give
 * the same bytes: what is written may be hashed and compared. Calls out of order (a member in an array, an end without
 * a beginning) are errors of the program and abort it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* All members are the writer's own. */
typedef struct {
  GString *out;
  guint depth;    /* nesting depth: how many objects and arrays are open, at most 64 */
  guint64 object; /* bit d: what is open at depth d is an object, else an array */
  guint64 filled; /* bit d: there is something in it */
  gboolean named; /* the name of a member is written, and its value comes next */
  gboolean lines; /* a line end follows each value at depth 0 */
} LapJsonWriter;

/* A writer that appends to `out`, which must outlive it. There is nothing to free. */
LapJsonWriter lap_json_writer(GString *out);
/* The same for lines of JSON: a line end follows each value at depth 0. */
LapJsonWriter lap_json_line_writer(GString *out);
/* A writer that goes on in an object which is open at the end of `out`, written by other means. */
LapJsonWriter lap_json_writer_inside(GString *out);

void lap_json_begin_object(LapJsonWriter *json);
void lap_json_end_object(LapJsonWriter *json);
void lap_json_begin_array(LapJsonWriter *json);
void lap_json_end_array(LapJsonWriter *json);

/* The name of a member of the open object, which must need no escapes. Its value comes next. */
void lap_json_name(LapJsonWriter *json, const char *name);
/* The same for a name that may need them. */
void lap_json_name_any(LapJsonWriter *json, const char *name);

/* Values. */

/* Any text; NULL is null. Control characters are escaped, and what is no UTF-8 is replaced. */
void lap_json_string(LapJsonWriter *json, const char *text);
/* Text that needs no escapes: names and keys that were checked when they were read. */
void lap_json_word(LapJsonWriter *json, const char *word);
/* The same by a format of printf. */
void lap_json_word_format(LapJsonWriter *json, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* A string in parts, each as of lap_json_string but NULL. */
void lap_json_begin_string(LapJsonWriter *json);
void lap_json_append(LapJsonWriter *json, const char *part);
void lap_json_append_word(LapJsonWriter *json, const char *part); /* needs no escapes */
void lap_json_end_string(LapJsonWriter *json);
void lap_json_int(LapJsonWriter *json, gint64 number);
/* An unsigned number as an integer, or as a string past 2^53, where many readers lose digits. */
void lap_json_uint(LapJsonWriter *json, guint64 number);
/* A string of 16 hexadecimal digits. */
void lap_json_hex(LapJsonWriter *json, guint64 number);
void lap_json_bool(LapJsonWriter *json, gboolean is);
void lap_json_null(LapJsonWriter *json);
/* The array of the numbers of the bits that are set. */
void lap_json_bit_set(LapJsonWriter *json, guint32 bits);
/* Text that is a JSON value already. `length` -1: up to its NUL. */
void lap_json_raw(LapJsonWriter *json, const char *text, gssize length);

/* Members of the open object: a name and a value. */

void lap_json_member_object(LapJsonWriter *json, const char *name);
void lap_json_member_array(LapJsonWriter *json, const char *name);
void lap_json_member_string(LapJsonWriter *json, const char *name, const char *text);
void lap_json_member_word(LapJsonWriter *json, const char *name, const char *word);
void lap_json_member_int(LapJsonWriter *json, const char *name, gint64 number);
void lap_json_member_bool(LapJsonWriter *json, const char *name, gboolean is);
/* Members that are left out if the text is NULL, or the value FALSE. */
void lap_json_member_optional(LapJsonWriter *json, const char *name, const char *text);
void lap_json_member_true(LapJsonWriter *json, const char *name, gboolean is);

G_END_DECLS
