#include "preview.h"

#include "common-events.h"
#include "engine-private.h"

/* Enough that what is only likely seldom passes for sure. */
#define WORLDS 16
/* A step that begins more whole moves is not looked at. */
#define MOVES_MAX 48
/* A move after which the seat could make more moves, or such of several steps, is not followed. */
#define NEXT_MAX 64
/* So many steps are taken in all to find what is sure, and as many for the best within the move. */
#define STEPS_MAX 40000

void lap_previews_init(LapPreviews *previews)
{
  previews->points = g_array_new(FALSE, FALSE, sizeof(gint64));
  previews->best = g_array_new(FALSE, FALSE, sizeof(gint64));
  previews->wholes = g_array_new(FALSE, FALSE, sizeof(gint64));
  previews->repeats = g_array_new(FALSE, FALSE, sizeof(gint64));
  previews->begins = g_array_new(FALSE, FALSE, sizeof(gint64));
  previews->n_events = g_array_new(FALSE, FALSE, sizeof(gint64));
  previews->events = g_array_new(FALSE, FALSE, sizeof(LapEvent));
}

void lap_previews_clear(LapPreviews *previews)
{
  g_array_unref(previews->points);
  g_array_unref(previews->best);
  g_array_unref(previews->wholes);
  g_array_unref(previews->repeats);
  g_array_unref(previews->begins);
  g_array_unref(previews->n_events);
  g_array_unref(previews->events);
}

/* What is found out of one step. */
typedef struct {
  LapEngine *engine;
  guint seat;
  guint side; /* whose points are the seat's: its own, or 0 where all have them together */
  LapBlock *world[WORLDS];
  gboolean is_open; /* all worlds are the same, but for chance */
  guint left;       /* of STEPS_MAX */
  guint moves;      /* whole ones, in this world */
  gboolean found;   /* there was one, in any */
  gboolean drawn;   /* chance or others had a part in one */
  gboolean whole;   /* the step was one by itself */
  gboolean repeats; /* others of its kind may follow it */
  gboolean met;     /* others have chosen at the same time */
  gint64 points[LAP_SEATS_MAX];
  gint64 best;          /* as LapPreviews has it */
  GArray *events;       /* those that all have */
  GArray *events_here;  /* those that all ways in this world have */
  gboolean found_here;  /* there was a whole move in this world */
  gboolean begins;      /* all ways behind the step begin with the first of these */
  const LapBlock *from; /* the world that is looked at */
  LapGenerator chooser; /* of worlds, and of what others choose there */
} Search;

/* Returns whether any are the same as in all others. Where others have chosen too, what they have is their own doing.
 */
static gboolean compare_points(Search *search, const LapBlock *block)
{
  gboolean any = FALSE;
  LapSheet sheet;
  lap_engine_score_known(search->engine, block, search->seat, &sheet);
  for (guint seat = 0; seat < search->engine->seats; seat++) {
    gint64 points = sheet.total[seat][LAP_TIER_POINTS];
    if ((search->met && seat != search->side) || (search->found && search->points[seat] != points))
      points = LAP_PREVIEW_UNSURE;
    search->points[seat] = points;
    any |= points != LAP_PREVIEW_UNSURE;
  }
  return any;
}

/* Whoever waits for many sees that it goes on (LapTrace). LAP_MOVE_FAULT, too, where enough have been taken. */
static LapMove take(Search *search, LapBlock *block, const LapAction *step)
{
  if (search->left == 0) return LAP_MOVE_FAULT;
  search->left--;
  search->engine->trace->steps++;
  return lap_engine_apply(search->engine, block, step);
}

