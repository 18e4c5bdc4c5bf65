import DurableFiles
import FoundationEssentials
import Glibc
import Sealing
import SecretMemory
import Testing

@testable import OwnerVerification

@Suite("Owner header")
struct OwnerHeaderTests {
  private static let pin = "482719"

  private func make(_ machine: borrowing Machine) throws -> VerifiedOwner {
    let pin = try secret(Self.pin)
    return try cheapKeys().create(
      vaultID: UUID(), pin: pin, pepper: machine.pepper, deviceKey: machine.deviceKey)
  }

  private func proves(_ header: OwnerHeader, on machine: borrowing Machine) throws {
    let pin = try secret(Self.pin)
    _ = try cheapKeys().open(header, pin: pin, pepper: machine.pepper, deviceKey: machine.deviceKey)
  }

  @Test("is written twice, privately, and read back")
  func roundTrip() throws {
    let machine = try Machine()
    let directory = try TemporaryDirectory()
    let file = OwnerHeaderFile(directory: directory.path)
    #expect(try file.load() == nil)
    let header = try make(machine).header
    var proofs = 0
    try file.replace(with: header) { written in
      proofs += 1
      #expect(written == header)
      // The second copy, with what was before, is still untouched.
      #expect(access(directory.file("owner.copy"), F_OK) != 0)
    }
    #expect(proofs == 1)
    #expect(try file.load() == OwnerHeaderFile.Loaded(header: header, repairs: []))
    for name in ["owner", "owner.copy"] {
      var status = stat()
      #expect(lstat(directory.file(name), &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600)
    }
    #expect(try directory.read("owner") == directory.read("owner.copy"))
  }

  @Test("of two changes that began from the same header only the first is written")
  func superseded() throws {
    let machine = try Machine()
    let directory = try TemporaryDirectory()
    let file = OwnerHeaderFile(directory: directory.path)
    let first = try make(machine).header
    let second = try make(machine).header
    let third = try make(machine).header
    try file.replace(nil, with: first) { _ in }
    // A first PIN that was begun before there was any.
    #expect(throws: OwnerVerificationError(.superseded)) { try file.replace(nil, with: second) { _ in } }
    #expect(try file.load()?.header == first)
    try file.replace(first, with: second) { _ in }
    #expect(throws: OwnerVerificationError(.superseded)) { try file.replace(first, with: third) { _ in } }
    #expect(try file.load()?.header == second)
  }

  @Test("every flipped bit in a copy is repaired from the other")
  func repair() throws {
    let machine = try Machine()
    let directory = try TemporaryDirectory()
    let file = OwnerHeaderFile(directory: directory.path)
    let header = try make(machine).header
    try file.replace(with: header) { _ in }
    let whole = try directory.read("owner")
    for name in ["owner", "owner.copy"] {
      for index in whole.indices {
        var changed = whole
        changed[index] ^= 1 << (index % 8)
        try directory.write(changed, to: name)
        let loaded = try #require(try file.load())
        #expect(loaded.header == header)
        #expect(loaded.repairs == [.repaired(path: directory.file(name))])
        #expect(try directory.read(name) == whole)
      }
    }
    unlink(directory.file("owner"))
    #expect(try file.load()?.repairs == [.repaired(path: directory.file("owner"))])
  }

  @Test("both copies damaged is an error, and nothing is written")
  func damaged() throws {
    let machine = try Machine()
    let directory = try TemporaryDirectory()
    let file = OwnerHeaderFile(directory: directory.path)
    try file.replace(with: try make(machine).header) { _ in }
    try directory.write([1, 2, 3], to: "owner")
    try directory.write([], to: "owner.copy")
    #expect(throws: OwnerVerificationError(.damaged)) { _ = try file.load() }
    #expect(try directory.read("owner") == [1, 2, 3])
    unlink(directory.file("owner.copy"))
    #expect(throws: OwnerVerificationError(.damaged)) { _ = try file.load() }
  }

  @Test("a file that others may read, a link and a newer version are refused, and keep nobody out beside a whole copy")
  func refused() throws {
    let machine = try Machine()
    let directory = try TemporaryDirectory()
    let file = OwnerHeaderFile(directory: directory.path)
    let header = try make(machine).header
    let newer = OwnerFileFormat(magic: "VAULTOWN", version: 3, maximumPayloadByteCount: 4096)
    let path = directory.file("owner")
    let intrusions: [(OwnerVerificationError.Code, () throws -> Void)] = [
      (.insecurePermissions, { chmod(path, 0o640) }),
      (.insecurePermissions, { _ = (unlink(path), symlink(directory.file("owner.copy"), path)) }),
      (.insecurePermissions, { _ = (unlink(path), mkfifo(path, 0o600)) }),
      (.insecurePermissions, { _ = (unlink(path), mkdir(path, 0o755)) }),
      (
        .newerFormat,
        { try directory.write(newer.encode(.init(generation: 9, payload: header.encoded() + [0])), to: "owner") }
      ),
    ]
    for (code, intrude) in intrusions {
      try file.replace(with: header) { _ in }
      try intrude()
      let loaded = try #require(try file.load())
      #expect(loaded.header == header && loaded.repairs == [.repaired(path: path)])
      try intrude()
      unlink(directory.file("owner.copy"))
      #expect(throws: OwnerVerificationError(code)) { _ = try file.load() }
      _ = (rmdir(path), unlink(path))
    }
  }

