/* Signatures of packages, by ssh-keygen or minisign: the author's keys, and programs that people trust with them. */
#pragma once

#include "package.h"

/* Whether a file of a package is a signature of its manifest. */
gboolean signature_is_name(const char *name);

/* Signs a package's manifest with the secret key in the file `key`, of minisign or of ssh; the program may ask for its
 * password. Adds the signature to the package. */
gboolean signature_add(Package *package, const char *key, GError **error);

/* Checks the signature of a package. `signers`: a file of allowed signers (ssh-keygen(1)) or a public key of minisign,
 * by which it has to be signed; NULL: it may be unsigned. `*who`: whose signature it is, for people, or NULL if there
 * is none. */
gboolean signature_check(const Package *package, const char *signers, char **who, GError **error);
