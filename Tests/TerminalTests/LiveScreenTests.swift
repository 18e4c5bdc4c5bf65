import Foundation
import LinuxSystem
import Terminal
import Testing
import VaultTesting

@Suite("The live screen")
struct LiveScreenTests {
  struct Broken: Error {}

  /// Shows the keys that were pressed, and how often it was woken.
  private struct KeyLog: LiveView {
    var descriptor: Int32 = -1
    var descriptors: [Int32] { [-1, descriptor] }
    var deadline: ContinuousClock.Instant?
    var keys: [Key] = []
    var wakes = 0
    var draws = 0

    mutating func handle(_ key: Key) throws -> LiveStep {
      if key == .text("!") { throw Broken() }
      keys.append(key)
      return key == .text("q") ? .leave : .stay
    }

    mutating func wake() throws -> LiveStep {
      var byte: UInt8 = 0
      _ = read(descriptor, &byte, 1)
      wakes += 1
      return .stay
    }

    mutating func draw(_ frame: inout LiveFrame) {
      draws += 1
      if let end = deadline, end <= .now { deadline = nil }
      frame.set(0, LiveText("\(frame.rows) by \(frame.columns), \(wakes) wakes, deadline \(deadline == nil)"))
      frame.set(1, LiveText("keys: " + keys.map { "\($0)" }.joined(separator: " ")))
    }
  }

  private func show(_ view: KeyLog, _ terminal: PseudoTerminal) -> Background<(LiveEnd, KeyLog)> {
    let path = terminal.path
    return Background {
      var view = view
      let end = try LiveScreen(at: TerminalDevice(path: path), term: "xterm").run(&view)
      return (end, view)
    }
  }

  private func expectRestored(_ terminal: PseudoTerminal) throws {
    try terminal.wait(for: "the main screen") { !$0.screen.isAlternate }
    #expect(terminal.screen.wraps && terminal.screen.showsCursor && !terminal.screen.reportsFocus && terminal.isCooked)
    #expect(terminal.screen.mainLines.allSatisfy { $0.isEmpty } && terminal.screen.scrolled == 0)
  }

  @Test("keys, focus and a lone Escape reach the view, and the main screen comes back")
  func keys() throws {
    let terminal = try PseudoTerminal()
    let shown = show(KeyLog(), terminal)
    try terminal.waitForText("24 by 80")
    #expect(terminal.screen.isAlternate && terminal.screen.reportsFocus && !terminal.isCooked)
    terminal.type("a\u{1B}[O\u{1B}")
    try terminal.waitForText("focusOut escape")
    terminal.type("q")
    let (end, view) = try shown.value()
    #expect(end == .left && view.keys.prefix(3) == [.text("a"), .focusOut, .escape])
    try expectRestored(terminal)
  }

  @Test("an error of the view brings the main screen back, too")
  func errors() throws {
    let terminal = try PseudoTerminal()
    let shown = show(KeyLog(), terminal)
    try terminal.waitForText("24 by 80")
    terminal.type("!")
    #expect(throws: Broken.self) { try shown.value() }
    try expectRestored(terminal)
  }

  @Test("it is drawn again when its time has come, and when there is news")
  func waking() throws {
    let terminal = try PseudoTerminal()
    let pipe = Pipe()
    var view = KeyLog()
    view.descriptor = pipe.fileHandleForReading.fileDescriptor
    view.deadline = .now + .milliseconds(200)
    let shown = show(view, terminal)
    try terminal.waitForText("0 wakes, deadline true")
    try pipe.fileHandleForWriting.write(contentsOf: Data([1, 2]))
    try terminal.waitForText("2 wakes")
    terminal.type("q")
    #expect(try shown.value().1.draws < 20)
    try expectRestored(terminal)
  }
}
