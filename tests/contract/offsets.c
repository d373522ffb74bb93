/* Where everything in the contract lies, against offsets.golden. `offsets --update` (./dev golden) writes it anew. */
#include <glib.h>
#include <stddef.h>
#include <string.h>

#include "contract.h"

static void add_struct(GString *out, const char *name, gsize size, gsize align, gsize *end)
{
  g_string_append_printf(out, "\n%s: %zu bytes, aligned to %zu\n", name, size, align);
  *end = 0;
}

static void add_member(GString *out, const char *name, gsize offset, gsize size, gsize *end)
{
  if (offset != *end) g_string_append_printf(out, "%6zu %4zu (padding)\n", *end, offset - *end);
  g_string_append_printf(out, "%6zu %4zu %s\n", offset, size, name);
  *end = offset + size;
}

static void add_end(GString *out, gsize size, gsize end)
{
  if (size != end) g_string_append_printf(out, "%6zu %4zu (padding)\n", end, size - end);
}

static char *layout(void)
{
  GString *out = g_string_new("Structs: offset, size, name. Written by ./dev golden.\n");
  gsize end = 0;
#define STRUCT(type) add_struct(out, #type, sizeof(type), _Alignof(type), &end);
#define MEMBER(type, name) add_member(out, #name, offsetof(type, name), sizeof(((type *)0)->name), &end);
#define END(type) add_end(out, sizeof(type), end);
#define ENUM(type)
#define CONSTANT(name)
#define TEXT(name)
#include "layout.inc"
#undef STRUCT
#undef MEMBER
#undef END
#undef CONSTANT
#undef TEXT
  g_string_append(out, "\nConstants\n");
#define STRUCT(type)
#define MEMBER(type, name)
#define END(type)
#define CONSTANT(name) g_string_append_printf(out, "%s = %" G_GINT64_FORMAT "\n", #name, (gint64)(name));
#define TEXT(name) g_string_append_printf(out, "%s = \"%s\"\n", #name, name);
#include "layout.inc"
  return g_string_free(out, FALSE);
}

#define GOLDEN_FILE GOLDEN_FOLDER "/offsets.golden"

static void test_layout(void)
{
  g_autofree char *golden = NULL;
  g_autofree char *live = layout();
  g_autoptr(GError) error = NULL;

  if (sizeof(void *) != 8) {
    g_test_skip("the golden file is of machines with pointers of 8 bytes");
    return;
  }
  g_file_get_contents(GOLDEN_FILE, &golden, NULL, &error);
  g_assert_no_error(error);
  if (strcmp(live, golden) != 0) g_test_message("if the contract was meant to change, ./dev golden and read the diff");
  g_auto(GStrv) live_lines = g_strsplit(live, "\n", -1);
  g_auto(GStrv) golden_lines = g_strsplit(golden, "\n", -1);
  for (guint i = 0; live_lines[i] && golden_lines[i]; i++) g_assert_cmpstr(live_lines[i], ==, golden_lines[i]);
  g_assert_cmpstr(live, ==, golden);
}

static int update(void)
{
  g_autofree char *live = layout();
  g_autoptr(GError) error = NULL;
  if (!g_file_set_contents(GOLDEN_FILE, live, -1, &error)) {
    g_printerr("%s\n", error->message);
    return 1;
  }
  return 0;
}

int main(int argc, char **argv)
{
  if (argc == 2 && !strcmp(argv[1], "--update")) return update();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/contract/every-struct-and-constant-is-as-the-golden-file-says", test_layout);
  return g_test_run();
}
