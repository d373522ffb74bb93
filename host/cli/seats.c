#include "seats.h"

#include <string.h>

#include "host/text/nearest.h"
#include "verb.h"

static const char *const first_names[LAP_SEATS_MAX] = {"Ann", "Bo",  "Cleo", "Dov", "Eve", "Fay", "Gil", "Hana",
                                                       "Ivo", "Joy", "Kai",  "Lea", "Max", "Nia", "Oz"};

void seats_clear(Seats *seats)
{
  for (guint i = 0; i < LAP_SEATS_MAX; i++) g_clear_pointer(&seats->name[i], g_free);
}

void seats_name(Seats *seats, guint n)
{
  seats->n = n;
  for (guint i = 0; i < n; i++)
    if (!seats->name[i]) seats->name[i] = g_strdup(first_names[i]);
}

static gboolean count_fits(const LapGame *game, guint64 n)
{
  if (n >= game->seats_min && n <= game->seats_max) return TRUE;
  if (game->seats_min == game->seats_max)
    verb_fail(EXIT_USAGE, "%s is for %u seats, not %" G_GUINT64_FORMAT, game->id, game->seats_min, n);
  else
    verb_fail(EXIT_USAGE, "%s is for %u to %u seats, not %" G_GUINT64_FORMAT, game->id, game->seats_min,
              game->seats_max, n);
  return FALSE;
}

static gboolean seat_number(Seats *seats, const LapGame *game, guint64 n, gboolean people)
{
  if (!count_fits(game, n)) return FALSE;
  for (guint i = 0; i < n; i++) seats->bot[i] = people && i == 0 ? NULL : &lap_bot_random;
  seats->people = people ? 1 : 0;
  seats_name(seats, (guint)n);
  return TRUE;
}

/* A person, if `word` is "me" or "me=NAME". */
static gboolean is_person(Seats *seats, guint seat, const char *word)
{
  if (strcmp(word, "me") != 0 && !g_str_has_prefix(word, "me=")) return FALSE;
  if (word[2] && word[3]) seats->name[seat] = g_strdup(word + 3);
  seats->people++;
  return TRUE;
}

static gboolean no_such_bot(const char *word, gboolean people)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  if (people) g_ptr_array_add(names, (char *)"me");
  for (const LapBot *const *bot = lap_bots(); *bot; bot++) g_ptr_array_add(names, (char *)(*bot)->name);
  g_ptr_array_add(names, NULL);
  g_autofree char *near = lap_nearest_names(word, (const char *const *)names->pdata);
  g_autofree char *all = g_strjoinv(", ", (char **)names->pdata);
  if (near)
    verb_fail(EXIT_USAGE, "--seats: nobody is called '%s'; did you mean %s?", word, near);
  else
    verb_fail(EXIT_USAGE, "--seats: nobody is called '%s'; there is: %s", word, all);
  return FALSE;
}

/* "MIND" or "MIND=NAME". */
static gboolean seat_bot(Seats *seats, guint seat, const char *word, gboolean people)
{
  const char *equals = strchr(word, '=');
  g_autofree char *bot = equals ? g_strndup(word, (gsize)(equals - word)) : g_strdup(word);
  seats->bot[seat] = lap_bot_named(bot);
  if (!seats->bot[seat]) return no_such_bot(bot, people);
  if (equals && equals[1]) seats->name[seat] = g_strdup(equals + 1);
  return TRUE;
}

static gboolean seat_one(Seats *seats, guint seat, const char *word, gboolean people)
{
  return (people && is_person(seats, seat, word)) || seat_bot(seats, seat, word, people);
}

gboolean seats_read(Seats *seats, const LapGame *game, const char *text, gboolean people)
{
  guint64 number = MIN(MAX(game->seats_min, 2), game->seats_max);
  if (!text || verb_number(text, &number)) return seat_number(seats, game, number, people);
  g_auto(GStrv) words = g_strsplit(text, ",", -1);
  guint n = g_strv_length(words);
  if (!count_fits(game, n)) return FALSE;
  for (guint i = 0; i < n; i++)
    if (!seat_one(seats, i, g_strstrip(words[i]), people)) return FALSE;
  seats_name(seats, n);
  return TRUE;
}
