#include "cards.h"

#define COLOUR(colour)                                                                                            \
#colour "_1", #colour "_2", #colour "_3", #colour "_4", #colour "_5", #colour "_6", #colour "_7", #colour "_8", \
      #colour "_9", #colour "_10", #colour "_11", #colour "_12"
static const char *const keys[GEMS_TRACKER_CARD_FACES + 1] = {NULL,           COLOUR(blue), COLOUR(orange),
                                                              COLOUR(purple), COLOUR(pink), "booking"};

#define TWELVE(n) n, n, n, n, n, n, n, n, n, n, n, n
static const uint8_t copies[GEMS_TRACKER_CARD_FACES + 1] = {0,         TWELVE(1), TWELVE(1),
                                                            TWELVE(1), TWELVE(1), GEMS_TRACKER_BOOKINGS};

/* Colours are seen from behind: a card dealt anew stays in its owner's. */
static const uint8_t back[GEMS_TRACKER_CARD_FACES + 1] = {0, TWELVE(0), TWELVE(1), TWELVE(2), TWELVE(3), 4};
static const char *const backs[] = {"blue", "orange", "purple", "pink", "booking"};

const LapPieces gems_tracker_pieces[3] = {
    {.name = "card",
     .faces = GEMS_TRACKER_CARD_FACES,
     .total = GEMS_TRACKER_CARDS,
     .key = keys,
     .copies = copies,
     .back = back,
     .backs = backs,
     .n_backs = 5},
    {.name = "mine", .catalogue = "mines", .faces = GEMS_TRACKER_MINES, .total = GEMS_TRACKER_MINES},
    {.name = "tender", .catalogue = "tenders", .faces = GEMS_TRACKER_TENDERS, .total = GEMS_TRACKER_TENDERS}};
