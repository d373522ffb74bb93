/* The life of an engine: its buffers, its switches, and the contexts that hooks are handed. */
#include <stdlib.h>
#include <string.h>

#include "engine-private.h"

/* The size of a block, and where in it each part lies; depends on the game and the seats alone. */
static void lay_out(LapEngine *engine)
{
  const LapGame *game = engine->game;
  gsize at = (sizeof(LapHead) + 15) & ~(gsize)15;
  engine->sealed_offset = at;
  at += (gsize)engine->seats * game->steps_max * sizeof(LapAction);
  for (guint level = 0; level < game->depth; level++)
    for (guint depth = 0; depth < game->depth; depth++)
      engine->context[level].segment[depth] = (guint32)at + game->segment_offset[depth];
  engine->block_size = at + game->segments_size;
}

static void make_contexts(LapEngine *engine)
{
  LapGame *game = engine->game;
  for (guint depth = 0; depth < game->depth; depth++) {
    engine->level[depth] = (LapLevel){engine, (guint8)depth};
    engine->option_rows[depth] = engine->options->value[depth];
    engine->catalogue_rows[depth] = game->level[depth].rows;
    LapContext *context = &engine->context[depth];
    context->host = &lap_engine_services;
    context->level = &engine->level[depth];
    context->options = engine->option_rows;
    context->catalogues = engine->catalogue_rows;
    context->seats = engine->seats;
    context->depth = (guint8)depth;
  }
}

static __thread LapTrace *thread_trace;

void lap_engine_set_thread_trace(LapTrace *trace) { thread_trace = trace; }

static guint most_faces(const LapGame *game)
{
  guint most = 0;
  for (guint i = 0; i < game->sets->len; i++)
    most = MAX(most, ((LapPieceSet *)g_ptr_array_index(game->sets, i))->faces);
  return most;
}

static guint all_slots(const LapGame *game)
{
  guint n = 0;
  for (guint i = 0; i < game->fields->len; i++) {
    const LapGameField *field = g_ptr_array_index(game->fields, i);
    if (field->type == LAP_SLOT) n += (guint)field->rows * field->capacity;
  }
  return n;
}

LapEngine *lap_engine_new(LapGame *game, guint seats, const LapOptions *options, GError **error)
{
  if (seats < game->seats_min || seats > game->seats_max) {
    g_set_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_OPTION, "%s is for %u to %u seats, not for %u", game->id,
                game->seats_min, game->seats_max, seats);
    return NULL;
  }
  LapEngine *engine = g_new0(LapEngine, 1);
  engine->game = lap_game_ref(game);
  engine->seats = (guint8)seats;
  engine->options = options ? lap_options_copy(game, options) : lap_options_new(game);
  engine->top = game->phase[game->depth - 1];
  engine->lines = g_array_sized_new(FALSE, FALSE, sizeof(LapLine), 64);
  engine->events = g_array_sized_new(FALSE, FALSE, sizeof(LapEvent), 64);
  engine->fault = g_string_new(NULL);
  engine->trace = thread_trace ? thread_trace : &engine->own_trace;
  engine->actions.capacity = 64;
  engine->actions.v = g_new(LapAction, engine->actions.capacity);
  lay_out(engine);
  make_contexts(engine);
  engine->scratch = lap_block_new(engine);
  engine->scratch2 = lap_block_new(engine);
  engine->census = g_new(guint16, most_faces(game) + 1);
  engine->slots = g_new(LapSlot *, all_slots(game) + 1);
  if (game->remote) engine->answers = lap_answers_new();
  return engine;
}

void lap_engine_free(LapEngine *engine)
{
  if (!engine) return;
  lap_block_free(engine->scratch);
  lap_block_free(engine->scratch2);
  lap_answers_free(engine->answers);
  g_free(engine->census);
  g_free(engine->slots);
  g_free(engine->actions.v);
  g_string_free(engine->fault, TRUE);
  g_array_unref(engine->events);
  g_array_unref(engine->lines);
  lap_options_free(engine->options);
  lap_game_unref(engine->game);
  g_free(engine);
}

LapBlock *lap_block_new(const LapEngine *engine)
{
  gsize size = (engine->block_size + 15) & ~(gsize)15;
  LapBlock *block = aligned_alloc(16, size);
  if (!block) g_error("out of memory for a block of %zu bytes", size);
  memset(block, 0, size);
  return block;
}

void lap_block_free(LapBlock *block) { free(block); }

const LapGame *lap_engine_game(const LapEngine *engine) { return engine->game; }
guint lap_engine_seats(const LapEngine *engine) { return engine->seats; }
const LapContext *lap_engine_context(const LapEngine *engine, guint depth) { return &engine->context[depth]; }
gpointer lap_engine_segment(const LapEngine *engine, LapBlock *block, guint depth)
{
  return segment_of(engine, block, depth);
}

guint lap_engine_rows(const LapEngine *engine, const LapGameField *field) { return rows_of(engine, field); }

gconstpointer lap_engine_row(const LapEngine *engine, const LapBlock *block, const LapGameField *field, guint row,
                             guint *n)
{
  *n = items_of(engine, block, field, row);
  return item_at(engine, block, field, row, 0);
}

const LapBlock *lap_engine_own_world(LapEngine *engine, const LapBlock *block, guint viewer)
{
  gboolean chose = !engine->still && viewer < engine->seats && lap_head_of(block)->sealed[viewer];
  return chose ? lap_engine_world_of(engine, block, viewer) : block;
}

const LapOptions *lap_engine_options(const LapEngine *engine) { return engine->options; }
gsize lap_engine_block_size(const LapEngine *engine) { return engine->block_size; }
const char *lap_engine_fault(const LapEngine *engine) { return engine->faulted ? engine->fault->str : NULL; }
void lap_engine_set_trace(LapEngine *engine, LapTrace *trace) { engine->trace = trace ? trace : &engine->own_trace; }
const LapTrace *lap_engine_get_trace(const LapEngine *engine) { return engine->trace; }
void lap_engine_note_hook(LapEngine *engine, const char *hook)
{
  engine->trace->phase = NULL;
  begin_hook(engine, hook);
  engine->trace->steps++;
}
void lap_engine_commit_backwards(LapEngine *engine, gboolean on) { engine->backwards = on; }
void lap_engine_keep_still(LapEngine *engine, gboolean on) { engine->still = on; }
void lap_engine_collect_events(LapEngine *engine, gboolean on) { engine->collecting = on; }

const LapEvent *lap_engine_events(const LapEngine *engine, guint *n)
{
  *n = engine->events->len;
  return (const LapEvent *)(gpointer)engine->events->data;
}

gint lap_compare_actions(const LapAction *a, const LapAction *b)
{
  if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
  if (a->seat != b->seat) return a->seat < b->seat ? -1 : 1;
  for (guint i = 0; i < LAP_ARGS_MAX; i++)
    if (a->arg[i] != b->arg[i]) return a->arg[i] < b->arg[i] ? -1 : 1;
  return 0;
}
