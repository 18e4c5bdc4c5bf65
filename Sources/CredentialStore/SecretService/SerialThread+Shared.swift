internal import Synchronization

extension SerialThread {
  private struct Reference {
    weak var thread: SerialThread?
  }

  private static let threads = Mutex<[String: Reference]>([:])

  /// The one thread of this process for the bus at `address`: two stores on one bus never open a session or write at the
  /// same moment, which some services don't survive.
  static func shared(forBus address: String) -> SerialThread {
    threads.withLock { threads in
      if let thread = threads[address]?.thread { return thread }
      threads = threads.filter { $0.value.thread != nil }
      let thread = SerialThread()
      threads[address] = Reference(thread: thread)
      return thread
    }
  }
}
