import FoundationEssentials
import Testing
import VaultModel

@testable import TaskStore

/// The calendars that libical is tested with, from Debian's archive: `scripts/fetch-calendars` fetches them for `make test`.
@Suite(
  "libical's own test data",
  .enabled(
    if: Corpus.directory != nil,
    "no calendars: run scripts/fetch-calendars DIRECTORY, and set VAULT_CALENDAR_CORPUS to its full path"))
struct ICalendarCorpusTests {
  private let place: CalendarPlace
  private let originals: [String: Data]

  init() throws {
    place = try CalendarPlace()
    let corpus = try #require(Corpus.directory)
    let names = try FileManager.default.contentsOfDirectory(atPath: corpus).filter { $0.hasSuffix(".ics") }
    var originals: [String: Data] = [:]
    for name in names { originals[name] = FileManager.default.contents(atPath: "\(corpus)/\(name)") }
    // Many of its to-dos lie in no calendar, or in broken ones: each also comes in one of its own.
    let todos = Set(originals.values.flatMap(Self.todos)).sorted { $0.lexicographicallyPrecedes($1) }
    for (number, todo) in todos.enumerated() {
      let lines =
        ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//EN"]
        + todo.map { line in
          line.hasPrefix("UID") ? "UID:\(number)" : line
        }
      originals["todo-\(number).ics"] = Data((lines + ["END:VCALENDAR", ""]).joined(separator: "\n").utf8)
    }
    for (name, data) in originals { try data.write(to: URL(fileURLWithPath: "\(place.directory)/\(name)")) }
    self.originals = originals
  }

  /// The lines of all to-dos in a file, each once.
  private static func todos(in data: Data) -> [[String]] {
    var todos: [[String]] = []
    var open: [String]?
    for line in String(decoding: data, as: UTF8.self).replacing("\r\n", with: "\n").split(separator: "\n") {
      if line == "BEGIN:VTODO" { open = [] }
      open?.append(String(line))
      guard line == "END:VTODO", let todo = open else { continue }
      todos.append(todo)
      open = nil
    }
    return todos
  }

  private func content(_ name: String) -> Data? { FileManager.default.contents(atPath: "\(place.directory)/\(name)") }

  @Test("reading it changes no file, and every file that can't be read is named with the reason")
  func reading() async throws {
    let store = try place.store()
    let tasks = try await store.all()
    let health = try await store.health()
    for name in originals.keys { #expect(content(name) == originals[name], "\(name)") }
    for line in health.brokenFiles {
      let parts = line.split(separator: ":", maxSplits: 1)
      #expect(originals[String(parts[0])] != nil && parts.count == 2 && parts[1].count > 5, "\(line)")
    }
    #expect(tasks.count > 10 && health.brokenFiles.count < originals.count)
  }

  @Test("a change to a to-do leaves every other line of its file, and every other file, as it was")
  func changing() async throws {
    let store = try place.store()
    for task in try await store.all() {
      let before = try contents()
      var after = task
      after.name = "changed"
      after.modifiedAt += 60
      let change = TaskChange(before: task, after: after)
      let operation = try await store.apply([change], as: "edit", at: .now, rewriting: nil)
      let changed = try contents().filter { before[$0.key] != $0.value }
      #expect(changed.count == 1, "\(changed.keys)")
      for (name, lines) in changed {
        let difference = lines.difference(from: before[name] ?? [])
        let touched = difference.map { change in
          switch change {
          case .insert(_, let line, _), .remove(_, let line, _): line
          }
        }
        let isOurs = touched.allSatisfy { line in Self.ours.contains { line.hasPrefix($0) } }
        #expect(isOurs && difference.count <= 2 * Self.ours.count, "\(name): \(touched)")
      }
      try await store.undo(operation.id, [change], erasing: false)
      #expect(try await store.task(task.id) == task)
    }
  }

  /// What tells of the change.
  private static let ours = ["SUMMARY", "LAST-MODIFIED", "DTSTAMP", "SEQUENCE", "CREATED"]

  /// The unfolded lines of all files.
  private func contents() throws -> [String: [String]] {
    var contents: [String: [String]] = [:]
    for name in originals.keys {
      // Not all of them are UTF-8; those that aren't are not written.
      let text = String(decoding: try #require(content(name)), as: UTF8.self)
      contents[name] = text.replacing("\r\n", with: "\n").replacing("\n ", with: "").replacing("\n\t", with: "")
        .split(separator: "\n").map(String.init)
    }
    return contents
  }
}

enum Corpus {
  /// Where `make test` put it.
  static let directory = ProcessInfo.processInfo.environment["VAULT_CALENDAR_CORPUS"]
}
