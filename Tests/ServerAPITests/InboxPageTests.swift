import Foundation
import StrictJSON
import Testing

@testable import ServerAPI

@Suite("Pages of the inbox as JSON")
struct InboxPageTests {
  private static let texts = [
    "", "plain", "quo\"te", "back\\slash", "line\nbreak\r\ttab", "\u{0}\u{1}\u{1F}\u{7F}", "Grüße 😀 日本", "a/b",
    #"{"aps":{"alert":"x \u0041"}}"#, "\u{2028}\u{FEFF}\u{202E}",
  ]

  private static let senders: [ItemSender?] = [
    nil, ItemSender(kind: .program, name: "backups “x” \n"), ItemSender(kind: .person, name: "ada", id: UUID()),
    ItemSender(kind: .administrator, name: "", id: UUID()),
  ]

  private static func page(seed: UInt64) -> InboxPage {
    var random = SplitMix(state: seed)
    let items = (0..<Int.random(in: 0...40, using: &random)).map { _ in
      InboxItem(
        sequence: Int64.random(in: 0...SequenceNumber.greatest, using: &random), push: UUID(),
        createdAt: moment(&random), expiresAt: Bool.random(using: &random) ? moment(&random) : nil,
        device: texts.randomElement(using: &random).flatMap { $0.isEmpty ? nil : $0 },
        state: [.pending, .read, .accepted, .rejected].randomElement(using: &random) ?? .pending,
        payload: Bool.random(using: &random) ? texts.randomElement(using: &random) : nil,
        priority: [nil, 5, 1].randomElement(using: &random) ?? nil,
        redacted: Bool.random(using: &random) ? true : nil, replaced: Bool.random(using: &random) ? true : nil,
        sender: senders.randomElement(using: &random) ?? nil, broadcast: Bool.random(using: &random) ? true : nil)
    }
    return InboxPage(items: items, bounds: SequenceBounds(first: 1, highest: Int64.random(in: 0...99, using: &random)))
  }

  /// From the year 1600, before which Foundation counts by the Julian calendar, to 9999, in whole seconds.
  private static func moment(_ random: inout SplitMix) -> Date {
    Date(timeIntervalSince1970: Double(Int64.random(in: -11_676_096_000...253_402_300_799, using: &random)))
  }

  private static let decoder = {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }()

  private static let encoder = {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  @Test("what is written is what Foundation writes, and each reads the other's", arguments: 0..<50 as Range<UInt64>)
  func agreement(seed: UInt64) throws {
    let page = Self.page(seed: seed)
    #expect(try Self.decoder.decode(InboxPage.self, from: Data(page.json)) == page)
    #expect(try InboxPage(json: Array(try Self.encoder.encode(page))) == page)
    #expect(try InboxPage(json: page.json) == page)
    let plain = InboxPage(items: page.items.filter { $0.payload == "plain" }, bounds: page.bounds)
    #expect(try Self.encoder.encode(plain).count == plain.json.count)
  }

  @Test("parts of a second are left out, and read where another server writes them")
  func partsOfASecond() throws {
    var item = Self.item
    item.createdAt = Date(timeIntervalSince1970: -0.25)
    let text = String(decoding: InboxPage(items: [item], bounds: Self.bounds).json, as: UTF8.self)
    #expect(text.contains(#""createdAt":"1969-12-31T23:59:59Z""#))
    let other = text.replacing("59Z", with: "59.500Z")
    #expect(try InboxPage(json: Array(other.utf8)).items.first?.createdAt == Date(timeIntervalSince1970: -0.5))
    let zone = text.replacing("1969-12-31T23:59:59Z", with: "1970-01-01T01:59:59+02:00")
    #expect(try InboxPage(json: Array(zone.utf8)).items.first?.createdAt == Date(timeIntervalSince1970: -1))
  }

  @Test("a payload with endless combining marks keeps no other item from being read")
  func combiningMarks() throws {
    var item = Self.item
    item.payload = "{\"aps\":{\"alert\":\"a" + String(repeating: "\u{301}\u{323}", count: 40) + "\"}}"
    let page = try InboxPage(json: InboxPage(items: [item, Self.item], bounds: Self.bounds).json)
    #expect(
      page.items.map { $0.payload.map { Array($0.utf8) } }
        == [item, Self.item].map { $0.payload.map { Array($0.utf8) } })
  }

