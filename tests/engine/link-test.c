/* Linking refuses a table that contradicts itself or the contract, and says what would be right. Each case spoils one
 * thing in a copy of a good plugin. */
#include <string.h>

#include "fixtures.h"
#include "host/engine/game.h"
#include "sealed-state.h"

/* A good plugin with tables that may be written. */
typedef struct {
  LapPlugin plugin;
  LapField fields[32];
  LapPhase phases[8];
  LapPieces pieces[1];
  LapKind actions[8], events[8];
  LapArg arg;
  LapOption options[2];
  LapRule rules[2];
  const char *hides[1];
  LapExtension extensions[2];
} Copy;

static gpointer copy_rows(gpointer to, LapTable *table)
{
  memcpy(to, table->v, table->n * table->stride);
  table->v = to;
  return to;
}

static void copy_plugin(Copy *copy, const LapPlugin *plugin)
{
  memset(copy, 0, sizeof *copy);
  copy->plugin = *plugin;
  g_assert_cmpuint(plugin->fields.n, <=, G_N_ELEMENTS(copy->fields));
  copy_rows(copy->fields, &copy->plugin.fields);
  copy_rows(copy->phases, &copy->plugin.phases);
  copy_rows(copy->pieces, &copy->plugin.pieces);
  copy_rows(copy->actions, &copy->plugin.actions);
  copy_rows(copy->events, &copy->plugin.events);
  copy_rows(copy->options, &copy->plugin.options);
  copy_rows(copy->rules, &copy->plugin.rules);
}

static LapField *field(Copy *copy, const char *name)
{
  for (guint i = 0; i < copy->plugin.fields.n; i++)
    if (g_str_equal(copy->fields[i].name, name)) return &copy->fields[i];
  g_assert_not_reached();
}

static void wrong_magic(Copy *copy) { copy->plugin.magic = 1; }
static void other_major(Copy *copy) { copy->plugin.major = 9; }
static void newer_minor(Copy *copy) { copy->plugin.minor = 99; }
static void short_struct(Copy *copy) { copy->plugin.struct_size -= 8; }
static void no_id(Copy *copy) { copy->plugin.id = NULL; }
static void too_deep(Copy *copy) { copy->plugin.depth = 1; }
static void no_seats(Copy *copy) { copy->plugin.seats_min = 0; }
static void seats_upside_down(Copy *copy) { copy->plugin.seats_max = 1; }
static void too_many_seats(Copy *copy) { copy->plugin.seats_max = 16; }
static void no_score(Copy *copy) { copy->plugin.score = NULL; }
static void no_derive(Copy *copy) { copy->plugin.derive = NULL; }
static void no_phases(Copy *copy) { copy->plugin.phases.n = 0; }
static void no_stride(Copy *copy) { copy->plugin.phases.stride = 0; }
static void wide_segment(Copy *copy) { copy->plugin.segment_size += 8; }
static void narrow_segment(Copy *copy) { copy->plugin.segment_size -= 8; }
static void odd_alignment(Copy *copy) { copy->plugin.segment_align = 3; }
static void unknown_type(Copy *copy) { field(copy, "round")->type = 77; }
static void slots_in_public(Copy *copy) { field(copy, "deck")->visibility = LAP_PUBLIC; }
static void owner_without_rows(Copy *copy) { field(copy, "round")->visibility = LAP_ROW_OWNER; }
static void no_rows(Copy *copy) { field(copy, "round")->rows = 0; }
static void few_rows(Copy *copy) { field(copy, "points")->rows = 3; }
static void odd_offset(Copy *copy) { field(copy, "points")->offset++; }
static void on_top_of_another(Copy *copy) { field(copy, "lead")->offset = field(copy, "round")->offset; }
static void twice(Copy *copy) { field(copy, "lead")->name = "round"; }
static void no_shape(Copy *copy) { field(copy, "marks")->shape = NULL; }
static void other_shape(Copy *copy) { field(copy, "marks")->capacity = 8; }
static void unknown_set(Copy *copy) { field(copy, "deck")->set = 4; }
static void few_pieces(Copy *copy) { copy->pieces[0].total = 26; }
static void no_keys(Copy *copy) { copy->pieces[0].key = NULL; }
static void few_backs(Copy *copy) { copy->pieces[0].n_backs = 1; }
static void no_such_catalogue(Copy *copy) { copy->pieces[0].catalogue = "cards"; }
static void no_actors(Copy *copy) { copy->phases[SEALED_CLAIM].actors = NULL; }
static void no_run(Copy *copy) { copy->phases[SEALED_BID].run = NULL; }
static void no_steps(Copy *copy) { copy->phases[SEALED_BID].steps_max = 0; }
static void unknown_kind(Copy *copy) { copy->phases[SEALED_BID].kind = 9; }
static void nameless_phase(Copy *copy) { copy->phases[SEALED_BID].name = NULL; }
static void before_nothing(Copy *copy) { copy->phases[SEALED_BID].before = "dawn"; }
static void nameless_action(Copy *copy) { copy->actions[0].name = NULL; }
static void many_arguments(Copy *copy) { copy->actions[0].args.n = 7; }
static void short_arguments(Copy *copy) { copy->actions[0].args.stride = 8; }
static void default_outside(Copy *copy) { copy->options[0].def = 9; }
static int32_t some_operation(const LapContext *context, LapBlock *block, int32_t a, int32_t b)
{
  return context && block ? a : b;
}

