/* A shared object, but no plugin. */
__attribute__((visibility("default"))) int lapidary_plugin(void);
int lapidary_plugin(void) { return 0; }
