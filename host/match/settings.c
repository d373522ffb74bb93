#include "settings-private.h"

#include <string.h>

#include "host.h"
#include "names.h"

G_DEFINE_BOXED_TYPE(LapMatchSettings, lap_match_settings, lap_match_settings_copy, lap_match_settings_free)
G_DEFINE_BOXED_TYPE(LapInvitations, lap_invitations, lap_invitations_copy, lap_invitations_free)

LapMatchSettings *lap_match_settings_new(const char *game, guint seats)
{
  LapMatchSettings *settings = g_new0(LapMatchSettings, 1);
  settings->game = g_strdup(game);
  settings->seats = seats;
  settings->options = g_ptr_array_new_with_free_func(g_free);
  return settings;
}

static gpointer copy_text(gconstpointer text, gpointer data G_GNUC_UNUSED) { return g_strdup(text); }

LapMatchSettings *lap_match_settings_copy(const LapMatchSettings *settings)
{
  LapMatchSettings *copy = g_new(LapMatchSettings, 1);
  *copy = *settings;
  copy->game = g_strdup(settings->game);
  copy->options = g_ptr_array_copy(settings->options, copy_text, NULL);
  copy->from = g_strdup(settings->from);
  copy->key = g_strdup(settings->key);
  for (guint seat = 0; seat < LAP_SEATS_MAX; seat++) {
    copy->bot[seat] = g_strdup(settings->bot[seat]);
    copy->bot_name[seat] = g_strdup(settings->bot_name[seat]);
  }
  return copy;
}

void lap_match_settings_free(LapMatchSettings *settings)
{
  if (!settings) return;
  for (guint seat = 0; seat < LAP_SEATS_MAX; seat++) {
    g_free(settings->bot[seat]);
    g_free(settings->bot_name[seat]);
  }
  g_ptr_array_unref(settings->options);
  g_free(settings->game);
  g_free(settings->from);
  g_free(settings->key);
  g_free(settings);
}

void lap_match_settings_set_option(LapMatchSettings *settings, const char *name, const char *value)
{
  GPtrArray *options = settings->options;
  guint at = 0;
  while (at < options->len && strcmp(options->pdata[at], name) < 0) at += 2;
  if (at < options->len && g_str_equal(options->pdata[at], name)) g_ptr_array_remove_range(options, at, 2);
  g_ptr_array_insert(options, (gint)at, g_strdup(name));
  g_ptr_array_insert(options, (gint)at + 1, g_strdup(value));
}

static void set_of_bot(LapMatchSettings *settings, guint seat, char **texts, const char *text)
{
  if (seat >= MIN(settings->seats, LAP_SEATS_MAX)) {
    settings->bot_outside = MAX(seat, 1);
    return;
  }
  g_free(texts[seat]);
  texts[seat] = g_strdup(text);
}

void lap_match_settings_set_bot(LapMatchSettings *settings, guint seat, const char *bot)
{
  set_of_bot(settings, seat, settings->bot, bot);
}

void lap_match_settings_set_bot_name(LapMatchSettings *settings, guint seat, const char *name)
{
  set_of_bot(settings, seat, settings->bot_name, name);
}

void lap_match_settings_set_seed(LapMatchSettings *settings, guint64 seed)
{
  settings->seeded = TRUE;
  settings->seed = seed;
}

void lap_match_settings_guard_seed(LapMatchSettings *settings) { settings->seed_guarded = TRUE; }

gboolean lap_match_settings_seed_holds(const LapMatchSettings *settings)
{
  guint people = 0;
  for (guint seat = 0; seat < settings->seats; seat++) people += !settings->bot[seat];
  return settings->seeded && (!settings->seed_guarded || people <= 1);
}

void lap_match_settings_set_clock(LapMatchSettings *settings, gint64 initial, gint64 increment)
{
  gboolean good = initial > 0 && initial <= LAP_CLOCK_MAX && increment >= 0 && increment <= LAP_CLOCK_MAX;
  settings->initial = good ? initial : -1;
  settings->increment = good ? increment : 0;
}

void lap_match_settings_set_public(LapMatchSettings *settings, gboolean is_public)
{
  settings->is_public = is_public != FALSE;
}

const char *const lap_hint_kinds[] = {
    [LAP_HINTS_ALONE] = "alone", [LAP_HINTS_ALWAYS] = "always", [LAP_HINTS_NEVER] = "never", NULL};

