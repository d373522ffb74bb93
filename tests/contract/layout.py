"""Reads the headers of the contract and writes a C list of what is in them: layout.py OUTPUT HEADER...

One line each, for macros of offsets.c and abi.c: STRUCT(type), MEMBER(type, name), END(type), ENUM(type), CONSTANT(name),
TEXT(name). What it cannot read stops it, so that nothing of the contract goes unlisted.
"""
import re
import sys

STRUCT = re.compile(r'^(?:typedef struct|struct (\w+)) \{\n(.*?)^\}\s*(\w+)?;', re.S | re.M)
ENUM = re.compile(r'^(?:typedef )?enum \{(.*?)\}\s*(\w+)?;', re.S | re.M)
DEFINE = re.compile(r'^#define (LAP_\w+) (\(?-?[0-9A-Z_x]+u?\)?|"[^"]*") *$', re.M)


def without_comments(text):
    return re.sub(r'/\*.*?\*/', '', text, flags=re.S)


def member_names(body):
    if '{' in body or ':' in body:
        sys.exit(f'layout.py: nested structs and bit fields have no place in the contract:\n{body}')
    for declaration in filter(None, (' '.join(part.split()) for part in body.split(';'))):
        hook = re.search(r'\(\*(\w+)\)\(', declaration)
        if hook:
            yield hook[1]
            continue
        for declarator in declaration.split(','):
            name = re.search(r'(\w+)(?:\[\w+\])?$', declarator.strip())
            if not name:
                sys.exit(f'layout.py: no member name in: {declaration}')
            yield name[1]


def structs(text):
    for match in STRUCT.finditer(text):
        name = match[1] or match[3]
        yield f'STRUCT({name})'
        yield from (f'MEMBER({name}, {member})' for member in member_names(match[2]))
        yield f'END({name})'


def constants(text):
    for match in ENUM.finditer(text):
        if match[2]:
            yield f'ENUM({match[2]})'
        for enumerator in filter(None, (part.strip() for part in match[1].split(','))):
            yield f'CONSTANT({enumerator.split("=")[0].strip()})'
    for name, value in DEFINE.findall(text):
        yield f'TEXT({name})' if value.startswith('"') else f'CONSTANT({name})'


def main(output, *headers):
    with open(output, 'w', encoding='utf-8') as out:
        for header in headers:
            with open(header, encoding='utf-8') as file:
                text = without_comments(file.read())
            opened = len(re.findall(r'^(?:typedef )?(?:struct|enum)\b[^;\n]*\{', text, re.M))
            listed = len(STRUCT.findall(text)) + len(ENUM.findall(text))
            if listed != opened:
                sys.exit(f'layout.py: {header}: {opened} structs and enums begin, {listed} could be read')
            print(*structs(text), *constants(text), sep='\n', file=out)


main(*sys.argv[1:])
