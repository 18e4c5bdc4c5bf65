import Glibc
import Synchronization
import Testing

@testable import CredentialStore

@Suite("A thread of one's own for calls that block")
struct SerialThreadTests {
  private actor Blocking {
    let thread: SerialThread
    private var isBusy = false
    private var count = 0
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init(_ thread: SerialThread) { self.thread = thread }

    /// Blocks as a call to a library does; gives back the thread it ran on.
    func work() -> UInt {
      precondition(!isBusy, "one call at a time")
      isBusy = true
      usleep(1000)
      isBusy = false
      count += 1
      return UInt(pthread_self())
    }

    func total() -> Int { count }
  }

  @Test("all calls run on one thread, one after the other")
  func oneThread() async {
    let blocking = Blocking(SerialThread())
    let threads = await withTaskGroup(of: UInt.self) { group in
      for _ in 0..<50 { group.addTask { await blocking.work() } }
      return await group.reduce(into: Set<UInt>()) { $0.insert($1) }
    }
    #expect(threads.count == 1)
    #expect(await blocking.total() == 50)
  }

  @Test("the stores of one bus share a thread, those of two buses do not")
  func shared() {
    let one = SerialThread.shared(forBus: "unix:path=/one")
    #expect(one === SerialThread.shared(forBus: "unix:path=/one"))
    #expect(one !== SerialThread.shared(forBus: "unix:path=/two"))
  }

  @Test("a thread nobody needs any more is let go")
  func released() async {
    weak var thread: SerialThread?
    do {
      let blocking = Blocking(SerialThread())
      thread = blocking.thread
      _ = await blocking.work()
    }
    // The thread may still be finishing the last job.
    for _ in 0..<1000 where thread != nil { await Task.yield() }
    for _ in 0..<1000 where thread != nil { usleep(1000) }
    #expect(thread == nil)
  }
}