static void too_many_faces(Copy *copy)
{
  static const char *keys[G_MAXUINT16 + 1];
  static char key[G_MAXUINT16 + 1][12];
  for (guint i = 1; i <= G_MAXUINT16; i++) keys[i] = (g_snprintf(key[i], sizeof key[i], "f%u", i), key[i]);
  static LapPieces pieces[2];
  pieces[0] = copy->pieces[0];
  pieces[1] = (LapPieces){.name = "sand", .faces = G_MAXUINT16, .key = keys};
  copy->plugin.pieces = (LapTable)LAP_TABLE(pieces);
}
static void two_phases(Copy *copy) { copy->phases[1].name = copy->phases[0].name; }
static void two_actions(Copy *copy) { copy->actions[1].name = copy->actions[0].name; }
static void rule_and_operation(Copy *copy) { copy->rules[0].operation = some_operation; }
static void overrides_nothing(Copy *copy) { copy->rules[0].overrides = "weather"; }

static void spoil_argument(Copy *copy, LapArg arg)
{
  copy->arg = arg;
  copy->actions[0].args = (LapTable){&copy->arg, 1, sizeof copy->arg};
}
static void argument_of_nothing(Copy *copy)
{
  spoil_argument(copy, (LapArg){.name = "card", .field = "fist", .type = 1});
}
static void argument_without_field(Copy *copy) { spoil_argument(copy, (LapArg){.name = "card", .type = 1}); }
static void piece_of_numbers(Copy *copy)
{
  spoil_argument(copy, (LapArg){.name = "card", .field = "round", .type = LAP_ARG_PIECE});
}
static void choice_of_none(Copy *copy) { spoil_argument(copy, (LapArg){.name = "way", .type = LAP_ARG_CHOICE}); }

static void list_extensions(Copy *copy, LapExtension first, LapExtension second)
{
  copy->extensions[0] = first;
  copy->extensions[1] = second;
  copy->plugin.extensions = (LapTable)LAP_TABLE(copy->extensions);
}

static const LapTable nothing = {.stride = 1}, lost_rows = {.n = 2, .stride = sizeof(LapFaces)};
static const LapResample no_size = {.spare = 1}, no_hook = {.struct_size = sizeof no_hook};
static const LapExtension foreign = {"example.weather/1", &nothing};

