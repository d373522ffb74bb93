#include <string.h>
#include <sys/stat.h>

#include "listen-private.h"

static const struct {
  const char *ending, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".map", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".jpg", "image/jpeg"},
    {".webp", "image/webp"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".txt", "text/plain; charset=utf-8"},
    {".md", "text/markdown; charset=utf-8"},
    {".wav", "audio/wav"},
    {".ogg", "audio/ogg"},
};

static const char *type_of(const char *path)
{
  for (gsize i = 0; i < G_N_ELEMENTS(types); i++)
    if (g_str_has_suffix(path, types[i].ending)) return types[i].type;
  return "application/octet-stream";
}

/* The real path of a file in the folder, or NULL. Neither ".." nor a link may lead out of it, and names that begin
 * with a dot are nobody's business. */
static char *find(const char *web, const char *path)
{
  if (strstr(path, "/.") || strchr(path, '\\')) return NULL;
  gboolean is_folder = g_str_has_suffix(path, "/");
  g_autofree char *named = g_strconcat(web, path, is_folder ? "index.html" : NULL, NULL);
  char *resolved = realpath(named, NULL);
  g_autofree char *real = g_strdup(resolved);
  free(resolved);
  g_autofree char *below = g_str_equal(web, "/") ? g_strdup(web) : g_strconcat(web, "/", NULL);
  return real && g_str_has_prefix(real, below) ? g_steal_pointer(&real) : NULL;
}

static gboolean is_known(LapVisitor *visitor, const char *tag)
{
  char known[256];
  if (lws_hdr_copy(visitor->wsi, known, sizeof known, WSI_TOKEN_HTTP_IF_NONE_MATCH) <= 0) return FALSE;
  return g_str_equal(known, "*") || strstr(known, tag);
}

static int not_modified(LapVisitor *visitor, const char *tag)
{
  unsigned char room[LWS_PRE + 1024], *start = room + LWS_PRE, *at = start, *end = room + sizeof room;
  if (lws_add_http_header_status(visitor->wsi, HTTP_STATUS_NOT_MODIFIED, &at, end) ||
      lws_add_http_header_by_name(visitor->wsi, (const unsigned char *)"etag:", (const unsigned char *)tag,
                                  (int)strlen(tag), &at, end) ||
      lws_finalize_write_http_header(visitor->wsi, start, &at, end))
    return -1;
  return lws_http_transaction_completed(visitor->wsi) ? -1 : 0;
}

int lap_http_serve_file(LapVisitor *visitor, const char *path)
{
  static const LapRefusal nothing = {HTTP_STATUS_NOT_FOUND, "There is no such page."};
  struct stat about;
  g_autofree char *file = visitor->listener->web ? find(visitor->listener->web, path) : NULL;
  if (!file || stat(file, &about) != 0 || !S_ISREG(about.st_mode)) return lap_http_refuse(visitor, &nothing);
  g_autofree char *tag = g_strdup_printf("\"%" G_GINT64_MODIFIER "x-%" G_GINT64_MODIFIER "x-%lx\"",
                                         (gint64)about.st_size, (gint64)about.st_mtim.tv_sec, about.st_mtim.tv_nsec);
  if (is_known(visitor, tag)) return not_modified(visitor, tag);
  g_autofree char *headers = g_strdup_printf("cache-control: no-cache\r\netag: %s\r\n", tag);
  int done = lws_serve_http_file(visitor->wsi, file, type_of(file), headers, (int)strlen(headers));
  if (done < 0) return -1;
  return done > 0 && lws_http_transaction_completed(visitor->wsi) ? -1 : 0;
}
