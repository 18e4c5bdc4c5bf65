import AgentAPI
import Foundation
import ProcessTesting
import Testing
import VaultModel

@Suite("An agent killed at any point loses no write to tasks that it acknowledged", .serialized)
struct TaskTroubleKillTests {
  @Test("1,000 mixed writes with kills in between, in both stores", arguments: ["sqlite", "icalendar"])
  func kills(store: String) async throws {
    let vault = try TestVault(extra: ["VAULT_TASK_STORE": store, "TZ": "UTC"])
    try vault.setPIN()
    try await vault.makeVerificationCheap()
    let run = KillRun(vault, seed: 20_261_121)
    for _ in 0..<1000 { try run.write() }
    for _ in 0..<2 { try run.protect() }
    #expect(run.kills >= 25 && run.lost > 0, "\(run.kills) kills, \(run.lost) answers lost")
    try run.check(everything: true)
    try run.proveTexts()
    try run.proveHealth()
    for _ in 0..<10 { try run.undo() }
    try run.check(everything: true)
    let names = try vault.files().map(\.lastPathComponent)
    #expect(!names.contains { $0.contains("set-aside") || $0.hasSuffix(".tmp") }, "\(names)")
  }
}

/// Writes and kills, and what has to be there.
private final class KillRun {
  private let agent: DrivenAgent
  private var expected = ExpectedVault()
  private var generator: WriteGenerator
  private var random: SplitMix
  /// The tasks changed since they were last looked at, notes and all.
  private var touched: Set<UUID> = []
  /// How long a request takes, in microseconds.
  private var usual = 5000
  private(set) var kills = 0
  /// How many requests ended without an answer.
  private(set) var lost = 0

  init(_ vault: TestVault, seed: UInt64) {
    agent = DrivenAgent(vault)
    generator = WriteGenerator(seed: seed)
    random = SplitMix(state: seed &+ 1)
  }

  func write() throws {
    let write = generator.next(for: expected)
    let isKilled = Int.random(in: 0..<30, using: &random) == 0
    if isKilled { try agent.killSoon(after: Int.random(in: 0..<usual * 3 / 2, using: &random)) }
    let start = DispatchTime.now()
    let answer: [TaskChangeReport.Line]?
    do { answer = try write.lines(agent) } catch let failure as Failure where isKilled {
      guard failure.code == .unavailable else { throw failure }
      answer = nil
    }
    let took = Int((DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1000)
    if let answer {
      usual = (usual * 7 + took) / 8
      try acknowledge(write.effect, answer)
    }
    guard isKilled else { return }
    kills += 1
    try agent.settle()
    if kills.isMultiple(of: 3) { try agent.killWhileStarting(after: Int.random(in: 0..<100_000, using: &random)) }
    try check(unanswered: answer == nil ? write.effect : nil)
  }

  func protect() throws {
    let protection = generator.protection(for: expected)
    let write = try #require(protection)
    try acknowledge(write.effect, write.lines(agent))
  }

  func undo() throws { try acknowledge(.undo, try agent.run(UndoOperations(count: 1)).lines) }

  /// Everything that was acknowledged is there, and nothing else but the one write nobody heard about, whole.
  func check(unanswered: ExpectedWrite.Effect? = nil, everything: Bool = false) throws {
    let history = try agent.history()
    if let unanswered {
      lost += 1
      take(unanswered, operationCount: history.count)
    }
    let problems = expected.compare(with: try agent.tasks())
    #expect(problems.isEmpty, "after \(kills) kills: \(problems.joined(separator: "\n"))")
    #expect(history == expected.history, "after \(kills) kills")
    for id in everything ? Set(expected.ids) : touched {
      guard let row = expected.tasks[id] else { continue }
      let shown = try agent.show(id)
      #expect(shown.agrees(with: row, includingNotes: true), "\(shown), not \(row)")
    }
    touched = []
  }

  func proveTexts() throws {
    let texts = try agent.texts()
    let sealed = expected.tasks.values.filter(\.isProtected)
    #expect(!sealed.isEmpty && texts.count == sealed.count)
    for row in sealed {
      let text = try #require(expected.texts[row.id])
      #expect(texts[row.id]?.hasPrefix(text) == true, "\(texts[row.id] ?? "nothing"), not \(text)")
    }
  }

  func proveHealth() throws {
    let findings = try agent.run(RunDoctor())
    #expect(!findings.contains { $0.severity == .problem }, "\(findings)")
    #expect(findings.contains { $0.subject == "tasks" && $0.finding == "All tasks are whole." }, "\(findings)")
  }

  // MARK: Answers

  private func acknowledge(_ effect: ExpectedWrite.Effect, _ lines: [TaskChangeReport.Line]) throws {
    switch effect {
    case .nothing: #expect(lines.allSatisfy { $0.action == "unchanged" }, "\(lines)")
    case .undo:
      // Rows of an undo are what was there before, or what is gone.
      let undone = try #require(expected.operations.last)
      for (line, change) in zip(lines, undone.changes) {
        let row = try #require(change.before ?? change.after)
        #expect(line.action == "undo \(undone.action)" && line.task.agrees(with: row), "\(line), not \(row)")
      }
      touched.formUnion(undone.changes.compactMap(\.id))
      expected.undo()
    case .operation(var operation):
      let problems = operation.learn(from: lines.map(\.task))
      #expect(problems.isEmpty, "\(problems)")
      touched.formUnion(operation.changes.compactMap(\.id))
      expected.make(operation)
    }
  }

  /// The history tells whether a write without an answer was made.
  private func take(_ effect: ExpectedWrite.Effect, operationCount: Int) {
    switch effect {
    case .nothing: return
    case .undo where operationCount == expected.operations.count - 1: expected.undo()
    case .operation(let operation) where operationCount == expected.operations.count + 1: expected.make(operation)
    case .undo, .operation: return
    }
  }
}

/// A reply that fits no request.
struct Surprise: Error {
  let text: String
}

extension DrivenAgent {
  /// All tasks, as lists show them.
  func tasks() throws -> [UUID: TaskRow] {
    var rows: [TaskRow] = []
    while true {
      let query = TaskQuery(TaskFilter(state: .any), order: .created, offset: rows.count)
      let page = try run(ListTasks(query))
      rows += page.rows
      guard rows.count < page.total, !page.rows.isEmpty else { break }
    }
    return Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
  }

  /// One task with its notes.
  func show(_ id: UUID) throws -> TaskRow {
    try run(ShowTask(task: id.uuidString))
  }

  /// The names of all operations, newest first.
  func history() throws -> [OperationTitle] {
    let rows = try run(ListHistory(limit: 1000))
    return rows.map { OperationTitle(action: $0.action, tasks: $0.tasks) }
  }
}
