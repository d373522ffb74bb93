#include "action-reader.h"

#include <string.h>

#include "host/engine/action-json.h"

GQuark lap_action_error_quark(void) { return g_quark_from_static_string("lap-action-error-quark"); }

/* An argument under way: where it belongs, what it must be, and what was given for it. */
typedef struct {
  const LapGame *game;
  const LapGameKind *kind;
  guint index;
  JsonNode *given;
} Argument;

static gboolean fail(GError **error, LapActionError code, const char *format, ...) G_GNUC_PRINTF(3, 4);
static gboolean fail(GError **error, LapActionError code, const char *format, ...)
{
  va_list values;
  va_start(values, format);
  g_autoptr(GError) failure = g_error_new_valist(LAP_ACTION_ERROR, (gint)code, format, values);
  va_end(values);
  g_propagate_error(error, g_steal_pointer(&failure));
  return FALSE;
}

static gboolean fail_value(const Argument *argument, GError **error, const char *right)
{
  g_autofree char *given = json_to_string(argument->given, FALSE);
  return fail(error, LAP_ACTION_ERROR_VALUE, "%s: argument \"%s\" is %s, but must be %s", argument->kind->name,
              argument->kind->args[argument->index].name, given, right);
}

static gboolean holds(JsonNode *node, GType type)
{
  return JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == type;
}