static void unknown_extension(Copy *copy)
{
  list_extensions(copy, foreign, (LapExtension){"lapidary.face/1", &nothing});
}
static void extension_twice(Copy *copy)
{
  list_extensions(copy, (LapExtension){LAP_FACES, &nothing}, (LapExtension){LAP_FACES, &nothing});
}
static void extension_of_nothing(Copy *copy) { list_extensions(copy, foreign, (LapExtension){LAP_FACES, NULL}); }
static void nameless_extension(Copy *copy) { list_extensions(copy, foreign, (LapExtension){NULL, &nothing}); }
static void extension_without_rows(Copy *copy)
{
  list_extensions(copy, foreign, (LapExtension){LAP_FACES, &lost_rows});
}
static void extension_too_short(Copy *copy) { list_extensions(copy, foreign, (LapExtension){LAP_RESAMPLE, &no_size}); }
static void extension_without_hook(Copy *copy)
{
  list_extensions(copy, foreign, (LapExtension){LAP_RESAMPLE, &no_hook});
}

static void hides_nothing(Copy *copy)
{
  copy->hides[0] = "sealed/moon";
  copy->plugin.hides = (LapTable){copy->hides, 1, sizeof *copy->hides};
}

typedef struct {
  const char *name;
  void (*spoil)(Copy *copy);
  const char *message;
} Case;

static const Case cases[] = {
    {"wrong-magic", wrong_magic, "its descriptor begins with 0x00000001"},
    {"other-major", other_major, "speaks major 9"},
    {"newer-minor", newer_minor, ".99 of the contract, this host has"},
    {"short-struct", short_struct, "bytes, the shortest of 1.x has"},
    {"no-id", no_id, "an id is a word of a-z"},
    {"wrong-depth", too_deep, "says depth 1, but it stands at depth 0"},
    {"no-seats", no_seats, "0 to 4 seats"},
    {"seats-upside-down", seats_upside_down, "2 to 1 seats"},
    {"too-many-seats", too_many_seats, "possible are 1 to 15"},
    {"no-score", no_score, "needs a score hook"},
    {"no-derive", no_derive, "\"in_hands\" is LAP_DERIVED, but there is no derive hook"},
    {"no-phases", no_phases, "at least one phase"},
    {"no-stride", no_stride, "table \"phases\" has 7 rows but no address or stride"},
    {"bytes-of-nobody", wide_segment, "belongs to no field"},
    {"fields-outside", narrow_segment, "reaches to byte"},
    {"odd-alignment", odd_alignment, "segment_align 3"},
    {"unknown-type", unknown_type, "\"round\" has the unknown type 77"},
    {"slots-in-public", slots_in_public, "\"deck\": visibility LAP_PUBLIC does not fit: it is not for pieces"},
    {"owner-without-rows", owner_without_rows,
     "\"round\": visibility LAP_ROW_OWNER does not fit: it is for plain values with .rows_are"},
    {"no-rows", no_rows, "\"round\" has no rows"},
    {"fewer-rows-than-seats", few_rows, "\"points\" has 3 rows for up to 4 seats"},
    {"odd-offset", odd_offset, "\"points\" is not aligned to 2"},
    {"overlap", on_top_of_another, "overlap"},
    {"one-name-twice", twice, "two fields are named \"round\""},
    {"plane-without-shape", no_shape, "\"marks\" is a plane and needs a shape"},
    {"shape-of-another-size", other_shape, "a grid of 3 x 3, but has a capacity of 8"},
    {"unknown-set", unknown_set, "holds pieces of set 0x0004"},
    {"copies-do-not-add-up", few_pieces, "add up to 27, declared are 26"},
    {"faces-without-keys", no_keys, "\"card\" has no keys"},
    {"unknown-back", few_backs, "has back 1 of 1"},
    {"unknown-catalogue", no_such_catalogue, "catalogue \"cards\", which is not declared"},
    {"no-actors", no_actors, "\"sealed/claim\" needs \"actors\""},
    {"no-run", no_run, "\"sealed/bid\" needs \"run\""},
    {"no-steps", no_steps, "\"sealed/bid\" needs \"steps_max\""},
    {"unknown-kind-of-phase", unknown_kind, "unknown kind 9"},
    {"nameless-phase", nameless_phase, "a phase is named \"(nothing)\""},
    {"before-nothing", before_nothing, "\"dawn\", which no lower level has"},
    {"nameless-action", nameless_action, "category is named \"(nothing)\""},
    {"many-arguments", many_arguments, "has 7 arguments, at most 6"},
    {"short-arguments", short_arguments, "rows of 8 bytes at"},
    {"default-outside", default_outside, "the default 9, which is not within 1..6"},
    {"two-phases-of-one-name", two_phases, "two phases are named"},
    {"two-actions-of-one-name", two_actions, "two actions, events or categories are named"},
    {"rule-and-operation", rule_and_operation, "more than one of a rule, an operation and a notice"},
    {"overrides-nothing", overrides_nothing, "the rule \"weather\""},
    {"argument-of-nothing", argument_of_nothing, "the field \"fist\""},
    {"argument-without-field", argument_without_field, "needs a field"},
    {"piece-of-numbers", piece_of_numbers, "\"sealed/round\" holds none"},
    {"choice-of-none", choice_of_none, "needs choices"},
    {"too-many-faces", too_many_faces, "\"sand\" has 65535 faces, all sets of a game may have 65535"},
    {"unknown-extension", unknown_extension, "no extension \"lapidary.face/1\"; it has lapidary.faces/1, "},
    {"extension-twice", extension_twice, "two extensions are lapidary.faces/1"},
    {"extension-of-nothing", extension_of_nothing, "an extension has no part"},
    {"nameless-extension", nameless_extension, "an extension has no id"},
    {"extension-without-rows", extension_without_rows, "lapidary.faces/1 has 2 rows"},
    {"extension-too-short", extension_too_short, "lapidary.resample/1 has the struct_size 0, not"},
    {"extension-without-hook", extension_without_hook, "lapidary.resample/1 has no hook"},
    {"hides-nothing", hides_nothing, "\"sealed/moon\", which no lower level has"},
};

