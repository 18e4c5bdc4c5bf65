import Foundation
import ProcessTesting
import Testing
import VaultTesting

@Suite("Tasks to and from other programs and stores")
struct ExchangeTests {
  private let vault: TestVault

  init() throws {
    vault = try TestVault()
    try vault.mustRun(
      "add", "Move house", "--due", "2030-12-24T18:00:00Z", "--notify", "--priority", "high", "--tag", "big",
      "--project", "home", "--notes", "two\nlines", "--subtask", "Pack", "--repeat", "yearly")
    try vault.mustRun("add", "Buy milk", "--due", "2030-01-05")
    try vault.mustRun("add", "Old thing")
    let list = try vault.mustRun("list", "Old")
    try vault.mustRun("done", String(try #require(list.split(separator: " ").first)))
  }

  /// All tasks as `list --json` has them, without the short ids, which depend on the others.
  private func tasks(_ vault: TestVault) throws -> NSArray {
    let json = try vault.mustRun("list", "--all", "--sort", "created", "--json")
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: [[String: Any]]]
    let rows = try #require(object?["tasks"])
    return rows.map { row in row.filter { $0.key != "shortId" } } as NSArray
  }

  private func write(_ text: String, _ name: String) throws -> String {
    let file = vault.root.appendingPathComponent(name)
    try text.write(to: file, atomically: true, encoding: .utf8)
    return file.path
  }

  @Test("what export writes as json or ics, import reads into another vault, whole", arguments: ["json", "ics"])
  func roundTrip(format: String) throws {
    let file = try write(try vault.mustRun("export", "--format", format), "tasks.\(format)")
    let other = try TestVault()
    #expect(try other.mustRun("import", file).contains("Imported 3 tasks."))
    #expect(try tasks(other) == tasks(vault))
    #expect(try other.mustRun("import", file).contains("3 were here already and are left as they are."))
    try other.mustRun("undo")
    #expect(try tasks(other).count == 0)
  }

  @Test("an import takes over no task that is there, nor one's step", arguments: ["sqlite", "icalendar"])
  func takesNothing(store: String) throws {
    let vault = try TestVault(extra: ["VAULT_TASK_STORE": store])
    try vault.mustRun("add", "mine", "--notes", "keep", "--subtask", "step")
    let before = try tasks(vault)
    let row = try #require(before[0] as? [String: Any])
    let step = try #require((row["subtasks"] as? [[String: Any]])?.first?["id"] as? String)
    let taken = try [#require(row["id"] as? String), step].map { #"{"id":"\#($0)","name":"taken"}"# }
    let thief = #"{"name":"thief","subtasks":[\#(taken.joined(separator: ","))]}"#
    let text = #"{"format":"vault-tasks","version":1,"tasks":[\#(thief)]}"#
    try vault.mustRun("import", try write(text, "thief-\(store).json"))
    #expect(try tasks(vault).count == 2)
    #expect(try vault.mustRun("list").contains("thief"))
    try vault.mustRun("undo")
    #expect(try tasks(vault) == before)
    try vault.mustRun("tasks", "migrate", "--to", "sqlite")
  }

  @Test("a todo.txt that goes through the vault keeps the order of its lines")
  func order() throws {
    let other = try TestVault()
    let names = (1...40).map { "line \($0 * 17 % 41)" }
    try other.mustRun("import", try write(names.joined(separator: "\n"), "todo.txt"))
    let lines = try other.mustRun("export", "--format", "todotxt").split(separator: "\n")
    #expect(lines.map { $0.split(separator: " ")[1...2].joined(separator: " ") } == names)
    let undone = try other.mustRun("undo").split(separator: "\n")
    #expect(undone.count == 11 && undone.last == "… and 30 more", "\(undone)")
  }

  @Test("a file comes through a pipe as it does by its name", arguments: ["json", "ics", "taskwarrior", "todotxt"])
  func pipe(format: String) throws {
    let other = try TestVault()
    let text = try vault.mustRun("export", "--format", format)
    #expect(try other.mustRun("import", "-", input: text).contains("Imported 3 tasks."))
    let named = try TestVault()
    try named.mustRun("import", try write(text, "tasks.\(format == "todotxt" ? "txt" : format)"))
    #expect(try tasks(other).count == tasks(named).count)
    let both = try ChildProcess(
      ["sh", "-c", "\"$0\" export --format \(format) | \"$0\" import -", Self.program],
      environment: vault.environment)
    #expect(try both.exitStatus() == 0 && both.output.text.contains("3 were here already"), "\(both.text)")
  }

  private static var program: String { TestVault.programs.appendingPathComponent("vault").path }

  @Test("of what comes through a pipe --format says what it is, and the beginning where that is not given")
  func pipeFormat() throws {
    let unknown = try vault.vault("import", "-", input: "call mum\n")
    #expect(unknown.status == 65 && unknown.errors.contains("--format"), "\(unknown)")
    try vault.mustRun("import", "-", "--format", "todotxt", input: "{call mum}\n")
    #expect(try vault.mustRun("list").contains("{call mum}"))
    let lines = (0..<5000).map { "2030-01-01 task \($0) of those that come in several parts" }
    #expect(try vault.mustRun("import", "-", input: lines.joined(separator: "\n")).contains("Imported 5000 tasks."))
    #expect(try vault.mustRun("import", "-", "--format", "todotxt", input: "").contains("Imported 0 tasks."))
  }

  @Test("more than 64 MiB through a pipe are refused with 65")
  func endlessPipe() throws {
    let child = try ChildProcess(
      ["sh", "-c", "\"$0\" import - --format todotxt < /dev/zero", Self.program], environment: vault.environment)
    #expect(try child.exitStatus() == 65 && child.errors.text.contains("64 MiB"), "\(child.text)")
  }

  @Test("an export that is refused leaves no file behind")
  func refusedExport() throws {
    try vault.setPIN()
    let path = vault.root.appendingPathComponent("out.json").path
    let refused = try vault.vault("export", "--include-protected", "--output", path)
    #expect(refused.status == 77 && !FileManager.default.fileExists(atPath: path), "\(refused)")
    try vault.mustRun("export", "--output", path)
  }

  @Test(
    "an export has no name until it is whole, so that one that is ended leaves nothing", arguments: [SIGKILL, SIGINT])
  func endedExport(signal: Int32) throws {
    try vault.setPIN()
    _ = try vault.addProtected("the combination", label: "Safe")
    let place = vault.root.appendingPathComponent("exports").path
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
    let terminal = try PseudoTerminal()
    // It has begun, and waits for its first part.
    let child = try vault.start("export", "--include-protected", "--output", place + "/out.json", at: terminal)
    try terminal.waitForText("PIN")
    #expect(try FileManager.default.contentsOfDirectory(atPath: place).isEmpty)
    child.send(signal)
    #expect(try child.waitForEnd().status != 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place).isEmpty)
  }

  @Test("Taskwarrior takes what we export, and we take what it exports")
  func taskwarrior() throws {
    let file = try write(try vault.mustRun("export", "--format", "taskwarrior"), "tw.json")
    let data = vault.root.appendingPathComponent("taskwarrior").path
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    let variables = ["PATH": "/usr/bin:/bin", "HOME": data, "TASKRC": "/dev/null", "TASKDATA": data, "LANG": "C.UTF-8"]
    let task = ["task", "rc.confirmation=off", "rc.verbose=nothing"]
    try ChildProcess.run(task + ["import", file], environment: variables)
    let exported = try ChildProcess.run(task + ["rc.json.array=on", "export"], environment: variables)
    #expect(exported.contains("Move house") && exported.contains("Buy milk"))
    let other = try TestVault()
    try other.mustRun("import", try write(exported, "back.json"))
    #expect(try other.mustRun("list").contains("Buy milk"))
  }

  @Test("protected texts are exported only after the PIN, and said to be readable")
  func protectedTexts() throws {
    try vault.setPIN()
    _ = try vault.addProtected("the combination", label: "Safe")
    let plain = try vault.mustRun("export")
    #expect(plain.contains("Safe") && !plain.contains("combination"))
    #expect(try vault.vault("export", "--include-protected").status == 77)
    let output = vault.root.appendingPathComponent("out.json").path
    let outcome = try vault.vault(
      "export", "--include-protected", "--pin-stdin", "--output", output, input: TestVault.pin + "\n")
    #expect(outcome.status == 0 && outcome.errors.contains("readable"), "\(outcome)")
    #expect(try String(contentsOfFile: output, encoding: .utf8).contains("the combination"))
    let mode = try FileManager.default.attributesOfItem(atPath: output)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try vault.mustRun("log").contains("export"))
  }

  @Test("a file that is none, or of no known format, is refused with 65 and nothing is taken")
  func badFiles() throws {
    for (name, text) in [
      ("a.json", "{\"format\":\"vault-tasks\",\"version\":99,\"tasks\":[]}"), ("b.xyz", "\u{1}\u{2}"),
    ] {
      let outcome = try vault.vault("import", try write(text, name))
      #expect(outcome.status == 65, "\(name): \(outcome)")
    }
    #expect(try vault.vault("import", "/dev/zero").status == 65)
    #expect(try vault.vault("import", vault.root.path + "/missing").status == 65)
    #expect(try tasks(vault).count == 3)
  }

  @Test("tasks that iCalendar can't hold are named, with the next step, before anything is moved")
  func unkeepable() throws {
    var ids: [String] = []
    for words in [["bell \u{7}"], ["whole", "--subtask", "esc \u{1B}"], ["fine", "--notes", "nul-like \u{1}"]] {
      let added = try vault.run("vault", ["add"] + words)
      ids.append(String(try #require(added.output.split(separator: " ").dropFirst().first).dropLast()))
    }
    let before = try tasks(vault)
    let refused = try vault.vault("tasks", "migrate", "--to", "icalendar")
    #expect(refused.status == 65 && refused.errors.contains("3 tasks") && refused.errors.contains("vault edit"))
    for (id, what) in zip(ids, ["its name", "a subtask's name", "its notes"]) {
      #expect(refused.errors.contains("\(id) (a calendar can't hold \(what)"), "\(refused)")
    }
    #expect(try tasks(vault) == before)
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(vault.data)/calendar")
    #expect(!files.contains { $0.hasSuffix(".ics") }, "nothing was copied either")
    try vault.mustRun("edit", ids[0], "--name", "bell")
    try vault.mustRun("subtask", "edit", ids[1], "1", "--name", "esc")
    try vault.mustRun("edit", ids[2], "--notes", "none")
    #expect(try vault.mustRun("tasks", "migrate", "--to", "icalendar").contains("in icalendar now"))
    #expect(try tasks(vault).count == before.count)
  }

  @Test("all tasks move to iCalendar files and back, protected ones stay sealed")
  func migration() throws {
    try vault.setPIN()
    let id = try vault.addProtected("the combination", label: "Safe")
    let before = try tasks(vault)
    #expect(try vault.mustRun("tasks", "migrate", "--to", "icalendar").contains("icalendar"))
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(vault.data)/calendar").filter {
      $0.hasSuffix(".ics")
    }
    #expect(files.count == 5, "a file for each task and subtask")
    #expect(try tasks(vault) == before)
    #expect(try vault.reveal(id).output == "the combination")
    try vault.mustRun("add", "made here")
    try vault.mustRun("tasks", "migrate", "--to", "sqlite")
    #expect(try tasks(vault).count == before.count + 1)
    #expect(try vault.reveal(id).output == "the combination")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: "\(vault.data)/calendar").allSatisfy { !$0.hasSuffix(".ics") }
    )
  }
}