/* Where all choose at once, what the others choose; `met`: whether any do. FALSE on a fault. */
static gboolean let_others_choose(Search *search, LapBlock *block, gboolean *met)
{
  LapEngine *engine = search->engine;
  for (*met = FALSE; lap_head_of(block)->ready && !lap_head_of(block)->over; *met = TRUE) {
    const guint32 waiting = lap_engine_waiting(engine, block);
    const LapActions *actions = waiting ? lap_engine_legal(engine, block, (guint)__builtin_ctz(waiting)) : NULL;
    if (!actions || !actions->n) return FALSE;
    search->drawn = TRUE;
    const LapAction step = actions->v[lap_generator_below(&search->chooser, actions->n)];
    if (take(search, block, &step) == LAP_MOVE_FAULT) return FALSE;
  }
  return TRUE;
}

/* What the seat has once a move was made and the others, where all choose at once, have chosen. */
static gint64 points_made(Search *search, LapBlock *block)
{
  LapSheet sheet;
  gboolean met;
  if (!let_others_choose(search, block, &met)) return LAP_PREVIEW_UNSURE;
  lap_engine_score_known(search->engine, block, search->seat, &sheet);
  return sheet.total[search->side][LAP_TIER_POINTS];
}

/* What the seat has after a move, or LAP_PREVIEW_UNSURE if that is not made with one step. */
static gint64 points_after(Search *search, const LapBlock *block, const LapAction *step)
{
  LapEngine *engine = search->engine;
  const guint n_events = engine->events->len;
  g_autoptr(LapBlock) after = lap_block_new(engine);
  memcpy(after, block, engine->block_size);
  if (take(search, after, step) != LAP_MOVE_MADE) return LAP_PREVIEW_UNSURE;
  const gint64 points = points_made(search, after);
  search->drawn |= lap_head_of(after)->generator.state != lap_head_of(block)->generator.state;
  g_array_set_size(engine->events, n_events);
  return points;
}

/* Whether the seat moves now, alone or as one of all who choose at once. */
static gboolean moves_next(const Search *search, const LapBlock *block)
{
  if (lap_head_of(block)->over) return FALSE;
  const guint32 waiting = lap_engine_waiting(search->engine, block), own = 1u << search->seat;
  const LapGamePhase *phase = lap_game_phase(search->engine->game, lap_head_of(block)->phase);
  return waiting == own || (waiting & own && phase->kind == LAP_PHASE_TOGETHER);
}

/* The most that the seat has after its next move, or LAP_PREVIEW_UNSURE. */
static gint64 best_after(Search *search, const LapBlock *block)
{
  LapEngine *engine = search->engine;
  gint64 best = LAP_PREVIEW_UNSURE;
  if (!moves_next(search, block)) return best;
  const LapActions *actions = lap_engine_legal(engine, block, search->seat);
  const guint n = actions->n <= NEXT_MAX ? actions->n : 0;
  g_autofree LapAction *step = g_memdup2(actions->v, n * sizeof *step);
  for (guint i = 0; i < n; i++) {
    const gint64 points = points_after(search, block, &step[i]);
    if (points == LAP_PREVIEW_UNSURE) return points;
    best = MAX(best, points);
  }
  return best;
}

/* What is surely to be had: LAP_PREVIEW_UNSURE is less than any points. Where the first world has no more to give than
 * there is already, no other is asked. */
static void compare_best(Search *search, const LapBlock *block)
{
  if (search->found && search->best == LAP_PREVIEW_UNSURE) return;
  const gint64 best = best_after(search, block);
  search->best = search->found                         ? MIN(search->best, best)
                 : best > search->points[search->side] ? best
                                                       : LAP_PREVIEW_UNSURE;
}

/* Whether it names other seats and not the one that looks. */
static gboolean is_of_others(const Search *search, const LapEvent *event)
{
  const LapGameKind *kind = lap_game_event(search->engine->game, event->kind);
  gboolean names_others = FALSE;
  for (guint i = 0; kind && i < kind->n_args; i++) {
    if (kind->args[i].type != LAP_ARG_SEAT) continue;
    if (event->arg[i] == (gint)search->seat) return FALSE;
    names_others = TRUE;
  }
  return names_others;
}

