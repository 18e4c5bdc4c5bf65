import Testing

@testable import Lookalikes

@Suite("What names look like")
struct LikenessTests {
  @Test(
    "names that people may take for each other have likenesses that meet",
    arguments: [
      ("paypal", "р\u{0430}ypal"), ("paypal", "раураl"), ("rnary", "mary"), ("Mary", "rnary"), ("paypaI", "paypal"),
      ("BILL", "bill"), ("Bill", "bill"), ("bi1l", "bill"), ("ｐａｙｐａｌ", "paypal"), ("ＢＯＢ", "bob"),
      ("g00gle", "google"), ("Bob", "B0b"), ("Іvan", "Ivan"), ("Ꮇary", "mary"), ("ﬁona", "fiona"), ("ΑΒΓ", "αβγ"),
      ("jose\u{301}", "jos\u{E9}"), ("grace", "grace"), ("O'Hara", "O’Hara"), ("straße", "strasse"),
    ])
  func alike(one: String, other: String) throws {
    let (first, second) = (try Likeness(one), try Likeness(other))
    #expect(first.meets(second) && second.meets(first), "\(first.keys) \(second.keys)")
  }

  @Test(
    "others keep apart, accents too",
    arguments: [
      ("jose", "jos\u{E9}"), ("bob", "rob"), ("ada", "adam"), ("ali", "all"), ("Müller", "Muller"), ("Ø", "O"),
      ("anna", "ana"), ("иван", "ivan"),
    ])
  func apart(one: String, other: String) throws {
    let (first, second) = (try Likeness(one), try Likeness(other))
    #expect(!first.meets(second) && !second.meets(first), "\(first.keys) \(second.keys)")
  }

  @Test("a likeness does not change with case, nor with the form of a text, and is the same a second time")
  func properties() throws {
    var generator = SplitMix(state: 62)
    let letters = "abcdefmnorlI1O0|éüßæπжЖ漢ａＡ\u{301} -_.".map(String.init)
    for _ in 0..<2000 {
      let name = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
        letters.randomElement(using: &generator) ?? ""
      }
      .joined()
      let likeness = try Likeness(name)
      #expect(try Likeness(name) == likeness)
      #expect(try Likeness(name.lowercased()).meets(likeness), "\(name)")
      #expect(try Likeness(name.composed()) == likeness)
      let composed = try name.composed()
      #expect(try Array(composed.composed().utf8) == Array(composed.utf8) && composed == name)
      #expect((1...2).contains(likeness.keys.count))
    }
  }

  @Test("a text that grows far is whole all the same")
  func growth() throws {
    // The longest decomposition of one character there is.
    let text = String(repeating: "\u{FDFA}", count: 120)
    let whole = try UnicodeLibrary.text(text, in: .nfkc)
    #expect(whole.unicodeScalars.count == 18 * 120)
    #expect(try Likeness(text) == Likeness(whole))
    #expect(try Likeness("").keys == [""])
  }
}

/// Numbers that are the same in every run.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
