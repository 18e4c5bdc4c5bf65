import StrictJSON
import Testing

@Suite("JSON that is written")
struct JSONWriterTests {
  @Test("members come in their order, and nothing for what is nil, false or empty")
  func members() {
    let text = JSONWriter.text { writer in
      writer.string("a", "x")
      writer.string("nothing", nil)
      writer.flag("no", false)
      writer.strings("none", [])
      writer.flag("yes", true)
      writer.boolean("not", false)
      writer.number("n", -3)
      writer.strings("s", ["1", "2"])
      writer.list("o", [1, 2]) { writer, number in writer.object { $0.number("i", number) } }
      writer.list("e", [String]()) { $0.string($1) }
      writer.name("inner")
      writer.object { _ in }
      writer.plain("p") { $0.append(contentsOf: "now".utf8) }
    }
    #expect(
      text
        == #"{"a":"x","yes":true,"not":false,"n":-3,"s":["1","2"],"o":[{"i":1},{"i":2}],"e":[],"inner":{},"p":"now"}"#)
  }

  @Test("every byte is escaped where it has to be, and read back as it was")
  func escapes() throws {
    let texts = (0..<0x80).map { String(Unicode.Scalar(UInt8($0))) } + ["é😀", "a\"b\\c/\n\r\t\u{1}\u{1F}"]
    for text in texts {
      let json = JSONWriter.text { $0.string("t", text) }
      var reader = JSONReader(Array(json.utf8), limits: JSONLimits(depth: 2, valueCount: 4))
      #expect(try reader.value()["t"] == .string(text))
    }
    #expect(JSONWriter.text { $0.string("t", "\u{1F}\n/") } == #"{"t":"\u001f\n/"}"#)
  }
}