/* The next event from `i` on. Where others have chosen too, those of theirs alone are left out. */
static guint next_sent(const Search *search, guint i)
{
  const GArray *sent = search->engine->events;
  while (i < sent->len && search->met && is_of_others(search, &g_array_index(sent, LapEvent, i))) i++;
  return i;
}

/* Those that all ways in this world have. */
static void compare_events(Search *search)
{
  g_autoptr(GArray) sent = g_array_new(FALSE, FALSE, sizeof(LapEvent));
  for (guint i = next_sent(search, 0); i < search->engine->events->len; i = next_sent(search, i + 1))
    g_array_append_val(sent, g_array_index(search->engine->events, LapEvent, i));
  if (search->found_here)
    search->begins &= lap_keep_common_events(search->engine->game, search->events_here, sent, FALSE);
  else
    g_array_append_vals(search->events_here, sent->data, sent->len);
  search->found_here = TRUE;
}

/* FALSE: nothing of it is sure. */
static gboolean compare(Search *search, const LapBlock *block)
{
  if (++search->moves > MOVES_MAX) return FALSE;
  compare_events(search);
  const gboolean any = compare_points(search, block);
  compare_best(search, block);
  search->found = TRUE;
  return !search->engine->faulted && (any || search->events_here->len);
}

static gboolean look_at_all(Search *search, const LapBlock *block);

static gboolean may_take_kind(Search *search, const LapBlock *block, guint16 kind)
{
  const LapActions *actions = lap_engine_legal(search->engine, block, search->seat);
  for (guint i = 0; i < actions->n; i++)
    if (actions->v[i].kind == kind) return TRUE;
  return FALSE;
}

/* Takes a step in a copy of `block`, and then whatever may follow. FALSE: nothing of it is sure. */
static gboolean look_at(Search *search, const LapBlock *block, const LapAction *step)
{
  LapEngine *engine = search->engine;
  const guint n_events = engine->events->len;
  g_autoptr(LapBlock) after = lap_block_new(engine);
  memcpy(after, block, engine->block_size);
  LapMove move = take(search, after, step);
  search->whole |= block == search->from && move == LAP_MOVE_MADE;
  search->repeats |= block == search->from && move == LAP_MOVE_MORE && may_take_kind(search, after, step->kind);
  search->drawn |= lap_head_of(after)->generator.state != lap_head_of(block)->generator.state;
  gboolean sure = move == LAP_MOVE_MORE   ? look_at_all(search, after)
                  : move == LAP_MOVE_MADE ? let_others_choose(search, after, &search->met) && compare(search, after)
                                          : FALSE;
  g_array_set_size(engine->events, MIN(n_events, engine->events->len));
  return sure;
}

static gboolean look_at_all(Search *search, const LapBlock *block)
{
  const LapActions *actions = lap_engine_legal(search->engine, block, search->seat);
  const guint n = actions->n;
  g_autofree LapAction *step = g_memdup2(actions->v, n * sizeof *step);
  for (guint i = 0; i < n; i++)
    if (!look_at(search, block, &step[i])) return FALSE;
  return n > 0 && !search->engine->faulted;
}

/* In one world, with all ways to end the move. FALSE: nothing of it is sure. */
static gboolean look_into_world(Search *search, const LapAction *step, const LapBlock *world)
{
  const gboolean is_first = !search->found;
  search->moves = 0;
  search->from = world;
  search->found_here = FALSE;
  g_array_set_size(search->events_here, 0);
  g_array_set_size(search->engine->events, 0);
  if (!look_at(search, world, step)) return FALSE;
  if (is_first)
    g_array_append_vals(search->events, search->events_here->data, search->events_here->len);
  else
    search->begins &= lap_keep_common_events(search->engine->game, search->events, search->events_here, TRUE);
  return TRUE;
}

