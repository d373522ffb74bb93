/* Sandboxes: what a process gives up before it runs the code of a plugin.
 *
 * A plugin is native code, and its constructors run as soon as its file is opened. So the process that opens it, which
 * must be one that is started for that, first gives up what no rules of a game need, and cannot have it back:
 *
 *   limits  resource limits: memory, no file that grows, no core; it ends when its parent does (limits.c);
 *   files   Landlock: it reads the plugin's files and the system's libraries, and nothing else (files.c);
 *   calls   seccomp: an allow-list of system calls, without network, processes, threads and signals (calls.c).
 *
 * Once the plugins are open a second stage leaves little more than memory, futexes and the end of the process. The
 * first stage has to hold on its own, since a constructor can change anything in its process, even whether the second
 * one is entered.
 *
 * A call that no rules need, such as fork(), socket(), kill() or opening a file to write it, ends the process with
 * SIGSYS, so that it cannot go on as if nothing had happened. All others that are not allowed fail with EPERM, since
 * the C library makes some of them on its own account and can do without; with EACCES, files that may not be read.
 * Writing to a file that is open ends the process with SIGXFSZ.
 *
 * In a process with AddressSanitizer or ThreadSanitizer, memory is not limited, and what these need is allowed. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns whether this kernel has all that a sandbox needs; if not, the error (G_FILE_ERROR) says what is missing. */
gboolean lap_sandbox_check(GError **error);

/* Makes memory to share with such a process: a file of a size that nobody can change, so that reading all of it is
 * safe, whatever the other side does. Its descriptor, or -1 with errno. */
int lap_sandbox_share(const char *name, gsize size);

/* Points standard input, output and error at /dev/null and closes every descriptor from `first_closed` (at least 3)
 * on. The first thing that such a process does. */
gboolean lap_sandbox_close_descriptors(int first_closed, GError **error);

/* Called before the process ends with SIGSYS, in that signal's handler, with the number of the forbidden call; -1 if it
 * is not known. May only do what a signal handler may. */
typedef void (*LapSandboxWatch)(int call);

/* Has `watch` called, so that somebody can be told what a plugin has tried; before lap_sandbox_enter. A plugin can keep
 * it from being called, and still not make the call. */
void lap_sandbox_set_watch(LapSandboxWatch watch);

/* What a forbidden call was, for people: "called fork() to start a process or a thread". Returns: (transfer full) */
char *lap_sandbox_describe_call(int call);

/* sanitizer.c: whether a sanitizer runs in this process, built in or preloaded, which needs more than others:
 * AddressSanitizer's shadow memory is larger than any limit that makes sense, and reports read /proc. */
gboolean lap_sandbox_is_sanitized(void);

/* The first stage, before a plugin is opened. `readable`: files and folders that it may read, with all that is in them,
 * up to a NULL; they must be there. `memory`: of its whole address space, in bytes. Descriptors and mappings that it
 * already has stay usable. Landlock holds for a thread, so this fails if the process has more than one. It is killed
 * when the thread that started it ends; if that may have happened before, the caller has to look. After an error the
 * process may be locked down in part and should end. */
gboolean lap_sandbox_enter(const char *const *readable, guint64 memory, GError **error);

/* The limits alone, which each kernel has: they stop mistakes, but nobody who is set on harm. */
gboolean lap_sandbox_limit(guint64 memory, GError **error);

/* Between the two stages: from now on opening a file to read it, writing to standard output or error, and making the
 * stack of a thread end the process, too, and are watched. Without it these fail, lead nowhere, or end it where signals
 * are blocked, and nobody can be told. */
gboolean lap_sandbox_forbid_more(GError **error);

/* The second stage, after the plugins are opened and linked: no file is opened any more, not even to be read. What it
 * may still do: take and give back memory; futexes; read and write open descriptors; read clocks; handle signals and
 * send them to itself, as abort() does; exit. */
gboolean lap_sandbox_close(GError **error);

G_END_DECLS
