import FoundationEssentials
import Testing
import VaultModel

@Suite("Naming a task by the beginning of its id")
struct ShortIDTests {
  private static func id(_ text: String) throws -> UUID { try #require(UUID(uuidString: text)) }

  @Test("a task alone has four digits")
  func alone() throws {
    let id = try Self.id("3F2504E0-4F89-11D3-9A0C-0305E82C3301")
    #expect(ShortIDs.shortest(for: [id]) == [id: "3f25"])
    #expect(ShortIDs.shortest(for: []).isEmpty)
  }

  @Test("tasks that begin alike get as many digits as tell them apart")
  func alike() throws {
    let ids = try [
      "3F2504E0-4F89-11D3-9A0C-0305E82C3301", "3F2504E0-4F89-11D3-9A0C-0305E82C3302",
      "3F25FFFF-4F89-11D3-9A0C-0305E82C3302",
    ]
    .map(Self.id)
    let short = ShortIDs.shortest(for: ids + ids)
    #expect(short[ids[0]] == "3f2504e04f8911d39a0c0305e82c3301")
    #expect(short[ids[1]] == "3f2504e04f8911d39a0c0305e82c3302")
    #expect(short[ids[2]] == "3f25f")
  }

  @Test("others count that get no short id themselves, and may be the same")
  func others() throws {
    let ids = try ["3F2504E0-4F89-11D3-9A0C-0305E82C3301", "3F25F000-0000-0000-0000-000000000000"].map(Self.id)
    #expect(ShortIDs.shortest(for: [ids[0]], among: ids) == [ids[0]: "3f250"])
    #expect(ShortIDs.shortest(for: [ids[1]], among: [ids[1], ids[1]]) == [ids[1]: "3f25"])
    #expect(ids[0].hexDigits(7) == "3f2504e" && ids[0].hexDigits(99) == ids[0].hexDigits)
  }

  @Test("a short id names its task and no other, and one digit less would not")
  func shortest() {
    var generator = SeededGenerator(seed: 7)
    let ids = (0..<3000).map { _ in
      var bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
      bytes[0] = 0
      return UUID(bytes: bytes)!
    }
    let digits = Set(ids).map(\.hexDigits)
    var shared: [Substring: Int] = [:]
    for text in digits { for count in 3..<32 { shared[text.prefix(count), default: 0] += 1 } }
    for (id, short) in ShortIDs.shortest(for: ids) {
      #expect(id.hexDigits.hasPrefix(short))
      #expect(shared[short[...]] == 1)
      #expect(short.count == 4 || shared[short.dropLast(), default: 0] > 1)
    }
    #expect(Set(ShortIDs.shortest(for: ids).values).count == Set(ids).count)
  }

  @Test(
    "prefixes are read with and without dashes, in either case",
    arguments: [("3f25", "3f25"), ("3F2504E0-4f", "3f2504e04f"), ("3F2504E0-", "3f2504e0"), ("a", "a")])
  func prefix(text: String, digits: String) { #expect(TaskIDPrefix(text)?.digits == digits) }

  @Test(
    "what is no prefix is refused",
    arguments: ["", "-", "xyz", "3f2-5", "3f2504e0--4f", " 3f25", "3f2504e04f8911d39a0c0305e82c33011", "３"])
  func refused(text: String) { #expect(TaskIDPrefix(text) == nil) }

  @Test("a prefix matches the ids from its lowest to its highest")
  func range() throws {
    let prefix = try #require(TaskIDPrefix("3f25a"))
    #expect(prefix.lowest == [0x3F, 0x25, 0xA0] + [UInt8](repeating: 0, count: 13))
    #expect(prefix.highest == [0x3F, 0x25, 0xAF] + [UInt8](repeating: 0xFF, count: 13))
    #expect(prefix.matches(try #require(UUID(bytes: prefix.lowest))))
    #expect(!prefix.matches(try Self.id("3F26A4E0-4F89-11D3-9A0C-0305E82C3301")))
  }

  @Test("an id is written as Foundation does, read in either case, and nothing else is read")
  func text() throws {
    for _ in 0..<100 {
      let id = UUID()
      #expect(id.text == id.uuidString.lowercased())
      #expect(UUID(text: id.text) == id && UUID(text: id.uuidString) == id)
    }
    let text = "0a1b2c3d-4e5f-6a7b-8c9d-0e1f2a3b4c5d"
    for place in text.indices {
      for other in ["g", "-", "0", "é", " "] where other != String(text[place]) {
        let changed = text[..<place] + other + text[text.index(after: place)...]
        #expect((UUID(text: String(changed)) == nil) == (other != "0" || text[place] == "-"), "\(changed)")
      }
    }
    for wrong in ["", "0a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d", text + "0", String(text.dropLast())] {
      #expect(UUID(text: wrong) == nil)
    }
  }
}

/// SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
