/* Hashes are those that sha256sum prints, and a process may exit while its threads hash. */
#include "host/digest/sha256.h"

#include <stdlib.h>
#include <string.h>

static void hashes_are_those_of_the_standard(void)
{
  static const struct {
    const char *text, *hex;
  } known[] = {
      {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
       "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
  };
  for (gsize i = 0; i < G_N_ELEMENTS(known); i++) {
    LapSha256 digest = lap_sha256_of(known[i].text, strlen(known[i].text));
    g_autofree char *hex = lap_sha256_to_hex(&digest);
    g_assert_cmpstr(hex, ==, known[i].hex);
  }
}

static void what_is_added_in_parts_has_the_hash_of_the_whole(void)
{
  LapSha256Context *context = lap_sha256_begin();
  lap_sha256_add(context, "a", 1);
  lap_sha256_add(context, "", 0);
  lap_sha256_add(context, "bc", 2);
  LapSha256 parts = lap_sha256_end(context), whole = lap_sha256_of("abc", 3);
  g_assert_cmpmem(parts.bytes, LAP_SHA256_SIZE, whole.bytes, LAP_SHA256_SIZE);
}

static gpointer hash_for_ever(gpointer nothing)
{
  for (;;) lap_sha256_of("abc", 3);
  return nothing;
}

static void exit_while_threads_hash(void)
{
  for (int i = 0; i < 4; i++) g_thread_unref(g_thread_new("hash", hash_for_ever, NULL));
  g_usleep((gulong)g_test_rand_int_range(0, 4000));
  exit(EXIT_SUCCESS);
}

static void a_process_may_exit_while_threads_hash(void)
{
  if (g_test_subprocess()) exit_while_threads_hash();
  for (int i = 0; i < 30; i++) {
    g_test_trap_subprocess(NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
    g_test_trap_assert_passed();
  }
}

int main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/sha256/hashes-are-those-of-the-standard", hashes_are_those_of_the_standard);
  g_test_add_func("/sha256/what-is-added-in-parts-has-the-hash-of-the-whole",
                  what_is_added_in_parts_has_the_hash_of_the_whole);
  g_test_add_func("/sha256/a-process-may-exit-while-threads-hash", a_process_may_exit_while_threads_hash);
  return g_test_run();
}
