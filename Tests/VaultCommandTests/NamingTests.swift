import AgentAPI
import ArgumentParser
import CivilTime
import Foundation
import Testing
import VaultModel
import VaultTesting

@testable import vault

@Suite("Words that name tasks, steps and moments")
struct NamingTests {
  @Test("a short number behind one task is a step, every other word a task")
  func notifying() throws {
    let cases: [([String], Int?, [String], Int?)] = [
      (["4f2a"], nil, ["4f2a"], nil), (["4f2a", "2"], nil, ["4f2a"], 2), (["4f2a"], 1000, ["4f2a"], 1000),
      (["4f2a", "1234", "81c0"], nil, ["4f2a", "1234", "81c0"], nil),
    ]
    for (words, step, tasks, meant) in cases {
      let found = try Notify.meant(words, step)
      #expect(found.tasks == tasks && found.subtask == meant, "\(words)")
    }
    for (words, step) in [(["4f2a", "81c0", "2"], nil), (["4f2a", "2", "3"], nil), (["4f2a", "81c0"], 2)]
      as [([String], Int?)]
    {
      #expect(throws: Failure.self, "\(words)") { try Notify.meant(words, step) }
    }
  }

  @Test("as many of the last words as make a moment are the moment of a snooze")
  func snoozing() throws {
    let cases: [([String], [String], String)] = [
      (["4f2a", "in", "2h"], ["4f2a"], "in 2h"), (["4f2a", "81c0", "in", "2h"], ["4f2a", "81c0"], "in 2h"),
      (["4f2a", "81c0", "fri", "18:00"], ["4f2a", "81c0"], "fri 18:00"), (["4f2a", "tomorrow"], ["4f2a"], "tomorrow"),
      (["4f2a", "soon"], ["4f2a"], "soon"),
    ]
    for (words, tasks, until) in cases {
      let meant = try Snooze.meant(words, now: saturday, zone: berlin)
      #expect(meant.tasks == tasks && meant.until == until, "\(words)")
    }
    #expect(throws: Failure.self) { try Snooze.meant(["4f2a"], now: saturday, zone: berlin) }
  }

  @Test("a moment that the shell took apart is refused with its quotes; everything else goes its way")
  func unquoted() throws {
    func check(_ words: String...) throws { try UnquotedMoment.check(words, now: saturday, zone: berlin) }
    for words in [
      ["Pay", "--due", "fri", "18:00"], ["4f2a", "--due", "tomorrow", "at", "9:00", "--tag", "x"],
      ["4f2a", "--due", "18:00", "fri", "Pack"], ["--destroy-on", "2026-12-24", "18:00"],
    ] {
      let failure = #expect(throws: Failure.self, "\(words)") {
        try UnquotedMoment.check(words, now: saturday, zone: berlin)
      }
      #expect(failure?.code == .usage && failure?.hint.contains("\"") == true)
    }
    try check("--due", "fri 18:00", "Pay")
    try check("--due", "fri", "Pay", "18:00")
    try check("Pay", "--due", "tomorrow", "--notify")
    try check("--due", "fri", "--", "18:00")
    for command in ["add Pay", "edit 4f2a", "subtask add 4f2a", "subtask edit 4f2a 1", "protect 4f2a"] {
      let words = command.split(separator: " ").map(String.init) + ["--due", "fri", "18:00"]
      #expect(throws: Failure.self, "\(words)") { try Vault.parser.command(words) }
    }
    #expect { try Vault.parser.command(["list", "--due", "fri", "18:00"]) } throws: { !($0 is Failure) }
  }

  @Test("a command that there is not is refused by help, too, with the closest one")
  func help() throws {
    for (words, closest) in [(["help", "lst"], "vault list"), (["help", "subtask", "ad"], "vault subtask add")] {
      let failure = #expect(throws: Failure.self) { try Vault.parser.command(words) }
      #expect(failure?.code == .usage && failure?.hint.contains(closest) == true, "\(words)")
    }
    for words in [["help"], ["help", "list"], ["help", "subtask", "add"], ["help", "--help"]] {
      _ = try Vault.parser.command(words)
    }
  }

  @Test("a value that begins with a dash is told how to be written")
  func dash() {
    let complaint = "Error: Missing value for '--due <due>'"
    #expect(DashValue.hint(in: ["vault", "edit", "4f2a", "--due", "-1d"], about: complaint).contains("--due=-1d"))
    #expect(DashValue.hint(in: ["vault", "edit", "4f2a", "--due"], about: complaint).isEmpty)
    #expect(DashValue.hint(in: ["vault", "edit", "4f2a", "--due", "-1d"], about: "Error: else").isEmpty)
  }
}
