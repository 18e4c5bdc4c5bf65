import Foundation
import Testing

@testable import AgentAPI
@testable import Pictures

@Suite("Pictures in terminals")
struct DrawingTests {
  private func drawing(_ environment: [String: String], hasUnicode: Bool = true) async throws -> String {
    let shape = TerminalShape(
      columns: 40, rows: 12, cellWidth: 10, cellHeight: 20, hasUnicode: hasUnicode, environment: environment)
    let output = try await PictureBench().output(.drawing(PictureArea(shape)), of: SmallPictures.png)
    #expect(DrawingCheck.passes(output), "\(environment)")
    return String(decoding: output, as: UTF8.self)
  }

  @Test("terminals that take pictures get one, in the protocol that they speak")
  func protocols() async throws {
    #expect(try await drawing(["TERM": "xterm-kitty"]).contains("\u{1B}_G"))
    #expect(try await drawing(["TERM": "mlterm"]).contains("\u{1B}P"))
    let iTerm = try await drawing(["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app", "LC_TERMINAL": "iTerm2"])
    #expect(iTerm.contains("\u{1B}]1337;File="))
  }

  @Test("others get characters in as many colours as they have, and within a multiplexer nothing else")
  func characters() async throws {
    let drawn = try await drawing(["TERM": "xterm-256color"])
    #expect(drawn.contains("\u{1B}[") && !drawn.contains("\u{1B}P") && drawn.contains { !$0.isASCII })
    #expect(drawn.split(separator: "\n").count <= 12)
    let direct = try await drawing(["TERM": "xterm-256color", "COLORTERM": "truecolor"])
    #expect(direct.contains("[38;2;") || direct.contains(";48;2;"))
    #expect(try await drawing(["TERM": "xterm-256color"], hasUnicode: false).allSatisfy(\.isASCII))
    let inTmux = try await drawing(["TERM": "xterm-kitty", "TMUX": "/tmp/x"])
    #expect(!inTmux.contains("\u{1B}_G"))
  }

  @Test("nothing but what draws passes on to a terminal", arguments: refused)
  func refusals(_ text: String) { #expect(!DrawingCheck.passes(Array(text.utf8)), "\(text)") }

  private static let refused = [
    "\u{1B}]0;title\u{07}", "\u{1B}]52;c;aGk=\u{07}", "\u{1B}[2J", "\u{1B}[6n", "\u{1B}c", "\u{9B}2J", "\u{07}", "\r",
    "\u{1B}P+q544e\u{1B}\\", "\u{1B}P$qm\u{1B}\\", "\u{1B}[?1049h", "\u{1B}_Ga=T,t=f;L2V0Yy9wYXNzd2Q=\u{1B}\\",
    "\u{1B}_Ga=T,t=t;L3RtcC94\u{1B}\\", "\u{1B}_Ga=d\u{1B}\\", "\u{1B}_Ga=T,f=32;!\u{1B}\\", "\u{1B}[?25;1m", "\u{1B}",
    "\u{1B}]1337;File=name=eA==;inline=1:AAAA\u{07}", "\u{1B}]1337;File=inline=0:AAAA\u{07}",
    "\u{1B}]1337;File=inline=0;size=inline=1:AAAA\u{07}", "\u{1B}]1337;File=inline=1;inline=0:AAAA\u{07}",
    "\u{1B}]1337;File=inline=1:AAAA", "\u{1B}]1337;SetMark\u{07}", "\u{1B}Pq#0\u{07}\u{1B}\\", "\u{1B}^x\u{1B}\\",
  ]

  @Test("a terminal that says anything of itself gets a bounded picture")
  func bounds() {
    for (columns, rows) in [(Int.max, Int.max), (-5, 0), (80, 24)] {
      for cell in [nil, 0, -1, Int.max, 10] as [Int?] {
        let shape = TerminalShape(
          columns: columns, rows: rows, cellWidth: cell, cellHeight: cell, hasUnicode: true,
          environment: ["LD_PRELOAD": "x", "TERM": String(repeating: "x", count: 300)])
        let area = PictureArea(shape)
        #expect(area.columns * area.cellWidth <= PictureArea.largest.width)
        #expect(area.rows * area.cellHeight <= PictureArea.largest.height)
        #expect(area.columns > 0 && area.rows > 0 && area.environment.isEmpty)
      }
    }
  }
}
