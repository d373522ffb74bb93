/* Has the entry of another major; its keyfile does not say so. */
#include <stddef.h>

__attribute__((visibility("default"))) const void *lapidary_plugin_v9(void);
const void *lapidary_plugin_v9(void) { return NULL; }
