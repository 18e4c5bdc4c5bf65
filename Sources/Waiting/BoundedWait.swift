/// Waiting for something that comes by itself, but not for long.
public enum BoundedWait {
  /// Waits until something is so: looks once with each signal, until it is, or they end, or the time is over.
  public static func wait<Signal: Sendable>(
    for signals: AsyncStream<Signal>, atMost time: Duration, until isSo: @escaping @Sendable (Signal) async -> Bool
  ) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await signal in signals { if await isSo(signal) { return } } }
      // Only the other one's end cuts the wait short.
      group.addTask { try? await Task.sleep(for: time) }
      await group.next()
      group.cancelAll()
    }
  }
}
