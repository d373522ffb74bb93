"""Lapidary in gdb: the block that a hook was given, by its fields, and slots, actions and events as they are meant.

    (gdb) source .../share/lapidary/gdb/lapidary.py
    (gdb) break lay
    (gdb) run
    (gdb) lap-block             every field of the level that the hook is of, and of those below
    (gdb) lap-block hand        this one alone

The lines are those of `lapidary dump`. They come from the field tables of the plugins, so that nothing has to be said of
a game here. What it wants is debug information of the plugin, and a frame of a hook, or below one."""

import gdb

SIZES = {1: (1, False), 2: (1, True), 3: (2, False), 4: (2, True), 5: (4, False), 6: (4, True), 7: (8, False)}
NAMES = {1: "u8", 2: "i8", 3: "u16", 4: "i16", 5: "u32", 6: "i32", 7: "u64", 9: "cells"}
SLOT, PLANE, SPARE = 8, 9, 10
VISIBILITIES = {1: "public", 2: "its owner", 3: "who has seen it", 4: "its owner, if seen", 5: "the top", 6: "how many",
                7: "nobody", 8: "derived"}
NONE, SEATS, WATCHER, EVERYONE = 0xFFFFFFFF, 1, 15, 0xFFFF


# --- memory

def number_at(address, size, signed=False):
    return int.from_bytes(gdb.selected_inferior().read_memory(address, size).tobytes(), "little", signed=signed)


def text_of(value):
    return value.string() if int(value) else None


def rows_of(table, name):
    """The rows of a LapTable, each of the size that the plugin was compiled with."""
    row = gdb.lookup_type(name).pointer()
    return [gdb.Value(int(table["v"]) + i * int(table["stride"])).cast(row).dereference() for i in range(int(table["n"]))]


# --- which plugins there are

def plugin_of(objfile):
    """The LapPlugin of a module, or None. Its entry is called; in a core file, where nothing can be, its table is looked for."""
    entry = objfile.lookup_global_symbol("lapidary_plugin_v1")
    if entry is None:
        return None
    try:
        return entry.value()().dereference()
    except gdb.error:
        table = objfile.lookup_static_symbol("plugin")
        return table.value() if table is not None else None


def levels_of(plugin):
    """The plugin and those below it, the base first."""
    others = [other for other in map(plugin_of, gdb.objfiles()) if other is not None]
    levels = [plugin]
    while text_of(levels[0]["extends"]):
        below = [other for other in others if text_of(other["id"]) == text_of(levels[0]["extends"])]
        if not below:
            raise gdb.GdbError(f"the plugin '{text_of(levels[0]['extends'])}' is not loaded")
        levels.insert(0, below[0])
    return levels


# --- the frame

def argument_of(frame, name):
    """The argument of a frame that points to such a struct, or None."""
    for symbol in frame.block() if frame.function() is not None else []:
        kind = symbol.type.strip_typedefs()
        if symbol.is_argument and kind.code == gdb.TYPE_CODE_PTR and kind.target().unqualified().name in (name, "struct " + name):
            value = symbol.value(frame)
            return None if value.is_optimized_out else value
    return None


def hook_frame():
    """The newest frame that has both a context and a block, with both, and the plugin that it is of."""
    frame = gdb.selected_frame()
    while frame is not None and frame.is_valid():
        try:
            context, block = argument_of(frame, "LapContext"), argument_of(frame, "LapBlock")
        except RuntimeError:  # a frame without debug information
            context = block = None
        symtab = frame.find_sal().symtab
        plugin = plugin_of(symtab.objfile) if context is not None and block is not None and symtab is not None else None
        if plugin is not None:
            return context, block, plugin
        frame = frame.older()
    raise gdb.GdbError("no frame here is of a hook: none has a context and a block, in a module that is a plugin")


# --- fields, in the words of `lapidary dump`