  @Test("members that are unknown here are passed over")
  func unknownMembers() throws {
    let text = String(decoding: InboxPage(items: [Self.item], bounds: Self.bounds).json, as: UTF8.self)
    let newer = text.replacing(#""sequence""#, with: #""weight":{"of":[1,2]},"sequence""#)
      .replacing(#""items""#, with: #""cursor":null,"items""#)
    #expect(try InboxPage(json: Array(newer.utf8)).items == [Self.item])
  }

  @Test("a kind of sender that is unknown here is read as such, and what is no sender is refused")
  func senders() throws {
    var item = Self.item
    item.sender = ItemSender(kind: .person, name: "ada")
    let text = String(decoding: InboxPage(items: [item], bounds: Self.bounds).json, as: UTF8.self)
    let newer = Array(text.replacing("person", with: "robot").utf8)
    #expect(try InboxPage(json: newer).items.first?.sender == ItemSender(kind: .unknown, name: "ada"))
    #expect(try Self.decoder.decode(InboxPage.self, from: Data(newer)) == InboxPage(json: newer))
    for broken in [#"{"kind":1,"name":"ada"}"#, #"{"kind":"person"}"#, #"{"kind":"person","name":"a","id":"1"}"#, "1"] {
      let page = Array(text.replacing(#"{"kind":"person","name":"ada"}"#, with: broken).utf8)
      #expect(throws: (any Error).self) { try InboxPage(json: page) }
      #expect(throws: (any Error).self) { try Self.decoder.decode(InboxPage.self, from: Data(page)) }
    }
  }

  @Test(
    "what is no page is refused",
    arguments: [
      ("\"sequence\":1", "\"sequence\":-1"), ("\"sequence\":1", "\"sequence\":9007199254740992"),
      ("\"sequence\":1", "\"sequence\":1.5"), ("\"sequence\":1", "\"sequence\":\"1\""), ("\"sequence\":1,", ""),
      ("pending", "unheard"), ("1970-01-01T00:00:00Z", "today"),
      ("00000000-0000-4000-8000-000000000001", "1"), ("\"highest\":1", "\"highest\":null"), ("}]", "}"), ("]}", "]}x"),
      ("\"text\"", "1"), ("text", "te\u{1}xt"), ("\"items\":", "\"other\":"),
      ("\"items\":", "\"items\":[],\"items\":"),
    ])
  func refusals(part: String, replacement: String) throws {
    let text = String(decoding: InboxPage(items: [Self.item], bounds: Self.bounds).json, as: UTF8.self)
    let broken = text.replacing(part, with: replacement)
    #expect(broken != text)
    #expect(throws: JSONError.self) { try InboxPage(json: Array(broken.utf8)) }
  }

  @Test("bytes that are no UTF-8, and every cut of a page, are refused and harm nothing")
  func damage() throws {
    let bytes = InboxPage(items: [Self.item], bounds: Self.bounds).json
    for count in bytes.indices {
      #expect(throws: JSONError.self) { try InboxPage(json: Array(bytes[..<count])) }
      var broken = bytes
      broken[count] = 0xFF
      #expect(throws: JSONError.self) { try InboxPage(json: broken) }
    }
  }

  private static let bounds = SequenceBounds(first: 1, highest: 1)
  private static let item = InboxItem(
    sequence: 1, push: UUID(uuidString: "00000000-0000-4000-8000-000000000001") ?? UUID(),
    createdAt: Date(timeIntervalSince1970: 0), expiresAt: nil, device: nil, state: .pending, payload: "text")
}

/// SplitMix64, so that a failure comes again.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
