#include "story.h"

#include <string.h>

#include "messages.h"

typedef struct {
  guint move, seat;
  guint opened; /* the move after which everybody may hear of it */
  gboolean together;
  GArray *steps, *events; /* LapAction, LapEvent */
} Told;

#define NOT_OPENED G_MAXUINT

static void told_free(gpointer data)
{
  Told *told = data;
  g_array_unref(told->steps);
  g_array_unref(told->events);
  g_free(told);
}

static Told *told_at(const Story *story, guint move) { return story->told->pdata[move]; }

static Told *told_new(LapSession *session, const LapAction *steps, guint n)
{
  guint n_events;
  const LapEvent *events = lap_session_events(session, &n_events);
  Told *told = g_new0(Told, 1);
  told->steps = g_array_append_vals(g_array_new(FALSE, FALSE, sizeof(LapAction)), steps, n);
  told->events = g_array_append_vals(g_array_new(FALSE, FALSE, sizeof(LapEvent)), events, n_events);
  told->seat = n ? steps[0].seat : LAP_WATCHER;
  return told;
}

static gboolean chooses_together(LapSession *session)
{
  const LapGame *game = lap_engine_game(lap_session_engine(session));
  const LapHead *head = lap_head_of(lap_session_block(session));
  const LapGamePhase *phase = head->over ? NULL : lap_game_phase(game, head->phase);
  return phase && phase->kind == LAP_PHASE_TOGETHER;
}

void story_init(Story *story, LapTexts *texts, const char *const *names, LapSession *session)
{
  *story = (Story){texts, names, g_ptr_array_new_with_free_func(told_free), chooses_together(session)};
  g_ptr_array_add(story->told, told_new(session, NULL, 0));
}

void story_clear(Story *story) { g_clear_pointer(&story->told, g_ptr_array_unref); }

guint story_moves(const Story *story) { return story->told->len - 1; }

guint story_mover(const Story *story, guint move) { return told_at(story, move)->seat; }

static void open_sealed(Story *story)
{
  guint now = story_moves(story);
  for (guint move = now; move > 0 && told_at(story, move)->opened == NOT_OPENED; move--)
    told_at(story, move)->opened = now;
}

void story_add(Story *story, LapSession *session, const LapAction *steps, guint n)
{
  Told *told = told_new(session, steps, n);
  told->move = story_moves(story) + 1;
  told->together = story->together;
  told->opened = NOT_OPENED;
  g_ptr_array_add(story->told, told);
  gboolean sealed = lap_head_of(lap_session_block(session))->ready >> told->seat & 1;
  if (!sealed) open_sealed(story);
  story->together = chooses_together(session);
}

/* Those that the forgotten moves had opened are sealed again. */
void story_cut(Story *story, guint moves)
{
  if (moves < story_moves(story)) story->together = told_at(story, moves + 1)->together;
  g_ptr_array_set_size(story->told, (int)moves + 1);
  for (guint move = 1; move <= moves; move++)
    if (told_at(story, move)->opened > moves) told_at(story, move)->opened = NOT_OPENED;
}

/* A text that is written as an order ("Take the card") does not say who. */
static char *with_name(const char *name, char *text)
{
  if (strstr(text, name)) return text;
  char *named = g_strdup_printf("%s: %s", name, text);
  g_free(text);
  return named;
}

static char *steps_text(const Story *story, const Told *told, guint viewer)
{
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < told->steps->len; i++) {
    const LapAction *step = &g_array_index(told->steps, LapAction, i);
    g_autofree char *sentence = lap_texts_action(story->texts, step, story->names, viewer);
    g_string_append_printf(text, "%s%s", i ? ", " : "", sentence);
  }
  return with_name(story->names[told->seat], g_string_free(text, FALSE));
}

static gboolean may_hear(const Told *told, guint viewer)
{
  return told->opened != NOT_OPENED || told->seat == viewer || viewer == LAP_OMNISCIENT;
}

/* Events tell all that there is to tell; where a game has none, its actions do. Of choices that are opened together
 * the events of the last one tell. The host's own record has each choice. */
static gboolean told_by_events(const Story *story, const Told *told, guint viewer)
{
  if (told->together && (viewer == LAP_OMNISCIENT || told->opened == NOT_OPENED)) return FALSE;
  return told_at(story, told->together ? told->opened : told->move)->events->len > 0;
}

/* A choice that is opened by now, by a later one whose events tell of it. */
static gboolean is_silent(const Story *story, const Told *told, guint viewer)
{
  return told->together && told->opened != told->move && told_by_events(story, told, viewer);
}

void story_tell(const Story *story, guint move, guint viewer, GPtrArray *sentences)
{
  const Told *told = told_at(story, move);
  if (move > 0 && (!may_hear(told, viewer) || is_silent(story, told, viewer))) {
    g_ptr_array_add(sentences, message_with("cli.chosen", WORD("name", story->names[told->seat])));
    return;
  }
  if (move > 0 && !told_by_events(story, told, viewer)) g_ptr_array_add(sentences, steps_text(story, told, viewer));
  for (guint i = 0; i < told->events->len; i++)
    g_ptr_array_add(sentences,
                    lap_texts_event(story->texts, &g_array_index(told->events, LapEvent, i), story->names, viewer));
}

static gboolean is_news(const Story *story, const Told *told, int heard, guint viewer)
{
  if (is_silent(story, told, viewer)) return FALSE;
  if ((int)told->move > heard) return TRUE;
  gboolean opened_since = told->opened != NOT_OPENED && (int)told->opened > heard;
  return told->move > 0 && opened_since && told->seat != viewer;
}

GPtrArray *story_since(const Story *story, int heard, guint viewer)
{
  GPtrArray *sentences = g_ptr_array_new_with_free_func(g_free);
  for (guint move = 0; move <= story_moves(story); move++)
    if (is_news(story, told_at(story, move), heard, viewer)) story_tell(story, move, viewer, sentences);
  return sentences;
}
