import FoundationEssentials
import Glibc
import OwnerVerification
import Sealing
import SecretMemory

func secret(_ text: String) throws -> SecretBytes { try SecretBytes(Array(text.utf8)) }

func bytes(of secret: borrowing SecretBytes) -> [UInt8] { secret.withUnsafeBytes { Array($0) } }

/// Argon2id at its cheapest, and a clock that stands still.
func cheapKeys() throws -> OwnerKeys {
  OwnerKeys(
    parameters: try Argon2id.Parameters(memoryKiB: 8, iterations: 1, parallelism: 1),
    now: { Date(timeIntervalSince1970: 1_800_000_000) })
}

/// A new owner of a new vault.
func madeOwner() throws -> VerifiedOwner {
  let machine = try Machine()
  let pin = try secret("482719")
  return try cheapKeys().create(vaultID: UUID(), pin: pin, pepper: machine.pepper, deviceKey: machine.deviceKey)
}

/// A device key and a pepper of a test's own.
struct Machine: ~Copyable {
  let deviceKey: SecretBytes
  let pepper: SecretBytes

  init() throws {
    let deviceKey = try SystemRandom.secret(32)
    pepper = try SystemRandom.secret(32)
    self.deviceKey = deviceKey
  }
}

/// A directory of a test's own, removed with it.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    let base = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    var template = Array("\(base)/vault-owner-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw OwnerVerificationError(.inputOutput, "mkdtemp") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  func read(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: file(name)))) }

  /// Writes a private file, as the product does.
  func write(_ bytes: [UInt8], to name: String, mode: mode_t = 0o600) throws {
    try Data(bytes).write(to: URL(filePath: file(name)))
    guard chmod(file(name), mode) == 0 else { throw OwnerVerificationError(.inputOutput, "chmod") }
  }
}

/// A generator with a fixed seed (SplitMix64), so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) } }
}
