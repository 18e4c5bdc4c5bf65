import Foundation
import ProcessTesting
import Testing

@Suite("Protected tasks that ask at every reveal, and files that bring protected tasks back")
struct AlwaysVerifyTests {
  private let vault: TestVault

  init() throws {
    vault = try TestVault()
    try vault.setPIN()
  }

  private let pin = TestVault.pin + "\n"

  @Test("asking at every reveal is switched on with an unlock, and off only with the PIN")
  func switching() throws {
    let id = try vault.addProtected("quokka", label: "Door")
    try vault.mustRun("unlock", "--everywhere", "--pin-stdin", input: pin)
    try vault.mustRun("edit", id, "--always-verify")
    #expect(try vault.mustRun("show", id, "--json").contains(#""alwaysVerify" : true"#))
    #expect(try vault.vault("reveal", id, "--plain").status == 77)
    #expect(try vault.reveal(id).output == "quokka")
    #expect(try vault.vault("edit", id, "--no-always-verify").status == 77)
    // Taking it back takes the question away, too.
    #expect(try vault.vault("undo").status == 77)
    try vault.mustRun("edit", id, "--no-always-verify", "--pin-stdin", input: pin)
    #expect(try vault.vault("reveal", id, "--plain").output == "quokka")
    let ordinary = try vault.mustRun("add", "ordinary").split(separator: " ")[1].dropLast()
    #expect(try vault.vault("edit", String(ordinary), "--always-verify").status == 64)
    #expect(try vault.vault("edit", id, "--always-verify", "--label", "x").status == 64)
  }

  @Test("a json file with protected texts brings them back protected, as they were")
  func exchange() throws {
    try vault.mustRun(
      "add", "--protected", "--label", "Door", "--always-verify", "--destroy-on", "done", "--subtasks", "-",
      input: "quokka\nleft of it\n- open\n- close\n")
    let file = vault.root.appendingPathComponent("all.json").path
    try vault.mustRun("export", "--include-protected", "--pin-stdin", "--output", file, input: pin)
    let other = try TestVault()
    let refused = try other.vault("import", file)
    #expect(refused.status == 77 && refused.errors.contains("vault pin set"), "\(refused)")
    #expect(try !other.mustRun("list", "--all").contains("Door"))
    try other.setPIN()
    #expect(try other.mustRun("import", file).contains("Imported 1 task."))
    let json = try other.mustRun("list", "--json")
    #expect(json.contains(#""isProtected" : true"#) && json.contains(#""label" : "Door""#) && !json.contains("quokka"))
    #expect(json.contains(#""alwaysVerify" : true"#) && json.contains(#""destroyOn" : "done""#), "\(json)")
    let id = String(try #require(try other.mustRun("list").split(separator: " ").first))
    #expect(try other.reveal(id).output == vault.reveal(id).output)
    for url in try other.files() {
      let content = try Data(contentsOf: url)
      #expect(content.firstRange(of: Data("quokka".utf8)) == nil, "\(url.lastPathComponent)")
    }
    #expect(try other.mustRun("import", file).contains("1 was here already"))
  }

  @Test(
    "a text that was to be destroyed by now is not taken from a json file, and that is told", arguments: [true, false])
  func served(isDone: Bool) throws {
    try vault.mustRun(
      "add", "--protected", "--label", "Door", "--destroy-on", "done", "--subtasks", "-",
      input: "quokka\nleft of it\n- wombat\n")
    let file = vault.root.appendingPathComponent("served.json").path
    try vault.mustRun("export", "--include-protected", "--pin-stdin", "--output", file, input: pin)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let served =
      isDone
      ? text.replacing(#""label":"Door""#, with: #""label":"Door","done":true"#)
      : text.replacing(#""when-done""#, with: #""2020-01-01T00:00:00Z""#)
    #expect(served != text, "\(text)")
    try served.write(toFile: file, atomically: true, encoding: .utf8)
    let other = try TestVault()
    try other.setPIN()
    #expect(try other.mustRun("import", file).contains("1 text was to be destroyed by now: not taken."))
    let json = try other.mustRun("list", "--json", "--all")
    #expect(json.contains("Door (destroyed)"), "\(json)")
    for word in ["quokka", "left of it", "wombat"] { #expect(!json.contains(word), "\(json)") }
  }
}
