/* Lines out of pieces of any size, and what is dropped of those that are too long. */
#include <string.h>

#include "host/json/lines.h"

typedef struct {
  const char *name, *bytes;
  const char *lines; /* with "|" behind each */
  gboolean too_long;
} Case;

enum { LONGEST = 4 };

static const Case cases[] = {
    {"two-lines", "ab\ncd\n", "ab|cd|", FALSE},
    {"an-unfinished-line-waits", "ab\ncd", "ab|", FALSE},
    {"carriage-returns-belong-to-the-end", "ab\r\ncd\r\n", "ab|cd|", FALSE},
    {"empty-lines-are-passed-over", "\n\r\n\nab\n", "ab|", FALSE},
    {"the-longest-line", "abcd\n", "abcd|", FALSE},
    {"a-line-that-is-too-long-is-dropped", "ab\nabcde\ncd\n", "ab|cd|", TRUE},
    {"its-rest-too", "abcdefghijklmnop\ncd\n", "cd|", TRUE},
    {"at-once", "abcde", "", TRUE},
};

static void add_lines(LapLines *lines, GString *out)
{
  char *line;
  gsize length;
  while ((line = lap_lines_take(lines, &length))) {
    g_assert_cmpuint(length, ==, strlen(line));
    g_string_append_printf(out, "%s|", line);
    g_free(line);
  }
}

/* In pieces of every size. */
static void test_case(gconstpointer data)
{
  const Case *expected = data;
  for (gsize piece = 1; piece <= strlen(expected->bytes); piece++) {
    LapLines lines;
    g_autoptr(GString) out = g_string_new(NULL);
    lap_lines_init(&lines, LONGEST);
    for (gsize at = 0; at < strlen(expected->bytes); at += piece) {
      lap_lines_add(&lines, expected->bytes + at, MIN(piece, strlen(expected->bytes) - at));
      add_lines(&lines, out);
      g_assert_cmpuint(lines.bytes->len, <=, LONGEST + 1);
    }
    g_assert_cmpstr(out->str, ==, expected->lines);
    g_assert_cmpint(lines.too_long, ==, expected->too_long);
    lap_lines_clear(&lines);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *path = g_strconcat("/json/lines/", cases[i].name, NULL);
    g_test_add_data_func(path, &cases[i], test_case);
  }
  return g_test_run();
}