static void is_refused(gconstpointer data)
{
  const Case *test = data;
  g_autofree Copy *copy = g_new(Copy, 1);
  g_autoptr(GError) error = NULL;
  copy_plugin(copy, &sealed_plugin);
  test->spoil(copy);
  const LapSource source = {.plugin = &copy->plugin};
  g_assert_null(lap_game_link(&source, 1, &error));
  g_assert_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_INVALID);
  g_test_message("%s", error->message);
  g_assert_nonnull(strstr(error->message, test->message));
  if (copy->plugin.id && copy->plugin.magic == LAP_MAGIC && strstr(error->message, "\""))
    g_assert_true(g_str_has_prefix(error->message, "sealed: "));
}

static void the_good_one_links(void)
{
  g_autofree Copy *copy = g_new(Copy, 1);
  GError *error = NULL;
  copy_plugin(copy, &sealed_plugin);
  list_extensions(copy, foreign, (LapExtension){LAP_FACES, &nothing}); /* others' are passed over */
  const LapSource source = {.plugin = &copy->plugin};
  g_autoptr(LapGame) game = lap_game_link(&source, 1, &error);
  g_assert_no_error(error);
  g_assert_cmpstr(game->id, ==, "sealed");
  g_assert_cmpuint(game->steps_max, ==, 2);
}

/* A variant that reads its base was compiled against a table; where the live one differs it is refused by name. */
static void a_moved_field_of_the_base_is_named(void)
{
  g_autofree Copy *copy = g_new(Copy, 1);
  g_autoptr(GError) error = NULL;
  copy_plugin(copy, &sealed_plugin);
  guint32 lead = field(copy, "lead")->offset;
  field(copy, "lead")->offset = field(copy, "tidied")->offset;
  field(copy, "tidied")->offset = lead;
  const LapSource chain[] = {{.plugin = &copy->plugin}, {.plugin = &sealed_fair_plugin}};
  g_assert_null(lap_game_link(chain, 2, &error));
  g_assert_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_BASE);
  g_assert_nonnull(strstr(error->message, "sealed-fair: was compiled against another sealed: field \"lead\""));
}

