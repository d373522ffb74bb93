/* Patches between views. */
#include "telling-life.h"

typedef struct {
  const char *before, *after;
  const char *patch; /* NULL: none can say it */
} Case;

static const Case cases[] = {
    {"{\"ply\":3}", "{\"ply\":3}", "{}"},
    {"{}", "{\"ply\":3}", "{\"ply\":3}"},
    {"{\"ply\":3}", "{}", "{\"ply\":null}"},
    {"{\"ply\":3,\"over\":false}", "{\"ply\":4,\"over\":false}", "{\"ply\":4}"},
    {"{\"ply\":3,\"over\":false}", "{\"ply\":3,\"over\":true}", "{\"over\":true}"},
    {"{\"phase\":\"x/a\",\"waiting\":[0]}", "{\"phase\":\"x/b\",\"waiting\":[0,1]}",
     "{\"phase\":\"x/b\",\"waiting\":[0,1]}"},
    {"{\"fields\":{\"x/a\":[1,2],\"x/b\":7}}", "{\"fields\":{\"x/a\":[1,3],\"x/b\":7}}",
     "{\"fields\":{\"x/a\":[1,3]}}"},
    /* null within an array is a value as any other */
    {"{\"fields\":{\"x/a\":[null,{\"top\":\"b\"}]}}", "{\"fields\":{\"x/a\":[null,{\"top\":null}]}}",
     "{\"fields\":{\"x/a\":[null,{\"top\":null}]}}"},
    /* objects are merged, so what has gone must be said */
    {"{\"hidden\":{\"card\":3,\"coin\":1}}", "{\"hidden\":{\"card\":4}}", "{\"hidden\":{\"card\":4,\"coin\":null}}"},
    {"{\"hidden\":{\"card\":3,\"coin\":1}}", "{\"hidden\":{\"coin\":1}}", "{\"hidden\":{\"card\":null}}"},
    {"{\"hidden\":{\"card\":3}}", "{\"hidden\":{\"card\":3,\"coin\":1}}", "{\"hidden\":{\"coin\":1}}"},
    /* what comes new comes last */
    {"{\"hidden\":{\"coin\":1}}", "{\"hidden\":{\"card\":3,\"coin\":1}}", NULL},
    {"{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", NULL},
    /* null as a value would take the member away */
    {"{\"x/pile\":{\"top\":\"b\",\"size\":1}}", "{\"x/pile\":{\"top\":null,\"size\":0}}", NULL},
    {"{\"a\":1}", "{\"a\":null}", NULL},
    {"{\"a\":null}", "{\"a\":{\"top\":null}}", NULL},
    {"{\"a\":null,\"b\":1}", "{\"a\":null,\"b\":2}", "{\"b\":2}"},
    {"{\"a\":null}", "{\"a\":{\"size\":1}}", "{\"a\":{\"size\":1}}"},
};

static void test_cases(void)
{
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GString) before = g_string_new(cases[i].before), after = g_string_new(cases[i].after);
    g_autoptr(GString) out = g_string_new("x");
    gboolean can = lap_tell_patch(before, after, out);
    g_test_message("%s to %s", cases[i].before, cases[i].after);
    g_assert_cmpint(can, ==, cases[i].patch != NULL);
    g_autofree char *expected = g_strconcat("x", cases[i].patch, NULL);
    g_assert_cmpstr(out->str, ==, expected);
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/telling/patch/says-what-differs-or-nothing-at-all", test_cases);
  return g_test_run();
}
