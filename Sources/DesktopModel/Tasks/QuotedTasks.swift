internal import AgentAPI
public import FoundationEssentials

/// Has words of tasks somewhere besides the list and the detail: in a message, or in a form.
@MainActor
public protocol TaskQuoting: AnyObject {
  /// Whose words it has.
  var quotedTasks: Set<UUID> { get }

  /// Erases those of a task: it is protected now.
  func forgetWords(of task: UUID)
}

/// Follows the tasks whose words stand somewhere besides the list and the detail. Those of one that becomes protected, by whatever client, go at once.
@MainActor
public final class QuotedTasks {
  private let tasks: any TaskService
  private var holders: [Weak] = []
  private var isLooking = false
  private var isWanted = false

  private struct Weak {
    weak var holder: (any TaskQuoting)?
  }

  /// Nobody quotes any yet.
  public init(_ tasks: any TaskService) { self.tasks = tasks }

  /// Follows what somebody quotes, from now until they end.
  public func add(_ holder: any TaskQuoting) {
    holders.removeAll { $0.holder == nil }
    holders.append(Weak(holder: holder))
    look()
  }

  /// Looks what has become of them: a task has changed, or somebody has begun to quote one, which may have changed a moment before.
  public func look() {
    isWanted = true
    guard !isLooking else { return }
    isLooking = true
    Task { [weak self] in await self?.lookOn() }
  }

  private func lookOn() async {
    defer { isLooking = false }
    while isWanted {
      isWanted = false
      for id in holders.reduce(into: Set(), { $0.formUnion($1.holder?.quotedTasks ?? []) }) {
        if await isProtected(id) { for weak in holders { weak.holder?.forgetWords(of: id) } }
      }
    }
  }

  private func isProtected(_ id: UUID) async -> Bool {
    // One that was deleted comes back by a change, and without an agent nothing changes: then there is another look.
    do throws(Failure) { return try await tasks.task(id).isProtected } catch { return false }
  }
}
