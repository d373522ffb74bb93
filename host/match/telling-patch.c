/* Patches: what differs between two views. Both are our own: JSON without spaces, no braces or escapes in strings. */
#include <string.h>

#include "telling-private.h"

typedef struct {
  const char *at;
  gsize length;
} Span;

typedef struct {
  Span key, value; /* the key with its quotes */
} Member;

static gboolean same_span(Span a, Span b) { return a.length == b.length && memcmp(a.at, b.at, a.length) == 0; }

static gboolean is_object(Span value) { return *value.at == '{'; }

static gboolean is_null(Span value) { return *value.at == 'n'; }

static const char *string_end(const char *at)
{
  do at++;
  while (*at != '"');
  return at + 1;
}

static const char *nested_end(const char *at)
{
  guint depth = 0;
  do {
    if (*at == '"') {
      at = string_end(at);
      continue;
    }
    if (*at == '{' || *at == '[') depth++;
    if (*at == '}' || *at == ']') depth--;
    at++;
  } while (depth);
  return at;
}

static const char *value_end(const char *at)
{
  if (*at == '"') return string_end(at);
  if (*at == '{' || *at == '[') return nested_end(at);
  return at + strcspn(at, ",}]");
}

/* Reads the member behind a '{' or ','; FALSE at the end of the object. */
static gboolean read_member(const char **at, Member *member)
{
  if (**at == '}' || (*at)[1] == '}') return FALSE;
  const char *key = *at + 1, *colon = string_end(key), *end = value_end(colon + 1);
  member->key = (Span){key, (gsize)(colon - key)};
  member->value = (Span){colon + 1, (gsize)(end - colon - 1)};
  *at = end;
  return TRUE;
}

static gboolean has_member(const char *at, Span key)
{
  Member member;
  while (read_member(&at, &member))
    if (same_span(member.key, key)) return TRUE;
  return FALSE;
}

/* A patch cannot put a null in an object: there it takes a member away. */
static gboolean holds_null(Span value)
{
  Member member;
  if (is_null(value)) return TRUE;
  if (!is_object(value)) return FALSE;
  for (const char *at = value.at; read_member(&at, &member);)
    if (holds_null(member.value)) return TRUE;
  return FALSE;
}

/* A patch in the making. */
typedef struct {
  GString *out;
  gboolean first;
} Patch;

static void put_key(Patch *patch, Span key)
{
  if (!patch->first) g_string_append_c(patch->out, ',');
  patch->first = FALSE;
  g_string_append_len(patch->out, key.at, (gssize)key.length);
  g_string_append_c(patch->out, ':');
}

static void put_removed(Patch *patch, Span key)
{
  put_key(patch, key);
  g_string_append(patch->out, "null");
}

static gboolean put_value(Patch *patch, const Member *member)
{
  if (holds_null(member->value)) return FALSE;
  put_key(patch, member->key);
  g_string_append_len(patch->out, member->value.at, (gssize)member->value.length);
  return TRUE;
}

static gboolean write_object(const char *before, const char *after, GString *out);

static gboolean put_changed(Patch *patch, const Member *before, const Member *after)
{
  if (same_span(before->value, after->value)) return TRUE;
  if (!is_object(before->value) || !is_object(after->value)) return put_value(patch, after);
  put_key(patch, after->key);
  return write_object(before->value.at, after->value.at, patch->out);
}

/* Takes away the members before the one with `key`; `*old` is that one, if there is one. */
static gboolean skip_removed(Patch *patch, const char **before, const char *rest, Span key, Member *old)
{
  while (read_member(before, old)) {
    if (same_span(old->key, key)) return TRUE;
    if (has_member(rest, old->key)) return FALSE;
    put_removed(patch, old->key);
  }
  old->key.length = 0;
  return TRUE;
}

static gboolean write_object(const char *before, const char *after, GString *out)
{
  Patch patch = {out, TRUE};
  Member old, member;
  g_string_append_c(out, '{');
  for (const char *rest = after; read_member(&after, &member); rest = after) {
    if (!skip_removed(&patch, &before, rest, member.key, &old)) return FALSE;
    if (!(old.key.length ? put_changed(&patch, &old, &member) : put_value(&patch, &member))) return FALSE;
  }
  while (read_member(&before, &old)) put_removed(&patch, old.key);
  g_string_append_c(out, '}');
  return TRUE;
}

gboolean lap_tell_patch(const GString *before, const GString *after, GString *out)
{
  gsize length = out->len;
  if (write_object(before->str, after->str, out)) return TRUE;
  g_string_truncate(out, length);
  return FALSE;
}
