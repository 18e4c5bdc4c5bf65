import Exchange
import Testing

@Suite("Telling the formats apart")
struct FormatTests {
  private static func detect(_ text: String, _ name: String? = nil) -> TaskFormat? {
    TaskFormat.detect(fileName: name, beginning: Array(text.utf8))
  }

  @Test("content tells more than a name")
  func content() {
    #expect(Self.detect(#"{"format":"vault-tasks","version":1,"#, "tasks.txt") == .json)
    #expect(Self.detect("\u{FEFF}\n" + #"{ "tasks": [], "format" : "vault-tasks""#) == .json)
    #expect(Self.detect("[\n" + #"{"id":1,"description":"Buy milk""#, "a.json") == .taskwarrior)
    #expect(Self.detect(#"{"id":1,"description":"Buy milk","status":"pending"}"#) == .taskwarrior)
    #expect(Self.detect("(A) 2030-01-01 Buy milk @shop") == .todotxt)
    #expect(Self.detect("x 2030-01-01 Buy milk") == .todotxt)
  }

  @Test("a name tells where content does not")
  func name() {
    #expect(Self.detect("[]", "export.JSON") == .taskwarrior)
    #expect(Self.detect("", "export.json") == .json)
    #expect(Self.detect("Buy milk", "/home/me/todo.txt") == .todotxt)
    #expect(Self.detect("Buy milk") == nil)
    #expect(Self.detect("BEGIN:VCALENDAR\r\n") == .ics && Self.detect("", "tasks.ics") == .ics)
  }
}
