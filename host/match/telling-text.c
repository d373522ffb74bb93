/* Sentences: what is told of an entry to people. */
#include <string.h>

#include "host/engine/knowledge.h"
#include "host/json/write.h"
#include "host/text/words.h"
#include "telling-private.h"

/* The sentences of an entry in the making. */
typedef struct {
  const LapAddressee *addressee;
  const LapEntry *entry;
  GString *out;
  gboolean first;
} Story;

static const char *name_of(const Story *story, guint seat) { return story->addressee->name[seat]; }

static void say(Story *story, char *sentence)
{
  lap_json_separate(story->out, &story->first);
  lap_json_quote_and_free(story->out, sentence);
}

static void say_words(Story *story, const char *key)
{
  lap_json_separate(story->out, &story->first);
  lap_json_quote(story->out, lap_words_say(lap_words_host(), story->addressee->language, key));
}

/* {name} is whose entry it is. */
static void say_of_seat(Story *story, const char *key)
{
  GString *sentence = g_string_new(NULL);
  lap_words(story->addressee->language, key, sentence, LAP_WORD("name", name_of(story, story->entry->seat)));
  say(story, g_string_free(sentence, FALSE));
}

/* {name} and {bot} are the name in the entry, {number} that of the seat. */
static void say_of_chair(Story *story, const char *key)
{
  const char *name = story->entry->name ? story->entry->name : "";
  GString *sentence = g_string_new(NULL);
  lap_words(story->addressee->language, key, sentence, LAP_WORD("name", name), LAP_WORD("bot", name),
            LAP_COUNT("number", story->entry->seat + 1));
  say(story, g_string_free(sentence, FALSE));
}

/* --- moves */

/* A text that is written as an order ("Take the card") does not say who. */
static void say_with_name(Story *story, const char *name, GString *text)
{
  if (!strstr(text->str, name)) {
    g_string_prepend(text, ": ");
    g_string_prepend(text, name);
  }
  say(story, g_string_free(text, FALSE));
}

static void say_steps(Story *story, const LapAction *steps, guint n)
{
  const LapAddressee *addressee = story->addressee;
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < n; i++) {
    g_autofree char *sentence = lap_texts_action(addressee->texts, &steps[i], addressee->name, addressee->viewer);
    if (i) g_string_append(text, ", ");
    g_string_append(text, sentence);
  }
  if (n)
    say_with_name(story, name_of(story, steps[0].seat), text);
  else
    g_string_free(text, TRUE);
}

static guint steps_of_one(const LapAction *steps, guint n)
{
  guint same = 1;
  while (same < n && steps[same].seat == steps[0].seat) same++;
  return same;
}

/* Whoever chose before has heard of his own choice then; the host has heard of all. */
static gboolean is_news(const Story *story, guint seat)
{
  guint viewer = story->addressee->viewer;
  return seat == story->entry->seat || (viewer != LAP_OMNISCIENT && viewer != seat);
}

static void say_opened(Story *story)
{
  const LapEntry *entry = story->entry;
  for (guint i = 0; i < entry->n_opened;) {
    guint n = steps_of_one(&entry->opened[i], entry->n_opened - i);
    if (is_news(story, entry->opened[i].seat)) say_steps(story, &entry->opened[i], n);
    i += n;
  }
}

/* Events tell all that there is to tell; where there are none, the actions do. The host's own record has each choice
 * that was made at once with others. */
static void say_move(Story *story)
{
  const LapAddressee *addressee = story->addressee;
  const LapEntry *entry = story->entry;
  gboolean by_events = entry->n_events && (!entry->n_opened || addressee->viewer != LAP_OMNISCIENT);
  if (!by_events && entry->n_opened)
    say_opened(story);
  else if (!by_events)
    say_steps(story, entry->steps, entry->n_steps);
  for (guint i = 0; i < entry->n_events; i++)
    say(story, lap_texts_event(addressee->texts, &entry->events[i], addressee->name, addressee->viewer));
}

static void say_choice(Story *story)
{
  guint viewer = story->addressee->viewer;
  if (viewer == story->entry->seat || viewer == LAP_OMNISCIENT)
    say_steps(story, story->entry->steps, story->entry->n_steps);
  else
    say_of_seat(story, "host.chosen");
}

/* --- proposals */

static void say_done(Story *story)
{
  static const char *const key[] = {
      [LAP_PROPOSAL_UNDO] = "host.undone",
      [LAP_PROPOSAL_REMATCH] = "host.rematched",
      [LAP_PROPOSAL_ABORT] = "host.aborted",
  };
  guint proposal = story->entry->proposal;
  if (story->entry->applied && proposal < G_N_ELEMENTS(key) && key[proposal]) say_words(story, key[proposal]);
}

static void say_proposal(Story *story)
{
  static const char *const key[] = {
      [LAP_PROPOSAL_UNDO] = "host.proposes_undo",
      [LAP_PROPOSAL_REMATCH] = "host.proposes_rematch",
      [LAP_PROPOSAL_ABORT] = "host.proposes_abort",
  };
  guint proposal = story->entry->proposal;
  if (proposal < G_N_ELEMENTS(key) && key[proposal]) say_of_seat(story, key[proposal]);
  say_done(story);
}

static void say_answer(Story *story)
{
  say_of_seat(story, story->entry->accept ? "host.accepts" : "host.declines");
  say_done(story);
}

static void say_entry(Story *story)
{
  switch (story->entry->kind) {
  case LAP_ENTRY_JOIN:
    say_of_chair(story, "host.joined");
    break;
  case LAP_ENTRY_LEAVE:
    say_of_chair(story, "host.left");
    break;
  case LAP_ENTRY_BOT:
    say_of_chair(story, "host.seated_bot");
    break;
  case LAP_ENTRY_MOVE:
    (story->entry->sealed ? say_choice : say_move)(story);
    break;
  case LAP_ENTRY_RESIGN:
    say_of_seat(story, "host.resigned");
    break;
  case LAP_ENTRY_TIMEOUT:
    say_of_seat(story, "host.timeout");
    break;
  case LAP_ENTRY_PROPOSE:
    say_proposal(story);
    break;
  case LAP_ENTRY_ANSWER:
    say_answer(story);
    break;
  }
}

void lap_tell_sentences(const LapAddressee *addressee, const LapEntry *entry, GString *out)
{
  Story story = {addressee, entry, out, TRUE};
  g_string_append_c(out, '[');
  say_entry(&story);
  g_string_append_c(out, ']');
}
