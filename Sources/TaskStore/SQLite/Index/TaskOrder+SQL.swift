internal import VaultModel

extension TaskQuery.Order {
  /// The SQL index that has the open tasks, and after them the done ones, in this order.
  var indexName: String { "listing_\(rawValue)" }

  /// The columns that make the order, as `SortKey` compares.
  var terms: [String] {
    switch self {
    case .urgency: ["due", "priority", "created", "id"]
    case .priority: ["priority", "due", "created", "id"]
    case .created: ["created DESC", "due", "priority", "id"]
    case .modified: ["modified DESC", "due", "priority", "created", "id"]
    case .name: ["name", "due", "priority", "created", "id"]
    case .project: ["project", "due", "priority", "created", "id"]
    case .completed: ["completed DESC", "due", "priority", "created", "id"]
    }
  }

  /// The names of the columns that make the order.
  var columns: [String] { terms.map { $0.split(separator: " ").first.map(String.init) ?? $0 } }
}
