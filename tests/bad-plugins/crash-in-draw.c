/* Crashes when it is asked how its card looks. */
#include <signal.h>

#include "animal.h"
#include "lapidary/appearance.h"

static void draw(const LapContext *context, uint16_t face, LapDrawing *drawing)
{
  (void)context;
  (void)face;
  (void)drawing;
  raise(SIGSEGV);
}

static const LapFaces sets[] = {{.set = LAP_ID(0, 0), .draw = draw}};
static const LapTable faces = LAP_TABLE(sets);
static const LapExtension extensions[] = {{LAP_FACES, &faces}};

static const char *const keys[] = {0, "blank"};
static const LapPieces pieces[] = {{.name = "card", .faces = 1, .key = keys}};
static const LapPlugin plugin = {LAP_PLUGIN_HEAD, .id = "crash-in-draw", ANIMAL_BODY, .pieces = LAP_TABLE(pieces),
                                 .extensions = LAP_TABLE(extensions)};

LAP_PLUGIN_ENTRY { return &plugin; }
