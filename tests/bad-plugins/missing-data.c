/* Its catalogue file is not there. */
#include "animal.h"

typedef struct {
  const char *key;
  int8_t points;
} Card;

static const LapColumn columns[] = {
    {.name = "key", .type = LAP_COLUMN_KEY, .width = sizeof(char *), .offset = offsetof(Card, key)},
    {.name = "points", .type = LAP_COLUMN_NUMBER, .width = 1, .offset = offsetof(Card, points), .min = 1, .max = 5},
};

static const LapCatalogue catalogues[] = {{.name = "cards",
                                           .file = "missing-data.json",
                                           .columns = LAP_TABLE(columns),
                                           .row_size = sizeof(Card),
                                           .rows_min = 1,
                                           .rows_max = 9}};

static const LapPlugin plugin = {LAP_PLUGIN_HEAD, .id = "missing-data", .catalogues = LAP_TABLE(catalogues),
                                 ANIMAL_BODY};

LAP_PLUGIN_ENTRY { return &plugin; }
