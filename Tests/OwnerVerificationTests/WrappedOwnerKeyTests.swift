import Glibc
import LinuxSystem
import OwnerVerification
import Sealing
import SecretMemory
import Testing

@Suite("Wrapped owner key")
struct WrappedOwnerKeyTests {
  /// Containers may forbid keyrings; then the error has to say so.
  private func wrap(_ privateKey: borrowing SecretBytes) throws -> WrappedOwnerKey? {
    do throws(OwnerVerificationError) { return try WrappedOwnerKey(wrapping: privateKey) } catch {
      #expect(error.code == .keyringUnavailable)
      #expect(error.detail.contains("add_key"))
      return nil
    }
  }

  @Test("comes back as it was, on the thread that wrapped it and on one that ran before")
  func threads() throws {
    let bystander = Bystander()
    let privateKey = try X25519.generatePrivateKey()
    guard let wrapped = try wrap(privateKey) else { return }
    let here = try wrapped.unwrap()
    let isSameHere = here.isEqual(to: privateKey)
    #expect(isSameHere)
    let expected = privateKey.withUnsafeBytes { Array($0) }
    let there = try bystander.unwrap(Shared(wrapped))
    #expect(there == expected)
  }

  @Test("two live side by side, and one outlives the other")
  func two() throws {
    let first = try X25519.generatePrivateKey()
    let second = try X25519.generatePrivateKey()
    guard let kept = try wrap(first) else { return }
    do { _ = try wrap(second) }
    let unwrapped = try kept.unwrap()
    let isSame = unwrapped.isEqual(to: first)
    #expect(isSame)
  }

  @Test("one of the kernel's keys is read back whole")
  func processKey() throws {
    let payload = try SecretBytes([1, 2, 3, 4])
    guard let key = try add(payload) else { return }
    var buffer = [UInt8](repeating: 0, count: 8)
    let count = try buffer.withUnsafeMutableBytes { try key.read(into: $0) }
    #expect(count == 4)
    #expect(buffer == [1, 2, 3, 4, 0, 0, 0, 0])
  }

  private func add(_ payload: borrowing SecretBytes) throws -> ProcessKey? {
    do {
      return try payload.withUnsafeBytes { (bytes) throws(SystemError) in
        try ProcessKey(description: "vault-test", payload: bytes, lifetimeSeconds: 60)
      }
    } catch {
      #expect(error.call == "add_key")
      return nil
    }
  }
}

private final class Shared: Sendable {
  let key: WrappedOwnerKey

  init(_ key: consuming WrappedOwnerKey) { self.key = key }
}

/// A thread that runs before any key is made and unwraps when it is asked to.
private final class Bystander: @unchecked Sendable {
  // Proof for @unchecked: the semaphores order every access; the test writes before `asked`, the thread before `answered`.
  private let asked = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  private let answered = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  private var shared: Shared?
  private var result: Result<[UInt8], any Error> = .success([])

  init() {
    sem_init(asked, 0, 0)
    sem_init(answered, 0, 0)
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Bystander>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    pthread_detach(thread)
  }

  func unwrap(_ shared: Shared) throws -> [UInt8] {
    self.shared = shared
    sem_post(asked)
    while sem_wait(answered) != 0 {}
    return try result.get()
  }

  private func run() {
    while sem_wait(asked) != 0 {}
    result = Result {
      let secret = try shared?.key.unwrap()
      switch consume secret {
      case .some(let secret): return secret.withUnsafeBytes { Array($0) }
      case .none: return []
      }
    }
    sem_post(answered)
  }
}
