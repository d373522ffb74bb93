/* Figures read back from their JSON, and parts of a run put together. Files come from anywhere: what is not possible is
 * an error, never a wrong sum. */
#include <string.h>

#include "host/json/parse.h"
#include "report.h"

G_DEFINE_QUARK(lap - figures - error - quark, lap_figures_error)

typedef struct {
  GError **error;
  gboolean failed;
} Reader;

static void G_GNUC_PRINTF(2, 3) refuse(Reader *reader, const char *format, ...)
{
  if (reader->failed) return;
  va_list values;
  va_start(values, format);
  g_autofree char *message = g_strdup_vprintf(format, values);
  va_end(values);
  g_set_error(reader->error, LAP_FIGURES_ERROR, LAP_FIGURES_ERROR_FORMAT, "%s", message);
  reader->failed = TRUE;
}

/* --- members, which are required */

static JsonNode *member(Reader *reader, JsonObject *object, const char *name, JsonNodeType type)
{
  JsonNode *node = object ? json_object_get_member(object, name) : NULL;
  if (node && JSON_NODE_TYPE(node) == type) return node;
  refuse(reader, "\"%s\" is missing, or not what it should be", name);
  return NULL;
}

static JsonObject *object_of(Reader *reader, JsonObject *object, const char *name)
{
  JsonNode *node = member(reader, object, name, JSON_NODE_OBJECT);
  return node ? json_node_get_object(node) : NULL;
}

static JsonArray *array_of(Reader *reader, JsonObject *object, const char *name)
{
  JsonNode *node = member(reader, object, name, JSON_NODE_ARRAY);
  return node ? json_node_get_array(node) : NULL;
}

static gint64 integer(Reader *reader, JsonNode *node, const char *name)
{
  if (node && JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_INT64)
    return json_node_get_int(node);
  refuse(reader, "\"%s\" is no whole number", name);
  return 0;
}

static gint64 integer_of(Reader *reader, JsonObject *object, const char *name)
{
  return integer(reader, member(reader, object, name, JSON_NODE_VALUE), name);
}

static guint64 count(Reader *reader, JsonNode *node, const char *name)
{
  gint64 number = integer(reader, node, name);
  if (number < 0) refuse(reader, "\"%s\" is below 0", name);
  return (guint64)MAX(number, 0);
}

static guint64 count_of(Reader *reader, JsonObject *object, const char *name)
{
  return count(reader, member(reader, object, name, JSON_NODE_VALUE), name);
}

static const char *string_of(Reader *reader, JsonObject *object, const char *name)
{
  JsonNode *node = member(reader, object, name, JSON_NODE_VALUE);
  const char *text = node ? json_node_get_string(node) : NULL;
  if (!text) refuse(reader, "\"%s\" is no text", name);
  return text ? text : "";
}

static JsonObject *element(Reader *reader, JsonArray *array, guint i)
{
  JsonNode *node = array && i < json_array_get_length(array) ? json_array_get_element(array, i) : NULL;
  if (node && JSON_NODE_HOLDS_OBJECT(node)) return json_node_get_object(node);
  refuse(reader, "an object is missing in an array");
  return NULL;
}

static guint length_of(JsonArray *array) { return array ? json_array_get_length(array) : 0; }

static void read_counts(Reader *reader, JsonObject *object, const char *name, guint64 *counts, guint n)
{
  JsonArray *array = array_of(reader, object, name);
  if (length_of(array) != n) refuse(reader, "\"%s\" has not %u numbers", name, n);
  for (guint i = 0; i < n && !reader->failed; i++) counts[i] = count(reader, json_array_get_element(array, i), name);
}

/* --- distributions */

#define BINS_MAX 65536

static void read_bin(Reader *reader, JsonArray *bins, guint i, LapDistribution *of, guint64 *n)
{
  JsonNode *node = json_array_get_element(bins, i);
  JsonArray *pair = node && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
  if (length_of(pair) != 2) {
    refuse(reader, "a bin is not [value, count]");
    return;
  }
  gint64 value = integer(reader, json_array_get_element(pair, 0), "bins");
  guint64 in_it = count(reader, json_array_get_element(pair, 1), "bins");
  if (reader->failed) return;
  if (value < -((gint64)1 << 40) || value > (gint64)1 << 40 || in_it > (guint64)1 << 50)
    refuse(reader, "a bin is out of range");
  else
    lap_distribution_put(of, lap_distribution_bin(value), in_it);
  *n += in_it;
}

