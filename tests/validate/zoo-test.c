/* The animals that break the contract as they play: each is caught by the property that is there for it, with a message
 * that says what is wrong and where. Those that play
 * well, or only would not if options said so, pass all. */
#include <dlfcn.h>
#include <string.h>

#include "verdicts.h"

typedef struct {
  const char *name;
  const char *property; /* NULL: every property */
  const char *message;  /* a part of it; NULL: it passes */
  const char *base;     /* the animal that it extends */
} Animal;

static const Animal animals[] = {
    {"plays-well", NULL, NULL, NULL},
    {"lies-far-apart", NULL, NULL, NULL},
    {"misbehaves", NULL, NULL, NULL},
    {"misbehaves-more", NULL, NULL, "misbehaves"},
    {"pointer-in-state", "moved", "field pointer-in-state/note", NULL},
    {"hidden-statics", "interleaved", "do the rules keep something outside the block", NULL},
    {"remembers-its-first-match", "orders", "in another process, where other matches were played before", NULL},
    {"remembers-its-first-match", "deterministic", NULL, NULL},
    {"keeps-an-address", "moved", "after the block was moved: does a hook keep its address?", NULL},
    {"keeps-memory", "steady", "more bytes of memory each time", NULL},
    {"slows-down", "steady", "take longer and longer", NULL},
    {"not-deterministic", "deterministic", "the same seed and moves twice", NULL},
    {"keeps-a-goal", "secrets", "field keeps-a-goal/note hides a value that is not zero", NULL},
    {"tells-a-goal", "secrets", "what lies at tells-a-goal/last, row 0, item 0 goes with what is hidden at", NULL},
    {"resamples-too-much", "paired-worlds", "the second as lapidary.resample/1 has it", NULL},
    {"leaks-a-card", "paired-worlds", "\"leaks-a-card/last\"", NULL},
    {"leaks-by-score", "paired-worlds", "sees the difference in the score", NULL},
    {"leaks-by-highlight", "paired-worlds",
     "sees the difference in the places to highlight, which lapidary.highlights/1 gives", NULL},
    {"leaks-by-event", "paired-worlds", "event leaks-by-event/boasted shows", NULL},
    {"leaks-a-choice", "twin-actions", "differ in secret arguments only (leaks-a-choice/bury)", NULL},
    {"counts-past-capacity", "census", "field counts-past-capacity/trail, row 0, has 5 items, its capacity is 4", NULL},
    {"writes-past-the-list", "census", "field writes-past-the-list/filler", NULL},
    {"writes-spare-bytes", "census", "field writes-spare-bytes/filler", NULL},
    {"loses-a-card", "census", "in all zones, there must be 1", NULL},
    {"forgets-a-seat", "legal", "a dead end: seat", NULL},
    {"dead-end", "legal", "a dead end: seat", NULL},
    {"endless-move", "ends", "is not complete after", NULL},
    {"never-ends", "ends", "is not over after", NULL},
    {"never-decides", "ends", "does not come to a decision", NULL},
    {"crash-in-apply", "ends", "phase crash-in-apply/turn, hook apply: crashed with SIGABRT", NULL},
    {"hang-in-legal", "ends", "phase hang-in-legal/turn, hook legal: did not come back: it hangs", NULL},
    {"draws-in-more", "steps", "draws at random in a step that answers LAP_MORE", NULL},
    {"peeks-in-more", "steps", "but shows it a piece", NULL},
    {"unsorted-list", "legal", "are not sorted", NULL},
    {"doubled-list", "legal", "are not unique", NULL},
    {"offers-nonsense", "legal", "argument \"card\" is 13, possible are 0 to 12", NULL},
    {"legal-writes", "questions", "field legal-writes/last", NULL},
    {"highlights-write", "questions", "field highlights-write/last", NULL},
    {"rollout-writes", "questions", "field rollout-writes/last", NULL},
    {"evaluates-too-much", "questions", "worth 1001 to seat 0, the most is 1000", NULL},
    {"scores-a-tenth-tier", "questions", "hook score: a score line of tier 9; the last is 8", NULL},
    {"writes-another-row", "sealed", "writes-another-row/points", NULL},
    {"draws-in-secret", "sealed", "draws at random in a sealed move", NULL},
    {"tells-a-sealed-choice", "sealed", "emits an event in a sealed move", NULL},
    {"joins-and-loses", "variant", "in all zones, there must be 1", "plays-well"},
    {"joins-by-a-secret", "variant", "a conversion is in one", "plays-well"},
    {"leaves-and-loses", "variant", "in all zones, there must be 1", "plays-well"},
    {"spoils-its-base", "variant", "joining changes field plays-well/points", "plays-well"},
};

static const LapPlugin *load(const char *name)
{
  g_autofree char *file = g_strdup_printf("%s/%s.so", ZOO_FOLDER, name);
  void *module = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!module) g_error("%s", dlerror());
  gpointer symbol = dlsym(module, LAP_PLUGIN_SYMBOL);
  const LapPlugin *(*entry)(void) = (const LapPlugin *(*)(void))symbol;
  return entry();
}

/* The game of an animal, over its base if it has one. */
static LapGame *link_animal(const char *base, const char *name)
{
  const LapSource chain[] = {{.plugin = load(base ? base : name)}, {.plugin = base ? load(name) : NULL}};
  GError *error = NULL;
  LapGame *game = lap_game_link(chain, base ? 2 : 1, &error);
  g_assert_no_error(error);
  return game;
}

static GPtrArray *examine(LapGame *game, LapGame *base, const char *property)
{
  const LapValidateOptions options = {.seats = 2, .positions = 300, .seed = 7, .seconds = 20, .fork = TRUE};
  return lap_validate(game, base, property, &options);
}

static void is_caught(gconstpointer data)
{
  const Animal *animal = data;
  g_autoptr(LapGame) base = animal->base ? link_animal(NULL, animal->base) : NULL;
  g_autoptr(LapGame) game = link_animal(animal->base, animal->name);
  g_autoptr(GPtrArray) verdicts = examine(game, base, animal->property);
  for (guint i = 0; i < verdicts->len; i++) {
    const LapVerdict *verdict = g_ptr_array_index(verdicts, i);
    g_test_message("%s", verdict->message ? verdict->message : "passed");
    g_assert_cmpint(verdict->passed, ==, animal->message == NULL);
    if (animal->message) g_assert_nonnull(strstr(verdict->message ? verdict->message : "", animal->message));
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_set_nonfatal_assertions();
  for (guint i = 0; i < G_N_ELEMENTS(animals); i++) {
    g_autofree char *path = g_strdup_printf("/zoo/%s-%s-%s", animals[i].name,
                                            animals[i].message ? "is-caught-by" : "passes",
                                            animals[i].property ? animals[i].property : "all");
    g_test_add_data_func(path, &animals[i], is_caught);
  }
  return g_test_run();
}