static void look_into(Search *search, const LapAction *step)
{
  search->found = search->drawn = search->whole = FALSE;
  search->repeats = FALSE;
  search->begins = TRUE;
  g_array_set_size(search->events, 0);
  for (guint i = 0; i < WORLDS && (i == 0 || search->drawn || !search->is_open); i++) {
    if (look_into_world(search, step, search->world[i])) continue;
    for (guint seat = 0; seat < search->engine->seats; seat++) search->points[seat] = LAP_PREVIEW_UNSURE;
    search->best = LAP_PREVIEW_UNSURE;
    g_array_set_size(search->events, 0);
    return;
  }
}

static void add_found(const Search *search, LapPreviews *previews)
{
  const gint64 whole = search->whole, repeats = search->repeats, begins = search->begins;
  const gint64 n_events = search->events->len;
  g_array_append_vals(previews->points, search->points, search->engine->seats);
  g_array_append_val(previews->best, search->best);
  g_array_append_val(previews->wholes, whole);
  g_array_append_val(previews->repeats, repeats);
  g_array_append_val(previews->begins, begins);
  g_array_append_val(previews->n_events, n_events);
  g_array_append_vals(previews->events, search->events->data, search->events->len);
}

/* --- the best within the move */

static gboolean may_take(Search *search, const LapBlock *block, const LapAction *step)
{
  const LapActions *actions = lap_engine_legal(search->engine, block, search->seat);
  for (guint i = 0; i < actions->n; i++)
    if (memcmp(&actions->v[i], step, sizeof *step) == 0) return TRUE;
  return FALSE;
}

/* What the seat has once a move was made, and the best next one, where that is its own, too. */
static gint64 most_made(Search *search, LapBlock *block)
{
  const gint64 points = points_made(search, block);
  return points == LAP_PREVIEW_UNSURE ? points : MAX(points, best_after(search, block));
}

/* What the seat has in a world with a whole move, or LAP_PREVIEW_UNSURE if it cannot make it there. */
static gint64 points_along(Search *search, const LapBlock *world, const GArray *path)
{
  g_autoptr(LapBlock) block = lap_block_new(search->engine);
  LapMove move = LAP_MOVE_MORE;
  memcpy(block, world, search->engine->block_size);
  for (guint i = 0; i < path->len && move == LAP_MOVE_MORE; i++) {
    const LapAction *step = &g_array_index(path, LapAction, i);
    move = may_take(search, block, step) ? take(search, block, step) : LAP_MOVE_FAULT;
  }
  return move == LAP_MOVE_MADE ? most_made(search, block) : LAP_PREVIEW_UNSURE;
}

/* A move that brings more in the first world than the best so far is made in the others, too. */
static void compare_path(Search *search, LapBlock *block, const GArray *path)
{
  gint64 points = most_made(search, block);
  for (guint i = 1; i < WORLDS && points > search->best; i++)
    points = MIN(points, points_along(search, search->world[i], path));
  search->best = MAX(search->best, points);
}

/* Makes all moves that go on from `path`, which has led to `block` in the first world. */
static void follow(Search *search, const LapBlock *block, GArray *path)
{
  LapEngine *engine = search->engine;
  const LapActions *actions = lap_engine_legal(engine, block, search->seat);
  const guint n = actions->n;
  g_autofree LapAction *step = g_memdup2(actions->v, n * sizeof *step);
  for (guint i = 0; i < n && search->left > 0 && !engine->faulted; i++) {
    g_autoptr(LapBlock) after = lap_block_new(engine);
    memcpy(after, block, engine->block_size);
    g_array_append_val(path, step[i]);
    const LapMove move = take(search, after, &step[i]);
    if (move == LAP_MOVE_MORE) follow(search, after, path);
    if (move == LAP_MOVE_MADE) compare_path(search, after, path);
    g_array_set_size(path, path->len - 1);
    g_array_set_size(engine->events, 0);
  }
}

