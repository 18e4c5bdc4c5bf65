import Foundation
import Testing

@testable import Inbox

@Suite("docs/apns.md, key by key")
struct APNsDocumentTests {
  /// A row of the table: a key, a value that it may have, and whether it acts.
  private struct Key {
    let path: [String]
    let value: String
    let acts: Bool

    /// A payload that has the value, or is the same without it.
    func payload(hasIt: Bool) -> PushPayload {
      guard path.count == 2 else { return PushPayload(hasIt ? #"{"aps":{"\#(path[0])":\#(value)}}"# : #"{"aps":{}}"#) }
      let own = #""\#(path[1])":\#(value)"#
      let members = (companion.map { [$0] } ?? []) + (hasIt ? [own] : [])
      return PushPayload(#"{"aps":{"\#(path[0])":{\#(members.joined(separator: ","))}}}"#)
    }

    /// What it says something about.
    private var companion: String? {
      if path[1].hasSuffix("loc-args") { return #""\#(path[1].dropLast(4))key":"KEY""# }
      return path[0] == "sound" && path[1] != "name" ? #""name":"default""# : nil
    }
  }

  private static func keys() throws -> [Key] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/apns.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { $0.split(separator: " | ") }
    return try rows.filter { $0.count == 3 }.map { row in
      let words = try row.prefix(2).map {
        try #require($0.split(separator: "`").dropFirst($0.hasPrefix("|") ? 1 : 0).first)
      }
      let acts = row[2].hasPrefix("acts")
      try #require(acts || row[2].hasPrefix("kept"), "\(row[0])")
      return Key(path: words[0].split(separator: ".").map(String.init), value: String(words[1]), acts: acts)
    }
  }

  /// All that was made of a payload, but for the payload itself.
  private func meaning(_ payload: PushPayload) -> [String] {
    Mirror(reflecting: payload).children.filter { $0.label != "raw" }.map { "\($0.label ?? "") \($0.value)" }
  }

  @Test("what it says to act does, and what it says to be kept changes nothing")
  func keys() throws {
    let keys = try Self.keys()
    #expect(keys.count == 34)
    for key in keys {
      let (with, without) = (key.payload(hasIt: true), key.payload(hasIt: false))
      #expect(with.problems.isEmpty && without.problems.isEmpty, "\(key.path)")
      #expect((meaning(with) != meaning(without)) == key.acts, "\(key.path)")
    }
  }

  @Test("every key of Apple's has a row")
  func complete() throws {
    let paths = try Set(Self.keys().map { $0.path.joined(separator: ".") })
    let apple = [
      "alert", "badge", "sound", "thread-id", "category", "content-available", "mutable-content", "target-content-id",
      "interruption-level", "relevance-score", "filter-criteria", "stale-date", "content-state", "timestamp", "event",
      "dismissal-date", "attributes-type", "attributes", "alert.title", "alert.subtitle", "alert.body",
      "alert.launch-image",
      "alert.title-loc-key", "alert.title-loc-args", "alert.subtitle-loc-key", "alert.subtitle-loc-args",
      "alert.loc-key",
      "alert.loc-args", "sound.critical", "sound.name", "sound.volume",
    ]
    #expect(apple.filter { !paths.contains($0) } == [])
  }
}
