/* Whatever is said to the server, it answers or closes: it does not crash, hang, leak or write what is not UTF-8. */
#include "table.h"

#include <stdint.h>

/* After so many inputs all begins anew, so that what breaks it can be found again. */
#define LIFE 200

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static GLogWriterOutput hush(GLogLevelFlags level, const GLogField *fields, gsize n, gpointer data)
{
  if (level & (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL)) {
    g_log_writer_default(level, fields, n, data);
    g_abort();
  }
  return G_LOG_WRITER_HANDLED;
}

static Table *fresh_table(void)
{
  static LapRegistry *registry;
  if (!registry) {
    g_log_set_writer_func(hush, NULL, NULL);
    registry = lap_registry_new(NULL);
  }
  return table_new(registry);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static Table *table;
  static guint said;
  if (table && said++ % LIFE == 0) g_clear_pointer(&table, table_free);
  if (!table) table = fresh_table();
  table_say(table, (const char *)data, size);
  return 0;
}
