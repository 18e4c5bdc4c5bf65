import Foundation
import Glibc
import LinuxSystem
import Testing
import VaultTesting

@testable import Terminal

@Suite("A slow terminal")
struct SlowTerminalTests {
  private static let stepSeconds = 2.0
  private static let text = String(repeating: "picture ", count: 32_000)

  /// Writes a long text to a terminal of which somebody reads so many bytes, a few KiB in each tenth of a second.
  ///
  /// - Parameter keys: what is typed meanwhile.
  /// - Returns: what became of it, and how many bytes the terminal got.
  private func write(reading limit: Int, typing keys: String = "") throws -> (Result<Bool, TerminalError>, count: Int) {
    var (controller, device, name): (Int32, Int32, [CChar]) = (-1, -1, [CChar](repeating: 0, count: 128))
    try #require(openpty(&controller, &device, &name, nil, nil) == 0)
    defer { for descriptor in [controller, device] { close(descriptor) } }
    let path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let terminal = try TerminalDevice(path: path)
    let mode = try RawMode(terminal, leaving: "")
    defer { withExtendedLifetime(mode) {} }
    try #require(Glibc.write(controller, keys, keys.utf8.count) == keys.utf8.count)
    let reader = SlowReader(controller, limit)
    let signals = try SignalDescriptor([SIGWINCH])
    let outcome = Result { () throws(TerminalError) in
      try terminal.writeLong(Self.text, stepSeconds: Self.stepSeconds, unhurriedSeconds: 0.5, unless: signals)
    }
    let count = reader.end()
    return (outcome, count + Self.rest(of: controller))
  }

  /// How many bytes the kernel still has.
  private static func rest(of controller: Int32) -> Int {
    var (count, bytes, entry) = (0, [UInt8](repeating: 0, count: 4096), pollfd())
    (entry.fd, entry.events) = (controller, Int16(POLLIN))
    while poll(&entry, 1, 0) > 0 { count += max(0, read(controller, &bytes, bytes.count)) }
    return count
  }

  @Test("gets all of a long text, however much longer it takes than one step may")
  func slow() throws {
    let start = ContinuousClock.now
    let (outcome, count) = try write(reading: .max)
    let isWritten = try outcome.get()
    #expect(isWritten)
    #expect(count == Self.text.utf8.count)
    #expect(ContinuousClock.now - start > .seconds(2 * Self.stepSeconds), "the control")
  }

  @Test("gets no more of it once a key was pressed")
  func key() throws {
    let (outcome, count) = try write(reading: .max, typing: "q")
    let isWritten = try outcome.get()
    #expect(!isWritten)
    #expect(count < Self.text.utf8.count)
  }

  @Test("may send a control string in pieces; one without an end takes what is typed for a second, and no longer")
  func pieces() throws {
    let terminal = try PseudoTerminal()
    let device = try TerminalDevice(path: terminal.path)
    let mode = try RawMode(device, leaving: "")
    defer { withExtendedLifetime(mode) {} }
    let signals = try SignalDescriptor([SIGWINCH])
    var loop = ScreenLoop(device, burst: 64)
    func keys(within seconds: Double) throws -> [Key] {
      try loop.next(signals, until: .after(seconds: seconds)).keys
    }
    for piece in ["\u{1B}]11;rgb:aa", "aa/aaaa", "/aaaa\u{7}"] {
      terminal.type(piece)
      #expect(try keys(within: 5).isEmpty)
      // Another deadline passes in between.
      #expect(try keys(within: 0.03).isEmpty)
    }
    terminal.type("b\u{1B}]11;rgb:a")
    #expect(try keys(within: 5) == [.text("b")])
    let begun = ContinuousClock.now
    while ContinuousClock.now - begun < .seconds(1.1) { #expect(try keys(within: 0.1).isEmpty) }
    terminal.type("c")
    #expect(try keys(within: 5) == [.text("c")])
  }

  @Test("that takes nothing more is told of as such")
  func stalled() throws {
    let (outcome, _) = try write(reading: 8192)
    #expect(throws: TerminalError.stalled) { try outcome.get() }
    #expect(TerminalError.stalled.description == "The terminal takes nothing more.")
  }
}

/// Reads from a terminal as a slow line does.
private final class SlowReader: @unchecked Sendable {
  // Proof for @unchecked: the thread alone has the count until it has ended.
  private let (ended, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  private var count = 0

  init(_ descriptor: Int32, _ limit: Int) {
    Thread.detachNewThread { [self] in
      var bytes = [UInt8](repeating: 0, count: 4096)
      while isOver.wait(timeout: .now() + 0.1) == .timedOut {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard count < limit, poll(&entry, 1, 0) > 0 else { continue }
        count += max(0, read(descriptor, &bytes, bytes.count))
      }
      ended.signal()
    }
  }

  /// Ends it.
  ///
  /// - Returns: how much it has read.
  func end() -> Int {
    isOver.signal()
    ended.wait()
    return count
  }
}
