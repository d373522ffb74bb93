/* Names of what plugins declare, and how linking fails: what all steps of linking use. */
#include <string.h>

#include "link.h"

GQuark lap_game_error_quark(void) { return g_quark_from_static_string("lap-game-error-quark"); }

gboolean lap_link_fail(GError **error, const LapGameLevel *level, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  g_autofree char *text = g_strdup_vprintf(format, args);
  va_end(args);
  g_set_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_INVALID, "%s: %s", level->plugin.id, text);
  return FALSE;
}

gboolean lap_link_is_word(const char *name, const char *allowed)
{
  return name && *name && name[strspn(name, allowed)] == '\0';
}

gboolean lap_link_check_word(const LapGameLevel *level, const char *what, const char *name, GError **error)
{
  if (lap_link_is_word(name, "abcdefghijklmnopqrstuvwxyz0123456789_")) return TRUE;
  return lap_link_fail(error, level, "%s is named \"%s\", a name is a word of a-z, 0-9 and _", what,
                       name ? name : "(nothing)");
}

gboolean lap_link_check_words(const LapGameLevel *level, const char *what, const char *const *names, GError **error)
{
  for (guint i = 0; names[i]; i++)
    if (!lap_link_check_word(level, what, names[i], error)) return FALSE;
  return TRUE;
}

const char *lap_link_qualify(LapGame *game, const LapGameLevel *level, const char *name)
{
  char *qualified = g_strconcat(level->plugin.id, "/", name, NULL);
  g_ptr_array_add(game->owned, qualified);
  return qualified;
}

gpointer lap_link_copy_table(LapGame *game, const LapTable *table, gsize row_size)
{
  guint8 *copy = g_malloc0_n(MAX(table->n, 1), row_size);
  for (guint i = 0; i < table->n; i++)
    memcpy(copy + i * row_size, (const guint8 *)table->v + i * table->stride, MIN(table->stride, row_size));
  g_ptr_array_add(game->owned, copy);
  return copy;
}

gboolean lap_link_means(const char *name, const char *candidate)
{
  return g_str_equal(name, strchr(name, '/') ? candidate : strchr(candidate, '/') + 1);
}
