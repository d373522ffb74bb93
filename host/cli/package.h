/* Packages: a build of a plugin with a manifest, to be given to others.
 *
 * The manifest is a file "manifest" beside the others:
 *
 *   [Package]
 *   Format=1
 *   Id=noughts
 *   Version=1.0.0
 *   Api=1.1                  version of the contract
 *   Architecture=x86_64      of the module
 *
 *   [Files]
 *   noughts.plugin=...       SHA-256, of every other file
 *
 * A signature is of the manifest, and so of everything. */
#pragma once

#include "archive.h"

#define PACKAGE_SUFFIX ".lapidary"
#define PACKAGE_MANIFEST "manifest"

typedef struct {
  char *id, *version;
  GPtrArray *files; /* LapBuildFile, the manifest too */
} Package;

void package_free(Package *package);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Package, package_free)

/* Reads the plugin in `folder` whose keyfile is of `id`, and makes its manifest. */
Package *package_of_build(const char *folder, const char *id, GError **error);

/* Reads an archive, and checks its files against its manifest, and whether they are for this host. */
Package *package_read(const char *path, GError **error);
