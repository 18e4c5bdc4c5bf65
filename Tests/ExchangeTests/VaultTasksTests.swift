import Exchange
import FoundationEssentials
import Testing
import VaultModel

@Suite("The vault's own format")
struct VaultTasksTests {
  @Test("everything of a task comes back, dates to the last bit", arguments: 0..<20)
  func roundTrip(seed: UInt64) throws {
    var random = RandomTasks(seed: seed)
    var tasks = random.tasks(50)
    tasks[0].name = (0..<0x80).map { String(Unicode.Scalar(UInt8($0))) }.joined() + "\u{2028}\u{10FFFF}"
    tasks[1].label = "Bank"
    tasks[1].alwaysVerify = true
    tasks[1].destruction = .at(random.date())
    tasks[2].destruction = .whenDone
    tasks[3].completedAt = random.date()
    tasks[4].createdAt = Date(timeIntervalSince1970: -62_135_596_800)
    tasks[5].createdAt = Date(timeIntervalSinceReferenceDate: 0.1)
    tasks[6].notes = ""
    let imported = try TaskFormat.json.read(TaskFormat.json.written(tasks))
    #expect(imported.tasks == tasks)
    #expect(imported.notes.isEmpty)
  }

  @Test("a file looks the same each time, and as it is documented")
  func stable() throws {
    let id = try #require(UUID(uuidString: "3F2504E0-4F89-11D3-9A0C-0305E82C3301"))
    var task = TodoTask(id: id, name: "Buy \"milk\"\n", createdAt: Date(timeIntervalSince1970: 1_900_000_000.25))
    task.modifiedAt = Date(timeIntervalSince1970: 1_900_000_001)
    task.tags = ["a", "b"]
    task.isDone = true
    #expect(
      TaskFormat.json.written([task]) == """
        {"format":"vault-tasks","version":1,"tasks":[
        {"id":"3f2504e0-4f89-11d3-9a0c-0305e82c3301","name":"Buy \\"milk\\"\\n","done":true,"tags":["a","b"],\
        "created":"2030-03-17T17:46:40.25Z","modified":"2030-03-17T17:46:41Z"}
        ]}

        """)
    #expect(TaskFormat.json.written([]) == "{\"format\":\"vault-tasks\",\"version\":1,\"tasks\":[\n]}\n")
  }

  @Test("that a text stays out of the file is told", arguments: TaskFormat.allCases)
  func toldLoss(_ format: TaskFormat) {
    let seal = SealReference(version: 1, digest: [UInt8](repeating: 0xAB, count: 32))
    var encoder = format.encoder()
    _ = encoder.encode([
      TodoTask(id: UUID(), name: "Buy milk", createdAt: TaskFormat.now),
      TodoTask(id: UUID(), label: "Bank", seal: seal, createdAt: TaskFormat.now),
    ])
    #expect(encoder.notes == ["Of protected tasks only the label was written (1 task)."])
  }

  @Test("a sealed text stays out of the file, and its label comes back as an ordinary task")
  func protected() throws {
    for format in TaskFormat.allCases {
      let seal = SealReference(version: 1, digest: [UInt8](repeating: 0xAB, count: 32))
      var task = TodoTask(id: UUID(), label: "Bank", seal: seal, alwaysVerify: true, createdAt: TaskFormat.now)
      task.name = "hidden name"
      task.notes = "hidden notes"
      task.destruction = .whenDone
      task.subtasks = [TodoSubtask(id: UUID(), name: "hidden step")]
      let text = format.written([task])
      #expect(!text.contains("hidden") && !text.contains("seal") && !text.contains("digest"))
      let imported = try format.read(text)
      let ordinary = try #require(imported.tasks.first)
      #expect(ordinary.name == "Bank" && ordinary.notes == nil && !ordinary.isProtected)
      #expect(ordinary.destruction == nil && !ordinary.alwaysVerify && ordinary.id == task.id)
      #expect(imported.notes.count == (format == .json ? 1 : 0))
    }
  }

  @Test("a text that goes out on purpose comes back to be sealed, with all that was said of it")
  func open() throws {
    var task = TodoTask(id: UUID(), name: "4711", createdAt: TaskFormat.now)
    (task.label, task.notes, task.alwaysVerify, task.destruction) = ("Door", "left", true, .whenDone)
    let text = TaskFormat.json.written([task])
    #expect(text.contains(#""protected":true"#))
    let imported = try TaskFormat.json.read(text)
    #expect(imported.tasks == [task] && imported.toBeSealed == [task.id] && imported.notes.isEmpty)
  }

  @Test("members that are not known are passed by, in any order")
  func unknownMembers() throws {
    let imported = try TaskFormat.json.read(
      #"{"tasks":[{"name":"a","\u0078":[{"deep":[[1e5,null,true]]}]}],"more":{},"version":1,"format":"vault-tasks"}"#)
    #expect(imported.tasks.map(\.name) == ["a"])
    #expect(imported.tasks.first?.createdAt == TaskFormat.now)
  }

  @Test("a file of a newer vault, or of someone else, is refused")
  func refused() {
    #expect(throws: ExchangeError.newerVersion(2)) {
      try TaskFormat.json.read(#"{"format":"vault-tasks","version":2,"tasks":[{"name":{}}]}"#)
    }
    for text in ["", "{}", "[]", "{", #"{"format":"x"}"#, #"{"format":"vault-tasks","tasks":[]}"#, "{} x"] {
      #expect(throws: ExchangeError.self) { try TaskFormat.json.read(text) }
    }
  }
}
