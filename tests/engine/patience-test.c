/* A thread that is impatient waits for so long in all, and learns at the end whether something was put off. */
#include "host/engine/patience.h"

static void a_thread_waits_as_long_as_it_takes_until_it_begins(void)
{
  g_assert_cmpint(lap_patience_left(), ==, G_MAXINT64);
  g_assert_false(lap_patience_is_out());
  g_assert_false(lap_patience_end());
}

static void patience_ends_and_can_be_paused(void)
{
  g_autoptr(GSource) ready = g_idle_source_new();
  lap_patience_begin(G_TIME_SPAN_HOUR, ready);
  g_assert_cmpint(lap_patience_left(), <=, G_TIME_SPAN_HOUR);
  gboolean outer = lap_patience_pause(), inner = lap_patience_pause();
  g_assert_cmpint(lap_patience_left(), ==, G_MAXINT64);
  lap_patience_resume(inner);
  g_assert_cmpint(lap_patience_left(), ==, G_MAXINT64);
  lap_patience_resume(outer);
  g_assert_cmpint(lap_patience_left(), <=, G_TIME_SPAN_HOUR);
  g_assert_false(lap_patience_end());

  lap_patience_begin(-1, ready);
  g_assert_cmpint(lap_patience_left(), ==, 0);
  lap_patience_end();
  g_assert_cmpint(lap_patience_left(), ==, G_MAXINT64);
}

static void what_is_put_off_is_known_until_the_end(void)
{
  g_autoptr(GSource) ready = g_idle_source_new();
  lap_patience_begin(G_TIME_SPAN_HOUR, ready);
  g_autoptr(GSource) given = lap_patience_put_off();
  g_assert_true(given == ready);
  g_assert_true(lap_patience_is_out());
  g_assert_cmpint(lap_patience_left(), ==, 0);
  g_assert_true(lap_patience_end());
  g_assert_false(lap_patience_is_out());
  g_assert_false(lap_patience_end());
}

static gpointer is_impatient(gpointer nothing G_GNUC_UNUSED)
{
  return GINT_TO_POINTER(lap_patience_left() != G_MAXINT64);
}

static void each_thread_has_its_own(void)
{
  g_autoptr(GSource) ready = g_idle_source_new();
  lap_patience_begin(0, ready);
  g_assert_null(g_thread_join(g_thread_new("other", is_impatient, NULL)));
  lap_patience_end();
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/patience/a-thread-waits-as-long-as-it-takes-until-it-begins",
                  a_thread_waits_as_long_as_it_takes_until_it_begins);
  g_test_add_func("/patience/patience-ends-and-can-be-paused", patience_ends_and_can_be_paused);
  g_test_add_func("/patience/what-is-put-off-is-known-until-the-end", what_is_put_off_is_known_until_the_end);
  g_test_add_func("/patience/each-thread-has-its-own", each_thread_has_its_own);
  return g_test_run();
}
