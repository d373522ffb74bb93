/* Properties of moves: what is offered is right, and anything else is refused. */
#include <string.h>

#include "fields.h"
#include "host/engine/knowledge.h"
#include "host/projection/redact.h"
#include "walk.h"

/* At most so many steps are tried in one position. */
#define TREE_MAX 64
/* Of a longer list, so many steps are followed, drawn at random. */
#define BRANCHES_MAX 6
/* So many wrong moves are tried in one position. */
#define MUTANTS 12

/* --- legal: the form of a list */

static gint most_of_argument(const LapTrial *trial, const LapArg *arg, const LapGameField *field)
{
  switch (arg->type) {
  case LAP_ARG_PIECE:
    return field->set->faces;
  case LAP_ARG_ITEM:
  case LAP_ARG_CELL:
    return field->capacity - 1;
  case LAP_ARG_SEAT:
    return (gint)trial->seats - 1;
  case LAP_ARG_CHOICE:
    return (gint)g_strv_length((char **)arg->choices) - 1;
  default:
    return G_MAXINT16;
  }
}

static gboolean check_form(LapTrial *trial, guint seat, const LapAction *action)
{
  const LapGameKind *kind = lap_game_action(trial->game, action->kind);
  if (!kind) return lap_trial_fail(trial, "a legal step is of the kind 0x%04x, which is not declared", action->kind);
  if (action->seat != seat)
    return lap_trial_fail(trial, "seat %u is offered %s of seat %u", seat, kind->name, action->seat);
  if (action->n_args != kind->n_args)
    return lap_trial_fail(
        trial, "%s is offered with %u arguments, it has %u; add it with lap_add (none), lap_add_1, lap_add_2...",
        kind->name, action->n_args, kind->n_args);
  for (guint i = 0; i < LAP_ARGS_MAX; i++) {
    gint value = action->arg[i];
    if (i >= kind->n_args) {
      if (value) return lap_trial_fail(trial, "%s: unused argument %u is %d, not zero", kind->name, i, value);
      continue;
    }
    gint least = kind->args[i].type == LAP_ARG_NUMBER ? G_MININT16 : 0;
    if (value < least || value > most_of_argument(trial, &kind->args[i], kind->field[i]))
      return lap_trial_fail(trial, "%s: argument \"%s\" is %d, possible are %d to %d", kind->name, kind->args[i].name,
                            value, least, most_of_argument(trial, &kind->args[i], kind->field[i]));
  }
  return TRUE;
}

static gboolean check_list(LapTrial *trial, guint seat, const LapActions *actions)
{
  if (!actions->n) return lap_trial_dead_end(trial, seat);
  for (guint i = 0; i < actions->n; i++) {
    if (!check_form(trial, seat, &actions->v[i])) return FALSE;
    int order = i ? lap_compare_actions(&actions->v[i - 1], &actions->v[i]) : -1;
    g_autoptr(GString) text = g_string_new(NULL);
    if (order < 0) continue;
    lap_action_write(trial->game, &actions->v[i], LAP_OMNISCIENT, text);
    return lap_trial_fail(trial, "the legal steps of seat %u are not %s: %s at place %u; %s", seat,
                          order ? "sorted" : "unique", text->str, i + 1,
                          order ? "add them in ascending order, by kind and then by arguments" : "add each once");
  }
  return TRUE;
}

/* --- legal: the tree of a move */

typedef struct {
  LapTrial *trial;
  LapSession *session;
  guint seat;
  guint tried;
  LapWalkMove move;
} Tree;

static gboolean grow(Tree *tree);

/* The last step of the move so far: either the move is complete, and accepted, or there is more to it. */
static gboolean follow_step(Tree *tree)
{
  GError *error = NULL;
  tree->tried++;
  if (lap_session_play(tree->session, tree->move.step, tree->move.n, &error)) {
    if (lap_session_undo(tree->session)) return TRUE;
    return lap_trial_fail(tree->trial, "a move that was made cannot be undone");
  }
  gboolean fault = !g_error_matches(error, LAP_GAME_ERROR, LAP_GAME_ERROR_ILLEGAL);
  if (fault) return lap_trial_fail_error(tree->trial, "a legal step", error);
  g_clear_error(&error);
  return grow(tree);
}

/* Follows every step of the list, or some of a long one. */
static gboolean grow(Tree *tree)
{
  GError *error = NULL;
  const LapActions *actions = lap_session_legal(tree->session, tree->seat, tree->move.step, tree->move.n, &error);
  if (!actions) return lap_trial_fail_error(tree->trial, "after a legal step", error);
  if (!check_list(tree->trial, tree->seat, actions)) return FALSE;
  if (tree->move.n == LAP_WALK_STEPS) return lap_walk_endless_move(tree->trial, tree->seat);
  guint n = actions->n, branches = MIN(n, BRANCHES_MAX);
  g_autofree LapAction *copy = g_memdup2(actions->v, n * sizeof *copy);
  for (guint i = 0; i < branches && tree->tried < TREE_MAX; i++) {
    guint pick = n <= BRANCHES_MAX ? i : lap_generator_below(&tree->trial->chooser, n);
    tree->move.step[tree->move.n++] = copy[pick];
    gboolean passed = follow_step(tree);
    tree->move.n--;
    if (!passed) return FALSE;
  }
  return TRUE;
}

