"""Types of the protocol, from the OpenRPC document: generate.py typescript|python OPENRPC.json OUTPUT

What the host checks requests against is what clients are typed by, so that neither can go stale.
"""

import json
import keyword
import re
import sys

HEAD = "Made from host/rpc/openrpc.json by clients/generate.py. Do not edit."


def pascal(name):
    return "".join(word[:1].upper() + word[1:] for word in re.split(r"[._-]", name))


def named_types(document):
    """Schemas by name: those of the document, and the params, results and notifications of its methods."""
    types = dict(document["components"]["schemas"])
    for method in document["methods"]:
        types[pascal(method["name"]) + "Params"] = {
            "type": "object", "properties": {param["name"]: param["schema"] for param in method["params"]},
            "required": [param["name"] for param in method["params"] if param.get("required")]}
        types[pascal(method["name"]) + "Result"] = method["result"]["schema"]
    for notification in document["x-notifications"]:
        types[pascal(notification["name"]) + "Notification"] = notification["params"]
    return types


def comment_of(schema):
    return schema.get("description", schema.get("summary", "")).replace("*/", "* /")


# --- TypeScript

TYPESCRIPT = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def typescript(schema, indent=""):
    if "$ref" in schema:
        return schema["$ref"].rsplit("/", 1)[1]
    for words in ("enum", "oneOf", "anyOf"):
        if words in schema:
            return " | ".join(json.dumps(option) if words == "enum" else typescript(option, indent) for option in schema[words])
    kind = schema.get("type")
    if kind == "array":
        return f"({typescript(schema.get('items', {}), indent)})[]"
    if kind == "object":
        return typescript_object(schema, indent)
    return TYPESCRIPT.get(kind, "unknown")


def typescript_object(schema, indent):
    members, more = schema.get("properties"), schema.get("additionalProperties")
    if not members:
        return f"Record<string, {typescript(more, indent) if isinstance(more, dict) else 'never' if more is False else 'unknown'}>"
    lines = ["{"]
    for name, member in members.items():
        if comment_of(member):
            lines.append(f"{indent}  /** {comment_of(member)} */")
        optional = "" if name in schema.get("required", []) else "?"
        lines.append(f"{indent}  {json.dumps(name)}{optional}: {typescript(member, indent + '  ')};")
    return "\n".join([*lines, indent + "}"])


def write_typescript(document):
    yield f"// {HEAD}\n"
    for name, schema in named_types(document).items():
        yield f"/** {comment_of(schema)} */" if comment_of(schema) else ""
        yield f"export type {name} = {typescript(schema)};"
    yield "\n/** Each method: what it takes, and what it gives. */\nexport interface Methods {"
    for method in document["methods"]:
        name = pascal(method["name"])
        yield f"  /** {method['summary']} */\n  {json.dumps(method['name'])}: {{ params: {name}Params; result: {name}Result }};"
    yield "}\n\n/** What the host says by itself. */\nexport interface Notifications {"
    for notification in document["x-notifications"]:
        yield f"  /** {notification['summary']} */\n  {json.dumps(notification['name'])}: {pascal(notification['name'])}Notification;"
    yield "}"


# --- Python

PYTHON = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None", "object": "dict[str, Any]"}


def python(schema):
    if "$ref" in schema:
        return schema["$ref"].rsplit("/", 1)[1]
    if "enum" in schema:
        return f"Literal[{', '.join(json.dumps(option) for option in schema['enum'])}]"
    for words in ("oneOf", "anyOf"):
        if words in schema:
            return f"Union[{', '.join(python(option) for option in schema[words])}]"
    if schema.get("type") == "array":
        return f"list[{python(schema.get('items', {}))}]"
    return PYTHON.get(schema.get("type"), "Any")


def python_type(name, schema):
    if schema.get("type") != "object" or not schema.get("properties"):
        return f"{name} = {json.dumps(python(schema))}" if "$ref" not in schema else f'{name} = "{python(schema)}"'
    members = []
    for member, inner in schema["properties"].items():
        kind = python(inner) if member in schema.get("required", []) else f"NotRequired[{python(inner)}]"
        members.append(f"    {json.dumps(member)}: {json.dumps(kind)},")
    return "\n".join([f'{name} = TypedDict("{name}", {{', *members, "})"])


def python_method(method):
    params = [(param["name"] + ("_" if keyword.iskeyword(param["name"]) else ""), param) for param in method["params"]]
    must = [f"{name}: {json.dumps(python(param['schema']))}" for name, param in params if param.get("required")]
    may = [f"{name}: {json.dumps('Optional[' + python(param['schema']) + ']')} = None" for name, param in params if not param.get("required")]
    signature = ", ".join(["self", *(["*"] if params else []), *must, *may])
    sent = ", ".join(f'"{param["name"]}": {name}' for name, param in params)
    return (f"    async def {method['name'].replace('.', '_')}({signature}) -> \"{pascal(method['name'])}Result\":\n"
            f"        {json.dumps(method['summary'], ensure_ascii=False)}\n"
            f"        return await self.call({json.dumps(method['name'])}, {{{sent}}})\n")


def write_python(document):
    yield f'"""The methods of the protocol, typed.\n\n{HEAD}\n"""\n'
    yield "from typing import Any, Literal, NotRequired, Optional, TypedDict, Union\n"
    for name, schema in named_types(document).items():
        yield python_type(name, schema) + "\n"
    yield '\nclass Methods:\n    """Each method of the host. What is None is left out."""\n'
    yield "    async def call(self, method: str, params: dict[str, Any]) -> Any:\n        raise NotImplementedError\n"
    for method in document["methods"]:
        yield python_method(method)


def main():
    language, source, output = sys.argv[1:]
    with open(source, encoding="utf-8") as file:
        document = json.load(file)
    lines = {"typescript": write_typescript, "python": write_python}[language](document)
    with open(output, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
