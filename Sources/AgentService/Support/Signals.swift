/// Signals from several places.
enum Signals {
  /// One signal for those of two streams, drawn together where they come faster than they are taken; it ends with either of them.
  static func merged<First: Sendable, Second: Sendable>(
    _ first: AsyncStream<First>, _ second: AsyncStream<Second>
  ) -> AsyncStream<Void> {
    let (merged, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let tasks = [
      Task {
        for await _ in first { continuation.yield() }
        continuation.finish()
      },
      Task {
        for await _ in second { continuation.yield() }
        continuation.finish()
      },
    ]
    continuation.onTermination = { _ in for task in tasks { task.cancel() } }
    return merged
  }
}
