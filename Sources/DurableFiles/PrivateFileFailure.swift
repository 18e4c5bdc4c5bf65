internal import Glibc

/// What can be wrong with a private file, or with what is in it.
package enum PrivateFileProblem: Sendable {
  /// It is not what was written, or too long.
  case damaged
  /// A newer version of the program wrote it.
  case newerFormat
  /// It is no regular file, somebody else's, or others may use it.
  case notPrivate
  /// No space is left.
  case diskFull
  /// It, or its directory, can't be written.
  case readOnly
  /// Reading or writing failed for another reason.
  case failed
}

/// The error of a module that keeps private files: they throw it, so that the module says once what each problem is in its own words.
package protocol PrivateFileFailure: Error {
  /// Says what is wrong with a file.
  ///
  /// - Parameter detail: what a person should know besides; safe to print.
  init(file problem: PrivateFileProblem, _ detail: String)
  /// Whether it says that a file is damaged.
  var isDamage: Bool { get }
}

extension PrivateFileFailure {
  /// Says what a call that failed means for the file.
  ///
  /// - Parameter advice: what a person can do about it, where the call does not say it.
  package init(_ error: FileError, advice: String? = nil) {
    let problem: PrivateFileProblem =
      switch error.number {
      case ENOSPC, EDQUOT, EFBIG: .diskFull
      case EROFS, EACCES, EPERM: .readOnly
      default: .failed
      }
    self.init(file: problem, advice.map { "\(error.description); \($0)" } ?? error.description)
  }
}
