"""What `lapidary pack` makes and `lapidary install` takes: whole packages of whom one trusts, and nothing else."""

import gzip
import hashlib
import io
import os
import random
import shutil
import subprocess
import tarfile

from program import Skipped, fine, main, path, refused, run, test, write

BUILT = next(os.path.join(folder, "tic-tac-toe") for folder in os.environ["LAPIDARY_PLUGIN_PATH"].split(":")
             if os.path.exists(os.path.join(folder, "tic-tac-toe")))
INSTALLED = os.path.join(path("data"), "lapidary", "plugins")
NAME = "noughts"


def plugin(name=NAME, version="1.0.0"):
    """A folder with a plugin that no search path has: a variant, whose module is compiled here."""
    folder = path("made-" + name + version)
    if os.path.exists(folder):
        return folder
    os.makedirs(folder)
    sources = os.environ["SOURCES"]
    with open(os.path.join(sources, "examples", "tic-tac-toe-misere", "tic-tac-toe-misere.c"), encoding="utf-8") as file:
        code = file.read().replace("tic-tac-toe-misere", name).replace('"1.0.0"', f'"{version}"')
    write(folder + "/game.c", code)
    write(folder + f"/{name}.plugin", f"[Plugin]\nId={name}\nVersion={version}\nApi=1.1\nModule={name}.so\nExtends=tic-tac-toe\n"
                                      f"Accepts=1.0\nName={name}\n")
    write(folder + "/text.en.json", f'{{"{name}.title": "Noughts {version}"}}')
    subprocess.run(["cc", "-shared", "-fPIC", "-fvisibility=hidden", "-I" + sources + "/plugin-api", "-I" + sources + "/sdk",
                    "-o", f"{folder}/{name}.so", folder + "/game.c"], check=True)
    return folder


def package(version="1.0.0", *more):
    """The path of a package of it."""
    if os.environ["SANITIZED"]:
        raise Skipped("what is built here is not sanitized, as the host is")
    file = path(f"{NAME}-{version}{len(more)}.lapidary")
    assert fine("pack", plugin(version=version), "--output", file, *more) == file + "\n"
    return file


def installed():
    """What is in the user's folder of plugins."""
    return sorted(os.listdir(INSTALLED)) if os.path.exists(INSTALLED) else []


def nothing_yet():
    shutil.rmtree(INSTALLED, ignore_errors=True)


def entries():
    """The files of a good package, by name."""
    with tarfile.open(package(), "r:gz") as archive:
        return {member.name: archive.extractfile(member).read() for member in archive.getmembers()}


def manifest_of(files, **changes):
    """A manifest that is right for `files`, but for some keys of its first part."""
    keys = {"Format": 1, "Id": NAME, "Version": "1.0.0", "Api": "1.1", "Architecture": os.uname().machine, **changes}
    lines = ["[Package]", *(f"{key}={value}" for key, value in keys.items() if value is not None), "", "[Files]"]
    lines += [f"{name.split('/', 1)[1]}={hashlib.sha256(content).hexdigest()}" for name, content in files.items()
              if not name.endswith("/manifest")]
    return "\n".join(lines).encode() + b"\n"


def archive_of(name, files, kinds=()):
    """An archive with these files; `kinds`: entries that are no regular files."""
    with tarfile.open(path(name), "w:gz") as archive:
        for entry, content in files:
            info = tarfile.TarInfo(entry)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
        for info in kinds:
            archive.addfile(info)
    return path(name)


def special(name, kind, link=""):
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, link
    return info


@test("/cli/pack/the-same-files-give-the-same-package-with-a-manifest-of-all")
def _():
    first = package()
    with open(first, "rb") as file:
        bytes_of_first = file.read()
    os.utime(os.path.join(plugin(), NAME + ".so"), (1000, 1000))
    fine("pack", plugin(), "--output", path("again.lapidary"))
    with open(path("again.lapidary"), "rb") as file:
        assert file.read() == bytes_of_first
    files = entries()
    assert list(files) == [f"{NAME}/{name}" for name in ["manifest", "noughts.plugin", "noughts.so", "text.en.json"]], files
    assert files[NAME + "/manifest"].decode().split() == manifest_of(files).decode().split(), files[NAME + "/manifest"]


