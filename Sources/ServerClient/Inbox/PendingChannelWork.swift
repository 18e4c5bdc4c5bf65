internal import FoundationEssentials
internal import ServerAPI
internal import Synchronization

/// What is to be done about channels while there is a connection; things that come faster than they are done are merged.
final class PendingChannelWork: Sendable {
  /// Things to be done.
  struct Work: Equatable, Sendable {
    /// Ask the server where all channels stand.
    var compares = false
    /// Send the server what the user wrote.
    var sends = false
    /// The newest message of channels that the server announced.
    var news: [UUID: Int64] = [:]

    /// Whether there is nothing.
    var isEmpty: Bool { self == Work() }

    mutating func add(_ other: Work) {
      compares = compares || other.compares
      sends = sends || other.sends
      news.merge(other.news) { max($0, $1) }
    }
  }

  /// One whenever there is something to do.
  let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation
  private let work: Mutex<Work>
  private let comparison = Mutex<(isOver: Bool, waiting: [AsyncStream<Never>.Continuation])>((false, []))

  /// Begins with things to be done.
  init(_ work: Work) {
    self.work = Mutex(work)
    (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    signal.yield()
  }

  deinit { recordComparison() }

  /// All channels were compared with the server's, and what was missing is here.
  func recordComparison() {
    let waiting = comparison.withLock { comparison in
      defer { comparison = (true, []) }
      return comparison.waiting
    }
    for continuation in waiting { continuation.finish() }
  }

  /// Waits until they were compared for the first time, the connection ends, or the task is cancelled.
  func waitForComparison() async {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    let isOver = comparison.withLock { comparison in
      if !comparison.isOver { comparison.waiting.append(continuation) }
      return comparison.isOver
    }
    if isOver { return }
    for await _ in stream {}
  }

  /// Adds things.
  func add(_ more: Work) {
    work.withLock { $0.add(more) }
    signal.yield()
  }

  /// Adds what the server announced.
  func add(_ news: ChannelNews) { add(Work(news: [news.channel: news.highest])) }

  /// Everything that is to be done now.
  func removeAll() -> Work {
    work.withLock { work in
      defer { work = Work() }
      return work
    }
  }
}
