/* Hooks of a game that was linked from a manifest: each sets a fault, and answers what ends a loop soonest. */
#include "manifest-private.h"

static void set_fault(const LapContext *context) { context->host->fault(context, "is called outside of its worker"); }

static uint16_t stub_enter(const LapContext *context, LapBlock *block G_GNUC_UNUSED)
{
  set_fault(context);
  return LAP_OVER;
}

static uint32_t stub_actors(const LapContext *context, const LapBlock *block G_GNUC_UNUSED)
{
  set_fault(context);
  return 0;
}

static void stub_legal(const LapContext *context, const LapBlock *block G_GNUC_UNUSED, uint8_t seat G_GNUC_UNUSED,
                       LapActions *actions G_GNUC_UNUSED)
{
  set_fault(context);
}

static uint16_t stub_apply(const LapContext *context, LapBlock *block G_GNUC_UNUSED,
                           const LapAction *action G_GNUC_UNUSED)
{
  set_fault(context);
  return LAP_OVER;
}

static int32_t stub_rule(const LapContext *context, const LapBlock *block G_GNUC_UNUSED, int32_t a G_GNUC_UNUSED,
                         int32_t b G_GNUC_UNUSED)
{
  set_fault(context);
  return 0;
}

static void stub_notice(const LapContext *context, LapBlock *block G_GNUC_UNUSED, int32_t a G_GNUC_UNUSED,
                        int32_t b G_GNUC_UNUSED)
{
  set_fault(context);
}

static int32_t stub_operation(const LapContext *context, LapBlock *block G_GNUC_UNUSED, int32_t a G_GNUC_UNUSED,
                              int32_t b G_GNUC_UNUSED)
{
  set_fault(context);
  return 0;
}

static void stub_score(const LapContext *context, const LapBlock *block G_GNUC_UNUSED, int final G_GNUC_UNUSED)
{
  set_fault(context);
}

static void stub_derive(const LapContext *context, LapBlock *block G_GNUC_UNUSED) { set_fault(context); }

static const char *stub_join(const LapContext *context, LapBlock *block G_GNUC_UNUSED)
{
  set_fault(context);
  return NULL;
}

/* Never called, as the drawings are there. */
static void stub_draw(const LapContext *context, uint16_t face G_GNUC_UNUSED, LapDrawing *drawing G_GNUC_UNUSED)
{
  set_fault(context);
}

static uint32_t stub_highlights(const LapContext *context, const LapBlock *block G_GNUC_UNUSED,
                                const LapAction *step G_GNUC_UNUSED, LapHighlight *out G_GNUC_UNUSED,
                                uint32_t capacity G_GNUC_UNUSED)
{
  set_fault(context);
  return 0;
}

static void stub_resample(const LapContext *context, LapBlock *block G_GNUC_UNUSED, uint8_t seat G_GNUC_UNUSED)
{
  set_fault(context);
}

const LapPlugin lap_stub_plugin = {.score = stub_score, .derive = stub_derive, .join = stub_join, .leave = stub_join};
const LapPhase lap_stub_phase = {
    .enter = stub_enter, .actors = stub_actors, .legal = stub_legal, .apply = stub_apply, .run = stub_enter};
const LapRule lap_stub_rule = {.rule = stub_rule, .notice = stub_notice, .operation = stub_operation};
const LapFaces lap_stub_faces = {.draw = stub_draw};
const LapHighlights lap_stub_highlights = {.struct_size = sizeof(LapHighlights), .highlights = stub_highlights};
const LapResample lap_stub_resample = {.struct_size = sizeof(LapResample), .resample = stub_resample};
