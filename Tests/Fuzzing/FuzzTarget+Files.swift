internal import FoundationEssentials
internal import PictureFormat
internal import Sealing
internal import SecretMemory

@testable internal import Backup
@testable internal import OwnerVerification

/// The vault's own files, behind their checksums and codes: who can write to them may have the right ones.
extension FuzzTarget {
  static let files = [
    FuzzTarget("backup-file", backupFile),
    FuzzTarget("backup-body") { _ = try? BackupBody.decode($0, ownerHeader: []) },
    FuzzTarget("owner-header", atMost: 1024) { input in
      guard let header = try? OwnerHeader(encoded: input) else { return }
      precondition(header.encoded() == input, "an owner header is another one after it was read and written")
    },
    FuzzTarget("attempts", atMost: 128, attempts),
    FuzzTarget("checked-file", atMost: 256) { input in
      let format = FileFormat(magic: "VAULTATT", version: 2, maximumPayloadByteCount: 128)
      guard let content = try? format.decode(input + SHA256.digest(of: input)) else { return }
      precondition(content.payload.count <= 128, "a payload is longer than it may be")
    },
    FuzzTarget("pam-frames") { _ = try? PAMFrame(packet: $0) },
    FuzzTarget("picture-header") { input in
      guard let header = try? PictureHeader(input) else { return }
      precondition(PictureHeader.isTaken(width: header.width, height: header.height), "a picture is too large")
    },
  ]

  private static let keyBytes = [UInt8](repeating: 7, count: 32)

  private static var key: SecretBytes {
    do { return try SecretBytes(keyBytes) } catch { fatalError("\(error)") }
  }

  /// The first version, whose parts lie open; its length, checksum and code are right.
  private static func backupFile(_ input: [UInt8]) {
    let total = BackupCodec.fixedByteCount + input.count + BackupCodec.trailerByteCount
    var bytes = BackupCodec.mark + [0, 0, 0, 1]
    withUnsafeBytes(of: UInt64(total).bigEndian) { bytes += $0 }
    bytes += input
    bytes += SHA256.digest(of: bytes)
    guard let code = try? HMACSHA256.code(for: bytes, key: key) else { return }
    guard let backup = try? UnverifiedBackup(bytes + code) else { return }
    _ = try? backup.verified { (_, _) throws(BackupError) in key }
  }

  private static func attempts(_ input: [UInt8]) {
    let label = Array("vault attempt record v2".utf8)
    guard let code = try? HMACSHA256.code(for: label + input, key: key),
      let record = try? AttemptRecord(encoded: input + code, key: key)
    else { return }
    var next = record
    next.advance()
    precondition(next.generation >= record.generation, "a generation goes back")
  }
}
