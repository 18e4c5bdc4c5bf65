internal import Synchronization

/// How many requests each route has answered, and how long that took.
final class RequestMetrics: Sendable {
  /// A route of the server: its method and its path as it is in the route table.
  struct Endpoint: Hashable, Comparable {
    let method: String
    let path: String

    /// Whatever meets no route.
    static let none = Endpoint(method: "", path: "none")

    static func < (left: Endpoint, right: Endpoint) -> Bool { (left.path, left.method) < (right.path, right.method) }
  }

  /// The figures of one endpoint.
  struct Figures: Equatable {
    /// Answers by the first digit of their status, 1 to 5.
    var answers = [Int](repeating: 0, count: 6)
    /// Answers by time: at most as many seconds as ``bounds`` says, and the rest.
    var buckets = [Int](repeating: 0, count: bounds.count + 1)
    /// The time of all.
    var seconds = 0.0

    fileprivate mutating func add(status: Int, bucket: Int, seconds: Double) {
      answers[min(max(status / 100, 0), 5)] += 1
      buckets[bucket] += 1
      self.seconds += seconds
    }
  }

  /// The bounds of the histogram, in seconds.
  static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

  private let routes = Mutex<[Endpoint: Figures]>([:])

  /// Counts an answer.
  func record(_ endpoint: Endpoint, status: Int, time: Duration) {
    let seconds = time / .seconds(1)
    let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
    routes.withLock { $0[endpoint, default: Figures()].add(status: status, bucket: bucket, seconds: seconds) }
  }

  /// All figures, by endpoint.
  var all: [(key: Endpoint, value: Figures)] { routes.withLock { $0.sorted { $0.key < $1.key } } }
}
