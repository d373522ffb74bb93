/* Starts a process as it is loaded, which would hold on to the pipes. */
#include <unistd.h>

#include "animal.h"

__attribute__((constructor)) static void start(void)
{
  if (fork() != 0) return;
  sleep(5);
  _exit(0);
}

static const LapPlugin plugin = {LAP_PLUGIN_HEAD, .id = "forks-in-constructor", ANIMAL_BODY};

LAP_PLUGIN_ENTRY { return &plugin; }
