import Foundation
import ProcessTesting
import Testing

@testable import Pictures

@Suite("How the picture process is confined")
struct ConfinementTests {
  private static let program = PictureProcess.find() ?? ""

  /// Starts the real program, which waits for its input, and looks at it from outside.
  private func withWaiting(_ body: (ChildProcess, [String: String]) throws -> Void) throws {
    let child = try ChildProcess([Self.program, "pixels", "64"], environment: [:], input: .silent)
    defer { child.end() }
    var status: [String: String] = [:]
    try waitUntil("it is confined") {
      status = try Self.status(child.pid)
      return status["Seccomp"] == "2"
    }
    try body(child, status)
  }

  private static func status(_ pid: Int32) throws -> [String: String] {
    let text = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
    return Dictionary(
      text.split(separator: "\n").compactMap { line in
        let parts = line.split(separator: ":", maxSplits: 1)
        return parts.count == 2 ? (String(parts[0]), parts[1].trimmingCharacters(in: .whitespaces)) : nil
      }
    ) { first, _ in first }
  }

  @Test("it gains no privileges, filters its system calls, has one thread, and its memory, time and files are bounded")
  func limits() throws {
    try withWaiting { child, status in
      #expect(status["NoNewPrivs"] == "1" && status["Threads"] == "1")
      let limits = try String(contentsOfFile: "/proc/\(child.pid)/limits", encoding: .utf8)
      for (name, value) in [
        ("Max address space", "536870912"), ("Max cpu time", "5"), ("Max open files", "3"), ("Max file size", "0"),
        ("Max core file size", "0"), ("Max processes", "0"),
      ] {
        let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix(name + " ") })
        let words = line.dropFirst(name.count).split(separator: " ")
        #expect(words.prefix(2).allSatisfy { $0 == value }, "\(line)")
      }
    }
  }

  @Test("what it is asked for is checked, and nobody uses it by hand")
  func usage() throws {
    for arguments in [[], ["--help"], ["pixels", "0"], ["pixels", "99999"], ["draw", "1"], ["pixels", "5", "x"]] {
      let child = try ChildProcess([Self.program] + arguments, environment: [:])
      #expect(try child.exitStatus(within: 10) == 64, "\(arguments)")
    }
  }
}