static gboolean read_number(const Argument *argument, gint64 min, gint64 max, gint16 *value, GError **error)
{
  gint64 number = holds(argument->given, G_TYPE_INT64) ? json_node_get_int(argument->given) : max + 1;
  if (number < min || number > max) {
    g_autofree char *right = g_strdup_printf("a whole number of %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, min, max);
    return fail_value(argument, error, right);
  }
  *value = (gint16)number;
  return TRUE;
}

static gboolean read_piece(const Argument *argument, gint16 *value, GError **error)
{
  const LapPieceSet *set = argument->kind->field[argument->index]->set;
  if (JSON_NODE_HOLDS_NULL(argument->given)) {
    *value = 0;
    return TRUE;
  }
  const char *key = holds(argument->given, G_TYPE_STRING) ? json_node_get_string(argument->given) : NULL;
  for (guint face = 1; key && face <= set->faces; face++)
    if (g_str_equal(set->key[face], key)) {
      *value = (gint16)face;
      return TRUE;
    }
  g_autofree char *right = g_strdup_printf("a face of the piece set \"%s\", like \"%s\"", set->name, set->key[1]);
  return fail_value(argument, error, right);
}

static gboolean read_choice(const Argument *argument, gint16 *value, GError **error)
{
  const char *const *choices = argument->kind->args[argument->index].choices;
  const char *key = holds(argument->given, G_TYPE_STRING) ? json_node_get_string(argument->given) : NULL;
  for (guint i = 0; key && choices[i]; i++)
    if (g_str_equal(choices[i], key)) {
      *value = (gint16)i;
      return TRUE;
    }
  g_autofree char *all = g_strjoinv("\", \"", (char **)choices);
  g_autofree char *right = g_strdup_printf("one of \"%s\"", all);
  return fail_value(argument, error, right);
}

static gboolean read_value(const Argument *argument, gint16 *value, GError **error)
{
  const LapGameField *field = argument->kind->field[argument->index];
  switch (argument->kind->args[argument->index].type) {
  case LAP_ARG_PIECE:
    return read_piece(argument, value, error);
  case LAP_ARG_CHOICE:
    return read_choice(argument, value, error);
  case LAP_ARG_ITEM:
  case LAP_ARG_CELL:
    return read_number(argument, 0, field->capacity - 1, value, error);
  case LAP_ARG_SEAT:
    return read_number(argument, 0, argument->game->seats_max - 1, value, error);
  default:
    return read_number(argument, G_MININT16, G_MAXINT16, value, error);
  }
}

static gboolean fail_names(const LapGameKind *kind, const char *what, const char *name, GError **error)
{
  g_autoptr(GString) all = g_string_new(kind->n_args ? "it takes " : "it takes none");
  for (guint i = 0; i < kind->n_args; i++) g_string_append_printf(all, "%s\"%s\"", i ? ", " : "", kind->args[i].name);
  return fail(error, LAP_ACTION_ERROR_ARGUMENT, "%s: %s argument \"%s\"; %s", kind->name, what, name, all->str);
}

static gboolean has_argument(const LapGameKind *kind, const char *name)
{
  for (guint i = 0; i < kind->n_args; i++)
    if (g_str_equal(kind->args[i].name, name)) return TRUE;
  return FALSE;
}

static gboolean refuse_unknown(const LapGameKind *kind, JsonObject *given, GError **error)
{
  g_autoptr(GList) names = json_object_get_members(given);
  for (GList *name = names; name; name = name->next)
    if (!has_argument(kind, name->data)) return fail_names(kind, "there is no", name->data, error);
  return TRUE;
}

static gboolean read_arguments(const LapGame *game, const LapGameKind *kind, JsonObject *given, LapAction *action,
                               GError **error)
{
  if (given && !refuse_unknown(kind, given, error)) return FALSE;
  for (guint i = 0; i < kind->n_args; i++) {
    JsonNode *node = given ? json_object_get_member(given, kind->args[i].name) : NULL;
    if (!node) return fail_names(kind, "missing", kind->args[i].name, error);
    Argument argument = {game, kind, i, node};
    if (!read_value(&argument, &action->arg[i], error)) return FALSE;
  }
  action->n_args = (guint8)kind->n_args;
  return TRUE;
}

static gboolean fail_kind(const LapGame *game, const char *name, GError **error)
{
  g_autoptr(GString) all = g_string_new(NULL);
  for (guint d = 0; d < game->depth; d++)
    for (guint i = 0; i < game->level[d].plugin.actions.n; i++)
      g_string_append_printf(all, "%s\"%s\"", all->len ? ", " : "", game->level[d].actions[i].name);
  return fail(error, LAP_ACTION_ERROR_KIND, "there is no kind of action \"%s\"; there is %s", name, all->str);
}

static gboolean check_members(JsonObject *object, LapStepsSource source, GError **error)
{
  static const char *const members[] = {"kind", "seat", "args", NULL}, *const decoration[] = {"label", "highlights",
                                                                                              NULL};
  g_autoptr(GList) names = json_object_get_members(object);
  for (GList *name = names; name; name = name->next)
    if (!g_strv_contains(members, name->data) &&
        !(source == LAP_STEPS_OF_CLIENT && g_strv_contains(decoration, name->data)))
      return fail(error, LAP_ACTION_ERROR_SHAPE,
                  "an action has no \"%s\"; it is {\"kind\":\"<plugin>/<name>\",\"args\":{...}}", (char *)name->data);
  return TRUE;
}

static gboolean check_seat(JsonObject *object, guint seat, GError **error)
{
  JsonNode *node = json_object_get_member(object, "seat");
  if (!node || (holds(node, G_TYPE_INT64) && json_node_get_int(node) == seat)) return TRUE;
  g_autofree char *given = json_to_string(node, FALSE);
  return fail(error, LAP_ACTION_ERROR_SHAPE, "\"seat\" of an action is %s, but it is seat %u that moves", given, seat);
}

static gboolean read_action(const LapGame *game, JsonObject *object, guint seat, LapStepsSource source,
                            LapAction *action, GError **error)
{
  if (!check_members(object, source, error)) return FALSE;
  if (source == LAP_STEPS_OF_LOG && !check_seat(object, seat, error)) return FALSE;
  JsonNode *name = json_object_get_member(object, "kind"), *args = json_object_get_member(object, "args");
  if (!name || !holds(name, G_TYPE_STRING))
    return fail(error, LAP_ACTION_ERROR_SHAPE, "an action has a \"kind\", a string like \"<plugin>/<name>\"");
  if (args && !JSON_NODE_HOLDS_OBJECT(args))
    return fail(error, LAP_ACTION_ERROR_SHAPE, "\"args\" of an action is an object from argument to value");
  const LapGameKind *kind = lap_game_action_named(game, json_node_get_string(name));
  if (!kind || !g_str_equal(kind->name, json_node_get_string(name)))
    return fail_kind(game, json_node_get_string(name), error);
  LapAction read = {.kind = kind->id, .seat = (guint8)seat};
  if (!read_arguments(game, kind, args ? json_node_get_object(args) : NULL, &read, error)) return FALSE;
  *action = read;
  return TRUE;
}

gboolean lap_action_read(const LapGame *game, JsonObject *object, guint seat, LapAction *action, GError **error)
{
  return read_action(game, object, seat, LAP_STEPS_OF_LOG, action, error);
}

static gboolean read_step(const LapGame *game, JsonNode *node, guint seat, LapStepsSource source, LapAction *step,
                          GError **error)
{
  if (!JSON_NODE_HOLDS_OBJECT(node))
    return fail(error, LAP_ACTION_ERROR_SHAPE, "a step must be an object with \"kind\" and \"args\"");
  return read_action(game, json_node_get_object(node), seat, source, step, error);
}

GArray *lap_steps_read(const LapGame *game, JsonNode *array, guint seat, LapStepsSource source, guint *at,
                       GError **error)
{
  JsonArray *given = array && JSON_NODE_HOLDS_ARRAY(array) ? json_node_get_array(array) : NULL;
  guint n = given ? json_array_get_length(given) : 0;
  if (!given || (n == 0 && source == LAP_STEPS_OF_LOG)) {
    fail(error, LAP_ACTION_ERROR_SHAPE, "\"steps\" must be an array of at least one action");
    return NULL;
  }
  g_autoptr(GArray) steps = g_array_new(FALSE, TRUE, sizeof(LapAction));
  g_array_set_size(steps, n);
  for (guint i = 0; i < n; i++) {
    if (at) *at = i;
    if (!read_step(game, json_array_get_element(given, i), seat, source, &g_array_index(steps, LapAction, i), error))
      return NULL;
  }
  return g_steal_pointer(&steps);
}

void lap_steps_write(const LapGame *game, const LapAction *steps, guint n, LapJsonWriter *json)
{
  lap_json_begin_array(json);
  for (guint i = 0; i < n; i++) lap_action_to_json(game, &steps[i], TRUE, json);
  lap_json_end_array(json);
}