  @Test("a new header that can't be opened leaves the old one in force")
  func unproven() throws {
    let machine = try Machine()
    let directory = try TemporaryDirectory()
    let file = OwnerHeaderFile(directory: directory.path)
    let first = try make(machine).header
    try file.replace(with: first) { _ in }
    let second = try make(machine).header
    #expect(throws: OwnerVerificationError(.wrongSecret)) {
      try file.replace(with: second) { (_) throws(OwnerVerificationError) in throw OwnerVerificationError(.wrongSecret)
      }
    }
    #expect(try file.load() == OwnerHeaderFile.Loaded(header: first, repairs: []))
  }

  @Test("a first header that can't be opened is not left behind")
  func unprovenFirst() throws {
    let machine = try Machine()
    let directory = try TemporaryDirectory()
    let file = OwnerHeaderFile(directory: directory.path)
    let header = try make(machine).header
    #expect(throws: OwnerVerificationError(.wrongSecret)) {
      try file.replace(with: header) { (_) throws(OwnerVerificationError) in throw OwnerVerificationError(.wrongSecret)
      }
    }
    #expect(try file.load() == nil)
  }

  @Test("a crash between the two copies leaves the newer header, whole")
  func interrupted() throws {
    let machine = try Machine()
    let directory = try TemporaryDirectory()
    let file = OwnerHeaderFile(directory: directory.path)
    try file.replace(with: try make(machine).header) { _ in }
    let old = try directory.read("owner")
    let second = try make(machine).header
    try file.replace(with: second) { _ in }
    try directory.write(old, to: "owner.copy")
    let loaded = try #require(try file.load())
    #expect(loaded.header == second)
    #expect(loaded.repairs == [.repaired(path: directory.file("owner.copy"))])
  }

  @Test("every flipped bit inside the header is noticed by the device key, and an exchanged public half by the owner's")
  func tampering() throws {
    let machine = try Machine()
    let made = try make(machine)
    let whole = made.header.encoded()
    for bit in 0..<whole.count * 8 {
      var changed = whole
      changed[bit / 8] ^= 1 << (bit % 8)
      guard let header = try? OwnerHeader(encoded: changed) else { continue }
      // The last 32 bytes are the owner's own MAC, which the device key does not cover.
      let isIntact = try header.isIntact(under: machine.deviceKey)
      #expect(isIntact == (bit / 8 >= whole.count - 32))
      #expect(try !header.belongs(to: made.privateKey) || bit / 8 >= whole.count - 64)
      if bit / 8 >= whole.count - 32 {
        let pin = try secret(Self.pin)
        #expect(throws: OwnerVerificationError(.damaged)) {
          _ = try cheapKeys().open(header, pin: pin, pepper: machine.pepper, deviceKey: machine.deviceKey)
        }
      }
    }
  }

  @Test("random and cut input never parses")
  func fuzz() throws {
    let machine = try Machine()
    var random = SeededGenerator(seed: 5)
    let whole = try make(machine).header.encoded()
    for count in 0..<whole.count {
      #expect(throws: OwnerVerificationError(.damaged)) { _ = try OwnerHeader(encoded: Array(whole.prefix(count))) }
    }
    let format = OwnerFileFormat(magic: "VAULTOWN", version: 2, maximumPayloadByteCount: OwnerHeader.maximumByteCount)
    for count in 0..<2000 {
      let input = random.bytes(count % 1500)
      #expect(throws: OwnerVerificationError.self) { _ = try OwnerHeader(encoded: input) }
      #expect(throws: OwnerVerificationError(.damaged)) { _ = try format.decode(input) }
    }
  }

  @Test("a file longer than any header is refused unread")
  func tooLong() throws {
    let directory = try TemporaryDirectory()
    try directory.write([UInt8](repeating: 0, count: 1 << 20), to: "owner")
    #expect(throws: OwnerVerificationError(.damaged)) { _ = try OwnerHeaderFile(directory: directory.path).load() }
  }

  @Test("a directory that is gone is told, with its path")
  func noDirectory() throws {
    let machine = try Machine()
    let header = try make(machine).header
    let file = OwnerHeaderFile(directory: "/nonexistent/vault")
    do {
      try file.replace(with: header) { _ in }
      Issue.record("it wrote")
    } catch {
      #expect(error.code == .inputOutput)
      #expect(error.detail.contains("/nonexistent/vault"))
    }
  }
}
