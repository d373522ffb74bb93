#include "remote.h"

#include <string.h>

void lap_remote_reply_init(LapRemoteReply *reply)
{
  *reply = (LapRemoteReply){
      .events = g_array_new(FALSE, FALSE, sizeof(LapEvent)),
      .actions = g_array_new(FALSE, FALSE, sizeof(LapAction)),
      .places = g_array_new(FALSE, FALSE, sizeof(LapRemotePlace)),
      .lines = g_array_new(FALSE, FALSE, sizeof(LapLine)),
      .sums = g_array_new(FALSE, FALSE, sizeof(gint64)),
      .fault = g_string_new(NULL),
      .phase = g_string_new(NULL),
      .hook = g_string_new(NULL),
      .refusal = g_string_new(NULL),
  };
}

void lap_remote_reply_clear(LapRemoteReply *reply)
{
  g_array_unref(reply->events);
  g_array_unref(reply->actions);
  g_array_unref(reply->places);
  g_array_unref(reply->lines);
  g_array_unref(reply->sums);
  g_string_free(reply->fault, TRUE);
  g_string_free(reply->phase, TRUE);
  g_string_free(reply->hook, TRUE);
  g_string_free(reply->refusal, TRUE);
}

void lap_remote_reply_reset(LapRemoteReply *reply)
{
  reply->move = reply->done = reply->has = 0;
  reply->listed = 0;
  reply->waiting = 0;
  reply->number = reply->steps = 0;
  memset(reply->n_actions, 0, sizeof reply->n_actions);
  g_array_set_size(reply->events, 0);
  g_array_set_size(reply->actions, 0);
  g_array_set_size(reply->places, 0);
  g_array_set_size(reply->lines, 0);
  g_array_set_size(reply->sums, 0);
  g_string_truncate(reply->fault, 0);
  g_string_truncate(reply->phase, 0);
  g_string_truncate(reply->hook, 0);
  g_string_truncate(reply->refusal, 0);
}
