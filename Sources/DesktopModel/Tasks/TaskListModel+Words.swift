internal import Localization
public import VaultModel

extension TaskListModel {
  /// Whether it is known that there are no tasks.
  public var isEmpty: Bool { hasBeenRead && outline.rowCount == 0 }

  /// What is said in the place of the list: a title, and what there is to do about it; nil where there are tasks.
  public var emptyWords: (title: String, description: String)? {
    if outline.rowCount > 0 { return nil }
    guard hasBeenRead else { return (localized("Tasks"), localized("They are being read.")) }
    var done = TaskFilter()
    done.state = .done
    if query.filter == done { return (localized("Nothing is done yet"), localized("What you have done stands here.")) }
    guard !isFiltered else {
      return (localized("No task matches"), localized("Change the filter, or empty it."))
    }
    return (localized("Nothing to do"), localized("Type a task above, and press Enter."))
  }

  /// Whether only some tasks are asked for. That what is done is shown, too, leaves none out.
  public var isFiltered: Bool { query.filter != TaskFilter() && query.filter != TaskFilter(state: .any) }

  /// What a filter and an order ask for together: in the order in which tasks were done, those that are, unless the filter means others.
  ///
  /// - Parameter withDone: whether what is done is meant besides, where the filter means what is open.
  public static func query(_ filter: TaskFilter, order: TaskQuery.Order, withDone: Bool = false) -> TaskQuery {
    var filter = filter
    if filter.state == .open {
      if order == .completed { filter.state = .done } else if withDone { filter.state = .any }
    }
    return TaskQuery(filter, order: order)
  }

  /// The orders that a person chooses among. By due date there are sections.
  public static let orders: [(title: String, order: TaskQuery.Order)] = [
    (localized("Due"), .urgency), (localized("Priority"), .priority), (localized("Name"), .name),
    (localized("Project"), .project), (localized("Newest"), .created),
    (localized("Changed"), .modified), (localized("Done"), .completed),
  ]
}
