import SecretMemory
import Testing

@testable import Clipboard

@Suite("Messages of the Wayland protocol")
struct WaylandWireTests {
  @Test("are words in this machine's order, texts with their length and a zero, filled up")
  func bytes() throws {
    let message = WaylandMessage(to: 3, 2).adding(7).adding("abc").adding("abcd")
    var bytes = message.bytes
    #expect(bytes.count == 8 + 4 + 8 + 12 && bytes.count % 4 == 0)
    #expect(bytes[12..<20] == [4, 0, 0, 0, 97, 98, 99, 0])
    bytes += [1]
    let read = try #require(try WaylandMessage(takingFrom: &bytes))
    #expect(read == message && bytes == [1])
    var arguments = read.arguments()
    #expect(try arguments.number() == 7 && arguments.text() == "abc" && arguments.text() == "abcd")
    #expect(throws: ClipboardError.self) { _ = try arguments.number() }
  }

  @Test("are taken when they are whole, and refused where they can't be")
  func incomplete() throws {
    let whole = WaylandMessage(to: 1, 0).adding("text").bytes
    for count in 0..<whole.count {
      var part = Array(whole.prefix(count))
      #expect(try WaylandMessage(takingFrom: &part) == nil && part.count == count)
    }
    for size: UInt32 in [0, 4, 7, 9, 10] {
      var bytes: [UInt8] = [1, 0, 0, 0] + withUnsafeBytes(of: size << 16) { Array($0) } + [0, 0, 0, 0]
      #expect(throws: ClipboardError.self) { _ = try WaylandMessage(takingFrom: &bytes) }
    }
    for count: UInt32 in [0, 9, .max] {
      var arguments = WaylandMessage(to: 1, 0).adding(count).adding(0).arguments()
      #expect(throws: ClipboardError.self) { _ = try arguments.text() }
    }
  }

  @Test("the forms of a text: Latin-1 where it is the same, and the hint always")
  func forms() throws {
    let ascii = try SecretBytes(Array("plain".utf8))
    let other = try SecretBytes(Array("süß".utf8))
    #expect(OfferedType.offered(for: ascii) == OfferedType.allCases)
    let forms = OfferedType.offered(for: other)
    #expect(!forms.contains(.latin1) && forms.contains(.hint) && forms.count == OfferedType.allCases.count - 1)
  }
}
