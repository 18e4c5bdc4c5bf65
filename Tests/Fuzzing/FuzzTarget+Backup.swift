internal import Sealing
internal import SecretMemory

@testable internal import Backup

/// Backups, behind what seals and authenticates them.
extension FuzzTarget {
  static let backup = [
    FuzzTarget("backup-file", backupFile),
    FuzzTarget("backup-body", backupBody),
    FuzzTarget("backup-sealed", sealedBackup),
  ]

  private static func derive(_: String, _: [UInt8]) throws(BackupError) -> SecretBytes { key }

  /// What has to succeed with what was read.
  private static func written<Result>(_ body: () throws(BackupError) -> Result) -> Result {
    do { return try body() } catch { preconditionFailure("a backup that was read can't be written and read: \(error)") }
  }

  /// What is sealed in a backup.
  private static func backupBody(_ input: [UInt8]) {
    guard let contents = try? BackupBody.decode(input, ownerHeader: []) else { return }
    let text = written { () throws(BackupError) in try BackupBody.encode(contents) }
    let again = written { () throws(BackupError) in try BackupBody.decode(text, ownerHeader: []) }
    precondition(again == contents, "a backup is another one after it was written and read")
  }

  private static func trailer(of bytes: [UInt8]) -> [UInt8] {
    let sum = SHA256.digest(of: bytes)
    return sum + code(for: bytes + sum)
  }

  /// The first version, whose parts lie open; its length, checksum and code are right.
  private static func backupFile(_ input: [UInt8]) {
    let total = BackupCodec.fixedByteCount + input.count + BackupCodec.trailerByteCount
    var writer = ByteWriter()
    writer.add(BackupCodec.mark)
    writer.add(UInt32(1))
    writer.add(UInt64(total))
    writer.add(input)
    guard let backup = try? UnverifiedBackup(writer.bytes + trailer(of: writer.bytes)) else { return }
    _ = try? backup.verified(deriving: derive)
  }

  /// The second version: an owner header, and a text that is sealed as it has to be; then what is left of it where a byte changes.
  private static func sealedBackup(_ input: [UInt8]) {
    var reader = InputReader(input)
    let damage = reader.byte()
    let place = Int(reader.byte()) << 8 | Int(reader.byte())
    let header = reader.measuredRun()
    let text = Array(reader.rest) + [UInt8](repeating: 0, count: SealedChunks.textByteCount - reader.rest.count)
    let file = sealedFile(header, text)
    let contents = try? UnverifiedBackup(file).verified(deriving: derive)
    precondition(contents == (try? BackupBody.decode(text, ownerHeader: header)), "the seal changes what is in it")
    if damage & 1 != 0, let contents {
      let file = written { () throws(BackupError) in try BackupCodec.encode(contents, deriving: derive) }
      let again = written { () throws(BackupError) in try read(file) }
      precondition(again == contents, "a backup is another one after it was written and read")
    }
    guard damage & 2 != 0 else { return }
    var changed = Array(file.dropLast(BackupCodec.trailerByteCount))
    changed[place % changed.count] ^= 1 | damage
    precondition((try? read(changed + trailer(of: file))) == nil, "a file is read whose checksum does not fit")
    let sum = SHA256.digest(of: changed)
    let formerCode = Array(file.suffix(HMACSHA256.byteCount))
    precondition((try? read(changed + sum + formerCode)) == nil, "a file is read that another made")
  }

  private static func read(_ file: [UInt8]) throws(BackupError) -> BackupContents {
    try UnverifiedBackup(file).verified(deriving: derive)
  }

  private static func sealedFile(_ header: [UInt8], _ text: [UInt8]) -> [UInt8] {
    let headByteCount = BackupCodec.fixedByteCount + BackupCodec.saltByteCount + 4 + header.count
    let total = headByteCount + SealedChunks.sealedByteCount(of: text) + BackupCodec.trailerByteCount
    var writer = ByteWriter()
    writer.add(BackupCodec.mark)
    writer.add(BackupCodec.version)
    writer.add(UInt64(total))
    writer.add([UInt8](repeating: 5, count: BackupCodec.saltByteCount))
    writer.add(UInt32(header.count))
    writer.add(header)
    do { writer.add(try SealedChunks.seal(text, key: key, authenticating: writer.bytes)) } catch {
      fatalError("\(error)")
    }
    return writer.bytes + trailer(of: writer.bytes)
  }
}
