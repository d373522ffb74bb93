/* The engine of a game whose rules run in another process (remote.h). */
#include "remote.h"

#include "engine-private.h"
#include "patience.h"

/* So many blocks' answers are kept: a server that goes from match to match finds what was said of each. */
#define ANSWERS_MAX 128

/* What is known of a block. */
typedef struct {
  LapBlock *block;
  guint8 has; /* LAP_WANT bits */
  guint16 listed;
  guint32 waiting;
  guint32 n_actions[LAP_SEATS_MAX];
  GArray *actions, *places, *lines;
} Answer;

struct LapAnswers {
  LapRemoteReply reply;
  gboolean ended;   /* the last call has no reply */
  gboolean put_off; /* nor will it have one now: its fault ends with the request (patience.h) */
  guint8 wants;     /* what was asked for since the last step */
  guint8 asked;     /* what was asked for before it */
  guint next;       /* in `answer`, to be replaced */
  Answer answer[ANSWERS_MAX];
};

void lap_game_set_remote(LapGame *game, LapRemote *remote) { game->remote = remote; }

LapAnswers *lap_answers_new(void)
{
  LapAnswers *answers = g_new0(LapAnswers, 1);
  lap_remote_reply_init(&answers->reply);
  return answers;
}

void lap_answers_free(LapAnswers *answers)
{
  if (!answers) return;
  lap_remote_reply_clear(&answers->reply);
  for (guint i = 0; i < ANSWERS_MAX && answers->answer[i].block; i++) {
    Answer *answer = &answers->answer[i];
    g_free(answer->block);
    g_array_unref(answer->actions);
    g_array_unref(answer->places);
    g_array_unref(answer->lines);
  }
  g_free(answers);
}

/* --- which hook runs, as far as it is known */

static const char *const hooks[] = {"enter", "actors", "legal",    "apply",      "run",      "score",   "derive",
                                    "join",  "leave",  "resample", "highlights", "evaluate", "rollout", NULL};

/* Which one has to be called for what is asked: right unless the other process knows better. NULL: it may be any. */
static void note_hook(LapEngine *engine, const LapBlock *block, const char *hook)
{
  const LapGamePhase *phase = lap_game_phase(engine->game, lap_head_of(block)->phase);
  engine->trace->phase = phase && hook ? phase->name : NULL;
  engine->trace->hook = hook;
}

/* What the other process said of it, which may be anything. */
static void take_trace(LapEngine *engine, const LapRemoteReply *reply)
{
  const LapGamePhase *phase = lap_game_phase_named(engine->game, reply->phase->str);
  if (phase) engine->trace->phase = phase->name;
  for (const char *const *hook = hooks; *hook; hook++)
    if (g_str_equal(*hook, reply->hook->str)) engine->trace->hook = *hook;
}

/* --- what is believed of a reply */

static gboolean refuse(LapEngine *engine, const char *what)
{
  lap_engine_set_fault(engine, "the answer of its rules is not possible: %s", what);
  return FALSE;
}

/* Whether it names an action that there is, with arguments that there are. */
static gboolean is_possible_step(LapEngine *engine, const LapAction *step)
{
  const LapGameKind *kind = lap_game_action(engine->game, step->kind);
  return kind && step->seat < engine->seats && step->n_args == kind->n_args &&
         lap_check_arguments(engine, kind, step->arg);
}

static gboolean check_sealed(LapEngine *engine, const LapBlock *block)
{
  const LapHead *head = lap_head_of(block);
  for (guint seat = 0; seat < engine->seats; seat++) {
    if (head->sealed[seat] > engine->game->steps_max) return FALSE;
    const LapAction *step = sealed_of(engine, (LapBlock *)block, seat);
    for (guint i = 0; i < head->sealed[seat]; i++)
      if (!is_possible_step(engine, &step[i])) return FALSE;
  }
  return TRUE;
}

/* What only the engine itself writes, and its own code trusts. */
static gboolean check_head(LapEngine *engine, const LapBlock *block)
{
  const LapHead *head = lap_head_of(block);
  if (head->seats != engine->seats) return refuse(engine, "a block of another number of seats");
  if (head->ready >> engine->seats || head->over > 1) return refuse(engine, "the head of a block");
  const LapGamePhase *phase = lap_game_phase(engine->game, head->phase);
  if (!phase || phase->removed) return refuse(engine, "a block in no phase");
  if (!head->over && phase->kind == LAP_PHASE_AUTOMATIC) return refuse(engine, "a block in a phase without a decision");
  return check_sealed(engine, block) || refuse(engine, "sealed steps");
}

