/* What people say to each other at a match: all who may see the match may know all of it. */
#include "projection.h"

void lap_project_message(const LapMessage *message, LapJsonWriter *json)
{
  lap_json_member_int(json, "number", (gint64)message->number);
  lap_json_member_int(json, "seat", message->seat);
  lap_json_member_string(json, "name", message->name);
  lap_json_member_int(json, "at", message->at);
  lap_json_member_optional(json, "word", message->word);
  lap_json_member_optional(json, "text", message->text);
}
