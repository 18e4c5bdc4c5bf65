import Glibc
import LinuxSystem
import Sealing
import SecretMemory
import Testing

@testable import OwnerVerification

@Suite("Wrapped owner key")
struct WrappedOwnerKeyTests {
  /// Containers may forbid keyrings; then the error has to say so.
  private func wrap(_ owner: borrowing VerifiedOwner) throws -> WrappedOwnerKey? {
    do throws(OwnerVerificationError) { return try WrappedOwnerKey(wrapping: owner) } catch {
      #expect(error.code == .keyringUnavailable)
      #expect(error.detail.contains("add_key"))
      return nil
    }
  }

  @Test("comes back as it was, on the thread that wrapped it and on one that ran before")
  func threads() throws {
    let bystander = Bystander()
    let owner = try madeOwner()
    guard let wrapped = try wrap(owner) else { return }
    let here = try wrapped.unwrap(for: owner.header)
    let isSameHere = here.privateKey.isEqual(to: owner.privateKey)
    #expect(isSameHere)
    let expected = bytes(of: owner.privateKey)
    let there = try bystander.unwrap(Shared(wrapped, owner.header))
    #expect(there == expected)
  }

  @Test("two live side by side, and one outlives the other")
  func two() throws {
    let first = try madeOwner()
    let second = try madeOwner()
    guard let kept = try wrap(first) else { return }
    do { _ = try wrap(second) }
    let unwrapped = try kept.unwrap(for: first.header)
    let isSame = unwrapped.privateKey.isEqual(to: first.privateKey)
    #expect(isSame)
  }

  @Test("yields no owner for another vault, an exchanged public half, or a header whose MAC is not the owner's")
  func binding() throws {
    let owner = try madeOwner()
    let other = try madeOwner()
    guard let wrapped = try wrap(owner) else { return }
    let present = owner.header
    func bent(_ change: (inout [UInt8]) -> Void) throws -> OwnerHeader {
      var bytes = present.encoded()
      change(&bytes)
      return try OwnerHeader(encoded: bytes)
    }
    let headers = [
      other.header, try bent { $0[0] ^= 1 },
      try bent { $0.replaceSubrange(16..<48, with: other.header.publicKey.bytes) },
      try bent { $0.replaceSubrange(($0.count - 64)..<$0.count, with: [UInt8](repeating: 0, count: 64)) },
    ]
    for header in headers {
      #expect(throws: OwnerVerificationError(.damaged)) { _ = try wrapped.unwrap(for: header) }
    }
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
  let header: OwnerHeader

  init(_ key: consuming WrappedOwnerKey, _ header: OwnerHeader) {
    self.key = key
    self.header = header
  }
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
      guard let shared else { return [] }
      let owner = try shared.key.unwrap(for: shared.header)
      return bytes(of: owner.privateKey)
    }
    sem_post(answered)
  }
}
