import AgentAPI
import CivilTime
import Foundation
import Localization
import Terminal
import Testing
import VaultModel

@testable import vault

@Suite("A live list of tasks")
struct LiveTasksTests {
  typealias View = LiveTasks<MemoryTaskAgent, MemoryAgent>

  private let agent = MemoryTaskAgent()
  private let inbox = MemoryAgent()
  private let clock = TestClock()
  private let date = TestDate()

  private func view(_ words: String..., showsDone: Bool = false, limit: Int? = nil) throws -> View {
    let environment = ["LANG": "C.UTF-8", "NO_COLOR": "1", "TZ": "UTC"]
    let output = OutputStream(descriptor: -1, environment: environment)
    let context = CommandContext(environment: environment, output: output, errors: output)
    let (clock, date) = (clock, date)
    var view = try View(
      context, agent, inbox: inbox, filter: FilterLine(words, showsDone: showsDone, now: date.date, zone: .utc),
      by: .created, limit: limit, clock: LiveClock(instant: { clock.time }, date: { date.date }))
    _ = try view.wake()
    return view
  }

  private func type(_ text: String, _ view: inout View) throws {
    for scalar in text.unicodeScalars { _ = try view.handle(.text(scalar)) }
  }

  private func selected(_ view: View) -> String? { view.list.selected?.name ?? view.list.selected?.label }

  @Test("shows as many as fit and how many there are, and keys move through them")
  func moving() throws {
    for number in 1...20 { agent.add("Task \(number)") }
    var view = try view()
    #expect(view.rows(12)[0] == "Tasks  1-9 of 20" && view.rows(12)[2].hasPrefix("> "))
    #expect(view.rows(12)[2].hasSuffix("Task 20") && view.rows(12)[10].hasSuffix("Task 12"))
    try type("jj", &view)
    _ = try view.handle(.up)
    #expect(selected(view) == "Task 19")
    _ = try view.handle(.pageDown)
    #expect(selected(view) == "Task 10" && view.rows(12)[0] == "Tasks  3-11 of 20")
    try type("G", &view)
    #expect(selected(view) == "Task 1" && view.rows(12)[10].hasSuffix("Task 1"))
    _ = try view.handle(.home)
    #expect(selected(view) == "Task 20")
    #expect(try view.handle(.text("q")) == .leave)
    #expect(try view.handle(.endOfInput) == .leave)
  }

  @Test("a key is meant for the task that is seen selected, whatever comes above it")
  func selection() throws {
    for name in ["Water", "Milk"] { agent.add(name) }
    var view = try view()
    _ = try view.handle(.down)
    agent.add("Newer")
    _ = try view.wake()
    try type("d", &view)
    #expect(agent.tasks.first { $0.name == "Water" }?.isDone == true)
    #expect(view.message.hasPrefix("Done ") && view.message.hasSuffix("Water"))
    _ = try view.wake()
    #expect(selected(view) == "Milk" && view.list.rows.count == 2, "done tasks leave the list")
  }

  @Test("d marks done, D opens again, u takes the last change back; nothing to take back is told")
  func changes() throws {
    agent.add("Milk")
    var view = try view(showsDone: true)
    try type("d", &view)
    _ = try view.wake()
    #expect(view.rows()[2].contains("[done] Milk"))
    try type("D", &view)
    #expect(view.message.hasPrefix("Open again") && agent.tasks[0].isDone == false)
    try type("uu", &view)
    #expect(agent.tasks[0].isDone == false && view.message.hasPrefix("Taken back"))
    try type("u", &view)
    #expect(view.rows().last == "There is nothing to undo.")
    _ = try view.handle(.down)
    #expect(view.message.isEmpty)
  }

  @Test("what has to be asked is asked on the main screen: what is known before, and what turns out")
  func asking() throws {
    agent.add("Milk")
    var view = try view()
    agent.undoAsks = true
    #expect(try view.handle(.text("u")) == .leave && view.question != nil)
    #expect(!agent.requests.contains { $0 is UndoOperation }, "nobody is refused before they are asked")
    try view.answered("Taken back.")
    #expect(view.question == nil && view.rows().last == "Taken back.")
    agent.refusal = Failure(.refused, "This needs an answer, and there was none.")
    #expect(try view.handle(.text("d")) == .leave && view.question != nil)
    try view.answered("Done.")
    agent.refusal = Failure(.tryLater, "Not now.")
    #expect(try view.handle(.text("d")) == .stay && view.message == "Not now.")
    agent.refusal = Failure(.unavailable, "The agent ended before it answered.")
    #expect(throws: Failure.self) { try view.handle(.text("d")) }
  }

