import Foundation
import ProcessTesting
import Testing
import VaultTesting

@Suite("Pictures, from the sender to the terminal", .serialized)
struct PictureTests: PictureSuite {
  let devices: PictureDevices

  init() throws { devices = try PictureDevices() }

  @Test("the sample with its picture is shown in a terminal, kept as it is, and said in words elsewhere")
  func sampleTask() throws {
    try laptop.mustRun("push", "send", sample("task.apns"))
    try waitForItem(1, on: phone)
    #expect(try phone.mustRun("inbox").contains("🖼  Water the plants"))
    let terminal = try PseudoTerminal(rows: 40, columns: 80)
    let show = try phone.start("inbox", "show", "1", at: terminal)
    try terminal.waitForText("The ones on the balcony first.")
    // Colours of many cells, above the title.
    #expect(terminal.written("38;2;") + terminal.written("38;5;") > 20)
    let title = terminal.screen.lines.firstIndex(of: "Water the plants") ?? 0
    #expect(title > 5 && terminal.screen.lines.prefix(title).contains { !$0.isEmpty })
    // The picture is gone with the item, and there again.
    terminal.type("q")
    try terminal.wait(for: "the list alone") { $0.screen.lines.first == "Inbox" && $0.screen.lines[8].isEmpty }
    terminal.type("\n")
    try terminal.wait(for: "the picture") { $0.screen.lines.firstIndex(of: "Water the plants") == title }
    terminal.type("qq")
    try terminal.wait(for: "the main screen") { !$0.screen.isAlternate }
    #expect(try show.waitForEnd().status == 0)
    let bytes = try Data(contentsOf: PictureDevices.samples.appending(path: "picture.png"))
    let copy = phone.root.appending(path: "copy.png")
    try phone.mustRun("inbox", "image", "1", "--save", copy.path)
    #expect(try Data(contentsOf: copy) == bytes)
    #expect(try FileManager.default.attributesOfItem(atPath: copy.path)[.posixPermissions] as? Int == 0o600)
    #expect(try phone.vault("inbox", "image", "1", "--save", copy.path).status == 73)
    try phone.mustRun("inbox", "image", "1", "--save", copy.path, "--force")
    let words = try phone.mustRun("inbox", "image", "1")
    #expect(words.hasPrefix("[picture: Water the plants: PNG, 128 x 128, ") && !words.contains("\u{1B}"), "\(words)")
    let json = try phone.mustRun("inbox", "image", "1", "--json")
    #expect(json.contains(#""bytes" : \#(bytes.count)"#) && json.contains("image/png"), "\(json)")
    #expect(try phone.mustRun("inbox", "show", "1").contains("[picture: Water the plants"))
  }

  @Test("while the server does not answer the text is there all the same, and the picture once it has answered")
  func slowServer() throws {
    try laptop.mustRun("push", "send", sample("task.apns"))
    try waitForItem(1, on: phone)
    server.send(SIGSTOP)
    defer { server.send(SIGCONT) }
    let terminal = try PseudoTerminal(rows: 40, columns: 80)
    _ = try phone.start("inbox", "show", "1", at: terminal)
    try terminal.waitForText("[picture: It is being fetched; open the item again to see it]")
    try terminal.waitForText("The ones on the balcony first.")
    server.send(SIGCONT)
    try waitUntil("it is here") { try phone.vault("inbox", "image", "1").status == 0 }
    terminal.type("q")
    try terminal.waitForText("Inbox")
    terminal.type("\n")
    try terminal.wait(for: "the picture") { ($0.screen.lines.firstIndex(of: "Water the plants") ?? 0) > 5 }
    terminal.type("qq")
    try terminal.wait(for: "the main screen") { !$0.screen.isAlternate }
  }

  @Test("in a terminal of Kitty's kind it is an image, and without colours a line")
  func terminals() throws {
    try laptop.mustRun("push", "send", sample("notice.apns"), "--image", sample("picture.png"))
    try waitForItem(1, on: phone)
    for (name, value, isImage) in [("TERM", "xterm-kitty", true), ("TERM", "dumb", false), ("NO_COLOR", "1", false)] {
      let terminal = try PseudoTerminal()
      var environment = phone.environment
      environment[name] = value
      let child = try Child(
        TestVault.programs.appending(path: "vault").path, ["inbox", "image", "1"], environment: environment,
        terminal: terminal)
      try terminal.wait(for: "the picture's words") {
        String(decoding: $0.transcript, as: UTF8.self).contains("128 x 128")
      }
      #expect((terminal.written("\u{1B}_G") > 0) == isImage, "\(value)")
      _ = try child.waitForEnd()
    }
  }

