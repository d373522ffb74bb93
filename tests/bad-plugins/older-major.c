/* Of a newer minor, as its keyfile says: it is refused without being opened. */
#include <stdlib.h>

__attribute__((constructor)) static void be_opened(void) { abort(); }
