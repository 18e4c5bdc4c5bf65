import Testing

@testable import ServerClient

@Suite("Server-sent events are decoded as the specification says")
struct EventStreamDecoderTests {
  private typealias Event = EventStreamDecoder.Event

  /// A stream and what it must come to.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let stream: String
    let events: [EventStreamDecoder.Event]
    var testDescription: String { name }

    init(_ name: String, _ stream: String, _ events: [EventStreamDecoder.Event]) {
      self.name = name
      self.stream = stream
      self.events = events
    }

    /// With events of the type `message` that carry these data.
    init(_ name: String, _ stream: String, data: [String]) {
      self.init(name, stream, data.map { EventStreamDecoder.Event(data: $0) })
    }
  }

  static let examples = [
    Case("an event on three lines", "data: YHOO\ndata: +2\ndata: 10\n\n", data: ["YHOO\n+2\n10"]),
    Case(
      "a comment, an id, an id taken back, two spaces",
      ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
      [.init(data: "first event", lastEventID: "1"), .init(data: "second event"), .init(data: " third event")]),
    Case("no blank line at the end", "data: one\n\ndata: two\n", data: ["one"]),
    Case("fields without a value, the last unfinished", "data\n\ndata\ndata\n\ndata:", data: ["", "\n"]),
    Case("a space after the colon or none", "data:test\n\ndata: test\n\n", data: ["test", "test"]),
    Case(
      "named events", "event: add\ndata: 73857293\n\nevent: remove\ndata: 2153\n\nevent: add\ndata: 113411\n\n",
      [.init(name: "add", data: "73857293"), .init(name: "remove", data: "2153"), .init(name: "add", data: "113411")]),
  ]

  static let rules = [
    Case("one byte order mark is dropped", "\u{FEFF}data:1\n\n\u{FEFF}data:2\n\ndata:3\n\n", data: ["1", "3"]),
    Case("only one", "\u{FEFF}\u{FEFF}data:1\n\ndata:2\n\ndata:3\n\n", data: ["2", "3"]),
    Case("line feeds", "data:a\ndata:b\n\n", data: ["a\nb"]),
    Case("carriage returns", "data:a\rdata:b\r\r", data: ["a\nb"]),
    Case("both", "data:a\r\ndata:b\r\n\r\n", data: ["a\nb"]),
    Case("all mixed", "data:test\r\ndata\ndata:test\r\n\r", data: ["test\n\ntest"]),
    Case("a line feed, then a carriage return, are two line ends", "data:a\n\rdata:b\n\n", data: ["a", "b"]),
    Case(
      "comments are passed over",
      "data:1\r:\0\n:\r\ndata:2\n:\(String(repeating: "x", count: 2048))\rdata:3\n:data:fail\n\n",
      data: ["1\n2\n3"]),
    Case("a heartbeat is no event", ":\n\n:\n\n", data: []),
    Case("a stream that only breathes keeps nothing for the next event", "event:a\n\ndata:x\n\n", data: ["x"]),
    Case(
      "fields that nobody knows", "data:test\n data\ndata\nfoobar:xxx\njusttext\n:yay\ndata:test\n\n",
      data: ["test\n\ntest"]),
    Case(
      "a field's name is exact",
      "data:\0\ndata:  2\rData:1\ndata\0:2\ndata:1\r\0data:4\nda-ta:3\rdata_5\ndata:3\rdata:\r\n data:32\ndata:4\n\n",
      data: ["\0\n 2\n1\n3\n\n4"]),
    Case("one space is dropped, a tab is not", "data:\ttest\rdata: \ndata:test\n\n", data: ["\ttest\n\ntest"]),
    Case("what follows the first colon is the value", "data::a:b\n\n", data: [":a:b"]),
    Case("no data, no event", "event:a\nid:1\n\n", data: []),
    Case("an id without data holds for the next event", "id:7\n\ndata:x\n\n", [.init(data: "x", lastEventID: "7")]),
    Case(
      "an id holds until the next", "id:1\ndata:a\n\ndata:b\n\nid:2\ndata:c\n\n",
      [.init(data: "a", lastEventID: "1"), .init(data: "b", lastEventID: "1"), .init(data: "c", lastEventID: "2")]),
    Case(
      "an id with a null character is ignored", "id:1\nid:a\0b\ndata:a\n\n", [.init(data: "a", lastEventID: "1")]),
    Case("an empty type is `message`", "event: \ndata:a\n\nevent\ndata:b\n\n", data: ["a", "b"]),
    Case("the last type counts", "event:a\nevent:b\ndata:x\n\n", [.init(name: "b", data: "x")]),
    Case(
      "a type holds for one event", "event:a\ndata:x\n\ndata:x\n\n", [.init(name: "a", data: "x"), .init(data: "x")]),
    Case("a null character in data stays", "data:\0\n\n\n\n", data: ["\0"]),
    Case("an unfinished line is none", "data:a\n\ndata:b\n\ndata:c", data: ["a", "b"]),
    Case("text of all planes", "data:ok…é🦊\n\n", data: ["ok…é🦊"]),
    Case("an empty stream", "", data: []),
    Case("a byte order mark alone", "\u{FEFF}", data: []),
  ]

  @Test("the specification's examples", arguments: examples)
  func example(example: Case) { expect(example) }

  @Test("every rule of it", arguments: rules)
  func rule(rule: Case) { expect(rule) }

  private func expect(_ example: Case) {
    let bytes = Array(example.stream.utf8)
    #expect(Feed.whole(bytes).events == example.events)
    #expect(Feed.oneByOne(bytes).events == example.events)
  }

  @Test("an event is given out with the byte that completes it")
  func atOnce() throws {
    var decoder = EventStreamDecoder()
    #expect(try decoder.decode("data:a\r".utf8).isEmpty)
    #expect(try decoder.decode("\r".utf8) == [Event(data: "a")])
    // The line feed still belongs to that line end.
    #expect(try decoder.decode("\ndata:b\r\n".utf8).isEmpty)
    #expect(try decoder.decode("\r".utf8) == [Event(data: "b")])
  }

  @Test("half a byte order mark is text")
  func halfMark() {
    let bytes: [UInt8] = [0xEF, 0xBB] + Array("data:a\n\ndata:b\n\n".utf8)
    #expect(Feed.whole(bytes).events == [Event(data: "b")])
    #expect(Feed.oneByOne(bytes).events == [Event(data: "b")])
  }

  @Test("what is no UTF-8 is replaced, not refused")
  func invalidText() {
    let bytes = Array("data:a".utf8) + [0xFF, 0xC3] + Array("\ndata:b\n\n".utf8)
    #expect(Feed.whole(bytes).events == [Event(data: "a\u{FFFD}\u{FFFD}\nb")])
  }

  @Test(
    "the time to wait is digits alone",
    arguments: [
      ("3000", 3000), ("03000", 3000), ("0", 0), ("99999999999999999999", Int64.max), ("1000x", nil), ("-1", nil),
      ("1.5", nil), ("", nil), (" 1", 1), ("  1", nil), ("1 ", nil), ("٣", nil),
    ] as [(String, Int64?)])
  func retry(text: String, milliseconds: Int64?) throws {
    var decoder = EventStreamDecoder()
    _ = try decoder.decode("retry:\(text)\n".utf8)
    #expect(decoder.reconnectionTime == milliseconds)
  }

  @Test("a time that can't be read leaves the one before")
  func retryKept() throws {
    var decoder = EventStreamDecoder()
    _ = try decoder.decode("retry: 20\nretry: x\nretry\n".utf8)
    #expect(decoder.reconnectionTime == 20)
  }

  @Test("a line that is too long is an error, after the events before it, and so is all that follows")
  func longLine() throws {
    var decoder = EventStreamDecoder(limit: 10)
    #expect(try decoder.decode("data:12345\n\n".utf8) == [Event(data: "12345")])
    #expect(try decoder.decode("data:1\n\n:1234567890".utf8) == [Event(data: "1")])
    #expect(throws: EventStreamDecoder.Failure.lineTooLong) { try decoder.decode("".utf8) }
    #expect(throws: EventStreamDecoder.Failure.lineTooLong) { try decoder.decode("data:1\n\n".utf8) }
  }

  @Test("an event that is too long is an error, however short its lines are")
  func longEvent() throws {
    var decoder = EventStreamDecoder(limit: 10)
    #expect(try decoder.decode("data:1234\ndata:123\n\n".utf8) == [Event(data: "1234\n123")])
    #expect(try decoder.decode("data:1234\ndata:12\nevent:xy\n".utf8).isEmpty)
    #expect(throws: EventStreamDecoder.Failure.eventTooLong) { try decoder.decode("data\n".utf8) }
  }
}

