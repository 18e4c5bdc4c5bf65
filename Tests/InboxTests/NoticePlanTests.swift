import Foundation
import ServerAPI
import Testing

@testable import Inbox

@Suite("What of the inbox is on the desktop")
struct NoticePlanTests {
  private let now = Date.start + 1000

  private func entry(_ number: Int64, _ payload: String? = InboxItem.task, _ state: InboxState = .pending) -> InboxEntry
  {
    InboxEntry(
      sequence: number, push: UUID(), createdAt: .start, state: state, isUnsynced: false, isSilent: false,
      payload: payload.map { PushPayload($0) })
  }

  private func situation(_ arrived: [InboxEntry] = []) -> NoticeSituation {
    var situation = NoticeSituation(now: now, device: "mine")
    situation.arrived = arrived
    situation.highest = arrived.last?.sequence ?? 0
    return situation
  }

  private func shows(_ plan: NoticePlan) -> [Int64] {
    plan.actions.compactMap { if case .show(let entry, _, _) = $0 { entry.sequence } else { nil } }
  }

  private static let notice = #"{"aps":{"alert":"Hello"}}"#

  @Test("a few items are shown one by one, and passed")
  func few() {
    let items = [entry(1), entry(2, Self.notice)]
    #expect(
      NoticePlan(situation(items)).actions
        == [.show(items[0], isAgain: false), .show(items[1], isAgain: false), .pass(through: 2)])
  }

  @Test("what is silent, decided, read, expired or another device's is passed and not shown")
  func notWorthShowing() {
    var items = (1...6).map { entry($0) }
    items[0].isSilent = true
    items[1].state = .accepted
    items[2].state = .read
    items[3].expiresAt = now
    items[4].device = "other"
    items[5].payload = nil
    #expect(NoticePlan(situation(items)).actions == [.pass(through: 6)])
    items[4].device = "mine"
    #expect(shows(NoticePlan(situation(items))) == [5])
  }

  @Test("more than a few are shown together, and what comes then joins them")
  func together() {
    let items = (1...6).map { entry($0, Self.notice) }
    #expect(
      NoticePlan(situation(items)).actions
        == [.showSeveral(1...6, inPlaceOf: nil, isAgain: false), .pass(through: 6)])
    var later = situation([entry(9, Self.notice)])
    later.shown = [.several(1...6)]
    later.unreadCountOfSeveral = 4
    #expect(
      NoticePlan(later).actions == [.showSeveral(1...9, inPlaceOf: 1...6, isAgain: false), .pass(through: 9)])
    later.unreadCountOfSeveral = 0
    #expect(NoticePlan(later).actions.first == .withdraw(.several(1...6)))
    #expect(shows(NoticePlan(later)) == [9])
  }

  @Test("proposals come before notices for the places there are, and the rest is counted")
  func proposalsFirst() {
    let items = (1...9).map { entry($0, $0 % 2 == 0 ? InboxItem.task : Self.notice) }
    let plan = NoticePlan(situation(items))
    #expect(shows(plan) == [2, 4, 6, 8])
    #expect(plan.actions.suffix(2) == [.showSeveral(1...9, inPlaceOf: nil, isAgain: false), .pass(through: 9)])
    var later = situation([entry(10), entry(11), entry(12, Self.notice)])
    (later.shown, later.unreadCountOfSeveral) = (Set([2, 4, 6, 8].map { .item($0) } + [.several(1...9)]), 5)
    for item in items where item.wantsDecision { later.shownEntries[item.sequence] = item }
    #expect(shows(NoticePlan(later)) == [10])
    #expect(NoticePlan(later).actions.contains(.showSeveral(1...12, inPlaceOf: 1...9, isAgain: false)))
  }

  @Test("the proposal that waits longest takes the place that becomes free, and is no longer counted")
  func nextProposal() {
    var waiting = situation()
    waiting.shown = [.several(6...9), .item(1), .item(2), .item(3), .item(4)]
    for number in 1...4 as ClosedRange<Int64> { waiting.shownEntries[number] = entry(number) }
    (waiting.unreadCountOfSeveral, waiting.queued) = (4, [entry(6), entry(8)])
    #expect(
      NoticePlan(waiting).actions
        == [.show(waiting.queued[0], isAgain: false), .showSeveral(6...9, inPlaceOf: 6...9, isAgain: true)])
    waiting.shownEntries[4]?.state = .accepted
    #expect(NoticePlan(waiting).actions.first == .withdraw(.item(4)) && shows(NoticePlan(waiting)) == [6, 8])
    waiting.isQuiet = true
    #expect(shows(NoticePlan(waiting)).isEmpty)
    waiting.isQuiet = false
    waiting.shownEntries[4] = entry(4)
    waiting.shownEntries[5] = entry(5)
    #expect(NoticePlan(waiting).actions.isEmpty)
    waiting.shownEntries[5] = nil
    waiting.queued = [entry(4), entry(6)]
    #expect(shows(NoticePlan(waiting)) == [6], "what is on the screen has its place")
  }

  @Test("a proposal takes the place of the oldest notice at once, and no other proposal's")
  func inPlaceOfANotice() {
    var full = situation([entry(6), entry(7, Self.notice), entry(8)])
    for number in 1...5 as ClosedRange<Int64> {
      full.shown.insert(.item(number))
      full.shownEntries[number] = entry(number, number == 3 ? InboxItem.task : Self.notice)
    }
    #expect(
      NoticePlan(full).actions == [
        .show(full.arrived[0], inPlaceOf: 1, isAgain: false), .show(full.arrived[2], inPlaceOf: 2, isAgain: false),
        .showSeveral(1...7, inPlaceOf: nil, isAgain: false), .pass(through: 8),
      ])
    for number in 1...5 as ClosedRange<Int64> { full.shownEntries[number] = entry(number) }
    #expect(
      NoticePlan(full).actions == [.showSeveral(6...8, inPlaceOf: nil, isAgain: false), .pass(through: 8)])
  }

  @Test("of a flood only the beginning is looked at, and all of it is passed")
  func flood() {
    var flood = situation((1...Int64(NoticeSituation.arrivedLimit)).map { entry($0) })
    flood.highest = 100_000
    #expect(
      NoticePlan(flood).actions.suffix(2)
        == [.showSeveral(6...100_000, inPlaceOf: nil, isAgain: false), .pass(through: 100_000)])
    #expect(shows(NoticePlan(flood)) == [1, 2, 3, 4, 5])
    // What comes after silent ones is looked at in its turn.
    flood.arrived = flood.arrived.map { entry in
      var entry = entry
      entry.isSilent = true
      return entry
    }
    #expect(NoticePlan(flood).actions == [.pass(through: Int64(NoticeSituation.arrivedLimit))])
  }

  @Test("the number of notifications is bounded, however items come")
  func bounded() {
    var generator = SeededGenerator(seed: 20)
    for _ in 0..<200 {
      var shown: Set<InboxNotice> = []
      var entries: [Int64: InboxEntry] = [:]
      var next: Int64 = 1
      while next < 200 {
        let count = Int64.random(in: 1...4, using: &generator)
        var situation = situation((next..<next + count).map { entry($0) })
        (situation.shown, situation.shownEntries, situation.unreadCountOfSeveral) = (shown, entries, 1)
        for action in NoticePlan(situation).actions {
          switch action {
          case .show(let entry, _, _):
            shown.insert(.item(entry.sequence))
            entries[entry.sequence] = entry
          case .showSeveral(let numbers, let former, _):
            if let former { shown.remove(.several(former)) }
            shown.insert(.several(numbers))
          default: break
          }
        }
        #expect(shown.count <= NoticePlan.maximumSingleCount + 1)
        next += count
      }
    }
  }

  @Test("what is decided, read elsewhere or over is taken down")
  func takenDown() {
    var situation = situation()
    situation.shownEntries = [1: entry(1, InboxItem.task, .read), 2: entry(2, InboxItem.task, .rejected)]
    situation.shownEntries[3] = entry(3, Self.notice, .read)
    situation.shownEntries[4] = entry(4, Self.notice)
    var over = entry(5)
    over.expiresAt = now - 1
    situation.shownEntries[5] = over
    var soon = entry(6)
    soon.expiresAt = now + 60
    situation.shownEntries[6] = soon
    situation.shown = Set((1...7).map { .item($0) } + [.outcome(1)])
    let plan = NoticePlan(situation)
    #expect(plan.actions == [2, 3, 5, 7].map { .withdraw(.item($0)) })
    #expect(plan.expiry == now + 60)
  }

  @Test("what was redacted is taken down, the outcome that names it as well")
  func redacted() {
    var situation = situation()
    var item = entry(1, nil)
    item.isRedacted = true
    situation.shownEntries[1] = item
    situation.shown = [.item(1), .outcome(2), .outcome(3)]
    situation.redacted = [2]
    #expect(NoticePlan(situation).actions == [.withdraw(.item(1)), .withdraw(.outcome(2))])
  }

  @Test("nothing is shown or passed in quiet hours and without a service; in front everything is seen")
  func heldBack() {
    let item = entry(1)
    for change in [\NoticeSituation.isQuiet, \.isServiceThere] {
      var held = situation([item])
      held[keyPath: change].toggle()
      #expect(NoticePlan(held).actions.isEmpty)
      held.isInFront = true
      #expect(NoticePlan(held).actions == [.seenInFront(item), .pass(through: 1)])
    }
  }

  @Test("what waits is shown again beside what is new, and each once")
  func again() {
    var both = situation([entry(3)])
    both.waiting = [entry(1), entry(2, Self.notice, .read), entry(3)]
    let plan = NoticePlan(both)
    #expect(
      plan.actions == [
        .show(both.waiting[0], isAgain: true), .show(both.arrived[0], isAgain: false), .pass(through: 3),
      ])
    both.arrived = []
    both.waiting = (1...9).map { entry($0) }
    #expect(NoticePlan(both).actions.last == .showSeveral(6...9, inPlaceOf: nil, isAgain: true))
    #expect(NoticePlan(both).actions.prefix(5) == both.waiting.prefix(5).map { .show($0, isAgain: true) }[...])
  }

  @Test("names are read as they were written, and nothing else is")
  func names() {
    for notice in [InboxNotice.item(12), .several(3...9), .outcome(7), .channel(UUID())] {
      #expect(InboxNotice(name: notice.name) == notice)
    }
    for name in [
      "", "item", "item/", "item/0", "item/x", "several/9-3", "several/3", "other/1", "item/1-2", "channel/1",
    ] {
      #expect(InboxNotice(name: name) == nil)
    }
  }
}