static gboolean legal_here(LapTrial *trial, LapSession *session)
{
  guint32 waiting = lap_session_waiting(session);
  for (guint seat = 0; seat < LAP_SEATS_MAX; seat++) {
    Tree tree = {.trial = trial, .session = session, .seat = seat};
    if (waiting >> seat & 1) {
      if (!grow(&tree)) return FALSE;
    } else if (lap_session_legal(session, seat, NULL, 0, NULL)) {
      return lap_trial_fail(trial, "seat %u has nothing to decide, but is offered steps", seat);
    }
  }
  return TRUE;
}

gboolean lap_try_legal(LapTrial *trial) { return lap_walk_positions(trial, legal_here); }

/* --- refused */

/* A move that must be refused leaves everything as it is. */
static gboolean must_refuse(LapTrial *trial, LapSession *session, const LapAction *steps, guint n, const char *what)
{
  LapEngine *engine = lap_session_engine(session);
  g_autoptr(LapBlock) before = lap_block_new(engine);
  g_autoptr(GError) error = NULL;
  memcpy(before, lap_session_block(session), lap_engine_block_size(engine));
  g_autoptr(GString) text = g_string_new(NULL);
  if (n > 0 && lap_game_action(trial->game, steps[n - 1].kind))
    lap_action_write(trial->game, &steps[n - 1], LAP_OMNISCIENT, text);
  if (lap_session_play(session, steps, n, &error)) return lap_trial_fail(trial, "%s was accepted: %s", what, text->str);
  if (!g_error_matches(error, LAP_GAME_ERROR, LAP_GAME_ERROR_ILLEGAL))
    return lap_trial_fail(trial, "%s (%s) was not refused as illegal, but: %s", what, text->str, error->message);
  g_autofree char *difference = lap_fields_difference(engine, before, lap_session_block(session));
  return difference ? lap_trial_fail(trial, "%s was refused, but has changed %s", what, difference) : TRUE;
}

static LapAction mutant_of(LapTrial *trial, LapAction action)
{
  LapGenerator *chooser = &trial->chooser;
  guint arg = lap_generator_below(chooser, LAP_ARGS_MAX);
  gint16 nudge = lap_generator_below(chooser, 2) ? 1 : -1;
  switch (lap_generator_below(chooser, 7)) {
  case 0:
    action.seat = (guint8)lap_generator_below(chooser, trial->seats + 2);
    break;
  case 1:
    action.kind = (guint16)(action.kind + nudge);
    break;
  case 2:
    action.kind = (guint16)lap_generator_next(chooser);
    break;
  case 3:
    action.n_args = (guint8)lap_generator_below(chooser, 256);
    break;
  case 4:
    action.arg[arg] = (gint16)lap_generator_next(chooser);
    break;
  case 5:
    action.arg[0] = (gint16)(action.arg[0] + nudge);
    break;
  default:
    action.arg[arg] = (gint16)(action.arg[arg] + nudge);
  }
  return action;
}

static gboolean is_offered(LapSession *session, const LapAction *prefix, guint n, const LapAction *action)
{
  if (n > 0 && action->seat != prefix[0].seat) return FALSE;
  if (action->seat >= LAP_SEATS_MAX || !(lap_session_waiting(session) >> action->seat & 1)) return FALSE;
  const LapActions *actions = lap_session_legal(session, action->seat, prefix, n, NULL);
  for (guint i = 0; actions && i < actions->n; i++)
    if (memcmp(&actions->v[i], action, sizeof *action) == 0) return TRUE;
  return FALSE;
}

/* Random wrong steps in the place of a random step of a legal move. */
static gboolean refuse_mutants(LapTrial *trial, LapSession *session, const LapWalkMove *move)
{
  for (guint i = 0; i < MUTANTS; i++) {
    LapWalkMove wrong = *move;
    guint at = lap_generator_below(&trial->chooser, move->n);
    wrong.step[at] = mutant_of(trial, move->step[at]);
    if (is_offered(session, wrong.step, at, &wrong.step[at])) continue;
    if (!must_refuse(trial, session, wrong.step, at + 1, "a step that is not offered")) return FALSE;
    if (at + 1 < move->n && !must_refuse(trial, session, wrong.step, move->n, "a move with a wrong step")) return FALSE;
    if (lap_session_legal(session, wrong.step[at].seat, wrong.step, at + 1, NULL))
      return lap_trial_fail(trial, "a seat is offered what follows a step that is not legal");
  }
  return TRUE;
}

