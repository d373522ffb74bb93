#include "host/text/words.h"
#include "telling-private.h"

void lap_listener_init(LapListener *listener, const LapGame *game, LapTexts *texts, const char *language, guint viewer,
                       const char *const *names, guint seats)
{
  *listener = (LapListener){.game = game, .viewer = viewer, .language = language, .texts = texts, .seats = seats};
  for (guint seat = 0; seat < seats; seat++) {
    if (names[seat])
      listener->name[seat] = names[seat];
    else
      lap_listener_rename(listener, seat, NULL);
  }
}

static char *nameless(const LapListener *listener, guint seat)
{
  GString *name = g_string_new(NULL);
  lap_words(listener->language, "host.seat", name, LAP_COUNT("number", seat + 1));
  return g_string_free(name, FALSE);
}

void lap_listener_rename(LapListener *listener, guint seat, const char *name)
{
  char *kept = name ? g_strdup(name) : nameless(listener, seat);
  g_free(listener->own_name[seat]);
  listener->name[seat] = listener->own_name[seat] = kept;
}

void lap_listener_clear(LapListener *listener)
{
  for (guint seat = 0; seat < listener->seats; seat++) g_free(listener->own_name[seat]);
}
