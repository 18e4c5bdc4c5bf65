package import DurableFiles

/// The module's files, which throw its error.
typealias OwnerFile = PrivateFile<OwnerVerificationError>
typealias OwnerFilePair = PairedFile<OwnerVerificationError>
typealias OwnerFileFormat = FileFormat<OwnerVerificationError>

extension OwnerVerificationError: PrivateFileFailure {
  package init(file problem: PrivateFileProblem, _ detail: String) {
    let code: Code =
      switch problem {
      case .damaged: .damaged
      case .newerFormat: .newerFormat
      case .notPrivate: .insecurePermissions
      case .diskFull: .diskFull
      case .readOnly: .readOnly
      case .failed: .inputOutput
      }
    self.init(code, detail)
  }

  package var isDamage: Bool { code == .damaged }
}

/// What reading a file kept in two copies found wrong and did about it.
public enum CopyRepair: Equatable, Sendable {
  /// A copy was missing, damaged or older, and was written anew.
  case repaired(path: String)
  /// A copy is missing, damaged or older, and could not be written anew; the other one serves.
  case notRepaired(path: String, reason: OwnerVerificationError)

  init(path: String, failure: OwnerVerificationError?) {
    self = failure.map { .notRepaired(path: path, reason: $0) } ?? .repaired(path: path)
  }
}