static gboolean refuse_lengths(LapTrial *trial, LapSession *session, const LapWalkMove *move)
{
  LapWalkMove longer = *move;
  if (longer.n < LAP_WALK_STEPS) longer.step[longer.n++] = move->step[move->n - 1];
  return must_refuse(trial, session, move->step, 0, "a move of no steps") &&
         must_refuse(trial, session, longer.step, longer.n, "a move with a step too many") &&
         (move->n == 1 || must_refuse(trial, session, move->step, move->n - 1, "an unfinished move"));
}

static gboolean refuse_match(LapTrial *trial, guint64 seed)
{
  g_autoptr(LapSession) session = lap_trial_session(trial, seed);
  if (!session) return FALSE;
  LapWalkMove move = {0};
  for (guint ply = 0; ply < LAP_WALK_PLIES && !lap_session_over(session); ply++) {
    if (!lap_walk_play(trial, session, &move) || !lap_session_undo(session)) return FALSE;
    if (!refuse_mutants(trial, session, &move) || !refuse_lengths(trial, session, &move)) return FALSE;
    if (!lap_session_redo(session)) return lap_trial_fail(trial, "refused moves have made redo forget a move");
    if (lap_trial_count(trial)) return TRUE;
  }
  lap_trial_count(trial);
  return must_refuse(trial, session, move.step, move.n, "a move after the end");
}

gboolean lap_try_refused(LapTrial *trial) { return lap_walk_matches(trial, refuse_match); }

/* --- steps */

/* How many of each face the mover knows, set after set. */
static GArray *known_to(const LapEngine *engine, const LapBlock *block, guint seat)
{
  const GPtrArray *sets = lap_engine_game(engine)->sets;
  GArray *known = g_array_new(FALSE, TRUE, sizeof(guint));
  for (guint i = 0; i < sets->len; i++) {
    const LapPieceSet *set = g_ptr_array_index(sets, i);
    guint first = known->len;
    g_array_set_size(known, first + set->faces + 1u);
    lap_fields_known(engine, block, set, seat, &g_array_index(known, guint, first));
  }
  return known;
}

static gboolean check_open_step(LapTrial *trial, const LapEngine *engine, const LapBlock *before, const LapBlock *after,
                                guint seat)
{
  if (lap_head_of(before)->generator.state != lap_head_of(after)->generator.state)
    return lap_trial_fail(trial, "a step of seat %u leaves its move open, but draws at random", seat);
  if (lap_head_of(before)->ply != lap_head_of(after)->ply)
    return lap_trial_fail(trial, "a step of seat %u leaves its move open, but is counted as a move", seat);
  g_autoptr(GArray) knew = known_to(engine, before, seat);
  g_autoptr(GArray) knows = known_to(engine, after, seat);
  for (guint i = 0; i < knew->len; i++)
    if (g_array_index(knows, guint, i) > g_array_index(knew, guint, i))
      return lap_trial_fail(
          trial, "a step of seat %u leaves its move open, but shows it a piece: it could be taken back", seat);
  return TRUE;
}

static gboolean steps_here(LapTrial *trial, LapSession *session)
{
  if (lap_session_over(session)) return TRUE;
  LapEngine *engine = lap_session_engine(session);
  gsize size = lap_engine_block_size(engine);
  g_autoptr(LapBlock) block = lap_block_new(engine);
  g_autoptr(LapBlock) before = lap_block_new(engine);
  memcpy(block, lap_session_block(session), size);
  guint seat = lap_walk_seat(&trial->chooser, lap_engine_waiting(engine, block));
  for (guint step = 0; step < LAP_WALK_STEPS; step++) {
    const LapActions *actions = lap_engine_legal(engine, block, seat);
    if (!actions->n) return lap_trial_dead_end(trial, seat);
    LapAction action = actions->v[lap_generator_below(&trial->chooser, actions->n)];
    memcpy(before, block, size);
    LapMove made = lap_engine_apply(engine, block, &action);
    if (made == LAP_MOVE_FAULT) return lap_trial_fail(trial, "fault: %s", lap_engine_fault(engine));
    if (made == LAP_MOVE_MADE) return TRUE;
    if (!check_open_step(trial, engine, before, block, seat)) return FALSE;
  }
  return lap_walk_endless_move(trial, seat);
}

gboolean lap_try_steps(LapTrial *trial) { return lap_walk_positions(trial, steps_here); }

/* --- census */

static gboolean census_here(LapTrial *trial, LapSession *session)
{
  g_autofree char *broken = lap_fields_census(lap_session_engine(session), lap_session_block(session));
  return broken ? lap_trial_fail(trial, "%s", broken) : TRUE;
}

gboolean lap_try_census(LapTrial *trial) { return lap_walk_positions(trial, census_here); }
