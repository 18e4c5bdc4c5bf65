internal import AgentAPI
internal import CivilTime
internal import FoundationEssentials
internal import Localization
internal import TaskStore
internal import VaultModel

/// How many tasks there are of the kinds that a person looks for first.
struct TaskCounts: Equatable, Sendable {
  /// Not done.
  let open: Int
  /// Of those, the ones whose due date has passed.
  let overdue: Int
  /// Of those, the ones that are due today, and not yet over.
  let today: Int
  /// Protected, done or not.
  let protected: Int
}

/// Counts tasks.
struct TaskCounter: Sendable {
  let tasks: any TaskReading
  /// The time zone that says which day it is; nil for the one that is set when it is asked for.
  var zone: LocalZone?
  /// What time it is.
  var now: @Sendable () -> Date = { Date() }

  /// How many there are now.
  func counts() async throws(Failure) -> TaskCounts {
    let now = now()
    let zone = zone ?? LocalZone.system()
    var overdue = TaskFilter()
    overdue.dueBefore = now
    var today = TaskFilter()
    today.dueFrom = now
    today.dueBefore = zone.end(of: zone.dateTime(at: now).date).addingTimeInterval(1)
    do throws(TaskStoreError) {
      let counts = try await tasks.counts([TaskFilter(), overdue, today, .sealed])
      return TaskCounts(open: counts[0], overdue: counts[1], today: counts[2], protected: counts[3])
    } catch { throw Failure(error) }
  }
}
