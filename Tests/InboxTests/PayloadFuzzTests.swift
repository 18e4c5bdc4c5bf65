import FoundationEssentials
import Testing

@testable import Inbox

@Suite("Payloads that somebody has broken")
struct PayloadFuzzTests {
  private static let valid = [
    #"{"aps":{"alert":{"title":"Water","subtitle":"s","body":"b\nc"},"badge":3,"sound":{"name":"x"}},"kind":"task","due":1e9}"#,
    #"{"aps":{"alert":"text","content-available":1},"kind":"notice","image":"abc","verify":true,"notify":false}"#,
    #"{"jsondata":{"id":1,"message":"m\ud83d\ude00","sendername":"\u0000"},"due":"2030-06-01T18:00:00.25+02:00"}"#,
    #"{"message":{"notification":{"title":"t","body":"b"},"data":{"due":"1906567200","verify":"true"},"apns":{"payload":{"aps":{}}}}}"#,
    #"{"platform":"all","notification":{"alert":"a","ios":{"alert":{"loc-key":"k","loc-args":["x","y"]},"extras":{"kind":"task"}}}}"#,
    #"{"jsondata":"{\"id\":1,\"message\":\"m\",\"sendername\":\"s\"}","x":[[[[1,2,{"a":[null,true]}]]]]}"#,
  ]
  private static let pieces = [
    "{", "}", "[", "]", "\"", "\\", "\\u", "\\ud83d", ",", ":", "null", "1e999", "-", "0", "\u{0}", "\u{202E}", "é",
    "e\u{301}",
    "\r\n", "\"aps\":", "\"jsondata\":", "\"due\":", "99999999999999999999", "\u{1F600}",
  ]

  private static func mutated(_ text: String, _ generator: inout SeededGenerator) -> String {
    var scalars = Array(text.unicodeScalars)
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      let place = Int.random(in: 0...scalars.count, using: &generator)
      let end = min(scalars.count, place + Int.random(in: 0...8, using: &generator))
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: scalars.removeSubrange(place..<end)
      case 1: scalars.insert(contentsOf: scalars[place..<end], at: place)
      case 2: scalars.removeSubrange(place...)
      case 3:
        let other = Array((valid.randomElement(using: &generator) ?? "").unicodeScalars)
        scalars.insert(contentsOf: other, at: place)
      default: scalars.insert(contentsOf: (pieces.randomElement(using: &generator) ?? "").unicodeScalars, at: place)
      }
    }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: scalars)
    return String(result)
  }

  @Test("are read without harm: the text is kept, what is made of it is bounded, and it is the same every time")
  func fuzz() {
    var generator = SeededGenerator(seed: 20_301_224)
    for round in 0..<20_000 {
      let text = Self.mutated(Self.valid[round % Self.valid.count], &generator)
      let payload = PushPayload(text)
      #expect(Array(payload.raw.utf8) == Array(text.utf8))
      #expect(payload.problems.count <= 20 && payload.problems.allSatisfy { $0.utf8.count < 200 })
      #expect(payload.title.utf8.count + payload.text.utf8.count <= 2 * text.utf8.count + 64)
      #expect(!payload.title.isEmpty && payload == PushPayload(text))
    }
  }

  @Test("words may be written with escapes")
  func escapes() {
    #expect(PushPayload(#"{"kind":"t\u0061sk"}"#).kind == .task)
    #expect(PushPayload(#"{"json\u0064ata":{"id":1,"message":"m","sendername":"s"}}"#).message != nil)
  }
}
