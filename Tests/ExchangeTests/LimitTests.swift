import Exchange
import FoundationEssentials
import Testing
import VaultModel

@Suite("What a file may bring")
struct LimitTests {
  private static func file(_ task: String) -> String {
    #"{"format":"vault-tasks","version":1,"tasks":["# + "\n{\"name\":\"ok\"},\n{\(task)}\n]}"
  }

  private static let place = FilePosition(task: 2, line: 3)

  @Test("what is too long or too much is refused with its place, and never cut")
  func tooMuch() {
    let long = String(repeating: "ä", count: 2049)
    let cases: [(String, ExchangeError)] = [
      (#""name":"\#(long)""#, .tooLong("A name", maximum: 4096, Self.place)),
      (#""name":"a","subtasks":[{"name":"\#(long)"}]"#, .tooLong("A name", maximum: 4096, Self.place)),
      (
        #""name":"a","notes":"\#(String(repeating: "n", count: 65_537))""#,
        .tooLong("A task's notes", maximum: 65_536, Self.place)
      ),
      (
        #""name":"a","tags":[\#((0...50).map { "\"t\($0)\"" }.joined(separator: ","))]"#,
        .tooMany("tags of a task", maximum: 50, Self.place)
      ),
      (
        #""name":"a","subtasks":[\#((0...200).map { "{\"name\":\"t\($0)\"}" }.joined(separator: ","))]"#,
        .tooMany("subtasks of a task", maximum: 200, Self.place)
      ),
      (#""name":"a","due":"tomorrow""#, .malformed("“due” is not as it should be", Self.place)),
      (#""name":"a","due":"2030-02-30T00:00:00Z""#, .malformed("“due” is not as it should be", Self.place)),
      (#""name":1"#, .malformed("“name” is not as it should be", Self.place)),
    ]
    for (text, error) in cases { #expect(throws: error) { try TaskFormat.json.read(Self.file(text)) } }
  }

  @Test("input that is too large, too deep or no text is refused before it is read")
  func hostile() {
    #expect(throws: ExchangeError.tooLarge) {
      try TaskFormat.todotxt.read([UInt8](repeating: 0x61, count: (64 << 20) + 1))
    }
    #expect(throws: ExchangeError.notText) { try TaskFormat.todotxt.read([0x61, 0xFF]) }
    #expect(throws: ExchangeError.malformed("it is nested too deep", FilePosition(line: 3))) {
      try TaskFormat.json.read(Self.file(#""name":"a","x":"# + String(repeating: "[", count: 100_000)))
    }
    #expect(throws: ExchangeError.malformed("it has too many parts", FilePosition(line: 3))) {
      try TaskFormat.json.read(Self.file(#""name":"a","x":[0"# + String(repeating: ",0", count: 300_000) + "]"))
    }
    #expect(throws: ExchangeError.tooMany("tasks", maximum: 200_000, FilePosition(line: 200_001))) {
      try TaskFormat.todotxt.read(String(repeating: "a\n", count: 200_001))
    }
  }

  @Test("what a task can't be is mended and told")
  func mended() throws {
    let id = "3F2504E0-4F89-11D3-9A0C-0305E82C3301"
    let imported = try TaskFormat.json.read(
      Self.file(
        #""id":"\#(id)","name":" ","tags":["+a","b c","d,e",""],"project":"my home","notify":true,"#
          + #""recurrence":"FREQ=DAILY"},{"id":"\#(id)","name":"a","due":"2030-01-01T00:00:00+01:00","#
          + #""recurrence":"FREQ=SECONDLY""#))
    #expect(imported.tasks.count == 3)
    #expect(imported.tasks[1].name == "Untitled task")
    #expect(imported.tasks[1].tags == ["a", "b-c", "d-e"])
    #expect(imported.tasks[1].project == "my-home")
    #expect(!imported.tasks[1].notify && imported.tasks[1].recurrence == nil)
    #expect(imported.tasks[2].id != imported.tasks[1].id && imported.tasks[2].recurrence == nil)
    #expect(imported.tasks[2].dueDate == Date(timeIntervalSince1970: 1_893_452_400))
    #expect(imported.notes.count == 9)
    #expect(imported.notes.contains("A tag became “b-c” (task 2, line 3)."))
  }

  @Test("many tasks with a rule that never occurs cost no more than one, and many such rules are refused")
  func rulesThatNeverOccur() throws {
    let task = #""name":"a","due":"2030-01-01T00:00:00Z","recurrence":"#
    let never = task + #""FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30""#
    let imported = try TaskFormat.json.read(
      Self.file([String](repeating: never, count: 5000).joined(separator: "},{")))
    #expect(imported.tasks.count == 5001 && imported.tasks.allSatisfy { $0.recurrence == nil })
    let rules = (1...60).map { task + "\"FREQ=SECONDLY;INTERVAL=\($0)\"" }
    #expect(throws: ExchangeError.self) { try TaskFormat.json.read(Self.file(rules.joined(separator: "},{"))) }
  }

  @Test("of many notes the first hundred are told and the others counted")
  func manyNotes() throws {
    let imported = try TaskFormat.todotxt.read(String(repeating: "a due:never\n", count: 250))
    #expect(imported.notes.count == 101 && imported.notes.last == "150 more notes are not shown.")
  }

  @Test("damaged files give an error or proper tasks, never a crash", arguments: TaskFormat.allCases)
  func mutations(format: TaskFormat) {
    var random = RandomTasks(seed: 99)
    let valid = Array(format.written(random.tasks(6)).utf8)
    for _ in 0..<2000 {
      var bytes = valid
      for _ in 0..<Int.random(in: 1...4, using: &random.generator) { Self.damage(&bytes, &random.generator) }
      guard let imported = try? format.read(bytes) else { continue }
      #expect(imported.tasks.allSatisfy { !($0.name ?? "").isEmpty && $0.tags.count <= 50 })
      #expect(imported.tasks.allSatisfy { $0.recurrence == nil || $0.dueDate != nil })
    }
  }

  private static func damage(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: 0..<bytes.count, using: &generator)
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: bytes[place] = UInt8.random(in: 0...127, using: &generator)
    case 1: bytes.remove(at: place)
    case 2: bytes.insert(Array("\"{}[],:\\0+-\n x".utf8).randomElement(using: &generator) ?? 0, at: place)
    case 3: bytes.removeSubrange(place..<min(bytes.count, place + 40))
    default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 60)], at: place)
    }
  }

  @Test("ten thousand tasks are read in a time that does not grow with their square", arguments: TaskFormat.allCases)
  func large(format: TaskFormat) throws {
    var random = RandomTasks(seed: 5)
    let tasks = random.tasks(10_000)
    let clock = ContinuousClock()
    var text = ""
    let writing = clock.measure { text = format.written(tasks) }
    var count = 0
    let reading = try clock.measure { count = try format.read(text).tasks.count }
    #expect(count == tasks.count)
    #expect(reading < .seconds(300), "\(format): writing \(writing), reading \(reading)")
  }
}
