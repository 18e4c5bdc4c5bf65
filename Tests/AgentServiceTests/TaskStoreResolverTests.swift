import AgentAPI
import Testing

@testable import AgentService

@Suite("Which task store is opened")
struct TaskStoreResolverTests {
  private func kind(
    _ wanted: TaskStoreKind?, recorded: TaskStoreKind? = nil, isRecordDamaged: Bool = false,
    isDatabaseEmpty: Bool = true, hasCalendar: Bool = false
  ) throws -> TaskStoreKind {
    try TaskStoreResolver(
      wanted: wanted, recorded: recorded, isRecordDamaged: isRecordDamaged,
      inUse: (isDatabaseEmpty ? [] : [.sqlite]) + (hasCalendar ? [.icalendar] : [])
    ).kind()
  }

  @Test("while there are no tasks the setting says which, and SQLite without one")
  func free() throws {
    #expect(try kind(nil) == .sqlite && kind(.sqlite) == .sqlite && kind(.icalendar) == .icalendar)
  }

  @Test("without a setting it is the one that has the tasks")
  func holder() throws {
    #expect(try kind(nil, recorded: .icalendar) == .icalendar)
    #expect(try kind(nil, recorded: .sqlite, hasCalendar: true) == .sqlite)
    #expect(try kind(nil, isDatabaseEmpty: false, hasCalendar: true) == .sqlite)
    #expect(try kind(nil, hasCalendar: true) == .icalendar)
  }

  @Test("a setting that names the other one is refused")
  func conflict() {
    for attempt in [
      { try kind(.sqlite, recorded: .icalendar) }, { try kind(.icalendar, recorded: .sqlite) },
      { try kind(.icalendar, isDatabaseEmpty: false, hasCalendar: true) }, { try kind(.sqlite, hasCalendar: true) },
    ] {
      #expect { _ = try attempt() } throws: { ($0 as? Failure)?.code == .configuration }
    }
  }

  @Test("with a damaged record the setting says which of the stores that were in use, and has to")
  func damagedRecord() throws {
    #expect(try kind(nil, isRecordDamaged: true, hasCalendar: true) == .icalendar)
    #expect(try kind(.icalendar, isRecordDamaged: true, isDatabaseEmpty: false, hasCalendar: true) == .icalendar)
    let failure = #expect(throws: Failure.self) {
      try kind(nil, isRecordDamaged: true, isDatabaseEmpty: false, hasCalendar: true)
    }
    #expect(failure?.message.hasSuffix("is damaged, and both stores have been in use.") == true)
    #expect(
      failure?.hint
        == "Set task-store (VAULT_TASK_STORE) to sqlite or icalendar, whichever has your tasks; nothing was lost.")
  }
}
