/* Each animal of the zoo gets its own clear message and harms nothing. */
#include <string.h>

#include "folders.h"
#include "host/engine/engine.h"
#include "host/plugins/registry.h"

typedef struct {
  const char *id;
  LapPluginError code;
  const char *message; /* part of it */
} Animal;

#define KEYFILE LAP_PLUGIN_ERROR_KEYFILE
#define REFUSED LAP_PLUGIN_ERROR_REFUSED
#define QUARANTINED LAP_PLUGIN_ERROR_QUARANTINED
#define BLOCKED LAP_PLUGIN_ERROR_BLOCKED
#define DATA LAP_PLUGIN_ERROR_DATA

static const Animal animals[] = {
    {"wrong-magic", REFUSED, "wrong-magic.so: its descriptor begins with 0x12345678, not with 0x4c415049"},
    {"newer-minor", REFUSED, "newer-minor.so: needs 1.8 of the contract, this host has 1.1"},
    {"older-major", REFUSED, "older-major.plugin: speaks major 0 of the contract, this host speaks major 1; build it"},
    {"other-major", REFUSED, "other-major.so: speaks major 9 of the contract (it has the entry lapidary_plugin_v9)"},
    {"honest-newer-minor", REFUSED, "honest-newer-minor.plugin: needs 1.8 of the contract, this host has 1.1"},
    {"honest-other-major", REFUSED,
     "honest-other-major.plugin: speaks major 9 of the contract, this host speaks major 1"},
    {"short-struct", REFUSED, "short-struct.so: its descriptor has 64 bytes, the shortest of 1.x has"},
    {"crash-at-entry", QUARANTINED,
     "crash-at-entry crashed with SIGABRT (Aborted) in its entry lapidary_plugin_v1 while it was probed"},
    {"crash-in-constructor", QUARANTINED,
     "crash-in-constructor crashed with SIGSEGV (Segmentation fault) at load, in its constructors"},
    {"crash-in-draw", QUARANTINED, "crash-in-draw crashed with SIGSEGV (Segmentation fault) as its faces were drawn"},
    {"forges-its-manifest", REFUSED, "forges-its-manifest.so: manifest: its bytes have not the form of one"},
    {"exit-in-constructor", QUARANTINED, "left the process with status 0 at load, in its constructors"},
    {"forks-in-constructor", QUARANTINED,
     "forks-in-constructor called clone() to start a process or a thread, which no plugin may, at load, in its "
     "constructors while it was probed"},
    {"writes-in-constructor", QUARANTINED,
     "writes-in-constructor called openat() to open a file, which no plugin may, at load"},
    {"hang-at-entry", QUARANTINED, "000 ms in its entry lapidary_plugin_v1"},
    {"hang-in-constructor", QUARANTINED, "000 ms at load, in its constructors"},
    {"wild-pointer", QUARANTINED, "crashed with SIGSEGV (Segmentation fault) as its tables were linked"},
    {"overlapping-fields", REFUSED, "fields \"done\" and \"doing\" overlap at byte 0"},
    {"field-outside", REFUSED, "field \"done\" reaches to byte"},
    {"moved-base-field", REFUSED, "was compiled against another good: field \"sum\" has another place"},
    {"missing-base", BLOCKED, "missing-base.plugin: blocked: its base no-such-game is in no folder of the search path"},
    {"base-of-another-version", BLOCKED, "it accepts good 2.0 (>= 2.0.0 and < 3.0.0), but "},
    {"base-in-quarantine", BLOCKED, "blocked: its base crash-at-entry is quarantined ("},
    {"cycle-one", BLOCKED, "it is its own variant: cycle-one extends cycle-two extends cycle-one"},
    {"cycle-two", BLOCKED, "it is its own variant: cycle-two extends cycle-one extends cycle-two"},
    {"wrong-depth", REFUSED, "it says that it has depth 2, but the number of levels below it is 0; set its depth to 0"},
    {"wrong-depth-of-a-variant", REFUSED,
     "it says that it has depth 0, but the number of levels below it is 1; set its depth to 1"},
    {"no-entry", REFUSED, "no-entry.so: it has no entry lapidary_plugin_v1; end the plugin's source with"},
    {"undefined-symbol", REFUSED, "it cannot be loaded: undefined symbol: function_that_nobody_has"},
    {"not-elf", REFUSED, "not-elf.so: it cannot be loaded: "},
    {"lying-id", KEYFILE, "lying-id.plugin: key Id: the keyfile says lying-id, lying-id.so says honest-id"},
    {"lying-version", KEYFILE, "key Version: the keyfile says 1.1.0, lying-version.so says 1.0.0"},
    {"lying-accepts", KEYFILE, "key Accepts: the keyfile says 1.0, lying-accepts.so says 0.9"},
    {"module-elsewhere", KEYFILE,
     "key Module: \"../bad-plugins/wrong-magic.so\" is not the name of a file beside this"},
    {"no-module", KEYFILE, "no-module.so: No such file or directory; build it"},
    {"missing-data", DATA, "missing-data.json: No such file or directory; put it there, or in the folder data"},
    {"wrong-data", DATA, "wrong-data.json: row 2: member \"points\": the number 9 is not a whole number of 1 to 5"},
};

