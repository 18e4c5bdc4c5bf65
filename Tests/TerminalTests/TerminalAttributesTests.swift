import LinuxSystem
import Terminal
import Testing
import VaultTesting

@Suite("What a terminal says that it can do")
struct TerminalAttributesTests {
  private func ask(
    _ terminal: PseudoTerminal, within seconds: Double = TerminalAttributes.deadlineSeconds
  ) -> Background<Bool> {
    let path = terminal.path
    return Background { try TerminalAttributes.showSixel(at: TerminalDevice(path: path), within: seconds) }
  }

  @Test(
    "Sixel is what it names after its kind, whatever else comes before",
    arguments: [
      ("\u{1B}[?63;1;2;4;6;9;15;22c", true), ("ls\r\u{1B}[A\u{1B}[I\u{1B}[?62;4c", true),
      ("\u{1B}[?1;2\u{1B}[?62;4c", true), ("\u{1B}[?64;1;2;6;22c", false), ("\u{1B}[?4c", false),
      ("\u{1B}[?62;44;14;40c", false), ("\u{1B}[?6c", false), ("\u{1B}[?99999999999999999999;4c", true),
    ])
  func answers(answer: String, showsSixel: Bool) throws {
    let terminal = try PseudoTerminal()
    let asked = ask(terminal, within: 20)
    try terminal.wait(for: "the question") {
      String(decoding: $0.transcript, as: UTF8.self).contains("\u{1B}[c")
    }
    terminal.type(answer)
    #expect(try asked.value() == showsSixel)
    #expect(terminal.isCooked)
  }

  @Test("a terminal that does not answer, or never stops, is not waited for")
  func none() throws {
    for noise in ["", "\u{1B}[?62;4", String(repeating: "\u{1B}[?4;", count: 200)] {
      let terminal = try PseudoTerminal()
      let asked = ask(terminal)
      try terminal.wait(for: "the question") {
        String(decoding: $0.transcript, as: UTF8.self).contains("\u{1B}[c")
      }
      let start = ContinuousClock.now
      terminal.type(noise)
      #expect(try !asked.value())
      #expect(ContinuousClock.now - start < .seconds(10))
      #expect(terminal.isCooked)
    }
  }
}
