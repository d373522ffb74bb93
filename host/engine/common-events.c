#include "common-events.h"

/* Takes the first event that is the same and is not taken yet. FALSE: there is none. */
static gboolean take_same(const GArray *events, const LapEvent *event, guint8 *taken)
{
  for (guint i = 0; i < events->len; i++) {
    if (taken[i] || memcmp(&g_array_index(events, LapEvent, i), event, sizeof *event) != 0) continue;
    taken[i] = 1;
    return TRUE;
  }
  return FALSE;
}

static gboolean is_same_at(const GArray *events, guint i, const LapEvent *event)
{
  return i < events->len && memcmp(&g_array_index(events, LapEvent, i), event, sizeof *event) == 0;
}

static gboolean names_pieces(const LapGame *game, const LapEvent *event)
{
  const LapGameKind *kind = lap_game_event(game, event->kind);
  for (guint i = 0; kind && i < kind->n_args; i++)
    if (kind->args[i].type == LAP_ARG_PIECE) return TRUE;
  return FALSE;
}

/* Whether it names pieces and nothing else but seats: mostly it is sent once for each of several, which are told as a
 * list. */
static gboolean is_of_list(const LapGame *game, const LapEvent *event)
{
  const LapGameKind *kind = lap_game_event(game, event->kind);
  for (guint i = 0; kind && i < kind->n_args; i++)
    if (kind->args[i].type != LAP_ARG_PIECE && kind->args[i].type != LAP_ARG_SEAT) return FALSE;
  return names_pieces(game, event);
}

/* A list of which a part is not sure is left out whole, or the rest would seem to be all. Returns whether the first
 * event stays. */
static gboolean drop_parts(const LapGame *game, GArray *events, const GArray *dropped)
{
  gboolean first_stays = TRUE;
  guint kept = 0;
  for (guint i = 0; i < events->len; i++) {
    const LapEvent event = g_array_index(events, LapEvent, i);
    gboolean is_part = FALSE;
    for (guint k = 0; k < dropped->len && !is_part; k++)
      is_part = g_array_index(dropped, LapEvent, k).kind == event.kind;
    is_part = is_part && is_of_list(game, &event);
    if (is_part && i == 0) first_stays = FALSE;
    if (!is_part) g_array_index(events, LapEvent, kept++) = event;
  }
  g_array_set_size(events, kept);
  return first_stays;
}

gboolean lap_keep_common_events(const LapGame *game, GArray *events, const GArray *more, gboolean is_of_world)
{
  g_autofree guint8 *taken = g_new0(guint8, more->len + 1);
  g_autoptr(GArray) dropped = g_array_new(FALSE, FALSE, sizeof(LapEvent));
  const gboolean first_is_same = events->len == 0 || is_same_at(more, 0, &g_array_index(events, LapEvent, 0));
  gboolean are_same = TRUE;
  guint kept = 0;
  for (guint i = 0; i < events->len; i++) {
    const LapEvent event = g_array_index(events, LapEvent, i);
    are_same = are_same && is_same_at(more, i, &event);
    if (are_same) taken[i] = 1;
    if (are_same || (!(is_of_world && names_pieces(game, &event)) && take_same(more, &event, taken)))
      g_array_index(events, LapEvent, kept++) = event;
    else
      g_array_append_val(dropped, event);
  }
  g_array_set_size(events, kept);
  for (guint i = 0; i < more->len; i++)
    if (!taken[i]) g_array_append_val(dropped, g_array_index(more, LapEvent, i));
  return drop_parts(game, events, dropped) && first_is_same;
}
