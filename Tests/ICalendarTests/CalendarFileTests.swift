import FoundationEssentials
import Testing

@testable import ICalendar

@Suite("What a calendar file holds")
struct CalendarFileTests {
  @Test(
    "a file that is read and written again says the same, down to what nobody knows", arguments: CalendarSamples.all)
  func roundTrip(text: String) throws {
    let bytes = CalendarSamples.bytes(text)
    let file = try CalendarFile(bytes)
    #expect(ContentLines.unfold(file.bytes) == ContentLines.unfold(bytes))
    #expect(try CalendarFile(file.bytes) == file)
    #expect(try CalendarFile(Array(text.utf8)) == file)
  }

  @Test("lines are folded to 75 bytes and no character is cut")
  func folding() throws {
    let line = "SUMMARY:" + String(repeating: "ä👩‍👩‍👧‍👦x", count: 60)
    let bytes = ContentLines.fold([line])
    let pieces = bytes.split(separator: UInt8(ascii: "\n"))
    #expect(pieces.allSatisfy { $0.count <= 76 && String(validating: $0, as: UTF8.self) != nil })
    #expect(ContentLines.unfold(bytes) == [line])
  }

  @Test(
    "a text comes back as it was", arguments: ["a,b;c\\d\ne", "\\n", "ends with \\", "tab\there", "e\u{301}:\"q\""])
  func texts(text: String) {
    #expect(CalendarProperty(line: CalendarProperty("SUMMARY", text: text).line).text == text)
    #expect(CalendarProperty("CATEGORIES", texts: [text, "b"]).texts == [text, "b"])
  }

  @Test(
    "what is no calendar file is refused with a reason",
    arguments: [
      ("", CalendarError.malformed("it has no VCALENDAR")),
      ("hello", .malformed("a line is outside of all components")),
      ("BEGIN:VCALENDAR", .malformed("its end is missing")),
      ("BEGIN:VCALENDAR\nEND:VTODO", .malformed("BEGIN and END don't match")),
      ("BEGIN:VCARD\nEND:VCARD", .malformed("it has no VCALENDAR")), ("BEGIN:VCALENDAR\0\nEND:VCALENDAR", .notText),
      (String(repeating: "BEGIN:A\n", count: 9), .tooLarge), (String(repeating: "x", count: 1 << 20 + 1), .tooLarge),
      ("BEGIN:VCALENDAR\n" + String(repeating: "X:Y\n", count: 50_000), .tooLarge),
    ])
  func refusals(text: String, error: CalendarError) {
    #expect(throws: error) { try CalendarFile(Array(text.utf8)) }
  }

  @Test("a property with very many parameters is too large, quoted or not", arguments: [":x", "\""])
  func parameters(end: String) {
    let line = "X" + (end == "\"" ? ";A=\"" : "") + String(repeating: ";A=b", count: 101) + (end == "\"" ? "" : end)
    #expect(throws: CalendarError.tooLarge) {
      try CalendarFile(Array("BEGIN:VCALENDAR\n\(line)\nEND:VCALENDAR\n".utf8))
    }
  }

  @Test("a line that was folded inside a character is joined before it is read")
  func foldedInsideCharacter() throws {
    let text = "BEGIN:VCALENDAR\r\nX-A:Gr\u{FC}\u{DF}e\r\nEND:VCALENDAR\r\n"
    let bytes = Array(text.utf8)
    let place = try #require(bytes.firstIndex(of: 0xC3)) + 1
    let folded = Array(bytes[..<place]) + Array("\r\n ".utf8) + Array(bytes[place...])
    #expect(try CalendarFile(folded) == CalendarFile(bytes))
    #expect(try CalendarFile(folded).bytes == bytes)
  }

  @Test("bytes that are no UTF-8 are refused")
  func encoding() {
    #expect(throws: CalendarError.notText) { try CalendarFile([0xC3, 0x28]) }
  }

  @Test(
    "a to-do with a property that can't be read is refused by its name",
    arguments: [
      "DUE:tomorrow", "DUE:20260230", "RRULE:FREQ=FOO", "COMPLETED:x", "DTSTART;TZID=X:2026", "X-VAULT-SEAL:1 xyz",
      "LAST-MODIFIED:20261301T000000Z",
    ])
  func broken(line: String) throws {
    let text = "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nDURATION:P1D\n\(line)\nEND:VTODO\nEND:VCALENDAR\n"
    let name = line.split { ":;".contains($0) }.first.map(String.init) ?? ""
    #expect(throws: CalendarError.property(name)) { try CalendarFile(Array(text.utf8)).todos() }
  }

  @Test("whatever is done to the bytes of a file, it is read or refused", arguments: 0..<4)
  func fuzz(sample: Int) {
    var generator = SeededGenerator(seed: UInt64(sample))
    let original = CalendarSamples.bytes(CalendarSamples.all[sample])
    for _ in 0..<500 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...6, using: &generator) { Self.mutate(&bytes, &generator) }
      do throws(CalendarError) {
        var file = try CalendarFile(bytes)
        for var item in try file.todos() {
          item.summary += "!"
          item.dueDate = item.dueDate?.addingTimeInterval(60)
          try file.write(item)
          file.removeTodo(uid: item.uid)
        }
        _ = TaskFamily.families(of: try CalendarFile(bytes).todos())
      } catch { #expect(!error.description.isEmpty) }
    }
  }

  private static func mutate(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    let place = Int.random(in: 0..<bytes.count, using: &generator)
    let length = min(Int.random(in: 1...40, using: &generator), bytes.count - place)
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
    case 1: bytes.removeSubrange(place..<(place + length))
    case 2:
      bytes.insert(contentsOf: bytes[place..<(place + length)], at: Int.random(in: 0..<bytes.count, using: &generator))
    case 3: bytes.insert(contentsOf: Array(":;,=\"\r\n \\99999999-T".utf8).shuffled(using: &generator), at: place)
    default: bytes[place] = Array("0123456789ZTPWMFREQ;:=,".utf8).randomElement(using: &generator) ?? 0
    }
    if bytes.isEmpty { bytes = [0x0A] }
  }
}
