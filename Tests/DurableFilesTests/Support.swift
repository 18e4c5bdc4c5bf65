import DurableFiles
import FoundationEssentials
import Glibc

/// What the files of these tests throw; compared by the problem alone.
struct Trouble: PrivateFileFailure, Equatable {
  let problem: PrivateFileProblem
  let detail: String

  init(_ problem: PrivateFileProblem) { self.init(file: problem, "") }

  init(file problem: PrivateFileProblem, _ detail: String) { (self.problem, self.detail) = (problem, detail) }

  var isDamage: Bool { problem == .damaged }

  static func == (left: Self, right: Self) -> Bool { left.problem == right.problem }
}

/// A directory of a test's own, removed with it.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/vault-files-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Trouble(FileError("mkdtemp", "/tmp")) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  func read(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: file(name)))) }

  /// Writes a private file.
  func write(_ bytes: [UInt8], to name: String, mode: mode_t = 0o600) throws {
    try Data(bytes).write(to: URL(filePath: file(name)))
    guard chmod(file(name), mode) == 0 else { throw Trouble(FileError("chmod", name)) }
  }

  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
}

/// What somebody may put in a file's place.
enum Stranger: CaseIterable {
  case directory, link, pipe

  func put(at path: String) -> Bool {
    unlink(path)
    return switch self {
    case .directory: mkdir(path, 0o700) == 0
    case .link: symlink("/dev/zero", path) == 0
    case .pipe: mkfifo(path, 0o600) == 0
    }
  }
}