static void read_distribution(Reader *reader, JsonObject *object, LapDistribution *of)
{
  guint64 n = 0;
  of->of.n = count_of(reader, object, "n");
  if (!of->of.n || reader->failed) return;
  of->of.min = integer_of(reader, object, "min");
  of->of.max = integer_of(reader, object, "max");
  of->of.sum = integer_of(reader, object, "sum");
  of->of.squares = (guint64)integer_of(reader, object, "squares");
  JsonArray *bins = array_of(reader, object, "bins");
  if (length_of(bins) > BINS_MAX) refuse(reader, "too many bins");
  for (guint i = 0; i < length_of(bins) && !reader->failed; i++) read_bin(reader, bins, i, of, &n);
  if (n != of->of.n) refuse(reader, "the counts of \"bins\" do not add up to \"n\"");
}

static void read_named(Reader *reader, JsonObject *object, const char *name, LapDistribution *of)
{
  read_distribution(reader, object_of(reader, object, name), of);
}

/* --- what was traced */

static void read_seat(Reader *reader, JsonObject *object, LapSeatFigures *of, guint seats)
{
  of->wins = count_of(reader, object, "wins");
  read_counts(reader, object, "places", of->places, seats);
  read_named(reader, object, "points", &of->points);
  read_named(reader, object, "margin", &of->margin);
}

static LapCategoryFigures *find_category(const LapFigures *figures, const char *name)
{
  for (guint i = 0; i < figures->n_categories; i++)
    if (g_str_equal(figures->category[i].name, name)) return &figures->category[i];
  return NULL;
}

static void read_category(Reader *reader, JsonObject *object, LapFigures *figures)
{
  const char *name = string_of(reader, object, "name");
  JsonArray *seats = array_of(reader, object, "seats");
  LapCategoryFigures *category = find_category(figures, name);
  if (!category || category->used || length_of(seats) != figures->seats)
    refuse(reader, "category \"%s\" is not one of those in \"sums\", or not for all seats", name);
  if (reader->failed) return;
  category->used = TRUE;
  for (guint seat = 0; seat < figures->seats && !reader->failed; seat++)
    read_distribution(reader, element(reader, seats, seat), &category->points[seat]);
  read_named(reader, object, "together", &category->points[LAP_SEATS_MAX]);
}

/* Categories that nobody had points of are not written: their points were 0 in each match. */
static void fill_unused(LapFigures *figures)
{
  for (guint i = 0; i < figures->n_categories; i++)
    for (guint seat = 0; seat <= LAP_SEATS_MAX; seat++) {
      LapDistribution *points = &figures->category[i].points[seat];
      if (figures->category[i].used || (seat >= figures->seats && seat < LAP_SEATS_MAX) || !figures->traced) continue;
      points->of.n = figures->traced;
      lap_distribution_put(points, 0, figures->traced);
    }
}

static void read_taken(Reader *reader, JsonObject *object, LapFigures *figures)
{
  LapTaken *taken = lap_figures_taken(figures, string_of(reader, object, "name"));
  taken->taken = count_of(reader, object, "taken");
  taken->any = count_of(reader, object, "any");
  read_counts(reader, object, "matches", taken->matches, figures->seats);
  read_counts(reader, object, "wins", taken->wins, figures->seats);
}

static void read_traced(Reader *reader, JsonObject *object, LapFigures *figures)
{
  figures->traced = count_of(reader, object, "matches");
  figures->ahead = count_of(reader, object, "ahead");
  read_named(reader, object, "plies", &figures->plies);
  read_named(reader, object, "steps", &figures->steps);
  read_named(reader, object, "choices", &figures->choices);
  read_named(reader, object, "lead_changes", &figures->leads);
  read_named(reader, object, "decided", &figures->decided);
  read_named(reader, object, "team", &figures->team);
  JsonArray *seats = array_of(reader, object, "seats"), *categories = array_of(reader, object, "categories");
  JsonArray *taken = array_of(reader, object, "taken");
  for (guint i = 0; i < figures->seats && !reader->failed; i++)
    read_seat(reader, element(reader, seats, i), &figures->seat[i], figures->seats);
  for (guint i = 0; i < length_of(categories) && !reader->failed; i++)
    read_category(reader, element(reader, categories, i), figures);
  for (guint i = 0; i < length_of(taken) && !reader->failed; i++)
    read_taken(reader, element(reader, taken, i), figures);
  fill_unused(figures);
}

