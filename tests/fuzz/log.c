/* Whatever stands in a log, reading it ends in a match or an error that names a line. */
#include <stdint.h>

#include "games.h"
#include "life.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_log(LapGame *game, const char *text)
{
  g_autoptr(GError) error = NULL;
  LapSession *session = NULL;
  g_autoptr(LapLog) log = lap_log_replay(game, NULL, NULL, text, &session, &error);
  g_assert(!log == !session && !log == !!error);
  g_assert(!error || g_str_has_prefix(error->message, "line "));
  if (session) lap_session_free(session);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static LapGame *games[3];
  g_autofree char *text = g_strndup((const char *)data, size);
  g_autofree char *id = lap_log_game(text, NULL);
  for (guint levels = 1; levels <= 3; levels++) {
    LapGame **game = &games[levels - 1];
    if (!*game) *game = fixture_game(levels);
    if (!id || g_str_equal(id, (*game)->id)) read_log(*game, text);
  }
  return 0;
}
