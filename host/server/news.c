#include "news.h"

#include "host/match/telling.h"

/* What decides over the bytes. */
typedef struct {
  guint viewer;
  const char *language; /* interned */
  gboolean patches;
  GBytes *message; /* NULL: it could not be written */
} Copy;

struct LapMatchNews {
  LapMatch *match;
  const LapEntry *entry; /* or NULL */
  GArray *copies;        /* of Copy: few, so they are looked through */
};

static void copy_clear(gpointer data)
{
  Copy *copy = data;
  if (copy->message) g_bytes_unref(copy->message);
}

LapMatchNews *lap_match_news_new(LapMatch *match, const LapEntry *entry)
{
  LapMatchNews *news = g_new0(LapMatchNews, 1);
  news->match = match;
  news->entry = entry;
  news->copies = g_array_new(FALSE, FALSE, sizeof(Copy));
  g_array_set_clear_func(news->copies, copy_clear);
  return news;
}

void lap_match_news_free(LapMatchNews *news)
{
  g_array_unref(news->copies);
  g_free(news);
}

static const char *method_of(const LapEntry *entry)
{
  if (!entry) return "match.resync";
  gboolean proposal = entry->kind == LAP_ENTRY_PROPOSE || entry->kind == LAP_ENTRY_ANSWER;
  return proposal ? "match.proposal" : "match.event";
}

static gboolean tell(const LapMatchNews *news, const Copy *copy, GString *out, GError **error)
{
  if (!news->entry) return lap_tell_match(news->match, copy->viewer, copy->language, out, error);
  return lap_tell_entry(news->match, news->entry, copy->viewer, copy->language, copy->patches, out, error);
}

static GBytes *write_message(const LapMatchNews *news, const Copy *copy)
{
  g_autoptr(GError) error = NULL;
  GString *out = g_string_sized_new(1024);
  g_string_append_printf(out, "{\"jsonrpc\":\"2.0\",\"method\":\"%s\",\"params\":{", method_of(news->entry));
  if (tell(news, copy, out, &error)) {
    g_string_append(out, "}}");
    return g_string_free_to_bytes(out);
  }
  g_string_free(out, TRUE);
  if (!g_error_matches(error, LAP_MATCH_ERROR, LAP_MATCH_ERROR_NOT_FOUND))
    g_warning("match %s cannot be told of: %s", lap_match_get_id(news->match), error->message);
  return NULL;
}

GBytes *lap_match_news_for(LapMatchNews *news, const LapFollower *follower)
{
  Copy wanted = {.viewer = follower->viewer,
                 .language = lap_connection_get_language(follower->connection),
                 .patches = news->entry && lap_connection_get_patches(follower->connection)};
  for (guint i = 0; i < news->copies->len; i++) {
    const Copy *copy = &g_array_index(news->copies, Copy, i);
    if (copy->viewer == wanted.viewer && copy->language == wanted.language && copy->patches == wanted.patches)
      return copy->message;
  }
  wanted.message = write_message(news, &wanted);
  g_array_append_val(news->copies, wanted);
  return wanted.message;
}
