/* Ends the process that loads it, but says before that all is well, and leaves something else in place of a manifest.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lapidary/plugin.h"

/* Where the memory that is shared with the host begins, by what the kernel says. */
static uint64_t *find_shared(void)
{
  char line[512];
  unsigned long start = 0;
  FILE *maps = fopen("/proc/self/maps", "r");
  while (maps && !start && fgets(line, sizeof line, maps))
    if (strstr(line, "lapidary-manifest")) sscanf(line, "%lx", &start);
  if (maps) fclose(maps);
  return (uint64_t *)start;
}

__attribute__((constructor)) static void forge(void)
{
  static const char report[] = "stage 0 forges-its-manifest\nok\n";
  uint64_t *shared = find_shared();
  if (shared) {
    shared[0] = 1000;
    memset(&shared[1], 0xA5, 1000);
  }
  for (int file = 3; file < 10; file++)
    if (write(file, report, sizeof report - 1) < 0) continue;
  _exit(0);
}

LAP_PLUGIN_ENTRY { return 0; }
