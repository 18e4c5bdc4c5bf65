internal import AgentAPI
internal import Backup
internal import Localization
internal import OwnerVerification
internal import SecretMemory

/// A backup as the requests read it that take something out of one.
extension UnverifiedBackup {
  /// Reads a file that says it is a backup; nobody has proven yet whose.
  static func read(_ path: String) async throws(Failure) -> UnverifiedBackup {
    try await FileExecutor.value(of: path) { () throws(BackupError) in
      try UnverifiedBackup(try BackupFile.read(path))
    } failing: {
      Failure($0, reading: path)
    }
  }

  /// What the owner put into it.
  ///
  /// - Parameter path: its file, to name it.
  func contents(of path: String, for owner: OwnerService.Verified) throws(Failure) -> BackupContents {
    do { return try verified(deriving: owner.backupKey) } catch { throw Failure(error, reading: path) }
  }

  /// What is to be said of it besides, to be put behind what was done; empty where there is nothing.
  var warning: String {
    guard isReadable else { return "" }
    return
      " That backup was made by an older version, and whoever has it reads its tasks: make a new one with vault backup, "
      + "then destroy it."
  }
}

extension OwnerService.Verified {
  /// A key of a backup. The private half that it follows from stays where it is.
  func backupKey(_ purpose: String, _ salt: [UInt8]) throws(BackupError) -> SecretBytes {
    do { return try verified.secret(for: OwnerPurpose(purpose), salt: salt) } catch {
      throw BackupError(.failed, "\(error)")
    }
  }
}