  @Test("only a protected task is revealed, on a screen of its own")
  func revealing() throws {
    agent.add("Safe", isProtected: true)
    agent.add("Milk")
    var view = try view()
    #expect(try view.handle(.text("r")) == .stay && view.message.hasPrefix("Only a protected task"))
    _ = try view.handle(.down)
    #expect(view.rows()[3].contains("🔒 Safe"))
    #expect(view.rows().last?.contains("r reveal") == true || view.rows(12, 80).last?.contains("r reveal") == true)
    #expect(try view.handle(.text("r")) == .leave)
    guard case .reveal(let id) = view.question else { throw Failure(.internal, "no question") }
    #expect(id == agent.tasks[0].id)
    try view.answered("Hidden: the vault was locked.")
    #expect(view.rows().last == "Hidden: the vault was locked.")
  }

  @Test("a reminder is put off as long as is typed, ten minutes where nothing is; of steps it is the one that has come")
  func snoozing() throws {
    agent.add("Milk", due: date.date - 60)
    agent.change("Milk") { task in
      task.notify = true
      task.subtasks = ["a", "b", "c"].map { TodoSubtask(id: UUID(), name: $0) }
      (task.subtasks[0].notify, task.subtasks[0].isDone) = (true, true)
      (task.subtasks[1].notify, task.subtasks[1].dueDate) = (true, date.date - 30)
      (task.subtasks[2].notify, task.subtasks[2].dueDate) = (true, date.date + 30)
    }
    var view = try view()
    try type("s", &view)
    #expect(view.rows().last == "Snooze until (in 10m): ")
    _ = try view.handle(.enter)
    var request = try #require(agent.requests.last as? SnoozeReminders)
    #expect(request.subtask == 2 && request.until == date.date + 600)
    #expect(view.snooze == nil && view.message.hasPrefix("Snoozed") && view.message.contains(" until 2030-"))
    try type("s", &view)
    try type("in 2q", &view)
    _ = try view.handle(.enter)
    #expect(view.snooze != nil && !view.message.isEmpty, "what is not understood can be written anew")
    #expect(view.rows()[10] == view.message)
    _ = try view.handle(.deleteLine)
    try type("in 2h", &view)
    _ = try view.handle(.enter)
    request = try #require(agent.requests.last as? SnoozeReminders)
    #expect(request.until == date.date + 7200)
    try type("sq", &view)
    _ = try view.handle(.escape)
    #expect(view.snooze == nil && view.rows()[0].hasPrefix("Tasks"))
    agent.change("Milk") { $0.subtasks = [] }
    _ = try view.wake()
    #expect(SnoozeLine(try #require(view.list.selected), now: date.date).subtask == nil)
  }

  @Test("the list follows what is typed as a filter")
  func filtering() throws {
    for name in ["Milk", "Mint", "Water"] { agent.add(name) }
    var view = try view()
    try type("/mi", &view)
    _ = try view.wake()
    #expect(view.list.rows.compactMap(\.name) == ["Mint", "Milk"] && view.rows().last == "/ mi")
    try type("l due:", &view)
    _ = try view.wake()
    #expect(view.list.rows.compactMap(\.name) == ["Milk"])
    #expect(view.rows()[10].contains("due:"), "the reason stands above the line")
    _ = try view.handle(.deleteWord)
    _ = try view.handle(.enter)
    #expect(view.rows()[0] == "Tasks  1-1 of 1  mil")
    try type("/", &view)
    _ = try view.handle(.deleteLine)
    _ = try view.wake()
    #expect(view.list.rows.count == 3)
    _ = try view.handle(.escape)
    _ = try view.wake()
    #expect(view.list.rows.count == 1)
    let count = agent.observations
    try type("/", &view)
    _ = try view.handle(.enter)
    #expect(agent.observations == count, "what means the same is not asked for again")
    try type("/ xyzzy", &view)
    _ = try view.wake()
    #expect(view.rows()[2] == "No task fits.")
  }