static gboolean check_actions(LapEngine *engine, const LapRemoteReply *reply)
{
  guint at = 0;
  for (guint seat = 0; seat < LAP_SEATS_MAX; seat++) {
    if (reply->n_actions[seat] > reply->actions->len - at) return refuse(engine, "more legal steps than it sent");
    for (guint i = 0; i < reply->n_actions[seat]; i++, at++) {
      const LapAction *step = &g_array_index(reply->actions, LapAction, at);
      if (step->seat != seat || !is_possible_step(engine, step)) return refuse(engine, "a legal step that is none");
    }
  }
  return TRUE;
}

/* Whether it lies in its field, however many items that has at present. */
static gboolean has_room(const LapEngine *engine, const LapRemotePlace *place)
{
  const LapGameField *field = g_ptr_array_index(engine->game->fields, place->field);
  guint room = field->type == LAP_PLANE ? (guint)field->shape->width * field->shape->height : field->capacity;
  return place->row < rows_told(engine, field) && place->side <= (field->set ? LAP_AT_WEST : LAP_AT_MIDDLE) &&
         place->index < room;
}

static gboolean check_places(LapEngine *engine, const LapRemoteReply *reply)
{
  guint last = 0;
  for (guint i = 0; i < reply->places->len; i++) {
    const LapRemotePlace *place = &g_array_index(reply->places, LapRemotePlace, i);
    if (place->action < last || place->action >= reply->actions->len || place->field >= engine->game->fields->len ||
        !has_room(engine, place))
      return refuse(engine, "a place to highlight");
    last = place->action;
  }
  return TRUE;
}

static gboolean is_possible_line(LapEngine *engine, const LapLine *line)
{
  return lap_check_line(engine, line) &&
         (lap_check_arguments(engine, lap_game_category(engine->game, line->kind), line->arg) ||
          refuse(engine, "a score line"));
}

static gboolean check_lines(LapEngine *engine, const LapRemoteReply *reply)
{
  for (guint i = 0; i < reply->lines->len; i++)
    if (!is_possible_line(engine, &g_array_index(reply->lines, LapLine, i))) return FALSE;
  return TRUE;
}

static gboolean check_events(LapEngine *engine, const LapRemoteReply *reply)
{
  for (guint i = 0; i < reply->events->len; i++) {
    const LapEvent *event = &g_array_index(reply->events, LapEvent, i);
    const LapGameKind *kind = lap_game_event(engine->game, event->kind);
    if (!kind || !lap_check_arguments(engine, kind, event->arg)) return refuse(engine, "an event");
  }
  return TRUE;
}

static gboolean check_reply(LapEngine *engine, const LapRemoteReply *reply)
{
  if (reply->move > LAP_MOVE_FAULT) return refuse(engine, "a move");
  if (reply->waiting >> engine->seats) return refuse(engine, "seats that are not there have a decision");
  if (reply->fault->len) {
    take_trace(engine, reply);
    engine->faulted = TRUE;
    g_string_assign(engine->fault, reply->fault->str);
    return FALSE;
  }
  return check_actions(engine, reply) && check_places(engine, reply) && check_lines(engine, reply) &&
         check_events(engine, reply);
}

/* A block that can be read, though it may be one that the rules never make. */
static gboolean check_block(LapEngine *engine, const LapBlock *block)
{
  return check_head(engine, block) && lap_check_counts(engine, block) && lap_check_faces(engine, block);
}

/* --- calls */

/* Rules that had not answered yet have not failed. */
static void forget_put_off(LapEngine *engine)
{
  if (!engine->answers->put_off || lap_patience_is_out()) return;
  engine->answers->put_off = FALSE;
  engine->faulted = FALSE;
}

/* FALSE, with a fault: `block` is worthless, unless the process of the rules has ended: then it is as it was. */
static gboolean exchange(LapEngine *engine, const LapRemoteCall *call, LapBlock *block)
{
  LapRemote *remote = engine->game->remote;
  LapRemoteReply *reply = &engine->answers->reply;
  lap_remote_reply_reset(reply);
  forget_put_off(engine);
  engine->answers->ended = FALSE;
  if (!remote->call(remote, engine, call, block, reply)) {
    engine->answers->put_off |= lap_patience_is_out() && !engine->faulted;
    engine->answers->ended = !lap_patience_is_out();
    take_trace(engine, reply);
    lap_engine_set_fault(engine, "%s", lap_patience_is_out() ? "they have not answered yet" : reply->fault->str);
    return FALSE;
  }
  return check_reply(engine, reply) && (lap_remote_call_keeps_block(call) || check_block(engine, block));
}

