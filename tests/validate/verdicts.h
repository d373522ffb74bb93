/* Properties as tests: a test a property and number of seats. */
#pragma once

#include "host/validate/validate.h"

/* How many positions to try: LAPIDARY_TEST_POSITIONS, or `otherwise`. */
guint64 test_positions(guint64 otherwise);

/* Adds "/<game>/<property>/with-<n>-seats" for each property and each number of seats that the game takes. Both games
 * must live as long as the tests; `base` may be NULL. */
void add_property_tests(LapGame *game, LapGame *base, guint64 positions);
/* The same but for a property that the game does not keep. */
void add_property_tests_but(const char *broken, LapGame *game, LapGame *base, guint64 positions);
