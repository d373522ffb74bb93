#include "member.h"

void lap_member_text(JsonBuilder *json, const char *name, const char *text)
{
  if (!text) return;
  g_autofree char *valid = g_utf8_make_valid(text, -1);
  json_builder_set_member_name(json, name);
  json_builder_add_string_value(json, valid);
}

void lap_member_number(JsonBuilder *json, const char *name, gint64 number)
{
  json_builder_set_member_name(json, name);
  json_builder_add_int_value(json, number);
}

void lap_member_some(JsonBuilder *json, const char *name, gint64 number)
{
  if (number) lap_member_number(json, name, number);
}

void lap_member_true(JsonBuilder *json, const char *name, gboolean is)
{
  if (!is) return;
  json_builder_set_member_name(json, name);
  json_builder_add_boolean_value(json, TRUE);
}

void lap_member_begin_array(JsonBuilder *json, const char *name)
{
  json_builder_set_member_name(json, name);
  json_builder_begin_array(json);
}

void lap_member_begin_object(JsonBuilder *json, const char *name)
{
  json_builder_set_member_name(json, name);
  json_builder_begin_object(json);
}
