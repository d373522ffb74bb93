#!/usr/bin/env python3
"""Prints a header with its comments as doxygen reads them: comments.py HEADER

The first comment is the file's, one after code belongs to that code, any other to what follows. What would be markup is
plain text, and indented lines stay as they are.
"""
import itertools
import re
import sys


def paragraphs(lines):
    """Lines of a comment; runs of indented ones verbatim."""
    for indented, run in itertools.groupby(lines, lambda line: line.startswith('  ')):
        if indented:
            yield from ('@verbatim', *run, '@endverbatim')
        else:
            yield from (re.sub(r'([<>#@\\])', r'\\\1', line).replace('&', '&amp;') for line in run)


def marked(match):
    before = source[source.rfind('\n', 0, match.start()) + 1:match.start()]
    if before.strip():
        return f'/**< {" ".join(paragraphs([" ".join(match[1].split())]))} */'
    lines = [re.sub(r'^ *\* ?', '', line) for line in match[1].rstrip().split('\n')]
    opening = ['/** @file'] if match.start() == 0 else ['/**']
    return '\n'.join([*opening, *paragraphs(lines), '*/'])


with open(sys.argv[1], encoding='utf-8') as file:
    source = file.read()
print(source if sys.argv[1].endswith('.md') else re.sub(r'/\* ?(.*?)\*/', marked, source, flags=re.S), end='')
