#include "terms.h"

#include <string.h>

#include "record.h"

G_DEFINE_BOXED_TYPE(LapTerms, lap_terms, lap_terms_copy, lap_terms_free)
G_DEFINE_BOXED_TYPE(LapInvitations, lap_invitations, lap_invitations_copy, lap_invitations_free)

LapTerms *lap_terms_new(const char *game, guint seats)
{
  LapTerms *terms = g_new0(LapTerms, 1);
  terms->game = g_strdup(game);
  terms->seats = seats;
  terms->options = g_ptr_array_new_with_free_func(g_free);
  return terms;
}

static gpointer copy_text(gconstpointer text, gpointer data G_GNUC_UNUSED) { return g_strdup(text); }

LapTerms *lap_terms_copy(const LapTerms *terms)
{
  LapTerms *copy = g_new(LapTerms, 1);
  *copy = *terms;
  copy->game = g_strdup(terms->game);
  copy->options = g_ptr_array_copy(terms->options, copy_text, NULL);
  copy->key = g_strdup(terms->key);
  for (guint seat = 0; seat < LAP_SEATS_MAX; seat++) {
    copy->bot[seat] = g_strdup(terms->bot[seat]);
    copy->bot_name[seat] = g_strdup(terms->bot_name[seat]);
  }
  return copy;
}

void lap_terms_free(LapTerms *terms)
{
  if (!terms) return;
  for (guint seat = 0; seat < LAP_SEATS_MAX; seat++) {
    g_free(terms->bot[seat]);
    g_free(terms->bot_name[seat]);
  }
  g_ptr_array_unref(terms->options);
  g_free(terms->game);
  g_free(terms->key);
  g_free(terms);
}

void lap_terms_set_option(LapTerms *terms, const char *name, const char *value)
{
  GPtrArray *options = terms->options;
  guint at = 0;
  while (at < options->len && strcmp(options->pdata[at], name) < 0) at += 2;
  if (at < options->len && g_str_equal(options->pdata[at], name)) g_ptr_array_remove_range(options, at, 2);
  g_ptr_array_insert(options, (gint)at, g_strdup(name));
  g_ptr_array_insert(options, (gint)at + 1, g_strdup(value));
}

static void set_of_bot(LapTerms *terms, guint seat, char **texts, const char *text)
{
  if (seat >= MIN(terms->seats, LAP_SEATS_MAX)) {
    terms->bot_outside = MAX(seat, 1);
    return;
  }
  g_free(texts[seat]);
  texts[seat] = g_strdup(text);
}

void lap_terms_set_bot(LapTerms *terms, guint seat, const char *bot) { set_of_bot(terms, seat, terms->bot, bot); }

void lap_terms_set_bot_name(LapTerms *terms, guint seat, const char *name)
{
  set_of_bot(terms, seat, terms->bot_name, name);
}

void lap_terms_set_seed(LapTerms *terms, guint64 seed)
{
  terms->seeded = TRUE;
  terms->seed = seed;
}

void lap_terms_set_clock(LapTerms *terms, gint64 initial, gint64 increment)
{
  gboolean good = initial > 0 && initial <= LAP_CLOCK_MAX && increment >= 0 && increment <= LAP_CLOCK_MAX;
  terms->initial = good ? initial : -1;
  terms->increment = good ? increment : 0;
}

void lap_terms_set_public(LapTerms *terms, gboolean is_public) { terms->is_public = is_public != FALSE; }

void lap_terms_set_key(LapTerms *terms, const char *key)
{
  g_free(terms->key);
  terms->key = g_strdup(key);
}

guint64 lap_terms_mark(const LapTerms *terms)
{
  static const guint8 none[LAP_SALT_SIZE];
  g_autoptr(GString) text = g_string_new(NULL);
  g_string_append_printf(text, "%s\n%u\n%d %" G_GUINT64_FORMAT "\n%" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n%d\n",
                         terms->game, terms->seats, terms->seeded, terms->seed, terms->initial, terms->increment,
                         terms->is_public);
  for (guint i = 0; i < terms->options->len; i++)
    g_string_append_printf(text, "%s\n", (char *)terms->options->pdata[i]);
  for (guint seat = 0; seat < LAP_SEATS_MAX; seat++)
    g_string_append_printf(text, "%s\n", terms->bot[seat] ? terms->bot[seat] : "");
  for (guint seat = 0; seat < LAP_SEATS_MAX; seat++)
    if (terms->bot_name[seat]) g_string_append_printf(text, "%u %s\n", seat, terms->bot_name[seat]);
  return lap_secret_mark(none, "%s", text->str);
}

static gboolean invalid(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
static gboolean invalid(GError **error, const char *format, ...)
{
  va_list values;
  va_start(values, format);
  g_autofree char *what = g_strdup_vprintf(format, values);
  va_end(values);
  g_set_error_literal(error, LAP_MATCH_ERROR, LAP_MATCH_ERROR_INVALID, what);
  return FALSE;
}

gboolean lap_key_check(const char *key, GError **error)
{
  gsize length = strnlen(key, LAP_KEY_MAX + 1);
  gboolean good = length >= LAP_KEY_MIN && length <= LAP_KEY_MAX;
  for (gsize i = 0; good && i < length; i++) good = g_ascii_isprint(key[i]);
  return good || invalid(error, "a key must be %d to %d printable characters of ASCII", LAP_KEY_MIN, LAP_KEY_MAX);
}

static gboolean check_bot_names(const LapTerms *terms, GError **error)
{
  for (guint seat = 0; seat < terms->seats; seat++) {
    const char *name = terms->bot_name[seat];
    if (name && !terms->bot[seat]) return invalid(error, "seat %u: a name for a bot, but no bot", seat);
    if (name && !lap_name_is_good(name))
      return invalid(
          error,
          "seat %u: a name must be 1 to %d characters of UTF-8, not all blank, none of them for control or direction",
          seat, LAP_NAME_MAX);
  }
  return TRUE;
}

static gboolean check_bots(const LapTerms *terms, GError **error)
{
  if (terms->bot_outside)
    return invalid(error, "a bot for seat %u: seats are 0 to %u", terms->bot_outside, terms->seats - 1);
  for (guint seat = 0; seat < terms->seats; seat++)
    if (terms->bot[seat] && !lap_bot_named(terms->bot[seat])) {
      g_set_error(error, LAP_MATCH_ERROR, LAP_MATCH_ERROR_NOT_FOUND, "seat %u: there is no such bot; there is \"%s\"",
                  seat, lap_bots()[0]->name);
      return FALSE;
    }
  return check_bot_names(terms, error);
}

gboolean lap_terms_check(const LapTerms *terms, GError **error)
{
  if (terms->seats < 1 || terms->seats > LAP_SEATS_MAX)
    return invalid(error, "%u seats: there must be 1 to %d", terms->seats, LAP_SEATS_MAX);
  if (terms->initial < 0)
    return invalid(error, "a clock must be initially 1 ms to 400 days, and its increment 0 ms to 400 days");
  return check_bots(terms, error) && (!terms->key || lap_key_check(terms->key, error));
}

LapInvitations *lap_invitations_copy(const LapInvitations *invitations)
{
  LapInvitations *copy = g_new0(LapInvitations, 1);
  copy->invitations = g_strdupv(invitations->invitations);
  copy->n = invitations->n;
  copy->watch = g_strdup(invitations->watch);
  return copy;
}

void lap_invitations_free(LapInvitations *invitations)
{
  if (!invitations) return;
  g_strfreev(invitations->invitations);
  g_free(invitations->watch);
  g_free(invitations);
}
