import CGIO
import DBus
import Testing

@Suite("D-Bus values to GLib's and back")
struct VariantTests {
  /// What comes back of an argument.
  private func value(_ argument: BusArgument) throws -> BusValue {
    let variant = try #require(g_variant_ref_sink(Variant.make(argument)))
    defer { g_variant_unref(variant) }
    return Variant.value(of: variant)
  }

  @Test(
    "every argument comes back as what it says",
    arguments: [
      (BusArgument.text("é \"x\""), BusValue.text("é \"x\"")), (.path("/a/b"), .text("/a/b")),
      (.boolean(true), .boolean(true)), (.number(.max), .number(.max)), (.byte(7), .other("y")),
      (.signed(-1), .other("i")), (.texts([]), .list([])), (.texts(["a", ""]), .list([.text("a"), .text("")])),
      (.paths(["/", "/x"]), .list([.text("/"), .text("/x")])),
      (.textDictionary(["b": "2", "a": "1"]), .dictionary(["a": .text("1"), "b": .text("2")])),
      (.textDictionary([:]), .dictionary([:])),
      (.variantList([.text("a"), .number(1)]), .list([.text("a"), .number(1)])), (.variantList([]), .list([])),
      (.variantsList([["a": .number(1)]]), .list([.dictionary(["a": .number(1)])])), (.variantsList([]), .list([])),
      (
        .variants(["n": .number(1), "d": .textDictionary(["k": "v"])]),
        .dictionary(["n": .number(1), "d": .dictionary(["k": .text("v")])])
      ),
    ])
  func roundTrips(_ argument: BusArgument, _ expected: BusValue) throws {
    #expect(try value(argument) == expected)
  }

  @Test("what is no object path is the path of nothing", arguments: ["", "a", "/a/", "//", "/é"])
  func badPaths(_ path: String) throws {
    #expect(try value(.path(path)) == .text("/"))
    #expect(try value(.paths([path])).texts == ["/"])
  }

  @Test("lists and dictionaries of texts are such only where every part is one")
  func texts() {
    #expect(BusValue.list([.text("a"), .number(1)]).texts == nil && BusValue.text("a").texts == nil)
    #expect(BusValue.dictionary(["a": .text("b")]).textDictionary == ["a": "b"])
    #expect(BusValue.dictionary(["a": .boolean(true)]).textDictionary == nil)
  }
}
