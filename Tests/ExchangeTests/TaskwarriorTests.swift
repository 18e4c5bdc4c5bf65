import CivilTime
import Exchange
import FoundationEssentials
import Testing
import VaultModel

@Suite("Taskwarrior's format")
struct TaskwarriorTests {
  private static let ids = (1...4).map { "10000000-0000-4000-8000-00000000000\($0)" }

  private static func entry(_ index: Int, _ rest: String) -> String {
    #"{"uuid":"\#(ids[index])","description":"d\#(index)","entry":"20300101T000000Z",\#(rest)}"#
  }

  private static func read(_ entries: String...) throws -> ImportedTasks {
    try TaskFormat.taskwarrior.read("[" + entries.joined(separator: ",\n") + "]")
  }

  @Test("a round trip loses fractions of a second and reminders, and nothing else", arguments: 0..<20)
  func roundTrip(seed: UInt64) throws {
    var random = RandomTasks(seed: seed)
    let tasks = random.tasks(50)
    let imported = try TaskFormat.taskwarrior.read(TaskFormat.taskwarrior.written(tasks))
    #expect(imported.tasks == tasks.map(\.afterTaskwarrior))
    #expect(imported.notes.isEmpty)
  }

  @Test("a list that several cores read comes out whole and in order, whatever stands in its texts")
  func longList() throws {
    let names = (0..<3000).map { #"n\#($0) ]},{[ \\ \" end"# }
    let entries = names.map { #" { "description" : "\#($0)", "tags":["a","b"], "x":{"y":[1,2]} } "# }
    let imported = try TaskFormat.taskwarrior.read(" [" + entries.joined(separator: "\n,") + "\n] \n")
    #expect(imported.tasks.map(\.name) == (0..<3000).map { #"n\#($0) ]},{[ \ " end"# })
    #expect(imported.notes == ["The field “x” is not kept (3000 tasks)."])
  }

  @Test(
    "what is wrong in a long list is told with its place",
    arguments: [
      (#"{"description":"a"} {"description":"b"}"#, "a comma was expected"),
      (#"{"description":"a}"#, "a text contains a control character"),
      (#"{"description":1}"#, "“description” is not as it should be"),
      (#"{"description":"a"]}"#, "a comma was expected"),
      ("", "a value was expected"),
    ])
  func brokenLongList(entry: String, reason: String) {
    var entries = Array(repeating: #"{"description":"a"}"#, count: 2000)
    entries[1499] = entry
    let error = #expect(throws: ExchangeError.self) {
      try TaskFormat.taskwarrior.read("[" + entries.joined(separator: ",\n") + "]")
    }
    #expect(error?.description.hasPrefix("The file can't be read: \(reason)") == true)
    #expect(error?.description.contains("line 1500)") == true)
  }

  @Test("a template stands where its first open instance does, and there are never two")
  func instances() throws {
    let template = Self.entry(0, #""status":"recurring","recur":"weekly","due":"20300101T100000Z","mask":"+-""#)
    let done = Self.entry(
      1, #""status":"completed","parent":"\#(Self.ids[0])","recur":"weekly","due":"20300101T100000Z","imask":0"#)
    let open = Self.entry(
      2, #""status":"pending","parent":"\#(Self.ids[0])","recur":"weekly","due":"20300108T100000Z","imask":1"#)
    let joined = try Self.read(template, done, open)
    #expect(joined.tasks.map(\.name) == ["d0", "d1"])
    #expect(joined.tasks[0].recurrence?.text == "FREQ=WEEKLY" && joined.tasks[1].recurrence == nil)
    #expect(joined.tasks[0].dueDate == (try Date("2030-01-08T10:00:00Z", strategy: .iso8601)))
    #expect(joined.tasks[1].isDone)
    let next = try Self.read(done, template)
    #expect(next.tasks.last?.dueDate == joined.tasks[0].dueDate)
    let orphan = try Self.read(open)
    #expect(orphan.tasks.map(\.recurrence) == [nil])
  }

  @Test("the end of a repetition is kept, and months that it will leave out are told")
  func endsAndGaps() throws {
    let ending = try Self.read(
      Self.entry(0, #""status":"recurring","recur":"weekly","due":"20300101T100000Z","until":"20300301T000000Z""#))
    #expect(ending.tasks.first?.recurrence?.text == "FREQ=WEEKLY;UNTIL=20300301T000000Z" && ending.notes.isEmpty)
    let monthly = try Self.read(Self.entry(0, #""status":"recurring","recur":"monthly","due":"20300131T100000Z""#))
    #expect(monthly.notes == ["A monthly repetition leaves out the months without its day (task 1, line 1)."])
    let once = try Self.read(Self.entry(0, #""status":"pending","until":"20300301T000000Z""#))
    #expect(once.notes == ["The field “until” is not kept (1 task)."])
  }

  @Test("spans that Taskwarrior knows become rules")
  func spans() throws {
    let rules = [
      "daily": "FREQ=DAILY", "P1D": "FREQ=DAILY", "weekdays": "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
      "2weeks": "FREQ=WEEKLY;INTERVAL=2", "fortnight": "FREQ=WEEKLY;INTERVAL=2", "P2M": "FREQ=MONTHLY;INTERVAL=2",
      "quarterly": "FREQ=MONTHLY;INTERVAL=3", "2q": "FREQ=MONTHLY;INTERVAL=6", "3mo": "FREQ=MONTHLY;INTERVAL=3",
      "annual": "FREQ=YEARLY", "10d": "FREQ=DAILY;INTERVAL=10", "2yrs": "FREQ=YEARLY;INTERVAL=2",
    ]
    for (recur, rule) in rules {
      let imported = try Self.read(Self.entry(0, #""status":"recurring","recur":"\#(recur)","due":"20300101T100000Z""#))
      #expect(imported.tasks.first?.recurrence?.text == rule, "\(recur)")
    }
    for recur in ["PT1H", "P1Y2M", "5hours", "0d", "P", "d", "99999999999999999999d", "P2days"] {
      let imported = try Self.read(Self.entry(0, #""status":"recurring","recur":"\#(recur)","due":"20300101T100000Z""#))
      #expect(imported.tasks.first?.recurrence == nil && imported.notes.count == 1, "\(recur)")
    }
  }

  @Test("what someone changed in Taskwarrior holds against what was written beside it")
  func changedRule() throws {
    let kept = #""status":"recurring","due":"20300101T100000Z","vaultrule":"FREQ=WEEKLY;BYDAY=TU","recur":"#
    #expect(try Self.read(Self.entry(0, kept + #""weekly""#)).tasks[0].recurrence?.text == "FREQ=WEEKLY;BYDAY=TU")
    #expect(try Self.read(Self.entry(0, kept + #""monthly""#)).tasks[0].recurrence?.text == "FREQ=MONTHLY")
  }

  @Test("fields, dependencies and deleted tasks that are not kept are told once")
  func losses() throws {
    let imported = try Self.read(
      Self.entry(0, #""status":"waiting","wait":"20310101T000000Z","estimate":4,"depends":"\#(Self.ids[1])""#),
      Self.entry(1, #""status":"pending","estimate":4,"tags":["subtask"]"#),
      Self.entry(2, #""status":"pending","depends":["\#(Self.ids[3])"]"#),
      Self.entry(3, #""status":"deleted","estimate":4"#))
    #expect(imported.tasks.map(\.name) == ["d0", "d2"])
    #expect(imported.tasks[0].subtasks.map(\.name) == ["d1"])
    #expect(
      imported.notes == [
        "Dependencies on other tasks are not kept (1 task).", "Deleted tasks were left out (1 task).",
        "The field “estimate” is not kept (2 tasks).", "The field “wait” is not kept (1 task).",
      ])
  }

  @Test("what is due as a local day begins is due on that day, unless it says otherwise")
  func midnight() throws {
    let berlin = LocalZone(secondsEast: 3600)
    for (due, mark, isAllDay, end) in [
      ("20300101T230000Z", "", true, "2030-01-02T22:59:59Z"),
      ("20300101T230000Z", #","vaultallday":"false""#, false, "2030-01-01T23:00:00Z"),
      ("20300102T000000Z", "", false, "2030-01-02T00:00:00Z"),
      ("20300102T225959Z", "", true, "2030-01-02T22:59:59Z"),
      ("20300101T230001Z", "", false, "2030-01-01T23:00:01Z"),
      ("20300102T120000Z", #","vaultallday":"true""#, true, "2030-01-02T22:59:59Z"),
    ] {
      let entry = Self.entry(0, #""status":"pending","due":"\#(due)"\#(mark)"#)
      let task = try #require(
        try TaskFormat.taskwarrior.decode(
          "[\(entry)]", now: TaskFormat.now, newID: { UUID() }, zone: berlin
        ).tasks.first)
      #expect(task.isAllDay == isAllDay, "\(due)\(mark)")
      #expect(try task.dueDate == Date(end, strategy: .iso8601), "\(due)\(mark)")
    }
  }

  @Test("a task that repeats has a day or a time as its open instance has")
  func instanceTimes() throws {
    let template = Self.entry(0, #""status":"recurring","recur":"weekly","due":"20300101T000000Z""#)
    let moved = Self.entry(
      1, #""status":"pending","parent":"\#(Self.ids[0])","recur":"weekly","due":"20300108T100000Z","imask":0"#)
    let day = try Self.read(template).tasks[0]
    #expect(day.isAllDay)
    #expect(try day.dueDate == Date("2030-01-01T23:59:59Z", strategy: .iso8601))
    let time = try Self.read(template, moved).tasks[0]
    #expect(!time.isAllDay)
    #expect(try time.dueDate == Date("2030-01-08T10:00:00Z", strategy: .iso8601))
  }

  @Test("objects one after another are read as a list is")
  func lines() throws {
    let text = Self.entry(0, #""status":"pending""#) + "\n" + Self.entry(1, #""status":"pending""#) + "\n"
    #expect(try TaskFormat.taskwarrior.read(text).tasks.count == 2)
    #expect(throws: ExchangeError.malformed("a comma was expected", FilePosition(line: 2))) {
      try TaskFormat.taskwarrior.read("[" + text + "]")
    }
  }

  @Test("a file of ever other fields is told in few words")
  func manyFields() throws {
    let fields = (0..<100_000).map { "\"f\($0)\":1" }.joined(separator: ",")
    let imported = try Self.read(Self.entry(0, fields))
    #expect(imported.notes.count == 51)
    #expect(imported.notes.last == "There is more that is not kept (99950 times).")
  }
}