void lap_match_settings_set_hints(LapMatchSettings *settings, LapHints hints) { settings->hints = hints; }

const char *const lap_message_kinds[] = {
    [LAP_MESSAGES_QUICK] = "quick", [LAP_MESSAGES_FREE] = "free", [LAP_MESSAGES_NONE] = "none", NULL};

void lap_match_settings_set_messages(LapMatchSettings *settings, LapMessages messages)
{
  settings->messages = messages;
}

void lap_match_settings_set_key(LapMatchSettings *settings, const char *key)
{
  g_free(settings->key);
  settings->key = g_strdup(key);
}

void lap_match_settings_set_from(LapMatchSettings *settings, const char *match, guint64 seq)
{
  g_free(settings->from);
  settings->from = g_strdup(match);
  settings->from_seq = seq;
}

guint64 lap_match_settings_mark(const LapMatchSettings *settings)
{
  static const guint8 none[LAP_SALT_SIZE];
  g_autoptr(GString) text = g_string_new(NULL);
  g_string_append_printf(text, "%s\n%u\n%d %" G_GUINT64_FORMAT "\n%" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n%d\n",
                         settings->game, settings->seats, settings->seeded, settings->seed, settings->initial,
                         settings->increment, settings->is_public);
  for (guint i = 0; i < settings->options->len; i++)
    g_string_append_printf(text, "%s\n", (char *)settings->options->pdata[i]);
  for (guint seat = 0; seat < LAP_SEATS_MAX; seat++)
    g_string_append_printf(text, "%s\n", settings->bot[seat] ? settings->bot[seat] : "");
  for (guint seat = 0; seat < LAP_SEATS_MAX; seat++)
    if (settings->bot_name[seat]) g_string_append_printf(text, "%u %s\n", seat, settings->bot_name[seat]);
  if (settings->from)
    g_string_append_printf(text, "from %s %" G_GUINT64_FORMAT "\n", settings->from, settings->from_seq);
  if (settings->hints) g_string_append_printf(text, "hints %s\n", lap_hint_kinds[settings->hints]);
  if (settings->messages) g_string_append_printf(text, "messages %s\n", lap_message_kinds[settings->messages]);
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

static gboolean check_bot_names(const LapMatchSettings *settings, GError **error)
{
  for (guint seat = 0; seat < settings->seats; seat++) {
    const char *name = settings->bot_name[seat];
    if (name && !settings->bot[seat]) return invalid(error, "seat %u: a name for a bot, but no bot", seat);
    if (name && !lap_name_is_good(name))
      return invalid(
          error,
          "seat %u: a name must be 1 to %d characters of UTF-8, not all blank, none of them for control or direction",
          seat, LAP_NAME_MAX);
  }
  return TRUE;
}

static gboolean no_such_bot(guint seat, const char *name, GError **error)
{
  g_autoptr(GString) names = g_string_new(NULL);
  for (const LapBot *const *bot = lap_bots(); *bot; bot++)
    g_string_append_printf(names, "%s%s", names->len ? ", " : "", (*bot)->name);
  g_set_error(error, LAP_MATCH_ERROR, LAP_MATCH_ERROR_NOT_FOUND, "seat %u: there is no bot \"%s\"; there are %s", seat,
              name, names->str);
  return FALSE;
}

static gboolean check_bots(const LapMatchSettings *settings, GError **error)
{
  if (settings->bot_outside)
    return invalid(error, "a bot for seat %u: seats are 0 to %u", settings->bot_outside, settings->seats - 1);
  for (guint seat = 0; seat < settings->seats; seat++)
    if (settings->bot[seat] && !lap_bot_named(settings->bot[seat]))
      return no_such_bot(seat, settings->bot[seat], error);
  return check_bot_names(settings, error);
}

gboolean lap_match_settings_check(const LapMatchSettings *settings, GError **error)
{
  if (settings->seats < 1 || settings->seats > LAP_SEATS_MAX)
    return invalid(error, "%u seats: there must be 1 to %d", settings->seats, LAP_SEATS_MAX);
  if (settings->initial < 0)
    return invalid(error, "a clock must be initially 1 ms to 400 days, and its increment 0 ms to 400 days");
  return check_bots(settings, error) && (!settings->key || lap_key_check(settings->key, error));
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
