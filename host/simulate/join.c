/* Parts of a run put together. Sums of integers come out the same in any order, so all there is to see to is that each
 * part is there once, is whole, and is of the same run. */
#include <string.h>

#include "run.h"

typedef struct {
  LapFigures *const *part;
  const char *const *name;
  guint n;
  GError **error;
} Parts;

static gboolean G_GNUC_PRINTF(2, 3) refuse(const Parts *parts, const char *format, ...)
{
  va_list values;
  va_start(values, format);
  g_autofree char *message = g_strdup_vprintf(format, values);
  va_end(values);
  g_set_error(parts->error, LAP_FIGURES_ERROR, LAP_FIGURES_ERROR_PARTS, "%s", message);
  return FALSE;
}

static guint64 shards_of(const LapFigures *part) { return part->shard ? part->shards : 1; }
static guint64 shard_of(const LapFigures *part) { return part->shard ? part->shard : 1; }

/* What two runs differ in, for a message. */
static char *difference(const char *a, const char *b)
{
  static const char *const members[] = {"game", "seed", "think", "lapidary"};
  for (guint i = 0; i < G_N_ELEMENTS(members); i++) {
    g_autofree char *of_a = lap_run_member(a, members[i]), *of_b = lap_run_member(b, members[i]);
    if (g_strcmp0(of_a, of_b) != 0)
      return g_strdup_printf("%s %s, not %s", members[i], of_b ? of_b : "none", of_a ? of_a : "none");
  }
  if (lap_run_matches(a) != lap_run_matches(b))
    return g_strdup_printf("%" G_GUINT64_FORMAT " matches, not %" G_GUINT64_FORMAT, lap_run_matches(b),
                           lap_run_matches(a));
  return g_strdup("other options, players or builds");
}

static gboolean check_part(const Parts *parts, guint i)
{
  const LapFigures *first = parts->part[0], *part = parts->part[i];
  guint64 from, n, played = part->all->matches + part->all->n_faults;
  if (g_strcmp0(part->run, first->run) != 0) {
    g_autofree char *what = difference(first->run, part->run);
    return refuse(parts, "%s is of another run than %s: %s", parts->name[i], parts->name[0], what);
  }
  if (part->n_categories != first->n_categories)
    return refuse(parts, "%s has other categories of points than %s", parts->name[i], parts->name[0]);
  if (shards_of(part) != shards_of(first))
    return refuse(parts, "%s is one of %" G_GUINT64_FORMAT " parts, %s one of %" G_GUINT64_FORMAT, parts->name[i],
                  shards_of(part), parts->name[0], shards_of(first));
  lap_run_part(lap_run_matches(part->run), shard_of(part), shards_of(part), &from, &n);
  if (part->all->stopped || played != n)
    return refuse(parts,
                  "%s has %" G_GUINT64_FORMAT " of the %" G_GUINT64_FORMAT " matches of part %" G_GUINT64_FORMAT
                  ": it was stopped; play it again",
                  parts->name[i], played, n, shard_of(part));
  return TRUE;
}

static gboolean are_alike(const LapFigures *a, const LapFigures *b)
{
  g_autofree char *of_a = lap_figures_to_json(a, FALSE), *of_b = lap_figures_to_json(b, FALSE);
  return g_str_equal(of_a, of_b);
}

/* The part that has this number and came before `end`; -1: none. */
static gint find(const Parts *parts, guint64 number, guint end)
{
  for (guint i = 0; i < end; i++)
    if (shard_of(parts->part[i]) == number) return (gint)i;
  return -1;
}

/* Whether part `i` is to be added. FALSE with an error, or with a warning for a copy of another. */
static gboolean is_wanted(const Parts *parts, guint i, void (*warn)(const char *message))
{
  gint before = find(parts, shard_of(parts->part[i]), i);
  if (before < 0) return TRUE;
  if (!are_alike(parts->part[i], parts->part[before]))
    return refuse(parts, "%s and %s are both part %" G_GUINT64_FORMAT ", and differ", parts->name[before],
                  parts->name[i], shard_of(parts->part[i]));
  g_autofree char *message = g_strdup_printf("%s is the same part as %s, and counts once", parts->name[i],
                                             parts->name[before]);
  if (warn) warn(message);
  return FALSE;
}

#define MISSING_NAMED 10

static gboolean are_complete(const Parts *parts)
{
  guint64 shards = shards_of(parts->part[0]), missing = 0;
  g_autoptr(GString) names = g_string_new(NULL);
  for (guint64 number = 1; number <= shards && missing <= MISSING_NAMED; number++) {
    if (find(parts, number, parts->n) >= 0) continue;
    if (missing++ < MISSING_NAMED)
      g_string_append_printf(names, "%s%" G_GUINT64_FORMAT, missing > 1 ? ", " : "", number);
    else
      g_string_append(names, ", ...");
  }
  if (!missing) return TRUE;
  return refuse(parts, "of %" G_GUINT64_FORMAT " parts there %s missing: %s", shards, missing == 1 ? "is" : "are",
                names->str);
}

LapFigures *lap_figures_join(LapFigures *const *part, const char *const *names, guint n,
                             void (*warn)(const char *message), GError **error)
{
  const Parts parts = {part, names, n, error};
  for (guint i = 0; i < n; i++)
    if (!check_part(&parts, i)) return NULL;
  g_autoptr(LapStatistics) all = lap_statistics_new(NULL, part[0]->seats);
  lap_statistics_copy_categories(all, part[0]->all);
  g_autoptr(LapFigures) whole = lap_figures_new(g_steal_pointer(&all));
  whole->run = g_strdup(part[0]->run);
  for (guint i = 0; i < n; i++) {
    GError *failed = NULL;
    Parts asking = parts;
    asking.error = &failed;
    if (is_wanted(&asking, i, warn)) lap_figures_merge(whole, part[i]);
    if (!failed) continue;
    g_propagate_error(error, failed);
    return NULL;
  }
  return are_complete(&parts) ? g_steal_pointer(&whole) : NULL;
}