  private func push(_ title: String, _ image: String? = nil) throws {
    let payload = #"{"aps": {"alert": {"title": "\#(title)", "body": "Body."}}}"#
    let options = image.map { ["--image", $0] } ?? []
    #expect(try laptop.run("vault", ["push", "send", "-"] + options, input: payload).status == 0)
  }

  @Test(
    "without a number it is the picture of the item opened last, also by another program, else the newest; none is no error"
  )
  func lastOpened() throws {
    #expect(try phone.mustRun("inbox", "image") == "No item of the inbox has a picture.\n")
    let none = try phone.mustRun("inbox", "image", "--json")
    #expect(none.contains(#""picture" : null"#), "\(none)")
    let copy = phone.root.appending(path: "copy.png").path
    #expect(try phone.vault("inbox", "image", "--save", copy).status == 64)
    for title in ["First", "Second"] { try push(title, sample("picture.png")) }
    try push("Third")
    try waitUntil("all are here") { try phone.mustRun("inbox").contains("Third") }
    #expect(try phone.mustRun("inbox", "image").hasPrefix("[picture: Second: PNG, 128 x 128"))
    try phone.mustRun("inbox", "show", "1")
    try phone.mustRun("inbox", "show", "3")
    #expect(try phone.mustRun("inbox", "image").hasPrefix("[picture: First:"))
    phone.killAgent()
    #expect(try phone.mustRun("inbox", "image", "--json").contains(#""number" : 1"#))
    let saved = try phone.vault("inbox", "image", "--save", copy)
    #expect(saved.status == 0 && saved.errors.contains("the picture of item 1"), "\(saved.errors)")
    #expect(try Data(contentsOf: URL(filePath: copy)) == Data(contentsOf: URL(filePath: sample("picture.png"))))
    try phone.mustRun("inbox", "delete", "1")
    #expect(try phone.mustRun("inbox", "image").hasPrefix("[picture: Second:"))
  }

  @Test("what can't be sent is said before anything is, and a picture of elsewhere is told and not fetched")
  func refusals() throws {
    let directory = laptop.root.appending(path: "sending")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    func write(_ text: String, _ name: String) throws -> String {
      let file = directory.appending(path: name)
      try Data(text.utf8).write(to: file)
      return file.path
    }
    let missing = try write(#"{"aps": {"alert": "x"}, "image": "nowhere.png"}"#, "missing.apns")
    #expect(try laptop.vault("push", "send", missing).errors.contains("nowhere.png, which"))
    let plain = try write(#"{"aps": {"alert": "x"}}"#, "plain.apns")
    let text = try write("no picture", "text.png")
    let refusal = try laptop.vault("push", "send", plain, "--image", text)
    #expect(refusal.status == 65 && refusal.errors.contains("not a PNG, JPEG, GIF or WebP"), "\(refusal)")
    try FileManager.default.createSymbolicLink(
      atPath: directory.appending(path: "link.png").path, withDestinationPath: sample("picture.png"))
    let link = try write(#"{"aps": {"alert": "x"}, "image": "link.png"}"#, "link.apns")
    #expect(try laptop.vault("push", "send", link).status == 65)
    let foreign = #"{"aps": {"alert": "x"}, "image": "https://e.example/v1/attachments/\#(UUID())"}"#
    try laptop.mustRun("push", "send", try write(foreign, "foreign.apns"))
    let gone = #"{"aps": {"alert": "y"}, "image": "/v1/attachments/\#(UUID())"}"#
    try laptop.mustRun("push", "send", try write(gone, "gone.apns"))
    try waitForItem(2, on: phone)
    #expect(try phone.mustRun("inbox", "show", "1").contains("not from your server"))
    #expect(try phone.vault("inbox", "image", "1").status == 64)
    let shown = try phone.mustRun("inbox", "show", "2")
    #expect(shown.contains("[picture: The server has no such picture") && shown.contains("y"), "\(shown)")
  }

  @Test("a picture that was seen is there without the server, and another account sees none of it")
  func cache() throws {
    try laptop.mustRun("push", "send", sample("task.apns"))
    try waitForItem(1, on: phone)
    try phone.mustRun("inbox", "image", "1")
    let cached = try FileManager.default.subpathsOfDirectory(atPath: phone.root.path + "/cache")
    #expect(cached.contains { $0.count > 60 }, "\(cached)")
    server.kill()
    #expect(try phone.mustRun("inbox", "image", "1").contains("128 x 128"))
  }
}
