internal import Exchange
internal import FoundationEssentials
internal import TaskStore
internal import VaultModel

/// Usage: `task-store-fill FILE COUNT`, or `task-store-fill FILE health`.
@main
struct Fill {
  static func main() async throws {
    let words = CommandLine.arguments
    let clock = ContinuousClock()
    var store: SQLiteTaskStore?
    let opening = try clock.measure { store = try SQLiteTaskStore(path: words[1]) }
    guard let store else { return }
    print("open", opening, memory())
    if words[2] == "health" {
      let time = try await clock.measure { _ = try await store.health() }
      print("health", time, memory())
    } else if words.count == 3, let count = Int(words[2]) {
      let time = try await clock.measure { try await fill(store, count) }
      print("fill", time, memory())
    }
    if words.count > 3 {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: words[3])))
      var tasks: [TodoTask] = []
      print(
        "decode",
        try clock.measure { tasks = try TaskFormat.taskwarrior.decode(bytes, now: Date(), newID: UUID.init).tasks })
      let step = Int(words[2]) ?? 1000
      let time = try await clock.measure {
        for start in stride(from: 0, to: tasks.count, by: step) {
          try await store.apply(
            tasks[start..<min(tasks.count, start + step)].map { TaskChange(before: nil, after: $0) }, as: "import",
            at: Date(), rewriting: nil)
        }
      }
      print("import", time, memory())
    }
    for _ in 0..<3 {
      let time = try await clock.measure { _ = try await store.tasks(TaskQuery(limit: 40)) }
      print("list", time, memory())
    }
    try await store.close()
  }

  static func fill(_ store: SQLiteTaskStore, _ count: Int) async throws {
    let now = Date()
    for start in stride(from: 0, to: count, by: 1000) {
      let changes = (start..<min(count, start + 1000)).map { index in
        var task = TodoTask(id: UUID(), name: name(index), createdAt: now)
        task.project = ["home", "work.report", "garden"][index % 3]
        task.tags = index % 4 == 0 ? ["errand"] : []
        if index % 2 == 0 { task.dueDate = now.addingTimeInterval(Double(index * 7919 % 8_640_000)) }
        task.priority = index % 5 == 0 ? .high : nil
        return TaskChange(before: nil, after: task)
      }
      try await store.apply(changes, as: "import", at: now, rewriting: nil)
    }
  }

  static func name(_ index: Int) -> String {
    let rare = index < 20 ? " needle" : ""
    return "Task number \(index): call about the report of week \(index % 52)\(rare)"
  }

  static func memory() -> String {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { $0.hasPrefix("VmHWM") || $0.hasPrefix("VmRSS") }.joined(separator: " ")
  }
}
