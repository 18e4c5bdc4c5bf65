import CivilTime
import DesktopModel
import Foundation
import Testing
import VaultModel

@Suite("The sections of a list of tasks")
struct TaskSectionTests {
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)
  private static let zone = LocalZone(secondsEast: 3_600)
  private static let offsets: [Double?] = [nil, -400_000, -1, 0, 1, 600, 80_000, 90_000, 2_000_000]

  /// Every task in every state, with every due date.
  private static let tasks: [TodoTask] = offsets.flatMap { offset in
    [false, true].map { isDone in
      var task = TodoTask(
        id: UUID(), name: "task", dueDate: offset.map { now.addingTimeInterval($0) }, createdAt: now)
      task.isDone = isDone
      return task
    }
  }

  /// Queries as the filter makes them.
  private static let queries: [TaskQuery] = [TaskFilter.State.open, .done, .any].flatMap { state in
    TaskQuery.Order.allCases.flatMap { order in
      [nil, true, false].flatMap { hasDate in
        [(nil, nil), (now, nil), (nil, now), (now.addingTimeInterval(1_000), now.addingTimeInterval(100_000))].map {
          var filter = TaskFilter(state: state)
          filter.hasDueDate = hasDate
          (filter.dueFrom, filter.dueBefore) = $0
          return TaskQuery(filter, order: order)
        }
      }
    }
  }

  @Test("hold each task of a query once, and no other")
  func partition() {
    for query in Self.queries {
      let wanted = query.result(in: Self.tasks).map(\.id)
      let sections = TaskSection.sections(of: query).compactMap {
        $0.query(within: query, now: Self.now, zone: Self.zone)
      }
      let found = sections.flatMap { $0.result(in: Self.tasks).map(\.id) }
      #expect(found.count == wanted.count && Set(found) == Set(wanted), "\(query)")
    }
  }

  @Test("of open tasks come in the order of urgency")
  func order() {
    let query = TaskQuery()
    let found = TaskSection.sections(of: query).compactMap {
      $0.query(within: query, now: Self.now, zone: Self.zone)
    }.flatMap { $0.result(in: Self.tasks).map(\.id) }
    #expect(found == query.result(in: Self.tasks).map(\.id))
  }
}