/* The most that is surely to be had with a move that goes on from a step, or LAP_PREVIEW_UNSURE if that is no more
 * than `now`. */
static gint64 best_within(Search *search, const LapAction *step, gint64 now)
{
  LapEngine *engine = search->engine;
  g_autoptr(GArray) path = g_array_new(FALSE, FALSE, sizeof *step);
  g_autoptr(LapBlock) after = lap_block_new(engine);
  memcpy(after, search->world[0], engine->block_size);
  g_array_append_val(path, *step);
  search->best = now;
  if (take(search, after, step) == LAP_MOVE_MORE) follow(search, after, path);
  return search->best > now ? search->best : LAP_PREVIEW_UNSURE;
}

/* Of steps that end no move. Of all or of none: who sees some would take the others for worse. */
static void find_best_within(Search *search, const GArray *step, gint64 now, LapPreviews *previews)
{
  g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(gint64));
  const guint seats = search->engine->seats;
  search->left = STEPS_MAX;
  for (guint i = 0; i < step->len; i++) {
    gint64 best = g_array_index(previews->best, gint64, i);
    const gint64 points = g_array_index(previews->points, gint64, i * seats + search->side);
    if (!g_array_index(previews->wholes, gint64, i))
      best = best_within(search, &g_array_index(step, LapAction, i), MAX(now, points));
    g_array_append_val(found, best);
  }
  if (search->left > 0 && !search->engine->faulted) memcpy(previews->best->data, found->data, found->len * sizeof now);
}

static gboolean deal(Search *search, const LapBlock *block, guint64 seed)
{
  LapEngine *engine = search->engine;
  search->chooser = lap_generator_seeded(seed);
  search->is_open = lap_is_open(engine, block);
  for (guint i = 0; i < WORLDS; i++) {
    search->world[i] = lap_block_new(engine);
    memcpy(search->world[i], block, engine->block_size);
    lap_forget_choices(engine, search->world[i], search->seat);
    if (!lap_determinise(engine, search->world[i], search->seat, &search->chooser)) return FALSE;
  }
  return TRUE;
}

static void look_into_all(Search *search, const LapBlock *block, gint64 now, LapPreviews *previews)
{
  const LapActions *actions = lap_engine_legal(search->engine, block, search->seat);
  g_autoptr(GArray) step = g_array_new(FALSE, FALSE, sizeof(LapAction));
  g_array_append_vals(step, actions->v, actions->n);
  for (guint i = 0; i < step->len; i++) {
    look_into(search, &g_array_index(step, LapAction, i));
    add_found(search, previews);
  }
  find_best_within(search, step, now, previews);
  search->engine->faulted = FALSE;
}

gboolean lap_engine_preview(LapEngine *engine, const LapBlock *block, guint seat, guint64 seed, LapPreviews *previews)
{
  if (engine->answers) return lap_remote_preview(engine, block, seat, seed, previews);
  LapSheet now;
  Search search = {.engine = engine, .seat = seat, .left = STEPS_MAX};
  search.events = g_array_new(FALSE, FALSE, sizeof(LapEvent));
  search.events_here = g_array_new(FALSE, FALSE, sizeof(LapEvent));
  const gboolean collecting = engine->collecting, checked = lap_engine_check(engine, FALSE);
  engine->collecting = TRUE;
  lap_engine_score_known(engine, block, seat, &now);
  search.side = now.together ? 0 : seat;
  const gboolean dealt = deal(&search, block, seed);
  if (dealt) look_into_all(&search, block, now.total[search.side][LAP_TIER_POINTS], previews);
  g_array_set_size(engine->events, 0);
  engine->collecting = collecting;
  lap_engine_check(engine, checked);
  for (guint i = 0; i < WORLDS; i++) lap_block_free(search.world[i]);
  g_array_unref(search.events);
  g_array_unref(search.events_here);
  return dealt;
}
