import Foundation
import ProcessTesting
import Testing
import VaultTesting

@Suite("Pictures in live views", .serialized)
struct PictureViewTests: PictureSuite {
  let devices: PictureDevices

  init() throws { devices = try PictureDevices() }

  /// What terminals say of themselves that speak a protocol each.
  private static let protocols = [
    ["TERM": "xterm-kitty"], ["TERM": "mlterm"],
    ["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app", "LC_TERMINAL": "iTerm2"],
  ]

  /// Starts `vault` at a terminal of Kitty's kind, unless it is another.
  private func start(
    _ arguments: String..., at terminal: PseudoTerminal, as kind: [String: String] = protocols[0]
  ) throws -> Child {
    let environment = phone.environment.merging(kind) { $1 }
    return try Child(
      TestVault.programs.appending(path: "vault").path, arguments, environment: environment, terminal: terminal)
  }

  /// Leaves a view. What it writes is read before its end is waited for: a terminal that nobody reads holds it back.
  private func leave(_ child: Child, by keys: String, _ terminal: PseudoTerminal) throws {
    terminal.type(keys)
    try terminal.wait(for: "the main screen") {
      !$0.screen.isAlternate && $0.screen.images.isEmpty && $0.isCooked && $0.screen.showsCursor
    }
    #expect(try child.waitForEnd().status == 0)
  }

  private func push(_ title: String, _ image: String? = nil) throws {
    let payload = #"{"aps": {"alert": {"title": "\#(title)", "body": "Body."}}}"#
    let options = image.map { ["--image", $0] } ?? []
    #expect(try laptop.run("vault", ["push", "send", "-"] + options, input: payload).status == 0)
  }

