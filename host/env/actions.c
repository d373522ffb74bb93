#include "actions.h"

#include <string.h>

#include "env.h"

/* More numbers would be a mask of more than a megabyte a match. */
#define SIZE_MAX_ACTIONS (1u << 20)

/* --- making it */

/* How many values an argument has; 0: it is not bounded. */
static guint radix_of(const LapEngine *engine, const LapGameKind *kind, guint i)
{
  switch (kind->args[i].type) {
  case LAP_ARG_PIECE:
    return kind->field[i]->set->faces + 1u;
  case LAP_ARG_ITEM:
  case LAP_ARG_CELL:
    return kind->field[i]->capacity;
  case LAP_ARG_SEAT:
    return lap_engine_seats(engine);
  case LAP_ARG_CHOICE:
    return g_strv_length((char **)kind->args[i].choices);
  default:
    return 0;
  }
}

static void count_by_arguments(LapActionRange *range, const LapEngine *engine)
{
  guint64 n = 1;
  for (guint i = range->kind->n_args; i-- > 0;) {
    range->radix[i] = radix_of(engine, range->kind, i);
    range->stride[i] = (guint32)n;
    n = MIN(n * range->radix[i], LAP_ENV_BY_ARGUMENTS_MAX + 1);
    range->by_place |= range->radix[i] == 0 || n > LAP_ENV_BY_ARGUMENTS_MAX;
    n = MAX(n, 1);
  }
  range->n = (guint32)n;
}

static void add_range(LapActionSpace *space, const LapEngine *engine, const LapGameKind *kind, guint places)
{
  LapActionRange *range = &space->range[space->n++];
  *range = (LapActionRange){.kind = kind, .first = space->size};
  count_by_arguments(range, engine);
  if (range->by_place) range->n = places;
  space->size += range->n;
}

static void look_up_ranges(LapActionSpace *space)
{
  space->range_of = g_new(guint16, space->size + 1);
  space->scratch = g_new(guint32, space->size + 1);
  for (guint i = 0; i < space->n; i++)
    for (guint32 k = 0; k < space->range[i].n; k++) space->range_of[space->range[i].first + k] = (guint16)i;
}

gboolean lap_action_space_init(LapActionSpace *space, const LapEngine *engine, guint places, GError **error)
{
  const LapGame *game = lap_engine_game(engine);
  guint kinds = 0;
  for (guint depth = 0; depth < game->depth; depth++) kinds += game->level[depth].plugin.actions.n;
  space->range = g_new0(LapActionRange, kinds + 1);
  for (guint depth = 0; depth < game->depth; depth++) {
    space->of[depth] = &space->range[space->n];
    space->n_of[depth] = game->level[depth].plugin.actions.n;
    for (guint i = 0; i < space->n_of[depth]; i++) {
      add_range(space, engine, &game->level[depth].actions[i], places);
      if (space->size <= SIZE_MAX_ACTIONS) continue;
      g_set_error(
          error, LAP_GAME_ERROR, LAP_GAME_ERROR_FAULT,
          "%s has more than %u numbers of actions; the most are so many. Ask for fewer actions by place than %u",
          game->id, SIZE_MAX_ACTIONS, places);
      return FALSE;
    }
  }
  look_up_ranges(space);
  return TRUE;
}

void lap_action_space_clear(LapActionSpace *space)
{
  g_clear_pointer(&space->range, g_free);
  g_clear_pointer(&space->range_of, g_free);
  g_clear_pointer(&space->scratch, g_free);
}

/* --- from actions to numbers and back */

static inline const LapActionRange *range_of_kind(const LapActionSpace *space, guint16 kind)
{
  guint depth = kind >> 8, index = kind & 0xFF;
  return depth < LAP_LEVELS_MAX && index < space->n_of[depth] ? &space->of[depth][index] : NULL;
}

/* The number of an action by its arguments; G_MAXUINT32 if one is out of range. */
static inline guint32 number_of(const LapActionRange *range, const LapAction *action)
{
  guint32 number = range->first;
  for (guint i = 0; i < action->n_args; i++) {
    guint32 value = (guint16)action->arg[i];
    if (G_UNLIKELY(value >= range->radix[i])) return G_MAXUINT32;
    number += value * range->stride[i];
  }
  return number;
}

/* Kind, seat and number of arguments, as one number. */
static inline guint32 head_of(const LapAction *action)
{
  guint32 head;
  G_STATIC_ASSERT(G_STRUCT_OFFSET(LapAction, arg) == sizeof head);
  memcpy(&head, action, sizeof head);
  return head;
}

/* How many of the actions from `i` on are of the same kind as that. */
static inline guint count_alike(const LapActions *legal, guint i)
{
  guint n = 1;
  guint32 head = head_of(&legal->v[i]);
  while (i + n < legal->n && head_of(&legal->v[i + n]) == head) n++;
  return n;
}

/* The numbers of `n` actions of one kind; FALSE if one is wrong. */
static inline gboolean number_kind(const LapActionRange *range, const LapAction *action, guint n, guint32 *number)
{
  if (range->by_place) {
    for (guint i = 0; i < n; i++) number[i] = range->first + i;
    return TRUE;
  }
  if (G_LIKELY(range->kind->n_args == 1)) {
    guint32 most = 0;
    for (guint i = 0; i < n; i++) {
      guint32 value = (guint16)action[i].arg[0];
      number[i] = range->first + value;
      most = MAX(most, value);
    }
    return most < range->radix[0];
  }
  for (guint i = 0; i < n; i++)
    if ((number[i] = number_of(range, &action[i])) == G_MAXUINT32) return FALSE;
  return TRUE;
}

