/* The variant of misbehaves that has the hooks which only a variant can have; its base's options choose them. */
#include "misbehaves.h"

#define MORE_STATE(F, T) F(T, VALUE, u8, drawn, .visibility = LAP_PUBLIC)
LAP_STATE_AT(1, More, more, MORE_STATE)

static void drawn(const LapContext *context, LapBlock *block, int32_t who, int32_t spare)
{
  (void)who, (void)spare;
  misbehave(HOOK_notice, context, block, NULL);
  more_in(context, block)->drawn++;
}

static const char *join(const LapContext *context, LapBlock *block)
{
  misbehave(HOOK_join, context, block, NULL);
  more_in(context, block)->drawn = 0;
  return NULL;
}

static const char *leave(const LapContext *context, LapBlock *block)
{
  misbehave(HOOK_leave, context, block, NULL);
  return NULL;
}

static const LapRule rules[] = {{.name = "drawn", .overrides = "misbehaves/drawn", .notice = drawn}};

static const LapPlugin plugin = {LAP_PLUGIN_HEAD,
                                 .id = "misbehaves-more",
                                 .version = "1.0.0",
                                 .licence = "MIT",
                                 .authors = "The zoo",
                                 .depth = 1,
                                 .extends = "misbehaves",
                                 .accepts = "1.0",
                                 LAP_STATE_OF_PLUGIN(More, more),
                                 .base = LAP_TABLE(misbehaves_fields),
                                 .rules = LAP_TABLE(rules),
                                 .join = join,
                                 .leave = leave};

LAP_PLUGIN_ENTRY { return &plugin; }