@test("/cli/install/a-package-is-installed-listed-played-and-replaced-by-the-next-version")
def _():
    nothing_yet()
    text = fine("install", package())
    assert f"noughts 1.0.0 is in {INSTALLED}/noughts" in text and "signed by nobody" in text, text
    assert installed() == [NAME]
    assert f"fine         {NAME} 1.0.0" in fine("plugins") and "Noughts 1.0.0" in fine("games")
    fine("simulate", NAME, "--matches", "5")
    fine("install", package("1.1.0"))
    assert installed() == [NAME] and f"fine         {NAME} 1.1.0" in fine("plugins")


@test("/cli/install/a-folder-is-installed-as-a-package-is")
def _():
    package()
    nothing_yet()
    fine("install", plugin())
    assert sorted(os.listdir(os.path.join(INSTALLED, NAME))) == ["manifest", "noughts.plugin", "noughts.so", "text.en.json"]


@test("/cli/install/pictures-go-with-it-and-are-checked")
def _():
    package()
    nothing_yet()
    folder = path("pictured")
    shutil.copytree(plugin(), folder)
    os.makedirs(folder + "/pictures")
    svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>{}</svg>"
    write(folder + "/pictures/one.svg", svg.format("<g/>"))
    write(folder + "/picture.two.svg", svg.format(""))
    fine("pack", folder, "--output", path("pictured.lapidary"))
    fine("install", path("pictured.lapidary"))
    with open(os.path.join(INSTALLED, NAME, "pictures", "one.svg"), encoding="utf-8") as file:
        assert file.read() == svg.format("<g/>")
    with tarfile.open(path("pictured.lapidary"), "r:gz") as archive:
        files = {member.name: archive.extractfile(member).read() for member in archive.getmembers()}
    assert NAME + "/picture.two.svg" in files
    files[NAME + "/pictures/one.svg"] = svg.format("<script/>").encode()
    files[NAME + "/manifest"] = manifest_of(files)
    nothing_yet()
    refused(4, "install", archive_of("scripted.lapidary", files.items()), says="pictures/one.svg: line 1: <script> may not be in a picture")
    assert installed() == []
    write(folder + "/picture.two.svg", "words")
    refused(1, "pack", folder, "--output", path("words.lapidary"), says="picture.two.svg: not XML: ")


@test("/cli/install/what-lies-there-already-is-not-overwritten-and-not-hidden")
def _():
    file = package()
    nothing_yet()
    os.makedirs(os.path.join(INSTALLED, NAME))
    refused(1, "install", file, says="was not put there by 'lapidary install'")
    nothing_yet()
    refused(1, "install", file, says="there is a plugin 'noughts' already", LAPIDARY_PLUGIN_PATH=path("made-noughts1.0.0") + ":" +
            os.environ["LAPIDARY_PLUGIN_PATH"])
    assert installed() == []