@Suite("However a stream is cut")
struct EventStreamSplitTests {
  private static let pieces = [
    "data", "data", "event", "id", "retry", ":", ":", " ", "\n", "\n", "\r", "\r\n", "\n\n", "\r\r", "\u{FEFF}", "\0",
    "é", "🦊",
    "1", "x", "data:y\n", "id:3\n", "\t",
  ]

  private func stream(_ generator: inout SeededGenerator) -> [UInt8] {
    (0..<Int.random(in: 0...60, using: &generator)).flatMap { _ in
      Array(Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &generator)].utf8)
    }
  }

  @Test("its events are those that a plain reading of the specification finds")
  func reference() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<4000 {
      let bytes = stream(&generator)
      let expected = PlainReader.events(String(decoding: bytes, as: UTF8.self))
      #expect(Feed.whole(bytes).events == expected, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
      #expect(Feed.cut(bytes, &generator).events == expected)
    }
  }

  @Test("any bytes give the same events and the same error")
  func fuzz() {
    var generator = SeededGenerator(seed: 12)
    let likely: [UInt8] = [0x0A, 0x0D, 0x3A, 0x20, 0x00, 0xEF, 0xBB, 0xBF, 0xC3, 0xFF, 0x64]
    for round in 0..<4000 {
      var bytes = round.isMultiple(of: 2) ? stream(&generator) : []
      for _ in 0..<Int.random(in: 0...40, using: &generator) {
        let isLikely = Bool.random(using: &generator)
        bytes.append(
          isLikely ? likely.randomElement(using: &generator) ?? 0 : UInt8.random(in: 0...255, using: &generator))
      }
      let whole = Feed.whole(bytes, limit: 12)
      #expect(Feed.oneByOne(bytes, limit: 12) == whole)
      #expect(Feed.cut(bytes, limit: 12, &generator) == whole)
    }
  }
}

