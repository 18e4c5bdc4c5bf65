import DesktopModel
import Testing

@Suite("What was done in a window")
struct RecentChangesTests {
  @Test("is taken back from the latest on, and what nothing takes back stands before what was done earlier")
  func order() {
    var changes = RecentChanges()
    #expect(changes.latest == nil)
    changes.add(1)
    changes.add(final: "Declined")
    #expect(changes.latest == .final("Declined"))
    changes.remove(.final("Declined"))
    #expect(changes.latest == .operation(1))
    changes.remove(.operation(1))
    #expect(changes.latest == nil)
  }
}