/* A variant that names no seats of its own has those of its base, and rows for them. */
static void a_variant_has_rows_for_the_seats_of_its_base(void)
{
  LapField fields[16];
  LapPlugin variant = sealed_fair_plugin;
  g_autoptr(GError) error = NULL;
  g_assert_cmpuint(variant.fields.n, <=, G_N_ELEMENTS(fields));
  copy_rows(fields, &variant.fields);
  for (guint i = 0; i < variant.fields.n; i++)
    if (g_str_equal(fields[i].name, "visits")) fields[i].rows_are = LAP_ROWS_SEATS;
  const LapSource chain[] = {{.plugin = &sealed_plugin}, {.plugin = &variant}};
  g_assert_null(lap_game_link(chain, 2, &error));
  g_assert_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_INVALID);
  g_test_message("%s", error->message);
  g_assert_nonnull(strstr(error->message, "sealed-fair: field \"visits\" has 1 rows for up to 4 seats"));
}

static void rows_of_an_older_minor_are_filled_up(void)
{
  g_autofree Copy *copy = g_new(Copy, 1);
  GError *error = NULL;
  static guint8 short_rows[8][G_STRUCT_OFFSET(LapPhase, run)];
  copy_plugin(copy, &sealed_plugin);
  copy->phases[SEALED_CLAIM].run = NULL;
  for (guint i = 0; i < 8; i++) memcpy(short_rows[i], &copy->phases[i], sizeof short_rows[i]);
  copy->plugin.phases = (LapTable){&short_rows[SEALED_CLAIM], 1, sizeof short_rows[0]};
  const LapSource source = {.plugin = &copy->plugin};
  g_autoptr(LapGame) game = lap_game_link(&source, 1, &error);
  g_assert_no_error(error);
  g_assert_null(game->level[0].phases[0].run);
  g_assert_nonnull(game->level[0].phases[0].apply);
}

static void options_are_set_by_name(void)
{
  static const struct {
    const char *name, *value, *message; /* message NULL: it is taken */
  } tries[] = {
      {"rounds", "6", NULL},
      {"sealed/rounds", "2", NULL},
      {"pass", "none", NULL},
      {"rounds", "7", "it is a number of 1 to 6"},
      {"rounds", "two", "it is a number of 1 to 6"},
      {"pass", "1", "it is one of: left, right, none"},
      {"weather", "fair", "it has: rounds, pass"},
      {"other/rounds", "2", "it has: rounds, pass"},
  };
  const LapSource source = {.plugin = &sealed_plugin};
  g_autoptr(LapGame) game = lap_game_link(&source, 1, NULL);
  g_autoptr(LapOptions) options = lap_options_new(game);
  for (guint i = 0; i < G_N_ELEMENTS(tries); i++) {
    g_autoptr(GError) error = NULL;
    gboolean taken = lap_options_set(options, game, tries[i].name, tries[i].value, &error);
    g_test_message("%s=%s: %s", tries[i].name, tries[i].value, error ? error->message : "taken");
    g_assert_cmpint(taken, ==, tries[i].message == NULL);
    if (!taken) g_assert_error(error, LAP_GAME_ERROR, LAP_GAME_ERROR_OPTION);
    if (!taken) g_assert_nonnull(strstr(error->message, tries[i].message));
  }
  g_autofree char *rounds = lap_options_get(options, game, 0, 0), *pass = lap_options_get(options, game, 0, 1);
  g_assert_cmpstr(rounds, ==, "2");
  g_assert_cmpstr(pass, ==, "none");
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_set_nonfatal_assertions();
  g_test_add_func("/link/the-good-one-links", the_good_one_links);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *path = g_strdup_printf("/link/%s-is-refused", cases[i].name);
    g_test_add_data_func(path, &cases[i], is_refused);
  }
  g_test_add_func("/link/a-moved-field-of-the-base-is-named", a_moved_field_of_the_base_is_named);
  g_test_add_func("/link/a-variant-has-rows-for-the-seats-of-its-base", a_variant_has_rows_for_the_seats_of_its_base);
  g_test_add_func("/link/rows-of-an-older-minor-are-filled-up", rows_of_an_older_minor_are_filled_up);
  g_test_add_func("/options/are-set-by-name", options_are_set_by_name);
  return g_test_run();
}
