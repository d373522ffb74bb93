/* Whatever happens to a match in whatever order, it is what its store makes of it. */
#include <stdint.h>

#include "states.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  states_run(data, size);
  return 0;
}
