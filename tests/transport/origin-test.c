/* Which Host is believed, and which pages may connect. */
#include "host/transport/origin.h"

static const char *const hosts[] = {"play.example.org", NULL};
static const char *const listed[] = {"https://table.example", "https://other.example:8443", NULL};

static const LapOriginRule bound_to_loopback = {TRUE, (char **)hosts, (char **)listed},
                           bound_to_all = {FALSE, (char **)hosts, (char **)listed}, bare = {FALSE, NULL, NULL};

static void test_hosts(void)
{
  static const struct {
    const char *host;
    gboolean loopback, all, bare;
  } cases[] = {
      {"localhost", 1, 1, 1},
      {"LocalHost:8080", 1, 1, 1},
      {"127.0.0.1", 1, 1, 1},
      {"127.1.2.3:1", 1, 1, 1},
      {"[::1]", 1, 1, 1},
      {"[::1]:8080", 1, 1, 1},
      {"192.0.2.1", 0, 1, 1},
      {"192.0.2.1:8080", 0, 1, 1},
      {"[2001:db8::1]:8080", 0, 1, 1},
      {"play.example.org", 1, 1, 0},
      {"Play.Example.org:8080", 1, 1, 0},
      {"table.example", 1, 1, 0},
      {"other.example:8443", 1, 1, 0},
      {"other.example", 0, 0, 0},
      {"table.example:81", 0, 0, 0},
      {"evil.example", 0, 0, 0},
      {"evil.example:8080", 0, 0, 0},
      {"[::1].evil.com", 0, 0, 0},
      {"[::1].evil.com:8080", 0, 0, 0},
      {"[::1]evil.com", 0, 0, 0},
      {"[::1]:8080.evil.com", 0, 0, 0},
      {"[::1]:", 0, 0, 0},
      {"[::1", 0, 0, 0},
      {"[]", 0, 0, 0},
      {"[localhost]", 0, 0, 0},
      {"[127.0.0.1]", 0, 0, 0},
      {"[::1%lo]", 0, 0, 0},
      {"::1", 0, 0, 0},
      {"127.0.0.1.evil.com", 0, 0, 0},
      {"127.0.0.1:80:evil.com", 0, 0, 0},
      {"localhost.evil.com", 0, 0, 0},
      {"localhost:evil.com", 0, 0, 0},
      {"localhost:0", 0, 0, 0},
      {"localhost:65536", 0, 0, 0},
      {"localhost:-1", 0, 0, 0},
      {"evil.com@localhost", 0, 0, 0},
      {"localhost/evil.com", 0, 0, 0},
      {"local host", 0, 0, 0},
      {"0x7f.1.evil.com", 0, 0, 0},
      {"x.play.example.org", 0, 0, 0},
      {"", 0, 0, 0},
      {":8080", 0, 0, 0},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    const char *host = cases[i].host;
    gboolean got[] = {lap_origin_allows_host(&bound_to_loopback, host), lap_origin_allows_host(&bound_to_all, host),
                      lap_origin_allows_host(&bare, host)};
    if (got[0] != cases[i].loopback || got[1] != cases[i].all || got[2] != cases[i].bare)
      g_error("Host \"%s\": loopback %d, all %d, bare %d", host, got[0], got[1], got[2]);
  }
}

static void test_pages(void)
{
  static const struct {
    const char *origin, *host;
    gboolean allowed;
  } cases[] = {
      {"http://localhost:8080", "localhost:8080", 1},
      {"HTTPS://LocalHost", "localhost", 1},
      {"http://[::1]:8080", "[::1]:8080", 1},
      {"https://table.example", "127.0.0.1:8080", 1},
      {"https://other.example:8443", "127.0.0.1:8080", 1},
      {"http://localhost:8080", "localhost", 0},
      {"http://localhost", "127.0.0.1", 0},
      {"http://[::1].evil.com", "[::1].evil.com", 0},
      {"http://[::1].evil.com", "[::1]", 0},
      {"http://localhost/x", "localhost", 0},
      {"http://localhost@evil.com", "localhost", 0},
      {"http://evil.com", "localhost", 0},
      {"ftp://localhost", "localhost", 0},
      {"://localhost", "localhost", 0},
      {"http:localhost", "localhost", 0},
      {"http://", "localhost", 0},
      {"null", "localhost", 0},
      {"", "localhost", 0},
      {"https://table.example.evil.com", "localhost", 0},
      {"http://table.example", "localhost", 0},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
    if (lap_origin_allows_page(&bound_to_all, cases[i].origin, cases[i].host) != cases[i].allowed)
      g_error("a page of \"%s\" at \"%s\"", cases[i].origin, cases[i].host);
}

static void test_names(void)
{
  static const char *const good[] = {"play.example.org", "localhost", "192.0.2.1", "[::1]", "my_host"};
  static const char *const wrong[] = {"", "play.example.org:80", "https://play.example.org", "*", "a b", "::1"};
  for (guint i = 0; i < G_N_ELEMENTS(good); i++) g_assert_true(lap_origin_is_host_name(good[i]));
  for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) g_assert_false(lap_origin_is_host_name(wrong[i]));
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/origin/only-hosts-that-nobody-else-can-hold-are-believed", test_hosts);
  g_test_add_func("/origin/only-own-and-listed-pages-may-connect", test_pages);
  g_test_add_func("/origin/names-of-hosts-are-told-from-origins", test_names);
  return g_test_run();
}
