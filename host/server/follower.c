#include "follower.h"

LapFollower *lap_follower_new(LapConnection *connection, LapMatch *match, guint viewer)
{
  LapFollower *follower = g_new0(LapFollower, 1);
  follower->connection = connection;
  follower->match = g_object_ref(match);
  follower->viewer = viewer;
  return follower;
}

void lap_follower_free(LapFollower *follower)
{
  g_object_unref(follower->match);
  g_free(follower);
}
