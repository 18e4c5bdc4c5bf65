import FoundationEssentials
import Testing
import VaultModel

@testable import TaskStore

@Suite("Tasks are worked out of the files that changed alone")
struct CalendarContentsTests {
  @Test("whatever comes, goes and hangs together, the tasks are those of a directory read anew", arguments: 1...20)
  func incremental(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let place = try CalendarPlace()
    let directory = try CalendarDirectory(path: place.directory)
    var contents = CalendarContents()
    for _ in 0..<60 {
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        let name = "\(Int.random(in: 0..<12, using: &random)).ics"
        try place.put(name, file(using: &random))
        contents.load(name, directory.read(name))
      }
      let before = contents.tasks.tasks
      let isChanged = contents.rebuild()
      #expect(isChanged == (before != contents.tasks.tasks))
      var anew = CalendarContents()
      for name in try directory.names() { anew.load(name, directory.read(name)) }
      anew.rebuild()
      try #require(contents.tasks.tasks == anew.tasks.tasks)
      #expect(contents.members == anew.members && contents.problems == anew.problems)
    }
  }

  /// A file of up to three to-dos of few, with parents that may be missing, or below them: now and then also in another file.
  private func file(using random: inout SeededGenerator) -> String {
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0"]
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let isShared = Int.random(in: 0..<20, using: &random) == 0
      let uid = isShared ? "shared" : "\(Int.random(in: 0..<40, using: &random))"
      lines += ["BEGIN:VTODO", "UID:\(uid)", "SUMMARY:\(Int.random(in: 0..<3, using: &random))"]
      if Bool.random(using: &random) { lines.append("RELATED-TO:\(Int.random(in: 0..<40, using: &random))") }
      lines.append("END:VTODO")
    }
    return (lines + ["END:VCALENDAR"]).joined(separator: "\n")
  }
}