const LapRemoteReply *lap_remote_exchange(LapEngine *engine, const LapRemoteCall *call, LapBlock *block,
                                          const char *hook)
{
  note_hook(engine, block, hook);
  engine->faulted = FALSE;
  return exchange(engine, call, block) ? &engine->answers->reply : NULL;
}

gboolean lap_remote_has_ended(const LapEngine *engine) { return engine->answers->ended; }

/* --- answers */

static void fill(GArray *array, const GArray *from)
{
  g_array_set_size(array, 0);
  g_array_append_vals(array, from->data, from->len);
}

static Answer *find_answer(const LapEngine *engine, const LapBlock *block)
{
  LapAnswers *answers = engine->answers;
  for (guint i = 1; i <= ANSWERS_MAX; i++) { /* the newest first */
    Answer *answer = &answers->answer[(answers->next + ANSWERS_MAX - i) % ANSWERS_MAX];
    if (!answer->block) break;
    if (memcmp(answer->block, block, engine->block_size) == 0) return answer;
  }
  return NULL;
}

static Answer *new_answer(LapEngine *engine, const LapBlock *block)
{
  LapAnswers *answers = engine->answers;
  Answer *answer = &answers->answer[answers->next];
  answers->next = (answers->next + 1) % ANSWERS_MAX;
  if (!answer->block) {
    answer->block = g_malloc(engine->block_size);
    answer->actions = g_array_new(FALSE, FALSE, sizeof(LapAction));
    answer->places = g_array_new(FALSE, FALSE, sizeof(LapRemotePlace));
    answer->lines = g_array_new(FALSE, FALSE, sizeof(LapLine));
  }
  memcpy(answer->block, block, engine->block_size);
  answer->has = 0;
  answer->listed = 0;
  return answer;
}

/* Keeps what the last reply says of `block`. */
static Answer *keep(LapEngine *engine, const LapBlock *block)
{
  const LapRemoteReply *reply = &engine->answers->reply;
  Answer *answer = find_answer(engine, block);
  if (!answer) answer = new_answer(engine, block);
  if (reply->has & LAP_WANT_WAITING) answer->waiting = reply->waiting;
  if (reply->has & LAP_WANT_LEGAL) {
    memcpy(answer->n_actions, reply->n_actions, sizeof answer->n_actions);
    answer->listed = reply->listed;
    fill(answer->actions, reply->actions);
    fill(answer->places, reply->places);
    answer->has &= (guint8)~LAP_WANT_HIGHLIGHTS;
  }
  if (reply->has & LAP_WANT_SCORE) fill(answer->lines, reply->lines);
  answer->has |= reply->has;
  return answer;
}

static gboolean knows(const Answer *answer, guint wants, guint seat)
{
  return answer && (answer->has & wants) == wants && (seat == LAP_EVERY_SEAT || answer->listed >> seat & 1);
}

/* The answer to a question about a block; NULL with a fault. */
static const Answer *find_or_ask(LapEngine *engine, const LapBlock *block, guint wants, guint seat)
{
  const Answer *answer = find_answer(engine, block);
  forget_put_off(engine);
  engine->answers->wants |= (guint8)wants;
  if (knows(answer, wants, seat)) return answer;
  const LapRemoteCall call = {.kind = LAP_CALL_ASK, .wants = (guint8)(wants | LAP_WANT_WAITING), .seat = (guint8)seat};
  if (!exchange(engine, &call, (LapBlock *)block)) return NULL;
  answer = keep(engine, block);
  if (knows(answer, wants, seat)) return answer;
  refuse(engine, "not what was asked for");
  return NULL;
}

/* --- what the engine asks */

/* What is said with a step, or a start: what was asked for after the one before. Where calls may be put off it is
 * everything: then nothing more has to be asked for, and the call is the same when it is made again. */
static guint8 choose_wants(LapAnswers *answers)
{
  guint8 wants = answers->wants | answers->asked | LAP_WANT_WAITING;
  answers->asked = answers->wants;
  answers->wants = 0;
  return lap_patience_left() == G_MAXINT64 ? wants : LAP_WANT_ALL;
}

static LapMove run_move(LapEngine *engine, LapRemoteCall *call, LapBlock *block)
{
  LapAnswers *answers = engine->answers;
  note_hook(engine, block, call->kind == LAP_CALL_START ? "run" : "apply");
  call->wants = choose_wants(answers);
  engine->faulted = FALSE;
  if (!exchange(engine, call, block)) return LAP_MOVE_FAULT;
  const LapRemoteReply *reply = &answers->reply;
  if (engine->collecting) g_array_append_vals(engine->events, reply->events->data, reply->events->len);
  if (reply->move != LAP_MOVE_FAULT) keep(engine, block);
  return (LapMove)reply->move;
}

