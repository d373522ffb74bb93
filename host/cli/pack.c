#include <stdio.h>

#include "package.h"
#include "project.h"
#include "signature.h"
#include "subcommand.h"

static const Subcommand subcommand = {
    "pack", "FILE|FOLDER", "Puts a plugin into one file, to be given to others.",
    "The file, ID-VERSION.lapidary unless --output names another, has the module, the\n"
    "keyfile, data and texts, and a manifest with the SHA-256 of each. A folder that\n"
    "has a meson.build is built first. --sign takes a secret key of ssh or minisign.\n"
    "'lapidary install' installs it. The same files give the same package.\n"
    "\n"
    "Examples:\n"
    "  lapidary pack noughts\n"
    "  lapidary pack noughts --sign ~/.ssh/id_ed25519 --output noughts.lapidary",
    subcommand_pack};

static int pack(const char *name, const char *key, const char *output)
{
  g_auto(Project) project = {0};
  g_autoptr(GError) error = NULL;
  int code = project_build(name);
  if (code < 0) code = project_find(&project, name);
  if (code >= 0) return code;
  g_autoptr(Package) package = package_of_build(project.folder, project.id, &error);
  if (!package || (key && !signature_add(package, key, &error)))
    return fail_with(EXIT_FAILED, "%s cannot be packed: %s", name, error->message);
  g_autofree char *own = g_strconcat(package->id, "-", package->version, PACKAGE_SUFFIX, NULL);
  const char *path = output ? output : own;
  if (!archive_write_files(path, package->id, package->files, &error))
    return fail_with(EXIT_FAILED, "%s", error->message);
  puts(path);
  return EXIT_FINE;
}

int subcommand_pack(int n, char **arguments)
{
  g_autofree char *key = NULL, *output = NULL;
  const GOptionEntry options[] = {{"sign", 0, 0, G_OPTION_ARG_FILENAME, &key, "Sign it with this secret key", "FILE"},
                                  {"output", 0, 0, G_OPTION_ARG_FILENAME, &output, "Where to write it", "FILE"},
                                  {0}};
  int code = subcommand_parse(&subcommand, options, 1, &n, &arguments);
  return code < 0 ? pack(arguments[1], key, output) : code;
}
