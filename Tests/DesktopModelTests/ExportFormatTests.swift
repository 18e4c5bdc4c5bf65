import DesktopModel
import Testing

@Suite("The form in which tasks are written")
struct ExportFormatTests {
  @Test("is the one that was chosen, else the one that the name says, and the name says it")
  func path() {
    #expect(ExportFormat.json.path(for: "/a/tasks.json", isChosen: false) == "/a/tasks.json")
    #expect(ExportFormat.json.path(for: "/a/tasks.ICS", isChosen: false) == "/a/tasks.ICS")
    #expect(ExportFormat.json.path(for: "/a/tasks.csv", isChosen: false) == "/a/tasks.csv.json")
    #expect(ExportFormat.calendar.path(for: "/a/tasks.json", isChosen: true) == "/a/tasks.ics")
    #expect(ExportFormat.todoText.path(for: "/a/tasks", isChosen: true) == "/a/tasks.txt")
    #expect(ExportFormat.todoText.path(for: "/a/tasks.TXT", isChosen: true) == "/a/tasks.TXT")
  }
}