/* --- the sums of all matches */

static void read_faults(Reader *reader, JsonObject *root, LapStatistics *all)
{
  guint64 n = count_of(reader, root, "faults");
  JsonArray *first = array_of(reader, root, "first_faults");
  for (guint i = 0; i < length_of(first) && !reader->failed; i++) {
    JsonObject *fault = element(reader, first, i);
    guint64 match = count_of(reader, fault, "match"), ply = count_of(reader, fault, "ply");
    guint64 seed = g_ascii_strtoull(string_of(reader, fault, "seed"), NULL, 10);
    lap_statistics_add_fault(all, match, seed, (guint32)MIN(ply, G_MAXUINT32),
                             g_strdup(string_of(reader, fault, "message")));
  }
  if (n < all->n_faults) refuse(reader, "\"faults\" are fewer than those in \"first_faults\"");
  all->n_faults = n;
}

static void name_categories(Reader *reader, JsonArray *names, LapStatistics *all)
{
  all->category = g_new0(LapCategoryStatistics, MAX(length_of(names), 1));
  for (guint i = 0; i < length_of(names); i++) {
    const char *name = json_array_get_string_element(names, i);
    if (!name) refuse(reader, "the name of a category is no text");
    all->category[all->n_categories++].name = g_strdup(name ? name : "");
  }
}

static LapStatistics *read_all(Reader *reader, JsonObject *root, guint seats)
{
  JsonObject *sums = object_of(reader, root, "sums");
  JsonArray *from = array_of(reader, sums, "numbers");
  g_autoptr(LapStatistics) all = lap_statistics_new(NULL, seats);
  g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(gint64));
  name_categories(reader, array_of(reader, sums, "categories"), all);
  for (guint i = 0; i < length_of(from) && !reader->failed; i++) {
    gint64 number = integer(reader, json_array_get_element(from, i), "numbers");
    g_array_append_val(numbers, number);
  }
  guint64 matches = count_of(reader, root, "matches");
  if (!reader->failed && (matches > (guint64)1 << 40 || !lap_statistics_add_numbers(all, numbers, matches)))
    refuse(reader, "the numbers of \"sums\" are not possible for %" G_GUINT64_FORMAT " matches", matches);
  read_faults(reader, root, all);
  JsonNode *stopped = member(reader, root, "stopped", JSON_NODE_VALUE);
  all->stopped = stopped && json_node_get_boolean(stopped);
  return g_steal_pointer(&all);
}

/* --- the whole */

static void read_shard(Reader *reader, JsonObject *root, LapFigures *figures)
{
  if (!json_object_has_member(root, "shard")) return;
  JsonObject *shard = object_of(reader, root, "shard");
  figures->shard = count_of(reader, shard, "number");
  figures->shards = count_of(reader, shard, "of");
  if (figures->shard < 1 || figures->shard > figures->shards) refuse(reader, "\"shard\" is out of range");
}

static LapFigures *read_root(Reader *reader, JsonObject *root)
{
  if (g_strcmp0(json_object_get_string_member_with_default(root, "format", NULL), LAP_FIGURES_FORMAT) != 0) {
    refuse(reader, "it is not what 'lapidary simulate --json' writes: \"format\" is not \"" LAP_FIGURES_FORMAT "\"");
    return NULL;
  }
  JsonNode *run = member(reader, root, "run", JSON_NODE_OBJECT);
  guint seats = length_of(array_of(reader, run ? json_node_get_object(run) : NULL, "players"));
  if (seats < 1 || seats > LAP_SEATS_MAX) refuse(reader, "\"run\" has not 1 to %d \"players\"", LAP_SEATS_MAX);
  if (reader->failed) return NULL;
  g_autoptr(LapFigures) figures = lap_figures_new(read_all(reader, root, seats));
  figures->run = json_to_string(run, FALSE);
  read_shard(reader, root, figures);
  read_traced(reader, object_of(reader, root, "traced"), figures);
  return reader->failed ? NULL : g_steal_pointer(&figures);
}

LapFigures *lap_figures_from_json(const char *text, gsize length, GError **error)
{
  Reader reader = {error, FALSE};
  g_autoptr(JsonNode) node = lap_json_parse(text, length, error);
  if (!node) return NULL;
  if (JSON_NODE_HOLDS_OBJECT(node)) return read_root(&reader, json_node_get_object(node));
  refuse(&reader, "it is no JSON object");
  return NULL;
}
