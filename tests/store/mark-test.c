/* The mark beside a store: of its two slots one is always whole. */
#include "folder.h"
#include "host/store/sqlite-mark.h"

typedef struct {
  char *folder, *path, *file;
} Place;

/* The mark takes its rights from the store's file. */
static Place place_new(void)
{
  char *folder = make_folder("mark");
  write_file(folder, "store", "");
  return (Place){folder, g_build_filename(folder, "store", NULL), g_build_filename(folder, "store-mark", NULL)};
}

static void place_clear(Place *place)
{
  remove_folder(place->folder);
  g_free(place->folder);
  g_free(place->path);
  g_free(place->file);
}

static LapMark *open_mark(const Place *place, LapMarkFound expected, LapMarkState *state)
{
  g_autoptr(GError) error = NULL;
  LapMarkFound found;
  *state = (LapMarkState){0};
  LapMark *mark = lap_mark_open(place->path, &found, state, &error);
  g_assert_no_error(error);
  g_assert_cmpint(found, ==, expected);
  return mark;
}

static void write_generation(LapMark *mark, guint64 generation)
{
  g_assert_true(lap_mark_write(mark, &(LapMarkState){.generation = generation}));
}

static GBytes *read_file(const Place *place)
{
  char *content;
  gsize length;
  g_assert_true(g_file_get_contents(place->file, &content, &length, NULL));
  return g_bytes_new_take(content, length);
}

/* Makes what was written since `before` into a write that broke off. */
static void tear(const Place *place, GBytes *before)
{
  gsize old_length, length, from = 0;
  const guint8 *old = g_bytes_get_data(before, &old_length);
  guint8 *content = g_bytes_unref_to_data(read_file(place), &length);
  while (from < old_length && content[from] == old[from]) from++;
  g_assert_cmpuint(from, <, length);
  for (gsize i = from; i < length && (i >= old_length || content[i] != old[i]); i++) content[i] ^= 0xff;
  g_assert_true(g_file_set_contents(place->file, (const char *)content, (gssize)length, NULL));
  g_free(content);
}

static void test_the_newest_is_read(void)
{
  Place place = place_new();
  LapMarkState state;
  LapMark *mark = open_mark(&place, LAP_MARK_ABSENT, &state);
  for (guint64 generation = 1; generation <= 5; generation++) {
    write_generation(mark, generation);
    if (generation % 2) g_assert_true(lap_mark_sync(mark));
    lap_mark_close(mark);
    mark = open_mark(&place, LAP_MARK_READ, &state);
    g_assert_cmpuint(state.generation, ==, generation);
  }
  lap_mark_close(mark);
  place_clear(&place);
}

/* Whichever slot was the last one, and whether the process had begun anew since. */
static void test_a_torn_write_leaves_the_one_before(void)
{
  for (guint64 synced = 1; synced <= 3; synced++)
    for (guint reopened = 0; reopened < 2; reopened++) {
      Place place = place_new();
      LapMarkState state;
      LapMark *mark = open_mark(&place, LAP_MARK_ABSENT, &state);
      for (guint64 generation = 1; generation <= synced; generation++) {
        write_generation(mark, generation);
        g_assert_true(lap_mark_sync(mark));
      }
      if (reopened) {
        lap_mark_close(mark);
        mark = open_mark(&place, LAP_MARK_READ, &state);
      }
      g_autoptr(GBytes) before = read_file(&place);
      write_generation(mark, synced + 1);
      lap_mark_close(mark);
      tear(&place, before);
      mark = open_mark(&place, LAP_MARK_READ, &state);
      g_assert_cmpuint(state.generation, ==, synced);
      g_assert_true(state.damaged);
      lap_mark_close(mark);
      place_clear(&place);
    }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/mark/the-newest-is-read", test_the_newest_is_read);
  g_test_add_func("/mark/a-torn-write-leaves-the-one-before", test_a_torn_write_leaves_the_one_before);
  return g_test_run();
}