class Field:
    def __init__(self, row, levels, depth):
        self.levels, self.depth = levels, depth
        self.name = f"{text_of(levels[depth]['id'])}/{text_of(row['name'])}"
        for member in ("offset", "row_stride", "item_stride", "count", "count_stride", "rows", "capacity", "type",
                       "visibility", "rows_are", "set"):
            setattr(self, member, int(row[member]))
        self.shape = row["shape"].dereference() if int(row["shape"]) else None
        self.of_seats = self.rows_are == SEATS

    def is_called(self, name):
        return not name or name in (self.name, self.name.split("/")[1])

    def pieces(self):
        return rows_of(self.levels[self.set >> 8]["pieces"], "LapPieces")[self.set & 0xFF]

    def heading(self):
        kind = text_of(self.pieces()["name"]) if self.type == SLOT else NAMES[self.type]
        return f"{self.name} ({kind}; {VISIBILITIES[self.visibility]}):"

    def lines(self, segment, seats):
        out = self.heading()
        for row in range(seats if self.of_seats else self.rows):
            if self.of_seats or self.rows > 1:
                out += f"\n  {'seat' if self.of_seats else 'row'} {row}:"
            out += self.row(segment, row)
        return out

    def row(self, segment, row):
        at = segment + self.offset + row * self.row_stride
        if self.type == PLANE:
            return self.cells(at)
        n = self.capacity if self.count == NONE else number_at(segment + self.count + row * self.count_stride, 2)
        out = ""
        for i in range(n):
            bar = " |" if self.shape is not None and i and i % int(self.shape["width"]) == 0 else ""
            out += f"{bar} {self.item(at + i * self.item_stride)}"
        return out or " none"

    def item(self, at):
        if self.type != SLOT:
            return number_at(at, *SIZES[self.type])
        face, known = number_at(at, 2), number_at(at + 2, 2)
        return f"{self.face(face)}@{seen_by(known)}" if face else "-"

    def face(self, face):
        """Its key; the number, where keys are in a catalogue."""
        pieces = self.pieces()
        return text_of(pieces["key"][face]) if int(pieces["key"]) and face <= int(pieces["faces"]) else str(face)

    def cells(self, at):
        width, height, origin, step_x, step_y = (int(self.shape[name]) for name in ("width", "height", "origin", "step_x", "step_y"))
        bits = [origin + cell % width * step_x + cell // width * step_y for cell in range(width * height)]
        words = number_at(at, 8 * (max(bits) // 64 + 1))
        return "".join(f" {cell}" for cell, bit in enumerate(bits) if words >> bit & 1) or " none"


def seen_by(known):
    if known in (0, EVERYONE):
        return "all" if known else "nobody"
    return ",".join([str(seat) for seat in range(WATCHER) if known >> seat & 1] + (["w"] if known >> WATCHER & 1 else []))


def fields_of(levels):
    fields = [Field(row, levels, depth) for depth, level in enumerate(levels) for row in rows_of(level["fields"], "LapField")]
    return [field for field in fields if field.type != SPARE]


class LapBlock(gdb.Command):
    """Prints the block of the hook that is running, by its fields: lap-block [FIELD]"""

    def __init__(self):
        super().__init__("lap-block", gdb.COMMAND_DATA)

    def invoke(self, argument, from_tty):
        context, block, plugin = hook_frame()
        levels, name = levels_of(plugin), argument.strip()
        wanted = [field for field in fields_of(levels) if field.is_called(name)]
        if not wanted:
            raise gdb.GdbError(f"{text_of(plugin['id'])} has no field '{name}'")
        for field in wanted:
            segment = int(block) + int(context["segment"][field.depth])
            gdb.write(field.lines(segment, int(context["seats"])) + "\n")


# --- small structs

class Slot:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        piece, known = int(self.value["piece"]), int(self.value["known"])
        return f"piece {piece}@{seen_by(known)}" if piece else "-"


class Move:
    """An action or an event: its id, as LAP_ID has it, and its arguments."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        kind, fields = int(self.value["kind"]), [field.name for field in self.value.type.strip_typedefs().fields()]
        n = int(self.value["n_args"]) if "n_args" in fields else len(self.arguments())
        who = f" of seat {int(self.value['seat'])}" if "seat" in fields else f", known to {seen_by(int(self.value['knows']))}"
        return f"kind LAP_ID({kind >> 8}, {kind & 0xFF}){who}: {', '.join(map(str, self.arguments()[:n]))}"

    def arguments(self):
        first, last = self.value["arg"].type.range()
        return [int(self.value["arg"][i]) for i in range(first, last + 1)]


PRINTERS = {"LapSlot": Slot, "LapAction": Move, "LapEvent": Move}


def printer_of(value):
    printer = PRINTERS.get(value.type.unqualified().name)
    return printer(value) if printer else None


LapBlock()
gdb.pretty_printers.append(printer_of)