@test("/cli/install/a-package-that-is-not-as-it-should-be-is-refused-and-nothing-is-left")
def _():
    good = entries()
    body = {name: content for name, content in good.items() if not name.endswith("manifest")}

    def with_manifest(files=None, **changes):
        files = files or body
        return [(NAME + "/manifest", manifest_of(files, **changes)), *files.items()]

    module = f"{NAME}/{NAME}.so"
    changed = {**body, module: body[module][:-1] + b"x"}
    cases = [
        ("a file that was changed", [(NAME + "/manifest", good[NAME + "/manifest"]), *changed.items()], "noughts.so is not what its manifest says"),
        ("a file too many", [*good.items(), (NAME + "/more.json", b"{}")], "its manifest does not have more.json"),
        ("a file that is missing", [(name, content) for name, content in good.items() if not name.endswith("en.json")],
         "text.en.json is missing"),
        ("no manifest", list(body.items()), "it has no manifest"),
        ("a manifest that is none", [(NAME + "/manifest", b"\xff\x00["), *body.items()], "its manifest cannot be read"),
        ("another format", with_manifest(Format=2), "key Format of its manifest is 2, but this program reads 1"),
        ("another id", with_manifest(Id="crosses"), "key Id of its manifest is crosses"),
        ("another machine", with_manifest(Architecture="sparc64"), "key Architecture of its manifest is sparc64, but this machine is"),
        ("a later contract", with_manifest(Api="1.99"), "key Api of its manifest is 1.99, but this host's contract is 1."),
        ("another contract", with_manifest(Api="7.0"), "key Api of its manifest is 7.0"),
        ("no contract", with_manifest(Api=None), "key Api of its manifest is missing"),
        ("no version", with_manifest(Version="one"), "key Version of its manifest"),
        ("a way out", [*good.items(), ("../evil.so", b"")], "is not the name of a file of a plugin"),
        ("a way out, later", [*good.items(), (NAME + "/../../evil.so", b"")], "is not the name of a file of a plugin"),
        ("an absolute name", [*good.items(), ("/tmp/evil.so", b"")], "is not the name of a file of a plugin"),
        ("a hidden file", [*good.items(), (NAME + "/.evil", b"")], "is not the name of a file of a plugin"),
        ("a deep file", [*good.items(), (NAME + "/a/b/c", b"")], "is not the name of a file of a plugin"),
        ("a control character", [*good.items(), (NAME + "/a\nb", b"")], "a\\nb"),
        ("two folders", [*good.items(), ("crosses/crosses.so", b"")], "it has two folders"),
        ("a file twice", [*good.items(), (module, b"")], "twice"),
        ("too many files", [*good.items(), *((f"{NAME}/f{i}.json", b"{}") for i in range(600))], "more than 512 files"),
        ("nothing", [], "it is empty"),
    ]
    nothing_yet()
    for what, files, says in cases:
        refused(1, "install", archive_of("bad.lapidary", files), says=says)
        assert installed() == [], what


@test("/cli/install/links-folders-and-devices-are-refused")
def _():
    files = entries()
    for kind, link in [(tarfile.SYMTYPE, "/etc/passwd"), (tarfile.LNKTYPE, NAME + "/noughts.so"), (tarfile.DIRTYPE, ""),
                       (tarfile.FIFOTYPE, ""), (tarfile.CHRTYPE, "")]:
        file = archive_of("special.lapidary", files.items(), [special(NAME + "/odd", kind, link)])
        refused(1, "install", file, says="is not")
    assert installed() == []


@test("/cli/install/what-unpacks-to-more-than-a-plugin-may-have-is-refused")
def _():
    package()
    with tarfile.open(path("bomb.lapidary"), "w:gz", compresslevel=1) as archive:
        info = tarfile.TarInfo(NAME + "/huge.json")
        info.size = 65 << 20
        archive.addfile(info, io.BytesIO(bytes(info.size)))
    refused(1, "install", path("bomb.lapidary"), says="huge.json is too large: a file may have 67108864 bytes")


@test("/cli/install/a-plugin-that-the-host-refuses-is-not-installed")
def _():
    files = {name: content for name, content in entries().items() if not name.endswith("manifest")}
    for change, says in [({f"{NAME}/{NAME}.so": b"\x7fELF" + bytes(200)}, "'noughts' is not installed"),
                         ({f"{NAME}/{NAME}.plugin": files[f"{NAME}/{NAME}.plugin"].replace(b"tic-tac-toe", b"nowhere")}, "nowhere")]:
        broken = {**files, **change}
        refused(4, "install", archive_of("refused.lapidary", [(NAME + "/manifest", manifest_of(broken)), *broken.items()]), says=says)
        assert installed() == []


