"""An OpenRPC document, and checking messages against it: as much of JSON Schema as ours uses."""

import re

TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None)}


class Wrong(Exception):
    """A message that is not as the document has it."""


class Document:
    def __init__(self, root):
        self.root = root
        self.methods = {method["name"]: method for method in root["methods"]}
        self.notifications = {told["name"]: told["params"] for told in root["x-notifications"]}

    def check_answer(self, method, message):
        if "result" in message:
            self.check(self.methods[method]["result"]["schema"], message["result"], method)
        else:
            self.check_error(method, message["error"])

    def check_error(self, method, error):
        if error["code"] < 0:
            return
        may_be = [self.resolve(named) for named in self.methods[method]["errors"]]
        if not any(named["code"] == error["code"] and named["data"]["reason"] == error["data"]["reason"]
                   for named in may_be):
            raise Wrong(f"{method} fails with {error['code']}, which the document does not say")

    def check_notification(self, message):
        self.check(self.notifications[message["method"]], message["params"], message["method"])

    def resolve(self, schema):
        if "$ref" not in schema:
            return schema
        found = self.root
        for part in schema["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        return found

    def check(self, schema, value, path):
        schema = self.resolve(schema)
        if "oneOf" in schema:
            self.check_one_of(schema["oneOf"], value, path)
            return
        if "type" not in schema:
            return
        wanted = TYPES[schema["type"]]
        if not isinstance(value, wanted) or (isinstance(value, bool) and wanted is not bool):
            raise Wrong(f"{path}: {value!r} is no {schema['type']}")
        getattr(self, "check_" + schema["type"])(schema, value, path)

    def check_one_of(self, choices, value, path):
        wrong = []
        for choice in choices:
            try:
                self.check(choice, value, path)
                return
            except Wrong as error:
                wrong.append(str(error))
        raise Wrong(" / ".join(wrong))

    def check_object(self, schema, value, path):
        properties, others = schema.get("properties", {}), schema.get("additionalProperties", True)
        for name in schema.get("required", []):
            if name not in value:
                raise Wrong(f"{path}: {name} is missing")
        for name, member in value.items():
            if name not in properties and others is False:
                raise Wrong(f"{path}: {name} is not in the document")
            self.check(properties.get(name, others if isinstance(others, dict) else {}), member, f"{path}.{name}")

    def check_array(self, schema, value, path):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            raise Wrong(f"{path}: {len(value)} items")
        for i, item in enumerate(value):
            self.check(schema.get("items", {}), item, f"{path}[{i}]")

    def check_string(self, schema, value, path):
        fits = (value in schema.get("enum", [value]) and
                schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)) and
                re.search(schema.get("pattern", ""), value))
        if not fits:
            raise Wrong(f"{path}: {value!r}")

    def check_integer(self, schema, value, path):
        if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
            raise Wrong(f"{path}: {value}")

    def check_boolean(self, schema, value, path):
        pass

    check_null = check_boolean
