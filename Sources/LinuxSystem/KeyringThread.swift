internal import Glibc

/// The one thread that uses the process keyring.
///
/// The kernel hands a new process keyring to the thread that first asks for it and to threads which that one starts later,
/// not to threads that run already: those are refused a key's payload with `EACCES`. So all calls go through one thread.
final class KeyringThread: @unchecked Sendable {
  // Proof for @unchecked: `job` is read and written only while `mutex` is held; the rest never changes.
  static let shared = KeyringThread()

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let isRunning: Bool
  private var job: (() -> Void)?

  private init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
    var thread = pthread_t()
    var all = sigset_t()
    var previous = sigset_t()
    // The thread inherits this mask: the process's signals are for the others.
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &previous)
    let box = Box()
    let argument = Unmanaged.passRetained(box)
    isRunning =
      pthread_create(
        &thread, nil,
        { argument in
          guard let argument else { return nil }
          Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().serve()
          return nil
        }, argument.toOpaque()) == 0
    pthread_sigmask(SIG_SETMASK, &previous, nil)
    if isRunning {
      pthread_detach(thread)
      box.hand(self)
    } else {
      argument.release()
    }
  }

  /// Runs `body` on the thread and waits for it; bodies are single system calls that don't block.
  func run<Result>(_ body: () throws(SystemError) -> Result) throws(SystemError) -> Result {
    guard isRunning else { throw SystemError("pthread_create", code: EAGAIN) }
    var outcome: Swift.Result<Result, SystemError>?
    withoutActuallyEscaping(body) { body in
      pthread_mutex_lock(mutex)
      while job != nil { pthread_cond_wait(changed, mutex) }
      var isDone = false
      job = {
        do throws(SystemError) { outcome = .success(try body()) } catch { outcome = .failure(error) }
        isDone = true
      }
      pthread_cond_broadcast(changed)
      while !isDone { pthread_cond_wait(changed, mutex) }
      pthread_mutex_unlock(mutex)
    }
    guard let outcome else { throw SystemError("pthread_cond_wait", code: EINVAL) }
    return try outcome.get()
  }

  private func serve() {
    pthread_mutex_lock(mutex)
    while true {
      while job == nil { pthread_cond_wait(changed, mutex) }
      job?()
      job = nil
      pthread_cond_broadcast(changed)
    }
  }

  /// Hands the finished object to its thread, which starts before `init` has ended.
  private final class Box: @unchecked Sendable {
    // Proof for @unchecked: `thread` is written once before the semaphore is raised, and read after it was.
    private let isReady = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    private var thread: KeyringThread?

    init() { sem_init(isReady, 0, 0) }

    func hand(_ thread: KeyringThread) {
      self.thread = thread
      sem_post(isReady)
    }

    func serve() {
      while sem_wait(isReady) != 0 {}
      thread?.serve()
    }
  }
}