@test("/cli/install/whatever-is-damaged-in-a-package-it-is-refused-or-harmless-and-nothing-is-left-half")
def _():
    with open(package(), "rb") as file:
        packed = file.read()
    inside, chance = gzip.decompress(packed), random.Random(7)
    for _ in range(int(os.environ.get("LAPIDARY_TEST_DAMAGES", "60"))):
        whole = bytearray(chance.choice([packed, inside, inside]))
        was_packed = whole[:2] == packed[:2]
        for _ in range(chance.choice([1, 1, 3, 20])):
            whole[chance.randrange(len(whole))] = chance.randrange(256)
        if chance.random() < 0.3:
            del whole[chance.randrange(len(whole)):]
        with open(path("damaged.lapidary"), "wb") as file:
            file.write(whole if was_packed else gzip.compress(bytes(whole)))
        done = run("install", path("damaged.lapidary"))
        assert done.returncode in (0, 1, 4) and (done.returncode == 0 or done.stderr.startswith("lapidary: ")), done
        assert installed() == ([NAME] if done.returncode == 0 else []), done
        if done.returncode == 0:
            fine("simulate", NAME, "--matches", "1")
        nothing_yet()


@test("/cli/install/what-is-signed-by-ssh-is-checked-against-the-signers-that-are-allowed")
def _():
    if not shutil.which("ssh-keygen"):
        raise Skipped("ssh-keygen is not installed")
    for name in ["ana", "eve"]:
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", path(name)], check=True)
    with open(path("ana.pub"), encoding="ascii") as key:
        write("allowed", "ana@example.org " + key.read())
    good, other, bare = package("1.0.0", "--sign", path("ana")), path("eve.lapidary"), package("1.1.0")
    fine("pack", plugin(), "--output", other, "--sign", path("eve"))
    nothing_yet()
    for file in [other, bare]:
        refused(1, "install", file, "--signers", path("allowed"), says="the signature of the package is not valid")
        assert installed() == []
    assert "signed by ana@example.org" in fine("install", good, "--signers", path("allowed"))
    assert "not looked for, SHA256:" in fine("install", other)


@test("/cli/install/a-signature-is-of-what-is-in-the-package-and-of-nothing-else")
def _():
    if not shutil.which("ssh-keygen"):
        raise Skipped("ssh-keygen is not installed")
    nothing_yet()
    with tarfile.open(package("1.0.0", "--sign", path("ana")), "r:gz") as archive:
        files = {member.name: archive.extractfile(member).read() for member in archive.getmembers()}
    files[NAME + "/text.en.json"] = b"{}"
    signed = {name: content for name, content in files.items() if not name.endswith((".sig", "manifest"))}
    files[NAME + "/manifest"] = manifest_of(signed)
    forged = archive_of("forged.lapidary", files.items())
    refused(1, "install", forged, says="the signature of the package is not valid")
    refused(1, "install", forged, "--signers", path("allowed"), says="the signature of the package is not valid")
    assert installed() == []


@test("/cli/install/what-is-signed-by-minisign-is-checked-with-its-public-key")
def _():
    if not shutil.which("minisign"):
        raise Skipped("minisign is not installed")
    for name in ["ida", "mal"]:
        subprocess.run(["minisign", "-G", "-W", "-p", path(name + ".minipub"), "-s", path(name + ".minikey")], check=True,
                       capture_output=True)
    file = package("1.0.0", "--sign", path("ida.minikey"))
    nothing_yet()
    refused(1, "install", file, "--signers", path("mal.minipub"), says="the signature of the package is not valid")
    assert "signed by the key in" in fine("install", file, "--signers", path("ida.minipub"))
    assert "which was not checked" in fine("install", file)


@test("/cli/install/what-is-no-package-and-no-plugin-is-refused")
def _():
    write("some.txt", "hello")
    refused(1, "install", path("some.txt"), says="some.txt: ")
    refused(3, "install", path("not-there"), says="there is no such file or folder")
    refused(1, "pack", plugin(), "--sign", path("no-key"), says=["cannot be packed", "no-key"])


main()
