public import AgentAPI
public import FoundationEssentials

/// The task that is shown whole.
@MainActor
public final class TaskDetailModel {
  /// What there is to show.
  public enum State: Equatable, Sendable {
    /// No task was chosen.
    case nothing
    /// So many are selected together.
    case several(Int)
    /// A task, as it was when it was read last.
    case task(TaskRow)
    /// The task can't be shown, for instance since it was deleted.
    case gone(Failure)
  }

  /// What is shown.
  public private(set) var state = State.nothing {
    didSet { if state != oldValue { changed(state) } }
  }
  /// Called when that changes.
  public var changed: @MainActor (State) -> Void = { _ in }
  private let tasks: any TaskService
  private var id: UUID?
  private var reading: Task<Void, Never>?

  /// The task that is shown.
  public var shownID: UUID? { if case .task(let task) = state { task.id } else { nil } }

  /// Shows nothing.
  public init(_ tasks: any TaskService) { self.tasks = tasks }

  /// Shows what is selected.
  ///
  /// - Parameter rows: as the list has them, which leaves out some of each.
  public func show(_ rows: [TaskRow]) {
    reading?.cancel()
    id = rows.count == 1 ? rows[0].id : nil
    guard let id else {
      state = rows.isEmpty ? .nothing : .several(rows.count)
      return
    }
    // What the list knows is shown at once: nothing of the task before stays beside another name.
    if case .task(let shown) = state, shown.id == id {} else { state = .task(rows[0]) }
    refresh()
  }

  /// Says only how many are selected.
  public func show(several count: Int) {
    reading?.cancel()
    id = nil
    state = .several(count)
  }

  /// Reads the task once more.
  public func refresh() {
    guard let id else { return }
    reading?.cancel()
    reading = Task { [weak self, tasks] in
      let found: State
      do throws(Failure) { found = .task(try await tasks.task(id)) } catch { found = .gone(error) }
      guard !Task.isCancelled, let self, self.id == id else { return }
      // While there is no agent nobody knows of anything new.
      if case .gone(let failure) = found, failure.code == .unavailable, case .task(let shown) = state, shown.id == id {
        return
      }
      // What was deleted, here or elsewhere, is no trouble to tell of.
      if case .gone(let failure) = found, failure.code == .usage {
        self.id = nil
        state = .nothing
        return
      }
      state = found
    }
  }
}