/// Feeds a decoder and collects what comes of it.
private struct Feed: Equatable {
  var events: [EventStreamDecoder.Event] = []
  var failure: EventStreamDecoder.Failure?

  static func whole(_ bytes: [UInt8], limit: Int = 4096) -> Feed { Feed([bytes], limit) }

  static func oneByOne(_ bytes: [UInt8], limit: Int = 4096) -> Feed { Feed(bytes.map { [$0] }, limit) }

  static func cut(_ bytes: [UInt8], limit: Int = 4096, _ generator: inout SeededGenerator) -> Feed {
    var parts: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Int.random(in: 0...min(9, rest.count), using: &generator)
      parts.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return Feed(parts, limit)
  }

  init(_ parts: [[UInt8]], _ limit: Int) {
    var decoder = EventStreamDecoder(limit: limit)
    do throws(EventStreamDecoder.Failure) {
      for part in parts + [[]] { events += try decoder.decode(part) }
    } catch { failure = error }
  }
}

/// Reads a whole stream as the specification is written, on characters and with no thought of speed.
private enum PlainReader {
  static func events(_ text: String) -> [EventStreamDecoder.Event] {
    var (events, data, name, id): ([EventStreamDecoder.Event], String, String, String) = ([], "", "", "")
    for line in lines(text) {
      guard !line.isEmpty else {
        if !data.isEmpty {
          let text = String(String.UnicodeScalarView(data.unicodeScalars.dropLast()))
          events.append(.init(name: name.isEmpty ? "message" : name, data: text, lastEventID: id))
        }
        (data, name) = ("", "")
        continue
      }
      let colon = line.firstIndex(of: ":")
      guard colon != line.startIndex else { continue }
      var value = String(String.UnicodeScalarView(colon.map { line[line.index(after: $0)...] } ?? []))
      if value.unicodeScalars.first == " " { value.unicodeScalars.removeFirst() }
      switch String(String.UnicodeScalarView(line[..<(colon ?? line.endIndex)])) {
      case "data": data += value + "\n"
      case "event": name = value
      case "id": if !value.unicodeScalars.contains("\0") { id = value }
      default: break
      }
    }
    return events
  }

  /// The lines that have an end.
  private static func lines(_ text: String) -> [[Unicode.Scalar]] {
    var scalars = Array(text.unicodeScalars)
    if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
    var (lines, line, index): ([[Unicode.Scalar]], [Unicode.Scalar], Int) = ([], [], 0)
    while index < scalars.count {
      switch scalars[index] {
      case "\r":
        if index + 1 < scalars.count, scalars[index + 1] == "\n" { index += 1 }
        fallthrough
      case "\n":
        lines.append(line)
        line = []
      default: line.append(scalars[index])
      }
      index += 1
    }
    return lines
  }
}
