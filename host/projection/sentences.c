#include "sentences.h"

#include <string.h>

#include "host/engine/knowledge.h"
#include "host/match/match-private.h"
#include "host/text/titles.h"
#include "host/text/words.h"
#include "visibility.h"

/* --- recipients */

void lap_recipient_init(LapRecipient *recipient, const LapGame *game, LapTexts *texts, const char *language,
                        guint viewer, const char *const *names, guint seats)
{
  *recipient = (LapRecipient){.game = game, .viewer = viewer, .language = language, .texts = texts, .seats = seats};
  for (guint seat = 0; seat < seats; seat++) {
    if (names[seat])
      recipient->name[seat] = names[seat];
    else
      lap_recipient_rename(recipient, seat, NULL);
  }
}

static char *nameless(const LapRecipient *recipient, guint seat)
{
  GString *name = g_string_new(NULL);
  lap_words(recipient->language, "host.seat", name, LAP_COUNT("number", seat + 1));
  return g_string_free(name, FALSE);
}

void lap_recipient_rename(LapRecipient *recipient, guint seat, const char *name)
{
  char *kept = name ? g_strdup(name) : nameless(recipient, seat);
  g_free(recipient->own_name[seat]);
  recipient->name[seat] = recipient->own_name[seat] = kept;
}

gboolean lap_recipient_of_match(LapRecipient *recipient, LapMatch *match, guint viewer, const char *language,
                                GError **error)
{
  LapTexts *texts = lap_host_get_texts(lap_match_get_host(match), lap_match_get_game_id(match), language, error);
  if (!texts) return FALSE;
  lap_recipient_init(recipient, lap_match_get_game(match), texts, language, viewer, lap_match_names(match),
                     lap_match_get_seats(match));
  recipient->host = lap_match_get_host(match);
  return TRUE;
}

void lap_recipient_clear(LapRecipient *recipient)
{
  for (guint seat = 0; seat < recipient->seats; seat++) g_free(recipient->own_name[seat]);
}

/* --- sentences */

/* The sentences of an entry, as far as they are written. */
typedef struct {
  const LapRecipient *recipient;
  const LapEntry *entry;
  GPtrArray *sentences;
} Story;

static const char *name_of(const Story *story, guint seat) { return story->recipient->name[seat]; }

/* Where a variant has an empty text nothing is said. */
static void say(Story *story, char *sentence)
{
  if (*sentence)
    g_ptr_array_add(story->sentences, sentence);
  else
    g_free(sentence);
}

static void say_words(Story *story, const char *key)
{
  say(story, g_strdup(lap_words_say(lap_words_host(), story->recipient->language, key)));
}

/* {name} is the name of the entry's seat. */
static void say_of_seat(Story *story, const char *key)
{
  GString *sentence = g_string_new(NULL);
  lap_words(story->recipient->language, key, sentence, LAP_WORD("name", name_of(story, story->entry->seat)));
  say(story, g_string_free(sentence, FALSE));
}

/* {name} and {bot} are the name in the entry, {number} that of the seat. */
static void say_of_chair(Story *story, const char *key)
{
  const char *name = story->entry->name ? story->entry->name : "";
  GString *sentence = g_string_new(NULL);
  lap_words(story->recipient->language, key, sentence, LAP_WORD("name", name), LAP_WORD("bot", name),
            LAP_COUNT("number", story->entry->seat + 1));
  say(story, g_string_free(sentence, FALSE));
}

/* {name} is the name of the entry's seat, {game} the title of the game that it is about. */
static void say_of_game(Story *story, const char *key)
{
  const LapRecipient *recipient = story->recipient;
  const char *game = story->entry->game;
  LapHost *host = recipient->host;
  LapGame *of = host ? lap_host_get_last_game(host, game, NULL) : NULL;
  LapTexts *texts = of ? lap_host_get_texts(host, game, recipient->language, NULL) : NULL;
  const char *title = of ? lap_title_game(of, texts, lap_registry_find(lap_host_get_registry(host), game)) : game;
  GString *sentence = g_string_new(NULL);
  lap_words(recipient->language, key, sentence, LAP_WORD("name", name_of(story, story->entry->seat)),
            LAP_WORD("game", title));
  say(story, g_string_free(sentence, FALSE));
}

/* --- moves */

/* A text in the imperative ("Take the card") does not name the seat, so it is added. */
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
  const LapRecipient *recipient = story->recipient;
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < n; i++) {
    g_autofree char *sentence = lap_texts_action_taken(recipient->texts, &steps[i], recipient->name, recipient->viewer);
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

/* A seat that sealed its choice was sent the sentence for it then; LAP_OMNISCIENT was sent those of all seats. */
static gboolean is_news(const Story *story, guint seat)
{
  guint viewer = story->recipient->viewer;
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

/* A move is described by its events or, if it has none, by its actions. For LAP_OMNISCIENT each choice of a TOGETHER
 * phase is described when it is sealed. */
static void say_move(Story *story)
{
  const LapRecipient *recipient = story->recipient;
  const LapEntry *entry = story->entry;
  gboolean by_events = entry->n_events && (!entry->n_opened || recipient->viewer != LAP_OMNISCIENT);
  if (!by_events && entry->n_opened)
    say_opened(story);
  else if (!by_events)
    say_steps(story, entry->steps, entry->n_steps);
  for (guint i = 0, told; i < entry->n_events; i += told)
    say(story, lap_texts_events(recipient->texts, &entry->events[i], entry->n_events - i, recipient->name,
                                recipient->viewer, &told));
}

static void say_choice(Story *story)
{
  if (lap_shows_steps(story->entry, story->recipient->viewer))
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
  if (proposal == LAP_PROPOSAL_SWAP) say_of_game(story, "host.proposes_swap");
  if (proposal < G_N_ELEMENTS(key) && key[proposal]) say_of_seat(story, key[proposal]);
  say_done(story);
}

static void say_answer(Story *story)
{
  say_of_seat(story, story->entry->accept ? "host.accepts" : "host.declines");
  say_done(story);
}

static void say_rules(Story *story)
{
  const LapRecipient *recipient = story->recipient;
  const LapEntry *entry = story->entry;
  if (!entry->refused || entry->renewal) {
    say_of_game(story, !entry->renewal   ? "host.swapped"
                       : entry->refused  ? entry->refused
                       : entry->position ? "host.rules_moved"
                                         : "host.rules_renewed");
    return;
  }
  say_of_game(story, "host.swap_refused");
  if (recipient->host)
    say(story,
        lap_swap_refusal(recipient->host, recipient->game->id, entry->game, entry->refused, recipient->language));
}

char *lap_sentence_of_suspension(const LapRecipient *recipient, const LapSuspension *suspension)
{
  GString *sentence = g_string_new(NULL);
  lap_words(recipient->language, *suspension->hook ? "host.suspended_at" : "host.suspended", sentence,
            LAP_WORD("phase", suspension->phase), LAP_WORD("hook", suspension->hook));
  return g_string_free(sentence, FALSE);
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
  case LAP_ENTRY_RULES:
    say_rules(story);
    break;
  case LAP_ENTRY_SUSPEND:
    say(story, lap_sentence_of_suspension(story->recipient, &story->entry->suspension));
    break;
  case LAP_ENTRY_RESUME:
    say_words(story, "host.resumed");
    break;
  }
}

GPtrArray *lap_sentences_of_entry(const LapRecipient *recipient, const LapEntry *entry)
{
  Story story = {recipient, entry, g_ptr_array_new_with_free_func(g_free)};
  say_entry(&story);
  return story.sentences;
}
