/* What a plugin must not do, each as small as it can be, and which layer of the sandbox stops it. */
#pragma once

#include <glib.h>
#include <sys/types.h>

G_BEGIN_DECLS

/* The layers, of which a test leaves some out. */
enum { LIMITS = 1, FILES = 2, CALLS = 4, CLOSED = 8, OPENING = LIMITS | FILES | CALLS, ALL = OPENING | CLOSED };

#define MEMORY_MAX (G_GUINT64_CONSTANT(512) << 20)

/* What a deed finds in the process that tries it, which is a child of the test's. */
typedef struct {
  char *folder;    /* which may be read */
  char *file;      /* in it */
  char *elsewhere; /* a file that may not be read */
  int open_file;   /* of a folder that may not be read, open to be written */
  int memory;      /* a memfd of a page, not sealed */
  pid_t parent;
  volatile int *parents; /* a variable of the parent's, at the same address there: 0 */
} Scene;

typedef enum { DONE, REFUSED, UNKNOWN_TO_KERNEL } Outcome;

typedef struct {
  const char *name;
  Outcome (*try)(const Scene *scene);
  guint stopped_by;       /* each of these layers stops it alone */
  guint hindered_by;      /* these may stop it too, as it depends on the kernel */
  int signal;             /* which ends the process in a whole sandbox; 0: it fails */
  int or_signal;          /* another, as it depends on the kernel; or 0 */
  gboolean unprivileged;  /* a privileged user is not stopped so */
  gboolean not_sanitized; /* a sanitizer needs it */
} Deed;

extern const Deed deeds[];
extern const gsize deed_count;

G_END_DECLS