@Suite("What notifications of the inbox say")
struct NoticeTextTests {
  @Test("a task says what it is, when it is due, and what else there is")
  func task() {
    let payload = PushPayload(
      #"{"aps":{"alert":{"title":"Water","body":"The balcony."}},"kind":"task","due":"2030-06-01T18:00:00Z"}"#)
    let text = NoticeText(payload, from: "program “garden”") { _ in "1 June" }
    #expect(text.title == "Water" && text.body == "From program “garden”\nDue 1 June\nThe balcony.")
    #expect(NoticeText(payload, from: nil) { _ in "" }.body.hasPrefix("From an unknown sender\n"))
    let notice = PushPayload(#"{"aps":{"alert":"Hello"},"kind":"notice","due":"2030-06-01T18:00:00Z"}"#)
    #expect(NoticeText(notice, from: nil) { _ in "1 June" } == NoticeText(notice, from: nil) { _ in "never" })
    #expect(NoticeText(notice, from: nil) { _ in "" }.body.isEmpty)
  }

  @Test("what desktops cut is known: a title over one line, and a body over six")
  func whole() {
    func isWhole(_ title: String, _ body: String) -> Bool {
      let alert = ["title": title, "body": body]
      let payload = try? JSONSerialization.data(withJSONObject: ["aps": ["alert": alert], "kind": "task"])
      return NoticeText(PushPayload(String(decoding: payload ?? Data(), as: UTF8.self)), from: "ada") { _ in "" }
        .isShownWhole
    }
    #expect(isWhole("Water", "The balcony.\nThen\nthe\nrest\n."))
    #expect(!isWhole("Water", "The balcony.\nThen\nthe\nrest\n.\n."))
    #expect(isWhole("Water", String(repeating: "x", count: 180)))
    #expect(!isWhole("Water", String(repeating: "x", count: 181)))
    #expect(isWhole(String(repeating: "x", count: 35), "") && !isWhole(String(repeating: "x", count: 36), ""))
    #expect(isWhole(String(repeating: "水", count: 21), "") && !isWhole(String(repeating: "水", count: 22), ""))
    #expect(isWhole("Pay the invoice of the electrician", "the quick brown fox jumps over the lazy dog"))
    // As wide as two or more small letters in the fonts of desktops, up to 1.04 em.
    for wide in ["W", "M", "m", "w", "@", "%", "Œ", "Ω", "ω", "Ж", "щ", "ю", "Ẅ", "©", "‰"] {
      #expect(isWhole(String(repeating: wide, count: 14), ""), "\(wide)")
      #expect(!isWhole(String(repeating: wide, count: 27), ""), "\(wide)")
      #expect(!isWhole("Water", String(repeating: wide, count: 136)), "\(wide)")
    }
    #expect(!isWhole(String(repeating: "W", count: 20), "") && isWhole(String(repeating: "б", count: 30), ""))
    let words = Array(repeating: String(repeating: "x", count: 25), count: 6).joined(separator: " ")
    #expect(isWhole("Water", String(words.dropLast(26))) && !isWhole("Water", words), "lines are broken at blanks")
    for hidden in ["\u{200B}", "\u{202E}", "\t", "\u{7}", "\u{E0041}"] { #expect(!isWhole("Wa\(hidden)ter", "")) }
    #expect(!isWhole("Water\nand pay", ""))
    for blanks in ["a  b", " a", "a ", "a \u{3000}b", "a\u{A0}b", "a\n b"] { #expect(!isWhole("Water", blanks)) }
    // A blank that is a letter or a sign, ten columns of one character, what is drawn over others or from right to left.
    for other in [
      "\u{2800}", "\u{1D159}", "\u{3164}", "\u{FFFC}", "\u{FDFD}", "\u{BF5}", "\u{E47}", "\u{301}", "\u{5D0}",
    ] {
      #expect(!isWhole("Wa\(other)ter", "") && !isWhole("Water", "pay \(other)"))
    }
    #expect(isWhole("Größe Ωμέγα Вода", "“Zürich” – 5 €, 水を 물 🌱…"))
  }

  @Test("what desktops may take for the same says which item it is")
  func alike() {
    func text(_ title: String, _ body: String) -> NoticeText {
      NoticeText(PushPayload(#"{"aps":{"alert":{"title":"\#(title)","body":"\#(body)"}}}"#), from: "ada") { _ in "" }
    }
    let long = String(repeating: "x", count: 300)
    #expect(text("Pay", "the rent").isTaken(for: text("Pay", "the rent")))
    #expect(text("Pay", long + "1").isTaken(for: text("Pay", long + "2")), "both are cut")
    #expect(!text("Pay", "the rent").isTaken(for: text("Pay", "the tax")))
    #expect(!text("Pay", "the rent").isTaken(for: text("Payment", "the rent")))
    var numbered = text("Pay", "the rent")
    numbered.add(number: 12)
    #expect(numbered.title == "Pay" && numbered.body == "Item 12\nFrom ada\nthe rent")
  }

  @Test("a sender's text says what the sender is, so that no name can be another's")
  func senders() throws {
    let (ada, bob) = (UUID(), try #require(UUID(uuidString: "3F2A91C0-0000-4000-8000-000000000001")))
    #expect(ItemSender(kind: .person, name: "bob", id: bob).text(for: ada) == "bob (3f2a91c0)")
    #expect(ItemSender(kind: .administrator, name: "bob", id: bob).text(for: ada) == "administrator bob (3f2a91c0)")
    #expect(ItemSender(kind: .administrator, name: "bob", id: bob).text(for: bob) == "you")
    #expect(ItemSender(kind: .person, name: "you", id: bob).text(for: ada) == "“you” (3f2a91c0)")
    #expect(
      ItemSender(kind: .administrator, name: "Program", id: bob).text(for: ada)
        == "administrator “Program” (3f2a91c0)")
    #expect(ItemSender(kind: .program, name: "bob\nada").text(for: ada) == "program “bob ada”")
    #expect(ItemSender(kind: .program, name: "bob", id: bob).text(for: ada) == "unknown sender “bob”")
    #expect(ItemSender(kind: .person, name: "bob").text(for: ada) == "unknown sender “bob”")
    #expect(ItemSender(kind: .unknown, name: "bot", id: bob).text(for: ada) == "unknown sender “bot”")
  }

  @Test("several are counted, and the first of them named, a line each")
  func several() {
    let text = NoticeText(count: 37, titles: ["A", "B\nb", "C"], isAgain: false)
    #expect(text.title == "37 new items" && text.body == "A\nB b\nC\nand 34 more")
    #expect(NoticeText(count: 1, titles: ["A"], isAgain: true) == NoticeText(count: 1, titles: ["A"], isAgain: true))
    #expect(NoticeText(count: 1, titles: ["A"], isAgain: true).title == "1 item in the inbox")
    #expect(NoticeText(count: 2, titles: [], isAgain: false).body.isEmpty)
  }

  @Test("an outcome says what was done, or why it was not")
  func outcomes() {
    #expect(NoticeText(accepted: "Water", due: "18:00", notes: []).title == "Accepted: Water, due 18:00")
    let past = NoticeText(accepted: "Water", due: nil, notes: ["Its due date has passed."])
    #expect(past.title == "Accepted: Water" && past.body == "Its due date has passed.")
    let failed = NoticeText(failed: "Water", reason: "It has expired.", hint: "")
    #expect(failed.title == "Not done: Water" && failed.body == "It has expired.")
  }
}
