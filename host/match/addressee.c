#include "host/text/words.h"
#include "telling-private.h"

void lap_addressee_init(LapAddressee *addressee, const LapGame *game, LapTexts *texts, const char *language,
                        guint viewer, const char *const *names, guint seats)
{
  *addressee = (LapAddressee){.game = game, .viewer = viewer, .language = language, .texts = texts, .seats = seats};
  for (guint seat = 0; seat < seats; seat++) {
    if (names[seat])
      addressee->name[seat] = names[seat];
    else
      lap_addressee_rename(addressee, seat, NULL);
  }
}

static char *nameless(const LapAddressee *addressee, guint seat)
{
  GString *name = g_string_new(NULL);
  lap_words(addressee->language, "host.seat", name, LAP_COUNT("number", seat + 1));
  return g_string_free(name, FALSE);
}

void lap_addressee_rename(LapAddressee *addressee, guint seat, const char *name)
{
  char *kept = name ? g_strdup(name) : nameless(addressee, seat);
  g_free(addressee->own_name[seat]);
  addressee->name[seat] = addressee->own_name[seat] = kept;
}

void lap_addressee_clear(LapAddressee *addressee)
{
  for (guint seat = 0; seat < addressee->seats; seat++) g_free(addressee->own_name[seat]);
}
