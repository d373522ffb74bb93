/* Creates a file as it is loaded. */
#include <fcntl.h>
#include <unistd.h>

#include "animal.h"

__attribute__((constructor)) static void create(void)
{
  int file = open("/tmp/lapidary-writes-in-constructor", O_CREAT | O_WRONLY, 0600);
  if (file >= 0) close(file);
}

static const LapPlugin plugin = {LAP_PLUGIN_HEAD, .id = "writes-in-constructor", ANIMAL_BODY};

LAP_PLUGIN_ENTRY { return &plugin; }