  @Test("a task opened is shown with notes and steps, as it is now, and leads back to the list; gone, it goes")
  func details() throws {
    agent.add("Water")
    agent.add("Milk")
    agent.change("Milk") { task in
      task.notes = "two litres"
      task.subtasks = [TodoSubtask(id: UUID(), name: "Go there")]
    }
    var view = try view()
    _ = try view.handle(.enter)
    let rows = view.rows(24)
    #expect(rows[0].hasSuffix("Milk") && rows.contains("two litres") && rows.contains { $0.contains("Go there") })
    agent.change("Milk") { $0.notes = "three litres" }
    _ = try view.wake()
    #expect(view.rows(24).contains("three litres"))
    try type("d", &view)
    _ = try view.wake()
    _ = try view.handle(.up)
    #expect(view.details?.task.isDone == true && view.rows(24).last?.contains("D open again") == true)
    _ = view.rows(6)
    _ = try view.handle(.end)
    #expect(view.rows(6)[0] != rows[0])
    try type("q", &view)
    #expect(view.details == nil && selected(view) == "Water")
    _ = try view.handle(.right)
    agent.tasks = []
    agent.hasNews = true
    _ = try view.wake()
    #expect(view.details == nil && view.rows().last == "That task is no longer here.")
    #expect(view.rows()[2].hasPrefix("There is nothing to do."))
  }

  @Test("more tasks are asked for once the person comes near the last; a limit is kept")
  func growing() throws {
    for number in 1...250 { agent.add("Task \(number)") }
    var view = try view()
    #expect(view.list.rows.count == 100 && view.rows()[0] == "Tasks  1-9 of 250")
    _ = try view.handle(.end)
    _ = try view.wake()
    #expect(view.list.rows.count == 250 && selected(view) == "Task 151")
    _ = try view.handle(.end)
    #expect(selected(view) == "Task 1" && view.rows()[0] == "Tasks  242-250 of 250")
    var few = try self.view(limit: 5)
    _ = try few.handle(.end)
    _ = try few.wake()
    #expect(few.list.rows.count == 5 && few.rows()[0] == "Tasks  1-5 of 250")
  }

  @Test("what has become overdue is in the list with the next minute")
  func time() throws {
    agent.add("Milk", due: date.date + 30)
    var view = try view("due:overdue")
    #expect(view.list.rows.isEmpty)
    let deadline = try #require(view.deadline)
    #expect(deadline > clock.time && deadline <= clock.time + .seconds(60))
    (clock.time, date.date) = (deadline, date.date + 60)
    try view.tick()
    _ = try view.wake()
    #expect(view.list.rows.count == 1)
    #expect(try #require(view.deadline) > clock.time)
  }

  @Test("what is pushed drops from the top, is opened by Enter and accepted; who writes is not disturbed")
  func banner() throws {
    agent.add("Milk")
    var view = try view()
    inbox.push("Proposal", verify: true)
    _ = try view.wake()
    #expect(view.rows()[0].hasPrefix(" ▌ Proposal"))
    try type("/wa", &view)
    _ = try view.handle(.enter)
    #expect(view.inbox?.item == nil && view.filter.text == "wa")
    _ = try view.handle(.enter)
    #expect(view.rows()[0] == "Proposal" && view.rows().last?.contains("a accept") == true)
    #expect(try view.handle(.text("a")) == .leave && view.question != nil)
    try view.answered("Accepted.")
    try type("q", &view)
    inbox.push("Another")
    _ = try view.wake()
    _ = try view.handle(.escape)
    #expect(view.rows()[0].hasPrefix("Tasks"))
    inbox.refusal = Failure(.refused, "Nobody is logged in.")
    inbox.hasNews = true
    _ = try view.wake()
    #expect(view.inbox == nil && view.rows()[0].hasPrefix("Tasks"))
  }

  @Test("without a login there is the list all the same")
  func noLogin() throws {
    inbox.refusal = Failure(.refused, "Nobody is logged in.")
    agent.add("Milk")
    var view = try view()
    #expect(view.inbox == nil && view.rows()[2].hasSuffix("Milk"))
    agent.notice = "The keyring is locked."
    #expect(view.rows().last == "The keyring is locked.")
  }

  @Test("names of others can't steer the terminal, nothing is wider than it, and what is selected is always seen")
  func hostile() throws {
    for _ in 0..<5 { agent.add("\u{1B}[2J\u{202E}\u{9B}H" + String(repeating: "漢", count: 99), due: date.date) }
    var view = try view()
    for (rows, columns) in [(1, 1), (2, 3), (10, 40), (4, 9)] {
      for row in view.rows(rows, columns) {
        #expect(row.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) })
        #expect(LiveText(row).columns <= columns)
      }
    }
    #expect(view.rows(10, 40).last?.hasSuffix("q quit") == true, "the way out is told in a small terminal, too")
    _ = try view.handle(.end)
    #expect(view.rows(5, 40)[3].hasPrefix("> "))
  }
}