static LapRegistry *registry;

static void is_refused(gconstpointer data)
{
  const Animal *animal = data;
  g_autoptr(GError) error = NULL;
  const LapPluginInfo *info = lap_registry_find(registry, animal->id);
  g_assert_nonnull(info);
  g_assert_error(info->error, LAP_PLUGIN_ERROR, (gint)animal->code);
  if (!strstr(info->error->message, animal->message))
    g_error("\"%s\" does not say \"%s\"", info->error->message, animal->message);
  g_assert_null(lap_registry_load(registry, animal->id, &error));
  g_assert_error(error, LAP_PLUGIN_ERROR, (gint)animal->code);
  g_assert_cmpstr(error->message, ==, info->error->message);
}

static gboolean is_known(const char *id)
{
  for (gsize i = 0; i < G_N_ELEMENTS(animals); i++)
    if (g_str_equal(animals[i].id, id)) return TRUE;
  return FALSE;
}

static void no_animal_is_left_out(void)
{
  GPtrArray *list = lap_registry_list(registry);
  for (guint i = 0; i < list->len; i++) {
    const LapPluginInfo *info = g_ptr_array_index(list, i);
    if (info->error && !is_known(info->id)) g_error("%s is wrong, but in no table: %s", info->id, info->error->message);
  }
}

static void a_good_plugin_still_plays(void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(LapGame) game = lap_registry_load(registry, "good-twist", &error);
  g_assert_no_error(error);
  g_autoptr(LapEngine) engine = lap_engine_new(game, 2, NULL, &error);
  g_assert_no_error(error);
  g_autoptr(LapBlock) block = lap_block_new(engine);
  LapGenerator chooser = lap_generator_seeded(1);
  g_assert_cmpint(lap_engine_start(engine, block, 1), ==, LAP_MOVE_MADE);
  g_assert_cmpint(lap_engine_playout(engine, block, &chooser, 100, NULL), ==, LAP_MOVE_MADE);
  g_assert_cmpuint(lap_engine_waiting(engine, block), ==, 0);
}

static void nobody_is_asked_twice(void)
{
  const char *path[] = {ZOO_FOLDER, GOOD_FOLDER, NULL};
  g_autoptr(LapRegistry) again = lap_registry_new(path);
  g_assert_cmpuint(lap_registry_get_probes(again), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS(animals); i++)
    g_assert_cmpstr(lap_registry_find(again, animals[i].id)->error->message, ==,
                    lap_registry_find(registry, animals[i].id)->error->message);
}

int main(int argc, char **argv)
{
  const char *path[] = {ZOO_FOLDER, GOOD_FOLDER, NULL};
  g_autofree char *cache = make_cache();
  g_test_init(&argc, &argv, NULL);
  g_setenv("LAPIDARY_PROBE_LIMIT", "3000", TRUE);
  registry = lap_registry_new(path);
  for (gsize i = 0; i < G_N_ELEMENTS(animals); i++) {
    g_autofree char *test = g_strconcat("/zoo/is-refused/", animals[i].id, NULL);
    g_test_add_data_func(test, &animals[i], is_refused);
  }
  g_test_add_func("/zoo/no-animal-is-left-out", no_animal_is_left_out);
  g_test_add_func("/zoo/a-good-plugin-still-plays", a_good_plugin_still_plays);
  g_test_add_func("/zoo/nobody-is-asked-twice", nobody_is_asked_twice);
  int result = g_test_run();
  g_object_unref(registry);
  remove_folder(cache);
  return result;
}
