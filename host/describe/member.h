/* Inside of host/describe: members of JSON objects in the making. Those that say nothing are left out. */
#pragma once

#include <json-glib/json-glib.h>

/* Left out where `text` is NULL. What is no UTF-8 in it is replaced: plugins are not to be trusted with that. */
void lap_member_text(JsonBuilder *json, const char *name, const char *text);
void lap_member_number(JsonBuilder *json, const char *name, gint64 number);
/* Left out where it is 0. */
void lap_member_some(JsonBuilder *json, const char *name, gint64 number);
/* Left out where it is not so. */
void lap_member_true(JsonBuilder *json, const char *name, gboolean is);

/* What lies between is in an array, or an object, of that name. */
void lap_member_begin_array(JsonBuilder *json, const char *name);
void lap_member_begin_object(JsonBuilder *json, const char *name);
