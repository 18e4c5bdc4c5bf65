internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import Synchronization

/// Answers each request in a task of its own.
///
/// A task keeps the memory that its deepest call took until it ends, and a connection's task lives as long as the connection: of
/// an idle stream, that was most of what it cost.
enum RequestTask {
  /// The same responder, called in a task of its own.
  static func each(_ responder: @escaping HTTPChannelHandler.Responder) -> HTTPChannelHandler.Responder {
    { request, writer, channel in
      let handed = TransferredWriter(writer)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          guard let writer = handed.remove() else { throw CancellationError() }
          try await responder(request, writer, channel)
        }
        try await group.waitForAll()
      }
    }
  }
}

/// Hands a writer, which can't be copied, to another task.
///
/// Sendable: the writer is only taken out, once, under the lock; what it writes to may be used from anywhere.
private final class TransferredWriter: @unchecked Sendable {
  private let lock = Mutex(())
  private var writer: ResponseWriter?

  init(_ writer: consuming ResponseWriter) { self.writer = consume writer }

  func remove() -> ResponseWriter? {
    lock.withLock { _ in
      let taken = writer.take()
      return taken
    }
  }
}
