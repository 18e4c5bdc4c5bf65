import FoundationEssentials
import Glibc
import Testing
import VaultModel

@testable import TaskStore

@Suite("Tasks are worked out of the files that changed alone")
struct CalendarContentsTests {
  /// - Parameter uids: how many there are: of 8 most are there several times, of 400 hardly one.
  @Test(
    "whatever comes, goes, is there twice and hangs together, the tasks are those of a directory read anew",
    arguments: 1...20, [8, 40, 400])
  func incremental(seed: UInt64, uids: Int) throws {
    var random = SeededGenerator(seed: seed)
    let place = try CalendarPlace()
    let directory = try CalendarDirectory(path: place.directory)
    var contents = CalendarContents()
    for _ in 0..<60 {
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        let name = "\(Int.random(in: 0..<12, using: &random)).ics"
        try place.put(name, file(uids, using: &random))
        contents.load(name, directory.read(name))
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        let name = "\(Int.random(in: 0..<12, using: &random)).ics"
        unlink("\(place.directory)/\(name)")
        contents.load(name, directory.read(name))
      }
      let before = contents.tasks.tasks
      let isChanged = contents.rebuild()
      #expect(isChanged == (before != contents.tasks.tasks))
      var anew = CalendarContents()
      for name in try directory.names() { anew.load(name, directory.read(name)) }
      anew.rebuild()
      try #require(contents.tasks.tasks == anew.tasks.tasks)
      #expect(contents.members == anew.members && contents.owners == anew.owners)
      #expect(contents.problems == anew.problems)
      for id in anew.items.byID.keys {
        #expect(contents.items.place(of: id) == anew.items.place(of: id))
        #expect(contents.otherPlace(of: id) == anew.otherPlace(of: id))
      }
    }
  }

  @Test("of several of one id the first counts, the others are told, and another one takes its place when it goes")
  func doubles() throws {
    let place = try CalendarPlace()
    let directory = try CalendarDirectory(path: place.directory)
    var contents = CalendarContents()
    func load(_ name: String, _ lines: [String]?) throws {
      if let lines { try place.put(name, lines.joined(separator: "\n")) } else { unlink("\(place.directory)/\(name)") }
      contents.load(name, directory.read(name))
      contents.rebuild()
    }
    func file(_ names: String...) -> [String] {
      let todos = names.flatMap { ["BEGIN:VTODO", "UID:one", "SUMMARY:\($0)", "END:VTODO"] }
      return ["BEGIN:VCALENDAR", "VERSION:2.0"] + todos + ["END:VCALENDAR"]
    }
    var name: String? { contents.tasks.tasks.count == 1 ? contents.tasks.tasks.values.first?.name : nil }
    try load("b.ics", file("b"))
    #expect(name == "b" && contents.problems.isEmpty)
    try load("c.ics", file("c1", "c2"))
    #expect(name == "b" && contents.problems == ["c.ics: It has a to-do that b.ics has, too."])
    try load("a.ics", file("a"))
    #expect(name == "a" && contents.problems.map { $0.prefix(5) } == ["b.ics", "c.ics"])
    #expect(contents.problems.allSatisfy { $0.hasSuffix("a.ics has, too.") })
    try load("a.ics", nil)
    try load("b.ics", nil)
    #expect(name == "c1" && contents.problems == ["c.ics: It has a to-do twice."])
    try load("c.ics", file("c2"))
    #expect(name == "c2" && contents.problems.isEmpty)
    try load("c.ics", nil)
    #expect(contents.tasks.tasks.isEmpty && contents.items.byID.isEmpty)
  }

  /// A file of up to three to-dos of few, with parents that may be missing, or below them: now and then also in another file.
  private func file(_ uids: Int, using random: inout SeededGenerator) -> String {
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0"]
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let isShared = Int.random(in: 0..<20, using: &random) == 0
      let uid = isShared ? "shared" : "\(Int.random(in: 0..<uids, using: &random))"
      lines += ["BEGIN:VTODO", "UID:\(uid)", "SUMMARY:\(Int.random(in: 0..<3, using: &random))"]
      if Bool.random(using: &random) { lines.append("RELATED-TO:\(Int.random(in: 0..<uids, using: &random))") }
      lines.append("END:VTODO")
    }
    return (lines + ["END:VCALENDAR"]).joined(separator: "\n")
  }
}
