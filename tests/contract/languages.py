"""Every plugin here says everything in every language that it has texts in: what is missing in one would be said in English."""

import glob
import json
import os
import re
import sys

# One text may have several forms, by the number in it, and languages differ in which they have.
FORM = re.compile(r"\.(zero|one|two|few|many|other)$")

source = sys.argv[1]
folders = sorted(glob.glob(os.path.join(source, "plugins", "*", "text")) + glob.glob(os.path.join(source, "examples", "*", "text")))


def keys(path):
    with open(path, encoding="utf-8") as file:
        return {FORM.sub("", key) for key in json.load(file)}


print("TAP version 13")
print(f"1..{len(folders)}")
for number, folder in enumerate(folders, 1):
    said = {os.path.basename(path): keys(path) for path in sorted(glob.glob(os.path.join(folder, "*.json")))}
    missing = [f"{name} lacks {key}" for name in said for key in sorted(set().union(*said.values()) - said[name])]
    print("not ok" if missing else "ok", number, os.path.relpath(os.path.dirname(folder), source), "says everything in each language")
    for line in missing:
        print("#", line)
