"""What Package.swift, the sources and the table of modules say differently is found."""

import json
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from Tests.Scripts.programs_by_path import load

check_architecture = load("check-architecture")
from architecture import document, drawing, manifest, sources  # noqa: E402  (scripts/ is in the path by now)

ROOT = pathlib.Path(__file__).resolve().parents[2]
MANIFEST = """
let log = Target.Dependency.product(name: "Logging", package: "swift-log")
let package = Package(
  name: "house", products: [.executable(name: "top", targets: ["top"])],
  dependencies: [.package(url: "https://example.org/swift-log", from: "1.0.0")],
  targets: [
    cLibrary("CBase", pkgConfig: "base", package: "libbase-dev"),
    // What everything stands on, [with brackets].
    module("Base", ["CBase"]),
    module(
      "Middle",
      ["Base", log], settings: quick),
    program("top", ["Base", "Middle"]),
    tests("MiddleTests", exclude: ["a.py"], ["Middle", "top"]),
    .target(name: "Helping", dependencies: ["Base"], path: "Tests/Helping", swiftSettings: strict),
  ])
"""
TABLE = """
## Modules

| module | one line | may use | from outside |
|---|---|---|---|
| `top` | the program | Base, Middle | - |
| `Middle` | the middle | Base | Logging |
| `Base` | the base | - | CBase |

## Keys
"""
SOURCES = {
    "Sources/Base/Base.swift": "internal import CBase\n",
    "Sources/Middle/Middle.swift": "public import Base\ninternal import Logging\npublic import struct Foundation.Data\n",
    "Sources/top/Main.swift": 'import Base\nimport Middle\nlet script = """\n  import dbus\n  """\n',
    "Tests/MiddleTests/MiddleTests.swift": "import Testing\n@testable import Middle\n",
    "Tests/Helping/Helping.swift": "public import Base\n",
}


class CheckArchitectureTests(unittest.TestCase):
    def faults(self, package=MANIFEST, table=TABLE, changed=None):
        """What is found in a house of two modules and a program; its picture is drawn as it should be."""
        root = pathlib.Path(tempfile.mkdtemp(prefix="house-"))
        self.addCleanup(shutil.rmtree, root)
        graph = drawing.graph(manifest.targets(package))
        files = {
            "Package.swift": package, "docs/architecture.md": table, "docs/modules.dot": graph,
            "docs/modules.svg": f"<svg>{drawing.signature(graph)}</svg>", **SOURCES, **(changed or {}),
        }
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
        return check_architecture.faults(root)

    def test_what_fits_passes(self):
        self.assertEqual(self.faults(), [])

    def test_a_target_without_a_row_is_found(self):
        table = TABLE.replace("| `Middle` | the middle | Base | Logging |\n", "").replace("Base, Middle", "Base")
        self.assertIn("the target Middle has no row", self.faults(table=table))

    def test_a_row_without_a_target_is_found(self):
        table = TABLE.replace("| `Base`", "| `Cellar` | none | - | - |\n| `Base`")
        self.assertEqual(self.faults(table=table), ["there is no target Cellar for its row"])

    def test_a_row_that_allows_more_or_less_than_is_declared_is_found(self):
        table = TABLE.replace("| Base, Middle | - |", "| Middle | Logging |")
        self.assertEqual(self.faults(table=table), [
            'top: "may use" lacks Base, which Package.swift declares',
            'top: "from outside" has Logging, which Package.swift does not declare'])

    def test_an_arrow_upward_is_found(self):
        lines = TABLE.splitlines()
        lines[-4], lines[-3] = lines[-3], lines[-4]
        self.assertEqual(self.faults(table="\n".join(lines)), ["Middle uses Base, whose row is not below its own"])

    def test_an_import_that_is_not_declared_is_found(self):
        changed = {"Tests/MiddleTests/MiddleTests.swift": "@testable import Middle\nimport Base\n"}
        self.assertEqual(self.faults(changed=changed), [
            "Tests/MiddleTests/MiddleTests.swift imports Base, which MiddleTests does not declare"])

    def test_a_dependency_that_nobody_imports_is_found(self):
        changed = {"Sources/Middle/Middle.swift": "public import Base\n"}
        self.assertEqual(self.faults(changed=changed), ["Middle declares Logging, which none of its files imports"])

    def test_a_c_library_in_two_files_is_found_unless_the_document_names_it(self):
        changed = {"Sources/Base/More.swift": "internal import CBase\n"}
        two = "CBase is imported by more than one file: Sources/Base/Base.swift, Sources/Base/More.swift"
        named = TABLE.replace("## Keys", "More than one file imports `CBase`: why.\n\n## Keys")
        self.assertEqual(self.faults(changed=changed), [two])
        self.assertEqual(self.faults(changed=changed, table=named), [])
        self.assertEqual(self.faults(table=named), [
            "docs/architecture.md says that more than one file imports CBase; one does"])

    def test_an_old_picture_is_found(self):
        self.assertIn("docs/modules.dot is not", self.faults(changed={"docs/modules.dot": "digraph {}"})[0])
        self.assertIn("docs/modules.svg was drawn from", self.faults(changed={"docs/modules.svg": "<svg></svg>"})[0])

    def test_a_manifest_that_can_not_be_read_is_told(self):
        for package in ("let package = Package(targets: [", "let package = Package(targets: [room(\"A\")])", ""):
            with self.assertRaises(manifest.ManifestError):
                manifest.targets(package)


class PictureTests(unittest.TestCase):
    def test_what_is_used_through_another_module_has_no_arrow(self):
        graph = drawing.graph(manifest.targets(MANIFEST))
        self.assertIn('"top" -> "Middle"', graph)
        self.assertIn('"Middle" -> "Base"', graph)
        self.assertNotIn('"top" -> "Base"', graph)

    def test_only_what_the_product_is_made_of_is_drawn(self):
        graph = drawing.graph(manifest.targets(MANIFEST))
        self.assertNotIn("Helping", graph)
        self.assertNotIn("MiddleTests", graph)
        self.assertIn(">CBase</font>", graph)


class ManifestTests(unittest.TestCase):
    def test_the_parser_reads_what_the_package_manager_reads(self):
        dump = subprocess.run(
            ["swift", "package", "--package-path", str(ROOT), "dump-package"], check=True, capture_output=True,
            stdin=subprocess.DEVNULL, timeout=120)
        expected = {}
        for target in json.loads(dump.stdout)["targets"]:
            base = "Tests/" if target["type"] == "test" else "Sources/"
            expected[target["name"]] = (
                target.get("path") or base + target["name"],
                tuple(next(iter(each.values()))[0] for each in target["dependencies"]))
        read = manifest.targets((ROOT / "Package.swift").read_text(encoding="utf-8"))
        self.assertEqual({target.name: (target.path, target.dependencies) for target in read}, expected)

    def test_imports_in_texts_are_none(self):
        self.assertEqual(list(sources.imports(ROOT / "Tests/PrivateDesktop")), ["ProcessTesting"])

    def test_the_document_has_the_exception(self):
        text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
        self.assertEqual(document.exceptions(text), {"CAdwaita", "CGIO", "CLibPQ", "CLinux"})


if __name__ == "__main__":
    unittest.main()
