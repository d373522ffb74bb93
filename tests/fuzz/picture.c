/* Pictures of plugins: whatever comes in, what goes out is a picture again, the same one, and nothing in it could do or
 * fetch anything. */
#include <string.h>

#include "host/plugins/picture.h"

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size);

static void check_element(GMarkupParseContext *context G_GNUC_UNUSED, const char *element, const char **names,
                          const char **values, gpointer data G_GNUC_UNUSED, GError **error G_GNUC_UNUSED)
{
  static const char *const never[] = {"a", "animate", "foreignObject", "image", "script", "set", "style", "use", NULL};
  g_assert_false(g_strv_contains(never, element));
  g_assert_null(strchr(element, ':'));
  for (; *names; names++, values++) {
    g_assert_false(g_str_has_prefix(*names, "on"));
    g_assert_cmpstr(*names, !=, "style");
    if (g_str_equal(*names, "href")) g_assert_true(g_str_has_prefix(*values, "#"));
    const char *url = strstr(*values, "url(");
    g_assert_true(!url || g_str_has_prefix(url, "url(#"));
  }
}

static void check_other(GMarkupParseContext *context G_GNUC_UNUSED, const char *text G_GNUC_UNUSED,
                        gsize length G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED, GError **error G_GNUC_UNUSED)
{
  g_assert_not_reached();
}

static void check(const char *text)
{
  static const GMarkupParser parser = {.start_element = check_element, .passthrough = check_other};
  g_autoptr(GError) error = NULL;
  g_autoptr(GMarkupParseContext) context = g_markup_parse_context_new(&parser, 0, NULL, NULL);
  g_assert_true(g_markup_parse_context_parse(context, text, -1, &error));
  g_assert_true(g_markup_parse_context_end_parse(context, &error));
}

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) once = lap_picture_read((const char *)data, size, &error);
  if (!once) {
    g_assert_nonnull(error);
    g_assert_true(g_utf8_validate(error->message, -1, NULL));
    return 0;
  }
  g_autofree char *text = g_strndup(g_bytes_get_data(once, NULL), g_bytes_get_size(once));
  check(text);
  g_autoptr(GBytes) twice = lap_picture_read(text, strlen(text), &error);
  g_assert_no_error(error);
  g_assert_true(g_bytes_equal(once, twice));
  return 0;
}