  @Test(
    "at a terminal it is in the middle of the alternate screen, and Left and Right lead to others",
    arguments: ["q", "\u{1B}"])
  func view(leaving: String) throws {
    for title in ["First", "Second"] { try push(title, sample("picture.png")) }
    let broken = phone.root.appending(path: "broken.png")
    try Data(contentsOf: URL(filePath: sample("picture.png"))).prefix(300).write(to: broken)
    try push("Broken", broken.path)
    try waitUntil("all are here") { try phone.mustRun("inbox").contains("Broken") }
    let terminal = try PseudoTerminal(rows: 30, columns: 80, cell: (10, 20))
    let image = try start("inbox", "image", at: terminal)
    try terminal.waitForText("Broken  item 3  1 of 3")
    try terminal.waitForText("The picture can't be read.")
    #expect(terminal.screen.isAlternate && terminal.screen.images.isEmpty)
    terminal.type("\u{1B}[D")
    try terminal.waitForText("Second  item 2  2 of 3")
    try terminal.wait(for: "the image") { $0.screen.images.count == 1 }
    let shown = try #require(terminal.screen.images.first)
    // 128 pixels are 13 columns and 7 rows.
    #expect(
      abs(shown.column - (80 - shown.columns) / 2) <= 1 && abs(shown.row - 3 - (25 - shown.rows) / 2) <= 1, "\(shown)")
    terminal.type("\u{1B}[D\u{1B}[D")
    try terminal.waitForText("There is no older picture.")
    try terminal.wait(for: "the other image") { $0.screen.lines[0].hasPrefix("First") && $0.screen.images.count == 1 }
    try leave(image, by: leaving, terminal)
    #expect(terminal.written("\u{1B}_Ga=d,d=P") > 0)
    #expect(try phone.mustRun("inbox", "--json").contains(#""state" : "unread""#), "a picture looked at is not read")
  }

  @Test("an xterm that says that it shows Sixel gets a picture, and one that says nothing a drawing")
  func xterm() throws {
    try push("Plant", sample("picture.png"))
    try waitUntil("it is here") { try phone.mustRun("inbox").contains("Plant") }
    for answer in ["\u{1B}[?63;1;2;4;6;22c", ""] {
      let terminal = try PseudoTerminal(rows: 30, columns: 80, cell: (10, 20))
      let image = try start("inbox", "image", at: terminal, as: ["TERM": "xterm-256color"])
      try terminal.wait(for: "the question") { $0.written("\u{1B}[c") == 1 }
      terminal.type(answer)
      try terminal.waitForText("Plant  item 1  1 of 1")
      if answer.isEmpty {
        try terminal.wait(for: "the drawing") { $0.screen.lines[10...].joined().count > 9 }
        #expect(terminal.written("\u{1B}P") == 0)
      } else {
        try terminal.wait(for: "the picture") { $0.written("\u{1B}P") > 0 }
      }
      try leave(image, by: "q", terminal)
    }
  }

  @Test("a view that shows none is a drawing, ended with status 0")
  func emptyView() throws {
    let terminal = try PseudoTerminal(rows: 30, columns: 80, cell: (10, 20))
    let image = try start("inbox", "image", at: terminal)
    try terminal.waitForText("No item of the inbox has a picture.")
    try terminal.waitForText("+----------------------+")
    try leave(image, by: "q", terminal)
  }

  @Test(
    "the live list has small pictures of what is seen, which follow it; Tab leads to the picture and back",
    arguments: protocols)
  func watching(kind: [String: String]) throws {
    for number in 1...12 { try push("Item \(number)", sample("picture.png")) }
    try waitUntil("all are here") { try phone.mustRun("inbox").contains("Item 12") }
    let terminal = try PseudoTerminal(rows: 12, columns: 80, cell: (10, 20))
    let watch = try start("inbox", "watch", at: terminal, as: kind)
    try terminal.waitForText("Item 12")
    func pictures(_ terminal: PseudoTerminal) -> [Int] { terminal.screen.images.map(\.row).sorted() }
    try terminal.wait(for: "three small pictures") { pictures($0) == [2, 5, 8] }
    #expect(terminal.screen.images.allSatisfy { $0.column == 2 && $0.rows <= 2 && $0.columns <= 6 })
    terminal.type("G")
    try terminal.wait(for: "the last") { $0.screen.lines.contains { $0.hasPrefix("> ") && $0.contains("Item 1 ") } }
    try terminal.wait(for: "their pictures") { pictures($0) == [2, 5, 8] }
    terminal.type("\t")
    try terminal.waitForText("Item 1  item 1  12 of 12")
    try terminal.wait(for: "one image in the middle") { $0.screen.images.count == 1 && $0.screen.images[0].column > 20 }
    terminal.type("\t")
    try terminal.wait(for: "the list again") { pictures($0) == [2, 5, 8] }
    try leave(watch, by: "q", terminal)
  }

  @Test("while the server does not answer keys are heard, and the picture is there once it has answered")
  func slowView() throws {
    try push("Plain")
    try push("Pictured", sample("picture.png"))
    try waitUntil("both are here") { try phone.mustRun("inbox").contains("Pictured") }
    server.send(SIGSTOP)
    defer { server.send(SIGCONT) }
    let terminal = try PseudoTerminal(rows: 30, columns: 80, cell: (10, 20))
    let watch = try start("inbox", "watch", at: terminal)
    try terminal.waitForText("> unread  Pictured")
    terminal.type("\t")
    try terminal.waitForText("It is on its way.")
    let start = ContinuousClock.now
    terminal.type("\tj")
    try terminal.waitForText("> unread  Plain")
    #expect(ContinuousClock.now - start < .seconds(2))
    server.send(SIGCONT)
    terminal.type("k\t")
    try terminal.wait(for: "the image") { $0.screen.images.count == 1 && $0.screen.lines[0].hasPrefix("Pictured") }
    try leave(watch, by: "qq", terminal)
  }

  @Test("a channel's picture is shown and saved as an item's is, and stands left of the open channel's title")
  func channel() throws {
    try push("Brings it", sample("picture.png"))
    try waitForItem(1, on: phone)
    try phone.mustRun("inbox", "image", "1")
    let cached = try FileManager.default.subpathsOfDirectory(atPath: phone.root.path + "/cache")
    let id = try #require(cached.lazy.compactMap { UUID(uuidString: URL(filePath: $0).lastPathComponent) }.first)
    _ = try server.addChannel("News", picture: id)
    _ = try server.addChannel("Tea")
    let words = try phone.mustRun("channels", "image", "news")
    #expect(words.hasPrefix("[picture: News: PNG, 128 x 128, "), "\(words)")
    #expect(try phone.mustRun("channels", "image", "news", "--json").contains(#""title" : "News""#))
    #expect(try phone.vault("channels", "image", "tea").errors.contains("Tea has no picture."))
    let copy = phone.root.appending(path: "news.png")
    try phone.mustRun("channels", "image", "news", "--save", copy.path)
    #expect(try Data(contentsOf: copy) == Data(contentsOf: URL(filePath: sample("picture.png"))))
    try phone.mustRun("channels", "join", "news")
    let terminal = try PseudoTerminal(rows: 12, columns: 80, cell: (10, 20))
    let open = try start("channels", "open", "news", at: terminal)
    try terminal.waitForText("Write the first")
    try terminal.wait(for: "its picture") { $0.screen.images.map(\.row) == [0] && $0.screen.lines[0] == "       News" }
    try leave(open, by: "\u{1B}", terminal)
  }
}
