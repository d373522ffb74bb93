#include "end.h"

static const struct {
  const char *name;
  guint code;
  const char *reason;
} ends[LAP_ENDS] = {
    [LAP_END_PEER] = {"peer", LAP_CLOSE_NORMAL, ""},
    [LAP_END_IDLE] = {"idle", LAP_CLOSE_NORMAL, "nothing was asked for a long time"},
    [LAP_END_FLOOD] = {"flood", LAP_CLOSE_POLICY, "too fast for too long"},
    [LAP_END_SLOW] = {"slow", LAP_CLOSE_POLICY, "too much waits to be read"},
    [LAP_END_TOO_LARGE] = {"too_large", LAP_CLOSE_TOO_LARGE, "a message past the limit"},
    [LAP_END_DRAIN] = {"drain", LAP_CLOSE_GOING_AWAY, "the host stops"},
};

const char *lap_end_name(LapEnd end) { return ends[end].name; }

guint lap_end_code(LapEnd end) { return ends[end].code; }

const char *lap_end_reason(LapEnd end) { return ends[end].reason; }
