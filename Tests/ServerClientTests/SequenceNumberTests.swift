import Foundation
import ServerAPI
import Testing

@Suite("Numbers of sequences")
struct SequenceNumberTests {
  private func bounds(_ first: String, _ highest: String) throws -> SequenceBounds {
    try JSONDecoder().decode(SequenceBounds.self, from: Data(#"{"first": \#(first), "highest": \#(highest)}"#.utf8))
  }

  @Test("are read and written as plain numbers")
  func plain() throws {
    let greatest = String(SequenceNumber.greatest)
    #expect(try bounds("1", greatest) == SequenceBounds(first: 1, highest: SequenceNumber.greatest))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(SequenceBounds(first: 1, highest: 0)), as: UTF8.self)
    #expect(text == #"{"first":1,"highest":0}"#)
  }

  @Test(
    "that nobody could count on from are refused",
    arguments: ["-1", "-9223372036854775808", "9223372036854775807", "9007199254740992", "1e300", "0.5", "\"1\""])
  func refused(number: String) {
    #expect(throws: (any Error).self) { try bounds(number, "0") }
    #expect(throws: (any Error).self) { try bounds("1", number) }
  }
}
