"""Every plugin here says everything in every language that it has texts in, with as many forms of a number as that has: what is
missing in one would be said in English, and with more forms the texts are refused."""

import glob
import json
import os
import re
import sys

# One text may have several forms, by the number in it, and languages differ in which they have.
FORM = re.compile(r"\.(zero|one|two|few|many|other)$")

# Several forms in one text, {cards|one card|# cards}, and how many languages have (host/text/template.h).
HOLE = re.compile(r"\{\w+\|([^{}]*)\}")
FORMS = {"en.json": 2, "es.json": 2, "id.json": 1}

source = sys.argv[1]
folders = sorted(glob.glob(os.path.join(source, "plugins", "*", "text")) + glob.glob(os.path.join(source, "examples", "*", "text")))


def texts(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def too_many(name, all_texts):
    return [
        f"{name} has more than {FORMS[name]} of {key}: {hole.group()}"
        for key, text in all_texts.items()
        for hole in HOLE.finditer(text)
        if hole.group(1).count("|") >= FORMS[name]
    ]


print("TAP version 13")
print(f"1..{len(folders)}")
for number, folder in enumerate(folders, 1):
    told = {os.path.basename(path): texts(path) for path in sorted(glob.glob(os.path.join(folder, "*.json")))}
    said = {name: {FORM.sub("", key) for key in told[name]} for name in told}
    wrong = [f"{name} lacks {key}" for name in said for key in sorted(set().union(*said.values()) - said[name])]
    wrong += [line for name in told for line in too_many(name, told[name])]
    print("not ok" if wrong else "ok", number, os.path.relpath(os.path.dirname(folder), source), "says everything in each language")
    for line in wrong:
        print("#", line)