LapMove lap_remote_start(LapEngine *engine, LapBlock *block, guint64 seed)
{
  LapRemoteCall call = {.kind = LAP_CALL_START, .number = seed};
  memset(block, 0, engine->block_size);
  g_array_set_size(engine->events, 0);
  return run_move(engine, &call, block);
}

LapMove lap_remote_apply(LapEngine *engine, LapBlock *block, const LapAction *action)
{
  LapRemoteCall call = {.kind = LAP_CALL_APPLY, .step = *action};
  if (lap_head_of(block)->steps == 0) g_array_set_size(engine->events, 0);
  return run_move(engine, &call, block);
}

guint32 lap_remote_waiting(LapEngine *engine, const LapBlock *block)
{
  note_hook(engine, block, "actors");
  const Answer *answer = find_or_ask(engine, block, LAP_WANT_WAITING, LAP_EVERY_SEAT);
  return answer ? answer->waiting : 0;
}

static guint first_of(const Answer *answer, guint seat)
{
  guint first = 0;
  for (guint i = 0; i < seat; i++) first += answer->n_actions[i];
  return first;
}

void lap_remote_legal(LapEngine *engine, const LapBlock *block, guint seat, LapActions *actions)
{
  note_hook(engine, block, "legal");
  const Answer *answer = find_or_ask(engine, block, LAP_WANT_LEGAL, seat);
  actions->n = answer ? answer->n_actions[seat] : 0;
  if (actions->n > actions->capacity) {
    actions->v = g_renew(LapAction, actions->v, actions->n);
    actions->capacity = actions->n;
  }
  if (actions->n)
    memcpy(actions->v, &g_array_index(answer->actions, LapAction, first_of(answer, seat)),
           actions->n * sizeof(LapAction));
}

static gboolean find_step(const Answer *answer, const LapAction *step, guint *index)
{
  guint first = first_of(answer, step->seat);
  for (*index = first; *index < first + answer->n_actions[step->seat]; ++*index)
    if (lap_same_action(&g_array_index(answer->actions, LapAction, *index), step)) return TRUE;
  return FALSE;
}

guint lap_remote_highlights(LapEngine *engine, const LapBlock *block, const LapAction *step,
                            LapHighlightedPlace place[LAP_HIGHLIGHTS_MAX])
{
  guint index, n = 0;
  note_hook(engine, block, "highlights");
  const Answer *answer = find_or_ask(engine, block, LAP_WANT_LEGAL | LAP_WANT_HIGHLIGHTS, step->seat);
  if (!answer || !find_step(answer, step, &index)) return 0;
  for (guint i = 0; i < answer->places->len && n < LAP_HIGHLIGHTS_MAX; i++) {
    const LapRemotePlace *found = &g_array_index(answer->places, LapRemotePlace, i);
    if (found->action == index)
      place[n++] = (LapHighlightedPlace){g_ptr_array_index(engine->game->fields, found->field), found->row,
                                         found->index, found->side};
  }
  return n;
}

void lap_remote_score(LapEngine *engine, const LapBlock *block)
{
  note_hook(engine, block, "score");
  const Answer *answer = find_or_ask(engine, block, LAP_WANT_SCORE, LAP_EVERY_SEAT);
  g_array_set_size(engine->lines, 0);
  if (answer) g_array_append_vals(engine->lines, answer->lines->data, answer->lines->len);
}

gboolean lap_remote_change(LapEngine *engine, LapBlock *block, LapRemoteCallKind kind, guint seat)
{
  const LapRemoteCall call = {.kind = (guint8)kind, .seat = (guint8)seat};
  note_hook(engine, block, kind == LAP_CALL_DERIVE ? "derive" : "apply");
  return exchange(engine, &call, block);
}

gboolean lap_remote_determinise(LapEngine *engine, LapBlock *block, guint viewer, LapGenerator *chooser)
{
  const LapRemoteCall call = {.kind = LAP_CALL_DETERMINISE, .seat = (guint8)viewer, .number = chooser->state};
  note_hook(engine, block, "resample");
  engine->faulted = FALSE;
  gboolean done = exchange(engine, &call, block) && engine->answers->reply.done;
  chooser->state = engine->answers->reply.number;
  return done;
}

const char *lap_remote_convert(LapEngine *engine, LapBlock *block, LapRemoteCallKind kind, guint shared)
{
  const LapRemoteCall call = {.kind = (guint8)kind, .depth = (guint8)shared};
  const GString *refusal = engine->answers->reply.refusal;
  note_hook(engine, block, kind == LAP_CALL_LEAVE ? "leave" : "join");
  return exchange(engine, &call, block) && refusal->len ? refusal->str : NULL;
}