static inline void set_bits(guint64 *bits, const guint32 *number, guint n)
{
  guint64 word = 0;
  guint32 at = 0;
  for (guint i = 0; i < n; i++) { /* they ascend: what is of one word is collected before it is written */
    if (G_UNLIKELY(number[i] / 64 != at)) {
      bits[at] |= word;
      word = 0;
      at = number[i] / 64;
    }
    word |= G_GUINT64_CONSTANT(1) << (number[i] % 64);
  }
  bits[at] |= word;
}

/* All of it in one pass, for what most lists are: a few actions of one kind with one argument, of a space of one word.
 * FALSE if the list is not so; then nothing has been done that lap_action_space_mark would not do again. */
static inline gboolean mark_few(const LapActionSpace *space, const LapActions *legal, guint64 *bits, guint8 *mask,
                                LapActionNumbers *numbers)
{
  const LapAction *action = legal->v;
  const LapActionRange *range = range_of_kind(space, action->kind);
  if (!range || range->by_place || range->kind->n_args != 1 || action->n_args != 1) return FALSE;
  guint32 head = head_of(action), first = range->first, radix = range->radix[0];
  guint64 word = 0;
  guint n = legal->n;
  for (guint i = 0; i < n; i++) {
    guint32 value = (guint16)action[i].arg[0], number = first + value;
    if (G_UNLIKELY(head_of(&action[i]) != head || value >= radix)) return FALSE;
    numbers->first[i] = number;
    word |= G_GUINT64_CONSTANT(1) << number;
    if (mask) mask[number] = 1;
  }
  *bits = word;
  numbers->n = n;
  numbers->left_out = 0;
  return TRUE;
}

gboolean lap_action_space_mark(const LapActionSpace *space, const LapActions *legal, guint64 *bits, guint8 *mask,
                               LapActionNumbers *numbers)
{
  if (space->size <= 64 && legal->n && legal->n <= LAP_FEW_ACTIONS && mark_few(space, legal, bits, mask, numbers))
    return TRUE;
  guint32 *number = legal->n <= LAP_FEW_ACTIONS ? numbers->first : space->scratch;
  numbers->n = numbers->left_out = 0;
  for (guint i = 0, n; i < legal->n; i += n) {
    const LapAction *action = &legal->v[i];
    const LapActionRange *range = range_of_kind(space, action->kind);
    if (G_UNLIKELY(!range || range->kind->n_args != action->n_args)) return FALSE;
    n = count_alike(legal, i);
    guint left_out = n > range->n ? n - range->n : 0;
    if (G_UNLIKELY(left_out && !range->by_place)) return FALSE;
    if (!number_kind(range, action, n - left_out, number + numbers->n)) return FALSE;
    numbers->left_out += left_out;
    numbers->n += n - left_out;
  }
  if (mask)
    for (guint i = 0; i < numbers->n; i++) mask[number[i]] = 1;
  set_bits(bits, number, numbers->n);
  if (number != numbers->first) memcpy(numbers->first, number, MIN(numbers->n, LAP_FEW_ACTIONS) * sizeof *number);
  return TRUE;
}

const LapAction *lap_action_space_find(const LapActionSpace *space, guint32 number, const LapActions *legal)
{
  const LapActionRange *range = &space->range[space->range_of[number]];
  guint32 place = number - range->first;
  for (guint i = 0; i < legal->n; i++)
    if (legal->v[i].kind == range->kind->id)
      return legal->n - i > place && legal->v[i + place].kind == range->kind->id ? &legal->v[i + place] : NULL;
  return NULL;
}

/* --- describing it */

static void describe_argument(const LapActionRange *range, guint i, LapJsonWriter *json)
{
  static const char *const types[] = {"", "piece", "item", "cell", "seat", "number", "choice"};
  const LapArg *arg = &range->kind->args[i];
  lap_json_begin_object(json);
  lap_json_member_word(json, "name", arg->name);
  lap_json_member_word(json, "type", types[arg->type]);
  if (range->kind->field[i]) lap_json_member_word(json, "field", range->kind->field[i]->name);
  if (range->radix[i]) lap_json_member_int(json, "size", range->radix[i]);
  if (arg->type == LAP_ARG_CHOICE) {
    lap_json_member_array(json, "choices");
    for (const char *const *choice = arg->choices; *choice; choice++) lap_json_word(json, *choice);
    lap_json_end_array(json);
  }
  lap_json_end_object(json);
}

static void describe_range(const LapActionRange *range, LapJsonWriter *json)
{
  lap_json_begin_object(json);
  lap_json_member_word(json, "name", range->kind->name);
  lap_json_member_word(json, "by", range->by_place ? "place" : "arguments");
  lap_json_member_int(json, "offset", range->first);
  lap_json_member_int(json, "size", range->n);
  lap_json_member_array(json, "arguments");
  for (guint i = 0; i < range->kind->n_args; i++) describe_argument(range, i, json);
  lap_json_end_array(json);
  lap_json_end_object(json);
}

void lap_action_space_members(const LapActionSpace *space, LapJsonWriter *json)
{
  lap_json_member_int(json, "size", space->size);
  lap_json_member_array(json, "kinds");
  for (guint i = 0; i < space->n; i++) describe_range(&space->range[i], json);
  lap_json_end_array(json);
}
